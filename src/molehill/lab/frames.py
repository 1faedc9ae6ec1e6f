"""Frames: the lab's results as Polars data frames. No number is computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.lab.extras import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from molehill.lab.comparison import Comparison
    from molehill.lab.reports import Report
    from molehill.lab.simulation import Line, Simulation
    from molehill.lab.sweeps import Sweep


def simulation_frame(found: Simulation) -> pl.DataFrame:
    """A row for each seat, or one for a team. Bots that change seats have a row each, without a seat, after these."""
    need("polars", "a frame")
    import polars as pl

    lines = [found.team] if found.team else list(found.seats)
    seats: list[int | None] = [None] if found.team else list(range(1, len(lines) + 1))
    if found.setting.rotate and not found.team:
        lines += found.bots
        seats += [None] * len(found.bots)
    return pl.DataFrame([{"seat": seat, **_line(line)} for seat, line in zip(seats, lines, strict=True)])


def _line(line: Line) -> dict[str, Any]:
    wins, points = line.wins, line.points
    return {
        "bot": line.name, "won": wins and wins.rate, "won_low": wins and wins.low, "won_high": wins and wins.high,
        "points_mean": points.mean, "points_sd": points.sd, "points_median": points.quantiles[50],
        "points_min": points.least, "points_max": points.most,
    }  # fmt: skip


def comparison_frame(found: Comparison) -> pl.DataFrame:
    """A row for each setting and measure. The first setting is what the others are compared with."""
    need("polars", "a frame")
    import polars as pl

    return pl.DataFrame([
        {"arm": arm, **_measured(found, arm, measure.name)}
        for arm in found.arms if found.is_telling for measure in found.measures
    ])  # fmt: skip


def _measured(found: Comparison, arm: str, measure: str) -> dict[str, Any]:
    value = found.shown(arm, measure)
    data: dict[str, Any] = {"measure": measure, "value": value.value, "low": value.low, "high": value.high}
    if arm in found.others:
        gap = found.difference(measure, arm)
        more = {"difference": gap.gap.value, "difference_low": gap.gap.low, "difference_high": gap.gap.high}
        return data | more | {"verdict": gap.verdict}
    return data | {"difference": 0.0, "difference_low": 0.0, "difference_high": 0.0, "verdict": "base"}


def sweep_frame(found: Sweep) -> pl.DataFrame:
    """A row for each point and measure."""
    need("polars", "a frame")
    import polars as pl

    return pl.DataFrame([
        {**point.values, **_measured(found.comparison, point.name, measure.name)}
        for point in found.points if found.comparison.is_telling for measure in found.measures
    ])  # fmt: skip


def report_frame(found: Report) -> pl.DataFrame:
    """A row for each number that has a name: what it is about, its value, and its interval if there is one."""
    need("polars", "a frame")
    import polars as pl

    return pl.DataFrame([
        {"about": about, "name": name, "value": float(value), "low": low, "high": high}
        for about, name, value, low, high in _reported(found)
    ], schema_overrides={"low": pl.Float64, "high": pl.Float64})  # fmt: skip


def _reported(found: Report) -> Iterator[tuple[str, str, float, float | None, float | None]]:
    seen = found.watched
    wins = [("seat", str(number), line.wins) for number, line in enumerate(found.simulation.seats, 1)]
    wins += [("bots", f"{r.strong} : {r.weak}" if r.weak else r.strong, r.rate) for r in found.rivalries]
    yield from ((about, name, rate.rate, rate.low, rate.high) for about, name, rate in wins if rate)
    named = [("decision", kind, moments) for kind, moments in seen.gains.items()]
    for about, tenths in (
        ("choices", seen.branching),
        ("decided", seen.foreseen),
        ("uncertainty", seen.tension.uncertainty),
    ):
        named += [(about, f"{10 * tenth} %", moments) for tenth, moments in enumerate(tenths)]
    figures = [(about, name, moments.figure) for about, name, moments in named if moments.n > 1]
    figures += [("move", worth.kind, worth.loss) for worth in found.worths]
    yield from ((about, name, figure.value, figure.low, figure.high) for about, name, figure in figures)
    counts = [("rule", clause, n) for clause, n in sorted(seen.fired.items())]
    counts += [("space", space, seen.visits[space]) for space in seen.ground.spaces]
    yield from ((about, name, n / seen.games, None, None) for about, name, n in counts)
