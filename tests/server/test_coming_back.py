"""At the table: who goes away and comes back, and what follows a game, against a real server."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from world import Client, Server, at_once, play_to_the_end, refused, two

import molehill
from molehill.server.dice import verify
from scenario import chance


def test_who_is_away_can_be_stood_in_for_and_takes_the_seat_back(server: Server) -> None:
    opened, anna, ben = two(server)
    refused(anna.ask(do="stand_in", seat=1), "not-now")
    ben.close()
    anna.until(lambda said: said["table"]["seats"][1]["away"])
    while (answer := anna.ask(do="stand_in", seat=1))["say"] == "refused":  # until the seat has been away for so long
        refused(answer, "not-now")
    assert answer["table"]["seats"][1]["stand_in"] == "greedy"
    for _ in range(2):
        while not anna.my_moves():
            anna.hear()
        anna.play(random.Random(1))
    assert anna.sight()["view"]["rolls"] >= 2
    back = server.join(opened["id"], opened["ben"])
    back.until(lambda said: said["table"]["seats"][1]["stand_in"] is None)
    assert not back.update["table"]["seats"][1]["away"]
    assert anna.until(lambda said: said["table"]["seats"][1]["stand_in"] is None)


def test_nobody_stands_in_for_who_has_just_left(serve: Any, tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", away_after=3600.0)
    _, anna, ben = two(server)
    ben.close()
    anna.until(lambda said: said["table"]["seats"][1]["away"])
    refused(anna.ask(do="stand_in", seat=1), "not-now")


def test_a_seat_link_moves_a_seat_to_another_device(server: Server) -> None:
    opened, _, _ = two(server)
    claimed = server.call("POST", f"/api/tables/{opened['id']}/claim", {"token": opened["ben"]})
    assert claimed.json() == {"id": opened["id"], "seats": [1], "host": False}
    cookie = claimed.headers["set-cookie"]
    assert cookie.startswith(f"seat-1={opened['ben']};")
    for part in ("HttpOnly", "SameSite=strict", f"Path=/api/tables/{opened['id']}"):
        assert part in cookie
    other = Client(server, opened["id"], [], additional_headers={"Cookie": f"seat-1={opened['ben']}"})
    assert other.hear()["you"]["seats"] == [1]
    wrong = server.call("POST", f"/api/tables/{opened['id']}/claim", {"token": "x" * 43})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "not-yours")


def told_elsewhere(client: Client) -> list[int] | None:
    """Of which seats a client has been told by now that they are played elsewhere; None if it has not."""
    client.send(do="ping")
    told = None
    while (said := client.hear())["say"] != "pong":
        told = said["seats"] if said["say"] == "elsewhere" else told
    return told


def test_an_older_page_is_told_that_a_seat_is_played_elsewhere_and_may_still_play(server: Server) -> None:
    opened, anna, ben = two(server, "target_rats")
    other = server.join(opened["id"], opened["ben"], opened["tokens"]["0"], page="other")
    other.hear()
    assert (told_elsewhere(anna), told_elsewhere(ben), told_elsewhere(other)) == ([0], [1], None)
    asked = anna if anna.my_moves() else ben
    assert asked.play(random.Random(1))["say"] == "update"
    third = server.join(opened["id"], opened["tokens"]["0"], page="third")
    third.hear()
    assert told_elsewhere(other) == [0]
    server.join(opened["id"]).hear()
    assert (told_elsewhere(third), told_elsewhere(other)) == (None, None)


def test_seats_that_are_held_later_are_told_of_too(server: Server) -> None:
    opened, anna, ben = two(server)
    anna.send(do="hold", tokens=[opened["ben"]])
    anna.until(lambda said: said["you"]["seats"] == [0, 1])
    assert (told_elsewhere(ben), told_elsewhere(anna)) == ([1], None)


def test_a_page_that_comes_back_replaces_its_own_old_connection(server: Server) -> None:
    opened, _, _ = two(server)
    lingering = server.join(opened["id"], opened["ben"], page="p")
    lingering.hear()
    back = server.join(opened["id"], opened["ben"], page="p", again=True)
    back.hear()
    assert lingering.wait_closed() == 4009
    assert told_elsewhere(back) is None
    assert not back.update["table"]["seats"][1]["away"]
    watching = server.join(opened["id"], page="p")  # no seat in common
    watching.hear()
    assert told_elsewhere(back) is None


def test_a_page_that_comes_back_takes_nothing_from_one_that_came_meanwhile(server: Server) -> None:
    """A phone that wakes up does not take the seat from the desk, but a desk that was cut off may have it again."""
    opened, _, _ = two(server)
    phone = server.join(opened["id"], opened["ben"], page="phone")  # asleep: what it is told it does not hear
    phone.hear()
    desk = server.join(opened["id"], opened["ben"], page="desk")
    desk.hear()
    desk = server.join(opened["id"], opened["ben"], page="desk", again=True)
    desk.hear()
    assert told_elsewhere(desk) is None
    phone = server.join(opened["id"], opened["ben"], page="phone", again=True)
    phone.hear()
    assert (told_elsewhere(phone), told_elsewhere(desk)) == ([1], None)
    asked_for = server.join(opened["id"], opened["ben"], page="phone, asked for")
    asked_for.hear()
    assert (told_elsewhere(asked_for), told_elsewhere(desk)) == (None, [1])


def test_when_the_clock_runs_out_a_stand_in_makes_that_one_decision(serve: Any, tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    before = time.time()
    _, anna, _ben = two(server, clock=5)
    deadline = anna.update["deadlines"]["0"]
    assert before + 5 <= deadline <= anna.update["now"] + 5
    rolls = anna.sight()["view"]["rolls"]
    anna.until(lambda said: anna.sight()["view"]["rolls"] > rolls)
    assert anna.update["pending"] == [0, 1]
    assert [seat["stand_in"] for seat in anna.update["table"]["seats"]] == [None, None]
    assert anna.update["deadlines"]["0"] > deadline


@pytest.mark.randomised
def test_a_rematch_rotates_the_seats_and_crowns_the_winner(server: Server) -> None:
    opened = server.open("mole_park")
    client = server.join(opened["id"], *opened["tokens"].values(), opened["host"])
    client.hear()
    client.ask(do="start")
    refused(client.ask(do="rematch"), "not-now")
    result = play_to_the_end(client, chance(8))
    again = client.ask(do="rematch")["table"]["rematch"]
    held = server.call(
        "POST", f"/api/tables/{opened['id']}/rematch", tokens=[*opened["tokens"].values(), opened["host"]]
    )
    assert held.json() == {"id": again, "seats": [0, 1], "host": True}
    table = server.call("GET", f"/api/tables/{again}").json()["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Ben", "Anna"]
    winner = ["Anna", "Ben"][result["winners"][0]]
    assert table["seats"][table["options"]["king"] - 1]["name"] == winner


def test_two_people_start_at_the_same_moment_and_none_is_refused(server: Server) -> None:
    _, anna, ben = two(server, start=False)
    answers = at_once([anna, ben], do="start")
    assert [answer["say"] for answer in answers] == ["update", "update"]
    assert [answer["table"]["status"] for answer in answers] == ["playing", "playing"]


@pytest.mark.randomised
def test_two_people_ask_for_a_rematch_at_the_same_moment_and_come_to_the_same_table(server: Server) -> None:
    opened, anna, ben = two(server)
    both = server.join(opened["id"], opened["tokens"]["0"], opened["ben"])
    both.hear()
    play_to_the_end(both, chance(4))
    answers = at_once([anna, ben], do="rematch")
    assert [answer["say"] for answer in answers] == ["update", "update"]
    (again,) = {answer["table"]["rematch"] for answer in answers}
    for token, seat in ((opened["tokens"]["0"], 1), (opened["ben"], 0)):
        held = server.call("POST", f"/api/tables/{opened['id']}/rematch", tokens=[token]).json()
        assert (held["id"], held["seats"]) == (again, [seat])


def test_who_takes_back_a_seat_that_nobody_else_plays_is_not_refused(server: Server) -> None:
    """As from two pages of one person, of which the other was a moment earlier."""
    _, anna, _ben = two(server)
    seq = anna.update["seq"]
    answer = anna.ask(do="take_back", seat=0)
    assert (answer["say"], answer["seq"]) == ("update", seq)


def test_an_unfinished_log_can_be_gone_on_with(server: Server) -> None:
    match, rng = molehill.game("honeymoon").match(2), random.Random(2)
    for _ in range(9):
        if isinstance(match.pending, tuple):
            match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
        else:
            match.chance(rng=rng)
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
    opened = server.call("POST", "/api/import", {"log": match.log, "seats": seats}).json()
    client = server.join(opened["id"], *opened["tokens"].values())
    client.hear()
    client.ask(do="start")
    play_to_the_end(client, rng)
    verdict = verify(server.call("GET", f"/api/tables/{opened['id']}/log").json())
    before = sum(actor is molehill.CHANCE for actor, _ in match.history)
    assert verdict.unchecked == before
    assert verdict.checked > 0


def test_goodbye_tells_clients_to_come_back(serve: Any, tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    opened, anna, _ = two(server)
    server.process.terminate()
    assert anna.until(lambda said: said["say"] == "closing")["retry"] > 0
    assert anna.wait_closed() in (1001, 1012)
    server.process.join()
    server.start()
    assert server.join(opened["id"], opened["tokens"]["0"]).hear()["table"]["status"] == "playing"
