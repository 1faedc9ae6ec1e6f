"""Solve a small box with OpenSpiel: the value of the game, and how exploitable some ways of playing are.

    pip install "molehill[openspiel]"
    python examples/solve_small.py liars_dice examples/boxes/liars_dice.toml

The whole game is written down once as a tree; then OpenSpiel's C++ walks it. Without a game it solves Liar's Dice with
one die each, which comes with the examples.
"""

import sys
import time
from pathlib import Path

import molehill
from molehill.envs.positions import Positions
from molehill.envs.trees import whole  # who has no OpenSpiel is told here what to install

import pyspiel  # isort: skip

HERE = Path(__file__).parent
ROUNDS = (10, 100)


def load(name):
    """An installed game, or the one in `examples/`."""
    if name != "liars_dice":
        return molehill.game(name)
    sys.path.insert(0, str(HERE / "liars_dice" / "src"))
    from liars_dice import GAME

    return GAME


def main(name="liars_dice", box=str(HERE / "boxes" / "liars_dice.toml"), rounds=ROUNDS):
    began = time.process_time()
    tree = whole(Positions(load(name), 2, None, box))
    print(f"| {name} | first seat wins | a best answer wins more by |")
    print("|---|---|---|")
    tell("any legal move", tree, pyspiel.UniformRandomPolicy(tree))
    solver, done = pyspiel.CFRSolver(tree), 0
    for most in rounds:
        while done < most:
            solver.evaluate_and_update_policy()
            done += 1
        tell(f"CFR, {most:,} rounds", tree, solver.average_policy())
    print(f"It took {time.process_time() - began:.0f} s of processor time.")


def tell(who, tree, policy):
    """The first seat's share of wins if both play so, and half of NashConv."""
    value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
    print(f"| {who} | {100 * value:.2f} % | {100 * pyspiel.nash_conv(tree, policy) / 2:.2f} % |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
