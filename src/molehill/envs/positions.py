"""Positions that never change: a table, and what each seat has been told on the way there.

A move makes a new position, so a search may keep and share as many as it likes. Adapters for libraries that walk a
game's tree stand on this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine import contract, events
from molehill.engine.match import ROOM_FOR_EVENTS
from molehill.engine.naming import name_event
from molehill.engine.observing import Eyes, Flat, Layout, Recall
from molehill.engine.playouts import CAP, Room
from molehill.engine.records import Tables
from molehill.games import game as find_game

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game
    from molehill.engine.match import Match

Heard = npt.NDArray[np.int32]
_WORD = 1 << 64


class Position:
    """A table, and how it came about: the position before it, who moved, which move, and the events of it.

    One that was imagined for a seat has no position before it, but `told`: what each seat knew when it was imagined,
    and `recall`: the same as numbers.
    """

    __slots__ = ("actor", "before", "heard", "known", "move", "pending", "recall", "table", "told")

    def __init__(
        self,
        table: Tables,
        pending: int,
        heard: Heard,
        before: Position | None = None,
        actor: int = contract.CHANCE,
        move: int = -1,
        told: tuple[str, ...] = (),
    ) -> None:
        self.table, self.pending, self.heard, self.before = table, pending, heard, before
        self.actor, self.move, self.told = actor, move, told
        self.known: dict[int, str] = {}  # information states that somebody has asked for
        self.recall: Tables | None = None  # what each seat remembers, once somebody has asked

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a list: a chain of hundreds would be too deep."""
        chain: list[Position] = [self]
        while chain[-1].before is not None:
            chain.append(chain[-1].before)
        links = [(each.table, each.pending, each.heard, each.actor, each.move, each.told) for each in reversed(chain)]
        return _chained, (links, chain[-1].recall, self.recall, self.known)


def _chained(
    links: Sequence[tuple[Any, ...]], first_recall: Tables | None, recall: Tables | None, known: dict[int, str]
) -> Position:
    table, pending, heard, actor, move, told = links[0]
    last = Position(table, pending, heard, None, actor, move, told)
    last.recall = first_recall
    for table, pending, heard, actor, move, told in links[1:]:
        last = Position(table, pending, heard, last, actor, move, told)
    last.recall, last.known = recall, known  # worked out already
    return last


class Positions:
    """The positions of a game with so many seats, with these options and this box."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
    ) -> None:
        self.game, self.seats = game, game.seat_count(seats)
        self.options = game.read_options(options, self.seats)
        self.box = game.as_box(box)
        self._record = self.box.record
        self._kernels = game.kernels
        self._views = game.part("view")
        rules = game.part("rules")
        self._room = max(int(rules.MOVES), int(rules.OUTCOMES))
        self._own = local()  # buffers of a thread

    def __deepcopy__(self, memo: object) -> Positions:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it is made of."""
        text = None if self.box.shipped else self.box.text
        return _made_again, (self.game.id, self.seats, tuple(self.options.items()), text)

    @cached_property
    def start(self) -> Position:
        """The table as it is laid out."""
        table, log = self.game.tables(), self._log
        self._kernels.setup(table, 0, self._record, self.seats, self.game.option_numbers(self.options), log)
        return Position(table, self._kernels.pending(table, 0), _taken(log))

    def after(self, position: Position, actor: int, move: int) -> Position:
        """The position after a legal move of a seat, or after an outcome that CHANCE brings."""
        table, log = position.table.copy(), self._log
        self._kernels.apply(table, 0, self._record, actor, move, log)
        return Position(table, self._kernels.pending(table, 0), _taken(log), position, actor, move)

    def legal(self, position: Position, seat: int) -> list[int]:
        """The legal moves of a seat that is to decide, the lowest number first."""
        out = self._numbers[0]
        found: list[int] = out[: self._kernels.legal(position.table, 0, self._record, seat, out)].tolist()
        return sorted(found)

    def is_legal(self, position: Position, seat: int, move: int) -> bool:
        """Whether a seat that is to decide may make this move: whatever the number is."""
        return 0 <= move < self.game.move_count and not self._kernels.check(position.table, 0, self._record, seat, move)

    def outcomes(self, position: Position) -> list[tuple[int, float]]:
        """What CHANCE can bring, and how likely it is."""
        out, weight = self._numbers
        n = self._kernels.outcomes(position.table, 0, self._record, out, weight)
        total = int(weight[:n].sum())
        return sorted(
            (number, heavy / total) for number, heavy in zip(out[:n].tolist(), weight[:n].tolist(), strict=True)
        )

    def scores(self, position: Position) -> list[float]:
        """The result for each seat: 0 until the end."""
        scores = np.zeros(self.seats)
        self._kernels.scores(position.table, 0, self._record, scores)
        found: list[float] = scores.tolist()
        return found

    def played_out(self, position: Position, seed: int) -> list[float]:
        """The result if chance and everybody choose at random from here on."""
        room = self._played
        room.desk["dice"][0, 0], room.whims[0] = seed % _WORD, (seed ^ 0x9E3779B97F4A7C15) % _WORD
        table = position.table.copy()
        self.game.loops.play_out(room.desk, table, 0, self._record, np.zeros(self.seats, dtype=np.int64), 0, CAP)
        scores = np.zeros(self.seats)
        self._kernels.scores(table, 0, self._record, scores)
        found: list[float] = scores.tolist()
        return found

    # ---- what is known -----------------------------------------------------------------------------------------------

    def veiled(self, position: Position, seat: int | None) -> Tables:
        """The table without what a seat (None: a spectator) may not know."""
        table = position.table.copy()
        self._kernels.veil(table, 0, self._record, contract.SPECTATOR if seat is None else seat)
        return table

    def imagined(self, position: Position, seat: int, seed: int) -> Position:
        """A position that this seat can't tell from the real one: one possible truth.

        The seat's information state is the same. That of another is what it would see of the table now: what it has
        been told in a past that never was, nobody knows.
        """
        table = self.veiled(position, seat)
        self._kernels.redeal(table, 0, self._record, seat, np.array([seed % _WORD], dtype=np.uint64))
        imagined = Position(table, self._kernels.pending(table, 0), _NOTHING)
        told = [self._seen(imagined, other) for other in range(self.seats)]
        told[seat] = self.information(position, seat)
        imagined.told, imagined.recall = tuple(told), self._nothing()
        imagined.recall[0, seat] = self._recall(position)[0, seat]
        return imagined

    def _seen(self, position: Position, seat: int) -> str:
        return f"seat {seat}, who sees {self.veiled(position, seat).tobytes().hex()}"

    def information(self, position: Position, seat: int) -> str:
        """All that a seat has seen and done so far, in order: two positions that it can't tell apart have the same."""
        fresh: list[Position] = []
        at: Position | None = position
        while at is not None and seat not in at.known:
            fresh.append(at)
            at = at.before
        text = at.known[seat] if at else ""
        for each in reversed(fresh):
            text += self._news(each, seat) if each.before or not each.told else each.told[seat]
            each.known[seat] = text
        return text

    def _news(self, position: Position, seat: int) -> str:
        """What a seat learns by the last move: its own decision, and the events that it may see."""
        parts = [f"seat {seat}"] if position.before is None else []
        if position.actor == seat:
            parts.append(f"> {self.spelled(position.move)}")
        for kind, to, clause, told in events.drain(position.heard.copy()):
            if to == contract.EVERYBODY or to >> seat & 1:
                event = name_event(self._views.EVENTS, self.game.prefix, kind, clause, told)
                parts.append(_spelled(event.pop("event"), {key: event[key] for key in event if key != "rule"}))
        return "".join(f"{part}\n" for part in parts)

    def layout(self, memory: bool) -> Layout:
        """How `observe` lies in its array."""
        return self._layouts[memory]

    @cached_property
    def _layouts(self) -> tuple[Layout, Layout]:
        return self.game.observation(self.seats), self.game.observation(self.seats, memory=True)

    def observe(self, position: Position, seat: int | None, memory: bool = False) -> Flat:
        """What a seat (None: a spectator) sees as numbers, with `memory` also what it remembers."""
        flat = np.empty((1, self.layout(memory).size), dtype=np.float32)
        viewer = np.array([contract.SPECTATOR if seat is None else seat], dtype=np.int8)
        recall = self._recall(position) if memory else self._nothing()
        self.game.vectors.observe(
            *self._eyes[memory].parts, position.table, self._record, self.seats, viewer, recall, flat
        )
        seen: Flat = flat[0]
        return seen

    def _recall(self, position: Position) -> Tables:
        """What each seat remembers: worked out from the last position of which it is known."""
        fresh: list[Position] = []
        at = position
        while at.recall is None and at.before is not None:
            fresh.append(at)
            at = at.before
        if at.recall is None:
            at.recall = self._nothing()
            self.game.vectors.recall_setup(
                at.table.copy(), self._record, self.seats, self.game.option_numbers(self.options), self._log, at.recall
            )
        for each in reversed(fresh):
            assert at.recall is not None
            each.recall = at.recall.copy()
            self.game.vectors.recall_move(at.table.copy(), self._record, each.actor, each.move, self._log, each.recall)
            at = each
        assert position.recall is not None
        return position.recall

    def _nothing(self) -> Tables:
        return self.game.blank(Recall, self.seats + 1).reshape(1, -1)

    def spelled(self, move: int) -> str:
        """A move in one line."""
        named = dict(self.game.part("moves").decode(move))
        return _spelled(named.pop("do"), named)

    def spelled_outcome(self, outcome: int) -> str:
        """An outcome of chance in one line."""
        named = dict(self.game.part("moves").decode_outcome(outcome))
        return _spelled(named.pop("do"), named)

    def match(self, position: Position) -> Match:
        """A match in this position, without a history: for views, and for bots."""
        match = self.game.match(self.seats, self.options, self.box)
        match.lay(position.table)
        return match

    # ---- buffers -----------------------------------------------------------------------------------------------------

    @property
    def _log(self) -> Heard:
        if not hasattr(self._own, "log"):
            self._own.log = events.event_buffer(ROOM_FOR_EVENTS)
        log: Heard = self._own.log
        return log

    @property
    def _numbers(self) -> npt.NDArray[np.int32]:
        if not hasattr(self._own, "numbers"):
            self._own.numbers = np.zeros((2, self._room), dtype=np.int32)
        numbers: npt.NDArray[np.int32] = self._own.numbers
        return numbers

    @property
    def _eyes(self) -> tuple[Eyes, ...]:
        if not hasattr(self._own, "eyes"):
            self._own.eyes = tuple(Eyes(self.game, layout) for layout in self._layouts)
        eyes: tuple[Eyes, ...] = self._own.eyes
        return eyes

    @property
    def _played(self) -> Room:
        if not hasattr(self._own, "room"):
            self._own.room = Room(self.game)
        room: Room = self._own.room
        return room


@lru_cache(maxsize=32)
def _made_again(game: str, seats: int, options: tuple[tuple[str, Any], ...], text: str | None) -> Positions:
    found = find_game(game)
    return Positions(found, seats, dict(options), None if text is None else found.box_from_text(text))


_NOTHING = events.event_buffer(0)


def _taken(log: Heard) -> Heard:
    """The events in a buffer, which is empty afterwards."""
    heard = log[: int(log[0]) + 1].copy()
    log[0] = 0
    return heard


def _spelled(name: str, fields: Mapping[str, Any]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in fields.items())]).replace("'", "")
