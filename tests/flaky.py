"""Repeats the tests that chance or a slow machine might make fail: those in the browser, and Python's randomised tests,
each time with another seed. Both kinds run at the same time, beside a loop that keeps a core busy.

`make flaky` starts it. Finished runs of a commit are kept in .flaky/, so that it continues where it was stopped.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as Xml
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
RUNS = 30

Done = dict[str, list[str]]
"""The runs that were done, each with what failed in it."""


class Kind(NamedTuple):
    """A set of tests, and how to run it. Both runners write a JUnit report."""

    name: str
    folder: Path
    command: tuple[str, ...]
    report: str  # where the report goes
    repeat: str  # how to repeat a failure


def marked(name: str) -> list[str]:
    """The files with tests that have this mark. To read the others, too, takes each process time."""
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path) for path in found if f"pytest.mark.{name}" in path.read_text(encoding="utf-8")]


KINDS = (
    Kind(
        "browser",
        ROOT / "web",
        ("node_modules/.bin/playwright", "test", "--reporter=list,junit", "--output={file}.failed"),
        "browser-{run}.xml",
        "make browser",
    ),
    Kind(
        "randomised",
        ROOT,
        (sys.executable, "-m", "pytest", "--quiet", "-m", "randomised", "--numprocesses", "auto", "--dist",
         "worksteal", "--junitxml={file}", *marked("randomised")),
        "randomised-{run}.xml",
        "MOLEHILL_SEED={run} make test-python ARGS='-m randomised'",
    ),
)  # fmt: skip


def busy(parent: int) -> None:
    """Keep a core busy as long as the process that wants it exists."""
    while os.getppid() == parent:
        pass


# ---- one run ---------------------------------------------------------------------------------------------------------


async def run(kind: Kind, number: int, folder: Path) -> list[str]:
    """Run these tests once and return which failed. Their output is kept beside the report."""
    report = folder / kind.report.format(run=number)
    report.unlink(missing_ok=True)  # left by a run that was stopped
    command = [part.format(file=report) for part in kind.command]
    environment = os.environ | {"MOLEHILL_SEED": str(number), "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report)}
    with report.with_suffix(".log").open("w") as said:
        tests = await asyncio.create_subprocess_exec(
            *command, cwd=kind.folder, env=environment, stdout=said, stderr=said
        )
        code = await tests.wait()
    return failed_in(report) or (["the whole run"] if code else [])


def failed_in(report: Path) -> list[str]:
    """The tests that failed. A run without a report has failed as a whole."""
    try:
        cases = list(Xml.parse(report).iter("testcase"))
    except (OSError, Xml.ParseError):
        return ["the whole run"]
    return [named(case) for case in cases if {part.tag for part in case} & {"failure", "error"}]


def named(case: Xml.Element) -> str:
    """A test as its source names it: file or module, and name."""
    return f"{case.get('classname')} / {case.get('name')}"


# ---- what has been done ----------------------------------------------------------------------------------------------


def read(path: Path) -> Done:
    done: Done = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return done


def write(path: Path, done: Done) -> None:
    new = path.with_suffix(".new")
    new.write_text(json.dumps(done, indent=1), encoding="utf-8")
    new.replace(path)


def kept() -> Path:
    """The folder for runs of this commit and these games."""
    describe = ("git", "describe", "--always", "--dirty")
    commit = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    folder = ROOT / ".flaky" / commit / os.environ.get("GAMES", "all")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def series(kind: Kind, runs: int, folder: Path) -> Done:
    """Do all runs of a kind, one after another, except those that were done before."""
    state = folder / f"{kind.name}.json"
    done = read(state)
    for number in range(1, runs + 1):
        if str(number) in done:
            continue
        began = time.monotonic()
        done[str(number)] = failed = await run(kind, number, folder)
        write(state, done)
        told = f"{len(failed)} failed" if failed else "passed"
        print(f"  {kind.name} {number}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    return done


def tell(runs: int, done: dict[Kind, Done]) -> int:
    """Print what failed how often, and how to repeat it. Return the number of tests that failed."""
    failures: dict[tuple[Kind, str], list[int]] = defaultdict(list)
    for kind, numbered in done.items():
        for number in range(1, runs + 1):
            for test in numbered[str(number)]:
                failures[kind, test].append(number)
    for (kind, test), numbers in failures.items():
        print(f"{len(numbers)} of {runs}: {kind.name}: {test}")
        print(f"    in {', '.join(map(str, numbers))}; again with: {kind.repeat.format(run=numbers[0])}")
    if not failures:
        print(f"Nothing failed in {runs} runs.")
    return len(failures)


async def main() -> int:
    """Run everything that has not been run yet, both kinds at the same time, and print what failed."""
    runs, folder = int(os.environ.get("RUNS", RUNS)), kept()
    print(f"{runs} runs of each beside a busy loop; what they say is kept in {folder.relative_to(ROOT)}", flush=True)
    multiprocessing.Process(target=busy, args=(os.getpid(),), daemon=True).start()
    done = await asyncio.gather(*(series(kind, runs, folder) for kind in KINDS))
    return 1 if tell(runs, dict(zip(KINDS, done, strict=True))) else 0


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except KeyboardInterrupt:
        sys.exit("Stopped; `make flaky` goes on from here.")
