"""Runs again and again what chance or a slow machine might make fail: the tests in the browser, and Python's randomised
tests, each time with another seed. Beside them a busy loop keeps one core busy. `make flaky` starts it."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as Xml
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
RUNS = 30


class Kind(NamedTuple):
    """A set of tests, and how it is run. Both runners write what failed in JUnit's form."""

    name: str
    folder: Path
    command: tuple[str, ...]
    report: str  # where the report goes
    repeat: str  # how a failure is repeated


KINDS = (
    Kind(
        "browser",
        ROOT / "web",
        ("node", "--test", "--test-reporter=junit", "--test-reporter-destination={file}", "tests/e2e/browser.mjs"),
        "browser-{run}.xml",
        "make browser",
    ),
    Kind(
        "randomised",
        ROOT,
        (sys.executable, "-m", "pytest", "--quiet", "-m", "randomised", "--numprocesses", "auto", "--dist",
         "worksteal", "--junitxml={file}"),
        "randomised-{run}.xml",
        "MOLEHILL_SEED={run} make test-python ARGS='-m randomised'",
    ),
)  # fmt: skip


def busy() -> None:
    """Keep a core busy."""
    while True:
        pass


def failed_in(report: Path) -> list[str]:
    """The tests that failed; a run that has left no report has failed as a whole."""
    try:
        suites = list(Xml.parse(report).iter("testsuite"))
    except (OSError, Xml.ParseError):
        return ["the whole run"]
    cases = [(suite, case) for suite in suites for case in suite.findall("testcase")]
    return [named(*found) for found in cases if {part.tag for part in found[1]} & {"failure", "error"}]


def named(suite: Xml.Element, case: Xml.Element) -> str:
    """A test as it is called where it is written: by its suite in the browser, by its module in Python."""
    parts = (suite.get("name", ""), case.get("classname", ""), case.get("name", ""))
    return " / ".join(part for part in parts if part not in ("", "pytest", "test"))


def run(kind: Kind, number: int, folder: Path) -> list[str]:
    """Run these tests once and return what failed; what they said is kept beside the report."""
    report = folder / kind.report.format(run=number)
    command = [part.format(file=report) for part in kind.command]
    environment = os.environ | {"MOLEHILL_SEED": str(number)}
    with report.with_suffix(".log").open("w") as said:
        done = subprocess.run(command, cwd=kind.folder, env=environment, stdout=said, stderr=said, check=False)
    return failed_in(report) or (["the whole run"] if done.returncode else [])


def main() -> int:
    """Run everything, tell how it goes, and at the end what failed how often."""
    runs = int(os.environ.get("RUNS", RUNS))
    folder = Path(tempfile.mkdtemp(prefix="molehill-flaky-"))
    print(f"{runs} runs of each beside a busy loop; what they say is kept in {folder}", flush=True)
    failures: dict[tuple[Kind, str], list[int]] = defaultdict(list)
    loop = multiprocessing.Process(target=busy, daemon=True)
    loop.start()
    for number in range(1, runs + 1):
        for kind in KINDS:
            began = time.monotonic()
            failed = run(kind, number, folder)
            for test in failed:
                failures[kind, test].append(number)
            told = f"{len(failed)} failed" if failed else "passed"
            print(f"  {number}/{runs} {kind.name}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    loop.terminate()
    for (kind, test), numbers in failures.items():
        print(f"{len(numbers)} of {runs}: {kind.name}: {test}")
        print(f"    in {', '.join(map(str, numbers))}; again with: {kind.repeat.format(run=numbers[0])}")
    if not failures:
        print(f"Nothing failed in {runs} runs.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
