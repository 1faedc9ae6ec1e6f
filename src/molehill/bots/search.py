"""Searching for a move: the driver of the compiled search in `tree.py`, its memory, its threads, its reasons.

A search is set by simulations or by seconds. With simulations it gives the same answer every time for the same seed
and number of threads. Several threads search by themselves, each with a memory of its own, and add up what they found.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.bots.levels import SEARCHES, Budget
from molehill.bots.preparing import TEMPLATES
from molehill.bots.records import SEARCH, Edge, Mind, Node
from molehill.engine import compiling
from molehill.engine.playouts import Room
from molehill.engine.records import new
from molehill.engine.workspace import Played

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game
    from molehill.engine.records import Tables

MOST_NODES = 1 << 16
MOST_EDGES = 1 << 20
TRUSTED = 3  # visits from which on a node has something to say
LUCK = 20_201_115
QUICK_TRIES = 8  # a game played on at random would tell nothing
_FIRST_SLICE = 16
_SLICE = 0.01  # seconds between two looks at the clock


def load(game: Game) -> ModuleType:
    """The compiled search bound to one game."""
    return compiling.load(game, TEMPLATES["bots"])


class Memory:
    """What one thread of a search needs: its nodes and edges, its work tables, its generator. At most 28 MB.

    When it is full the search goes on without adding to the tree.
    """

    def __init__(self, game: Game, sims: int | None, seed: int) -> None:
        size = MOST_NODES if sims is None else min(MOST_NODES, 1 << max(8, (2 * sims).bit_length()))
        self.nodes = np.zeros(size, dtype=Node.dtype)
        self.edges = np.zeros(min(MOST_EDGES, size * min(64, game.move_count)), dtype=Edge.dtype)
        self.mind = new(Mind)
        self.mind["stamp"] = 1
        self.room = Room(game)
        self.room.whims[0] = seed
        self.root = -1

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return self.nodes.nbytes + self.edges.nbytes

    @property
    def is_crowded(self) -> bool:
        """Whether a further search would find little room in it."""
        used = int(self.mind["nodes"][0]) / len(self.nodes), int(self.mind["edges"][0]) / len(self.edges)
        return max(used) > 0.5

    def forget(self) -> None:
        """Begin again: whatever has an older stamp counts as free."""
        self.mind["nodes"] = self.mind["edges"] = 0
        self.mind["stamp"] += 1

    def parts(self, box: Box) -> tuple[Tables, ...]:
        """What the compiled search works on, in the order in which it takes it."""
        return self.room.desk, box.record, self.mind, self.nodes, self.edges


@dataclass(frozen=True, eq=False)
class Findings:
    """What a search found out about the moves of a position: those that it can judge, the best first, then the rest."""

    moves: npt.NDArray[np.int64]
    visits: npt.NDArray[np.int64]
    means: npt.NDArray[np.float64]
    sims: int
    seconds: float
    judged: int = 1  # how many were looked at often enough for a judgement

    @property
    def best(self) -> int:
        """The move that it finds best."""
        return int(self.moves[0])


class Search:
    """A search of one game that keeps its memory from one decision to the next, as long as that is sound.

    Positions are known by what the deciding seat sees, so what was learned about one holds whenever it is met again;
    only how far a simulation looks moves on with the game, and then everything is forgotten.
    """

    def __init__(self, game: Game, how: Tables, budget: Budget, seed: int) -> None:
        self.game, self.how, self.budget = game, how, budget
        sims = None if budget.seconds is not None else budget.sims or SEARCHES
        self.sims = None if sims is None else -(-sims // budget.threads)
        seeds = np.random.SeedSequence(seed).generate_state(budget.threads, np.uint64)
        self.memories = [Memory(game, self.sims, int(word)) for word in seeds]
        self._about: tuple[Any, ...] = ()

    def begin_again(self, seed: int) -> None:
        """Forget everything, and go on with the luck of this seed."""
        words = np.random.SeedSequence(seed).generate_state(len(self.memories), np.uint64)
        for memory, word in zip(self.memories, words, strict=True):
            memory.forget()
            memory.room.whims[0] = word

    def decide(self, tables: Tables, box: Box, seat: int) -> int:
        """A move from a veiled table, in this way of thinking. A forced move takes no time."""
        memory, kernels = self.memories[0], self.game.kernels
        n = kernels.legal(tables, 0, box.record, seat, memory.room.out)
        if n == 1:
            return int(memory.room.out[0])
        if self.how["kind"] == SEARCH and not self.how["overlook"]:
            self.run(tables, box, seat)
            nodes, edges, root = self._root()
            return int(edges[load(self.game).played_edge(memory.room.desk, memory.mind, nodes, edges, root)]["move"])
        memory.room.tables[0] = tables[0]
        move: int = load(self.game).decide(*memory.parts(box), self.how, seat)
        return move

    def run(self, tables: Tables, box: Box, seat: int) -> Findings:
        """Search from a veiled table. Where there is no choice there is nothing to search."""
        began, out = time.perf_counter(), self.memories[0].room.out
        if self.game.kernels.legal(tables, 0, box.record, seat, out) == 1:
            return Findings(out[:1].astype(np.int64), np.ones(1, dtype=np.int64), np.zeros(1), 0, 0.0)
        self._prepare(tables, box, seat)
        if len(self.memories) == 1:
            sims = self._think(self.memories[0], box, seat)
        else:
            with ThreadPoolExecutor(len(self.memories)) as pool:
                sims = sum(pool.map(lambda memory: self._think(memory, box, seat), self.memories))
        return self._findings(sims, time.perf_counter() - began)

    def _prepare(self, tables: Tables, box: Box, seat: int) -> None:
        about = (box.hash, seat, int(self.game.kernels.length(tables, 0)))
        for memory in self.memories:
            if about != self._about or memory.is_crowded:
                memory.forget()
            memory.room.tables[0] = tables[0]
        self._about = about

    def _think(self, memory: Memory, box: Box, seat: int) -> int:
        """All simulations of one thread; returns how many there were."""
        if self.sims is not None:
            self._simulate(memory, box, seat, self.sims)
            return self.sims
        end = time.perf_counter() + (self.budget.seconds or 0.0)
        done, portion = 0, _FIRST_SLICE
        while True:
            before = time.perf_counter()
            self._simulate(memory, box, seat, portion)
            done += portion
            after = time.perf_counter()
            if after >= end:
                return done
            rate = portion / max(after - before, 1e-6)
            portion = max(1, int(rate * min(_SLICE, end - after)))

    def _simulate(self, memory: Memory, box: Box, seat: int, sims: int) -> None:
        memory.root = load(self.game).think(*memory.parts(box), self.how, seat, sims)

    def _root(self) -> tuple[Tables, Tables, int]:
        """The node where the seat decides, among which nodes and with which edges: of all memories taken together."""
        first = self.memories[0]
        if len(self.memories) == 1:
            return first.nodes, first.edges, first.root
        node = first.nodes[first.root : first.root + 1].copy()
        whole = first.edges[node["first"][0] : node["first"][0] + node["count"][0]].copy()
        places = {int(move): k for k, move in enumerate(whole["move"])}
        for memory in self.memories[1:]:
            root = memory.nodes[memory.root]
            for edge in memory.edges[root["first"] : root["first"] + root["count"]]:
                whole["visits"][places[int(edge["move"])]] += edge["visits"]
                whole["total"][places[int(edge["move"])]] += edge["total"]
        node["first"] = 0
        return node, whole, 0

    def _findings(self, sims: int, seconds: float) -> Findings:
        """The moves of the root."""
        nodes, edges, place = self._root()
        found = edges[nodes[place]["first"] : nodes[place]["first"] + nodes[place]["count"]]
        visits = found["visits"].astype(np.int64)
        means = np.where(visits > 0, found["total"] / np.maximum(visits, 1), -1.0)
        enough = visits >= visits.max() / 4  # as in `tree.best_edge`: a mean of a few visits is not to be trusted
        order = np.lexsort((-np.where(enough, means, visits), ~enough))
        return Findings(
            found["move"][order].astype(np.int64), visits[order], means[order], sims, seconds, int(enough.sum())
        )

    # ---- reasons -----------------------------------------------------------------------------------------------------

    def expects(self, tables: Tables, box: Box, seat: int) -> int | None:
        """The move that the search expects of a seat that sees this; None if it can't say."""
        memory, loops, room = self.memories[0], load(self.game), self.memories[0].room
        if self.game.kernels.legal(tables, 0, box.record, seat, room.out) == 1:
            return int(room.out[0])
        room.tables[2] = tables[0]
        place = loops.look_up(room.tables, 2, seat, memory.mind, memory.nodes)
        if place < 0 or memory.nodes[place]["visits"] < TRUSTED:
            return None
        return int(memory.edges[loops.best_edge(memory.nodes, memory.edges, place)]["move"])

    def forecast(self, tables: Tables, box: Box, seat: int, move: int, games: int) -> tuple[float, float]:
        """The mean score and points of a seat over games played on quickly after this move: the same luck for each."""
        room, how = Room(self.game), self.how.copy()
        room.tables[0], room.whims[0] = tables[0], LUCK
        how["tries"] = max(QUICK_TRIES, how["tries"][0])
        played = self.game.blank(Played)
        score, point = load(self.game).forecast(room.desk, box.record, how, played, seat, move, games)
        return float(score), float(point)
