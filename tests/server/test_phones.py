"""Friends in one room: the host lets phones join and stops it again, and nobody else can do either or learn more."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from world import Client, Server

from molehill.server.networks import in_order
from molehill.server.phones import Phones
from molehill.server.run import _where_else
from molehill.server.settings import Settings, read_settings

ROOM = "127.0.0.2"  # stands for this machine's address in the room's network


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on this machine alone, with a network that phones are in."""
    running = Server(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.db'}", phones=ROOM)
    yield running
    running.stop()


@pytest.fixture
def room(house: Server) -> Iterator[Server]:
    """The same, as phones reach it after the host has let them join."""
    told = switch(house, True).json()
    assert told["open"]
    (url,) = told["urls"]
    phone = copy(house)
    phone.url = url.rstrip("/")
    yield phone
    switch(house, False)


def switch(server: Server, on: bool, **headers: str) -> httpx.Response:
    return httpx.put(f"{server.url}/api/phones", json={"open": on}, headers=headers, timeout=None)


def about(server: Server, **headers: str) -> dict[str, Any]:
    return dict(httpx.get(f"{server.url}/api/phones", headers=headers, timeout=None).json())


def is_reached(server: Server) -> bool:
    try:
        return httpx.get(f"{server.url}/api/about", timeout=None).status_code == 200
    except httpx.TransportError:
        return False


# ---- the switch ------------------------------------------------------------------------------------------------------


def test_it_is_off_until_the_host_lets_phones_join(house: Server) -> None:
    assert about(house) == {"offered": True, "open": False, "urls": []}
    told = switch(house, True).json()
    port = house.url.rpartition(":")[2]
    assert told == {"offered": True, "open": True, "urls": [f"http://{ROOM}:{port}/"]}
    assert switch(house, True).json() == told  # once more changes nothing
    assert switch(house, False).json() == {"offered": True, "open": False, "urls": []}
    assert switch(house, False).status_code == 200


def test_phones_play_and_are_told_when_it_stops(house: Server, room: Server) -> None:
    opened = house.open(seats=[{"kind": "here", "name": "Anna"}, {"kind": "open"}])
    sat = room.call("POST", f"/api/tables/{opened['id']}/seats/1", {"name": "Ben"}).json()
    desk, phone = house.join(opened["id"], opened["tokens"]["0"]), room.join(opened["id"], sat["token"])
    assert (desk.hear()["say"], phone.hear()["say"]) == ("welcome", "welcome")
    switch(house, False)
    assert phone.until(lambda said: said["say"] == "refused")["code"] == "shut"
    assert phone.wait_closed() == 4010
    assert not is_reached(room)
    assert desk.ask(do="chat", seat=0, text="still here")["say"] == "update"  # those who did not come that way stay
    switch(house, True)
    assert room.join(opened["id"], sat["token"]).hear()["you"]["seats"] == [1]


def test_a_connection_that_is_kept_open_does_not_outlive_the_door(house: Server, room: Server) -> None:
    with httpx.Client(base_url=room.url, timeout=None) as phone:
        assert phone.get("/api/about").status_code == 200
        switch(house, False)
        with pytest.raises(httpx.TransportError):
            phone.get("/api/about")


def test_where_the_port_is_taken_another_is_found(house: Server) -> None:
    port = int(house.url.rpartition(":")[2])
    with socket.create_server((ROOM, port)):
        (url,) = switch(house, True).json()["urls"]
    assert url.startswith(f"http://{ROOM}:")
    assert not url.endswith(f":{port}/")
    assert httpx.get(f"{url}api/about", timeout=None).status_code == 200
    switch(house, False)


def test_without_a_network_it_says_so(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", phones="192.0.2.77")
    answer = switch(server, True)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-now")
    assert "no network" in answer.json()["why"]
    assert not about(server)["open"]


@pytest.mark.parametrize(
    "more",
    [{"public_url": "https://games.example.org"}, {"host": "0.0.0.0"}, {"host": "192.0.2.2"}, {"phones": "off"}],
)
def test_a_server_that_is_not_for_this_machine_alone_never_offers_it(
    serve: Callable[..., Server], tmp_path: Path, more: dict[str, str]
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", **{"phones": ROOM, **more})
    assert not about(server)["offered"]
    assert switch(server, True).json()["code"] == "not-yours"


# ---- strangers -------------------------------------------------------------------------------------------------------


def test_phones_can_neither_switch_it_nor_see_where_else_it_is(house: Server, room: Server) -> None:
    port = house.url.rpartition(":")[2]
    for headers in (
        {},
        {"Host": f"127.0.0.1:{port}"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
    ):
        assert switch(room, False, **headers).status_code == 403
        assert is_reached(room)
    assert about(room) == {"offered": False, "open": False, "urls": []}


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "192.0.2.9"}, {"X-Real-IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"}, {"Via": "1.1 proxy"}, {"X-Forwarded-Proto": "http"},
        {"Host": "evil.example"}, {"Host": "127.0.0.1.evil.example"}, {"Host": "[bad"}, {"Host": ""},
        {"Host": "localhost, evil.example"},
    ],
)  # fmt: skip
def test_somebody_behind_a_proxy_or_at_another_name_is_not_the_host(house: Server, headers: dict[str, str]) -> None:
    assert switch(house, True, **headers).status_code in (400, 403)
    assert about(house) == {"offered": True, "open": False, "urls": []}


def test_a_page_of_elsewhere_can_not_switch_it(house: Server) -> None:
    answer = switch(house, True, Origin="https://evil.example")
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


@pytest.mark.parametrize(
    ("client", "door", "host", "is_host"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:8000", True), ("127.0.0.1", "127.0.0.1", "localhost:8000", True),
        ("::1", "::1", "[::1]:8000", True), ("::ffff:127.0.0.1", "::ffff:127.0.0.1", "localhost", True),
        ("192.168.1.7", "192.168.1.5", "127.0.0.1:8000", False), ("192.168.1.7", "127.0.0.1", "localhost", False),
        ("192.168.1.5", "192.168.1.5", "192.168.1.5:8000", False), ("127.0.0.1", "192.168.1.5", "localhost", False),
        ("unknown", "127.0.0.1", "localhost", False), ("", "", "", False),
    ],
)  # fmt: skip
def test_the_host_comes_from_this_machine_to_this_machine(client: str, door: str, host: str, is_host: bool) -> None:
    scope = {"client": (client, 1), "server": (door, 8000), "headers": [(b"host", host.encode())]}
    assert Phones(Settings()).is_host(scope) is is_host


def test_a_door_for_phones_is_called_by_its_own_name_only(house: Server, room: Server) -> None:
    opened = house.open()
    port = room.url.rpartition(":")[2]
    for name in ("evil.example", f"evil.example:{port}", f"127.0.0.1:{port}", "localhost", ROOM, f"{ROOM}:1", ""):
        answer = httpx.get(f"{room.url}/api/about", headers={"Host": name}, timeout=None)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin"), name
    with pytest.raises(InvalidStatus) as refused:
        Client(room, opened["id"], [], additional_headers={"Host": "evil.example"})
    assert refused.value.response.status_code == 403


def test_pages_of_one_door_may_not_use_another(house: Server, room: Server) -> None:
    opened = house.open()
    for here, there in ((house, room), (room, house)):
        with pytest.raises(InvalidStatus) as refused:
            Client(here, opened["id"], [], origin=there.url)
        assert refused.value.response.status_code == 403
        answer = httpx.post(f"{here.url}/api/tables", json={}, headers={"Origin": there.url}, timeout=None)
        assert answer.json()["code"] == "origin"
    assert Client(room, opened["id"], [], origin=room.url).hear()["say"] == "welcome"


@pytest.mark.parametrize("body", ["", "{}", '{"open": 1}', '{"open": true, "at": "0.0.0.0"}', "[]", '{"open": "yes"}'])
def test_what_is_no_switch_is_refused(house: Server, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx.put(f"{house.url}/api/phones", content=body, headers=headers, timeout=None)
    assert answer.status_code == 422
    assert not about(house)["open"]


# ---- addresses -------------------------------------------------------------------------------------------------------


def test_the_likeliest_address_comes_first() -> None:
    found = [
        ("127.0.0.1", "lo"), ("169.254.3.4", "eth1"), ("172.17.0.1", "docker0"), ("203.0.113.9", "eth2"),
        ("10.8.0.2", "tun0"), ("192.168.1.5", "wlan0"), ("172.20.0.1", "vEthernet (WSL)"), ("10.0.0.4", "eth0"),
        ("192.168.1.5", "wlan0"),
    ]  # fmt: skip
    assert in_order(found) == [
        "192.168.1.5", "10.0.0.4", "203.0.113.9", "172.17.0.1", "10.8.0.2", "172.20.0.1", "169.254.3.4"
    ]  # fmt: skip


def test_a_public_address_is_what_links_use_and_its_pages_may_connect(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", public_url="https://games.example.org/mole")
    assert about(server)["urls"] == ["https://games.example.org/mole/"]
    assert about(server, **{"X-Forwarded-For": "198.51.100.7"})["urls"] == ["https://games.example.org/mole/"]
    opened = server.open()
    assert Client(server, opened["id"], [], origin="https://games.example.org").hear()["say"] == "welcome"
    with pytest.raises(InvalidStatus):
        Client(server, opened["id"], [], origin="https://games.example.org.evil.example")


@pytest.mark.parametrize(
    "url", ["games.example.org", "ftp://a.org", "https://", "https://a.org/?x", "https://me@a.org"]
)
def test_a_public_address_is_an_address(url: str) -> None:
    with pytest.raises(Exception, match="public_url"):
        read_settings({"public_url": url})


def test_every_address_is_said_with_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("molehill.server.run.addresses", lambda: ["192.168.1.5", "10.0.0.4"])
    everywhere = Settings(host="0.0.0.0", root_path="/mole")
    plain = _where_else(everywhere, 8000, codes=False)
    assert [line.split()[-1] for line in plain] == ["http://192.168.1.5:8000/mole/", "http://10.0.0.4:8000/mole/"]
    drawn = _where_else(everywhere, 8000, codes=True)
    assert [line.splitlines()[0] for line in drawn] == plain
    assert all("█" in line for line in drawn)
    assert drawn[0].splitlines()[1:] != drawn[1].splitlines()[1:]
    assert _where_else(Settings(), 8000, codes=True) == []
    public = Settings(host="0.0.0.0", public_url="https://games.example.org")
    assert _where_else(public, 8000, codes=False) == ["Others open it at https://games.example.org"]


# ---- a board for all, and a seat that moves --------------------------------------------------------------------------


def cookies(opened: dict[str, Any], host: bool = True) -> dict[str, str]:
    """What a browser that has opened a table sends along."""
    named = {f"seat-{seat}": token for seat, token in opened["tokens"].items()} | (
        {"host": opened["host"]} if host else {}
    )
    return {"Cookie": "; ".join(f"{name}={token}" for name, token in named.items())}


def test_a_board_for_all_sees_what_a_spectator_sees_whatever_its_browser_holds(server: Server) -> None:
    opened = server.open("mole_park", spectators=False)
    player = server.join(opened["id"], *opened["tokens"].values())
    player.hear()
    player.ask(do="start")
    board = Client(server, opened["id"], [*opened["tokens"].values()], watch=True, additional_headers=cookies(opened))
    told = board.hear()
    assert told["you"] == {"seats": [], "host": True}
    assert [sight["seat"] for sight in told["sights"]] == [None]
    answer = board.ask(do="move", seat=0, move=0, seq=told["seq"])
    assert answer["code"] == "not-yours"
    assert not any(token in json.dumps(told) for token in (*opened["tokens"].values(), opened["host"]))


def test_a_board_for_all_leaves_seats_to_those_who_play_them(server: Server) -> None:
    opened = server.open()
    player = server.join(opened["id"], opened["tokens"]["0"], page="desk")
    player.hear()
    board = Client(server, opened["id"], [], watch=True, page="board", additional_headers=cookies(opened))
    assert board.hear()["you"]["seats"] == []
    assert player.ask(do="chat", seat=0, text="still here")["say"] == "update"


def test_a_table_without_spectators_shows_a_stranger_no_board(server: Server) -> None:
    opened = server.open(spectators=False)
    stranger = Client(server, opened["id"], [], watch=True)
    assert stranger.hear()["sights"] == []
    player = Client(server, opened["id"], [], watch=True, additional_headers=cookies(opened, host=False))
    assert player.hear()["you"] == {"seats": [], "host": False}


def test_a_seat_moves_to_another_device_and_the_old_one_is_told(server: Server) -> None:
    opened = server.open()
    mine = opened["tokens"]["0"]
    old = server.join(opened["id"], mine, page="old")
    old.hear()
    told = server.call("POST", f"/api/tables/{opened['id']}/seats/0/token", tokens=[opened["tokens"]["1"], mine])
    assert told.json() == {"seat": 0, "token": mine}
    claimed = server.call("POST", f"/api/tables/{opened['id']}/claim", {"token": told.json()["token"]})
    assert claimed.json()["seats"] == [0]
    assert server.join(opened["id"], mine, page="new").hear()["you"]["seats"] == [0]
    assert old.until(lambda said: said["say"] == "elsewhere")["seats"] == [0]


def test_nobody_gets_the_token_of_another_seat(server: Server) -> None:
    opened = server.open(seats=[{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}])
    for seat, tokens in ((0, []), (0, [opened["host"]]), (1, [opened["tokens"]["0"]]), (2, [opened["tokens"]["0"]])):
        answer = server.call("POST", f"/api/tables/{opened['id']}/seats/{seat}/token", tokens=tokens)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")
    assert server.call("POST", f"/api/tables/{opened['id']}/seats/9/token", tokens=[opened["host"]]).status_code == 403
    assert server.call("GET", f"/api/tables/{opened['id']}/seats/0/token").status_code == 405


def test_a_seat_that_was_given_up_is_not_one_whose_owner_is_away(server: Server) -> None:
    opened = server.open(seats=[{"kind": "here", "name": name} for name in ("Anna", "Ben")])
    anna = server.join(opened["id"], opened["tokens"]["0"])
    anna.hear()
    anna.ask(do="start")
    assert [seat["left"] for seat in anna.update["table"]["seats"]] == [False, False]
    server.call("DELETE", f"/api/tables/{opened['id']}/seats/1", tokens=[opened["tokens"]["1"]])
    anna.until(lambda _: anna.update["table"]["seats"][1]["left"])
    assert anna.update["table"]["seats"][1]["stand_in"] is not None
