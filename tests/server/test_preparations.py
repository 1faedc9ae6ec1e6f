"""Games are made ready beside play, what somebody asks for first. Nothing is compiled: a test says when it is done."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import pytest
from workshop import Workshop
from world import Server, wait_until

import molehill
from molehill.engine.game import Game
from molehill.server import preparations
from molehill.server.preparations import BOTS, RULES, Preparations
from molehill.server.words import Problem

GAMES = [game.id for game in molehill.games()]
ALL = [(game, RULES) for game in GAMES] + [(game, BOTS) for game in GAMES]


@pytest.fixture(autouse=True)
def no_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nets are prepared as well (test_trained.py), but nobody here would let that be done."""
    monkeypatch.setattr(preparations.SHELF, "of", lambda game: [])


class Kitchen:
    """Preparations with a workshop, and the list of what they have loaded."""

    def __init__(self, folder: Path, at_once: int = 1, broken: tuple[str, str] | None = None) -> None:
        self.workshop, self.broken = Workshop(folder), broken
        self.loaded: list[tuple[str, str]] = []
        self.preparations = Preparations(self.workshop.preparer(self.load), at_once)

    def load(self, game: Game, stage: str) -> None:
        if (game.id, stage) == self.broken:
            raise RuntimeError("it does not load")
        self.loaded.append((game.id, stage))

    async def begun(self, game: str, stage: str) -> IO[str]:
        return await asyncio.to_thread(self.workshop.begun, game, stage)

    async def compile(self, *stages: tuple[str, str]) -> None:
        for game, stage in stages:
            await asyncio.to_thread(self.workshop.compile, game, stage)

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Let everything else go on until it is so."""
        while not wanted():
            await asyncio.sleep(0.001)


def in_a_kitchen(kitchen: Kitchen, work: Callable[[Kitchen], Awaitable[None]]) -> None:
    async def run() -> None:
        try:
            async with asyncio.timeout(60):
                await work(kitchen)
        finally:
            await kitchen.preparations.close()

    asyncio.run(run())


def test_all_rules_come_before_all_bots(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        kitchen.preparations.begin()
        await kitchen.compile(*ALL)
        await kitchen.preparations.wait(GAMES[-1], BOTS)
        assert kitchen.loaded == ALL

    in_a_kitchen(Kitchen(tmp_path), work)


def test_what_somebody_asks_for_comes_first_and_what_nobody_did_is_put_off(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        kitchen.preparations.begin()
        first = await kitchen.begun("honeymoon", RULES)
        kitchen.preparations.ask("target_rats")
        asked = await kitchen.begun("target_rats", RULES)
        assert not kitchen.workshop.is_busy("honeymoon", RULES)
        first.close()
        asked.close()
        await kitchen.compile(("target_rats", BOTS))
        rest = [stage for stage in ALL if stage[0] != "target_rats"]
        await kitchen.compile(*rest)
        await kitchen.until(lambda: len(kitchen.loaded) == len(ALL))
        assert kitchen.loaded == [("target_rats", RULES), ("target_rats", BOTS), *rest]

    in_a_kitchen(Kitchen(tmp_path), work)


def test_what_was_asked_for_is_not_put_off_by_a_later_wish(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        kitchen.preparations.ask("honeymoon")
        first = await kitchen.begun("honeymoon", RULES)
        kitchen.preparations.ask("mole_park", RULES)
        first.close()
        await kitchen.compile(("mole_park", RULES), ("honeymoon", BOTS))
        await kitchen.preparations.wait("honeymoon", BOTS)
        assert kitchen.loaded == [("honeymoon", RULES), ("mole_park", RULES), ("honeymoon", BOTS)]

    in_a_kitchen(Kitchen(tmp_path), work)


def test_only_what_nobody_waits_for_is_compiled_with_less_of_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stepped_back: list[int] = []
    monkeypatch.setattr(preparations, "_step_back", stepped_back.append)

    async def work(kitchen: Kitchen) -> None:
        kitchen.preparations.ask("honeymoon", RULES)
        await kitchen.compile(("honeymoon", RULES))
        await kitchen.preparations.wait("honeymoon", RULES)
        assert stepped_back == []
        kitchen.preparations.begin()
        with await kitchen.begun("mole_park", RULES):
            await kitchen.until(lambda: len(stepped_back) == 1)

    in_a_kitchen(Kitchen(tmp_path), work)


def test_as_many_are_compiled_at_once_as_there_are_cores(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        kitchen.preparations.begin()
        both = [await kitchen.begun(game, RULES) for game in GAMES[:2]]
        assert [kitchen.workshop.is_busy(game, RULES) for game in GAMES] == [True, True, *[False] * (len(GAMES) - 2)]
        for pipe in both:
            pipe.close()

    in_a_kitchen(Kitchen(tmp_path, at_once=2), work)


def test_what_is_kept_is_loaded_without_a_process_beside_what_is_being_compiled(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        kitchen.workshop.keep("target_rats", RULES)
        kitchen.preparations.begin()
        slow = await kitchen.begun("honeymoon", RULES)
        await kitchen.preparations.wait("target_rats", RULES)
        assert kitchen.loaded == [("target_rats", RULES)]
        slow.close()

    in_a_kitchen(Kitchen(tmp_path), work)


def test_it_tells_how_far_it_is_and_is_done_only_when_it_is_loaded(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        about = kitchen.preparations.about
        assert about("honeymoon") == {"game": "honeymoon", RULES: 0.0, BOTS: 0.0, "trouble": None}
        kitchen.preparations.ask("honeymoon", RULES)
        pipe = await kitchen.begun("honeymoon", RULES)
        pipe.write("0.420\n")
        await kitchen.until(lambda: about("honeymoon")[RULES] == 0.42)
        pipe.write("1.000\n")
        await kitchen.until(lambda: about("honeymoon")[RULES] > 0.9)
        assert about("honeymoon")[RULES] < 1.0
        pipe.close()
        await kitchen.preparations.wait("honeymoon", RULES)
        assert about("honeymoon") == {"game": "honeymoon", RULES: 1.0, BOTS: 0.0, "trouble": None}

    in_a_kitchen(Kitchen(tmp_path), work)


def test_what_failed_is_told_and_tried_again_when_somebody_asks(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        preparations = kitchen.preparations
        waiting = asyncio.create_task(preparations.wait("honeymoon", BOTS))
        pipe = await kitchen.begun("honeymoon", RULES)
        pipe.write("lost\n")
        with pytest.raises(Problem, match="Honeymoon could not be made ready"):
            await waiting
        pipe.close()
        assert "Honeymoon could not" in preparations.about("honeymoon")["trouble"]
        with pytest.raises(Problem, match="Honeymoon could not be made ready"):
            await preparations.wait("honeymoon", RULES)
        preparations.ask("honeymoon", RULES)
        assert preparations.about("honeymoon")["trouble"] is None
        await kitchen.compile(("honeymoon", RULES))
        await preparations.wait("honeymoon", RULES)

    in_a_kitchen(Kitchen(tmp_path), work)


def test_what_does_not_load_has_failed_and_the_others_go_on(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        for stage in ALL:
            kitchen.workshop.keep(*stage)
        kitchen.preparations.begin()
        await kitchen.preparations.wait("target_rats", BOTS)
        with pytest.raises(Problem, match="Honeymoon could not be made ready"):
            await kitchen.preparations.wait("honeymoon", BOTS)
        await kitchen.until(lambda: len(kitchen.loaded) == len(ALL) - 2)

    in_a_kitchen(Kitchen(tmp_path, broken=("honeymoon", RULES)), work)


def test_what_was_compiled_and_not_kept_is_not_compiled_by_the_server(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        preparer = kitchen.workshop.preparer(kitchen.load)
        forgetful = Preparations(type(preparer)(lambda game, stage: False, preparer.command, preparer.load), 1)
        waiting = asyncio.create_task(forgetful.wait("honeymoon", RULES))
        await kitchen.compile(("honeymoon", RULES))
        with pytest.raises(Problem, match="could not be made ready"):
            await waiting
        assert kitchen.loaded == []

    in_a_kitchen(Kitchen(tmp_path), work)


def test_who_stops_waiting_disturbs_nobody(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        gone, stays = (asyncio.create_task(kitchen.preparations.wait("honeymoon", RULES)) for _ in range(2))
        pipe = await kitchen.begun("honeymoon", RULES)
        gone.cancel()
        pipe.close()
        await stays

    in_a_kitchen(Kitchen(tmp_path), work)


def test_nobody_waits_for_a_game_that_there_is_not(tmp_path: Path) -> None:
    async def work(kitchen: Kitchen) -> None:
        await kitchen.preparations.wait("chess", BOTS)
        assert kitchen.preparations.about("chess") == {"game": "chess", RULES: 1.0, BOTS: 1.0, "trouble": None}

    in_a_kitchen(Kitchen(tmp_path), work)


# ---- the whole server ------------------------------------------------------------------------------------------------


@pytest.fixture
def slow(serve: Callable[..., Server], tmp_path: Path, workshop: Workshop) -> Server:
    """A server that prepares what it is asked for, when the test says so."""
    return serve(f"sqlite:///{tmp_path / 'tables.db'}", workshop=workshop, warm=False)


@pytest.fixture
def eager(serve: Callable[..., Server], tmp_path: Path, workshop: Workshop) -> Server:
    """A server that prepares everything, when the test says so."""
    return serve(f"sqlite:///{tmp_path / 'tables.db'}", workshop=workshop, warm=True)


def how_far(server: Server, path: str = "/api/games/honeymoon") -> dict[str, Any]:
    return dict(server.call("GET", f"{path}/preparation").json())


def test_everything_but_a_table_is_there_at_once(eager: Server) -> None:
    assert eager.call("GET", "/healthz").json()["ok"]
    assert [game["ready"] for game in eager.call("GET", "/api/games").json()["games"]] == [False] * len(GAMES)
    whole = eager.call("GET", "/api/games/moledozer").json()
    assert "MD-01" in whole["rulebook"]
    assert whole["box"] == molehill.game("moledozer").box().text
    assert eager.call("GET", "/api/tables").json() == {"tables": []}
    assert eager.call("GET", "/api/games/chess/preparation").status_code == 404
    assert eager.call("GET", "/api/tables/no-such-table/preparation").status_code == 404


def test_a_table_opens_when_its_rules_are_ready(slow: Server, workshop: Workshop) -> None:
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(slow.open, "honeymoon")
        pipe = workshop.begun("honeymoon", RULES)
        pipe.write("0.25\n")
        wait_until(lambda: how_far(slow)[RULES] == 0.25)
        assert not opening.done()
        pipe.close()
        opened = opening.result()
    assert how_far(slow)[RULES] == 1.0
    assert how_far(slow, f"/api/tables/{opened['id']}")["game"] == "honeymoon"
    assert slow.join(opened["id"]).hear()["table"]["game"] == "honeymoon"


def test_asking_for_a_game_prepares_it_first(eager: Server, workshop: Workshop) -> None:
    assert eager.call("POST", "/api/games/target_rats/preparation").json()["game"] == "target_rats"
    pipe = workshop.begun("target_rats", RULES)
    pipe.write("0.5\n")
    wait_until(lambda: how_far(eager, "/api/games/target_rats")[RULES] == 0.5)
    eager.stop()
    pipe.close()


def test_people_move_while_a_bot_waits_until_it_can_think(slow: Server, workshop: Workshop) -> None:
    workshop.keep("honeymoon", RULES)
    opened = slow.open("honeymoon", [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "easy"}])
    anna = slow.join(opened["id"], *opened["tokens"].values())
    anna.hear()
    anna.ask(do="start")
    pipe = workshop.begun("honeymoon", BOTS)
    assert anna.play(random.Random(1))["pending"] == [1]
    answer = anna.ask(do="hint", seat=0)
    assert answer["code"] == "not-now"
    pipe.close()
    anna.until(lambda said: said["say"] == "update" and said["pending"] == [0, 1])


def test_a_hint_is_refused_in_words_until_bots_can_think(slow: Server, workshop: Workshop) -> None:
    workshop.keep("honeymoon", RULES)
    opened = slow.open("honeymoon")
    anna = slow.join(opened["id"], *opened["tokens"].values())
    anna.hear()
    anna.ask(do="start")
    refused = anna.ask(do="hint", seat=0)
    assert (refused["code"], "waking up" in refused["why"]) == ("not-now", True)
    workshop.compile("honeymoon", BOTS)
    slow.prepare()
    anna.send(do="hint", seat=0)
    assert anna.hear()["say"] == "hint"


def test_a_game_that_can_not_be_made_ready_is_refused_in_words(slow: Server, workshop: Workshop) -> None:
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(slow.call, "POST", "/api/tables", {"game": "honeymoon", "seats": [{"kind": "here"}] * 2})
        with workshop.begun("honeymoon", RULES) as pipe:
            pipe.write("lost\n")
            refused = opening.result()
    assert (refused.status_code, refused.json()["code"]) == (503, "trouble")
    assert "Honeymoon could not" in how_far(slow)["trouble"]
    assert slow.call("GET", "/healthz").json()["ok"]


def test_a_log_is_taken_in_when_the_rules_are_ready(slow: Server, workshop: Workshop) -> None:
    log = molehill.game("honeymoon").match().log
    with ThreadPoolExecutor(1) as pool:
        importing = pool.submit(slow.call, "POST", "/api/import", {"log": log})
        pipe = workshop.begun("honeymoon", RULES)
        assert not importing.done()
        pipe.close()
        assert importing.result().status_code == 201


@pytest.mark.parametrize("end", [Server.stop, Server.interrupt], ids=["SIGTERM", "Ctrl-C"])
def test_processes_end_with_the_server(slow: Server, workshop: Workshop, end: Callable[[Server], None]) -> None:
    slow.call("POST", "/api/games/honeymoon/preparation")
    pipe = workshop.begun("honeymoon", RULES)
    assert workshop.is_busy("honeymoon", RULES)
    end(slow)
    assert not workshop.is_busy("honeymoon", RULES)
    pipe.close()


def test_who_waits_for_a_table_is_told_that_the_server_stops(slow: Server, workshop: Workshop) -> None:
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(slow.call, "POST", "/api/tables", {"game": "honeymoon", "seats": [{"kind": "here"}] * 2})
        pipe = workshop.begun("honeymoon", RULES)
        slow.stop()
        refused = opening.result()
    assert (refused.status_code, "restarted" in refused.json()["why"]) == (503, True)
    pipe.close()


def test_the_server_needs_no_compiler_to_begin() -> None:
    """Numba takes half a second to load; nobody should wait for that before the lobby opens."""
    lazy = "import sys, molehill.server.run; print([m for m in ('numba', 'numpy', 'alembic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", lazy], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
