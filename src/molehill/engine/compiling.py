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
from functools import cache
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
_binding: Path | None = None


def rule(function: F) -> F:
    """Compile a function of the rules (or leave it alone with MOLEHILL_JIT=0). Other threads may run meanwhile."""
    return _compiled(function, nogil=True)


def brief(function: F) -> F:
    """The same for what Python calls and what is over at once: other threads do not get the interpreter meanwhile.

    To let go of it for a microsecond wakes those who wait for it, in vain, and costs more than the call.
    """
    return _compiled(function, nogil=False)


def _compiled(function: F, nogil: bool) -> F:
    if not JIT:
        return function
    import numba

    config: Any = numba.config
    with _lock:
        directory = _binding or cache_of(Path(function.__code__.co_filename).parent)
        before, config.CACHE_DIR = config.CACHE_DIR, str(directory)
        try:
            return cast(F, numba.njit(cache=True, nogil=nogil, error_model="numpy")(function))
        finally:
            config.CACHE_DIR = before


@cache
def cache_of(folder: Path, template: Path | None = None) -> Path:
    """The directory that keeps what is compiled from the sources in this folder (and the engine's, and a template)."""
    name = folder.name if template is None else f"{folder.name}.{template.stem}"
    directory = cache_root() / f"{name}-{source_key(folder, template)}"
    if not directory.exists():
        _forget_old(directory.parent, name)
        directory.mkdir(parents=True, exist_ok=True)
    os.utime(directory)
    return directory


@cache
def cache_root() -> Path:
    """Where compiled rules are kept: MOLEHILL_CACHE, or the user's cache directory, or else one for this run only."""
    import platformdirs

    wanted = Path(os.environ.get("MOLEHILL_CACHE") or platformdirs.user_cache_dir("molehill"))
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.mkdtemp(prefix="molehill-"))


def compiled_sources(folder: Path) -> list[Path]:
    """What compiled code comes from. A game's facts, view and text are not compiled, so edits there are free."""
    engine = [_ENGINE / f"{name}.py" for name in ("bits", "chance", "compiling", "contract", "kernels", "records")]
    game = [path for path in sorted(folder.glob("*.py")) if path.name not in ("__init__.py", "view.py", "text.py")]
    return engine if folder == _ENGINE else engine + game


def source_key(folder: Path, template: Path | None = None) -> str:
    """A hash of everything that the compiled code of one game is made from, and of where it lies.

    Numba notices edits only in a function's own file; a changed helper would run stale. So the cache directory
    itself is named after all the sources.
    """
    import numba
    import numpy

    versions = f"{sys.version_info[:2]} {numba.__version__} {numpy.__version__}"
    digest = hashlib.sha256(f"{versions} {folder.resolve()}".encode())
    for path in compiled_sources(folder) + ([template] if template else []):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def load(game: Game) -> ModuleType:
    """The kernels (`kernels.py`) bound to one game's rules, compiled or taken from the cache."""
    from molehill.engine.warming import warm

    rules = importlib.import_module(f"{game.package}.rules")
    return load_template(game, _ENGINE / "kernels.py", warm, rules=rules)


def load_template(game: Game, template: Path, warm: Callable[[Game, ModuleType], None], **given: Any) -> ModuleType:
    """A file of compiled loops, run as a module of its own for one game with `given` as its globals.

    Numba keeps no generic kernel across processes that takes the rules as arguments; the same source loaded once a
    game as its own module, with that game's rules as a global, is kept. `warm` calls everything in it once, so that
    all of it is compiled and kept.
    """
    with _lock:
        name = f"{template.stem}_of_{game.id}"
        if name not in _loaded:
            directory = cache_of(game.folder, None if template.parent == _ENGINE else template) if JIT else None
            _loaded[name] = _bind(name, template, directory, given)
            if directory and not (directory / "ready").exists():
                with _announced(game.name):
                    warm(game, _loaded[name])
                (directory / "ready").touch()
        return _loaded[name]


def _bind(name: str, template: Path, directory: Path | None, given: dict[str, Any]) -> ModuleType:
    """Run a template as a module of its own, with its globals in place and its cache in its own directory."""
    global _binding
    spec = importlib.util.spec_from_file_location(f"molehill.engine.{name}", template)
    if spec is None or spec.loader is None:
        raise ImportError(f"{template} is missing")
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(given)
    sys.modules[spec.name] = module
    _binding = directory
    try:
        spec.loader.exec_module(module)
    finally:
        _binding = None
    return module


@contextmanager
def _announced(name: str) -> Iterator[None]:
    """Say on stderr that the first compile is under way, so that nobody thinks the program hangs."""
    quiet = os.environ.get("MOLEHILL_QUIET") == "1"
    began = time.monotonic()
    if not quiet:
        print(f"Compiling {name}: once only, up to a minute ...", file=sys.stderr, flush=True)
    yield
    if not quiet:
        print(f"Compiled in {time.monotonic() - began:.0f} s and kept for next time.", file=sys.stderr, flush=True)


def _forget_old(root: Path, name: str) -> None:
    """Compiled rules of earlier sources are dropped when nothing has used them for a month."""
    for path in root.glob(f"{name}-*"):
        if path.is_dir() and time.time() - path.stat().st_mtime > _OLD:
            shutil.rmtree(path, ignore_errors=True)
