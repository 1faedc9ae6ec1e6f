"""Logs replay to the same bytes: here, in another process, compiled and not. Seeds give the same numbers everywhere."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

from molehill.conformance.checks import At, check
from molehill.conformance.trial import Broken, Options, Trial, expect, fitting, option_sets, random_move, refused
from molehill.engine.errors import BadLog, MolehillError, Unknown
from molehill.engine.log import digest, replay
from molehill.engine.match import Match
from molehill.games import game as find_game

_REPLAY = """
import json, sys, molehill
for log in json.load(sys.stdin):
    print(molehill.replay(log).table.tobytes().hex())
"""
_PLAYOUTS = """
import sys, hashlib, molehill
from molehill.engine import playouts
playouts.CAP = 400  # uncompiled, a random game of thousands of moves would take a minute
seats = int(sys.argv[2])
policy = ["greedy"] + ["random"] * (seats - 1)
for seed in map(int, sys.argv[3].split()):
    p = molehill.game(sys.argv[1]).playouts(2, seats=seats, seed=seed, policy=policy, rotate=True)
    print(hashlib.sha256(p.points.tobytes() + p.scores.tobytes() + p.moves_a_game.tobytes()).hexdigest())
"""


def in_another_process(code: str, *arguments: str, jit: bool = True, stdin: str = "") -> str:
    """What a fresh Python prints, with the rules compiled or not."""
    environment = {**os.environ, "MOLEHILL_JIT": "1" if jit else "0", "MOLEHILL_QUIET": "1"}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        how = "compiled" if jit else "uncompiled"
        raise Broken(f"another process with {how} rules ends in an error:\n{done.stderr.strip()}")
    return done.stdout


def _played(trial: Trial, seats: int, options: Options, seed: int, moves: int) -> Match:
    match, rng = trial.game.match(seats, options), random.Random(seed)
    trial.match = match
    for _ in range(moves):
        if match.over:
            break
        random_move(match, rng)
    return match


@check(At.ALL)
def a_log_replays_to_the_same_bytes(trial: Trial) -> None:
    """A log replays to the same table, the same events and the same log."""
    for moves in (0, 7, 600):
        match = _played(trial, trial.seats, trial.options, trial.number(trial.seats), moves)
        again = replay(json.dumps(match.log), find_game)
        expect(again.table.tobytes() == match.table.tobytes(), f"after {moves} moves the replayed table differs")
        expect(again.events(0) == match.events(0), f"after {moves} moves the replayed events differ")
        expect(again.log == match.log, f"after {moves} moves the replayed log differs")


@check(At.GAME)
def logs_replay_in_other_processes(trial: Trial) -> None:
    """Logs replay to the same bytes in other processes, where the rules are compiled and where they are not."""
    game, sets = trial.game, option_sets(trial.game)
    matches = [
        _played(trial, seats, options, seed=seats, moves=250)
        for seats in sorted({game.min_seats, game.max_seats})
        for options in (sets[0], sets[-1])
        if fitting(game, seats, options)
    ]
    logs, tables = json.dumps([match.log for match in matches]), [match.table.tobytes().hex() for match in matches]
    for jit in (True, False):
        how = "compiled" if jit else "uncompiled"
        expect(in_another_process(_REPLAY, jit=jit, stdin=logs).split() == tables, f"{how} rules replay logs otherwise")


@check(At.GAME)
def seeds_give_the_same_numbers_everywhere(trial: Trial) -> None:
    """A seed gives the same games in every process, compiled or not; another seed gives others."""
    first, again, *others = in_another_process(_PLAYOUTS, trial.game.id, str(trial.seats), "7 7 8 9").split()
    expect(first == again, "a seed gives other games the second time")
    expect({*others} != {first}, "seeds make no difference")
    uncompiled = in_another_process(_PLAYOUTS, trial.game.id, str(trial.seats), "7", jit=False).split()
    expect(uncompiled == [first], "uncompiled, and in another process, a seed gives other games")


@check(At.GAME)
def a_spoiled_log_is_refused(trial: Trial) -> None:
    """A log that was changed, cut off, or made for other rules is refused, and says which."""
    match, another = (_played(trial, trial.seats, {}, seed, moves=200) for seed in (1, 2))
    expect(match.table.tobytes() != another.table.tobytes(), "two seeds play the same match")
    log, others = match.log, another.log["moves"]
    text, version = json.dumps(log), trial.game.version + 1

    def broken(**changes: Any) -> dict[str, Any]:
        return {**log, **changes}

    def signed(**changes: Any) -> dict[str, Any]:
        return {**broken(**changes), "digest": digest(broken(**changes))}

    for wrong, what, said in (
        (broken(moves=others, count=len(others)), "moves of another match", "changed"),
        (signed(moves=others, count=len(others)), "moves of another match, signed", "changed"),
        (broken(options={}, seats=trial.seats + 1), "another number of seats", "changed"),
        (signed(table="sha256:0"), "another table", "changed"),
        (broken(moves=log["moves"][:-1]), "a move less", "cut off"),
        (text[: len(text) // 2], "half of its text", "cut off"),
        (text[:-1], "a letter less", "cut off"),
        (signed(rules=version), "another version of the rules", f"version {version}"),
        (broken(molehill=99), "another format", "format"),
        (signed(box={"hash": "sha256:0"}), "another box", "another box"),
        (signed(moves="none"), "no list of moves", "changed"),
        (signed(count=True), "no number of moves", "changed"),
        ({key: value for key, value in log.items() if key != "moves"}, "no moves", "cut off"),
        ("", "nothing in it", "not a log"),
        ("hello", "a word in it", "not a log"),
        ("[1]", "a list in it", "not a log"),
        ("{}", "an empty object", "not a log"),
    ):
        found = refused(BadLog, f"a log with {what}", replay, wrong, find_game)
        expect(said in found, f"a log with {what} is refused by {found!r}, which does not say {said!r}")
    refused(Unknown, "a log of a game that there is not", replay, signed(game="nonsense"), find_game)
    expect(replay(text, find_game).log == log, "the log itself is not replayed")


@check(At.GAME)
def a_log_of_another_edition_carries_its_box(trial: Trial) -> None:
    """A log of somebody's own edition carries its box; a comment in the box file makes no edition."""
    game, shipped = trial.game, trial.game.box()
    expect("toml" not in game.match().log["box"], "a log carries the shipped box")
    text = shipped.text.replace("title = ", "title = 'x' #", 1)
    expect(text != shipped.text, "box.toml has no title at its top")
    edition = game.box_from_text(text, "edition")
    expect(edition.hash != shipped.hash, "another title makes no other edition")
    match, rng = game.match(box=edition), random.Random(1)
    for _ in range(20):
        if not match.over:
            random_move(match, rng)
    try:
        again = replay(json.dumps(match.log), find_game)
    except MolehillError as error:
        raise Broken(f"a log of an own edition can't be replayed: {error}") from error
    expect(again.box.hash == edition.hash, "a log of an own edition comes back with another box")
    expect(again.table.tobytes() == match.table.tobytes(), "a log of an own edition replays to another table")
    same = game.box_from_text("# only a comment\n" + shipped.text, "same")
    expect(same.hash == shipped.hash, "a comment in the box file makes another edition")
