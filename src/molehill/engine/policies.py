"""Seats that play by themselves: `random`, `greedy`, the levels of the bots, and functions.

    def policy(observation, mask):
        return mask.argmax(axis=1)

A function is given a row for each table at which its seat decides: what the seat sees, and which moves are legal. It
returns a move for each. So it can't see more than its seat may. It sees what the batch shows; one that says by itself
whether it wants `prospects`, as nets do, is shown that form, without memory, whatever the batch shows.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine import whole
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.observing import Eyes, Flat

if TYPE_CHECKING:
    from molehill.engine.batch import Batch
    from molehill.engine.game import Game

Policy = Callable[[npt.NDArray[np.float32], npt.NDArray[np.bool_]], npt.ArrayLike]
Player = str | Policy
Rows = npt.NDArray[np.int64]

SIMPLE = ("random", "greedy")


def bots(module: str = "") -> Any:
    """A module of the bots. They are a layer above, so the engine looks them up only when one is asked for by name."""
    return importlib.import_module(f"molehill.bots{'.' + module if module else ''}")


def read_player(player: Any) -> Player:
    """A player, if it is one: a bot's name, or a function."""
    if callable(player):
        found: Policy = player
        return found
    if isinstance(player, str):
        if player in SIMPLE or player in bots().names():
            return player
        near = difflib.get_close_matches(player, bots().names(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(bots().names())}"
        raise Unknown(f"there is no policy {player!r}; {hint}")
    raise Unknown(f"a policy is a bot's name or a function, not {player!r}")


class Players:
    """Who plays the seats that play by themselves, and what they have in mind."""

    def __init__(self, game: Game, seats: int, given: Mapping[int, Player]) -> None:
        if not isinstance(given, Mapping):
            raise Unknown(f"opponents are players by their seats, such as {{1: 'greedy'}}, not {given!r}")
        says = f"opponents sit on seats 0 to {seats - 1}"
        named = {whole.number(seat, says, 0, seats - 1): read_player(player) for seat, player in given.items()}
        self.game = game
        self.given = dict(sorted(named.items()))
        self.seats = list(self.given)
        self._rng = np.random.default_rng(0)
        self._searches: dict[int, Any] = {}
        self._eyes: dict[bool, Eyes] = {}

    def __bool__(self) -> bool:
        return bool(self.given)

    def sow(self, seed: np.random.SeedSequence) -> None:
        """Begin with the luck of this seed."""
        self._rng = np.random.default_rng(np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, 1)))
        self._searches = {}

    def copy(self) -> Players:
        """The same players with the same luck to come."""
        twin = Players(self.game, max(self.seats, default=0) + 1, self.given)
        twin._rng.bit_generator.state = self._rng.bit_generator.state
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_searches": {}, "_eyes": {}}

    def choose(self, batch: Batch, seat: int, rows: Rows, chair: int | None = None) -> Rows:
        """A move for each of these tables, at which the seat decides: by its player, or by that of another chair."""
        chair = seat if chair is None else chair
        player = self.given[chair]
        if callable(player):
            return self._ask(player, batch, rows)
        if player == "random":
            picks = (self._rng.random(len(rows)) * batch.count[rows]).astype(np.int64)
            return batch.moves[rows, picks].astype(np.int64)
        if player == "greedy":
            return batch._greedily(rows, int(self._rng.integers(2**63)))
        return self._think(player, batch, seat, rows, chair)

    def _ask(self, policy: Policy, batch: Batch, rows: Rows) -> Rows:
        prospects = getattr(policy, "prospects", None)
        seen = batch.observe()[rows] if prospects is None else self._shown(batch, rows, bool(prospects))
        moves = np.asarray(policy(seen, batch.mask[rows]))
        if moves.shape != rows.shape or not np.issubdtype(moves.dtype, np.integer):
            raise Malformed(f"a policy returns a whole number for each of {len(rows)} tables, not {moves!r}")
        return moves.astype(np.int64)

    def _shown(self, batch: Batch, rows: Rows, prospects: bool) -> Flat:
        """What the seats that decide on these tables see, in the form that a policy asks for."""
        layout = self.game.observation(batch.seats, prospects=prospects)
        if prospects not in self._eyes:
            self._eyes[prospects] = Eyes(self.game, layout)
        seen: Flat = np.empty((len(rows), layout.size), dtype=np.float32)
        self.game.vectors.observe(
            *self._eyes[prospects].parts, batch.tables[rows], batch.box.record, batch.seats, batch.actor[rows],
            batch._recalls, seen,
        )  # fmt: skip
        return seen

    def _think(self, level: str, batch: Batch, seat: int, rows: Rows, chair: int) -> Rows:
        """What a level decides, table by table, from what its seat may see."""
        if chair not in self._searches:
            levels, search = bots("levels"), bots("search")
            how, budget = levels.level(level, self.game, levels.Budget(sims=levels.SEARCHES))
            self._searches[chair] = search.Search(self.game, how, budget, 0)
        mind, veiled = self._searches[chair], batch._tables[rows]
        found = np.zeros(len(rows), dtype=np.int64)
        for k, luck in enumerate(self._rng.integers(2**63, size=len(rows)).tolist()):
            one = veiled[k : k + 1].copy()
            self.game.kernels.veil(one, 0, batch.box.record, seat)
            mind.begin_again(luck)  # so that a copy, which has the same luck to come, decides alike
            found[k] = mind.decide(one, batch.box, seat)
        return found
