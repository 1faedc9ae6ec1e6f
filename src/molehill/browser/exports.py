"""What of a game's Python a module for the browser offers."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

PARTS = ("moves", "view", "text")


def public(module: ModuleType, constants: bool) -> list[tuple[str, ast.stmt]]:
    """The public functions of a module and, if wanted, its constants, each with where it stands."""
    found: list[tuple[str, ast.stmt]] = []
    for node in ast.parse(inspect.getsource(module)).body:
        match node:
            case ast.FunctionDef(name=name):
                found.append((name, node))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if constants:
                if isinstance(getattr(module, name, None), str | int | float | list | tuple | dict | frozenset):
                    found.append((name, node))
    return [(name, node) for name, node in found if not name.startswith("_")]
