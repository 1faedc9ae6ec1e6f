"""Mole Rats in Space, clause by clause: given this table, this move, then this."""

from __future__ import annotations

import pytest
from mole_rats_scene import CCW, CW, GAME, IDLE, ITEMS, STATION, Scene, boost, climb, edition, outcome, run, slither

from molehill import CHANCE, Malformed, Refused

rule = pytest.mark.rule
LENGTHS = {"1": [1], "2": [2], "3": [3], "1 or 2": [1, 2], "2 or 3": [2, 3]}


def steps_of(scene: Scene) -> list[int]:
    return sorted({move["steps"] for move in scene.legal})


# ---- set-up ---------------------------------------------------------------------------------------------------------


@rule("MR-03")
@pytest.mark.parametrize(
    ("seats", "rats", "expected"),
    [
        (4, "1234", [1, 2, 3, 4]),
        (3, "1234", [1, 2, 3]),
        (2, "1234", [1, 3]),
        (4, "3142", [3, 1, 4, 2]),
        (3, "4213", [4, 2, 1]),
        (2, "2134", [2, 4]),
        (2, "4321", [4, 2]),
    ],
)
def test_each_player_has_a_rat_on_its_start_with_one_medkit(seats: int, rats: str, expected: list[int]) -> None:
    view = GAME.match(seats, {"rats": rats}).view()
    starts = view["station"]["rat_starts"]
    assert view["rats"] == [
        {"rat": rat, "seat": seat, "at": starts[rat - 1], "medkit": True} for seat, rat in enumerate(expected)
    ]


@rule("MR-03")
def test_an_unused_rat_stays_out() -> None:
    scene = Scene("any 1 | -", seats=2)
    assert scene.refuses(run(2, 1)) == "MR-03"
    assert scene.refuses(run(3, 1)) is None
    crowded = Scene("your 2 | -", {1: "1-11"}, seats=2).run(1, 2)
    assert crowded.refuses(boost(4)) == "MR-03"


@rule("MR-04")
def test_four_pieces_of_equipment_lie_on_their_spaces() -> None:
    view = GAME.match(2).view()
    assert view["equipment"] == [{"item": item, "collected": False} for item in ITEMS]
    assert set(view["station"]["equipment"]) == set(ITEMS)


@rule("MR-05")
def test_one_snake_of_each_colour_starts_and_eight_wait() -> None:
    view = GAME.match(2).view()
    starts = view["station"]["snake_starts"]
    where = {snake["snake"]: snake["at"] for snake in view["snakes"]}
    assert len(where) == 12
    for colour, start in starts.items():
        assert [where[f"{colour} {n}"] for n in (1, 2, 3)] == [start, "aside", "aside"]


@rule("MR-05")
def test_a_waiting_snake_is_not_moved() -> None:
    scene = Scene("- | any 2", snakes={"red 1": "2-5"})
    assert scene.refuses(slither("red 2", 2)) == "MR-05"
    assert Scene("- | any climb", snakes={"red 1": "2-5"}).refuses(climb("blue 1")) == "MR-05"


@rule("MR-06")
@pytest.mark.parametrize(("seats", "cards"), [(2, 43), (3, 46), (4, 46)])
def test_three_cards_stay_in_the_box_with_two_players(seats: int, cards: int) -> None:
    view = GAME.match(seats).view()
    assert view["pile"] == cards == sum(card["pile"] for card in view["cards"])


@rule("MR-07")
def test_chance_deals_one_open_card_to_each_seat_in_order_and_nobody_knows_the_pile() -> None:
    match = GAME.match(3, box=edition(["your 1 | -", "your 2 | -", "your 2 | -", IDLE]))
    assert [(o.outcome, o.weight) for o in match.outcomes()] == [
        (outcome("your 1 | -"), 1),
        (outcome("your 2 | -"), 2),
        (outcome(IDLE), 1),
    ]
    for seat, card in enumerate(("your 2 | -", "your 1 | -", IDLE)):
        assert match.pending is CHANCE
        match.chance(outcome(card))
        assert match.events()[-1 if seat < 2 else -3]["seat"] == seat
    assert match.pending == (0,)
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert [hand["rats"] for hand in view["hands"]] == ["your 2", "your 1", "-"]
        assert view["pile"] == 1
        assert [(card["rats"], card["pile"]) for card in view["cards"]] == [("your 1", 0), ("your 2", 1), ("-", 0)]
    with pytest.raises(Malformed):
        match.chance(outcome("your 2 | -"))


@rule("MR-07")
def test_a_card_that_is_all_dealt_out_can_not_be_drawn_again() -> None:
    match = GAME.match(2, box=edition(["your 1 | -", IDLE, IDLE, IDLE]))
    match.chance(outcome("your 1 | -"))
    with pytest.raises(Malformed):
        match.chance(outcome("your 1 | -"))


@rule("MR-07")
def test_discards_lie_open() -> None:
    scene = Scene("your 1 | -").run(1, 1)
    played = next(card for card in scene.view["cards"] if card["rats"] == "your 1")
    assert played["discarded"] == 1
    assert scene.view["hands"][0] is None


@rule("MR-08")
@pytest.mark.parametrize(("seats", "starter", "first"), [(4, 1, 0), (4, 3, 2), (4, 4, 3), (3, 2, 1), (2, 2, 1)])
def test_the_table_chooses_who_starts_and_play_is_clockwise(seats: int, starter: int, first: int) -> None:
    match = GAME.match(seats, {"starter": starter}, box=edition(["your 1 | -"] * 12))
    for _ in range(seats):
        match.chance()
    for turn in range(seats + 1):
        seat = (first + turn) % seats
        assert match.pending == (seat,)
        match.play(seat, match.legal(seat)[0])
        match.chance()


# ---- a turn ---------------------------------------------------------------------------------------------------------


@rule("MR-09")
def test_top_half_first_then_bottom_half_then_discard_then_draw() -> None:
    scene = Scene("your 1 | one red 1", snakes={"red 1": "2-8"})
    assert scene.view["half"] == "rats"
    assert scene.refuses(slither("red 1", 1)) == "MR-13"
    scene.run(1, 1)
    assert scene.view["half"] == "snakes"
    scene.slither("red 1", 1, CCW)
    assert scene.view["hands"][0] is None
    assert scene.match.pending is CHANCE
    scene.draw()
    assert scene.view["hands"][0] == {"rats": "-", "snakes": "add red"}
    names = [e["event"] for e in scene.match.events()[4:]]
    assert names[:7] == ["turn", "instructed", "ran", "instructed", "slithered", "discarded", "drew"]


@rule("MR-09", "MR-10")
def test_with_an_empty_pile_nothing_is_drawn_and_who_has_no_card_loses_for_all() -> None:
    scene = Scene("your 1 | -", seats=2, others=["your 1 | -"], pile=["your 1 | -"] * 2)
    scene.run(1, 1)
    scene.draw("your 1 | -").run(3, 1)
    scene.draw("your 1 | -")
    assert scene.view["pile"] == 0
    scene.run(1, 1)
    assert scene.match.pending == (1,)
    assert scene.view["hands"][0] is None
    scene.run(3, 1)
    assert scene.ended == "MR-10"
    assert scene.match.scores == [0, 0]
    assert scene.refuses(run(1, 1)) == "MR-10"


@rule("MR-11")
@pytest.mark.parametrize("card", ["one red 2", "any 2", "all red 2", "any climb", "all red climb"])
def test_with_no_snake_to_move_the_instruction_does_nothing(card: str) -> None:
    scene = Scene(f"your 1 | {card}").run(1, 1)
    assert scene.match.pending is CHANCE
    assert scene.told("nothing")[0]["rule"] == "MR-11"


@rule("MR-11")
def test_snakes_of_other_colours_do_not_count() -> None:
    scene = Scene("your 1 | all red 2", snakes={"blue 1": "4-8"}).run(1, 1)
    assert scene.match.pending is CHANCE
    assert scene.snake("blue 1") == "4-8"


@rule("MR-11", "MR-28")
def test_with_no_snake_left_to_add_nothing_happens() -> None:
    scene = Scene("your 1 | add red", snakes={"red 1": "space", "red 2": "space", "red 3": "2-5"}).run(1, 1)
    assert scene.match.pending is CHANCE
    assert [scene.snake(f"red {n}") for n in (1, 2, 3)] == ["space", "space", "2-5"]
    assert scene.told("nothing")


@rule("MR-12", "MR-16", "MR-13")
def test_the_rulebooks_example_a_rat_moves_3_past_a_shaft_and_a_ladder_then_all_red_snakes_move_3() -> None:
    scene = Scene("your 3 | all red 3", {1: "4-3"}, {"green 1": "4-2", "red 1": "2-7", "red 2": "3-10"})
    scene.run(1, 3)  # past the ladder on 4-4 and the shaft on 4-5; the other way there is a snake
    assert scene.rat(1) == "4-6"
    scene.slither("red 1", 3).slither("red 2", 3, CCW)  # past the ladder on 3-9, then down the shaft
    assert (scene.snake("red 1"), scene.snake("red 2")) == ("2-10", "2-8")
    assert scene.medkit(1)
    assert scene.match.pending is CHANCE


@rule("MR-12")
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("who", ["your", "any", "all"])
def test_rats_move_as_far_as_the_card_says_in_either_direction(who: str, length: str) -> None:
    scene = Scene(f"{who} {length} | -")
    assert steps_of(scene) == LENGTHS[length]
    assert {move["rat"] for move in scene.legal} == ({1} if who == "your" else {1, 2, 3, 4})
    assert {move["way"] for move in scene.legal} == {CW, CCW}
    for steps in {1, 2, 3} - set(LENGTHS[length]):
        assert scene.refuses(run(1, steps)) == "MR-12"


@rule("MR-12")
def test_rats_move_in_either_direction_round_the_loop() -> None:
    assert Scene("your 3 | -").run(1, 3, CCW).rat(1) == "2-19"  # 1-22 is a ladder foot
    assert Scene("your 2 | -").run(1, 2, CCW).rat(1) == "1-23"
    assert Scene("your 2 | -", {1: "1-23"}).run(1, 2, CW).rat(1) == "1-1"


@rule("MR-12")
def test_your_rat_is_not_anothers_and_a_rat_is_not_moved_in_the_snake_half() -> None:
    scene = Scene("your 1 | one red 1", snakes={"red 1": "2-8"})
    assert scene.refuses(run(2, 1)) == "MR-12"
    scene.run(1, 1)
    assert scene.refuses(run(1, 1)) == "MR-12"
    assert scene.refuses(boost(1)) == "MR-20"


@rule("MR-12", "MR-14")
def test_all_rats_move_once_each_in_any_order_with_their_own_ways_and_lengths() -> None:
    scene = Scene("all 1 or 2 | -")
    scene.run(3, 2, CCW)
    assert scene.refuses(run(3, 1)) == "MR-14"
    assert scene.view["todo"] == [1, 2, 4]
    scene.run(1, 1).run(4, 1, CCW).run(2, 2)
    assert [scene.rat(r) for r in (1, 2, 3, 4)] == ["1-2", "1-9", "1-11", "1-18"]
    assert scene.match.pending is CHANCE


@rule("MR-13")
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("who", ["one red", "any", "all red"])
def test_snakes_move_as_far_as_the_card_says(who: str, length: str) -> None:
    scene = Scene(f"- | {who} {length}", snakes={"red 1": "2-8", "red 2": "3-13", "blue 1": "4-8"})
    assert steps_of(scene) == LENGTHS[length]
    assert {move["snake"] for move in scene.legal} == {"red 1", "red 2"} | ({"blue 1"} if who == "any" else set())
    assert {move["way"] for move in scene.legal} == {CW, CCW}
    for steps in {1, 2, 3} - set(LENGTHS[length]):
        assert scene.refuses(slither("red 1", steps)) == "MR-13"
    if who != "any":
        assert scene.refuses(slither("blue 1", LENGTHS[length][0])) == "MR-13"
    assert scene.refuses(climb("red 1")) == "MR-13"
    scene.slither("red 1", LENGTHS[length][0], CCW)
    assert (scene.match.pending is CHANCE) == (who != "all red")


@rule("MR-13", "MR-25")
def test_any_one_snake_goes_to_the_nearest_ladder_and_up() -> None:
    scene = Scene("- | any climb", snakes={"red 1": "2-11", "blue 1": "4-8"})
    assert {move["snake"] for move in scene.legal} == {"red 1", "blue 1"}
    assert scene.refuses(slither("red 1", 1)) == "MR-13"
    scene.climb("blue 1")
    assert scene.snake("blue 1") == "5-7"
    assert scene.match.pending is CHANCE


@rule("MR-13")
def test_all_snakes_of_a_colour_climb() -> None:
    scene = Scene("- | all red climb", snakes={"red 1": "2-8", "red 2": "4-3", "blue 1": "4-8"})
    assert scene.refuses(climb("blue 1")) == "MR-13"
    scene.climb("red 2").climb("red 1", CCW)
    assert (scene.snake("red 1"), scene.snake("red 2"), scene.snake("blue 1")) == ("3-5", "5-3", "4-8")


@rule("MR-13", "MR-14")
def test_a_new_snake_is_added_on_its_start_by_itself() -> None:
    scene = Scene("your 1 | add green", snakes={"green 1": "2-5"}).run(1, 1)
    assert (scene.snake("green 2"), scene.snake("green 3")) == ("3-12", "aside")
    assert scene.match.pending is CHANCE


@rule("MR-14")
def test_only_the_player_whose_turn_it_is_decides() -> None:
    scene = Scene("your 1 | -")
    for seat in (1, 2, 3):
        assert scene.refuses(run(1, 1), seat) == "MR-14"
    scene.run(1, 1)
    assert scene.match.pending is CHANCE
    for seat in range(4):
        assert scene.match.legal(seat) == []
        refusal = scene.match.why_not(seat, run(1, 1))
        assert refusal is not None
        assert refusal.rule == "MR-14"


@rule("MR-14")
def test_a_rat_boosted_or_bitten_before_its_own_all_move_still_makes_it() -> None:
    scene = Scene("all 2 | -", {1: "1-5", 2: "1-7", 3: "1-14"}, {"red 1": "1-15"})
    scene.run(1, 2).boost(2)
    assert scene.rat(2) == "1-8"
    scene.run(2, 2, CCW)  # onto 1-6, past nobody
    scene.run(3, 2)  # bitten on 1-15, back to 1-13
    assert scene.rat(3) == "1-13"
    assert scene.view["todo"] == [4]
    bitten_first = Scene("all 1 | -", {1: "1-2", 3: "1-14"}, {"red 1": "1-15"}).run(3, 1)
    assert 3 not in bitten_first.view["todo"]
    pushed = Scene("all 1 | -", {1: "1-14", 2: "1-15"}, {"red 1": "1-17"}).run(1, 1).boost(2)
    assert pushed.rat(2) == "2-14"
    assert 2 in pushed.view["todo"]
    thrown_to_snake = Scene("all 1 | -", {1: "1-14", 3: "1-15"}, {"red 1": "1-14"})
    thrown_to_snake.run(1, 1).boost(3, CCW)
    assert thrown_to_snake.rat(3) == "1-13"
    assert thrown_to_snake.refuses(run(3, 1)) is None


@rule("MR-14", "MR-23")
def test_a_rat_that_is_in_the_pod_by_then_does_not_make_its_all_move() -> None:
    scene = Scene("all 1 | -", {1: "5-3", 2: "5-2", 4: "pod"})
    assert scene.view["todo"] == [1, 2, 3]
    assert scene.refuses(run(4, 1)) == "MR-14"
    scene.run(1, 1, CCW).boost(2, CCW)
    assert scene.rat(2) == "pod"
    assert scene.refuses(run(2, 1)) == "MR-14"
    assert scene.view["todo"] == [3]


@rule("MR-14")
def test_a_move_with_one_possibility_is_still_a_move() -> None:
    scene = Scene("- | any climb", snakes={"red 1": "2-8"})
    assert scene.legal == [climb("red 1", CCW)]
    forced = Scene("your 1 | -", {1: "1-6", 2: "1-7", 3: "1-8"}).run(1, 1).boost(2)
    assert forced.legal == [boost(3)]


@rule("MR-14")
def test_same_coloured_snakes_on_one_space_that_are_still_to_move_are_one_choice() -> None:
    scene = Scene("- | all red 1", snakes={"red 1": "2-8", "red 2": "2-8", "red 3": "2-10"})
    assert {move["snake"] for move in scene.legal} == {"red 1", "red 3"}
    assert scene.refuses(slither("red 2", 1)) == "MR-14"
    scene.slither("red 3", 1, CCW).slither("red 1", 1)
    assert scene.snake("red 1") == scene.snake("red 3") == "2-9"
    assert scene.refuses(slither("red 3", 1)) == "MR-14"
    assert {move["snake"] for move in scene.legal} == {"red 2"}
    one = Scene("- | one red 1", snakes={"red 2": "2-8", "red 3": "2-8"})
    assert {move["snake"] for move in one.legal} == {"red 2"}
    mixed = Scene("- | any 1", snakes={"red 1": "2-8", "blue 1": "2-8"})
    assert {move["snake"] for move in mixed.legal} == {"red 1", "blue 1"}


@rule("MR-14")
def test_a_snake_that_has_moved_onto_one_still_to_move_does_not_hide_it() -> None:
    scene = Scene("- | all red 1", snakes={"red 1": "2-8", "red 2": "2-9"}).slither("red 1", 1)
    assert {move["snake"] for move in scene.legal} == {"red 2"}


@rule("MR-15")
def test_the_nearest_ladder_counts_spaces_along_the_loop() -> None:
    scene = Scene("- | any climb", snakes={"red 1": "2-10", "blue 1": "4-2"})
    assert [move for move in scene.legal if move["snake"] == "red 1"] == [climb("red 1", CCW)]
    assert scene.refuses(climb("red 1", CW)) == "MR-15"
    assert [move for move in scene.legal if move["snake"] == "blue 1"] == [climb("blue 1", CW)]
    assert Scene("- | any climb", snakes={"red 1": "2-20"}).climb("red 1", CCW).snake("red 1") == "3-13"


@rule("MR-15")
def test_if_both_ways_are_equally_short_the_player_chooses() -> None:
    for way, top in ((CW, "3-13"), (CCW, "3-5")):
        scene = Scene("- | any climb", snakes={"red 1": "2-11"})
        assert scene.legal == [climb("red 1", CW), climb("red 1", CCW)]
        assert scene.climb("red 1", way).snake("red 1") == top


@rule("MR-15")
def test_two_ways_round_to_the_same_ladder_are_a_choice_too() -> None:
    scene = Scene("- | any climb", {1: "5-7", 2: "2-7"}, {"red 1": "5-5"})
    assert scene.legal == [climb("red 1", CW), climb("red 1", CCW)]


@rule("MR-15", "MR-24")
def test_a_climbing_snake_bites_on_its_way() -> None:
    scene = Scene("- | any climb", {2: "2-7"}, {"red 1": "2-9"}).climb("red 1", CCW)
    assert (scene.rat(2), scene.medkit(2), scene.snake("red 1")) == ("1-7", False, "3-5")


# ---- a moving mole rat ----------------------------------------------------------------------------------------------


@rule("MR-16")
def test_rats_and_equipment_on_the_way_are_ignored() -> None:
    scene = Scene("your 3 | -", {1: "3-6", 2: "3-8"})  # past the shaft on 3-7, the tape and rat 2 on 3-8
    scene.run(1, 3)
    assert (scene.rat(1), scene.rat(2), scene.collected) == ("4-7", "3-8", [])


@rule("MR-16", "MR-21")
def test_snakes_on_the_way_are_never_ignored() -> None:
    scene = Scene("your 3 | -", {1: "2-7"}, {"red 1": "2-9"}).run(1, 3)
    assert (scene.rat(1), scene.medkit(1)) == ("1-1", False)
    assert scene.told("ran")[0]["to"] == "2-9"


@rule("MR-17")
def test_a_rat_that_ends_on_a_ladder_foot_goes_up_and_follows_what_it_finds() -> None:
    assert Scene("your 3 | -").run(1, 3).rat(1) == "2-4"
    bitten = Scene("your 3 | -", snakes={"red 1": "2-4"}).run(1, 3)
    assert (bitten.rat(1), bitten.medkit(1)) == ("1-1", False)
    assert Scene("your 3 | -", {2: "2-4"}).run(1, 3).boosting == 2


@rule("MR-17")
def test_rats_never_go_down_ladders_or_up_shafts() -> None:
    assert Scene("your 1 | -", {1: "2-3"}).run(1, 1).rat(1) == "2-4"  # the top of a ladder
    assert Scene("your 1 | -").run(1, 1).rat(1) == "1-2"  # the lower end of a shaft


@rule("MR-18")
def test_a_rat_that_ends_on_a_shaft_mouth_falls_and_follows_what_it_finds() -> None:
    assert Scene("your 1 | -", {1: "3-6"}).run(1, 1).rat(1) == "2-8"
    assert Scene("your 1 | -", {1: "3-6"}, {"red 1": "2-8"}).run(1, 1).rat(1) == "1-1"
    assert Scene("your 1 | -", {1: "3-6", 3: "2-8"}).run(1, 1).boosting == 3


@rule("MR-18", "MR-30")
def test_a_rat_in_outer_space_loses_the_game_for_all() -> None:
    scene = Scene("your 2 | one red 1", {1: "2-10"}, {"red 1": "3-5"}).run(1, 2)
    assert scene.ended == "MR-18"
    assert scene.match.scores == [0, 0, 0, 0]
    assert scene.rat(1) == "space"
    assert scene.refuses(slither("red 1", 1)) == "MR-18"
    boosted = Scene("your 1 | -", {1: "2-14", 2: "2-13"}).run(1, 1, CCW).boost(2, CCW)
    assert boosted.ended == "MR-18"


@rule("MR-19")
def test_equipment_is_collected_where_a_move_ends_and_never_lost_by_a_bite() -> None:
    scene = Scene("all 1 | all red 1", {1: "3-9", 2: "4-1"}, {"red 1": "3-9"})
    scene.run(1, 1, CCW).run(2, 1)
    assert scene.collected == ["tape", "map"]
    scene.run(3, 1).run(4, 1).slither("red 1", 1, CCW)
    assert (scene.rat(1), scene.medkit(1)) == ("1-1", False)
    assert scene.collected == ["tape", "map"]


@rule("MR-19", "MR-20")
def test_a_boosted_rat_collects_too_and_equipment_is_collected_once() -> None:
    scene = Scene("your 2 | -", {1: "4-5", 2: "4-3"}).run(1, 2, CCW).boost(2, CCW)
    assert scene.collected == ["map"]
    again = Scene("your 1 | -", {1: "4-1"}, items=["map"]).run(1, 1)
    assert again.collected == ["map"]
    assert again.told("collected") == []


@rule("MR-20")
def test_a_rat_that_arrives_stays_and_the_other_is_boosted_to_a_neighbouring_space() -> None:
    for way, end in ((CW, "1-8"), (CCW, "1-6")):
        scene = Scene("your 2 | -", {1: "1-5"}).run(1, 2)
        assert (scene.boosting, scene.rat(1), scene.rat(2)) == (2, "1-7", "1-7")
        assert scene.match.pending == (0,)
        assert scene.legal == [boost(2, CW), boost(2, CCW)]
        assert scene.boost(2, way).rat(2) == end
        assert scene.rat(1) == "1-7"


@rule("MR-20")
def test_a_boosted_rat_follows_what_it_finds_and_can_boost_a_further_rat() -> None:
    up = Scene("your 1 | -", {1: "1-2", 2: "1-3"}).run(1, 1).boost(2)
    assert up.rat(2) == "2-4"
    further = Scene("your 1 | -", {1: "1-2", 2: "1-3", 3: "2-4"}).run(1, 1).boost(2)
    assert (further.boosting, further.rat(2)) == (3, "2-4")
    further.boost(3)
    assert further.rat(3) == "2-5"
    assert further.match.pending is CHANCE


@rule("MR-20")
def test_a_boost_may_not_end_on_the_space_of_a_rat_in_the_chain() -> None:
    scene = Scene("your 1 | -", {1: "1-6", 2: "1-7", 3: "1-8", 4: "1-9"}).run(1, 1).boost(2)
    assert scene.boosting == 3
    assert scene.refuses(boost(3, CCW)) == "MR-20"  # rat 1 is there and began the chain
    scene.boost(3)
    assert scene.refuses(boost(4, CCW)) == "MR-20"
    scene.boost(4)  # onto the ladder foot 1-10
    assert [scene.rat(r) for r in (1, 2, 3, 4)] == ["1-7", "1-8", "1-9", "2-9"]


@rule("MR-20")
def test_a_boost_may_end_on_a_rat_that_is_not_in_the_chain() -> None:
    scene = Scene("your 1 | -", {1: "1-6", 2: "1-7", 3: "1-8"}).run(1, 1)
    assert scene.legal == [boost(2, CW), boost(2, CCW)]


@rule("MR-20")
def test_ladders_and_shafts_count_for_where_a_boost_ends() -> None:
    # Rat 1 climbs to 2-4 and boosts rat 2 to 2-3; from there rat 3 would fall down the shaft on 2-2 to 1-2.
    scene = Scene("your 3 | -", {2: "2-4", 3: "2-3", 4: "1-2"}).run(1, 3).boost(2, CCW)
    assert scene.boosting == 3
    assert scene.refuses(boost(3, CW)) == "MR-20"
    scene.boost(3, CCW)
    assert (scene.rat(3), scene.boosting) == ("1-2", 4)
    # Rat 4 on 1-2 has rat 3 above it in the chain, but neither neighbour leads there.
    assert scene.legal == [boost(4, CW), boost(4, CCW)]


@rule("MR-20")
def test_a_ladder_that_leads_to_a_rat_of_the_chain_is_no_way_out() -> None:
    station = STATION.replace('"2-2" = "1-2"', '"2-3" = "1-5"')
    # Rat 1 climbs to 2-4, rat 2 is boosted into the shaft down to 1-5; from there the ladder on 1-4 leads to rat 1.
    scene = Scene("your 3 | -", {2: "2-4", 3: "1-5"}, station=station).run(1, 3).boost(2, CCW)
    assert (scene.rat(2), scene.boosting) == ("1-5", 3)
    assert scene.refuses(boost(3, CCW)) == "MR-20"
    assert scene.legal == [boost(3, CW)]


@rule("MR-20")
def test_where_a_bite_takes_a_rat_is_not_where_its_boost_ends() -> None:
    # Rat 2 makes room on its own start; a bite on 1-8 brings it back there, to rat 1, which began the chain.
    scene = Scene("your 2 | -", {1: "1-5"}, {"red 1": "1-8"}).run(1, 2)
    assert scene.legal == [boost(2, CW), boost(2, CCW)]
    scene.boost(2)
    assert (scene.rat(2), scene.medkit(2), scene.boosting) == ("1-7", False, 1)
    scene.boost(1, CCW)
    assert scene.rat(1) == "1-6"


@rule("MR-20")
def test_if_both_neighbours_are_forbidden_both_are_allowed() -> None:
    # From 2-7 one neighbour is 2-6, and the other a shaft down to 1-8.
    station = STATION.replace('"1-10" = "2-9"', '"1-9" = "2-6"').replace('"2-6" = "3-5"', '"2-10" = "3-5"')
    station = station.replace('"2-2" = "1-2"', '"2-8" = "1-8"').replace('"3-7" = "2-8"', '"3-7" = "2-9"')
    # Rat 1 arrives on 1-8, rat 2 goes up to 2-6, rat 3 to 2-7, and rat 4 makes room between rats 1 and 2.
    scene = Scene("your 1 | -", {1: "1-7", 2: "1-8", 3: "2-6", 4: "2-7"}, station=station)
    scene.run(1, 1).boost(2).boost(3)
    assert (scene.boosting, scene.view["boost"]["chain"]) == (4, [1, 2, 3])
    assert scene.legal == [boost(4, CW), boost(4, CCW)]
    scene.boost(4)
    assert (scene.rat(4), scene.boosting) == ("1-8", 1)
    assert scene.refuses(boost(1, CW)) == "MR-20"  # up to 2-6, where rat 2 is
    scene.boost(1, CCW)
    assert scene.match.pending is CHANCE


@rule("MR-20", "MR-21")
def test_a_rat_that_is_bitten_on_arrival_boosts_nobody_there() -> None:
    scene = Scene("your 1 | -", {1: "1-6"}, {"red 1": "1-7"}).run(1, 1)  # rat 2 is at home with a snake
    assert (scene.rat(1), scene.rat(2), scene.boosting) == ("1-1", "1-7", None)
    assert scene.medkit(2)


@rule("MR-20", "MR-22")
def test_a_boosted_rat_that_is_bitten_goes_home_and_the_chain_goes_on_there() -> None:
    scene = Scene("your 1 | -", {1: "2-7", 2: "2-8", 3: "1-7", 4: "1-8"}, {"red 1": "2-9"})
    scene.run(1, 1).boost(2)  # bitten on 2-9: home to 1-7, where rat 3 makes room
    assert (scene.rat(2), scene.medkit(2), scene.boosting) == ("1-7", False, 3)
    assert scene.view["boost"]["chain"] == [1, 2]
    scene.boost(3)
    assert scene.boosting == 4
    assert scene.refuses(boost(4, CCW)) == "MR-20"  # rat 2 is in the chain


@rule("MR-20", "MR-24")
def test_a_bite_by_a_moving_snake_begins_a_new_chain() -> None:
    # Rat 1 is bitten on 2-8 and goes home, where rat 2 makes room for it; rat 3 stands next to that.
    scene = Scene("- | one red 3", {1: "2-8", 2: "1-1", 3: "1-2", 4: "2-9"}, {"red 1": "2-7"}).slither("red 1", 3)
    assert (scene.boosting, scene.view["boost"]["chain"]) == (2, [1])
    scene.boost(2)
    assert scene.refuses(boost(3, CCW)) == "MR-20"
    scene.boost(3)
    # The snake goes on and bites rat 4: its home is free, and nothing is left of the first chain.
    assert (scene.rat(4), scene.snake("red 1"), scene.boosting) == ("1-19", "2-10", None)


@rule("MR-20", "MR-24")
def test_a_second_bite_on_the_same_walk_forgets_the_first_chain() -> None:
    scene = Scene("- | one red 2", {1: "2-8", 2: "1-1", 3: "1-19", 4: "2-9"}, {"red 1": "2-7"}).slither("red 1", 2)
    scene.boost(2)  # make room for rat 1 on 1-1; then rat 4 is bitten and rat 3 makes room for it on 1-19
    assert (scene.boosting, scene.view["boost"]["chain"]) == (3, [4])


@rule("MR-20", "MR-24")
def test_a_rat_that_comes_onto_a_paused_snake_is_bitten_and_begins_no_new_chain() -> None:
    # The snake bites rat 1 on 1-3 and pauses there; rat 2 makes room on 1-1 and goes by 1-2 onto the snake.
    scene = Scene("- | one red 3", {1: "1-3", 2: "1-1", 3: "1-2", 4: "1-7"}, {"red 1": "1-5"}).slither("red 1", 3, CCW)
    assert scene.view["walk"] == {"snake": "red 1", "steps": 1, "way": CCW}
    scene.boost(2).boost(3)  # rat 3 goes from 1-2 to 1-3, onto the snake, and home to 1-13
    assert (scene.rat(3), scene.medkit(3)) == ("1-13", False)
    # The snake goes on to 1-2 and bites rat 2, whose home is 1-7: there rat 4 makes room in a new chain.
    assert (scene.boosting, scene.view["boost"]["chain"], scene.rat(2)) == (4, [2], "1-7")
    longer = Scene("- | one red 3", {1: "1-3", 2: "1-1", 3: "1-7"}, {"red 1": "1-5"}).slither("red 1", 3, CCW)
    longer.boost(2)
    assert longer.rat(2) == "1-7"
    assert longer.view["boost"] == {"rat": 3, "chain": [2]}


@rule("MR-20")
def test_a_paused_snake_does_not_end_the_chain_of_a_rat_bitten_by_it() -> None:
    # Rat 2 is boosted onto the paused snake on 1-2 and brought home to 1-7, where rat 3 makes room: still one chain.
    scene = Scene("- | one red 2", {1: "1-2", 2: "1-1", 3: "1-7"}, {"red 1": "1-3"}).slither("red 1", 2, CCW)
    assert scene.boosting == 2
    scene.boost(2)
    assert (scene.rat(2), scene.boosting) == ("1-7", 3)
    assert scene.view["boost"]["chain"] == [1, 2]


@rule("MR-20")
def test_while_a_rat_has_to_make_room_nothing_else_is_asked() -> None:
    scene = Scene("all 2 | all red 1", {1: "1-5"}, {"red 1": "2-8"}).run(1, 2)
    assert scene.refuses(run(3, 2)) == "MR-12"
    assert scene.refuses(slither("red 1", 1)) == "MR-13"
    assert scene.refuses(climb("red 1")) == "MR-13"
    assert scene.refuses(boost(1)) == "MR-20"
    with pytest.raises(Refused):
        scene.boost(3)


@rule("MR-20")
def test_rats_share_the_pod() -> None:
    scene = Scene("your 1 | -", {1: "5-2", 2: "pod"}).run(1, 1, CCW)
    assert (scene.rat(1), scene.boosting) == ("pod", None)


@rule("MR-21")
def test_one_bite_however_many_snakes() -> None:
    scene = Scene("your 1 | -", {1: "2-7"}, {"red 1": "2-8", "red 2": "2-8", "blue 1": "2-8"}).run(1, 1)
    assert (scene.rat(1), scene.medkit(1), scene.ended) == ("1-1", False, None)
    assert len(scene.told("bitten")) == 1


@rule("MR-21", "MR-30")
def test_a_rat_bitten_without_a_medkit_loses_the_game_for_all() -> None:
    scene = Scene("your 1 | -", {1: "2-7"}, {"red 1": "2-8"}, bitten=[1]).run(1, 1)
    assert scene.ended == "MR-21"
    assert scene.match.scores == [0, 0, 0, 0]
    assert scene.refuses(run(1, 1)) == "MR-21"


@rule("MR-21")
def test_the_words_say_what_happened() -> None:
    scene = Scene("all 1 | -", {2: "3-10"}, {"red 1": "3-11"}).run(2, 1)
    said = scene.match.sentence(scene.told("bitten")[0])
    assert said == "Rat 2 is bitten at tier 3 and goes back to start: its medkit is gone."


@rule("MR-22")
def test_being_brought_back_is_not_a_move_and_leaving_a_snake_is_no_bite() -> None:
    scene = Scene("all 1 | -", {1: "2-7"}, {"red 1": "2-8", "blue 1": "1-1"}).run(1, 1)
    assert (scene.rat(1), scene.medkit(1), scene.ended) == ("1-1", False, None)
    scene.run(2, 1).run(3, 1).run(4, 1)
    leaving = Scene("your 1 | -", {1: "1-1"}, {"blue 1": "1-1"}, bitten=[1]).run(1, 1)
    assert (leaving.rat(1), leaving.ended) == ("1-2", None)
    boosted = Scene("your 1 | -", {1: "2-7", 2: "1-1"}, {"red 1": "2-8"}, bitten=[2]).run(1, 1)
    assert boosted.boosting == 2
    assert boosted.boost(2).rat(2) == "1-2"


@rule("MR-22", "MR-20")
def test_a_rat_standing_on_the_start_of_a_bitten_rat_is_boosted() -> None:
    scene = Scene("your 1 | -", {1: "2-7", 4: "1-1"}, {"red 1": "2-8"}).run(1, 1)
    assert (scene.boosting, scene.rat(1)) == (4, "1-1")
    assert scene.view["boost"]["chain"] == [1]


@rule("MR-23")
def test_with_the_own_rat_in_the_pod_another_players_rat_is_moved() -> None:
    scene = Scene("your 2 | -", {1: "pod"})
    assert {move["rat"] for move in scene.legal} == {2, 3, 4}
    assert scene.refuses(run(1, 2)) == "MR-23"
    assert scene.run(3, 2).rat(3) == "1-15"
    assert scene.match.pending is CHANCE
    others = Scene("any 2 | -", {3: "pod"})
    assert others.refuses(run(3, 2)) == "MR-23"


@rule("MR-23", "MR-30")
def test_all_rats_in_the_pod_without_all_equipment_is_lost_at_once() -> None:
    scene = Scene("your 1 | -", {1: "5-2", 2: "pod", 3: "pod", 4: "pod"}, items=["map", "food", "tape"]).run(1, 1, CCW)
    assert scene.ended == "MR-23"
    assert scene.match.scores == [0, 0, 0, 0]
    assert scene.refuses(run(1, 1)) == "MR-23"
    assert scene.match.result is not None
    assert "equipment" in scene.match.result["why"]


# ---- a moving snake -------------------------------------------------------------------------------------------------


@rule("MR-24")
def test_a_snake_bites_rats_on_its_way_and_goes_on() -> None:
    scene = Scene("- | one red 3", {1: "2-8", 2: "2-10"}, {"red 1": "2-7"}).slither("red 1", 3)
    assert (scene.rat(1), scene.rat(2), scene.snake("red 1")) == ("1-1", "1-7", "2-10")
    assert not scene.medkit(1)
    assert not scene.medkit(2)


@rule("MR-24")
def test_bite_and_boosts_are_finished_before_the_snakes_next_step() -> None:
    scene = Scene("- | one red 3", {1: "2-8", 2: "1-1"}, {"red 1": "2-7"}).slither("red 1", 3)
    assert (scene.boosting, scene.snake("red 1")) == (2, "2-8")
    scene.boost(2)
    assert scene.snake("red 1") == "2-10"
    assert scene.match.pending is CHANCE


@rule("MR-24", "MR-21")
def test_further_on_it_may_bite_the_same_rat_again() -> None:
    scene = Scene("- | one red 3", {1: "1-23"}, {"red 1": "1-22"}).slither("red 1", 3)
    assert scene.ended == "MR-21"
    assert [e["at"] for e in scene.told("bitten")] == ["1-23", "1-1"]


@rule("MR-24", "MR-22")
def test_a_rat_bitten_on_its_own_start_stays_there_and_is_bitten_once() -> None:
    scene = Scene("- | one red 2", {}, {"red 1": "1-24"}).slither("red 1", 2)
    assert (scene.rat(1), scene.medkit(1), scene.snake("red 1")) == ("1-1", False, "1-2")


@rule("MR-25")
def test_ladders_and_shafts_act_only_where_a_snake_ends() -> None:
    assert Scene("- | one red 2", snakes={"red 1": "2-5"}).slither("red 1", 2).snake("red 1") == "2-7"
    assert Scene("- | one red 1", snakes={"red 1": "2-5"}).slither("red 1", 1).snake("red 1") == "3-5"
    assert Scene("- | one red 1", snakes={"red 1": "3-8"}).slither("red 1", 1, CCW).snake("red 1") == "2-8"
    assert Scene("- | one red 1", snakes={"red 1": "2-3"}).slither("red 1", 1).snake("red 1") == "2-4"
    assert Scene("- | one red 1", snakes={"red 1": "1-1"}).slither("red 1", 1).snake("red 1") == "1-2"


@rule("MR-25", "MR-28")
def test_into_outer_space_means_out_of_play_for_good() -> None:
    scene = Scene("- | any 2", snakes={"red 1": "2-10", "blue 1": "4-8"}, others=["your 1 | any 1"]).slither("red 1", 2)
    assert scene.snake("red 1") == "space"
    scene.draw().run(2, 1)
    assert scene.refuses(slither("red 1", 1)) == "MR-25"
    climbing = Scene("- | any climb", snakes={"red 1": "space", "blue 1": "4-8"})
    assert climbing.refuses(climb("red 1")) == "MR-25"


@rule("MR-25")
def test_a_snake_bites_where_it_arrives() -> None:
    up = Scene("- | one red 1", {2: "3-5"}, {"red 1": "2-5"}).slither("red 1", 1)
    assert (up.rat(2), up.medkit(2), up.snake("red 1")) == ("1-7", False, "3-5")
    down = Scene("- | one red 1", {2: "2-8", 3: "1-7"}, {"red 1": "3-6"}).slither("red 1", 1)
    assert (down.rat(2), down.boosting) == ("1-7", 3)
    assert down.view["walk"] is None


@rule("MR-26", "MR-30")
def test_a_snake_in_the_pod_loses_the_game_for_all() -> None:
    for scene in (
        Scene("- | one red 2", snakes={"red 1": "5-7"}).slither("red 1", 2),
        Scene("- | any climb", snakes={"red 1": "5-3"}).climb("red 1", CCW),
    ):
        assert scene.ended == "MR-26"
        assert scene.snake("red 1") == "pod"
        assert scene.match.scores == [0, 0, 0, 0]
        assert scene.refuses(slither("red 1", 1)) == "MR-26"


@rule("MR-27")
def test_snakes_share_spaces_and_leave_equipment_where_it_is() -> None:
    scene = Scene("all 1 | all red 1", {1: "4-3"}, {"red 1": "4-1", "red 2": "4-3", "blue 1": "4-2"})
    scene.run(1, 1, CCW)
    assert (scene.collected, scene.rat(1), scene.medkit(1)) == ([], "1-1", False)
    scene.run(2, 1).run(3, 1).run(4, 1)
    scene.slither("red 1", 1).slither("red 2", 1, CCW)
    assert {scene.snake(s) for s in ("red 1", "red 2", "blue 1")} == {"4-2"}
    assert scene.collected == []


@rule("MR-28")
def test_a_snake_added_onto_a_rat_bites_it() -> None:
    scene = Scene("- | add blue", {2: "4-8", 3: "1-7"}, {"blue 1": "3-5"})
    assert (scene.snake("blue 2"), scene.rat(2), scene.medkit(2)) == ("4-8", "1-7", False)
    assert (scene.boosting, scene.view["boost"]["chain"]) == (3, [2])
    scene.boost(3)
    assert scene.match.pending is CHANCE


# ---- the end --------------------------------------------------------------------------------------------------------


@rule("MR-29", "MR-30")
def test_all_equipment_and_all_rats_in_the_pod_win_at_once() -> None:
    rats = {1: "5-2", 2: "pod", 3: "pod", 4: "pod"}
    scene = Scene("your 1 | one red 2", rats, {"red 1": "5-7"}, items=ITEMS)
    assert scene.match.scores == [0, 0, 0, 0]
    scene.run(1, 1, CCW)
    assert scene.ended == "MR-29"
    assert scene.match.scores == [1, 1, 1, 1]
    assert scene.view["won"] is True
    assert scene.refuses(slither("red 1", 2)) == "MR-29"
    assert scene.match.result is not None
    assert scene.match.result["points"] == [8, 8, 8, 8]


@rule("MR-29")
def test_only_rats_in_play_count() -> None:
    scene = Scene("your 1 | -", {1: "5-2", 3: "pod"}, items=ITEMS, seats=2).run(1, 1, CCW)
    assert scene.match.scores == [1, 1]


@rule("MR-29")
def test_a_boost_into_the_pod_can_win() -> None:
    scene = Scene("your 1 | -", {1: "5-3", 3: "5-2"}, items=ITEMS, seats=2).run(1, 1, CCW).boost(3, CCW)
    assert (scene.rat(3), scene.ended) == ("pod", None)
    scene.draw()
    assert scene.match.pending is CHANCE


@rule("MR-30")
def test_the_result_names_its_clause_in_words() -> None:
    for ended in ("MR-10", "MR-18", "MR-21", "MR-23", "MR-26", "MR-29"):
        assert f"ended-{ended}" in GAME.words
        assert f"refused-{ended}" in GAME.words


@rule("MR-31")
@pytest.mark.parametrize(("seats", "cards"), [(2, 48), (3, 51), (4, 51)])
def test_the_challenge_shuffles_five_cards_in(seats: int, cards: int) -> None:
    plain, challenge = GAME.match(seats).view(), GAME.match(seats, {"challenge": True}).view()
    assert challenge["pile"] == cards == plain["pile"] + 5
    assert any(card["snakes"] == "every climb" for card in challenge["cards"])
    assert not any(card["snakes"] == "every climb" for card in plain["cards"])


@rule("MR-31", "MR-14", "MR-15")
def test_every_snake_of_every_colour_goes_to_its_nearest_ladder_and_up() -> None:
    match = GAME.match(2, {"challenge": True}, box=edition([IDLE] * 6))
    table = match._tables[0]
    table["rat"][0] = 42
    match.chance(outcome("- | every climb"))
    match.chance(outcome(IDLE))
    assert match.view()["todo"] == ["red 1", "yellow 1", "green 1", "blue 1"]
    refusal = match.why_not(0, slither("red 1", 1))
    assert refusal is not None
    assert refusal.rule == "MR-13"
    for move in (climb("blue 1"), climb("red 1", CCW), climb("green 1", CCW)):
        match.play(0, move)
    assert match.view()["todo"] == ["yellow 1"]
    refusal = match.why_not(0, climb("blue 1"))
    assert refusal is not None
    assert refusal.rule == "MR-14"
    match.play(0, climb("yellow 1", CCW))
    where = {snake["snake"]: snake["at"] for snake in match.view()["snakes"]}
    assert [where[f"{c} 1"] for c in ("red", "yellow", "green", "blue")] == ["3-5", "4-1", "4-7", "5-7"]


# ---- small moves can be taken back, and both halves of a card are optional -------------------------------------------


@rule("MR-06", "MR-09")
def test_a_card_may_have_only_one_half() -> None:
    only_rats = Scene("your 1 | -", snakes={"red 1": "2-8"}).run(1, 1)
    assert only_rats.match.pending is CHANCE
    only_snakes = Scene("- | one red 1", snakes={"red 1": "2-8"})
    assert only_snakes.view["half"] == "snakes"


@rule("MR-14")
def test_every_small_move_of_a_turn_can_be_taken_back() -> None:
    match = GAME.match(2, box=edition(["all 1 | -"] * 6))
    match.chance()
    match.chance()
    before = match.table.tobytes()
    match.play(0, run(1, 1))
    assert match.undo(0) == run(1, 1)
    assert match.table.tobytes() == before
