"""Arguments that several commands take, and the functions that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from molehill.engine.errors import Unknown

Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, such as side=B. May be repeated."),
]
BoxFile = Annotated[
    Path | None, typer.Option("--box", metavar="FILE", help="Your own edition of the game: a box file in TOML.")
]
Sims = Annotated[int | None, typer.Option("--sims", metavar="N", help="How many simulations `sharp` makes for a move.")]
Think = Annotated[
    float | None,
    typer.Option("--think", metavar="SECONDS", help="How long `sharp` thinks about a move, instead of --sims."),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `molehill games` lists them.")]
Games = Annotated[int, typer.Option("--games", metavar="N", help="How many games are played.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same numbers.")]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="How many threads; by default one for each core.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Play on a Ray cluster instead: its address, or `auto` for one that runs."
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print the numbers for programs instead of the tables.")]


def read_options(given: list[str] | None) -> dict[str, str]:
    """The options of a game, from NAME=VALUE."""
    return read_pairs(given, "--option", "side=B")


def read_pairs(given: list[str] | None, option: str, example: str) -> dict[str, str]:
    """Values by name, from several NAME=VALUE."""
    found = dict[str, str]()
    for text in given or []:
        name, value = read_pair(text, option, example)
        if name in found:
            raise Unknown(f"{option} names {name} twice: {found[name]} and {value}")
        found[name] = value
    return found


def read_pair(text: str, option: str, example: str) -> tuple[str, str]:
    """A name and a value, from NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not (equals and name.strip() and value.strip()):
        raise Unknown(f"{option} takes NAME=VALUE, such as {example}, not {text!r}")
    return name.strip(), value.strip()


def read_names(given: str | None) -> list[str] | None:
    """The names in a text with commas; None if there is no text."""
    return None if given is None else [name.strip() for name in given.split(",")]
