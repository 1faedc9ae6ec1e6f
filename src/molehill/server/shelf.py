"""The games as the server offers them: what it tells of each, and what a browser needs to play one.

That is a game's module, its words, its picture and its board, for games that the app was not built with. A module is
translated from the game's Python when the game is loaded, in a thread, and kept. So nobody who brings a game needs npm.
All of it comes from this server: the content policy allows scripts from nowhere else.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI, Response
from starlette.staticfiles import StaticFiles

import molehill
from molehill import browser
from molehill.engine.errors import BadLesson, Unknown
from molehill.engine.game import Game
from molehill.engine.lesson import FILE as LESSON
from molehill.engine.lesson import Lesson
from molehill.server.files import ASK_AGAIN, Public, type_of
from molehill.server.words import problem

logger = structlog.get_logger("molehill.shelf")
router = APIRouter(prefix="/modules", include_in_schema=False, route_class=Public)

_one_at_a_time = Lock()


def find(name: str) -> Game:
    """The game of this id. Raises Problem."""
    try:
        return molehill.game(name)
    except Unknown:
        raise problem("no-game", "no-game") from None


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game. Raises Problem if it has none, or one that can't be played; then the log says why."""
    try:
        found = game.lesson
    except BadLesson as error:
        logger.error("lesson-broken", game=game.id, why=str(error))
        raise problem("trouble", "lesson-broken", game=game.name) from None
    if found is None:
        raise problem("no-lesson", "no-lesson", game=game.name)
    return found


# ---- what is told ---------------------------------------------------------------------------------------------------


@cache
def left_out() -> tuple[str, ...]:
    """The games that are installed and can't be offered; the log says why, once."""
    found = [(missing.id, missing.package, missing.why) for missing in molehill.left_out()]
    for game in molehill.games():
        try:
            about(game)
        except Exception as error:  # whatever is missing in a stranger's folder
            found.append((game.id, game.package, f"{type(error).__name__}: {error}"))
    for id, package, why in found:
        logger.error("game-left-out", game=id, package=package, why=why)
    return tuple(id for id, _, _ in found)


@cache
def about(game: Game) -> dict[str, Any]:
    """What does not change while the server runs."""
    same = (
        "id", "name", "min_seats", "max_seats", "age", "designer", "cooperative", "simultaneous", "points_name", "unit",
        "colour", "room",
    )  # fmt: skip
    options = [
        {
            "name": o.name, "says": game.words.say(f"option-{o.name}"), "values": list(o.values),
            "default": o.default, "seat": o.seat,
        }
        for o in game.options
    ]  # fmt: skip
    return {name: getattr(game, name) for name in same} | {
        "blurb": game.words.say("blurb"), "rules": game.version, "minutes": list(game.minutes), "options": options,
        "secrets": game.hidden, "look": game.look or None, "lesson": (game.folder / LESSON).is_file(),
        **addresses(game),
    }  # fmt: skip


def addresses(game: Game) -> dict[str, str | None]:
    """Where a browser finds what it needs of a game, seen from the app's root; None where the game has none."""
    home = f"modules/{game.id}"
    return {
        "module": f"{home}.js",
        "words": f"{home}/words.en.ftl",
        "picture": f"{home}/{game.picture.name}" if game.picture else None,
        "board": f"{home}/board/{game.board.name}" if game.board else None,
    }


def mount(app: FastAPI) -> None:
    """Serve the modules, and the folders of the boards that games bring."""
    for game in molehill.games():
        if game.board:
            app.mount(f"{router.prefix}/{game.id}/board", _Boards(directory=game.board.parent))
    app.router.routes += router.routes


class _Boards(StaticFiles):
    def file_response(self, *given: Any, **more: Any) -> Response:
        """A file of a board, or that it has not changed."""
        response = super().file_response(*given, **more)
        response.headers["cache-control"] = ASK_AGAIN
        return response


# ---- modules --------------------------------------------------------------------------------------------------------


def load(game: Game) -> None:
    """Translate a game. Raises Untranslatable with the file, the line and the reason."""
    with _one_at_a_time:
        _translated(game)


@cache
def _translated(game: Game) -> bytes:
    return browser.of_game(game).encode()


@cache
def _shared(name: str) -> bytes:
    return browser.shared(name).encode()


@router.get("/{name}.js")
def script(name: str) -> Response:
    """A game's module, or one that all of them stand on."""
    if f"{name}.js" in browser.SHARED:
        return Response(_shared(f"{name}.js"), media_type=type_of(".js"))
    game = find(name)
    try:
        load(game)
    except Exception as error:
        logger.error("module-failed", game=game.id, why=str(error), exc_info=error)
        raise problem("trouble", "module-failed", game=game.name) from None
    return Response(_translated(game), media_type=type_of(".js"))


# ---- files ----------------------------------------------------------------------------------------------------------


@router.get("/{name}/{file}")
def file(name: str, file: str) -> Response:
    """A game's words or its picture; nothing else of its folder."""
    game = find(name)
    for path in (game.folder / "words.en.ftl", game.picture):
        if path is not None and path.name == file:
            return Response(path.read_bytes(), media_type=type_of(path.suffix))
    raise problem("no-page", "no-page")
