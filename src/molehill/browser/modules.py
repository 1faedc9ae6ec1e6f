"""Writes JavaScript modules: one for each game, and those that all of them need."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from molehill.browser import declarations
from molehill.browser.exports import Export, public
from molehill.browser.literals import text
from molehill.browser.program import Program
from molehill.browser.subset import Untranslatable
from molehill.engine import shapes
from molehill.engine.declared import fields
from molehill.engine.naming import name_event

if TYPE_CHECKING:
    import numpy as np

    from molehill import Game

SHARED = ("runtime.js", "records.js")
_HEAD = """// Written by `python -m molehill.browser` from {}; what is changed here is lost.
import * as $ from "./runtime.js";"""


def write(folder: Path, games: Iterable[Game]) -> list[Path]:
    """Write a module for each game and the shared ones, and return the files. Unchanged files are not touched."""
    folder.mkdir(parents=True, exist_ok=True)
    texts: dict[Path, str] = {}
    for game in games:
        texts |= {folder / f"{game.id}.js": of_game(game), folder / f"{game.id}.d.ts": declarations.of_game(game)}
    texts |= {folder / name: shared(name) for name in SHARED}
    for path, wanted in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != wanted:
            path.write_text(wanted, encoding="utf-8")
    for path in {*folder.glob("*.js"), *folder.glob("*.d.ts")} - set(texts):  # of a game that is no longer there
        path.unlink()
    return sorted(texts)


def in_the_app(game: Game) -> bool:
    """Whether the app is built with this game: only with games of our own package."""
    return game.package.startswith("molehill.games.")


def shared(name: str) -> str:
    """The source of a module that all games need."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def of_game(game: Game) -> str:
    """A game's module: its moves, its view and its words, and the layout of its records in memory."""
    exports: dict[str, Export] = {}
    for export in public(game):
        if other := exports.get(export.name):
            reason = f"{export.name} is exported by {other.module.__name__}, too; one of them needs another name"
            raise Untranslatable(str(export.module.__file__), export.node.lineno, reason)
        exports[export.name] = export
    program = Program()
    lines = [_export(program, export) for export in exports.values()]
    naming = f"{program.function(_function(name_event))}(EVENTS, {text(game.prefix)}, kind, clause, given)"
    lines.append(f"export const event = (kind, clause, given) => {naming};")
    lines.append(f"export const LOOK = {game.look};")
    layouts = {"table": layout(game.table_dtype), "box": layout(game.part("box").Box.dtype)}
    lines.append(f"export const layouts = {json.dumps(layouts)};")
    types = game.part("types")
    for name, declared in (("SHOWN", shapes.shown(types.View)), ("MOVES", fields(types.Move))):
        lines.append(f"const ${name} = {json.dumps(declared)};\nexport {{ ${name} as {name} }};")
    return "\n".join([_HEAD.format(f"games/{game.id}"), *program.texts, *lines, ""])


def of_functions(functions: Mapping[str, FunctionType]) -> str:
    """A module with these functions, for tests and experiments."""
    program = Program()
    lines = [f"export {{ {program.function(function)} as {name} }};" for name, function in functions.items()]
    return "\n".join([_HEAD.format("functions"), *program.texts, *lines, ""])


def layout(dtype: np.dtype[Any]) -> dict[str, tuple[int, str, list[int]]]:
    """The fields of a record: for each its first byte, its type and its shape."""
    found = {}
    for name, (field, offset, *_) in (dtype.fields or {}).items():
        base, shape = field.subdtype or (field, ())
        if base.kind == "i":  # what fills gaps is of another kind
            found[name] = (offset, f"{base.kind}{base.itemsize}", list(shape))
    return found


def _export(program: Program, export: Export) -> str:
    name, found = export.name, program.constant(*export)
    if not found.isidentifier():
        return f"export const {name} = {found};"
    return f"export {{ {name} }};" if found == name else f"export {{ {found} as {name} }};"


def _function(function: Any) -> FunctionType:
    assert isinstance(function, FunctionType)
    return function
