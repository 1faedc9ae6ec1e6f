"""Statistics of many games: rates and means with intervals, distributions of whole numbers.

`Moments` and `Counts`, which are filled while games are played, take no more memory for a million games than for ten.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
QUANTILES = (5, 25, 50, 75, 95)
MOST_BINS = 40

_BLOCKS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Rate:
    """How often something happened, with Wilson's 95 % interval."""

    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: float, n: float, chairs: int = 1) -> Rate:
        """The rate of hits in n games. With several `chairs`, hits are counted over all and the rate is for one.

        Games are independent, the chairs of one game are not. So the interval is taken over games and then divided.
        """
        p = hits / n
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(max(0.0, p * (1 - p)) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return cls(p / chairs, max(0.0, middle - half) / chairs, min(1.0, middle + half) / chairs)

    def as_json(self) -> dict[str, float]:
        """A dict for JSON."""
        return {"rate": self.rate, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{100 * self.rate:.1f} %"

    @property
    def interval(self) -> str:
        """The interval in words."""
        return f"{100 * self.low:.1f}–{100 * self.high:.1f} %"


@dataclass(frozen=True)
class Figure:
    """A measured value with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, half: float) -> Figure:
        """A figure with an interval of the same size up and down."""
        return cls(value, value - half, value + half)

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def less(self, amount: float) -> Figure:
        """The figure minus a number."""
        return Figure(self.value - amount, self.low - amount, self.high - amount)

    def as_json(self) -> dict[str, float]:
        """A dict for JSON."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass
class Moments:
    """Mean and variance of numbers that are added in portions.

    `most` is the largest distance of a number from 0, if that is known. Then two made-up numbers, one at each end,
    widen the interval, so that a thousand games without any difference do not count as certainty.
    """

    most: float = 0.0
    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: npt.NDArray[np.float64]) -> None:
        """Take more numbers in."""
        self.n += len(values)
        self.total += float(values.sum())
        self.squares += float((values * values).sum())

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.n

    @property
    def variance(self) -> float:
        """Their variance, including the made-up ones."""
        n, squares = self.n + (2 if self.most else 0), self.squares + 2 * self.most**2
        return max(0.0, squares / n - (self.total / n) ** 2) * n / max(1, n - 1)

    @property
    def figure(self) -> Figure:
        """The mean with its interval."""
        return Figure.around(self.mean, Z * sqrt(self.variance / self.n))


def wider_for(n: int) -> float:
    """How many times as wide an interval must be if n of them are to hold together."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, n)) / Z


@dataclass
class Counts:
    """How often each whole number came up."""

    of: dict[int, int] = field(default_factory=dict)

    def add(self, values: npt.NDArray[np.int64]) -> None:
        """Take more numbers in."""
        for value, count in zip(*(found.tolist() for found in np.unique(values, return_counts=True)), strict=True):
            self.of[value] = self.of.get(value, 0) + count

    @property
    def mean(self) -> float:
        """The mean of the numbers."""
        return sum(value * count for value, count in self.of.items()) / sum(self.of.values())

    def __add__(self, other: Counts) -> Counts:
        return Counts({value: self.of.get(value, 0) + other.of.get(value, 0) for value in self.of | other.of})

    def sorted(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The numbers in order, and how often each came up."""
        values = np.array(sorted(self.of), dtype=np.int64)
        return values, np.array([self.of[value] for value in values.tolist()], dtype=np.int64)


@dataclass(frozen=True)
class Bins:
    """Equally wide bins of whole numbers, so that several histograms can be compared."""

    start: int
    width: int
    count: int

    @classmethod
    def over(cls, values: npt.NDArray[np.int64]) -> Bins:
        """Bins that hold all the values: one for each number if there are few, otherwise wider ones."""
        low, high = int(values.min()), int(values.max())
        width = -(-(high - low + 1) // MOST_BINS)
        return cls(low, width, (high - low) // width + 1)

    @property
    def end(self) -> int:
        """The last number of the last bin."""
        return self.start + self.width * self.count - 1


@dataclass(frozen=True, eq=False)
class Distribution:
    """How whole numbers are spread: mean, standard deviation, extremes, quantiles, histogram."""

    mean: float
    sd: float
    least: int
    most: int
    quantiles: dict[int, int]
    bins: Bins
    counts: list[int]

    @classmethod
    def of(cls, values: npt.NDArray[np.int64], bins: Bins | None = None) -> Distribution:
        """The distribution of these values. Quantiles are values that occurred."""
        counts = Counts()
        counts.add(values.ravel())
        return cls.of_counts(counts, bins)

    @classmethod
    def of_counts(cls, counts: Counts, bins: Bins | None = None) -> Distribution:
        """The distribution of numbers that have been counted."""
        values, often = counts.sorted()
        bins = bins or Bins.over(values)
        n, below = int(often.sum()), np.cumsum(often)
        mean = float((values * often).sum()) / n
        sd = sqrt(float((often * (values - mean) ** 2).sum()) / n)
        at = {q: int(values[np.searchsorted(below, -(-q * n // 100))]) for q in QUANTILES}
        filled = np.bincount((values - bins.start) // bins.width, often, minlength=bins.count)
        return cls(mean, sd, int(values[0]), int(values[-1]), at, bins, filled.astype(int).tolist())

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON. Bin k of the histogram counts from start + k * width up to just before the next bin."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "min": self.least,
            "max": self.most,
            "quantiles": {str(q): v for q, v in self.quantiles.items()},
            "histogram": {"start": self.bins.start, "width": self.bins.width, "counts": self.counts},
        }

    @property
    def drawing(self) -> str:
        """The histogram in block characters. The fullest bin has full height; no bin with a value looks empty."""
        top = max(self.counts)
        return "".join(_BLOCKS[-(-8 * count // top)] for count in self.counts)
