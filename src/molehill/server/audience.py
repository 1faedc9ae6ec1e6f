"""Who looks at a table from this process, and what they are told."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

import orjson

from molehill.server import frames, sight
from molehill.server.neighbours import Arrival
from molehill.server.sight import Sight
from molehill.server.table import Table
from molehill.server.words import Problem

_WATCHING = -1


class Wording:
    """A frame with words. They take their time: it is written when it is sent, beside the event loop, and once."""

    def __init__(self, frame: frames.Frame, sights: list[Callable[[], frames.Sight]]) -> None:
        self._frame, self._sights = frame, sights
        self._written: bytes | None = None

    def write(self) -> bytes:
        """The frame."""
        if self._written is None:
            self._written = orjson.dumps({**self._frame, "sights": [make() for make in self._sights]})
        return self._written


Message = bytes | Wording


class Viewer(Protocol):
    """Somebody who looks: which seats they hold, and whether they want words."""

    tokens: list[str]
    seats: tuple[int, ...]
    host: bool
    words: bool


class Client(Viewer, Protocol):
    """Somebody who is connected, and what they have been told."""

    address: str
    door: tuple[str, int]  # the address of ours that it came to
    page: str | None
    since: float
    let_go: set[int]  # seats of which it has been told that they are played elsewhere
    chat_told: int
    seq_told: int
    about_told: frames.TableAbout | None

    def push(self, frame: Message) -> None:
        """Send a frame, soon."""
        ...

    def replaced(self) -> None:
        """The same page has another connection now: this one is not needed any more."""
        ...

    def dismiss(self, why: Problem) -> None:
        """Send somebody away, and say why."""
        ...


class Audience:
    """Everybody who is connected to a table, and who was."""

    def __init__(self, chat: bool = True) -> None:
        self.chat = chat  # whether this server lets people talk
        self.clients: set[Client] = set()
        self.here: Counter[int] = Counter()  # connections to this process, by seat
        self.elsewhere: list[tuple[int, int, float]] = []  # seat, connections to other processes, since when
        self._left: dict[int, float] = {}
        self._left_here: dict[int, float] = {}  # the same by a clock that nobody sets
        self.forget()

    def forget(self) -> None:
        """The table is built again: nobody knows what has been told."""
        self._sights: dict[int | None, Sight] = {}
        self._about: frames.TableAbout | None = None
        self._seatings = -1

    # ---- who is there ------------------------------------------------------------------------------------------------

    def add(self, client: Client, table: Table) -> None:
        """Somebody comes, or shows further tokens."""
        if client in self.clients:
            self._uncount(client)
        self.clients.add(client)
        self._count(client, table)

    def remove(self, client: Client) -> None:
        """Somebody is gone."""
        self.clients.discard(client)
        self._uncount(client)

    def _count(self, client: Client, table: Table) -> None:
        client.seats, client.host = table.held(client.tokens)
        self.here.update(client.seats or [_WATCHING])

    def _uncount(self, client: Client) -> None:
        self.here.subtract(client.seats or [_WATCHING])
        left = [seat for seat in client.seats if not self.here[seat]]
        self._left |= dict.fromkeys(left, time.time())
        self._left_here |= dict.fromkeys(left, time.monotonic())

    def _count_again(self, table: Table) -> set[Client]:
        """A seat may have been left or taken since a client connected: those who look from other seats now."""
        if self._seatings == table.seatings:
            return set()
        self._seatings = table.seatings
        before = {client: client.seats for client in self.clients}
        for client in self.clients:
            self._uncount(client)
            self._count(client, table)
        return {client for client in self.clients if client.seats != before[client]}

    def away_since(self, table: Table, number: int) -> float | None:
        """Since when nobody has been connected for a seat; None if somebody is."""
        if self.here[number] or any(seat == number and n for seat, n, _ in self.elsewhere):
            return None
        ends = [at for seat, _, at in self.elsewhere if seat == number]
        return max([self._left.get(number, 0.0), table.seats[number].since, *ends])

    def away_for(self, table: Table, number: int, now: float) -> float:
        """For how many seconds nobody has been connected for a seat. That the clock was set back shortens nothing."""
        since = self.away_since(table, number)
        if since is None:
            return 0.0
        return max(now - since, time.monotonic() - self._left_here.get(number, math.inf))

    @property
    def is_played(self) -> bool:
        """Whether anybody is connected who has a seat, here or elsewhere."""
        there = any(n and seat != _WATCHING for seat, n, _ in self.elsewhere)
        return there or any(n and seat != _WATCHING for seat, n in self.here.items())

    def watching(self) -> int:
        """How many look on without a seat."""
        return self.here[_WATCHING] + sum(n for seat, n, _ in self.elsewhere if seat == _WATCHING)

    def arrived(self, arrival: Arrival, client: Client | None) -> Client | None:
        """A page has come to some seats: tell those who hold them from other pages that they are played elsewhere.

        `client` is its connection if that is here, not at another process. A page that had only lost its connection
        takes nothing from one that came meanwhile: then it is told itself, and the one with the seats is returned.
        """
        older = [other for other in self.clients if other is not client and other.since <= arrival.at]
        older = [other for other in older if arrival.seats & set(other.seats)]
        same = [other for other in older if arrival.page is not None and other.page == arrival.page]
        others = [other for other in older if other not in same]
        keepers = [other for other in others if arrival.again and arrival.seats & set(other.seats) - other.let_go]
        kept = {seat for other in keepers for seat in arrival.seats & set(other.seats) - other.let_go}
        for other in same:
            other.replaced()
        for other in others:
            _tell_elsewhere(other, arrival.seats & set(other.seats) - kept)
        if client is not None:
            _tell_elsewhere(client, kept)
        return keepers[0] if keepers else None

    # ---- telling -----------------------------------------------------------------------------------------------------

    def tell(self, table: Table, by: Client | None = None, key: str | None = None) -> None:
        """Send everybody what has changed and they may know. After a change of seats a client gets everything."""
        moved = self._count_again(table)
        wanted = {seat for client in self.clients for seat in eyes_of(client)} if table.match else set()
        self._sights = {seat: self._sights.get(seat) or Sight(seat) for seat in wanted}
        for each in self._sights.values():
            each.refresh(table)
        telling = Telling(table, self._latest(table), self._sights)
        for client in list(self.clients):
            if client in moved:
                client.push(telling.welcome(client))
            elif update := telling.update(client, key if client is by else None):
                client.push(update)

    def greet(self, table: Table, client: Client) -> None:
        """Send one of them everything. The others have been told all there is: whatever changes is told at once."""
        client.push(Telling(table, self._latest(table), self._looked(table, client)).welcome(client))

    def _looked(self, table: Table, viewer: Viewer) -> dict[int | None, Sight]:
        """What somebody sees from each of their seats. Others who look from there know all of it already."""
        for seat in eyes_of(viewer) if table.match else ():
            self._sights.setdefault(seat, Sight(seat)).refresh(table)
        return self._sights

    def _latest(self, table: Table) -> frames.TableAbout:
        """The table as everybody sees it: the same object as long as it says the same."""
        about = self.about(table)
        if self._about != about:
            self._about = about
        assert self._about is not None
        return self._about

    def acknowledge(self, table: Table, client: Client | None, key: str | None) -> None:
        """What a client asked for was so already."""
        told = client and Telling(table, client.about_told or self.about(table), {}).update(client, key)
        if client and told:
            client.push(told)

    def welcome(self, table: Table, viewer: Viewer) -> Message:
        """Everything that somebody may know who is not connected."""
        return Telling(table, self.about(table), self._looked(table, viewer)).everything(viewer)

    def about(self, table: Table) -> frames.TableAbout:
        """The table as everybody sees it."""
        s, over = table.setting, table.status == "over"
        return {
            "id": table.id,
            "game": s.game,
            "rules": s.rules,
            "status": table.status,
            "options": s.options,
            "box": {"hash": s.box_hash, "own": s.box is not None},
            "public": s.public,
            "spectators": s.spectators,
            "clock": s.clock,
            "hints": s.hints,
            "chat": self.chat and table.chat_on,
            "keep_open": s.keep_open,
            "imported": s.imported,
            "lesson": table.script.learned(table.match) if table.script else None,
            "seats": [self._seat(table, number) for number in range(len(table.seats))],
            "watching": self.watching(),
            "dice": {
                "commit": s.commit,
                "secret": table.secret.hex() if over and not table.trouble else None,
                "luck": [seat.luck for seat in table.seats],
            },
            "result": table.result,
            "rematch": table.rematch_id,
            "trouble": table.trouble,
        }

    def _seat(self, table: Table, number: int) -> frames.SeatAbout:
        seat = table.seats[number]
        since = self.away_since(table, number) if seat.kind == "person" else None
        return {
            "seat": number,
            "kind": seat.kind,
            "name": table.names[number] if seat.kind != "open" else "",
            "bot": seat.bot,
            "away": since is not None,
            "away_since": since,
            "stand_in": seat.stand_in,
            "left": seat.kind == "person" and seat.token is None and seat.stand_in is not None,
        }


class Telling:
    """What is said of one moment. What several clients get alike is written once."""

    def __init__(self, table: Table, about: frames.TableAbout, sights: dict[int | None, Sight]) -> None:
        self._table, self._about, self._sights = table, about, sights
        self._now = time.time()
        self._written: dict[object, Message | None] = {}

    def welcome(self, client: Client) -> Message:
        """Everything, to somebody who is connected from now on."""
        client.chat_told, client.about_told = self._table.chat_count, self._about
        client.seq_told = self._seq(client)
        return self.everything(client)

    def everything(self, viewer: Viewer) -> Message:
        """All that somebody may know."""
        table = self._table
        watches = table.may_watch(viewer.seats, viewer.host)
        sights = [self._sights[seat].whole(table) for seat in eyes_of(viewer)] if watches and table.match else []
        frame: frames.Welcome = {
            "say": "welcome",
            "seq": self._seq(viewer),
            "now": self._now,
            "you": {"seats": list(viewer.seats), "host": viewer.host},
            "table": self._about,
            "pending": table.pending,
            "deadlines": table.deadlines,
            "sights": sights,
            "chat": table.chat_from(0 if watches else table.chat_count),
        }
        return self._write(frame, viewer.words)

    def update(self, client: Client, key: str | None) -> Message | None:
        """What has changed for a client; None if nothing has: that something has changed for others is theirs."""
        knows_table, seq = client.about_told is self._about, self._seq(client)
        is_new = key is not None or seq != client.seq_told or not knows_table
        kind = (client.seats, client.host, client.words, client.chat_told, knows_table, key, is_new)
        if kind not in self._written:
            frame = self._update(client, seq, key, knows_table)
            self._written[kind] = self._write(frame, client.words) if is_new or frame["sights"] else None
        client.chat_told, client.about_told, client.seq_told = self._table.chat_count, self._about, seq
        return self._written[kind]

    def _seq(self, viewer: Viewer) -> int:
        return self._table.numbers.told(self._table.seq, eyes_of(viewer))

    def _update(self, client: Client, seq: int, key: str | None, knows_table: bool) -> frames.Update:
        table = self._table
        watches = table.may_watch(client.seats, client.host)
        seen = [self._sights[seat].news for seat in eyes_of(client) if seat in self._sights] if watches else []
        frame: frames.Update = {
            "say": "update",
            "seq": seq,
            "now": self._now,
            "done": key,
            "pending": table.pending,
            "sights": [news for news in seen if news is not None],
        }
        if table.setting.clock is not None:
            frame["deadlines"] = table.deadlines
        if not knows_table:
            frame["table"] = self._about
        if watches and client.chat_told < table.chat_count:
            frame["chat"] = table.chat_from(client.chat_told)
        return frame

    def _write(self, frame: frames.Welcome | frames.Update, words: bool) -> Message:
        if words and frame["sights"]:
            return Wording(frame, [sight.in_words(each, self._table) for each in frame["sights"]])
        return orjson.dumps(frame)


def _tell_elsewhere(client: Client, seats: AbstractSet[int]) -> None:
    if seats:
        client.let_go |= seats
        frame: frames.Elsewhere = {"say": "elsewhere", "seats": sorted(seats)}
        client.push(orjson.dumps(frame))


def eyes_of(viewer: Viewer) -> Sequence[int | None]:
    """As whom somebody looks: for each of their seats, or as a spectator."""
    return viewer.seats or (None,)
