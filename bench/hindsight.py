"""`make hindsight`: how near the bots come to perfect play in Honeymoon's solo game.

Each level plays the same sequences of rolls, without knowing them. For each sequence the best total with all rolls
known is computed: a game that reaches it, and a proof that no game gets more, or an upper bound if the proof takes too
much work. Prints a table and a drawing, and writes the numbers to bench/results/.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

import molehill
from molehill.bots import LEVELS, THINK, bot
from molehill.games.honeymoon.box import SIDES
from moons import Lines, Moon, Played, play, rolls

RESULTS = Path(__file__).parent / "results"
WIDTH = 2_000  # lines followed after each turn when looking for a good first game
RESAMPLES = 10_000
MARKS = {"easy": "e", "fair": "f", "sharp": "s"}


@dataclass(frozen=True)
class Sequence:
    """One sequence of rolls: the points of each level, the best game found and the bound."""

    rolls: list[int]
    points: dict[str, int]
    found: Played
    bound: int


def measure(moon: Moon, seed: int, work: float, sims: int | None, think: float | None) -> Sequence:
    """The results for the sequence of rolls with this seed."""
    from optimum import best

    fallen = rolls(seed, moon.timer)
    games = {name: play(moon, fallen, bot(name, seed, sims=sims, think=think)) for name in LEVELS}
    known = max(Lines(moon, fallen).best(WIDTH), *games.values(), key=lambda played: played.points)
    reached = best(moon, fallen, known, work)
    points = {name: played.points for name, played in games.items()}
    return Sequence(fallen, points, reached.found, reached.bound)


def interval(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % interval of the mean, by resampling the sequences."""
    means = np.random.default_rng(1).choice(values, (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


def shares(sequences: list[Sequence], name: str) -> dict[str, list[float]]:
    """A level's points as a share of the best found and of the bound, sequence by sequence."""
    return {
        "found": [each.points[name] / each.found.points for each in sequences],
        "bound": [each.points[name] / each.bound for each in sequences],
    }


def table(sequences: list[Sequence], title: str) -> Table:
    drawn = Table("bot", "mean points", "of the best found", "95 %", "of the bound", "95 %", title=title)
    for column in drawn.columns[1:]:
        column.justify = "right"
    for name in LEVELS:
        cells = [name, f"{np.mean([each.points[name] for each in sequences]):.1f}"]
        for values in shares(sequences, name).values():
            low, high = interval(np.array(values))
            cells += [f"{100 * np.mean(values):.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %"]
        drawn.add_row(*cells)
    drawn.add_row("best found", f"{np.mean([each.found.points for each in sequences]):.1f}")
    drawn.add_row("bound", f"{np.mean([each.bound for each in sequences]):.1f}")
    return drawn


def line(each: Sequence) -> str:
    """A sequence as a line of characters, one for each two points."""
    marks = {points: MARKS[name] for name, points in each.points.items()} | {each.bound: "|", each.found.points: "#"}
    drawn = [" "] * (each.bound // 2 + 1)
    for points, mark in sorted(marks.items()):
        drawn[max(0, points) // 2] = mark
    totals = f"{each.found.points}" if each.found.points == each.bound else f"{each.found.points} to {each.bound}"
    return f"{len(each.rolls):5} ▏{''.join(drawn)} {totals}"


def drawing(sequences: list[Sequence]) -> str:
    """All sequences, the poorest first."""
    head = "rolls  points: e easy, f fair, s sharp, # best found, | bound (# alone: proven to be the best)"
    return "\n".join([head, *(line(each) for each in sorted(sequences, key=lambda each: each.found.points))])


def write(sequences: list[Sequence], setting: dict[str, object]) -> Path:
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"hindsight-{time.strftime('%Y%m%d-%H%M%S')}.json"
    told = [
        {"rolls": each.rolls, "points": each.points, "found": each.found.points, "bound": each.bound,
         "moves": each.found.moves}
        for each in sequences
    ]  # fmt: skip
    path.write_text(json.dumps({"setting": setting, "sequences": told}, indent=1), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=24, help="how many sequences of rolls (24)")
    parser.add_argument("--side", choices=SIDES, default="A", help="of the sheet (A)")
    parser.add_argument("--work", type=float, default=60, help="for each proof, in CP-SAT's deterministic seconds (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the first sequence (1)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--sims", type=int, help="simulations a move of sharp")
    how.add_argument("--think", type=float, help=f"seconds a move of sharp ({THINK})")
    given = parser.parse_args()
    if given.sequences < 2:
        parser.error("--sequences must be 2 or more")
    if given.work <= 0:
        parser.error("--work must be more than 0")
    think = THINK if given.sims is None and given.think is None else given.think
    try:
        bot("sharp", sims=given.sims, think=think)
    except molehill.MolehillError as error:
        parser.error(str(error))
    try:
        import ortools  # noqa: F401
    except ImportError:
        sys.exit("OR-tools is not installed: `make hindsight` installs it")
    moon, sequences = Moon(given.side), []
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=given.sequences)
        for seed in range(given.seed, given.seed + given.sequences):
            progress.update(task, description=f"sequence {seed - given.seed + 1} of {given.sequences}")
            sequences.append(measure(moon, seed, given.work, given.sims, think))
            progress.console.print(Text(line(sequences[-1])))
            progress.advance(task)
    console, budget = Console(), f"{given.sims:,} simulations" if given.sims else f"{think:g} s"
    proven = sum(each.found.points == each.bound for each in sequences)
    console.print(table(sequences, f"Honeymoon solo, side {given.side}, sharp with {budget} a move"))
    console.print(Text(drawing(sequences)))
    print(f"The best found is proven to be the best in {proven} of {len(sequences)} sequences.")
    print(f"Written to {write(sequences, vars(given))}")


if __name__ == "__main__":
    main()
