"""Target: Rats, clause by clause: given this table, this move, then this."""

from __future__ import annotations

import numpy as np
import pytest
from target_rats_scene import GAME, MOUTH, MOUTHS, TUNNEL, Scene

from molehill import CHANCE, Refused, Unknown
from molehill.bots import search
from molehill.engine.playouts import Room
from molehill.games.target_rats import rules


def board() -> dict[str, dict]:
    return {space["space"]: space for space in GAME.match().view()["board"]}


# ---- components and set-up ------------------------------------------------------------------------------------------


@pytest.mark.rule("TR-01")
def test_the_board_has_two_rings_four_nests_four_tunnels_and_rat_city() -> None:
    kinds = [space["kind"] for space in board().values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "surface": 32, "underground": 16, "nest": 4, "tunnel": 4 * TUNNEL, "city": 1,
    }  # fmt: skip
    assert 2 <= TUNNEL <= 4


@pytest.mark.rule("TR-01")
def test_the_spaces_are_joined_as_the_clause_says() -> None:
    expected: dict[str, set[str]] = {name: set() for name in board()}

    def join(a: str, b: str) -> None:
        expected[a].add(b)
        expected[b].add(a)

    for n in range(32):
        join(f"s{n}", f"s{(n + 1) % 32}")
    for n in range(16):
        join(f"u{n}", f"u{(n + 1) % 16}")
    for q in range(4):
        join(f"s{8 * q + 2}", f"u{4 * q + 1}")
        join(f"s{8 * q + 6}", f"u{4 * q + 3}")
        join(f"n{q}", f"u{4 * q + 2}")
        tunnel = [f"t{q}{letter}" for letter in "abcd"[:TUNNEL]]
        for a, b in zip([f"u{4 * q}", *tunnel], [*tunnel, "city"], strict=True):
            join(a, b)
    assert {name: set(space["joins"]) for name, space in board().items()} == expected


@pytest.mark.rule("TR-01")
@pytest.mark.parametrize(
    ("seats", "nests"), [(2, ["n0", "n2"]), (3, ["n0", "n1", "n2"]), (4, ["n0", "n1", "n2", "n3"])]
)
def test_seats_take_their_quadrants_in_order(seats: int, nests: list[str]) -> None:
    assert [faction["nest"] for faction in GAME.match(seats=seats).view()["factions"]] == nests


@pytest.mark.rule("TR-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_faction_has_twelve_rats_of_which_four_start_unfed_in_the_nest(seats: int) -> None:
    for faction in GAME.match(seats=seats).view()["factions"]:
        assert [rat["at"] for rat in faction["rats"]] == [faction["nest"]] * 4 + [None] * 8
        assert not any(rat["fed"] for rat in faction["rats"])


@pytest.mark.rule("TR-03")
def test_a_dumpster_stands_halfway_between_the_two_entrances_of_each_quadrant() -> None:
    assert [name for name, space in board().items() if space["dumpster"]] == ["s4", "s12", "s20", "s28"]


@pytest.mark.rule("TR-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starting_player_is_drawn_each_seat_equally_likely(seats: int) -> None:
    match = GAME.match(seats=seats)
    assert match.pending is CHANCE
    assert [(o.outcome, o.weight) for o in match.outcomes()] == [({"do": "start", "seat": s}, 1) for s in range(seats)]
    match.chance({"do": "start", "seat": seats - 1})
    assert match.view()["turn"] == seats - 1


@pytest.mark.rule("TR-04")
def test_a_table_may_choose_the_starting_player_instead() -> None:
    for player in (1, 2, 3):
        assert GAME.match(seats=3, options={"starter": player}).view()["turn"] == player - 1
    with pytest.raises(Unknown, match="3 seats"):
        GAME.match(seats=3, options={"starter": 4})


@pytest.mark.rule("TR-04")
def test_the_exterminator_starts_off_the_board_and_there_are_no_cards() -> None:
    assert GAME.match().view()["exterminator"] is None
    decode = GAME.part("moves").decode
    kinds = {decode(number)["do"] for number in range(GAME.move_count)}
    assert kinds == {"place", "roll", "end", "step", "breed", "exterminate"}


@pytest.mark.rule("TR-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_play_is_clockwise(seats: int) -> None:
    for turn in range(seats):
        scene = Scene("n0 n0" if turn == 0 else "u2 u2", seats=seats, turn=turn, turns=turn + 1).roll("target", 2)
        while scene.view["turn"] == turn:
            scene.match.play(turn, next(m for m in scene.match.legal(turn) if m["do"] != "exterminate"))
        assert scene.view["turn"] == (turn + 1) % seats


@pytest.mark.rule("TR-04")
def test_a_move_out_of_turn_is_refused() -> None:
    scene = Scene("u2 u2", "u9 u9")
    assert scene.why_for(0, "step", rat=1, to="u1") == "TR-04"  # chance has the dice
    scene.roll(2, 3)
    assert scene.why_for(1, "step", rat=1, to="u8") == "TR-04"
    assert scene.match.legal(1) == []
    with pytest.raises(Refused) as refused:
        scene.match.play(1, {"do": "end"})
    assert refused.value.rule == "TR-04"
    assert "turn" in refused.value.why


@pytest.mark.rule("TR-05")
def test_a_die_shows_target_or_2_to_6_each_equally_likely() -> None:
    outcomes = Scene("u2 u2").match.outcomes()
    assert [(o.outcome["shows"], o.weight) for o in outcomes] == [(face, 1) for face in ("target", 2, 3, 4, 5, 6)]


@pytest.mark.rule("TR-05")
def test_a_target_counts_as_one_in_movement() -> None:
    assert Scene("u2 u2").roll("target", 5).view["left"] == 6
    assert Scene("u2 u2").roll("target", "target").view["left"] == 2


@pytest.mark.rule("TR-05", "TR-18")
def test_a_target_counts_as_one_in_fights() -> None:
    scene = Scene(f"{MOUTH} n0", "city n2", cheese=1).roll("target", "target").walk(1, "city").walk(2, "u2")
    scene.dice("target")
    assert scene.view["fight"]["attacker"]["total"] == 1
    scene.dice("target")  # 1 against 1
    assert scene.view["cheese"] == 1


# ---- a turn ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TR-06")
@pytest.mark.parametrize("mine", ["", "s8", "n0", "city"])
def test_with_one_rat_or_none_on_the_board_two_new_ones_may_be_placed_first(mine: str) -> None:
    scene = Scene(mine)
    before = scene.rats_at("n0")
    assert scene.match.legal(0) == [{"do": "place"}, {"do": "roll", "dice": 2}]
    scene.do("place")
    assert scene.rats_at("n0") == before + 2
    assert not any(rat["fed"] for rat in scene.view["factions"][0]["rats"])
    assert scene.match.pending is CHANCE  # once only: the dice follow


@pytest.mark.rule("TR-06")
def test_the_new_rats_need_not_be_placed() -> None:
    scene = Scene("s8").roll(2, 2)
    assert scene.rats_at(None) == 11
    assert scene.why("place") == "TR-06"


@pytest.mark.rule("TR-06")
def test_with_two_rats_on_the_board_nests_counted_none_are_placed() -> None:
    assert Scene("s8 n0").match.pending is CHANCE
    assert Scene("n0 n0", cheese=0).why("place") == "TR-06"


@pytest.mark.rule("TR-06", "TR-15")
def test_placed_rats_are_used_at_once() -> None:
    scene = Scene("")
    scene.do("place")
    scene.dice(2, 2).walk(1, "u2", "u1").walk(2, "u2")
    assert (scene.at(1), scene.at(2)) == ("u1", "u2")


@pytest.mark.rule("TR-06", "TR-07")
def test_da_big_cheese_with_one_rat_places_and_still_decides_about_the_third_die() -> None:
    scene = Scene("city", cheese=0)
    scene.do("place")
    assert scene.match.legal(0) == [{"do": "roll", "dice": 2}, {"do": "roll", "dice": 3}]


@pytest.mark.rule("TR-07")
def test_two_dice_are_rolled_and_their_total_is_moved() -> None:
    scene = Scene("u2 u2").roll(2, 3)
    assert (scene.view["dice"], scene.view["left"]) == ({"count": 2, "shows": [2, 3]}, 5)
    scene.walk(1, "u1", "u0", "u15", "u14")
    assert not scene.movement_over
    scene.walk(1, "u13")
    assert scene.movement_over


@pytest.mark.rule("TR-07")
def test_the_total_is_divided_among_as_many_rats_as_the_player_likes() -> None:
    scene = Scene("u2 u5 u9 u13").roll(2, 2).walk(1, "u1").walk(2, "u4").walk(3, "u8").walk(4, "u12")
    assert [scene.at(rat) for rat in (1, 2, 3, 4)] == ["u1", "u4", "u8", "u12"]
    assert scene.movement_over


@pytest.mark.rule("TR-07")
def test_da_big_cheese_may_roll_a_third_die_deciding_before_the_roll() -> None:
    scene = Scene("city u2", cheese=0)
    assert scene.match.legal(0) == [{"do": "roll", "dice": 2}, {"do": "roll", "dice": 3}]
    scene.roll(2, 3, 4)
    assert scene.view["left"] == 9
    scene = Scene("city u2", cheese=0).roll(2, 3)
    assert scene.why("roll", dice=3) == "TR-07"
    assert scene.view["left"] == 5


@pytest.mark.rule("TR-07")
def test_nobody_else_rolls_a_third_die() -> None:
    scene = Scene("u2", cheese=1)
    assert scene.why("roll", dice=3) == "TR-07"
    assert scene.why("roll", dice=1) == "TR-07"


@pytest.mark.rule("TR-07", "TR-16")
def test_a_title_won_during_the_turn_gives_no_further_die() -> None:
    scene = Scene(f"{MOUTH} u2").roll("target", 2).walk(2, "u1", "u0").walk(1, "city")
    assert scene.view["cheese"] == 0
    assert scene.view["turn"] == 1


@pytest.mark.rule("TR-07", "TR-12")
def test_the_movement_may_not_be_ended_while_a_rat_can_step() -> None:
    scene = Scene("u2 u5").roll(2, 3)
    assert scene.why("end") == "TR-07"
    scene.walk(1, "u1", "u0", "u15", "u14")
    assert scene.why("end") == "TR-07"


@pytest.mark.rule("TR-08")
def test_a_rat_is_finished_when_another_own_rat_steps() -> None:
    scene = Scene("u2 u5").roll(4, 4).walk(1, "u1")
    assert scene.rat(1)["finished"] is False
    scene.walk(2, "u6")
    assert scene.rat(1)["finished"] is True
    assert scene.why_step(1, "u0") == "TR-08"
    assert scene.why_step(1, "u5") == "TR-08"  # even where it could not go anyway
    assert scene.steps(1) == set()


@pytest.mark.rule("TR-08")
def test_other_actions_do_not_finish_a_move() -> None:
    scene = Scene("s3 s4* u9").roll("target", 5).walk(1, "s4")
    scene.do("breed", rats=[1, 2])
    scene.do("exterminate", at="s20")
    scene.walk(1, "s5", "s6")
    assert scene.at(1) == "s6"
    assert scene.rat(1)["finished"] is False


@pytest.mark.rule("TR-08", "TR-17")
def test_a_rat_is_finished_when_it_enters_rat_city() -> None:
    scene = Scene(f"{MOUTH} u2", "n2", cheese=1).roll(3, 3).walk(1, "city")
    assert scene.rat(1)["finished"] is True
    assert scene.why_step(1, MOUTHS[1]) == "TR-08"


@pytest.mark.rule("TR-08", "TR-13", "TR-14")
def test_one_rat_meets_several_actions_on_the_way() -> None:
    scene = Scene("s3 s4* s10* u9", exterminator="s30").roll(6, 6)
    scene.walk(1, "s4")  # feeds
    scene.do("breed", rats=[1, 2])  # and breeds
    scene.walk(1, "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12")  # and feeds again
    assert (scene.rat(1)["fed"], scene.rats_at("n0")) == (True, 2)


@pytest.mark.rule("TR-08", "TR-15")
def test_a_rat_that_dies_and_is_bred_again_is_a_new_rat() -> None:
    scene = Scene("s2 s4* s4* u9 u9 u9 u9 u10 u10 u10 u10 u5", exterminator="s1").roll(4, 4)
    scene.walk(1, "s1")  # dies
    assert scene.at(1) is None
    scene.do("breed", rats=[2, 3])
    assert scene.at(1) == "n0"
    scene.walk(1, "u2")
    assert scene.at(1) == "u2"


@pytest.mark.rule("TR-08")
def test_there_is_no_stop_move() -> None:
    scene = Scene("u2 u5").roll(4, 4).walk(1, "u1")
    assert scene.kinds() == {"step"}


@pytest.mark.rule("TR-09")
def test_a_rat_steps_to_joined_spaces_only() -> None:
    scene = Scene("s2 u9").roll(4, 4)
    assert scene.steps(1) == {"s1", "s3", "u1"}
    for far in ("s4", "u2", "s18", "n0", "city", "s2"):
        assert scene.why_step(1, far) == "TR-09", far


@pytest.mark.rule("TR-09")
def test_a_rat_never_doubles_back() -> None:
    scene = Scene("s2 u9").roll(4, 4).walk(1, "s3")
    assert scene.why_step(1, "s2") == "TR-09"
    assert scene.steps(1) == {"s4"}


@pytest.mark.rule("TR-09")
def test_a_move_never_enters_a_space_twice_its_first_included_even_by_another_way() -> None:
    loop = ("u1", "u2", "u3", "s6", "s5", "s4", "s3")  # the quadrant's round trip from s2
    scene = Scene("s2 u9").roll(6, 6).walk(1, *loop)
    assert scene.why_step(1, "s2") == "TR-09"
    scene = Scene("u1 u9").roll(6, 6).walk(1, "s2", "s3", "s4", "s5", "s6", "u3", "u2")
    assert scene.why_step(1, "u1") == "TR-09"
    assert scene.steps(1) == {"n0"}


@pytest.mark.rule("TR-09")
def test_the_path_of_one_rat_does_not_bind_another() -> None:
    scene = Scene("s2 s4").roll(4, 4).walk(1, "s3").walk(2, "s3", "s2", "s1")
    assert scene.at(2) == "s1"


@pytest.mark.rule("TR-09")
def test_on_its_next_turn_a_rat_may_go_back() -> None:
    scene = Scene("s2 u9", "n2 n2").roll("target", 2).walk(1, "s3").walk(2, "u8", "u7")
    scene.dice(2, 2)
    for _ in range(4):
        scene.match.play(1, next(m for m in scene.match.legal(1)))
    scene.dice(2, 2).walk(1, "s2")
    assert scene.at(1) == "s2"


@pytest.mark.rule("TR-10")
@pytest.mark.parametrize(("space", "beside"), [("s3", "s2"), ("u2", "u1"), ("t0a", "u0")])
def test_a_space_with_four_rats_of_any_factions_can_not_be_entered(space: str, beside: str) -> None:
    full = Scene(f"{beside} u9 {space}", f"{space} {space}* {space}").roll(4, 4)
    assert full.why_step(1, space) == "TR-10"
    room = Scene(f"{beside} u9 {space}", f"{space} {space}*").roll(4, 4)
    assert room.why_step(1, space) is None


@pytest.mark.rule("TR-10")
def test_a_full_space_can_not_be_passed() -> None:
    scene = Scene("s8 u9", "s10 s10 s10 s10").roll(5, 5).walk(1, "s9")
    assert scene.steps(1) == set()  # neither through nor back
    assert scene.why_step(1, "s10") == "TR-10"
    assert scene.why_step(1, "s11") == "TR-09"


@pytest.mark.rule("TR-10")
def test_a_space_that_a_rat_left_has_room_again() -> None:
    scene = Scene("s3 s3 s3 s3 s2").roll(4, 4)
    assert scene.why_step(5, "s3") == "TR-10"
    scene.walk(1, "s4")
    assert scene.why_step(5, "s3") is None


@pytest.mark.rule("TR-10")
def test_nests_and_rat_city_hold_any_number() -> None:
    scene = Scene("n0 n0 n0 n0 n0 u2").roll(2, 2)
    assert scene.why_step(6, "n0") is None
    scene = Scene(f"city city city city {MOUTH}", cheese=0).roll(2, 2)
    assert scene.why_step(5, "city") is None


@pytest.mark.rule("TR-11")
def test_rats_of_different_factions_share_spaces() -> None:
    scene = Scene("s8 u9", "s9 s9").roll(2, 2).walk(1, "s9", "s10")
    assert scene.at(1) == "s10"


@pytest.mark.rule("TR-11")
def test_only_the_own_faction_enters_a_nest() -> None:
    scene = Scene("u10 u2").roll(4, 4)
    assert scene.why_step(1, "n2") == "TR-11"
    assert scene.why_step(2, "n0") is None
    assert scene.why_step(1, "n0") == "TR-09"
    empty = Scene("u6 u2").roll(4, 4)
    assert empty.why_step(1, "n1") == "TR-11"  # nobody's nest with two players


@pytest.mark.rule("TR-11", "TR-18")
def test_in_rat_city_factions_meet_only_until_that_turns_fight() -> None:
    scene = Scene(f"{MOUTH} n0", "city n2", cheese=1).roll("target", 2).walk(1, "city").walk(2, "u2", "u1")
    assert (scene.rats_at("city", 0), scene.rats_at("city", 1)) == (1, 1)
    scene.dice(4, 2)
    assert (scene.rats_at("city", 0), scene.rats_at("city", 1)) == (1, 0)


@pytest.mark.rule("TR-12")
def test_with_nothing_left_to_do_the_movement_ends_by_itself() -> None:
    scene = Scene("u2 s8 s8 s8 s8", "s7 s7 s7 s7 s9 s9 s9 s9").roll(4, 4).walk(1, "n0")
    assert scene.movement_over  # rat 1 sits in a dead end, the others can't get out: seven points are lost
    assert scene.match.events()[-3:] == [
        {"event": "halted", "rule": "TR-12", "seat": 0, "lost": 7},
        {"event": "turn", "rule": "TR-04", "seat": 1, "round": 1},
        {"event": "throwing", "rule": "TR-07", "seat": 1, "dice": 2},
    ]


@pytest.mark.rule("TR-12", "TR-23")
def test_the_movement_may_be_ended_when_only_steps_onto_the_exterminator_are_left() -> None:
    scene = Scene("s2", exterminator="s4").roll(2, 2).walk(1, "s3")
    assert scene.match.legal(0) == [{"do": "step", "rat": 1, "to": "s4"}, {"do": "end"}]
    scene.do("end")
    assert (scene.at(1), scene.view["turn"]) == ("s3", 1)


@pytest.mark.rule("TR-12")
def test_the_movement_may_be_ended_when_only_placing_the_exterminator_is_left() -> None:
    scene = Scene("u2").roll("target", 2).walk(1, "n0")
    assert scene.kinds() == {"exterminate", "end"}
    scene.do("end")
    assert scene.view["exterminator"] is None
    assert scene.movement_over


@pytest.mark.rule("TR-12", "TR-14")
def test_the_movement_may_be_ended_when_only_breeding_is_left() -> None:
    scene = Scene("s3* s4* u9").roll("target", 2).walk(3, "u8", "u7").walk(1, "s4")
    assert scene.view["left"] == 0
    assert scene.match.legal(0) == [{"do": "end"}, {"do": "breed", "rats": [1, 2]}]
    scene.do("end")
    assert scene.rat(1)["fed"] is True
    assert scene.rats_at("n0") == 0


@pytest.mark.rule("TR-12", "TR-17")
def test_walking_the_last_rat_into_rat_city_may_lose_the_rest_of_the_roll() -> None:
    scene = Scene(MOUTH, cheese=0).roll(6, 6, 6).walk(1, "city")
    assert scene.movement_over
    assert scene.rats_at("city") == 1


@pytest.mark.rule("TR-12")
def test_with_no_rat_on_the_board_the_roll_is_lost_at_once() -> None:
    scene = Scene("").roll(5, 5)
    assert scene.view["turn"] == 1


# ---- actions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TR-13")
def test_a_rat_that_stops_on_a_dumpster_space_becomes_fed() -> None:
    scene = Scene("s3 u9").roll("target", 2).walk(1, "s4")
    assert scene.rat(1)["fed"] is True


@pytest.mark.rule("TR-13")
def test_a_rat_that_passes_a_dumpster_space_becomes_fed() -> None:
    scene = Scene("s3 u9").roll(2, 2).walk(1, "s4", "s5")
    assert scene.rat(1) == {"rat": 1, "at": "s5", "fed": True, "finished": False}


@pytest.mark.rule("TR-13")
def test_standing_on_a_dumpster_space_already_does_not_feed() -> None:
    scene = Scene("s4 u9").roll(2, 2).walk(1, "s5")
    assert scene.rat(1)["fed"] is False
    scene = Scene("s4* s4* u9").roll(2, 2)
    scene.do("breed", rats=[1, 2])
    scene.walk(3, "u8", "u7", "u6", "u5")
    assert scene.rat(1)["fed"] is False


@pytest.mark.rule("TR-13")
def test_dumpsters_of_other_quadrants_feed_as_well() -> None:
    assert Scene("s19 u9").roll(2, 2).walk(1, "s20").rat(1)["fed"] is True


@pytest.mark.rule("TR-14")
def test_two_fed_rats_on_one_space_become_unfed_and_two_new_ones_stand_in_the_nest() -> None:
    scene = Scene("s5* s5* u9").roll(2, 2)
    scene.do("breed", rats=[1, 2])
    assert [scene.rat(rat)["fed"] for rat in (1, 2)] == [False, False]
    assert [(scene.at(rat), scene.rat(rat)["fed"]) for rat in (4, 5)] == [("n0", False), ("n0", False)]
    assert scene.rats_at(None) == 7


@pytest.mark.rule("TR-14")
def test_a_passing_rat_breeds_and_walks_on() -> None:
    scene = Scene("s3 s5* u9").roll(4, 4).walk(1, "s4", "s5")
    scene.do("breed", rats=[1, 2])
    scene.walk(1, "s6")
    assert scene.at(1) == "s6"
    assert scene.rat(1)["fed"] is False


@pytest.mark.rule("TR-14")
@pytest.mark.parametrize("space", ["s8", "u5", "t0a", "n0", "city"])
def test_rats_breed_on_any_space(space: str) -> None:
    scene = Scene(f"{space}* {space}* u9", cheese=0).roll(2, 2)
    assert scene.pairs() == [[1, 2]]


@pytest.mark.rule("TR-14")
def test_breeding_is_possible_from_the_roll_to_the_end_of_movement_and_not_before() -> None:
    scene = Scene("s8* s8* u9", cheese=0)
    assert scene.why("breed", rats=[1, 2]) == "TR-14"
    scene.roll("target", 2)
    assert scene.why("breed", rats=[1, 2]) is None
    scene.walk(3, "u8", "u7", "u6")
    assert scene.view["left"] == 0
    assert scene.why("breed", rats=[1, 2]) is None
    scene.do("breed", rats=[1, 2])
    assert scene.movement_over


@pytest.mark.rule("TR-14")
def test_breeding_is_never_forced() -> None:
    scene = Scene("s8* s8* u9").roll("target", 2).walk(3, "u8", "u7", "u6")
    scene.do("end")
    assert scene.rats_at(None) == 9


@pytest.mark.rule("TR-14")
def test_the_player_picks_the_pair() -> None:
    scene = Scene("s8* s8* s8* u9").roll(2, 2)
    assert scene.pairs() == [[1, 2], [1, 3], [2, 3]]
    scene.do("breed", rats=[3, 1])
    assert [scene.rat(rat)["fed"] for rat in (1, 2, 3)] == [False, True, False]


@pytest.mark.rule("TR-14", "TR-08")
def test_finished_rats_breed_too() -> None:
    scene = Scene("s7 s8* u9 s9").roll(4, 4)
    scene.match._tables["fed"][0, 0] |= 1  # rat 1 is fed
    scene.walk(1, "s8").walk(3, "u8")
    assert scene.rat(1)["finished"] is True
    assert scene.pairs() == [[1, 2]]


@pytest.mark.rule("TR-14")
def test_with_one_rat_left_in_the_supply_one_is_placed() -> None:
    scene = Scene("s8* s8* u9 u9 u9 u5 u5 u5 u6 u6 u6").roll(2, 2)
    scene.do("breed", rats=[1, 2])
    assert (scene.rats_at("n0"), scene.rats_at(None)) == (1, 0)
    assert not scene.rat(1)["fed"]
    assert not scene.rat(2)["fed"]


@pytest.mark.rule("TR-14")
def test_with_none_left_in_the_supply_breeding_is_not_offered() -> None:
    scene = Scene("s8* s8* u9 u9 u9 u5 u5 u5 u6 u6 u6 n0").roll(2, 2)
    assert scene.pairs() == []
    assert scene.why("breed", rats=[1, 2]) == "TR-14"


@pytest.mark.rule("TR-14")
def test_no_breeding_for_unfed_rats_rats_apart_or_another_factions() -> None:
    scene = Scene("s8* s8 s9* u9", "s8* s8*").roll(2, 2)
    for pair in ([1, 2], [1, 3], [1, 12], [11, 12]):
        assert scene.why("breed", rats=pair) == "TR-14", pair


@pytest.mark.rule("TR-15")
def test_bred_rats_may_be_moved_in_the_same_turn() -> None:
    scene = Scene("s8* s8* u9").roll(2, 2)
    scene.do("breed", rats=[1, 2])
    scene.walk(4, "u2").walk(5, "u2", "u1")
    assert (scene.at(4), scene.at(5)) == ("u2", "u1")


# ---- Rat City -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TR-16")
def test_without_a_big_cheese_rat_city_is_entered_with_the_very_last_step_only() -> None:
    scene = Scene(f"{MOUTH} u9").roll("target", 2)
    assert scene.why_step(1, "city") == "TR-16"
    scene.walk(2, "u8")
    assert scene.why_step(1, "city") == "TR-16"
    scene.walk(2, "u7")
    assert scene.why_step(1, "city") is None
    scene.walk(1, "city")
    assert (scene.view["cheese"], scene.at(1)) == (0, "city")


@pytest.mark.rule("TR-16")
def test_one_rat_may_use_the_whole_roll_to_enter() -> None:
    path = ["t0" + letter for letter in "abcd"[:TUNNEL]]
    scene = Scene("u15 n0").roll(TUNNEL, 2).walk(1, "u0", *path, "city")
    assert scene.view["cheese"] == 0


@pytest.mark.rule("TR-16", "TR-20")
def test_a_target_spent_on_the_exterminator_is_used() -> None:
    scene = Scene(f"{MOUTH} u9").roll("target", 2).walk(2, "u8")
    scene.do("exterminate", at="s0")
    scene.walk(1, "city")
    assert scene.view["cheese"] == 0


@pytest.mark.rule("TR-16", "TR-12")
def test_a_rat_before_rat_city_that_can_not_enter_exactly_loses_the_rest() -> None:
    scene = Scene("t0a").roll(6, 6)
    scene.walk(1, *["t0" + letter for letter in "bcd"[: TUNNEL - 1]])
    assert scene.movement_over
    assert scene.view["cheese"] is None


@pytest.mark.rule("TR-17")
def test_once_there_is_a_big_cheese_any_rat_enters_without_an_exact_roll() -> None:
    for cheese in (0, 1):
        scene = Scene(f"{MOUTH} u9", cheese=cheese).roll(6, 6)
        assert scene.why_step(1, "city") is None


@pytest.mark.rule("TR-17")
def test_rats_leave_rat_city_and_the_title_stays() -> None:
    scene = Scene("city n0", cheese=0).roll(2, 2)
    assert scene.steps(1) == set(MOUTHS)
    scene.walk(1, MOUTHS[2]).walk(2, "u2", "u1", "u0")
    assert (scene.rats_at("city"), scene.view["cheese"]) == (0, 0)


@pytest.mark.rule("TR-17", "TR-09")
def test_a_rat_that_left_rat_city_does_not_return_in_the_same_move() -> None:
    scene = Scene("city n0", cheese=0).roll(6, 6).walk(1, MOUTH)
    assert scene.why_step(1, "city") == "TR-09"


@pytest.mark.rule("TR-18", "TR-19")
def test_rats_in_anothers_rat_city_fight_after_all_movement_a_die_for_each_rat() -> None:
    scene = Scene(f"{MOUTH} {MOUTH} u9", "city city city n2", cheese=1).roll(2, 2).walk(1, "city").walk(2, "city")
    assert scene.view["phase"] == "moving"  # two points are left
    scene.walk(3, "u8", "u7")
    fight = scene.view["fight"]
    assert (fight["attacker"]["seat"], fight["attacker"]["rats"]) == (0, 2)
    assert (fight["defender"]["seat"], fight["defender"]["rats"]) == (1, 3)
    scene.dice(6, 5)  # the attacker's dice first
    assert scene.view["fight"]["attacker"]["total"] == 11
    scene.dice(2, 3, 5)
    assert scene.view["cheese"] == 0  # 11 against 10
    assert (scene.rats_at("city", 0), scene.rats_at("city", 1)) == (2, 0)
    assert scene.rats_at(None, 1) == 11
    assert (scene.view["turn"], scene.view["fights"]) == (1, 1)


@pytest.mark.rule("TR-18")
def test_the_loser_of_a_fight_is_killed_and_returns_unfed_to_the_supply() -> None:
    scene = Scene(f"{MOUTH}* n0", "city n2", cheese=1).roll("target", 2).walk(1, "city").walk(2, "u2", "u1")
    scene.dice(2, 3)
    assert (scene.at(1), scene.rat(1)["fed"]) == (None, False)
    assert (scene.view["cheese"], scene.rats_at("city", 1)) == (1, 1)


@pytest.mark.rule("TR-18")
def test_a_tie_goes_to_da_big_cheese() -> None:
    scene = Scene(f"{MOUTH} n0", "city n2", cheese=1).roll("target", 2).walk(1, "city").walk(2, "u2", "u1").dice(4, 4)
    assert (scene.view["cheese"], scene.at(1)) == (1, None)


@pytest.mark.rule("TR-18")
def test_without_a_defending_rat_the_attacker_takes_the_title_without_a_roll_after_all_movement() -> None:
    scene = Scene(f"{MOUTH} n0", "t2a n2", cheese=1).roll("target", 2).walk(1, "city")
    assert scene.view["cheese"] == 1
    scene.walk(2, "u2", "u1")
    assert (scene.view["cheese"], scene.view["fights"], scene.view["turn"]) == (0, 0, 1)


@pytest.mark.rule("TR-18")
def test_da_big_cheeses_own_rats_do_not_fight() -> None:
    scene = Scene(f"{MOUTH} n0", cheese=0).roll("target", 2).walk(1, "city").walk(2, "u2", "u1")
    assert (scene.view["turn"], scene.view["fights"]) == (1, 0)


@pytest.mark.rule("TR-19")
def test_with_four_players_the_attacker_who_wins_becomes_da_big_cheese() -> None:
    scene = Scene(f"{MOUTH} n2", "n0", "n1", "city", seats=4, turn=2, cheese=3).roll("target", 2)
    scene.walk(1, "city").walk(2, "u10", "u11").dice(6, 5)
    assert scene.view["cheese"] == 2
    assert scene.view["turn"] == 3


# ---- the Exterminator -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TR-20")
def test_a_rolled_target_may_place_the_exterminator_instead_of_counting_one() -> None:
    scene = Scene("u2 u9").roll("target", 3)
    places = {move["at"] for move in scene.match.legal(0) if move["do"] == "exterminate"}
    assert places == {f"s{n}" for n in range(32)}
    scene.do("exterminate", at="s9")
    assert (scene.view["exterminator"], scene.view["left"]) == ("s9", 3)


@pytest.mark.rule("TR-20")
def test_without_a_target_he_is_not_placed() -> None:
    scene = Scene("u2 u9").roll(2, 3)
    assert scene.why("exterminate", at="s9") == "TR-20"


@pytest.mark.rule("TR-20")
def test_he_is_placed_once_a_turn_even_with_two_targets() -> None:
    scene = Scene("u2 u9", cheese=0).roll("target", "target", 3)
    scene.do("exterminate", at="s9")
    assert scene.view["left"] == 4
    assert scene.why("exterminate", at="s10") == "TR-20"
    assert "exterminate" not in scene.kinds()


@pytest.mark.rule("TR-20")
def test_a_targets_point_is_spent_last_so_he_comes_at_any_moment_while_a_point_is_left() -> None:
    scene = Scene("u2 u9").roll("target", 3)
    for space in ("u1", "u0", "u15"):
        assert scene.why("exterminate", at="s9") is None
        scene.walk(1, space)
    assert scene.view["left"] == 1
    scene.do("exterminate", at="s9")
    assert scene.movement_over
    spent = Scene("s8* s8* u9").roll("target", 2).walk(3, "u8", "u7", "u6")
    assert spent.view["phase"] == "moving"  # breeding is left, but no point
    assert spent.why("exterminate", at="s9") == "TR-20"


@pytest.mark.rule("TR-20")
def test_he_is_not_placed_where_he_stands() -> None:
    scene = Scene("u2 u9", exterminator="s9").roll("target", 3)
    assert scene.why("exterminate", at="s9") == "TR-20"
    assert scene.why("exterminate", at="s8") is None


@pytest.mark.rule("TR-20", "TR-18")
def test_a_target_thrown_in_a_fight_does_not_place_him() -> None:
    scene = Scene(f"{MOUTH} n0", "city n2", cheese=1).roll(2, 2).walk(1, "city").walk(2, "u2", "u1", "u0")
    scene.dice("target")
    assert scene.match.pending is CHANCE
    scene.dice(4)
    assert (scene.view["turn"], scene.view["target"]) == (1, False)


@pytest.mark.rule("TR-20", "TR-21", "TR-08")
def test_he_may_hit_the_moving_rat() -> None:
    scene = Scene("s8 u9").roll("target", 3).walk(1, "s9")
    scene.do("exterminate", at="s9")
    assert scene.at(1) is None
    assert scene.view["mover"] is None
    assert scene.view["left"] == 2
    assert scene.why_step(1, "s10") == "TR-07"  # it is in the supply now


@pytest.mark.rule("TR-21")
def test_he_kills_all_rats_of_every_faction_on_the_space_where_he_is_placed() -> None:
    scene = Scene("s9 u9 s10", "s9* s9 n2", "s9 n2", seats=3).roll("target", 3)
    scene.do("exterminate", at="s9")
    assert [scene.at(1), scene.at(1, 1), scene.at(2, 1), scene.at(1, 2)] == [None] * 4
    assert not scene.rat(1, 1)["fed"]
    assert [scene.at(3), scene.at(3, 1), scene.at(2, 2)] == ["s10", "n2", "n2"]


@pytest.mark.rule("TR-22")
def test_on_a_dumpster_space_he_leaves_the_dumpster_but_nobody_feeds_there() -> None:
    scene = Scene("s3 u9", exterminator="s4").roll(2, 2).walk(1, "s4")
    assert (scene.at(1), scene.rat(1)["fed"]) == (None, False)
    assert "fed" not in [event["event"] for event in scene.match.events()]
    assert next(space for space in scene.view["board"] if space["space"] == "s4")["dumpster"]
    gone = Scene("s3 u9", exterminator="s4").roll("target", 3)
    gone.do("exterminate", at="s20")
    assert gone.walk(1, "s4").rat(1)["fed"] is True


@pytest.mark.rule("TR-23")
def test_a_rat_that_steps_on_him_dies_and_its_move_ends() -> None:
    scene = Scene("s8 u9", exterminator="s9").roll(2, 2).walk(1, "s9")
    assert (scene.at(1), scene.view["left"], scene.view["mover"]) == (None, 3, None)
    assert scene.why_step(1, "s10") == "TR-07"


@pytest.mark.rule("TR-23")
def test_rats_can_not_pass_him() -> None:
    scene = Scene("s8 u9", exterminator="s9").roll(2, 2)
    assert scene.steps(1) == {"s7", "s9"}
    scene.walk(1, "s9")
    assert scene.view["exterminator"] == "s9"
    assert scene.steps(1) == set()


@pytest.mark.rule("TR-23", "TR-12")
def test_a_step_onto_him_is_never_forced() -> None:
    scene = Scene("s8 s8", "s7 s7 s7 s7", exterminator="s9").roll(2, 2)
    assert {move["to"] for move in scene.match.legal(0) if move["do"] == "step"} == {"s9"}
    assert scene.why("end") is None


@pytest.mark.rule("TR-24")
@pytest.mark.parametrize("space", ["u3", "n0", "n2", "t1a", "city", "s32"])
def test_he_stands_on_surface_spaces_only(space: str) -> None:
    scene = Scene("u2 u9").roll("target", 3)
    assert scene.why("exterminate", at=space) == "TR-24"
    assert Scene("u2 u9").roll(2, 3).why("exterminate", at=space) == "TR-20"  # the lower clause comes first


# ---- victory --------------------------------------------------------------------------------------------------------

ELEVEN = "u9 u9 u9 u5 u5 u5 u6 u6 u6 u13"


@pytest.mark.rule("TR-25")
def test_da_big_cheese_wins_at_once_when_the_last_rat_leaves_the_nest() -> None:
    scene = Scene(f"city {ELEVEN} n0", cheese=0).roll(6, 6, 6).walk(12, "u2")
    assert scene.match.over
    assert scene.match.result["winners"] == [0]
    assert scene.match.result["rule"] == "TR-25"
    assert scene.match.scores == [1.0, 0.0]


@pytest.mark.rule("TR-25", "TR-16")
def test_taking_rat_city_with_all_twelve_rats_out_wins_at_once() -> None:
    scene = Scene(f"{MOUTH} {ELEVEN} s3").roll("target", 2).walk(12, "s4", "s5").walk(1, "city")
    assert scene.match.scores == [1.0, 0.0]


@pytest.mark.rule("TR-25", "TR-19")
def test_winning_the_fight_with_all_twelve_rats_out_wins() -> None:
    scene = Scene(f"{MOUTH} {ELEVEN} s3", "city n2", cheese=1).roll("target", 2).walk(1, "city").walk(12, "s4", "s5")
    assert not scene.match.over
    scene.dice(6, 5)
    assert scene.match.scores == [1.0, 0.0]
    assert scene.match.view()["ended"] == "TR-25"


@pytest.mark.rule("TR-25", "TR-18")
def test_taking_an_empty_throne_with_all_twelve_rats_out_wins_after_the_movement() -> None:
    scene = Scene(f"{MOUTH} {ELEVEN} s3", "n2 n2", cheese=1).roll("target", 2).walk(1, "city")
    assert not scene.match.over
    assert scene.walk(12, "s4", "s5").match.scores == [1.0, 0.0]


@pytest.mark.rule("TR-25")
def test_twelve_rats_out_do_not_win_without_the_title_nor_eleven_with_it() -> None:
    scene = Scene(f"u2 {ELEVEN} n0").roll(2, 2).walk(12, "u2")
    assert not scene.match.over
    scene = Scene(f"city {ELEVEN}", cheese=0).roll(2, 2).walk(2, "u8")
    assert not scene.match.over
    scene = Scene(f"city {ELEVEN} n0", cheese=0).roll(2, 2).walk(2, "u8")
    assert not scene.match.over


@pytest.mark.rule("TR-25")
def test_after_the_end_every_move_is_refused() -> None:
    scene = Scene(f"city {ELEVEN} n0", cheese=0).roll(6, 6, 6).walk(12, "u2")
    for seat in (0, 1):
        for move in ({"do": "end"}, {"do": "step", "rat": 1, "to": "s5"}, {"do": "place"}):
            assert scene.match.why_not(seat, move).rule == "TR-25"


@pytest.mark.rule("TR-26")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_300_rounds_the_game_is_a_draw(seats: int) -> None:
    last = seats * 300
    scene = Scene("", seats=seats, turn=seats - 1, turns=last - 1).roll(2, 2)
    assert not scene.match.over
    scene = Scene("", seats=seats, turn=seats - 1, turns=last).roll(2, 2)
    assert scene.match.result["rule"] == "TR-26"
    assert scene.match.scores == [pytest.approx(1 / seats)] * seats
    assert scene.match.view()["round"] == 300
    assert scene.why("end") == "TR-26"


@pytest.mark.rule("TR-26")
def test_a_win_in_the_last_turn_is_a_win() -> None:
    scene = Scene(f"city {ELEVEN} n2", turn=1, cheese=1, turns=600).roll(2, 2).walk(12, "u10")
    assert scene.match.scores == [0.0, 1.0]


@pytest.mark.rule("TR-26")
def test_a_round_is_one_turn_for_each_player() -> None:
    for turns, rounds in ((1, 1), (3, 1), (4, 2), (6, 2), (7, 3)):
        assert Scene("u2 u2", seats=3, turns=turns).view["round"] == rounds


@pytest.mark.rule("TR-28")
def test_a_move_not_asked_for_is_refused_by_the_clause_it_belongs_to() -> None:
    before = Scene("city s8* s8*", cheese=0)
    assert before.why("step", rat=1, to=MOUTH) == "TR-07"
    assert before.why("end") == "TR-07"
    assert before.why("breed", rats=[2, 3]) == "TR-14"
    assert before.why("exterminate", at="s5") == "TR-20"
    assert before.why("place") == "TR-06"
    moving = Scene("u2 u9", "s8 s8").roll(4, 4)
    assert moving.why("place") == "TR-06"
    assert moving.why("roll", dice=2) == "TR-07"
    assert moving.why("step", rat=3, to="s9") == "TR-07"  # another player's, or in the supply
    assert moving.why("breed", rats=[1, 2]) == "TR-14"
    assert moving.why("exterminate", at="s5") == "TR-20"
    spent = Scene("s8* s8* u9").roll("target", 2).walk(3, "u8", "u7", "u6")
    assert spent.why("step", rat=1, to="s9") == "TR-07"


@pytest.mark.rule("TR-02", "TR-18")
def test_rats_never_appear_or_vanish() -> None:
    """Every rat is on one space or in the supply, only rats on the board are fed, and spaces count their rats."""
    kernels, box, room, tables = GAME.kernels, GAME.box().record, Room(GAME), GAME.tables()
    room.dice[0], room.whims[0] = 7, 8
    for seats in (2, 3, 4):
        kernels.setup(tables, 0, box, seats, np.array([0]), room.silent)
        for _ in range(3000):
            who = kernels.pending(tables, 0)
            if who == rules.NOBODY:
                break
            if who == rules.CHANCE:
                GAME.loops.let_chance(room.desk, tables, 0, box)
            else:
                seat = who.bit_length() - 1
                move = search.load(GAME).choose_randomly(room.desk, tables, 0, box, seat)
                kernels.apply(tables, 0, box, seat, move, room.silent)
            t = tables[0]
            places = [int(p) for p in t["place"][:seats].ravel()]
            assert [places.count(space) for space in range(len(t["crowd"]))] == t["crowd"].tolist()
            assert sum(p >= 0 for p in places) + sum(p == rules.SUPPLY for p in places) == 12 * seats
            for s in range(seats):
                assert all(t["place"][s, rat] != rules.SUPPLY for rat in range(12) if t["fed"][s] >> rat & 1)
