"""What Prometheus is told at /metrics."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

CONFLICTS = Counter("molehill_conflicts", "Writings that another process was faster with.")
REFUSALS = Counter("molehill_refusals", "What clients asked for and did not get.", ["code"])
THINKING = Histogram("molehill_bot_seconds", "How long bots think.", buckets=_SECONDS)
REBUILDS = Histogram("molehill_rebuild_seconds", "Building a table from its log.", buckets=_SECONDS)
CONNECTIONS = Gauge("molehill_connections", "Open WebSockets.")
LIVE_TABLES = Gauge("molehill_live_tables", "Tables in memory.")
TABLES = Gauge("molehill_tables", "Tables in the database.", ["status"])


# ---- at every move: plain numbers without a lock, for the event loop alone counts them -----------------------------


class Count:
    """Something that is counted."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, by: int = 1) -> None:
        """So many more."""
        self.value += by


class Times:
    """Times, counted by how long they were."""

    def __init__(self) -> None:
        self._counts, self._sum = [0] * (len(_SECONDS) + 1), 0.0

    def observe(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, says: str) -> HistogramMetricFamily:
        """As Prometheus wants them: how many took at most so long."""
        ends = [*(str(seconds) for seconds in _SECONDS), "+Inf"]
        return HistogramMetricFamily(name, says, list(zip(ends, accumulate(self._counts), strict=True)), self._sum)


ENTRIES, MESSAGES, COMMANDS = Count(), defaultdict[str, Count](Count), Times()


class _AtEveryMove(Collector):
    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily(
            "molehill_entries", "Entries committed: moves, rolls, seats taken, lines of chat.", ENTRIES.value
        )
        messages = CounterMetricFamily("molehill_messages", "WebSocket messages received.", labels=["do"])
        for do, count in MESSAGES.items():
            messages.add_metric([do], count.value)
        yield messages
        yield COMMANDS.family("molehill_command_seconds", "From a message to its committed effect.")


REGISTRY.register(_AtEveryMove())
