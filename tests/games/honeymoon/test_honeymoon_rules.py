"""Honeymoon, clause by clause: given this table, this move, then this."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from honeymoon_tables import (
    GAME,
    NAMES,
    PASS,
    dig,
    dig_out,
    lay,
    others_move,
    put,
    roll,
    rule_against,
    sheet,
    turn,
)  # fmt: skip

import molehill
from molehill import CHANCE, Malformed, Match, NoUndo, Refused
from molehill.engine.structures import LARGEST
from molehill.terminal import transcript
from scenario import random_move
from typed import Typed, printed, table

rule = pytest.mark.rule

# Three starts on top, one from the left; room to go wrong everywhere.
FIELD = """
- v . v . v -
. . . . . . .
. . . . . . .
> . . # . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""


# ---- set-up ---------------------------------------------------------------------------------------------------------


@rule("HM-01", "HM-22")
def test_all_sheets_show_the_same_side_and_a_is_the_default() -> None:
    assert GAME.match(3).view()["moon"]["side"] == "A"
    b = GAME.match(3, {"side": "B"}).view()
    assert b["moon"]["side"] == "B"
    assert b["moon"]["cells"] != GAME.match(3).view()["moon"]["cells"]
    assert [s["dug"] for s in b["sheets"]] == [[], [], []]


@rule("HM-04")
def test_one_die_seven_slots_three_timer_boxes_six_boxes_a_row() -> None:
    match = GAME.match(2)
    view = match.view()
    assert [o.outcome["shows"] for o in match.outcomes()] == [1, 2, 3, 4, 5, 6]
    assert {o.weight for o in match.outcomes()} == {1}
    assert (view["slots"], view["timer"]["boxes"], view["row_boxes"]) == (7, 3, 6)
    assert set(view["sheets"][0]["ticked"]) == set(NAMES)


# ---- a turn ---------------------------------------------------------------------------------------------------------


@rule("HM-05")
def test_one_roll_is_for_everybody_at_the_same_time() -> None:
    match = GAME.match(4)
    assert match.pending is CHANCE
    roll(match, 4)
    assert match.pending == (0, 1, 2, 3)
    match.play(2, match.legal(2)[0])
    assert match.pending == (0, 1, 3)
    others_move(match)
    assert match.pending is CHANCE


@rule("HM-05")
def test_digs_are_shown_when_all_have_finished_and_until_then_only_who_has() -> None:
    match = lay(FIELD, die=3)
    match.play(0, dig(0, 1, "south", 3))
    for viewer in (1, None):
        view = match.view(viewer)
        assert view["sheets"][0]["finished"] is True
        assert view["sheets"][0]["dug"] == []
        assert view["sheets"][0]["chosen"] is None
        assert [e["event"] for e in match.events(viewer)] == ["rolled", "finished"]
    assert match.view(0)["sheets"][0]["chosen"] == dig(0, 1, "south", 3)
    match.play(1, dig(0, 5, "south", 3))
    for viewer in (0, 1, None):
        assert match.view(viewer)["sheets"][0]["dug"] == [[0, 1], [1, 1], [2, 1]]
        assert match.view(viewer)["sheets"][1]["dug"] == [[0, 5], [1, 5], [2, 5]]


@rule("HM-05", "HM-24")
def test_a_seat_that_owes_no_dig_is_refused_by_hm05() -> None:
    match = lay(FIELD)
    assert rule_against(match, 0, dig(0, 1, "south", 3)) == "HM-05"  # before the roll
    assert rule_against(match, 0, PASS) == "HM-05"
    roll(match, 3)
    match.play(0, dig(0, 1, "south", 3))
    assert rule_against(match, 0, dig(0, 3, "south", 3)) == "HM-05"  # a second dig
    with pytest.raises(Refused) as refused:
        match.play(0, PASS)
    assert refused.value.rule == "HM-05"


@rule("HM-06")
def test_a_tunnel_has_exactly_as_many_cells_as_the_die_shows() -> None:
    match = lay(FIELD, die=3)
    assert rule_against(match, 0, dig(0, 1, "south", 3)) is None
    for length in (1, 2, 4, 5, 6, 7):
        assert rule_against(match, 0, dig(0, 1, "south", length)) == "HM-06"
    match.play(0, dig(0, 1, "south", 3))
    match.play(1, dig(0, 1, "south", 3))
    assert len(sheet(match)["dug"]) == 3


@rule("HM-06")
def test_the_direction_never_changes_within_a_turn() -> None:
    match = lay(FIELD, die=5)
    match.play(0, dig(0, 1, "south", 5))
    others_move(match)
    assert {c for _, c in sheet(match)["dug"]} == {1}


@rule("HM-07")
def test_a_tunnel_begins_at_a_start_straight_inward() -> None:
    match = lay(FIELD, die=2)
    assert rule_against(match, 0, dig(0, 1, "south", 2)) is None
    assert rule_against(match, 0, dig(3, 0, "east", 2)) is None
    assert rule_against(match, 0, dig(0, 1, "east", 2)) == "HM-07"  # a start, but along the rim
    assert rule_against(match, 0, dig(3, 0, "south", 2)) == "HM-07"
    assert rule_against(match, 0, dig(1, 1, "south", 2)) == "HM-07"  # a cell beside a start is not a start
    assert rule_against(match, 0, dig(0, 2, "south", 2)) == "HM-07"


@rule("HM-07")
def test_a_tunnel_is_lengthened_at_its_end_or_branches_off_anywhere_along_it() -> None:
    match = lay(
        """
        - v . . . . -
        . o . . . . .
        . o . . . . .
        . o . . . . .
        . . . . . . .
        . . . . . . .
        """,
        die=2,
    )
    dig_out(match, 0, 1)  # the start itself is also dug
    assert rule_against(match, 0, dig(4, 1, "south", 2)) is None  # lengthened
    for row in (0, 1, 2, 3):
        assert rule_against(match, 0, dig(row, 2, "east", 2)) is None  # a branch at a right angle
    assert rule_against(match, 0, dig(2, 2, "south", 2)) == "HM-07"  # next to the tunnel, but not away from it
    assert rule_against(match, 0, dig(4, 2, "east", 2)) == "HM-07"  # from a corner


@rule("HM-07", "HM-02")
def test_a_start_may_be_dug_through_like_any_soil() -> None:
    match = lay(
        """
        - - - - - - -
        . o . v . . .
        . . . . . . .
        """,
        die=3,
    )
    assert rule_against(match, 0, dig(1, 2, "east", 3)) is None


@rule("HM-08")
@pytest.mark.parametrize("obstacle", ["#", "-", "o"])
def test_rocks_outside_and_dug_cells_cannot_be_dug(obstacle: str) -> None:
    match = lay(
        f"""
        - v . . . . -
        . . . . . . .
        . {obstacle} . . . . .
        . . . . . . .
        """,
        die=3,
    )
    assert rule_against(match, 0, dig(0, 1, "south", 3)) == "HM-08"


@rule("HM-08")
def test_a_tunnel_cannot_leave_the_sheet_or_run_along_itself() -> None:
    match = lay(
        """
        - v - - - -
        o o . . . .
        . . . . . .
        """,
        die=2,
    )
    assert rule_against(match, 0, dig(1, 1, "east", 2)) == "HM-08"  # its first cell is dug already
    assert rule_against(match, 0, dig(1, 0, "west", 2)) == "HM-08"
    other = lay("- - - - - - - - - - - - -\n. . . . . . . . . . . o <", die=2)
    assert rule_against(other, 0, dig(1, 12, "east", 2)) == "HM-08"  # over the edge of the paper


@rule("HM-09")
def test_tunnels_never_lie_side_by_side() -> None:
    match = lay(
        """
        - v v . v - -
        . o . . . . .
        . o . . . . .
        . o . . . . .
        . . . . . . .
        . . . . . . .
        """,
        die=3,
    )
    assert rule_against(match, 0, dig(0, 2, "south", 3)) == "HM-09"
    assert rule_against(match, 0, dig(0, 4, "south", 3)) is None  # a free column lies between


@rule("HM-09")
def test_the_first_cell_may_touch_only_the_cell_it_starts_from() -> None:
    match = lay(
        """
        - v - - - - -
        . o . o . . .
        . o . o . . .
        . o . . . . .
        . . . . . . .
        """,
        die=2,
    )
    assert rule_against(match, 0, dig(3, 2, "east", 2)) == "HM-09"  # below the second tunnel's end
    assert rule_against(match, 0, dig(4, 1, "south", 2)) == "HM-08"
    assert rule_against(match, 0, dig(1, 2, "east", 2)) == "HM-08"  # into the second tunnel


@rule("HM-09")
def test_a_far_end_may_not_run_up_against_another_tunnel_but_corners_may_touch() -> None:
    match = lay(
        """
        - v . . . . - -
        . o . . . . . .
        . . . . . o . .
        . . . . . o . .
        . . . . . . . .
        """,
        die=3,
    )
    # north end of the second tunnel is (2, 5); a branch east from (1, 1) covers (1, 2) to (1, 4)
    assert rule_against(match, 0, dig(1, 2, "east", 3)) is None  # (1, 4) touches (2, 5) by a corner only
    put(match, die=4)
    assert rule_against(match, 0, dig(1, 2, "east", 4)) == "HM-09"  # (1, 5) lies above (2, 5)
    dig_out(match, 1, 6)
    put(match, die=3)
    assert rule_against(match, 0, dig(1, 2, "east", 3)) is None
    dig_out(match, 1, 5)
    assert rule_against(match, 0, dig(1, 2, "east", 3)) == "HM-09"  # the end would run up against (1, 5)


@rule("HM-09")
def test_a_start_beside_a_tunnel_is_closed() -> None:
    match = lay(
        """
        - v v - -
        . o . . .
        . o . . .
        . . . . .
        """,
        die=2,
    )
    dig_out(match, 0, 1)
    assert rule_against(match, 0, dig(0, 2, "south", 2)) == "HM-09"
    assert rule_against(match, 0, dig(0, 2, "east", 2)) == "HM-08"


@rule("HM-10")
def test_who_has_no_legal_dig_passes_and_marks_no_slots() -> None:
    match = lay("- v -\n. . .\n. . .", die=6)
    assert match.legal(0) == [PASS]
    turn_events = match.play(0, PASS)
    assert [e["event"] for e in turn_events] == ["finished", "chosen"]
    match.play(1, PASS)
    assert sheet(match)["marked"] == 0
    assert sheet(match)["dug"] == []
    assert [e["seat"] for e in match.events() if e["event"] == "passed"] == [0, 1]


@rule("HM-10")
@pytest.mark.parametrize("die", [1, 2])
def test_who_can_dig_must(die: int) -> None:
    match = lay(FIELD, die=die)
    assert rule_against(match, 0, PASS) == "HM-10"
    assert PASS not in match.legal(0)


@rule("HM-11")
def test_a_rolled_one_digs_one_to_seven_cells_and_marks_as_many_slots() -> None:
    match = lay(FIELD + ". . . . . . .\n. . . . . . .", die=1)
    assert {m["length"] for m in match.legal(0)} == {1, 2, 3, 4, 5, 6, 7}
    match.play(0, dig(0, 1, "south", 5))
    match.play(1, dig(0, 1, "south", 1))
    assert (sheet(match, 0)["marked"], sheet(match, 1)["marked"]) == (5, 1)


@rule("HM-11")
def test_the_length_may_not_exceed_the_free_slots() -> None:
    match = lay(FIELD)
    put(match, marked=[5, 0, 0, 0, 0, 0])
    roll(match, 1)
    assert rule_against(match, 0, dig(0, 1, "south", 2)) is None
    assert rule_against(match, 0, dig(0, 1, "south", 3)) == "HM-11"
    assert rule_against(match, 1, dig(0, 1, "south", 3)) is None
    assert rule_against(match, 0, dig(0, 2, "south", 3)) == "HM-07"  # the lower clause comes first


@rule("HM-11", "HM-10")
def test_with_no_slot_left_a_rolled_one_is_a_pass() -> None:
    match = lay(FIELD)
    put(match, marked=[7, 0, 0, 0, 0, 0])
    roll(match, 1)
    assert match.legal(0) == [PASS]
    assert rule_against(match, 0, dig(0, 1, "south", 1)) == "HM-11"
    match.play(0, PASS)
    others_move(match)
    assert sheet(match)["marked"] == 7


@rule("HM-11")
def test_slots_are_for_the_whole_game_and_only_rolled_ones_mark_them() -> None:
    match = lay(FIELD, seats=2)
    turn(match, 1, dig(0, 1, "south", 2))
    turn(match, 3, dig(0, 5, "south", 3))
    assert sheet(match)["marked"] == 2
    turn(match, 1, dig(2, 1, "south", 4))
    assert sheet(match)["marked"] == 6


SWEETS = """
- v - - -
. H . . .
. H . . .
. C . . .
. p . . .
. D . . .
"""


@rule("HM-12")
def test_sweets_are_ticked_in_their_rows_and_pickles_counted() -> None:
    match = lay(SWEETS, die=6)
    match.play(0, dig(0, 1, "south", 6))
    others_move(match)
    assert sheet(match)["ticked"] == {"honey": 2, "chocolate": 1, "gummy": 0, "marshmallow": 0, "candy": 1}
    assert sheet(match)["pickles"] == 1


@rule("HM-12")
def test_a_sweet_dug_when_its_row_is_full_is_not_collected() -> None:
    match = lay(SWEETS, row=1, die=6)
    match.play(0, dig(0, 1, "south", 6))
    others_move(match)
    assert sheet(match)["ticked"]["honey"] == 1
    assert [e["sweet"] for e in match.events() if e["event"] == "full" and e["seat"] == 0] == ["honey"]
    assert sheet(match)["points"] == 1 + 1 + 1 - 2


# ---- timer and end --------------------------------------------------------------------------------------------------

# Each of the five sweets once, then plain soil: a dig of 6 from the top completes a set.
SET = """
v . v . v . v . v . v . v
H . . . . . . . . . . . .
C . . . . . . . . . . . .
G . . . . . . . . . . . .
M . . . . . . . . . . . .
D . . . . . . . . . . . .
. . . . . . . . . . . . .
"""
WHOLE_SET = dig(0, 0, "south", 6)


@rule("HM-13")
def test_the_timer_is_off_at_first_and_a_six_crosses_nothing() -> None:
    match = lay(SET)
    turn(match, 6, dig(0, 2, "south", 6), dig(0, 2, "south", 6))
    assert match.view()["timer"] == {"run": 0, "crossed": 0, "boxes": 3}


@rule("HM-13", "HM-14")
def test_the_timer_runs_from_the_turn_after_anybody_has_one_of_each_sweet() -> None:
    match = lay(SET)
    turn(match, 6, dig(0, 2, "south", 6), WHOLE_SET)  # seat 1 completes the set on a 6
    assert match.view()["timer"] == {"run": 1, "crossed": 0, "boxes": 3}
    assert [e["seat"] for e in match.events() if e["event"] == "timer"] == [1]
    roll(match, 4)
    assert match.view()["timer"]["crossed"] == 1  # before anyone digs
    assert match.pending == (0, 1)


@rule("HM-14")
@pytest.mark.parametrize(("shows", "crossed"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_four_five_and_six_cross_off_one_box(shows: int, crossed: int) -> None:
    match = lay(SET)
    put(match, run=1)
    roll(match, shows)
    assert match.view()["timer"]["crossed"] == crossed


@rule("HM-14")
def test_the_turn_that_crosses_the_last_box_is_still_dug_and_then_the_game_is_over() -> None:
    match = lay(SET)
    put(match, run=1, crossed=2)
    roll(match, 5)
    assert match.pending == (0, 1)
    match.play(0, dig(0, 2, "south", 5))
    match.play(1, dig(0, 4, "south", 5))
    assert len(sheet(match, 1)["dug"]) == 5
    assert match.over
    assert match.result is not None
    assert match.result["rule"] == "HM-14"
    assert rule_against(match, 0, PASS) == "HM-14"


STUB = "v - -\n. # -\n# - -"  # two cells, then nothing more to dig


@rule("HM-15")
def test_the_game_ends_at_once_when_nobody_could_dig_on_any_roll() -> None:
    match = lay(STUB)
    turn(match, 2, dig(0, 0, "south", 2), dig(0, 0, "south", 2))
    assert match.over
    assert match.result is not None
    assert match.result["rule"] == "HM-15"
    assert rule_against(match, 1, PASS) == "HM-15"


@rule("HM-15")
def test_one_player_who_could_still_dig_keeps_the_game_going() -> None:
    match = lay("v - -\n. - -\n. - -", seats=2)
    turn(match, 1, dig(0, 0, "south", 3), dig(0, 0, "south", 2))  # seat 1 has one cell left, for a rolled 1
    assert not match.over
    put(match, marked=[3, 7, 0, 0, 0, 0])  # ... but not without a slot
    turn(match, 6, PASS, PASS)
    assert match.over


@rule("HM-15")
def test_a_moon_that_nobody_can_dig_is_over_after_the_set_up() -> None:
    assert not lay("v -\n# -", slots=1).over  # a rolled 1 digs the start
    match = lay("v -\n# -", slots=0)
    assert match.over
    assert match.result is not None
    assert match.result["rule"] == "HM-15"
    assert match.scores == [0.5, 0.5]
    told = [{"event": "ended", "rule": "HM-15"}, *({"event": "won", "rule": "HM-19", "seat": s} for s in (0, 1))]
    for seat in (0, 1, None):
        assert match.events(seat) == told
    assert match.copy().events() == told


@rule("HM-15")
def test_an_end_after_the_set_up_is_told_on_the_screen_and_in_the_transcript(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOLEHILL_DATA", str(tmp_path))
    match = lay("v -\n# -", slots=0)
    session = table(match, ["Anna", "Ben"], Typed())
    session.run()
    for told in (printed(session), transcript(match), transcript(match, boards="all")):
        assert "The game is over." in told
    assert molehill.replay(match.log).events() == match.events()


@rule("HM-24", "HM-14", "HM-15")
def test_the_timers_end_is_named_before_hm15() -> None:
    match = lay(STUB)
    put(match, run=1, crossed=2)
    roll(match, 4)
    put(match, die=2)
    match.play(0, dig(0, 0, "south", 2))
    match.play(1, dig(0, 0, "south", 2))
    assert match.result is not None
    assert match.result["rule"] == "HM-14"


# ---- score ----------------------------------------------------------------------------------------------------------


def points(ticked: list[int], pickles: int = 0) -> int:
    match = GAME.match(2)
    put(match, ticked=[ticked, [0] * 5, *[[0] * 5] * 4], pickles=[pickles, 0, 0, 0, 0, 0])
    found: int = sheet(match)["points"]
    return found


@rule("HM-16")
@pytest.mark.parametrize(("n", "worth"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_a_row_of_n_scores_a_triangle_number(n: int, worth: int) -> None:
    assert points([n, 0, 0, 0, 0]) == worth
    assert points([0, 0, 0, 0, n]) == worth


@rule("HM-17")
def test_each_complete_set_scores_five() -> None:
    assert points([1, 1, 1, 1, 0]) == 4
    assert points([1, 1, 1, 1, 1]) == 5 + 5
    assert points([2, 2, 2, 2, 2]) == 15 + 10
    assert points([2, 2, 2, 2, 1]) == 13 + 5


@rule("HM-18")
def test_each_pickle_costs_two() -> None:
    assert points([3, 0, 0, 0, 0], pickles=2) == 2
    assert points([0, 0, 0, 0, 0], pickles=3) == -6


@rule("HM-20", "HM-16", "HM-17", "HM-18")
def test_the_worked_example_comes_out_at_31() -> None:
    assert points([3, 4, 2, 2, 2], pickles=2) == 31


def ended(ticked: list[list[int]], pickles: list[int]) -> Match:
    """A game with these sheets, in which all have just passed in the last turn."""
    seats = len(ticked)
    match = lay("v -\n. -\n. -", seats=seats)
    put(match, run=1, crossed=2, ticked=ticked + [[0] * 5] * (6 - seats), pickles=pickles + [0] * (6 - seats))
    turn(match, 6, *[PASS] * seats)
    assert match.over
    return match


@rule("HM-19")
def test_most_points_wins() -> None:
    match = ended([[3, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0] * 5], [0, 0, 0])
    assert match.scores == [1, 0, 0]
    assert match.result is not None
    assert match.result["winners"] == [0]
    assert match.result["points"] == [6, 3, 0]


@rule("HM-19")
def test_a_tie_goes_to_more_sweets() -> None:
    match = ended([[3, 0, 0, 0, 0], [2, 2, 0, 0, 0], [2, 2, 0, 0, 0]], [0, 0, 3])
    assert match.view()["sheets"][0]["points"] == match.view()["sheets"][1]["points"] == 6
    assert match.scores == [0, 1, 0]


@rule("HM-19")
def test_still_tied_is_a_shared_win() -> None:
    match = ended([[3, 0, 0, 0, 0], [0, 3, 0, 0, 0], [2, 0, 0, 0, 0], [0, 0, 3, 0, 0]], [0, 0, 0, 0])
    assert match.scores == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert match.result is not None
    assert match.result["winners"] == [0, 1, 3]


@rule("HM-12", "HM-19")
def test_sweets_not_collected_do_not_break_ties() -> None:
    match = lay("v - v\nH - C\nH - -", row=1)
    put(match, run=1, crossed=2)
    roll(match, 4)
    put(match, die=3)
    match.play(0, dig(0, 0, "south", 3))
    put(match, die=2)
    match.play(1, dig(0, 2, "south", 2))
    assert match.over
    assert match.scores == [0.5, 0.5]


# ---- variants -------------------------------------------------------------------------------------------------------


@rule("HM-21")
def test_with_one_shaft_only_the_first_dig_of_each_player_starts_at_the_rim() -> None:
    match = lay(FIELD, one_shaft=True)
    roll(match, 3)
    assert {m["to"] for m in match.legal(0)} == {"south", "east"}
    match.play(0, dig(0, 1, "south", 3))
    match.play(1, dig(0, 5, "south", 3))
    roll(match, 2)
    for seat in (0, 1):
        assert rule_against(match, seat, dig(0, 3, "south", 2)) == "HM-21"
    assert rule_against(match, 0, dig(1, 2, "east", 2)) is None
    assert all(m["at"] not in ([0, 3], [3, 0]) for m in match.legal(0))


@rule("HM-21")
def test_with_one_shaft_later_tunnels_may_pass_through_other_starts() -> None:
    match = lay("- - - - - - -\n. o . v . . .\n. . . . . . .", die=3, one_shaft=True)
    assert rule_against(match, 0, dig(1, 2, "east", 3)) is None
    assert rule_against(match, 0, dig(1, 3, "south", 3)) == "HM-08"
    put(match, die=2)
    assert rule_against(match, 0, dig(1, 3, "south", 2)) == "HM-21"


@rule("HM-21")
def test_a_player_who_has_passed_so_far_still_has_the_first_dig() -> None:
    match = lay("- v - - v\n. . . . .\n. . . . .", one_shaft=True)
    turn(match, 6, PASS, PASS)
    roll(match, 3)
    assert {tuple(m["at"]) for m in match.legal(0)} == {(0, 1), (0, 4)}


def solo(drawing: str = SET) -> Match:
    return lay(drawing, seats=1)


@rule("HM-23")
def test_the_solo_timer_runs_from_the_very_first_roll() -> None:
    match = solo()
    roll(match, 4)
    assert match.view()["timer"] == {"run": 1, "crossed": 1, "boxes": 3}


@rule("HM-23")
def test_the_second_solo_run_starts_when_the_first_is_full() -> None:
    match = solo()
    for shows, column in ((4, 2), (6, 4), (5, 6)):
        turn(match, shows, dig(0, column, "south", shows))
    assert match.view()["timer"] == {"run": 2, "crossed": 0, "boxes": 3}
    assert not match.over
    roll(match, 4)
    assert match.view()["timer"] == {"run": 2, "crossed": 1, "boxes": 3}


@rule("HM-23")
def test_the_second_solo_run_starts_after_the_turn_that_completes_the_first_set() -> None:
    match = solo()
    turn(match, 6, WHOLE_SET)
    assert match.view()["timer"] == {"run": 2, "crossed": 0, "boxes": 3}


@rule("HM-23")
def test_a_set_completed_during_the_second_run_changes_nothing() -> None:
    match = solo()
    put(match, run=2, crossed=1)
    turn(match, 6, WHOLE_SET)
    assert match.view()["timer"] == {"run": 2, "crossed": 2, "boxes": 3}


@rule("HM-23")
def test_the_solo_game_ends_after_the_turn_that_crosses_the_last_box_of_the_second_run() -> None:
    match = solo()
    put(match, run=2, crossed=2)
    turn(match, 3, dig(0, 2, "south", 3))
    assert not match.over
    roll(match, 6)
    match.play(0, WHOLE_SET)
    assert match.over
    assert match.result is not None
    assert match.result["rule"] == "HM-23"
    assert rule_against(match, 0, PASS) == "HM-23"
    assert match.scores == [10]  # a solo game scores its points: five rows of one and a set
    assert match.result["winners"] == []


@rule("HM-23")
def test_in_a_solo_game_the_three_boxes_are_run_through_twice_and_no_more() -> None:
    rng = random.Random(3)
    for _ in range(30):
        match = GAME.match(1)
        while not match.over:
            random_move(match, rng)
        crossed = [e for e in match.events() if e["event"] == "crossed"]
        assert len(crossed) <= 6
        assert [e["crossed"] for e in crossed if e["run"] == 2] == [1, 2, 3][
            : len([e for e in crossed if e["run"] == 2])
        ]
        assert match.result is not None
        assert match.result["rule"] in ("HM-23", "HM-15")


# ---- refusals -------------------------------------------------------------------------------------------------------


@rule("HM-06", "HM-11", "HM-24")
def test_a_length_that_no_die_allows_is_refused_by_the_clause_about_lengths() -> None:
    match = lay(FIELD, die=3)
    for length in (8, 14, 99, 0, -5, LARGEST):
        assert rule_against(match, 0, dig(0, 1, "south", length)) == "HM-06"
    put(match, die=1)
    for length in (0, -5, -LARGEST):
        assert rule_against(match, 0, dig(0, 1, "south", length)) == "HM-11"
    assert rule_against(match, 0, dig(0, 1, "south", 8)) == "HM-08"  # seven cells down the moon is over
    assert rule_against(match, 0, dig(2, 2, "south", LARGEST)) == "HM-07"
    for length in (2.0, True, None, "3", LARGEST + 1):
        with pytest.raises(Malformed):
            match.why_not(0, dig(0, 1, "south", length))  # type: ignore[arg-type]


@rule("HM-11")
def test_a_dig_of_eight_cells_is_too_long_even_where_there_is_room() -> None:
    match = lay("\n".join(["- v -", *["- . -"] * 9]), die=1, slots=20)
    assert rule_against(match, 0, dig(0, 1, "south", 7)) is None
    assert rule_against(match, 0, dig(0, 1, "south", 8)) == "HM-11"
    assert rule_against(match, 0, dig(0, 1, "south", 10)) == "HM-11"
    assert rule_against(match, 0, dig(0, 1, "south", 11)) == "HM-08"


@rule("HM-24")
def test_a_dig_that_breaks_several_clauses_is_refused_by_the_lowest() -> None:
    match = lay(
        """
        - v . v - -
        . o . . # .
        . o . . . .
        . . . . . .
        """,
        die=3,
        one_shaft=True,
    )
    assert rule_against(match, 0, dig(2, 5, "south", 2)) == "HM-06"  # too short, begins nowhere
    assert rule_against(match, 0, dig(2, 5, "south", 3)) == "HM-07"  # begins nowhere, leaves the moon
    assert rule_against(match, 0, dig(1, 2, "east", 3)) == "HM-08"  # into the rock
    assert rule_against(match, 0, dig(0, 3, "south", 3)) == "HM-21"  # only the variant forbids it
    put(match, die=1, marked=[7, 0, 0, 0, 0, 0])
    assert rule_against(match, 0, dig(0, 3, "south", 3)) == "HM-11"


@rule("HM-24", "HM-11")
def test_on_a_rolled_one_hm11_and_not_hm06_judges_the_length() -> None:
    match = lay(FIELD, die=1, slots=2)
    assert rule_against(match, 0, dig(0, 1, "south", 3)) == "HM-11"
    assert rule_against(match, 0, dig(0, 1, "south", 1)) is None


def test_an_own_dig_can_be_taken_back_until_somebody_else_has_dug() -> None:
    match = lay(FIELD, die=3, seats=3)
    with pytest.raises(NoUndo, match="chance"):
        match.undo(0)
    match.play(0, dig(0, 1, "south", 3))
    assert match.undo(0) == dig(0, 1, "south", 3)
    assert match.pending == (0, 1, 2)
    match.play(0, dig(0, 3, "south", 3))
    match.play(1, dig(0, 1, "south", 3))
    with pytest.raises(NoUndo, match="Player 2 moved last"):
        match.undo(0)
    match.play(2, dig(0, 1, "south", 3))
    with pytest.raises(NoUndo, match="hidden"):
        match.undo(2)


def test_a_solo_dig_can_be_taken_back_before_the_next_roll() -> None:
    match = lay(FIELD, die=3, seats=1)
    match.play(0, dig(0, 1, "south", 3))
    match.undo(0)
    assert sheet(match)["dug"] == []
    assert match.view(0)["die"] == 3
    with pytest.raises(NoUndo):
        match.undo(0)
