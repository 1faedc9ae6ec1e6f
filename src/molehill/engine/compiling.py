"""How rules become fast: one decorator, one cache, one loader of the kernels for each game.

With MOLEHILL_JIT=0 nothing is compiled and the same functions run as plain Python, for debugging and coverage.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from molehill.engine.game import Game

JIT = os.environ.get("MOLEHILL_JIT", "1") != "0"
F = TypeVar("F", bound=Callable[..., Any])

_ENGINE = Path(__file__).parent
_OLD = 30 * 24 * 3600
_loaded: dict[str, ModuleType] = {}
_lock = threading.RLock()


def rule(function: F) -> F:
    """Compile a function of the rules (or leave it alone with MOLEHILL_JIT=0)."""
    if not JIT:
        return function
    import numba

    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def cache_root() -> Path:
    """Where compiled rules are kept: MOLEHILL_CACHE, or the user's cache directory, or else a temporary one."""
    import platformdirs

    wanted = Path(os.environ.get("MOLEHILL_CACHE") or platformdirs.user_cache_dir("molehill"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        fallback = Path(tempfile.gettempdir()) / f"molehill-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
        fallback.mkdir(exist_ok=True)
        return fallback


def source_key(folder: Path) -> str:
    """A hash of everything that the compiled code of one game is made from.

    Numba notices edits only in a function's own file; a changed helper would run stale. So the cache directory
    itself is named after all the sources.
    """
    import numba
    import numpy

    digest = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__} {numpy.__version__}".encode())
    for path in sorted([*_ENGINE.glob("*.py"), *folder.glob("*.py")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def load(game: Game) -> ModuleType:
    """The kernels (`kernels.py`) bound to one game's rules, compiled or taken from the cache.

    Numba keeps no generic kernel across processes that takes the rules as arguments; the same source loaded once a
    game as its own module, with that game's rules as a global, is kept.
    """
    with _lock:
        if game.id not in _loaded:
            if JIT:
                _load_compiled(game)
            else:
                _loaded[game.id] = _bind(game)
        return _loaded[game.id]


def _load_compiled(game: Game) -> None:
    import numba

    directory = cache_root() / f"{game.id}-{source_key(game.folder)}"
    fresh = not (directory / "ready").exists()
    if fresh:
        _forget_old(directory.parent, game.id)
        directory.mkdir(parents=True, exist_ok=True)
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(directory)
    try:
        _loaded[game.id] = _bind(game)
    finally:
        config.CACHE_DIR = before
    if fresh:
        from molehill.engine.warming import warm

        with _announced(game.name):
            warm(game, _loaded[game.id])
        (directory / "ready").touch()
    os.utime(directory)


def _bind(game: Game) -> ModuleType:
    rules = importlib.import_module(f"{game.package}.rules")
    spec = importlib.util.spec_from_file_location(f"molehill.engine.kernels_of_{game.id}", _ENGINE / "kernels.py")
    if spec is None or spec.loader is None:
        raise ImportError("kernels.py is missing")
    module = importlib.util.module_from_spec(spec)
    module.__dict__["rules"] = rules
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def _announced(name: str) -> Iterator[None]:
    """Say on stderr that the first compile is under way, so that nobody thinks the program hangs."""
    quiet = os.environ.get("MOLEHILL_QUIET") == "1"
    began = time.monotonic()
    if not quiet:
        print(f"Compiling the rules of {name}: once only, about half a minute ...", file=sys.stderr, flush=True)
    yield
    if not quiet:
        print(f"Compiled in {time.monotonic() - began:.0f} s and kept for next time.", file=sys.stderr, flush=True)


def _forget_old(root: Path, game_id: str) -> None:
    """Compiled rules of earlier sources are dropped when nothing has used them for a month."""
    for path in root.glob(f"{game_id}-*"):
        if path.is_dir() and time.time() - path.stat().st_mtime > _OLD:
            shutil.rmtree(path, ignore_errors=True)
