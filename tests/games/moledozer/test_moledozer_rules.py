"""Moledozer, clause by clause: given this table, this move, then this."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from moledozer_scene import (
    DONE,
    GAME,
    REVERSE,
    SHIPPED,
    all_cards,
    begin,
    card,
    cards,
    cards_in_stack,
    deal,
    extra,
    guess,
    lay,
    mole,
    pass_round,
    phase,
    pile,
    place,
    player,
    put,
    rule_against,
    say,
    scene,
    stack,
    step,
    swap,
    winner_of,
)  # fmt: skip

from molehill import CHANCE, Malformed, Match, Refused
from molehill.engine.structures import LARGEST

rule = pytest.mark.rule


def events(match: Match, name: str, seat: int | None = None) -> list[dict[str, Any]]:
    return [event for event in match.events(seat) if event["event"] == name]


# ---- components and set-up ------------------------------------------------------------------------------------------


def neighbours(side: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one, other in GAME.match(2).view()["boards"][side]["tunnels"]:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


@rule("MD-01")
def test_the_two_player_side_is_a_tunnel_of_seven_spaces_with_a_house_beyond_each_end() -> None:
    board = GAME.match(2).view()["boards"]["two"]
    line = [p["at"] for p in board["places"]]
    assert [p["house"] for p in board["places"]] == ["west", *[None] * 7, "east"]
    assert board["tunnels"] == [[a, b] for a, b in pairwise(line)]
    assert board["start"] == line[4]


@rule("MD-01")
def test_the_larger_side_is_a_field_of_five_by_five_with_a_house_beyond_the_middle_of_each_side() -> None:
    board = GAME.match(4).view()["boards"]["four"]
    spots = {(p["row"], p["column"]): p for p in board["places"]}
    spaces = {spot for spot, p in spots.items() if not p["house"]}
    assert spaces == {(r, c) for r in range(1, 6) for c in range(1, 6)}
    assert {p["house"]: spot for spot, p in spots.items() if p["house"]} == {
        "north": (0, 3), "east": (3, 6), "south": (6, 3), "west": (3, 0),
    }  # fmt: skip
    assert board["start"] == spots[3, 3]["at"]
    near = neighbours("four")
    for (r, c), p in spots.items():
        beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & set(spots)
        assert near[p["at"]] == {spots[spot]["at"] for spot in beside}


@rule("MD-01")
@pytest.mark.parametrize("side", ["two", "four"])
def test_the_mole_can_always_walk_on_and_reach_every_house(side: str) -> None:
    near = neighbours(side)
    houses = {p["at"] for p in GAME.match(2).view()["boards"][side]["places"] if p["house"]}
    for space in set(near) - houses:
        assert near[space] - houses
        reached, queue = {space}, [space]
        for at in queue:
            fresh = near[at] - reached if at not in houses else set()
            reached |= fresh
            queue += fresh
        assert houses <= reached


@rule("MD-01", "MD-02")
@pytest.mark.parametrize(("seats", "side", "start"), [(2, "two", "e1"), (3, "four", "d4"), (4, "four", "d4")])
def test_the_side_goes_by_the_number_of_players_and_the_mole_starts_in_the_middle(
    seats: int, side: str, start: str
) -> None:
    view = GAME.match(seats).view()
    assert (view["side"], view["mole"]) == (side, start)
    assert view["range"] == [1, 10 * seats]


@rule("MD-02")
def test_houses_are_chosen_in_seat_order_the_last_one_too_before_the_cards_are_dealt() -> None:
    match = GAME.match(2)
    assert match.pending == (0,)
    assert rule_against(match, 1, {"do": "choose", "house": "west"}) == "MD-02"
    match.play(0, {"do": "choose", "house": "east"})
    assert match.pending == (1,)
    assert match.view()["deals"] == 0
    assert match.legal(1) == [{"do": "choose", "house": "west"}]
    match.play(1, {"do": "choose", "house": "west"})
    assert match.pending is CHANCE
    assert player(match, 0)["house"] == "east"
    assert match.view()["houses"]["west"] == {"seat": 1, "state": "standing"}


@rule("MD-02")
def test_a_house_taken_or_not_on_this_side_is_refused() -> None:
    match = GAME.match(4)
    match.play(0, {"do": "choose", "house": "south"})
    assert rule_against(match, 1, {"do": "choose", "house": "south"}) == "MD-02"
    assert rule_against(GAME.match(2), 0, {"do": "choose", "house": "north"}) == "MD-02"
    playing = scene("1", "2")
    assert rule_against(playing, 0, {"do": "choose", "house": "west"}) == "MD-02"


@rule("MD-02")
def test_a_house_nobody_chose_is_closed() -> None:
    match = scene("1", "1", "2", mole="b4")  # nobody has the west house on a4
    assert match.view()["houses"]["west"] == {"seat": None, "state": "closed"}
    guess(match, 4, 6, 9)
    assert rule_against(match, 0, step("a4")) == "MD-02"
    assert {m["to"] for m in match.legal(0)} == {"b3", "b5", "c4"}


@rule("MD-03")
def test_there_are_thirty_cards_three_of_each_number_with_these_symbols() -> None:
    known = GAME.match(2).view()["cards"]
    assert sum(c["count"] for c in known) == 30
    for number in range(1, 11):
        assert sum(c["count"] for c in known if c["number"] == number) == 3
        assert all(c["count"] == 1 for c in known if c["number"] == number and c["symbol"] != "plain")
    of_symbol = {s: sum(c["count"] for c in known if c["symbol"] == s) for s in {c["symbol"] for c in known}}
    assert of_symbol == {"second": 5, "extra": 5, "reverse": 4, "swap": 4, "plain": 12}


@rule("MD-03", "MD-04")
def test_all_thirty_cards_can_be_dealt_each_as_likely_as_there_are_copies() -> None:
    outcomes = begin(2, box=SHIPPED).outcomes()
    assert sum(o.weight for o in outcomes) == 30
    assert {(o.outcome["card"]["number"], o.outcome["card"]["symbol"], o.weight) for o in outcomes} == {
        (c["number"], c["symbol"], c["count"]) for c in GAME.match(2).view()["cards"]
    }


@rule("MD-04")
def test_five_cards_go_to_the_lowest_place_then_to_the_next_whoever_starts_the_first_one_on_top() -> None:
    match = begin(3, starter=3)
    dealt = []
    while match.pending is CHANCE:
        dealt.append(match.chance(rng=random.Random(len(dealt)))["card"])
    assert [e["seat"] for e in events(match, "dealt")] == [0] * 5 + [1] * 5 + [2] * 5
    for seat in range(3):
        assert player(match, seat, seat)["stack"] == dealt[5 * seat : 5 * seat + 5]
    assert match.pending == (2,)


@rule("MD-04", "MD-15")
def test_the_next_deal_goes_by_places_after_a_swap() -> None:
    match = scene("1-swap 1 2 2 3", "3 4 5 5 6", "6 7 8 9 9")
    guess(match, 10, 20, 30)
    match.play(0, swap(2))
    match.play(0, step("d3"))
    for _ in range(4):
        pass_round(match)
    assert match.pending is CHANCE
    before = len(events(match, "dealt"))
    deal(match)
    assert [e["seat"] for e in events(match, "dealt")[before:]] == [2] * 5 + [1] * 5 + [0] * 5


@rule("MD-04")
def test_while_cards_are_dealt_every_move_is_refused() -> None:
    match = begin(2)
    for seat in (0, 1):
        for move in (say(5), step("d1"), DONE, {"do": "choose", "house": "west"}):
            assert rule_against(match, seat, move) == "MD-04"


@rule("MD-04")
def test_a_stack_is_known_to_its_owner_only_with_its_order() -> None:
    match = scene("3 1 4-swap 1 5", "9 2 6 5 10-second")
    assert stack(match, 0) == "3 1 4-swap 1 5"
    assert stack(match, 1) == "9 2 6 5 10-second"
    for viewer, seat in ((0, 1), (1, 0), (None, 0), (None, 1)):
        assert player(match, seat, viewer)["stack"] is None
        assert player(match, seat, viewer)["face_down"] == 5
    assert [e["card"] for e in events(match, "received", 1)] == cards("9 2 6 5 10-second")
    assert events(match, "received") == []
    assert {e["seat"] for e in events(match, "received", 0)} == {0}


@rule("MD-05")
@pytest.mark.parametrize(("starter", "seat"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_the_first_seat_starts_or_whom_the_table_chooses(starter: int, seat: int) -> None:
    assert scene("1", "2", "3", "4").pending == (0,)
    assert scene("1", "2", "3", "4", starter=starter).pending == (seat,)
    if starter <= 2:
        assert scene("1", "2", starter=starter).pending == (seat,)


# ---- a round --------------------------------------------------------------------------------------------------------


@rule("MD-06")
def test_the_starter_guesses_first_then_the_others_clockwise() -> None:
    match = scene("1", "2", "3", "4", starter=3)
    for seat, number in ((2, 10), (3, 20), (0, 30)):
        assert match.pending == (seat,)
        for other in {0, 1, 2, 3} - {seat}:
            assert rule_against(match, other, say(5)) == "MD-06"
        match.play(seat, say(number))
    assert match.pending == (1,)


@rule("MD-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_guess_is_from_one_to_ten_times_the_players_still_in(seats: int) -> None:
    match = scene(*["1", "2", "3", "4"][:seats])
    assert [m["number"] for m in match.legal(0)] == list(range(1, 10 * seats + 1))
    for number in (0, 10 * seats + 1, 10_000, 10_001, -1, -LARGEST, LARGEST):
        assert rule_against(match, 0, say(number)) == "MD-06"
    for number in (1.0, True, None, "7", -LARGEST - 1):
        with pytest.raises(Malformed):
            match.why_not(0, {"do": "guess", "number": number})


@rule("MD-15")
def test_a_swap_with_a_seat_that_is_not_there_is_refused_by_its_clause() -> None:
    match = GAME.match(2)
    for seat in (4, -1, LARGEST):
        assert rule_against(match, 0, {"do": "swap", "with": seat}) == "MD-15"
    with pytest.raises(Malformed):
        match.why_not(0, {"do": "swap", "with": "north"})


@rule("MD-06")
def test_only_players_still_in_count_for_the_highest_guess() -> None:
    match = scene("1", "2", "1", "2", mole="f4")
    guess(match, 6, 20, 30, 40)
    match.play(0, step("g4"))  # the east house of seat 1
    assert match.pending == (2,)
    assert rule_against(match, 2, say(31)) == "MD-06"
    match.play(2, say(30))
    assert match.pending == (3,)


@rule("MD-06")
def test_nothing_is_guessed_outside_the_guessing() -> None:
    assert rule_against(GAME.match(2), 0, say(5)) == "MD-06"
    match = scene("1", "2")
    guess(match, 3, 9)
    assert rule_against(match, 0, say(5)) == "MD-06"


@rule("MD-07")
def test_guesses_differ_by_at_least_two() -> None:
    match = scene("1", "2", "3")
    guess(match, 10)
    for number in (9, 10, 11):
        assert rule_against(match, 1, say(number)) == "MD-07"
    assert rule_against(match, 1, say(12)) is None
    guess(match, 8)
    for number in (7, 8, 9, 10, 11):
        assert rule_against(match, 2, say(number)) == "MD-07"
    assert rule_against(match, 2, say(12)) is rule_against(match, 2, say(6)) is None


@rule("MD-06", "MD-07")
def test_a_number_out_of_range_is_refused_as_such_even_beside_another_guess() -> None:
    match = scene("1", "2")
    guess(match, 20)
    assert rule_against(match, 1, say(21)) == "MD-06"
    match = scene("1", "2")
    guess(match, 1)
    assert rule_against(match, 1, say(0)) == "MD-06"


@rule("MD-08")
def test_when_all_have_guessed_all_top_cards_are_turned_over_and_added_up() -> None:
    match = scene("3 8", "4-swap 9", "10 1")
    guess(match, 16, 5)
    assert events(match, "turned") == []
    guess(match, 25)
    assert match.view()["round"]["total"] == 17
    assert [player(match, s)["open"] for s in range(3)] == [cards("3"), cards("4-swap"), cards("10")]
    assert [player(match, s)["face_down"] for s in range(3)] == [4, 4, 4]


@rule("MD-08")
def test_cards_turned_over_stay_known_until_the_next_shuffle() -> None:
    match = scene("1 2 3 4 5", "10 9 8 7 6")
    for n in range(1, 5):
        pass_round(match)
        assert player(match, 1)["open"] == cards("10 9 8 7 6")[:n]
    pass_round(match)
    assert match.pending is CHANCE
    assert player(match, 1)["open"] == []


@rule("MD-09")
def test_the_closest_guess_wins() -> None:
    assert winner_of([10, 14], ["5", "6"]) == 0
    assert winner_of([8, 13], ["5", "6"]) == 1
    assert winner_of([30, 12, 19, 3], ["5", "6", "7", "9"]) == 0


@rule("MD-09")
def test_two_guesses_equally_close_and_nobody_wins() -> None:
    assert winner_of([9, 13], ["5", "6"]) is None
    assert winner_of([9, 13, 30], ["5", "3", "3"]) is None


@rule("MD-09")
def test_a_tie_further_back_changes_nothing() -> None:
    assert winner_of([11, 8, 14], ["5", "3", "3"]) == 0
    assert winner_of([8, 14, 12], ["5", "3", "3"]) == 2


@rule("MD-09", "MD-12")
def test_on_a_round_that_nobody_wins_nothing_happens() -> None:
    match = scene("5-extra 1 2 3 4", "4-swap 1 2 3 4")
    before = stack(match, 0)
    guess(match, 7, 11)
    assert mole(match) == "e1"
    assert stack(match, 0) == before.split(" ", 1)[1]
    assert match.pending == (1,)
    assert phase(match) == "guess"


@rule("MD-10")
def test_with_second_the_second_closest_wins() -> None:
    assert winner_of([10, 14], ["6-second", "5"]) == 1
    assert winner_of([11, 20, 14], ["6-second", "5", "1"]) == 2
    assert winner_of([40, 20, 30, 14], ["6-second", "5", "1", "2"]) == 1


@rule("MD-10")
def test_more_than_one_second_counts_as_one() -> None:
    assert winner_of([9, 14], ["6-second", "3-second"]) == 1
    assert winner_of([10, 20, 14], ["6-second", "3-second", "1-second"]) == 2


@rule("MD-10")
def test_with_second_a_shared_first_or_second_distance_means_nobody() -> None:
    assert winner_of([9, 13], ["6-second", "5"]) is None
    assert winner_of([11, 13, 30], ["6-second", "5", "1"]) is None  # first shared
    assert winner_of([12, 9, 15], ["6-second", "5", "1"]) is None  # second shared
    assert winner_of([13, 11, 15, 30], ["6-second", "5", "1", "1"]) is None


@rule("MD-10")
def test_with_second_a_tie_behind_the_second_changes_nothing() -> None:
    assert winner_of([13, 15, 9, 17], ["6-second", "5", "1", "1"]) == 1


@rule("MD-11")
def test_the_winner_moves_the_mole_one_step_to_a_neighbouring_space() -> None:
    match = scene("1", "1", "2")
    guess(match, 4, 9, 20)
    assert match.pending == (0,)
    assert match.legal(0) == [step(at) for at in ("d3", "c4", "e4", "d5")]
    for far in ("d4", "d2", "e5", "i9"):
        assert rule_against(match, 0, step(far)) == "MD-11"
    match.play(0, step("e4"))
    assert mole(match) == "e4"
    assert phase(match) == "guess"


@rule("MD-11")
def test_only_the_winner_moves_and_the_step_must_be_taken() -> None:
    match = scene("1", "2-extra")
    guess(match, 3, 9)
    assert rule_against(match, 1, step("d1")) == "MD-11"
    assert rule_against(match, 0, DONE) == "MD-11"
    match.play(0, step("d1"))
    assert rule_against(match, 0, step("c1")) == "MD-11"


@rule("MD-11")
def test_stepping_into_the_own_house_is_allowed() -> None:
    match = scene("1", "2", mole="b1")
    guess(match, 3, 9)
    match.play(0, step("a1"))
    assert match.scores == [0, 1]


@rule("MD-11")
def test_nobody_steps_while_guesses_are_made() -> None:
    assert rule_against(scene("1", "2"), 0, step("d1")) == "MD-11"


def steering(*tops: str, numbers: tuple[int, ...] = (), **more: Any) -> Match:
    """A match in which seat 0 has won a round with these open cards."""
    match = scene(*tops, **more)
    total = sum(card(top.split()[0])["number"] for top in tops)
    guess(match, *(numbers or (total, *(range(total + 4, total + 20, 3)))[: len(tops)]))
    assert match.pending == (0,)
    assert phase(match) == "steer"
    return match


@rule("MD-12")
def test_without_a_usable_symbol_the_round_ends_by_itself() -> None:
    match = steering("1", "2")
    match.play(0, step("f1"))
    assert phase(match) == "guess"


@rule("MD-12")
def test_the_winner_says_done_while_a_symbol_is_usable() -> None:
    match = steering("1-swap", "2-reverse")
    match.play(0, step("f1"))
    assert match.pending == (0,)
    assert match.legal(0) == [REVERSE, swap(1), DONE]
    match.play(0, DONE)
    assert phase(match) == "guess"
    assert rule_against(match, 1, DONE) == "MD-12"


@rule("MD-12")
def test_only_one_symbol_however_many_there_are() -> None:
    match = steering("1-swap", "2-reverse", "3-extra")
    match.play(0, REVERSE)
    assert rule_against(match, 0, swap(1)) == "MD-12"
    assert rule_against(match, 0, REVERSE) == "MD-12"
    match.play(0, step("e4"))
    assert phase(match) == "guess"
    match = steering("1-swap", "2-reverse", "3-extra")
    match.play(0, step("e4"))
    match.play(0, extra("e3"))
    assert phase(match) == "guess"
    assert mole(match) == "e3"


@rule("MD-12")
def test_two_of_the_same_symbol_are_still_one() -> None:
    match = steering("3-extra", "2-extra")
    match.play(0, step("f1"))
    match.play(0, extra("g1"))
    assert mole(match) == "g1"
    assert phase(match) == "guess"


@rule("MD-12")
@pytest.mark.parametrize("move", [REVERSE, swap(1)])
def test_reverse_and_swap_come_before_or_after_the_step(move: dict[str, Any]) -> None:
    first = steering("1-swap", "2-reverse")
    first.play(0, move)
    assert phase(first) == "steer"
    first.play(0, step("f1"))
    second = steering("1-swap", "2-reverse")
    second.play(0, step("f1"))
    second.play(0, move)
    assert phase(first) == phase(second) == "guess"
    assert first.table.tobytes() == second.table.tobytes()


@rule("MD-12", "MD-13")
def test_an_extra_step_comes_after_the_step() -> None:
    match = steering("3-extra", "2")
    assert rule_against(match, 0, extra("f1")) == "MD-12"
    match.play(0, step("f1"))
    assert rule_against(match, 0, extra("g1")) is None


@rule("MD-12")
def test_a_symbol_that_does_not_lie_open_is_refused() -> None:
    match = steering("1", "2")
    for move in (REVERSE, swap(1), extra("f1")):
        assert rule_against(match, 0, move) == "MD-12"
    match = steering("1-swap 2-reverse", "3 3-extra")
    match.play(0, step("f1"))
    assert rule_against(match, 0, REVERSE) == "MD-12"
    assert rule_against(match, 0, extra("g1")) == "MD-12"


@rule("MD-12")
def test_symbols_of_an_earlier_round_no_longer_count() -> None:
    match = scene("1-swap 1", "2-reverse 2")
    pass_round(match)
    guess(match, 20, 3)
    assert match.pending == (0,)
    for move in (REVERSE, swap(1)):
        assert rule_against(match, 0, move) == "MD-12"


@rule("MD-12")
def test_second_is_no_symbol_to_use() -> None:
    match = scene("1-second", "2")
    guess(match, 20, 3)
    assert match.pending == (0,)
    match.play(0, step("f1"))
    assert phase(match) == "guess"


@rule("MD-12", "MD-18")
def test_a_fall_does_not_end_the_turn_and_the_fallen_players_symbol_still_counts() -> None:
    match = steering("1", "1-swap", "3", "2", mole="f4")
    match.play(0, step("g4"))  # the house of seat 1, whose SWAP lies open
    assert player(match, 1)["fallen"]
    assert match.pending == (0,)
    assert match.legal(0) == [swap(2), swap(3), DONE]
    assert rule_against(match, 0, swap(1)) == "MD-15"


@rule("MD-12", "MD-19")
def test_a_symbol_stays_usable_on_the_turned_board() -> None:
    match = steering("1", "3-extra", "2", mole="f4")
    match.play(0, step("g4"))
    assert match.view()["side"] == "two"
    assert match.legal(0) == [extra("d1"), extra("f1"), DONE]
    match.play(0, extra("f1"))
    assert mole(match) == "f1"
    assert phase(match) == "guess"


@rule("MD-12")
def test_if_the_winners_own_house_falls_the_round_ends() -> None:
    match = steering("1-swap", "2-reverse", "3-extra", "5", mole="d2")
    match.play(0, step("d1"))
    assert player(match, 0)["fallen"]
    assert phase(match) == "guess"
    assert match.pending == (1,)


@rule("MD-13")
def test_extra_step_is_one_more_step_to_a_neighbour() -> None:
    match = steering("3-extra", "2", "1")
    match.play(0, step("d3"))
    assert rule_against(match, 0, extra("d5")) == "MD-13"
    assert rule_against(match, 0, extra("d3")) == "MD-13"
    match.play(0, extra("c3"))
    assert mole(match) == "c3"


@rule("MD-02", "MD-12", "MD-13", "MD-18")
def test_an_extra_step_into_a_closed_house_is_refused_by_what_closed_it() -> None:
    match = steering("3-extra", "2", "1", mole="c4")
    match.play(0, step("b4"))
    assert rule_against(match, 0, extra("a4")) == "MD-02"
    match = steering("3-extra", "2", "1", mole="c4")
    assert rule_against(match, 0, extra("a4")) == "MD-02"  # too early as well, but MD-02 is the lower number
    put(match, owner=[0, 1, 2, -2], mole=place("c4"))
    match.play(0, step("b4"))
    assert rule_against(match, 0, extra("a4")) == "MD-18"
    assert rule_against(match, 0, extra("g4")) == "MD-13"


@rule("MD-12", "MD-13", "MD-14", "MD-15")
def test_symbols_are_not_asked_for_while_guesses_are_made() -> None:
    match = scene("1", "2")
    asked = {"MD-13": extra("d1"), "MD-14": REVERSE, "MD-15": swap(1), "MD-12": DONE}
    for clause, move in asked.items():
        assert rule_against(match, 0, move) == clause


@rule("MD-14")
def test_reverse_turns_every_remaining_stack_round_but_not_the_open_cards() -> None:
    match = steering("2-reverse 1 3 4 5", "6 7 8 9 10")
    match.play(0, REVERSE)
    assert stack(match, 0) == "5 4 3 1"
    assert stack(match, 1) == "10 9 8 7"
    assert player(match, 1)["open"] == cards("6")
    match.play(0, step("f1"))
    guess(match, 1, 15)
    assert match.view()["round"]["total"] == 15


@rule("MD-14")
def test_reverse_may_be_chosen_when_the_stacks_are_empty() -> None:
    match = scene("1 3 4 5 2-reverse", "1 7 8 9 6")
    for _ in range(4):
        pass_round(match)
    assert match.pending == (0,)
    guess(match, 8, 20)
    assert match.legal(0)[-1] == REVERSE
    match.play(0, REVERSE)
    match.play(0, step("f1"))
    assert match.pending is CHANCE


@rule("MD-14", "MD-18")
def test_reverse_does_not_turn_the_cards_of_a_fallen_player() -> None:
    match = steering("1 2 3 4 5", "2-reverse 7 8 9 10", "1 2 3 4 5", mole="f4")
    match.play(0, step("g4"))
    match.play(0, REVERSE)
    assert stack(match, 1) == "7 8 9 10"
    assert stack(match, 2) == "5 4 3 2"


@rule("MD-15")
def test_swap_exchanges_houses_and_places_but_not_stacks() -> None:
    match = steering("1-swap 2", "3 4", "5 6")
    mine, theirs = stack(match, 0), stack(match, 2)
    match.play(0, swap(2))
    assert [player(match, s)["house"] for s in range(3)] == ["south", "east", "north"]
    assert [player(match, s)["place"] for s in range(3)] == [2, 1, 0]
    assert match.view()["houses"]["south"]["seat"] == 0
    assert (stack(match, 0), stack(match, 2)) == (mine, theirs)
    match.play(0, step("d5"))
    match.play(1, say(5))
    assert match.pending == (0,)  # seat 0 now sits where seat 2 sat
    match.play(0, say(10))
    assert match.pending == (2,)


@rule("MD-15")
def test_swap_needs_another_player_still_in() -> None:
    match = steering("1-swap", "2", "3")
    for seat in (0, 3):
        assert rule_against(match, 0, swap(seat)) == "MD-15"
    put(match, fallen=[0, 1, 0, 0], alive=2)
    assert rule_against(match, 0, swap(1)) == "MD-15"
    assert rule_against(match, 0, swap(2)) is None


@rule("MD-15", "MD-18")
def test_after_a_swap_the_mole_in_my_old_house_puts_the_other_out() -> None:
    match = steering("1-swap", "2", mole="b1")
    match.play(0, swap(1))
    match.play(0, step("a1"))
    assert match.scores == [1, 0]


@rule("MD-16")
def test_the_next_round_is_started_by_the_next_place() -> None:
    match = scene("1 1 2 2 3", "3 4 4 5 5", "6 6 7 7 8")
    for seat in (0, 1, 2, 0, 1):
        assert match.pending == (seat,)
        pass_round(match)
    deal(match)
    assert match.pending == (2,)


@rule("MD-16", "MD-15")
def test_whoever_sits_on_the_next_place_after_a_swap_starts() -> None:
    match = steering("1-swap", "2", "3")
    match.play(0, swap(1))
    match.play(0, step("d5"))
    assert match.pending == (0,)  # the winner moved on to place 1


@rule("MD-16")
def test_the_place_of_a_fallen_player_is_passed_over() -> None:
    match = steering("1", "2", "3", "4", mole="f4")
    match.play(0, step("g4"))  # seat 1 falls
    assert match.pending == (2,)


@rule("MD-17")
def test_when_the_stacks_are_empty_all_cards_are_shuffled_and_five_new_ones_dealt() -> None:
    match = scene("1 2 3 4 5", "6 7 8 9 10")
    for _ in range(4):
        pass_round(match)
        assert match.pending is not CHANCE
    pass_round(match)
    assert match.pending is CHANCE
    assert pile(match) == all_cards(match)
    deal(match, "10 10", "10-second")
    assert [len(cards_in_stack(match, s)) for s in (0, 1)] == [5, 5]
    assert match.view()["deals"] == 2


@rule("MD-17")
def test_the_new_deal_waits_for_all_that_the_winner_does() -> None:
    match = scene("1 3 4 5 3-extra", "1 7 8 9 6")
    for _ in range(4):
        pass_round(match)
    guess(match, 9, 20)
    match.play(0, step("f1"))
    assert match.pending == (0,)
    match.play(0, extra("g1"))
    assert match.pending is CHANCE


@rule("MD-17", "MD-18")
def test_only_remaining_players_get_new_cards_and_all_thirty_take_part() -> None:
    match = steering("1 2 3 4 5", "2 7 8 9 10", "1 2 3 4 5", "6 6 7 8 9", mole="f4")
    match.play(0, step("g4"))
    assert len(player(match, 1, 1)["stack"]) == 4
    for _ in range(4):
        pass_round(match)
    assert pile(match) == all_cards(match)
    assert player(match, 1, 1)["stack"] == []
    deal(match)
    assert [player(match, s)["face_down"] for s in range(4)] == [5, 0, 5, 5]


# ---- falling houses -------------------------------------------------------------------------------------------------


@rule("MD-18")
def test_a_player_whose_house_the_mole_enters_is_out_at_once() -> None:
    match = steering("1 9", "2 7 8 9 10", "3 9", "4 8", mole="f4")
    others = [stack(match, s) for s in (0, 2, 3)]
    match.play(0, step("g4"))
    assert player(match, 1)["fallen"]
    assert match.view()["houses"]["east"] == {"seat": None, "state": "ruin"}
    assert mole(match) == "d4"
    assert [stack(match, s) for s in (0, 2, 3)] == others
    assert stack(match, 1) == "7 8 9 10"  # set aside, known only to the owner
    assert player(match, 1, 0)["stack"] is None
    assert player(match, 1, 0)["face_down"] == 4
    guess(match, 10, 20)
    assert match.pending == (0,)
    assert rule_against(match, 1, say(5)) == "MD-06"


@rule("MD-18")
def test_a_ruin_is_closed() -> None:
    match = steering("1", "2", "3", "4", mole="f4")
    put(match, owner=[0, -2, 2, 3], fallen=[0, 1, 0, 0], alive=3)
    assert rule_against(match, 0, step("g4")) == "MD-18"
    assert step("g4") not in match.legal(0)
    put(match, mole=place("e4"))
    assert rule_against(match, 0, step("g4")) == "MD-11"


@rule("MD-19")
@pytest.mark.parametrize("own_falls", [False, True])
def test_when_two_remain_the_board_is_turned_and_the_lower_place_takes_the_west_house(own_falls: bool) -> None:
    match = steering("1-swap", "2", "3", mole="f4")
    match.play(0, swap(1) if own_falls else swap(2))
    match.play(0, step("g4"))
    view = match.view()
    assert view["side"] == "two"
    assert view["mole"] == "e1"
    standing = {"west": 1, "east": 2} if own_falls else {"west": 2, "east": 0}  # places 0 and 2
    assert {house: v["seat"] for house, v in view["houses"].items()} == standing
    assert view["range"] == [1, 20]


@rule("MD-19")
def test_with_three_left_the_board_stays() -> None:
    match = steering("1", "2", "3", "4", mole="f4")
    match.play(0, step("g4"))
    assert match.view()["side"] == "four"


@rule("MD-20")
def test_the_last_player_whose_house_stands_wins() -> None:
    match = steering("1", "2", mole="h1")
    match.play(0, step("i1"))
    assert match.over
    assert match.scores == [1, 0]
    assert match.result is not None
    assert match.result["rule"] == "MD-20"
    for seat in (0, 1):
        for move in (say(3), step("d1"), DONE):
            assert rule_against(match, seat, move) == "MD-20"


@rule("MD-18", "MD-20")
def test_the_game_goes_on_until_one_house_stands() -> None:
    match = steering("1 1", "1 2", "3 1", mole="f4")
    match.play(0, step("g4"))
    assert not match.over
    assert match.scores == [0, 0, 0]
    put(match, mole=place("h1"))
    guess(match, 20, 2)
    assert match.pending == (0,)
    match.play(0, step("i1"))
    assert match.scores == [1, 0, 0]


# ---- when two remain ------------------------------------------------------------------------------------------------


def play_out_deal(match: Match) -> None:
    """Deal if needed, then play rounds that nobody wins until the stacks are empty."""
    if match.pending is CHANCE:
        deal(match, "1 1 2 2 3", "10 10 9 9 8")
    while match.pending is not CHANCE and match.pending and phase(match) == "guess":
        pass_round(match)


@rule("MD-21")
def test_after_two_new_shuffles_the_house_further_from_the_mole_wins() -> None:
    match = scene("1", "2", mole="d1")
    for deals in (1, 2, 3):
        assert not match.over
        assert match.view()["deals"] == deals
        assert match.view()["since_two"] == deals - 1
        play_out_deal(match)
        if deals < 3:
            deal(match, "1 1 2 2 3", "10 10 9 9 8")
    assert match.over
    assert match.view()["round"]["number"] == 15
    assert match.scores == [0, 1]  # d1 is 3 steps from the west house, 5 from the east house
    assert match.result is not None
    assert match.result["rule"] == "MD-21"
    assert rule_against(match, 0, say(4)) == "MD-21"
    assert [(e["seat"], e["steps"]) for e in events(match, "measured")] == [(0, 3), (1, 5)]


@rule("MD-21")
def test_a_two_player_game_lasts_fifteen_rounds_at_most() -> None:
    played = GAME.playouts(2000, seats=2, seed=5)
    assert played.lengths.max() == 15


@rule("MD-21")
def test_shuffles_are_counted_from_when_two_were_left() -> None:
    match = scene("1 1 2 2 3", "1 4 4 5 5", "6 6 7 7 8")
    play_out_deal(match)
    deal(match, "1 1 2 2 3", "1 4 4 5 5", "6 6 7 7 8")
    put(match, mole=place("f4"))
    guess(match, 30, 8, 20)  # the third place started
    assert match.pending == (0,)
    match.play(0, step("g4"))
    assert match.view()["since_two"] == 0
    put(match, mole=place("d1"))
    for since in (0, 1, 2):
        assert match.view()["since_two"] == since
        while match.pending is not CHANCE and match.pending:
            pass_round(match)
        if since < 2:
            deal(match, "1 1 2 2 3", "", "6 6 7 7 8")
    assert match.over
    assert match.result is not None
    assert match.result["rule"] == "MD-21"
    assert match.scores == [0, 0, 1]


@rule("MD-21", "MD-17")
def test_a_fall_in_the_last_round_of_a_deal_makes_the_next_shuffle_the_first() -> None:
    match = scene("1 1 2 2 3", "3 4 4 5 5", "6 6 7 7 8")
    for _ in range(4):
        pass_round(match)
    put(match, mole=place("f4"))
    guess(match, 30, 2, 16)  # 3 + 5 + 8, and seat 1 started
    assert match.pending == (0,)
    match.play(0, step("g4"))
    assert match.pending is CHANCE
    assert match.view()["since_two"] == 1


def tie() -> Match:
    """Two players, the mole in the middle after the second new shuffle has run out."""
    match = scene("1 1 2 2 3", "10 10 9 9 8")
    put(match, since=2, deals=3)
    play_out_deal(match)
    return match


def draw(match: Match, *texts: str) -> None:
    for text in texts:
        match.chance({"do": "draw", "card": card(text)})


@rule("MD-22")
def test_equally_far_both_guess_then_each_draws_a_card_and_the_closer_guess_wins() -> None:
    match = tie()
    assert phase(match) == "tie guess"
    assert match.pending == (1,)  # five rounds after seat 0 started
    assert rule_against(match, 0, say(5)) == "MD-22"
    assert rule_against(match, 1, step("d1")) == "MD-11"
    assert rule_against(match, 1, say(21)) == "MD-06"
    guess(match, 12)
    assert rule_against(match, 0, say(13)) == "MD-07"
    guess(match, 4)
    assert match.pending is CHANCE
    assert rule_against(match, 0, say(5)) == "MD-22"
    assert pile(match) == all_cards(match)
    draw(match, "3")
    assert pile(match) == all_cards(match) - 1
    draw(match, "8-extra")
    assert match.scores == [0, 1]
    assert match.result is not None
    assert match.result["rule"] == "MD-22"
    assert rule_against(match, 0, say(5)) == "MD-22"


@rule("MD-22")
def test_symbols_do_not_count_in_the_tie_break() -> None:
    match = tie()
    guess(match, 12, 4)
    draw(match, "3-second", "8-second")
    assert match.scores == [0, 1]


@rule("MD-22")
def test_cards_are_drawn_in_seat_order_for_all_to_see() -> None:
    match = tie()
    assert match.pending == (1,)  # the higher seat guesses first, the lower one draws first
    guess(match, 12, 4)
    draw(match, "3", "7")
    assert [(e["seat"], e["card"]) for e in events(match, "drawn")] == [(0, card("3")), (1, card("7"))]


@rule("MD-22")
def test_equally_close_again_with_the_other_starting_and_all_thirty_cards() -> None:
    match = tie()
    guess(match, 12, 8)
    draw(match, "3", "7")
    assert not match.over
    assert phase(match) == "tie guess"
    assert match.pending == (0,)
    guess(match, 12, 8)
    assert pile(match) == all_cards(match)
    draw(match, "4-swap", "7")
    assert match.scores == [1, 0]


@rule("MD-22", "MD-24", "MD-26")
def test_the_tie_break_always_adds_and_no_guess_is_changed() -> None:
    match = scene("1", "2", change_guess=True, multiply=True)
    put(match, since=2, deals=3)
    for _ in range(5):
        seat = match.pending[0]  # type: ignore[index]
        match.play(seat, {"do": "call", "what": "addition"})
        table = match.table
        total = sum(int(table["stack"][s][int(table["turned"][s])]) // 5 + 1 for s in (0, 1))
        guess(match, total - 1, total + 1, total - 1)
    assert phase(match) == "tie guess"
    assert match.view()["range"] == [1, 20]
    guess(match, 12, 4)
    assert match.pending is CHANCE


@rule("MD-23")
@pytest.mark.parametrize("seats", [3, 4])
def test_after_sixty_deals_three_or_more_share_the_win(seats: int) -> None:
    stacks = ["1 1 2 2 3", "3 4 4 5 5", "6 6 7 7 8", "8 9 9 10 10"][:seats]
    match = scene(*stacks)
    put(match, deals=59)
    play_out_deal(match)
    assert match.pending is CHANCE
    deal(match, *stacks)
    assert match.view()["deals"] == 60
    while not match.over:
        pass_round(match)
    assert match.scores == [pytest.approx(1 / seats)] * seats
    assert match.result is not None
    assert match.result["rule"] == "MD-23"
    assert rule_against(match, 0, say(4)) == "MD-23"


@rule("MD-23")
def test_only_those_still_in_share_it() -> None:
    match = steering("1 2 3 4 5", "2 7 8 9 10", "1 2 3 4 5", "6 6 7 8 9", mole="f4")
    put(match, deals=60)
    match.play(0, step("g4"))
    while not match.over:
        pass_round(match)
    assert match.scores == [pytest.approx(1 / 3), 0, pytest.approx(1 / 3), pytest.approx(1 / 3)]


@rule("MD-23")
def test_with_two_left_the_sixtieth_deal_is_no_limit() -> None:
    match = scene("1", "2")
    put(match, deals=60, since=1)
    play_out_deal(match)
    assert match.pending is CHANCE


# ---- variants -------------------------------------------------------------------------------------------------------


@rule("MD-24")
def test_the_starter_may_change_the_guess_after_all_have_guessed() -> None:
    match = scene("1", "2", "3", change_guess=True, starter=2)
    guess(match, 10, 14, 20)
    assert match.pending == (1,)
    assert events(match, "turned") == []
    for other in (0, 2):
        assert rule_against(match, other, say(5)) == "MD-24"
    for number in (13, 14, 15, 19, 20, 21):
        assert rule_against(match, 1, say(number)) == "MD-07"
    assert rule_against(match, 1, say(31)) == "MD-06"
    assert rule_against(match, 1, step("d3")) == "MD-11"
    for number in (9, 10, 11):  # the player's own old guess does not count
        assert rule_against(match, 1, say(number)) is None
    match.play(1, say(6))
    assert match.view()["round"]["winner"] == 1
    assert player(match, 1)["guess"] == 6


@rule("MD-24")
def test_naming_the_guess_again_keeps_it() -> None:
    match = scene("1", "2", change_guess=True)
    guess(match, 10, 14, 10)
    assert player(match, 0)["guess"] == 10
    assert events(match, "kept")
    assert not events(match, "changed")
    assert match.view()["round"]["total"] == 3


@rule("MD-24")
def test_without_the_variant_nobody_changes_a_guess() -> None:
    match = scene("1", "2")
    guess(match, 3, 14)
    assert phase(match) == "steer"
    assert rule_against(match, 0, say(5)) == "MD-06"


@rule("MD-25")
def test_after_a_deal_everybody_orders_the_own_cards_at_the_same_time() -> None:
    match = scene("1 2 3 4 5", "6 7 8 9 10", own_order=True)
    assert match.pending == (0, 1)
    assert match.legal(1) == [lay(n) for n in ("6", "7", "8", "9", "10")]
    for text in ("9", "7", "10"):
        match.play(1, lay(text))
    for text in ("5", "4", "3"):
        match.play(0, lay(text))
    match.play(1, lay("6"))
    assert match.pending == (0,)
    assert stack(match, 1) == "9 7 10 6 8"  # the fifth followed automatically
    assert rule_against(match, 1, lay("8")) == "MD-25"
    match.play(0, lay("2"))
    assert stack(match, 0) == "5 4 3 2 1"
    assert phase(match) == "guess"
    assert match.pending == (0,)
    guess(match, 14, 3)
    assert match.view()["round"]["total"] == 14


@rule("MD-25")
def test_only_own_cards_not_yet_placed_can_be_put() -> None:
    match = scene("1 5 5 4-swap 3", "6 7 8 9 10", own_order=True)
    assert match.legal(0) == [lay(n) for n in ("1", "5", "4-swap", "3")]  # two equal cards are one choice
    match.play(0, lay("5"))
    match.play(0, lay("5"))
    for text in ("5", "6", "4", "2"):
        assert rule_against(match, 0, lay(text)) == "MD-25"
    assert rule_against(match, 0, say(3)) == "MD-06"
    assert rule_against(scene("1", "2"), 0, lay("1")) == "MD-25"


@rule("MD-25")
def test_the_order_is_secret_and_so_is_how_far_it_has_got() -> None:
    one = scene("1 2 3 4 5", "6 7 8 9 10", own_order=True)
    other = one.copy()
    one.play(1, lay("10"))
    assert one.veiled(0).tobytes() == other.veiled(0).tobytes()
    assert one.veiled(None).tobytes() == other.veiled(None).tobytes()
    assert one.events(0) == other.events(0)
    for texts, match in (("9 8 7", one), ("6 7 8 9", other)):
        for text in texts.split():
            match.play(1, lay(text))
    assert one.veiled(0).tobytes() == other.veiled(0).tobytes()
    assert stack(one, 1) != stack(other, 1)


@rule("MD-25", "MD-17")
def test_new_cards_are_ordered_anew_by_those_still_in() -> None:
    match = scene("1 1 2 2 3", "3 4 4 5 5", "6 6 7 7 8", own_order=True)
    while phase(match) == "order":
        seat = match.pending[0]  # type: ignore[index]
        match.play(seat, match.legal(seat)[0])
    guess(match, 10, 20, 30)
    put(match, mole=place("f4"))
    match.play(0, step("g4"))
    for _ in range(4):
        pass_round(match)
    deal(match, "1 1 2 2 3", "", "6 6 7 7 8")
    assert match.pending == (0, 2)
    assert rule_against(match, 1, lay("1")) == "MD-25"


@rule("MD-26")
def test_the_starter_first_calls_addition_or_multiplication() -> None:
    match = scene("4", "5", multiply=True, starter=2)
    assert match.pending == (1,)
    assert match.legal(1) == [{"do": "call", "what": "addition"}, {"do": "call", "what": "multiplication"}]
    assert rule_against(match, 1, say(5)) == "MD-06"
    assert rule_against(match, 0, {"do": "call", "what": "addition"}) == "MD-26"
    match.play(1, {"do": "call", "what": "addition"})
    assert rule_against(match, 1, say(21)) == "MD-06"
    assert rule_against(match, 1, {"do": "call", "what": "addition"}) == "MD-26"
    guess(match, 9, 20)
    assert match.view()["round"]["total"] == 9
    match.play(1, step("d1"))
    assert match.pending == (0,)
    assert phase(match) == "call"


@rule("MD-26", "MD-06", "MD-07")
@pytest.mark.parametrize(("seats", "most"), [(2, 100), (3, 1000), (4, 10_000)])
def test_with_multiplication_the_round_is_about_the_product(seats: int, most: int) -> None:
    match = scene(*["4 1", "5 1", "6 2", "7 2"][:seats], multiply=True)
    match.play(0, {"do": "call", "what": "multiplication"})
    assert match.view()["range"] == [1, most]
    assert [m["number"] for m in match.legal(0)] == list(range(1, most + 1))
    assert rule_against(match, 0, say(0)) == "MD-06"
    if most < 10_000:
        assert rule_against(match, 0, say(most + 1)) == "MD-06"
    product = {2: 20, 3: 120, 4: 840}[seats]
    guess(match, product + 2)
    assert rule_against(match, 1, say(product + 1)) == "MD-07"
    guess(match, *(product - 1, most - 10, most - 5)[: seats - 1])
    assert match.view()["round"]["total"] == product
    assert match.pending == (1,)


@rule("MD-26")
def test_without_the_variant_nothing_is_called() -> None:
    assert rule_against(scene("1", "2"), 0, {"do": "call", "what": "addition"}) == "MD-26"


@rule("MD-24", "MD-25", "MD-26")
def test_all_three_variants_together() -> None:
    match = scene("1 2 3 4 5", "6 7 8 9 10", change_guess=True, own_order=True, multiply=True)
    for text in ("5", "4", "3", "2"):
        match.play(0, lay(text))
    for text in ("10", "9", "8", "7"):
        match.play(1, lay(text))
    match.play(0, {"do": "call", "what": "multiplication"})
    guess(match, 20, 40)
    assert phase(match) == "change"
    assert match.view()["round"]["what"] == "multiplication"
    for number in (39, 40, 41):
        assert rule_against(match, 0, say(number)) == "MD-07"
    assert rule_against(match, 0, say(101)) == "MD-06"
    match.play(0, say(50))
    assert match.view()["round"]["total"] == 50
    assert match.pending == (0,)


# ---- taking back ----------------------------------------------------------------------------------------------------


@rule("MD-08")
def test_what_turned_cards_over_can_not_be_taken_back() -> None:
    match = scene("1", "2")
    match.play(0, say(3))
    assert match.can_undo(0)
    match.play(1, say(9))
    assert not match.can_undo(1)
    with pytest.raises(Refused):
        match.play(1, say(9))
