"""How rules become fast: the decorators, what compiled code is kept by, and the templates that run over any game.

With MOLEHILL_JIT=0 nothing is compiled and the same functions run as plain Python, for debugging and coverage.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
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

from molehill.engine import parts, syntax

if TYPE_CHECKING:
    from molehill.engine.game import Game

JIT = os.environ.get("MOLEHILL_JIT", "1") != "0"
F = TypeVar("F", bound=Callable[..., Any])
Tell = Callable[[float], None]

_ENGINE = Path(__file__).parent
_BEGAN = time.time()
_OLD = 30 * 24 * 3600
_OPTIMISING = 0.2  # of the time goes into optimising the whole, after the last function
_bound: dict[str, ModuleType] = {}
_ready: set[str] = set()
_lock = threading.RLock()


# ---- decorators -----------------------------------------------------------------------------------------------------


def rule(function: F) -> F:
    """A function of the rules, or of what kernels are made of: compiled code calls it."""
    if not JIT:
        return function
    from molehill.engine.units import Rule

    return cast(F, Rule(function))


def kernel(function: F) -> F:
    """What Python calls and what is over at once: other threads do not get the interpreter meanwhile.

    To let go of it for a microsecond wakes those who wait for it, in vain, and costs more than the call.
    """
    return _kernel(function, nogil=False)


def loop(function: F) -> F:
    """What Python calls and what takes its time: other threads run meanwhile."""
    return _kernel(function, nogil=True)


def _kernel(function: F, nogil: bool) -> F:
    if not JIT:
        from molehill.engine.records import plainly

        return plainly(function)
    from molehill.engine.units import Kernel

    return cast(F, Kernel(function, nogil))


# ---- what compiled code is kept by ----------------------------------------------------------------------------------


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


@cache
def _for_this_run() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="molehill-")


@cache
def _root_for(game: Game, template: Path) -> Path:
    """The cache; one for this run only where a file was edited meanwhile, because memory may hold the old one."""
    changed = any(_BEGAN < path.stat().st_mtime <= time.time() for path in sources(game, template))
    return Path(_for_this_run().name) if changed else cache_root()


def cache_of(game: Game, template: Path) -> Path:
    """The directory that keeps what is compiled from a template for a game."""
    name = f"{game.id}.{template.stem}"
    directory = _root_for(game, template) / f"{name}-{key(game, template)}"
    if not directory.exists():
        _forget_old(directory.parent, name)
        directory.mkdir(parents=True, exist_ok=True)
    os.utime(directory)
    return directory


@cache
def key(game: Game, template: Path) -> str:
    """What the compiled code follows from: the sources without words and layout, the compiler, the processor."""
    import llvmlite.binding

    versions = [importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    processor = [llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()]
    parts = [str(sys.version_info[:2]), *versions, *processor, meaning_of(game, template)]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


@cache
def meaning_of(game: Game, template: Path) -> str:
    """A digest of the sources without words and layout. It is the same on every machine, wherever the game lies."""
    digest = hashlib.sha256()
    named = sorted((path.name, meaning(path.read_text(encoding="utf-8"))) for path in sources(game, template))
    for name, meant in named:  # not in the order of their paths
        digest.update(f"{name}\0{meant}".encode())
    return digest.hexdigest()[:16]


def sources(game: Game, template: Path) -> list[Path]:
    """The files that compiled code is made from: a template, rules, judge, and what these import of our own."""
    found: dict[Path, None] = {}
    left = [template, game.folder / "rules.py", _ENGINE / "units.py", parts.LEGAL]
    left += [game.folder / "judge.py"] if template != KERNELS else []
    left += [game.folder / "observation.py"] if template == VECTORS and game.observes else []
    while left:
        path = left.pop()
        if path not in found:
            found[path] = None
            for statement in _imports(path.read_text(encoding="utf-8")):
                left += imported(game, path, statement)
    return sorted(found)


# Most files belong to several templates and games: what follows from a text is found out once.
@cache
def _imports(source: str) -> list[ast.stmt]:
    return [node for node in syntax.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(game: Game, path: Path, statement: ast.stmt) -> Iterator[Path]:
    """The files, ours or the game's, that a statement of a file may import."""
    roots = [_ENGINE.parents[1], game.folder.parents[game.package.count(".")]]
    match statement:
        case ast.Import(names=names):
            modules = [alias.name for alias in names]
        case ast.ImportFrom(module=module, names=names, level=level):
            roots = [path.parents[level - 1]] if level else roots
            start = [module] if module else []
            modules = start + [".".join([*start, alias.name]) for alias in names]
        case _:
            return
    files = (root.joinpath(*module.split(".")).with_suffix(".py") for module in modules for root in roots)
    yield from (file for file in files if file.is_file())


@cache
def meaning(source: str) -> str:
    """A source as the compiler takes it: without comments, docstrings and layout."""
    tree = syntax.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and _is_text(body[0].value):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _forget_old(root: Path, name: str) -> None:
    """Compiled rules of earlier sources are dropped when nothing has used them for a month."""
    for path in root.glob(f"{name}-*"):
        if path.is_dir() and time.time() - path.stat().st_mtime > _OLD:
            shutil.rmtree(path, ignore_errors=True)


# ---- templates ------------------------------------------------------------------------------------------------------

KERNELS, JUDGING, VECTORS = _ENGINE / "kernels.py", _ENGINE / "judging.py", _ENGINE / "vectors.py"


def bases(template: Path) -> list[Path]:
    """The templates whose compiled functions a template uses, so that they are compiled once."""
    return {KERNELS: [], JUDGING: [KERNELS]}.get(template, [KERNELS, JUDGING])


def load(game: Game, template: Path, tell: Tell | None = None) -> ModuleType:
    """A template bound to one game and ready to be called, compiled or taken from the cache.

    `tell` hears how far compiling is, from 0 to 1.
    """
    with _lock:
        module = bound(game, template)
        if JIT and module.__name__ not in _ready:
            _make_ready(game, template, module, tell)
            _ready.add(module.__name__)
        return module


def bound(game: Game, template: Path) -> ModuleType:
    """A template run as a module of its own for one game, with the game's rules among its globals.

    Compiled code finds what it calls among its globals, so a file that runs over any game is run once for each.
    """
    name = f"molehill.engine.{template.stem}_of_{game.id}"
    with _lock:
        if name not in _bound:
            given: dict[str, Any] = {"rules": game.part("rules")}
            if template != KERNELS:
                given["judge"] = game.part("judge")
            if JUDGING in bases(template):
                given["judging"] = bound(game, JUDGING)
            if template == VECTORS and game.observes:
                given["observation"] = game.part("observation")
            _bound[name] = parts.bind(name, template, given)
        return _bound[name]


def is_kept(game: Game, template: Path) -> bool:
    """Whether a template has been compiled for a game, so that it loads at once."""
    return not JIT or _machine(cache_of(game, template)).exists()


def _make_ready(game: Game, template: Path, module: ModuleType, tell: Tell | None) -> None:
    """Load a template's machine code; where there is none, compile it, while others who want the same wait."""
    from molehill.engine import checking, units

    directory = cache_of(game, template)
    if units.load_unit(module, _machine(directory)):
        return
    checking.check(game)
    with _alone(directory), _announced(game, tell) as told, checking.told_by_line(game):
        if units.load_unit(module, _machine(directory)):
            return
        heard = _counter(_rules_in(sources(game, template)), told)
        for base in bases(template):
            _lower_base(game, base, heard)
        results = units.lower_unit(module, _signatures(game), heard)
        if template == KERNELS:
            units.keep_lowered(results, _lowered(directory))
        units.build_unit(module, results, _machine(directory))
        told(1.0)


def lower(game: Game, template: Path, tell: Tell | None = None) -> list[Any]:
    """The kernels of a template, lowered with all they call: for those who build them for another machine."""
    from molehill.engine import checking, units

    checking.check(game)
    with _announced(game, tell) as told, checking.told_by_line(game):
        heard = _counter(_rules_in(sources(game, template)), told)
        for part in (*bases(template), template):
            _lower_base(game, part, heard)
        return units.lower_unit(bound(game, template), _signatures(game), heard)


def _lower_base(game: Game, template: Path, heard: Callable[[str], None]) -> None:
    """Have the lowered code of a template at hand, from the cache or compiled now."""
    from molehill.engine import units

    directory = cache_of(game, template)
    if not units.recall(_lowered(directory)):
        with _alone(directory):
            results = units.lower_unit(bound(game, template), _signatures(game), heard)
            units.keep_lowered(results, _lowered(directory))


def _signatures(game: Game) -> Callable[[Any], tuple[Any, ...]]:
    from molehill.engine.records import numba_types

    return lambda function: numba_types(function, game)


def _machine(directory: Path) -> Path:
    return directory / "machine-code"


def _lowered(directory: Path) -> Path:
    return directory / "lowered-code"


def _rules_in(files: list[Path]) -> int:
    return sum(path.read_text(encoding="utf-8").count("@rule\n") for path in files)


def _counter(functions: int, told: Tell) -> Callable[[str], None]:
    """Tells how far compiling is when it hears of a function. Not every function is reached, so it may end early."""
    done = [0]

    def heard(name: str) -> None:
        done[0] += 1
        told(min(1.0, done[0] / max(1, functions)) * (1 - _OPTIMISING))

    return heard


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """One process compiles, and others that want the same wait for it."""
    from filelock import FileLock

    with FileLock(directory / "lock"):
        yield


@contextmanager
def _announced(game: Game, tell: Tell | None) -> Iterator[Tell]:
    """Say on stderr how far the first compile is, so that nobody thinks the program hangs."""
    if tell is not None or os.environ.get("MOLEHILL_QUIET") == "1":
        yield tell or (lambda done: None)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"Compiling {game.name}, once only", total=1.0)
        yield lambda done: progress.update(task, completed=done)
