"""`make bench-start`: how long a newcomer waits, from a fresh clone and an empty cache.

Clones the last commit into a temporary folder and does there what the README says: `make play`, a first move of each
game in chromium, bots that think, a second start, and all tests. Writes the table in docs/start.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

import molehill

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "start.md"
STAGES = ("cpu rules", "cpu bots", "cpu loops")
GAMES = [game.id for game in molehill.games()]
console = Console(stderr=True)


@dataclass
class Findings:
    """Seconds by the clock, and seconds of processor time."""

    clone: dict[str, float] = field(default_factory=dict)
    downloads: dict[str, float] = field(default_factory=dict)  # the same with empty package caches
    games: dict[str, dict[str, float]] = field(default_factory=dict)
    tests: dict[str, float] = field(default_factory=dict)


# ---- a newcomer's machine -------------------------------------------------------------------------------------------


class Newcomer:
    """A folder with a clone, and an environment without any files of ours."""

    def __init__(self, folder: Path, downloads: bool) -> None:
        self.folder, self.tree = folder, folder / "molehill"
        self.began = time.monotonic()
        own = {name: str(folder / name.lower()) for name in ("MOLEHILL_CACHE", "MOLEHILL_DATA")}
        if downloads:
            own |= {name: str(folder / name.lower()) for name in ("PIP_CACHE_DIR", "UV_CACHE_DIR", "npm_config_cache")}
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "VIRTUAL_ENV"))
        }
        self.environment = kept | own | {"BROWSER": shutil.which("true") or "true"}

    def clone(self) -> None:
        self.began = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.tree)], check=True)

    def forget_compiled(self) -> None:
        shutil.rmtree(self.environment["MOLEHILL_CACHE"], ignore_errors=True)

    @contextmanager
    def serving(self, *command: str) -> Iterator[str]:
        """Start a server by a command, and yield its address as soon as it is printed."""
        process = subprocess.Popen(
            command, cwd=self.tree, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line)
                if found := re.search(r"https?://[\d.]+:\d+", line):
                    yield found[0]
                    return
            sys.exit(f"{' '.join(command)} ended: {''.join(said[-20:])}")
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait()


def first_move(address: str, game: str) -> dict[str, float]:
    """How long a page takes to show the lobby, and until a first move is kept."""
    command = ["node", str(ROOT / "bench" / "first_move.mjs"), address, game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.exit(f"{game}: {done.stderr.strip()}")
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def until_bots(address: str, game: str) -> None:
    """Wait until bots can think."""
    while True:
        with urllib.request.urlopen(f"{address}/api/games/{game}/preparation") as answer:
            if json.load(answer)["bots"] == 1:
                return
        time.sleep(0.1)


# ---- what is measured -----------------------------------------------------------------------------------------------


def from_the_clone(newcomer: Newcomer, game: str) -> dict[str, float]:
    """How long `make play` takes, the first time and the second."""
    newcomer.clone()
    with newcomer.serving("make", "play") as address:
        server = time.monotonic() - newcomer.began
        page = first_move(address, game)
    began = time.monotonic()
    with newcomer.serving("make", "play"):
        second = time.monotonic() - began
    return {"server": server, "lobby": server + page["lobby"], "first move": server + page["move"],
            "second start": second}  # fmt: skip


def of_each_game(newcomer: Newcomer, found: Findings) -> None:
    for game in GAMES:
        console.print(f"{game}, with nothing compiled ...")
        newcomer.forget_compiled()
        began = time.monotonic()
        with newcomer.serving(".venv/bin/molehill", "serve", "--port", "0") as address:
            page_began = time.monotonic() - began
            move = page_began + first_move(address, game)["move"]
            until_bots(address, game)
            found.games[game] = {"first move": move, "sharp": time.monotonic() - began}


COMPILE = """
import json, sys, time
import molehill
from molehill.bots import search
game, spent = molehill.game(sys.argv[1]), [0.0]
for load in (lambda: game.kernels, lambda: search.load(game), lambda: game.loops):
    load()
    spent.append(time.process_time())
print(json.dumps([after - before for before, after in zip(spent, spent[1:])]))
"""


def processor(newcomer: Newcomer, found: Findings) -> None:
    """Measure the processor time of compiling, with the start of Python: rules, bots, loops for simulations."""
    newcomer.forget_compiled()
    for game in GAMES:
        console.print(f"{game}: processor time ...")
        done = subprocess.run(
            [".venv/bin/python", "-c", COMPILE, game], cwd=newcomer.tree, check=True, capture_output=True, text=True,
            env=newcomer.environment | {"MOLEHILL_QUIET": "1"},
        )  # fmt: skip
        found.games.setdefault(game, {}).update(zip(STAGES, json.loads(done.stdout), strict=True))


def all_tests(newcomer: Newcomer, found: Findings) -> None:
    console.print("make test, with nothing compiled ...")
    newcomer.forget_compiled()
    began = time.monotonic()
    done = subprocess.run(["make", "test"], cwd=newcomer.tree, env=newcomer.environment, stdout=sys.stderr, check=False)
    found.tests["make test"] = time.monotonic() - began
    if done.returncode:
        sys.exit("make test failed")
    began = time.monotonic()
    one = ["make", "test", "ARGS=-k mole_park"]
    subprocess.run(one, cwd=newcomer.tree, env=newcomer.environment, stdout=sys.stderr, check=True)
    found.tests['make test ARGS="-k mole_park"'] = time.monotonic() - began


# ---- the page -------------------------------------------------------------------------------------------------------


def page(found: Findings) -> str:
    """The findings as a page of the documentation."""
    sums = {name: sum(row.get(name, 0.0) for row in found.games.values()) for name in STAGES}
    lines = [
        "# How long a newcomer waits",
        "",
        "`make bench-start` wrote this page. It starts from a fresh clone with nothing compiled, here on a machine",
        f"with {os.cpu_count()} cores. All times are in seconds.",
        "",
        "| after cloning | package caches full | empty |",
        "|---|---:|---:|",
        *(f"| {name} | {seconds:.1f} | {found.downloads[name]:.1f} |" for name, seconds in found.clone.items()),
        *(f"| {name} | {seconds:.1f} | |" for name, seconds in found.tests.items()),
        "",
        "| after the server's start, uncompiled | first move | `sharp` thinks | processor: rules | bots | loops |",
        "|---|---:|---:|---:|---:|---:|",
        *(_row(game, found.games.get(game, {})) for game in GAMES),
        f"| all five | | | {sums['cpu rules']:.1f} | {sums['cpu bots']:.1f} | {sums['cpu loops']:.1f} |",
        "",
        f"Compiling everything of all five games takes {sum(sums.values()):.0f} s of processor time.",
        "",
    ]
    return "\n".join(lines)


def _row(game: str, seconds: dict[str, float]) -> str:
    names = ("first move", "sharp", *STAGES)
    cells = (f"{seconds[name]:.1f}" if name in seconds else "-" for name in names)
    return f"| {molehill.game(game).name} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-tests", action="store_true", help="without make test")
    parser.add_argument("--game", default="honeymoon", choices=GAMES, help="what is played first (honeymoon)")
    parser.add_argument("--dry", action="store_true", help="print the page and write nothing")
    given = parser.parse_args()
    found = Findings()
    console.print("a fresh clone and make play, with empty package caches ...")
    with tempfile.TemporaryDirectory(prefix="molehill-start-") as folder:
        found.downloads = from_the_clone(Newcomer(Path(folder), downloads=True), given.game)
    console.print("a fresh clone and make play ...")
    with tempfile.TemporaryDirectory(prefix="molehill-start-") as folder:
        newcomer = Newcomer(Path(folder), downloads=False)
        found.clone = from_the_clone(newcomer, given.game)
        of_each_game(newcomer, found)
        processor(newcomer, found)
        if not given.no_tests:
            all_tests(newcomer, found)
    text = page(found)
    Console().print(text)
    if not given.dry:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
