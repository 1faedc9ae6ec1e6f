"""`python -m molehill.server.answers OUT_DIR`: what the server tells of games, as files, for where there is no server.

They are the answers themselves: the same functions make them, so a table in the pocket says what one on line says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

import molehill
from molehill import bots
from molehill.bots.trained import SHELF
from molehill.browser import in_the_app
from molehill.server import bodies, shelf
from molehill.server.words import say

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

USAGE = "usage: python -m molehill.server.answers OUT_DIR"


def about(game: Game, ready: bool = True) -> dict[str, Any]:
    """What is told of a game; in the pocket each can be played at once."""
    return shelf.about(game) | {"ready": ready}


def whole(game: Game, ready: bool = True) -> bodies.GameWhole:
    """The same with its rulebook and its box file."""
    box = (game.folder / "box.toml").read_text(encoding="utf-8")  # to read it as a box would take the rules
    return bodies.GameWhole(**about(game, ready), rulebook=game.rulebook, box=box)


def lesson(game: Game) -> bodies.Lesson:
    """What a client is told of a game's lesson. Raises Problem if it has none."""
    found = shelf.lesson_of(game)
    steps = [bodies.LessonStep(name=step.name, rule=step.rule, do=list(step.do)) for step in found.steps]
    return bodies.Lesson(seats=found.seats, steps=steps)


def box_read(game: Game, box: Box) -> bodies.BoxRead:
    """What a host of compiled rules needs of a box."""
    from molehill.pocket.facts import box_facts  # with NumPy, which a server that begins does not wait for

    about = {"game": game.id, "rules": game.version, "title": str(box.doc["title"])}
    return bodies.BoxRead(**about, **box_facts(game, box), toml=box.text)


def known_bots() -> list[bodies.BotAbout]:
    """Every bot that can sit anywhere, the weakest first."""
    return [bodies.BotAbout(name=name, says=bots.describe(name)) for name in bots.names()]


def trained_bots(games: Iterable[Game]) -> list[bodies.BotAbout]:
    """The nets, each with the tables that it was trained for. They need a server: a browser has no NumPy."""
    fitting = [net for game in games for net in SHELF.of(game)]
    return [
        bodies.BotAbout(
            name=name,
            says=say("bot-trained"),
            tables=[bodies.BotTable(game=net.game, seats=net.seats) for net in fitting if net.name == name],
        )
        for name in dict.fromkeys(net.name for net in fitting)
    ]


def _lesson_with_script(game: Game) -> dict[str, Any]:
    """A lesson with what its table needs: options, and all of its moves in order."""
    found = shelf.lesson_of(game)
    return lesson(game).model_dump() | {"options": found.options, "script": [list(move) for move in found.script]}


def write(folder: Path, games: Iterable[Game]) -> None:
    """Write what is told of these games."""
    folder.mkdir(parents=True, exist_ok=True)
    games = list(games)
    told = [bodies.GameAbout(**about(game)) for game in games]
    files: dict[str, Any] = {
        "about": bodies.About(version=molehill.__version__, contact="").model_dump(),
        "games": bodies.Games(games=told, bots=known_bots(), left_out=[]).model_dump(),
    }
    for game in games:
        files[f"{game.id}.whole"] = whole(game).model_dump()
        if about(game)["lesson"]:
            files[f"{game.id}.lesson"] = _lesson_with_script(game)
    for name, content in files.items():
        (folder / f"{name}.json").write_bytes(orjson.dumps(content))


def main() -> None:
    """Write the answers about this package's games."""
    if len(sys.argv) != 2:
        sys.exit(USAGE)
    write(Path(sys.argv[1]), filter(in_the_app, molehill.games()))


if __name__ == "__main__":
    main()
