"""Rules in WebAssembly play as the native ones do: moves, outcomes, events, secrets and tables, byte by byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest
from node import needs_chromium, needs_node, run
from recording import edition
from twins import Trial, advice, choices, decisions, ends, natively, trials

import molehill
from molehill import CHANCE, Game, Match, browser, pocket
from molehill.bots import preparing
from molehill.bots.levels import PLENTY
from molehill.bots.tree import GAME
from molehill.engine import compiling
from molehill.engine.compiling import JIT
from molehill.engine.match import drawn
from molehill.engine.units import link_unit
from molehill.pocket import Unfit, building, objects
from molehill.pocket import __main__ as pocket_command
from molehill.pocket.entries import entries
from molehill.pocket.facts import box_facts, facts
from molehill.pocket.portable import object_file
from scenario import EFFORT, chance, often, random_move

pytestmark = [needs_node, pytest.mark.skipif(not JIT, reason="nothing is compiled")]

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
SHORT = molehill.game("honeymoon")  # what is the same for all games is tried with one


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for modules; each game's are built when a test first needs them."""
    made = tmp_path_factory.mktemp("pocket")
    browser.write(made, molehill.games())
    for name in pocket.HOST:
        (made / name).write_text(pocket.host(name), encoding="utf-8")
    (made / "package.json").write_text('{"type": "module"}')
    return made


def built(folder: Path, game: Game, stage: str = "rules") -> Path:
    path = folder / f"{game.id}.{stage}.wasm"
    if not path.exists():
        path.write_bytes(pocket.module(game, stage))
        (folder / f"{game.id}.json").write_text(json.dumps(facts(game)))
    return folder


def in_wasm(folder: Path, game: Game, played: list[Trial]) -> dict[str, Any]:
    given = [trial.sent(game) for trial in played]
    return dict(run("play.mjs", str(built(folder, game)), game.id, "rules", given=given))


def whole_games(game: Game, count: int) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Twenty series of so many games at random, as they are sent, and how they end natively."""
    rng, given, wanted = chance(f"ends {game.id}"), [], []
    for trial in trials(game, 20, rng):
        sent = trial.sent(game) | {"first": 0, "count": count, "table": GAME}
        sent["options"] = game.option_numbers(game.read_options(trial.options, trial.seats)).tolist()
        given.append(sent)
        wanted.append(ends(game, trial, count))
    return given, wanted


def decided(game: Game, count: int) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """Decisions of each level, so many with few and with many seats, as they are sent, and what is chosen natively."""
    rng, given, wanted = chance(f"choices {game.id}"), [], []
    long = [("sharp", PLENTY)] if game.farsight else []
    for level, sims in (("greedy", None), ("easy", None), ("fair", None), ("sharp", 60), *long):
        for seats in {game.min_seats, game.max_seats}:
            positions, word = decisions(game, seats, count, rng), rng.getrandbits(63)
            sent = [{"table": p.table.hex(), "seats": seats, "seat": p.seat} for p in positions]
            given.append({"level": level, "word": str(word), "sims": sims, "positions": sent})
            wanted.append(choices(game, level, sims, word, positions))
    return given, wanted


def does_not_grow(rooms: list[dict[str, int]], after: int) -> bool:
    """Whether no block is missing at the end, and the memory is no larger than after this piece of work."""
    return rooms[-1]["blocks"] == 0 and rooms[-1] == rooms[after]


# ---- the same everywhere --------------------------------------------------------------------------------------------


@GAMES
@pytest.mark.randomised
def test_random_games_are_the_same_natively_and_in_wasm(folder: Path, game: Game) -> None:
    """All numbers of seats, options and editions: every list of moves and outcomes, every event, what each may know."""
    played = list(trials(game, often(24), chance(f"pocket {game.id}")))
    found, wanted = in_wasm(folder, game, played)["games"], natively(game, played)
    assert len({end["seen"] for end in wanted}) > len(played) / 2  # they really differ
    assert found == wanted


@GAMES
def test_nothing_grows_from_game_to_game(folder: Path, game: Game) -> None:
    """Rules give back what they take: after many games no block is missing, and the memory is as large as before."""
    few = list(trials(game, 24, chance("few")))
    first, last = (in_wasm(folder, game, played)["room"] for played in (few, few * often(3)))
    assert first["blocks"] == 0
    assert first == last


@GAMES
@pytest.mark.randomised
def test_a_thousand_whole_games_end_the_same(folder: Path, game: Game) -> None:
    """Random games in the compiled loop of the bots, all numbers of seats and options, compared at every end."""
    given, wanted = whole_games(game, often(50))
    found = run("think.mjs", str(built(folder, game, "bots")), game.id, given={"series": given})
    assert len({end for series in wanted for end in series}) > len(given)  # they really differ
    assert found["ends"] == wanted
    assert does_not_grow(found["rooms"], game.max_seats - game.min_seats)


# ---- bots -----------------------------------------------------------------------------------------------------------


@GAMES
@pytest.mark.randomised
def test_bots_choose_the_same(folder: Path, game: Game) -> None:
    """Each level, in decisions of whole games, one after the other: what a bot has learned it keeps."""
    given, wanted = decided(game, often(13))
    found = run("think.mjs", str(built(folder, game, "bots")), game.id, given={"choices": given})
    assert found["choices"] == wanted
    assert does_not_grow(found["rooms"], -2)  # `sharp`, which comes last and needs most, has thought twice


@needs_chromium
@pytest.mark.parametrize("game", molehill.games() if EFFORT > 1 else [SHORT], ids=lambda game: game.id)
@pytest.mark.randomised
def test_chromium_plays_and_thinks_the_same(folder: Path, game: Game) -> None:
    """Whole random games and bots' choices, in the browser itself: ten thousand and a thousand in the long form."""
    (games, ended), (asked, chosen) = whole_games(game, often(50) if EFFORT > 1 else 5), decided(game, often(13))
    given = {"series": games, "choices": asked}
    found = run("think_in_chromium.mjs", str(built(folder, game, "bots")), game.id, given=given)
    assert (found["ends"], found["choices"]) == (ended, chosen)
    assert does_not_grow(found["rooms"], len(asked) + game.max_seats - game.min_seats)


@GAMES
@pytest.mark.randomised
def test_hints_are_the_same(folder: Path, game: Game) -> None:
    """The best moves with their forecasts, and what is expected next."""
    rng = chance(f"hints {game.id}")
    positions = decisions(game, max(2, game.min_seats), often(2), rng)
    given = [
        {"table": p.table.hex(), "seats": p.match.seats, "seat": p.seat, "word": str(n), "sims": 40, "best": 3}
        for n, p in enumerate(positions)
    ]
    found = run("think.mjs", str(built(folder, game, "bots")), game.id, given={"advice": given})
    assert found["advice"] == [advice(game, position, n, 40, 3) for n, position in enumerate(positions)]


# ---- logs and dice --------------------------------------------------------------------------------------------------


def replayed(folder: Path, game: Game, match: Match, points: list[float], **changed: Any) -> dict[str, Any]:
    box = None if match.box.shipped else box_facts(game, match.box)
    given = {"log": match.log | changed, "box": box, "points": points}
    return dict(run("replay.mjs", str(built(folder, game)), game.id, given=given))


@GAMES
@pytest.mark.randomised
def test_a_log_shows_what_chance_could_have_brought(folder: Path, game: Game) -> None:
    """At each roll and draw: the outcomes, their weights, which one a number picks. And what seats see on the way."""
    rng = chance(f"draws {game.id}")
    points = [*(rng.random() for _ in range(31)), 0.0, 1 - 2**-53]
    for box in (None, edition(game)):
        match = game.match(game.max_seats, box=box)
        views, draws = [], []
        while not match.over and match.count < 400:
            seat = match.count % (match.seats + 1)
            views.append(match.view(seat if seat < match.seats else None))
            if match.pending is CHANCE:
                numbers, weights = match.outcome_numbers()
                draws.append({"move": match.count, "numbers": numbers, "weights": weights})
            random_move(match, rng)
        fallen = [game.part("moves").encode_outcome(move) for actor, move in match.history if actor is CHANCE]
        found = replayed(folder, game, match, points)
        assert found["draws"] == [draw | {"fell": fell} for draw, fell in zip(draws, fallen, strict=True)]
        assert found["picked"] == [
            drawn(draw["numbers"], draw["weights"], points[n % len(points)]) for n, draw in enumerate(draws)
        ]
        assert found["table"] == match.table.tobytes().hex()
        whole = json.loads(json.dumps(views))
        assert all(
            shown == {name: view[name] for name in shown} for shown, view in zip(found["views"], whole, strict=True)
        )


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rules": 99}, "this log was made for version 99 of the rules"),
        ({"box": {"hash": "sha256:0"}}, "the record of box sha256:0 is missing"),
        ({"seats": 9}, "there are no 9 seats"),
        ({"options": {"side": "C"}}, 'option side can\'t be "C"'),
        ({"options": {"colour": "red"}}, "there is no option colour"),
        (
            {"moves": [["chance", {"do": "roll", "shows": 1}], ["chance", {"do": "roll", "shows": 1}]]},
            "chance can't bring outcome 1 now",
        ),
        ({"moves": [[0, {"do": "pass"}]]}, "clause 5 forbids move 0 of seat 0"),
    ],
)
def test_a_log_that_does_not_fit_is_refused(folder: Path, changed: dict[str, Any], told: str) -> None:
    assert replayed(folder, SHORT, SHORT.match(2), [0.5], **changed) == {"error": told}


# ---- building -------------------------------------------------------------------------------------------------------


def test_the_same_sources_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """In another process, with other hashes and nothing kept from earlier."""
    program = (
        "import sys, molehill; from molehill import pocket;"
        "sys.stdout.buffer.write(pocket.module(molehill.game('honeymoon'), 'rules'))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "7", "MOLEHILL_CACHE": str(tmp_path), "MOLEHILL_QUIET": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=environment)
    assert done.stdout == (built(folder, SHORT) / f"{SHORT.id}.rules.wasm").read_bytes()


def test_what_is_built_is_not_built_again(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And each module is told of, with its size."""
    built(folder, SHORT)
    monkeypatch.setattr(building, "STAGES", {"rules": building.STAGES["rules"]})
    monkeypatch.setattr(building, "_built", lambda game, stage: pytest.fail("it is built again"))
    told: list[str] = []
    pocket.write(tmp_path, [SHORT], told.append)
    assert (tmp_path / "honeymoon.rules.wasm").read_bytes() == (folder / "honeymoon.rules.wasm").read_bytes()
    assert told[0].startswith("Honeymoon: rules, ")
    assert {path.name for path in tmp_path.iterdir()} == {"honeymoon.rules.wasm", "honeymoon.json", *pocket.HOST}


def small(code: str) -> bytes:
    """A module whose function `answer` takes and returns a number."""
    return objects.module(object_file(llvm.parse_assembly(code), ["answer"]), ["answer"], building.IMPORTS)


def test_what_is_built_beside_a_server_waits_until_that_has_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: set[tuple[str, str]] = set()
    missing = [(game.id, stage) for game in filter(browser.in_the_app, molehill.games()) for stage in building.STAGES]
    monkeypatch.setattr("sys.argv", ["molehill.pocket", "--wait"])
    monkeypatch.setattr(preparing, "is_ready", lambda game, stage: (game.id, stage) in compiled)
    monkeypatch.setattr("time.sleep", lambda _: compiled.add(missing.pop(0)))
    monkeypatch.setattr(compiling, "lower", lambda *_: pytest.fail("it compiles by itself"))
    pocket_command.main()
    assert not missing


def test_code_that_needs_python_is_refused() -> None:
    with pytest.raises(Unfit, match="the rules need PyErr_Clear, which there is not outside Python"):
        small("""
            declare void @PyErr_Clear()
            define i32 @answer(i32 %n) { call void @PyErr_Clear() ret i32 %n }""")


def test_an_address_of_this_process_is_refused() -> None:
    with pytest.raises(Unfit, match="the rules need elsewhere, an address of this process"):
        small("""
            @elsewhere = external global i32
            define i32 @answer(i32 %n) { %found = load i32, ptr @elsewhere ret i32 %found }""")


RAISING = """
from molehill.engine.compiling import kernel

@kernel
def answer(n: int) -> int:
    if n > 2:
        raise ValueError("too large")
    return n * n
"""


def test_a_rule_that_raises_stops_the_module(tmp_path: Path) -> None:
    """A host hears of it, and nothing is returned."""
    template, path = tmp_path / "raising.py", tmp_path / "small.wasm"
    template.write_text(RAISING)
    lowered = compiling.lower(SHORT, template)
    linked = link_unit(lowered)
    linked.link_in(entries(lowered))
    path.write_bytes(objects.module(object_file(linked, ["answer"]), ["answer"], building.IMPORTS))
    assert run("call.mjs", str(path), given=[2, 3, -1]) == [4, "RuntimeError: unreachable", 1]


def test_constants_are_found_where_they_were_put(tmp_path: Path) -> None:
    """Data, and data that holds an address of other data."""
    code = """
        @primes = internal constant [4 x i32] [i32 2, i32 3, i32 5, i32 7]
        @where = internal global ptr getelementptr ([4 x i32], ptr @primes, i32 0, i32 1)
        @changed = internal global i32 0
        define i32 @answer(i32 %n) {
          store volatile i32 1, ptr @changed
          %start = load volatile ptr, ptr @where
          %place = getelementptr i32, ptr %start, i32 %n
          %found = load i32, ptr %place
          ret i32 %found
        }"""
    path = tmp_path / "small.wasm"
    path.write_bytes(small(code))
    assert run("call.mjs", str(path), given=[0, 1, 2]) == [3, 5, 7]


def test_a_stack_that_grows_too_large_stops_the_module(tmp_path: Path) -> None:
    """It does not overwrite data, which lies above it."""
    code = """
        define i32 @answer(i32 %n) {
          %room = alloca [1000 x i32]
          %place = getelementptr i32, ptr %room, i32 %n
          store volatile i32 %n, ptr %place
          %more = icmp sgt i32 %n, 0
          br i1 %more, label %deeper, label %end
        deeper:
          %less = sub i32 %n, 1
          %below = call i32 @answer(i32 %less)
          %same = load volatile i32, ptr %place
          %sum = add i32 %below, %same
          ret i32 %sum
        end:
          ret i32 0
        }"""
    path = tmp_path / "small.wasm"
    path.write_bytes(small(code))
    assert run("call.mjs", str(path), given=[3, 900]) == [6, "RuntimeError: memory access out of bounds"]
