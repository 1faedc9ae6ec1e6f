"""The server's own log: one JSON object a line, and strangers can't fill it."""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from typing import Any

import structlog

_OFTEN = 10  # lines of one kind in a minute
_MINUTE = 60.0


class Sparing(logging.Filter):
    """Lets a line through ten times a minute: a stranger can cause some of them with every byte that they send."""

    def __init__(self) -> None:
        super().__init__()
        self._since, self._heard = time.monotonic(), Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the last one of a minute says that others follow which are not."""
        if time.monotonic() - self._since >= _MINUTE:
            self._since, self._heard = time.monotonic(), Counter()
        self._heard[record.msg] += 1
        if self._heard[record.msg] == _OFTEN:
            record.msg = f"{record.msg} (and perhaps more of these within the minute)"
            return True
        return self._heard[record.msg] < _OFTEN


def set_up_logs(level: str) -> None:
    """One JSON object a line, on stderr, uvicorn's own included."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, structlog.stdlib.add_logger_name, *shared,
                    structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )  # fmt: skip
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer(),
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("alembic", "uvicorn.error", "uvicorn"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger("uvicorn.error").filters = [Sparing()]
