"""How Alembic reaches the database: its connection comes from `database.migrate`, or from the settings."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine

from molehill.server.schema import metadata


def run(connection: Connection) -> None:
    """Run the migrations on a connection."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    from molehill.server.settings import Settings

    with create_engine(Settings().database_url).begin() as opened:
        run(opened)
