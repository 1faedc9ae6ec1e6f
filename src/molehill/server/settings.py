"""Everything that can be set: by an environment variable (MOLEHILL_PORT=...) or an option of `molehill serve`."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import limits
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from molehill import bots
from molehill.bots import trained
from molehill.engine.errors import Unknown

MINUTE, DAY = 60.0, 86400.0


class Settings(BaseSettings):
    """The server's settings. Times are in seconds, sizes in bytes; rates are written as the `limits` library reads."""

    model_config = SettingsConfigDict(env_prefix="MOLEHILL_", extra="ignore", frozen=True)

    host: str = Field("127.0.0.1", description="The address to listen on; 0.0.0.0 for every one this machine has.")
    port: int = Field(8000, ge=0, le=65535, description="The port; 0 for any that is free.")
    root_path: str = Field("", pattern=r"^(/[\w.~-]+)*$", description="The path that it lies below, such as /molehill.")
    database: str = Field("", description="postgresql://... or sqlite:///FILE; by default a file in the data folder.")
    group: str = Field(
        "", pattern=r"^[a-z0-9]{0,8}$", description="Which of several databases; its tables' ids say so."
    )
    proxies: str = Field("127.0.0.1", description="Addresses of proxies whose X-Forwarded-For is believed.")
    health_port: int | None = Field(None, ge=0, le=65535, description="A port of its own for /healthz and /metrics.")
    health_host: str = Field("127.0.0.1", description="The address of that port.")
    public_url: str = Field(
        "", pattern=r"^(https?://[^\s/?#@]+(/[\w.~-]+)*/?)?$",
        description="The address that people open where a proxy stands before it; links use it.",
    )  # fmt: skip
    phones: str = Field("", description="Where phones may be let in, by default at every network; off for nowhere.")
    origins: list[str] = Field([], description="Further web origins whose pages may connect, as https://example.org.")
    contact: str = Field("", max_length=200, description="How to reach those who run the server; the app shows it.")
    address_key: str = Field("", repr=False, description="A secret to hash addresses with, by default in a file.")
    next_app: str = Field("", description="A folder of a newer build of the app, handed out as soon as it is there.")
    log_level: str = Field("info", pattern="^(debug|info|warning|error)$", description="How much is logged.")

    chat: bool = Field(True, description="Let people talk at tables.")
    workshop_processes: int = Field(
        1, ge=0, le=64, description="Processes in which bots try changed boxes; 0: no workshop."
    )

    warm: bool = Field(True, description="Prepare all games and bots at the start, not only those asked for.")
    away_after: float = Field(MINUTE, ge=0, description="How long a seat is away before a bot may stand in.")
    bot_pause: float = Field(0.5, ge=0, le=60, description="How long a bot waits before its turn, so that people see.")
    nets: str = Field("", description="A folder of trained nets that may take seats, besides those that come along.")
    bot_threads: int = Field(2, ge=1, le=64, description="How many bots think at once.")
    stand_in: str = Field("fair", description="The bot that stands in for people who are away or out of time.")

    rate_calls: str = Field("20/second", description="HTTP calls from one address.")
    rate_messages: str = Field("30/second", description="WebSocket messages of one connection.")
    rate_connections: str = Field("60/minute", description="New WebSockets from one address.")
    rate_chat: str = Field("20/minute", description="Lines of chat of one seat.")
    rate_reports: str = Field("5/minute", description="Lines of chat that one address reports.")
    rate_hints: str = Field("30/minute", description="Hints for one seat.")
    loop_share: float = Field(0.25, gt=0, le=1, description="How much of the server's time one address may take.")
    tables_per_address: int = Field(50, ge=1, description="Unfinished and imported tables that one address may have.")
    connections_per_address: int = Field(200, ge=1, description="WebSockets that one address may hold.")
    headers_within: float = Field(10.0, gt=0, description="How long the headers of a request may take to arrive.")
    body_within: float = Field(60.0, gt=0, description="How long its body may take.")
    read_within: float = Field(30.0, gt=0, description="How long somebody may not read what they were sent.")
    message_size: int = Field(16384, ge=1024, description="The largest WebSocket message.")
    body_size: int = Field(1_500_000, ge=1024, description="The largest HTTP body, such as a log to import.")
    box_size: int = Field(100_000, ge=1024, description="The largest box file.")

    keep_unstarted: float = Field(DAY, ge=1, description="A table nobody started is cleared after this long untouched.")
    keep_playing: float = Field(30 * DAY, ge=1, description="A game that nobody goes on with, after this long.")
    keep_over: float = Field(90 * DAY, ge=1, description="A finished game, after this long.")
    keep_imported: float = Field(7 * DAY, ge=1, description="A finished game that was imported, after this long.")
    keep_reports: float = Field(90 * DAY, ge=1, description="A reported line of chat, after this long.")

    @property
    def pages(self) -> list[str]:
        """The origins whose pages may connect wherever they were sent to."""
        public = urlsplit(self.public_url)
        return [*self.origins, *([f"{public.scheme}://{public.netloc}"] if self.public_url else [])]

    @property
    def database_url(self) -> str:
        """The database to use, as SQLAlchemy writes it."""
        url = self.database or f"sqlite:///{data_directory() / 'tables.db'}"
        for short in ("postgres://", "postgresql://"):
            if url.startswith(short):
                return "postgresql+psycopg://" + url.removeprefix(short)
        return url


def read_settings(*given: Mapping[str, Any]) -> Settings:
    """The settings from the environment, and from what is given. Raises Unknown with what is wrong."""
    values = {name: value for mapping in given for name, value in mapping.items()}
    for name in values:
        if name not in Settings.model_fields:
            near = difflib.get_close_matches(name, list(Settings.model_fields), 1)
            raise Unknown(f"there is no setting {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
    try:
        settings = Settings(**values)
        for name in (n for n in Settings.model_fields if n.startswith("rate_")):
            limits.parse(getattr(settings, name))
        bots.read_names([settings.stand_in])
        if settings.nets:
            trained.checked(settings.nets)
    except ValidationError as error:
        first = error.errors()[0]
        raise Unknown(f"setting {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except ValueError as error:
        raise Unknown(f"a rate is written as 20/second, {error}") from None
    return settings


def data_directory() -> Path:
    """Where the server keeps its tables unless told otherwise: MOLEHILL_DATA, or the user's data directory."""
    import os

    import platformdirs

    return Path(os.environ.get("MOLEHILL_DATA") or platformdirs.user_data_dir("molehill"))
