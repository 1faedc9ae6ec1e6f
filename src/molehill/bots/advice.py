"""Advice: what the search would do in a seat's place, and why, in words. Made from what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill.bots.levels import Budget, how
from molehill.bots.players import must_decide
from molehill.bots.search import Search

if TYPE_CHECKING:
    from molehill.engine.match import Match

FORECASTS = 100  # games played on quickly after each of the best moves
LONGEST_LINE = 6  # decisions


@dataclass(frozen=True)
class Advice:
    """One of the best moves.

    `score` and `points` are means over games played on quickly to their end after it; `share` is how much of the
    search went into it; `line` is what the search expects until chance decides something: (seat, move) after (seat,
    move), this one first.
    """

    move: dict[str, Any]
    score: float
    points: float
    share: float
    line: tuple[tuple[int, dict[str, Any]], ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        line = [{"seat": seat, "move": move} for seat, move in self.line]
        return {"move": self.move, "score": self.score, "points": self.points, "share": self.share, "line": line}


def advise(match: Match, seat: int, best: int, seed: int | None, budget: Budget) -> list[Advice]:
    """See `molehill.bots.explain`."""
    must_decide(match, seat)
    word = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
    return advise_with(Search(match.game, how("sharp", match.game), budget, word), match, seat, best)


def advise_with(search: Search, match: Match, seat: int, best: int) -> list[Advice]:
    """The moves that this search finds best, in the order of the one number that is shown of them."""
    veiled = match.veiled(seat)
    findings = search.run(veiled, match.box, seat)
    total = max(1, int(findings.visits.sum()))
    advice = []
    for move, visits in zip(findings.moves[:best].tolist(), findings.visits[:best].tolist(), strict=True):
        line = tuple(_line(match, search, seat, move))
        score, points = search.forecast(veiled, match.box, seat, move, FORECASTS)
        advice.append(Advice(match.game.part("moves").decode(move), score, points, visits / total, line))
    return sorted(advice, key=lambda one: one.points if match.seats == 1 else one.score, reverse=True)


def _line(match: Match, search: Search, seat: int, number: int | None) -> Iterator[tuple[int, dict[str, Any]]]:
    """What the search expects from this move on, in one possible truth."""
    imagined, actor = match.imagined(seat), seat
    for _ in range(LONGEST_LINE):
        if number is None:
            break
        move = match.game.part("moves").decode(number)
        yield actor, move
        imagined.play(actor, move)
        pending = imagined.pending
        if not isinstance(pending, tuple) or not pending:
            break
        actor = seat if seat in pending else pending[0]
        number = search.expects(imagined.veiled(actor), match.box, actor)
