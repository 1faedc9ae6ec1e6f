"""Measures a crowd on one process: thousands of tables with people and bots, and many more who watch.

    python bench/crowd.py                     2,000 tables, 10,000 connections, one minute
    python bench/crowd.py --minutes 60        the same for an hour, with a line a minute

At each table two people and a bot play. People think for ten seconds. The others who are connected only watch. After
ten minutes, or when the game is over, all of them get up and go to a new table, some sooner than others. The time of a
move is from sending it to the other person's update. After every minute the server's memory is noted; how fast it
grows, and how long moves took in all minutes together, is printed at the end. What is committed is counted in the
database, and compared with what was acknowledged.

All clients run in this process, on the same machine as the server. While it measures, it does not look for garbage:
that would stop all clients at once for up to half a second, and be measured as the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import picows
import uvloop

from load import Ours, Pace, Times, call, cpu_seconds, memory, our_server, stolen

THINKING = 10.0  # seconds from one move at a table to the next
GAMES = ("target_rats", "mole_rats")  # one at a time decides, in the open: so an update belongs to a move
STAY = 60  # moves of people at a table
SETTLED = 12  # minutes after which memory should not grow any more: as many tables are given up as are opened
AT_ONCE = 50  # people who come at the same time
STEEP = 100.0  # MB an hour: more than that is a leak


class Watcher(picows.WSListener):
    """Somebody who only looks, and reads nothing."""

    def __init__(self) -> None:
        self.welcome = asyncio.get_running_loop().create_future()
        self.transport: Any = None  # until the connection is made

    def on_ws_connected(self, transport: Any) -> None:
        self.transport = transport
        transport.send(picows.WSMsgType.TEXT, b'{"do": "hello", "tokens": []}')

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        if frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif not self.welcome.done():
            self.welcome.set_result(None)


class Person(Ours):
    """A player who counts what was acknowledged, and gets up with the others."""

    acknowledged = 0
    company: Company
    transport: Any = None  # until the connection is made

    def hear(self, payload: bytes) -> None:
        busy = self.busy
        super().hear(payload)
        Person.acknowledged += b'"done":"' in payload[:200] and busy and self.number > 0

    def go_on(self, about: dict[str, Any], welcome: bool) -> None:
        if about["status"] == "over":
            self.company.get_up()

    def move(self) -> None:
        if self not in self.company.people or not any(self.sights.values()):
            self.busy = False
            return  # they got up meanwhile, or there is nothing to decide any more
        super().move()
        self.company.moves += 1
        if self.company.moves >= self.company.stay:
            self.company.get_up()


class Company:
    """Those at one table, who go from table to table together."""

    def __init__(self, number: int, watchers: int, server: str, times: Times, pace: Pace) -> None:
        self.game, self.watchers, self.server, self.times, self.pace = (
            GAMES[number % len(GAMES)], watchers, server, times, pace,
        )  # fmt: skip
        self.people: list[Any] = []
        self.moves, self.stay = 0, 1 + number % STAY
        self.moving: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        """Open a table, and let everybody come."""
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}, {"kind": "bot", "bot": "easy"}]
        body = {"game": self.game, "seats": seats}
        opened = await asyncio.to_thread(call, f"http://{self.server}/api/tables", body)
        pair = [Person(self.times, self.pace, [opened["tokens"][str(seat)]], self.server) for seat in (0, 1)]
        watching = [Watcher() for _ in range(self.watchers)]
        self.people = [*pair, *watching]
        for seat, player in enumerate(pair):
            player.other, player.company = pair[1 - seat], self
            await player.join(opened["id"])
            await player.open
        for watcher in watching:
            await picows.ws_connect(lambda w=watcher: w, f"ws://{self.server}/api/tables/{opened['id']}/live")
            await watcher.welcome
        pair[0].say(b'{"do": "start"}')

    def get_up(self) -> None:
        """Leave the table, and go to another one."""
        if self.moving is None:
            self.moving = asyncio.get_running_loop().create_task(self._next())

    async def _next(self) -> None:
        await asyncio.sleep(THINKING)  # the last move is still heard of
        self.leave()
        self.moves, self.stay = 0, STAY
        try:
            await self.sit_down()
        except TimeoutError:  # on a busy machine: at another one then
            self.moving = None
            self.get_up()
        else:
            self.moving = None

    def leave(self) -> None:
        for one in self.people:
            if one.transport:
                one.transport.disconnect()
        for player in self.people[:2]:
            player.other = None  # nobody looks for garbage: those who know each other would stay for ever
        self.people = []


async def everybody(asked: argparse.Namespace, server: str, times: Times, pace: Pace) -> list[Company]:
    """All tables, some at the same time."""
    watchers = asked.connections // asked.tables - 2
    found = [Company(number, watchers, server, times, pace) for number in range(asked.tables)]
    for first in range(0, asked.tables, AT_ONCE):
        await asyncio.gather(*(company.sit_down() for company in found[first : first + AT_ONCE]))
        print(f"\r{sum(len(company.people) for company in found):,} connections", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


async def minute(times: Times, pid: int, seconds: float) -> dict[str, float]:
    """One line: what happened in a minute."""
    times.took.clear()
    times.updates = times.bytes = 0
    before, (taken, whole), times.begin = cpu_seconds([pid]), stolen(), time.perf_counter()
    times.end = times.begin + seconds
    await asyncio.sleep(seconds)
    used, (taken_now, whole_now) = cpu_seconds([pid]) - before, stolen()
    worst = max(times.took, default=0.0)
    return times.line(seconds) | {
        "worst_ms": 1000 * worst, "cores": used / seconds, "memory_mb": memory(pid),
        "stolen": (taken_now - taken) / (whole_now - whole),
    }  # fmt: skip


async def run(asked: argparse.Namespace, pid: int) -> tuple[list[dict[str, float]], dict[str, float]]:
    """What happened in each minute, and how long moves took in all of them."""
    times, pace = Times(), Pace(asked.tables / THINKING, asked.tables)
    companies = await everybody(asked, f"127.0.0.1:{asked.port}", times, pace)
    gc.collect()
    gc.disable()
    pace.go()
    await asyncio.sleep(THINKING)
    lines, whole = [], Times()
    for number in range(asked.minutes):
        lines.append(await minute(times, pid, asked.seconds))
        whole.took += times.took
        print(told(number, lines[-1]), flush=True)
    for company in companies:
        company.leave()
    await asyncio.sleep(1.0)
    return lines, whole.line(asked.minutes * asked.seconds)


def told(number: int, line: dict[str, float]) -> str:
    return (
        f"{number:4}   {line['moves_per_s']:6.0f} moves/s   p50 {line['p50_ms']:6.1f} ms   p99 {line['p99_ms']:6.1f} ms"
        f"   worst {line['worst_ms']:6.0f} ms   {line['cores']:4.2f} cores   {line['memory_mb']:6.1f} MB   "
        f"{line['stolen']:4.0%} stolen"
    )


def slope(lines: list[dict[str, float]], seconds: float) -> float | None:
    """How fast memory grew once it had settled, in MB an hour; None if that can't be told."""
    held = [line["memory_mb"] for line in lines[SETTLED:]]
    if len(held) < SETTLED:
        return None
    hours = [number * seconds / 3600 for number in range(len(held))]
    return float(statistics.linear_regression(hours, held).slope)


def report(path: Path, failed: str | None) -> None:
    """The result as `make soak` reads it."""
    failure = f"<failure message={quoteattr(failed)}/>" if failed else ""
    path.write_text(f'<testsuite><testcase classname="crowd" name="memory is flat">{failure}</testcase></testsuite>')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--minutes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long a minute is")
    parser.add_argument("--port", type=int, default=8720)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--junit", type=Path, help="write whether memory was flat, for `make soak`")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/crowd.db"
        with our_server(asked.port, f"sqlite:///{file}", BOT_PAUSE="1") as pid:
            lines, whole = uvloop.run(run(asked, pid))
        with sqlite3.connect(file) as kept:
            moves = kept.execute("SELECT count(*) FROM entries WHERE kind = 'moved' AND key IS NOT NULL").fetchone()[0]
    found = slope(lines, asked.seconds)
    print(f"{Person.acknowledged:,} moves of people were acknowledged, and {moves:,} are in the log.")
    print(f"All of them together: p50 {whole['p50_ms']:.1f} ms, p99 {whole['p99_ms']:.1f} ms.")
    if found is not None:
        print(f"Memory after the first {SETTLED} minutes: {found:+.1f} MB an hour.")
    failed = "moves were lost" if moves < Person.acknowledged else None
    failed = failed or (f"memory grows by {found:.0f} MB an hour" if (found or 0.0) > STEEP else None)
    if asked.json:
        asked.json.write_text(json.dumps({"minutes": lines, "whole": whole, "slope_mb_per_hour": found}, indent=2))
    if asked.junit:
        report(asked.junit, failed)
    sys.exit(failed)


if __name__ == "__main__":
    main()
