"""What commands print: on stdout what was asked for, on stderr how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from molehill.lab.comparison import Comparison

FAILED = 1  # the exit code where the command went well and what it found is bad


def console() -> Console:
    """The terminal, or whatever stdout is."""
    from rich.console import Console

    return Console()


def as_json(data: Any) -> str:
    """For programs, and readable for people."""
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


def show(found: Any, json: bool) -> None:
    """What was found, for people or for programs."""
    if json:
        typer.echo(as_json(found.as_json()))
    else:
        console().print(found)


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Any]:
    """A bar on stderr while something runs, if anybody is looking.

    What is yielded is told how many have been done since it was last told, how many there are in all if that has
    changed, and what is known so far.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    known = TextColumn("{task.fields[known]}")
    with Progress(*columns, known, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=max(total, 1), known="")
        yield lambda done, total=None, known="", completed=None: bar.update(
            task, advance=done, total=total, known=known, completed=completed
        )


@contextmanager
def comparing() -> Iterator[Callable[[Comparison, int], None]]:
    """The same while settings are compared: how many games of each, and what is known of the first difference."""
    with progress(1) as told:
        yield lambda comparison, most: told(None, most, comparison.glance, completed=comparison.games)
