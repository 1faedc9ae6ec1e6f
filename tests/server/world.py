"""Tools for tests of the server: real processes, real databases, and clients of the protocol.

No limit of time is set here, as a machine may be slow. If an answer never comes, pytest ends the test and says where.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import socket
import ssl
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from known import Known
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from workshop import Workshop

import molehill
from molehill.server import database

database.PATIENT["connect_timeout"] = 0  # PostgreSQL may be slow, too
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
_forks = multiprocessing.get_context("forkserver")  # it finds what it is to preload by PYTHONPATH only
_forks.set_forkserver_preload(["preloaded"])

# Without one, each call would first read the certificates of the whole world, which takes thirty times as long.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

QUICK = {
    "bot_pause": 0.0, "rate_calls": "100000/second", "rate_messages": "100000/second",
    "rate_connections": "100000/second", "rate_chat": "100000/second", "tables_per_address": 100000,
    "loop_share": 1.0, "address_key": "tests", "log_level": "warning", "warm": False, "stand_in": "greedy",
}  # fmt: skip


def wait_until(seen: Callable[[], bool]) -> None:
    """Look until it is seen; with a pause in between, because looking takes processor time from what is waited for."""
    while not seen():
        time.sleep(0.02)


def _run(listening: socket.socket, settings: dict[str, Any], workshop: Workshop | None) -> None:
    from molehill.server.preparations import COMPILER
    from molehill.server.run import serve
    from molehill.server.settings import Settings

    preparer = workshop.preparer(COMPILER.load) if workshop else COMPILER
    serve(Settings(**settings), sockets=[listening], preparer=preparer)


class Server:
    """A server in a process of its own. Its socket is ours, so that it may be killed and come back."""

    def __init__(self, database: str, workshop: Workshop | None = None, **settings: Any) -> None:
        self.settings, self.workshop = QUICK | {"database": database} | settings, workshop
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.start()

    def start(self) -> None:
        self.process = _forks.Process(target=_run, args=(self.listening, self.settings, self.workshop), daemon=True)
        self.process.start()

    def kill(self) -> None:
        """SIGKILL: it can't prepare for this."""
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()

    def kill_and_restart(self) -> None:
        """What a supervisor would see to."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """SIGTERM: it may say goodbye."""
        self._end(signal.SIGTERM)

    def interrupt(self) -> None:
        """Ctrl-C."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process.is_alive():
            assert self.process.pid is not None
            os.kill(self.process.pid, how)
            self.process.join(60)
        self.listening.close()
        if self.process.is_alive():
            self.kill()
            raise AssertionError("the server was told to stop and did not")

    def call(
        self, method: str, path: str, body: Any = None, tokens: list[str] | None = None,
        encodings: str = "gzip", **more: Any,
    ) -> httpx.Response:  # fmt: skip
        headers = {"Accept-Encoding": encodings}
        headers |= {"Authorization": f"Bearer {' '.join(tokens)}"} if tokens else {}
        return httpx.request(method, self.url + path, json=body, headers=headers, timeout=None, verify=NO_TLS, **more)

    def open(self, game: str = "honeymoon", seats: list[Any] | None = None, **more: Any) -> dict[str, Any]:
        """Open a table: two people at this device unless told otherwise."""
        seats = seats or [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
        answer = self.call("POST", "/api/tables", {"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def prepare(self, game: str = "honeymoon") -> None:
        """Wait until bots can think about a game."""
        self.call("POST", f"/api/games/{game}/preparation")
        while (told := self.call("GET", f"/api/games/{game}/preparation").json())["bots"] < 1.0:
            assert told["trouble"] is None, told

    def join(self, table: str, *tokens: str, **more: Any) -> Client:
        return Client(self, table, list(tokens), **more)


class Client:
    """One WebSocket. It keeps what it knows as the protocol page tells it to, and validates every frame."""

    def __init__(
        self, server: Server, table: str, tokens: list[str], words: bool = False, page: str | None = None,
        again: bool = False, watch: bool = False, **more: Any,
    ) -> None:  # fmt: skip
        url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
        # It answers pings and sends none: their bytes would come from the `random` that Hypothesis watches over. It
        # keeps whatever comes until it is heard: with a full queue it would answer no ping, and be taken for dead.
        self.socket: ClientConnection = connect(
            url, open_timeout=None, max_size=None, max_queue=None, ping_interval=None, **more
        ).__enter__()
        self.bytes: list[bytes] = []
        self.known = Known()
        self.tokens = tokens
        self.closed: int | None = None
        with suppress(ConnectionClosed):  # anyone who is not let in learns so by hearing
            self.send(do="hello", tokens=tokens, words=words, page=page, again=again, watch=watch)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message; an update together with all that is known besides."""
        text = self.socket.recv()
        assert isinstance(text, str)
        self.bytes.append(text.encode())
        return self.known.hear(text)

    @property
    def update(self) -> dict[str, Any]:
        """All that is known of the table."""
        return self.known.state

    @property
    def events(self) -> dict[int | None, list[dict[str, Any]]]:
        return {seat: sight["events"] for seat, sight in self.known.sights.items()}

    @property
    def chat(self) -> list[dict[str, Any]]:
        return self.known.chat

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Hear until a message is the wanted one."""
        while not wanted(said := self.hear()):
            pass
        return said

    def until_seq(self, seq: int) -> None:
        """Hear until the table is as far as that."""
        while self.update.get("seq", 0) < seq:
            self.hear()

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send with a key and return the answer: the update that acknowledges it, or the refusal."""
        key = message.setdefault("key", uuid.uuid4().hex)
        self.send(**message)
        return self.until(lambda said: said.get("done") == key or said.get("key") == key)

    def sight(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees, by default the first of mine: view, all events, legal moves."""
        sights = self.known.sights
        return sights[seat] if seat is not None else next(iter(sights.values()))

    def my_moves(self) -> list[tuple[int, dict[str, Any]]]:
        """All moves that any of my seats may make now."""
        decode = molehill.game(self.update["table"]["game"]).part("moves").decode
        return [(seat, decode(n)) for seat, sight in self.known.sights.items() if seat is not None
                for n in sight["legal"]]  # fmt: skip

    def play(self, rng: random.Random) -> dict[str, Any]:
        """Any legal move."""
        seat, move = rng.choice(self.my_moves())
        return self.ask(do="move", seat=seat, move=move, seq=self.update["seq"])

    def wait_closed(self) -> int:
        """Hear until the server closes, and return the code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006

    def close(self) -> None:
        self.socket.close()


def at_once(clients: Sequence[Client], **message: Any) -> list[dict[str, Any]]:
    """The same message of several clients at the same moment, and each one's answer."""
    for client in clients:
        client.send(**message, key="at once")
    return [client.until(lambda said: "at once" in (said.get("done"), said.get("key"))) for client in clients]


def play_to_the_end(client: Client, rng: random.Random, most: int = 100_000) -> dict[str, Any]:
    """Play all seats of a client until the game is over."""
    for _ in range(most):
        if client.update["table"]["status"] == "over":
            return dict(client.update["table"]["result"])
        if client.my_moves():
            client.play(rng)
        else:
            client.hear()
    raise AssertionError("the game did not end")


def two(
    server: Server, game: str = "honeymoon", start: bool = True, **more: Any
) -> tuple[dict[str, Any], Client, Client]:
    """A table with two people at two devices, and both of them."""
    opened = server.open(game, [{"kind": "here", "name": "Anna"}, {"kind": "open"}], **more)
    ben = server.call("POST", f"/api/tables/{opened['id']}/seats/1", {"name": "Ben"}).json()["token"]
    first, second = server.join(opened["id"], opened["tokens"]["0"]), server.join(opened["id"], ben)
    first.until(lambda said: not said["table"]["seats"][1]["away"])
    second.hear()
    if start:
        first.ask(do="start")
        second.until(lambda said: said["table"]["status"] == "playing")
    return opened | {"ben": ben}, first, second


def refused(answer: dict[str, Any], code: str) -> str:
    """Why the server said no, which it must have done with this code."""
    assert (answer["say"], answer.get("code")) == ("refused", code), answer
    return str(answer["why"])
