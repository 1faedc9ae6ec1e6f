"""The modules of a game, with what it leaves out put in.

A small game need not write what follows from the rest (`legal.py`, `plain_moves.py`) or what most say in the same way
(`plain.py`). What stands in its own modules comes first.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from molehill.engine.game import Game

_ENGINE = Path(__file__).parent
LEGAL, PLAIN_MOVES = _ENGINE / "legal.py", _ENGINE / "plain_moves.py"
_PLAIN = "molehill.engine.plain"
# What may be left out of each module, and where it comes from then: a template, which is run for the game, or a module.
DEFAULTS: dict[str, dict[str, Path | str]] = {
    "rules": {"legal": LEGAL},
    "moves": dict.fromkeys(("encode", "decode", "encode_outcome", "decode_outcome"), PLAIN_MOVES),
    "view": dict.fromkeys(("decided", "sheet", "refusal"), _PLAIN),
    "text": {
        "phrase": _PLAIN,
        "ask": _PLAIN,
        "note": _PLAIN,
        "reason": _PLAIN,
        "label": PLAIN_MOVES,
        "parse": PLAIN_MOVES,
    },
}
_WHOLE = ("moves", "text")  # modules that may be left out altogether


def load(game: Game, name: str) -> ModuleType:
    """A module of a game, complete."""
    whole = f"{game.package}.{name}"
    if name in _WHOLE and whole not in sys.modules and importlib.util.find_spec(whole) is None:
        module = ModuleType(whole, f"Left out by {game.name}.")
    else:
        module = importlib.import_module(whole)
    for function, source in DEFAULTS.get(name, {}).items():
        if not hasattr(module, function):
            setattr(module, function, getattr(_source(source, game, module), function))
    return module


def put_in(module: ModuleType, name: str) -> dict[str, FunctionType]:
    """Those functions of a game's module that it leaves out."""
    found = {function: getattr(module, function) for function in DEFAULTS.get(name, {})}
    return {name: function for name, function in found.items() if function.__module__ != module.__name__}


def bind(name: str, template: Path, given: dict[str, Any]) -> ModuleType:
    """A template run as a module of its own, with these names among its globals."""
    spec = importlib.util.spec_from_file_location(name, template)
    if spec is None or spec.loader is None:
        raise ImportError(f"{template} is missing")
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(given)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def name_in_package(game: Game) -> str | None:
    """What a game is called in its package, such as "GAME"; None if it is not there."""
    names = vars(importlib.import_module(game.package)) if game.package else {}
    return next((name for name, value in names.items() if value is game), None)


def from_package(package: str, name: str) -> Game:
    """The game of this name in a package."""
    found: Game = getattr(importlib.import_module(package), name)
    return found


def _source(source: Path | str, game: Game, module: ModuleType) -> ModuleType:
    if isinstance(source, str):
        return importlib.import_module(source)
    name = f"molehill.engine.{source.stem}_of_{game.id}"
    if source == LEGAL:
        return bind(name, source, {"rules": module})
    return _moves(name, importlib.import_module(f"{game.package}.types"))


@cache
def _moves(name: str, types: ModuleType) -> ModuleType:
    from molehill.engine.declared import kinds

    return bind(name, PLAIN_MOVES, {"MOVES": kinds(types.Move), "OUTCOMES": kinds(types.Outcome)})
