"""TypeScript for the translated modules, from the types that a game declares in its `types.py`.

Types of events come from `EVENTS` in `view.py`: each field is read by a type or by a function, whose return annotation
is the field's type.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping, Sequence
from types import FunctionType, ModuleType, NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict, is_typeddict

from molehill.browser.exports import Export, public
from molehill.engine import shapes

if TYPE_CHECKING:
    from molehill import Game

_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}

# The types of the functions that every game has; those of a game's other functions come from their annotations.
_COMMON = """
/** The words of a game: `say` takes a message of its catalogue and the message's parameters. */
export interface Words {
  say(message: string, parameters?: Record<string, unknown>): string;
  has(message: string): boolean;
}
/** A veiled table with its box, as `view.py` gets it; `records.js` makes both from bytes. */
export interface Seen {
  t: object;
  box: object;
  seat: number | null;
  seats: number;
  options: Options;
  pending: readonly number[] | "chance";
  scores: number[];
  points: number[];
  ended: number;
  edition: Record<string, unknown>;
}
export function encode(move: unknown): number;
export function decode(number: number): Move;
export function encode_outcome(outcome: unknown): number;
export function decode_outcome(number: number): Outcome;
export function event(kind: number, clause: number, given: readonly number[]): Event;
export function view(seen: Seen): Omit<View, "game" | "seat" | "seats" | "options" | "pending">;
export function follow(view: View, event: Event): null;
export function sheet(view: View): SheetLine[];
export function points(view: View): number[];
export function decided(view: View, seat: number): boolean;
export function refusal(seen: Seen, move: Move | null, clause: number): Record<string, unknown>;
export function phrase(data: Event | Move | Outcome, names: readonly string[], words: Words): Record<string, unknown>;
export function ask(view: View, words: Words): string;
export function note(view: View, move: Move, words: Words): string;
export function label(move: Move): string;
export function parse(typed: string, view: View, words: Words): Move;
export const EVENTS: { pairs(): [number, [Event["event"], Record<string, unknown>]][] };
export const SHOWS: Pick<ReadonlySet<number>, "has" | "size">;
export const CHAPTER: Event["event"];
export const LOOK: number;
/** How a part of the view is drawn if a game has no board, as declared with `engine/shapes.py`. */
export type Shown = { as: string; of?: Shown; parts?: Record<string, Shown>; each?: Shown; [detail: string]: unknown };
export const SHOWN: Record<string, Shown>;
/** The fields of each kind of move: their possible values, and the pieces they name. */
export const MOVES: Record<string, Record<string, Record<string, unknown>>>;
export const layouts: Record<"table" | "box", Record<string, [number, string, number[]]>>;
"""
# The types of parameters with these names, in the functions that only some games have.
_BY_NAME = {"view": "View", "move": "Move", "options": "Options", "words": "Words", "seen": "Seen", "event": "Event"}


def of_game(game: Game) -> str:
    """The declarations of a game's module."""
    types = game.part("types")
    writer = _Writer(types)
    parts = ["// Written by `python -m molehill.browser`; what is changed here is lost.", *writer.declared()]
    for name, event in {"SheetLine": shapes.SheetLine, **events(game)}.items():
        parts.append(writer.shape(name if name == "SheetLine" else _camel(name) + "Event", event))
    parts.append("export type Event = " + " | ".join(_camel(name) + "Event" for name in events(game)) + ";")
    return "\n".join([*parts, _COMMON.strip(), *_further(game, writer), ""])


def _further(game: Game, writer: _Writer) -> list[str]:
    """The declarations that only this game's module has, from annotations; `unknown` where these say nothing."""
    return [
        _declaration(export, game.part("types"), writer)
        for export in public(game)
        if not re.search(rf"\b(function|const) {export.name}\b", _COMMON)
    ]


def _declaration(export: Export, types: ModuleType, writer: _Writer) -> str:
    module, name, node = export
    value = getattr(module, name)
    names = vars(shapes) | vars(types) | dict.fromkeys(("Seen", "Words"), Any)  # imported for annotations only
    if isinstance(value, FunctionType):
        return f"export function {name}{_signature(value, names, writer)};"
    home = sys.modules[str(node.module)] if isinstance(node, ast.ImportFrom) else module
    annotated = {key: hint for key, hint in getattr(home, "__annotations__", {}).items() if key == name}
    hints = get_type_hints(_Holder(annotated), vars(home), names)
    return f"export const {name}: {writer.roughly(hints[name]) if hints else writer.of_value(value)};"


class _Holder:
    """Holds one annotation of a module; `get_type_hints` would otherwise read all of them at once."""

    def __init__(self, annotations: dict[str, Any]) -> None:
        self.__annotations__ = annotations


def _signature(function: FunctionType, names: dict[str, Any], writer: _Writer) -> str:
    hints = get_type_hints(function, localns=names)
    result = writer.roughly(hints.pop("return"))
    given = [f"{name}: {_parameter(name, kind, writer)}" for name, kind in hints.items()]
    return f"({', '.join(given)}): {result}"


def _parameter(name: str, kind: Any, writer: _Writer) -> str:
    """The type of a parameter; a mapping called `move` is a move."""
    known = _BY_NAME.get(name)
    return f"{known} | null" if known and NoneType in get_args(kind) else known or writer.roughly(kind)


def events(game: Game) -> dict[str, Any]:
    """The type of each event by its name."""
    views, types = game.part("view"), game.part("types")
    found = {}
    for name, fields in views.EVENTS.values():
        shape = {key: _read_type(read, types) for key, read in fields.items()}
        found[name] = _dict_of(_camel(name) + "Event", {"event": Literal[name], "rule": str, **shape})
    return found


_dict_of: Any = TypedDict  # called with names that are known only when it runs


def _read_type(read: Any, types: ModuleType) -> Any:
    """The type that a reader of an event's field returns."""
    if isinstance(read, type):
        return read
    return get_type_hints(read, localns=vars(shapes) | vars(types))["return"]


class _Writer:
    """Writes the types of one game as TypeScript, with their names from `types.py`."""

    def __init__(self, types: ModuleType) -> None:
        self._types = types
        self._names = {name: value for name, value in vars(types).items() if self._is_declared(name, value)}

    def _is_declared(self, name: str, value: Any) -> bool:
        if name.startswith("_") or name == "TypedDict" or getattr(shapes, name, None) is value:
            return False
        return is_typeddict(value) or get_origin(value) is not None

    def declared(self) -> list[str]:
        """Everything that `types.py` declares, in its order."""
        return [
            self.shape(name, value) if is_typeddict(value) else f"export type {name} = {self._form(value)};"
            for name, value in self._names.items()
        ]

    def shape(self, name: str, shape: Any) -> str:
        """A dict with these keys. It is a type, not an interface, so that it may be passed as any object."""
        hints = get_type_hints(shape, localns=vars(self._types), include_extras=True)
        lines = [f"  {self._member(key, hint)};" for key, hint in hints.items()]
        return "\n".join([f"export type {name} = {{", *lines, "};"])

    def _member(self, key: str, hint: Any) -> str:
        may_miss = get_origin(hint) is NotRequired
        return f"{key}?: {self.text(get_args(hint)[0])}" if may_miss else f"{key}: {self.text(hint)}"

    def text(self, kind: Any) -> str:
        """A type in TypeScript: its name if it has one, otherwise written out."""
        for name, value in self._names.items():
            if value is kind or (not is_typeddict(value) and value == kind and not isinstance(kind, type)):
                return name
        return self._form(kind)

    def roughly(self, kind: Any) -> str:
        """A type in TypeScript, or `unknown` if it can't be written."""
        try:
            return self.text(kind)
        except TypeError:
            return "unknown"

    def of_value(self, value: Any) -> str:
        """The type of a constant without annotation."""
        parts = " | ".join(sorted(set(map(self.of_value, value)))) if isinstance(value, tuple | frozenset) else ""
        if isinstance(value, tuple):
            return f"ReadonlyArray<{parts}>"
        if isinstance(value, frozenset):
            return f'Pick<ReadonlySet<{parts}>, "has" | "size">'
        return _PLAIN.get(type(value), "unknown")

    def _form(self, kind: Any) -> str:
        origin, parts = get_origin(kind), get_args(kind)
        if kind is shapes.SheetLine:
            return "SheetLine"
        if origin is Annotated:
            return self.text(parts[0])
        if kind in _PLAIN:
            return _PLAIN[kind]
        if origin is Literal:
            return " | ".join(f'"{part}"' for part in parts)
        if origin in (UnionType, Union):
            return " | ".join(self.text(part) for part in parts)
        if origin is list:
            return f"Array<{self.text(parts[0])}>"
        if origin is Sequence or (origin is tuple and parts[-1] is Ellipsis):
            return f"ReadonlyArray<{self.text(parts[0])}>"
        if origin is tuple:
            return "[" + ", ".join(self.text(part) for part in parts) + "]"
        if origin in (dict, Mapping):
            return f"Record<string, {self.text(parts[1])}>" if parts[0] is str else self._partial(*parts)
        raise TypeError(f"{self._types.__name__}: no TypeScript for {kind}")

    def _partial(self, keys: Any, values: Any) -> str:
        """A dict that has some of the named keys."""
        return f"Partial<Record<{self.text(keys)}, {self.text(values)}>>"


def _camel(name: str) -> str:
    """The name in camel case: `won-prize` becomes `WonPrize`."""
    return "".join(part.capitalize() for part in re.split("[-_]", name))
