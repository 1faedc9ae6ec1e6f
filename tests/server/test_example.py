"""The example client plays a whole game, as its page says; and the page that the server itself serves is whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from world import Server

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


def play(server: Server, *arguments: str) -> str:
    command = [sys.executable, str(CLIENT), server.url, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_client_plays_a_seat_to_the_end(server: Server) -> None:
    told = play(server)
    assert "The die shows" in told or "die" in told
    lines = CLIENT.read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 60


def test_it_takes_a_seat_at_a_table(server: Server) -> None:
    opened = server.open(seats=[{"kind": "open"}, {"kind": "bot", "bot": "random"}])
    assert play(server, "--table", opened["id"], "--name", "Zoe")
    table = server.call("GET", f"/api/tables/{opened['id']}").json()["table"]
    assert (table["status"], table["seats"][0]["name"]) == ("over", "Zoe")
