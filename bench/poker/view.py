"""Nothing is shown of it, and nothing told: only bots look at the table."""

from __future__ import annotations

from typing import Any

EVENTS: dict[int, tuple[str, dict[str, Any]]] = {}
