"""Bots: they play legal moves, see only what their seat may see, and have their own random numbers."""

from __future__ import annotations

import random

import pytest

import molehill
from molehill import CHANCE, Game, Match, bots

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
BOTS = pytest.mark.parametrize("name", bots.names())


def quick(name: str, seed: int | None = None) -> bots.Bot:
    """A bot that thinks only briefly."""
    return bots.bot(name, seed, sims=20)


def play(game: Game, players: list[bots.Bot], seed: int) -> Match:
    """A whole match, played from Python."""
    match, rng = game.match(seats=len(players)), random.Random(seed)
    while not match.over:
        pending = match.pending
        if not isinstance(pending, tuple):
            match.chance(rng=rng)
        else:
            match.play(pending[0], players[pending[0]].choose(match, pending[0]))
    return match


def to_a_decision(game: Game) -> tuple[Match, int]:
    match, rng = game.match(), random.Random(5)
    while match.pending is CHANCE:
        match.chance(rng=rng)
    pending = match.pending
    assert isinstance(pending, tuple)
    return match, pending[0]


@GAMES
@BOTS
def test_a_bot_plays_whole_matches(game: Game, name: str) -> None:
    seats = game.seat_count(None)
    match = play(game, [quick(name, seat) for seat in range(seats)], seed=1)
    assert match.over


@GAMES
@BOTS
def test_the_same_seed_plays_the_same_way(game: Game, name: str) -> None:
    seats = game.seat_count(None)
    first, second = (play(game, [quick(name, 4)] * seats, seed=2).log for _ in range(2))
    assert first == second


@GAMES
@BOTS
def test_choosing_changes_nothing(game: Game, name: str) -> None:
    match, seat = to_a_decision(game)
    before = match.table.tobytes()
    move = quick(name, 1).choose(match, seat)
    assert match.table.tobytes() == before
    assert move in match.legal(seat)


@GAMES
@BOTS
def test_a_bot_gets_the_veiled_table_and_nothing_else(game: Game, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = to_a_decision(game)
    asked: list[int | None] = []
    veiled = match.veiled

    def watched(who: int | None) -> molehill.engine.records.Tables:
        asked.append(who)
        return veiled(who)

    monkeypatch.setattr(match, "veiled", watched)
    expected = quick(name, 3).choose(match, seat)
    assert asked == [seat]
    secret = match.copy()
    match._kernels.veil(secret._tables, 0, match.box.record, seat)
    assert quick(name, 3).choose(secret, seat) == expected


def test_greedy_takes_the_most_points() -> None:
    match = molehill.game("honeymoon").match(seats=1)
    match.chance({"do": "roll", "shows": 6})
    worth = {}
    for move in match.legal(0):
        after = match.copy()
        after.play(0, move)
        worth[str(move)] = after.view(0)["sheets"][0]["points"]
    best = [move for move, points in worth.items() if points == max(worth.values())]
    chosen = {str(bots.bot("greedy", seed).choose(match, 0)) for seed in range(40)}
    assert chosen == set(best)


def test_random_takes_every_move() -> None:
    match = molehill.game("honeymoon").match(seats=1)
    match.chance({"do": "roll", "shows": 6})
    chosen = {str(bots.bot("random", seed).choose(match, 0)) for seed in range(300)}
    assert chosen == {str(move) for move in match.legal(0)}


@BOTS
def test_a_seat_that_owes_nothing_has_nothing_to_choose(name: str) -> None:
    match = molehill.game("honeymoon").match(seats=2)
    with pytest.raises(molehill.Unknown, match="nothing to decide"):
        bots.bot(name).choose(match, 0)
    match.chance({"do": "roll", "shows": 3})
    with pytest.raises(molehill.Unknown, match="nothing to decide"):
        bots.bot(name).choose(match, 7)


def test_unknown_bots_and_seeds_are_refused() -> None:
    with pytest.raises(molehill.Unknown, match="did you mean greedy"):
        bots.bot("gredy")
    with pytest.raises(molehill.Unknown, match="there are random, easy"):
        bots.bot("psychic")
    for seed in (-1, 2**63, True, "7"):
        with pytest.raises(molehill.Unknown, match="a seed is a whole number"):
            bots.bot("random", seed)  # type: ignore[arg-type]


def test_every_bot_says_what_it_does() -> None:
    assert all(bots.describe(name) for name in bots.names())


@pytest.mark.parametrize(
    ("name", "usual"), [("sharp", bots.THINK + bots.EVEN), ("fair", bots.EVEN), ("greedy", bots.EVEN)]
)
def test_a_bot_takes_the_same_time_for_every_decision_where_there_are_secrets(name: str, usual: float) -> None:
    """Also one that does not search, and one that has no choice."""
    for spent in (0.0, 0.01, usual):
        assert spent + bots.Thinking().left_to_wait(molehill.game("mole_park"), name, spent) == pytest.approx(usual)
        assert bots.Thinking().left_to_wait(molehill.game("target_rats"), name, spent) == 0


def test_a_bot_that_thinks_longer_takes_longer_for_what_is_forced_too() -> None:
    thinking = bots.Thinking(think=3.0)
    assert thinking.left_to_wait(molehill.game("mole_park"), "sharp", 0.0) == 3.0 + bots.EVEN
    assert thinking.left_to_wait(molehill.game("mole_park"), "fair", 0.0) == bots.EVEN
