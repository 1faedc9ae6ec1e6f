"""Commands for people who run a server for others. They use the database, and work while servers run.

Like the other commands, they only read what was typed and print the result.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PANEL = "Run a server"
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

    The copy shows one moment and is checked to be complete. It is always a SQLite file.

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
    """Bring tables back from a copy. Only missing tables are added; existing ones do not change.

    This works while the server runs. To go back to a whole copy, restore it into a new database, and start the server
    with that. This is also the way from SQLite to PostgreSQL and back.

    Examples:

    `molehill restore molehill-monday.db`

    `molehill restore molehill-monday.db --database postgresql://molehill@db/molehill`
    """
    from molehill.server.backup import restore as bring_in
    from molehill.server.words import say

    done = bring_in(file, _url(database))
    typer.echo(say("restore-done", tables=done.tables, entries=done.entries, there=done.there))
