"""Figures: the lab's results, drawn with Matplotlib. No number is computed here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from molehill.lab.extras import need
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from molehill.lab.comparison import Comparison
    from molehill.lab.measures import Measure
    from molehill.lab.reports import Report
    from molehill.lab.simulation import Simulation
    from molehill.lab.statistics import Distribution
    from molehill.lab.statistics import Figure as Known
    from molehill.lab.sweeps import Sweep

# Okabe and Ito: eight colours that stay apart for colour-blind eyes.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
MARKERS = "osD^vPX*"
WIDTH, HEIGHT = 4.2, 2.8  # of one of several small pictures
LABEL = 26  # letters in a line beside it
MOST_WORTHS = 8  # kinds of moves in a small picture


def save(figure: Figure, path: Path) -> None:
    """Write a figure into an SVG or PNG file, the same file for the same numbers."""
    import matplotlib as mpl

    kind = path.suffix.lower().removeprefix(".")
    with mpl.rc_context({"svg.hashsalt": "molehill"}):
        figure.savefig(path, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else None)


def panels(count: int, columns: int = 2) -> tuple[Figure, list[Any]]:
    """A figure with so many panels."""
    need("matplotlib", "a figure")
    from matplotlib.figure import Figure

    columns = min(columns, count)
    rows = -(-count // columns)
    figure = Figure(figsize=(WIDTH * columns, HEIGHT * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for unused in axes[count:]:
        unused.set_axis_off()
    return figure, axes[:count]


def label(measure: Measure) -> str:
    """What a measure is called beside an axis, in lines that are no longer than the axis."""
    name = WORDS.say(f"measure-{measure.kind}", about=measure.about, unit=measure.unit)
    return fill(name + (" (%)" if measure.suffix else ""), LABEL)


def draw_sweep(sweep: Sweep) -> Figure:
    """A panel for each measure, along the first path that varies, with a line for each combination of the others."""
    measures, (along, *others) = sweep.measures, list(sweep.varied)
    figure, axes = panels(len(measures))
    lines: dict[str, list[Any]] = {}
    for point in sweep.points:
        lines.setdefault(", ".join(f"{path}={point.values[path]}" for path in others), []).append(point)
    places = {str(value): number for number, value in enumerate(sweep.varied[along])}
    for measure, panel in zip(measures, axes, strict=True):
        scale = 100 if measure.share else 1
        for number, (name, points) in enumerate(lines.items()):
            found = [sweep.comparison.shown(point.name, measure.name) for point in points]
            panel.errorbar(
                [places[str(point.values[along])] + 0.03 * number for point in points],
                [scale * each.value for each in found],
                yerr=_bars(found, scale), label=name or None, capsize=3,
                color=COLOURS[number % len(COLOURS)], marker=MARKERS[number % len(MARKERS)], markersize=4,
            )  # fmt: skip
        panel.axhline(scale * sweep.known_of_base(measure.name).value, color="0.6", linestyle="--", linewidth=1)
        panel.set_xticks(list(places.values()), list(places), rotation=0 if len(places) < 8 else 60)
        panel.set_xlabel(along)
        panel.set_ylabel(label(measure))
        panel.grid(alpha=0.3)
    if others:
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize="small")
    figure.suptitle(WORDS.say("swept", game=sweep.game.name, games=f"{sweep.comparison.games:,}"))
    return figure


def draw_comparison(comparison: Comparison) -> Figure:
    """A panel for each measure, a mark with its interval for each setting."""
    figure, axes = panels(len(comparison.measures))
    arms = list(comparison.arms)
    for measure, panel in zip(comparison.measures, axes, strict=True):
        scale = 100 if measure.share else 1
        for number, arm in enumerate(arms):
            found = comparison.shown(arm, measure.name)
            panel.errorbar(
                [number], [scale * found.value], yerr=_bars([found], scale), capsize=4,
                color=COLOURS[number % len(COLOURS)], marker=MARKERS[number % len(MARKERS)],
            )  # fmt: skip
        panel.set_xticks(range(len(arms)), arms, rotation=0 if len(arms) < 5 else 45)
        panel.margins(x=0.3)
        panel.set_ylabel(label(measure))
        panel.grid(alpha=0.3, axis="y")
    title = WORDS.say(
        "compared", game=comparison.game.name, games=f"{comparison.games:,}", arms=len(arms), seed=str(comparison.seed)
    )
    figure.suptitle(title, fontsize="medium")
    return figure


def draw_simulation(found: Simulation) -> Figure:
    """How points are spread, seat by seat, or bot by bot if these change seats; and lengths."""
    by_bot = bool(found.team) or found.setting.rotate
    lines = [found.team] if found.team else list(found.bots if by_bot else found.seats)
    figure, (points, lengths) = panels(2)
    for number, line in enumerate(lines):
        name = line.name if by_bot else f"{WORDS.say('seat')} {number + 1}: {line.name}"
        _histogram(points, line.points, COLOURS[number % len(COLOURS)], name)
    points.set_xlabel(found.game.points_name)
    points.legend(fontsize="small")
    _histogram(lengths, found.lengths, "0.4", None)
    lengths.set_xlabel(found.game.unit)
    figure.suptitle(WORDS.say("simulated", game=found.game.name, games=f"{found.games:,}"))
    return figure


def draw_report(report: Report) -> Figure:
    """How long games are, how open they are from tenth to tenth, how much there is to choose, what moves are worth."""
    seen = report.watched
    tenths = {"foreseen": seen.foreseen, "uncertainty": seen.tension.uncertainty, "branching": seen.branching}
    curves = {name: [each.figure for each in all_] for name, all_ in tenths.items() if all(m.n > 1 for m in all_)}
    figure, (lengths, *axes) = panels(1 + len(curves) + bool(report.worths))
    _histogram(lengths, report.simulation.lengths, "0.4", None)
    lengths.set_xlabel(report.game.unit)
    for (name, found), panel in zip(curves.items(), axes, strict=False):
        scale = 1 if name == "branching" else 100
        at = [10 * tenth for tenth in range(len(found))]
        panel.plot(at, [scale * each.value for each in found], color=COLOURS[0])
        panel.fill_between(
            at, [scale * each.low for each in found], [scale * each.high for each in found], color=COLOURS[0], alpha=0.2
        )
        panel.set_title(WORDS.say(f"report-{name}"), fontsize="medium")
        panel.set_xlabel("%")
        panel.grid(alpha=0.3)
    if report.worths:
        worths, scale = report.worths[:MOST_WORTHS][::-1], 1 if report.setting.seats == 1 else 100
        axes[-1].barh(
            [worth.kind for worth in worths], [scale * worth.loss.value for worth in worths],
            xerr=[scale * worth.loss.half for worth in worths], color=COLOURS[1], capsize=2,
        )  # fmt: skip
        axes[-1].tick_params(axis="y", labelsize="small")
        axes[-1].set_title(WORDS.say("report-worths"), fontsize="medium")
    figure.suptitle(WORDS.say("report-title", game=report.game.name, games=f"{report.simulation.games:,}"))
    return figure


def _bars(found: Sequence[Known], scale: float) -> list[list[float]]:
    """How far the intervals reach down and up."""
    return [[scale * (each.value - each.low) for each in found], [scale * (each.high - each.value) for each in found]]


def _histogram(panel: Any, spread: Distribution, colour: str, name: str | None) -> None:
    bins, total = spread.bins, sum(spread.counts)
    edges = [bins.start + bins.width * number - 0.5 for number in range(bins.count + 1)]
    panel.stairs([100 * count / total for count in spread.counts], edges, color=colour, label=name, linewidth=1.5)
    panel.set_ylabel(WORDS.say("share-of-games"))
