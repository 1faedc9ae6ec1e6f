"""The best total in Honeymoon's solo game if every roll is known beforehand, with OR-tools' CP-SAT.

The model uses one observation. Digs of one player never touch except where one starts from another (HM-09), so whether
a set of digs is allowed hardly depends on their order: two neighbouring cells may both be dug only if one dig runs over
both, or if one dig starts at the first and goes on into the second. Order only adds that a dig starts from cells of an
earlier turn, that each turn has its roll, and when the timer runs out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model

import molehill
from moons import HIGH, PASS, Cell, Dig, Moon, Move, Played, replay

SET = 5  # HM-17
PICKLE = 2  # HM-18


@dataclass(frozen=True)
class Best:
    """What is known about the best total: a game that reaches `found`, and a proof that none is above `bound`."""

    found: Played
    bound: int

    @property
    def is_proven(self) -> bool:
        return self.found.points == self.bound


def best(moon: Moon, fallen: Sequence[int], known: Played, work: float) -> Best:
    """The best total with these rolls, starting from a known game. `work` is in CP-SAT's deterministic seconds, so that
    the answer is the same on a busy machine.

    At first passing is free, which hardly ever helps. If a solution does pass against HM-10, the search starts again.
    """
    bound, found = Model(moon, fallen).solve(known.points, work)
    if not found:
        return Best(known, bound)
    try:
        return Best(replay(moon, fallen, found), bound)
    except molehill.Refused as refused:
        if refused.rule != "HM-10":
            raise  # otherwise the model is wrong
    tighter, found = Model(moon, fallen, must_dig=True).solve(known.points, work)
    return Best(replay(moon, fallen, found) if found else known, min(bound, tighter))


class Model:
    """All games with these rolls: which digs are made, by which face of the die, in which turn, and what they score.

    With `must_dig` passing is not free (HM-10).
    """

    def __init__(self, moon: Moon, fallen: Sequence[int], must_dig: bool = False) -> None:
        self.moon, self.fallen = moon, list(fallen)
        self.model = cp_model.CpModel()
        self.digs: dict[int, list[tuple[Dig, Any]]] = {
            face: [(dig, self._yes()) for dig in moon.digs(face)] for face in sorted(set(fallen))
        }
        self.dug = {cell: self._yes() for cell in moon.ground}
        self.turn = {cell: self.model.new_int_var(0, len(fallen) - 1, "") for cell in moon.ground}
        self.begun = [{cell: self._yes() for cell in moon.ground} for _ in fallen]
        self.passed = [self._yes() for _ in fallen]
        self._lay_digs()
        self._part_tunnels()
        self._give_turns()
        self._run_timer()
        if must_dig:
            self._dig_if_one_can()
        self._count_points()

    def solve(self, above: int, work: float) -> tuple[int, list[Move]]:
        """An upper bound on all games, and the moves of the best game found with more points than this, if any.

        The search moves the bound on a tree of linear relaxations, where the gap is most likely to close.
        """
        self.model.add(self.points > above)
        solver = cp_model.CpSolver()
        solver.parameters.max_deterministic_time = work
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.optimize_with_lb_tree_search = True
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return above, []
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return int(solver.best_objective_bound + 1e-6), self._moves(solver) if found else []

    def _moves(self, solver: cp_model.CpSolver) -> list[Move]:
        moves = [PASS] * len(self.fallen)
        for digs in self.digs.values():
            for dig, yes in digs:
                if solver.value(yes):
                    moves[solver.value(self.turn[dig.first])] = dig.move
        return moves

    def _yes(self) -> Any:
        return self.model.new_bool_var("")

    def _sum(self, *terms: Any) -> Any:
        """A Boolean variable that is the sum of others."""
        total = self._yes()
        self.model.add(total == sum(terms))
        return total

    def _lay_digs(self) -> None:
        """At most one dig for each roll; no cell twice (HM-08); no more slots than there are (HM-11)."""
        over = defaultdict(list)
        for face, digs in self.digs.items():
            self.model.add(sum(yes for _, yes in digs) <= self.fallen.count(face))
            for dig, yes in digs:
                for cell in dig.cells:
                    over[cell].append(yes)
        for cell, dug in self.dug.items():
            self.model.add(sum(over[cell]) == dug)
        self.model.add(sum(len(dig.cells) * yes for dig, yes in self.digs.get(1, ())) <= self.moon.slots)

    def _part_tunnels(self) -> None:
        """HM-07 and HM-09: two neighbours are dug only along one dig or where one dig starts from another."""
        along: dict[frozenset[Cell], list[Any]] = defaultdict(list)
        away: dict[tuple[Cell, Cell], list[Any]] = defaultdict(list)
        for digs in self.digs.values():
            for dig, yes in digs:
                for a, b in pairwise(dig.cells):
                    along[frozenset((a, b))].append(yes)
                if dig.behind:
                    away[dig.behind, dig.first].append(yes)
        self.along = {pair: self._sum(*digs) for pair, digs in along.items()}
        self.away = {pair: self._sum(*digs) for pair, digs in away.items()}
        for (behind, _), yes in self.away.items():
            self.model.add_implication(yes, self.dug[behind])
        for a in self.moon.ground:
            for b in self.moon.beside(a):
                if a < b:
                    joined = self.along.get(frozenset((a, b)), 0) + self.away.get((a, b), 0) + self.away.get((b, a), 0)
                    self.model.add(self.dug[a] + self.dug[b] - 1 <= joined)
        self._leave_squares_open()

    def _leave_squares_open(self) -> None:
        """Four cells in a square are never all dug. This follows from the above, and tightens the bound."""
        for r, c in self.moon.ground:
            square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            if all(cell in self.dug for cell in square):
                self.model.add(sum(self.dug[cell] for cell in square) <= 3)

    def _count_points(self) -> None:
        """HM-12 and HM-16 to HM-18: the n-th tick of a row is worth n, a tick in every row makes a set."""
        ticks, points = [], []
        for cells in self.moon.sweets:
            row = [self._yes() for _ in range(min(self.moon.row, len(cells)))]
            for tick, following in pairwise(row):
                self.model.add_implication(following, tick)
            self.model.add(sum(row) <= sum(self.dug[cell] for cell in cells))
            points += [n * tick for n, tick in enumerate(row, 1)]
            ticks.append(row)
        for column in zip(*ticks, strict=False):
            complete = self._yes()
            for tick in column:
                self.model.add_implication(complete, tick)
            points.append(SET * complete)
        points += [-PICKLE * self.dug[cell] for cell in self.moon.pickles]
        self.points = sum(points)
        self.model.maximize(self.points)

    def _give_turns(self) -> None:
        """Each dig has a turn with its roll; it starts from a cell of an earlier turn."""
        for face, digs in self.digs.items():
            turns = [t for t, shows in enumerate(self.fallen) if shows == face]
            begin = defaultdict(list)
            for dig, yes in digs:
                begin[dig.first].append(yes)
            for cell in self.moon.ground:
                self.model.add(sum(self.begun[t][cell] for t in turns) == sum(begin[cell]))
        for t, begun in enumerate(self.begun):
            for cell, yes in begun.items():
                self.model.add(self.turn[cell] == t).only_enforce_if(yes)
        for pair, yes in self.along.items():
            a, b = pair
            self.model.add(self.turn[a] == self.turn[b]).only_enforce_if(yes)
        for (behind, first), yes in self.away.items():
            self.model.add(self.turn[behind] < self.turn[first]).only_enforce_if(yes)

    def _run_timer(self) -> None:
        """HM-23: a set complete before high roll number j (from 0) takes the turns after the first `timer` + j high
        rolls away, up to the next high one."""
        high = [t for t, shows in enumerate(self.fallen) if shows >= HIGH]
        timer = self.moon.timer
        goes_on: list[Any] = [1] * len(self.fallen)
        for j in range(timer):
            complete = self._set_before(high[j])
            for t in range(high[j + timer - 1] + 1, high[j + timer] + 1):
                goes_on[t] = 1 - complete
        for t, begun in enumerate(self.begun):
            self.model.add(sum(begun.values()) + self.passed[t] == goes_on[t])

    def _set_before(self, turn: int) -> Any:
        """Whether one of each sweet was dug before this turn."""
        if not all(self.moon.sweets):
            return 0
        rows = []
        for cells in self.moon.sweets:
            rows.append(self._yes())
            self.model.add_max_equality(rows[-1], [self._dug_before(cell, turn) for cell in cells])
        complete = self._yes()
        self.model.add_min_equality(complete, rows)
        return complete

    def _dug_before(self, cell: Cell, turn: int) -> Any:
        before = self._yes()
        self.model.add_implication(before, self.dug[cell])
        self.model.add(self.turn[cell] < turn).only_enforce_if(before)
        self.model.add(self.turn[cell] >= turn).only_enforce_if(self.dug[cell], before.negated())
        return before

    def _dig_if_one_can(self) -> None:
        """HM-10: in a turn with a pass each dig lacks the cell to start from, or something is in its way. On a rolled
        1 the shortest digs speak for all, as long as a slot is free."""
        marked: Any = 0
        for t, shows in enumerate(self.fallen):
            dug = {cell: self._dug_before(cell, t) for cell in self.moon.ground}
            full = self._yes()
            if shows == 1:
                self.model.add(marked >= self.moon.slots).only_enforce_if(full)
                marked += sum(self._length_at(t, dig, yes) for dig, yes in self.digs[1])
            else:
                self.model.add(full == 0)
            for dig in self.moon.of_length[shows]:
                no_start = [dug[dig.behind].negated()] if dig.behind else []
                in_the_way = [dug[cell] for cell in self.moon.touched(dig)]
                self.model.add_bool_or(self.passed[t].negated(), full, *no_start, *in_the_way)

    def _length_at(self, turn: int, dig: Dig, yes: Any) -> Any:
        """How many slots this dig marks in this turn."""
        here = self._yes()
        self.model.add_bool_and(yes, self.begun[turn][dig.first]).only_enforce_if(here)
        self.model.add_bool_or(here, yes.negated(), self.begun[turn][dig.first].negated())
        return len(dig.cells) * here
