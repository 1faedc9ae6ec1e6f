"""What the games' pages say about observations and factors, as the games declare them. `make docs` writes it there."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from molehill import Factor, Field, Game

HEADING, MARK = "## Observation", "<!-- declared in observation.py and by the moves -->"
NEXT = "## Measured balance"
_INTRODUCTION = """
What `match.observe(seat)` and `batch.observe()` hold, here for {seats} seats. Its length depends on the seats:
{sizes}. `n` stands for a row for each seat: yours first, then the others in the order of their seats; a spectator looks
from the first seat. Numbers are whole, and what can be one of several things has a place for each of them, of which one
is 1. [The API page](../api.md#observations) tells how to use it, and what `memory=True` adds.
"""
_ASKED = "Only with `prospects=True`, which takes time. "
_PAGES = Path(__file__).parent / "games"


def write(game: Game) -> None:
    """Write the section into the game's page."""
    page = _PAGES / f"{game.id}.md"
    text = page.read_text(encoding="utf-8")
    head, tail = text.split(HEADING)[0].split(NEXT)[0], text[text.index(NEXT) :]
    page.write_text(head + "\n".join(lines(game)) + "\n\n" + tail, encoding="utf-8")


def lines(game: Game) -> list[str]:
    """The section: every field with its place, shape, range and meaning, and the factors of the moves."""
    seats = game.seat_count(None)
    counts = range(game.min_seats, game.max_seats + 1)
    sizes = ", ".join(f"{game.observation(n).size} with {n}" for n in counts)
    seen = game.observation(seats).size
    return [
        HEADING, MARK, "",
        *textwrap.wrap(_INTRODUCTION.format(seats=seats, sizes=sizes), 120),
        "",
        "| places | field | shape | range | meaning |",
        "|---|---|---|---|---|",
        *(_field(field, seen) for field in game.observation(seats, prospects=game.foresees).fields),
        "",
        "A move is a number, or these factors ([how](../api.md#moves-in-factors)):",
        "",
        "| factor | values |",
        "|---|---|",
        *map(_factor, game.actions().factors),
    ]  # fmt: skip


def _field(field: Field, seen: int) -> str:
    """A row; of the numbers, so many are seen without being asked for."""
    first, last = field.slice.start, field.slice.stop - 1
    places = f"{first}" if first == last else f"{first} to {last}"
    shape = " × ".join(("n" if field.by_seat and k == 0 else str(n)) for k, n in enumerate(field.shape)) or "1"
    cells = [places, f"`{field.name}`", shape, f"{field.low} to {field.high:,}"]
    cells.append((_ASKED if first >= seen else "") + field.meaning)
    return f"| {' | '.join(cells)} |"


def _factor(factor: Factor) -> str:
    return f"| `{factor.name}` | {factor.size}: {', '.join(_values(factor))} |"


def _values(factor: Factor) -> Iterator[str]:
    """All values, or the first few and the last."""
    said = ["none" if value is None else str(value) for value in factor.values]
    yield from said if len(said) <= 15 else [*said[:4], "...", said[-1]]
