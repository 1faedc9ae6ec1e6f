"""TypeScript for the translated modules, from the types that a game declares in its `types.py`.

An event's type is declared where it is named: `EVENTS` in `view.py` says what each of its numbers becomes, and the
annotation of what reads it says of which type that is.
"""

from __future__ import annotations

import re
from types import FunctionType, ModuleType, NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict, is_typeddict

from molehill.browser.exports import PARTS, public
from molehill.engine import shapes

if TYPE_CHECKING:
    from molehill import Game

_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}

# What the functions of every game take and give; a game's own further ones are told from their annotations.
_COMMON = """
/** What the words of a game are asked with: a message of its catalogue, and the parameters in it. */
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
export function refusal(seen: Seen, move: Move | null, clause: number): Record<string, unknown>;
export function phrase(data: Event | Move | Outcome, names: readonly string[], words: Words): Record<string, unknown>;
export function ask(view: View, words: Words): string;
export function note(view: View, move: Move, words: Words): string;
export function label(move: Move): string;
export function parse(typed: string, view: View, words: Words): Move;
export const CHAPTER: Event["event"];
export const layouts: Record<"table" | "box", Record<string, [number, string, number[]]>>;
"""
# What parameters of these names are, in the functions that only some games have.
_BY_NAME = {"view": "View", "move": "Move", "options": "Options", "words": "Words", "seen": "Seen"}


def of_game(game: Game) -> str:
    """The declarations of a game's module."""
    types = game.part("types")
    writer = _Writer(types)
    parts = ["// Written by `python -m molehill.browser`; what is changed here is lost.", *writer.declared()]
    for name, event in events(game).items():
        parts.append(writer.interface(_camel(name) + "Event", event))
    parts.append("export type Event = " + " | ".join(_camel(name) + "Event" for name in events(game)) + ";")
    return "\n".join([*parts, _COMMON.strip(), *_further(game, writer), ""])


def _further(game: Game, writer: _Writer) -> list[str]:
    """What only this game's module has, told from annotations; `unknown` where these say no more than that."""
    lines = []
    for part in PARTS:
        module = game.part(part)
        for name, _ in public(module, constants=part == "view"):
            value = getattr(module, name)
            if re.search(rf"\b(function|const) {name}\b", _COMMON):
                continue
            if isinstance(value, FunctionType):
                lines.append(f"export function {name}{_signature(value, game.part('types'), writer)};")
            else:
                lines.append(f"export const {name}: {_PLAIN.get(type(value), 'unknown')};")
    return lines


def _signature(function: FunctionType, types: ModuleType, writer: _Writer) -> str:
    hidden = dict.fromkeys(("Seen", "Words"), Any)  # they are imported for annotations only
    hints = get_type_hints(function, localns=vars(shapes) | vars(types) | hidden)
    result = writer.roughly(hints.pop("return"))
    given = [f"{name}: {_BY_NAME.get(name) or writer.roughly(kind)}" for name, kind in hints.items()]
    return f"({', '.join(given)}): {result}"


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
    """What a reader of an event's number gives."""
    if isinstance(read, type):
        return read
    return get_type_hints(read, localns=vars(shapes) | vars(types))["return"]


class _Writer:
    """Types of one game as TypeScript, each by the name that `types.py` gives it."""

    def __init__(self, types: ModuleType) -> None:
        self._types = types
        self._names = {name: value for name, value in vars(types).items() if self._is_declared(name, value)}

    def _is_declared(self, name: str, value: Any) -> bool:
        imported = ("TypedDict", "Literal", "Head")
        return (
            not name.startswith("_") and name not in imported and (is_typeddict(value) or get_origin(value) is not None)
        )

    def declared(self) -> list[str]:
        """Everything that `types.py` declares, in its order."""
        return [
            self.interface(name, value) if is_typeddict(value) else f"export type {name} = {self._form(value)};"
            for name, value in self._names.items()
        ]

    def interface(self, name: str, shape: Any) -> str:
        """A dict with these keys."""
        hints = get_type_hints(shape, localns=vars(self._types))
        lines = [f"  {key}: {self.text(hint)};" for key, hint in hints.items()]
        return "\n".join([f"export interface {name} {{", *lines, "}"])

    def text(self, kind: Any) -> str:
        """A type by its name, or as it is."""
        for name, value in self._names.items():
            if value is kind or (not is_typeddict(value) and value == kind and not isinstance(kind, type)):
                return name
        return self._form(kind)

    def roughly(self, kind: Any) -> str:
        """The same for an annotation that was not written to be declared."""
        try:
            return self.text(kind)
        except TypeError:
            return "unknown"

    def _form(self, kind: Any) -> str:
        origin, parts = get_origin(kind), get_args(kind)
        if kind in _PLAIN:
            return _PLAIN[kind]
        if origin is Literal:
            return " | ".join(f'"{part}"' for part in parts)
        if origin in (UnionType, Union):
            return " | ".join(self.text(part) for part in parts)
        if origin is list:
            return f"Array<{self.text(parts[0])}>"
        if origin is tuple:
            return "[" + ", ".join(self.text(part) for part in parts) + "]"
        if origin is dict:
            return f"Record<string, {self.text(parts[1])}>" if parts[0] is str else self._partial(*parts)
        raise TypeError(f"{self._types.__name__}: no TypeScript for {kind}")

    def _partial(self, keys: Any, values: Any) -> str:
        """A dict whose keys are some of those named."""
        return f"Partial<Record<{self.text(keys)}, {self.text(values)}>>"


def _camel(name: str) -> str:
    """`won-prize` becomes `WonPrize`."""
    return "".join(part.capitalize() for part in re.split("[-_]", name))
