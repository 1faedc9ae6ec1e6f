"""A small game as a whole tree in OpenSpiel's C++, where CFR and best responses run at full speed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from molehill.engine.contract import CHANCE, NOBODY
from molehill.engine.errors import Unknown
from molehill.envs.extras import need
from molehill.envs.positions import Position, Positions

need("open_spiel", "openspiel", "molehill.envs.trees")

import pyspiel  # noqa: E402

MOST = 1_000_000  # positions


def whole(positions: Positions, most: int = MOST) -> Any:
    """The game as OpenSpiel's `efg_game`, with the same values. Raises Unknown if it has more positions than `most`.

    Seats that decide at once do so one after the other, in secret.
    """
    players = " ".join(f'"{seat}"' for seat in range(positions.seats))
    lines = [f'EFG 2 R "{positions.game.id}" {{ {players} }}', *_Tree(positions, most).lines(positions.start)]
    return pyspiel.load_efg_game("\n".join(lines) + "\n")


class _Tree:
    """Writes down every position, those that can follow it after it."""

    def __init__(self, positions: Positions, most: int) -> None:
        self._positions, self._most, self._count = positions, most, 0
        self._sets: list[dict[str, int]] = [{} for _ in range(positions.seats)]

    def lines(self, start: Position) -> Iterator[str]:
        waiting = [start]
        while waiting:
            position = waiting.pop()
            self._count += 1
            if self._count > self._most:
                raise Unknown(f"that game has more than {self._most:,} positions: take a smaller box")
            line, next_ones = self._node(position)
            yield line
            waiting += reversed(next_ones)

    def _node(self, position: Position) -> tuple[str, list[Position]]:
        after, number = self._positions.after, self._count
        if position.pending == NOBODY:
            return f't "" {number} "" {{ {" ".join(map(str, self._positions.scores(position)))} }}', []
        if position.pending == CHANCE:
            outcomes = self._positions.outcomes(position)
            told = " ".join(f'"{outcome}" {likely:.16f}' for outcome, likely in outcomes)
            return f'c "" {number} "" {{ {told} }} 0', [after(position, CHANCE, outcome) for outcome, _ in outcomes]
        seat = (position.pending & -position.pending).bit_length() - 1
        known = self._sets[seat].setdefault(self._positions.information(position, seat), len(self._sets[seat]) + 1)
        moves = self._positions.legal(position, seat)
        told = " ".join(f'"{move}"' for move in moves)
        return f'p "" {seat + 1} {known} "" {{ {told} }} 0', [after(position, seat, move) for move in moves]
