"""A box as a form: its values in the order of the file, each with what the file says about it, and ways to change them.

Nothing here knows a game. Tables become sections, comments become help. Keys that the file writes in quotes are names
of the designer's own, such as cards or spaces, so such a table has lines to add and to remove. A text with lines such
as `2 x  any 3 | -` is a list of cards, one with rows of single signs is a map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import tomlkit
from tomlkit.items import AoT, InlineTable, Table

from molehill.engine.box import declared_keys, key_lines
from molehill.engine.errors import Unknown
from molehill.lab.editions import is_quoted, write_back
from molehill.lab.questions import Field, Kind, Section

if TYPE_CHECKING:
    from molehill.engine.game import Game

MOST_FIELDS = 3_000
Path = tuple[str, ...]

_CARD = re.compile(r"^(\s*)(\d+)\s+x\s+\S")
_COMMENT = re.compile(r"""^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#])*#\s?(.*)$""")
_HIDDEN = "standard"  # whoever changes a box need not know it: it follows from the values


def form_of(game: Game, text: str) -> list[Section]:
    """The form of a box file, which may break rules, but must be TOML."""
    doc, notes = tomlkit.parse(text), _Notes(text)
    limits = {key.path: key for key in declared_keys(game.part("box").Box)}
    sections = list(_sections(doc, (), notes, doc.unwrap().get("legend", {})))
    fields = [field for section in sections for each in section.fields for field in _all(each)]
    if len(fields) > MOST_FIELDS:
        raise Unknown(f"a form has {MOST_FIELDS:,} values at most")
    for field in fields:
        declared = limits.get(".".join(field.at)) or limits.get(".".join(field.at[:-1]))
        if declared and field.kind == "number":
            field.low, field.high = declared.low, declared.high
    return sections


def changed(text: str, changes: Sequence[tuple[Sequence[str], Any]]) -> str:
    """The text of a box with values changed, each at its place; None removes one. Comments and layout stay.

    Raises Unknown for a place that does not exist.
    """
    doc = tomlkit.parse(text)
    plain = doc.unwrap()
    for at, value in changes:
        _change(plain, at, value)
    write_back(doc, plain)
    return tomlkit.dumps(doc)


def _change(doc: dict[str, Any], at: Sequence[str], value: Any) -> None:
    holder: Any = doc
    for step in at[:-1]:
        holder = holder[_place(holder, step, at)]
    if isinstance(holder, dict) and at and value is not None:
        holder[at[-1]] = value
        return
    place = _place(holder, at[-1] if at else "", at)
    if value is None:
        del holder[place]
    else:
        holder[place] = value


def _place(holder: Any, step: str, at: Sequence[str]) -> Any:
    """A key of a table, or the number of an item."""
    if isinstance(holder, dict) and step in holder:
        return step
    if isinstance(holder, list) and step.isdecimal() and int(step) < len(holder):
        return int(step)
    raise Unknown(f"there is no {'.'.join(at) or 'place without a name'} in this box")


# ---- from the file to the form ---------------------------------------------------------------------------------------


class _Notes:
    """What a file says about its keys: the comment behind each, and the lines of comment above it."""

    def __init__(self, text: str) -> None:
        self._lines, self._places = text.splitlines(), key_lines(text)

    def of(self, at: Path) -> str:
        """What is said of a key."""
        line = self._places.get(at)
        if line is None:
            return ""
        above, number = list[str](), line - 2
        while number >= 0 and (self._lines[number].startswith("#") or (not above and not self._lines[number].strip())):
            if self._lines[number].strip():
                above.append(self._lines[number].lstrip("#").strip())
            number -= 1
        beside = _COMMENT.match(self._lines[line - 1])
        return " ".join(filter(None, [*reversed(above), beside[1].strip() if beside else ""]))


def _sections(table: Any, at: Path, notes: _Notes, legend: Mapping[str, Any]) -> Iterator[Section]:
    """The sections of a table: its own values first, then those of the tables inside it."""
    inner = {key: value for key, value in table.items() if isinstance(value, Table | AoT)}
    fields = [
        _field(value.unwrap(), isinstance(value, InlineTable), (*at, key), notes, legend)
        for key, value in table.items()
        if key not in inner and not (not at and key == _HIDDEN)
    ]
    if fields or not inner:
        _suggest(fields)
        yield Section(
            at=list(at), label=_label(".".join(at)), help=notes.of(at), fields=fields, open=bool(at) and _is_open(table)
        )
    for key, value in inner.items():
        tables = (
            [((key,), value)] if isinstance(value, Table) else [((key, str(n)), each) for n, each in enumerate(value)]
        )
        for name, each in tables:
            yield from _sections(each, (*at, *name), notes, legend)


def _field(value: Any, inline: bool, at: Path, notes: _Notes, legend: Mapping[str, Any]) -> Field:
    said = {"at": list(at), "label": _label(at[-1]), "help": notes.of(at)}
    if isinstance(value, list) or inline:
        items = value.items() if isinstance(value, dict) else ((str(n), each) for n, each in enumerate(value))
        fields = [_field(each, isinstance(each, dict), (*at, key), notes, legend) for key, each in items]
        return Field(**said, kind="list" if isinstance(value, list) else "group", fields=fields)
    if isinstance(value, bool):
        return Field(**said, kind="flag", value=value)
    if isinstance(value, int | float):
        return Field(**said, kind="number", value=value)
    text = value if isinstance(value, str) else str(value)
    kind = _kind_of(text)
    signs = {str(sign): str(name) for sign, name in legend.items()} if kind == "map" else {}
    known = list(dict.fromkeys([*signs, *text.split()])) if kind == "map" else []
    return Field(**said, kind=kind, value=text, known=known, names=signs)


def _kind_of(text: str) -> Kind:
    rows = [line.split() for line in text.split("\n") if line.strip()]
    if "\n" not in text:
        return "text"
    if any(_CARD.match(line) for line in text.split("\n")):
        return "cards"
    if len(rows) > 1 and len({len(row) for row in rows}) == 1 and all(len(sign) == 1 for row in rows for sign in row):
        return "map"
    return "lines"


def _suggest(fields: list[Field]) -> None:
    """Whatever stands in a text of a table may also stand in the others."""
    texts = [field for each in fields for field in _all(each) if field.kind == "text"]
    known = list(dict.fromkeys(str(field.value) for field in texts))
    for field in texts if len(texts) > 1 else ():
        field.known = known


def _all(field: Field) -> Iterator[Field]:
    yield field
    for each in field.fields:
        yield from _all(each)


def _is_open(table: Any) -> bool:
    """Whether the keys of a table are names of the designer's own: the file has them in quotes."""
    return any(is_quoted(key) for key, _ in getattr(table, "value", table).body if key is not None)


def _label(key: str) -> str:
    return key.replace("_", " ")
