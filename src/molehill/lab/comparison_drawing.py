"""Draws a comparison: sentences first, then the numbers. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from molehill.lab.comparison import TELLING
from molehill.lab.drawing import setting_text, table_of
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from molehill.lab.comparison import Comparison, Difference
    from molehill.lab.measures import Measure
    from molehill.lab.statistics import Figure

WORTH_SAYING = 1.1  # so many times as many games that the same chance has saved
STYLES = {"more": "green", "less": "yellow", "near": "", "unknown": "dim"}


def draw(comparison: Comparison) -> Iterator[RenderableType]:
    """The comparison, piece by piece."""
    yield Text(_headline(comparison), style="bold")
    for arm, setting in comparison.arms.items():
        yield Text(f"{arm}: {setting_text(setting)}", style="dim")
    if not comparison.is_telling:
        yield Text(WORDS.say("too-few", games=TELLING))
        return
    for arm in comparison.others:
        found = [difference for difference in comparison.differences if difference.arm == arm]
        yield Text()
        if comparison.is_same(arm):
            yield Text(WORDS.say("found-same", a=next(iter(comparison.arms)), b=arm))
            continue
        for difference in found:
            yield Text(difference.sentence, style=STYLES[difference.verdict])
        yield Text()
        yield _table(comparison, found)
    if not comparison.others:
        yield Text()
        yield _alone(comparison)
    yield Text()
    yield Text(_remarks(comparison), style="dim")


def _headline(comparison: Comparison) -> str:
    return WORDS.say(
        "compared", game=comparison.game.name, games=f"{comparison.games:,}", arms=len(comparison.arms),
        seed=str(comparison.seed),
    )  # fmt: skip


def _table(comparison: Comparison, found: list[Difference]) -> Table:
    first = next(iter(comparison.arms))
    table = table_of("", f">{first}", f">{found[0].arm}", f">{WORDS.say('difference')}", f">{WORDS.say('interval')}")
    for each in found:
        measure, error = each.measure, each.gap.half
        low, high = (measure.show(end, error, True) for end in (each.gap.low, each.gap.high))
        table.add_row(
            label(measure), _shown(measure, each.base), _shown(measure, each.other),
            measure.show(each.gap.value, error, True), WORDS.say("from-to", low=low, high=high),
        )  # fmt: skip
    return table


def _alone(comparison: Comparison) -> Table:
    arm = next(iter(comparison.arms))
    table = table_of("", f">{arm}", f">{WORDS.say('interval')}")
    for measure in comparison.measures:
        figure = comparison.shown(arm, measure.name)
        low, high = (measure.show(end, figure.half) for end in (figure.low, figure.high))
        table.add_row(label(measure), _shown(measure, figure), WORDS.say("from-to", low=low, high=high))
    return table


def label(measure: Measure) -> str:
    """What a measure is called in a table."""
    return WORDS.say(f"measure-{measure.kind}", about=measure.about, unit=measure.unit)


def _shown(measure: Measure, figure: Figure) -> str:
    return measure.show(figure.value, figure.half) + measure.suffix


def _remarks(comparison: Comparison) -> str:
    remarks = []
    saved = [found.same_chance for found in comparison.differences if not comparison.is_same(found.arm)]
    if saved and (times := sorted(saved)[len(saved) // 2]) >= WORTH_SAYING:
        remarks.append(WORDS.say("same-chance", times=f"{times:.1f}"))
    if comparison.goals and not comparison.is_settled:
        remarks.append(WORDS.say("not-settled"))
    if comparison.stopped:
        remarks.append(WORDS.say("stopped"))
    if comparison.unfinished:
        remarks.append(WORDS.say("unfinished", games=f"{comparison.unfinished:,}"))
    return "\n".join(remarks)
