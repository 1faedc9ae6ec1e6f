"""A whole client: it opens a table against a bot (or takes a seat at --table ID) and plays at random to the end.

python examples/client.py http://127.0.0.1:8000
"""

import argparse
import asyncio
import json
import random
import urllib.request
import uuid
from typing import Any

from websockets.asyncio.client import connect


def call(url: str, body: dict[str, Any] | None = None) -> Any:
    request = urllib.request.Request(url, body and json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def take_a_seat(server: str, table: str | None, game: str, bot: str, name: str) -> tuple[str, str]:
    if table is None:
        seats = [{"kind": "here", "name": name}, {"kind": "bot", "bot": bot}]
        opened = call(f"{server}/api/tables", {"game": game, "seats": seats})
        return opened["id"], opened["tokens"]["0"]
    seats = call(f"{server}/api/tables/{table}")["table"]["seats"]
    free = next(seat["seat"] for seat in seats if seat["kind"] == "open")
    return table, call(f"{server}/api/tables/{table}/seats/{free}", {"name": name})["token"]


def answer(table: dict[str, Any], legal: dict[int, list[int]], seq: int, rng: random.Random) -> dict[str, Any] | None:
    if table["status"] == "open" and all(seat["kind"] != "open" for seat in table["seats"]):
        return {"do": "start"}
    seat = next((seat for seat, numbers in legal.items() if numbers), None)
    return None if seat is None else {"do": "move", "seat": seat, "move": rng.choice(legal[seat]), "seq": seq}


async def play(server: str, id: str, token: str, rng: random.Random) -> dict[str, Any]:
    async with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{id}/live") as socket:
        await socket.send(json.dumps({"do": "hello", "tokens": [token], "words": True}))
        table: dict[str, Any] = {}
        legal: dict[int, list[int]] = {}  # the numbers of the moves that each seat of ours may make
        waiting: str | None = None  # the key of what we sent and is not acknowledged yet
        async for text in socket:
            said = json.loads(text)
            if said["say"] == "refused":  # too fast, perhaps: ask for everything in a moment
                waiting = None
                await asyncio.sleep(1)
                await socket.send(json.dumps({"do": "again"}))
            table = said.get("table", table)  # an update brings only what has changed
            for sight in said.get("sights", []):
                legal[sight["seat"]] = sight["legal"]
                print(*[event["says"] for event in sight["events"]], sep="\n")
            if table["status"] == "over":
                return dict(table["result"])
            if said["say"] in ("welcome", "update") and waiting in (None, said.get("done")):
                message = answer(table, legal, said["seq"], rng)
                waiting = message and uuid.uuid4().hex
                if message:
                    await socket.send(json.dumps(message | {"key": waiting}))
    raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    for option, default in {"table": None, "game": "honeymoon", "bot": "greedy", "name": "Example"}.items():
        parser.add_argument(f"--{option}", default=default)
    asked = parser.parse_args()
    table, token = take_a_seat(asked.server, asked.table, asked.game, asked.bot, asked.name)
    print(asyncio.run(play(asked.server, table, token, random.Random()))["why"])
