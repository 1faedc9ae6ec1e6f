"""`make bench-rivals`: `sharp` against OpenSpiel's MCTS and IS-MCTS bots, with the same number of simulations a move.

Every deal is played twice, with the seats exchanged and the same chance. OpenSpiel's bots evaluate a position by one
random game to its end, as they do by default, played in our compiled loop. MCTS sees all that is hidden; IS-MCTS does
not. In a cooperative game both sides play as a team with themselves.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

import molehill
from molehill import bots
from molehill.engine.contract import CHANCE, NOBODY
from molehill.envs import openspiel
from molehill.lab.ladder import clustered
from molehill.lab.policies import Stream
from molehill.lab.statistics import Rate

Choose = Callable[[Any], int]


def mcts_bot(loaded: Any, sims: int, seed: int) -> Choose:
    rng = np.random.RandomState(seed)
    bot = mcts.MCTSBot(loaded, 1.0, sims, openspiel.Rollouts(1, seed), random_state=rng)
    return lambda state: int(bot.step(state))


def ismcts_bot(loaded: Any, sims: int, seed: int) -> Choose:
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        loaded, openspiel.Rollouts(1, seed), 1.0, sims, random_state=rng, allow_inconsistent_action_sets=True
    )
    return lambda state: int(bot.step(state))


def sharp(loaded: Any, sims: int, seed: int) -> Choose:
    bot, moves = bots.bot("sharp", seed, sims=sims), loaded.positions.game.part("moves")

    def choose(state: Any) -> int:
        match = loaded.positions.match(state.position)
        return int(moves.encode(bot.choose(match, state.current_player())))

    return choose


def play(loaded: Any, players: list[Choose], seed: int, deal: int) -> list[float]:
    """The result of one game. Chance is that of the deal."""
    dice, state = Stream(seed, deal), loaded.new_initial_state()
    while state.position.pending != NOBODY:
        if state.position.pending == CHANCE:
            at, outcomes = dice.random(), state.chance_outcomes()
            ends = np.cumsum([likely for _, likely in outcomes])
            state.apply_action(outcomes[min(int(np.searchsorted(ends, at, "right")), len(outcomes) - 1)][0])
        elif len(legal := state.legal_actions()) == 1:
            state.apply_action(legal[0])
        else:
            state.apply_action(players[state.current_player()](state))
    found: list[float] = state.returns()
    return found


def contest(game: molehill.Game, rival: Callable[[Any, int, int], Choose], sims: int, deals: int, seed: int) -> Rate:
    """The share of wins that `sharp` takes; in a cooperative game its wins among all that either side has."""
    loaded = openspiel.load(game.id)
    ours, pairs = np.zeros(deals), np.zeros(deals)
    for deal in range(deals):
        for turn in range(2):
            own = (seed * 1_000_003 + deal) * 2 + turn
            mine, theirs = sharp(loaded, sims, own), rival(loaded, sims, own % 2**31)
            if game.cooperative:
                won = play(loaded, [mine if turn == 0 else theirs] * 2, seed, deal)[0]
                ours[deal] += won if turn == 0 else 0
                pairs[deal] += won
            else:
                ours[deal] += play(loaded, [mine, theirs] if turn == 0 else [theirs, mine], seed, deal)[turn]
                pairs[deal] += 1
    return clustered(ours, pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sims", type=int, default=200, help="simulations a move, for both (200)")
    parser.add_argument("--deals", type=int, default=20, help="deals, each played twice (20)")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.game or [game.id for game in molehill.games()]:
        game = molehill.game(name)
        rivals = {"MCTS": mcts_bot} | ({"IS-MCTS": ismcts_bot} if game.hidden else {})
        for rival, make in rivals.items():
            found = contest(game, make, given.sims, given.deals, given.seed)
            row = {"game": name, "rival": rival, "sims": given.sims, "games": 2 * given.deals, **found.as_json()}
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
