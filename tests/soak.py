"""Runs hours of crashes, fuzzing, secrecy and crowds, in slices: each is the long form of randomised tests with a new
seed, or twenty minutes of 2,000 tables and 10,000 connections.

`make soak HOURS=4` starts it. Finished slices are kept in .soak/, so that it continues where it was stopped. Failures
are printed at the end of every run until somebody deletes that folder.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
import xml.etree.ElementTree as Xml
from collections import Counter

from flaky import ROOT, Kind, read, run, write

KEPT = ROOT / ".soak"
FIRST_SEED = 1000  # those below are `make flaky`'s
EFFORT = "20"
KINDS = (*(
    Kind(
        name,
        ROOT,
        (sys.executable, "-m", "pytest", "--quiet", "-m", "randomised", "--numprocesses", "auto", "--dist",
         "worksteal", "--junitxml={file}", *tests),
        name + "-{run}.xml",
        f"MOLEHILL_EFFORT={EFFORT} MOLEHILL_SEED={{run}} make test ARGS='-m randomised {' '.join(tests)}'",
    )
    for name, tests in {
        "crashes": ("tests/server/test_crash.py", "tests/server/test_processes.py"),
        "fuzzing": ("tests/server/test_fuzz.py", "tests/server/test_flood.py"),
        "secrecy": ("tests/server/test_veil.py",),
        "conformance": ("tests/conformance/test_checks.py", "tests/test_observations.py"),
    }.items()
), Kind(
    "crowd",
    ROOT,
    (sys.executable, "bench/crowd.py", "--minutes", "20", "--junit", "{file}"),
    "crowd-{run}.xml",
    "make bench-crowd ARGS='--minutes 20'",
))  # fmt: skip


def main() -> int:
    """Run slices until the time is up, and finish the last one."""
    KEPT.mkdir(exist_ok=True)
    state, end = KEPT / "done.json", time.monotonic() + 3600 * float(os.environ.get("HOURS", "1"))
    os.environ["MOLEHILL_EFFORT"] = EFFORT
    done = read(state)
    print(f"{len(done)} slices were done before; what they say is kept in {KEPT.name}/", flush=True)
    while time.monotonic() < end:
        number, kind = divmod(len(done), len(KINDS))
        seed, chosen, began = FIRST_SEED + number, KINDS[kind], time.monotonic()
        done[f"{chosen.name} {seed}"] = failed = asyncio.run(run(chosen, seed, KEPT))
        write(state, done)
        told = f"{len(failed)} failed" if failed else "passed"
        print(f"  {chosen.name}, seed {seed}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
    for what, number in counted().items():
        print(f"{number:,} {what}")
    failures = [(name, test) for name, tests in done.items() for test in tests]
    for name, test in failures:
        print(f"{name}: {test}")
    print(f"{len(done)} slices, {len(failures)} failures.")
    return 1 if failures else 0


def counted() -> dict[str, int]:
    """What the tests of all slices have counted, such as messages that were compared."""
    found: Counter[str] = Counter()
    for report in KEPT.glob("*.xml"):
        for told in Xml.parse(report).iter("property"):
            found[told.get("name", "")] += int(told.get("value", "0"))
    return dict(found)


if __name__ == "__main__":
    sys.exit(main())
