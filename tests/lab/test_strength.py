"""`make strength`: contests by a plan, in paired deals, that go on where they were stopped."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import molehill
from molehill.engine.compiling import JIT

BENCH = Path(__file__).parents[2] / "bench"
pytestmark = pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    """The program, which keeps what it finds in another place."""
    monkeypatch.syspath_prepend(BENCH)
    import strength

    monkeypatch.setattr(strength, "KEPT", tmp_path / "strength.json")
    yield strength
    del sys.modules["strength"]


def test_a_contest_goes_on_where_it_was_stopped(strength: ModuleType) -> None:
    """Deal by deal the same as if it had never been stopped."""

    def contest() -> object:
        return strength.Contest(molehill.game("honeymoon"), 2, "easy", "random")

    whole, first, second = contest(), contest(), contest()
    whole.play(40)
    whole.play(40)
    first.play(1)
    strength.keep(strength.recall([first]), first)
    strength.recall([second])
    second.play(20)
    assert len(first.won) == 1
    assert len(second.won) == 20
    assert second.won == whole.won[:20]
    assert second.rate.low > 0.5
    assert "| Honeymoon | 2 | `easy` |  | `random` |" in second.row()


def test_the_plan_can_be_played(strength: ModuleType) -> None:
    """Each contest once, of games and bots that there are."""
    found = list(strength.contests(tomllib.loads(strength.PLAN.read_text(encoding="utf-8"))))
    assert len({contest.name for contest in found}) == len(found) > 20
    assert {
        name for contest in found for name in (contest.bot.partition(":")[0], contest.against.partition(":")[0])
    } <= {*molehill.bots.names()}


def test_a_time_becomes_simulations(strength: ModuleType) -> None:
    contest = strength.Contest(molehill.game("moledozer"), 2, "sharp:20ms", "fair")
    assert contest._sims("sharp:40ms") > contest._sims("sharp:4ms") >= 1
    assert contest._sims("sharp:300") == 300
