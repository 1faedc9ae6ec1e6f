"""The arena: who plays whom, what a program is told, and what happens if it does not answer as it should."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import molehill
from command_line import Run
from molehill.engine.errors import Unknown
from molehill.lab.agents import Fault, Program, _Process, read, read_all
from molehill.lab.leaderboard import Board, arena
from molehill.lab.policies import Stream

EXAMPLE = Path(__file__).parents[2] / "examples" / "arena_agent.py"
FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if len(sys.argv) > 1:
        open(sys.argv[1], "a").write(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif told["type"] == "decide":
        print(ANSWER, flush=True)
"""
LONG = 600.0  # seconds: where a program is not to lose because the machine is busy
GOOD = 'json.dumps({"move": told["legal"][0]})'


def program(folder: Path, answer: str, *arguments: str) -> str:
    """The command of a program that answers every question in this way."""
    file = folder / f"agent{abs(hash(answer))}.py"
    file.write_text(FIRST.replace("ANSWER", answer), encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(file), *arguments])


def test_the_stronger_comes_first_and_the_same_seed_gives_the_same_board():
    one, two = (arena("honeymoon", ["random", "fair", "greedy"], games=20, seed=3) for _ in range(2))
    assert [place.agent for place in one.places][-1] == "random"
    assert one.as_json() | {"seconds": 0} == two.as_json() | {"seconds": 0}
    assert one.duel("fair", "random").rate == 1 - one.duel("random", "fair").rate > 0.5
    assert one.duel("fair", "nobody") is None
    assert [duel.games for duel in one.duels] == [20, 20, 20]


def test_chance_is_paired(tmp_path):
    """With the seats exchanged a game has the same rolls, and they are those of the compiled loop."""
    heard = tmp_path / "heard"
    arena("honeymoon", ["random", f"mine={program(tmp_path, GOOD, str(heard))}"], games=2, seed=5)
    rolls: dict[int, list[int]] = {0: [], 1: []}
    for message in map(json.loads, heard.read_text().splitlines()):
        if message["type"] == "decide":
            rolls[message["view"]["seat"]] += [e["shows"] for e in message["events"] if e["event"] == "rolled"]
    common = min(map(len, rolls.values()))
    assert common > 3
    assert rolls[0][:common] == rolls[1][:common]
    dice, match = Stream(5, 0), molehill.game("honeymoon").match()
    for roll in rolls[0]:
        assert match.chance(rng=dice)["shows"] == roll
        while isinstance(match.pending, tuple) and match.pending:
            match.play(match.pending[0], match.legal(match.pending[0])[0])


def test_a_program_is_told_what_its_seat_sees_and_no_more(tmp_path):
    heard = tmp_path / "heard"
    arena("mole_park", ["random", f"mine={program(tmp_path, GOOD, str(heard))}"], games=2, seed=5)
    told = [json.loads(line) for line in heard.read_text().splitlines()]
    assert {message["type"] for message in told} == {"hello", "start", "decide", "end"}
    seats = {message["seat"] for message in told if message["type"] == "hello"}
    assert seats == {0, 1}  # one process a seat
    for message in told:
        if message["type"] == "decide":
            own = message["view"]["seat"]
            assert all((player["hand"] is not None) == (player["seat"] == own) for player in message["view"]["players"])
            assert message["legal"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('\'{"move": {"do": "win"}}\'', "no legal move"),
        ("'no JSON'", "no JSON"),
        ("'[1]'", "no object"),
        ("'x' * 70000", "more than 65,536 bytes"),
        ("sys.exit(0)", "it ended"),
        ('json.dumps({"move": True})', "no legal move"),
    ],
)
def test_a_program_that_answers_badly_loses_that_game(tmp_path, answer, why):
    check_that_it_loses(arena("honeymoon", [f"mine={program(tmp_path, answer)}", "random"], games=2, seconds=LONG), why)


def test_a_program_that_does_not_answer_in_time_loses_that_game(tmp_path, monkeypatch):
    """It may take long for a move, but who waits for it soon loses patience."""
    line = _Process.line
    monkeypatch.setattr(_Process, "line", lambda process, most: line(process, 0.1 if most == LONG else most))
    silent = program(tmp_path, "sys.stdin.read()")
    board = arena("honeymoon", [f"mine={silent}", "random"], games=2, seconds=LONG)
    check_that_it_loses(board, "did not answer within")


def check_that_it_loses(board: Board, why: str) -> None:
    assert [place.agent for place in board.places] == ["random", "mine"]
    assert board.places[1].faults == 2
    assert board.duel("random", "mine").rate == 1
    assert why in board.faults[0]


def test_a_program_that_asks_for_numbers_gets_what_its_seat_sees_as_numbers(tmp_path):
    heard = tmp_path / "heard"
    command = program(tmp_path, GOOD, str(heard))
    file = Path(shlex.split(command)[2])
    file.write_text(file.read_text().replace('"ready"}', '"ready", "observation": True}'), encoding="utf-8")
    assert not arena("honeymoon", ["random", f"mine={command}"], games=2).faults
    told = [json.loads(line) for line in heard.read_text().splitlines()]
    asked = [message for message in told if message["type"] == "decide"]
    game = molehill.game("honeymoon")
    assert {len(message["observation"]) for message in asked} == {game.observation(2).size}
    encode = game.part("moves").encode
    assert all([encode(move) for move in message["legal"]] == message["numbers"] for message in asked)


def test_a_move_may_be_answered_by_its_place_in_the_list(tmp_path):
    board = arena("honeymoon", [f"mine={program(tmp_path, GOOD)}", "random"], games=2)
    again = arena("honeymoon", [f"mine={program(tmp_path, json.dumps(json.dumps({'move': 0})))}", "random"], games=2)
    assert board.as_json()["pairs"] == again.as_json()["pairs"]
    assert not again.faults


def test_a_program_that_floods_and_never_reads_is_ended(tmp_path):
    flood = tmp_path / "flood.py"
    flood.write_text("while True: print('{}')", encoding="utf-8")
    game = molehill.game("honeymoon")
    agent = Program("flood", [sys.executable, "-S", str(flood)], game, 2, {}, 0, LONG)
    with pytest.raises(Fault, match="to hello"):
        agent.begin(game.match(), 0, 0, 0)
    assert agent._process is None


def test_teams_of_a_cooperative_game_play_the_same_deals(tmp_path):
    board = arena("mole_rats", ["random", "greedy", f"mine={program(tmp_path, 'broken')}"], games=2)
    assert board.duels == ()
    lost = next(place for place in board.places if place.agent == "mine")
    assert (lost.ahead.rate, lost.mu) == (0, None)
    assert lost.faults >= 2


@pytest.mark.parametrize(
    ("specs", "why"),
    [
        (["fair"], "two agents or more"),
        (["fair", "fair"], "called 'fair'"),
        (["fair", "farm"], "did you mean fair"),
        (["fair", "fair:20"], "only sharp"),
        (["fair", "sharp:0"], "simulations are"),
        (["fair", "mine=no_such_program_at_all"], "there is no program"),
        (["fair", "mine="], "there is no program"),
        (["fair", "<b>=python"], "an agent's name"),
    ],
)
def test_agents_that_are_none_are_refused(specs, why):
    with pytest.raises(Unknown, match=why):
        read_all(specs)


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(Unknown, match="alone"):
        arena("honeymoon", ["fair", "random"], seats=1)
    with pytest.raises(Unknown, match="seconds for a move"):
        arena("honeymoon", ["fair", "random"], seconds=0)
    assert read("sharp:20").as_json() == {"name": "sharp:20", "bot": "sharp", "sims": 20}


def test_the_command_writes_a_page(tmp_path, run: Run):
    page = tmp_path / "board.html"
    mine = shlex.join([sys.executable, str(EXAMPLE)])
    pair = ("arena", "honeymoon", "--games", "4", "--agent", "greedy", "--agent")
    assert run(*pair, f"m & m={mine}", "--out", str(page))[0] == 2  # & is no part of a name
    code, out, err = run(*pair, f"mine={mine}", "--out", str(page))
    assert (code, err) == (0, "")
    assert "greedy" in out
    assert "<td>mine</td>" in page.read_text(encoding="utf-8")
    assert json.loads(run(*pair, "random", "--json")[1])["places"][0]["agent"] == "greedy"
    assert "no folder" in run(*pair, "random", "--out", str(tmp_path / "none" / "page.html"))[2]
