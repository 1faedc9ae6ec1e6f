"""The model of `optimum.py` against every line of play, on small moons. `make hindsight` runs this first."""

from __future__ import annotations

import itertools
import random

import pytest

pytest.importorskip("ortools")

import molehill
from molehill.games.honeymoon.cells import SIZE
from moons import GAME, PASS, Lines, Moon, Played, replay, rolls
from optimum import Model, best

LETTERS = "....HCGMDp#"
SWEETS = "HCGMD."  # so many that a set is often complete in the first run of the timer (HM-23)
NOTHING_KNOWN = Played([], -100)


def small_moon(seed: int, timer: int = 1, letters: str = LETTERS) -> Moon:
    """A corner of five by six cells filled by lot, with few slots, one or two boxes of timer and short rows."""
    rng = random.Random(seed)
    rows = [[rng.choice(letters) for _ in range(6)] for _ in range(5)]
    for r, c, start in ((0, 1, "v"), (0, 4, "v"), (2, 0, ">"), (3, 5, "<")):
        rows[r][c] = start
    moon = [("".join(row)).ljust(SIZE, "-") for row in rows] + ["-" * SIZE] * (SIZE - len(rows))
    legend = GAME.box().text.split("[legend]")[1].split("[side.A]")[0]
    sides = "".join(f'[side.{side}]\nmoon = """\n{chr(10).join(moon)}\n"""\n' for side in "AB")
    counts = f"[counts]\nslots = {rng.randint(1, 4)}\ntimer = {timer}\nrow = {rng.randint(1, 3)}\n"
    text = f'title = "small"\nstandard = false\n{counts}[legend]{legend}{sides}'
    return Moon("A", GAME.box_from_text(text, "small"))


def few_rolls(seed: int, timer: int) -> list[int]:
    """A sequence that is short enough to try everything."""
    sequences = (rolls(number, timer) for number in itertools.count(1000 * seed))
    return next(fallen for fallen in sequences if 4 <= len(fallen) <= 6)


@pytest.mark.parametrize("letters", [LETTERS, SWEETS])
@pytest.mark.parametrize("seed", range(20))
def test_no_line_of_play_beats_the_model_and_one_reaches_it(seed: int, letters: str) -> None:
    moon = small_moon(seed, 1 + seed % 2, letters)
    fallen = few_rolls(seed, moon.timer)
    reached = best(moon, fallen, NOTHING_KNOWN, 60)
    assert reached.is_proven
    assert reached.found.points == Lines(moon, fallen).best().points


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
