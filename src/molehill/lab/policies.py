"""Policies: functions that choose moves, and games in which they play.

    def first(match, seat):
        return match.legal(seat)[0]

    lab.simulate("honeymoon", games=100, bots=[first, "fair"])

Chance is the same as in the compiled loops: game k of a seed has the same dice and cards. A policy gets the match
itself. One that wants to be fair looks only at `match.view(seat)` and `match.legal(seat)`. Games with a policy are
played one at a time: it may remember things, and Python runs one function at a time anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill import bots
from molehill.engine.playouts import CAP, Playouts

if TYPE_CHECKING:
    from molehill.engine.match import Match
    from molehill.lab.settings import Setting

Policy = Callable[["Match", int], dict[str, Any]]
Player = str | Policy

_WORD = (1 << 64) - 1
_TURN = Lock()  # of the games with policies


class Stream:
    """Splitmix64 as in `engine/chance.py`, for numbers from 0 up to 1."""

    def __init__(self, seed: int, number: int) -> None:
        self._word = seed & _WORD
        self._word = self._next() ^ (number * 0xBF58476D1CE4E5B9 & _WORD)
        self._word = self._next()

    @property
    def word(self) -> int:
        """Its state, for a kernel that continues the stream."""
        return self._word

    def _next(self) -> int:
        self._word = z = (self._word + 0x9E3779B97F4A7C15) & _WORD
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return z ^ (z >> 31)

    def random(self) -> float:
        """The next number. It has as many bits as `chance.below` uses."""
        return (self._next() >> 32) / (1 << 32)


def play_by_hand(setting: Setting, seed: int, first: int, games: int) -> Playouts:
    """Play games number first, first + 1, ... through `Match`."""
    played = Playouts.blank(setting.game, games, setting.seats, setting.names, setting.rotate, first)
    for row in range(games):
        number = first + row
        turn = number % setting.seats if setting.rotate else 0
        deal = number // setting.seats if setting.rotate else number
        players = [_chooser(setting, (seat + turn) % setting.seats, seed, number) for seat in range(setting.seats)]
        with _TURN:
            _play(setting, players, Stream(seed, deal), played, row)
    return played


def _chooser(setting: Setting, chair: int, seed: int, number: int) -> Policy:
    """A policy itself, or a bot with its own seed for this game and chair."""
    player = setting.bots[chair]
    if callable(player):
        return player
    own = np.random.SeedSequence([seed, number, chair]).generate_state(1, np.uint64)[0] >> np.uint64(1)
    sims = setting.sims if player == "sharp" else None
    return bots.bot(player, int(own), sims=sims).choose


def _play(setting: Setting, players: list[Policy], dice: Stream, played: Playouts, row: int) -> None:
    """Play one match and write the result into this row."""
    match, moves = setting.game.match(setting.seats, setting.options, setting.box), 0
    while not match.over and moves < CAP:
        moves += 1
        pending = match.pending
        if isinstance(pending, tuple):
            seat = pending[0]
            match.play(seat, players[seat](match, seat))
        else:
            match.chance(rng=dice)
    played.moves_a_game[row] = moves
    setting.game.loops.note(match.veiled(None), 0, setting.box.record, played.played, row)
