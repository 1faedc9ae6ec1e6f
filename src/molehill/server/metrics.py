"""What Prometheus is told at /metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

ENTRIES = Counter("molehill_entries", "Entries committed: moves, rolls, seats taken, lines of chat.")
MESSAGES = Counter("molehill_messages", "WebSocket messages received.", ["do"])
COMMANDS = Histogram("molehill_command_seconds", "From a message to its committed effect.", buckets=_SECONDS)
CONFLICTS = Counter("molehill_conflicts", "Writings that another process was faster with.")
REFUSALS = Counter("molehill_refusals", "What clients asked for and did not get.", ["code"])
REPORTS = Counter("molehill_reports", "Lines of chat that somebody has reported.")
THINKING = Histogram("molehill_bot_seconds", "How long bots think.", buckets=_SECONDS)
REBUILDS = Histogram("molehill_rebuild_seconds", "Building a table from its log.", buckets=_SECONDS)
CONNECTIONS = Gauge("molehill_connections", "Open WebSockets.")
TABLES_IN_MEMORY = Gauge("molehill_live_tables", "Tables in memory.")
TABLES = Gauge("molehill_tables", "Tables in the database.", ["status"])
