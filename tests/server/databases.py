"""Databases for tests of the server."""

from __future__ import annotations

import uuid

import sqlalchemy as sa


def new_database(address: str) -> str:
    """A fresh database on that server."""
    name = f"t{uuid.uuid4().hex}"
    url = sa.make_url(address).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return str(url.set(database=name).render_as_string(hide_password=False))
