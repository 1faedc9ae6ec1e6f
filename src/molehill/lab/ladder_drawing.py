"""Draws a ladder: tables, and a small plot of strength against thinking time, here or in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from molehill.engine.errors import Unknown
from molehill.lab.drawing import value_text
from molehill.lab.ladder import CLEAR, FAMILY, FRIEND, MEASURE, SEARCHER
from molehill.lab.statistics import Rate

if TYPE_CHECKING:
    from molehill.lab.ladder import Difference, Ladder, Step

_ROWS = 10  # a bar that reaches 100 % is so many lines high
_COLUMN = 8
_BAR = 4
_AXIS = 6
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_LABELS = {_ROWS: "100 %", _ROWS // 2: "50 %", 0: "0 %"}


def draw(ladder: Ladder) -> Iterator[RenderableType]:
    """The ladder, piece by piece."""
    seats, levels = ladder.setting["seats"], len(ladder.setting["levels"])
    yield Text(f"{ladder.game.name}: a ladder of {levels} levels, {seats} seats", style="bold")
    yield Text(_setting(ladder), style="dim")
    yield Text()
    if ladder.rungs:
        yield _rungs(ladder)
        yield Text()
        yield _duels(ladder)
    else:
        yield _teams(ladder)
    if ladder.gain:
        yield Text()
        yield Text(_gain(ladder.gain))
    if ladder.steps:
        yield Text()
        yield Text(_title(ladder), style="bold")
        yield Text()
        yield from _bars(ladder.steps)
    yield Text()
    yield Text(_remarks(ladder), style="dim")


def _setting(ladder: Ladder) -> str:
    setting = ladder.setting
    parts = [f"{name} {value_text(value)}" for name, value in setting["options"].items()]
    parts += [f"seed {setting['seed']}", f"box {setting['box'][7:15]}"]
    if SEARCHER in setting["levels"]:
        within = f", what fits into {setting['think']:g} s here" if setting["think"] else ""
        parts.append(f"{SEARCHER} makes {setting['sims']:,} simulations a move{within}")
    return ", ".join(parts)


# ---- tables ----------------------------------------------------------------------------------------------------------


def _table(*heads: str) -> Table:
    """A table with words in the first column and numbers in the others."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", vertical="bottom")
    return table


def _rungs(ladder: Ladder) -> Table:
    """One line for each level: its rating, and what the gap to the level below means."""
    table = _table(
        "level", "rating", "sigma", "gap", "predicts", "ahead", f"{100 * CLEAR:.0f} % or more", "beyond doubt"
    )
    for rung, below in zip(ladder.rungs, [*ladder.rungs[1:], None], strict=True):
        line = [rung.level, f"{rung.mu:.1f}", f"{rung.sigma:.1f}"]
        if below is not None and rung.gap is not None and rung.predicted is not None:
            duel = ladder.duel(rung.level, below.level)
            line += [f"{rung.gap:+.1f}", _percent(rung.predicted), str(duel.ahead)]
            line += [value_text(duel.is_often), value_text(duel.is_certain)]
        table.add_row(*line)
    return table


def _duels(ladder: Ladder) -> Table:
    table = _table("pair", "ahead", "95 % interval", "ties")
    for duel in ladder.duels:
        pair = f"{duel.level} against {duel.against}"
        table.add_row(pair, str(duel.ahead), duel.ahead.interval, _percent(duel.ties))
    return table


def _teams(ladder: Ladder) -> Table:
    table = _table("team", "won", "95 % interval")
    for team in ladder.teams:
        names = [f"{team.names.count(name)} {name}" for name in dict.fromkeys(team.names)]
        table.add_row(", ".join(names), str(team.wins), team.wins.interval)
    return table


def _gain(gain: Difference) -> str:
    verdict = "a clear gain" if gain.low > 0 else "a clear loss" if gain.high < 0 else "no clear difference"
    return (
        f"With one {FRIEND} among them a team of {FAMILY} won {100 * gain.mean:+.1f} games in 100 more than without "
        f"(95 %: {100 * gain.low:+.1f} to {100 * gain.high:+.1f}): {verdict}."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _remarks(ladder: Ladder) -> str:
    setting = ladder.setting
    if ladder.duels:
        remarks = [
            f"{setting['games']:,} games a pair: every deal twice, with the seats exchanged. Ahead is how often a seat "
            "of the first came before a seat of the second (by score, then points), without ties; predicts is the "
            "same from the rating gap. Beyond doubt means that the interval is above 50 %."
        ]
    else:
        remarks = [f"{setting['games']:,} games a team, the same deals for all."]
    if ladder.unfinished:
        remarks.append(f"{ladder.unfinished:,} games did not end and were stopped!")
    return "\n".join([*remarks, f"It took {ladder.seconds:.1f} s."])


# ---- strength against thinking time ----------------------------------------------------------------------------------


def _title(ladder: Ladder) -> str:
    what = f"ahead of {MEASURE}" if ladder.duels else "games won by the team"
    return f"How {SEARCHER} gets better with time: {what}"


def _bars(steps: Sequence[Step]) -> Iterator[Text]:
    """A bar for each number of simulations, on an axis from 0 to 100 %, with labels below."""
    for row in range(_ROWS, -1, -1):
        label = f"{_LABELS.get(row, ''):>{_AXIS}} {'┤' if row in _LABELS else '│'}"
        line = Text(label, style="dim")
        for step in steps:
            line.append(_cell(step.reached, row), style="yellow")
        yield line
    yield Text(f"{'':{_AXIS}} └{'─' * _COLUMN * len(steps)}", style="dim")
    yield _row("", [f"{100 * step.reached.rate:.0f} %" for step in steps])
    yield _row("95 %", [f"{100 * step.reached.low:.0f}–{100 * step.reached.high:.0f}" for step in steps])
    yield _row("sims", [_short(step.sims) for step in steps])
    yield _row("ms", [f"{step.milliseconds:.3g}" for step in steps])


def _cell(rate: Rate, row: int) -> str:
    """A bar in one line of the plot: full, empty, or the eighths in which it ends."""
    filled = max(0, min(8, round(8 * (rate.rate * _ROWS - row + 0.5))))
    return (_EIGHTHS[filled] * _BAR).center(_COLUMN)


def _row(head: str, cells: Sequence[str]) -> Text:
    return Text(f"{head:>{_AXIS}}  " + "".join(cell.center(_COLUMN) for cell in cells), style="dim")


def _short(sims: int) -> str:
    return f"{sims:,}" if sims < 1_000_000 else f"{sims / 1e6:.1f}M"


# ---- the same in a file ----------------------------------------------------------------------------------------------


def check_plot(path: Path, levels: Sequence[str]) -> None:
    """Raise Unknown if a plot can't be written there. This runs before the games, which may take an hour."""
    if SEARCHER not in levels:
        raise Unknown(f"--plot draws how {SEARCHER} gets better with time: name {SEARCHER} among the levels")
    if path.suffix.lower() != ".svg":
        raise Unknown(f"--plot writes SVG: name a file that ends in .svg, not {path.name!r}")
    if not path.parent.is_dir():
        raise Unknown(f"there is no folder {path.parent} to write {path.name} into")
    if find_spec("matplotlib") is None:
        raise Unknown("--plot needs matplotlib: run pip install matplotlib")


def draw_plot(ladder: Ladder, path: Path) -> None:
    """Write an SVG file of strength against thinking time, with intervals."""
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullLocator, PercentFormatter

    steps = ladder.steps
    sims, rates = [step.sims for step in steps], [step.reached.rate for step in steps]
    below = [max(0.0, step.reached.rate - step.reached.low) for step in steps]
    above = [max(0.0, step.reached.high - step.reached.rate) for step in steps]
    with mpl.rc_context({"svg.hashsalt": "molehill"}):  # the same file for the same numbers
        figure = Figure(figsize=(6, 3.5), layout="constrained")
        axes = figure.subplots()
        axes.errorbar(sims, rates, yerr=[below, above], color="#0072B2", marker="o", capsize=4)
        if ladder.duels:
            axes.axhline(0.5, color="0.6", linestyle="--", linewidth=1)
        axes.set_xscale("log")
        axes.set_xticks(sims, [f"{_short(step.sims)}\n{step.milliseconds:.3g} ms" for step in steps])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_ylim(0, 1)
        axes.set_xlabel("simulations, and milliseconds, a decision")
        axes.set_ylabel(f"ahead of {MEASURE}" if ladder.duels else "games won")
        axes.set_title(f"{ladder.game.name}, {ladder.setting['seats']} seats: {SEARCHER}")
        figure.savefig(path, format="svg", metadata={"Date": None})
