"""Target: Rats drawn with characters: the rings as squares round Rat City, then the rats by their numbers.

The terminal, transcripts and the documentation use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.seat_marks import MARKS
from molehill.games.target_rats.facts import QUADRANTS, SPACE_NUMBERS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

# Seat colours after Okabe and Ito, which stay apart for colour-blind eyes; each faction has its letter.
LETTERS = "abcd"
_STYLES = {"surface": "#a8a8a8", "underground": "#b08d57", "nest": "bold", "tunnel": "#b08d57", "city": "bold #f0e442"}
_WIDTH = 80
_WIDE = 11  # rings of more cells a side get narrower cells
_SMALLEST = 4  # cells a side that the ring below needs, for Rat City to fit inside

Run = tuple[int, str, str]  # column, characters, style


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything on the table: the rings as squares round Rat City, then every faction's rats by their numbers."""
    from rich.console import Group

    lines = _map(view, words)
    return Group(*lines, *_legend(words), _header(view, names, words), *_factions(view, names, words))


class _Canvas:
    """Lines of text that are written anywhere, cell by cell."""

    def __init__(self, rows: int, width: int) -> None:
        self.width = width
        self.lines: list[list[Run]] = [[] for _ in range(rows)]

    def put(self, line: int, column: int, runs: Iterable[tuple[str, str]]) -> None:
        for characters, style in runs:
            self.lines[line].append((column, characters, style))
            column += len(characters)

    def texts(self) -> list[Text]:
        from rich.text import Text

        found = []
        for runs in self.lines:
            text = Text(no_wrap=True, overflow="crop")
            for column, characters, style in sorted(runs):
                text.append(" " * (column - len(text)))
                text.append(characters, style=style)
            found.append(text)
        return found


def _map(view: View, words: Words) -> list[Text]:
    spaces = {space["space"]: space for space in view["board"]}
    above = sum(space["kind"] == "surface" for space in spaces.values()) // QUADRANTS
    below = sum(space["kind"] == "underground" for space in spaces.values()) // QUADRANTS
    inner = max(below, _SMALLEST)
    outer = max(above, inner + 4)
    width = 8 if outer <= _WIDE else 7
    edge = (outer - inner) // 2
    canvas = _Canvas(2 * (outer + 1), width * (outer + 1))
    cells = {f"s{n}": _on_square(n, above, outer, 0) for n in range(QUADRANTS * above)}
    cells |= {f"u{n}": _on_square(n, below, inner, edge) for n in range(QUADRANTS * below)}
    for q in range(QUADRANTS):
        row, column = cells[spaces[f"n{q}"]["joins"][0]]
        cells[f"n{q}"] = (row + (-1, 0, 1, 0)[q], column + (0, 1, 0, -1)[q])
    for name, (row, column) in cells.items():
        canvas.put(2 * row, width * column, [(_label(spaces[name]), _STYLES[spaces[name]["kind"]])])
        canvas.put(2 * row + 1, width * column, _rats(view, name))
    _draw_middle(view, spaces, canvas, 2 * (edge + 1), width * (edge + 1), words)
    return canvas.texts()


def _on_square(n: int, spaces: int, cells: int, edge: int) -> tuple[int, int]:
    """Row and column of a ring's n-th space, the ring drawn as a square from the upper left corner on, clockwise."""
    side, place = divmod(n, spaces)
    along = place * cells // spaces
    row, column = ((0, along), (along, cells), (cells, cells - along), (cells - along, 0))[side]
    return edge + row, edge + column


def _label(space: Mapping[str, Any]) -> str:
    """A space's name with what is special: a dumpster, the way down or up, the tunnel that begins here."""
    name: str = space["space"]
    if space["kind"] == "nest":
        return f"[{name}]"
    sign = "▣" if space["dumpster"] else ""
    for other in space["joins"]:
        if space["kind"] == "surface" and other.startswith("u"):
            sign += f"↓{other}"
        elif space["kind"] == "underground" and other.startswith("s"):
            sign += f"↑{other}"
        elif space["kind"] == "underground" and other.startswith("t"):
            sign += f"»{other[:2]}"
    return name + sign


def _rats(view: View, name: str) -> list[tuple[str, str]]:
    """The rats on a space: a letter each, a capital when fed; many of a kind as a number."""
    found: list[tuple[str, str]] = []
    if view["exterminator"] == name:
        found.append(("X", "bold reverse #d55e00"))
    for faction in view["factions"]:
        letter, colour = LETTERS[faction["seat"]], MARKS[faction["seat"]].colour
        here = [rat["fed"] for rat in faction["rats"] if rat["at"] == name]
        for fed, sign in ((False, letter), (True, letter.upper())):
            n = here.count(fed)
            if n:
                found.append((sign * n if n <= 4 else f"{n}{sign}", f"bold {colour}"))
    return found or [("·", "dim")]


def _draw_middle(view: View, spaces: View, canvas: _Canvas, line: int, column: int, words: Words) -> None:
    """The tunnels, each space by space from outside inward, and Rat City between them."""
    order = (0, 1, None, None, 3, 2)
    for offset, q in enumerate(order):
        if q is None:
            continue
        runs: list[tuple[str, str]] = [(f"t{q} ", _STYLES["tunnel"])]
        for name in sorted(name for name in spaces if name.startswith(f"t{q}")):
            rats = _rats(view, name)
            runs += [*rats, (" " * (5 - sum(len(text) for text, _ in rats)), "")]
        canvas.put(line + offset, column, runs)
    canvas.put(line + 2, column, [(words.say("board-city"), _STYLES["city"])])
    canvas.put(line + 3, column, [("  ", ""), *_rats(view, "city")])


def _legend(words: Words) -> list[Text]:
    from rich.text import Text

    return [Text(words.say("board-legend"), style="dim"), Text()]


def _header(view: View, names: Sequence[str], words: Words) -> Text:
    """The turn, the dice and what is left of them, or the fight."""
    from rich.text import Text

    if view["turn"] is None:
        return Text(words.say("board-start"))
    text = Text(words.say("board-turn", round=view["round"], player=names[view["turn"]]), style="bold")
    if view["phase"] == "over":
        return Text(words.say("board-over", round=view["round"]), style="bold")
    if view["fight"]:
        for side in ("attacker", "defender"):
            thrown = view["fight"][side]
            dice = " ".join(map(_die, thrown["shows"])) or "-"
            text.append("  " + words.say(f"board-{side}", rats=thrown["rats"], dice=dice, total=thrown["total"]))
    elif view["dice"]["shows"]:
        dice = " ".join(map(_die, view["dice"]["shows"]))
        text.append("  " + words.say("board-dice", dice=dice, left=view["left"]))
    return text


def _die(shows: int | str) -> str:
    return "⊕" if shows == "target" else str(shows)


def _factions(view: View, names: Sequence[str], words: Words) -> list[Text]:
    from rich.text import Text

    lines = []
    for faction in view["factions"]:
        seat = faction["seat"]
        head = Text(f"{LETTERS[seat]} {names[seat]}", style=f"bold {MARKS[seat].colour}")
        if view["cheese"] == seat:
            head.append(f" ♛ {words.say('board-cheese')}", style=_STYLES["city"])
        nest = sum(rat["at"] == faction["nest"] for rat in faction["rats"])
        supply = sum(rat["at"] is None for rat in faction["rats"])
        counts = words.say("board-counts", out=faction["out"], nest=nest, name=faction["nest"], supply=supply)
        lines += [head.append(f"  {counts}", style="not bold"), *_numbers(view, faction, words)]
    return lines


def _numbers(view: View, faction: Mapping[str, Any], words: Words) -> list[Text]:
    """The rats by number: where each stands, a star when fed, who is moving and who has finished."""
    from rich.text import Text

    where: dict[str, list[str]] = {}
    moving = view["mover"]["rat"] if view["mover"] and view["turn"] == faction["seat"] else 0
    for rat in faction["rats"]:
        if rat["at"] is not None:
            signs = (("*", rat["fed"]), ("!", rat["rat"] == moving), (".", rat["finished"]))
            where.setdefault(rat["at"], []).append(str(rat["rat"]) + "".join(sign for sign, on in signs if on))
    lines = [""]
    for name, rats in sorted(where.items(), key=lambda item: SPACE_NUMBERS[item[0]]):
        part = f"{name}: {' '.join(rats)}"
        if len(lines[-1]) + len(part) + 3 > _WIDTH - 2:
            lines.append("")
        lines[-1] += f" | {part}" if lines[-1] else part
    return [Text(f"  {line or words.say('board-none')}") for line in lines]
