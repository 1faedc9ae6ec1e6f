"""Games at random, natively and in WebAssembly. Each tells a digest of all that was seen on the way, and its end."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from recording import edition

from molehill import CHANCE, Game, Match
from molehill.bots.advice import advise_with
from molehill.bots.levels import Budget, how, level
from molehill.bots.search import Memory, Search, load
from molehill.bots.tree import GAME
from molehill.engine import contract, events
from molehill.engine.box import Box
from molehill.engine.match import ROOM_FOR_EVENTS, drawn
from molehill.engine.playouts import series_of
from molehill.engine.workspace import Played
from molehill.pocket.facts import box_facts
from scenario import fitting, option_sets, random_move

LOOKS = 7  # after so many moves each, what seats may know is compared
LONGEST = 500  # moves of a game, because all of them are called from Python


class Trial(NamedTuple):
    """A game to be played on both sides."""

    seats: int
    options: dict[str, Any]
    seed: int
    box: Box

    def sent(self, game: Game) -> dict[str, Any]:
        told = {"seats": self.seats, "options": self.options, "seed": self.seed, "looks": LOOKS, "longest": LONGEST}
        return told | {"box": None if self.box.shipped else box_facts(game, self.box)}


def trials(game: Game, count: int, rng: random.Random) -> Iterator[Trial]:
    """Games with all numbers of seats, any options and, every third, another edition."""
    own = edition(game)
    for n in range(count):
        seats = game.min_seats + n % (game.max_seats - game.min_seats + 1)
        options = rng.choice([options for options in option_sets(game) if fitting(game, seats, options)])
        yield Trial(seats, options, rng.getrandbits(32), own if n % 3 == 2 else game.box())


class Luck:
    """Random numbers that are as easy in JavaScript as in Python."""

    def __init__(self, seed: int) -> None:
        self.word = seed

    def next(self) -> int:
        self.word = (1664525 * self.word + 1013904223) % 2**32
        return self.word

    def among(self, several: list[int]) -> int:
        return several[(self.next() >> 8) % len(several)]


class Native:
    """A table that the native kernels play on."""

    def __init__(self, game: Game, trial: Trial) -> None:
        self.game, self.trial, self.kernels = game, trial, game.kernels
        self.box = trial.box.record
        self.tables = game.tables()
        self.log = events.event_buffer(ROOM_FOR_EVENTS)
        self.out = np.empty(game.own["moves"], dtype=np.int32)
        self.weight = np.empty(game.own["outcomes"], dtype=np.int32)
        self.seen = hashlib.sha256()
        options = game.option_numbers(game.read_options(trial.options, trial.seats))
        self.kernels.setup(self.tables, 0, self.box, trial.seats, options, self.log)
        self.heard()

    def play(self) -> dict[str, Any]:
        luck, moves, kernels = Luck(self.trial.seed), 0, self.kernels
        while moves < LONGEST and (who := kernels.pending(self.tables, 0)) != contract.NOBODY:
            if who == contract.CHANCE:
                n = kernels.outcomes(self.tables, 0, self.box, self.out, self.weight)
                numbers, weights = self.out[:n].tolist(), self.weight[:n].tolist()
                self.numbers(*numbers, *weights)
                self.apply(contract.CHANCE, drawn(numbers, weights, luck.next() / 2**32))
            else:
                seat = luck.among([seat for seat in range(self.trial.seats) if who >> seat & 1])
                legal = self.out[: kernels.legal(self.tables, 0, self.box, seat, self.out)].tolist()
                move, tried = luck.among(legal), luck.next() % self.game.move_count
                self.numbers(seat, *legal, kernels.check(self.tables, 0, self.box, seat, tried))
                self.apply(seat, move)
            if moves % LOOKS == 0:
                self.look(luck)
            moves += 1
        self.seen.update(self.scores().tobytes())
        self.numbers(
            *self.points(self.tables), kernels.length(self.tables, 0), kernels.check(self.tables, 0, self.box, 0, 0)
        )
        return {"moves": moves, "seen": self.seen.hexdigest(), "table": self.tables.tobytes().hex()}

    def apply(self, actor: int, move: int) -> None:
        self.kernels.apply(self.tables, 0, self.box, actor, move, self.log)
        self.heard()

    def look(self, luck: Luck) -> None:
        """What a seat may know, one possible truth of that, and what a spectator may know."""
        seat, veiled = luck.next() % self.trial.seats, self.tables.copy()
        self.kernels.veil(veiled, 0, self.box, seat)
        self.seen.update(veiled.tobytes())
        truth, openly = veiled.copy(), self.tables.copy()
        self.kernels.redeal(truth, 0, self.box, seat, np.array([luck.next()], dtype=np.uint64))
        self.kernels.veil(openly, 0, self.box, contract.SPECTATOR)
        self.seen.update(truth.tobytes() + openly.tobytes())
        self.numbers(*self.points(veiled), self.kernels.length(veiled, 0))

    def scores(self) -> Any:
        scores = np.zeros(self.trial.seats)
        self.kernels.scores(self.tables, 0, self.box, scores)
        return scores

    def points(self, tables: Any) -> list[int]:
        points = np.zeros(self.trial.seats, dtype=np.int64)
        self.kernels.points(tables, 0, self.box, points)
        found: list[int] = points.tolist()
        return found

    def heard(self) -> None:
        for kind, to, clause, told in events.drain(self.log):
            self.numbers(kind, to, clause, *(n for one in told for n in (one if isinstance(one, list) else [one])))

    def numbers(self, *told: int) -> None:
        self.seen.update(np.array(told, dtype=np.int32).tobytes())


def natively(game: Game, played: Iterable[Trial]) -> list[dict[str, Any]]:
    return [Native(game, trial).play() for trial in played]


# ---- bots -----------------------------------------------------------------------------------------------------------


def ends(game: Game, trial: Trial, count: int) -> list[str]:
    """Digests of the tables at the end of games between seats that move at random."""
    memory, played = Memory(game, 1, 0), game.blank(Played)
    hows = np.repeat(how("random", game), trial.seats)
    options = game.option_numbers(game.read_options(trial.options, trial.seats))
    found = []
    for number in range(count):
        series = series_of(trial.seed, number, rotate=False)
        load(game).tournament(*memory.parts(trial.box), hows, options, series, played)
        found.append(hashlib.sha256(memory.room.tables[GAME].tobytes()).hexdigest())
    return found


class Decision(NamedTuple):
    """A seat that owes a decision."""

    match: Match
    seat: int

    @property
    def table(self) -> bytes:
        return self.match.table.tobytes()


def decisions(game: Game, seats: int, count: int, rng: random.Random) -> list[Decision]:
    """Decisions between several moves, from whole games at random, two of each game next to each other."""
    found: list[Decision] = []
    while len(found) < count:
        match, skipped = game.match(seats), rng.randrange(40)
        while not match.over and skipped > -2 and len(found) < count:
            if match.pending is not CHANCE:
                seat = match.pending[0]
                if len(match.legal_numbers(seat)) > 1:
                    skipped -= 1
                    if skipped < 0:
                        found.append(Decision(match.copy(), seat))
            random_move(match, rng)
    return found


def searching(game: Game, level_name: str, sims: int | None, word: int) -> Search:
    """A search whose luck begins with this word."""
    way, budget = level(level_name, game, Budget(sims=sims))
    search = Search(game, way, budget, 0)
    search.memories[0].room.whims[0] = word
    return search


def choices(game: Game, level_name: str, sims: int | None, word: int, positions: list[Decision]) -> list[int]:
    search = searching(game, level_name, sims, word)
    return [search.decide(one.match.veiled(one.seat), one.match.box, one.seat) for one in positions]


def advice(game: Game, position: Decision, word: int, sims: int, best: int) -> list[dict[str, Any]]:
    search, encode = searching(game, "sharp", sims, word), game.part("moves").encode
    found = advise_with(search, position.match, position.seat, best)
    return [
        one.as_json()
        | {"move": encode(one.move), "line": [{"seat": seat, "move": encode(move)} for seat, move in one.line]}
        for one in found
    ]
