"""What a game says it can do, it can; its score sheet, its points and who has decided are what the rules say."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import molehill
from molehill import CHANCE, Game
from scenario import random_walk, seeded, settings

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)

# What view.py has if the metadata says so, and the messages that go with it.
OFFERS = {
    "look": (("look", "cover", "COVERED"), ("look", "look-rule")),
    "rematch": (("rematch",), ()),
    "suggest": (("suggest",), ()),
}


def broken_promises(game: Game) -> list[str]:
    """Parts and messages that are there although the metadata says nothing of them, or the other way round."""
    views, found = game.part("view"), []
    for offer, (parts, messages) in OFFERS.items():
        offered = bool(getattr(game, offer))
        found += [part for part in parts if hasattr(views, part) != offered]
        found += [message for message in messages if (message in game.words) != offered]
    return found


@GAMES
def test_a_game_can_do_what_its_metadata_says_and_nothing_else(game: Game) -> None:
    assert broken_promises(game) == []


@GAMES
@pytest.mark.parametrize("offer", OFFERS)
def test_it_is_noticed_if_it_does_not(game: Game, offer: str) -> None:
    otherwise: dict[str, Any] = {offer: 0 if getattr(game, offer) else 1}
    assert broken_promises(replace(game, **otherwise)) == [*OFFERS[offer][0], *OFFERS[offer][1]]


@GAMES
def test_what_is_suggested_is_an_option_and_has_words(game: Game) -> None:
    if not game.suggest:
        return
    options = game.read_options({}, game.max_seats)
    suggested = [game.part("view").suggest(options, wins) for wins in range(20)]
    assert suggested[0] == {}, "nobody is told anything who has not won"
    assert any(suggested)
    for changes in suggested:
        assert game.read_options(options | changes, game.max_seats)
        assert all(f"suggest-{name}" in game.words for name in changes)


@GAMES
def test_names_of_events_are_words_with_hyphens(game: Game) -> None:
    names = [name for name, _ in game.part("view").EVENTS.values()]
    assert [name for name in names if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)] == []


@pytest.mark.randomised
@pytest.mark.parametrize(("game", "seats", "options"), settings(every_seat_count=False))
def test_everybody_reads_the_same_score_sheet_and_points(game: Game, seats: int, options: dict[str, Any]) -> None:
    views = game.part("view")
    for k, match in enumerate(random_walk(game, seats, options, seed=seeded(31), moves=300)):
        if k % 10 and not match.over:
            continue
        sheet = views.sheet(match.view(None))
        assert sheet
        for line in sheet:
            assert len(line["values"]) == seats
            assert line["label"] in game.words
            assert set(line) <= {"label", "symbol", "values"}
        for seat in (None, *range(seats)):
            assert views.sheet(match.view(seat)) == sheet
            assert views.points(match.view(seat)) == match._seen(seat).points


@pytest.mark.randomised
@pytest.mark.parametrize(("game", "seats", "options"), settings(every_seat_count=False))
def test_who_has_decided_waits_for_others(game: Game, seats: int, options: dict[str, Any]) -> None:
    views = game.part("view")
    for match in random_walk(game, seats, options, seed=seeded(32), moves=120):
        asked, view = () if match.pending is CHANCE else match.pending, match.view(None)
        for seat in range(seats):
            assert not views.decided(view, seat) or (asked and seat not in asked)


@pytest.mark.randomised
@GAMES
def test_somebody_decides_before_others_where_all_decide_at_once_and_nowhere_else(game: Game) -> None:
    everything = {option.name: option.values[-1] for option in game.options}
    seats = game.max_seats
    waiting = [
        seat
        for match in random_walk(game, seats, everything, seed=seeded(33), moves=200)
        for seat in range(seats)
        if game.part("view").decided(match.view(None), seat)
    ]
    assert bool(waiting) == game.simultaneous
