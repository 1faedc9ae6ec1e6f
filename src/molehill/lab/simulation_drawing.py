"""Draws a simulation: tables and small histograms. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from molehill.lab.drawing import setting_text, table_of
from molehill.lab.statistics import Distribution
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from molehill.lab.simulation import Line, Simulation


def draw(found: Simulation) -> Iterator[RenderableType]:
    """The report, piece by piece."""
    yield Text(WORDS.say("simulated", game=found.game.name, games=f"{found.games:,}"), style="bold")
    yield Text(f"{setting_text(found.setting)}, {WORDS.say('seed', seed=str(found.seed))}", style="dim")
    yield Text()
    if found.team:
        yield _lines(found, [""], [[]], [found.team])
    else:
        numbers = [[str(number)] for number in range(1, len(found.seats) + 1)]
        yield _lines(found, [WORDS.say("seat"), WORDS.say("bot")], numbers, found.seats)
    if found.seats and found.seats[0].wins and (found.setting.rotate or 1 < len(found.bots) < len(found.seats)):
        yield Text()
        yield _lines(found, [WORDS.say("bot")], [[]] * len(found.bots), found.bots)
    yield Text()
    yield _histograms(found)
    yield Text()
    yield Text(_remarks(found), style="dim")


def _lines(found: Simulation, heads: list[str], firsts: Sequence[list[str]], lines: Sequence[Line]) -> Table:
    """One line for each seat, one for each bot, or one for a team."""
    won = [] if lines[0].wins is None else [f">{WORDS.say('won')}", f">{WORDS.say('interval')}"]
    spread = [WORDS.say("mean", what=found.game.points_name), "sd", "5 %", WORDS.say("median"), "95 %"]
    table = table_of(*heads, *won, *(f">{head}" for head in spread))
    table.columns[len(heads) - 1].no_wrap = True
    for first, line in zip(firsts, lines, strict=True):
        chairs = f" × {line.chairs}" if line.chairs > 1 else ""
        wins = [str(line.wins), line.wins.interval] if line.wins else []
        table.add_row(*first, line.name + chairs, *wins, *_spread(line.points))
    return table


def _spread(spread: Distribution) -> list[str]:
    return [f"{spread.mean:.2f}", f"{spread.sd:.2f}", *(str(spread.quantiles[q]) for q in (5, 50, 95))]


def _histograms(found: Simulation) -> Table:
    """The points of each seat on a common scale, then the length of the games."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    for justify in ("left", "right", "left", "left"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column()
    for number, line in enumerate(found.seats, 1):
        table.add_row(f"{WORDS.say('seat')} {number}", *_histogram(line.points, found.game.points_name))
    if found.team:
        table.add_row(WORDS.say("table"), *_histogram(found.team.points, found.game.points_name))
    table.add_row(WORDS.say("length"), *_histogram(found.lengths, found.game.unit))
    return table


def _histogram(spread: Distribution, unit: str) -> list[str | Text]:
    bins = spread.bins
    return [str(bins.start), Text(spread.drawing, style="yellow"), str(bins.end), unit]


def _remarks(found: Simulation) -> str:
    lengths = found.lengths
    remarks = [
        WORDS.say(
            "took", mean=f"{lengths.mean:.2f}", unit=found.game.unit, sd=f"{lengths.sd:.2f}",
            low=str(lengths.quantiles[5]), high=str(lengths.quantiles[95]),
        )
    ]  # fmt: skip
    if found.shared:
        remarks.append(WORDS.say("shared", games=f"{found.shared:,}"))
    if found.stopped:
        remarks.append(WORDS.say("stopped"))
    if found.unfinished:
        remarks.append(WORDS.say("unfinished", games=f"{found.unfinished:,}"))
    speed, seconds = f"{found.moves_a_second / 1e6:.2f}", f"{found.seconds:.2f}"
    remarks.append(WORDS.say("moved", moves=f"{found.moves:,}", seconds=seconds, speed=speed))
    return "\n".join(remarks)
