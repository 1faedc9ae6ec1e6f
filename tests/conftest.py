"""Options of the test run: `--rules` lists every clause with its tests, `--write-goldens` writes playthroughs again."""

from __future__ import annotations

import os
from types import SimpleNamespace

import hypothesis
import pytest

import molehill
from clauses import clauses, tests_of_clause
from command_line import Run
from molehill import cli
from molehill.bots.search import Memory, Search
from molehill.engine.box import Box
from scenario import EFFORT, SEED

os.environ.setdefault("MOLEHILL_QUIET", "1")
# Seconds, of which the slowest test takes thirty on an idle machine: a test that hangs is ended and says where, and the
# others go on.
os.environ.setdefault("PYTEST_TIMEOUT", str(900 * EFFORT))
# Nothing is remembered from one run to the next: the seed decides everything that is drawn.
hypothesis.settings.register_profile("molehill", deadline=None, database=None, print_blob=True)
hypothesis.settings.load_profile("molehill")

# Servers of the tests are forked and end by signals; the wheel's own tests start one everywhere.
collect_ignore = ["server"] if os.name == "nt" else []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="list each clause with its tests; fail if one has none")
    parser.addoption("--write-goldens", action="store_true", help="write the golden playthroughs again")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than there are cores: tests of the server wait half of their time, and beside them the app's
    tests take their share."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give Hypothesis the seed of the run, unless it has another one."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(SEED)


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    known = {clause for game in molehill.games() for clause in clauses(game)}
    for item in items:
        for marker in item.iter_markers("rule"):
            for clause in marker.args:
                if clause not in known:
                    raise pytest.UsageError(f"{item.nodeid}: there is no clause {clause}")
                tests_of_clause[clause].append(item.nodeid)
    if config.getoption("--rules"):
        session.config.stash[_report] = True
        items[:] = []


_report = pytest.StashKey[bool]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.stash.get(_report, False):
        return
    for game in molehill.games():
        terminalreporter.write_line(f"\n{game.name}")
        for clause in clauses(game):
            tests = sorted({test.split("[")[0] for test in tests_of_clause[clause]})
            terminalreporter.write_line(f"  {clause}  {len(tests) or 'NO TEST'}", red=not tests)
            for test in tests:
                terminalreporter.write_line(f"           {test}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Set the exit code of `--rules`, which runs no test: whether every clause has a test."""
    if session.config.stash.get(_report, False):
        untested = [c for game in molehill.games() for c in clauses(game) if not tests_of_clause[c]]
        session.exitstatus = 1 if untested else 0


def pytest_report_header() -> str:
    compiled = "compiled" if os.environ.get("MOLEHILL_JIT", "1") != "0" else "uncompiled"
    return f"rules: {compiled}; what randomised tests draw: MOLEHILL_SEED={SEED}"


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which each simulation of a search takes a thousandth of a second, as far as the search can tell."""
    clock, simulate = [0.0], Search._simulate

    def take_time(search: Search, memory: Memory, box: Box, seat: int, sims: int) -> None:
        simulate(search, memory, box, seat, sims)
        clock[0] += sims / 1000

    monkeypatch.setattr(Search, "_simulate", take_time)
    monkeypatch.setattr("molehill.bots.search.time", SimpleNamespace(perf_counter=lambda: clock[0]))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process: exit code, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return call
