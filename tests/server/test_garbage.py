"""Garbage: looking for it never keeps anybody waiting."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI

from molehill.server.run import Server

CROWD = """
import gc
from molehill.server import run

looked_at = []
def look(phase, info):
    if phase == "start":
        looked_at.append(sum(len(gc.get_objects(age)) for age in range(info["generation"] + 1)))

run.tune()
gc.callbacks.append(look)
held = [[] for _ in range(1_000_000)]  # as tables and connections are
print(len(looked_at), max(looked_at))
"""


def test_few_objects_are_looked_through_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True, check=True)
    times, most = map(int, done.stdout.split())
    assert times > 100
    assert most < 10_000, "a hundredth of what there is: that takes some milliseconds"


def test_everything_is_looked_through_while_nobody_is_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bool] = []
    app = FastAPI()
    app.state.hub = hub = SimpleNamespace(places={"a table": object()})
    store: Any = None
    server = Server(uvicorn.Config(app), "", store, open_browser=False)
    monkeypatch.setattr(gc, "collect", lambda: looked.append(True))
    asyncio.run(server._look_through())
    assert not looked
    hub.places.clear()
    asyncio.run(server._look_through())
    assert looked
