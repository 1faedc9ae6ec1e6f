"""What a move costs the server's own code: real tables, hub and store, but wires that only keep what is written.

    python bench/inside.py [--game target_rats] [--moves 12000]

The clients play in the same process, and what they use is measured, too. A busy machine makes both dearer alike: so the
ratio of the two is what to compare, between two versions that are measured in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import tempfile
import time
from typing import Any

import orjson
import structlog
import uvloop

import molehill
from molehill.server import dice
from molehill.server.hub import Hub
from molehill.server.live import Connection
from molehill.server.run import tune
from molehill.server.safety import Rates
from molehill.server.seats import hashed, new_token
from molehill.server.settings import Settings
from molehill.server.store import Store
from molehill.server.table import Table
from molehill.server.wire import WIRE

TABLES = 200
WARM_UP = 3000  # moves


class KeepingWire:
    """A wire that leads nowhere."""

    hear = None

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    def write(self, frame: bytes) -> bool:
        self.kept.append(frame)
        return True


class Player:
    """One client: it plays any legal move."""

    def __init__(self, hub: Hub, rates: Rates, table: str, token: str, rng: random.Random) -> None:
        self.wire, self.rng = KeepingWire(), rng
        scope: dict[str, Any] = {"type": "websocket", "headers": [], "extensions": {WIRE: {"wire": self.wire}}}
        self.connection = Connection(scope, None, None, hub, rates, table)  # type: ignore[arg-type]
        self.connection.tokens, self.connection.notes, self.connection.parts = [token], False, True
        self.number, self.busy, self.update = 0, False, {}

    def answer(self) -> bytes | None:
        """The next move, if one is asked for."""
        for said in map(orjson.loads, self.wire.kept):
            if said["say"] == "refused":
                raise SystemExit(f"refused: {said}")
            self.update = said
            self.busy = self.busy and said["done"] != str(self.number)
        self.wire.kept.clear()
        looks = self.update["looks"]
        if self.busy or not looks or not looks[0]["legal"]:
            return None
        self.busy, self.number = True, self.number + 1
        move = self.rng.choice(looks[0]["legal"])["move"]
        decision = {"seat": looks[0]["seat"], "move": move, "seq": self.update["seq"], "key": str(self.number)}
        return orjson.dumps({"do": "move", **decision})


async def seated(hub: Hub, game: molehill.Game, number: int) -> list[Player]:
    """A table that has begun, and its two players."""
    secret, tokens = dice.new_secret(), [new_token(), new_token()]
    names = zip(("Anna", "Ben"), tokens, strict=True)
    data = {
        "game": game.id, "rules": game.version, "options": game.read_options({}, 2), "box": None, "box_hash": "",
        "public": True, "spectators": True, "clock": None, "hints": True, "chat": True, "host": hashed("host"),
        "commit": dice.commitment(secret),
        "seats": [{"kind": "person", "name": name, "token": hashed(token)} for name, token in names],
    }  # fmt: skip
    table, rates = Table.opened(f"table-{number}", secret, data, time.time()), Rates(hub.settings)
    await hub.open_table(table, "nobody")
    players = [Player(hub, rates, table.id, token, random.Random(token)) for token in tokens]
    for player in players:
        await hub.join(table.id, player.connection, again=False)
    await hub.act(table.id, lambda table: table.start(time.time(), None))
    return players


async def play(store: Store, players: list[Player], moves: int) -> tuple[int, float]:
    """So many moves, if the games last as long; how many they were, and the seconds that the clients used."""
    done, clients = 0, 0.0
    while done < moves:
        began = time.thread_time()
        answers = [(player.connection, answer) for player in players if (answer := player.answer())]
        clients += time.thread_time() - began
        for connection, answer in answers:
            if not connection._at_once(answer):
                await connection._one(answer)
        done += len(answers)
        while store._handed_over:
            await asyncio.sleep(0.001)
        if not answers:
            break
    return done, clients


async def measure(game: molehill.Game, moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/tables.db", warm=False, rate_messages="1000000/second")
        store = Store(settings.database_url, "here")
        hub = Hub(settings, store)
        await hub.open()
        players = [player for number in range(TABLES) for player in await seated(hub, game, number)]
        await play(store, players, WARM_UP)
        tune()
        began = time.process_time()
        done, clients = await play(store, players, moves)
        server = time.process_time() - began - clients
        await hub.close()
        await asyncio.to_thread(store.close)
    told = f"{1e6 * server / done:.0f} us CPU a move, {1e6 * clients / done:.0f} us of the clients"
    print(f"{game.id}: {done} moves, {told}, ratio {server / clients:.2f}")


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="target_rats")
    parser.add_argument("--moves", type=int, default=12_000)
    asked = parser.parse_args()
    uvloop.run(measure(molehill.game(asked.game), asked.moves))
