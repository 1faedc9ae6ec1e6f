"""Tools for tests: every setting of every game, random matches, and tables laid out by hand."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import molehill
from molehill import CHANCE, Game, Match
from molehill.engine.playouts import CAP, Room

SEED = int(os.environ.get("MOLEHILL_SEED", "0"))
"""What randomised tests draw; whoever repeats one with the same number draws the same."""


EFFORT = int(os.environ.get("MOLEHILL_EFFORT", "1"))
"""How much of what can be done without end: 1 in `make test`, more in `make test-all` and `make soak`."""


def often(short: int) -> int:
    """How often something is done: so often in the short form, a multiple of it in the long one."""
    return short * EFFORT


def seeded(own: int) -> int:
    """The seed of a randomised test: its own number, and another one with every MOLEHILL_SEED."""
    return own + 1_000_003 * SEED


def chance(own: int | str) -> random.Random:
    """Reproducible chance for a randomised test, of its own and with every MOLEHILL_SEED another."""
    return random.Random(f"{own} {SEED}" if SEED else own)


def option_sets(game: Game) -> list[dict[str, Any]]:
    """No option, each option's other values by themselves (of many, the first and the last), and all the last."""
    sets: list[dict[str, Any]] = [{}]
    for option in game.options:
        others = [value for value in option.values if value != option.default]
        sets += [{option.name: value} for value in (others if len(others) < 3 else (others[0], others[-1]))]
    together = {option.name: option.values[-1] for option in game.options}
    if together not in sets:
        sets.append(together)
    return sets


def fitting(game: Game, seats: int, options: dict[str, Any]) -> bool:
    """Whether a game takes these options at this number of seats: a starter must have a seat."""
    try:
        game.read_options(options, seats)
    except molehill.Unknown:
        return False
    return True


def settings(every_seat_count: bool = True) -> list[Any]:
    """Every registered game with every seat count and every set of options, as test parameters."""
    found = []
    for game in molehill.games():
        for seats in range(game.min_seats, game.max_seats + 1):
            for number, options in enumerate(option_sets(game)):
                if not fitting(game, seats, options):
                    continue
                if not every_seat_count and number and seats != min(3, game.max_seats):
                    continue
                label = ",".join(f"{k}={v}" for k, v in options.items()) or "plain"
                found.append(pytest.param(game, seats, options, id=f"{game.id}-{seats}-{label}"))
    return found


def random_move(match: Match, rng: random.Random) -> tuple[int | None, dict[str, Any]]:
    """Let whoever is pending do something random; returns who (None: chance) and what."""
    if match.pending is CHANCE:
        return None, match.chance(rng=rng)
    seat = rng.choice(match.pending)
    move = rng.choice(match.legal(seat))
    match.play(seat, move)
    return seat, move


def random_walk(game: Game, seats: int, options: dict[str, Any], seed: int, moves: int) -> Iterator[Match]:
    """The positions of a random match, from the first on."""
    match = game.match(seats, options)
    rng = random.Random(seed)
    yield match
    for _ in range(moves):
        if match.over:
            return
        random_move(match, rng)
        yield match


def play_on(match: Match, seed: int, moves: int = CAP) -> int:
    """Go on at random in the compiled loop, to the end or for so many moves; returns how many were made.

    Random games can be long, and a match is slow. The match's history and events do not know of these moves.
    """
    room, policies = Room(match.game), np.zeros(match.seats, dtype=np.int64)
    room.dice[0], room.whims[0] = seed, seed + 1
    made: int = match.game.loops.play_out(room.desk, match._tables, 0, match.box.record, policies, 0, moves)
    return made


def late_match(game: Game, seats: int, options: dict[str, Any], seed: int, left: int) -> Match:
    """A match that is over in so many random moves, or sooner if it never lasts that long."""
    rehearsal = game.match(seats, options)
    whole = play_on(rehearsal, seed)
    match = game.match(seats, options)
    play_on(match, seed, max(0, whole - left))
    return match


def in_another_process(code: str, *arguments: str, jit: bool = True, stdin: str = "") -> str:
    """What a fresh Python prints, with the rules compiled or not."""
    environment = {**os.environ, "MOLEHILL_JIT": "1" if jit else "0", "MOLEHILL_QUIET": "1"}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, input=stdin, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
