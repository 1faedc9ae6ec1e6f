"""Hypothesis plays: legal moves, illegal ones, chance, undo and replay in any order, looking for what breaks."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import molehill
from molehill import CHANCE, Game, Match, NoUndo, Refused
from scenario import often

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
# What is tried, and a number that says which of them.
DEED = st.tuples(st.sampled_from(["move", "move", "move", "wrong", "undo", "copy"]), st.integers(0, 2**20))


def wrong_move(match: Match, number: int) -> None:
    """A move picked from all integers, by any seat: made if it is legal, else refused without a trace."""
    seat, move = number % match.seats, number // match.seats % match.game.move_count
    structure = match.game.part("moves").decode(move)
    if move in match.legal_numbers(seat):
        assert match.why_not(seat, structure) is None
        return
    before = match.table.tobytes(), len(match.history), len(match.events(seat))
    with pytest.raises(Refused):
        match.play(seat, structure)
    assert (match.table.tobytes(), len(match.history), len(match.events(seat))) == before


def make_move(match: Match, number: int) -> None:
    if match.pending is CHANCE:
        outcomes = match.outcomes()
        match.chance(outcomes[number % len(outcomes)].outcome)
    elif match.pending:
        seat = match.pending[number % len(match.pending)]
        legal = match.legal(seat)
        match.play(seat, legal[number // 8 % len(legal)])


def take_back(match: Match, seat: int) -> None:
    """Undo takes back the seat's own last move or nothing at all."""
    history, before = match.history, match.table.tobytes()
    if match.can_undo(seat):
        assert match.undo(seat) == history[-1][1]
        assert match.history == history[:-1]
        assert history[-1][0] == seat
    else:
        with pytest.raises(NoUndo):
            match.undo(seat)
        assert match.table.tobytes() == before


@pytest.mark.randomised
@GAMES
@settings(max_examples=often(40))
@given(deeds=st.lists(DEED, min_size=5, max_size=60), seats=st.integers(0, 100), which=st.integers(0, 100))
def test_whatever_is_tried_the_log_tells_the_table(
    game: Game, deeds: list[tuple[str, int]], seats: int, which: int
) -> None:
    count = game.min_seats + seats % (game.max_seats - game.min_seats + 1)
    options = {option.name: option.possible(count)[which % len(option.possible(count))] for option in game.options}
    match = game.match(count, options)
    for deed, number in deeds:
        if deed == "move":
            make_move(match, number)
        elif deed == "wrong":
            wrong_move(match, number)
        elif deed == "undo":
            take_back(match, number % count)
        else:
            match = match.copy()
    again = molehill.replay(json.dumps(match.log))
    assert again.table.tobytes() == match.table.tobytes()
    for seat in (None, *range(count)):
        assert again.view(seat) == match.view(seat)
        assert again.events(seat) == match.events(seat)
