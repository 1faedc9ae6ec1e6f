"""The workshop on the server: boxes are changed and tried, and nobody can take more of the machine than a share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from world import Server

import molehill
from molehill.lab.questions import LONGEST_BOX, Question
from molehill.server import sandbox, workshop
from molehill.server.settings import Settings
from molehill.server.words import Problem
from molehill.server.workshop import Workshop

MOON = molehill.game("honeymoon").box().text
MINE = MOON.replace("slots = 7", "slots = 5")
ASKED: dict[str, Any] = {"game": "honeymoon", "arms": [{"name": "shipped"}, {"name": "mine", "box": MINE}]}


def edit(server: Server, **wanted: Any) -> httpx.Response:
    return server.call("POST", "/api/workshop/box", {"game": "honeymoon", **wanted})


def lines(server: Server, question: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What is told of a question, line by line. Who stops reading goes away."""
    with httpx.stream("POST", f"{server.url}/api/workshop/trial", json=question, timeout=None) as answer:
        assert answer.status_code == 200
        yield from (json.loads(line) for line in answer.iter_lines())


def test_a_box_is_changed_and_shown(server: Server) -> None:
    told = edit(server, changes=[{"at": ["counts", "slots"], "value": 5}], seats=3).json()
    assert told["box"].count("slots = 5 # for rolled ones") == 1
    assert told["view"]["seats"] == 3
    assert told["breaks"] is None
    again = edit(server, box=told["box"], changes=[{"at": ["counts", "slots"], "value": 99}]).json()
    assert again["breaks"]["at"] == ["counts", "slots"]
    assert again["view"] is None


def test_what_is_found_grows_and_ends(server: Server) -> None:
    told = list(lines(server, ASKED | {"games": 3000}))
    assert told[0] == {"say": "waiting"}
    assert told[-1] == {"say": "over"}
    found = [line["found"] for line in told if line["say"] == "found"]
    games = [each["games"] for each in found]
    assert games == sorted(set(games))
    assert games[-1] == 3000
    assert found[-1]["done"]
    assert {each["measure"] for each in found[-1]["differences"]} >= {"length", "points", "edge[1]"}


def test_a_box_that_can_not_be_played_is_refused_in_words(server: Server) -> None:
    broken = ASKED | {"arms": [{"name": "mine", "box": MOON.replace("slots = 7", "slots = 99")}]}
    told = list(lines(server, broken))[-1]
    assert (told["say"], told["code"]) == ("refused", "bad-box")
    assert told["why"].startswith("mine, line 6: counts.slots is 99")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("box", {"game": "chess"}, 404),
        ("box", {"game": "honeymoon", "box": "x" * (LONGEST_BOX + 1)}, 422),
        ("box", {"game": "honeymoon", "box": "title = "}, 422),
        ("box", {"game": "honeymoon", "changes": [{"at": ["counts", "nothing"], "value": None}]}, 422),
        ("box", {"game": "honeymoon", "changes": [{"at": ["a"] * 11, "value": 1}]}, 422),
        ("box", {"game": "honeymoon", "changes": [{"at": ["a"], "value": [[1] * 200]}]}, 422),
        ("box", {"game": "honeymoon", "seats": 9}, 422),
        ("box", {"game": "honeymoon", "box": "a = " + "[" * 5000}, 422),
        ("trial", {"game": "chess", "arms": [{"name": "a"}]}, 404),
        ("trial", {"game": "honeymoon", "arms": []}, 422),
        ("trial", {"game": "honeymoon", "arms": [{"name": "a"}], "games": 10**9}, 422),
        ("trial", {"game": "honeymoon", "arms": [{"name": "a", "box": "x" * 500_000}]}, 413),
    ],
)
def test_what_nobody_needs_is_refused(server: Server, path: str, body: dict[str, Any], status: int) -> None:
    answer = server.call("POST", f"/api/workshop/{path}", body)
    assert answer.status_code == status, answer.text
    assert answer.json()["why"]


def test_who_thinks_too_long_may_not_play(server: Server) -> None:
    told = list(lines(server, ASKED | {"arms": [{"name": "a", "bots": ["sharp"]}]}))
    assert told[-1]["code"] == "bad-question"
    assert "sharp" in told[-1]["why"]


def test_who_leaves_makes_room(server: Server) -> None:
    """One process, and each reader stops after the first answer of a question that would take a minute."""
    for _ in range(3):
        for told in lines(server, ASKED | {"games": 1_000_000}):
            if told["say"] == "found":
                break
    assert list(lines(server, ASKED | {"games": 40}))[-1] == {"say": "over"}


def test_it_can_be_switched_off(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", workshop_processes=0)
    for path, body in (("box", {"game": "honeymoon"}), ("trial", ASKED)):
        answer = server.call("POST", f"/api/workshop/{path}", body)
        assert answer.status_code == 403
        assert answer.json()["code"] == "off"
        assert "switched off" in answer.json()["why"]


def test_a_server_with_a_long_question_stops_when_it_is_told_to(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    asked = lines(server, ASKED | {"games": 1_000_000})
    assert next(asked) == {"say": "waiting"}
    assert next(asked)["say"] == "found"
    server.stop()
    assert not server.process.is_alive()


# ---- the processes, without a server ---------------------------------------------------------------------------------


async def first_games(shop: Workshop, who: str, **changes: Any) -> int:
    question = Question.model_validate(ASKED | changes)
    async for answer in shop.answers(who, question):
        return int(answer["games"])
    raise AssertionError("nothing was found")


def in_a_workshop(work: Callable[[Workshop], Any], **settings: Any) -> Any:
    async def main() -> Any:
        shop = Workshop(Settings(**settings))
        try:
            return await work(shop)
        finally:
            await shop.sandbox.rest(after=0.0)

    return asyncio.run(main())


def test_a_box_that_takes_too_long_is_ended_and_the_next_one_is_unharmed() -> None:
    async def work(shop: Workshop) -> int:
        with patch.dict(sandbox._LIMITS["try"], {"seconds": 1e-6}), pytest.raises(Problem) as refused:
            await first_games(shop, "somebody")
        assert refused.value.code == "bad-question"
        return await first_games(shop, "somebody", games=40)

    assert in_a_workshop(work) == 40


def test_addresses_take_turns_and_one_of_them_can_not_fill_the_line() -> None:
    """With one process, somebody who asks many questions at once does not keep another waiting for all of them."""

    async def work(shop: Workshop) -> tuple[list[str], int]:
        order: list[str] = []

        async def ask(who: str) -> None:
            await first_games(shop, who, games=30)
            order.append(who)

        greedy = [asyncio.create_task(ask("greedy")) for _ in range(14)]
        await asyncio.sleep(0)
        await asyncio.gather(asyncio.create_task(ask("modest")))
        modest = order.index("modest")
        ends = await asyncio.gather(*greedy, return_exceptions=True)
        refused = sum(isinstance(end, Problem) and end.code == "too-fast" for end in ends)
        return order[: modest + 1], refused

    order, refused = in_a_workshop(work)
    assert order.count("greedy") <= 2
    assert refused == 3, "one plays, ten wait, and the rest is told to come later"


def test_who_leaves_in_the_middle_of_a_turn_leaves_the_process_to_others() -> None:
    async def work(shop: Workshop) -> tuple[int, int]:
        await first_games(shop, "somebody", games=30)
        (process, _), *none = shop.sandbox._idle
        assert not none
        with patch.object(workshop, "_FIRST", 0.2):
            leaving = asyncio.create_task(first_games(shop, "somebody", games=1_000_000))
            while not shop.sandbox._busy:
                await asyncio.sleep(0)
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
        assert not shop.sandbox._busy
        return process.pid, shop.sandbox._idle[0][0].pid

    before, after = in_a_workshop(work)
    assert before == after
