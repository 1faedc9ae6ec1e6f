"""One stranger does not stop everybody: what they cause is bounded in bytes, in seconds and in share."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import httpx
import pytest
from hostile import Deaf, boxes, finished_log, import_log, memory, sealed
from room import started
from workshop import Workshop
from world import Server, play_to_the_end, wait_until

import molehill
from molehill import Match
from molehill.engine.box import Source
from molehill.server import replays, sandbox, untrusted
from molehill.server.preparations import BOTS, RULES
from molehill.server.rates import Rates
from molehill.server.sandbox import Sandbox
from molehill.server.settings import Settings
from molehill.server.sight import PAGE
from molehill.server.table import LONGEST_GAME, Table
from molehill.server.turns import Turns
from molehill.server.words import Problem
from scenario import chance, often

SEATS = [{"kind": "here", "name": "Anna"}, {"kind": "open"}]
MEGABYTE = 1 << 20
SOMEBODY_ELSE = {"X-Forwarded-For": "192.0.2.7"}


@contextmanager
def beside(work: Callable[[], Any]) -> Iterator[list[Any]]:
    """Something that goes on meanwhile; afterwards its result is there."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    yield found
    thread.join()


def readers(server: Server) -> list[int]:
    """The processes in which a server reads what strangers send."""
    children = [stat.parent for stat in Path("/proc").glob("[0-9]*/stat") if parent_of(stat) == server.process.pid]
    found = [int(each.name) for each in children if untrusted.__name__ in (each / "cmdline").read_text()]
    assert found
    return found


def parent_of(stat: Path) -> int | None:
    with suppress(OSError):  # it has ended meanwhile
        return int(stat.read_text().rpartition(")")[2].split()[1])
    return None


@contextmanager
def held(processes: list[int]) -> Iterator[None]:
    """Processes that do nothing meanwhile."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


# ---- boxes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in boxes().items()])
def test_a_hostile_box_is_refused_and_nobody_waits_for_it(text: str, server: Server) -> None:
    opened = server.open()
    client = server.join(opened["id"])
    client.hear()
    ways = [
        lambda: server.call("POST", "/api/tables", {"game": "honeymoon", "seats": SEATS, "box": text}),
        lambda: server.call("POST", "/api/import", {"log": sealed(finished_log(), box={"hash": "x", "toml": text})}),
    ]
    for way in ways:
        with beside(way) as answers:
            for _ in range(20):
                client.send(do="ping")
                client.until(lambda said: said["say"] == "pong")
        assert (answers[0].status_code, answers[0].json()["code"]) in ((422, "bad-box"), (422, "bad-log"))
    client.close()


@pytest.mark.parametrize("name", ["dotted-key", "quoted-key", "header", "inline", "many-keys", "lists", "long-number"])
def test_what_no_box_needs_is_refused_before_it_is_parsed(name: str) -> None:
    with patch("tomllib.loads") as parse, pytest.raises(molehill.BadBox, match="deep"):
        Source(boxes()[name], "box")
    parse.assert_not_called()


def test_the_size_of_a_box_is_limited_in_logs_as_well(server: Server) -> None:
    log = sealed(finished_log(), box={"hash": "x", "toml": "# " + "x" * 120_000})
    assert server.call("POST", "/api/import", {"log": log}).json()["code"] == "too-large"


def asked(limits: dict[str, Any], text: str) -> str:
    """What a reader with these limits says of a box."""

    async def main() -> str:
        box = Sandbox()
        try:
            with patch.dict(sandbox._LIMITS["box"], limits):
                return str((await box.box("me", "honeymoon", text)).hash)
        except Problem as problem:
            return problem.why
        finally:
            await box.rest(after=0.0)

    return asyncio.run(main())


def long_box(more: int = 7000) -> str:
    """An honest box with so many further lines to read behind it."""
    return (molehill.game("honeymoon").folder / "box.toml").read_text() + "# and so on\n" * more


def test_a_box_is_read_beside_the_event_loop() -> None:
    """The loop goes round while the reader is held: what is read in the loop itself would be read by then."""

    async def main() -> None:
        box = Sandbox()
        await box.box("me", "honeymoon", long_box(more=0))
        ((reader, _),) = box._idle
        with held([reader.pid]):
            reading = asyncio.ensure_future(box.box("me", "honeymoon", long_box()))
            for _ in range(100):
                await asyncio.sleep(0)
            assert not reading.done()
        assert (await reading).hash == molehill.game("honeymoon").box().hash
        await box.rest(after=0.0)

    asyncio.run(main())


def test_a_reader_that_takes_too_long_or_too_much_is_ended() -> None:
    assert "too long" in asked({"seconds": 1e-6}, "[a]\n" + "\n".join(f"k{n} = {n}" for n in range(9000)))
    # Longer than what a process may happen to have left from starting.
    assert "MemoryError" in asked({"bytes": 0}, long_box(more=1_000_000))


def test_a_reader_that_was_ended_leaves_the_next_one_unharmed() -> None:
    async def main() -> None:
        box = Sandbox()
        with patch.dict(sandbox._LIMITS["box"], {"seconds": 1e-6}), pytest.raises(Problem):
            await box.box("me", "honeymoon", "\n".join(f"k{n} = {n}" for n in range(9000)))
        assert (await box.box("me", "honeymoon", long_box())).hash == molehill.game("honeymoon").box().hash
        await box.rest(after=0.0)

    asyncio.run(main())


def test_a_box_from_the_reader_is_the_box() -> None:
    for game in molehill.games():
        text = (game.folder / "box.toml").read_text()
        told = sandbox._box(game.id, text, untrusted.box(game.id, text))
        box = game.box()
        assert (told.hash, told.doc, told.record.tobytes()) == (box.hash, box.doc, box.record.tobytes())


# ---- logs ------------------------------------------------------------------------------------------------------------


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many moves are made meanwhile."""
    made, do = [0], Match._do

    def count(match: Match, actor: int, number: int) -> Any:
        made[0] += 1
        return do(match, actor, number)

    with patch.object(Match, "_do", count):
        yield made


def long_table(moves: int) -> Table:
    """A table at which so many moves were made. It counts as over, so that it can be looked at step by step."""
    table, rng = started(molehill.game("target_rats"), 4, {}), chance("long")
    while table.match and table.match.count < moves:
        seat = rng.choice(table.pending)
        move = rng.choice([move for move in table.match.legal(seat) if move["do"] != "end"] or table.match.legal(seat))
        table.move(seat, move, table.seq, 1000.0, None)
    table.status = "over"
    return table


@pytest.fixture(scope="module")
def long() -> Table:
    return long_table(often(2000))


@pytest.mark.parametrize("words", [False, True])
def test_a_page_of_a_replay_costs_its_page(long: Table, words: bool) -> None:
    assert long.match is not None
    with counted() as made:
        replays.steps(long, None, long.match.count - 5, 5, words)
        replays.steps(long, 0, 1000, 20, words)
    assert made[0] <= 2 * 64 + 25


def test_a_position_in_the_middle_is_the_one_that_was_there(long: Table) -> None:
    match = long.match
    assert match is not None
    twin = match.game.match(match.seats, match.options)
    for number, step in enumerate(match.steps(0, 300)):
        assert match.at(number).table.tobytes() == twin.table.tobytes()
        assert match.at(number).events(0) == twin.events(0)
        twin.chance(step.move) if step.actor is molehill.CHANCE else twin.play(step.actor, step.move)


def test_taking_back_plays_little_again(long: Table) -> None:
    table = long.copy()
    match = table.match
    assert match is not None
    while isinstance(match.pending, tuple) and not match.can_undo(match.pending[0]):
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    before = match.copy()
    seat = next(seat for seat in range(match.seats) if match.can_undo(seat))
    with counted() as made:
        for _ in range(100):
            last = match.undo(seat)
            match.play(seat, last)
    assert made[0] <= 100 * (64 + 1)
    assert match.table.tobytes() == before.table.tobytes()
    assert match.events(0) == before.events(0)


def test_a_log_may_only_be_so_long(server: Server) -> None:
    log = finished_log()
    moves = log["moves"] * (LONGEST_GAME // len(log["moves"]) + 1)
    answer = server.call("POST", "/api/import", {"log": sealed(log, moves=moves, count=len(moves))})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_what_is_kept_of_a_table_is_bounded() -> None:
    table = started(molehill.game("honeymoon"), 2, {})
    with patch("molehill.server.table.LONGEST_LOG", table.seq + 2):
        table.say(0, "one", 1000.0, None)
        table.say(0, "two", 1000.0, None)
        with pytest.raises(Problem, match="nothing more is kept"):
            table.say(0, "three", 1000.0, None)


def test_reading_a_log_keeps_nobody_waiting(server: Server) -> None:
    """Anyone who plays is answered while a game is replayed: that is done in a process of its own, which is held here.

    What the server itself replays would be answered before the last ping, which was sent after it.
    """
    client = server.join(server.open()["id"])
    client.hear()
    log = finished_log("target_rats")
    import_log(server, log)  # now there is such a process
    at, body = urlsplit(server.url), json.dumps({"log": log}).encode()
    head = f"POST /api/import HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((at.hostname, at.port)) as importing:
        with held(readers(server)):
            importing.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            for _ in range(50):
                client.send(do="ping")
                client.until(lambda said: said["say"] == "pong")
            assert not select.select([importing], [], [], 0)[0], "the answer came before others were heard"
        assert importing.recv(1 << 16).startswith(b"HTTP/1.1 201")
    client.close()


# ---- who does not read -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_game(server: Server) -> str:
    return import_log(server, finished_log("target_rats"))


def test_a_welcome_to_a_long_game_is_a_page(server: Server, long_game: str) -> None:
    client = server.join(long_game)
    said = client.hear()
    (sight,) = said["sights"]
    assert len(sight["events"]) == PAGE
    assert sight["first"] > 5 * PAGE
    assert len(client.bytes[0]) < 200_000
    story: list[Any] = []
    while len(story) < sight["first"] + PAGE:
        page = server.call("GET", f"/api/tables/{long_game}/events?first={len(story)}").json()
        story += page["events"]
    assert (page["count"], story[-PAGE:]) == (len(story), sight["events"])
    client.close()


def metric(server: Server, name: str) -> float:
    lines = server.call("GET", "/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def answered(server: Server) -> float:
    """How often somebody wanted to be told everything again, and the server did something for it."""
    return metric(server, 'molehill_messages_total{do="again"}')


@pytest.mark.parametrize("words", [False, True])
def test_who_asks_and_does_not_read_is_let_go(server: Server, long_game: str, words: bool) -> None:
    other = server.join(long_game)
    other.hear()
    before, asked = memory(server), answered(server)
    with ExitStack() as stack:
        deaf = [stack.enter_context(Deaf(server, long_game, words)) for _ in range(often(10))]
        for each in deaf:
            with suppress(ConnectionError):
                for _ in range(200):
                    each.say(do="again")
        other.send(do="ping")
        other.until(lambda said: said["say"] == "pong")
        assert memory(server) - before < (50 + 2 * len(deaf)) * MEGABYTE
        for each in deaf:
            assert len(each.read_on()) < 3 * MEGABYTE
        assert answered(server) - asked < 100 * len(deaf)  # of those 200 each: for who is let go nothing more is done
    assert "molehill_too_slow_total" in server.call("GET", "/metrics").text
    other.close()


def test_answers_that_nobody_reads_are_bounded(server: Server, long_game: str) -> None:
    """Each of them is as long as a log may be."""
    before = memory(server)
    at = urlsplit(server.url)
    with ExitStack() as stack:
        for _ in range(often(150)):
            deaf = stack.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect((at.hostname, at.port))
            deaf.sendall(f"GET /api/tables/{long_game}/report HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
        assert server.call("GET", "/healthz").json()["ok"]
        other = httpx.get(f"{server.url}/api/tables/{long_game}/report", headers=SOMEBODY_ELSE, timeout=None)
        assert other.status_code == 200
        assert memory(server) - before < 150 * MEGABYTE


def test_bodies_that_never_end_are_bounded(server: Server) -> None:
    """Each of them is nearly as long as a log may be. What one address may leave there is less than all of them."""
    at, size, answers = urlsplit(server.url), 1_400_000, []
    head = f"POST /api/import HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Length: {size}\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(40):
            slow = stack.enter_context(socket.create_connection((at.hostname, at.port)))
            with suppress(ConnectionError):  # one too many is cut off
                slow.sendall(head + b"x" * (size - 1))
            answers.append(slow)
        ready: list[Any] = []
        while len(ready) < 15:
            ready, _, _ = select.select(answers, [], [])
        for refused in ready:
            with suppress(ConnectionError):
                assert refused.recv(1 << 16).startswith(b"HTTP/1.1 429")
        assert len(ready) < 20
        assert server.call("GET", "/healthz").json()["ok"]
    import_log(server, finished_log())  # nothing of them is left


@pytest.mark.parametrize(("opcode", "last"), [(9, True), (10, True), (0, False)], ids=["pings", "pongs", "pieces"])
def test_frames_that_no_one_sees_are_counted(
    serve: Callable[..., Server], tmp_path: Path, opcode: int, last: bool
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", rate_messages="30/second")
    with Deaf(server, server.open()["id"]) as deaf:
        if not opcode:
            deaf.frame(1, b"{", last=False)
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(1_000_000):
                deaf.frame(opcode, b"", last)
    assert server.call("GET", "/healthz").json()["ok"]


# ---- turns -----------------------------------------------------------------------------------------------------------


def served(turns: Turns, wanted: list[tuple[str, bool]]) -> list[str]:
    """In which order those are served who all come at once."""

    async def main() -> list[str]:
        order: list[str] = []

        async def one(who: str, late: bool) -> None:
            async with turns.turn(who, late):
                order.append(who)
                await asyncio.sleep(0)

        await asyncio.gather(*(one(who, late) for who, late in wanted))
        return order

    return asyncio.run(main())


def test_turns_go_by_address() -> None:
    crowd = [("crowd", False)] * 50
    assert "stranger" in served(Turns(1), [*crowd, ("stranger", False)])[:3]
    assert served(Turns(1), [("a", False), *[("b", False)] * 3, *[("c", False)] * 2]) == ["a", "b", "c", "b", "c", "b"]


def test_who_may_wait_comes_last_and_takes_half_at_most() -> None:
    assert served(Turns(1), [*[("idle", True)] * 5, ("stranger", False), ("other", False)])[1:3] == [
        "stranger",
        "other",
    ]

    async def main() -> int:
        turns, busy, most = Turns(4), 0, 0

        async def one() -> None:
            nonlocal busy, most
            async with turns.turn("idle", late=True):
                busy += 1
                most = max(most, busy)
                await asyncio.sleep(0)
                busy -= 1

        await asyncio.gather(*(one() for _ in range(20)))
        return most

    assert asyncio.run(main()) == 2


def test_one_address_can_not_take_all_turns_and_only_so_many_wait() -> None:
    async def main() -> None:
        turns = Turns(2, each=1, waiting=2)
        async with turns.turn("greedy"):
            waiting = [asyncio.ensure_future(turns.turn("greedy").__aenter__()) for _ in range(2)]
            await asyncio.sleep(0)
            async with turns.turn("stranger"):
                pass
            with pytest.raises(Problem):
                await turns.turn("greedy").__aenter__()
            for each in waiting:
                each.cancel()
            await asyncio.sleep(0)
            again = asyncio.ensure_future(turns.turn("greedy").__aenter__())  # there is room to wait again
            await asyncio.sleep(0)
            assert not again.done()
            again.cancel()
        async with turns.turn("greedy"):  # those who went away hold nobody up
            pass

    asyncio.run(main())


def heads(server: Server, tables: list[str]) -> list[int]:
    return [server.call("GET", f"/api/tables/{table}").json()["seq"] for table in tables]


@pytest.mark.randomised
def test_bots_rest_where_nobody_looks(serve: Callable[..., Server], tmp_path: Path, workshop: Workshop) -> None:
    """Tables full of bots whose people have left take nothing from those who play.

    Bots can't think before everybody has left, so none of them is thinking when it is looked how far the tables are.
    """
    workshop.keep("honeymoon", RULES)
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", workshop=workshop)
    seats = [{"kind": "here"}, *[{"kind": "bot", "bot": "sharp"}] * 3]
    left = []
    for _ in range(often(5)):
        opened = server.open("honeymoon", seats)
        client = server.join(opened["id"], opened["tokens"]["0"])
        client.hear()
        client.ask(do="start")
        client.close()
        server.call("DELETE", f"/api/tables/{opened['id']}/seats/0", tokens=[opened["tokens"]["0"]])
        left.append(opened["id"])
    wait_until(lambda: not metric(server, "molehill_connections "))  # it has not seen yet that they have left
    before = heads(server, left)
    workshop.compile("honeymoon", BOTS)
    server.prepare()
    opened = server.open("honeymoon", [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}])
    mine = server.join(opened["id"], opened["tokens"]["0"])
    mine.hear()
    mine.ask(do="start")
    play_to_the_end(mine, chance(2))
    assert heads(server, left) == before
    watcher = server.join(left[0])  # somebody comes, and the game goes on
    watcher.until(lambda said: said["seq"] > before[0] + 2)
    mine.close()
    watcher.close()


# ---- shares ----------------------------------------------------------------------------------------------------------


def test_time_of_the_event_loop_is_charged_to_who_takes_it() -> None:
    clock = [0.0]

    async def work() -> str:
        clock[0] += 0.4
        await asyncio.sleep(0)
        clock[0] += 0.8
        return "done"

    async def main() -> None:
        rates = Rates(Settings(loop_share=0.25))
        with patch("molehill.server.rates.time.perf_counter", lambda: clock[0]), \
                patch("molehill.server.rates.time.monotonic", lambda: 5.0):  # fmt: skip
            assert await rates.charge("me", work()) == "done"
            assert rates.overdrawn("me") == 0  # nobody else is there
            await rates.charge("you", asyncio.sleep(0))
            assert rates.overdrawn("me") == pytest.approx((1.2 - 1.0) / 0.25)
            assert rates.overdrawn("you") == 0
            for _ in range(100):
                await rates.charge("me", work())
            assert rates.overdrawn("me") == pytest.approx(4.0)  # and no more, however long they were alone

    asyncio.run(main())


def test_who_takes_more_than_their_share_waits_where_others_are(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", loop_share=0.001)

    def calls(times: int) -> list[httpx.Response]:
        return [server.call("GET", "/api/games") for _ in range(times)]

    def from_elsewhere(number: int) -> int:
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        return httpx.get(f"{server.url}/api/games", headers=headers, timeout=None).status_code

    assert {answer.status_code for answer in calls(40)} == {200}
    refused = []
    for number in range(40):  # others come and go: somebody is there for a moment only
        assert from_elsewhere(number) == 200
        refused += [answer for answer in calls(1) if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) >= 1
    assert refused[0].headers["connection"] == "close"  # what else was on its way is not answered at all
