"""OpenSpiel's searches as ways to play a small game, to be measured as our bots are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import rivals
from molehill.engine.events import event_buffer
from molehill.envs.openspiel import OpenSpielGame
from molehill.envs.positions import Position
from molehill.lab.exploitability import Policy, SmallGame

if TYPE_CHECKING:
    from molehill.engine.records import Tables

SEARCHES = {"MCTS": rivals.mcts_bot, "IS-MCTS": rivals.ismcts_bot}


def policy(small: SmallGame, name: str, sims: int, times: int, seed: int = 0) -> Policy:
    """How a search plays: at each position it is asked so many times. MCTS takes what it sees for the truth."""
    box = "" if small.box.shipped else small.box.name
    loaded = OpenSpielGame(small.game, False, {"players": small.seats, "box": box})
    choose = SEARCHES[name](loaded, sims, seed)

    def asked(seen: Tables, seat: int) -> dict[int, float]:
        state = loaded.new_initial_state()
        state._now = Position(seen, int(small.game.kernels.pending(seen, 0)), event_buffer(0))
        if len(legal := state.legal_actions()) == 1:
            return {legal[0]: 1.0}
        chosen = Counter(choose(state) for _ in range(times))
        return {move: n / times for move, n in chosen.items()}

    return asked
