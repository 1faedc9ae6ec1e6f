"""Commands for people who run a server for others. They use the database, and work while servers run.

Like the other commands, they only read what was typed and print the result.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from molehill.cli.printing import as_json, console

PANEL = "Run a server"
app = typer.Typer()

Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The server's database, if it is not the usual one or MOLEHILL_DATABASE."),
]
Status = Literal["open", "playing", "over"]


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


# ---- tables and people -----------------------------------------------------------------------------------------------

Json = Annotated[bool, typer.Option("--json", metavar="", help="Print it for programs.")]
Yes = Annotated[bool, typer.Option("--yes", metavar="", help="Do it without asking.")]


@app.command(rich_help_panel=PANEL)
def tables(
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="One table, with its chat.")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only tables of this game.")] = None,
    status: Annotated[Status | None, typer.Option(help="Only tables that are so far.")] = None,
    reported: Annotated[
        bool, typer.Option("--reported", metavar="", help="Only tables where a line of chat was reported.")
    ] = False,
    json: Json = False,
    database: Database = None,
) -> None:
    """List all tables of a server, or show one of them.

    Examples:

    `molehill tables --status playing`

    `molehill tables vX3k9aBcDeFgHiJk`
    """
    from molehill.server.operating import operator

    with operator(_url(database)) as at:
        found = [at.table(table)] if table else at.tables(reported, game=game, status=status)
    if json:
        typer.echo(as_json(found[0] if table else found))
    elif table:
        _show_table(found[0])
    else:
        _show_tables(found)


@app.command(rich_help_panel=PANEL)
def close(
    tables: Annotated[list[str], typer.Argument(metavar="TABLE...", help="Which tables, by their ids.")],
    yes: Yes = False,
    database: Database = None,
) -> None:
    """Delete tables, with all that is kept of them. Those who are there are sent away.

    Example:

    `molehill close vX3k9aBcDeFgHiJk`
    """
    from molehill.server.operating import operator
    from molehill.server.words import say

    with operator(_url(database)) as at:
        for each in tables:
            about = at.table(each)
            if not yes:
                _show_table(about)
        if _sure(yes, say("close-ask", count=len(tables))):
            at.close(tables)
            typer.echo(say("close-done", count=len(tables)))


@app.command(rich_help_panel=PANEL)
def ban(
    who: Annotated[
        str, typer.Argument(metavar="WHO", help="An address, a network, or TABLE/SEAT: those who hold that seat now.")
    ],
    days: Annotated[
        float | None, typer.Option(metavar="N", min=0.001, max=36500, help="For how long; without it for ever.")
    ] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="A note for yourself.")] = "",
    lift: Annotated[bool, typer.Option("--lift", metavar="", help="Let them come again.")] = False,
    database: Database = None,
) -> None:
    """Keep an address or a network away, at once and from everything but the plain files.

    Who is at which address only the server knows that they are connected to. With TABLE/SEAT it bans those who are
    connected for that seat, wherever they come from.

    Examples:

    `molehill ban 203.0.113.7 --days 7 --why "insults"`

    `molehill ban vX3k9aBcDeFgHiJk/2 --days 1`

    `molehill ban 203.0.113.7 --lift`
    """
    from molehill.server.bans import network_of
    from molehill.server.operating import operator
    from molehill.server.words import say

    with operator(_url(database)) as at:
        if lift:
            typer.echo(say("ban-lifted" if at.lift(who) else "ban-none", network=str(network_of(who))))
            return
        banned = at.ban(who, None if days is None else days * 86400, why)
        until = {each["network"]: each["until"] for each in at.bans()}
    for network in banned:
        ends = until.get(network)
        typer.echo(say("ban-done", network=network, until=_time(ends) if ends else "never"))
    if not banned:
        typer.echo(say("ban-nobody"))


@app.command(rich_help_panel=PANEL)
def bans(json: Json = False, database: Database = None) -> None:
    """List who is banned."""
    from molehill.server.operating import operator
    from molehill.server.words import say

    with operator(_url(database)) as at:
        found = at.bans()
    if json:
        typer.echo(as_json(found))
    for each in found if not json else ():
        until = _time(each["until"]) if each["until"] else say("bans-for-ever")
        typer.echo(f"{each['network']}  {until}  {each['why']}".rstrip())
    if not found and not json:
        typer.echo(say("bans-none"))


@app.command(rich_help_panel=PANEL)
def reports(json: Json = False, database: Database = None) -> None:
    """List the lines of chat that people have reported, the latest first."""
    from molehill.server.operating import operator
    from molehill.server.words import say

    with operator(_url(database)) as at:
        found = at.reports()
    if json:
        typer.echo(as_json(found))
    for each in found if not json else ():
        typer.echo(f"{each['table_id']}/{'host' if each['seat'] is None else each['seat']}  {_reported(each)}")
        typer.echo(f"    {_said(each)}")
    if not found and not json:
        typer.echo(say("reports-none"))


@app.command(rich_help_panel=PANEL)
def forget(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name, as it stands at tables.")],
    table: Annotated[str | None, typer.Option(metavar="TABLE", help="Only at this table.")] = None,
    yes: Yes = False,
    database: Database = None,
) -> None:
    """Take a name, and all that was said under it, out of everything that is kept. Games go on.

    There are no accounts: everybody who has called themselves so is forgotten, or with --table those at that table.

    Example:

    `molehill forget "Anna K."`
    """
    from molehill.server.operating import operator
    from molehill.server.words import say

    with operator(_url(database)) as at:
        count = at.named(name, table)
        if not count:
            typer.echo(say("forget-none"))
        elif _sure(yes, say("forget-ask", name=name, count=count)):
            typer.echo(say("forget-done", count=at.forget(name, table)))


# ---- printing --------------------------------------------------------------------------------------------------------


def _time(at: float) -> str:
    """A time as it is here, to the minute."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def _sure(yes: bool, question: str) -> bool:
    from molehill.server.words import say

    if yes or typer.confirm(question):
        return True
    typer.echo(say("left-alone"))
    return False


def _reported(about: dict[str, Any]) -> str:
    from molehill.server.words import say

    return say("reported-line", times=about["times"], at=_time(about["at"]))


def _said(line: dict[str, Any]) -> str:
    """A line of chat. Somebody who was forgotten has no name."""
    return f"{line['name']}: {line['text']}" if line["name"] else str(line["text"])


def _seats(about: dict[str, Any]) -> str:
    return ", ".join(seat["name"] or "-" for seat in about["seats"])


def _show_tables(found: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from molehill.server.words import say

    if found:
        grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for title in ("table", "game", "status", "last used", "entries", "reports", "seats"):
            grid.add_column(title, no_wrap=title in ("table", "last used"))
        for each in found:
            shown = each["status"] if each["public"] else f"{each['status']}, private"
            cells = (each["id"], each["game"], shown, _time(each["touched_at"]), each["entries"], each["reports"] or "")
            grid.add_row(*(Text(str(cell)) for cell in (*cells, _seats(each))))
        console().print(grid)
    typer.echo(say("tables-in-all", count=len(found)) if found else say("tables-none"))


def _show_table(about: dict[str, Any]) -> None:
    from molehill.server.words import say

    times = {"opened": _time(about["opened_at"]), "touched": _time(about["touched_at"])}
    typer.echo(f"{about['id']}  {say('table-title', game=about['game'], status=about['status'], **times)}")
    for number, seat in enumerate(about["seats"]):
        typer.echo(f"  {about['id']}/{number}  {seat['kind']}  {seat['name']}".rstrip())
    reported = {each["line"]: each for each in about["reported"]}
    for number, line in enumerate(about["chat"]):
        marked = f"  ({_reported(reported[number])})" if number in reported else ""
        typer.echo(f"    {_time(line['at'])}  {_said(line)}{marked}")
    if not about["chat"]:
        typer.echo(f"    {say('table-chat-none')}")
