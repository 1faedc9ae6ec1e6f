"""What of a game's Python a module for the browser offers."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, NamedTuple

from molehill.engine import parts

if TYPE_CHECKING:
    from molehill import Game

PARTS = ("moves", "view", "ahead", "text")
OPTIONAL = ("ahead",)
WITH_CONSTANTS = ("view", "ahead")
_CONSTANTS: tuple[type, ...] = (str, int, float, list, tuple, dict, frozenset)


class Export(NamedTuple):
    """A public function or constant of a module, and where it stands."""

    module: ModuleType
    name: str
    node: ast.stmt


def public(game: Game) -> Iterator[Export]:
    """The public functions of a game's translated modules, and the constants of those that say what is seen."""
    for part in PARTS:
        if part in OPTIONAL and not (game.folder / f"{part}.py").exists():
            continue
        module = game.part(part)
        for node in ast.parse(inspect.getsource(module)).body if hasattr(module, "__file__") else ():
            for name in _names(node):
                kinds = (FunctionType, *_CONSTANTS) if part in WITH_CONSTANTS else FunctionType
                if not name.startswith("_") and isinstance(getattr(module, name, None), kinds):
                    yield Export(module, name, node)
        for name, function in parts.put_in(module, part).items():
            yield Export(sys.modules[function.__module__], name, ast.Pass())


def _names(node: ast.stmt) -> list[str]:
    """What a statement defines, or hands on: `import NAME as NAME` is how Python says that a module offers it, too."""
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
