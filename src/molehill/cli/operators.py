"""The commands of those who run a server for others: each works beside servers that run, through the database.

Like the others they only read what was typed and print what came of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PANEL = "For those who run a server"
app = typer.Typer()

Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The server's database, if it is not the usual one or MOLEHILL_DATABASE."),
]


def _url(database: str | None) -> str:
    from molehill.server.settings import read_settings

    return read_settings({} if database is None else {"database": database}).database_url


@app.command(rich_help_panel=PANEL)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    database: Database = None,
) -> None:
    """Copy all tables into a file, while the server runs.

    The copy is of one moment, and whole: that is checked. It is a SQLite file, whatever the database is.

    Examples:

    `molehill backup molehill-monday.db`

    `molehill backup /backups/molehill.db --database postgresql://molehill@db/molehill`
    """
    from molehill.server.backup import back_up
    from molehill.server.words import say

    made = back_up(_url(database), file)
    size = round(file.stat().st_size / 1000)
    typer.echo(say("backup-made", tables=made.tables, entries=made.entries, file=str(file), size=size))


@app.command(rich_help_panel=PANEL)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `molehill backup` wrote.")],
    database: Database = None,
) -> None:
    """Bring tables back from a copy. Nothing that is there is changed: only missing tables are added.

    That may happen while the server runs. To go back to a copy as a whole bring it into a new database, and start the
    server with that. It is also the way from SQLite to PostgreSQL and back.

    Examples:

    `molehill restore molehill-monday.db`

    `molehill restore molehill-monday.db --database postgresql://molehill@db/molehill`
    """
    from molehill.server.backup import restore as bring_in
    from molehill.server.words import say

    done = bring_in(file, _url(database))
    typer.echo(say("restore-done", tables=done.tables, entries=done.entries, there=done.there))
