"""Paths: how a single value of a box is named, be it a count, a card in a text or a cell of a map.

    counts.slots            a key of a table
    ladders[2-16]           the same; keys may always be in brackets
    dice.pan[2]             the second item of a list
    deck.cards[add red]     the number of a card, in a text with lines such as `2 x  - | add red`
    deck[add red]           the same, if only one text of the table has such a card
    side.A.moon[3, 4]       a sign of a map, in a text that is drawn in rows: row 3, column 4

A card is named by its whole line, by one side of its bar, or by any part that no other card has. The value `none`
removes a key or a card. Items, rows and columns are counted from 1.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from molehill.engine.errors import Unknown

NONE = "none"
MOST_VALUES = 1_000
Value = int | float | bool | str

_STEP = re.compile(r"""\.?(?:"(?P<quoted>[^"]*)"|(?P<plain>[\w-]+))|\[(?P<inside>[^\]]*)\]""")
_CARD = re.compile(r"^(?P<before>\s*)(?P<count>\d+)(?P<between>\s+x\s+)(?P<card>.*?)(?P<after>\s*(?:#.*)?)$")


@dataclass(frozen=True)
class BoxPath:
    """A path: its names and bracketed steps, in order."""

    text: str
    steps: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> BoxPath:
        """A path from text. It need not be in any box. Raises Unknown."""
        text = text.strip()
        found = list(_STEP.finditer(text))
        if not found or "".join(match[0] for match in found) != text or text.startswith((".", "[")):
            raise Unknown(f"{text!r} is not a path; write one like counts.slots, dice.pan[2] or deck[add red]")
        return cls(text, tuple((m["quoted"] or m["plain"] or m["inside"] or "").strip() for m in found))

    def change(self, doc: dict[str, Any], value: Value) -> None:
        """Write the value there. Raises Unknown if the path leads nowhere."""
        holder: Any = doc
        for depth, step in enumerate(self.steps[:-1]):
            holder = self._into(holder, step, depth)
            if isinstance(holder, str):
                self._change_text(doc, self.steps[: depth + 1], self.steps[depth + 1 :], value)
                return
        last = self.steps[-1]
        if isinstance(holder, dict) and last not in holder and (texts := _texts_with(holder, last)):
            if len(texts) > 1:
                raise Unknown(f"{self.text}: {last!r} is in {' and '.join(texts)}; name one, as {texts[0]}[{last}]")
            self._change_text(doc, (*self.steps[:-1], texts[0]), self.steps[-1:], value)
        elif isinstance(holder, dict) and last not in holder and (decks := _decks(holder)):
            raise Unknown(f"{self.text}: no card like {last!r} is in {' or '.join(decks)}; see `molehill paths`")
        elif holder is doc and last not in doc and (inside := _ending_in(doc, last)):
            raise Unknown(f"{self.text}: there is no {last!r} outside of tables; did you mean {' or '.join(inside)}?")
        elif isinstance(holder, dict):
            _change_key(self, holder, last, value)
        elif isinstance(holder, list):
            holder[self._number(last, len(holder))] = value
        else:
            raise Unknown(f"{self.text}: there is nothing inside {'.'.join(self.steps[:-1])}")

    def _into(self, holder: Any, step: str, depth: int) -> Any:
        if isinstance(holder, dict) and step in holder:
            return holder[step]
        if isinstance(holder, list):
            return holder[self._number(step, len(holder))]
        where = ".".join(self.steps[:depth])
        raise Unknown(f"{self.text}: there is no {step!r}{f' in {where}' if where else ''}{_near(step, holder)}")

    def _number(self, step: str, most: int) -> int:
        if not step.isdecimal() or not 1 <= int(step) <= most:
            raise Unknown(f"{self.text}: items are numbered 1 to {most}, not {step!r}")
        return int(step) - 1

    def _change_text(self, doc: dict[str, Any], where: Sequence[str], inside: Sequence[str], value: Value) -> None:
        """Change a text at its place: a card of it, or a sign of a map."""
        holder: Any = doc
        for step in where[:-1]:
            holder = holder[step]
        if len(inside) != 1:
            raise Unknown(f"{self.text}: a text has cards or signs, with nothing inside these")
        lines = holder[where[-1]].split("\n")
        place = re.fullmatch(r"(\d+)\s*,\s*(\d+)", inside[0])
        if place and not any(_CARD.match(line) for line in lines):
            self._change_sign(lines, int(place[1]), int(place[2]), value)
        else:
            self._change_card(lines, inside[0], value)
        holder[where[-1]] = "\n".join(lines)

    def _change_card(self, lines: list[str], card: str, value: Value) -> None:
        found = _cards_like(lines, card)
        if len(found) != 1:
            shown = "; ".join(" ".join(lines[number].split()) for number in found[:3])
            raise Unknown(f"{self.text}: " + (f"several cards match: {shown}" if found else f"no {card!r}"))
        number = found[0]
        count = 0 if value == NONE else value
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise Unknown(f"{self.text}: the number of a card is a whole number, not {value!r}")
        if count == 0:
            del lines[number]
        else:
            lines[number] = _CARD.sub(rf"\g<before>{count}\g<between>\g<card>\g<after>", lines[number])

    def _change_sign(self, lines: list[str], row: int, column: int, value: Value) -> None:
        rows = [number for number, line in enumerate(lines) if line.strip()]
        signs = lines[rows[row - 1]].split() if 1 <= row <= len(rows) else []
        if not 1 <= column <= len(signs):
            raise Unknown(f"{self.text}: there is no row {row} with a column {column}")
        signs[column - 1] = str(value)
        lines[rows[row - 1]] = " ".join(signs)


def _change_key(path: BoxPath, table: dict[str, Any], key: str, value: Value) -> None:
    if value == NONE:
        if key not in table:
            raise Unknown(f"{path.text}: there is no {key!r} to remove{_near(key, table)}")
        del table[key]
    elif key in table and isinstance(table[key], dict | list):
        raise Unknown(f"{path.text} is a {'table' if isinstance(table[key], dict) else 'list'}; name a part of it")
    elif key in table and isinstance(table[key], str) and "\n" in table[key]:
        raise Unknown(f"{path.text} is a text; name a card or a sign of it, as {path.text}[...]")
    else:
        table[key] = value


def _near(step: str, holder: Any) -> str:
    names = list(holder) if isinstance(holder, dict) else []
    near = difflib.get_close_matches(step, names, 1)
    return f"; did you mean {near[0]}?" if near else f" (there: {', '.join(names[:12])})" if names else ""


def _texts_with(table: dict[str, Any], card: str) -> list[str]:
    """The texts of a table that have a card like this."""
    return [key for key in _decks(table) if _cards_like(table[key].split("\n"), card)]


def _decks(table: dict[str, Any]) -> list[str]:
    """The texts of a table that have cards."""
    return [key for key, text in table.items() if isinstance(text, str) and any(map(_CARD.match, text.split("\n")))]


def _cards_like(lines: Sequence[str], card: str) -> list[int]:
    """Lines with this card: the whole card if there is one, else those with such a half, else with such a part."""
    wanted = _halves(card)
    cards = {number: _halves(found["card"]) for number, line in enumerate(lines) if (found := _CARD.match(line))}
    for fits in (
        lambda halves: halves == wanted,
        lambda halves: len(wanted) == 1 and wanted[0] in halves,
        lambda halves: " | ".join(wanted) in " | ".join(halves),
    ):
        fitting = [number for number, halves in cards.items() if fits(halves)]
        if fitting:
            return fitting
    return []


def _halves(card: str) -> list[str]:
    return [" ".join(half.split()) for half in card.split("|")]


def all_paths(doc: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Every path into a box with its value, in the order of the file: keys, items, and the numbers of cards.

    Of a map, there is its first sign: the others have paths of the same form.
    """
    return _paths(doc, "")


def _ending_in(doc: Mapping[str, Any], name: str) -> list[str]:
    """The paths whose last step has this name."""
    return [path for path, _ in all_paths(doc) if BoxPath.read(path).steps[-1] == name]


def _paths(value: Any, path: str) -> Iterator[tuple[str, Value]]:
    if isinstance(value, dict):
        for key, inside in value.items():
            step = f".{key}" if re.fullmatch(r"\w+", key) else f"[{key}]"
            yield from _paths(inside, f"{path}{step}" if path else key)
    elif isinstance(value, list):
        for number, inside in enumerate(value, 1):
            yield from _paths(inside, f"{path}[{number}]")
    elif isinstance(value, str) and "\n" in value:
        yield from _paths_into_text(value, path)
    else:
        yield path, value


def _paths_into_text(text: str, path: str) -> Iterator[tuple[str, Value]]:
    cards = [found for line in text.split("\n") if (found := _CARD.match(line))]
    for found in cards:
        yield f"{path}[{' '.join(found['card'].split())}]", int(found["count"])
    if not cards and (signs := text.split()):
        yield f"{path}[1, 1]", signs[0]


# ---- values ----------------------------------------------------------------------------------------------------------


def read_values(text: str) -> list[Value]:
    """Values from text: 1..4, 1..9..2, a,b,c, or a mix such as 0,2..4."""
    parts = [_part(part.strip(), text) for part in text.split(",")]
    if (count := sum(map(len, parts))) > MOST_VALUES:
        raise Unknown(f"{text!r} are {count:,} values; {MOST_VALUES:,} are the most")
    found = [value for part in parts for value in part]
    for value in found:
        if found.count(value) > 1:
            raise Unknown(f"{text!r} has {value!r} twice")
    return found


def _part(part: str, text: str) -> Sequence[Value]:
    span = re.fullmatch(r"(-?\d{1,18})\.\.(-?\d{1,18})(?:\.\.(\d{1,18}))?", part)
    if not part or (span and (int(span[1]) > int(span[2]) or int(span[3] or 1) == 0)):
        raise Unknown(f"{text!r} is not a list of values; write one like 1..4, 1..9..2 or a,b,c")
    return range(int(span[1]), int(span[2]) + 1, int(span[3] or 1)) if span else [_value(part)]


def _value(part: str) -> Value:
    if part in ("true", "false"):
        return part == "true"
    for kind in (int, float):
        try:
            return kind(part)
        except ValueError:
            continue
    return part.strip('"')
