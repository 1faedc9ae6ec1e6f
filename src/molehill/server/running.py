"""Where a server can be found that is running already: a note beside its SQLite file says so.

A note may be left over from a server that was killed; so the server at that address is asked whether it is the one.
"""

from __future__ import annotations

import http.client
import json
import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

_PATIENCE = 10.0  # seconds: it may have begun a moment before us


def _note(file: Path) -> Path:
    return file.with_name(file.name + ".running")


def note_down(file: Path, url: str, process: str, health: str | None = None) -> None:
    """Say that this process serves the file, and where; and where it says how it is, if that is elsewhere."""
    note = {"url": url, "health": health or url, "pid": os.getpid(), "process": process}
    _note(file).write_text(json.dumps(note), encoding="utf-8")


def strike_out(file: Path) -> None:
    """Nobody serves the file any more."""
    _note(file).unlink(missing_ok=True)


def find(file: Path) -> str | None:
    """The address of the server that serves this file, if it answers there."""
    with suppress(OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        told = json.loads(_note(file).read_text(encoding="utf-8"))
        if _process_at(told["health"]) == told["process"]:
            return str(told["url"])
    return None


def _process_at(url: str) -> str:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return str(json.loads(connection.getresponse().read())["process"])
    finally:
        connection.close()
