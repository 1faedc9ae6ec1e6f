"""What a game without a server needs of one: answers as files, a box that is read, and a game that is taken along."""

from __future__ import annotations

import json
from pathlib import Path

from hostile import import_log
from world import Server

import molehill
from molehill.pocket.facts import box_facts
from molehill.server import answers

ALONE = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "greedy"}]


def test_the_files_are_what_the_server_tells(server: Server, tmp_path: Path) -> None:
    """Games, rulebooks, box files and lessons; a lesson comes with its script, because nobody else plays it there."""
    games = [game for game in molehill.games() if game.id in ("honeymoon", "moledozer")]
    answers.write(tmp_path, games)
    files = {path.stem: json.loads(path.read_text()) for path in tmp_path.iterdir()}
    told = server.call("GET", "/api/games").json()
    ready = {"ready": True}
    assert files["games"]["games"] == [
        game | ready for game in told["games"] if game["id"] in ("honeymoon", "moledozer")
    ]
    assert files["games"]["bots"] == [bot for bot in told["bots"] if bot["tables"] is None]  # nets need a server
    for game in games:
        assert files[f"{game.id}.whole"] == server.call("GET", f"/api/games/{game.id}").json() | ready
        lesson = server.call("GET", f"/api/games/{game.id}/lesson").json()
        kept = files[f"{game.id}.lesson"]
        assert {key: kept[key] for key in lesson} == lesson
        assert [move for _, move, asked in kept["script"] if asked] == [m for s in lesson["steps"] for m in s["do"]]


def test_a_box_of_ones_own_is_read_for_a_game_without_a_server(server: Server) -> None:
    game = molehill.game("honeymoon")
    text = game.box().text.replace("timer = 3", "timer = 5")
    told = server.call("POST", "/api/games/honeymoon/box", {"box": text}).json()
    about = {"game": "honeymoon", "rules": game.version, "title": game.box().doc["title"], "toml": text}
    assert told == box_facts(game, game.box_from_text(text, "mine")) | about
    assert told["hash"] != game.box().hash
    wrong = server.call("POST", "/api/games/honeymoon/box", {"box": "title = 1"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-box")
    large = server.call("POST", "/api/games/honeymoon/box", {"box": "#" * 150_000})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    assert server.call("POST", "/api/games/chess/box", {"box": ""}).status_code == 404


def test_who_plays_alone_may_go_on_elsewhere_and_nobody_else(server: Server) -> None:
    """The log of a game that is not over, without its dice: against bots, or with all people at one device."""
    opened = server.call("POST", "/api/tables", {"game": "honeymoon", "seats": ALONE}).json()
    address, client = f"/api/tables/{opened['id']}/log", server.join(opened["id"], *tokens(opened))
    client.hear()
    assert server.call("GET", address, tokens=tokens(opened)).status_code == 409  # it has not begun
    client.ask(do="start")
    log = server.call("GET", address, tokens=tokens(opened)).json()
    assert "dice" not in log
    assert not molehill.replay(log).over
    assert server.call("GET", address).status_code == 409
    assert server.call("GET", address, tokens=[opened["tokens"]["0"]]).status_code == 409  # not the host
    import_log(server, log)
    client.close()


def test_a_game_with_others_stays_where_it_is(server: Server) -> None:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "open"}]
    opened = server.call("POST", "/api/tables", {"game": "honeymoon", "seats": seats}).json()
    server.call("POST", f"/api/tables/{opened['id']}/seats/1", {"name": "Ben"})
    client = server.join(opened["id"], *tokens(opened))
    client.hear()
    client.ask(do="start")
    refused = server.call("GET", f"/api/tables/{opened['id']}/log", tokens=tokens(opened))
    assert (refused.status_code, refused.json()["code"]) == (409, "not-now")
    client.close()


def tokens(opened: dict[str, object]) -> list[str]:
    held = opened["tokens"]
    assert isinstance(held, dict)
    return [str(opened["host"]), *map(str, held.values())]
