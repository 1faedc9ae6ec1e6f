"""Every game has words for all it can say, a rulebook that names every clause, a page, and a golden playthrough."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

import molehill
from conftest import clauses, tests_of_clause
from molehill import CHANCE, Game
from scenario import chance, random_walk, seeded, settings

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
ROOT = Path(__file__).parents[2]
SECTIONS = [
    "Players", "Decisions", "Chance", "Hidden information", "Moves", "Box", "Rulings", "Version history",
    "Measured balance", "How strong the bots are",
]  # fmt: skip


@GAMES
def test_every_clause_has_a_test(game: Game, request: pytest.FixtureRequest) -> None:
    collected = {Path(str(item.path)).parts for item in request.session.items}
    if not any("games" in parts and game.id in parts for parts in collected):
        pytest.fail(f"no scenario test of {game.id} was collected: run the whole suite")
    assert [clause for clause in clauses(game) if not tests_of_clause[clause]] == []


@GAMES
def test_the_rulebook_names_every_clause_and_no_other(game: Game) -> None:
    named = set(re.findall(rf"\b{game.prefix}-\d\d\b", game.rulebook))
    assert sorted(named) == clauses(game)


@GAMES
def test_there_are_words_for_every_event_option_and_ending(game: Game) -> None:
    for name, _ in game.part("view").EVENTS.values():
        assert f"event-{name}" in game.words
    for option in game.options:
        assert f"option-{option.name}" in game.words
    assert "blurb" in game.words
    assert game.part("view").CHAPTER in [name for name, _ in game.part("view").EVENTS.values()]


@pytest.mark.randomised
@pytest.mark.parametrize(("game", "seats", "options"), settings(every_seat_count=False))
def test_moves_outcomes_and_events_can_be_said(game: Game, seats: int, options: dict[str, object]) -> None:
    text = game.part("text")
    names = [f"Name{s}" for s in range(seats)]
    rng = chance(1)
    for match in random_walk(game, seats, options, seed=seeded(21), moves=400):
        if match.pending is CHANCE:
            said = [
                game.words.say(f"move-{o.outcome['do']}", **text.phrase(o.outcome, names, game.words))
                for o in match.outcomes()
            ]
            assert all(said)
        elif match.pending:
            seat = rng.choice(match.pending)
            view = match.view(seat)
            assert text.ask(view, game.words)
            for move in match.legal(seat)[:40]:
                assert game.words.say(f"move-{move['do']}", **text.phrase(move, names, game.words))
                assert text.parse(text.label(move), view, game.words) == move
                text.note(view, move, game.words)
    for event in match.events(0):
        assert match.sentence(event, names)


_NOT_OF_YOU = re.compile(r"\bYou (was|is|has|[a-z]*[a-rt-z]s)\b|\bof You\b|\bYou's\b")


@GAMES
def test_sentences_are_right_if_somebody_is_called_you(game: Game) -> None:
    """That is what the terminal calls who sits at it."""
    match = list(random_walk(game, game.seat_count(None), {}, seed=5, moves=2000))[-1]
    told = [match.sentence(event, ["You"] * match.seats) for event in match.events(0)]
    assert sum("You" in sentence for sentence in told) > 20
    assert [sentence for sentence in told if _NOT_OF_YOU.search(sentence)] == []


def test_it_is_noticed_if_they_are_wrong() -> None:
    assert all(map(_NOT_OF_YOU.search, ["You was done.", "You guesses first.", "Rat 1 of You died.", "You's moon"]))
    assert not any(map(_NOT_OF_YOU.search, ["You came closest.", "You pass.", "You guess.", "It falls to You."]))


@GAMES
def test_every_game_has_a_page_on_the_common_template(game: Game) -> None:
    page = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", page, re.M) == SECTIONS


@pytest.mark.randomised
@GAMES
def test_pieces_are_conserved(game: Game) -> None:
    """Each game says in its own tests what must never appear or vanish."""
    folder = ROOT / "tests" / "games" / game.id
    sys.path.insert(0, str(folder))
    try:
        pieces = importlib.import_module(f"{game.id}_pieces").pieces
    finally:
        sys.path.remove(str(folder))
    for seats in range(game.min_seats, game.max_seats + 1):
        first = None
        for match in random_walk(game, seats, {}, seed=seeded(seats), moves=400):
            counted = pieces(match)
            assert counted, "a game has pieces"
            first = first or counted
            assert counted == first
