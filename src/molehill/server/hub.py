"""The tables that somebody looks at right now: commands become committed entries, entries become updates.

One event loop does all of it; the database and the bots have threads of their own. A table here is only a cache of its
log: when anything goes wrong it is dropped and built anew.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter as Tally
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import orjson
import structlog

import molehill
from molehill import bots
from molehill.engine.match import Match
from molehill.server import metrics
from molehill.server.advice import advise
from molehill.server.looks import Look, Told
from molehill.server.settings import Settings
from molehill.server.store import Conflict, Store, Writing
from molehill.server.table import Due, Table
from molehill.server.words import Problem, problem, say

T = TypeVar("T")
_TRIES = 20
_WATCHING = -1
_BEAT = 5.0  # seconds between two signs of life of a process
_DEAD_AFTER = 4 * _BEAT
_OTHERS_WAIT = 2.0  # how long a process leaves a bot's move to the one that should make it
_FORGET_AFTER = 60.0

logger = structlog.get_logger("molehill.hub")


class Client(Protocol):
    """Somebody who is connected: which seats they hold, and how they are told."""

    tokens: list[str]
    seats: list[int]
    host: bool
    notes: bool
    chat_seen: int

    def push(self, frame: bytes) -> None:
        """Send a frame, soon."""
        ...


class Live:
    """A table that is in memory, and who looks at it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.here: Tally[int] = Tally()  # connections to this process, by seat
        self.left: dict[int, float] = {}
        self.elsewhere: list[tuple[int, int, float]] = []
        self.timer: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.forget()

    def forget(self) -> None:
        """Drop what was built from the log."""
        self.table: Table | None = None
        self.looks: dict[int | None, Look] = {}
        self.told = Told()
        self.result: dict[str, Any] | None = None
        self.seatings = -1

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


class Hub:
    """All live tables of this process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.lives: dict[str, Live] = {}
        self._thinkers = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._warm: set[str] = set()
        self._stop_listening: Callable[[], None] = lambda: None

    # ---- opening and closing -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on with whatever is due, and begin to listen."""
        loop = asyncio.get_running_loop()

        def heard(table: str, seq: int) -> None:
            loop.call_soon_threadsafe(self._heard, table, seq)

        def missed() -> None:
            loop.call_soon_threadsafe(self._missed)

        await self.store.beat(0.0 if self.store.sqlite else _DEAD_AFTER)
        self._stop_listening = self.store.listen(heard, missed)
        self.spawn(self._watch_over())
        if self.settings.warm:
            self.spawn(self._warm_all())

    async def _warm_all(self) -> None:
        for game in molehill.games():
            await self.warm(game.id)

    async def close(self) -> None:
        """Finish what is being written; nothing new begins."""
        await asyncio.to_thread(self._stop_listening)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    def farewell(self) -> None:
        """Tell everybody to connect again in a moment, not all at once."""
        for live in self.lives.values():
            for client in live.clients:
                retry = round(random.uniform(0.5, 3.0), 2)
                client.push(orjson.dumps({"say": "closing", "why": say("closing"), "retry": retry}))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; what goes wrong there is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("task-failed", exc_info=error)

    # ---- tables ------------------------------------------------------------------------------------------------------

    def _live(self, id: str) -> Live:
        live = self.lives.get(id)
        if live is None:
            live = self.lives[id] = Live(id)
        live.used = time.monotonic()
        return live

    async def _loaded(self, live: Live) -> Table:
        """The table, built from its log if it is not in memory. Call with the lock held."""
        if live.table is None:
            found = await self.store.find(live.id)
            if found is None:
                if not live.clients:
                    self.lives.pop(live.id, None)
                raise problem("no-table", "no-table")
            row, entries = found
            began = time.perf_counter()
            live.table = await asyncio.to_thread(Table.rebuilt, row.id, row.secret, entries, row.status)
            metrics.REBUILDS.observe(time.perf_counter() - began)
            live.elsewhere = await self.store.elsewhere(live.id)
            await self.warm(live.table.setting.game)
            if live.clients:  # it was dropped because somebody else was faster: they have not been told of that
                self._tell(live)
                self._schedule(live, mine=False)
        return live.table

    async def warm(self, game: str) -> None:
        """Have a game's compiled rules in memory before the event loop needs them: that can take a while."""
        if game not in self._warm and game in {known.id for known in molehill.games()}:
            await asyncio.to_thread(_load, game, self.settings.stand_in if self.settings.warm else "random")
            self._warm.add(game)

    async def open_table(self, table: Table, opener: str) -> None:
        """Keep a new table."""
        await self.warm(table.setting.game)
        await self.store.keep(self._writing(table, opener))
        logger.info("table-opened", table=table.id, game=table.setting.game, seats=len(table.seats))

    def _writing(self, table: Table, opener: str = "", also: tuple[Writing, ...] = ()) -> Writing:
        fresh = table.take_fresh()
        row = table.row(self.settings.stand_in)
        if fresh and fresh[0].seq == 1:
            row |= {
                "game": table.setting.game, "public": table.setting.public, "secret": table.secret,
                "opener": opener, "opened_at": fresh[0].at,
            }  # fmt: skip
        return Writing(table.id, table.seq - len(fresh), fresh, row, also)

    async def act(
        self, id: str, command: Callable[[Table], T], client: Client | None = None, key: str | None = None
    ) -> T:
        """Do a command and return when it is committed and told. Raises Problem; then nothing has changed."""
        live = self._live(id)
        async with live.lock:
            for _ in range(_TRIES):
                table = await self._loaded(live)
                before = None if self.store.sqlite else table.copy()  # with others about, one may be too late
                try:
                    result = command(table)
                    also = (self._writing(result),) if isinstance(result, Table) else ()
                    if not table.has_fresh:
                        self._tell(live, client, key, [client] if client else [])
                        return result
                    if await self._kept(live, self._writing(table, also=also)):
                        self._tell(live, client, key)
                        self._schedule(live)
                        return result
                    live.forget()
                    if before is not None:
                        live.table = before
                        await self._follow(live, before)
                except BaseException:
                    if table.has_fresh:
                        live.forget()
                    raise
            raise problem("trouble", "trouble")

    async def _kept(self, live: Live, writing: Writing) -> bool:
        """Whether the entries are committed now, or somebody else was faster."""
        try:
            await self.store.keep(writing)
        except Conflict:
            metrics.CONFLICTS.inc()
            return False
        except asyncio.CancelledError:
            live.forget()
            raise
        except Exception as error:
            live.forget()
            logger.error("not-kept", table=live.id, exc_info=error)
            raise problem("trouble", "trouble") from None
        metrics.ENTRIES.inc(len(writing.entries))
        return True

    async def ask(self, id: str, question: Callable[[Table], T]) -> T:
        """Something about a table that changes nothing."""
        live = self._live(id)
        async with live.lock:
            return question(await self._loaded(live))

    async def beside(self, work: Callable[..., T], *given: Any) -> T:
        """Do something that takes its time in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work, *given)

    # ---- who is there ------------------------------------------------------------------------------------------------

    async def join(self, id: str, client: Client) -> None:
        """Somebody connects: they get the whole table, and the seats they hold are no longer away."""
        live = self._live(id)
        async with live.lock:
            table = await self._loaded(live)
            self._hold(live, client, table)
            live.clients.add(client)
            self._welcome(live, client)
        await self._returned(live, client)

    async def hold(self, id: str, client: Client, tokens: Sequence[str]) -> None:
        """Somebody shows further tokens."""
        live = self._live(id)
        async with live.lock:
            table = await self._loaded(live)
            self._unhold(live, client)
            client.tokens = list(dict.fromkeys([*client.tokens, *tokens]))[-16:]
            self._hold(live, client, table)
            self._welcome(live, client)
        await self._returned(live, client)

    def leave(self, id: str, client: Client) -> None:
        """Somebody is gone."""
        live = self.lives.get(id)
        if live is None or client not in live.clients:
            return
        live.clients.discard(client)
        self._unhold(live, client)
        if client.seats:
            self.spawn(self._presence_changed(live, client.seats))

    def _hold(self, live: Live, client: Client, table: Table) -> None:
        client.seats, client.host = table.held(client.tokens)
        live.here.update(client.seats or [_WATCHING])

    def _unhold(self, live: Live, client: Client) -> None:
        live.here.subtract(client.seats or [_WATCHING])
        now = time.time()
        live.left |= {seat: now for seat in client.seats if not live.here[seat]}

    async def _returned(self, live: Live, client: Client) -> None:
        if not client.seats:
            return
        await self._presence_changed(live, client.seats)
        for seat in client.seats:
            with suppress(Problem):
                await self.act(live.id, lambda table, seat=seat: table.take_back(seat, time.time(), None))  # type: ignore[misc]

    async def _presence_changed(self, live: Live, seats: Sequence[int]) -> None:
        for seat in seats:
            await self.store.mark_presence(live.id, seat, live.here[seat], time.time())
        async with live.lock:
            if live.table is not None:
                self._tell(live)

    # ---- telling -----------------------------------------------------------------------------------------------------

    def _look(self, live: Live, seat: int | None) -> Look:
        assert live.table is not None
        look = live.looks.get(seat)
        if look is None:
            look = live.looks[seat] = Look(live.table, seat, live.told)
        return look

    def _tell(
        self, live: Live, by: Client | None = None, key: str | None = None, whom: Sequence[Client] | None = None
    ) -> None:
        """Send everybody (or those in `whom`) what has changed, as far as they may know."""
        table = live.table
        if table is None or not live.clients:
            live.looks.clear()
            return
        self._count_again(live, table)
        wanted = {seat for client in live.clients for seat in _viewers(client)}
        for seat in list(live.looks):
            if seat in wanted:
                live.looks[seat].refresh(table)
            else:
                del live.looks[seat]
        teller = Teller(self, live, table)
        for client in live.clients if whom is None else whom:
            client.push(teller.update(client, key if client is by else None))

    def _count_again(self, live: Live, table: Table) -> None:
        """A seat may have been left or taken since a client connected."""
        if live.seatings == table.seatings:
            return
        live.seatings = table.seatings
        for client in live.clients:
            self._unhold(live, client)
            self._hold(live, client, table)

    def _welcome(self, live: Live, client: Client) -> None:
        assert live.table is not None
        for look in live.looks.values():
            look.refresh(live.table)
        client.push(Teller(self, live, live.table).welcome(client))

    async def look(self, id: str, client: Client) -> bytes:
        """Everything that a client may see, as a welcome."""
        live = self._live(id)
        async with live.lock:
            table = await self._loaded(live)
            client.seats, client.host = table.held(client.tokens)
            return Teller(self, live, table).welcome(client)

    # ---- what happens by itself --------------------------------------------------------------------------------------

    def _schedule(self, live: Live, mine: bool = True) -> None:
        """Wait for what is due next at a table, be it a bot's move or the end of somebody's time."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        due = live.table.due(self.settings.stand_in) if live.table else None
        if due is None:
            return
        pause = self.settings.bot_pause if due.by == "bot" else 0.0
        wait = max(0.0, due.at + pause - time.time()) + (0.0 if mine else _OTHERS_WAIT)
        live.timer = asyncio.get_running_loop().call_later(wait, self._begin, live, due)

    def _begin(self, live: Live, due: Due) -> None:
        live.timer = None
        self.spawn(self._by_itself(live, due))

    async def _by_itself(self, live: Live, due: Due) -> None:
        """Let a bot decide, beside the event loop; its move counts only if it is still that seat's decision."""

        def is_due(table: Table) -> bool:
            return table.due(self.settings.stand_in) == due

        match = await self.ask(live.id, lambda table: table.copy_of_match() if is_due(table) else None)
        if match is None:
            return
        began = time.perf_counter()
        move = await asyncio.get_running_loop().run_in_executor(self._thinkers, _choose, due, match)
        metrics.THINKING.observe(time.perf_counter() - began)

        def command(table: Table) -> None:
            if is_due(table):
                table.move(due.seat, move, table.seq, time.time(), None, due.by)

        await self.act(live.id, command)

    async def hint(self, id: str, seat: int) -> dict[str, Any]:
        """What a bot would do for a seat that owes a decision."""

        def question(table: Table) -> tuple[int, Match, list[str]]:
            if not table.setting.hints:
                raise problem("off", "hints-off")
            if seat not in table.pending:
                raise problem("not-now", "nothing-to-decide")
            return table.seq, table.copy_of_match(), table.names

        seq, match, names = await self.ask(id, question)
        loop = asyncio.get_running_loop()
        moves = await loop.run_in_executor(self._thinkers, advise, match, seat, tuple(names))
        return {"say": "hint", "seat": seat, "seq": seq, "moves": moves}

    def stand_in(self, table: Table, seat: int, now: float, key: str | None) -> None:
        """Let a bot play for a seat that has been away for long."""
        table.seat(seat)
        since = self._live(table.id).away_since(seat)
        if since is None or now - since < self.settings.away_after:
            raise problem("not-now", "not-away")
        table.stand_in(seat, self.settings.stand_in, now, key)

    # ---- other processes, and time passing ---------------------------------------------------------------------------

    def _heard(self, id: str, seq: int) -> None:
        live = self.lives.get(id)
        if live is not None:
            self.spawn(self._catch_up(live, seq))

    def _missed(self) -> None:
        for live in self.lives.values():
            self.spawn(self._catch_up(live, None))

    async def _catch_up(self, live: Live, seq: int | None) -> None:
        """Follow what another process has written (seq 0: who is there; None: whatever it is)."""
        async with live.lock:
            table = live.table
            if table is None or (seq and seq <= table.seq):
                return
            if not seq:
                live.elsewhere = await self.store.elsewhere(live.id)
            if seq is None or seq:
                await self._follow(live, table)
            else:
                self._tell(live)

    async def _follow(self, live: Live, table: Table) -> None:
        """Bring a table up to its log, and tell. Call with the lock held."""
        found = await self.store.find(live.id, table.seq)
        try:
            for entry in found[1] if found else []:
                table.follow(entry)
        except Exception as error:
            logger.error("not-followed", table=live.id, exc_info=error)
            live.forget()
            await self._loaded(live)
        self._tell(live)
        self._schedule(live, mine=False)

    async def _watch_over(self) -> None:
        """What is done from time to time: signs of life, what nobody did though it was due, clearing up."""
        number = 0
        while True:
            try:
                await self._pick_up(0.0 if self.store.sqlite and not number else _OTHERS_WAIT)
                if number % 5 == 0:
                    await self.store.beat(_DEAD_AFTER)
                    self._forget_unused()
                if number % 60 == 0:
                    await self.clear()
            except Exception as error:
                logger.error("watching-over-failed", exc_info=error)
            number += 1
            await asyncio.sleep(1.0)

    async def _pick_up(self, late: float) -> None:
        """A bot that should have moved or a clock that should have run out: its process may have died."""
        for id in await self.store.due(time.time() - late - self.settings.bot_pause):
            live = self._live(id)
            async with live.lock:
                with suppress(Problem):
                    await self._loaded(live)
                    if live.timer is None:
                        self._schedule(live)

    def _forget_unused(self) -> None:
        now = time.monotonic()
        for id, live in list(self.lives.items()):
            unused = not live.clients and now - live.used > _FORGET_AFTER
            if unused and live.timer is None and not live.lock.locked():
                del self.lives[id]
        metrics.LIVE_TABLES.set(len(self.lives))

    async def clear(self) -> None:
        """Delete tables that nobody has touched for as long as the settings say."""
        s, now = self.settings, time.time()
        for status, kept in (("open", s.keep_open), ("playing", s.keep_playing), ("over", s.keep_over)):
            cleared = await self.store.clear(status, now - kept)
            if cleared:
                logger.info("tables-cleared", status=status, count=cleared)


def _load(game: str, bot: str) -> None:
    match = molehill.game(game).match()
    match.view(0)
    while not isinstance(match.pending, tuple):
        match.fall()
    bots.bot(bot).choose(match, match.pending[0])


def _choose(due: Due, match: Match) -> dict[str, Any]:
    """A bot's decision. One that fails must not stop the game: chance decides instead."""
    try:
        return bots.bot(due.bot).choose(match, due.seat)
    except Exception as error:
        logger.error("bot-failed", bot=due.bot, game=match.game.id, exc_info=error)
        return bots.bot("random").choose(match, due.seat)


class Teller:
    """The updates of one moment: what several clients get alike is written once."""

    def __init__(self, hub: Hub, live: Live, table: Table) -> None:
        self.hub, self.live, self.table = hub, live, table
        self.now = time.time()
        self._about = orjson.Fragment(orjson.dumps(self.about()))
        self._looks: dict[Any, orjson.Fragment] = {}
        self._frames: dict[Any, bytes] = {}

    def welcome(self, client: Client) -> bytes:
        """Everything."""
        return self._frame(client, "welcome", None)

    def update(self, client: Client, key: str | None) -> bytes:
        """Everything, but of events and chat only what is new."""
        kind = (tuple(client.seats), client.host, client.notes, client.chat_seen, key)
        frame = self._frames.get(kind)
        if frame is None:
            frame = self._frames[kind] = self._frame(client, "update", key)
        client.chat_seen = self.table.chat_count
        return frame

    def _frame(self, client: Client, what: str, key: str | None) -> bytes:
        table, whole = self.table, what == "welcome"
        watches = table.may_watch(client.seats, client.host)
        if whole:
            client.chat_seen = 0
        first = max(client.chat_seen, table.chat_count - len(table.chat))
        lines = (
            table.chat[len(table.chat) - (table.chat_count - first) :] if watches and table.chat_count > first else []
        )
        client.chat_seen = table.chat_count
        viewers = _viewers(client)
        return orjson.dumps(
            {
                "say": what,
                "seq": table.seq,
                "now": self.now,
                "done": key,
                "you": {"seats": client.seats, "host": client.host},
                "table": self._about,
                "looks": [self._look(seat, client.notes, whole) for seat in viewers] if watches and table.match else [],
                "chat": {"from": first, "lines": lines},
            }
        )

    def _look(self, seat: int | None, notes: bool, whole: bool) -> orjson.Fragment:
        kind = (seat, notes, whole)
        if kind not in self._looks:
            self._looks[kind] = self.hub._look(self.live, seat).fragment(self.table, notes, whole)
        return self._looks[kind]

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


def _viewers(client: Client) -> list[int | None]:
    """As whom a client looks: for each of its seats, or as a spectator."""
    return [*client.seats] or [None]


def new_table_id() -> str:
    """An address that nobody can guess: who has the link may come."""
    return secrets.token_urlsafe(12)
