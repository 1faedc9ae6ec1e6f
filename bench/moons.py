"""Honeymoon's solo game with known rolls: the sheet, every possible dig, and replayed games.

The real rules decide: a total counts only if its digs were played in a match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import molehill
from molehill.bots import Bot
from molehill.engine import contract
from molehill.engine.playouts import Room
from molehill.engine.records import Tables
from molehill.games.honeymoon.box import OUTSIDE, PICKLE, ROCK, SIDES, STEPS, SWEETS
from molehill.games.honeymoon.cells import SIZE
from molehill.games.honeymoon.moves import DIRECTIONS, LONGEST

GAME = molehill.game("honeymoon")
HIGH = 4  # a roll that crosses off a box of the timer (HM-14)
PASS = {"do": "pass"}

Cell = tuple[int, int]
Move = dict[str, Any]


@dataclass(frozen=True)
class Dig:
    """A dig that rocks and the rim allow. `behind` is the cell it starts from; None at a starting space."""

    cells: tuple[Cell, ...]
    behind: Cell | None
    to: int

    @property
    def first(self) -> Cell:
        return self.cells[0]

    @property
    def move(self) -> Move:
        return {"do": "dig", "at": list(self.first), "to": DIRECTIONS[self.to], "length": len(self.cells)}


class Moon:
    """One side of a box, as sets and lists."""

    def __init__(self, side: str = "A", box: molehill.Box | None = None) -> None:
        self.side, self.box = side, box or GAME.box()
        record, number = self.box.record[0], SIDES.index(side)
        self.slots, self.timer, self.row = int(record["slots"]), int(record["timer"]), int(record["row"])
        self._inward = record["inward"][number]
        what = record["cell"][number]
        self.ground: list[Cell] = [(int(r), int(c)) for r, c in np.argwhere((what != ROCK) & (what != OUTSIDE))]
        self._diggable = set(self.ground)
        self.sweets = [[cell for cell in self.ground if what[cell] == kind] for kind in range(SWEETS)]
        self.pickles = [cell for cell in self.ground if what[cell] == PICKLE]

    def digs(self, shows: int) -> list[Dig]:
        """Every dig for a rolled number; on a 1 of each length (HM-11)."""
        lengths = range(1, min(LONGEST, self.slots) + 1) if shows == 1 else [shows]
        return [dig for length in lengths for dig in self.of_length[length]]

    @cached_property
    def of_length(self) -> dict[int, list[Dig]]:
        return {length: list(self._digs(length)) for length in range(1, LONGEST + 1)}

    def _digs(self, length: int) -> Iterator[Dig]:
        for r, c in self.ground:
            for to, (down, right) in enumerate(STEPS):
                cells = tuple((r + k * down, c + k * right) for k in range(length))
                behind = (r - down, c - right)
                if self._diggable.issuperset(cells) and (behind in self._diggable or self._inward[r, c] == to):
                    yield Dig(cells, behind if behind in self._diggable else None, to)

    def beside(self, cell: Cell) -> list[Cell]:
        """The diggable cells that share an edge with this one."""
        around = [(cell[0] + down, cell[1] + right) for down, right in STEPS]
        return [each for each in around if each in self._diggable]

    def touched(self, dig: Dig) -> set[Cell]:
        """The cells that must not be dug yet (HM-08, HM-09)."""
        return {near for cell in dig.cells for near in (cell, *self.beside(cell))} - {dig.behind}

    def match(self) -> molehill.Match:
        return GAME.match(1, {"side": self.side}, self.box)


def drawn(rows: Sequence[str], slots: int, timer: int, row: int) -> Moon:
    """A moon whose upper left corner shows these rows."""
    lines = [line.ljust(SIZE, "-") for line in rows] + ["-" * SIZE] * (SIZE - len(rows))
    legend = GAME.box().text.split("[legend]")[1].split("[side.A]")[0]
    sides = "".join(f'[side.{side}]\nmoon = """\n{chr(10).join(lines)}\n"""\n' for side in SIDES)
    counts = f"[counts]\nslots = {slots}\ntimer = {timer}\nrow = {row}\n"
    return Moon("A", GAME.box_from_text(f'title = "small"\nstandard = false\n{counts}[legend]{legend}{sides}', "small"))


def rolls(seed: int, timer: int) -> list[int]:
    """The rolls of the longest possible solo game: until all boxes of both runs are crossed (HM-23)."""
    rng, fallen = random.Random(seed), []
    while sum(shows >= HIGH for shows in fallen) < 2 * timer:
        fallen.append(rng.randint(1, 6))
    return fallen


@dataclass(frozen=True)
class Played:
    """A whole game: its moves and its points as the rules counted them."""

    moves: list[Move]
    points: int


def replay(moon: Moon, fallen: Sequence[int], moves: Sequence[Move]) -> Played:
    """Play the moves by the real rules. Raises Refused at the first illegal one.

    The game may end before the rolls do (HM-15, HM-23); then all later moves must be passes.
    """
    match = moon.match()
    made = []
    for shows, move in zip(fallen, moves, strict=True):
        if match.over:
            if move != PASS:
                raise ValueError(f"the game was over before {move}")
            continue
        match.chance({"do": "roll", "shows": shows})
        match.play(0, move)
        made.append(move)
    return Played(made, _points(match))


def play(moon: Moon, fallen: Sequence[int], bot: Bot) -> Played:
    """A bot's game with these rolls, which it does not know beforehand."""
    match, moves = moon.match(), []
    for shows in fallen:
        if match.over:
            break
        match.chance({"do": "roll", "shows": shows})
        moves.append(bot.choose(match, 0))
        match.play(0, moves[-1])
    return Played(moves, _points(match))


class Lines:
    """Lines of play with these rolls, each with the table it leads to. Lines to equal tables are one line."""

    def __init__(self, moon: Moon, fallen: Sequence[int]) -> None:
        self._moon, self._fallen, self._kernels = moon, fallen, GAME.kernels
        self._room, self._box = Room(GAME), moon.box.record

    def best(self, width: int | None = None) -> Played:
        """The best line. With a width, only so many of the most promising lines are followed after each turn."""
        tables = GAME.tables()
        options = GAME.option_numbers(GAME.read_options({"side": self._moon.side}, 1))
        self._kernels.setup(tables, 0, self._box, 1, options, self._room.silent)
        lines: list[tuple[Tables, list[int]]] = [(tables, [])]
        over: list[tuple[int, list[int]]] = []
        for turn, shows in enumerate(self._fallen):
            going_on = []
            for line in self._after(lines, shows):
                if self._kernels.pending(line[0], 0) == contract.NOBODY:
                    over.append((self._points(line[0]), line[1]))
                else:
                    going_on.append(line)
            going_on.sort(key=lambda line: self._promise(line[0], turn), reverse=True)
            lines = going_on[:width]
        numbers = max(over)[1]
        moves = [GAME.part("moves").decode(number) for number in numbers]
        return replay(self._moon, self._fallen, moves + [PASS] * (len(self._fallen) - len(moves)))

    def _after(self, lines: list[tuple[Tables, list[int]]], shows: int) -> list[tuple[Tables, list[int]]]:
        """Every way to continue with this roll."""
        found: dict[bytes, tuple[Tables, list[int]]] = {}
        kernels, box, room = self._kernels, self._box, self._room
        for tables, moves in lines:
            kernels.apply(tables, 0, box, contract.CHANCE, shows, room.silent)
            n = kernels.legal(tables, 0, box, 0, room.out)
            for move in room.out[:n].tolist():
                after = tables.copy()
                kernels.apply(after, 0, box, 0, move, room.silent)
                found.setdefault(after.tobytes(), (after, [*moves, move]))
        return list(found.values())

    def _points(self, tables: Tables) -> int:
        points = np.zeros(1, dtype=np.int64)
        self._kernels.points(tables, 0, self._box, points)
        return int(points[0])

    def _promise(self, tables: Tables, turn: int) -> float:
        """A line's promise: points, a little for each row begun, less for unused boxes of the timer's first run."""
        crossed = sum(shows >= HIGH for shows in self._fallen[: turn + 1])
        left = max(0, self._moon.timer - crossed) if tables[0]["run"] == 2 else 0
        return float(self._points(tables) + np.count_nonzero(tables[0]["ticked"][0]) - 6 * left)


def _points(match: molehill.Match) -> int:
    if not match.over:
        raise ValueError("the rolls ended before the game did")
    points: int = match.view(0)["sheets"][0]["points"]
    return points
