"""Advice: what the search would do in a seat's place, and why, in words. Made from what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from molehill.bots.levels import Budget, level
from molehill.bots.players import must_decide
from molehill.bots.search import Search

if TYPE_CHECKING:
    from molehill.engine.match import Match

FORECASTS = 100  # games played on quickly after each of the best moves
LONGEST_LINE = 6  # decisions
SURE, FAIRLY_SURE = 0.6, 0.35  # of the search that went into the best move


@dataclass(frozen=True)
class Advice:
    """One of the best moves.

    `worth` is how good the search finds it, from 0 to 1; they are in this order, and it is the number that is shown.
    `gives_up` is how much less that is than the best move's. `score` and `points` are means over games played on
    quickly to their end after it; `share` is how much of the search went into it; `line` is what the search expects
    until chance decides something: (seat, move) after (seat, move), this one first.
    """

    move: dict[str, Any]
    worth: float
    gives_up: float
    score: float
    points: float
    share: float
    line: tuple[tuple[int, dict[str, Any]], ...]

    @property
    def sure(self) -> Literal["sure", "fairly", "close"]:
        """How sure the search is of it, if it is the best: "sure", "fairly" or "close"."""
        return "sure" if self.share >= SURE else "fairly" if self.share >= FAIRLY_SURE else "close"

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "move": self.move, "worth": self.worth, "gives_up": self.gives_up, "sure": self.sure, "score": self.score,
            "points": self.points, "share": self.share,
            "line": [{"seat": seat, "move": move} for seat, move in self.line],
        }  # fmt: skip


def advise(match: Match, seat: int, best: int, seed: int | None, budget: Budget) -> list[Advice]:
    """See `molehill.bots.explain`."""
    must_decide(match, seat)
    word = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
    return advise_with(Search(match.game, *level("sharp", match.game, budget), word), match, seat, best)


def advise_with(search: Search, match: Match, seat: int, best: int) -> list[Advice]:
    """The moves that this search finds best, in the order of their worth. The first is what `sharp` finds best.

    A move that was looked at too little for a judgement is left out: its number would mean nothing.
    """
    veiled = match.veiled(seat)
    findings = search.run(veiled, match.box, seat)
    total, worths, advice = max(1, int(findings.visits.sum())), (1 + findings.means) / 2, []
    for k in range(min(best, findings.judged)):
        move, worth = int(findings.moves[k]), float(worths[k])
        line = tuple(line_of(match, search, seat, move))
        score, points = search.forecast(veiled, match.box, seat, move, FORECASTS)
        share = int(findings.visits[k]) / total
        decoded = match.game.part("moves").decode(move)
        advice.append(Advice(decoded, worth, float(worths[0]) - worth, score, points, share, line))
    return advice


def line_of(match: Match, search: Search, seat: int, number: int | None) -> Iterator[tuple[int, dict[str, Any]]]:
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
