"""Boxes: a game's components as a TOML file, checked into one record, with errors that name the line."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, get_args, get_origin, get_type_hints

from molehill.engine.errors import BadBox, BadFile
from molehill.engine.records import Grid, Record, Row, Snapshot, Tables

_MISSING = object()
# What no box needs, and what would keep a reader of TOML busy for minutes or take its last breath.
_LONGEST_WORD = 100  # letters of a key or digits of a number
_DEEPEST = 10  # keys in keys, and lists in lists
_QUOTED = re.compile(  # strings and comments; those that never end as well, or each quote would be tried again
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}|\'\'\'(?:[^\']|\'(?!\'\'))*+\'{0,5}'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+',
    re.DOTALL,
)
_LONG = re.compile(rf"[\w-]{{{_LONGEST_WORD + 1}}}")
_DEEP = re.compile(rf"(?:[\w-]+[ \t]*\.[ \t]*){{{_DEEPEST}}}")


class Source:
    """A TOML file while it is being checked, a box or a lesson: its document, and the line on which each key stands."""

    def __init__(self, text: str, name: str, error: type[BadFile] = BadBox) -> None:
        self.text = text
        self.name = name
        self._error = error  # what is raised if something is wrong
        self._check_size()
        try:
            self.doc: dict[str, Any] = tomllib.loads(text)
        except ValueError as problem:
            raise error(f"{name}: not a TOML file: {problem}", f"not a TOML file: {problem}") from None
        self._lines = key_lines(text)

    def _check_size(self) -> None:
        """Refuse words and depths that no box needs: to read them takes time that grows with their square."""
        bare = _QUOTED.sub(lambda found: "" if found[0][0] == "#" else "_" * min(len(found[0]), 2), self.text)
        depth = deepest = 0
        for bracket in re.findall(r"[][{}]", bare):
            depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
            deepest = max(deepest, depth)
        if deepest > _DEEPEST or _LONG.search(bare) or _DEEP.search(bare):
            raise self._error(
                f"{self.name}: keys and lists are at most {_DEEPEST} deep, words {_LONGEST_WORD} letters long"
            )

    def line(self, *path: str) -> int:
        """The line of a key; of the nearest table above it if the key itself is missing."""
        for end in range(len(path), 0, -1):
            if path[:end] in self._lines:
                return self._lines[path[:end]]
        return 1

    def fail(self, message: str, *path: str, below: int = 0) -> NoReturn:
        """Refuse the file because of this key, or of a line so many below it."""
        line = self.line(*path) + below
        raise self._error(f"{self.name}, line {line}: {message}", message, line, path)

    def get(self, *path: str, kind: type = int, default: Any = _MISSING) -> Any:
        """The value of a key, of the right type."""
        value: Any = self.doc
        for depth, key in enumerate(path):
            if isinstance(value, list):  # of tables: their numbers are keys, as in `line`
                value = {str(number): each for number, each in enumerate(value)}
            if not isinstance(value, dict) or key not in value:
                if default is not _MISSING:
                    return default
                self.fail(f"{'.'.join(path)} is missing", *path[: depth + 1])
            value = value[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            names = {int: "a whole number", str: "a text", bool: "true or false", dict: "a table", list: "a list"}
            self.fail(f"{'.'.join(path)} must be {names.get(kind, kind.__name__)}", *path)
        return value

    def number(self, *path: str, low: int, high: int) -> int:
        """A whole number within limits."""
        value: int = self.get(*path)
        if not low <= value <= high:
            self.fail(f"{'.'.join(path)} is {value}; it must be {low} to {high}", *path)
        return value

    def numbers(self, *path: str, length: int, low: int, high: int) -> list[int]:
        """A list of so many whole numbers within limits."""
        values: list[int] = self.get(*path, kind=list)
        if len(values) != length or not all(type(value) is int and low <= value <= high for value in values):
            self.fail(f"{'.'.join(path)} must be {length} whole numbers from {low} to {high}", *path)
        return values

    def only(self, known: Iterable[str], *path: str) -> None:
        """Refuse keys that mean nothing here: a typing mistake would otherwise go unnoticed."""
        known = list(known)
        for key in self.get(*path, kind=dict) if path else self.doc:
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]}?" if near else f" (known here: {', '.join(known)})"
                self.fail(f"unknown key {key}{hint}", *path, key)


def key_lines(text: str) -> dict[tuple[str, ...], int]:
    """Where every table header and key of a TOML text stands. Lines inside multi-line strings are passed over."""
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    counts: dict[tuple[str, ...], int] = {}
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        line = line.strip()
        header = re.match(r"(\[\[?)([^][{}=,]+)\]\]?\s*(#.*)?$", line)  # no row of a list
        key = re.match(r"""("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)""", line)
        if header:
            table = _parts(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, str(counts[table]))
            lines.setdefault(table, number)
        elif key:
            lines.setdefault((*table, *_parts(key[1])), number)
            for quote in ('"""', "'''"):
                if key[2].startswith(quote) and quote not in key[2][3:]:
                    closing = quote
    return lines


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(a or b or c for a, b, c in re.findall(r'"([^"]*)"|\'([^\']*)\'|([\w-]+)', dotted))


# ---- boxes that are declared ----------------------------------------------------------------------------------------


class Key(NamedTuple):
    """Where a number stands in the box file, or a row of them, and what it may be.

    A field is `Annotated[Int16, Key("counts.dice", 1, 6)]`; a row has it inside: `Row[Annotated[Int16, Key(...)]]`.
    A grid has a path for each of its rows, with spaces between them.
    """

    path: str
    low: int
    high: int


def fill(source: Source, box: Any, kind: type[Record]) -> None:
    """Check a file by the keys that the fields of a box are declared with, and fill in the record."""
    hints = {name: hint for name, hint in get_type_hints(kind, include_extras=True).items() if name != "dtype"}
    keys = {name: _key(kind, name, hint) for name, hint in hints.items()}
    source.get("title", kind=str)
    source.get("standard", kind=bool, default=True)  # false says in every game's file that it leaves the printed rules
    _only_known(source, [path.split(".") for key in keys.values() for path in key.path.split()])
    for name, hint in hints.items():
        path, low, high = keys[name]
        sizes = getattr(kind, name, ())
        if not sizes:
            setattr(box, name, source.number(*path.split("."), low=low, high=high))
        elif get_origin(hint) is Row:
            getattr(box, name)[:] = source.numbers(*path.split("."), length=sizes[0], low=low, high=high)
        else:
            for n, row in enumerate(path.split()):
                getattr(box, name)[n] = source.numbers(*row.split("."), length=sizes[1], low=low, high=high)


def declared_keys(kind: type[Record]) -> list[Key]:
    """The keys that the fields of a box are declared with; none of a box that is read by hand."""
    hints = get_type_hints(kind, include_extras=True)
    elements = [get_args(hint)[0] if get_origin(hint) in (Row, Grid) else hint for hint in hints.values()]
    return [note for each in elements for note in getattr(each, "__metadata__", ()) if isinstance(note, Key)]


def _key(kind: type[Record], name: str, hint: Any) -> Key:
    element = get_args(hint)[0] if get_origin(hint) in (Row, Grid) else hint
    found = [note for note in getattr(element, "__metadata__", ()) if isinstance(note, Key)]
    if not found:
        raise TypeError(f"{kind.__qualname__}.{name} has no Key, and box.py has no read: nothing says what it may be")
    return found[0]


def _only_known(source: Source, paths: list[list[str]]) -> None:
    """Refuse keys that no field is declared with."""
    known: dict[tuple[str, ...], list[str]] = {(): ["title", "standard"]}
    for path in paths:
        for depth, key in enumerate(path):
            known.setdefault(tuple(path[:depth]), []).append(key)
    for table, keys in known.items():
        source.only(dict.fromkeys(keys), *table)


@dataclass(frozen=True, eq=False)
class Box:
    """A checked box: the record that the rules read, its content hash, and the text it came from."""

    game: str
    name: str
    text: str
    doc: dict[str, Any]
    record: Tables
    hash: str
    shipped: bool = False

    @cached_property
    def snapshot(self) -> Snapshot:
        """The record as views read it."""
        return Snapshot(self.record[0])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "snapshot"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.record.setflags(write=False)

    def __repr__(self) -> str:
        return f"<box of {self.game}: {self.name}, {self.hash[:19]}>"


def content_hash(doc: dict[str, Any]) -> str:
    """The same for two files that say the same: comments, order and white space do not count."""
    return "sha256:" + hashlib.sha256(json.dumps(doc, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def read_text(path: str | Path) -> str:
    """The text of a box file, or BadBox with the reason why there is none."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadBox(f"{path}: no such file") from None
    except UnicodeDecodeError:
        raise BadBox(f"{path}: not a text file in UTF-8") from None
    except OSError as error:
        raise BadBox(f"{path}: {error.strerror or error}") from None
