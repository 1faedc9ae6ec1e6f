"""A table in memory, who looks at it, and what each of them is sent."""

from __future__ import annotations

import asyncio
import time
from collections import Counter as Tally
from collections import deque
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, Protocol

import orjson

from molehill.server.looks import Look, Told
from molehill.server.store import Arrival
from molehill.server.table import Due, Table

_WATCHING = -1


class Viewer(Protocol):
    """Somebody who looks: which seats they hold, and how they want to be told."""

    tokens: list[str]
    seats: tuple[int, ...]
    host: bool
    notes: bool
    parts: bool
    chat_seen: int


class Client(Viewer, Protocol):
    """Somebody who is connected."""

    page: str | None
    since: float
    let_go: set[int]  # seats of which it has been told that they are played elsewhere

    def push(self, frame: bytes) -> None:
        """Send a frame, soon."""
        ...

    def replaced(self) -> None:
        """The same page has another connection now: this one is not needed any more."""
        ...


class Turn:
    """A lock that is handed on in order, and that can be taken without waiting if nobody has it."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._taken

    def take(self) -> bool:
        """Have it at once, or not."""
        free = not self._taken
        self._taken = True
        return free

    def release(self) -> None:
        """Hand it on."""
        while self._waiting:
            following = self._waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it had been handed on to us already
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


class Live:
    """A table that is in memory, and who looks at it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = Turn()
        self.clients: set[Client] = set()
        self.here: Tally[int] = Tally()  # connections to this process, by seat
        self.left: dict[int, float] = {}
        self.elsewhere: list[tuple[int, int, float]] = []
        self._comings = 0  # and goings
        self.timer: asyncio.TimerHandle | None = None
        self.doing: Due | None = None  # what is being done by itself
        self.used = time.monotonic()
        self.forget()

    def forget(self) -> None:
        """Drop what was built from the log."""
        self.table: Table | None = None
        self.looks: dict[int | None, Look] = {}
        self._wanted: set[int | None] | None = None  # with whose eyes somebody looks
        self.told = Told()
        self.result: dict[str, Any] | None = None
        self._about: tuple[Any, bytes] = (None, b"")
        self.seatings = -1

    # ---- who is there ------------------------------------------------------------------------------------------------

    def hold(self, client: Client) -> None:
        """Find out which seats a client holds, and count it there."""
        assert self.table is not None
        client.seats, client.host = self.table.held(client.tokens)
        self._wanted = None
        self._comings += 1
        self.here.update(client.seats or [_WATCHING])

    def unhold(self, client: Client) -> None:
        """Count a client no longer."""
        self._wanted = None
        self._comings += 1
        self.here.subtract(client.seats or [_WATCHING])
        now = time.time()
        self.left |= {seat: now for seat in client.seats if not self.here[seat]}

    def _count_again(self, table: Table) -> set[Client]:
        """A seat may have been left or taken since a client connected: those who look from other seats now."""
        changed: set[Client] = set()
        if self.seatings != table.seatings:
            self.seatings = table.seatings
            for client in self.clients:
                before = client.seats
                self.unhold(client)
                self.hold(client)
                if client.seats != before:
                    changed.add(client)
        return changed

    def away_since(self, number: int) -> float | None:
        """Since when nobody has been connected for a seat; None if somebody is."""
        assert self.table is not None
        if self.here[number] or any(seat == number and n for seat, n, _ in self.elsewhere):
            return None
        ends = [at for seat, _, at in self.elsewhere if seat == number]
        return max([self.left.get(number, 0.0), self.table.seats[number].since, *ends])

    def watching(self) -> int:
        """How many look on without a seat."""
        return self.here[_WATCHING] + sum(n for seat, n, _ in self.elsewhere if seat == _WATCHING)

    def arrived(self, arrival: Arrival, client: Client | None) -> Client | None:
        """A page has come to some seats: tell those who hold them from other pages that they are played elsewhere.

        `client` is its connection if that is here, not at another process. A page that had only lost its connection
        takes nothing from one that came meanwhile: then it is told itself, and whoever keeps the seats is returned.
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

    def look(self, seat: int | None) -> Look:
        """What this seat sees (None: a spectator)."""
        assert self.table is not None
        eyes = self._eyes(seat)
        if eyes not in self.looks:
            self.looks[eyes] = Look(self.table, eyes, self.told)
        return self.looks[eyes]

    def _eyes(self, seat: int | None) -> int | None:
        """With whose eyes this seat looks: where nothing is hidden, all see what spectators see."""
        match = self.table.match if self.table else None
        return seat if match is None or match.game.hidden else None

    def about(self, teller: Teller) -> bytes:
        """The table as everybody sees it, written anew only when something that it says may have changed."""
        table = self.table
        assert table is not None
        asked = tuple(table.asked.items()) if table.setting.clock else tuple(table.asked)
        state = (table.arranged, table.status, asked, self._comings, self.elsewhere)
        if self._about[0] != state:
            self._about = (state, orjson.dumps(teller.about()))
        return self._about[1]

    def tell(self, by: Client | None = None, key: str | None = None, whom: Sequence[Client] | None = None) -> None:
        """Send everybody (or those in `whom`) what has changed, as far as they may know."""
        table = self.table
        if table is None or not self.clients:
            self.looks.clear()
            return
        changed = self._count_again(table)
        for eyes, look in list(self.looks.items()):
            if eyes in self._wanted_eyes():
                look.refresh(table)
            else:
                del self.looks[eyes]
        teller = Teller(self, table)
        for client in self.clients if whom is None else whom:
            anew = client in changed
            client.push(teller.welcome(client) if anew else teller.update(client, key if client is by else None))

    def _wanted_eyes(self) -> set[int | None]:
        if self._wanted is None:
            self._wanted = {self._eyes(seat) for client in self.clients for seat in _viewers(client)}
        return self._wanted

    def welcome(self, client: Client) -> None:
        """Send somebody everything that they may know."""
        assert self.table is not None
        for look in self.looks.values():
            look.refresh(self.table)
        client.push(Teller(self, self.table).welcome(client))


class Teller:
    """The updates of one moment: what several clients get alike is written once."""

    def __init__(self, live: Live, table: Table) -> None:
        self.live, self.table = live, table
        self._moment = b'"seq":%d,"now":%b' % (table.seq, orjson.dumps(time.time()))
        self._about = live.about(self)
        self._looks: dict[Any, bytes] = {}
        self._frames: dict[Any, bytes] = {}

    def welcome(self, client: Viewer) -> bytes:
        """Everything."""
        client.chat_seen = 0
        return self._frame(client, b"welcome", None)

    def update(self, client: Viewer, key: str | None) -> bytes:
        """Everything, but of events and chat only what is new."""
        kind = (client.seats, client.host, client.notes, client.parts, client.chat_seen, key)
        frame = self._frames.get(kind)
        if frame is None:
            frame = self._frames[kind] = self._frame(client, b"update", key)
        client.chat_seen = self.table.chat_count
        return frame

    def _frame(self, client: Viewer, say: bytes, key: str | None) -> bytes:
        table = self.table
        watches = table.may_watch(client.seats, client.host)
        looks = (
            [self._look(seat, client, say == b"welcome") for seat in _viewers(client)]
            if watches and table.match
            else ()
        )
        return b'{"say":"%b",%b,"done":%b,"you":%b,"table":%b,"looks":[%b],"chat":%b}' % (
            say,
            self._moment,
            b"null" if key is None else orjson.dumps(key),
            _you(client.seats, client.host),
            self._about,
            b",".join(looks),
            self._chat(client, watches),
        )

    def _chat(self, client: Viewer, watches: bool) -> bytes:
        table, seen = self.table, client.chat_seen
        client.chat_seen = table.chat_count
        if seen == table.chat_count:
            return b'{"from":%d,"lines":[]}' % seen
        first = max(seen, table.chat_count - len(table.chat))
        lines = table.chat[first - table.chat_count :] if watches and table.chat_count > first else []
        return b'{"from":%d,"lines":%b}' % (first, orjson.dumps(lines))

    def _look(self, seat: int | None, client: Viewer, whole: bool) -> bytes:
        kind = (seat, client.notes, whole, client.parts)
        look = self._looks.get(kind)
        if look is None:
            look = self._looks[kind] = self.live.look(seat).written(self.table, *kind)
        return look

    def about(self) -> dict[str, Any]:
        """The table as everybody sees it."""
        table, s = self.table, self.table.setting
        over = table.status == "over"
        if over and self.live.result is None and table.match:
            self.live.result = table.match.result
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
            "chat": table.chat_on,
            "keep_open": s.keep_open,
            "seats": [self._seat(number) for number in range(len(table.seats))],
            "watching": self.live.watching(),
            "pending": table.pending,
            "dice": {"commit": s.commit, "secret": table.secret.hex() if over and not table.trouble else None},
            "result": self.live.result if over else None,
            "rematch": table.rematch_id,
            "trouble": table.trouble,
        }

    def _seat(self, number: int) -> dict[str, Any]:
        seat = self.table.seats[number]
        since = self.live.away_since(number) if seat.kind == "person" else None
        return {
            "seat": number,
            "kind": seat.kind,
            "name": self.table.names[number] if seat.kind != "open" else "",
            "bot": seat.bot,
            "away": since is not None,
            "away_since": since,
            "stand_in": seat.stand_in,
            "deadline": self.table.deadline(number),
        }


def _tell_elsewhere(client: Client, seats: AbstractSet[int]) -> None:
    if seats:
        client.let_go |= seats
        client.push(orjson.dumps({"say": "elsewhere", "seats": sorted(seats)}))


def _viewers(client: Viewer) -> tuple[int | None, ...]:
    """As whom a client looks: for each of its seats, or as a spectator."""
    return client.seats or (None,)


@lru_cache(1000)
def _you(seats: tuple[int, ...], host: bool) -> bytes:
    return orjson.dumps({"seats": seats, "host": host})
