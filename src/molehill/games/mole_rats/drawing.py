"""Mole Rats drawn with characters: the station unrolled, tier above tier, then players, cards and snakes.

The terminal, transcripts and the documentation use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from molehill.games.mole_rats.view import card_phrase

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

_WIDTH, _CELL, _MARGIN = 72, 3, 7  # at 80 columns; a tier of more than 24 spaces needs a wider screen
_DIM, _POD = "#8a8f9c", "bold #14260a on #8fd694"
_RAT_STYLE = "bold #14141c on #ffd9c7"
_SNAKE_STYLES = {
    "red": "bold #ffffff on #b3261e",
    "yellow": "bold #2b2300 on #f0e442",
    "green": "bold #ffffff on #00664b",
    "blue": "bold #ffffff on #1f5fa8",
}
_FEATURE_STYLES = {"▲": "bold #8fd694", "△": "#8fd694", "▼": "bold #e69f00", "▽": "#e69f00", "♦": "bold #ff9ecb"}
_ITEM_LETTERS = {"toothbrush": "T", "tape": "D", "map": "M", "food": "F"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

Cell = tuple[str, str]  # characters and their style


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything visible: the five tiers unrolled, the pod above them, then the players, their cards and the snakes."""
    return _Board(view, names, words)


@dataclass(frozen=True)
class _Board:
    view: View
    names: Sequence[str]
    words: Words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.pod()
        for tier in range(len(self.view["station"]["tiers"]), 0, -1):
            yield from self.tier(tier)
        yield from self.legend()
        yield from self.state()
        yield self.players()

    def pod(self) -> Text:
        """The escape pod with the rats in it, and what has been collected."""
        from rich.text import Text

        say = self.words.say
        line = Text.assemble((f" {say('board-pod')} ", _POD), " ")
        for rat in self.view["rats"]:
            if rat["at"] == "pod":
                line.append(f"@{rat['rat']}", _RAT_STYLE).append(" ")
        line.append(f"  {say('board-equipment')}:")
        for item in self.view["equipment"]:
            box = "[x]" if item["collected"] else "[ ]"
            name = say("item-name", item=item["item"])
            line.append(f"  {box} {name}", "bold #8fd694" if item["collected"] else "#ff9ecb")
        return line

    def tier(self, tier: int) -> Iterator[Text]:
        """A tier's numbers, its features, and as many lines of pieces as the fullest space needs."""
        sizes = self.view["station"]["tiers"]
        size, width = sizes[tier - 1], max(_WIDTH, _CELL * max(sizes))
        features = _features(self.view)
        names = [f"{tier}-{k + 1}" for k in range(size)]
        yield _spread(self.words.say("board-tier", tier=tier), [(str(k + 1), _DIM) for k in range(size)], width)
        yield _spread("", [features.get(name, ("·", _DIM)) for name in names], width)
        pieces = [_pieces(self.view, name) for name in names]
        for line in range(max(map(len, pieces))):
            yield _spread("", [stack[line] if line < len(stack) else ("", "") for stack in pieces], width)

    def legend(self) -> Iterator[Text]:
        from rich.text import Text

        for line in ("board-legend-1", "board-legend-2"):
            yield Text(self.words.say(line), style=_DIM)

    def state(self) -> Iterator[Text]:
        """Turn, pile, snakes beside the board and out in space."""
        from rich.text import Text

        view, say = self.view, self.words.say
        yield Text(say("board-turn", turn=view["turns"] + 1, pile=view["pile"]), style="bold")
        for where in ("aside", "space"):
            snakes = [_short(s["snake"]) for s in view["snakes"] if s["at"] == where]
            if snakes:
                yield Text(say(f"board-{where}", snakes=" ".join(snakes)))

    def players(self) -> RenderableType:
        """A line for each seat: name, rat, medkit, card."""
        from rich.table import Table
        from rich.text import Text

        view, say = self.view, self.words.say
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in range(view["seats"]):
            rat, card = view["rats"][seat], view["hands"][seat]
            table.add_row(
                "►" if view["turn"] == seat else " ",
                Text(self.names[seat], style="bold"),
                Text(f"@{rat['rat']}", style=_RAT_STYLE),
                rat["at"] if "-" in rat["at"] else say(f"board-in-{rat['at']}"),
                say("board-medkit" if rat["medkit"] else "board-no-medkit"),
                say("card", **card_phrase(card)) if card else say("board-no-card"),
            )
        return table


def _spread(title: str, cells: Sequence[Cell], width: int) -> Text:
    """Cells spread over the whole width, so that what lies at the same angle stands in about the same column."""
    from rich.text import Text

    line = Text(f"{title:{_MARGIN}}", no_wrap=True, overflow="crop", end="\n")
    for k, (characters, style) in enumerate(cells):
        room = (k + 1) * width // len(cells) - k * width // len(cells)
        line.append(characters, style).append(" " * (room - len(characters)))
    line.rstrip()
    return line


def _features(view: View) -> dict[str, Cell]:
    """A sign for every space that is not plain: both ends of a ladder or shaft have the same letter."""
    station, found = view["station"], {}
    letters = iter(_LETTERS + _LETTERS.upper())
    for table, start, end in (("ladders", "▲", "△"), ("shafts", "▼", "▽")):
        for place, far in station[table].items():
            letter = "*" if far in ("pod", "space") else next(letters, "?")
            found[place] = f"{start}{letter}"
            found[far] = f"{end}{letter}"
    for item in view["equipment"]:
        if not item["collected"]:
            found[station["equipment"][item["item"]]] = f"♦{_ITEM_LETTERS[item['item']]}"
    found |= {place: f"⌂{number + 1}" for number, place in enumerate(station["rat_starts"])}
    found |= {place: f"~{colour[0]}" for colour, place in station["snake_starts"].items()}
    return {place: (sign, _FEATURE_STYLES.get(sign[0], "")) for place, sign in found.items()}


def _pieces(view: View, place: str) -> list[Cell]:
    rats = [(f"@{rat['rat']}", _RAT_STYLE) for rat in view["rats"] if rat["at"] == place]
    snakes = [s["snake"] for s in view["snakes"] if s["at"] == place]
    return rats + [(_short(name), _SNAKE_STYLES[name.split()[0]]) for name in snakes]


def _short(name: str) -> str:
    return name[0] + name[-1]
