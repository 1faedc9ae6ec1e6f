"""`make exact`: exact values of small boxes and ends of games without secrets, and what bots lose of them by a choice.

A bot is asked once at each position in which moves differ in value. `MCTS:100` is OpenSpiel's, with 100 simulations.
Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import searches
import small
from molehill.engine.records import Tables
from molehill.lab.exploitability import Policy
from molehill.lab.solving import Solved

BOTS = ("random", "easy", "greedy", "fair", "sharp:100", "sharp:1000", "MCTS:100", "MCTS:1000")
DIFFERS = 1e-9


def losses(game: Solved, who: str, most: int) -> Iterator[float]:
    """What a bot loses by each of its choices, at so many positions at most, evenly spread."""
    policy = _policy(game, *who.split(":"))
    for table, seat, worth in spread(game, most):
        best = max(worth.values())
        yield sum(share * (best - worth[move]) for move, share in policy(table, seat).items())


def _policy(game: Solved, name: str, sims: str = "1") -> Policy:
    if name == "random":
        return game.uniform()
    return searches.policy(game, name, int(sims), 1) if name in searches.SEARCHES else game.bot(name, int(sims), 1)


def spread(game: Solved, most: int) -> list[tuple[Tables, int, dict[int, float]]]:
    """Positions in which moves differ in value, evenly spread over all of them."""
    found = [one for one in game.choices() if max(one[2].values()) - min(one[2].values()) > DIFFERS]
    return found[:: -(-len(found) // most)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=300, help="positions at which each bot is asked (300)")
    parser.add_argument("--bots", default=",".join(BOTS), help="which bots, with commas between them")
    given = parser.parse_args()
    most, bots = given.most, given.bots.split(",")
    print("| what | positions | value for the first seat | " + " | ".join(f"`{who}` loses" for who in bots) + " |")
    print("|---|---|---" + "|---" * len(bots) + "|")
    for name, (make, unit) in small.OPEN.items():
        began, game = time.process_time(), make()
        value = game.solve()[0]
        cells = []
        for who in bots:
            found = list(losses(game, who, most))
            cells.append(f"{sum(found) / len(found):.4f}")
        print(f"| {name} | {len(game):,} | {value:.4f} {unit} | " + " | ".join(cells) + " |", flush=True)
        print(f"<!-- {len(found)} choices, {time.process_time() - began:.0f} s -->", flush=True)


if __name__ == "__main__":
    main()
