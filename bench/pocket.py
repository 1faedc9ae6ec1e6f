"""`make bench-pocket`: the search in WebAssembly against the native one, on the same core in the same run, and sizes.

Both think about the same positions with the same number of simulations, in turns. The processor's time is measured.
With --visit, a fresh visit to a game in chromium as well (`pocket_visit.mjs`); that needs a machine without other work.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

import molehill
from molehill import Game, Match, pocket
from molehill.bots.levels import Budget, how
from molehill.bots.search import Search
from molehill.browser import in_the_app

HERE = Path(__file__).resolve().parent
NODE = shutil.which("node", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
POSITIONS = 6
SIMS = 2_000


def decisions(game: Game) -> list[tuple[Match, int]]:
    """Decisions from the middle of random games."""
    rng, found = random.Random(1), []
    while len(found) < POSITIONS:
        match, left = game.match(), 30 + 10 * len(found)
        while not match.over:
            left -= 1
            if match.pending is molehill.CHANCE:
                match.chance(rng=rng)
                continue
            seat = match.pending[0]
            if left < 0 and len(match.legal_numbers(seat)) > 1:
                found.append((match, seat))
                break
            match.play(seat, rng.choice(match.legal(seat)))
    return found


def natively(game: Game, positions: list[tuple[Match, int]]) -> float:
    """Seconds of the processor for all positions."""
    search = Search(game, how("sharp", game), Budget(sims=SIMS), 1)
    before = time.process_time()
    for match, seat in positions:
        search.decide(match.veiled(seat), match.box, seat)
    return time.process_time() - before


class Wasm:
    """The other side: Node with the game's module."""

    def __init__(self, process: subprocess.Popen[str], positions: list[tuple[Match, int]]) -> None:
        told = [{"table": m.table.tobytes().hex(), "seats": m.seats, "seat": seat} for m, seat in positions]
        self._process, self._asked = process, json.dumps({"sims": SIMS, "positions": told})

    def seconds(self) -> float:
        """Seconds of the processor for all positions."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{self._asked}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


@contextmanager
def in_node(folder: Path, game: Game) -> Iterator[subprocess.Popen[str]]:
    command = [str(NODE), str(HERE / "pocket.mjs"), str(folder), game.id]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def measure(game: Game, folder: Path, rounds: int) -> dict[str, Any]:
    """Simulations a second on both sides, the ratio, and the sizes of what a browser loads."""
    positions = decisions(game)
    with in_node(folder, game) as process:
        wasm = Wasm(process, positions)
        natively(game, positions), wasm.seconds()  # warms up; what it says is thrown away
        pairs = [(natively(game, positions), wasm.seconds()) for _ in range(rounds)]
    sims = SIMS * len(positions)
    return {
        "native": sims / median(native for native, _ in pairs),
        "wasm": sims / median(other for _, other in pairs),
        "ratio": median(native / other for native, other in pairs),
        "rules": packed(folder / f"{game.id}.rules.wasm"),
        "bots": packed(folder / f"{game.id}.bots.wasm"),
        "facts": packed(folder / f"{game.id}.json"),
    }


def visit(games: list[str]) -> None:
    """What somebody waits for who plays a game in the pocket for the first time."""
    command = [str(NODE), str(HERE / "pocket_visit.mjs"), *games]
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
    columns = (
        "kB packed beyond the lobby", "of that the board", "seconds until a move", "ms a move", "the longest",
        "4 x the processor's time of the page, seconds", "ms a move, with what is shown of it and of the bots",
    )  # fmt: skip
    drawn = Table("game", *columns, title="A fresh visit to the pocket, the page's processor four times slower")
    for row in found:
        sizes = [f"{row[part] / 1000:.1f}" for part in ("bytes", "board")]
        times = [f"{row['seconds']:.2f}", f"{row['median']:.0f}", f"{row['longest']:.0f}"]
        thread = [f"{4 * row['thread']['begin'] / 1000:.2f}", f"{4 * row['thread']['move']:.0f}"]
        drawn.add_row(row["game"], *sizes, *times, *thread)
    Console().print(drawn)


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each side is measured (7)")
    parser.add_argument("--game", action="append", default=[], help="only this game; may be repeated")
    parser.add_argument(
        "--visit", action="store_true", help="only a fresh visit in chromium, to the app as it is built"
    )
    given = parser.parse_args()
    if NODE is None:
        sys.exit("This needs Node: `make app` installs one.")
    if given.visit:
        visit(given.game)
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # Node inherits it
    games = [molehill.game(name) for name in given.game] or list(filter(in_the_app, molehill.games()))
    columns = ("native, simulations a second", "WebAssembly", "ratio", "rules, kB packed", "rules and bots", "facts")
    drawn = Table("game", *columns, title="The search in WebAssembly against the native one")
    with tempfile.TemporaryDirectory(prefix="molehill-bench-") as name:
        folder = Path(name)
        pocket.write(folder, games, lambda told: None)
        (folder / "package.json").write_text('{"type": "module"}')
        for game in games:
            row = measure(game, folder, given.rounds)
            sizes = [f"{row[part] / 1000:.1f}" for part in ("rules", "bots", "facts")]
            drawn.add_row(game.name, f"{row['native']:,.0f}", f"{row['wasm']:,.0f}", f"{row['ratio']:.2f}x", *sizes)
        sizes = [f"{packed(folder / part) / 1000:.1f} kB" for part in ("host.js", "search.js")]
    Console().print(drawn)
    Console().print(f"For all games: host.js {sizes[0]}, search.js {sizes[1]} packed.")


if __name__ == "__main__":
    main()
