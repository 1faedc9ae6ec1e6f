"""Floods of messages that are nearly proper: none of them brings a server down or changes what it may not change.

Hypothesis looks for the odd message (test_fuzz.py); this is for the number of them, `make soak` for millions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hostile import ask_raw, finished_log, hostile
from world import Client, Server

import molehill
from molehill import Game
from scenario import chance, often

FRAMES, CALLS = often(200), often(30)
AT_ONCE = 100
NOT_TEXT = 1007  # the code of WebSockets for it

CHUNKED = "Transfer-Encoding: chunked"  # which the body is not
HEADERS = (
    "Origin: http://[", "Authorization: Bearer \x01", "Accept-Encoding: ;q=x", "Cookie: =;=", "X-Forwarded-For: ::::",
    "Range: bytes=-1", CHUNKED,
)  # fmt: skip

by_id = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: str(game.id))
Tally = Callable[[str, object], None]


def ordinary_frames(rng: Random, game: Game, client: Client) -> list[dict[str, Any]]:
    """What somebody at this table might say now."""
    seq, seats = client.update["seq"], [seat for seat in client.known.sights if seat is not None] or [0]
    seat, any_move = rng.choice(seats), game.part("moves").decode(rng.randrange(game.move_count))
    legal = [{"do": "move", "seat": own, "move": move, "seq": seq} for own, move in client.my_moves()[:3]]
    return [
        *legal,
        {"do": "move", "seat": seat, "move": any_move, "seq": seq},
        {"do": "move", "seat": seat, "move": rng.randrange(game.move_count), "seq": seq - 1, "key": "k"},
        {"do": "undo", "seat": seat, "seq": seq},
        {"do": "chat", "seat": seat, "text": "Good luck!", "key": "c"},
        {"do": "start"},
        {"do": "seat", "seat": seat, "kind": "bot", "bot": "easy"},
        {"do": "set", "chat": False},
        {"do": "stand_in", "seat": seat},
        {"do": "take_back", "seat": seat},
        {"do": "luck", "seat": seat, "share": "00" * 32},
        {"do": "rematch"},
        {"do": "hold", "tokens": client.tokens},
        {"do": "hello", "tokens": client.tokens},
        {"do": "again"},
    ]


def flood(rng: Random, game: Game, client: Client) -> int:
    """Hostile frames, and how many. Afterwards the connection lives, or was closed because the last was no text."""
    for sent in range(1, AT_ONCE + 1):
        frame, text = hostile(rng, rng.choice(ordinary_frames(rng, game, client))), rng.random() < 0.9
        client.socket.send(frame, text=text)
        if text and not is_text(frame):
            assert client.wait_closed() == NOT_TEXT
            return sent
    client.send(do="ping")
    client.until(lambda said: said["say"] == "pong")
    client.close()
    return sent


def can_play(client: Client, rng: Random) -> bool:
    """Whether a move is taken, if one is owed. The table may still be moving on by what was sent before."""
    while moves := client.my_moves():
        (seat, move), seq = rng.choice(moves), client.update["seq"]
        answer = client.ask(do="move", seat=seat, move=move, seq=seq)
        if answer["say"] == "update" or answer["seq"] == seq:
            return bool(answer["say"] == "update")
        client.until_seq(answer["seq"])
    return True


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.randomised
@by_id
def test_frames_of_strangers_change_nothing(game: Game, server: Server, record_property: Tally) -> None:
    rng = chance(f"strangers {game.id}")
    opened = server.open(game.id, [{"kind": "here"}] * game.min_seats)
    host = server.join(opened["id"], *opened["tokens"].values(), opened["host"])
    host.hear()
    host.ask(do="start")
    seq, sent = host.update["seq"], 0
    while sent < FRAMES:
        stranger = server.join(opened["id"])
        stranger.hear()
        sent += flood(rng, game, stranger)
    assert host.ask(do="chat", seat=0, text="still here")["seq"] == seq + 1
    host.close()
    record_property("hostile frames", sent)


@pytest.mark.randomised
@by_id
def test_frames_of_those_who_sit_there_break_nothing(game: Game, server: Server, record_property: Tally) -> None:
    """They may play, and nothing that they send puts an end to the table."""
    rng, sent = chance(f"seated {game.id}"), 0
    while sent < FRAMES:
        opened = server.open(game.id, [{"kind": "here"}] * game.min_seats)
        tokens = [*opened["tokens"].values(), opened["host"]]
        client = server.join(opened["id"], *tokens)
        client.hear()
        client.ask(do="start")
        sent += flood(rng, game, client)
        after = server.join(opened["id"], *tokens)
        assert after.hear()["say"] == "welcome"
        assert can_play(after, rng)
        after.close()
    record_property("hostile frames", sent)


def ordinary_calls(table: dict[str, Any], game: Game) -> list[tuple[str, str, dict[str, Any]]]:
    """What a page might ask about a game and a table."""
    at, of, box = f"/api/tables/{table['id']}", f"/api/games/{game.id}", game.box().text
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "open"}]
    change = {"at": ["title"], "value": "Mine"}
    return [
        ("GET", "/api/games", {}),
        ("GET", of, {}),
        ("GET", f"{of}/schema", {}),
        ("GET", f"{of}/lesson", {}),
        ("POST", f"{of}/lesson", {"name": "Anna"}),
        ("POST", f"{of}/box", {"box": box}),
        ("GET", f"{of}/preparation", {}),
        ("POST", f"{of}/preparation", {}),
        ("GET", f"/modules/{game.id}/words.en.ftl", {}),
        ("GET", "/api/phones", {}),
        ("PUT", "/api/phones", {"open": True}),
        ("POST", "/api/workshop/box", {"game": game.id, "box": box, "changes": [change], "seats": 2, "options": {}}),
        ("POST", "/api/workshop/trial", {"game": game.id, "arms": [{"name": "mine"}], "games": 1, "seed": 1}),
        ("GET", f"/api/tables?game={game.id}", {}),
        ("GET", f"/api/tables/known?id={table['id']}&id=nowhere", {}),
        ("POST", "/api/tables", {"game": game.id, "seats": seats, "options": {}, "public": True, "box": box}),
        ("GET", at, {}),
        ("GET", f"{at}/events?first=0", {}),
        ("GET", f"{at}/log", {}),
        ("GET", f"{at}/replay?first=0&count=5", {}),
        ("GET", f"{at}/report", {}),
        ("GET", f"{at}/preparation", {}),
        ("POST", f"{at}/seats/1", {"name": "Ben"}),
        ("PATCH", f"{at}/seats/0", {"name": "Cleo"}),
        ("POST", f"{at}/seats/0/token", {}),
        ("POST", f"{at}/claim", {"token": table["tokens"]["0"]}),
        ("POST", f"{at}/rematch", {}),
        ("POST", f"{at}/chat/1/report", {}),
        ("POST", "/api/import", {"log": finished_log(game.id)}),
    ]


def hostile_call(rng: Random, method: str, path: str, body: dict[str, Any], token: str) -> tuple[bytes, bool]:
    """A request in bytes, and whether it is whole. Its path, its headers or its body are seldom what they should be."""
    sent = hostile(rng, body) if body else b""
    odd = rng.random() < 0.3
    way = "".join(
        rng.choice(("%00", "/", "..", "\u00e9", "?", "%", "A" * 50)) if odd and rng.random() < 0.05 else c for c in path
    )
    lines = [f"{method} {way} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", "Connection: close"]
    if rng.random() < 0.5:
        lines.append(f"Authorization: Bearer {token}")
    if rng.random() < 0.2:
        lines.append(rng.choice(HEADERS))
    more = rng.choice((0,) * 10 + (7, -1))
    head = "\r\n".join([*lines, f"Content-Length: {len(sent) + more}", "", ""]).encode()
    if rng.random() < 0.1:
        return spoilt_head(rng, head) + sent, False
    return head + sent, more <= 0 and CHUNKED not in lines


def spoilt_head(rng: Random, head: bytes) -> bytes:
    here = rng.randrange(len(head))
    return head[:here] + rng.randbytes(1) + head[here + 1 :]


@pytest.mark.randomised
@by_id
def test_no_call_is_answered_by_an_error_of_ours(game: Game, server: Server, record_property: Tally) -> None:
    rng, answered = chance(f"calls {game.id}"), Counter[str]()
    table = server.open(game.id, [{"kind": "here"}] * game.min_seats)
    for _ in range(CALLS):
        ordinary = rng.choice(ordinary_calls(table, game))
        request, whole = hostile_call(rng, *ordinary, table["tokens"]["0"])
        answer = ask_raw(server, request, whole)
        assert answer == b"" or answer[9:10] in (b"2", b"3", b"4"), (request, answer[:300])
        assert b"Traceback" not in answer
        answered[answer[9:10].decode()] += 1
    assert json.loads(server.call("GET", "/healthz").text)["ok"] is True
    assert answered["2"], "nothing was so nearly proper that it was done"
    assert answered[""] < CALLS / 2, "hardly anything was answered"
    record_property("hostile calls", CALLS)
    record_property("of them answered", CALLS - answered[""])
