"""Policies of somebody's own play as bots do: the same chance, the same seats, the same reports."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import molehill
from molehill import Game, Match, Unknown, bots, lab
from molehill.lab.policies import Stream
from molehill.lab.settings import Setting

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)


def first_move(match: Match, seat: int) -> dict[str, Any]:
    """Whatever is listed first."""
    return match.legal(seat)[0]


def least_number(match: Match, seat: int) -> dict[str, Any]:
    """Something that depends on the position alone."""
    chosen: dict[str, Any] = match.game.part("moves").decode(min(match.legal_numbers(seat)))
    return chosen


def test_a_function_plays_against_bots() -> None:
    found = lab.simulate("honeymoon", 12, bots=[first_move, "easy"], seed=1)
    assert [line.name for line in found.seats] == ["first_move", "easy"]
    assert found.seats[1].points.mean > found.seats[0].points.mean
    assert found.unfinished == 0


def test_the_same_seed_gives_the_same_games_whatever_the_threads() -> None:
    setting: dict[str, Any] = {"games": 20, "bots": [first_move, "easy"], "seed": 3, "rotate": True}
    one, two = (lab.simulate("honeymoon", threads=threads, **setting).as_json() for threads in (1, 2))
    assert one == two
    assert one["by_bot"][0]["bot"] == "first_move"


@GAMES
def test_a_function_that_chooses_as_random_does_plays_the_compiled_games_move_for_move(game: Game) -> None:
    """Chance and all that is noted is the compiled loop's; that one's choices have the stream of the next seed."""
    compiled = game.playouts(3, policy="random", seed=5)
    for number in range(3):
        whims = Stream(6, number)

        def choose(match: Match, seat: int, whims: Stream = whims) -> dict[str, Any]:
            legal = match.legal_numbers(seat)
            chosen: dict[str, Any] = match.game.part("moves").decode(legal[int(whims.random() * len(legal))])
            return chosen

        played = Setting.read(game, bots=choose).play(5, number, 1)
        for column in ("scores", "points", "lengths", "moves_a_game", "tallies"):
            assert np.array_equal(getattr(played, column)[0], getattr(compiled, column)[number]), column


def test_a_bots_own_choose_is_a_policy() -> None:
    bot = bots.bot("easy", seed=4)
    found = lab.simulate("mole_rats", 3, bots=bot.choose, seats=2)
    assert found.team is not None


def test_policies_are_compared_and_swept() -> None:
    found = lab.compare("honeymoon", {"first": {"bots": first_move}, "least": {"bots": least_number}}, games=30)
    assert [arm["bots"] for arm in found.as_json()["arms"]] == [["first_move"] * 2, ["least_number"] * 2]
    assert found.difference("length").gap.half > 0


def test_policies_of_one_name_are_refused() -> None:
    def other(match: Match, seat: int) -> dict[str, Any]:
        return first_move(match, seat)

    other.__name__ = "first_move"
    with pytest.raises(Unknown, match="two policies are called 'first_move'"):
        lab.simulate("honeymoon", 10, bots=[first_move, other])
    other.__name__ = "greedy"
    with pytest.raises(Unknown, match="two policies are called 'greedy'"):
        lab.simulate("honeymoon", 10, bots=[other, "greedy"])


def test_an_illegal_move_is_the_policys_fault_and_says_so() -> None:
    def cheat(match: Match, seat: int) -> dict[str, Any]:
        return {"do": "dig", "at": [0, 0], "to": "south", "length": 6}

    with pytest.raises(molehill.MolehillError, match="HM-"):
        lab.simulate("honeymoon", 2, bots=cheat)
