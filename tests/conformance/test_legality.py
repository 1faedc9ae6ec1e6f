"""Every game, every seat count, every option: moves are what `check` says, nothing else changes a table."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import molehill
from molehill import CHANCE, Game, Malformed, Match, Refused
from scenario import chance, late_match, often, play_on, random_move, random_walk, seeded, settings

ALL = pytest.mark.parametrize(("game", "seats", "options"), settings())
GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)


def allowed(match: Match, seat: int) -> set[int]:
    check, box = match.game.kernels.check, match.box.record
    return {m for m in range(match.game.move_count) if check(match._tables, 0, box, seat, m) == 0}


@pytest.mark.randomised
@ALL
def test_legal_moves_are_exactly_those_that_check_allows(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = chance(seats)
    for match in random_walk(game, seats, options, seed=seeded(seats), moves=150):
        if rng.random() > 0.15:
            continue
        for seat in range(seats):
            found = match.legal_numbers(seat)
            assert len(found) == len(set(found))
            assert set(found) == allowed(match, seat)
        if match.pending is not CHANCE:
            assert all(match.legal_numbers(seat) for seat in match.pending), (
                "a pending seat must be able to do something"
            )


@pytest.mark.randomised
@ALL
def test_every_legal_move_applies_and_every_game_ends(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = chance(17)
    for match in (game.match(seats, options), late_match(game, seats, options, seed=seeded(17), left=100)):
        for _ in range(150):
            if match.over or match.pending is CHANCE:
                if not match.over:
                    random_move(match, rng)
                continue
            for seat in match.pending:
                for move in rng.sample(match.legal(seat), min(2, len(match.legal(seat)))):
                    match.copy().play(seat, move)
            random_move(match, rng)
    play_on(match, seed=seeded(17))
    assert match.result is not None
    assert match.pending == ()
    assert all(match.legal(seat) == [] for seat in range(seats))


@pytest.mark.randomised
@ALL
def test_an_illegal_move_changes_no_byte(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = chance(5)
    decode = game.part("moves").decode
    for match in random_walk(game, seats, options, seed=seeded(5), moves=60):
        for _ in range(6):
            seat, number = rng.randrange(seats), rng.randrange(game.move_count)
            if number in match.legal_numbers(seat):
                continue
            before, events = match.table.tobytes(), len(match.events(seat))
            refusal = match.why_not(seat, decode(number))
            assert refusal is not None
            assert refusal.rule.startswith(game.prefix)
            assert refusal.why
            with pytest.raises(Refused) as error:
                match.play(seat, decode(number))
            assert (error.value.rule, error.value.why) == refusal
            assert match.table.tobytes() == before
            assert len(match.events(seat)) == events


@pytest.mark.randomised
@ALL
def test_after_the_end_every_move_is_refused_by_the_clause_that_ended_it(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    match = game.match(seats, options)
    play_on(match, seed=seeded(3))
    assert match.result is not None
    rng = chance(1)
    for seat in range(seats):
        for number in rng.sample(range(game.move_count), min(20, game.move_count)):
            refusal = match.why_not(seat, game.part("moves").decode(number))
            assert refusal is not None
            assert refusal.rule == match.result["rule"]


@pytest.mark.randomised
@ALL
def test_scores_are_nothing_until_the_end_and_then_share_one_win(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    for match in random_walk(game, seats, options, seed=seeded(9), moves=150):
        appraisals = [game.loops.appraise(match._tables, 0, match.box.record, s) for s in range(seats)]
        assert all(-1 <= a <= 1 for a in appraisals)
        if not match.over:
            assert match.scores == [0] * seats
    play_on(match, seed=seeded(9))
    if game.cooperative:
        assert set(match.scores) in ({0.0}, {1.0})
    elif seats > 1:
        assert sum(match.scores) == pytest.approx(1)


@GAMES
def test_structures_and_integers_convert_both_ways(game: Game) -> None:
    moves = game.part("moves")
    seen = set()
    for number in range(game.move_count):
        structure = moves.decode(number)
        assert moves.encode(structure) == number
        seen.add(repr(structure))
    assert len(seen) == game.move_count


@pytest.mark.randomised
@GAMES
def test_outcomes_convert_both_ways_and_have_weights(game: Game) -> None:
    moves = game.part("moves")
    rng = chance(2)
    for match in (game.match(), late_match(game, game.seat_count(None), {}, seed=seeded(2), left=60)):
        for _ in range(300):
            if match.over:
                break
            if match.pending is CHANCE:
                outcomes = match.outcomes()
                assert sum(o.probability for o in outcomes) == pytest.approx(1)
                assert all(o.weight > 0 for o in outcomes)
                for o in outcomes:
                    assert moves.decode_outcome(moves.encode_outcome(o.outcome)) == o.outcome
                assert len({repr(o.outcome) for o in outcomes}) == len(outcomes)
            else:
                assert match.outcomes() == []
                with pytest.raises(Malformed):
                    match.chance()
            random_move(match, rng)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.randomised
@GAMES
@hypothesis_settings(max_examples=often(60))
@given(data=st.data())
def test_hostile_messages_get_an_error_and_change_nothing(game: Game, data: st.DataObject) -> None:
    match = game.match()
    rng = random.Random(data.draw(st.integers(0, 50)))
    for _ in range(data.draw(st.integers(0, 12))):
        if not match.over:
            random_move(match, rng)
    before = match.table.tobytes()
    moves = game.part("moves")
    move: Any = data.draw(JSON)
    if data.draw(st.booleans()):  # a real move with one thing broken
        move = moves.decode(data.draw(st.integers(0, game.move_count - 1)))
        key = data.draw(st.sampled_from([*move, "extra"]))
        move[key] = data.draw(JSON)
    for seat in (0, 1, -1, 99, "0", None, True):
        try:
            legal = match.why_not(seat, move) is None  # type: ignore[arg-type]
        except (Malformed, molehill.Unknown):
            legal = False
        if not legal:
            with pytest.raises(molehill.MolehillError):
                match.play(seat, move)  # type: ignore[arg-type]
    if match.pending is CHANCE and move is not None and move not in [o.outcome for o in match.outcomes()]:
        with pytest.raises(molehill.MolehillError):
            match.chance(move)
    assert match.table.tobytes() == before


@GAMES
def test_settings_that_do_not_exist_are_refused(game: Game) -> None:
    for seats in (game.min_seats - 1, game.max_seats + 1, -3, "two", 2.0, True):
        with pytest.raises(molehill.Unknown, match="seats"):
            game.match(seats=seats)  # type: ignore[arg-type]
    with pytest.raises(molehill.Unknown, match="option"):
        game.match(options={"no such thing": 1})
    for option in game.options:
        with pytest.raises(molehill.Unknown, match=option.name):
            game.match(options={option.name: "no such value"})
        if option.seat:
            with pytest.raises(molehill.Unknown, match="seats"):
                game.match(game.min_seats, {option.name: game.max_seats})


@pytest.mark.randomised
@GAMES
def test_a_copy_is_independent(game: Game) -> None:
    rng = chance(8)
    match = game.match()
    for _ in range(10):
        random_move(match, rng)
    twin, bytes_, events = match.copy(), match.table.tobytes(), match.events()
    assert twin.table.tobytes() == bytes_
    for _ in range(100):
        if not twin.over:
            random_move(twin, rng)
    assert twin.table.tobytes() != bytes_
    assert match.table.tobytes() == bytes_
    assert match.events() == events
    record = match.table
    record[game.table_dtype.names[0]] = 0  # type: ignore[index]
    assert match.table.tobytes() == bytes_


@GAMES
def test_records_are_small_signed_and_without_generators(game: Game) -> None:
    dtype = game.table_dtype
    assert dtype.itemsize < 1024

    def kinds(d: np.dtype[Any]) -> set[str]:
        if d.subdtype:
            return kinds(d.subdtype[0])
        return set().union(*(kinds(d.fields[n][0]) for n in d.names)) if d.names and d.fields else {d.kind}

    assert kinds(dtype) == {"i"}, "unsigned fields turn into floats when compiled"
    assert kinds(game.box().record.dtype) <= {"i"}


@GAMES
def test_fair_dice_end_every_game(game: Game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        assert game.playouts(often(300), seats=seats, seed=seats).unfinished == 0
