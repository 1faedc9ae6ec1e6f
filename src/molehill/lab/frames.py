"""Frames: the lab's results as Polars data frames. No number is computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.lab.extras import need

if TYPE_CHECKING:
    import polars as pl

    from molehill.lab.comparison import Comparison
    from molehill.lab.simulation import Line, Simulation
    from molehill.lab.sweeps import Sweep


def simulation_frame(found: Simulation) -> pl.DataFrame:
    """A row for each seat, or one for a team."""
    need("polars", "a frame")
    import polars as pl

    lines = [found.team] if found.team else list(found.seats)
    seats = [None] if found.team else list(range(1, len(lines) + 1))
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
    value = found.known(arm, measure)
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
