"""Playouts, batches and single steps agree with matches, and with themselves over threads."""

from __future__ import annotations

import numpy as np

from molehill.bots import search
from molehill.bots.tournament import tournament
from molehill.conformance.checks import At, check
from molehill.conformance.trial import NotTried, Trial, expect, refused
from molehill.engine import compiling, contract
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.match import CHANCE
from molehill.engine.playouts import Room

_TABLES = 20


@check(At.GAME)
def rules_compile(trial: Trial) -> None:
    """The rules can be compiled: one table, many games, and the search of the bots."""
    _ = trial.game.kernels, trial.game.loops, search.load(trial.game)


@check(At.GAME)
def playouts_do_not_depend_on_threads(trial: Trial) -> None:
    """Many games played at once give the same numbers whatever the threads, and others with another seed."""
    game, number = trial.game, 2100  # more than one thread takes at a time
    one, two = (game.playouts(number, seed=3, threads=threads) for threads in (1, 2))
    expect(one.moves == two.moves, "two threads make other moves than one")
    expect(np.array_equal(one.scores, two.scores), "two threads give other scores than one")
    expect(np.array_equal(one.points, two.points), "two threads give other points than one")
    other = game.playouts(few := 100, seed=4, threads=2)
    differ = (one.moves_a_game[:few] != other.moves_a_game).any() or not np.array_equal(one.points[:few], other.points)
    expect(differ, "another seed gives the same games")


@check(At.GAME)
def games_have_numbers(trial: Trial) -> None:
    """Game number k is the same however many are played before or after it, also between bots that think."""
    game, seats = trial.game, trial.seats
    all_of_them = game.playouts(300, seed=3)
    some = (game.playouts(50, seed=3).points, game.playouts(50, seed=3, first=250).points)
    expect(np.array_equal(some[0], all_of_them.points[:50]), "a game depends on how many are played after it")
    expect(np.array_equal(some[1], all_of_them.points[250:]), "a game depends on how many are played before it")
    names = ["easy"] + ["random"] * (seats - 1)
    few, later = (tournament(game, n, seats, None, names, 3, 1, game.box(), True, None, first=8 - n) for n in (8, 3))
    expect(np.array_equal(later.points, few.points[5:]), "a game between thinking bots depends on those before it")
    expect(
        np.array_equal(later.bot_of_seat(), few.bot_of_seat()[5:]), "bots sit elsewhere in a game of the same number"
    )


@check(At.GAME)
def greedy_plays_the_same_in_both_loops(trial: Trial) -> None:
    """Greedy bots play the same games in playouts as in tournaments, where one decides after the other."""
    game, seats = trial.game, trial.seats
    if game.simultaneous:
        raise NotTried("several decide at once, and one loop asks them seat by seat")
    one = game.playouts(20, seats, policy="greedy", seed=3)
    other = tournament(game, 20, seats, None, ["greedy"] * seats, 3, 1, game.box(), False, None)
    expect(np.array_equal(one.points, other.points), "greedy bots get other points in a tournament than in playouts")
    expect(np.array_equal(one.moves_a_game, other.moves_a_game), "greedy bots make other moves in a tournament")


@check(At.GAME)
def policies_rotate(trial: Trial) -> None:
    """With `rotate` every policy sits on every seat equally often, and nonsense is refused."""
    game, seats = trial.game, trial.seats
    names = ["greedy"] + ["random"] * (seats - 1)
    where = game.playouts(seats * 2, seats=seats, policy=names, rotate=True).bot_of_seat()
    for bot in range(seats):
        expect((where == bot).sum(axis=0).tolist() == [2] * seats, f"policy {bot} does not sit everywhere")
    for wrong in (
        {"n": 0}, {"n": 5, "threads": 0}, {"n": 5, "policy": "psychic"}, {"n": 5, "policy": ["random"] * 9},
        {"n": 5, "first": -1},
    ):  # fmt: skip
        refused(Unknown, f"playouts with {wrong}", lambda wrong=wrong: game.playouts(**wrong))


@check(At.GAME)
def batches_agree_with_matches(trial: Trial) -> None:
    """A batch steps all its tables with masks that are the legal moves of a match."""
    batch, match = trial.game.batch(_TABLES, seats=trial.seats, seed=trial.number(5)), trial.new()
    for _ in range(40):
        for i in range(0, _TABLES, 7):
            seat = int(batch.actor[i])
            if seat == contract.OVER:
                expect(not batch.mask[i].any(), "a table without a decision has a mask of moves")
                continue
            match._tables[0] = batch.tables[i]
            expect(match.pending is not CHANCE and seat == match.pending[0], "a batch asks another seat than a match")
            legal = np.flatnonzero(batch.mask[i]).tolist()
            expect(legal == sorted(match.legal_numbers(seat)), "the mask of a batch is not the list of legal moves")
            expect(batch.count[i] == len(legal), "a batch counts its moves wrongly")
        batch.step(batch.sample())


@check(At.GAME)
def batches_end_and_begin_again(trial: Trial) -> None:
    """A batch comes to its end, shares one win at each table, and begins again where it is told to."""
    n = 12
    batch = trial.game.batch(n, seed=trial.number(2))
    for _ in range(100_000):
        if batch.over.all():
            break
        batch.step(batch.sample())
    expect(batch.over.all(), "a batch never ends")
    if not trial.game.cooperative and trial.seats > 1:
        expect(np.allclose(batch.scores.sum(axis=1), 1), "the scores at a table of a batch are not one win in all")
    which = np.zeros(n, dtype=bool)
    which[3] = True
    batch.reset(which)
    expect(batch.over.tolist() == (~which).tolist(), "a batch begins again at other tables than it is told to")
    batch.reset()
    expect(not batch.over.any(), "a batch does not begin again")


@check(At.GAME)
def a_batch_with_an_illegal_move_changes_nothing(trial: Trial) -> None:
    """One illegal move among many is refused, its table is named, and no table changes."""
    n, game = 5, trial.game
    batch = game.batch(n, seed=trial.number(2))
    moves = batch.sample().copy()
    illegal = np.flatnonzero(~batch.mask[n - 1])
    for bad in (-1, game.move_count, *illegal[:1].tolist()):
        before, wrong = batch.tables.tobytes(), moves.copy()
        wrong[n - 1] = bad
        said = refused(Malformed, f"the move {bad} in a batch", batch.step, wrong)
        expect(f"table {n - 1}" in said, f"the refusal does not name its table: {said}")
        expect(batch.tables.tobytes() == before, "a refused step changed a table")
    refused(Malformed, "a step with too few moves", batch.step, moves[:2])
    before = batch.tables.tobytes()
    batch.step(moves)
    expect(batch.tables.tobytes() != before, "legal moves change nothing")


@check(At.GAME)
def a_seed_gives_one_batch(trial: Trial) -> None:
    """The same seed gives the same batch, another seed another."""
    batches = [trial.game.batch(32, seed=seed) for seed in (1, 1, 2)]
    for _ in range(30):
        for batch in batches:
            batch.step(batch.sample())
    one, same, other = (batch.tables.tobytes() for batch in batches)
    expect(one == same, "the same seed gives two different batches")
    expect(one != other, "two seeds give the same batch")


@check(At.GAME)
def single_steps_agree_with_matches(trial: Trial) -> None:
    """A table that is driven integer by integer does what a match does, to the last byte."""
    game, match = trial.game, trial.new()
    stepper, decode = game.stepper(), game.part("moves")
    rng = np.random.default_rng(trial.number(3))
    for _ in range(2000):
        if stepper.over:
            break
        actor = -1 if match.pending is CHANCE else match.pending[0]
        expect(stepper.actor == actor, f"a stepper asks {stepper.actor}, a match {actor}")
        pick = int(stepper.moves[rng.integers(stepper.count)])
        if match.pending is CHANCE:
            weights = sorted(o.weight for o in match.outcomes())
            expect(sorted(stepper.weights.tolist()) == weights, "a stepper has other weights than a match")
            match.chance(decode.decode_outcome(pick))
        else:
            expect(stepper.moves.tolist() == match.legal_numbers(actor), "a stepper has other moves than a match")
            match.play(actor, decode.decode(pick))
        stepper.step(pick)
        expect(stepper.tables[0].tobytes() == match.table.tobytes(), "a stepper's table is not the match's")
    expect(stepper.over == match.over, "a stepper and a match do not end together")
    expect(not match.over or stepper.scores.tolist() == match.scores, "a stepper has other scores than a match")
    stepper.reset()
    expect(
        stepper.tables[0].tobytes() == game.match().table.tobytes(), "a stepper does not begin again as a match does"
    )


@check(At.GAME)
def a_direct_draw_is_one_of_the_listed(trial: Trial) -> None:
    """Where a game draws directly, it draws what the list of outcomes would give, from the same random word."""
    room, loops = Room(trial.game), trial.game.loops
    for seats in range(trial.game.min_seats, trial.game.max_seats + 1):
        stepper, rng = trial.game.stepper(seats=seats), np.random.default_rng(trial.number(seats))
        for number in range(400):
            if stepper.over:
                stepper.reset()
            if stepper.actor == contract.CHANCE:
                room.dice[0] = number
                here = loops.draw(room.desk, stepper.tables, 0, stepper.box.record)
                room.dice[0] = number
                there = loops.draw_listed(room.desk, stepper.tables, 0, stepper.box.record)
                expect(here == there, f"`draw` gives {here} where the list of outcomes gives {there}")
                expect(here in stepper.moves, f"`draw` gives {here}, which is not among the outcomes")
            stepper.step(int(stepper.moves[rng.integers(stepper.count)]))


@check(At.GAME)
def greedy_sees_no_more_than_its_seat(trial: Trial) -> None:
    """The greedy bot chooses the same from the true table as from the veiled one: it can't have looked."""
    room, choose = Room(trial.game), search.load(trial.game).choose_greedily
    for seed in range(trial.number(0), trial.number(0) + 10):
        batch = trial.game.batch(1, seats=trial.seats, seed=seed)
        for _ in range(12):
            seat = int(batch.actor[0])
            if seat == contract.OVER:
                break
            veiled, picks = batch.tables.copy(), set()
            trial.game.kernels.veil(veiled, 0, batch.box.record, seat)
            for tables in (batch.tables, veiled):
                room.whims[0] = seed
                picks.add(choose(room.desk, tables, 0, batch.box.record, seat))
            expect(len(picks) == 1, f"seat {seat} would choose {picks}, one of them because of what it may not know")
            batch.step(batch.sample())


@check(At.GAME)
def loops_let_other_threads_run(trial: Trial) -> None:
    """Compiled loops let other threads run, and single calls, which take a microsecond, do not."""
    if not compiling.JIT:
        raise NotTried("nothing is compiled with MOLEHILL_JIT=0")
    expect(trial.game.loops.play_games.targetoptions["nogil"], "the loop of many games holds the interpreter")
    expect(not trial.game.kernels.apply.targetoptions["nogil"], "a single call lets go of the interpreter")
