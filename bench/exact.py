"""`make exact`: exact values of small boxes and ends of games without secrets, and what bots lose of them by a choice.

A bot is asked once at each position in which moves differ in value. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import small
from molehill.engine.records import Tables
from molehill.lab.solving import Solved

BOTS = ("random", "easy", "greedy", "fair", "sharp:100", "sharp:1000")
DIFFERS = 1e-9


def losses(game: Solved, who: str, most: int) -> Iterator[float]:
    """What a bot loses by each of its choices, at so many positions at most, evenly spread."""
    level, _, sims = who.partition(":")
    policy = game.uniform() if level == "random" else game.bot(level, int(sims or 1), 1)
    for table, seat, worth in spread(game, most):
        best = max(worth.values())
        yield sum(share * (best - worth[move]) for move, share in policy(table, seat).items())


def spread(game: Solved, most: int) -> list[tuple[Tables, int, dict[int, float]]]:
    """Positions in which moves differ in value, evenly spread over all of them."""
    found = [one for one in game.choices() if max(one[2].values()) - min(one[2].values()) > DIFFERS]
    return found[:: -(-len(found) // most)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=300, help="positions at which each bot is asked (300)")
    most = parser.parse_args().most
    print("| what | positions | value for the first seat | " + " | ".join(f"`{who}` loses" for who in BOTS) + " |")
    print("|---|---|---" + "|---" * len(BOTS) + "|")
    for name, (make, unit) in small.OPEN.items():
        began, game = time.process_time(), make()
        value = game.solve()[0]
        cells = []
        for who in BOTS:
            found = list(losses(game, who, most))
            cells.append(f"{sum(found) / len(found):.4f}")
        print(f"| {name} | {len(game):,} | {value:.4f} {unit} | " + " | ".join(cells) + " |", flush=True)
        print(f"<!-- {len(found)} choices, {time.process_time() - began:.0f} s -->", flush=True)


if __name__ == "__main__":
    main()
