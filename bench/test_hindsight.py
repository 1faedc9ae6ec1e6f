"""Compares the model of `optimum.py` with every line of play on small moons. `make hindsight` runs this first."""

from __future__ import annotations

import itertools
import random

import pytest

pytest.importorskip("ortools")

import molehill
from moons import PASS, Lines, Moon, Played, drawn, replay, rolls
from optimum import Model, best

LETTERS = "....HCGMDp#"
NOTHING_KNOWN = Played([], -100)


def small_moon(seed: int, timer: int = 1) -> Moon:
    """A moon of five by six random cells, with few slots and short rows."""
    rng = random.Random(seed)
    rows = [[rng.choice(LETTERS) for _ in range(6)] for _ in range(5)]
    for r, c, start in ((0, 1, "v"), (0, 4, "v"), (2, 0, ">"), (3, 5, "<")):
        rows[r][c] = start
    return drawn(["".join(row) for row in rows], rng.randint(1, 4), timer, rng.randint(1, 3))


def few_rolls(seed: int, timer: int) -> list[int]:
    """A sequence of rolls that is short enough to try everything."""
    sequences = (rolls(number, timer) for number in itertools.count(1000 * seed))
    return next(fallen for fallen in sequences if 4 <= len(fallen) <= 6)


@pytest.mark.parametrize("seed", range(16))
def test_no_line_of_play_beats_the_model_and_one_reaches_it(seed: int) -> None:
    moon = small_moon(seed, 1 + seed % 2)
    fallen = few_rolls(seed, moon.timer)
    reached = best(moon, fallen, NOTHING_KNOWN, 60)
    assert reached.is_proven
    assert reached.found.points == Lines(moon, fallen).best().points


@pytest.mark.parametrize(
    ("fallen", "digs", "points"),
    [
        pytest.param([3, 3, 4, 2, 4], 3, 18, id="before the first high roll: its run is over at once"),
        pytest.param([3, 4, 2, 4], 4, 25, id="with the first high roll: nothing is lost"),
    ],
)
def test_a_set_shortens_the_game_when_it_comes_early(fallen: list[int], digs: int, points: int) -> None:
    """In a single corridor there is only one way to dig, so the turn of the set is fixed (HM-23)."""
    moon = drawn([">HCGMDHCGMD.."], slots=7, timer=1, row=6)
    reached = best(moon, fallen, NOTHING_KNOWN, 60)
    assert reached.is_proven
    assert (len(reached.found.moves), reached.found.points) == (digs, points)


def test_what_is_known_to_be_best_is_not_beaten() -> None:
    moon = small_moon(3)
    fallen = [2, 3, 4, 1, 5]
    known = Lines(moon, fallen).best()
    assert Model(moon, fallen, must_dig=True).solve(known.points, 60) == (known.points, [])


def test_narrow_lines_are_games_and_never_better() -> None:
    moon = Moon("A")
    fallen = [3, 5, 2, 4, 1, 6, 4, 5, 4]
    narrow, wide = Lines(moon, fallen).best(1), Lines(moon, fallen).best(50)
    assert narrow.points <= wide.points
    assert replay(moon, fallen, wide.moves) == wide


def test_a_replay_refuses_what_the_rules_refuse() -> None:
    with pytest.raises(molehill.Refused, match="HM-10"):
        replay(Moon("A"), [4] * 6, [PASS] * 6)
