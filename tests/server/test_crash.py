"""An acknowledged move is a committed move: the server is killed at random moments, again and again."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle
from threading import Timer
from typing import Any

import httpx
import orjson
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from workshop import Workshop
from world import Client, Server

import molehill
from molehill.server.dice import verify
from molehill.server.entries import Entry
from molehill.server.preparations import BOTS, RULES
from molehill.server.schema import entries, tables
from molehill.server.table import Table
from scenario import EFFORT, chance, often, seeded

KILLS = often(15)
GAMES = molehill.games() if EFFORT > 1 else [molehill.game("honeymoon")]  # each costs a server a second to load
STAY = 12  # messages at a table before the next one: the crashes are to hit all games
GONE = (ConnectionClosed, ConnectionError, InvalidHandshake, InvalidMessage, EOFError, httpx.TransportError)


class Player:
    """Plays all seats of table after table, a game after the other, sends again what was not acknowledged, and
    remembers what was."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self.number = 0
        self.games = cycle(GAMES)
        self.acknowledged: dict[str, list[str]] = {}
        self.unsure: dict[str, Any] | None = None
        self.new_table()

    def new_table(self) -> None:
        game = next(self.games)
        opened = self.server.open(game.id, bot_seats(game, self.rng))
        self.table, self.tokens = opened["id"], list(opened["tokens"].values())
        self.acknowledged[self.table] = []
        self.client: Client | None = None

    def step(self) -> None:
        """One message and its answer. Raises when the server is gone."""
        if self.client is None:
            self.client = self.server.join(self.table, *self.tokens)
            self.client.hear()
        client, table = self.client, self.client.update["table"]
        if self.unsure is None and (table["status"] == "over" or len(self.acknowledged[self.table]) >= STAY):
            client.close()
            self.new_table()
            return
        if self.unsure is None:
            self.unsure = self.next_message(table["status"])
        if self.unsure is None:
            client.hear()
            return
        answer = client.ask(**self.unsure)
        assert answer["say"] == "update", answer
        self.acknowledged[self.table].append(self.unsure["key"])
        self.unsure = None

    def next_message(self, status: str) -> dict[str, Any] | None:
        assert self.client is not None
        self.number += 1
        key = f"key-{self.number}"
        if status == "open":
            luck = self.client.update["table"]["dice"]["luck"]
            owing = [seat for seat in self.client.update["you"]["seats"] if luck[seat] is None]
            if not owing:
                return {"do": "start", "key": key}
            return {"do": "luck", "seat": owing[0], "share": self.rng.randbytes(32).hex(), "key": key}
        moves = self.client.my_moves()
        if not moves:
            return None
        seat, move = self.rng.choice(moves)
        return {"do": "move", "seat": seat, "move": move, "seq": self.client.update["seq"], "key": key}


def bot_seats(game: molehill.Game, rng: random.Random) -> list[dict[str, str]]:
    """Two people or as many as it takes, sometimes with a bot among them whose turn may be due when the server dies."""
    people = [{"kind": "here", "name": f"Player {number}"} for number in range(max(2, game.min_seats))]
    return [people[0], {"kind": "bot", "bot": "random"}, *people[1:]] if rng.random() < 0.5 else people


def log_of(engine: sa.Engine, table: str) -> list[Any]:
    query = entries.select().where(entries.c.table_id == table).order_by(entries.c.seq)
    with engine.connect() as connection:
        return list(connection.execute(query).all())


def check(engine: sa.Engine, player: Player) -> None:
    """Nothing that was acknowledged is missing or there twice, and every log can be replayed."""
    for table, acknowledged in player.acknowledged.items():
        log = log_of(engine, table)
        assert [row.seq for row in log] == list(range(1, len(log) + 1))
        keys = [row.key.split(":", 1)[1] for row in log if row.key]
        assert len(set(keys)) == len(keys)
        unsure = [player.unsure["key"]] if player.unsure and table == player.table else []
        assert [key for key in keys if key not in unsure] == acknowledged
        rebuilt(engine, table)


def rebuilt(engine: sa.Engine, table: str) -> Table:
    """A table as it follows from what was kept."""
    with engine.connect() as connection:
        secret = connection.execute(sa.select(tables.c.secret).where(tables.c.id == table)).scalar_one()
    log = [Entry(*row[1:5], orjson.loads(row.data), row.key) for row in log_of(engine, table)]
    return Table.rebuilt(table, secret, log, "playing")


def play_until_killed(player: Player, steps: int, after: float) -> None:
    """Play some steps; then let the server be killed at any moment of the next ones."""
    killer = Timer(after, player.server.kill_and_restart)
    for _ in range(steps):
        player.step()
    killer.start()
    try:
        while killer.is_alive():
            player.step()
    except GONE:
        pass
    killer.join()
    player.client = None


@pytest.mark.randomised
def test_no_acknowledged_move_is_lost_or_made_twice(
    database: str, engine: sa.Engine, serve: Callable[..., Server]
) -> None:
    server = serve(database)
    player = Player(server, seed=seeded(1))
    rng = chance(2)
    for _ in range(KILLS):
        play_until_killed(player, rng.randrange(2, 6), rng.uniform(0.0, 0.02))
        check(engine, player)
    made = sum(map(len, player.acknowledged.values()))
    assert made > 2 * KILLS
    for each in (rebuilt(engine, table) for table in player.acknowledged):
        if each.status != "open":  # everybody's luck was there before the first roll, and no roll was made otherwise
            assert verify(each.log).lucky == tuple(seat for seat, one in enumerate(each.seats) if one.kind == "person")


@pytest.mark.randomised
def test_a_bots_turn_that_was_due_is_made_once_after_the_restart(
    database: str, engine: sa.Engine, serve: Callable[..., Server], workshop: Workshop
) -> None:
    """Honeymoon: everybody decides once for each roll, the bot too, though the server dies before its turn, and again.

    The bot can't think before a restart that finds it prepared, so it is not a race who decides first.
    """
    workshop.keep("honeymoon", RULES)
    server = serve(database, workshop=workshop)
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "greedy"}]
    tables = [server.open("honeymoon", seats) for _ in range(3)]
    for number, opened in enumerate(tables):
        client = server.join(opened["id"], opened["tokens"]["0"])
        client.hear()
        client.ask(do="start")
        client.play(chance(number))
    for opened in tables:
        server.kill_and_restart()
        client = server.join(opened["id"], opened["tokens"]["0"])
        assert client.hear()["pending"] == [1]
        assert rolls_and_moves(engine, opened["id"]) == ["fell", 0]
    workshop.keep("honeymoon", BOTS)
    server.kill_and_restart()
    for opened in tables:
        client = server.join(opened["id"], opened["tokens"]["0"])
        client.until(lambda said: said["pending"] == [0])
        assert rolls_and_moves(engine, opened["id"]) == ["fell", 0, 1, "fell", 1]


def rolls_and_moves(engine: sa.Engine, table: str) -> list[str | int]:
    """What fell and who moved, in order."""
    return [
        row.kind if row.kind == "fell" else row.seat for row in log_of(engine, table) if row.kind in ("fell", "moved")
    ]
