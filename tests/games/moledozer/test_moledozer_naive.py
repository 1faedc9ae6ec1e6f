"""Compares the compiled rules with the naive ones, move by move, over more than a hundred thousand positions."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from moledozer_naive import Naive, winner_of_round
from moledozer_scene import GAME, MANY, SHIPPED, scene

from molehill.engine.events import event_buffer
from molehill.engine.stepper import Stepper
from molehill.games.moledozer import rules
from molehill.games.moledozer.box import CARDS, HOUSES, PLACE_NAMES, SIDES
from molehill.games.moledozer.moves import CHOOSE, decode, decode_card
from molehill.games.moledozer.view import PHASES
from scenario import chance, often

WANTED = often(20_000)
VARIANTS = [
    dict(zip(("change_guess", "own_order", "multiply"), flags, strict=True))
    for flags in product((False, True), repeat=3)
]


def the_same(naive: Naive, table: Any, seats: int) -> None:
    """Compare everything in the naive game with the record."""
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


def compare(seats: int, options: dict[str, Any], wanted: int, rng: random.Random, box: Any) -> Counter[str]:
    """Play random games with both until so many positions have been compared; return their number by phase."""
    positions: Counter[str] = Counter()
    while positions.total() < wanted:
        starter = rng.randint(1, seats)
        chosen = GAME.read_options({"starter": starter, **options}, seats)
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
            positions[naive.phase] += 1
    return positions


@pytest.mark.randomised
@pytest.mark.rule("MD-06", "MD-09", "MD-10", "MD-12", "MD-16", "MD-18", "MD-21", "MD-22")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_compiled_rules_and_the_naive_ones_play_the_same_game(seats: int) -> None:
    rng, compared = chance(seats), Counter[str]()
    for options in VARIANTS:
        compared += compare(seats, options, WANTED // 30 if any(options.values()) else WANTED // 9, rng, SHIPPED)
    while set(compared) < set(PHASES):  # four seldom tie: until it has happened, whatever is drawn
        compared += compare(seats, {}, WANTED // 30, rng, SHIPPED)
    assert compared.total() >= WANTED // 3
    assert set(compared) == set(PHASES)


@pytest.mark.randomised
@pytest.mark.rule("MD-22")
def test_they_agree_on_games_that_go_to_the_tie_break() -> None:
    """With hands of two cards the mole is often in the middle when the new shuffles run out."""
    short = MANY.text.replace("hand = 5", "hand = 2").replace("reshuffles = 2", "reshuffles = 1")
    compared = compare(2, {}, often(5_000), chance(7), GAME.box_from_text(short, "short"))
    assert compared["tie draw"] > often(50)


@pytest.mark.rule("MD-09", "MD-10")
def test_both_find_the_same_winner_of_many_rounds() -> None:
    rng = np.random.default_rng(3)
    bases = {n: scene(*["1", "2", "3", "4"][:n])._tables for n in (2, 3, 4)}
    log = event_buffer(0)
    seen: Counter[int | None] = Counter()
    for _ in range(WANTED):
        n = int(rng.integers(2, 5))
        guesses, cards = spread(rng, n), rng.integers(0, CARDS, n).tolist()
        tables = bases[n].copy()
        tables["guess"][0, : n - 1] = guesses[:-1]
        tables["stack"][0, :n, 0] = cards
        tables["actor"] = n - 1
        GAME.kernels.apply(tables, 0, MANY.record, n - 1, guesses[-1], log)
        won = tables["won"][0, :n].tolist()
        total = sum(card // 5 + 1 for card in cards)
        expected = winner_of_round(dict(enumerate(guesses)), total, any(card % 5 == 1 for card in cards))
        assert won == [int(seat == expected) for seat in range(n)]
        seen[expected] += 1
    assert set(seen) == {None, 0, 1, 2, 3}


def spread(rng: np.random.Generator, n: int) -> list[int]:
    """Guesses that MD-07 allows."""
    while True:
        guesses: list[int] = rng.integers(1, 10 * n + 1, n).tolist()
        if all(abs(a - b) >= 2 for k, a in enumerate(guesses) for b in guesses[:k]):
            return guesses
