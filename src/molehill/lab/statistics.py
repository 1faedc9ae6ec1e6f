"""The few numbers that a pile of games boils down to: rates with intervals, and distributions of whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
QUANTILES = (5, 25, 50, 75, 95)
MOST_BINS = 40

_BLOCKS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Rate:
    """How often something happened, with the 95 % interval after Wilson."""

    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: float, n: float, chairs: int = 1) -> Rate:
        """The rate of hits in n games. With several chairs hits are counted over all, and the rate is that of one.

        Chairs of one game are not independent, games are; so the interval is taken over games and then shared out.
        """
        p = hits / n
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(max(0.0, p * (1 - p)) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return cls(p / chairs, max(0.0, middle - half) / chairs, min(1.0, middle + half) / chairs)

    def as_json(self) -> dict[str, float]:
        """For programs."""
        return {"rate": self.rate, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{100 * self.rate:.1f} %"

    @property
    def interval(self) -> str:
        """The interval in words."""
        return f"{100 * self.low:.1f}–{100 * self.high:.1f} %"


@dataclass(frozen=True)
class Bins:
    """Equally wide bins of whole numbers, so that several histograms can be laid side by side."""

    start: int
    width: int
    count: int

    @classmethod
    def over(cls, values: npt.NDArray[np.int64]) -> Bins:
        """Bins that hold all the values: one a number if there are few, wider ones otherwise."""
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
        """Of these values; quantiles are values that occurred."""
        values = values.ravel()
        bins = bins or Bins.over(values)
        found = np.percentile(values, QUANTILES, method="inverted_cdf")
        counts = np.bincount((values - bins.start) // bins.width, minlength=bins.count)
        return cls(
            float(values.mean()), float(values.std()), int(values.min()), int(values.max()),
            {q: int(v) for q, v in zip(QUANTILES, found, strict=True)}, bins, counts.tolist(),
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """For programs: bin k of the histogram counts start + k * width up to the number before the next bin."""
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
        """The histogram in block characters, the fullest bin at full height; a bin with anything in it shows."""
        top = max(self.counts)
        return "".join(_BLOCKS[-(-8 * count // top)] for count in self.counts)
