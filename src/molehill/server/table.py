"""One table as pure logic: it follows from its entries, and every command either adds entries or raises Problem.

No clock, no network and no database here: times are handed in, and `take_fresh` hands out what is to be kept. If
that fails, the table is thrown away and built again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import orjson

import molehill
from molehill.engine.errors import MolehillError, Refused
from molehill.engine.shapes import Result
from molehill.server import dice, frames
from molehill.server.due import Asked, Due
from molehill.server.entries import Entry, structure_of
from molehill.server.numbers import Numbers
from molehill.server.script import Script
from molehill.server.seats import Seat, hashed, known_bot, likeness, moved_up, names_of, printable, tidy
from molehill.server.setting import Setting
from molehill.server.words import Problem, problem, say

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.match import Happening, Match

LONGEST_GAME = 20_000  # moves; at random Target: Rats takes half as many
LONGEST_LOG = 2 * LONGEST_GAME  # entries: with moves that were taken back, and lines of chat
LONGEST_LINE = 300
CHAT_KEPT = 200
_MINUTE = 60.0
_GOES_ON = 0.05  # of its pause a bot waits within its turn: whoever shows it sees what belongs together
Data = dict[str, Any]
_OF_THE_MATCH = ("moved", "fell", "undone")
_NOT_ARRANGING = (*_OF_THE_MATCH, "said")


class Table:
    """A table: its seats, its match, its chat. `seq` is the number of the last entry."""

    def __init__(self, id: str, secret: bytes, box: Box | None = None) -> None:
        self.id, self.secret = id, secret
        self.box = box  # one of its own, read already; None: the game's
        self.seq = 0
        self.at = 0.0
        self.arranged = 0  # the last entry that was about the table itself: who sits there, what is agreed
        self.status: frames.Status = "open"
        self.seats: list[Seat] = []
        self.setting: Setting
        self.script: Script
        self.base: Match | None = None  # what it will begin with, once that is made
        self.match: Match | None = None
        self.trouble: str | None = None
        self.chat_on = True
        self.chat: list[frames.ChatLine] = []
        self.chat_count = 0
        self.keys: dict[str, int] = {}
        self.asked: dict[int, Asked] = {}
        self.cuts: list[int] = []  # how many events were left after each undo
        self.numbers = Numbers()
        self._secretive: set[int] = set()  # seats with moves that others don't know of, at the decision that is due
        self.rematch_id: str | None = None
        self._result: Result | None = None
        self.falls = 0
        self.first_fall = 0
        self._luck = ""  # what everybody's shares came to when the game began
        self._chance_is_due = False
        self._asked_before: dict[int, float] = {}
        self._fresh: list[Entry] = []
        self.seatings = 0  # how often somebody sat down or left
        self._names: list[str] | None = None
        self._lobby: str | None = None
        self._row: Data = {}  # what we have last said there
        self._touched = 0.0
        self._due: tuple[int, str, Due | None] = (0, "", None)
        self._mover: int | None = None  # who made the last move

    # ---- from entries ------------------------------------------------------------------------------------------------

    @classmethod
    def rebuilt(
        cls, id: str, secret: bytes, entries: Sequence[Entry], status: frames.Status, box: Box | None = None
    ) -> Table:
        """The table that these entries lead to. Its status is kept, too, for tables that can't be played here."""
        table = cls(id, secret, box)
        for entry in entries:
            table.add(entry)
        if table.trouble:
            table.status = status
        elif table.match is None:
            table.base = table._begun()  # here, where there is time: a log that was brought along may be long
        return table

    def add(self, entry: Entry) -> None:
        """One more entry, from the log. Of a match under other rules nothing can be played."""
        self._row = {}  # anyone who wrote the entry may have said something else
        if not (self.trouble and entry.kind in _OF_THE_MATCH):
            _EFFECTS[entry.kind](self, entry)
        self._count(entry)

    def _do(
        self, now: float, kind: str, seat: int | None = None, data: Data | None = None, key: str | None = None
    ) -> None:
        """One more entry, by a command: its effect first, because it may be refused."""
        if self.seq >= LONGEST_LOG:
            raise problem("not-now", "log-full", most=LONGEST_LOG)
        entry = Entry(self.seq + 1, now, kind, seat, data or {}, key)
        _EFFECTS[kind](self, entry)
        self._fresh.append(entry)
        self._count(entry)

    def _count(self, entry: Entry) -> None:
        self.seq, self.at = entry.seq, entry.at
        if entry.kind not in _NOT_ARRANGING:
            self.arranged = entry.seq
        if entry.key:
            self.keys[entry.key] = entry.seq

    @property
    def has_fresh(self) -> bool:
        """Whether commands have added entries that nobody has taken yet."""
        return bool(self._fresh)

    def take_fresh(self) -> list[Entry]:
        """The entries that commands have added since this was last asked."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _on_opened(self, entry: Entry) -> None:
        data = dict(entry.data)
        self.seats = [Seat(**seat, since=entry.at) for seat in data.pop("seats")]
        self.chat_on = data.pop("chat")
        self.setting = Setting(**data)
        self.script = Script(self.setting.script)
        self.trouble = self.setting.trouble

    def _on_seated(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = Seat(**entry.data, since=entry.at)
        self._seats_changed()

    def _on_renamed(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].name = entry.data["name"]
        self._seats_changed()

    def _on_left(self, entry: Entry) -> None:
        assert entry.seat is not None
        seat = self.seats[entry.seat]
        if self.status == "open":
            self.seats[entry.seat] = Seat("open")
        elif self.script:
            seat.token, self.status = None, "over"  # there is nobody left to teach
        else:
            seat.token, seat.stand_in = None, entry.data.get("bot")
        self._seats_changed()

    def _on_luck(self, entry: Entry) -> None:
        assert entry.seat is not None
        seat, share = self.seats[entry.seat], entry.data["share"]
        seat.share, seat.luck = share, dice.commitment(bytes.fromhex(share))

    def _seats_changed(self) -> None:
        self.seatings += 1
        self._names = self._lobby = None

    def _on_started(self, entry: Entry) -> None:
        self.status = "playing"
        self._luck = dice.mixed(self.shares)
        if self.trouble is None:
            self.match = self.base.copy() if self.base else self._begun()
            self.base = None
            self.falls = self.first_fall = sum(actor is molehill.CHANCE for actor, _ in self.match.history)
            self._look_who_is_asked(entry)

    def _begun(self) -> Match:
        """What a match begins with: a log that was brought along, perhaps."""
        game = molehill.game(self.setting.game)
        match = game.match(len(self.seats), self.setting.options, self.box or game.box())
        for actor, move in self.setting.moves:
            if actor == "chance":
                match.chance(move)
            else:
                match.play(actor, move)
        return match

    def _on_moved(self, entry: Entry) -> None:
        match, seat = self._playing(), entry.seat
        assert seat is not None
        match.play(seat, entry.data["move"])
        self._mover = seat
        if seat in self.asked:
            self._asked_before[seat] = self.asked[seat].at
        self._look_who_is_asked(entry, match.latest)

    def _on_fell(self, entry: Entry) -> None:
        match = self._playing()
        if not entry.data:  # ours: drawn here, so that it can be noted down
            outcome = match.chance(rng=dice.Roll(self.secret, self.id, self.falls, self._luck))
            entry.data.update(outcome)
        else:
            match.chance(entry.data)
        self.falls += 1
        if self.script:
            self.first_fall = self.falls  # none is the server's
        self._look_who_is_asked(entry, match.latest)

    def _on_undone(self, entry: Entry) -> None:
        match, seat = self._playing(), entry.seat
        assert seat is not None
        taken_back = match.latest
        match.undo(seat)
        self.cuts.append(len(match.happened()))
        self._look_who_is_asked(entry, taken_back)
        if seat in self.asked and seat in self._asked_before:  # taking back wins nobody time
            self.asked[seat] = Asked(entry.seq, self._asked_before[seat])

    def _on_said(self, entry: Entry) -> None:
        self.chat.append({"seat": entry.seat, "name": entry.data["name"], "text": entry.data["text"], "at": entry.at})
        self.chat_count += 1
        del self.chat[:-CHAT_KEPT]

    def _on_set(self, entry: Entry) -> None:
        self.chat_on = entry.data["chat"]

    def _on_stood_in(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].stand_in = entry.data["bot"]

    def _on_took_back(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.seats[entry.seat].stand_in = None
        if entry.seat in self.asked:  # anyone who returns gets the whole time
            self.asked[entry.seat] = Asked(self.asked[entry.seat].seq, entry.at)

    def _on_rematch(self, entry: Entry) -> None:
        self.rematch_id = entry.data["table"]

    def _look_who_is_asked(self, entry: Entry, happened: Sequence[Happening] | None = None) -> None:
        """Who owes a decision after an entry; and who knows of it, by what has happened (None: everybody)."""
        pending, before = self._playing().pending, list(self.asked)
        self._chance_is_due = pending is molehill.CHANCE
        seats = pending if isinstance(pending, tuple) else ()
        everybody = entry.kind in ("fell", "started")
        self.asked = {
            seat: self.asked[seat]
            if seat in self.asked and seat != entry.seat and not everybody
            else Asked(entry.seq, entry.at)
            for seat in seats
        }
        if pending == ():
            self.status = "over"
        if self._secretive and not self.asked.keys() <= set(before):
            self._secretive.clear()  # what is asked for now is something else
        if happened is not None and not any(event.is_public for event in happened) and list(self.asked) == before:
            self._look_who_knows(entry, happened)

    def _look_who_knows(self, entry: Entry, happened: Sequence[Happening]) -> None:
        viewers: list[int | None] = [None, *range(len(self.seats))]
        own = set() if entry.seat is None else {entry.seat}  # chance is nobody's, not the spectators'
        seen_by = [eye for eye in viewers if eye in own or any(event.seen_by(eye) for event in happened)]
        if len(seen_by) < len(viewers):
            self.numbers.hide(entry.seq, seen_by)
            if entry.seat is not None:
                self._secretive.add(entry.seat)

    # ---- what others ask ---------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        if self._names is None:
            self._names = names_of(self.seats)
        return self._names

    @property
    def shares(self) -> list[str | None]:
        """The luck that each seat has added to the dice."""
        return [seat.share for seat in self.seats]

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        if self.status == "over" and self._result is None and self.match is not None:
            self._result = self.match.result
        return self._result

    def chat_from(self, first: int) -> frames.ChatAbout:
        """The lines of the chat from this one on, as far as they are kept."""
        first = max(first, self.chat_count - len(self.chat))
        return {"first": first, "lines": self.chat[len(self.chat) - (self.chat_count - first) :]}

    @property
    def pending(self) -> list[int]:
        """The seats that owe a decision."""
        return list(self.asked) if self.status == "playing" else []

    @property
    def deadlines(self) -> dict[str, float]:
        """When the clocks of the decisions that are due run out, by seat."""
        found = {str(seat): self.deadline(seat) for seat in self.pending}
        return {seat: at for seat, at in found.items() if at is not None}

    def deadline(self, seat: int) -> float | None:
        """When the clock of this seat's decision runs out."""
        if self.setting.clock is None or seat not in self.asked or self.seats[seat].player or self.status != "playing":
            return None
        return self.asked[seat].at + self.setting.clock

    def due(self, stand_in: str) -> Due | None:
        """What happens by itself next; `stand_in` is the bot for clocks that run out."""
        if self._due[:2] != (self.seq, stand_in):
            self._due = self.seq, stand_in, self._next_due(stand_in)
        return self._due[2]

    def _next_due(self, stand_in: str) -> Due | None:
        found = []
        for seat in self.pending if self.match and not self.script else []:
            sitting, asked = self.seats[seat], self.asked[seat]
            if sitting.player:
                pauses = _GOES_ON if seat == self._mover else 1.0
                found.append(Due(asked.at, seat, "bot", sitting.player, asked.seq, pauses))
            elif (deadline := self.deadline(seat)) is not None:
                found.append(Due(deadline, seat, "clock", stand_in, asked.seq))
        return min(found, default=None)

    def copy(self) -> Table:
        """An independent table in the same state."""
        twin = copy(self)
        twin.seats = [replace(seat) for seat in self.seats]
        twin.match = self.match.copy() if self.match else None
        twin.chat, twin.keys, twin.asked = list(self.chat), dict(self.keys), dict(self.asked)
        twin.numbers, twin._secretive = self.numbers.copy(), set(self._secretive)
        twin.cuts, twin._asked_before, twin._fresh = list(self.cuts), dict(self._asked_before), []
        return twin

    def copy_of_match(self) -> Match:
        """The match as it is now, for a bot to think about."""
        return self._playing().copy()

    def held(self, tokens: Sequence[str]) -> tuple[tuple[int, ...], bool]:
        """The seats that these tokens hold, and whether one of them is the host's."""
        hashes = {hashed(token) for token in tokens}
        return tuple(n for n, seat in enumerate(self.seats) if seat.token in hashes), self.setting.host in hashes

    def may_watch(self, seats: Sequence[int], host: bool) -> bool:
        """Whether somebody with these seats may look at all."""
        return bool(seats) or host or self.setting.spectators

    def row(self) -> Data:
        """What the table's row in the database should say; nothing if it says so already, to the minute."""
        if self._lobby is None:
            self._lobby = orjson.dumps(self._as_lobby()).decode()
        row = {"status": self.status, "lobby": self._lobby}
        if row == self._row and self.at < self._touched + _MINUTE:
            return {}
        self._row, self._touched = row, self.at
        return row | {"touched_at": self.at}

    def _as_lobby(self) -> Data:
        s = self.setting
        return {
            "id": self.id, "game": s.game, "options": s.options, "own_box": s.box is not None,
            "spectators": s.spectators, "clock": s.clock, "imported": s.imported,
            "seats": [{"kind": seat.kind, "name": name} for seat, name in zip(self.seats, self.names, strict=True)],
        }  # fmt: skip

    @property
    def log(self) -> Data:
        """The log of the finished game, with its dice and without names."""
        dices = dice.Dice(self.id, self.setting.commit, self.secret.hex(), self.first_fall, self.shares)
        return dice.with_dice(self._playing().log, dices)

    def log_with_names(self) -> Data:
        """The same, with what the seats were called; before the end without the dice, which foretell rolls."""
        log = self.log if self.status == "over" else self._playing().log
        return dice.signed(log | {"names": self.names})

    def _playing(self) -> Match:
        if self.trouble:
            raise Problem("other-rules", self.trouble)
        if self.match is None:
            raise problem("not-now", "not-started")
        return self.match

    # ---- commands: seats ---------------------------------------------------------------------------------------------

    @classmethod
    def opened(
        cls,
        id: str,
        secret: bytes,
        setting: Setting,
        seats: Sequence[Data],
        now: float,
        chat: bool = True,
        box: Box | None = None,
    ) -> Table:
        """A new table, with seats as they are kept. Options and box have been checked."""
        table = cls(id, secret, box)
        agreed = asdict(replace(setting, commit=dice.commitment(secret)))
        table._do(now, "opened", data=agreed | {"seats": list(seats), "chat": chat})
        return table

    def done_before(self, keys: Sequence[str]) -> bool:
        """Whether a message with one of these keys has had its effect already."""
        return any(key in self.keys for key in keys)

    def seat(self, number: int) -> Seat:
        """A seat by its number."""
        if not 0 <= number < len(self.seats):
            raise problem("no-seat", "no-seat")
        return self.seats[number]

    def _in_play(self) -> Match:
        match = self._playing()
        if self.status != "playing":
            raise problem("not-now", "already-over")
        return match

    def _not_begun(self) -> None:
        if self.status != "open":
            raise problem("not-now", "already-started")

    def sit(self, number: int, name: str, token: str, now: float) -> None:
        """Somebody takes an open seat."""
        if self.seat(number).kind != "open":
            raise problem("seat-taken", "seat-taken")
        self._not_begun()
        self._do(now, "seated", number, {"kind": "person", "name": self._free_name(name), "token": hashed(token)})

    def add_luck(self, number: int, share: str, now: float, key: str | None) -> None:
        """Somebody's own share in the dice. It can't be exchanged, and comes before the first roll or not at all."""
        seat = self.seat(number)
        if seat.share == share:
            return
        if self.status != "open":
            raise problem("not-now", "luck-late")
        if seat.share:
            raise problem("not-now", "luck-added")
        self._do(now, "luck", number, {"share": share}, key)

    def rename(self, number: int, name: str, now: float) -> None:
        """Another name for somebody who sits here."""
        self._do(now, "renamed", number, {"name": self._free_name(name, number)})

    def leave(self, number: int, bot: str, now: float) -> None:
        """Somebody gets up; if the game has begun, a bot plays on."""
        self.seat(number)
        self._do(now, "left", number, {} if self.status == "open" else {"bot": bot})

    def arrange(self, number: int, kind: str, bot: str | None, now: float, key: str | None) -> None:
        """The host puts a bot on a seat that nobody has taken meanwhile, or clears a seat."""
        sitting = self.seat(number)
        self._not_begun()
        if kind == "bot" and sitting.kind == "person":
            raise problem("seat-taken", "seat-taken")
        data = {"kind": kind, "bot": self._known_bot(bot)} if kind == "bot" else {"kind": "open"}
        others = [seat for n, seat in enumerate(self.seats) if n != number]
        if kind == "bot" and all(seat.kind == "bot" for seat in others):
            raise problem("bad-options", "seats-all-bots")
        self._do(now, "seated", number, data, key)

    def _known_bot(self, name: str | None) -> str:
        return known_bot(name, molehill.game(self.setting.game), len(self.seats))

    def _free_name(self, name: str, own: int | None = None) -> str:
        name = tidy(name)
        if likeness(name) in (likeness(other) for seat, other in enumerate(self.names) if seat != own):
            raise problem("name-taken", "name-taken")
        return name

    # ---- commands: play ----------------------------------------------------------------------------------------------

    def start(self, now: float, key: str | None) -> None:
        """Begin, when every seat is taken. Somebody who asks a moment later has what they asked for."""
        if self.trouble:
            raise Problem("other-rules", self.trouble)
        if self.status != "open":
            return
        if any(seat.kind == "open" for seat in self.seats):
            raise problem("not-now", "seats-open")
        self._do(now, "started", key=key)
        self._go_on(now)

    def move(self, seat: int, move: Data | int, seq: int, now: float, key: str | None, by: str = "person") -> None:
        """A seat's decision, as a structure or by number; then whatever chance has to do at once."""
        match = self._in_play()
        self._check_seq(seat, seq)
        if match.count >= LONGEST_GAME:
            raise problem("not-now", "log-full", most=LONGEST_GAME)
        try:
            structure = structure_of(match.game, move)
            self.script.check(match, seat, structure)
            self._do(now, "moved", seat, {"move": structure, "by": by}, key)
        except Problem:
            raise
        except Refused as refused:
            raise Problem("rule", refused.why, refused.rule) from None
        except MolehillError as error:
            raise problem("malformed", "malformed", why=str(error)) from None
        self._go_on(now)

    def _check_seq(self, seat: int, seq: int) -> None:
        if seq > self.seq:
            raise problem("ahead", "ahead")
        if seat in self.asked and seq < self.asked[seat].seq:
            raise problem("stale", "stale")

    def _go_on(self, now: float) -> None:
        """What happens at once: chance, and what can't matter; at a lesson, what that says up to the next move."""
        for actor, move, _ in self.script.coming(self._playing()):
            if actor == "chance":
                self._do(now, "fell", data=dict(move))
            else:
                self._do(now, "moved", int(actor), {"move": move, "by": "lesson"})
        while not self.script:
            if self._chance_is_due:
                self._do(now, "fell")
            elif idle := self._playing().idle():
                self._do(now, "moved", idle[0], {"move": idle[1], "by": "idle"})
            else:
                break

    def undo(self, seat: int, seq: int, now: float, key: str | None) -> None:
        """Take back a seat's last move."""
        self._in_play()
        self._check_seq(seat, seq)
        if not self._may_undo(seat):
            raise problem("no-undo", "undo-lesson" if self.script else "undo-secret")
        try:
            self._do(now, "undone", seat, key=key)
        except molehill.NoUndo as error:
            if self._others_decide(seat):  # who of them moved last is theirs to know
                raise problem("no-undo", "undo-nothing-now") from None
            raise Problem("no-undo", str(error)) from None

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last move now."""
        return self.status == "playing" and self._playing().can_undo(seat) and self._may_undo(seat)

    def _may_undo(self, seat: int) -> bool:
        """Not at a lesson; nor while seats decide that may not know of each other's moves: it would tell of them."""
        return not self.script and not (seat in self._secretive and self._others_decide(seat))

    def _others_decide(self, seat: int) -> bool:
        return any(other != seat for other in self.asked)

    def say(self, seat: int | None, text: str, now: float, key: str | None) -> None:
        """A line of chat."""
        if not self.chat_on:
            raise problem("off", "chat-off")
        text = printable(text)
        if not text:
            raise problem("malformed", "chat-empty")
        if len(text) > LONGEST_LINE:
            raise problem("malformed", "chat-long", most=LONGEST_LINE)
        name = say("host") if seat is None else self.names[seat]
        self._do(now, "said", seat, {"name": name, "text": text}, key)

    def switch_chat(self, on: bool, now: float, key: str | None) -> None:
        """The host switches the chat off or on."""
        self._do(now, "set", None, {"chat": on}, key)

    def stand_in(self, number: int, bot: str, now: float, key: str | None) -> None:
        """Let a bot play for somebody who is away."""
        seat = self.seat(number)
        self._in_play()
        if seat.kind != "person":
            raise problem("not-now", "seat-not-person")
        if not seat.stand_in:
            self._do(now, "stood_in", number, {"bot": self._known_bot(bot)}, key)

    def take_back(self, number: int, now: float, key: str | None) -> None:
        """The player who holds the seat plays it again, if a bot played for them."""
        if self.seat(number).stand_in:
            self._do(now, "took_back", number, key=key)

    def rematch(self, id: str, secret: bytes, now: float, key: str | None) -> Table | None:
        """The next table, for the same people, with the seats rotated. Here it is only noted down.

        None if there is one already: somebody who asks a moment later comes to the same table.
        """
        match = self._playing()
        if self.status != "over":
            raise problem("not-now", "not-over")
        if self.rematch_id:
            return None
        setting = replace(self.setting, options=match.options_again(), before=self.id, moves=[], script=[])
        again = Table.opened(id, secret, setting, moved_up(self.seats), now, self.chat_on, self.box)
        self._do(now, "rematch", None, {"table": id}, key)
        return again


_EFFECTS: dict[str, Callable[[Table, Entry], None]] = {
    name.removeprefix("_on_"): effect for name, effect in vars(Table).items() if name.startswith("_on_")
}
