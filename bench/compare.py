"""`make bench-compare`: compares the last commit with the working tree, in turns, each run in a new process.

The last commit is checked out into a temporary worktree, which is always removed at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

Rates = dict[str, list[float]]


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A commit's files in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="molehill-bench-") as folder:
        tree = Path(folder) / "tree"
        git("worktree", "add", "--detach", "--quiet", str(tree), commit)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def measure(tree: Path, games: list[str]) -> dict[str, float]:
    """The rates of one run over a tree's sources. The code that measures is always `ours.py` beside this file, so that
    both sides do the same."""
    done = subprocess.run(
        [sys.executable, str(HERE / "ours.py"), *games],
        capture_output=True, text=True, check=False, cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree / "src"), "MOLEHILL_QUIET": "1"},
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{tree}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}")
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


def note(rates: Rates, measured: dict[str, float]) -> None:
    for name, rate in measured.items():
        rates.setdefault(name, []).append(rate)


def table(old: Rates, new: Rates, commit: str) -> Table:
    drawn = Table(
        "a second, one core", commit, "working tree", "ratio", title="The last commit against the working tree"
    )
    for column in drawn.columns[1:]:
        column.justify = "right"
    for name in new:
        if name not in old:
            drawn.add_row(name, "-", f"{median(new[name]):,.0f}", "-")
            continue
        ratio = median(a / b for a, b in zip(new[name], old[name], strict=True))
        drawn.add_row(name, f"{median(old[name]):,.0f}", f"{median(new[name]):,.0f}", f"{ratio:.2f}x")
    return drawn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default="HEAD", help="what to compare with (HEAD)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each side is measured (5)")
    parser.add_argument("--game", action="append", default=[], help="only this game; may be repeated")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("--rounds must be 1 or more")
    commit = git("rev-parse", "--short", "--verify", f"{given.commit}^{{commit}}")
    old: Rates = {}
    new: Rates = {}
    with checked_out(commit) as tree, Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("compiling both", total=2 * given.rounds + 2)
        for side in (tree, ROOT):
            measure(side, given.game)  # compiles; the result is not used
            progress.advance(task)
        for number in range(given.rounds):
            progress.update(task, description=f"round {number + 1} of {given.rounds}")
            for side, rates in ((tree, old), (ROOT, new)):
                note(rates, measure(side, given.game))
                progress.advance(task)
    Console().print(table(old, new, commit))


if __name__ == "__main__":
    main()
