"""The views, events and moves of a game have their declared types, and TypeScript understands these."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from node import NODE
from recording import Recording, recorded

import molehill
from molehill import Game, browser
from molehill.conformance.declared import adapters, misfit

TSC = Path(__file__).parents[2] / "web/node_modules/typescript/bin/tsc"
GAMES = molehill.games()


def made(recording: Recording) -> Iterator[tuple[str, Any]]:
    """Everything that the game has produced, with the name of its type."""
    for call, answer in zip(recording.calls, recording.answers, strict=True):
        match call["name"]:
            case "follow":
                yield "View", answer
                yield call["given"][1]["event"], call["given"][1]
            case "event":
                yield answer["event"], answer
            case "decode":
                yield "Move", answer["is"]
            case "decode_outcome":
                yield "Outcome", answer["is"]
            case "ask" | "note":
                yield "View", call["given"][0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_views_events_and_moves_are_as_they_are_declared(game: Game) -> None:
    known = adapters(game)
    assert [found for name, value in made(recorded(game)) if (found := misfit(known[name], value))] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_misfit_is_found_wherever_it_is(game: Game) -> None:
    """Try a view without a member, with an extra member, and with a member of another type."""
    adapter = adapters(game)["View"]
    view = next(value for name, value in made(recorded(game)) if name == "View")
    assert not misfit(adapter, view)
    assert misfit(adapter, {**view, "more": 1})
    for key in view:
        assert misfit(adapter, {name: value for name, value in view.items() if name != key}), key
        assert misfit(adapter, {**view, key: {"odd": [1.5]}}), key


@pytest.mark.skipif(NODE is None or not TSC.exists(), reason="there is no TypeScript here; `make app` installs it")
def test_typescript_understands_the_declarations(tmp_path: Path) -> None:
    """A program that uses them correctly compiles, and one that does not is refused."""
    browser.write(tmp_path, [molehill.game("honeymoon")])
    good = """
import { decode, follow, type Event, type Sheet, type View } from "./honeymoon.js";
export function points(view: View, event: Event): number {
  follow(view, event);
  const move = decode(7);
  const sheet: Sheet | undefined = view.sheets[0];
  return (sheet?.points ?? 0) + (move.do === "dig" ? move.length : 0) + (event.event === "rolled" ? event.shows : 0);
}
"""
    (tmp_path / "good.ts").write_text(good, encoding="utf-8")
    (tmp_path / "bad.ts").write_text(good.replace("event.shows", "event.show"), encoding="utf-8")
    (complaint,) = checked(tmp_path)
    assert complaint.startswith("bad.ts")
    assert "Property 'show' does not exist on type 'RolledEvent'" in complaint


def checked(folder: Path) -> list[str]:
    """The compiler's messages about all files there, with only the language's own library."""
    options = ["--noEmit", "--strict", "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"]
    libraries = ["--lib", "es2022", "--skipDefaultLibCheck"]
    files = sorted(path.name for path in folder.glob("*.ts"))
    assert NODE is not None
    command = [NODE, str(TSC), *options, *libraries, *files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout.splitlines()
