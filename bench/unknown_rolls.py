"""What it costs in Honeymoon's solo game not to know the rolls: perfect play beside the best game in hindsight.

On small moons every position can be solved (`molehill.lab.solving`), so that perfect play is known there: the most
points on average that anybody can have who does not know what will be rolled. The same rolls are played by it and by
the bots, and compared with the best game for somebody who knows them all, as `make hindsight` does on the whole moon.

    python bench/unknown_rolls.py                     twelve moons, forty games on each
    python bench/unknown_rolls.py --moons 2 --games 5  a first look
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

import numpy as np

from hindsight import interval
from molehill import Box, Match
from molehill.bots import bot
from molehill.lab.solving import Solved
from moons import GAME, Lines, Moon, drawn, play, rolls

ROWS, COLUMNS = 4, 5
LETTERS = "....HCGMDHCGMDp#"  # as often as on the shipped moons, nearly
STARTS = {(0, 2): "v", (2, 0): ">"}
SLOTS, ROW = 2, 6
FORGET = "rolls"  # one that allows nothing changes nothing, so they are not counted
BOTS = {"fair": None, "sharp": 12_000}  # simulations a move


class Perfect:
    """A player who makes the most of every position on average, and does not know the rolls."""

    name = "perfect"

    def __init__(self, box: Box) -> None:
        self.solved = Solved(GAME, 1, box, forget=[FORGET])
        self._best = {table.tobytes(): max(worth, key=worth.__getitem__) for table, _, worth in self.solved.choices()}

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """The move of the highest value, or the only one."""
        table = match.table
        table[FORGET] = 0
        number = self._best.get(table.tobytes())
        moves = match.legal(seat) if number is None else [GAME.part("moves").decode(number)]
        (move,) = moves
        return move

    def plan(self, match: Match, seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
        """Nothing: it looks at every position afresh."""
        return []


def moon(seed: int, timer: int) -> Moon:
    """A small moon with two ways in."""
    rng = random.Random(seed)
    cells = {(r, c): rng.choice(LETTERS) for r in range(ROWS) for c in range(COLUMNS)} | STARTS
    return drawn(["".join(cells[r, c] for c in range(COLUMNS)) for r in range(ROWS)], SLOTS, timer, ROW)


def games(ground: Moon, seeds: range) -> dict[str, list[int]]:
    """The points of every player in games with the same rolls, and of the best game in hindsight."""
    perfect = Perfect(ground.box)
    found: dict[str, list[int]] = {"hindsight": [], "perfect": [], **{name: [] for name in BOTS}}
    for seed in seeds:
        fallen = rolls(seed, ground.timer)
        found["hindsight"].append(Lines(ground, fallen).best().points)
        found["perfect"].append(play(ground, fallen, perfect).points)
        for name, sims in BOTS.items():
            found[name].append(play(ground, fallen, bot(name, seed, sims=sims)).points)
    print(
        f"  {len(perfect.solved):,} positions, worth {perfect.solved.solve()[0]:.2f} points",
        file=sys.stderr,
        flush=True,
    )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moons", type=int, default=12, help="how many (12)")
    parser.add_argument("--games", type=int, default=40, help="on each (40)")
    parser.add_argument("--timer", type=int, default=1, help="boxes of the timer, so how long a game is (1)")
    given = parser.parse_args()
    found = [
        games(moon(seed, given.timer), range(1000 * seed, 1000 * seed + given.games))
        for seed in range(1, given.moons + 1)
    ]
    means = {who: np.array([np.mean(each[who]) for each in found]) for who in found[0]}
    print("| who | mean points | of hindsight | points below it, 95 % |")
    print("|---|---|---|---|")
    for who, points in means.items():
        low, high = interval(means["hindsight"] - points)
        share = points.mean() / means["hindsight"].mean()
        print(f"| {who} | {points.mean():.2f} | {share:.1%} | {low:.2f}–{high:.2f} |")


if __name__ == "__main__":
    main()
