"""Every game of this repository has a test for each clause and a page on the common template."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import molehill
import soak
from clauses import clauses, tests_of_clause
from molehill import Game, browser

OURS = [game for game in molehill.games() if browser.in_the_app(game)]
GAMES = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
ROOT = Path(__file__).parents[2]
SECTIONS = [
    "Players", "Decisions", "Chance", "Hidden information", "Moves", "Box", "In the terminal", "Rulings",
    "Version history", "Observation", "Measured balance", "How strong the bots are",
]  # fmt: skip


@GAMES
def test_every_clause_has_a_test(game: Game, request: pytest.FixtureRequest) -> None:
    collected = {Path(str(item.path)).parts for item in request.session.items}
    if not any("games" in parts and game.id in parts for parts in collected):
        pytest.fail(f"no scenario test of {game.id} was collected: run the whole suite")
    assert [clause for clause in clauses(game) if not tests_of_clause[clause]] == []


@GAMES
def test_every_game_has_a_page_on_the_common_template(game: Game) -> None:
    page = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", page, re.M) == SECTIONS


@GAMES
def test_every_game_says_what_must_never_appear_or_vanish(game: Game) -> None:
    assert (game.folder / "pieces.py").is_file()


def test_what_is_run_for_hours_is_there() -> None:
    named = [Path(part) for kind in soak.KINDS for part in kind.command if part.startswith("tests/")]
    assert named
    assert [path for path in named if not (ROOT / path).is_file()] == []
