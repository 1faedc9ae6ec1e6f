"""What an observation foretells of each move is what the rules make of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from mole_rats_scene import CCW, GAME, Scene, boost, climb, run, slither

from molehill import CHANCE, Match
from molehill.games.mole_rats.box import FAR
from molehill.games.mole_rats.moves import encode
from molehill.games.mole_rats.observation import BITES, GAINS, LOST
from scenario import often, random_walk, seeded


def prospects(match: Match) -> Any:
    """What is foretold: a row for each move."""
    return GAME.observation(match.seats, prospects=True).split(match.observe(None, prospects=True))["prospects"]


def of(scene: Scene, move: dict[str, Any]) -> list[int]:
    """What is foretold of one move."""
    return [int(number) for number in prospects(scene.match)[encode(move)]]


@pytest.mark.rule("MR-18", "MR-21", "MR-26")
def test_what_loses_the_game_is_told() -> None:
    snakes = {"red 1": "1-6", "red 2": "1-10"}
    scene = Scene("any 1 | -", rats={1: "2-13", 2: "1-5", 3: "1-9"}, bitten=[3], snakes=snakes)
    assert [of(scene, move)[LOST] for move in (run(1, 1, CCW), run(3, 1), run(2, 1), run(1, 1))] == [1, 1, 0, 0]
    assert of(Scene("- | any 1", snakes={"red 1": "5-2"}), slither("red 1", 1, CCW))[LOST] == 1


@pytest.mark.rule("MR-17", "MR-19", "MR-21", "MR-23")
def test_bites_and_gains_are_told() -> None:
    scene = Scene("any 1 | -", rats={1: "1-5", 2: "5-2", 3: "1-3"}, snakes={"red 1": "1-6"})
    bitten, escaped, climbed = (of(scene, move) for move in (run(1, 1), run(2, 1, CCW), run(3, 1)))
    assert (bitten[BITES], escaped[GAINS], climbed[LOST], climbed[BITES], climbed[GAINS]) == (1, 1, 0, 0, 0)
    assert of(Scene("- | any 1", snakes={"red 1": "2-13"}), slither("red 1", 1, CCW))[GAINS] == 6, "outer space"


def test_a_move_that_is_not_legal_brings_nothing() -> None:
    scene = Scene("your 2 | -")
    legal = {encode(move) for move in scene.legal}
    assert legal
    told = prospects(scene.match)
    assert not told[[move for move in range(GAME.move_count) if move not in legal]].any()
    assert {encode(boost(1)), encode(climb("red 1"))}.isdisjoint(legal)


@pytest.mark.randomised
@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_foretold_is_what_the_rules_make_of_the_move(seats: int) -> None:
    """Up to the first choice or card that follows; where a bitten rat lands may change what a snake does then."""
    compared = np.zeros(6, dtype=int)
    for game in range(often(12)):
        for match in random_walk(GAME, seats, {}, seed=seeded(300 * seats + game), moves=60):
            if match.pending is CHANCE or not match.pending:
                continue
            told = prospects(match)
            for number in match.legal_numbers(match.pending[0]):
                is_rat = "rat" in GAME.part("moves").decode(number)
                if is_rat or not told[number, [LOST, BITES]].any():
                    truth = happened(match, number)
                    if truth is not None:
                        assert told[number].tolist() == truth, (match.view(), number)
                        compared += np.array(truth) != 0
    assert (compared > [3, 5, 10, 50, 50, 50]).all(), compared


FOLLOWS = ("crowded", "instructed", "nothing", "added", "discarded", "drew", "turn")  # after the move itself


def happened(match: Match, number: int) -> list[int] | None:
    """The same from the events of the move, and from how far all rats are before and after; None if more follows."""
    twin, move = match.copy(), GAME.part("moves").decode(number)
    events = twin.play_number(match.pending[0], number)
    end = next((k for k, event in enumerate(events) if event["event"] in FOLLOWS), len(events))
    kinds = [event["event"] for event in events[:end]]
    if "ended" in kinds and events[end - 1]["rule"] != "MR-29":
        return [1, 0, 0, 0, 0, 0]
    if any(event["event"] in ("bitten", "added", "ended") for event in events[end:]):
        return None
    gains = kinds.count("collected") + kinds.count("escaped")
    if "snake" in move:
        gains = 6 if "blown" in kinds else tier_of(match, move["snake"]) - tier_of(twin, move["snake"])
    (to_pod, to_items, threat), after = ways(match), ways(twin, missing_in=match)
    return [0, kinds.count("bitten"), gains, to_pod - after[0], to_items - after[1], after[2] - threat]


def tier_of(match: Match, snake: str) -> int:
    at = next(each["at"] for each in match.view()["snakes"] if each["snake"] == snake)
    return int(at.split("-")[0])


def ways(match: Match, missing_in: Match | None = None) -> tuple[int, int, int]:
    """How far rats are from the pod, and the nearest of them from missing equipment; how near snakes are to rats."""
    seen = GAME.observation(match.seats).split(match.observe(None))
    missing = GAME.observation(match.seats).split((missing_in or match).observe(None))["items"] == 0
    on_board = seen["ways"][seen["rats"][:, 3] == 0, 1:]
    nearest = on_board.min(axis=0, initial=FAR)
    return int(seen["ways"][:, 0].sum()), int(nearest[missing].sum()), int(seen["threat"].sum())
