"""A Ray cluster gives the numbers that threads give, and a lost worker costs time only (`make test-cluster`)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import molehill
from molehill import lab
from molehill.engine.errors import Unknown
from molehill.lab.arena import Portion, Threads, arena_of, portions
from molehill.lab.cluster import Cluster, Order
from molehill.lab.settings import Setting

MOON = molehill.game("honeymoon")
MINE = MOON.box_from_text(MOON.box().text.replace("slots = 7", "slots = 5"), "mine")


@pytest.fixture(scope="module", autouse=True)
def ray() -> Iterator[Any]:
    """A cluster of two cores on this machine."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.mark.parametrize("bots", ["greedy", "fair", ["fair", "random"]])
def test_the_same_numbers_as_on_threads(bots: Any) -> None:
    asked: dict[str, Any] = {"games": 400, "bots": bots, "seed": 3, "box": MINE, "options": {"side": "B"}}
    threads, cluster = lab.simulate(MOON, **asked), lab.simulate(MOON, cluster="auto", **asked)
    assert cluster.as_json() == threads.as_json()


def test_functions_may_play() -> None:
    def shortest(match: Any, seat: int) -> Any:
        """As it is written in a notebook; what is in a module must be installed on all machines."""
        return min(match.legal(seat), key=lambda move: move.get("length", 0))

    asked: dict[str, Any] = {"games": 20, "bots": [shortest, "greedy"], "rotate": True}
    assert lab.simulate(MOON, cluster="auto", **asked).as_json() == lab.simulate(MOON, **asked).as_json()


def test_comparing_and_sweeping() -> None:
    arms = {"shipped": {}, "mine": {"box": MINE}}
    assert (
        lab.compare(MOON, arms, 300, cluster="auto", bots="greedy").as_json()
        == lab.compare(MOON, arms, 300, bots="greedy").as_json()
    )
    vary = {"counts.slots": "6..7"}
    swept = [lab.sweep(MOON, vary, 200, cluster=where, bots="greedy").as_json() for where in (None, "auto")]
    assert swept[0] == swept[1]


def test_a_lost_worker_costs_time_only() -> None:
    """One of the processes that play is killed in the middle, by its id."""
    setting = Setting.read(MOON, bots="greedy")
    wanted = list(portions([setting], 5, 60_000))
    assert len(wanted) >= 16
    cluster, killed, found = Cluster(), list[int](), list[Any]()
    for portion, (played,) in cluster.play(wanted):
        found.append((portion.first, played.scores.tobytes(), played.lengths.tobytes()))
        if not killed:
            killed.append(next(iter(cluster.workers)))
            os.kill(killed[0], signal.SIGKILL)
    threads = [
        (portion.first, played.scores.tobytes(), played.lengths.tobytes())
        for portion, (played,) in Threads(1).play(wanted)
    ]
    assert found == threads
    assert len(cluster.workers - set(killed)) >= 1


def test_what_was_begun_is_continued(tmp_path: Path) -> None:
    """A run that stops in the middle goes on, elsewhere, and is as one that never stopped."""

    def stop(summary: Any, games: int) -> None:
        if summary.games >= games // 2:
            raise KeyboardInterrupt

    folder = tmp_path / "games"
    asked: dict[str, Any] = {"games": 4000, "bots": "greedy", "seed": 8, "keep": folder}
    begun = lab.simulate(MOON, progress=stop, cluster="auto", **asked)
    assert begun.stopped
    assert begun.games < 4000
    whole = lab.simulate(MOON, cluster="auto", resume=True, **asked)
    assert whole.as_json() == lab.simulate(MOON, games=4000, bots="greedy", seed=8).as_json()
    assert len(whole.rows.collect()) == 4000


def test_another_version_of_the_rules_is_refused() -> None:
    order = Order.of(Setting.read(MOON, bots="greedy"))
    other = Order(**{**vars(order), "version": 99})
    with pytest.raises(Unknown, match="rules"):
        other.setting()


def test_an_error_of_a_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting.read(MOON, bots="greedy")
    cluster = Cluster()
    cluster._orders[id(setting)] = Order(**{**vars(Order.of(setting)), "version": 99})
    with pytest.raises(Unknown, match="a machine of the cluster has rules"):
        list(cluster.play([Portion((setting,), 0, 0, 1)]))


def test_threads_and_a_cluster_exclude_each_other() -> None:
    with pytest.raises(Unknown, match="threads"):
        arena_of(2, "auto")
