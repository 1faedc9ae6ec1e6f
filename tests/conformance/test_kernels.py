"""Playouts, batches and single steps agree with matches, and with themselves over threads."""

from __future__ import annotations

import numpy as np
import pytest

import molehill
from molehill import CHANCE, Game, Malformed, Playouts, Unknown
from molehill.bots import search
from molehill.bots.tournament import tournament
from molehill.engine import compiling, contract
from molehill.engine.contract import OVER
from molehill.engine.playouts import Room
from scenario import seeded

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)


@GAMES
def test_playouts_do_not_depend_on_threads(game: Game) -> None:
    number = 2500  # more than one thread takes at a time
    one = game.playouts(number, seed=3, threads=1)
    two = game.playouts(number, seed=3, threads=2)
    assert one.moves == two.moves
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.points, two.points)
    assert not np.array_equal(one.points[:200], game.playouts(200, seed=4, threads=2).points)
    assert one.games == number
    assert one.wins.sum() == pytest.approx(one.scores.sum())


@GAMES
def test_game_number_k_is_the_same_however_many_are_played(game: Game) -> None:
    all_of_them = game.playouts(300, seed=3)
    assert np.array_equal(game.playouts(50, seed=3).points, all_of_them.points[:50])
    assert np.array_equal(game.playouts(50, seed=3, first=250).points, all_of_them.points[250:])


@GAMES
def test_games_by_number_are_the_same_between_bots_that_think(game: Game) -> None:
    def play(n: int, first: int) -> Playouts:
        seats = game.seat_count(None)
        names = ["easy"] + ["random"] * (seats - 1)
        return tournament(game, n, seats, None, names, 3, 1, game.box(), True, None, first=first)

    few, later = play(8, 0), play(3, 5)
    assert np.array_equal(later.points, few.points[5:])
    assert np.array_equal(later.bot_of_seat(), few.bot_of_seat()[5:])


@GAMES
def test_greedy_bots_play_the_same_games_in_both_loops(game: Game) -> None:
    if game.simultaneous:
        return  # here one loop asks seat by seat, the other all at once
    seats = game.seat_count(None)
    one = game.playouts(20, seats, policy="greedy", seed=3)
    other = tournament(game, 20, seats, None, ["greedy"] * seats, 3, 1, game.box(), False, None)
    assert np.array_equal(one.points, other.points)
    assert np.array_equal(one.moves_a_game, other.moves_a_game)


@GAMES
def test_rotating_puts_every_policy_on_every_seat(game: Game) -> None:
    seats = game.seat_count(None)
    played = game.playouts(seats * 2, seats=seats, policy=["greedy"] + ["random"] * (seats - 1), rotate=True)
    where = played.bot_of_seat()
    assert where.shape == (seats * 2, seats)
    assert all((where == bot).sum(axis=0).tolist() == [2] * seats for bot in range(seats))


@GAMES
def test_playouts_refuse_nonsense(game: Game) -> None:
    for wrong in (
        {"n": 0}, {"n": 5, "threads": 0}, {"n": 5, "policy": "psychic"}, {"n": 5, "policy": ["random"] * 9},
        {"n": 5, "first": -1},
    ):  # fmt: skip
        with pytest.raises(molehill.Unknown):
            game.playouts(**wrong)  # type: ignore[arg-type]


@GAMES
def test_a_batch_steps_all_tables_with_masks_that_match_the_rules(game: Game) -> None:
    batch = game.batch(20, seats=game.seat_count(None), seed=5)
    match = game.match()
    for _ in range(40):
        for i in range(0, 20, 7):
            if batch.actor[i] == OVER:
                assert not batch.mask[i].any()
                continue
            match._tables[0] = batch.tables[i]
            seat = int(batch.actor[i])
            assert seat == match.pending[0]  # type: ignore[index]
            assert np.flatnonzero(batch.mask[i]).tolist() == sorted(match.legal_numbers(seat))
            assert batch.count[i] == batch.mask[i].sum()
        batch.step(batch.sample())


@GAMES
def test_a_batch_reaches_the_end_scores_and_begins_anew(game: Game) -> None:
    batch = game.batch(12, seed=2)
    first = batch.tables.copy()
    for _ in range(100_000):
        if batch.over.all():
            break
        batch.step(batch.sample())
    assert batch.over.all()
    if not game.cooperative:
        assert batch.scores.sum(axis=1) == pytest.approx(np.ones(12))
    which = np.zeros(12, dtype=bool)
    which[3] = True
    batch.reset(which)
    assert batch.over.tolist() == (~which).tolist()
    batch.reset()
    assert not batch.over.any()
    assert batch.tables.shape == first.shape


@GAMES
def test_a_batch_with_one_illegal_move_changes_nothing(game: Game) -> None:
    batch = game.batch(5, seed=2)
    before, moves = batch.tables.tobytes(), batch.sample().copy()
    wrong = moves.copy()
    for bad in (-1, game.move_count, int(np.flatnonzero(~batch.mask[4])[0])):
        wrong[4] = bad
        with pytest.raises(Malformed, match="table 4"):
            batch.step(wrong)
        assert batch.tables.tobytes() == before
    with pytest.raises(Malformed, match="5 moves"):
        batch.step(moves[:2])
    batch.step(moves)
    assert batch.tables.tobytes() != before


@GAMES
def test_a_setting_that_a_batch_or_a_stepper_does_not_have_is_told_in_words(game: Game) -> None:
    with pytest.raises(Unknown, match=r"a batch has no setting 'seat'; did you mean seats\?"):
        game.batch(3, seat=2)  # type: ignore[arg-type]
    with pytest.raises(Unknown, match=r"a stepper has no setting 'sed'; it has seats, options, box"):
        game.stepper(sed=2)  # type: ignore[arg-type]


@GAMES
def test_batch_and_stepper_say_the_same_of_a_game_that_is_over(game: Game) -> None:
    batch, stepper = game.batch(3, seed=1), game.stepper()
    while not batch.over.all():
        batch.step(batch.sample())
    while not stepper.over:
        stepper.step(int(stepper.moves[-1]))
    assert batch.actor.tolist() == [OVER] * 3
    assert stepper.actor == OVER
    assert OVER not in (contract.CHANCE, contract.NOBODY)


@GAMES
def test_the_same_seed_gives_the_same_batch(game: Game) -> None:
    a, b, c = game.batch(8, seed=1), game.batch(8, seed=1), game.batch(8, seed=2)
    for _ in range(30):
        a.step(a.sample())
        b.step(b.sample())
        c.step(c.sample())
    assert a.tables.tobytes() == b.tables.tobytes() != c.tables.tobytes()


@pytest.mark.randomised
@GAMES
def test_single_steps_do_what_a_match_does(game: Game) -> None:
    stepper, match = game.stepper(), game.match()
    rng = np.random.default_rng(seeded(3))
    while not stepper.over:
        assert stepper.actor == (-1 if match.pending is CHANCE else match.pending[0])
        pick = int(stepper.moves[rng.integers(stepper.count)])
        if stepper.actor == -1:
            assert sorted(stepper.weights.tolist()) == sorted(o.weight for o in match.outcomes())
            match.chance(game.part("moves").decode_outcome(pick))
        else:
            assert stepper.moves.tolist() == match.legal_numbers(stepper.actor)
            match.play(stepper.actor, game.part("moves").decode(pick))
        stepper.step(pick)
        assert stepper.tables[0].tobytes() == match.table.tobytes()
    assert match.over
    assert stepper.scores.tolist() == match.scores
    stepper.reset()
    assert stepper.tables[0].tobytes() == game.match().table.tobytes()


@pytest.mark.randomised
@GAMES
def test_a_direct_draw_gives_what_the_list_of_outcomes_gives(game: Game) -> None:
    """From the same random word, so that no seed plays out differently for it."""
    room = Room(game)
    for seats in range(game.min_seats, game.max_seats + 1):
        stepper = game.stepper(seats=seats)
        rng = np.random.default_rng(seeded(seats))
        for number in range(400):
            if stepper.over:
                stepper.reset()
            if stepper.actor == -1:
                found = []
                for way in (game.loops.draw, game.loops.draw_listed):
                    room.dice[0] = number
                    found.append(way(room.desk, stepper.tables, 0, stepper.box.record))
                assert found[0] == found[1]
                assert found[0] in stepper.moves
            stepper.step(int(stepper.moves[rng.integers(stepper.count)]))


@pytest.mark.randomised
@GAMES
def test_greedy_sees_no_more_than_its_seat(game: Game) -> None:
    """The choice from the true table is the choice from the veiled one: the policy can't have looked."""
    room, choose = Room(game), search.load(game).choose_greedily
    for seed in range(seeded(0), seeded(0) + 10):
        batch = game.batch(1, seats=game.seat_count(None), seed=seed)
        for _ in range(12):
            seat = int(batch.actor[0])
            if seat < 0:
                break
            veiled = batch.tables.copy()
            game.kernels.veil(veiled, 0, batch.box.record, seat)
            picks = []
            for tables in (batch.tables, veiled):
                room.whims[0] = seed
                picks.append(choose(room.desk, tables, 0, batch.box.record, seat))
            assert picks[0] == picks[1]
            batch.step(batch.sample())


@GAMES
@pytest.mark.skipif(not compiling.JIT, reason="nothing is compiled")
def test_loops_let_other_threads_run_and_single_calls_do_not(game: Game) -> None:
    assert game.loops.play_games.targetoptions["nogil"]
    assert not game.kernels.apply.targetoptions["nogil"]
