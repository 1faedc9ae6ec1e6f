"""The tables that somebody looks at right now: commands become committed entries, entries become updates.

One event loop does all of it; the database and the bots have threads of their own. A table here is only a cache of its
log: when anything goes wrong it is dropped and built anew.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
import structlog

from molehill.bots.trained import SHELF, in_folder
from molehill.server import decisions, frames, metrics
from molehill.server.audience import Audience, Client, Viewer, Wording
from molehill.server.database import Away
from molehill.server.due import Due
from molehill.server.entries import Entry, Row, Writing
from molehill.server.hints import advise
from molehill.server.neighbours import Arrival, Note
from molehill.server.numbers import Eyes
from molehill.server.openings import Openings, first_writing
from molehill.server.place import FORGET_AFTER, Place
from molehill.server.preparations import BOTS, COMPILER, NETS, RULES, Preparations, Preparer
from molehill.server.rounds import Rounds
from molehill.server.sandbox import Sandbox
from molehill.server.settings import Settings
from molehill.server.store import Store
from molehill.server.table import LONGEST_LINE, Table
from molehill.server.turns import Busy, Pool
from molehill.server.words import Problem, problem, say
from molehill.server.workshop import Workshop
from molehill.server.writing import Conflict

if TYPE_CHECKING:
    from molehill.engine.match import Match

T = TypeVar("T")
_TRIES = 20
_BEAT = 5.0  # seconds between two signs of life of a process
_DEAD_AFTER = 4 * _BEAT
_BEATS_MISSED = 3  # from which on a process is not well
_ROOM_NEEDED = 50 << 20  # bytes on the disk
_OTHERS_WAIT = 2.0  # how long a process leaves a bot's move to the one that should make it
_CALLS_WAITING = 20  # of one address, for something that takes its time

logger = structlog.get_logger("molehill.hub")


class Hub:
    """All tables that somebody uses at this process."""

    def __init__(self, settings: Settings, store: Store, preparer: Preparer = COMPILER) -> None:
        self.settings, self.store = settings, store
        SHELF.add(in_folder(settings.nets) if settings.nets else ())
        self.preparations = Preparations(preparer)
        self.places: dict[str, Place] = {}
        self.sandbox, self.workshop = Sandbox(), Workshop(settings)
        self.openings = Openings(settings, store, self.sandbox)
        self.replays, self.words = Pool("replay", 1, _CALLS_WAITING), Pool("words", 1)
        self._bots, self._hints = Pool("bot", settings.bot_threads), Pool("hint", 1, _CALLS_WAITING)
        self._builders = Pool("builder", 1)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unmarked: set[tuple[Place, int]] = set()  # seats of which other processes don't know who is there
        self._misses = False  # whether something was missed that other processes have told
        self._beaten = 0.0  # when the database was last written to
        self._stop_listening: Callable[[], None] = lambda: None
        self.rounds = Rounds((1, self._go_on), (5, self._beat), (5, self._forget_unused), (60, self.clear))

    # ---- opening and closing -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on with whatever is due, and begin to listen."""
        loop = asyncio.get_running_loop()

        def heard(note: Note) -> None:
            if note.table in self.places:
                loop.call_soon_threadsafe(self._heard, note)

        def missed() -> None:
            loop.call_soon_threadsafe(self._missed)

        await self.store.beat(0.0 if self.store.sqlite else _DEAD_AFTER)
        self._beaten = self.rounds.last = time.monotonic()
        self._stop_listening = self.store.listen(heard, missed)
        self.spawn(self.rounds.run())
        if self.settings.warm:
            self.preparations.begin()

    async def close(self) -> None:
        """Finish what is being written; nothing new begins."""
        await asyncio.to_thread(self._stop_listening)
        await self.preparations.close()
        self.sandbox.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for pool in (self.replays, self.words, self._bots, self._hints, self._builders):
            pool.close()
        await self.sandbox.rest(after=0.0)
        await self.workshop.sandbox.rest(after=0.0)

    def farewell(self) -> None:
        """Tell everybody to connect again in a moment, not all at once; who waits for a game waits no longer."""
        self.preparations.stop()
        self.workshop.stop()
        for place in self.places.values():
            for client in place.audience.clients:
                retry = round(random.uniform(0.5, 3.0), 2)
                frame: frames.Closing = {"say": "closing", "why": say("closing"), "retry": retry}
                client.push(orjson.dumps(frame))

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

    def _place(self, id: str) -> Place:
        place = self.places.get(id)
        if place is None:
            place = self.places[id] = Place(id, audience=Audience(self.settings.chat))
        place.used = time.monotonic()
        return place

    def seq_of(self, id: str, eyes: Eyes) -> int:
        """The number of the last entry of a table as somebody counts, 0 if it is not in memory."""
        place = self.places.get(id)
        return place.table.numbers.told(place.table.seq, eyes) if place and place.table else 0

    async def _loaded(self, place: Place) -> Table:
        """The table, built from its log if it is not in memory. Call with the lock held."""
        if place.table is None:
            found = await self.store.find(place.id)
            if found is None:
                if not place.audience.clients:
                    self.places.pop(place.id, None)
                raise problem("no-table", "no-table")
            row, entries = found
            place.opener = row.opener
            await self.rules_of(row.game)
            place.table = await self._built(place, row, entries)
            place.audience.elsewhere = await self.store.elsewhere(place.id)
            if place.audience.clients:  # it was dropped: they have not been told of what happened since
                place.tell()
                self._schedule(place, mine=False)
        return place.table

    async def _built(self, place: Place, row: Row, entries: list[Entry]) -> Table:
        """The table that a log leads to. One that leads nowhere is not tried again and again."""
        if time.monotonic() - place.broken < FORGET_AFTER:
            raise problem("broken", "broken")
        began = time.perf_counter()
        try:
            own = entries[0].data["box"]
            box = await self.sandbox.box(row.opener, row.game, own) if own is not None else None
            table = await self._builders.run(row.opener, Table.rebuilt, row.id, row.secret, entries, row.status, box)
        except Busy:
            raise
        except Exception as error:
            place.broken = time.monotonic()
            metrics.TABLES_BROKEN.inc()
            logger.error("table-broken", table=place.id, why=type(error).__name__)  # no more: it may hold secrets
            raise problem("broken", "broken") from None
        metrics.REBUILDS.observe(time.perf_counter() - began)
        return table

    async def rules_of(self, game: str) -> None:
        """Have a game's rules in memory, before anything else, because somebody wants to play it."""
        self.preparations.ask(game, RULES)
        await self.preparations.wait(game, RULES)

    async def game_of(self, id: str) -> str:
        """The game of a table, which may not be in memory: that needs the game's rules."""
        place = self.places.get(id)
        game = place.table.setting.game if place and place.table else await self.store.game_of(id)
        if game is None:
            raise problem("no-table", "no-table")
        return game

    def ask_for_bots(self, table: Table) -> None:
        """Somebody comes to a table: what bots decide with is wanted there, if any sit at it."""
        if any(seat.player for seat in table.seats):
            self.preparations.ask(table.setting.game, BOTS)

    async def act(
        self, id: str, command: Callable[[Table], T], client: Client | None = None, key: str | None = None
    ) -> T:
        """Do a command and return when it is committed and told. Raises Problem; then nothing has changed."""
        place = self._place(id)
        async with place.lock:
            for _ in range(_TRIES):
                table = await self._loaded(place)
                before = None if self.store.sqlite else table.copy()  # with others about, one may be too late
                try:
                    result = command(table)
                    also = (first_writing(result, place.opener),) if isinstance(result, Table) else ()
                    if not table.has_fresh:
                        place.audience.acknowledge(table, client, key)
                        return result
                    if await self._kept(place, _writing(table, also)):
                        place.tell(client, key)
                        self._schedule(place)
                        return result
                    if before is None:
                        place.forget()
                    else:
                        place.table = before
                        await self._bring_up(place, before, [])
                except BaseException:
                    if table.has_fresh:
                        place.forget()
                    raise
            raise problem("trouble", "trouble")

    async def _kept(self, place: Place, writing: Writing) -> bool:
        """Whether the entries are committed now, or somebody else was faster."""
        try:
            await self.store.keep(writing)
        except Conflict:
            metrics.CONFLICTS.inc()
            return False
        except asyncio.CancelledError:
            place.forget()
            raise
        except Exception as error:
            place.forget()
            logger.error("not-kept", table=place.id, why=str(error))
            raise problem("trouble", "trouble") from None
        metrics.ENTRIES.inc(len(writing.entries))
        return True

    async def ask(self, id: str, question: Callable[[Table], T]) -> T:
        """Something about a table that changes nothing."""
        place = self._place(id)
        async with place.lock:
            return question(await self._loaded(place))

    # ---- who is there ------------------------------------------------------------------------------------------------

    async def join(self, id: str, client: Client, again: bool) -> None:
        """Somebody connects: they get the whole table, and the seats they hold are no longer away."""
        place = self._place(id)
        async with place.lock:
            table = await self._loaded(place)
            self.ask_for_bots(table)
            place.audience.add(client, table)
            place.audience.greet(table, client)
            arrival = self._arrived(place, client, client.seats, again)
            self._wake(place)
        await self._returned(place, client, arrival)

    async def hold(self, id: str, client: Client, tokens: Sequence[str]) -> None:
        """Somebody shows further tokens."""
        place = self._place(id)
        async with place.lock:
            table, before = await self._loaded(place), client.seats
            client.tokens = list(dict.fromkeys([*client.tokens, *tokens]))[-16:]
            place.audience.add(client, table)
            place.audience.greet(table, client)
            fresh = [seat for seat in client.seats if seat not in before]
            arrival = self._arrived(place, client, fresh, again=False)
        await self._returned(place, client, arrival)

    async def welcome_again(self, id: str, client: Client) -> None:
        """Somebody who is connected wants to be told everything once more."""
        place = self._place(id)
        async with place.lock:
            place.audience.greet(await self._loaded(place), client)

    async def welcome(self, id: str, viewer: Viewer, who: str) -> bytes:
        """Everything that somebody may know who is not connected."""
        place = self._place(id)
        async with place.lock:
            table = await self._loaded(place)
            viewer.seats, viewer.host = table.held(viewer.tokens)
            frame = place.audience.welcome(table, viewer)
        return await self.words.run(who, frame.write) if isinstance(frame, Wording) else frame

    def leave(self, id: str, client: Client) -> None:
        """Somebody is gone."""
        place = self.places.get(id)
        if place is None or client not in place.audience.clients:
            return
        place.audience.remove(client)
        if not place.audience.clients:
            place.rest()
        if client.seats:
            self.spawn(self._presence_changed(place, client.seats))

    def _arrived(self, place: Place, client: Client, seats: Sequence[int], again: bool) -> Arrival:
        client.since = time.time()
        arrival = Arrival(frozenset(seats), client.page, again, client.since)
        place.audience.arrived(arrival, client)
        return arrival

    async def _returned(self, place: Place, client: Client, arrival: Arrival) -> None:
        if not client.seats:
            return
        await self._presence_changed(place, client.seats, arrival)
        for seat in client.seats:
            with suppress(Problem):
                await self.act(place.id, lambda table, seat=seat: table.take_back(seat, time.time(), None))  # type: ignore[misc]

    async def _presence_changed(self, place: Place, seats: Sequence[int], arrival: Arrival | None = None) -> None:
        """Tell everybody, other processes as well. Those are told later if the database is away."""
        here = {seat: place.audience.here[seat] for seat in seats}
        try:
            await self.store.mark_presence(place.id, here, time.time(), arrival)
        except Away as error:
            logger.warning("presence-not-marked", table=place.id, why=str(error))
            self._unmarked |= {(place, seat) for seat in seats}
        async with place.lock:
            place.tell()

    # ---- what happens by itself --------------------------------------------------------------------------------------

    def _schedule(self, place: Place, mine: bool = True) -> None:
        """Wait for what is due next at a table, be it a bot's move or the end of somebody's time.

        A table that nobody looks at rests. However the clock was set since, nobody waits longer than they would have.
        """
        place.rest()
        due = place.table.due(self.settings.stand_in) if place.table and place.audience.clients else None
        if due is None:
            return
        assert place.table is not None
        loop = asyncio.get_running_loop()
        if place.due[0] != due:
            pause = self.settings.bot_pause * due.pauses
            most = pause if due.by == "bot" else float(place.table.setting.clock or 0)
            late = 0.0 if mine else _OTHERS_WAIT
            place.due = due, loop.time() + late + min(max(0.0, due.at + pause - time.time()), most)
        place.timer = loop.call_at(place.due[1], self._begin, place, due)

    def _wake(self, place: Place) -> None:
        """Somebody looks at a table: go on with what is due, unless that is being done; rather where it began."""
        if place.timer is None and place.doing is None:
            self._schedule(place, mine=not any(connections for _, connections, _ in place.audience.elsewhere))

    def _begin(self, place: Place, due: Due) -> None:
        place.timer = None
        if place.doing != due:  # a bot may be thinking, or waiting until it can, while others do something here
            place.doing = due
            self.spawn(self._by_itself(place, due))

    async def _by_itself(self, place: Place, due: Due) -> None:
        """Do what is due, once. What can't be done yet stays due."""
        try:
            if await self._can_think(place, due.bot):
                await self._decide(place, due)
        finally:
            if place.doing == due:
                place.doing = None

    async def _can_think(self, place: Place, bot: str) -> bool:
        """Wait for what a bot decides with; False if that can't be had."""
        try:
            await self.preparations.wait(await self.game_of(place.id), NETS if bot in SHELF.names() else BOTS)
        except Problem:
            return False
        return True

    async def _decide(self, place: Place, due: Due) -> None:
        """Let a bot decide, beside the event loop; its move counts only if it is still that seat's decision.

        Tables take turns by who opened them, and where nobody sits any more bots come last.
        """

        def is_due(table: Table) -> bool:
            return table.due(self.settings.stand_in) == due

        asked = time.perf_counter()
        async with self._bots.turn(place.opener, late=not place.audience.is_played):
            asked_of = await self.ask(place.id, lambda t: (t.copy_of_match(), t.names) if is_due(t) else None)
            if asked_of is None or not place.audience.clients:
                return
            match, names = asked_of
            began = time.perf_counter()
            metrics.WAITING.observe(began - asked)
            move, plan = await self._bots.now(decisions.choose, due, match, names)
            spent = time.perf_counter() - began
            metrics.THINKING.observe(spent)
        if self.settings.bot_pause:
            await asyncio.sleep(decisions.THINKING.left_to_wait(match.game, due.bot, spent))

        def command(table: Table) -> None:
            if is_due(table):
                if plan and table.chat_on and self.settings.chat and len(plan) <= LONGEST_LINE:
                    table.say(due.seat, plan, time.time(), None)
                table.move(due.seat, move, table.seq, time.time(), None, due.by)

        await self.act(place.id, command)

    async def hint(self, id: str, seat: int, eyes: Eyes, words: bool, who: str) -> frames.Hints:
        """What a bot would do for a seat that owes a decision."""

        def question(table: Table) -> tuple[int, Match, list[str]]:
            if not table.setting.hints:
                raise problem("off", "hints-off")
            if seat not in table.pending:
                raise problem("not-now", "nothing-to-decide")
            if not self.preparations.is_ready(table.setting.game, BOTS):
                self.preparations.ask(table.setting.game, BOTS)
                raise problem("not-now", "bots-not-ready")
            return table.numbers.told(table.seq, eyes), table.copy_of_match(), table.names

        seq, match, names = await self.ask(id, question)
        moves = await self._hints.run(who, advise, match, seat, names if words else None)
        return {"say": "hint", "seat": seat, "seq": seq, "moves": moves}

    def stand_in(self, table: Table, seat: int, now: float, key: str | None) -> None:
        """Let a bot play for a seat that has been away for long."""
        table.seat(seat)
        if self._place(table.id).audience.away_for(table, seat, now) < self.settings.away_after:
            raise problem("not-now", "not-away")
        table.stand_in(seat, self.settings.stand_in, now, key)

    # ---- what operators do -------------------------------------------------------------------------------------------

    async def look_again(self, id: str) -> None:
        """The log of a table was changed or deleted: tell everybody there everything, or that there is nothing."""
        place = self.places.get(id)
        if place is None:
            return
        async with place.lock:
            place.forget()
            try:
                table = await self._loaded(place)
            except Problem as gone:
                for client in list(place.audience.clients):
                    client.dismiss(gone)
            else:
                for client in place.audience.clients:
                    place.audience.greet(table, client)

    # ---- other processes, and time passing ---------------------------------------------------------------------------

    def _heard(self, note: Note) -> None:
        place = self.places.get(note.table)
        if place is None:
            return
        self.spawn(self._catch_up(place, note.seq, note.entries))
        if note.arrival is not None and (keeper := place.audience.arrived(note.arrival, None)) is not None:
            held = [seat for seat in keeper.seats if seat in note.arrival.seats]
            arrival = self._arrived(place, keeper, held, again=False)  # said once more, so that the other hears it
            self.spawn(self._presence_changed(place, held, arrival))

    def _missed(self) -> None:
        self._misses = True

    async def _catch_up(self, place: Place, seq: int | None, fresh: list[Entry]) -> None:
        """Follow what another process has written (seq 0: who is there; None: whatever it is)."""
        async with place.lock:
            table = place.table
            if table is None or (seq and seq <= table.seq):
                return
            if not seq:
                place.audience.elsewhere = await self.store.elsewhere(place.id)
            if seq == 0:
                place.tell()
            else:
                await self._bring_up(place, table, fresh)

    async def _bring_up(self, place: Place, table: Table, fresh: list[Entry]) -> None:
        """Bring a table up to its log, and tell. Call with the lock held, and with what is known of the log."""
        if not fresh or fresh[0].seq != table.seq + 1:
            found = await self.store.find(place.id, table.seq)
            fresh = found[1] if found else []
        try:
            for entry in fresh:
                table.add(entry)
        except Exception as error:
            logger.error("not-brought-up", table=place.id, exc_info=error)
            place.forget()
            await self._loaded(place)
        place.tell()
        self._schedule(place, mine=False)

    async def _go_on(self) -> None:
        """What was due and could not be done is tried again: a bot's move that could not be kept, perhaps.

        And if something was missed that other processes have told, the logs know it.
        """
        missed, self._misses = self._misses, False
        for place in list(self.places.values()):
            if missed:
                self.spawn(self._catch_up(place, None, []))
            self._wake(place)

    async def _beat(self) -> None:
        await self.sandbox.rest()
        await self.workshop.sandbox.rest()
        if await self.store.beat(_DEAD_AFTER):
            self._missed()
        self._beaten = time.monotonic()
        unmarked, self._unmarked = self._unmarked, set()
        for place, seat in unmarked:
            await self._presence_changed(place, [seat])

    def ailments(self) -> list[str]:
        """What is not well: nothing, if the server can do its work."""
        now = time.monotonic()
        well = {
            "writer": self.store.writes and now - self._beaten < _BEATS_MISSED * _BEAT,
            "watch": now - self.rounds.last < _BEATS_MISSED * _BEAT,
            "listener": self.store.listens is not False,
            "disk": self.store.room() > _ROOM_NEEDED,
        }
        return [part for part, is_well in well.items() if not is_well]

    async def _forget_unused(self) -> None:
        now = time.monotonic()
        for id, place in list(self.places.items()):
            if place.is_unused(now):
                del self.places[id]
        metrics.TABLES_IN_MEMORY.set(len(self.places))

    async def clear(self) -> None:
        """Delete tables that nobody has touched for as long as the settings say, and count the others."""
        s, now = self.settings, time.time()
        for status, kept, imported in (
            ("open", s.keep_unstarted, False),
            ("playing", s.keep_playing, False),
            ("over", s.keep_over, False),
            ("over", s.keep_imported, True),
        ):
            cleared = await self.store.clear(status, now - kept, imported)
            if cleared:
                logger.info("tables-cleared", status=status, count=cleared)
        left = dict.fromkeys(("open", "playing"), 0) | await self.store.counts()
        for status, count in left.items():
            metrics.TABLES.labels(status).set(count)


def _writing(table: Table, also: tuple[Writing, ...]) -> Writing:
    """What has happened at a table and is to be kept."""
    fresh = table.take_fresh()
    return Writing(table.id, table.seq - len(fresh), fresh, table.row(), also)
