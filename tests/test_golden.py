"""One golden playthrough for each game, readable as a transcript. If it changes, the game needs a new rules version."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import molehill
from molehill import CHANCE, Game, Match, browser
from molehill.terminal import transcript

FOLDER = Path(__file__).parent / "golden"
OURS = [game for game in molehill.games() if browser.in_the_app(game)]
GAMES = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
SEATS = 3
GREEDY = 0.85


def playthrough(game: Game) -> Match:
    """A match of three players who mostly make the best-looking move and sometimes any move, so that much happens."""
    match, rng = game.match(min(SEATS, game.max_seats)), random.Random(2020)
    appraise = game.loops.appraise

    def worth(seat: int, move: dict[str, object]) -> float:
        tried = match.copy()
        tried.play(seat, move)
        return float(appraise(tried.veiled(seat), 0, match.box.record, seat))

    while not match.over:
        if match.pending is CHANCE:
            match.chance(rng=rng)
            continue
        seat = match.pending[0]
        legal = match.legal(seat)
        move = rng.choice(legal)
        if len(legal) < 200 and rng.random() < GREEDY:
            move = max(legal, key=lambda move: worth(seat, move))
        match.play(seat, move)
    return match


@GAMES
def test_the_golden_playthrough_has_not_changed(game: Game, pytestconfig: pytest.Config) -> None:
    path, log_path = FOLDER / f"{game.id}.txt", FOLDER / f"{game.id}.json"
    if pytestconfig.getoption("--write-goldens"):
        match = playthrough(game)
        log_path.write_text(json.dumps(match.log, indent=None) + "\n", encoding="utf-8")
        path.write_text(transcript(match), encoding="utf-8")
    if not path.exists() or not log_path.exists():
        pytest.fail(f"{game.id} has no golden playthrough: run `make golden` and read what it wrote")
    match = molehill.replay(log_path.read_text(encoding="utf-8"))
    assert transcript(match) == path.read_text(encoding="utf-8")
