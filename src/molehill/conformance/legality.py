"""Moves are what `check` says, at every table; nothing else changes a table; every game ends."""

from __future__ import annotations

from math import isclose
from typing import Any

import numpy as np

from molehill.conformance.checks import At, check
from molehill.conformance.trial import Trial, expect, random_move, refused
from molehill.engine.errors import Malformed, Refused, Unknown
from molehill.engine.match import CHANCE, Match

_BYTES = 1024  # of a table: a search holds tens of thousands of them


@check(At.ALL)
def legal_moves_are_what_check_allows(trial: Trial) -> None:
    """Legal moves are exactly those that `check` allows, and a seat that owes a decision has one."""
    rng = trial.chance(trial.seats)
    for match in trial.walk(trial.seats, 150):
        if rng.random() > 0.15:
            continue
        for seat in range(trial.seats):
            found, allowed = match.legal_numbers(seat), _allowed(match, seat)
            expect(len(found) == len(set(found)), f"seat {seat}: `legal` lists a move twice")
            for number in sorted(set(found) ^ allowed):
                how = "in `legal` and refused by" if number in found else "not in `legal` and allowed by"
                move = trial.game.part("moves").decode(number)
                expect(False, f"seat {seat}: {move} (number {number}) is {how} `check`")
        if match.pending is not CHANCE:
            for seat in match.pending:
                expect(match.legal_numbers(seat), f"seat {seat} owes a decision and has no legal move")


def _allowed(match: Match, seat: int) -> set[int]:
    allows, box, tables = match.game.kernels.check, match.box.record, match._tables
    return {move for move in range(match.game.move_count) if allows(tables, 0, box, seat, move) == 0}


@check(At.ALL)
def legal_moves_apply_and_games_end(trial: Trial) -> None:
    """Every legal move can be made, and every game ends with a result and without anybody to decide."""
    rng = trial.chance(17)
    for match in (trial.new(), trial.late(17, left=100)):
        trial.match = match
        for _ in range(150):
            if match.over:
                break
            if match.pending is not CHANCE:
                for seat in match.pending:
                    for move in rng.sample(match.legal(seat), min(2, len(match.legal(seat)))):
                        match.copy().play(seat, move)
            random_move(match, rng)
    trial.finish(match, 17)
    expect(match.result is not None, "a game that is over has no result")
    expect(match.pending == (), "somebody owes a decision after the end")
    for seat in range(trial.seats):
        expect(match.legal(seat) == [], f"seat {seat} has legal moves after the end")


@check(At.ALL)
def an_illegal_move_changes_nothing(trial: Trial) -> None:
    """An illegal move is refused by a clause of the rulebook, with a reason, and changes no byte."""
    rng, decode, game = trial.chance(5), trial.game.part("moves").decode, trial.game
    for match in trial.walk(5, 60):
        for _ in range(6):
            seat, number = rng.randrange(trial.seats), rng.randrange(game.move_count)
            if number in match.legal_numbers(seat):
                continue
            move, before, events = decode(number), match.table.tobytes(), len(match.events(seat))
            refusal = match.why_not(seat, move)
            expect(refusal, f"{move} of seat {seat} is not legal and nothing forbids it")
            assert refusal is not None
            expect(refusal.rule.startswith(game.prefix) and refusal.why, f"{move} is refused without clause or reason")
            said = refused(Refused, f"{move} of seat {seat}", match.play, seat, move)
            expect(said == f"{refusal.rule}: {refusal.why}", f"{move} is refused in two ways: {refusal} and {said}")
            expect(match.table.tobytes() == before, f"the refused move {move} of seat {seat} changed the table")
            expect(len(match.events(seat)) == events, f"the refused move {move} of seat {seat} was told in events")


@check(At.ALL)
def after_the_end_every_move_is_refused(trial: Trial) -> None:
    """After the end every move is refused by the clause that ended the game."""
    match, rng, count = trial.new(), trial.chance(1), trial.game.move_count
    trial.finish(match, 3)
    result = match.result
    assert result is not None
    for seat in range(trial.seats):
        for number in rng.sample(range(count), min(20, count)):
            refusal = match.why_not(seat, trial.game.part("moves").decode(number))
            expect(refusal, f"seat {seat} may make move number {number} after the end")
            assert refusal is not None
            expect(
                refusal.rule == result["rule"],
                f"move number {number} is refused by {refusal.rule}, and {result['rule']} ended the game",
            )


@check(At.ALL)
def scores_share_one_win(trial: Trial) -> None:
    """Scores are 0 until the end and then share one win (or all win or lose together); judgements are in [-1, 1]."""
    game, seats = trial.game, trial.seats
    for match in trial.walk(9, 150):
        for seat in range(seats):
            worth = game.loops.appraise(match._tables, 0, match.box.record, seat)
            expect(-1 <= worth <= 1, f"`appraise` gives {worth} for seat {seat}")
        expect(match.over or match.scores == [0] * seats, f"the scores are {match.scores} before the end")
    trial.finish(match, 9)
    if game.cooperative:
        expect(set(match.scores) in ({0.0}, {1.0}), f"all win or lose together, and the scores are {match.scores}")
    elif seats > 1:
        expect(isclose(sum(match.scores), 1), f"the scores {match.scores} are not one win in all")


@check(At.GAME)
def moves_convert_both_ways(trial: Trial) -> None:
    """Every integer is a move of its own: `encode` and `decode` are each other's reverse."""
    moves = trial.game.part("moves")
    seen: dict[str, int] = {}
    for number in range(trial.game.move_count):
        move = moves.decode(number)
        expect(moves.encode(move) == number, f"{move} is decoded from {number} and encoded as {moves.encode(move)}")
        other = seen.setdefault(repr(move), number)
        expect(other == number, f"{move} is what both {other} and {number} are decoded to")


@check(At.GAME)
def outcomes_convert_and_have_weights(trial: Trial) -> None:
    """What chance can do is listed once each, with weights above 0, and converts both ways."""
    moves, rng = trial.game.part("moves"), trial.chance(2)
    for match in (trial.new(), trial.late(2, left=60)):
        trial.match = match
        for _ in range(300):
            if match.over:
                break
            if match.pending is CHANCE:
                outcomes = match.outcomes()
                for o in outcomes:
                    expect(o.weight > 0, f"{o.outcome} has the weight {o.weight}")
                    again = moves.decode_outcome(moves.encode_outcome(o.outcome))
                    expect(again == o.outcome, f"{o.outcome} comes back as {again}")
                expect(len({repr(o.outcome) for o in outcomes}) == len(outcomes), "an outcome is listed twice")
            else:
                expect(match.outcomes() == [], "chance has outcomes although a seat is to decide")
                refused(Malformed, "chance, which has nothing to decide,", match.chance)
            random_move(match, rng)


@check(At.GAME)
def wrong_settings_are_refused(trial: Trial) -> None:
    """Seats and options that the game does not have are refused and named."""
    game = trial.game
    for seats in (game.min_seats - 1, game.max_seats + 1, -3, "two", 2.0, True):
        said = refused(Unknown, f"a table with {seats!r} seats", lambda seats=seats: game.match(seats=seats))
        expect("seats" in said, f"a wrong number of seats is refused by {said!r}")
    refused(Unknown, "an unknown option", lambda: game.match(options={"no such thing": 1}))
    for option in game.options:
        wrong: list[Any] = ["no such value"]
        wrong += [game.max_seats] if option.seat and game.max_seats > game.min_seats else []
        for value in wrong:
            refused(
                Unknown,
                f"the option {option.name}={value!r}",
                lambda option=option, value=value: game.match(game.min_seats, {option.name: value}),
            )


@check(At.GAME)
def a_copy_is_independent(trial: Trial) -> None:
    """A copy of a match goes its own way, and a record that was handed out changes nothing."""
    match, rng = trial.new(), trial.chance(8)
    for _ in range(5):
        if not match.over:
            random_move(match, rng)
    twin, before, events = match.copy(), match.table.tobytes(), match.events()
    expect(twin.table.tobytes() == before, "a copy differs from what was copied")
    for _ in range(100):
        if not twin.over:
            random_move(twin, rng)
    expect(match.over or twin.table.tobytes() != before, "nothing happened in a hundred moves")
    record = match.table
    names = trial.game.table_dtype.names
    assert names is not None
    record[names[0]] = 0
    expect(match.table.tobytes() == before, "a match changes when its copy does")
    expect(match.events() == events, "a match hears events of its copy")


@check(At.GAME)
def records_are_small_and_signed(trial: Trial) -> None:
    """The records of table and box hold signed integers only, and a table is smaller than a kilobyte."""
    table, box = trial.game.table_dtype, trial.game.box().record.dtype
    expect(table.itemsize < _BYTES, f"a table has {table.itemsize} bytes; it must have less than {_BYTES}")
    for name, dtype in (("table", table), ("box", box)):
        for field, kind in _kinds(dtype).items():
            expect(kind == "i", f"the field {field} of the {name} is no signed integer: compiled it becomes a float")


def _kinds(dtype: np.dtype[Any], name: str = "") -> dict[str, str]:
    if dtype.subdtype:
        return _kinds(dtype.subdtype[0], name)
    if dtype.names is None or dtype.fields is None:
        return {name: dtype.kind}
    return {key: kind for part in dtype.names for key, kind in _kinds(dtype.fields[part][0], part).items()}


@check(At.GAME)
def random_games_end(trial: Trial) -> None:
    """Hundreds of random games at every number of seats come to an end."""
    for seats in range(trial.game.min_seats, trial.game.max_seats + 1):
        played = trial.game.playouts(trial.often(300), seats=seats, seed=seats)
        expect(played.unfinished == 0, f"{played.unfinished} of {played.games} random games at {seats} seats never end")
