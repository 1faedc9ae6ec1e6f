"""What the fork server loads before it is asked for the first server, so that a server starts in a few hundredths."""

import alembic.command
import psycopg
import uvicorn.lifespan.on
import uvicorn.loops.uvloop
import uvicorn.protocols.http.httptools_impl
import uvicorn.protocols.websockets.websockets_sansio_impl

import molehill
import molehill.server.run
from molehill import bots

__all__ = ["alembic", "psycopg", "uvicorn"]

match = molehill.game("honeymoon").match()
match.view(0)
match.chance()
bots.bot("greedy", 1).choose(match, 0)
