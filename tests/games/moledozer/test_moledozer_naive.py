"""The compiled rules against the naive ones, move by move, over more than a hundred thousand positions."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from moledozer_naive import Naive, winner_of_round
from moledozer_scene import GAME, MANY, SHIPPED

from molehill.engine.batch import Stepper
from molehill.games.moledozer import rules
from molehill.games.moledozer.box import HOUSES, PLACE_NAMES, SIDES
from molehill.games.moledozer.moves import CHOOSE, decode, decode_card
from molehill.games.moledozer.view import PHASES

WANTED = 100_000
VARIANTS = [
    dict(zip(("change_guess", "own_order", "multiply"), flags, strict=True)) for flags in product((False, True), repeat=3)
]


def the_same(naive: Naive, table: Any, seats: int) -> None:
    """Compare all that the naive game keeps with the record."""
    phase = PHASES[table["phase"]]
    assert phase == naive.phase
    assert [bool(f) for f in table["fallen"][:seats]] == [p.out for p in naive.people]
    assert table["place"][:seats].tolist() == [p.place for p in naive.people]
    assert [HOUSES[h] if h >= 0 else None for h in table["house"][:seats]] == [p.house for p in naive.people]
    assert {HOUSES[h] for h in range(4) if table["owner"][h] == rules.RUIN} == naive.ruins
    assert (SIDES[table["side"]], PLACE_NAMES[table["mole"]]) == (naive.side, naive.mole)
    assert (table["deals"], table["since"]) == (naive.deals, naive.shuffles_among_two)
    assert [s for s in range(seats) if table["winners"] >> s & 1] == naive.winners
    if phase == "over":
        return
    assert table["rounds"] == naive.rounds
    for p in naive.people if phase != "order" else []:
        cards = [decode_card(card) for card in table["stack"][p.seat][: table["have"][p.seat]].tolist()]
        open_cards = int(table["turned"][p.seat])
        assert [(c["number"], c["symbol"]) for c in cards[:open_cards]] == p.up
        assert [(c["number"], c["symbol"]) for c in cards[open_cards:]] == p.down


def same_choices(naive: Naive, seat: int, numbers: list[int]) -> None:
    """Compare the legal moves."""
    match naive.phase:
        case "guess" | "change" | "tie guess":
            assert numbers == naive.may_guess(seat)
        case "steer":
            found = [decode(number) for number in numbers]
            assert {(m["do"], m.get("to", m.get("with"))) for m in found} == naive.may_steer()
            assert len(found) == len(naive.may_steer())
        case "choose":
            assert {HOUSES[number - CHOOSE] for number in numbers} == naive.may_choose()


def compare(seats: int, options: dict[str, Any], wanted: int, rng: random.Random, box: Any) -> int:
    """Play random games side by side until so many positions have been compared."""
    positions = 0
    while positions < wanted:
        start = rng.choice(("first", "second", "third", "fourth"))
        chosen = GAME.read_options({"start": start, **options})
        stepper = Stepper(GAME, seats=seats, options=chosen, box=box)
        naive = Naive(seats, chosen, box.doc)
        while not stepper.over:
            pick = int(stepper.moves[rng.randrange(stepper.count)])
            if stepper.actor == -1:
                card = decode_card(pick)
                assert naive.waiting == []
                naive.draw((card["number"], card["symbol"]))
            else:
                assert stepper.actor == naive.waiting[0]
                if stepper.count < 100 or rng.random() < 0.02:
                    same_choices(naive, stepper.actor, stepper.moves.tolist())
                naive.do(stepper.actor, decode(pick))
            stepper.step(pick)
            the_same(naive, stepper.tables[0], seats)
            positions += 1
    return positions


@pytest.mark.rule("MD-06", "MD-09", "MD-10", "MD-12", "MD-16", "MD-18", "MD-21", "MD-22")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_compiled_rules_and_the_naive_ones_play_the_same_game(seats: int) -> None:
    rng = random.Random(seats)
    compared = sum(
        compare(seats, options, WANTED // 30 if any(options.values()) else WANTED // 9, rng, SHIPPED)
        for options in VARIANTS
    )
    assert compared >= WANTED // 3


@pytest.mark.rule("MD-22")
def test_they_agree_on_games_that_go_to_the_tie_break() -> None:
    """A box in which almost every card has SECOND, so that the mole hardly gets anywhere."""
    short = MANY.text.replace("hand = 5", "hand = 1").replace("reshuffles = 2", "reshuffles = 1")
    box = GAME.box_from_text(short, "short")
    rng = random.Random(7)
    assert compare(2, {}, 5000, rng, box) >= 5000


@pytest.mark.rule("MD-09", "MD-10")
def test_both_find_the_same_winner_of_a_hundred_thousand_rounds() -> None:
    rng = np.random.default_rng(3)
    tables = np.zeros(1, dtype=GAME.table_dtype)
    table = rules_table(tables)
    seen: dict[int | None, int] = {}
    for _ in range(WANTED):
        n = int(rng.integers(2, 5))
        total = int(rng.integers(n, 10 * n + 1))
        guesses = spread(rng, n)
        second = bool(rng.integers(2))
        fill(table, guesses, total)
        found = rules.second_closest(table) if second else rules.closest(table, -1)
        expected = winner_of_round(dict(enumerate(guesses)), total, second)
        assert (None if found < 0 else found) == expected
        seen[expected] = seen.get(expected, 0) + 1
    assert set(seen) == {None, 0, 1, 2, 3}


def rules_table(tables: Any) -> Any:
    """A record as the rules take it, compiled or not."""
    from molehill.engine.compiling import JIT
    from molehill.engine.records import Plain

    _ = GAME.kernels
    return tables[0] if JIT else Plain(tables[0])


def spread(rng: np.random.Generator, n: int) -> list[int]:
    """Guesses that MD-07 allows."""
    while True:
        guesses: list[int] = rng.integers(1, 10 * n + 1, n).tolist()
        if all(abs(a - b) >= 2 for k, a in enumerate(guesses) for b in guesses[:k]):
            return guesses


def fill(table: Any, guesses: list[int], total: int) -> None:
    table["seats" if isinstance(table, np.void) else 0] = len(guesses)  # type: ignore[index]
