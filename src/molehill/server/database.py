"""The database itself: reaching it, bringing it to this version's form, and who may use it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from molehill.engine.errors import MolehillError
from molehill.server.words import say

PATIENCE = 10.0  # seconds: so long a thread waits for somebody else who has locked the SQLite file
# That PostgreSQL is not there any more is noticed within seconds, whether it says goodbye or not.
PATIENT: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "tcp_user_timeout": 15_000,
}
_MIGRATIONS = Path(__file__).with_name("migrations")


class CannotOpen(MolehillError):
    """The database can't be used; the message says why."""


class InUse(CannotOpen):
    """Another process serves this SQLite file."""

    def __init__(self, file: Path) -> None:
        super().__init__(say("store-in-use", path=str(file)))
        self.file = file


class Away(Exception):
    """The database could not do it. Of what was to be kept this says nothing: rows hold secrets."""

    def __init__(self, error: Exception) -> None:
        super().__init__(in_short(error))


class Database:
    """An open database, locked for this process if it is a SQLite file: others would not hear of its moves."""

    def __init__(self, url: str) -> None:
        self.url = _read_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        name = self.url.database if self.sqlite else None
        self.file = Path(name) if name and name != ":memory:" else None  # of SQLite
        self._owned: FileLock | None = None
        self.engine = _engine(self.url, self.sqlite)
        try:
            self._lock()
            if not is_current(self.engine):
                migrate(self.engine)
        except CannotOpen:
            self.close()
            raise
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise CannotOpen(say("store-not", url=self.url.render_as_string(), why=_line(error))) from None

    def _lock(self) -> None:
        path = self.file
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep_private(path)
        owned = FileLock(path.with_name(path.name + ".lock"), thread_local=False)
        try:
            owned.acquire(blocking=False)
        except Timeout:
            raise InUse(path) from None
        self._owned = owned

    def writer(self) -> sa.Connection:
        """A connection that takes the lock first: a connection that has read already can't wait for it."""
        return self.engine.connect().execution_options(writes=True)

    def close(self) -> None:
        """Let go."""
        self.engine.dispose()
        if self._owned:
            self._owned.release()


def _keep_private(path: Path) -> None:
    """Let nobody else read the file and what SQLite lays beside it: the secrets of dice are in there."""
    path.touch(mode=0o600)
    for part in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with suppress(OSError):  # it is not there, or not ours
            part.chmod(0o600)


def in_short(error: Exception) -> str:
    """What went wrong in one line, without what was to be kept: rows hold secrets."""
    cause = getattr(error, "orig", None) or error
    primary = getattr(getattr(cause, "diag", None), "message_primary", None)
    return f"{type(cause).__name__}: {_line(primary or cause)[:200]}"


def _line(error: object) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _read_url(url: str) -> sa.URL:
    try:
        found = sa.make_url(url)
        found.get_dialect().import_dbapi()
    except (SQLAlchemyError, ImportError) as error:
        raise CannotOpen(say("store-not", url=url.split("@")[-1], why=_line(error))) from None
    return found


def _engine(url: sa.URL, sqlite: bool) -> sa.Engine:
    if not sqlite:
        return sa.create_engine(
            url, pool_size=4, pool_pre_ping=True, json_serializer=_json, connect_args=PATIENT, hide_parameters=True
        )
    given = {"timeout": PATIENCE, "check_same_thread": False, "isolation_level": None}
    engine = sa.create_engine(url, connect_args=given, json_serializer=_json, hide_parameters=True)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def beside(url: str) -> Iterator[sa.Engine]:
    """A database as it is, no matter who serves it: nothing is locked, made or brought to another form."""
    found = _read_url(url)
    sqlite = found.get_backend_name() == "sqlite"
    if sqlite and not Path(found.database or "").is_file():
        raise CannotOpen(say("store-none", path=str(found.database)))
    engine = _engine(found, sqlite)
    try:
        engine.connect().close()
        yield engine
    except SQLAlchemyError as error:
        raise CannotOpen(say("store-not", url=found.render_as_string(), why=_line(error))) from None
    finally:
        engine.dispose()


def version_of(connection: sa.Connection) -> str | None:
    """The form that a database has; None if it is none of ours."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found


def is_current(engine: sa.Engine) -> bool:
    """Whether the database has this version's form already."""
    with engine.connect() as connection:
        found = version_of(connection)
    return found == max(path.stem.split("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))


def check_form(engine: sa.Engine) -> None:
    """Raises CannotOpen if the database has another form than this version's."""
    if not is_current(engine):
        raise CannotOpen(say("store-other", url=engine.url.render_as_string()))


def migrate(engine: sa.Engine, version: str = "head") -> None:
    """Bring the database to this version's form. Several processes may try at once."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(5150)"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version)
        except CommandError as error:
            raise CannotOpen(say("store-newer", why=str(error))) from None
