"""The commands for people who write games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import molehill
from molehill.bots import read_seed
from molehill.cli.arguments import GameName, Games, Json, Seed, Threads
from molehill.cli.printing import FAILED, as_json, console, progress, show
from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.conformance import Result

MOST_EFFORT = 1000


def check(
    game: GameName,
    only: Annotated[str, typer.Option(metavar="WORD", help="Only the checks with this in their names.")] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Other random games than the usual ones.")] = 0,
    effort: Annotated[float, typer.Option(metavar="X", help="How many times as much of what is random.")] = 1.0,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print the findings for programs instead of sentences.")
    ] = False,
) -> None:
    """Check what must be true of every game: legal moves, secrets, logs, words, types, and more.

    Each check is a sentence. If it is not true, you get the position and, if possible, the line of the game's code. It
    takes less than a minute once the rules are compiled, and needs neither npm nor anything else. The exit code is 1 if
    a check fails.

    Examples:

    `molehill check honeymoon`

    `molehill check honeymoon --only undo --seed 7 --effort 10`
    """
    from molehill import conformance

    read_seed(seed)
    if not 0 < effort <= MOST_EFFORT:
        raise Unknown(f"effort is more than 0 and at most {MOST_EFFORT}, not {effort:g}")
    found = []
    for result in conformance.run(molehill.game(game), only, seed, effort):
        found.append(result)
        if not json:
            _tell(game, result, seed)
    failed = sum(result.finding is not None for result in found)
    if json:
        typer.echo(as_json([result.as_json() for result in found]))
    else:
        typer.echo(f"{failed} of {len(found)} checks failed." if failed else f"All {len(found)} checks hold.")
    if failed:
        raise typer.Exit(FAILED)


def _tell(game: str, result: Result, seed: int) -> None:
    from rich.text import Text

    finding = result.finding
    mark = ("✗", "red") if finding else ("-", "dim") if result.not_tried else ("✓", "green")
    why_not = f" Not tried: {result.not_tried}." if result.not_tried else ""
    console().print(Text.assemble(mark, " ", result.check.says, why_not), soft_wrap=True)
    if finding is None:
        return
    again = f"molehill check {game} --only {result.check.name}" + (f" --seed {seed}" if seed else "")
    for what, said in (("", finding.what), ("at ", finding.position), ("in ", finding.line), ("again: ", again)):
        if said:
            console().print(Text(f"    {what}{said}"), soft_wrap=True)


def sharpen(
    game: GameName,
    games: Games = 200,
    sims: Annotated[int, typer.Option(metavar="N", help="How many simulations `sharp` makes for a move.")] = 200,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Find the settings of the bots' search that suit a game: foresight, tries and reads.

    The last line says what to write into the game's `__init__.py`. This takes some minutes.

    Examples:

    `molehill sharpen moledozer`

    `molehill sharpen mole_park --games 400 --sims 1000`
    """
    from molehill.lab import sharpening

    found = molehill.game(game)
    with progress(games * sharpening.attempts(found)) as told:
        report = sharpening.sharpen(found, games, sims, seed, threads, told)
    show(report, json)


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new game's id: small letters, such as mole_hill.")],
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Its name for people; by default from the id.")
    ] = None,
    prefix: Annotated[str | None, typer.Option(metavar="XX", help="Two letters for its clauses, such as MH.")] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a package of its own there, with tests.")
    ] = None,
) -> None:
    """Write a new game: a tiny sample that plays and passes every check, to start from.

    With --to it is its own package, which Molehill finds once it is installed. Without --to it becomes one of the games
    of the checkout of Molehill that you are in. "Add a game" in the documentation turns it into another game.

    Examples:

    `molehill new-game mole_hill --to .`

    `molehill new-game mole_hill` (in a checkout of Molehill)
    """
    from molehill import scaffold

    here = Path.cwd()
    written = scaffold.write_package(name, to, title, prefix) if to else scaffold.write(name, here, title, prefix)
    for path in written:
        typer.echo(f"wrote {path.relative_to(here) if path.is_relative_to(here) else path}")
    if to:
        typer.echo(f"Now run: pip install --editable {to / name}, then molehill check {name}")
    else:
        typer.echo(f'Now run: make golden, then make test ARGS="-k {name}"')
    typer.echo('"Add a game" in the documentation turns it into another game, step by step.')


COMMANDS: tuple[Callable[..., None], ...] = (new_game, check, sharpen)
