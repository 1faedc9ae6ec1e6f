"""What a decision gives up: at the same positions, each bot's choice against the best one as a long search sees it.

    python bench/strength_decisions.py --game mole_park --positions 100

Where games are mostly luck, thousands of them do not tell two bots apart; a hundred positions do. But the judge is
`sharp` itself with far more simulations, which looks at all moves about equally often: what it misjudges is not seen.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from statistics import mean, stdev

import molehill
import small
from molehill import bots
from molehill.bots.levels import Budget, how
from molehill.bots.search import Search

BOTS = ("easy", "fair", "sharp:100", "sharp:300", "sharp:1000", "sharp:5000", "sharp:20000")
EVERY = 0.12  # of all decisions, so that a game gives a few positions
WIDE = 4.0  # how much more the judge explores than a bot
ASKED = 2  # times each bot is asked at each position


def positions(game: molehill.Game, wanted: int, seed: int) -> Iterator[tuple[molehill.Match, int]]:
    """Decisions of games between two `fair`, with the seat that decides."""
    rng, bot, found = random.Random(seed), bots.bot("fair", seed), 0
    while True:
        match = game.match(2)
        while not match.over:
            pending = match.pending
            if not isinstance(pending, tuple):
                match.chance(rng=rng)
                continue
            for seat in pending:
                if len(match.legal_numbers(seat)) > 1 and rng.random() < EVERY:
                    yield match, seat
                    found += 1
                    if found == wanted:
                        return
                match.play(seat, bot.choose(match, seat))


def chances(match: molehill.Match, seat: int, sims: int) -> dict[int, float]:
    """The chance to win with each move, in per cent, as the judge sees it."""
    wide = how("sharp", match.game)
    wide["explore"] = WIDE
    found = Search(match.game, wide, Budget(sims=sims), seed=99).run(match.veiled(seat), match.box, seat)
    return {int(move): 50 * (1 + value) for move, value in zip(found.moves, found.means, strict=True)}


def given_up(match: molehill.Match, seat: int, who: str, chance: dict[int, float]) -> float:
    """By how much the bot's choices miss the best chance, on the mean."""
    name, _, sims = who.partition(":")
    budget = {"sims": int(sims)} if sims else {}
    moves = [bots.bot(name, seed, **budget).choose(match, seat) for seed in range(ASKED)]
    number = match.game.part("moves").encode
    return max(chance.values()) - mean(chance[number(move)] for move in moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="mole_park")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--sims", type=int, default=30_000, help="of the judge (30,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="+", default=BOTS)
    given = parser.parse_args()
    lost: dict[str, list[float]] = {who: [] for who in given.bots}
    for match, seat in positions(small.find(given.game), given.positions, given.seed):
        chance = chances(match, seat, given.sims)
        for who, values in lost.items():
            values.append(given_up(match, seat, who, chance))
    print(f"| {given.game} | points of winning chance given up by a decision |\n|---|---|")
    for who, values in lost.items():
        print(f"| `{who}` | {mean(values):.2f} ± {1.96 * stdev(values) / len(values) ** 0.5:.2f} |")


if __name__ == "__main__":
    main()
