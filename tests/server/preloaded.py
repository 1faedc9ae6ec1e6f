"""What the fork server loads before it is asked for the first server, so that a server starts in a few hundredths."""

import tempfile

import alembic.command
import psycopg
import uvicorn.lifespan.on
import uvicorn.loops.uvloop
import uvicorn.protocols.http.httptools_impl
import uvicorn.protocols.websockets.websockets_sansio_impl

import molehill
import molehill.server.run
from molehill import bots
from molehill.server.api import application
from molehill.server.settings import Settings
from molehill.server.store import Store

__all__ = ["alembic", "psycopg", "uvicorn"]

match = molehill.game("honeymoon").match()
match.view(0)
match.chance()
bots.bot("greedy", 1).choose(match, 0)

# The first application takes five times as long as those after it.
with tempfile.TemporaryDirectory() as folder:
    store = Store(f"sqlite:///{folder}/tables.db", process="preloaded")
    application(Settings(), store)
    store.close()
