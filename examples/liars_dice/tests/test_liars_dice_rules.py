"""Liar's Dice, clause by clause: given these dice, this bid, then this."""

from __future__ import annotations

from typing import Any

import pytest

import molehill
from molehill import CHANCE, Match, NoUndo

GAME = molehill.game("liars_dice")
DOUBT = {"do": "doubt"}
rule = pytest.mark.rule


def bid(dice: int, face: int) -> dict[str, Any]:
    return {"do": "bid", "dice": dice, "face": face}


def roll(match: Match, *cups: str) -> Match:
    """The dice fall as they are written, a cup for each player who has dice."""
    for shows in "".join(cups):
        match.chance({"do": "roll", "shows": int(shows)})
    return match


def begin(*cups: str, wild: bool = False) -> Match:
    """A match with as many dice as the first cup holds, which have been rolled."""
    text = GAME.box().text.replace("dice = 5", f"dice = {len(cups[0])}")
    return roll(GAME.match(len(cups), {"wild": wild}, GAME.box_from_text(text)), *cups)


def play(match: Match, *moves: dict[str, Any]) -> Match:
    """Moves of those whose turn it is."""
    for move in moves:
        match.play(match.pending[0], move)
    return match


def left(match: Match) -> list[int]:
    return [player["left"] for player in match.view()["players"]]


def rule_against(match: Match, seat: int, move: dict[str, Any]) -> str | None:
    refusal = match.why_not(seat, move)
    return refusal.rule if refusal else None


@rule("LD-01")
def test_everybody_has_five_dice() -> None:
    assert left(GAME.match(4)) == [5, 5, 5, 5]


@rule("LD-02")
def test_a_die_shows_each_face_equally_often() -> None:
    match = GAME.match(2)
    assert match.pending is CHANCE
    assert [(o.outcome["shows"], o.weight) for o in match.outcomes()] == [(face, 1) for face in range(1, 7)]


@rule("LD-02")
def test_you_see_your_own_dice_and_nobody_elses() -> None:
    match = begin("12", "34", "56")
    assert [player["dice"] for player in match.view(1)["players"]] == [[None, None], [3, 4], [None, None]]
    assert [player["dice"] for player in match.view()["players"]] == [[None, None]] * 3
    assert [event["dice"] for event in match.events(1) if event["event"] == "rolled"] == [[3, 4]]


@rule("LD-03")
def test_players_bid_in_turn() -> None:
    match = begin("12", "34", "56")
    assert match.pending == (0,)
    assert rule_against(match, 1, bid(1, 2)) == "LD-03"
    play(match, bid(1, 2), bid(1, 3))
    assert match.pending == (2,)


@rule("LD-03")
def test_nobody_bids_before_all_dice_are_rolled() -> None:
    assert rule_against(GAME.match(2), 0, bid(1, 2)) == "LD-03"


@rule("LD-03", "LD-08")
def test_a_player_without_dice_is_passed_over_and_begins_no_round() -> None:
    match = play(begin("2", "3", "4"), bid(1, 2), bid(1, 6), DOUBT)
    assert left(match) == [1, 0, 1]
    roll(match, "2", "3")
    assert match.pending == (2,)
    assert play(match, bid(1, 2)).pending == (0,)


@rule("LD-04")
@pytest.mark.parametrize("low", [bid(1, 6), bid(2, 3), bid(2, 4)])
def test_a_bid_must_be_higher(low: dict[str, Any]) -> None:
    assert rule_against(play(begin("12", "34"), bid(2, 4)), 1, low) == "LD-04"


@rule("LD-04")
@pytest.mark.parametrize("high", [bid(2, 5), bid(3, 1)])
def test_more_dice_or_a_higher_face_is_higher(high: dict[str, Any]) -> None:
    assert rule_against(play(begin("12", "34"), bid(2, 4)), 1, high) is None


@rule("LD-05")
def test_nobody_bids_more_dice_than_there_are() -> None:
    match = begin("12", "34")
    assert rule_against(match, 0, bid(5, 1)) == "LD-05"
    assert rule_against(match, 0, bid(4, 1)) is None


@rule("LD-06")
def test_there_must_be_a_bid_to_doubt() -> None:
    assert rule_against(begin("12", "34"), 0, DOUBT) == "LD-06"


@rule("LD-07")
@pytest.mark.parametrize(("dice", "loses"), [(2, 1), (3, 1), (4, 0)])
def test_the_doubter_loses_a_die_if_there_are_as_many_and_the_bidder_if_not(dice: int, loses: int) -> None:
    match = play(begin("225", "216"), bid(dice, 2), DOUBT)
    assert left(match) == [3 - (loses == 0), 3 - (loses == 1)]


@rule("LD-07")
def test_all_show_their_dice_and_nobody_takes_that_back() -> None:
    match = play(begin("25", "16"), bid(1, 2), DOUBT)
    assert [player["last"] for player in match.view()["players"]] == [[2, 5], [1, 6]]
    with pytest.raises(NoUndo):
        match.undo(1)


@rule("LD-08")
def test_the_loser_begins_the_next_round() -> None:
    match = play(begin("25", "16", "33"), bid(1, 2), bid(2, 3), DOUBT)
    assert left(match) == [2, 2, 1]
    assert roll(match, "25", "16", "3").pending == (2,)


@rule("LD-09")
def test_the_last_player_with_dice_wins() -> None:
    match = play(begin("2", "3"), bid(1, 5), DOUBT)
    assert match.over
    assert match.result is not None
    assert (match.result["winners"], match.result["points"], match.result["rule"]) == ([1], [0, 1], "LD-09")
    assert rule_against(match, 0, bid(1, 6)) == "LD-09"


@rule("LD-10")
@pytest.mark.parametrize(("wild", "loses"), [(False, 0), (True, 1)])
def test_ones_count_as_any_face_if_they_are_wild(wild: bool, loses: int) -> None:
    match = play(begin("15", "12", wild=wild), bid(3, 5), DOUBT)
    assert left(match) == [2 - (loses == 0), 2 - (loses == 1)]


@rule("LD-10")
def test_a_bid_on_ones_counts_only_the_ones() -> None:
    assert left(play(begin("15", "12", wild=True), bid(3, 1), DOUBT)) == [1, 2]


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("dice = 5", "dice = 7", "line 4: counts.dice is 7; it must be 1 to 6"),
        ("dice = 5", "dize = 5", "line 4: unknown key dize; did you mean dice"),
    ],
)
def test_a_box_that_cant_be_played_is_refused_with_its_line(good: str, bad: str, complaint: str) -> None:
    with pytest.raises(molehill.BadBox, match=complaint):
        GAME.box_from_text(GAME.box().text.replace(good, bad))


@pytest.mark.parametrize("wild", [False, True])
def test_who_looks_one_move_ahead_beats_who_does_not(wild: bool) -> None:
    played = GAME.playouts(400, options={"wild": wild}, policy=["greedy", "random"], seed=1)
    assert played.wins[0] / played.games > 0.6
