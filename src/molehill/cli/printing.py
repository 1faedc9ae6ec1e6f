"""What commands print: results on stdout, progress on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from molehill.lab.comparison import Comparison
    from molehill.lab.simulation import Summary

FAILED = 1  # the exit code of a command that worked and found something bad


def console() -> Console:
    """A console on stdout."""
    from rich.console import Console

    return Console()


def as_json(data: Any) -> str:
    """Data as JSON that people can read as well."""
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


def show(found: Any, json: bool) -> None:
    """Print a result for people or for programs."""
    if json:
        typer.echo(as_json(found.as_json()))
    else:
        console().print(found)


@contextmanager
def progress(total: int | None = None, what: str = "games") -> Iterator[Any]:
    """Show a bar on stderr while something runs, if stderr is a terminal. Without a total it moves until there is one.

    Call the yielded function with the number done since the last call, the total if that has changed, and what is known
    so far. Ctrl-C that nothing inside takes is answered here.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from molehill.lab.words import WORDS

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    known = TextColumn("{task.fields[known]}")
    with Progress(*columns, known, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total, known="")
        try:
            yield lambda done, total=None, known="", completed=None: bar.update(
                task, advance=done, total=total, known=known, completed=completed
            )
        except KeyboardInterrupt:
            console.print(WORDS.say("nothing-known"), markup=False, highlight=False, soft_wrap=True)
            raise


@contextmanager
def playing() -> Iterator[Callable[[Comparison | Summary, int], None]]:
    """Show a bar while the lab plays: how many games, and what they show so far."""
    with progress() as told:
        yield lambda so_far, most: told(None, most, so_far.glance, completed=so_far.games)
