"""Honeymoon's box: two sheets drawn as character maps, checked against HM-02 and HM-03, made into one record."""

from __future__ import annotations

from collections import deque

from molehill.engine.box import Source
from molehill.engine.records import Cube, Grid, Int8, Int64, Record, sized
from molehill.games.honeymoon.cells import WORDS
from molehill.games.honeymoon.facts import CELLS, LANES, SIDES, SIZE, STEPS, SWEET_NAMES, bit

SWEETS = len(SWEET_NAMES)
PICKLE, NOTHING, ROCK, OUTSIDE = SWEETS, SWEETS + 1, SWEETS + 2, SWEETS + 3
START_WORDS = ("start north", "start east", "start south", "start west")


class Box(Record):
    """What is in the box."""

    diggable: Grid[Int64] = sized(2, WORDS)  # sets of cells, see cells.py
    start: Cube[Int64] = sized(2, 4, WORDS)  # the starts that lead in each direction
    inward: Cube[Int8] = sized(2, SIZE, SIZE)  # a start's direction, or -1
    cell: Cube[Int8] = sized(2, SIZE, SIZE)
    slots: Int8
    timer: Int8
    row: Int8


Starts = dict[tuple[int, int], int]


def read(source: Source, box: Box) -> None:
    """Check the file and fill in the record; BadBox names the line of what is wrong."""
    source.only(("title", "standard", "counts", "legend", "side"))
    source.only(("slots", "timer", "row"), "counts")
    source.only(SIDES, "side")
    source.get("title", kind=str)
    standard = source.get("standard", kind=bool, default=True)
    legend = read_legend(source)
    box.slots = source.number("counts", "slots", low=0, high=60)
    box.timer = source.number("counts", "timer", low=1, high=60)
    box.row = source.number("counts", "row", low=1, high=20)
    sheets = [Sheet(source, side, legend) for side in SIDES]
    for number, sheet in enumerate(sheets):
        sheet.check_starts()
        if standard:
            sheet.check_standard()
        sheet.put(box, number)
    if standard:
        check_b_is_harder(source, *sheets)


def read_legend(source: Source) -> dict[str, str]:
    """Which letter stands for what; every meaning must have a letter, or a map could not be drawn."""
    legend: dict[str, str] = source.get("legend", kind=dict)
    meanings = (*CELLS, *START_WORDS)
    for letter, meaning in legend.items():
        if len(letter) != 1 or letter.isspace():
            source.fail(f"legend: {letter!r} must be a single character", "legend", letter)
        if meaning not in meanings:
            source.fail(f"legend: {meaning!r} is none of {', '.join(meanings)}", "legend", letter)
    for meaning in meanings:
        if meaning not in legend.values():
            source.fail(f"legend: no letter stands for {meaning}", "legend")
    return legend


class Sheet:
    """One side while it is read and checked."""

    def __init__(self, source: Source, side: str, legend: dict[str, str]) -> None:
        self.source, self.side = source, side
        source.only(("moon",), "side", side)
        self.cells: list[list[int]] = []
        self.starts: Starts = {}
        rows = source.get("side", side, "moon", kind=str).strip("\n").split("\n")
        if len(rows) != SIZE:
            self.fail(f"the moon has {len(rows)} rows; it must have {SIZE}")
        for r, text in enumerate(rows):
            self.cells.append(self.read_row(r, "".join(text.split()), legend))

    def fail(self, message: str, row: int = -1) -> None:
        """Refuse the file because of this moon, or of one row of it."""
        self.source.fail(f"side {self.side}: {message}", "side", self.side, "moon", below=row + 1)

    def read_row(self, r: int, letters: str, legend: dict[str, str]) -> list[int]:
        if len(letters) != SIZE:
            self.fail(f"row {r + 1} has {len(letters)} cells; it must have {SIZE}", r)
        cells = []
        for c, letter in enumerate(letters):
            meaning = legend.get(letter)
            if meaning is None:
                self.fail(f"row {r + 1}, column {c + 1}: {letter!r} is not in the legend", r)
            elif meaning in START_WORDS:
                self.starts[r, c] = START_WORDS.index(meaning)
                cells.append(NOTHING)
            else:
                cells.append(CELLS.index(meaning))
        return cells

    def at(self, r: int, c: int) -> int:
        return self.cells[r][c] if 0 <= r < SIZE and 0 <= c < SIZE else OUTSIDE

    def diggable(self, r: int, c: int) -> bool:
        return self.at(r, c) not in (ROCK, OUTSIDE)

    def straight(self, r: int, c: int, to: int) -> int:
        """How many cells could be dug from here in this direction on an untouched moon."""
        n = 0
        while self.diggable(r + n * STEPS[to][0], c + n * STEPS[to][1]):
            n += 1
        return n

    def places(self, *kinds: int) -> list[tuple[int, int]]:
        return [(r, c) for r in range(SIZE) for c in range(SIZE) if self.cells[r][c] in kinds]

    def check_starts(self) -> None:
        """What no board can do without (HM-02): a start, and every start leading in from outside."""
        if not self.starts:
            self.fail("HM-02: there is no starting space")
        for (r, c), to in self.starts.items():
            down, right = STEPS[to]
            if self.at(r - down, c - right) != OUTSIDE:
                self.fail(f"HM-02: the start in row {r + 1}, column {c + 1} has no outside behind it", r)

    def check_standard(self) -> None:
        """HM-02 and HM-03 in full; a file with `standard = false` goes without."""
        hint = " (standard = false lets such a moon be played)"
        for r, c in ((0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)):
            if self.at(r, c) != OUTSIDE:
                self.fail(f"HM-02: a moon is round, but its corner in row {r + 1} is not outside{hint}", r)
        for (r, c), to in self.starts.items():
            if self.straight(r, c, to) < 3:
                self.fail(f"HM-02: the start in row {r + 1}, column {c + 1} leads fewer than three cells in{hint}", r)
        for to, name in enumerate(("bottom", "left", "top", "right")):
            if not any(self.straight(r, c, way) >= 6 for (r, c), way in self.starts.items() if way == to):
                self.fail(f"HM-02: no start on the {name} side allows a straight dig of 6{hint}")
        self.check_counts(hint)
        self.check_connected(hint)
        for sweet in range(SWEETS):
            self.check_group(sweet, hint)

    def check_counts(self, hint: str) -> None:
        limits = [(sweet, 5, SIZE * SIZE) for sweet in range(SWEETS)] + [(PICKLE, 8, 12), (ROCK, 8, 14)]
        for kind, low, high in limits:
            n = len(self.places(kind))
            if not low <= n <= high:
                most = f" to {high}" if high < SIZE * SIZE else " or more"
                self.fail(f"HM-03: {n} of {CELLS[kind]}; there must be {low}{most}{hint}")

    def check_connected(self, hint: str) -> None:
        ground = {(r, c) for r in range(SIZE) for c in range(SIZE) if self.diggable(r, c)}
        lost = ground - reach(min(ground), ground, 1)
        if lost:
            r, c = min(lost)
            self.fail(f"HM-03: row {r + 1}, column {c + 1} can't be reached by digging{hint}", r)

    def check_group(self, sweet: int, hint: str) -> None:
        """Sweets of a kind form one group, each within three steps of another."""
        places = set(self.places(sweet))
        lost = places - reach(min(places), places, 3)
        if lost:
            r, c = min(lost)
            self.fail(f"HM-03: the {CELLS[sweet]} in row {r + 1}, column {c + 1} is far from its group{hint}", r)

    def beside_sweets(self) -> int:
        """How many pickles and rocks lie beside a sweet."""
        return sum(
            any(self.at(r + down, c + right) < SWEETS for down, right in STEPS)
            for r, c in self.places(PICKLE, ROCK)
        )  # fmt: skip

    def put(self, box: Box, number: int) -> None:
        box.cell[number] = self.cells
        box.inward[number] = -1
        for r, c in self.places(*range(ROCK)):
            box.diggable[number, r // LANES] |= bit(r, c)
        for (r, c), to in self.starts.items():
            box.inward[number, r, c] = to
            box.start[number, to, r // LANES] |= bit(r, c)


def reach(origin: tuple[int, int], places: set[tuple[int, int]], steps: int) -> set[tuple[int, int]]:
    """The places that can be reached from one of them in hops of at most so many steps."""
    found, queue = {origin}, deque([origin])
    while queue:
        r, c = queue.popleft()
        for place in places - found:
            if abs(place[0] - r) + abs(place[1] - c) <= steps:
                found.add(place)
                queue.append(place)
    return found


def check_b_is_harder(source: Source, a: Sheet, b: Sheet) -> None:
    """HM-03: more rocks and more pickles on side B, and more of them beside sweets."""
    for kind in (ROCK, PICKLE):
        if len(b.places(kind)) <= len(a.places(kind)):
            b.fail(f"HM-03: side B must have more of {CELLS[kind]} than side A (standard = false plays it anyway)")
    if b.beside_sweets() <= a.beside_sweets():
        b.fail("HM-03: side B must have more rocks and pickles beside sweets than A (standard = false plays it anyway)")
