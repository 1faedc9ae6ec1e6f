"""Builds the modules of games and writes them into a folder, with the host and the facts that it needs."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from molehill.bots.preparing import TEMPLATES
from molehill.engine import compiling
from molehill.pocket import objects
from molehill.pocket.facts import facts

if TYPE_CHECKING:
    from molehill.engine.game import Game

# What a module has: the rules alone, which show and check a game, or with them what bots think with.
STAGES = {"rules": [TEMPLATES["rules"]], "bots": [TEMPLATES["rules"], TEMPLATES["bots"]]}
IMPORTS = ("take",)  # what a host supplies, at most
HOST = ("host.js", "host.d.ts", "search.js", "search.d.ts")
_NATIVE = "position_key"  # for tests in Python
_HERE = Path(__file__).parent
_TOOLS = ("building.py", "entries.py", "portable.py", "objects.py")


def module(game: Game, stage: str) -> bytes:
    """A game's module for WebAssembly. It is kept where compiled rules are kept, and built once."""
    from filelock import FileLock

    kept = compiling.cache_of(game, STAGES[stage][-1]) / f"{stage}-{_tools()}.wasm"
    with FileLock(kept.with_suffix(".lock")):
        if not kept.exists():
            fresh = kept.with_suffix(".new")
            fresh.write_bytes(_built(game, stage))
            fresh.replace(kept)
        return kept.read_bytes()


def _built(game: Game, stage: str) -> bytes:
    from molehill.engine.units import link_unit
    from molehill.pocket.entries import entries
    from molehill.pocket.portable import BLOCKS, object_file

    lowered = [result for template in STAGES[stage] for result in compiling.lower(game, template)]
    kernels = {result.fndesc.qualname: result for result in lowered if result.fndesc.qualname != _NATIVE}
    linked = link_unit(list(kernels.values()))
    linked.link_in(entries(kernels.values()))
    return objects.module(object_file(linked, kernels), [*kernels, BLOCKS], IMPORTS)


@cache
def _tools() -> str:
    """A digest of what builds modules."""
    digest = hashlib.sha256((_HERE / "runtime.ll").read_bytes())
    for name in _TOOLS:
        digest.update(compiling.meaning((_HERE / name).read_text(encoding="utf-8")).encode())
    return digest.hexdigest()[:16]


def write(folder: Path, games: Iterable[Game], tell: Callable[[str], Any]) -> None:
    """Write the modules and facts of these games, and the host. What has not changed is not built again."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        for stage in STAGES:
            content = module(game, stage)
            (folder / f"{game.id}.{stage}.wasm").write_bytes(content)
            packed = len(gzip.compress(content))
            tell(f"{game.name}: {stage}, {len(content) / 1000:.0f} kB, {packed / 1000:.0f} kB packed")
        (folder / f"{game.id}.json").write_text(json.dumps(facts(game)), encoding="utf-8")
    for name in HOST:
        (folder / name).write_text(host(name), encoding="utf-8")


def host(name: str) -> str:
    """The source of a file of the host."""
    return (_HERE / name).read_text(encoding="utf-8")
