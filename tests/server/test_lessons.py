"""Lessons at a table: the rules answer, chance and the others follow the script, and nothing else can be done there."""

from __future__ import annotations

from typing import Any

import pytest
from world import Server

import molehill
from molehill import Game
from molehill.server import dice
from molehill.server.seats import hashed
from molehill.server.setting import Setting
from molehill.server.table import Table
from molehill.server.words import Problem

SECRET = b"s" * 32
TAUGHT = [game for game in molehill.games() if game.lesson]


def begun(game: Game) -> Table:
    assert game.lesson is not None
    bots = [{"kind": "bot", "bot": "easy"}] * (game.lesson.seats - 1)
    setting = Setting(
        game.id, rules=game.version, options=game.lesson.options, box=None, box_hash="", host=hashed("host"),
        script=[list(move) for move in game.lesson.script],
    )  # fmt: skip
    seats = [{"kind": "person", "name": "Anna", "token": hashed("Anna")}, *bots]
    table = Table.opened("t", SECRET, setting, seats, 100.0)
    table.start(101.0, None)
    return table


def state(table: Table) -> tuple[int, bytes]:
    assert table.match is not None
    return table.seq, table.match.table.tobytes()


def refused(table: Table, move: dict[str, Any]) -> Problem:
    before = state(table)
    with pytest.raises(Problem) as problem:
        table.move(0, move, table.seq, 102.0, None)
    assert state(table) == before
    return problem.value


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_is_played_to_its_end_and_only_as_it_is_written(game: Game) -> None:
    assert game.lesson is not None
    table = begun(game)
    asked = [move for step in game.lesson.steps for move in step.do]
    for made, move in enumerate(asked):
        assert table.match is not None
        assert table.script.learned(table.match) == made
        assert table.due("easy") is None, "no bot decides anything"
        assert not table.can_undo(0)
        for other in table.match.legal(0):
            if game.part("moves").encode(other) != game.part("moves").encode(move):
                assert refused(table, other).code == "lesson"
        table.move(0, move, table.seq, 103.0, None)
    assert table.match is not None
    assert table.match.count == len(game.lesson.script)
    assert table.script.learned(table.match) == len(asked)
    if not table.match.over:
        assert {refused(table, move).code for move in table.match.legal(0)} <= {"not-now"}
    again = Table.rebuilt("t", SECRET, table.take_fresh(), table.status)
    assert state(again) == state(table)
    assert dice.verify(table.log).checked == 0, "no roll is the server's"


def test_what_the_rules_forbid_is_refused_by_the_rules() -> None:
    table = begun(molehill.game("honeymoon"))
    problem = refused(table, {"do": "dig", "at": [4, 0], "to": "east", "length": 3})
    assert (problem.code, problem.rule) == ("rule", "HM-06")
    assert refused(table, {"do": "dance"}).code == "malformed"


def test_nothing_is_taken_back_and_who_leaves_ends_it() -> None:
    table = begun(molehill.game("honeymoon"))
    table.move(0, {"do": "dig", "at": [4, 0], "to": "east", "length": 4}, table.seq, 102.0, None)
    with pytest.raises(Problem, match="goes one way"):
        table.undo(0, table.seq, 103.0, None)
    table.leave(0, "greedy", 104.0)
    assert table.status == "over"
    again = Table.rebuilt("t", SECRET, table.take_fresh(), "over")
    assert (again.status, again.due("easy")) == ("over", None)


def test_after_a_lesson_that_was_won_the_rematch_is_a_real_game() -> None:
    game = molehill.game("moledozer")
    assert game.lesson is not None
    table = begun(game)
    for step in game.lesson.steps:
        for move in step.do:
            table.move(0, move, table.seq, 102.0, None)
    assert table.status == "over"
    again = table.rematch("u", SECRET, 103.0, None)
    assert again is not None
    assert not again.script


def test_a_lesson_is_opened_told_and_played_over_the_network(server: Server) -> None:
    told = server.call("GET", "/api/games/honeymoon/lesson").json()
    assert told["steps"][0] == {"name": "goal", "rule": "HM-19", "do": []}
    opened = server.call("POST", "/api/games/honeymoon/lesson", {"name": "Anna"})
    assert opened.status_code == 201, opened.text
    client = server.join(opened.json()["id"], opened.json()["tokens"]["0"], opened.json()["host"])
    client.hear()
    client.ask(do="start")
    table = client.update["table"]
    assert (table["lesson"], table["public"], table["spectators"], table["hints"]) == (0, False, False, False)
    wrong = client.ask(do="move", seat=0, move={"do": "pass"}, seq=client.update["seq"])
    assert (wrong["code"], wrong["rule"]) == ("rule", "HM-10")
    other = next(move for _, move in client.my_moves() if move != told["steps"][1]["do"][0])
    assert client.ask(do="move", seat=0, move=other, seq=client.update["seq"])["code"] == "lesson"
    for step in told["steps"]:
        for move in step["do"]:
            client.ask(do="move", seat=0, move=move, seq=client.update["seq"])
    assert client.update["table"]["lesson"] == sum(len(step["do"]) for step in told["steps"])
    client.close()


def test_nobody_says_what_falls_at_a_table(server: Server) -> None:
    script = [["chance", {"do": "roll", "shows": 6}, False]]
    here = [{"kind": "here", "name": "Anna"}]
    for extra in ({"script": script}, {"lesson": True}):
        assert server.call("POST", "/api/tables", {"game": "honeymoon", "seats": here, **extra}).status_code == 422
    assert server.call("POST", "/api/games/honeymoon/lesson", {"name": "A", "script": script}).status_code == 422
    assert server.call("POST", "/api/games/honeymoon/lesson", {"name": " "}).status_code == 422
    assert server.call("POST", "/api/games/nonsense/lesson", {"name": "Anna"}).status_code == 404
