"""Compares the compiled rules with the naive second implementation on random positions."""

from __future__ import annotations

import random
from typing import Any

import mole_park_naive as naive
import numpy as np
import pytest
from mole_park_tables import GAME, lay

from molehill.engine.compiling import JIT
from molehill.engine.events import event_buffer
from scenario import chance, often

POSITIONS = often(15_000) if JIT else 1_000  # of each kind
PRIZE_FACES = (1, 2, 3, 4, 6, 8)


class Table:
    """One table driven by the kernels, integer by integer."""

    def __init__(self) -> None:
        self.rules, self.kernels = GAME.part("rules"), GAME.kernels
        self.box = GAME.box().record
        self.silent = event_buffer(0)
        self.fresh = {seats: lay(seats)._tables.copy() for seats in range(2, 9)}
        self.out = np.zeros(64, dtype=np.int32)
        self.weight = np.zeros(64, dtype=np.int32)

    def start(self, seats: int, king: int) -> Any:
        self.tables = self.fresh[seats].copy()
        self.t: Any = self.tables[0]
        self.t["king"] = king
        return self.t

    def last_roll(self, seat: int, die: int, shows: int) -> None:
        """Roll the last die; all others have been rolled."""
        self.t["phase"] = self.rules.ROLLING
        self.t["at_seat"], self.t["at_die"] = seat, die
        self.apply(-1, (seat * 4 + die) * self.rules.SHOWS + shows)

    def apply(self, actor: int, move: int) -> None:
        self.kernels.apply(self.tables, 0, self.box, actor, move, self.silent)

    def legal(self, seat: int) -> list[int]:
        n = self.kernels.legal(self.tables, 0, self.box, seat, self.out)
        found: list[int] = self.out[:n].tolist()
        return found


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


def take_moles(table: Table, rng: random.Random) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """Let chance draw the moles, and return who took one from where, and everybody's hand."""
    rules, t = table.rules, table.t
    taken: list[tuple[int, int]] = []
    hands: dict[int, list[int]] = {}
    while t["phase"] == rules.WHACKING:
        seat, hole = int(t["at_seat"]), int(t["at_hole"]) + 1
        n = table.kernels.outcomes(table.tables, 0, table.box, table.out, table.weight)
        outcome = int(table.out[rng.randrange(n)])
        taken.append((hole, seat))
        hands.setdefault(seat, []).append((outcome - rules.MOLE) % 6)
        table.apply(-1, outcome)
    return taken, hands


@pytest.mark.randomised
@pytest.mark.rule("MP-12", "MP-13")
def test_holes_are_split_as_the_naive_rules_say(table: Table) -> None:
    rng = chance(13)
    for _ in range(POSITIONS):
        seats = rng.randint(2, 8)
        t = table.start(seats, 0)
        holes = [rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6, 7)) for _ in range(5)]
        t["burrow"] += t["hole"].sum() - sum(holes)
        t["hole"] = holes
        t["limit"] = 99
        dice = [rng.randrange(3) for _ in range(seats)]
        faces = [rng.choice((0, 1, 2, 2, 3, 4, 5)) for _ in range(seats)]
        t["die"][:seats] = dice
        for seat in range(seats - 1):
            t["shows"][seat, dice[seat]] = faces[seat]
        table.last_roll(seats - 1, dice[-1], faces[-1])
        taken, _ = take_moles(table, rng)
        expected, left = naive.split_holes(holes, [[face] for face in faces])
        assert taken == expected
        dealt = [0 if seats <= 3 and n >= 5 else 2 if seats >= 6 else 1 for n in left]  # the next round has begun
        assert t["hole"].tolist() == [n + m for n, m in zip(left, dealt, strict=True)]


@pytest.mark.randomised
@pytest.mark.rule("MP-17", "MP-18", "MP-19", "MP-23", "MP-24", "MP-25", "MP-26")
def test_prizes_are_won_in_the_order_that_the_naive_rules_say(table: Table) -> None:
    rng = chance(17)
    for _ in range(POSITIONS):
        seats = rng.randint(2, 8)
        king = rng.randrange(seats)
        t = table.start(seats, king)
        totals, declared, face_up = deal_totals(t, seats, rng)
        faces = [rng.choice(PRIZE_FACES) for _ in range(seats)]
        for seat in range(seats):
            t["die"][seat] = 3
            t["stars"][seat] = max(0, totals[seat] - 1 - faces[seat]) if seat in totals else 30
            if seat in totals:
                totals[seat] = int(t["stars"][seat]) + 1 + faces[seat]
            t["shows"][seat, 3] = faces[seat]
        t["shows"][seats - 1, 3] = -1
        t["declared"] = sum(1 << seat for seat in declared)
        table.last_roll(seats - 1, 3, faces[-1])
        for line in naive.settle(totals, declared, king, face_up, lambda question: play(table, question, rng)):
            assert line == what_is_asked(table, line)
        if table.t["phase"] != table.rules.OVER and not table.t["contestants"]:
            assert {p for p in range(6) if table.t["up"][p] >= 0} == face_up


def deal_totals(t: Any, seats: int, rng: random.Random) -> tuple[dict[int, int], set[int], set[int]]:
    """The wanted totals of those who rolled the Prize die with a mole, who declared, and the piles with a prize."""
    level = rng.choice((9, 14, 20, 30, 38, 41))
    totals = {seat: level + rng.choice((0, 0, 0, 1, 5, -3)) for seat in range(seats) if rng.random() < 0.8}
    for seat in totals:
        t["hand"][seat, 0] = 1
        t["moles"][seat] = 1
        t["unseen"][0] -= 1
        t["burrow"] -= 1
    face_up = set(range(6))
    for pile in range(6):
        if rng.random() < 0.4:
            t["up"][pile] = -1
            t["pile"][pile] = 0  # nothing is turned up afterwards, so that the end of the round can be seen
            face_up.discard(pile)
        else:
            t["pile"][pile] = 0
    return totals, {seat for seat in totals if rng.random() < 0.15}, face_up


def what_is_asked(table: Table, line: str) -> str:
    """The line that the naive rules would write, from the compiled rules."""
    rules, t = table.rules, table.t
    phase = t["phase"]
    if phase == rules.OVER:
        return f"seat {int(t['winner'])} wins the game"
    if t["contestants"]:
        return f"showdown of {[s for s in range(8) if t['contestants'] >> s & 1]}"
    if phase == rules.NAMING:
        king = int(t["king"])
        return f"king {king} names one of {[move - rules.NAME for move in table.legal(king)]}"
    if phase == rules.PICKING:
        seat = int(t["at_seat"])
        piles = [move - rules.TAKE for move in table.legal(seat) if move != rules.TAKE_NONE]
        return f"seat {seat} takes one of {piles}"
    return "the round is over"


def play(table: Table, question: naive.Question, rng: random.Random) -> int | None:
    """Decide at random, and do the same on the compiled table."""
    kind, seat, choices = question
    rules = table.rules
    if kind == "name":
        chosen = rng.choice(choices)
        table.apply(seat, rules.NAME + chosen)
        return chosen
    pile = rng.choice([None, *choices])
    table.apply(seat, rules.TAKE_NONE if pile is None else rules.TAKE + pile)
    return pile


@pytest.mark.randomised
@pytest.mark.rule("MP-27", "MP-28")
def test_showdowns_go_as_the_naive_rules_say(table: Table) -> None:
    rng = chance(27)
    for _ in range(POSITIONS * 2 // 5):
        seats = rng.randint(2, 8)
        king = rng.randrange(seats)
        t = table.start(seats, king)
        contestants = sorted(rng.sample(range(seats), rng.randint(2, seats)))
        t["contestants"] = sum(1 << seat for seat in contestants)
        holes = [len(contestants)] * 5
        t["burrow"] += t["hole"].sum() - sum(holes)
        t["hole"] = holes
        t["die"] = -1
        dice = {seat: [rng.choice((0, 1, 2, 3, 4, 5)) for _ in range(3)] for seat in contestants}
        prize = {seat: rng.choice(PRIZE_FACES) for seat in contestants}
        for seat in contestants:
            t["shows"][seat] = [*dice[seat], prize[seat]]
        table.last_roll(contestants[-1], 3, prize[contestants[-1]])
        taken, hands = take_moles(table, rng)
        assert (taken, t["hole"].tolist()) == naive.split_holes(holes, [dice.get(s, []) for s in range(seats)])
        scores = {seat: naive.showdown_score(hands.get(seat, []), prize[seat]) for seat in contestants}
        assert {seat: int(t["total"][seat]) for seat in contestants} == scores
        winners = naive.showdown_winner(scores, king)
        if len(winners) == 1:
            assert (t["phase"], t["winner"]) == (table.rules.OVER, winners[0])
        else:
            assert t["phase"] == table.rules.AWARDING
            assert [move - table.rules.AWARD for move in table.legal(king)] == winners
