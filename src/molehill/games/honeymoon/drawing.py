"""Honeymoon drawn with characters: the moon, the sheet beside it, the others' moons.

The terminal, transcripts and the documentation use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from molehill.engine.seat_marks import MARKS
from molehill.games.honeymoon.ahead import row_points
from molehill.games.honeymoon.facts import SIZE, STEPS, SWEET_NAMES
from molehill.games.honeymoon.moves import cells_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

_SKY, _BISCUIT, _TUNNEL, _CREAM = "#141a2e", "#c9a26b", "#2b1d16", "#f6e7cf"
_LETTERS = {"honey": "H", "chocolate": "C", "gummy": "G", "marshmallow": "M", "candy": "D", "pickle": "p"}
_CELL_STYLES = {
    "honey": "bold #2b1d16 on #ffb545",
    "chocolate": "bold #f6e7cf on #6b3e22",
    "gummy": "bold #ffffff on #b8321f",
    "marshmallow": "bold #2b1d16 on #f6e7cf",
    "candy": "bold #2b1d16 on #ff9ecb",
    "pickle": "bold #14260a on #7fa65a",
    "rock": f"#5b5f68 on {_BISCUIT}",
    "soil": f"#8a6238 on {_BISCUIT}",
    "start": "bold #fff3d6 on #7a1f00",
    "chosen": f"bold #ffffff on {_TUNNEL}",
    "outside": f"#c9d6ff on {_SKY}",
}
_ROCKS = {2: "▟▙", 3: "▟█▙"}
_ARROWS = {"north": "▲", "east": "►", "south": "▼", "west": "◄"}
# A tunnel's piece by the sides on which it goes on: north 1, east 2, south 4, west 8. Neighbours in a tunnel are always
# joined, because tunnels never lie side by side (HM-09).
_PIECES = "■║═╚║║╔╠═╝═╩╗╣╦╬"
_STARS = {(0, 1): "✦", (1, 11): "✦", (11, 0): "✧", (11, 11): "✦", (12, 2): "✦", (0, 12): "✧"}


@dataclass(frozen=True)
class Moon:
    """One sheet's moon, ready to be drawn."""

    cells: list[list[str]]
    dug: frozenset[tuple[int, int]]
    chosen: frozenset[tuple[int, int]]
    starts: Mapping[tuple[int, int], str]
    colour: str

    def cell(self, r: int, c: int, width: int) -> tuple[str, str]:
        """A cell's characters and their style."""
        if (r, c) in self.dug:
            return self._tunnel(r, c)[3 - width :], f"bold {self.colour} on {_TUNNEL}"
        if (r, c) in self.chosen:
            return " + "[3 - width :], _CELL_STYLES["chosen"]
        if (r, c) in self.starts:
            return f" {_ARROWS[self.starts[r, c]]} "[3 - width :], _CELL_STYLES["start"]
        what = self.cells[r][c]
        signs = {"rock": _ROCKS[width], "soil": " · "[3 - width :], "outside": f" {_STARS.get((r, c), ' ')} "[-width:]}
        return signs.get(what) or f" {_LETTERS[what]} "[3 - width :], _CELL_STYLES[what]

    def _tunnel(self, r: int, c: int) -> str:
        joined = [(r + down, c + right) in self.dug for down, right in STEPS]
        piece = _PIECES[sum(1 << way for way, on in enumerate(joined) if on)]
        return ("═" if joined[3] else " ") + piece + ("═" if joined[1] else " ")

    def lines(self, width: int) -> list[Text]:
        """The whole moon, so many characters a cell."""
        from rich.text import Text

        return [Text.assemble(*(self.cell(r, c, width) for c in range(SIZE))) for r in range(SIZE)]

    def small(self) -> list[Text]:
        """The moon's outline with the tunnels cut out, two rows a line."""
        from rich.text import Text

        return [Text.assemble(*(self._halves(r, c) for c in range(SIZE))) for r in range(0, SIZE, 2)]

    def _halves(self, r: int, c: int) -> tuple[str, str]:
        upper, lower = self._ground(r, c), self._ground(r + 1, c)
        empty = _TUNNEL if {(r, c), (r + 1, c)} & self.dug else _SKY
        return " ▄▀█"[2 * upper + lower], f"{_BISCUIT} on {empty}"

    def _ground(self, r: int, c: int) -> bool:
        return r < SIZE and (r, c) not in self.dug and self.cells[r][c] != "outside"


def _moon(view: View, seat: int) -> Moon:
    sheet = view["sheets"][seat]
    dug = frozenset((r, c) for r, c in sheet["dug"])
    chosen = sheet["chosen"]
    coming = frozenset((r, c) for r, c in cells_of(chosen)) if chosen and chosen["do"] == "dig" else frozenset()
    open_starts = not (view["options"]["one_shaft"] and dug)  # HM-21
    starts = {(s["at"][0], s["at"][1]): s["to"] for s in view["moon"]["starts"] if open_starts}
    return Moon(view["moon"]["cells"], dug, coming, starts, MARKS[seat][1])


# ---- the sheet beside it --------------------------------------------------------------------------------------------

_WIDTH, _GAP, _PANEL = 80, 2, 36
_TALL = 34  # lines that the board with the others' moons and a prompt take


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything visible: the seat's own sheet large and the others' small, or for a spectator all sheets alike."""
    return _Board(view, names, words)


@dataclass(frozen=True)
class _Board:
    view: View
    names: Sequence[str]
    words: Words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        view = self.view
        if view["seat"] is None and view["seats"] > 1:
            yield from _all_sheets(self)
            return
        seat = view["seat"] or 0
        moon = _with_coordinates(_moon(view, seat), 3)
        yield from _beside([moon, _panel(self, seat)], [3 + 3 * SIZE, _PANEL], _GAP)
        others = [s for s in range(view["seats"]) if s != seat]
        if others and console.is_terminal and console.height < _TALL:
            yield Text(self.words.say("sheet-hidden-others", command="sheets"), style="dim")
        elif others:
            yield Text()
            blocks = [_small_sheet(self, s) for s in others]
            yield from _beside(blocks, [SIZE] * len(others), 3 if len(others) == 5 else 4)


def _beside(blocks: Sequence[list[Text]], widths: Sequence[int], gap: int) -> Iterable[Text]:
    """Blocks of lines side by side, each cut or filled up to its width."""
    from rich.text import Text

    for n in range(max(map(len, blocks))):
        line = Text(no_wrap=True, overflow="crop", end="\n")
        for k, (block, width) in enumerate(zip(blocks, widths, strict=True)):
            part = block[n].copy() if n < len(block) else Text()
            part.truncate(width, overflow="ellipsis", pad=k < len(blocks) - 1)
            line.append_text(part)
            line.append(" " * gap if k < len(blocks) - 1 else "")
        yield line


def _with_coordinates(moon: Moon, width: int) -> list[Text]:
    from rich.text import Text

    letters = "".join(f" {chr(ord('A') + c)} "[3 - width :] for c in range(SIZE))
    lines = [Text.assemble("   ", (letters, "dim"))]
    for r, line in enumerate(moon.lines(width)):
        lines.append(Text.assemble((f"{r + 1:2d} ", "dim"), line))
    return lines


def _name(b: _Board, seat: int) -> Text:
    from rich.text import Text

    mark, colour = MARKS[seat]
    return Text.assemble((f"{mark} ", colour), (b.names[seat], f"bold {colour}"))


def _split(left: Text, right: str, style: str = "") -> Text:
    """Something at the left end of the panel and something at its right end."""
    left.truncate(_PANEL - len(right) - 1, overflow="ellipsis", pad=True)
    return left.append(f" {right}", style=style)


def _panel(b: _Board, seat: int) -> list[Text]:
    """Rows, slots, timer, die and points of one sheet, and what the signs mean."""
    from rich.text import Text

    view, say = b.view, b.words.say
    sheet = view["sheets"][seat]
    sets = min(sheet["ticked"].values())
    return [
        _split(_name(b, seat), say("sheet-points", points=sheet["points"]), "bold"),
        Text(_state(b), style="italic"),
        *(_row(b, sheet, sweet) for sweet in SWEET_NAMES),
        _split(Text(f"  {say('sheet-sets', sets=sets)}"), f"{5 * sets:+d}"),
        _split(
            Text.assemble((" p ", _CELL_STYLES["pickle"]), f" {say('sheet-pickles', pickles=sheet['pickles'])}"),
            f"{-2 * sheet['pickles']:d}",
        ),
        Text(f"  {say('sheet-slots'):15}{_boxes(sheet['marked'], view['slots'], '■')}"),
        Text(f"  {say('sheet-timer'):7}{_timer(b)}"),
        Text(),
        *_legend(b, seat),
    ]


def _state(b: _Board) -> str:
    view, say = b.view, b.words.say
    if view["phase"] == "over":
        return say("sheet-over")
    if view["phase"] == "roll":
        return say("sheet-waiting", rolls=view["rolls"] + 1) if view["rolls"] else say("sheet-rolled-none")
    return say("sheet-roll", rolls=view["rolls"], die=view["die"])


def _row(b: _Board, sheet: Mapping[str, Any], sweet: str) -> Text:
    from rich.text import Text

    ticks = sheet["ticked"][sweet]
    boxes = _boxes(ticks, b.view["row_boxes"], "■")
    left = Text.assemble((f" {_LETTERS[sweet]} ", _CELL_STYLES[sweet]), f" {b.words.say(f'cell-{sweet}'):13}{boxes}")
    return _split(left, f"{row_points(ticks):d}")


def _boxes(full: int, total: int, sign: str) -> str:
    return " ".join(sign * full + "□" * (total - full)) if total <= 7 else f"{full}/{total}"


def _timer(b: _Board) -> str:
    """Boxes circled in the first run of a solo game are filled circles; otherwise they are crossed off (HM-23)."""
    timer, solo = b.view["timer"], b.view["seats"] == 1
    boxes = _boxes(timer["crossed"], timer["boxes"], "●" if solo and timer["run"] == 1 else "☒")
    state = "off" if timer["run"] == 0 else ("first", "second")[timer["run"] - 1] if solo else "on"
    return f"{boxes} {b.words.say(f'sheet-timer-{state}')}"


def _legend(b: _Board, seat: int) -> list[Text]:
    from rich.text import Text

    say, tunnel = b.words.say, f"bold {MARKS[seat][1]} on {_TUNNEL}"
    first = Text.assemble(
        (" · ", _CELL_STYLES["soil"]), f" {say('cell-soil')}  ",
        (_ROCKS[3], _CELL_STYLES["rock"]), f" {say('cell-rock')}  ",
        (" ▼ ► ", _CELL_STYLES["start"]), f" {say('sheet-legend-starts')}",
    )  # fmt: skip
    second = Text.assemble(
        ("═╦═", tunnel), f" {say('sheet-legend-tunnel')}  ",
        (" + ", _CELL_STYLES["chosen"]), f" {say('sheet-legend-chosen')}",
    )  # fmt: skip
    return [first, second]


# ---- the others, and what a spectator sees --------------------------------------------------------------------------


def _small_sheet(b: _Board, seat: int) -> list[Text]:
    from rich.text import Text

    sheet = b.view["sheets"][seat]
    return [
        _name(b, seat),
        Text(b.words.say("sheet-points", points=sheet["points"])),
        *_moon(b.view, seat).small(),
        Text(_counts(sheet, "")),
        Text(b.words.say("sheet-small-slots", marked=sheet["marked"], slots=b.view["slots"])),
        Text(_standing(b, seat)),
    ]


def _counts(sheet: Mapping[str, Any], gap: str) -> str:
    counts = [f"{_LETTERS[sweet]}{sheet['ticked'][sweet]}" for sweet in SWEET_NAMES]
    return gap.join(counts) + f" p{sheet['pickles']}"


def _standing(b: _Board, seat: int) -> str:
    if seat in b.view["winners"]:
        return b.words.say("sheet-small-won")
    if b.view["phase"] != "dig":
        return ""
    return b.words.say("sheet-small-finished" if b.view["sheets"][seat]["finished"] else "sheet-small-thinking")


def _all_sheets(b: _Board) -> Iterable[Text]:
    """Three sheets side by side (two, if there are four), with the rows numbered once at the left."""
    from rich.text import Text

    say, seats = b.words.say, b.view["seats"]
    yield Text.assemble((_state(b), "italic"), f"   {say('sheet-timer')} {_timer(b)}")
    across, width = 2 if seats == 4 else 3, 2 * SIZE - 1
    numbers = [Text(), Text(), *(Text(f"{r + 1:2d}", style="dim") for r in range(SIZE))]
    for first in range(0, seats, across):
        shown = range(first, min(first + across, seats))
        yield Text()
        yield from _beside([numbers, *(_medium_sheet(b, s) for s in shown)], [2, *([width] * len(shown))], 1)


def _medium_sheet(b: _Board, seat: int) -> list[Text]:
    from rich.text import Text

    sheet, say, width = b.view["sheets"][seat], b.words.say, 2 * SIZE - 1
    head = _name(b, seat)
    points = f" {say('sheet-points', points=sheet['points'])}"
    head.truncate(width - len(points), overflow="ellipsis", pad=True)
    letters = " ".join(chr(ord("A") + c) for c in range(SIZE))
    return [
        head.append(points, style="bold"),
        Text(letters, style="dim"),
        *(line[:width] for line in _moon(b.view, seat).lines(2)),
        Text(_counts(sheet, " ")),
        Text(
            f"{say('sheet-small-slots', marked=sheet['marked'], slots=b.view['slots'])}  {_standing(b, seat)}".rstrip()
        ),
    ]
