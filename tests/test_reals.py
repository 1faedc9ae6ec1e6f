"""Real numbers: as near to the truth as those of the system, and the same everywhere."""

from __future__ import annotations

import math

import pytest

from molehill.engine.reals import exp, log
from scenario import chance, often


@pytest.mark.randomised
def test_powers_and_logarithms_are_right_to_the_last_digits() -> None:
    rng = chance("reals")
    for _ in range(often(20_000)):
        x = rng.choice([rng.uniform(-3, 3), rng.uniform(-60, 60), rng.uniform(-699, 699)])
        assert exp(x) == pytest.approx(math.exp(x), rel=1e-15)
        y = rng.choice([rng.uniform(0.5, 2), rng.uniform(0, 1000), math.exp(x)])
        assert log(y) == pytest.approx(math.log(y), rel=1e-15, abs=2e-16)


def test_what_no_float_holds_is_nothing_or_infinite() -> None:
    assert (exp(-math.inf), exp(-1e6), exp(1e6), exp(math.inf)) == (0.0, 0.0, math.inf, math.inf)
    assert (log(0.0), log(math.inf)) == (-math.inf, math.inf)


def test_where_both_begin_they_are_exact() -> None:
    assert (exp(0.0), log(1.0)) == (1.0, 0.0)
