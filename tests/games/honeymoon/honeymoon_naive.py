"""A second, naive Honeymoon: sets of cells, every dig tried, written only from the rulebook's clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]
WAYS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
ARROWS = {"^": "north", ">": "east", "v": "south", "<": "west"}


class Dig(NamedTuple):
    at: Cell
    to: str
    length: int


class Sheet(NamedTuple):
    dug: frozenset[Cell]
    marked: int


class Moon:
    def __init__(self, drawing: str, slots: int = 7, one_shaft: bool = False) -> None:
        lines = [line.split() for line in drawing.strip().splitlines()]
        self.letters = {(r, c): x for r, line in enumerate(lines) for c, x in enumerate(line)}
        self.soil = {cell for cell, x in self.letters.items() if x not in "-#"}
        self.starts = {cell: ARROWS[x] for cell, x in self.letters.items() if x in ARROWS}
        self.slots = slots
        self.one_shaft = one_shaft

    def cells(self, dig: Dig) -> list[Cell]:
        down, right = WAYS[dig.to]
        return [(dig.at[0] + k * down, dig.at[1] + k * right) for k in range(dig.length)]

    def allowed(self, sheet: Sheet, dig: Dig) -> bool:
        """Whether a dig is allowed (HM-07, HM-08, HM-09, HM-21)."""
        down, right = WAYS[dig.to]
        behind = (dig.at[0] - down, dig.at[1] - right)
        from_tunnel = behind in sheet.dug
        from_start = self.starts.get(dig.at) == dig.to and not (self.one_shaft and sheet.dug)
        if not from_tunnel and not from_start:
            return False
        for number, cell in enumerate(self.cells(dig)):
            if cell not in self.soil or cell in sheet.dug:
                return False
            touching = {(cell[0] + y, cell[1] + x) for y, x in WAYS.values()} & sheet.dug
            if touching - ({behind} if number == 0 and from_tunnel else set()):
                return False
        return True

    def digs(self, sheet: Sheet, die: int) -> list[Dig]:
        """The allowed digs for a roll (HM-06, HM-11)."""
        lengths = range(1, min(7, self.slots - sheet.marked) + 1) if die == 1 else [die]
        every = (Dig(cell, to, n) for cell in sorted(self.letters) for to in WAYS for n in lengths)
        return [d for d in every if self.allowed(sheet, d)]

    def after(self, sheet: Sheet, die: int) -> Iterator[Sheet]:
        """Every sheet that one turn can lead to; a pass leaves it as it is (HM-10)."""
        digs = self.digs(sheet, die)
        for d in digs:
            yield Sheet(sheet.dug | set(self.cells(d)), sheet.marked + (d.length if die == 1 else 0))
        if not digs:
            yield sheet

    def stuck(self, sheet: Sheet) -> bool:
        """Whether a player can't dig on any roll (HM-15)."""
        return not any(self.digs(sheet, die) for die in range(1, 7))

    def positions(self, rolls: int) -> Iterator[set[Sheet]]:
        """Every sheet that is possible after exactly 1, 2, ... rolls."""
        now = {Sheet(frozenset(), 0)}
        for _ in range(rolls):
            now = {nxt for s in now if not self.stuck(s) for die in range(1, 7) for nxt in self.after(s, die)}
            yield now
