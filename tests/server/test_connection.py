"""At the table: what people can do over one WebSocket, against a real server."""

from __future__ import annotations

import asyncio
import json
import random
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import httpx
import pytest
from known import Known
from world import Server, play_to_the_end, refused, two

import molehill
from molehill.server.api import application
from molehill.server.dice import verify
from molehill.server.settings import Settings
from molehill.server.store import Store
from scenario import chance

GAMES = [game.id for game in molehill.games()]


# ---- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.randomised
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot_and_its_log(server: Server, game: str) -> None:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "greedy"}]
    opened = server.open(game, seats, box=SHORT[game]() if game in SHORT else None)
    client = server.join(opened["id"], opened["tokens"]["0"])
    client.hear()
    client.ask(do="start")
    assert client.update["table"]["dice"]["secret"] is None
    result = play_to_the_end(client, chance(game))
    log = server.call("GET", f"/api/tables/{opened['id']}/log").json()
    assert log["names"] == ["Anna", "Greedy bot"]
    assert verify(log).match.result == result
    assert verify(log).match.events(0) == client.events[0]


def _three_rounds() -> str:
    """A box of Target: Rats for a game that ends soon: at random it goes on for thousands of moves."""
    text = molehill.game("target_rats").box().text
    assert text.count("\nrounds = ") == 1
    return "standard = false\n" + re.sub(r"\nrounds = \d+", "\nrounds = 3", text)


SHORT = {"target_rats": _three_rounds}


@pytest.mark.randomised
@pytest.mark.parametrize("game", ["honeymoon", "mole_rats", "moledozer"])
def test_a_finished_game_reveals_its_dice_and_can_be_verified(server: Server, game: str) -> None:
    opened = server.open(game)
    client = server.join(opened["id"], *opened["tokens"].values())
    client.hear()
    client.ask(do="start")
    assert server.call("GET", f"/api/tables/{opened['id']}/log").status_code == 409
    result = play_to_the_end(client, chance(5))
    log = server.call("GET", f"/api/tables/{opened['id']}/log").json()
    assert log["names"] == ["Anna", "Ben"]
    assert log["dice"]["commit"] == client.update["table"]["dice"]["commit"]
    assert log["dice"]["secret"] == client.update["table"]["dice"]["secret"]
    verdict = verify(log)
    assert verdict.checked == sum(actor == "chance" for actor, _ in log["moves"])
    assert verdict.match.result == result
    spectator = server.join(opened["id"])
    assert spectator.hear()["sights"][0]["events"]
    replay = server.call("GET", f"/api/tables/{opened['id']}/replay?seat=0&first=0&count=200").json()
    assert replay["count"] == log["count"]
    events = [event for step in replay["steps"] for event in step["events"]]
    assert events == client.events[0][: len(events)]
    report = server.call("GET", f"/api/tables/{opened['id']}/report").text
    assert "Anna" not in report
    again = server.call("POST", "/api/import", {"log": log})
    assert again.status_code == 201
    assert server.call("GET", f"/api/tables/{again.json()['id']}/log").json()["table"] == log["table"]


def test_simultaneous_decisions_are_really_made_at_the_same_time(server: Server) -> None:
    _, anna, ben = two(server)
    seq = anna.update["seq"]
    assert anna.update["pending"] == [0, 1]
    anna.send(do="move", seat=0, move=anna.my_moves()[0][1], seq=seq, key="a")
    ben.send(do="move", seat=1, move=ben.my_moves()[0][1], seq=seq, key="b")
    anna.until(lambda said: said.get("done") == "a")
    assert ben.until(lambda said: said.get("done") == "b")["say"] == "update"


def test_a_refused_move_comes_back_with_clause_and_words(server: Server) -> None:
    _, anna, _ = two(server)
    legal = [move for _, move in anna.my_moves()]
    move = next(
        {"do": "dig", "at": [r, c], "to": "south", "length": 7}
        for r in range(7) for c in range(7)
        if {"do": "dig", "at": [r, c], "to": "south", "length": 7} not in legal
    )  # fmt: skip
    answer = anna.ask(do="move", seat=0, move=move, seq=anna.update["seq"])
    assert refused(answer, "rule")
    assert answer["rule"].startswith("HM-")
    refused(anna.ask(do="move", seat=0, move={"do": "fly"}, seq=anna.update["seq"]), "malformed")
    assert anna.play(random.Random(1))["say"] == "update"


def test_stale_and_future_sequence_numbers_are_refused(server: Server) -> None:
    _, anna, ben = two(server)
    seq, move = anna.update["seq"], anna.my_moves()[0][1]
    refused(anna.ask(do="move", seat=0, move=move, seq=seq + 1000), "ahead")
    anna.play(random.Random(1))
    ben.until(lambda said: said["seq"] == anna.update["seq"])
    ben.play(random.Random(1))
    anna.until(lambda said: said["pending"] == [0, 1])
    refused(anna.ask(do="move", seat=0, move=anna.my_moves()[0][1], seq=seq), "stale")


def test_a_message_sent_twice_is_done_once(server: Server) -> None:
    _, anna, _ = two(server)
    message = {"do": "move", "seat": 0, "move": anna.my_moves()[0][1], "seq": anna.update["seq"], "key": "k"}
    first = anna.ask(**message)
    again = anna.ask(**message)
    assert (first["seq"], again["done"]) == (again["seq"], "k")


def test_a_key_belongs_to_whom_the_message_is_by(server: Server) -> None:
    """Anyone who holds further seats by now, or fewer, has said it once; what others have sent is another thing."""
    opened = server.open()
    tokens = opened["tokens"]

    def say(seats: str, seat: int | None, key: str) -> None:
        held = [tokens[number] for number in seats if number in tokens] + [opened["host"]] * ("h" in seats)
        client = server.join(opened["id"], *held)
        client.hear()
        assert client.ask(do="chat", seat=seat, text=f"{seat} {key}", key=key)["done"] == key
        client.close()

    for seats, seat, key in (
        ("1", 1, "a"), ("01", 1, "a"), ("01h", 1, "b"), ("1", 1, "b"), ("0", 0, "a"), ("01", 0, "b"), ("h", None, "a"),
        ("01h", None, "a"), ("0h", 0, "a"),
    ):  # fmt: skip
        say(seats, seat, key)
    reader = server.join(opened["id"])
    reader.hear()
    assert [line["text"] for line in reader.chat] == ["1 a", "1 b", "0 a", "0 b", "None a"]


def test_undo_shortens_the_events_of_everybody(server: Server) -> None:
    _, anna, ben = two(server)
    before = deepcopy(anna.sight()["view"]), len(anna.events[0]), len(ben.events[1])
    anna.play(random.Random(2))
    assert anna.sight()["can_undo"]
    refused(ben.ask(do="undo", seat=1, seq=ben.update["seq"]), "no-undo")
    assert anna.ask(do="undo", seat=0, seq=anna.update["seq"])["say"] == "update"
    ben.until(lambda said: said["seq"] == anna.update["seq"])
    assert (anna.sight()["view"], len(anna.events[0]), len(ben.events[1])) == before
    anna.send(do="again")
    assert anna.until(lambda said: said["say"] == "welcome")["sights"][0]["view"] == before[0]
    assert anna.play(random.Random(3))["say"] == "update"


@pytest.mark.randomised
def test_updates_say_what_a_fresh_look_says(server: Server) -> None:
    _, anna, ben = two(server, "mole_park")
    rng = chance(6)
    for _ in range(40):
        player, other = (anna, ben) if anna.my_moves() else (ben, anna)
        player.play(rng)
        other.until(lambda said, player=player: said["seq"] == player.update["seq"])  # type: ignore[misc]
        followed = player.sight()["view"], list(player.events[player.sight()["seat"]])
        player.send(do="again")
        fresh = player.until(lambda said: said["say"] == "welcome")["sights"][0]
        assert (fresh["view"], fresh["events"]) == followed


def test_hints_name_a_legal_move(server: Server) -> None:
    server.prepare()
    opened, anna, _ = two(server)
    anna.send(do="hint", seat=0)
    hint = anna.until(lambda said: said["say"] == "hint")
    assert hint["moves"][0]["move"] in anna.sight()["legal"]
    assert 0 <= hint["moves"][0]["score"] <= 1
    assert "words" not in hint["moves"][0]
    wordy = server.join(opened["id"], opened["tokens"]["0"], words=True)
    wordy.send(do="hint", seat=0)
    best = wordy.until(lambda said: said["say"] == "hint")["moves"][0]
    assert best["words"]["move"] in [legal["move"] for legal in wordy.sight()["moves"]]
    assert re.search(r"Rated \d+ of 100\..*You win \d+ % of quick games", best["words"]["why"])
    _, carl, _ = two(server, hints=False)
    refused(carl.ask(do="hint", seat=0), "off")


@pytest.mark.parametrize("chat", [True, False])
def test_bots_say_what_they_plan_where_all_play_together(server: Server, chat: bool) -> None:
    """At the beginning of a turn, in a line of chat, if there is a chat."""
    server.prepare("mole_rats")
    seats = [{"kind": "bot", "bot": "fair"}, {"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "fair"}]
    opened = server.open("mole_rats", seats, chat=chat)
    anna = server.join(opened["id"], opened["tokens"]["1"])
    anna.hear()
    anna.ask(do="start")
    for _ in range(12):
        while not anna.my_moves() and anna.update["table"]["status"] == "playing":
            anna.hear()
        if anna.chat or not anna.my_moves():  # the game may be over before that
            break
        anna.ask(do="move", seat=1, move=anna.my_moves()[0][1], seq=anna.update["seq"])
    plans = [line for line in anna.chat if line["seat"] in (0, 2)]
    assert bool(plans) == chat
    assert all(line["text"].startswith("My plan: ") for line in plans)


def test_words_come_for_those_who_ask(server: Server) -> None:
    opened = server.open("mole_park")
    client = server.join(opened["id"], opened["tokens"]["0"], words=True)
    client.hear()
    client.ask(do="start")
    sight = client.sight()
    assert sight["ask"]
    assert all(event["says"] for event in sight["events"])
    assert [legal["move"] for legal in sight["moves"]] == [move for _, move in client.my_moves()]
    assert any(legal["note"] for legal in sight["moves"])


def test_a_move_may_be_sent_by_its_number(server: Server) -> None:
    _, anna, _ = two(server)
    number, seq = anna.sight()["legal"][0], anna.update["seq"]
    refused(anna.ask(do="move", seat=0, move=10**9, seq=seq), "malformed")
    answer = anna.ask(do="move", seat=0, move=number, seq=seq)
    assert (answer["say"], answer["pending"]) == ("update", [1])


# ---- seats, hosts, chat ----------------------------------------------------------------------------------------------


def test_a_table_starts_when_full_and_bots_fill_it(server: Server) -> None:
    opened = server.open(seats=[{"kind": "here", "name": "Anna"}, {"kind": "open"}])
    host = server.join(opened["id"], opened["tokens"]["0"], opened["host"])
    assert host.hear()["you"] == {"seats": [0], "host": True}
    refused(host.ask(do="start"), "not-now")
    refused(host.ask(do="seat", seat=1, kind="bot", bot="nobody"), "bad-options")
    refused(host.ask(do="seat", seat=0, kind="bot", bot="random"), "seat-taken")
    assert host.ask(do="seat", seat=1, kind="bot", bot="random")["table"]["seats"][1]["name"] == "Random bot"
    assert host.ask(do="start")["table"]["status"] == "playing"
    refused(host.ask(do="seat", seat=1, kind="open"), "not-now")


def test_who_has_no_token_can_do_nothing(server: Server) -> None:
    opened, anna, _ = two(server)
    stranger = server.join(opened["id"], "x" * 43)
    welcome = stranger.hear()
    assert welcome["you"] == {"seats": [], "host": False}
    assert [sight["seat"] for sight in welcome["sights"]] == [None]
    move = anna.my_moves()[0][1]
    for message in (
        {"do": "move", "seat": 0, "move": move, "seq": welcome["seq"]}, {"do": "undo", "seat": 0, "seq": 1},
        {"do": "chat", "seat": 0, "text": "hi"}, {"do": "chat", "seat": None, "text": "hi"}, {"do": "start"},
        {"do": "set", "chat": False}, {"do": "seat", "seat": 0, "kind": "open"}, {"do": "stand_in", "seat": 0},
        {"do": "take_back", "seat": 0}, {"do": "rematch"}, {"do": "hint", "seat": 0},
        {"do": "luck", "seat": 0, "share": "ab" * 32},
    ):  # fmt: skip
        refused(stranger.ask(**message), "not-yours")
    assert server.call("DELETE", f"/api/tables/{opened['id']}/seats/0").status_code == 403
    assert anna.ask(do="chat", seat=0, text="still here")["seq"] == welcome["seq"] + 1


def test_spectators_may_be_kept_out(server: Server) -> None:
    opened, anna, _ = two(server, spectators=False)
    assert server.join(opened["id"]).hear()["sights"] == []
    assert server.call("GET", f"/api/tables/{opened['id']}").json()["sights"] == []
    assert server.call("GET", f"/api/tables/{opened['id']}/report").status_code == 403
    assert len(anna.known.sights) == 1


def test_a_table_may_keep_open_what_is_seen_for_some_seconds_only(server: Server) -> None:
    games = {game["id"]: game["look"] for game in server.call("GET", "/api/games").json()["games"]}
    assert {game: seconds for game, seconds in games.items() if seconds} == {"moledozer": 10}
    _, anna, _ = two(server, "moledozer", keep_open=True)
    assert anna.update["table"]["keep_open"] is True
    _, usual, _ = two(server, "moledozer")
    assert usual.update["table"]["keep_open"] is False
    wanted = {"game": "honeymoon", "seats": [{"kind": "here"}, {"kind": "open"}], "keep_open": True}
    assert server.call("POST", "/api/tables", wanted).json()["code"] == "bad-options"


def test_chat_has_limits_and_the_host_can_switch_it_off(server: Server) -> None:
    opened, anna, ben = two(server)
    anna.ask(do="chat", seat=0, text="Good \u0007 luck")
    ben.until(lambda said: bool(said["chat"]["lines"]))
    assert [line["text"] for line in ben.chat] == ["Good luck"]
    refused(anna.ask(do="chat", seat=0, text="x" * 301), "malformed")
    refused(anna.ask(do="chat", seat=0, text=" \n "), "malformed")
    host = server.join(opened["id"], opened["host"])
    assert [line["text"] for line in host.hear()["chat"]["lines"]] == ["Good luck"]
    host.ask(do="set", chat=False)
    refused(anna.ask(do="chat", seat=0, text="hello?"), "off")


def test_names_are_checked(server: Server) -> None:
    opened = server.open(seats=[{"kind": "here", "name": "Anna"}, {"kind": "open"}])
    seat = f"/api/tables/{opened['id']}/seats/1"
    assert server.call("POST", seat, {"name": "ANNA"}).json()["code"] == "name-taken"
    assert server.call("POST", seat, {"name": " \u200b "}).json()["code"] == "bad-name"
    assert server.call("POST", seat, {"name": "x" * 21}).json()["code"] == "bad-name"
    for host in ("Host", "the host", " HOST ", "Ｈｏｓｔ", "H.o.s.t", "Нost", "Hόst", "The  host!", "h0st"):
        assert server.call("POST", seat, {"name": host}).json()["code"] == "bad-name", host
        here = {"game": "honeymoon", "seats": [{"kind": "here", "name": host}, {"kind": "open"}]}
        assert server.call("POST", "/api/tables", here).json()["code"] == "bad-name", host
    assert server.call("POST", seat, {"name": "Аnnа"}).json()["code"] == "name-taken"  # in Cyrillic letters
    assert server.call("POST", seat, {"name": " Ben\n "}).status_code == 201
    assert server.call("POST", seat, {"name": "Carl"}).json()["code"] == "seat-taken"
    assert server.call("GET", f"/api/tables/{opened['id']}").json()["table"]["seats"][1]["name"] == "Ben"
    renamed = server.call(
        "PATCH", f"/api/tables/{opened['id']}/seats/0", {"name": "Zoe"}, list(opened["tokens"].values())
    )
    assert renamed.json()["seats"] == [0]


def test_leaving_before_and_after_the_start(server: Server) -> None:
    opened, anna, ben = two(server, start=False)
    seat = f"/api/tables/{opened['id']}/seats/1"
    assert server.call("DELETE", seat, tokens=[opened["ben"]]).status_code == 200
    assert ben.until(lambda said: said["you"]["seats"] == [])["table"]["seats"][1]["kind"] == "open"
    token = server.call("POST", seat, {"name": "Cleo"}).json()["token"]
    assert token != opened["ben"]
    ben.send(do="hold", tokens=[token])
    assert ben.until(lambda said: said["you"]["seats"] == [1])
    anna.ask(do="start")
    server.call("DELETE", seat, tokens=[token])
    anna.until(lambda said: said["table"]["seats"][1]["stand_in"] == "greedy")
    for _ in range(2):
        while not anna.my_moves():
            anna.hear()
        anna.play(random.Random(1))


# ---- the games, and the application ----------------------------------------------------------------------------------


def test_games_say_whether_they_are_played_together_and_have_secrets(server: Server) -> None:
    about = {game["id"]: game for game in server.call("GET", "/api/games").json()["games"]}
    assert [id for id, game in about.items() if game["cooperative"]] == ["mole_rats"]
    assert sorted(id for id, game in about.items() if game["secrets"]) == ["honeymoon", "mole_park", "moledozer"]


def test_games_are_loaded_at_the_start_while_the_server_answers(serve: Any, tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", warm=True)
    assert server.call("GET", "/healthz").json()["ok"]
    ready: list[bool] = []
    while not ready or not all(ready):
        ready = [game["ready"] for game in server.call("GET", "/api/games").json()["games"]]


def test_who_remembers_tables_is_told_which_of_them_there_still_are(server: Server) -> None:
    opened, gone = server.open()["id"], "nobody-opened-this"
    answer = server.call("GET", f"/api/tables/known?id={gone}&id={opened}")
    assert (answer.status_code, answer.json()) == (200, {"tables": [opened]})
    assert server.call("GET", "/api/tables/known?id=no+table").status_code == 422
    assert server.call("GET", "/api/tables/known?" + "&".join(["id=abcdef"] * 21)).status_code == 422


def test_it_is_a_plain_asgi_application(tmp_path: Path) -> None:
    """What uvicorn hands over is all that it needs: here two queues are in its place."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    app = application(Settings(database=database, warm=False), Store(database, "here"))
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "here", "name": "Ben"}]

    async def play() -> None:
        async with app.router.lifespan_context(app):
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
                opened = (await client.post("/api/tables", json={"game": "honeymoon", "seats": seats})).json()
            sent: asyncio.Queue[Any] = asyncio.Queue()
            told: asyncio.Queue[Any] = asyncio.Queue()
            scope = {"type": "websocket", "path": f"/api/tables/{opened['id']}/live", "headers": []}
            serving = asyncio.create_task(app(scope, sent.get, told.put))  # type: ignore[arg-type]
            known = Known()

            async def ask(**message: Any) -> None:
                await sent.put({"type": "websocket.receive", "text": json.dumps(message)})
                while known.state.get("done") != message.get("key"):
                    known.hear((await told.get())["text"])

            await sent.put({"type": "websocket.connect"})
            assert await told.get() == {"type": "websocket.accept"}
            await ask(do="hello", tokens=list(opened["tokens"].values()))
            await ask(do="start", key="s")
            number = known.sights[0]["legal"][0]
            await ask(do="move", seat=0, move=number, seq=known.state["seq"], key="m")
            assert known.state["pending"] == [1]
            await sent.put({"type": "websocket.disconnect"})
            await serving

    asyncio.run(play())
