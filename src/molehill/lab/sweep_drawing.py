"""Draws a sweep: what responds, then a line for each point of the grid. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from molehill.lab.comparison import TELLING
from molehill.lab.comparison_drawing import STYLES, label
from molehill.lab.drawing import setting_text, table_of
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from molehill.lab.measures import Measure
    from molehill.lab.sweeps import Point, Sweep

_LEVELS = "▁▂▃▄▅▆▇█"


def draw(sweep: Sweep) -> Iterator[RenderableType]:
    """The sweep, piece by piece."""
    found, base = sweep.comparison, next(iter(sweep.comparison.arms))
    yield Text(WORDS.say("swept", game=sweep.game.name, games=f"{found.games:,}"), style="bold")
    yield Text(f"{base}: {setting_text(found.arms[base])}, {WORDS.say('seed', seed=str(found.seed))}", style="dim")
    yield Text()
    if not found.is_telling:
        yield Text(WORDS.say("too-few", games=TELLING))
        return
    for response in sweep.responses:
        yield Text(response.sentence)
    if not sweep.responses:
        yield Text(WORDS.say("nothing-responds"))
    yield Text()
    yield _table(sweep)
    yield Text()
    yield Text(WORDS.say("sweep-marks", base=base), style="dim")
    for point in sweep.refused:
        yield Text(WORDS.say("not-playable", point=point.name, why=point.refused), style="yellow")
    if found.goals and not found.is_settled:
        yield Text(WORDS.say("not-settled"), style="dim")
    if found.stopped:
        yield Text(WORDS.say("stopped"), style="dim")


def _table(sweep: Sweep) -> Table:
    table = table_of(*sweep.varied, *(f">{label(measure)}" for measure in sweep.measures))
    base = (_cell(sweep, None, measure) for measure in sweep.measures)
    table.add_row(next(iter(sweep.comparison.arms)), *[""] * (len(sweep.varied) - 1), *base, style="dim")
    for point in sweep.points:
        values = (Text(str(value)) for value in point.values.values())
        table.add_row(*values, *(_cell(sweep, point, measure) for measure in sweep.measures))
    return table


def _cell(sweep: Sweep, point: Point | None, measure: Measure) -> Text:
    """A value with its error, coloured if it differs from the unchanged box, and a bar."""
    figure = sweep.known(point, measure.name) if point else sweep.known_of_base(measure.name)
    values = [sweep.known(each, measure.name).value for each in sweep.points]
    least, most = min(values), max(values)
    height = 0.0 if most == least else (figure.value - least) / (most - least)
    level = _LEVELS[min(7, max(0, int(8 * height)))] if point else " "
    style = STYLES[sweep.comparison.difference(measure.name, point.name).verdict] if point else ""
    text = f"{measure.show(figure.value, figure.half)} ±{measure.show(figure.half, figure.half)}"
    return Text.assemble((text, "" if style == "dim" else style), " ", (level, "yellow"))
