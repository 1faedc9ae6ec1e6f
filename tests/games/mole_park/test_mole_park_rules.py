"""Mole Park clause by clause: given this table, this move, then this."""

from __future__ import annotations

from typing import Any

import pytest
from mole_park_tables import (
    FACE_UP,
    GAME,
    HOLD,
    PASS,
    PILES,
    STARS_28,
    STARS_29,
    STARS_32,
    answer,
    choose,
    declare,
    draw,
    draw_all,
    finish_turning,
    happened,
    lay,
    moles,
    names,
    phase,
    play_dice,
    player,
    roll,
    rule_against,
    take,
    turn,
    up,
)

from molehill import CHANCE, Malformed, Match, NoUndo, Refused, Unknown
from molehill.engine.structures import LARGEST

DICE = ("glove", "pan", "mallet", "prize")

# ---- components and set-up ------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-01")
def test_every_player_has_three_whacking_dice_that_differ_and_a_prize_die() -> None:
    match = lay()
    assert match.view()["dice"] == {
        "glove": [1, 2, 3, 4, 5, "X"],
        "pan": [1, 1, 2, 2, 3, "X"],
        "mallet": [3, 4, 4, 5, 5, "X"],
        "prize": [1, 2, 3, 4, 6, 8],
    }
    for seat in range(3):
        assert [move["die"] for move in match.legal(seat)] == list(DICE)


@pytest.mark.rule("MP-01")
@pytest.mark.parametrize(
    ("die", "weights"),
    [
        ("glove", {"X": 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}),
        ("pan", {"X": 1, 1: 2, 2: 2, 3: 1}),
        ("mallet", {"X": 1, 3: 1, 4: 2, 5: 2}),
        ("prize", {1: 1, 2: 1, 3: 1, 4: 1, 6: 1, 8: 1}),
    ],
)
def test_each_face_of_a_die_is_equally_likely(die: str, weights: dict[Any, int]) -> None:
    match = lay()
    choose(match, die, "glove", "glove")
    assert {o.outcome["shows"]: o.weight for o in match.outcomes()} == weights
    assert {(o.outcome["seat"], o.outcome["die"]) for o in match.outcomes()} == {(0, die)}


@pytest.mark.rule("MP-02")
def test_the_board_has_five_holes_a_burrow_a_mole_hill_and_seven_prize_piles() -> None:
    view = GAME.match().view()
    assert view["holes"] == [0] * 5
    assert view["burrow"] == 125
    assert view["hill"] == [0] * 5
    assert [pile["pile"] for pile in view["piles"]] == list(PILES)
    assert view["crown"] == {"cost": 40, "cards": 8}


@pytest.mark.rule("MP-03")
def test_there_are_125_moles_and_low_ones_are_more_common() -> None:
    assert lay().view()["moles"] == [40, 32, 25, 18, 10]
    assert sum(lay().view()["moles"]) == 125


@pytest.mark.rule("MP-04")
def test_there_are_56_prizes_in_seven_decks_of_eight() -> None:
    view = lay().view()
    assert [len(pile["cards"]) for pile in view["piles"]] == [8] * 6
    assert [pile["cost"] for pile in view["piles"]] == [10, 15, 20, 25, 30, 35]
    names = [card["name"] for pile in view["piles"] for card in pile["cards"]]
    assert len(set(names)) == 48
    assert len(names) + view["crown"]["cards"] == 56
    means = [sum(card["stars"] for card in pile["cards"]) / 8 for pile in view["piles"]]
    assert means == sorted(set(means))
    for pile, base in zip(view["piles"], (2, 4, 6, 8, 11, 14), strict=True):
        cards = sorted((card["stars"] - base, card["hand"]) for card in pile["cards"])
        assert cards == [(-1, 1)] + [(0, 0)] * 5 + [(1, 0)] * 2


@pytest.mark.rule("MP-04")
def test_the_crown_always_needs_prizes() -> None:
    match = lay(2, hands={0: [5] * 5})
    declare(match, 0)
    choose(match, "glove")
    roll(match, 8, "X")
    assert happened(match, "total")[0]["total"] == 33
    assert not match.over


@pytest.mark.rule("MP-05")
@pytest.mark.parametrize("king", range(5))
def test_the_table_chooses_king_mole(king: int) -> None:
    assert GAME.match(5, {"king": king + 1}).view()["king"] == king


@pytest.mark.rule("MP-05")
def test_king_mole_is_the_first_seat_by_default_and_must_have_a_seat() -> None:
    assert GAME.match(5).view()["king"] == 0
    with pytest.raises(Unknown, match="king"):
        GAME.match(3, {"king": 4})


@pytest.mark.rule("MP-05")
def test_in_a_rematch_the_winner_is_king_mole_or_the_same_one_if_nobody_won() -> None:
    rematch = GAME.part("view").rematch
    match = lay(3, king=2, hands={1: [5] * 5}, prizes={1: STARS_29})
    assert rematch(match.view()) == {"king": 3}
    declare(match, 1)
    choose(match, "glove", "glove")
    roll(match, "X", 1, "X")
    assert match.result
    assert match.result["winners"] == [1]
    assert rematch(match.view()) == {"king": 2}
    drawn = lay(3, king=2, after=99)
    play_dice(drawn, ("glove", "X"), ("glove", "X"), ("glove", "X"))
    assert drawn.over
    assert rematch(drawn.view()) == {"king": 3}


@pytest.mark.rule("MP-05")
def test_the_roll_is_called_for_king_mole_as_soon_as_everyone_has_chosen() -> None:
    match = lay(3, king=1)
    for seat in (2, 0):
        match.play(seat, {"do": "choose", "die": "pan"})
        assert not happened(match, "called")
    match.play(1, {"do": "choose", "die": "pan"})
    assert happened(match, "called") == [{"event": "called", "rule": "MP-05", "king": 1}]
    assert match.pending is CHANCE


@pytest.mark.rule("MP-06")
def test_each_deck_except_the_crown_has_its_top_card_turned_up_by_chance() -> None:
    match = GAME.match()
    assert match.view()["round"] == 0
    for number, pile in enumerate(PILES):
        assert match.pending is CHANCE
        assert [(o.outcome, o.weight) for o in match.outcomes()] == [
            ({"do": "turn", "pile": pile, "card": c}, 1) for c in range(1, 9)
        ]
        assert up(match) == [FACE_UP[p] if k < number else None for k, p in enumerate(PILES)]
        assert rule_against(match, 0, {"do": "choose", "die": "pan"}) == "MP-06"
        turn(match, pile, FACE_UP[pile])
    assert up(match) == list(FACE_UP.values())
    assert [pile["down"] for pile in match.view()["piles"]] == [7] * 6
    assert match.view()["crown"]["cards"] == 8
    assert match.view()["round"] == 1


# ---- a round --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-07")
@pytest.mark.parametrize("seats", range(2, 9))
def test_everyone_plays_every_round_at_the_same_time_with_one_die(seats: int) -> None:
    match = lay(seats)
    for number in (1, 2):
        assert match.view()["round"] == number
        assert match.pending == tuple(range(seats))
        play_dice(match, *[("glove", "X")] * seats)
        assert len(happened(match, "rolled")) == number * seats


@pytest.mark.rule("MP-08")
@pytest.mark.parametrize(("seats", "each"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2)])
def test_moles_are_dealt_to_every_hole_whatever_is_left_there(seats: int, each: int) -> None:
    match = lay(seats, holes=(0, 1, 2, 3, 4))
    assert match.view()["holes"] == [n + each for n in range(5)]
    assert match.view()["burrow"] == 125 - 10 - 5 * each


@pytest.mark.rule("MP-08")
@pytest.mark.parametrize(("seats", "after"), [(2, 5), (3, 5), (4, 6), (5, 6), (6, 7), (8, 7)])
def test_two_or_three_players_deal_none_to_a_hole_that_has_five(seats: int, after: int) -> None:
    match = lay(seats, holes=(5, 0, 0, 0, 0))
    assert match.view()["holes"][0] == after


@pytest.mark.rule("MP-08")
def test_an_empty_burrow_is_refilled_from_the_mole_hill_when_a_mole_is_to_be_dealt() -> None:
    match = lay(4, hill=[1, 2, 2, 5], burrow=3)
    assert [e["event"] for e in match.events()][-5:] == ["round", "dealt", "refilled", "dealt", "stage"]
    first, second = happened(match, "dealt")
    assert first["holes"] == [1, 1, 1, 0, 0]
    assert happened(match, "refilled")[0]["moles"] == 4
    assert second["holes"] == [0, 0, 0, 1, 1]
    assert match.view()["burrow"] == 2
    assert match.view()["hill"] == [0] * 5
    choose(match, *["glove"] * 4)
    roll(match, 1, "X", "X", "X")
    weights = {o.outcome["stars"]: o.weight for o in match.outcomes()}
    assert sum(weights.values()) == 7, "what was on the Mole Hill can be drawn again"
    assert weights[5] >= 1


@pytest.mark.rule("MP-08")
def test_the_mole_hill_stays_while_the_burrow_still_has_a_mole_for_every_deal() -> None:
    match = lay(4, hill=[1, 2], burrow=5)
    assert match.view()["burrow"] == 0
    assert match.view()["hill"] == [1, 1, 0, 0, 0]
    assert not happened(match, "refilled")


@pytest.mark.rule("MP-08")
def test_when_burrow_and_mole_hill_are_empty_the_remaining_holes_get_none() -> None:
    match = lay(4, burrow=3)
    assert match.view()["holes"] == [1, 1, 1, 0, 0]
    assert match.view()["burrow"] == 0


@pytest.mark.rule("MP-08")
def test_a_holes_two_moles_are_dealt_one_after_the_other() -> None:
    match = lay(6, burrow=3)
    assert match.view()["holes"] == [2, 1, 0, 0, 0]


@pytest.mark.rule("MP-08")
def test_which_mole_one_is_gets_decided_when_it_is_taken_from_all_that_are_unseen() -> None:
    match = lay(2, hands={1: [5, 5, 1]}, hill=[4, 4])
    choose(match, "glove", "glove")
    roll(match, 3, "X")
    assert {o.outcome["stars"]: o.weight for o in match.outcomes()} == {1: 39, 2: 32, 3: 25, 4: 16, 5: 8}
    assert all(o.outcome["seat"] == 0 for o in match.outcomes())


@pytest.mark.rule("MP-08", "MP-14")
def test_only_its_taker_learns_which_mole_it_is() -> None:
    ways = []
    for stars in (1, 5):
        match = lay(3)
        choose(match, "glove", "glove", "glove")
        roll(match, 3, 1, "X")
        draw(match, 2, stars)
        ways.append(match)
    low, high = ways
    for viewer in (1, 2, None):
        assert low.events(viewer) == high.events(viewer)
        assert low.view(viewer) == high.view(viewer)
        assert low.veiled(viewer).tobytes() == high.veiled(viewer).tobytes()
    assert player(low, 0)["hand"] == [1, 0, 0, 0, 0]
    assert player(high, 0)["hand"] == [0, 0, 0, 0, 1]
    assert player(high, 0, viewer=1)["hand"] is None
    assert player(high, 0, viewer=1)["moles"] == 1
    assert [e["stars"] for e in happened(high, "drew", 0)] == [5]
    assert [e["stars"] for e in happened(high, "drew", 1)] == [2]


# ---- declarations ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-09")
@pytest.mark.parametrize("said", [{"do": "declare"}, HOLD], ids=["declared", "held"])
def test_an_answer_is_final(said: dict[str, Any]) -> None:
    """If only one of them could be taken back, to do so would tell the others which it was."""
    match = lay(2, hands={0: [5], 1: [5]})
    match.play(0, said)
    assert not match.can_undo(0)
    with pytest.raises(NoUndo, match="final"):
        match.undo(0)
    assert match.pending == (1,)


@pytest.mark.rule("MP-09")
def test_only_players_with_a_mole_are_asked_after_the_deal_and_before_dice_are_chosen() -> None:
    match = lay(4, hands={1: [1], 3: [2, 2]})
    assert phase(match) == "declare"
    assert match.pending == (1, 3)
    assert sum(match.view()["holes"]) == 5
    assert [m["do"] for m in match.legal(1)] == ["declare", "hold"]
    assert match.legal(0) == []
    assert rule_against(match, 0, {"do": "declare"}) == "MP-09"
    assert rule_against(match, 1, {"do": "choose", "die": "pan"}) == "MP-10"


@pytest.mark.rule("MP-09")
def test_nobody_is_asked_when_nobody_has_a_mole() -> None:
    match = lay(4)
    assert phase(match) == "choose"
    assert rule_against(match, 2, {"do": "declare"}) == "MP-09"
    assert rule_against(match, 2, HOLD) == "MP-09"


@pytest.mark.rule("MP-09")
def test_answers_are_hidden_until_the_wave_is_complete() -> None:
    ways = []
    for first in ("declare", "hold"):
        match = lay(3, hands={0: [1], 1: [1], 2: [1]})
        match.play(0, {"do": first})
        ways.append(match)
        assert match.pending == (1, 2)
        assert player(match, 0)["answer"] == first
        assert player(match, 0, viewer=1)["answer"] is None
        assert player(match, 0, viewer=1)["ready"]
        assert not player(match, 0)["declared"]
        assert rule_against(match, 0, {"do": "declare"}) == "MP-09"
    for viewer in (1, 2, None):
        assert ways[0].events(viewer) == ways[1].events(viewer)
        assert ways[0].veiled(viewer).tobytes() == ways[1].veiled(viewer).tobytes()
    for match in ways:
        match.play(2, HOLD)
        match.play(1, HOLD)
    assert player(ways[0], 0, viewer=2)["declared"]
    assert not player(ways[1], 0, viewer=2)["declared"]


@pytest.mark.rule("MP-09")
def test_after_the_first_declarations_the_others_are_asked_once_more() -> None:
    match = lay(4, hands={0: [1], 1: [1], 2: [1]})
    answer(match, 1)
    assert phase(match) == "declare"
    assert match.view()["wave"] == 2
    assert match.pending == (0, 2)
    assert rule_against(match, 1, HOLD) == "MP-09"
    answer(match, 2)
    assert phase(match) == "choose"
    assert [player(match, s)["declared"] for s in range(4)] == [False, True, True, False]
    assert match.pending == (0, 3)


@pytest.mark.rule("MP-09")
def test_there_is_no_second_wave_when_nobody_declared_and_none_for_nobody() -> None:
    match = lay(3, hands={0: [1], 1: [1]})
    answer(match)
    assert phase(match) == "choose"
    assert happened(match, "nobody")
    both = lay(3, hands={0: [1], 1: [1]})
    answer(both, 0, 1)
    assert phase(both) == "choose"
    assert both.pending == (2,)


@pytest.mark.rule("MP-09", "MP-10")
def test_a_declaration_is_final_and_whoever_declared_rolls_the_prize_die() -> None:
    match = lay(3, hands={0: [1], 1: [1]})
    declare(match, 1)
    assert match.pending == (0, 2)
    assert player(match, 1)["die"] == "prize"
    assert rule_against(match, 1, {"do": "choose", "die": "glove"}) == "MP-10"
    choose(match, "pan", "pan")
    assert [player(match, s)["die"] for s in range(3)] == ["pan", "prize", "pan"]


@pytest.mark.rule("MP-09", "MP-10")
def test_when_all_have_declared_nobody_is_asked_for_a_die() -> None:
    match = lay(2, hands={0: [1], 1: [1]})
    answer(match, 0, 1)
    assert phase(match) == "roll"
    assert [player(match, s)["die"] for s in range(2)] == ["prize", "prize"]


# ---- choosing and rolling -------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-10")
def test_dice_are_chosen_in_secret_and_shown_when_all_have_chosen() -> None:
    ways = []
    for die in DICE:
        match = lay(3, hands={0: [3]})
        declare(match)
        match.play(0, {"do": "choose", "die": die})
        ways.append(match)
        assert match.pending == (1, 2)
        assert player(match, 0)["die"] == die
        assert player(match, 0, viewer=1)["die"] is None
        assert player(match, 0, viewer=1)["ready"]
        assert rule_against(match, 0, {"do": "choose", "die": "pan"}) == "MP-10"
    for viewer in (1, 2, None):
        assert len({repr(way.events(viewer)) for way in ways}) == 1
        assert len({way.veiled(viewer).tobytes() for way in ways}) == 1
    for die, match in zip(DICE, ways, strict=True):
        match.play(2, {"do": "choose", "die": "pan"})
        assert not happened(match, "die")
        match.play(1, {"do": "choose", "die": "mallet"})
        assert [e["die"] for e in happened(match, "die")] == [die, "mallet", "pan"]


@pytest.mark.rule("MP-10")
def test_all_roll_together_in_seat_order_whoever_chose_first() -> None:
    match = lay(3)
    for seat, die in ((2, "pan"), (0, "glove"), (1, "mallet")):
        match.play(seat, {"do": "choose", "die": die})
    for seat, die in enumerate(("glove", "mallet", "pan")):
        assert {(o.outcome["seat"], o.outcome["die"]) for o in match.outcomes()} == {(seat, die)}
        assert rule_against(match, seat, {"do": "choose", "die": die}) == "MP-10"
        roll(match, "X")
    assert [(e["seat"], e["die"], e["shows"]) for e in happened(match, "rolled")] == [
        (0, "glove", "X"),
        (1, "mallet", "X"),
        (2, "pan", "X"),
    ]


@pytest.mark.rule("MP-10", "MP-16")
def test_a_player_without_moles_may_choose_the_prize_die_and_gets_nothing() -> None:
    match = lay(2, prizes={0: STARS_29})
    choose(match, "prize", "glove")
    roll(match, 8, "X")
    assert [(e["event"], e["rule"]) for e in match.events() if e["event"] in ("empty", "showed", "no-prize")] == [
        ("empty", "MP-16")
    ]
    assert player(match, 0)["total"] is None
    assert phase(match) == "choose"
    assert match.view()["round"] == 2


@pytest.mark.rule("MP-11")
def test_whacking_is_settled_before_winning() -> None:
    match = lay(3, hands={0: [5, 5, 5], 2: [1] * 5}, holes=(0, 0, 1, 0, 0))
    choose(match, "prize", "glove", "mallet")
    roll(match, 8, 1, 3)
    assert phase(match) == "whack"
    draw(match, 1, 2, 2)
    assert phase(match) == "discard"
    assert not happened(match, "showed")
    match.play(2, {"do": "discard", "stars": 1})
    assert not happened(match, "showed")
    match.play(2, {"do": "discard", "stars": 1})
    assert happened(match, "showed")
    assert phase(match) == "pick"


# ---- whacking -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-12")
def test_an_x_misses_and_a_number_whacks_that_hole() -> None:
    for hole in range(1, 6):
        match = lay(2, holes=(1, 1, 1, 1, 1))
        choose(match, "glove", "glove")
        roll(match, hole, "X")
        draw(match, 1, 1)
        assert moles(match) == [2, 0]
        assert happened(match, "took") == [{"event": "took", "rule": "MP-13", "seat": 0, "hole": hole}] * 2


@pytest.mark.rule("MP-12")
def test_the_number_of_a_prize_die_whacks_nothing() -> None:
    match = lay(2, hands={0: [1]})
    choose(match, "prize", "glove")
    roll(match, 3, "X")
    assert not happened(match, "took")
    assert happened(match, "total")[0]["total"] == 4


@pytest.mark.rule("MP-13")
@pytest.mark.parametrize(
    ("left", "whackers", "each", "stays"),
    [(0, 1, 1, 0), (2, 2, 1, 1), (3, 2, 2, 0), (4, 3, 1, 2), (0, 2, 0, 1), (1, 3, 0, 2), (5, 3, 2, 0), (8, 4, 2, 1)],
)
def test_a_holes_moles_are_split_evenly_and_the_rest_stays(left: int, whackers: int, each: int, stays: int) -> None:
    match = lay(4, holes=(0, 0, left, 0, 0))
    play_dice(match, *[("glove", 3)] * whackers, *[("glove", "X")] * (4 - whackers))
    assert moles(match) == [each] * whackers + [0] * (4 - whackers)
    event = happened(match, "split")[0]
    assert (event["hole"], event["moles"], event["dice"], event["each"], event["left"]) == (
        3,
        left + 1,
        whackers,
        each,
        stays,
    )
    dealt = happened(match, "dealt")[1]["holes"][2]
    assert match.view()["holes"][2] == stays + dealt


@pytest.mark.rule("MP-13")
def test_holes_are_settled_from_1_to_5_and_seats_take_their_whole_share_in_order() -> None:
    match = lay(5, holes=(3, 0, 0, 0, 2))
    choose(match, "mallet", "glove", "pan", "glove", "glove")
    roll(match, 5, 1, 2, 5, 1)
    order = []
    while phase(match) == "whack":
        order.append(match.outcomes()[0].outcome["seat"])
        assert rule_against(match, 0, HOLD) == "MP-13"
        match.chance(match.outcomes()[0].outcome)
    assert order == [1, 1, 4, 4, 2, 0, 3]
    assert [e["hole"] for e in happened(match, "took")] == [1, 1, 1, 1, 2, 5, 5]


@pytest.mark.rule("MP-14")
def test_a_hand_holds_five_moles_and_whoever_has_more_discards_of_choice() -> None:
    match = lay(2, hands={0: [1, 2, 3, 4]}, holes=(0, 0, 2, 0, 0))
    choose(match, "glove", "glove")
    roll(match, 3, "X")
    draw(match, 5, 5, 1)
    assert phase(match) == "discard"
    assert match.pending == (0,)
    assert match.legal(0) == [{"do": "discard", "stars": k} for k in (1, 2, 3, 4, 5)]
    assert rule_against(match, 1, {"do": "discard", "stars": 1}) == "MP-14"
    match.play(0, {"do": "discard", "stars": 4})
    assert match.view()["hill"] == [0, 0, 0, 1, 0]
    assert match.pending == (0,)
    assert rule_against(match, 0, {"do": "discard", "stars": 4}) == "MP-14"
    match.play(0, {"do": "discard", "stars": 1})
    assert player(match, 0)["hand"] == [1, 1, 1, 0, 2]
    assert match.view()["hill"] == [1, 0, 0, 1, 0]
    assert match.view()["round"] == 2


@pytest.mark.rule("MP-14")
def test_five_moles_are_not_too_many() -> None:
    match = lay(2, hands={0: [1, 2, 3, 4]})
    choose(match, "glove", "glove")
    roll(match, 3, "X")
    draw(match, 5)
    assert moles(match) == [5, 0]
    assert match.view()["round"] == 2


@pytest.mark.rule("MP-04", "MP-14")
def test_some_prizes_raise_the_hand_limit() -> None:
    raising = [("toys", "Toy Chest"), ("candy", "Bottomless Sweet Bag")]
    match = lay(2, hands={0: [1] * 5}, prizes={0: raising}, holes=(0, 0, 2, 0, 0))
    assert player(match, 0)["limit"] == 7
    play_dice(match, ("glove", 3), ("glove", "X"))
    assert phase(match) == "discard"
    match.play(0, {"do": "discard", "stars": 1})
    assert moles(match) == [7, 0]
    assert match.view()["round"] == 2


@pytest.mark.rule("MP-04", "MP-14", "MP-17")
def test_a_prize_that_raises_the_hand_limit_does_so_from_when_it_is_taken() -> None:
    match = lay(2, hands={0: [5, 5]}, face_up={"candy": "Bottomless Sweet Bag"})
    play_dice(match, ("prize", 2), ("glove", "X"))
    assert player(match, 0)["limit"] == 5
    take(match, 0, "candy")
    assert player(match, 0)["limit"] == 6
    assert player(match, 0)["stars"] == 1


@pytest.mark.rule("MP-14")
def test_all_who_are_over_the_limit_discard_at_the_same_time_and_it_is_seen_at_once() -> None:
    match = lay(3, hands={0: [1] * 5, 2: [2] * 5}, holes=(0, 1, 1, 0, 0))
    play_dice(match, ("glove", 2), ("glove", "X"), ("glove", 3))
    assert match.pending == (0, 2)
    match.play(2, {"do": "discard", "stars": 2})
    for viewer in (0, 1, None):
        event = {"event": "discarded", "rule": "MP-14", "seat": 2, "stars": 2}
        assert happened(match, "discarded", viewer) == [event]
        assert match.view(viewer)["hill"] == [0, 1, 0, 0, 0]
    assert match.pending == (0, 2)
    match.play(0, {"do": "discard", "stars": 1})
    match.play(0, {"do": "discard", "stars": 1})
    assert match.pending == (2,)
    match.play(2, {"do": "discard", "stars": 2})
    assert moles(match) == [5, 0, 5]


@pytest.mark.rule("MP-15")
def test_worked_example_of_whacking() -> None:
    match = lay(3, hands={0: [1], 1: [2, 2, 3, 3]}, holes=(4, 0, 0, 0, 0))
    assert match.view()["holes"][0] == 5
    choose(match, "pan", "glove", "pan")
    roll(match, 1, 1, "X")
    draw(match, 4, 1, 1, 5)
    assert moles(match) == [3, 6, 0]
    assert match.view()["holes"][0] == 1
    assert match.pending == (1,)
    match.play(1, {"do": "discard", "stars": 3})
    assert moles(match) == [3, 5, 0]
    assert match.view()["hill"] == [0, 0, 1, 0, 0]


# ---- winning prizes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-16")
def test_moles_die_and_own_prizes_are_added_up_and_the_hand_is_shown() -> None:
    match = lay(2, hands={0: [1, 2, 5]}, prizes={0: [("toys", "Train Set"), ("candy", "Sour Worms")]})
    choose(match, "prize", "glove")
    roll(match, 4, "X")
    shown = happened(match, "showed", 1)[0]
    assert shown["shown"] == [1, 1, 0, 0, 1]
    total = happened(match, "total", 1)[0]
    assert (total["moles"], total["die"], total["prizes"], total["total"]) == (8, 4, 7, 19)
    assert player(match, 0, viewer=1)["total"] == 19


@pytest.mark.rule("MP-17")
@pytest.mark.parametrize(
    ("hand", "shows", "affordable"),
    [
        ([5, 1], 3, 0),
        ([5, 1], 4, 1),
        ([5, 5], 4, 1),
        ([5, 4], 6, 2),
        ([5, 5, 1], 8, 2),
        ([5, 5, 2], 8, 3),
        ([5, 5, 5, 1], 8, 3),
        ([5, 5, 5, 2], 8, 4),
        ([5, 5, 5, 5, 2], 8, 5),
    ],
)
def test_a_prize_may_cost_no_more_than_the_total(hand: list[int], shows: int, affordable: int) -> None:
    match = lay(2, hands={0: hand})
    choose(match, "prize", "glove")
    roll(match, shows, "X")
    if not affordable:
        assert happened(match, "no-prize")[0]["rule"] == "MP-17"
        assert match.view()["round"] == 2
        return
    assert match.pending == (0,)
    assert match.legal(0) == [{"do": "take", "pile": pile} for pile in PILES[:affordable]] + [PASS]
    for pile in (*PILES[affordable:], "crown"):
        assert rule_against(match, 0, {"do": "take", "pile": pile}) == "MP-17"


@pytest.mark.rule("MP-17")
def test_a_taken_prize_gives_its_stars_for_the_rest_of_the_game() -> None:
    match = lay(2, hands={0: [5, 5]})
    play_dice(match, ("prize", 6), ("glove", "X"))
    take(match, 0, "toys")
    assert names(match, 0) == ["Kazoo Set"]
    assert player(match, 0)["stars"] == 4
    finish_turning(match)
    assert names(match, 0) == ["Kazoo Set"]


@pytest.mark.rule("MP-17")
def test_a_cheaper_prize_may_be_taken_or_none() -> None:
    for move, won in (({"do": "take", "pile": "candy"}, ["Giant Lollipop"]), (PASS, [])):
        match = lay(2, hands={0: [5, 5, 5]})
        play_dice(match, ("prize", 8), ("glove", "X"))
        match.play(0, move)
        assert names(match, 0) == won
        assert moles(match) == [0, 0]


@pytest.mark.rule("MP-17")
def test_the_highest_total_picks_first_and_nobody_else_meanwhile() -> None:
    match = lay(3, hands={0: [5, 5], 1: [5, 5, 5], 2: [5, 5, 3]})
    play_dice(match, ("prize", 6), ("prize", 6), ("prize", 6))
    for seat in (1, 2, 0):
        assert match.pending == (seat,)
        for other in {0, 1, 2} - {seat}:
            assert rule_against(match, other, PASS) == "MP-17"
        match.play(seat, PASS)
    assert match.view()["round"] == 2


@pytest.mark.rule("MP-17")
def test_moves_of_other_kinds_are_refused_by_the_clause_of_their_kind_while_one_picks() -> None:
    match = lay(2, hands={0: [5, 5]})
    play_dice(match, ("prize", 6), ("glove", "X"))
    for move, clause in (
        ({"do": "declare"}, "MP-09"),
        (HOLD, "MP-09"),
        ({"do": "choose", "die": "prize"}, "MP-10"),
        ({"do": "discard", "stars": 1}, "MP-14"),
        ({"do": "discard", "stars": 6}, "MP-14"),
        ({"do": "name", "seat": 1}, "MP-19"),
        ({"do": "name", "seat": 99}, "MP-19"),
        ({"do": "crown", "seat": 1}, "MP-28"),
        ({"do": "crown", "seat": -2}, "MP-28"),
    ):
        assert rule_against(match, 0, move) == clause
        with pytest.raises(Refused, match=clause):
            match.play(0, move)
    assert rule_against(lay(2), 0, PASS) == "MP-17"
    assert rule_against(lay(2), 0, {"do": "take", "pile": "candy"}) == "MP-17"


@pytest.mark.rule("MP-18")
def test_a_taken_prize_is_not_replaced_during_the_round() -> None:
    match = lay(2, hands={0: [5, 5], 1: [5, 4]})
    play_dice(match, ("prize", 6), ("prize", 6))
    take(match, 0, "toys")
    assert up(match)[1] is None
    assert match.pending == (1,)
    assert rule_against(match, 1, {"do": "take", "pile": "toys"}) == "MP-17"
    assert match.legal(1) == [{"do": "take", "pile": "candy"}, PASS]


@pytest.mark.rule("MP-18")
def test_with_nothing_affordable_face_up_a_player_wins_nothing_and_is_not_asked() -> None:
    match = lay(2, hands={0: [5, 5], 1: [4, 4]})
    play_dice(match, ("prize", 3), ("prize", 3))
    take(match, 0, "candy")
    assert happened(match, "no-prize") == [{"event": "no-prize", "rule": "MP-18", "seat": 1, "total": 11}]
    assert phase(match) == "turn"


@pytest.mark.rule("MP-19")
def test_king_mole_names_who_of_equal_totals_picks_first() -> None:
    match = lay(4, king=3, hands={0: [5, 5], 1: [5, 5], 2: [5, 5]})
    play_dice(match, ("prize", 2), ("prize", 2), ("prize", 2), ("glove", "X"))
    assert phase(match) == "name"
    assert match.pending == (3,)
    assert match.legal(3) == [{"do": "name", "seat": s} for s in (0, 1, 2)]
    for other in (3, 4, 7, 8, -1, LARGEST):
        assert rule_against(match, 3, {"do": "name", "seat": other}) == "MP-19"
    with pytest.raises(Malformed):
        match.why_not(3, {"do": "name", "seat": "0"})
    assert rule_against(match, 0, {"do": "name", "seat": 0}) == "MP-19"
    match.play(3, {"do": "name", "seat": 2})
    assert match.pending == (2,)
    match.play(2, PASS)
    assert match.pending == (3,)
    assert match.legal(3) == [{"do": "name", "seat": s} for s in (0, 1)]
    assert rule_against(match, 3, {"do": "name", "seat": 2}) == "MP-19"
    match.play(3, {"do": "name", "seat": 1})
    match.play(1, PASS)
    assert phase(match) == "pick"
    assert match.pending == (0,)


@pytest.mark.rule("MP-19")
def test_king_mole_is_not_asked_once_nothing_that_the_tied_can_afford_is_face_up() -> None:
    match = lay(4, king=3, hands={0: [5, 5], 1: [5, 5], 2: [5, 5]})
    play_dice(match, ("prize", 2), ("prize", 2), ("prize", 2), ("glove", "X"))
    match.play(3, {"do": "name", "seat": 1})
    take(match, 1, "candy")
    assert [e["seat"] for e in happened(match, "no-prize")] == [0, 2]
    assert phase(match) == "turn"


@pytest.mark.rule("MP-19")
def test_a_king_mole_in_the_tie_picks_last() -> None:
    match = lay(3, king=0, hands={0: [5, 5], 1: [5, 5], 2: [5, 5]})
    play_dice(match, ("prize", 6), ("prize", 6), ("prize", 6))
    assert phase(match) == "name"
    assert match.pending == (0,)
    assert match.legal(0) == [{"do": "name", "seat": s} for s in (1, 2)]
    assert rule_against(match, 0, {"do": "name", "seat": 0}) == "MP-19"
    match.play(0, {"do": "name", "seat": 2})
    match.play(2, PASS)
    assert match.pending == (1,)
    match.play(1, PASS)
    assert match.pending == (0,)
    assert phase(match) == "pick"


@pytest.mark.rule("MP-19")
def test_between_king_mole_and_one_other_there_is_nothing_to_decide() -> None:
    match = lay(2, king=0, hands={0: [5, 5], 1: [5, 5]})
    play_dice(match, ("prize", 6), ("prize", 6))
    assert phase(match) == "pick"
    assert match.pending == (1,)
    match.play(1, PASS)
    assert match.pending == (0,)


@pytest.mark.rule("MP-19")
def test_a_tie_below_the_highest_total_is_decided_when_its_turn_comes() -> None:
    match = lay(3, king=1, hands={0: [5, 4], 1: [5, 5, 5], 2: [5, 4]})
    play_dice(match, ("prize", 6), ("prize", 6), ("prize", 6))
    assert match.pending == (1,)
    assert phase(match) == "pick"
    match.play(1, PASS)
    assert phase(match) == "name"
    assert match.pending == (1,)


@pytest.mark.rule("MP-20")
def test_all_moles_of_those_who_rolled_the_prize_die_go_to_the_mole_hill_before_prizes_are_settled() -> None:
    match = lay(4, hands={0: [1, 2, 5], 1: [1, 1], 2: [4, 4], 3: [5, 5, 5]})
    declare(match, 3)
    choose(match, "prize", "prize", "glove")
    roll(match, 8, 1, "X", 2)
    assert phase(match) == "pick"
    assert moles(match) == [0, 0, 2, 0]
    assert match.view()["hill"] == [3, 1, 0, 0, 4]


@pytest.mark.rule("MP-21")
def test_at_the_end_of_the_round_taken_prizes_are_replaced_from_below_by_chance() -> None:
    match = lay(2, hands={0: [5, 5, 5], 1: [5, 5]}, prizes={1: [("candy", "Sour Worms")]})
    play_dice(match, ("prize", 6), ("prize", 6))
    take(match, 0, "inflation")
    take(match, 1, "candy")
    assert phase(match) == "turn"
    assert rule_against(match, 0, PASS) == "MP-21"
    left = [o.outcome["card"] for o in match.outcomes()]
    gone = {card["card"] for s in (0, 1) for card in player(match, s)["prizes"] if card["pile"] == "candy"}
    assert left == [c for c in range(1, 9) if c not in gone]
    assert len(left) == 6
    assert all(o.weight == 1 and o.outcome["pile"] == "candy" for o in match.outcomes())
    turn(match, "candy", "Toffee Apple")
    turn(match, "inflation", "Rubber Ring")
    assert up(match) == ["Toffee Apple", "Kazoo Set", "Rubber Ring", "Plush Mole", "Skateboard", "Royal Sceptre"]
    assert match.view()["round"] == 2


@pytest.mark.rule("MP-21")
def test_a_pile_that_has_run_out_stays_empty() -> None:
    others = [card["name"] for card in lay().view()["piles"][0]["cards"] if card["name"] != FACE_UP["candy"]]
    match = lay(2, hands={0: [5, 5]}, prizes={1: [("candy", name) for name in others]})
    play_dice(match, ("prize", 2), ("glove", "X"))
    take(match, 0, "candy")
    assert match.view()["round"] == 2
    assert up(match)[0] is None
    play_dice(match, ("glove", "X"), ("glove", "X"))
    assert match.view()["round"] == 3
    assert up(match)[0] is None


@pytest.mark.rule("MP-22")
def test_worked_example_of_winning() -> None:
    match = lay(3, hands={0: [5, 5, 4], 1: [5, 5], 2: [5, 4]})
    play_dice(match, ("prize", 8), ("prize", 8), ("prize", 2))
    assert [player(match, s)["total"] for s in range(3)] == [22, 18, 11]
    assert match.pending == (0,)
    take(match, 0, "toys")
    assert match.pending == (1,)
    take(match, 1, "candy")
    assert happened(match, "no-prize") == [{"event": "no-prize", "rule": "MP-18", "seat": 2, "total": 11}]
    assert [names(match, s) for s in range(3)] == [["Kazoo Set"], ["Giant Lollipop"], []]
    assert moles(match) == [0, 0, 0]
    assert sum(match.view()["hill"]) == 7


@pytest.mark.rule("MP-23")
def test_without_a_declaration_40_or_more_buys_any_ordinary_prize_but_not_the_crown() -> None:
    match = lay(2, hands={0: [5, 5, 5]}, prizes={0: STARS_29})
    play_dice(match, ("prize", 8), ("glove", "X"))
    assert player(match, 0)["total"] == 52
    assert not match.over
    assert match.legal(0) == [{"do": "take", "pile": pile} for pile in PILES] + [PASS]
    assert rule_against(match, 0, {"do": "take", "pile": "crown"}) == "MP-17"


# ---- the crown ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-24")
def test_declared_and_below_40_nothing_is_won_and_the_moles_are_gone() -> None:
    match = lay(2, hands={0: [5, 4]}, prizes={0: STARS_29})
    declare(match, 0)
    choose(match, "glove")
    roll(match, 1, "X")
    assert happened(match, "short") == [{"event": "short", "rule": "MP-24", "seat": 0, "total": 39}]
    assert moles(match) == [0, 0]
    assert match.view()["round"] == 2
    assert player(match, 0)["stars"] == 29
    assert not player(match, 0)["declared"]


@pytest.mark.rule("MP-25")
def test_declared_and_at_40_alone_wins_the_game_at_once_before_any_prize_is_picked() -> None:
    match = lay(3, hands={0: [5, 5], 1: [5, 5, 5], 2: [1]}, prizes={0: STARS_29})
    answer(match, 0)
    answer(match, 2)
    choose(match, "prize")
    roll(match, 1, 8, 8)
    assert match.over
    assert match.result
    assert match.result["rule"] == "MP-25"
    assert match.result["winners"] == [0]
    assert match.scores == [1, 0, 0]
    assert match.view()["crown"]["cards"] == 7
    assert names(match, 1) == []
    assert [e["seat"] for e in happened(match, "short")] == [2]
    for seat in range(3):
        assert rule_against(match, seat, PASS) == "MP-25"
        assert rule_against(match, seat, {"do": "choose", "die": "pan"}) == "MP-25"


def showdown(seats: int = 3, king: int = 0, contestants: tuple[int, ...] = (0, 2), **more: Any) -> Match:
    """A Showdown about to be rolled: these seats have declared and reached 40, the others missed with a Glove."""
    wealth = (STARS_29, STARS_28, STARS_32)
    hands = {seat: [5, 5, 2] for seat in contestants} | more.pop("hands", {})
    match = lay(seats, king, hands, dict(zip(contestants, wealth, strict=False)), **more)
    declare(match, *contestants)
    if len(contestants) < seats:
        choose(match, *["glove"] * (seats - len(contestants)))
    roll(match, *[1 if seat in contestants else "X" for seat in range(seats)])
    return match


@pytest.mark.rule("MP-26")
def test_several_declared_players_at_40_hold_a_showdown_and_prizes_no_longer_matter() -> None:
    match = lay(3, hands={0: [5, 5, 1], 1: [5, 5, 5], 2: [5, 5]}, prizes={0: STARS_29, 2: STARS_32})
    declare(match, 0, 2)
    choose(match, "prize")
    roll(match, 1, 8, 1)
    assert happened(match, "showdown") == [{"event": "showdown", "rule": "MP-26", "contestants": [0, 2]}]
    assert phase(match) == "roll"
    assert names(match, 1) == []
    assert match.view()["waiting"] == []


@pytest.mark.rule("MP-26")
def test_a_declared_player_below_40_takes_no_part_in_the_showdown() -> None:
    match = lay(3, hands={0: [5, 5, 1], 1: [1], 2: [5, 5]}, prizes={0: STARS_29, 2: STARS_32})
    answer(match, 0, 1, 2)
    roll(match, 1, 8, 1)
    assert match.view()["contestants"] == [0, 2]


@pytest.mark.rule("MP-27")
def test_for_a_showdown_holes_are_cleared_prizes_given_back_and_new_moles_dealt() -> None:
    match = showdown(3, contestants=(0, 2), holes=(3, 2, 1, 0, 4), hands={1: [1, 2]})
    view = match.view()
    assert view["holes"] == [2] * 5
    assert [player(match, s)["stars"] for s in (0, 2)] == [0, 0]
    assert [player(match, s)["prizes"] for s in (0, 2)] == [[], []]
    assert [pile["down"] for pile in view["piles"]] == [7] * 6
    assert player(match, 2)["limit"] == 5
    assert moles(match) == [0, 2, 0]
    assert view["burrow"] == 125 - 2 - 6 - 10
    assert rule_against(match, 0, PASS) == "MP-27"


@pytest.mark.rule("MP-27")
def test_holes_get_as_many_moles_as_there_are_contestants() -> None:
    match = showdown(5, contestants=(0, 1, 4))
    assert match.view()["holes"] == [3] * 5


@pytest.mark.rule("MP-08", "MP-27")
def test_cleared_moles_go_back_into_the_burrow_before_it_is_refilled() -> None:
    match = showdown(2, contestants=(0, 1), holes=(1, 0, 0, 0, 0), burrow=5)
    assert match.view()["holes"] == [2] * 5
    assert [e["moles"] for e in happened(match, "refilled")] == [6]
    assert match.view()["burrow"] == 2
    assert match.view()["hill"] == [0] * 5


@pytest.mark.rule("MP-27")
def test_each_contestant_rolls_all_four_dice_in_seat_order() -> None:
    match = showdown(3, contestants=(0, 2))
    for seat in (0, 2):
        for die in DICE:
            assert {(o.outcome["seat"], o.outcome["die"]) for o in match.outcomes()} == {(seat, die)}
            roll(match, 1 if die == "prize" else "X")
    assert [e["rule"] for e in happened(match, "rolled")][-8:] == ["MP-27"] * 8


@pytest.mark.rule("MP-27")
def test_three_dice_on_a_hole_with_two_moles_get_nobody_any() -> None:
    match = showdown(2, contestants=(0, 1))
    roll(match, 2, 2, "X", 4, 2, "X", "X", 3)
    assert not [e for e in happened(match, "took") if e["hole"] == 2]
    assert [player(match, s)["total"] for s in (0, 1)] == [4, 3]
    assert match.result
    assert match.result["winners"] == [0]
    assert match.result["rule"] == "MP-27"


@pytest.mark.rule("MP-13", "MP-27")
def test_every_whacking_die_is_a_separate_whacker() -> None:
    match = showdown(3, contestants=(0, 1, 2))
    roll(match, 2, 2, "X", 1, 2, "X", "X", 1, "X", "X", 4, 1)
    draw(match, 5, 4, 3)
    assert [(e["seat"], e["hole"]) for e in happened(match, "took")] == [(0, 2), (0, 2), (1, 2)]
    draw(match, 5, 5, 5)
    assert [player(match, s)["total"] for s in range(3)] == [10, 4, 16]
    assert match.result
    assert match.result["winners"] == [2]


@pytest.mark.rule("MP-27")
def test_moles_and_the_prize_die_make_the_score_without_prizes_and_without_moles_the_die_alone() -> None:
    match = showdown(2, contestants=(0, 1))
    roll(match, 1, "X", "X", 1, "X", "X", "X", 8)
    draw(match, 3, 3)
    assert [player(match, s)["total"] for s in (0, 1)] == [7, 8]
    assert match.result
    assert match.result["winners"] == [1]
    assert match.scores == [0, 1]
    assert match.result["points"] == [0, 40]
    for seat in (0, 1):
        assert rule_against(match, seat, PASS) == "MP-27"


@pytest.mark.rule("MP-27")
def test_in_a_showdown_the_best_five_moles_count() -> None:
    match = showdown(4, contestants=(0, 1, 2))
    roll(match, 1, 2, "X", 1, "X", "X", "X", 1, "X", "X", "X", 2)
    draw(match, 1, 2, 3, 4, 5, 3)
    assert happened(match, "showed")[-3]["shown"][0] == 1
    assert player(match, 0)["total"] == 2 + 3 + 4 + 5 + 3 + 1
    assert sum(match.view()["hill"]) == 9 + 6


@pytest.mark.rule("MP-28")
def test_a_tie_in_the_showdown_is_decided_by_king_mole() -> None:
    match = showdown(4, king=1, contestants=(0, 2, 3))
    roll(match, *["X", "X", "X", 6] * 2, "X", "X", "X", 4)
    assert phase(match) == "crown"
    assert match.pending == (1,)
    assert match.legal(1) == [{"do": "crown", "seat": s} for s in (0, 2)]
    for seat in (1, 3, 7):
        assert rule_against(match, 1, {"do": "crown", "seat": seat}) == "MP-28"
    assert rule_against(match, 0, {"do": "crown", "seat": 0}) == "MP-28"
    assert rule_against(match, 1, {"do": "name", "seat": 0}) == "MP-19"
    match.play(1, {"do": "crown", "seat": 2})
    assert match.result
    assert match.result["rule"] == "MP-28"
    assert match.result["winners"] == [2]
    assert rule_against(match, 1, {"do": "crown", "seat": 2}) == "MP-28"


@pytest.mark.rule("MP-28")
def test_a_king_mole_in_the_tie_loses_it() -> None:
    match = showdown(2, king=1, contestants=(0, 1))
    roll(match, *["X", "X", "X", 6] * 2)
    assert match.result
    assert match.result["rule"] == "MP-28"
    assert match.result["winners"] == [0]


@pytest.mark.rule("MP-28")
def test_a_king_mole_in_the_tie_chooses_among_two_or_more_others() -> None:
    match = showdown(3, king=0, contestants=(0, 1, 2))
    roll(match, *["X", "X", "X", 6] * 3)
    assert match.pending == (0,)
    assert match.legal(0) == [{"do": "crown", "seat": s} for s in (1, 2)]
    assert rule_against(match, 0, {"do": "crown", "seat": 0}) == "MP-28"


@pytest.mark.rule("MP-27", "MP-28")
def test_a_king_mole_who_is_highest_alone_wins_the_showdown() -> None:
    match = showdown(2, king=1, contestants=(0, 1))
    roll(match, "X", "X", "X", 6, "X", "X", "X", 8)
    assert match.result
    assert match.result["rule"] == "MP-27"
    assert match.result["winners"] == [1]


@pytest.mark.rule("MP-30")
def test_after_round_100_the_game_is_a_draw_shared_by_all() -> None:
    match = lay(4, after=98, hands={2: [5, 5]})
    play_dice(match, *[("glove", "X")] * 4)
    assert match.view()["round"] == 100
    assert not match.over
    play_dice(match, ("glove", "X"), ("glove", 2), ("prize", 6), ("glove", "X"))
    take(match, 2, "candy")
    assert not match.over
    finish_turning(match)
    assert match.result
    assert match.result["rule"] == "MP-30"
    assert match.scores == [0.25] * 4
    assert match.view()["winners"] == [0, 1, 2, 3]
    assert rule_against(match, 1, {"do": "choose", "die": "pan"}) == "MP-30"


@pytest.mark.rule("MP-30")
def test_the_crown_can_still_be_won_in_round_100() -> None:
    match = lay(2, hands={0: [5, 5]}, prizes={0: STARS_29}, after=99)
    declare(match, 0)
    choose(match, "glove")
    roll(match, 1, "X")
    assert match.scores == [1, 0]


# ---- what events alone tell ------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-27", "MP-28")
def test_events_lead_through_a_showdown_too() -> None:
    follow = GAME.part("view").follow
    match = lay(4, king=1, hands={s: [5, 5, 2] for s in range(4)}, prizes={0: STARS_29, 2: STARS_28, 3: STARS_32})
    viewers = (None, 0, 1, 2, 3)
    views = {viewer: match.view(viewer) for viewer in viewers}
    counts = {viewer: len(match.events(viewer)) for viewer in viewers}

    def check() -> None:
        for viewer in viewers:
            for event in match.events(viewer, counts[viewer]):
                follow(views[viewer], event)
            counts[viewer] = len(match.events(viewer))
            assert views[viewer] == match.view(viewer)

    declare(match, 0, 2, 3)
    check()
    choose(match, "prize")
    check()
    roll(match, 1, 1, 1, 1)
    check()
    roll(match, 1, "X", "X", 6, "X", 1, "X", 6)
    check()
    roll(match, "X", "X", "X")
    roll(match, 4)
    check()
    while phase(match) == "whack":
        draw(match, 2)
        check()
    assert phase(match) == "crown"
    match.play(1, {"do": "crown", "seat": 0})
    check()
    assert match.over


def test_a_choice_may_be_taken_back_until_all_have_chosen() -> None:
    match = lay(2)
    match.play(0, {"do": "choose", "die": "pan"})
    assert match.can_undo(0)
    match.undo(0)
    assert match.pending == (0, 1)
    match.play(0, {"do": "choose", "die": "pan"})
    match.play(1, {"do": "choose", "die": "pan"})
    assert not match.can_undo(1)
    draw_all(match)
