"""What Prometheus is told at /metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

ENTRIES = Counter("molehill_entries", "Entries committed: moves, rolls, seats taken, lines of chat.")
MESSAGES = Counter("molehill_messages", "WebSocket messages received.", ["do"])
COMMANDS = Histogram("molehill_command_seconds", "From a message to its committed effect.", buckets=_SECONDS)
CONFLICTS = Counter("molehill_conflicts", "Writings that another process was faster with.")
LINES_BROKEN = Counter("molehill_lines_broken", "How often the line to other processes was broken.")
NOTES_UNREAD = Counter("molehill_notes_unread", "What was told on that line and could not be read.")
TABLES_BROKEN = Counter("molehill_tables_broken", "Tables that could not be built from their logs.")
FAILURES = Counter("molehill_failures", "What is done from time to time, and failed.", ["what"])
REFUSALS = Counter("molehill_refusals", "What clients asked for and did not get.", ["code"])
ENDED = Counter("molehill_reading_ended", "Boxes and logs that took too long to read.", ["what"])
WAITING = Histogram("molehill_bot_waiting_seconds", "How long bots wait for their turn to think.", buckets=_SECONDS)
REPORTS = Counter("molehill_reports", "Lines of chat that somebody has reported.")
THINKING = Histogram("molehill_bot_seconds", "How long bots think.", buckets=_SECONDS)
REBUILDS = Histogram("molehill_rebuild_seconds", "Building a table from its log.", buckets=_SECONDS)
TRIED = Histogram("molehill_trial_seconds", "A turn of bots that try a box of the workshop.", buckets=_SECONDS)
TOO_SLOW = Counter("molehill_too_slow", "Clients that were cut off because they did not read.")
CONNECTIONS = Gauge("molehill_connections", "Open WebSockets.")
TABLES_IN_MEMORY = Gauge("molehill_live_tables", "Tables in memory.")
TABLES = Gauge("molehill_tables", "Tables that are open or played at.", ["status"])
WELL = Gauge("molehill_well", "Whether each part of the process does its work.", ["part"])
