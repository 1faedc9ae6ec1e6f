"""Exact values of games without secrets, in boxes so small that every position can be looked at.

Every seat makes the most of its own score, and chance brings what it brings. With two seats against each other that is
the value of the game; in a cooperative game it is what the best team wins, and alone the most points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill.engine.contract import CHANCE
from molehill.engine.errors import Unknown
from molehill.lab.exploitability import SmallGame

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game
    from molehill.engine.match import Match
    from molehill.engine.records import Tables

_CERTAIN = 1e-12  # a change of a value that does not matter any more
_After = list[tuple[bytes, int | float]]  # what may come next: with the move, or with how likely it is


class Solved(SmallGame):
    """A small game whose positions have values: what each seat scores on average when all play perfectly.

    `forget` names numbers of the table that only count how long it lasts: without them a game that waits for a roll is
    where it was before, and the number of positions is bounded.
    """

    def __init__(
        self, game: Game, seats: int, box: Box, options: Mapping[str, Any] | None = None, forget: Sequence[str] = ()
    ) -> None:
        if game.hidden and seats > 1:
            raise Unknown(f"{game.name} has secrets: with {seats} seats its positions have no values of their own")
        if seats > 2 and not game.cooperative:
            raise Unknown("with more than two seats against each other there is no one value")
        super().__init__(game, seats, box, options)
        self._forget, self._from = list(forget), b""
        self._values: dict[bytes, tuple[float, ...]] = {}

    @classmethod
    def at(cls, match: Match) -> Solved:
        """What is left of a match."""
        found = cls(match.game, match.seats, match.box, match.options)
        found._from = match.table.tobytes()
        return found

    def __len__(self) -> int:
        """How many positions there are."""
        self.solve()
        return len(self._values)

    def solve(self) -> tuple[float, ...]:
        """The value of the game for each seat."""
        start = self._from or self._start()
        if not self._values:
            self._iterate(self._positions(start))
        return self._values[start]

    def choices(self) -> Iterator[tuple[Tables, int, dict[int, float]]]:
        """Every position in which a seat has a choice, with what each of its moves is worth to it."""
        self.solve()
        for table in self._values:
            if not self._is_over(table) and (who := self._pending(table)) != CHANCE:
                seat = _first(who)
                worth = {move: self._values[self._after(table, seat, move)][seat] for move in self._legal(table, seat)}
                if len(worth) > 1:
                    yield self._as_table(table), seat, worth

    def _after(self, table: bytes, seat: int, move: int) -> bytes:
        after = super()._after(table, seat, move)
        if self._forget:
            self._work[self._forget] = 0
            after = self._work.tobytes()
        return after

    def _positions(self, start: bytes) -> dict[bytes, tuple[int, _After]]:
        """Every position that can be reached, in the order of moves made: who decides there, and what may come next."""
        found: dict[bytes, tuple[int, _After]] = {start: (CHANCE, [])}
        waiting = [start]
        for table in waiting:
            found[table] = self._who(table), self._all_after(table)
            for one, _ in found[table][1]:
                if one not in found:
                    found[one] = CHANCE, []
                    waiting.append(one)
        return found

    def _who(self, table: bytes) -> int:
        """The seat that decides here, or CHANCE."""
        who = self._pending(table)
        return CHANCE if who == CHANCE or self._is_over(table) else _first(who)

    def _all_after(self, table: bytes) -> _After:
        if self._is_over(table):
            return []
        who = self._who(table)
        if who == CHANCE:
            return [(one, share) for one, share in self._successors(table, self.uniform())]
        return [(self._after(table, who, move), move) for move in self._legal(table, who)]

    def _iterate(self, positions: dict[bytes, tuple[int, _After]]) -> None:
        """Values from the end of the game back, again until they stay as they are: once where nothing recurs."""
        nothing = (0.0,) * self.seats
        values = self._values = {
            table: nothing if after else tuple(map(float, self._scores(table)))
            for table, (_, after) in positions.items()
        }
        change = 1.0
        while change > _CERTAIN:
            change = 0.0
            for table in reversed(positions):
                who, after = positions[table]
                if after:
                    new = self._weigh(who, after)
                    change = max(change, *(abs(a - b) for a, b in zip(new, values[table], strict=True)))
                    values[table] = new

    def _weigh(self, who: int, after: _After) -> tuple[float, ...]:
        if who != CHANCE:
            return max((self._values[one] for one, _ in after), key=lambda value: value[who])
        found = np.array([self._values[one] for one, _ in after])
        return tuple((np.array([share for _, share in after]) @ found).tolist())


def _first(who: int) -> int:
    """The first seat of those who owe a move."""
    return (who & -who).bit_length() - 1
