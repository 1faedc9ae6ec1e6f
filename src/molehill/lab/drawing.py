"""A simulation's report as people read it: tables and small histograms. No number is worked out here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from molehill.lab.statistics import Distribution

if TYPE_CHECKING:
    from molehill.lab.simulate import Line, Report


def draw(report: Report) -> Iterator[RenderableType]:
    """The report, piece by piece."""
    yield Text(_headline(report), style="bold")
    yield Text(_setting(report), style="dim")
    yield Text()
    if report.team:
        yield Text(f"The team won {report.team} of the games (95 %: {report.team.interval})")
    yield _lines(report, "seat", report.seats)
    if report.seats[0].wins and (report.setting["rotate"] or 1 < len(report.bots) < len(report.seats)):
        yield Text()
        yield _lines(report, "bot", report.bots)
    yield Text()
    yield _histograms(report)
    yield Text()
    yield Text(_remarks(report), style="dim")


def _headline(report: Report) -> str:
    seats = len(report.seats)
    return f"{report.game.name}: {report.setting['games']:,} games, {seats} {'seats' if seats > 1 else 'seat'}"


def _setting(report: Report) -> str:
    options = [f"{name} {value_text(value)}" for name, value in report.setting["options"].items()]
    if "sims" in report.setting:
        options.append(f"sharp {report.setting['sims']:,} simulations a move")
    return ", ".join([*options, f"seed {report.setting['seed']}", f"box {report.setting['box'][7:15]}"])


def value_text(value: object) -> str:
    """An option's value, or a yes or no, in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _lines(report: Report, what: str, lines: Sequence[Line]) -> Table:
    """One line a seat, or one a bot."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    if what == "seat":
        table.add_column("seat")
    table.add_column("bot")
    if lines[0].wins:
        table.add_column("won" if what == "seat" else "won, a chair", justify="right")
        table.add_column("95 % interval", justify="right")
    for head in (f"mean {report.game.points_name}", "sd", "5 %", "median", "95 %"):
        table.add_column(head, justify="right")
    for number, line in enumerate(lines, 1):
        chairs = f" × {line.chairs}" if line.chairs > 1 else ""
        who = [str(number), line.name] if what == "seat" else [line.name + chairs]
        wins = [str(line.wins), line.wins.interval] if line.wins else []
        table.add_row(*who, *wins, *_spread(line.points))
    return table


def _spread(spread: Distribution) -> list[str]:
    return [f"{spread.mean:.2f}", f"{spread.sd:.2f}", *(str(spread.quantiles[q]) for q in (5, 50, 95))]


def _histograms(report: Report) -> Table:
    """Points of each seat on one common scale, then the length of the games."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    for justify in ("left", "right", "left", "left", "left"):
        table.add_column(justify=justify)
    for number, line in enumerate(report.seats, 1):
        table.add_row(f"seat {number}", *_histogram(line.points, report.game.points_name))
    table.add_row("length", *_histogram(report.lengths, report.game.unit))
    return table


def _histogram(spread: Distribution, unit: str) -> list[str | Text]:
    bins = spread.bins
    return [str(bins.start), Text(spread.drawing, style="yellow"), str(bins.end), unit]


def _remarks(report: Report) -> str:
    lengths = report.lengths
    remarks = [
        f"A game took {lengths.mean:.2f} {report.game.unit} on the mean (sd {lengths.sd:.2f}, "
        f"90 % between {lengths.quantiles[5]} and {lengths.quantiles[95]})."
    ]
    if report.shared:
        remarks.append(f"{report.shared:,} wins were shared; each counts in equal parts.")
    if report.unfinished:
        remarks.append(f"{report.unfinished:,} games did not end and were stopped!")
    speed = f"{report.seconds:.2f} s: {report.moves_a_second / 1e6:.2f} million a second"
    remarks.append(f"{report.moves:,} moves, chance counted, in {speed}.")
    return "\n".join(remarks)
