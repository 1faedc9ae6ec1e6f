"""A translated game answers as Python does: positions, moves, events, words, and malformed input."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from node import needs_node, run
from recording import POSITIONS, Recording, recorded

import molehill
from molehill import Game, browser

pytestmark = needs_node


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules as the app gets them."""
    made = tmp_path_factory.mktemp("generated")
    browser.write(made, molehill.games())
    (made / "package.json").write_text('{"type": "module"}')
    return made


def ask(folder: Path, name: str, recording: Recording) -> dict[str, Any]:
    """The translation's answers to all calls."""
    given = {"shared": recording.shared, "calls": recording.calls}
    return dict(run("answer.mjs", str(folder), name, given=given))


def differences(recording: Recording, answers: list[Any]) -> list[str]:
    assert len(answers) == len(recording.calls)
    rows = zip(recording.calls, recording.answers, answers, strict=True)
    return [
        f"{call['name']}: Python {str(wanted)[:300]}, JavaScript {str(found)[:300]}, given {str(call['given'])[:300]}"
        for call, wanted, found in rows
        if not same(wanted, found)
    ]


def same(one: Any, other: Any) -> bool:
    """Whether both are equal as JSON, including the order of keys, in which boards draw."""
    return one == other and json.dumps(_whole(one)) == json.dumps(_whole(other))


def _whole(value: Any) -> Any:
    """The data with whole floats as integers, because JSON does not distinguish 1.0 and 1."""
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_a_translated_game_answers_as_python_does(game: Game, folder: Path) -> None:
    recording = recorded(game)
    told = ask(folder, game.id, recording)
    assert differences(recording, told["answers"]) == []
    views = game.part("view")
    assert told["constants"]["chapter"] == views.CHAPTER
    assert told["constants"]["shows"] == sorted(views.SHOWS)
    assert told["constants"]["events"] == [[kind, name, list(fields)] for kind, (name, fields) in views.EVENTS.items()]


@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_a_recording_has_something_of_everything(game: Game) -> None:
    """A comparison of nothing would find no difference."""
    recording = recorded(game)
    counts = {name: sum(call["name"] == name for call in recording.calls) for name in recording.functions}
    for name in ("view", "follow", "encode", "decode", "label", "phrase", "parse", "note", "reason", "ask", "refusal"):
        assert counts[name] >= POSITIONS, name
    called = {call["name"] for call in recording.calls}
    assert called >= {"event", "encode_outcome", "decode_outcome", "sheet", "points", "decided"}
    ahead = f"{game.package}.ahead"
    assert called >= {name for name, found in recording.functions.items() if getattr(found, "__module__", "") == ahead}
    errors = [answer for answer in recording.answers if isinstance(answer, dict) and "error" in answer]
    assert len({error["message"] for error in errors if error["error"] == "Malformed"}) > 40
    events = {answer["event"] for answer in recording.answers if isinstance(answer, dict) and "event" in answer}
    assert len(events) > 0.4 * len(recording.functions["EVENTS"])


PLANTED = [
    ("a word", r'"finished": false', '"finished": true'),
    ("a number", r"\$\.add\(\$\.get\(view, \"rolls\"\), 1\)", '$.add($.get(view, "rolls"), 2)'),
    ("a message", r"must be a whole number from", "must be a number from"),
    ("an order", r'\["north", "east", "south", "west"\]', '["north", "south", "east", "west"]'),
]


@pytest.mark.parametrize(("old", "new"), [plant[1:] for plant in PLANTED], ids=[plant[0] for plant in PLANTED])
def test_a_planted_difference_is_found(old: str, new: str, folder: Path, tmp_path: Path) -> None:
    game = molehill.game("honeymoon")
    shutil.copytree(folder, tmp_path / "spoiled")
    module = tmp_path / "spoiled" / f"{game.id}.js"
    text, count = re.subn(old, lambda _: new, module.read_text(encoding="utf-8"))
    assert count
    module.write_text(text, encoding="utf-8")
    assert differences(recorded(game), ask(tmp_path / "spoiled", game.id, recorded(game))["answers"])


def test_a_module_has_no_code_from_text_and_stays_small(folder: Path) -> None:
    """The app's content policy forbids code made from text."""
    for path in folder.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\beval\b|new Function|import\(", text)
        assert len(text) < 45_000
