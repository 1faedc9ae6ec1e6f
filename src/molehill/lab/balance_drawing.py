"""Draws a balance: the targets beside what was measured. No number is computed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from molehill.lab.balance import SHOWN, Verdict
from molehill.lab.statistics import Distribution

if TYPE_CHECKING:
    from molehill.lab.balance import Balance, Result

STYLES = {
    Verdict.HOLDS: "green",
    Verdict.HOLDS_WITHIN_ERROR: "yellow",
    Verdict.FAILS_WITHIN_ERROR: "bold yellow",
    Verdict.FAILS: "bold red",
}


def draw(balance: Balance) -> Iterator[RenderableType]:
    """The balance, piece by piece."""
    yield Text(f"{balance.game.name}: {_summary(balance)}", style="bold")
    about = f"seed {balance.seed}; sharp with {balance.sims:,} simulations a move; 95 % intervals"
    yield Text(about if balance.box.shipped else f"box {balance.box.name}; {about}", style="dim")
    for _, group in groupby(balance.results, lambda result: result.target.name):
        yield Text()
        yield from _target(list(group))
    yield Text()
    yield _shown(balance)


def _summary(balance: Balance) -> str:
    counts = Counter(result.verdict for result in balance.results)
    return ", ".join(f"{counts[verdict]} × {verdict}" for verdict in Verdict if counts[verdict]) or "no targets"


def _target(results: Sequence[Result]) -> Iterator[RenderableType]:
    """The target, then a line for each number of seats."""
    target = results[0].target
    yield Text(f"{target.clause}  {target.says}".lstrip())
    yield Text(f"{target.setting.bots} players: {results[0].wanted}", style="dim")
    table = _table(("seats", "left"), ("games", "right"), ("measured", "right"), ("verdict", "left"))
    for result in results:
        seats, games = str(result.target.setting.seats), f"{result.games:,}"
        table.add_row(seats, games, result.measured, Text(result.verdict, style=STYLES[result.verdict]))
    yield table


def _shown(balance: Balance) -> Table:
    """How games between fair players go, with each number of seats."""
    game = balance.game
    last = "won together" if game.cooperative else "won, seat by seat"
    table = _table((SHOWN, "left"), ("games", "right"), (game.unit, "right"), ("5–95 %", "right"), (last, "left"))
    for seats, played in balance.shown.items():
        lengths, rates = Distribution.of(played.lengths), played.wins / played.games
        shown = " ".join(f"{100 * rate:.1f}" for rate in (rates[:1] if game.cooperative else rates))
        middle = f"{lengths.quantiles[5]}–{lengths.quantiles[95]}"
        table.add_row(f"{seats} seats", f"{played.games:,}", f"{lengths.mean:.1f}", middle, f"{shown} %")
    return table


def _table(*columns: tuple[str, JustifyMethod]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for head, justify in columns:
        table.add_column(head, justify=justify)
    return table
