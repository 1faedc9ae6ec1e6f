"""Operators beside servers that run: looking, closing, banning, forgetting; chat that is reported or switched off."""

from __future__ import annotations

import json
import random
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import sqlalchemy as sa
from databases import new_database
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from world import Client, Server, play_to_the_end, wait_until

from molehill.cli import main
from molehill.engine.errors import Unknown
from molehill.server import running
from molehill.server.backup import back_up, restore
from molehill.server.bans import Bans, network_of
from molehill.server.database import CannotOpen, migrate
from molehill.server.dice import verify
from molehill.server.listening import CannotListen, listen_for_health
from molehill.server.openings import Openings
from molehill.server.operating import Operator, operator
from molehill.server.settings import Settings
from scenario import chance

NAME = "Änne Q."


@pytest.fixture
def server(database: str, serve: Callable[..., Server]) -> Server:
    found = serve(database, proxies="*")
    found.call("GET", "/healthz")
    return found


@pytest.fixture
def at(server: Server, database: str) -> Iterator[Operator]:
    with operator(database) as found:
        yield found


def come(server: Server, opened: dict[str, Any], *seats: str, **more: Any) -> Client:
    """Sit down with these seats, or all that were opened."""
    tokens = [opened["tokens"][seat] for seat in seats or opened["tokens"]]
    client = server.join(opened["id"], *tokens, **more)
    client.hear()
    return client


def from_elsewhere(address: str) -> dict[str, Any]:
    """What a proxy says of somebody who comes from this address."""
    return {"additional_headers": {"X-Forwarded-For": address}}


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks servers to ban a seat waits until they have, not only for some seconds."""
    monkeypatch.setattr("molehill.server.operating._ANSWER", 3600.0)


def refusal(server: Server, address: str) -> str | None:
    """What somebody at this address is told when they ask for something."""
    answer = httpx.get(f"{server.url}/api/tables", headers={"X-Forwarded-For": address}, timeout=None)
    return None if answer.status_code == 200 else str(answer.json()["code"])


# ---- looking and closing ---------------------------------------------------------------------------------------------


def test_all_tables_are_listed_private_ones_too(server: Server, at: Operator) -> None:
    public, private = server.open(), server.open("moledozer", public=False)
    client = come(server, private)
    client.ask(do="start")
    client.ask(do="chat", seat=1, text="Hello there")
    found = {each["id"]: each for each in at.tables()}
    assert set(found) == {public["id"], private["id"]}
    assert found[public["id"]]["status"] == "open"
    assert (found[private["id"]]["public"], found[private["id"]]["status"]) == (False, "playing")
    assert [seat["name"] for seat in found[private["id"]]["seats"]] == ["Anna", "Ben"]
    assert [each["id"] for each in at.tables(game="honeymoon")] == [public["id"]]
    assert [each["id"] for each in at.tables(status="playing")] == [private["id"]]
    assert at.tables(reported=True) == []
    assert [line["text"] for line in at.table(private["id"])["chat"]] == ["Hello there"]
    with pytest.raises(Unknown, match="no table elsewhere"):
        at.table("elsewhere")


def test_a_table_that_is_closed_is_gone_for_those_who_are_there_and_for_good(server: Server, at: Operator) -> None:
    people = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}, {"kind": "bot", "bot": "random"}]
    closed, stays = server.open("honeymoon", people), server.open()
    player, watcher, other = come(server, closed), server.join(closed["id"]), come(server, stays)
    watcher.hear()
    player.ask(do="start")
    at.close([closed["id"]])
    for client in (player, watcher):
        assert client.until(lambda said: said["say"] == "refused")["code"] == "no-table"
        assert client.wait_closed() == 4004
    assert server.call("GET", f"/api/tables/{closed['id']}").status_code == 404
    assert server.join(closed["id"]).wait_closed() == 4004
    assert other.ask(do="start")["say"] == "update"
    with pytest.raises(Unknown):
        at.close([stays["id"], closed["id"]])
    assert [each["id"] for each in at.tables()] == [stays["id"]], "all are closed or none"


# ---- banning ---------------------------------------------------------------------------------------------------------


def test_who_is_banned_is_sent_away_and_may_not_come_until_the_ban_is_lifted(server: Server, at: Operator) -> None:
    opened = server.open()
    bad = come(server, opened, "0", **from_elsewhere("203.0.113.7"))
    good = come(server, opened, "1", **from_elsewhere("203.0.113.8"))
    assert at.ban("203.0.113.7", None, "insults") == ["203.0.113.7/32"]
    assert bad.until(lambda said: said["say"] == "refused")["code"] == "banned"
    assert bad.wait_closed() == 4003
    assert good.ask(do="chat", seat=1, text="Still here")["say"] == "update"
    assert (refusal(server, "203.0.113.7"), refusal(server, "203.0.113.8")) == ("banned", None)
    back = server.join(opened["id"], **from_elsewhere("203.0.113.7"))
    assert (back.hear()["code"], back.wait_closed()) == ("banned", 4003)
    assert [(ban["network"], ban["why"]) for ban in at.bans()] == [("203.0.113.7/32", "insults")]
    assert at.lift("203.0.113.7")
    assert not at.lift("203.0.113.7")
    wait_until(lambda: not refusal(server, "203.0.113.7"))
    come(server, opened, "0", **from_elsewhere("203.0.113.7"))


@pytest.mark.usefixtures("patience")
def test_a_seat_is_banned_wherever_its_people_come_from(server: Server, at: Operator) -> None:
    opened = server.open()
    bad = [come(server, opened, "0", **from_elsewhere(each)) for each in ("203.0.113.7", "2001:db8:1:2:3::4")]
    good = come(server, opened, "1", **from_elsewhere("203.0.113.8"))
    banned = at.ban(f"{opened['id']}/0", 3600.0, "")
    assert sorted(banned) == ["2001:db8:1:2::/64", "203.0.113.7/32"]
    assert [client.wait_closed() for client in bad] == [4003, 4003]
    assert refusal(server, "2001:db8:1:2:ffff::1") == "banned", "who has one address of IPv6 has many"
    assert refusal(server, "2001:db8:1:3::1") is None
    assert good.ask(do="chat", seat=1, text="Still here")["say"] == "update"


def test_where_nobody_holds_a_seat_nobody_is_banned(server: Server, at: Operator) -> None:
    opened = server.open()
    come(server, opened, "1")
    assert at.ban(f"{opened['id']}/0", None, "") == []
    assert at.bans() == []


def test_a_ban_stands_when_the_server_comes_back_and_ends_when_it_ends(server: Server, at: Operator) -> None:
    at.ban("203.0.113.0/24", None, "")
    at.ban("198.51.100.1", -1.0, "it has ended already")
    server.kill_and_restart()
    assert refusal(server, "203.0.113.200") == "banned"
    assert refusal(server, "198.51.100.1") is None
    assert [ban["network"] for ban in at.bans()] == ["203.0.113.0/24"]


@pytest.mark.parametrize("who", ["", "here", "203.0.113", "203.0.113.7/33", "::1/129", "table/", "a/0", "1.2.3.4/5/6"])
def test_what_can_not_be_banned_is_refused_in_words(who: str) -> None:
    with pytest.raises(Unknown, match="no address, no network and no seat"):
        network_of(who)


@pytest.mark.randomised
def test_a_network_holds_its_addresses_and_no_others() -> None:
    rng = chance(5)
    for _ in range(200):
        length = rng.randrange(33)
        number = rng.getrandbits(32)
        address = ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0))
        bans = Bans([str(network_of(f"{address}/{length}"))])
        for other in (number, rng.getrandbits(32), number ^ 1 << rng.randrange(32)):
            dotted = ".".join(str(other >> shift & 255) for shift in (24, 16, 8, 0))
            assert bans.forbid(dotted) == (other >> (32 - length) == number >> (32 - length))


def test_what_is_no_address_is_not_banned() -> None:
    assert not Bans(["0.0.0.0/0", "::/0"]).forbid("unknown")


# ---- forgetting ------------------------------------------------------------------------------------------------------


def everything(database: str) -> str:
    """All rows of all tables, as text."""
    engine = sa.create_engine(database)
    found = sa.MetaData()
    with engine.connect() as connection:
        found.reflect(connection)
        rows = [repr(row) for table in found.sorted_tables for row in connection.execute(table.select())]
    engine.dispose()
    return "\n".join(rows)


def play_as(server: Server, name: str) -> tuple[dict[str, Any], Client]:
    """Somebody of this name plays with Ben, and talks."""
    opened = server.open(seats=[{"kind": "here", "name": name}, {"kind": "here", "name": "Ben"}])
    client = come(server, opened)
    client.ask(do="start")
    client.ask(do="chat", seat=0, text="My telephone number is 555")
    client.ask(do="chat", seat=1, text="Do not tell anybody")
    return opened, client


@pytest.mark.randomised
def test_a_name_and_what_was_said_under_it_are_forgotten_and_the_game_goes_on(
    server: Server, at: Operator, database: str
) -> None:
    opened, client = play_as(server, NAME)
    other, _ = play_as(server, f"{NAME} Junior")
    for _ in range(3):
        client.play(chance(6))
    server.call("POST", f"/api/tables/{opened['id']}/chat/0/report")
    assert at.named(NAME) == 2, "the other may be meant, too, until it is looked at closely"
    assert at.forget(NAME.swapcase() if NAME.isascii() else NAME) == 1
    client.until(lambda said: said["say"] == "welcome" and said["table"]["seats"][0]["name"] == "Player 1")
    assert [line["text"] for line in client.chat] == ["(deleted)", "Do not tell anybody"]
    kept = everything(database)
    assert kept.count(NAME) == kept.count(f"{NAME} Junior") > 0
    assert kept.count("My telephone number") == 1
    result = play_to_the_end(client, chance(7))
    log = server.call("GET", f"/api/tables/{opened['id']}/log").json()
    assert log["names"] == ["Player 1", "Ben"]
    assert verify(log).match.result == result
    assert at.tables(id=other["id"])[0]["seats"][0]["name"] == f"{NAME} Junior"
    assert at.forget(NAME) == 0


def test_a_name_is_forgotten_at_one_table_only_if_that_is_said(server: Server, at: Operator) -> None:
    (here, _), (there, _) = play_as(server, NAME), play_as(server, NAME)
    assert at.forget(NAME, here["id"]) == 1
    names = {each["id"]: each["seats"][0]["name"] for each in at.tables()}
    assert names == {here["id"]: "Player 1", there["id"]: NAME}


def test_who_sat_down_or_changed_their_name_is_forgotten_too(server: Server, at: Operator, database: str) -> None:
    opened = server.open(seats=[{"kind": "here", "name": "Anna"}, {"kind": "open"}])
    taken = server.call("POST", f"/api/tables/{opened['id']}/seats/1", {"name": NAME}).json()
    path = f"/api/tables/{opened['id']}/seats/1"
    server.call("PATCH", path, {"name": "Somebody"}, tokens=[taken["token"]])
    server.call("PATCH", path, {"name": NAME}, tokens=[taken["token"]])
    assert at.forget(NAME) == 1
    assert NAME not in everything(database)


def test_what_is_forgotten_is_not_in_the_file_either(serve: Callable[..., Server], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = serve(database)
    play_as(server, NAME)
    with operator(database) as at:
        at.forget(NAME)
    server.stop()
    sqlite3.connect(tmp_path / "tables.db").close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Do not tell anybody" in kept
    assert NAME.encode() not in kept
    assert b"telephone number" not in kept


# ---- several processes -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("patience")
def test_every_process_follows(postgres: str, serve: Callable[..., Server]) -> None:
    database = new_database(postgres)
    here, there = serve(database, proxies="*"), serve(database, proxies="*")
    opened, other = here.open(), here.open()
    clients = [come(server, opened, seat) for server, seat in ((here, "0"), (there, "1"))]
    bad = come(there, other, "0", **from_elsewhere("203.0.113.7"))
    with operator(database) as at:
        at.close([opened["id"]])
        assert [client.wait_closed() for client in clients] == [4004, 4004]
        assert at.ban(f"{other['id']}/0", None, "") == ["203.0.113.7/32"]
        assert bad.wait_closed() == 4003
    wait_until(lambda: all(refusal(server, "203.0.113.7") for server in (here, there)))


def test_bans_and_reports_are_in_a_copy_and_orders_are_not(
    server: Server, at: Operator, database: str, tmp_path: Path
) -> None:
    opened, _ = play_as(server, NAME)
    server.call("POST", f"/api/tables/{opened['id']}/chat/0/report")
    at.ban("203.0.113.7", None, "insults")
    at.close([server.open()["id"]])
    back_up(database, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", f"sqlite:///{tmp_path / 'new.db'}")
    with operator(f"sqlite:///{tmp_path / 'new.db'}") as there:
        assert (there.bans(), there.reports()) == (at.bans(), at.reports())
        assert len(there.bans()) == len(there.reports()) == 1
    assert "look-again" not in everything(f"sqlite:///{tmp_path / 'new.db'}")


# ---- chat: reported, or switched off ---------------------------------------------------------------------------------


def test_a_line_of_chat_is_reported(server: Server, at: Operator) -> None:
    opened, _ = play_as(server, NAME)
    path = f"/api/tables/{opened['id']}/chat/0/report"
    for _ in range(2):
        assert server.call("POST", path).json() == {"id": opened["id"], "line": 0}
    (found,) = at.reports()
    assert (found["table_id"], found["line"], found["seat"], found["times"]) == (opened["id"], 0, 0, 2)
    assert (found["name"], found["text"]) == (NAME, "My telephone number is 555")
    assert [each["reports"] for each in at.tables(reported=True)] == [2]
    assert "molehill_reports_total 2.0" in server.call("GET", "/metrics").text
    for line in (2, 1_000_001, "x", -1):
        refused = server.call("POST", f"/api/tables/{opened['id']}/chat/{line}/report")
        assert refused.json()["code"] in ("no-line", "malformed")
    assert len(at.reports()) == 1
    at.close([opened["id"]])
    assert len(at.reports()) == 1, "it is read after the table is gone"


def test_who_may_not_watch_may_not_report(server: Server, at: Operator) -> None:
    opened = server.open(spectators=False)
    come(server, opened).ask(do="chat", seat=0, text="Between us")
    path = f"/api/tables/{opened['id']}/chat/0/report"
    assert server.call("POST", path).json()["code"] == "no-line"
    assert server.call("POST", path, tokens=[opened["tokens"]["1"]]).status_code == 201


def test_reports_are_limited(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", rate_reports="2/hour")
    opened, _ = play_as(server, NAME)
    answers = [server.call("POST", f"/api/tables/{opened['id']}/chat/{line}/report") for line in (0, 1, 0, 1)]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 429]


def test_where_the_chat_is_switched_off_nobody_talks(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    opened, client = play_as(server, NAME)
    assert client.update["table"]["chat"] is True
    server.settings |= {"chat": False}
    server.kill_and_restart()
    client = server.join(opened["id"], *opened["tokens"].values(), opened["host"])
    assert client.hear()["table"]["chat"] is False
    for said in ({"do": "chat", "seat": 0, "text": "Hello"}, {"do": "set", "chat": True}):
        answer = client.ask(**said)
        assert (answer["code"], answer["why"]) == ("off", "The chat is switched off on this server.")
    assert len(client.chat) == 2, "what was said before stays"
    assert "The chat is switched off here." in server.call("GET", "/privacy").text


# ---- the page about privacy ------------------------------------------------------------------------------------------


def test_the_page_about_privacy_tells_of_this_server(serve: Callable[..., Server], tmp_path: Path) -> None:
    whose = "Kim & <b>Sons</b>"
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", contact=whose, keep_over=7 * 86400.0, keep_unstarted=3600.0)
    page = server.call("GET", "/privacy").text
    assert "reach those who run this server: Kim &amp; &lt;b&gt;Sons&lt;/b&gt;." in page
    assert "deleted one hour after it was last used" in page
    assert "a finished game after 7 days" in page
    assert "a game that nobody continues after 30 days" in page
    assert "can report a line" in page


# ---- a port of its own for health ------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", ["", "/games"])
def test_health_and_metrics_have_a_port_of_their_own(serve: Callable[..., Server], tmp_path: Path, below: str) -> None:
    file = tmp_path / "tables.db"
    server = serve(f"sqlite:///{file}", health_port=0, root_path=below)
    assert server.call("GET", f"{below}/").status_code == 200
    note = json.loads((tmp_path / "tables.db.running").read_text())
    watched = note["health"]
    assert httpx.get(f"{watched}/healthz", timeout=None).json()["ok"] is True
    assert "molehill_connections" in httpx.get(f"{watched}/metrics", timeout=None).text
    for path in ("/healthz", "/metrics", f"{below}/healthz", f"{below}/metrics"):
        assert server.call("GET", path).status_code == 404
    for path in ("/", "/api/games", "/api/tables", "/privacy", f"{below}/api/games"):
        assert httpx.get(watched + path, timeout=None).status_code == 404
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"{watched.replace('http', 'ws')}/api/tables/{'x' * 16}/live", open_timeout=None).__enter__()
    assert running.find(file) == server.url + below, "a second start still finds it"


def test_without_such_a_port_both_are_where_the_rest_is(server: Server) -> None:
    assert [server.call("GET", path).status_code for path in ("/healthz", "/metrics")] == [200, 200]


def test_a_port_for_health_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=f"at 127.0.0.1, port {port}: "):
            listen_for_health(Settings(health_port=port))


# ---- as it is typed --------------------------------------------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(server: Server, database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type a command at a server's database: exit code, stdout, stderr."""
    monkeypatch.setenv("MOLEHILL_DATABASE", database)
    monkeypatch.setenv("COLUMNS", "140")

    def call(*typed: str) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(typed)
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return call


def test_the_commands_say_what_they_found_and_did(server: Server, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("tables") == (0, "No tables.\n", "")
    assert run("bans") == (0, "Nobody is banned.\n", "")
    assert run("reports") == (0, "Nothing was reported.\n", "")
    assert run("forget", "Nobody") == (0, "That name is not kept anywhere.\n", "")
    opened, _ = play_as(server, NAME)
    id = opened["id"]
    server.call("POST", f"/api/tables/{id}/chat/0/report")
    _, listed, _ = run("tables")
    assert all(part in listed for part in (id, "honeymoon", "playing", f"{NAME}, Ben", "One table."))
    assert json.loads(run("tables", "--json")[1])[0]["reports"] == 1
    _, shown, _ = run("tables", id)
    assert f"{id}/0  person  {NAME}" in shown
    assert "My telephone number is 555  (reported once, last " in shown
    assert f"{id}/0  reported once, last " in run("reports")[1]
    assert run("ban", "203.0.113.7") == (0, "203.0.113.7/32 may not come any more.\n", "")
    assert run("ban", "203.0.113.9", "--days", "1", "--why", "spam")[1].startswith(
        "203.0.113.9/32 may not come before 2"
    )
    assert run("bans")[1].splitlines()[0] == "203.0.113.7/32  for ever"
    assert run("ban", "203.0.113.7", "--lift")[1] == "203.0.113.7/32 may come again.\n"
    assert run("ban", "203.0.113.7", "--lift")[1] == "203.0.113.7/32 was not banned.\n"
    monkeypatch.setattr("typer.confirm", lambda question: False)
    assert run("close", id)[1].endswith("Nothing was changed.\n")
    assert run("forget", NAME)[1].endswith("Nothing was changed.\n")
    assert run("forget", NAME, "--yes")[1].startswith("One table was changed.")
    assert "telephone number" not in run("tables", id)[1]
    assert "  (deleted)  (reported once, last " in run("tables", id)[1]
    assert run("close", id, "--yes")[1].startswith("The table is deleted.")
    assert run("tables", id) == (2, "", f"molehill: there is no table {id}\n")


def test_a_tables_id_is_no_option(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", lambda n: "-" * n)
    assert Openings.new_id(Mock(_settings=Settings())) == "_" * 12
    assert Openings.new_id(Mock(_settings=Settings(group="b7"))) == "b7" + "_" * 13
    assert run("close", "--yes", "--", "-made-before") == (2, "", "molehill: there is no table -made-before\n")


def test_nobody_is_banned_for_a_seat_that_nobody_holds(server: Server, run: Run) -> None:
    opened = server.open()
    assert "nobody was banned" in run("ban", f"{opened['id']}/0")[1]


def test_a_database_of_another_form_is_left_alone(database: str) -> None:
    engine = sa.create_engine(database)
    migrate(engine, "0001")
    engine.dispose()
    with pytest.raises(CannotOpen, match="form of another version"), operator(database):
        pass


def test_names_are_drawn_without_meaning_anything_to_the_terminal(server: Server, run: Run) -> None:
    name = f"[red]{random.Random(1).randrange(99)}[/]\\"
    server.open(seats=[{"kind": "here", "name": name}, {"kind": "open"}])
    assert name in run("tables")[1]
