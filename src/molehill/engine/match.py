"""A match: a box, options and the list of moves, chance included. The list is the truth; the table follows from it.

Everything that leaves here for a seat or a spectator is made from a veiled copy of the table.
"""

from __future__ import annotations

import random
import warnings
from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np

from molehill.engine import contract, events, insight
from molehill.engine.box import Box
from molehill.engine.errors import BadLog, Malformed, MolehillError, Refused, Unknown
from molehill.engine.naming import name_event
from molehill.engine.records import Snapshot, Tables

if TYPE_CHECKING:
    from molehill.engine.game import Game
    from molehill.engine.observing import Flat
    from molehill.engine.shapes import Result

Move = dict[str, Any]
ROOM_FOR_EVENTS = 20_000  # numbers that the events of one move tell
_MARKED = 64  # after so many moves each the table is kept, so that none has to be played again from the beginning


class Chance(Enum):
    """The player called CHANCE."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE: Final = Chance.CHANCE


class Refusal(NamedTuple):
    """Why a move is not allowed: the clause, and the reason in words."""

    rule: str
    why: str


class Outcome(NamedTuple):
    """Something that chance can do, and how likely it is."""

    outcome: Move
    weight: int
    probability: float


class HasRandom(Protocol):
    """random.Random, numpy's Generator, or anything else with `random()` in [0, 1)."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


class NoUndo(MolehillError):
    """Nothing that this seat may take back."""


@dataclass(frozen=True)
class Seen:
    """A veiled table as a game's `view.py` gets it."""

    t: Any
    box: Any
    seat: int | None
    seats: int
    options: Mapping[str, Any]
    pending: tuple[int, ...] | Chance
    scores: list[float]
    points: list[int]
    ended: int
    edition: Mapping[str, Any]


class _Entry(NamedTuple):
    actor: int
    move: int
    events: int  # how many events there were before it
    shows: bool  # whether it showed something that was hidden


class Happening(NamedTuple):
    """An event, and who may see it."""

    to: int
    data: dict[str, Any]

    @property
    def is_public(self) -> bool:
        """Whether everybody may see it."""
        return self.to == contract.EVERYBODY

    def seen_by(self, seat: int | None) -> bool:
        """Whether this seat (None: a spectator) may see it."""
        return _may_see(self.to, seat)


class Step(NamedTuple):
    """A move that was made: who made it, which, and what happened by it. It holds secrets, as the log does."""

    actor: int | Chance
    move: Move
    happened: list[Happening]


class Match:
    """One match. Seats are numbered from 0; moves and views are JSON-ready structures."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any] | None, box: Box) -> None:
        self.game = game
        self.seats = seats
        self.options = game.read_options(options, seats)
        self.box = box
        self._kernels = game.kernels
        self._moves = game.part("moves")
        self._views = game.part("view")
        self._record = game.tables()
        self._owing: tuple[int, ...] | Chance | None = None  # who is pending, once somebody has asked
        self._log = events.event_buffer(ROOM_FOR_EVENTS)
        self._entries: list[_Entry] = []
        self._events: list[Happening] = []
        self._marks: list[Tables] = []
        self._kernels.setup(self._tables, 0, box.record, seats, game.option_numbers(self.options), self._log)
        self._hear()

    def __repr__(self) -> str:
        return f"<match of {self.game.id}: {self.seats} seats, {len(self._entries)} moves, pending {self.pending}>"

    # ---- whose decision, and which -----------------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[int, ...] | Chance:
        """The seats that owe a decision, or CHANCE, or () when the match is over."""
        if self._owing is None:
            self._owing = _pending(self._kernels.pending(self._record, 0))
        return self._owing

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.pending == ()

    def legal(self, seat: int) -> list[Move]:
        """Every move that this seat may make now; empty when it owes none."""
        return [self._moves.decode(move) for move in self.legal_numbers(seat)]

    def legal_numbers(self, seat: int) -> list[int]:
        """The same as integers."""
        self._seat(seat)
        pending = self.pending
        if pending is CHANCE or seat not in pending:
            return []
        out = np.empty(self.game.move_count, dtype=np.int32)
        n = self._kernels.legal(self._record, 0, self.box.record, seat, out)
        found: list[int] = out[:n].tolist()
        return found

    def why_not(self, seat: int, move: Move) -> Refusal | None:
        """None if the move is legal, else the clause that forbids it and why. Malformed if it is no move at all."""
        return self._judge(seat, move)[1]

    def play(self, seat: int, move: Move) -> list[dict[str, Any]]:
        """Make a move and return the events that this seat sees of it. Raises Refused, and then nothing has changed."""
        number, refusal = self._judge(seat, move)
        if refusal:
            raise Refused(*refusal)
        return self._do(seat, number)

    def play_number(self, seat: int, number: int) -> list[dict[str, Any]]:
        """Make the move of this number, one of `legal_numbers`. Raises Refused, and then nothing has changed."""
        self._seat(seat)
        most = self.game.move_count - 1
        if not isinstance(number, int | np.integer) or isinstance(number, bool) or not 0 <= number <= most:
            raise Malformed(f"moves are numbers from 0 to {most}, not {number!r}")
        if self._kernels.check(self._record, 0, self.box.record, seat, int(number)):
            return self.play(seat, self._moves.decode(int(number)))
        return self._do(seat, int(number))

    def _judge(self, seat: int, move: Move) -> tuple[int, Refusal | None]:
        """The move's number, and why it is refused. A seat that owes nothing is refused before its move is read."""
        self._seat(seat)
        pending = self.pending
        owes = pending is not CHANCE and seat in pending
        number = self._moves.encode(move) if owes else 0
        clause = self._kernels.check(self._record, 0, self.box.record, seat, number)
        if not clause:
            return number, None
        rule = self.game.clause(clause)
        parameters = self._views.refusal(self._seen(seat), move if owes else None, clause)
        return number, Refusal(rule, self.game.words.say(f"refused-{rule}", **parameters))

    # ---- chance ------------------------------------------------------------------------------------------------------

    def outcomes(self) -> list[Outcome]:
        """What chance can do now, and how likely each is; empty when it is not chance's turn."""
        numbers, weights = self.outcome_numbers()
        total = sum(weights)
        return [
            Outcome(self._moves.decode_outcome(number), weight, weight / total)
            for number, weight in zip(numbers, weights, strict=True)
        ]

    def outcome_numbers(self) -> tuple[list[int], list[int]]:
        """The same as integers: the outcomes, and the weight of each."""
        if self.pending is not CHANCE:
            return [], []
        room = self.game.part("rules").OUTCOMES
        out, weight = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
        n = self._kernels.outcomes(self._record, 0, self.box.record, out, weight)
        return out[:n].tolist(), weight[:n].tolist()

    def chance(self, outcome: Move | None = None, *, rng: HasRandom | None = None) -> Move:
        """Let chance decide: this outcome, or one drawn with `rng` (by default from the system's own randomness)."""
        numbers, weights = self.outcome_numbers()
        if not numbers:
            raise Malformed("chance has nothing to decide now")
        if outcome is None:
            number = drawn(numbers, weights, (rng or random.SystemRandom()).random())
        else:
            number = self._moves.encode_outcome(outcome)
            if number not in numbers:
                raise Malformed(f"chance can't bring {outcome} now")
        self._do(contract.CHANCE, number)
        fallen: Move = self._moves.decode_outcome(number)
        return fallen

    def chance_number(self, number: int) -> Move:
        """Let chance bring the outcome of this number, one of `outcome_numbers`, and return it."""
        if number not in self.outcome_numbers()[0]:
            raise Malformed(f"chance can't bring number {number!r} now")
        self._do(contract.CHANCE, int(number))
        fallen: Move = self._moves.decode_outcome(int(number))
        return fallen

    def fall(self, outcome: Move | None = None, *, rng: HasRandom | None = None) -> Move:
        """The old name of `chance`, for one more release."""
        warnings.warn("Match.fall is called Match.chance now", DeprecationWarning, stacklevel=2)
        return self.chance(outcome, rng=rng)

    # ---- what is seen ------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The table as this seat may see it (None: as a spectator may), JSON-ready."""
        if seat is not None:
            self._seat(seat)
        seen = self._seen(seat)
        head = {
            "game": self.game.id,
            "seat": seat,
            "seats": self.seats,
            "options": dict(self.options),
            "pending": list(seen.pending) if isinstance(seen.pending, tuple) else "chance",
        }
        view: dict[str, Any] = head | self._views.view(seen)
        return view

    def events(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """What has happened, as far as this seat may know, from its event number `since` on.

        Events are numbered for each seat by itself, so that gaps tell nothing. After an undo the list is shorter.
        """
        if seat is not None:
            self._seat(seat)
        return [event.data for event in self._events if _may_see(event.to, seat)][since:]

    def happened(self, since: int = 0) -> list[Happening]:
        """Every event from number `since` on, with who may see it. It holds secrets, as the log does."""
        return self._events[since:]

    def observe(self, seat: int | None = None, memory: bool = False, prospects: bool = False) -> Flat:
        """What this seat sees (None: what a spectator sees), as an array of float32 that `Game.observation` explains.

        With `memory` it also holds what the seat remembers: how many events of each kind it has seen, the last of them,
        and a fingerprint of all events that it has seen and all moves that it has made. Two positions that differ in
        any of these have different fingerprints, but for one case in 2^64. With `prospects` it also holds what each
        legal move would bring, in a game that tells it. Raises Unknown in others.
        """
        if seat is not None:
            self._seat(seat)
        return self._insight.observe(self, seat, self.game.observation(self.seats, memory=memory, prospects=prospects))

    def information(self, seat: int | None = None) -> str:
        """All that this seat knows (None: a spectator), as a text in JSON: what it was told and what it did, in order.

        Two positions have the same text if, and only if, the seat can't tell them apart with perfect memory.
        """
        if seat is not None:
            self._seat(seat)
        return insight.information(self, seat)

    @cached_property
    def _insight(self) -> insight.Insight:
        return insight.Insight(self)

    @property
    def room_for_events(self) -> int:
        """How many numbers the events of one move may tell."""
        return ROOM_FOR_EVENTS

    def sentence(self, event: Mapping[str, Any], names: list[str] | None = None) -> str:
        """An event in words."""
        return self.game.words.say(f"event-{event['event']}", **self._phrase(event, names))

    def _phrase(self, data: Mapping[str, Any], names: list[str] | None) -> dict[str, Any]:
        known = names or [self.game.words.say("player", number=s + 1) for s in range(self.seats)]
        phrase: dict[str, Any] = self.game.part("text").phrase(data, known, self.game.words)
        return phrase

    def veiled(self, seat: int | None) -> Tables:
        """A copy of the table that has forgotten what the seat may not know, as an array of one record."""
        tables = self._record.copy()
        self._kernels.veil(tables, 0, self.box.record, contract.SPECTATOR if seat is None else seat)
        return tables

    def _seen(self, seat: int | None) -> Seen:
        tables, kernels, box = self.veiled(seat), self._kernels, self.box.record
        scores, points = np.zeros(self.seats), np.zeros(self.seats, dtype=np.int64)
        kernels.scores(tables, 0, box, scores)
        kernels.points(tables, 0, box, points)
        pending = _pending(kernels.pending(tables, 0))
        ended = kernels.check(tables, 0, box, 0, 0) if pending == () else 0
        return Seen(
            Snapshot(tables[0]), self.box.snapshot, seat, self.seats, self.options, pending,
            scores.tolist(), points.tolist(), ended, self.box.doc,
        )  # fmt: skip

    # ---- the end -----------------------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[float]:
        """The result for each seat: 1 for a win, 1/k for k who share it, a solo game its points; 0 until the end."""
        return self._seen(None).scores

    @property
    def result(self) -> Result | None:
        """None until the end; then scores, points, winners, and the clause that ended it with the reason in words."""
        seen = self._seen(None)
        if seen.pending != ():
            return None
        rule = self.game.clause(seen.ended)
        return {
            "scores": seen.scores,
            "points": seen.points,
            "winners": [s for s, score in enumerate(seen.scores) if score > 0 and self.seats > 1],
            "rule": rule,
            "why": self.game.words.say(f"ended-{rule}"),
        }

    def idle(self) -> tuple[int, Move] | None:
        """A seat whose decision can't matter, and the answer; None if every decision that is due is one.

        It follows from what everybody sees, so an answer that comes at once tells nobody anything.
        """
        pending = self.pending
        if not self.game.idle or not isinstance(pending, tuple):
            return None
        seen = self.view(None)
        answers = ((seat, self._views.idle(seen, seat)) for seat in pending)
        return next(((seat, answer) for seat, answer in answers if answer), None)

    def options_again(self) -> dict[str, Any]:
        """The options of a rematch in which everybody moves up a seat, the first one to the end.

        They stay, so that another player has the first seat and what comes with it. A game that would have it otherwise
        gives the options in its `rematch(view)`: a player whom it names is followed to the new seat.
        """
        options = dict(self.options)
        if not self.game.rematch:
            return options
        options |= self._views.rematch(self.view(None))
        named = [option.name for option in self.game.options if option.seat and isinstance(options[option.name], int)]
        return options | {name: (options[name] - 2) % self.seats + 1 for name in named}

    # ---- taking back, copying, keeping -------------------------------------------------------------------------------

    def undo(self, seat: int) -> Move:
        """Take back this seat's last move and return it; NoUndo if chance, another seat or a secret stands between."""
        self._seat(seat)
        name = self.game.words.say("player", number=seat + 1)
        last = self._entries[-1] if self._entries else None
        if last is None:
            raise NoUndo(self.game.words.say("undo-nothing", player=name))
        if last.actor == contract.CHANCE:
            raise NoUndo(self.game.words.say("undo-chance", player=name))
        if last.actor != seat:
            other = self.game.words.say("player", number=last.actor + 1)
            raise NoUndo(self.game.words.say("undo-other", player=name, other=other))
        if last.shows:
            raise NoUndo(self.game.words.say("undo-shown", player=name))
        left = len(self._entries) - 1
        self._tables = self.at(left)._record
        del self._entries[left:], self._events[last.events :], self._marks[left // _MARKED :]
        taken_back: Move = self._moves.decode(last.move)
        return taken_back

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take something back."""
        return bool(self._entries) and self._entries[-1].actor == seat and not self._entries[-1].shows

    def copy(self) -> Match:
        """An independent match in the same position."""
        twin = Match(self.game, self.seats, self.options, self.box)
        twin._tables[0] = self._record[0]
        twin._entries = list(self._entries)
        twin._events = list(self._events)
        twin._marks = list(self._marks)
        return twin

    def at(self, moves: int) -> Match:
        """The match as it was after so many moves. However long it is, only the last few of them are made again."""
        marked = min(moves, self.count) // _MARKED
        before = marked * _MARKED
        twin = Match(self.game, self.seats, self.options, self.box)
        if marked:
            twin._tables[0] = self._marks[marked - 1][0]
        twin._marks, twin._entries = self._marks[:marked], self._entries[:before]
        twin._events = self._events[: self._events_before(before)]
        for entry in self._entries[before:moves]:
            twin._do(entry.actor, entry.move)
        return twin

    def imagined(self, seat: int, seed: int = 0) -> Match:
        """A match in a position that this seat can't tell from the real one: one possible truth, without a history."""
        self._seat(seat)
        twin = Match(self.game, self.seats, self.options, self.box)
        twin._tables, twin._events = self.veiled(seat), []
        self._kernels.redeal(twin._tables, 0, self.box.record, seat, np.array([seed], dtype=np.uint64))
        return twin

    def lay(self, table: Tables) -> None:
        """Go on from a table (an array of one record) that was played elsewhere: without a history, and so no log."""
        self._record, self._owing = table.copy(), None
        self._entries, self._events, self._marks = [], [], []

    @property
    def table(self) -> np.void:
        """A copy of the table's record, secrets included: for those who know what they do."""
        record: np.void = self._record.copy()[0]
        return record

    @property
    def log(self) -> dict[str, Any]:
        """The match so far as a JSON-ready log that `molehill.replay` takes."""
        from molehill.engine.log import write

        return write(self)

    @property
    def history(self) -> list[tuple[int | Chance, Move]]:
        """Every move so far: who made it, and which. It holds secrets, as the log does."""
        return [self._told(entry) for entry in self._entries]

    def steps(self, first: int, count: int) -> list[Step]:
        """So many moves from number `first` on, each with what happened by it."""
        numbers = range(len(self._entries))[first : first + count]
        return [
            Step(*self._told(self._entries[n]), self._events[self._entries[n].events : self._events_before(n + 1)])
            for n in numbers
        ]

    @property
    def latest(self) -> list[Happening]:
        """What happened by the last move."""
        return self._events[self._entries[-1].events :] if self._entries else []

    @property
    def count(self) -> int:
        """How many moves were made, those of chance included."""
        return len(self._entries)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game, "seats": self.seats, "options": self.options, "box": self.box,
            "version": self.game.version, "record": self._record, "entries": self._entries, "events": self._events,
            "marks": self._marks,
        }  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        game: Game = state["game"]
        if state["version"] != game.version:
            versions = f"version {state['version']} of the rules of {game.name}; here is version {game.version}"
            raise BadLog(f"this match was played with {versions}")
        self.__init__(game, state["seats"], state["options"], state["box"])  # type: ignore[misc]
        self._tables[0] = state["record"][0]
        self._entries, self._events, self._marks = state["entries"], state["events"], state["marks"]

    # ---- inside ------------------------------------------------------------------------------------------------------

    @property
    def _tables(self) -> Tables:
        """The record, as an array of one, for those who change it: who was pending is forgotten."""
        self._owing = None
        return self._record

    @_tables.setter
    def _tables(self, tables: Tables) -> None:
        self._record, self._owing = tables, None

    def _told(self, entry: _Entry) -> tuple[int | Chance, Move]:
        if entry.actor < 0:
            return CHANCE, self._moves.decode_outcome(entry.move)
        return entry.actor, self._moves.decode(entry.move)

    def _events_before(self, move: int) -> int:
        """How many events there were before the move of this number."""
        return self._entries[move].events if move < len(self._entries) else len(self._events)

    def _do(self, actor: int, number: int) -> list[dict[str, Any]]:
        self._kernels.apply(self._tables, 0, self.box.record, actor, number, self._log)
        before = len(self._events)
        shows = self._hear()
        self._entries.append(_Entry(actor, number, before, shows))
        if len(self._entries) % _MARKED == 0:
            self._marks.append(self._record.copy())
        return [e.data for e in self._events[before:] if _may_see(e.to, actor if actor >= 0 else None)]

    def _hear(self) -> bool:
        """Take over what the rules have told; whether some of it can't be taken back."""
        shows = False
        for kind, to, clause, told in events.drain(self._log):
            data = name_event(self._views.EVENTS, self.game.prefix, kind, clause, told)
            self._events.append(Happening(to, data))
            shows = shows or kind in self._views.SHOWS
        return shows

    def _seat(self, seat: Any) -> None:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise Unknown(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")


def drawn(numbers: list[int], weights: list[int], at: float) -> int:
    """The number on which a point from 0 up to 1 falls, when each takes as much room as its weight."""
    totals = list(accumulate(weights))
    return numbers[bisect(totals, at * totals[-1], 0, len(numbers) - 1)]


@cache
def _pending(bits: int) -> tuple[int, ...] | Chance:
    if bits == contract.CHANCE:
        return CHANCE
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def _may_see(to: int, seat: int | None) -> bool:
    return to == contract.EVERYBODY or (seat is not None and bool(to >> seat & 1))
