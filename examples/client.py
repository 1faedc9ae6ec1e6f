"""A whole client: it opens a table (or takes a seat at one), plays the seat to the end at random, and tells the result.

python examples/client.py http://127.0.0.1:8000                  # open a table of Honeymoon against the greedy bot
python examples/client.py http://127.0.0.1:8000 --table ID       # take the first open seat there
"""

import argparse
import json
import random
import time
import urllib.request
import uuid
from typing import Any

from websockets.sync.client import ClientConnection, connect


def call(url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def take_a_seat(server: str, table: str | None, game: str, bot: str, name: str) -> tuple[str, str]:
    """The table's id and the token that holds our seat."""
    if table is None:
        seats = [{"kind": "here", "name": name}, {"kind": "bot", "bot": bot}]
        opened = call(f"{server}/api/tables", {"game": game, "seats": seats})
        return opened["id"], opened["tokens"]["0"]
    seats = call(f"{server}/api/tables/{table}")["table"]["seats"]
    free = next(seat["seat"] for seat in seats if seat["kind"] == "open")
    return table, call(f"{server}/api/tables/{table}/seats/{free}", {"name": name})["token"]


def play(socket: ClientConnection, token: str, rng: random.Random) -> dict[str, Any]:
    socket.send(json.dumps({"do": "hello", "tokens": [token], "notes": False}))
    for frame in socket:
        said = json.loads(frame)
        if said["say"] == "refused":  # too fast, perhaps: look again in a moment
            time.sleep(1)
            socket.send(json.dumps({"do": "look"}))
        if said["say"] not in ("welcome", "update"):
            continue
        table = said["table"]
        for look in said["looks"]:
            for event in look["events"] if said["say"] == "update" else []:
                print(event["says"])
            if look["legal"]:
                move = rng.choice(look["legal"])["move"]
                key = str(uuid.uuid4())
                answer = {"do": "move", "seat": look["seat"], "move": move, "seq": said["seq"], "key": key}
                socket.send(json.dumps(answer))
        if table["status"] == "open" and all(seat["kind"] != "open" for seat in table["seats"]):
            socket.send(json.dumps({"do": "start", "key": "start"}))
        if table["status"] == "over":
            return dict(table["result"])
    raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    for option, default in {"table": None, "game": "honeymoon", "bot": "greedy", "name": "Example"}.items():
        parser.add_argument(f"--{option}", default=default)
    asked = parser.parse_args()
    table, token = take_a_seat(asked.server, asked.table, asked.game, asked.bot, asked.name)
    with connect(f"{asked.server.replace('http', 'ws', 1)}/api/tables/{table}/live") as socket:
        print(play(socket, token, random.Random())["why"])
