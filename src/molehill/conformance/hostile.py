"""What nobody should send: broken moves, junk, and legal and illegal deeds in any order."""

from __future__ import annotations

import json
import random
from typing import Any

from molehill.conformance.checks import At, check
from molehill.conformance.trial import Trial, expect, fail, fitting, option_sets, random_move, refused
from molehill.engine.errors import Malformed, MolehillError, Refused, Unknown
from molehill.engine.log import replay
from molehill.engine.match import CHANCE, Match, NoUndo
from molehill.games import game as find_game

_SINGLE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 10**6, 2**53, -(2**70), 2**70, 0.0, 2.5, 1e300, "", "x", "do", "1", "😀",
    "\ud800",
)  # fmt: skip
_KEYS = ("do", "at", "to", "x", "", "__proto__", "0")


def junk(rng: random.Random, depth: int = 3) -> Any:
    """Anything that JSON can carry."""
    if depth == 0 or rng.random() < 0.6:
        return rng.choice(_SINGLE) if rng.random() < 0.7 else rng.randint(-300, 300)
    if rng.random() < 0.5:
        return [junk(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {rng.choice(_KEYS): junk(rng, depth - 1) for _ in range(rng.randrange(4))}


@check(At.GAME)
def hostile_messages_change_nothing(trial: Trial) -> None:
    """A message that is no move gets an error of ours and changes nothing."""
    rng, moves = trial.chance("hostile"), trial.game.part("moves")
    for number in range(trial.often(60)):
        match = trial.new()
        for _ in range(number % 12):
            if not match.over:
                random_move(match, rng)
        move = junk(rng)
        if rng.random() < 0.5:  # a real move with one thing broken
            move = moves.decode(rng.randrange(trial.game.move_count))
            move[rng.choice([*move, "extra"])] = junk(rng)
        _send(match, move)


def _send(match: Match, move: Any) -> None:
    before = match.table.tobytes()
    for seat in (0, 1, -1, 99, "0", None, True):
        try:
            legal = match.why_not(seat, move) is None  # type: ignore[arg-type]
        except (Malformed, Unknown):
            legal = False
        except Exception as error:
            fail(f"{move!r} of seat {seat!r} is answered by {type(error).__name__}: {error}")
        if not legal:
            refused(MolehillError, f"{move!r} of seat {seat!r}", match.play, seat, move)
    if match.pending is CHANCE and move is not None and move not in [o.outcome for o in match.outcomes()]:
        refused(MolehillError, f"the outcome {move!r}", match.chance, move)
    expect(match.table.tobytes() == before, f"{move!r} was refused and changed the table")


# ---- deeds in any order ----------------------------------------------------------------------------------------------


@check(At.GAME)
def whatever_is_tried_the_log_tells_the_table(trial: Trial) -> None:
    """Moves, refusals, undo and copies in any order: the log always replays to the table and to what all have seen."""
    rng, game = trial.chance("deeds"), trial.game
    for _ in range(trial.often(40)):
        seats = rng.randint(game.min_seats, game.max_seats)
        options = rng.choice([options for options in option_sets(game) if fitting(game, seats, options)])
        match = game.match(seats, options)
        for _ in range(rng.randint(5, 60)):
            trial.match = match
            match = rng.choices(_DEEDS, (3, 1, 1, 1))[0](match, rng)
        again = replay(json.dumps(match.log), find_game)
        expect(again.table.tobytes() == match.table.tobytes(), "the log replays to another table")
        for viewer in (None, *range(seats)):
            expect(again.view(viewer) == match.view(viewer), "the log replays to another view")
            expect(again.events(viewer) == match.events(viewer), "the log replays to other events")


def _move(match: Match, rng: random.Random) -> Match:
    if not match.over:
        random_move(match, rng)
    return match


def _wrong(match: Match, rng: random.Random) -> Match:
    """A move picked from all integers, by any seat: if it is not legal, it is refused without a trace."""
    seat, number = rng.randrange(match.seats), rng.randrange(match.game.move_count)
    move = match.game.part("moves").decode(number)
    if number in match.legal_numbers(seat):
        expect(match.why_not(seat, move) is None, f"{move} is legal and refused")
        return match
    before = match.table.tobytes(), len(match.history), len(match.events(seat))
    refused(Refused, f"{move} of seat {seat}", match.play, seat, move)
    after = match.table.tobytes(), len(match.history), len(match.events(seat))
    expect(after == before, f"{move} of seat {seat} was refused and left a trace")
    return match


def _undo(match: Match, rng: random.Random) -> Match:
    """Undo takes back the seat's own last move or nothing at all."""
    seat, history, before = rng.randrange(match.seats), match.history, match.table.tobytes()
    if match.can_undo(seat):
        expect((seat, match.undo(seat)) == history[-1], f"seat {seat} took back something else than its last move")
        expect(match.history == history[:-1], f"undo of seat {seat} took back more than a move")
    else:
        refused(NoUndo, f"undo of seat {seat}, which has nothing to take back,", match.undo, seat)
        expect(match.table.tobytes() == before, "a refused undo changed the table")
    return match


def _copy(match: Match, rng: random.Random) -> Match:
    return match.copy()


_DEEDS = (_move, _wrong, _undo, _copy)
