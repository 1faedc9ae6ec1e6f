"""Each check can fail: a fault is planted in a game, and the check about it says so, with the position and the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import PropertyMock, patch

import numpy as np
import pytest

import molehill
from molehill import Batch, Game, Match, Playouts, Unknown, browser
from molehill.conformance import CHECKS, kernels, logs, run, words
from molehill.conformance.offers import OFFERS, broken_promises
from molehill.engine import box, lesson, playouts
from molehill.engine.actions import Actions
from molehill.engine.insight import Insight
from molehill.engine.lesson import Lesson

MOLEDOZER, MOLE_RATS, MOLE_PARK = map(molehill.game, ("moledozer", "mole_rats", "mole_park"))
ON = {
    "suggestions-are-options": MOLE_RATS,
    "greedy-plays-the-same-in-both-loops": MOLE_RATS,
    "idle-decisions-have-a-legal-answer": MOLE_PARK,
}  # the others on Moledozer
Plant = Callable[[Game, ExitStack], None]


# ---- where a fault is planted ---------------------------------------------------------------------------------------


def part(name: str, function: str, fault: Any) -> Plant:
    """A function or constant of one of the game's modules is another. `fault` is given the true one."""

    def plant(game: Game, stack: ExitStack) -> None:
        module = game.part(name)
        stack.enter_context(patch.object(module, function, fault(getattr(module, function))))

    return plant


def compiled(attribute: str, function: str, fault: Any) -> Plant:
    """A function of the game's compiled modules is another."""

    def plant(game: Game, stack: ExitStack) -> None:
        real: ModuleType = getattr(game, attribute)
        faulty = SimpleNamespace(**(vars(real) | {function: fault(getattr(real, function))}))
        stack.enter_context(patch.dict(game.__dict__, {attribute: faulty}))

    return plant


def kernel(function: str, fault: Any) -> Plant:
    return compiled("kernels", function, fault)


def of(owner: Any, name: str, fault: Any) -> Plant:
    """A function of the engine, which a game could not break by itself, is another."""

    def plant(game: Game, stack: ExitStack) -> None:
        found = owner.__dict__[name]
        new = fault(found.fget if isinstance(found, property) else found)
        how = PropertyMock(side_effect=new) if isinstance(found, property) else new
        stack.enter_context(patch.object(owner, name, property(new) if isinstance(found, property) else how))

    return plant


def kept(attribute: str, value: Any) -> Plant:
    """What the game has found out about itself is something else."""

    def plant(game: Game, stack: ExitStack) -> None:
        stack.enter_context(patch.dict(game.__dict__, {attribute: value}))

    return plant


# ---- the faults -----------------------------------------------------------------------------------------------------


def nothing(true: Any) -> Any:
    return lambda *given: None


def always(value: Any) -> Any:
    return lambda true: lambda *given, **more: value


def one_move_less(true: Any) -> Any:
    return lambda *given: max(1, true(*given) - 1) if true(*given) else 0


def one_move_more(true: Any) -> Any:
    def legal(tables: Any, i: int, box: Any, seat: int, out: Any) -> int:
        n = int(true(tables, i, box, seat, out))
        out[n] = next(move for move in range(len(out)) if move not in out[:n])
        return n + 1

    return legal


def in_another_order(true: Any) -> Any:
    def legal(tables: Any, i: int, box: Any, seat: int, out: Any) -> int:
        n = int(true(tables, i, box, seat, out))
        out[:n] = out[:n][::-1].copy()
        return n

    return legal


def touches_the_table(true: Any) -> Any:
    def check(tables: Any, *given: Any) -> int:
        tables["rounds"] += 1
        return int(true(tables, *given))

    return check


def by_the_move(true: Any) -> Any:
    return lambda tables, i, box, seat, move: true(tables, i, box, seat, move) and 1 + (move > 0)


def now_and_then(true: Any) -> Any:
    """A rule that does not do the same every time."""
    calls = count()

    def apply(tables: Any, *given: Any) -> None:
        true(tables, *given)
        tables["rounds"] += next(calls) % 5 == 4

    return apply


def half_a_win(true: Any) -> Any:
    def scores(tables: Any, i: int, box: Any, out: Any) -> None:
        out[:] = 0.5

    return scores


def with_more(value: Any) -> Any:
    return lambda true: lambda *given: true(*given) | {"more": value}


def by_threads(true: Any) -> Any:
    return lambda game, n, threads=1, **more: true(game, n, **(more | {"seed": more["seed"] + (threads or 1)}))


def without_a_seed(true: Any) -> Any:
    return lambda game, n, *given, seed=0, **more: true(game, n, *given, **more)


def without_a_first(true: Any) -> Any:
    return lambda game, n, first=0, **more: true(game, n, **more)


def swallowed(true: Any) -> Any:
    def step(batch: Batch, moves: Any) -> None:
        if all(0 <= move < batch.game.move_count for move in moves):
            true(batch, moves)

    return step


def a_move_lost(true: Any) -> Any:
    def copy(match: Match) -> Match:
        twin: Match = true(match)
        twin._entries = twin._entries[:-1]
        return twin

    return copy


def looks_behind_the_veil(true: Any) -> Any:
    def load(game: Game) -> Any:
        return SimpleNamespace(choose_greedily=lambda desk, tables, *given: hash(tables.tobytes()))

    return load


def peeks(true: Any) -> Any:
    """An observation of the table itself instead of a veiled one."""

    def observe(*given: Any) -> None:
        true(*given)
        tables, out = given[7], given[-1]
        out[:, 0] += tables.view(np.int8).reshape(len(tables), -1).astype(np.int64).sum(axis=1)

    return observe


def beyond(true: Any) -> Any:
    def observe(*given: Any) -> None:
        true(*given)
        given[-1][:, -1] = 30_000

    return observe


def forgetful(true: Any) -> Any:
    """Everybody is told everything."""
    return lambda self, match: true(self, match)[:, ::-1]


def badly_named(true: dict[int, Any]) -> dict[int, Any]:
    return true | {99: ("Bad_Name", {})}


def by_seat(true: Any) -> Any:
    return lambda view: [*true(view), {"label": "blurb", "values": [view["seat"] or 0] * view["seats"]}]


def changing(true: Any) -> Any:
    calls = count()
    return lambda match: {"pieces": next(calls)}


def too_wide(true: Any) -> Any:
    from rich.text import Text

    return lambda *given: Text("x" * 100, no_wrap=True, overflow="ignore")


def untranslatable(true: Any) -> Any:
    def of_game(game: Game) -> str:
        raise browser.Untranslatable("view.py", 41, "errors are raised here, never caught")

    return of_game


def failing(true: Any) -> Any:
    def load(game: Game) -> Any:
        raise TypeError("no rule called that")

    return load


def misled() -> Lesson:
    """A lesson with a guess that is not on the track."""
    text = (MOLEDOZER.folder / lesson.FILE).read_text(encoding="utf-8")
    return lesson.from_text(MOLEDOZER, text.replace("number = 12 }]", "number = 25 }]"), "lesson")


ODD = np.dtype([("seats", "u1")])
RANDOM = count()
FAULTS: dict[str, Plant] = {
    "rules-compile": of(kernels.search, "load", failing),
    "it-can-be-translated": of(browser, "of_game", untranslatable),
    "messages-are-as-declared": part("view", "view", with_more(1)),
    "hostile-messages-change-nothing": part("moves", "encode", lambda true: lambda move: move["do"]["x"]),
    "whatever-is-tried-the-log-tells-the-table": of(Match, "copy", a_move_lost),
    "playouts-do-not-depend-on-threads": of(Game, "playouts", by_threads),
    "games-have-numbers": of(Game, "playouts", without_a_first),
    "greedy-plays-the-same-in-both-loops": of(Game, "playouts", without_a_seed),
    "policies-rotate": of(Playouts, "bot_of_seat", always(np.zeros((4, 2)))),
    "batches-agree-with-matches": kernel("legal", one_move_less),
    "batches-end-and-begin-again": of(Batch, "reset", always(None)),
    "a-batch-with-an-illegal-move-changes-nothing": of(Batch, "step", swallowed),
    "a-seed-gives-one-batch": of(Game, "batch", without_a_seed),
    "single-steps-agree-with-matches": kernel("legal", in_another_order),
    "a-direct-draw-is-one-of-the-listed": compiled("loops", "draw", always(-7)),
    "greedy-sees-no-more-than-its-seat": of(kernels.search, "load", looks_behind_the_veil),
    "loops-let-other-threads-run": compiled(
        "loops", "play_games", lambda true: SimpleNamespace(targetoptions={"nogil": False})
    ),
    "legal-moves-are-what-check-allows": kernel("legal", one_move_less),
    "legal-moves-apply-and-games-end": kernel("legal", one_move_more),
    "an-illegal-move-changes-nothing": kernel("check", touches_the_table),
    "after-the-end-every-move-is-refused": kernel("check", by_the_move),
    "scores-share-one-win": kernel("scores", half_a_win),
    "moves-convert-both-ways": part("moves", "decode", lambda true: lambda number: true(0)),
    "outcomes-convert-and-have-weights": part("moves", "encode_outcome", always(0)),
    "wrong-settings-are-refused": of(Game, "read_options", lambda true: lambda game, *given: true(game, {}, 2)),
    "a-copy-is-independent": of(Match, "copy", lambda true: lambda match: match),
    "records-are-small-and-signed": kept("table_dtype", ODD),
    "random-games-end": of(playouts, "CAP", lambda true: 3),
    "a-log-replays-to-the-same-bytes": kernel("apply", now_and_then),
    "logs-replay-in-other-processes": kernel("apply", now_and_then),
    "seeds-give-the-same-numbers-everywhere": of(
        logs, "in_another_process", lambda true: lambda *_, **__: next(RANDOM)
    ),
    "a-spoiled-log-is-refused": of(logs, "replay", lambda true: lambda log, find: true(log["x"], find)),
    "a-log-of-another-edition-carries-its-box": of(box, "content_hash", always("sha256:0")),
    "metadata-and-parts-agree": kept("look", 0),
    "suggestions-are-options": part("view", "suggest", lambda true: lambda options, wins: {"nonsense": wins}),
    "idle-decisions-have-a-legal-answer": part("view", "idle", always({"do": "pass"})),
    "events-have-proper-names": part("view", "EVENTS", badly_named),
    "everybody-reads-the-same-score-sheet": part("view", "sheet", by_seat),
    "who-has-decided-waits-for-others": part("view", "decided", always(True)),
    "decisions-at-once-are-announced": kept("simultaneous", False),
    "the-same-events-the-same-table": kernel("veil", nothing),
    "redealing-gives-a-possible-truth": kernel("redeal", nothing),
    "a-redealt-table-can-be-played": of(Match, "result", always(None)),
    "what-is-hidden-differs": kept("hidden", False),
    "events-lead-from-view-to-view": part("view", "follow", nothing),
    "views-are-json": part("view", "view", with_more((1, 2))),
    "observations-tell-nothing-hidden": compiled("vectors", "observe", peeks),
    "memories-tell-nothing-hidden": of(Insight, "_remembered", forgetful),
    "observations-are-as-declared": compiled("vectors", "observe", beyond),
    "moves-have-factors": of(Actions, "decode", lambda true: lambda actions, move: true(actions, 0 * move)),
    "undo-goes-back-and-never-past-a-secret": of(Match, "can_undo", always(True)),
    "the-rulebook-names-every-clause": kept("clauses", 27),
    "there-are-words-for-everything": part("view", "EVENTS", badly_named),
    "everything-can-be-said": part("text", "label", always("done")),
    "sentences-fit-somebody-called-you": of(Match, "sentence", always("You was first.")),
    "the-board-fits-a-terminal": part("drawing", "board", too_wide),
    "what-is-seen-needs-no-rules": kept("package", "numpy"),
    "pieces-are-conserved": part("pieces", "pieces", changing),
    "a-lesson-can-be-played": kept("lesson", misled()),
}


@pytest.fixture
def planted() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_there_is_a_fault_for_every_check() -> None:
    assert sorted(FAULTS) == sorted(CHECKS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str, planted: ExitStack) -> None:
    game = ON.get(name, MOLEDOZER)
    FAULTS[name](game, planted)
    (result,) = [result for result in run(game, name) if result.check.name == name]
    assert result.finding is not None
    assert result.finding.what
    assert "2 seats" in result.finding.position


def test_a_finding_names_the_position_and_the_line(planted: ExitStack) -> None:
    def ask(view: Any, words: Any) -> str:
        return str(MOLEDOZER.part("text").no_such_function(view))

    part("text", "ask", lambda true: ask)(MOLEDOZER, planted)
    (result,) = run(MOLEDOZER, "everything-can-be-said")
    assert result.finding is not None
    assert result.finding.what.startswith("AttributeError: ")
    assert result.finding.position.startswith("2 seats, plain")

    note = MOLEDOZER.part("text").note
    part("text", "ask", lambda true: lambda view, words: note(view, {}, words))(MOLEDOZER, planted)
    (result,) = run(MOLEDOZER, "everything-can-be-said")
    assert result.finding is not None
    assert f"{MOLEDOZER.folder / 'text.py'}, line " in result.finding.line

    true = MOLEDOZER.part("text").label
    faulty = lambda move: "done" if move["do"] == "step" else true(move)  # noqa: E731
    part("text", "label", lambda true: faulty)(MOLEDOZER, planted)
    part("text", "ask", always("What?"))(MOLEDOZER, planted)
    (result,) = run(MOLEDOZER, "everything-can-be-said")
    assert result.finding is not None
    assert ", after " in result.finding.position


def test_nothing_else_is_tried_if_the_rules_dont_compile(planted: ExitStack) -> None:
    FAULTS["rules-compile"](MOLEDOZER, planted)
    (result,) = run(MOLEDOZER)
    assert result.finding is not None
    assert result.finding.what == "TypeError: no rule called that"


def test_a_word_that_is_in_no_name_is_refused() -> None:
    with pytest.raises(Unknown, match="there is no check with 'nonsense' in its name; there are "):
        list(run(MOLEDOZER, "nonsense"))


@pytest.mark.parametrize("offer", OFFERS)
@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_it_is_noticed_if_metadata_says_something_else(game: Game, offer: str) -> None:
    otherwise: dict[str, Any] = {offer: 0 if getattr(game, offer) else 1}
    assert broken_promises(replace(game, **otherwise)) == [*OFFERS[offer][0], *OFFERS[offer][1]]


def test_what_is_wrong_about_you_is_noticed_and_what_is_right_is_not() -> None:
    wrong = ["You was done.", "You guesses first.", "Rat 1 of You died.", "You's moon"]
    assert all(map(words.speaks_wrongly_of_you, wrong))
    right = ["You came closest.", "You pass.", "You guess.", "It falls to You."]
    assert not any(map(words.speaks_wrongly_of_you, right))
