"""What a check is tried on: a game at a number of seats with some options, its matches, and chance that repeats itself.

A check is a plain function that takes a `Trial` and looks. `expect` says what must hold; what does not is `Broken`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from molehill.engine.errors import MolehillError, Unknown
from molehill.engine.game import Game
from molehill.engine.match import CHANCE, Match
from molehill.engine.playouts import CAP, Room

Options = dict[str, Any]
Viewer = int | None


class Broken(AssertionError):
    """Something that must hold for every game does not hold for this one; the message says what, in a sentence."""


class NotTried(Exception):
    """There is nothing here that a check could be tried on; the message says what there is not."""


def expect(holds: object, otherwise: str) -> None:
    """Go on if it holds; else say what is wrong."""
    if not holds:
        raise Broken(otherwise)


def fail(what: str) -> NoReturn:
    """Say what is wrong."""
    raise Broken(what)


@dataclass
class Trial:
    """One game at one table, and how much is tried there. `match` is what was looked at last."""

    game: Game
    seats: int
    options: Options = field(default_factory=dict)
    seed: int = 0
    effort: float = 1.0
    match: Match | None = None

    def often(self, short: int) -> int:
        """How often something is done: so often at the usual effort."""
        return max(1, round(short * self.effort))

    def number(self, own: int) -> int:
        """A seed of a check's own, and another one with every seed of the trial."""
        return own + 1_000_003 * self.seed

    def chance(self, own: int | str) -> random.Random:
        """Reproducible chance, of a check's own and with every seed of the trial another."""
        return random.Random(f"{own} {self.seed}" if self.seed else own)

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody who may look: a spectator and each seat."""
        return [None, *range(self.seats)]

    def new(self) -> Match:
        """A match that begins."""
        self.match = self.game.match(self.seats, self.options)
        return self.match

    def late(self, own: int, left: int) -> Match:
        """A match that is over in so many random moves, or sooner if it never lasts that long."""
        self.match = late_match(self.game, self.seats, self.options, self.number(own), left)
        return self.match

    def walk(self, own: int, moves: int) -> Iterator[Match]:
        """The positions of a random match, from the first on."""
        for match in random_walk(self.game, self.seats, self.options, self.number(own), moves):
            self.match = match
            yield match

    def finish(self, match: Match, own: int) -> None:
        """Play a match to its end at random."""
        made = play_on(match, self.number(own))
        expect(made < CAP, f"a random game did not end within {CAP:,} moves")


# ---- settings --------------------------------------------------------------------------------------------------------


def option_sets(game: Game) -> list[Options]:
    """No option, each option's other values by themselves (of many, the first and the last), and all the last."""
    sets: list[Options] = [{}]
    for option in game.options:
        others = [value for value in option.values if value != option.default]
        sets += [{option.name: value} for value in (others if len(others) < 3 else (others[0], others[-1]))]
    together = {option.name: option.values[-1] for option in game.options}
    if together not in sets:
        sets.append(together)
    return sets


def fitting(game: Game, seats: int, options: Options) -> bool:
    """Whether a game takes these options at this number of seats: a starter must have a seat."""
    try:
        game.read_options(options, seats)
    except Unknown:
        return False
    return True


def settings(game: Game, every_seat_count: bool = True) -> Iterator[tuple[int, Options]]:
    """Every number of seats with every set of options; or all options at one number of seats only."""
    for seats in range(game.min_seats, game.max_seats + 1):
        for number, options in enumerate(option_sets(game)):
            if number and not every_seat_count and seats != min(3, game.max_seats):
                continue
            if fitting(game, seats, options):
                yield seats, options


def label(options: Options) -> str:
    """Options in a few letters."""
    return ",".join(f"{name}={value}" for name, value in options.items()) or "plain"


# ---- matches ---------------------------------------------------------------------------------------------------------


def random_move(match: Match, rng: random.Random) -> tuple[int | None, dict[str, Any]]:
    """Let a pending player do something random; returns who (None: chance) and what."""
    if match.pending is CHANCE:
        return None, match.chance(rng=rng)
    seat = rng.choice(match.pending)
    move = rng.choice(match.legal(seat))
    match.play(seat, move)
    return seat, move


def random_walk(game: Game, seats: int, options: Options, seed: int, moves: int) -> Iterator[Match]:
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


def late_match(game: Game, seats: int, options: Options, seed: int, left: int) -> Match:
    """A match that is over in so many random moves, or sooner if it never lasts that long."""
    rehearsal = game.match(seats, options)
    whole = play_on(rehearsal, seed)
    match = game.match(seats, options)
    play_on(match, seed, max(0, whole - left))
    return match


def refused(kind: type[MolehillError] | tuple[type[MolehillError], ...], what: str, call: Any, *given: Any) -> str:
    """What an error says that must come; Broken if none comes, or another."""
    try:
        call(*given)
    except kind as error:
        return str(error)
    except Exception as error:
        raise Broken(f"{what} is answered by {type(error).__name__}: {error}") from error
    fail(f"{what} is not refused")
