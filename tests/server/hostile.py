"""What strangers send who mean harm: box files, logs, sockets that do not read, floods of nearly proper messages."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from world import Server

import molehill
from molehill.engine.log import digest
from scenario import chance

HUGE = 99_000  # bytes: as long as a box may be
WAITING = b'"say":"waiting"'  # the first line of a trial


def boxes() -> dict[str, str]:
    """Box files that a careless reader would be busy with for minutes, or choke on."""
    dotted = "a." * (HUGE // 2)
    return {
        "dotted-key": dotted + "a = 1",
        "quoted-key": '"a".' * (HUGE // 4) + "a = 1",
        "spaced-key": "a . " * (HUGE // 4) + "a = 1",
        "header": f"[{dotted}a]",
        "header-of-list": f"[[{dotted}a]]",
        "many-keys": "".join("a." * 200 + f"k{n} = 1\n" for n in range(240)),
        "inline": "a = {" + dotted + "a = 1}",
        "inline-tables": "a = " + "{a = " * 2000 + "1" + "}" * 2000,
        "lists": "a = " + "[" * 2000 + "]" * 2000,
        "open-lists": "a = " + "[" * HUGE,
        "number": "a = " + "1" * 5000,
        "long-number": "a = " + "1" * HUGE,
        "spaced-header": "[" + " " * HUGE,
        "quotes": '"""' + '\\"' * (HUGE // 2),
        "surrogate": 'title = "\\ud800"',
        "date": "title = 1979-05-27",
        "float": "[counts]\nslots = inf",
    }


@cache
def finished_log(game: str = "honeymoon") -> dict[str, Any]:
    """A whole game, played at random."""
    match, rng = molehill.game(game).match(), chance("finished log")
    while not match.over:
        if isinstance(match.pending, tuple):
            match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
        else:
            match.chance(rng=rng)
    return match.log


def sealed(log: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A log that was changed, with a digest that fits again."""
    changed = {**log, **changes}
    return changed | {"digest": digest(changed)}


def import_log(server: Server, log: dict[str, Any]) -> str:
    """The table of an imported log."""
    answer = server.call("POST", "/api/import", {"log": log})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def memory(server: Server) -> int:
    """How many bytes a server's process has in memory."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


class Deaf:
    """A WebSocket that is sent to and never read from, until `read_on`."""

    def __init__(self, server: Server, table: str, words: bool = False, buffer: int = 4096) -> None:
        at = urlsplit(server.url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect((at.hostname, at.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = (f"GET /api/tables/{table}/live HTTP/1.1", f"Host: {at.netloc}", "Upgrade: websocket",
                "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")  # fmt: skip
        self.socket.sendall("\r\n".join(head).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(1)
        assert answer.startswith(b"HTTP/1.1 101")
        self.say(do="hello", words=words)

    def say(self, **message: Any) -> None:
        self.frame(1, json.dumps(message).encode())

    def frame(self, opcode: int, data: bytes = b"", last: bool = True) -> None:
        """One frame, masked with zeros."""
        size = struct.pack("!BB", 128 * last | opcode, 128 | len(data)) if len(data) < 126 else \
            struct.pack("!BBH", 128 * last | opcode, 128 | 126, len(data))  # fmt: skip
        self.socket.sendall(size + b"\0\0\0\0" + data)

    def __enter__(self) -> Deaf:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def read_on(self) -> bytes:
        """All that is still to be read, until the server closes."""
        found = b""
        try:
            while more := self.socket.recv(1 << 16):
                found += more
        except ConnectionError:
            pass
        return found


# ---- floods ----------------------------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 99, 2**31, 2**63, -(2**63) - 1, 10**300, 0.5, 1e308, "", "0", "\0", "\ud800", "x" * 300,
    "🐭", "../..", "' OR 1=1 --", [], [[]], [0] * 300, {}, {"do": "move"}, {"": {"": {}}},
)  # fmt: skip


def changed(rng: Random, thing: dict[str, Any]) -> dict[str, Any]:
    """The same with a field more, a field less, or something else in a field."""
    thing = dict(thing)
    name = rng.choice([*thing, "x", ""])
    if rng.random() < 0.2:
        thing.pop(name, None)
    elif isinstance(thing.get(name), dict) and rng.random() < 0.7:
        thing[name] = changed(rng, thing[name])
    else:
        thing[name] = rng.choice(VALUES)
    return thing


def spoilt(rng: Random, data: bytes) -> bytes:
    """The same bytes with some cut off, changed, put in or said twice."""
    here, there = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
    noise = bytes(rng.choices(range(128 if rng.random() < 0.95 else 256), k=rng.randint(1, 8)))
    return rng.choice((data[:here], data[:here] + noise + data[here + len(noise) :], data[:here] + noise + data[here:],
                       data[:there] + data[here:], noise))  # fmt: skip


def hostile(rng: Random, ordinary: dict[str, Any]) -> bytes:
    """Something like an ordinary message, seldom exactly that."""
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        ordinary = changed(rng, ordinary)
    said = json.dumps(ordinary).encode()
    return spoilt(rng, said) if rng.random() < 0.3 else said


def ask_raw(server: Server, request: bytes, whole: bool = True) -> bytes:
    """What a server answers to these bytes, after which nothing more comes; nothing if the connection was cut off.

    Only a request that is not `whole` is followed by the end of all sending: a server takes that for going away. An
    answer that takes its time, as a trial does, is not heard to its end.
    """
    at, found = urlsplit(server.url), b""
    with socket.create_connection((at.hostname, at.port)) as line, suppress(OSError):
        line.sendall(request)
        if not whole:
            line.shutdown(socket.SHUT_WR)
        while WAITING not in found and (more := line.recv(1 << 16)):
            found += more
    return found
