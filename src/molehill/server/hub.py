"""The tables that somebody looks at right now: commands become committed entries, entries become updates.

One event loop does all of it; the database and the bots have threads of their own. A table here is only a cache of its
log: when anything goes wrong it is dropped and built anew.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
import structlog

from molehill import bots
from molehill.server import metrics
from molehill.server.advice import advise
from molehill.server.preparations import BOTS, COMPILER, RULES, Preparations, Preparer
from molehill.server.settings import Settings
from molehill.server.store import Arrival, Conflict, Entry, Note, Store, Writing
from molehill.server.table import Due, Table
from molehill.server.telling import Client, Live, Teller, Viewer
from molehill.server.words import Problem, problem, say

if TYPE_CHECKING:
    from molehill.engine.match import Match

T = TypeVar("T")
_TRIES = 20
_BEAT = 5.0  # seconds between two signs of life of a process
_DEAD_AFTER = 4 * _BEAT
_OTHERS_WAIT = 2.0  # how long a process leaves a bot's move to the one that should make it
_FORGET_AFTER = 60.0

logger = structlog.get_logger("molehill.hub")


class Hub:
    """All live tables of this process."""

    def __init__(self, settings: Settings, store: Store, preparer: Preparer = COMPILER) -> None:
        self.settings, self.store = settings, store
        self.preparations = Preparations(preparer)
        self.lives: dict[str, Live] = {}
        self._thinkers = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._picked_up: set[str] = set()  # tables at which somebody sees to what is overdue
        self._stop_listening: Callable[[], None] = lambda: None

    # ---- opening and closing -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on with whatever is due, and begin to listen."""
        loop = asyncio.get_running_loop()

        def heard(note: Note) -> None:
            if note.table in self.lives:
                loop.call_soon_threadsafe(self._heard, note)

        def missed() -> None:
            loop.call_soon_threadsafe(self._missed)

        await self.store.beat(0.0 if self.store.sqlite else _DEAD_AFTER)
        self._stop_listening = self.store.listen(heard, missed)
        self.spawn(self._watch_over())
        if self.settings.warm:
            self.preparations.begin()

    async def close(self) -> None:
        """Finish what is being written; nothing new begins."""
        await asyncio.to_thread(self._stop_listening)
        await self.preparations.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    def farewell(self) -> None:
        """Tell everybody to connect again in a moment, not all at once; who waits for a game waits no longer."""
        self.preparations.stop()
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
            await self.rules_of(row.game)
            began = time.perf_counter()
            live.table = await asyncio.to_thread(Table.rebuilt, row.id, row.secret, entries, row.status)
            metrics.REBUILDS.observe(time.perf_counter() - began)
            live.elsewhere = await self.store.elsewhere(live.id)
            if live.clients:  # it was dropped because somebody else was faster: they have not been told of that
                live.tell()
                self._schedule(live, mine=False)
        return live.table

    async def rules_of(self, game: str) -> None:
        """Have a game's rules in memory, before anything else, because somebody wants to play it."""
        self.preparations.ask(game, RULES)
        await self.preparations.wait(game, RULES)

    async def game_of(self, id: str) -> str:
        """The game of a table, which may not be in memory: that needs the game's rules."""
        live = self.lives.get(id)
        game = live.table.setting.game if live and live.table else await self.store.game_of(id)
        if game is None:
            raise problem("no-table", "no-table")
        return game

    def _ask_for_bots(self, table: Table) -> None:
        """Somebody comes to a table: what bots decide with is wanted there, if any sit at it."""
        if any(seat.player for seat in table.seats):
            self.preparations.ask(table.setting.game, BOTS)

    async def open_table(self, table: Table, opener: str) -> None:
        """Keep a new table."""
        await self.store.keep(self._writing(table, opener))
        self._ask_for_bots(table)
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
                        live.tell(client, key, [client] if client else [])
                        return result
                    if await self._kept(live, self._writing(table, also=also)):
                        live.tell(client, key)
                        self._schedule(live)
                        return result
                    if before is None:
                        live.forget()
                    else:
                        live.table = before
                        await self._follow(live, before, [])
                except BaseException:
                    if table.has_fresh:
                        live.forget()
                    raise
            raise problem("trouble", "trouble")

    def act_at_once(
        self, id: str, command: Callable[[Table], None], client: Client, key: str | None, done: Callable[[bool], None]
    ) -> bool:
        """The same without waiting, or False if the table is not in memory or somebody is at it. Raises Problem.

        `done` is called when the command is committed and told (True), or when it was not kept (False): then nothing
        has changed, and `act` may be tried.
        """
        live = self.lives.get(id)
        table = live.table if live else None
        if live is None or table is None or not live.lock.take():
            return False
        live.used = time.monotonic()

        def kept(error: Exception | None) -> None:
            try:
                if error is not None:
                    live.forget()
                    return
                metrics.ENTRIES.inc(len(writing.entries))
                live.tell(client, key)
                self._schedule(live)
            finally:
                live.lock.release()
                done(error is None)

        try:
            command(table)
            if table.has_fresh:
                writing = self._writing(table)
                self.store.keep_then(writing, kept)
                return True
            live.tell(client, key, [client])
        except BaseException:
            if table.has_fresh:
                live.forget()
            live.lock.release()
            raise
        live.lock.release()
        done(True)
        return True

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

    async def join(self, id: str, client: Client, again: bool) -> None:
        """Somebody connects: they get the whole table, and the seats they hold are no longer away."""
        live = self._live(id)
        async with live.lock:
            self._ask_for_bots(await self._loaded(live))
            live.hold(client)
            live.clients.add(client)
            live.welcome(client)
            arrival = self._arrived(live, client, client.seats, again)
        await self._returned(live, client, arrival)

    async def look(self, id: str, client: Viewer) -> bytes:
        """Everything that a client may see, as a welcome."""
        live = self._live(id)
        async with live.lock:
            table = await self._loaded(live)
            client.seats, client.host = table.held(client.tokens)
            return Teller(live, table).welcome(client)

    async def hold(self, id: str, client: Client, tokens: Sequence[str]) -> None:
        """Somebody shows further tokens."""
        live = self._live(id)
        async with live.lock:
            await self._loaded(live)
            live.unhold(client)
            before = client.seats
            client.tokens = list(dict.fromkeys([*client.tokens, *tokens]))[-16:]
            live.hold(client)
            live.welcome(client)
            arrival = self._arrived(live, client, [seat for seat in client.seats if seat not in before], again=False)
        await self._returned(live, client, arrival)

    def leave(self, id: str, client: Client) -> None:
        """Somebody is gone."""
        live = self.lives.get(id)
        if live is None or client not in live.clients:
            return
        live.clients.discard(client)
        live.unhold(client)
        if client.seats:
            self.spawn(self._presence_changed(live, client.seats))

    def _arrived(self, live: Live, client: Client, seats: Sequence[int], again: bool) -> Arrival:
        client.since = time.time()
        arrival = Arrival(frozenset(seats), client.page, again, client.since)
        live.arrived(arrival, client)
        return arrival

    async def _returned(self, live: Live, client: Client, arrival: Arrival) -> None:
        if not client.seats:
            return
        await self._presence_changed(live, client.seats, arrival)
        for seat in client.seats:
            with suppress(Problem):
                await self.act(live.id, lambda table, seat=seat: table.take_back(seat, time.time(), None))  # type: ignore[misc]

    async def _presence_changed(self, live: Live, seats: Sequence[int], arrival: Arrival | None = None) -> None:
        await self.store.mark_presence(live.id, {seat: live.here[seat] for seat in seats}, time.time(), arrival)
        async with live.lock:
            if live.table is not None:
                live.tell()

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
        if live.doing != due:  # a bot may be thinking, or waiting until it can, while others do something here
            live.doing = due
            self.spawn(self._by_itself(live, due))

    async def _by_itself(self, live: Live, due: Due) -> None:
        """Do what is due, once. What can't be done yet stays due."""
        try:
            if await self._can_think(live):
                await self._decide(live, due)
        finally:
            if live.doing == due:
                live.doing = None

    async def _can_think(self, live: Live) -> bool:
        """Wait for what a bot decides with; False if that can't be had."""
        try:
            await self.preparations.wait(await self.game_of(live.id), BOTS)
        except Problem:
            return False
        return True

    async def _decide(self, live: Live, due: Due) -> None:
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
            if not self.preparations.is_ready(table.setting.game, BOTS):
                self.preparations.ask(table.setting.game, BOTS)
                raise problem("not-now", "bots-not-ready")
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

    def _heard(self, note: Note) -> None:
        live = self.lives.get(note.table)
        if live is None:
            return
        self.spawn(self._catch_up(live, note.seq, note.entries))
        if note.arrival is not None and (keeper := live.arrived(note.arrival, None)) is not None:
            held = [seat for seat in keeper.seats if seat in note.arrival.seats]
            arrival = self._arrived(live, keeper, held, again=False)  # said once more, so that the other hears it
            self.spawn(self._presence_changed(live, held, arrival))

    def _missed(self) -> None:
        for live in self.lives.values():
            self.spawn(self._catch_up(live, None, []))

    async def _catch_up(self, live: Live, seq: int | None, fresh: list[Entry]) -> None:
        """Follow what another process has written (seq 0: who is there; None: whatever it is)."""
        async with live.lock:
            table = live.table
            if table is None or (seq and seq <= table.seq):
                return
            if not seq:
                live.elsewhere = await self.store.elsewhere(live.id)
            if seq == 0:
                live.tell()
            else:
                await self._follow(live, table, fresh)

    async def _follow(self, live: Live, table: Table, fresh: list[Entry]) -> None:
        """Bring a table up to its log, and tell. Call with the lock held, and with what is known of the log."""
        if not fresh or fresh[0].seq != table.seq + 1:
            found = await self.store.find(live.id, table.seq)
            fresh = found[1] if found else []
        try:
            for entry in fresh:
                table.follow(entry)
        except Exception as error:
            logger.error("not-followed", table=live.id, exc_info=error)
            live.forget()
            await self._loaded(live)
        live.tell()
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
        for id, game in await self.store.due(time.time() - late - self.settings.bot_pause):
            live = self.lives.get(id)
            if id not in self._picked_up and (live is None or (live.timer is None and live.doing is None)):
                self._picked_up.add(id)
                self.spawn(self._go_on_at(id, game))

    async def _go_on_at(self, id: str, game: str) -> None:
        """Do what is due at a table that may not be in memory. Its rules may take their time: nobody asks for them."""
        try:
            with suppress(Problem):
                await self.preparations.wait(game, RULES)
                live = self._live(id)
                async with live.lock:
                    await self._loaded(live)
                    if live.timer is None:
                        self._schedule(live)
        finally:
            self._picked_up.discard(id)

    def _forget_unused(self) -> None:
        now = time.monotonic()
        for id, live in list(self.lives.items()):
            unused = not live.clients and now - live.used > _FORGET_AFTER
            if unused and live.timer is None and live.doing is None and not live.lock.locked():
                del self.lives[id]
        metrics.LIVE_TABLES.set(len(self.lives))

    async def clear(self) -> None:
        """Delete tables that nobody has touched for as long as the settings say."""
        s, now = self.settings, time.time()
        for status, kept in (("open", s.keep_unstarted), ("playing", s.keep_playing), ("over", s.keep_over)):
            cleared = await self.store.clear(status, now - kept)
            if cleared:
                logger.info("tables-cleared", status=status, count=cleared)


def _choose(due: Due, match: Match) -> dict[str, Any]:
    """A bot's decision. One that fails must not stop the game: chance decides instead."""
    try:
        return bots.bot(due.bot).choose(match, due.seat)
    except Exception as error:
        logger.error("bot-failed", bot=due.bot, game=match.game.id, exc_info=error)
        return bots.bot("random").choose(match, due.seat)


def new_table_id() -> str:
    """An address that nobody can guess: who has the link may come."""
    return secrets.token_urlsafe(12)
