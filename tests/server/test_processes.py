"""Several processes on one PostgreSQL: no process owns a table, and one of them may die."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from databases import new_database
from world import Server, at_once, play_to_the_end

from molehill.server.schema import entries
from scenario import chance


@pytest.fixture
def two_servers(postgres: str, serve: Callable[..., Server]) -> tuple[Server, Server, str]:
    database = new_database(postgres)
    first = serve(database, away_after=0.2)
    first.call("GET", "/healthz")
    return first, serve(database, away_after=0.2), database


@pytest.mark.randomised
def test_a_game_goes_on_when_one_of_two_processes_is_killed(two_servers: tuple[Server, Server, str]) -> None:
    here, there, database = two_servers
    opened = here.open("honeymoon", [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"},
                                     {"kind": "bot", "bot": "greedy"}])  # fmt: skip
    anna, ben = here.join(opened["id"], opened["tokens"]["0"]), there.join(opened["id"], opened["tokens"]["1"])
    watcher = there.join(opened["id"])
    anna.until(lambda said: not said["table"]["seats"][1]["away"])
    ben.hear()
    watcher.hear()
    anna.ask(do="start")
    ben.until(lambda said: said["table"]["status"] == "playing")
    rng = chance(1)
    for number in range(200):
        if ben.update["table"]["status"] == "over":
            break
        if number == 8:
            here.kill()
            anna = there.join(opened["id"], opened["tokens"]["0"])
            anna.hear()
        for player in (anna, ben):
            if player.my_moves():
                player.play(rng)
        for player in (anna, ben):
            seq = max(anna.update["seq"], ben.update["seq"])
            while player.update["seq"] < seq:
                player.hear()
            while player.update["table"]["status"] == "playing" and not player.my_moves():
                player.hear()
    assert ben.update["table"]["status"] == anna.update["table"]["status"] == "over"
    watcher.until(lambda said: said["table"]["status"] == "over")
    assert watcher.update["table"]["result"] == ben.update["table"]["result"]
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        log = connection.execute(entries.select().order_by(entries.c.seq)).all()
    engine.dispose()
    assert [row.seq for row in log] == list(range(1, len(log) + 1))


@pytest.mark.randomised
def test_two_processes_never_both_accept_a_decision(two_servers: tuple[Server, Server, str]) -> None:
    """One seat, two devices on two processes, the same decision at the same moment: one of them is too late."""
    here, there, _ = two_servers
    opened, clients = here.open(), []
    for server in (here, there):  # one after the other: who comes first is told that the seats are played elsewhere
        clients.append(server.join(opened["id"], *opened["tokens"].values()))
        clients[-1].hear()
    clients[0].ask(do="start")
    clients[1].until(lambda said: said["table"]["status"] == "playing")
    rng, answers = chance(3), []
    for number in range(30):
        seq = max(client.update["seq"] for client in clients)
        for client in clients:
            while client.update["seq"] < seq:
                client.hear()
        if clients[0].update["table"]["status"] == "over":
            break
        seat, move = rng.choice(clients[0].my_moves())
        for c, client in enumerate(clients):
            client.send(do="move", seat=seat, move=move, seq=seq, key=f"{number}-{c}")
        for c, client in enumerate(clients):
            key = f"{number}-{c}"
            answers.append(client.until(lambda said, key=key: key in (said.get("done"), said.get("key"))))  # type: ignore[misc]
        said = sorted(answer["say"] for answer in answers[-2:])
        assert said == ["refused", "update"]
    assert len(answers) > 20


@pytest.mark.randomised
def test_a_rematch_that_two_processes_are_asked_for_at_once_is_one_table(
    two_servers: tuple[Server, Server, str],
) -> None:
    here, there, _ = two_servers
    opened = here.open()
    both = here.join(opened["id"], *opened["tokens"].values())
    both.hear()
    both.ask(do="start")
    play_to_the_end(both, chance(4))
    clients = [here.join(opened["id"], opened["tokens"]["0"]), there.join(opened["id"], opened["tokens"]["1"])]
    for client in clients:
        assert client.hear()["table"]["status"] == "over"
    answers = at_once(clients, do="rematch")
    assert [answer["say"] for answer in answers] == ["update", "update"]
    assert len({answer["table"]["rematch"] for answer in answers}) == 1


def test_a_message_sent_to_two_processes_at_once_has_its_effect_once(two_servers: tuple[Server, Server, str]) -> None:
    here, there, database = two_servers
    opened = here.open()
    clients = [server.join(opened["id"], opened["tokens"]["0"]) for server in (here, there)]
    for client in clients:
        client.hear()
    for number in range(30):
        for client in clients:
            client.send(do="chat", seat=0, text="Hello", key=f"k{number}")
        for client in clients:
            client.until(lambda said, number=number: said.get("done") == f"k{number}")  # type: ignore[misc]
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        keys = connection.execute(sa.select(entries.c.key).where(entries.c.kind == "said")).scalars().all()
    engine.dispose()
    assert keys == [f"0:k{number}" for number in range(30)]


def test_who_is_there_is_known_in_every_process(two_servers: tuple[Server, Server, str]) -> None:
    here, there, _ = two_servers
    opened = here.open()
    anna, ben = here.join(opened["id"], opened["tokens"]["0"]), there.join(opened["id"], opened["tokens"]["1"])
    anna.until(lambda said: [seat["away"] for seat in said["table"]["seats"]] == [False, False])
    ben.until(lambda said: [seat["away"] for seat in said["table"]["seats"]] == [False, False])
    ben.close()
    anna.until(lambda said: said["table"]["seats"][1]["away"])


def test_a_seat_played_elsewhere_is_told_of_in_every_process(two_servers: tuple[Server, Server, str]) -> None:
    here, there, _ = two_servers
    opened = here.open()
    seat = opened["tokens"]["0"]
    desk = here.join(opened["id"], seat, page="desk")
    desk.hear()
    phone = there.join(opened["id"], seat, page="phone")
    phone.hear()
    assert desk.until(lambda said: said["say"] == "elsewhere")["seats"] == [0]
    back = here.join(opened["id"], seat, page="desk", again=True)  # the phone came meanwhile, and keeps the seat
    assert back.until(lambda said: said["say"] == "elsewhere")["seats"] == [0]
    assert desk.wait_closed() == 4009
    phone.send(do="ping")
    heard = []
    while (said := phone.hear())["say"] != "pong":
        heard.append(said["say"])
    assert "elsewhere" not in heard
    cut_off = here.join(opened["id"], seat, page="phone", again=True)  # by way of the other process
    assert phone.wait_closed() == 4009
    cut_off.send(do="ping")
    while (said := cut_off.hear())["say"] != "pong":
        assert said["say"] != "elsewhere"
