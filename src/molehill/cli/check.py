"""The command `molehill check`, for people who write a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import molehill
from molehill.bots import read_seed
from molehill.cli.arguments import GameName
from molehill.cli.printing import FAILED, as_json, console
from molehill.engine.errors import Unknown

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
            _tell_result(game, result, seed)
    failed = sum(result.finding is not None for result in found)
    if json:
        typer.echo(as_json([result.as_json() for result in found]))
    else:
        typer.echo(f"{failed} of {len(found)} checks failed." if failed else f"All {len(found)} checks hold.")
    if failed:
        raise typer.Exit(FAILED)


def _tell_result(game: str, result: Any, seed: int) -> None:
    from rich.text import Text

    screen, finding = console(), result.finding
    mark = ("✗", "red") if finding else ("-", "dim") if result.not_tried else ("✓", "green")
    why_not = f" Not tried: {result.not_tried}." if result.not_tried else ""
    screen.print(Text.assemble(mark, " ", result.check.says, why_not), soft_wrap=True)
    if finding is None:
        return
    again = f"molehill check {game} --only {result.check.name}" + (f" --seed {seed}" if seed else "")
    for what, said in (("", finding.what), ("at ", finding.position), ("in ", finding.line), ("again: ", again)):
        if said:
            screen.print(Text(f"    {what}{said}"), soft_wrap=True)
