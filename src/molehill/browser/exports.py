"""The exports of a game's module for the browser."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

from molehill.engine import parts, syntax

if TYPE_CHECKING:
    from molehill import Game

PARTS = ("moves", "view", "ahead", "text")
OPTIONAL = ("ahead",)
WITH_CONSTANTS = ("view", "ahead")
_CONSTANTS: tuple[type, ...] = (str, int, float, list, tuple, dict, frozenset)


class Export(NamedTuple):
    """A public function or constant of a module, and its place in the source."""

    module: ModuleType
    name: str
    node: ast.stmt


def public(game: Game) -> Iterator[Export]:
    """The public functions of a game's translated modules, and the constants of `view.py` and `ahead.py`."""
    for part in PARTS:
        own: set[str] = set()
        if part in OPTIONAL and not (game.folder / f"{part}.py").exists():
            continue
        module = game.part(part)
        for node in syntax.parse(inspect.getsource(module)).body if hasattr(module, "__file__") else ():
            for name in _names(node):
                kinds = (FunctionType, *_CONSTANTS) if part in WITH_CONSTANTS else FunctionType
                if not name.startswith("_") and isinstance(getattr(module, name, None), kinds):
                    own.add(name)
                    yield Export(module, name, node)
        for name, function in parts.put_in(module, part).items():
            if name not in own:
                yield Export(sys.modules[function.__module__], name, ast.Pass(lineno=1))


def _names(node: ast.stmt) -> list[str]:
    """The names that a statement defines or exports: `import NAME as NAME` is Python's way to export a name again."""
    match node:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=[ast.Tuple(elts=names)]):
            return [name.id for name in names if isinstance(name, ast.Name)]
        case ast.ImportFrom(names=aliases):
            return [alias.name for alias in aliases if alias.asname == alias.name]
    return []
