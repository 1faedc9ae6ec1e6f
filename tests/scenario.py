"""Tools for tests: what randomised tests draw and how often, and matches as the conformance suite makes them."""

from __future__ import annotations

import os
import random

from molehill.conformance.logs import in_another_process
from molehill.conformance.trial import fitting, late_match, option_sets, play_on, random_move, random_walk

__all__ = [
    "EFFORT", "SEED", "chance", "fitting", "in_another_process", "late_match", "often", "option_sets", "play_on",
    "random_move", "random_walk", "seeded",
]  # fmt: skip

SEED = int(os.environ.get("MOLEHILL_SEED", "0"))
"""The seed of randomised tests: the same number draws the same again."""


EFFORT = int(os.environ.get("MOLEHILL_EFFORT", "1"))
"""How much of what can be done without end: 1 in `make test`, more in `make test-all` and `make soak`."""


def often(short: int) -> int:
    """How often to repeat something: n times in the short form, a multiple of that in the long form."""
    return short * EFFORT


def seeded(own: int) -> int:
    """The seed of a randomised test, from the test's own number and MOLEHILL_SEED."""
    return own + 1_000_003 * SEED


def chance(own: int | str) -> random.Random:
    """Reproducible chance for a randomised test; it depends on the test and on MOLEHILL_SEED."""
    return random.Random(f"{own} {SEED}" if SEED else own)
