"""Logs replay to the same bytes: here, in another process, compiled and not. Seeds give the same numbers everywhere."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import molehill
from molehill import BadLog, Game, Match
from scenario import fitting, in_another_process, option_sets, random_move, seeded, settings

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)

REPLAY = """
import json, sys, molehill
for log in json.load(sys.stdin):
    print(molehill.replay(log).table.tobytes().hex())
"""
PLAYOUTS = """
import sys, hashlib, molehill
p = molehill.game(sys.argv[1]).playouts(2, seats=2, seed=int(sys.argv[2]), policy=("random", "greedy"), rotate=True)
print(hashlib.sha256(p.points.tobytes() + p.scores.tobytes() + p.lengths.tobytes()).hexdigest(), p.moves)
"""


def played(game: Game, seats: int, options: dict[str, Any], seed: int, moves: int) -> Match:
    match = game.match(seats, options)
    rng = random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        random_move(match, rng)
    return match


@pytest.mark.randomised
@pytest.mark.parametrize(("game", "seats", "options"), settings())
def test_a_log_replays_to_the_same_bytes(game: Game, seats: int, options: dict[str, Any]) -> None:
    for moves in (0, 7, 600):
        match = played(game, seats, options, seed=seeded(seats), moves=moves)
        again = molehill.replay(json.dumps(match.log))
        assert again.table.tobytes() == match.table.tobytes()
        assert again.events(0) == match.events(0)
        assert again.log == match.log


@GAMES
@pytest.mark.parametrize("jit", [True, False], ids=["compiled", "uncompiled"])
def test_logs_replay_to_the_same_bytes_in_another_process(game: Game, jit: bool) -> None:
    matches = [
        played(game, seats, options, seed=seats, moves=250)
        for seats in (game.min_seats, game.max_seats)
        for options in (option_sets(game)[0], option_sets(game)[-1])
        if fitting(game, seats, options)
    ]
    printed = in_another_process(REPLAY, jit=jit, stdin=json.dumps([m.log for m in matches]))
    assert printed.split() == [m.table.tobytes().hex() for m in matches]


@GAMES
def test_seeds_give_the_same_numbers_in_every_process_compiled_or_not(game: Game) -> None:
    first = in_another_process(PLAYOUTS, game.id, "7")
    assert in_another_process(PLAYOUTS, game.id, "7") == first
    assert in_another_process(PLAYOUTS, game.id, "7", jit=False) == first
    assert in_another_process(PLAYOUTS, game.id, "8") != first


@GAMES
def test_a_log_that_was_changed_cut_off_or_made_for_other_rules_is_refused_and_says_so(game: Game) -> None:
    from molehill.engine.log import digest

    match, another = (played(game, game.seat_count(None), {}, seed=seed, moves=200) for seed in (1, 2))
    assert match.table.tobytes() != another.table.tobytes()
    log, others = match.log, another.log["moves"]
    text = json.dumps(log)

    def broken(**changes: Any) -> dict[str, Any]:
        return {**log, **changes}

    def signed(**changes: Any) -> dict[str, Any]:
        changed = broken(**changes)
        return {**changed, "digest": digest(changed)}

    for wrong, words in (
        (broken(moves=others, count=len(others)), "changed"),
        (signed(moves=others, count=len(others)), "changed"),
        (broken(options={}, seats=3), "changed"),
        (signed(table="sha256:0"), "changed"),
        (broken(moves=log["moves"][:-1]), "cut off"),
        (text[: len(text) // 2], "cut off"),
        (text[:-1], "cut off"),
        (signed(rules=game.version + 1), f"version {game.version + 1}"),
        (broken(molehill=99), "format"),
        (signed(box={"hash": "sha256:0"}), "another box"),
        (signed(moves="none"), "changed"),
        (signed(count=True), "changed"),
        ({key: value for key, value in log.items() if key != "moves"}, "cut off"),
        ("", "not a log"),
        ("hello", "not a log"),
        ("[1]", "not a log"),
        ("{}", "not a log"),
    ):
        with pytest.raises(BadLog, match=words):
            molehill.replay(wrong)
    with pytest.raises(molehill.Unknown, match="no game"):
        molehill.replay(signed(game="nonsense"))
    assert molehill.replay(text).log == log


@GAMES
def test_a_log_of_another_edition_carries_its_box(game: Game) -> None:
    shipped = game.box()
    assert "toml" not in game.match().log["box"]
    edition = game.box_from_text(shipped.text.replace("title = ", "title = 'x' #", 1), "edition")
    assert edition.hash != shipped.hash
    match = game.match(box=edition)
    rng = random.Random(1)
    for _ in range(20):
        random_move(match, rng)
    again = molehill.replay(json.dumps(match.log))
    assert again.box.hash == edition.hash
    assert again.table.tobytes() == match.table.tobytes()
    same = game.box_from_text("# only a comment\n" + shipped.text, "same")
    assert same.hash == shipped.hash
