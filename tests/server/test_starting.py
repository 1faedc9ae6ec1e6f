"""Starting `molehill serve`: where it listens, and what it says where it can't, or where it is running already."""

from __future__ import annotations

import fcntl
import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from molehill.server import running
from molehill.server.listening import CannotListen, listen
from molehill.server.settings import Settings, read_settings

SERVE = [sys.executable, "-m", "molehill", "serve", "--set", "warm=no"]
Starter = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def start(database: Path, tmp_path: Path) -> Iterator[Starter]:
    """Starts `molehill serve` with a browser that only notes down what it is to open; ends it afterwards."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path / "opened"}\n')
    browser.chmod(0o755)
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [*SERVE, "--database", f"sqlite:///{database}", *arguments]
        environment = {**os.environ, "BROWSER": str(browser)}
        started.append(subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment))
        return started[-1]

    yield start
    for process in started:
        process.terminate()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def address(server: subprocess.Popen[str]) -> str:
    """Where it is open, as it says itself."""
    assert server.stderr is not None
    found = re.search(r"http://[\d.:]+", server.stderr.readline())
    assert found is not None
    return found[0]


def refusal(server: subprocess.Popen[str]) -> str:
    """The one line that it says before it gives up."""
    _, told = server.communicate()
    assert server.returncode == 2
    assert told.startswith("molehill: ")
    assert told.count("\n") == 1
    return told


# ---- the port --------------------------------------------------------------------------------------------------------


def test_where_nobody_named_a_port_the_next_free_one_is_taken(taken: int) -> None:
    told: list[str] = []
    usual = Settings.model_construct(_fields_set=set(), host="127.0.0.1", port=taken)
    (opened,) = listen(usual, told.append)
    port = opened.getsockname()[1]
    opened.close()
    assert taken < port <= taken + 100
    assert told == [f"Port {taken} is taken by another program, so Molehill takes {port}."]


def test_a_free_port_is_taken_without_a_word() -> None:
    told: list[str] = []
    (opened,) = listen(Settings(port=0), told.append)
    opened.close()
    assert told == []


def test_a_port_that_was_named_is_not_exchanged(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOLEHILL_PORT", str(taken))
    with pytest.raises(CannotListen, match=f"port {taken} is taken .* --port {taken + 1}"):
        listen(read_settings(), print)


def test_the_command_says_in_words_that_its_port_is_taken(start: Starter, taken: int, database: Path) -> None:
    assert f"port {taken} is taken by another program" in refusal(start("--port", str(taken)))
    assert running.find(database) is None


def test_an_address_that_is_not_ours_is_refused_in_words() -> None:
    with pytest.raises(CannotListen, match=r"can't listen at 192\.0\.2\.1, port 8000"):
        listen(Settings(host="192.0.2.1", port=8000), print)


# ---- running already -------------------------------------------------------------------------------------------------


def test_the_browser_is_opened_where_it_is_running_already(start: Starter, tmp_path: Path) -> None:
    url = address(start("--port", "0"))
    second = start("--open")
    _, told = second.communicate()
    assert (second.returncode, told) == (0, f"Molehill is running already: opening {url}\n")
    assert (tmp_path / "opened").read_text() == f"{url}\n"


def test_without_a_browser_it_says_where_it_is_running(start: Starter, database: Path) -> None:
    url = address(start("--port", "0"))
    told = refusal(start())
    assert f"running already at {url}" in told
    assert str(database) in told


def test_a_server_that_ends_leaves_no_note(start: Starter, database: Path) -> None:
    server = start("--port", "0")
    url = address(server)
    assert running.find(database) == url
    server.terminate()
    server.communicate()
    assert not database.with_name("tables.db.running").exists()


def test_a_note_of_a_server_that_was_killed_is_harmless(start: Starter, database: Path) -> None:
    server = start("--port", "0")
    first = address(server)
    server.kill()
    server.communicate()
    assert database.with_name("tables.db.running").exists()
    assert running.find(database) is None
    with socket.create_server(("127.0.0.1", int(first.rpartition(":")[2]))):  # nobody gets the same address again
        second = address(start("--port", "0"))
        assert running.find(database) == second != first


class Stranger(BaseHTTPRequestHandler):
    """Somebody else who answers at the address of a note."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"ok": True, "process": "somebody"}).encode())

    def log_message(self, *_: object) -> None:
        """Nobody wants to know."""


def test_somebody_else_at_the_noted_address_is_not_taken_for_molehill(start: Starter, database: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger, Path(f"{database}.lock").open("w") as lock:
        threading.Thread(target=stranger.serve_forever, daemon=True).start()
        fcntl.flock(lock, fcntl.LOCK_EX)
        running.note_down(database, f"http://127.0.0.1:{stranger.server_port}", "ours")
        assert "is in use by another molehill server, which does not answer" in refusal(start("--open"))
        stranger.shutdown()
