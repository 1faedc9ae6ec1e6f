"""One fault does not stop a process: what listens, watches and writes goes on, counts what was wrong, and says so."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
import sqlalchemy as sa
from databases import new_database
from room import Ear, started
from test_answers import shut
from world import Client, Server, wait_until

import molehill
from molehill.server import metrics
from molehill.server.audience import Audience
from molehill.server.database import Away
from molehill.server.entries import Entry, Writing
from molehill.server.hub import Hub
from molehill.server.neighbours import Neighbours
from molehill.server.place import Place
from molehill.server.rounds import Rounds
from molehill.server.schema import processes
from molehill.server.settings import Settings
from molehill.server.store import Store

NOTES = (
    "", "x", "{}", "[]", "null", "1e999", "\x7f", '"\\ud800"', "[" * 4000, "[1,2,3,4,5]",
    json.dumps(["there", "table", 7, [], None, "of a newer version"]),
    json.dumps({"process": "there", "table": "t", "seq": 1, "entries": [], "arrival": None, "more": 1}),
    json.dumps(["there", "table", 3, [[3, 1.0, "of a newer version", 0, {}]], None]),
    json.dumps(["there", "table", -5, [], None]), json.dumps(["there", "table", 10**30, [], [[0], None, 0, "now"]]),
)  # fmt: skip


def count(server: Server, name: str) -> float:
    """What a server's metrics say."""
    lines = server.call("GET", "/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def execute(database: str, statement: str, **given: Any) -> None:
    engine = sa.create_engine(database, poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.execute(sa.text(statement), given)


def two_people(server: Server, other: Server) -> tuple[Client, Client, str]:
    """A game of two, each connected to a server."""
    opened = server.open()
    anna, ben = server.join(opened["id"], opened["tokens"]["0"]), other.join(opened["id"], opened["tokens"]["1"])
    anna.hear()
    ben.hear()
    anna.ask(do="start")
    ben.until(lambda said: said["table"]["status"] == "playing")
    return anna, ben, opened["id"]


# ---- who listens -----------------------------------------------------------------------------------------------------


def test_notes_that_can_not_be_read_are_counted_and_listening_goes_on(
    postgres: str, serve: Callable[..., Server]
) -> None:
    database = new_database(postgres)
    here, there = serve(database), serve(database)
    anna, ben, _ = two_people(here, there)
    for note in NOTES:
        execute(database, "SELECT pg_notify('molehill', :note)", note=note)
    seat, move = anna.my_moves()[0]
    told = anna.ask(do="move", seat=seat, move=move, seq=anna.update["seq"])
    ben.until_seq(told["seq"])
    assert count(there, "molehill_notes_unread_total") > len(NOTES) / 2
    for server in (here, there):
        answer = server.call("GET", "/healthz")
        assert (answer.status_code, answer.json()["ailing"]) == (200, [])


def test_health_names_what_is_not_well_and_when_it_is_again(postgres: str, serve: Callable[..., Server]) -> None:
    database = new_database(postgres)
    server = serve(database)

    def ailing() -> set[str]:
        answer = server.call("GET", "/healthz")
        assert answer.json()["ok"] is (answer.status_code == 200)
        return set(answer.json()["ailing"])

    wait_until(lambda: not ailing())  # it has only begun to listen
    with shut(postgres, database):
        wait_until(lambda: ailing() >= {"listener", "writer"})
        assert count(server, 'molehill_well{part="listener"}') == 0
    wait_until(lambda: not ailing())
    assert count(server, "molehill_lines_broken_total") >= 1


class Unreachable:
    """A bus that nobody can be reached over, until it is mended."""

    longest, listens = 7900, False

    def __init__(self) -> None:
        self.mended, self.told = False, list[str]()

    def tell(self, texts: Sequence[str]) -> None:
        if not self.mended:
            raise OSError
        self.told += texts

    def listen(self, heard: Any, missed: Any) -> Callable[[], None]:
        return lambda: None

    def close(self) -> None:
        pass


def test_what_could_not_be_told_is_told_with_the_next_notes_in_order() -> None:
    bus = Unreachable()
    here = Neighbours(bus, "here")
    notes = [here.note("table", seq, ()) for seq in range(1, 2004)]
    here.tell(notes[:3])
    here.tell(notes[3:2000])
    assert bus.told == []
    bus.mended = True
    here.tell(notes[2000:])
    assert bus.told == notes[-1000:], "what is too much of it is in the logs"
    here.tell([])
    assert len(bus.told) == 1000


def test_what_a_process_wrote_and_did_not_live_to_tell_is_found_in_the_log(postgres: str) -> None:
    database = new_database(postgres)

    async def main() -> None:
        store, other = Store(database, "here"), Store(database, "there")
        hub = Hub(Settings(warm=False), store)
        await hub.open()
        await other.beat(60.0)
        await hub._beat()
        table = started(molehill.game("target_rats"), 2, {}, now=time.time())
        await hub.openings.keep(table, "opener")
        ear = Ear([], False)
        await hub.join(table.id, ear, False)
        other._writer._neighbours = None  # it will not come to that
        said = Entry(table.seq + 1, 1.0, "said", 0, {"text": "Farewell", "name": "Ben"}, None)
        await other.keep(Writing(table.id, table.seq, [said], {}))
        await other.change(lambda c: c.execute(processes.delete().where(processes.c.id == "there")))
        await hub._beat()
        await hub._go_on()
        while hub.places[table.id].table.seq < said.seq:
            await asyncio.sleep(0.001)
        await hub.close()
        store.close()
        other.close()

    asyncio.run(main())


def alone(tmp_path: Path, work: Callable[[Hub], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """A hub with nobody at it."""

    async def main() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
        hub = Hub(Settings(warm=False, **settings), store)
        await hub.open()
        await work(hub)
        await hub.close()
        store.close()

    asyncio.run(main())


def test_health_covers_writer_watch_and_disk(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        assert hub.ailments() == []
        with patch.object(Store, "room", lambda store: 1000):
            assert hub.ailments() == ["disk"]
        hub.rounds.last -= 60
        assert hub.ailments() == ["watch"]
        hub._beaten -= 60
        assert hub.ailments() == ["writer", "watch"]
        with patch.object(Store, "listens", False):
            assert "listener" in hub.ailments()

    alone(tmp_path, work)


# ---- who watches -----------------------------------------------------------------------------------------------------


def test_what_fails_from_time_to_time_is_counted_and_the_rest_is_done() -> None:
    done: list[str] = []

    async def broken() -> None:
        done.append("broken")
        raise RuntimeError("no")

    async def whole() -> None:
        done.append("whole")
        if len(done) == 6:
            raise asyncio.CancelledError

    async def main() -> None:
        before = metrics.FAILURES.labels("broken")._value.get()
        with pytest.raises(asyncio.CancelledError):
            await Rounds((1, broken), (1, whole)).run(pause=0.0)
        assert metrics.FAILURES.labels("broken")._value.get() == before + 3
        assert done == ["broken", "whole"] * 3

    asyncio.run(main())


@pytest.mark.parametrize("harm", ["kind", "move", "gap", "box", "nothing"])
def test_a_table_that_can_not_be_built_says_so_and_the_others_go_on(
    database: str, serve: Callable[..., Server], harm: str
) -> None:
    server = serve(database)
    server.prepare()
    broken = server.open(seats=[{"kind": "here"}, {"kind": "bot", "bot": "greedy"}])
    client = server.join(broken["id"], *broken["tokens"].values())
    client.hear()
    client.ask(do="start")
    client.close()
    server.kill()
    harms = {
        "kind": "UPDATE entries SET kind = 'newer' WHERE table_id = :id AND seq = 2",
        "move": """UPDATE entries SET data = '{"do": "fly"}' WHERE table_id = :id AND seq = 3""",
        "gap": "DELETE FROM entries WHERE table_id = :id AND seq = 2",
        "box": """UPDATE entries SET data = '{"seats": 7, "box": "["}' WHERE table_id = :id AND seq = 1""",
        "nothing": "DELETE FROM entries WHERE table_id = :id",
    }
    execute(database, harms[harm], id=broken["id"])
    server.start()
    for _ in range(2):
        stranger = server.join(broken["id"])
        assert stranger.hear()["code"] == "broken"
        assert stranger.wait_closed() == 4004
    answer = server.call("GET", f"/api/tables/{broken['id']}")
    assert (answer.status_code, answer.json()["code"]) == (409, "broken")
    assert count(server, "molehill_tables_broken_total") == 1  # it is not tried again and again
    server.prepare()
    opened = server.open(seats=[{"kind": "here"}, {"kind": "bot", "bot": "greedy"}])
    mine = server.join(opened["id"], *opened["tokens"].values())
    mine.hear()
    mine.ask(do="start")
    seat, move = mine.my_moves()[0]
    seq = mine.ask(do="move", seat=seat, move=move, seq=mine.update["seq"])["seq"]
    mine.until(lambda said: said["seq"] > seq)
    assert server.call("GET", "/healthz").json()["ok"]


# ---- who writes ------------------------------------------------------------------------------------------------------


def test_whatever_goes_wrong_in_writing_is_told_and_writing_goes_on(database: str) -> None:

    async def main() -> None:
        store = Store(database, "here")

        def fail(error: type[BaseException]) -> Callable[[sa.Connection], None]:
            def change(connection: sa.Connection) -> None:
                raise error

            return change

        told = await asyncio.gather(
            *(store.change(fail(error)) for error in (ValueError, KeyError, RecursionError, MemoryError)),
            store.change(lambda c: c.execute(sa.text("SELECT 7")).scalar_one()),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [ValueError, KeyError, RecursionError, MemoryError, int]
        with pytest.raises(Away):
            await store.change(lambda c: c.execute(sa.text("SELECT nothing FROM nowhere")))
        assert store.writes
        await store.beat(1.0)
        store.close()

    asyncio.run(main())


# ---- a clock that somebody sets --------------------------------------------------------------------------------------


def test_a_clock_that_is_set_back_holds_nobody_up(tmp_path: Path) -> None:
    """What was asked at 1000 is due soon, though it is said to be an hour before that."""

    async def work(hub: Hub) -> None:
        loop, table = asyncio.get_running_loop(), started(molehill.game("honeymoon"), 2, {})
        place = Place(table.id, table=table)
        place.audience.add(Ear([], words=False), table)
        with patch("molehill.server.hub.time.time", lambda: 1000.0 - 3600):
            hub._schedule(place)
            due, at = place.due
            assert due is not None
            assert (due.by, at - loop.time() <= 60.0) == ("clock", True)
            hub._schedule(place)  # somebody says something meanwhile: nobody wins time by that
            assert place.due == (due, at)
            table.stand_in(0, "greedy", 1000.0, None)
            hub._schedule(place)
            due, at = place.due
            assert due is not None
            assert (due.by, at - loop.time() <= 0.5) == ("bot", True)
        place.rest()

    alone(tmp_path, work, bot_pause=0.5)


def test_a_clock_that_is_set_back_keeps_no_seat_from_being_stood_in_for() -> None:
    table, audience, ear = started(molehill.game("honeymoon"), 2, {}), Audience(), Ear(["token 0"], words=False)
    now = SimpleNamespace(time=lambda: 5000.0, monotonic=lambda: 100.0)
    with patch("molehill.server.audience.time", now):
        audience.add(ear, table)
        assert audience.away_for(table, 0, 5000.0) == 0
        audience.remove(ear)
        now.monotonic = lambda: 170.0
        assert audience.away_for(table, 0, 5000.0 - 3600) == 70.0
        assert audience.away_for(table, 0, 5000.0 + 80) == 80.0
