"""A declared view in characters, for games that have no `drawing.py` of their own.

A line for each declared part of the view, with its label, and a line for each seat. Labels are messages `shown-KEY` of
the game's catalogue, the key itself where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.seat_marks import MARKS
from molehill.engine.shapes import Shown

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from molehill.engine.words import Words

_HIDDEN, _NOTHING = "?", "-"
_PIECES = ("counter", "die", "card", "flag", "track")  # what is there even if one may not see it


def board(parts: Mapping[str, Shown], view: Mapping[str, Any], names: Sequence[str], words: Words) -> RenderableType:
    """Everything that is declared: first what lies before all, then what lies before each seat."""
    from rich.console import Group
    from rich.text import Text

    drawer = _Drawer(names, words)
    common = {key: how for key, how in parts.items() if how["as"] != "plates"}
    lines: list[RenderableType] = [
        Text(f" {line}") for key in common for line in drawer.lines(key, parts[key], view[key])
    ]
    plates = {key: how for key, how in parts.items() if how["as"] == "plates"}
    return Group(*lines, *(drawer.seat(seat, plates, view) for seat in range(view["seats"])))


class _Drawer:
    """Values as words and signs, in one game's words."""

    def __init__(self, names: Sequence[str], words: Words) -> None:
        self._names, self._words = names, words

    def lines(self, key: str, how: Shown, value: Any) -> Iterator[str]:
        """A part with its label; a map has a line for each of its rows."""
        rows = self._rows(how, value)
        if rows is None:
            yield f"{self._said('shown', key)}: {self._text(how, value)}"
            return
        yield f"{self._said('shown', key)}:"
        yield from (f"  {' '.join(row)}" for row in rows)

    def seat(self, seat: int, plates: Mapping[str, Shown], view: Mapping[str, Any]) -> Text:
        """The line of a seat: its mark, its name, and what lies before it."""
        from rich.text import Text

        mark, colour = MARKS[seat]
        told = [self._text(how["of"], view[key][seat]) for key, how in plates.items()]
        name = f"{self._names[seat]:{max(map(len, self._names))}}"
        return Text.assemble((f" {mark} ", colour), (name, f"bold {colour}"), "  ", "  ".join(told))

    def _rows(self, how: Shown, value: Any) -> list[list[str]] | None:
        if how["as"] == "places":
            return [[self._text(how["of"], place)] for place in value]
        if how["as"] != "map" or value is None:
            return None
        width = how.get("width")
        rows = [value[n : n + width] for n in range(0, len(value), width)] if width else value
        return [[self._text(how["of"], piece) if piece not in ("", 0) else "." for piece in row] for row in rows]

    def _text(self, how: Shown, value: Any) -> str:
        if value is None:
            return _HIDDEN if how["as"] in _PIECES else _NOTHING
        match how["as"]:
            case "row" | "plates":
                return " ".join(self._text(how["of"], piece) for piece in value) or _NOTHING
            case "parts":
                each: Shown = how.get("each", {})
                parts: Mapping[str, Shown] = how.get("parts") or dict.fromkeys(value, each)
                return "  ".join(f"{self._said('shown', key)} {self._text(parts[key], value[key])}" for key in parts)
            case "flag":
                return "✓" if value else "-"
            case "die":
                return f"[{value or ' '}]"
            case "card":
                return self._said("card", value)
            case "track":
                return f"{value}/{how['length']}"
            case "seat":
                name: str = self._names[value]
                return name
        return str(value)

    def _said(self, kind: str, key: str) -> str:
        message = f"{kind}-{key}"
        return self._words.say(message) if message in self._words else key
