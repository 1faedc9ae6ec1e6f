"""The games as the server offers them: one of another package comes with all that a browser needs, without npm."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import molehill
from beside import SECOND_MOON, SMALL, Beside, packages
from molehill import browser
from molehill.server import api, shelf
from molehill.server.settings import Settings
from molehill.server.store import Store

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>'


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    with packages(tmp_path) as folder:
        yield folder


@pytest.fixture
def second_moon(beside: Beside) -> Path:
    """The folder of a game of another package, with everything that one may bring."""
    folder = beside.put("second_moon", SECOND_MOON)
    words = molehill.game("honeymoon").folder / "words.en.ftl"
    (folder / "words.en.ftl").write_text(words.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "secret.py").write_text("1")
    (folder / "picture.svg").write_text(PICTURE)
    (folder / "board").mkdir()
    (folder / "board" / "index.js").write_text("export default 1;")
    (folder / "board" / "pieces.css").write_text("i { color: red }")
    return folder


class Visitor:
    """Asks a server without a network."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def get(self, path: str, **headers: str) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with (
                self.app.router.lifespan_context(self.app),
                httpx.AsyncClient(transport=transport, base_url="http://here") as client,
            ):
                return await client.get(path, headers=headers)

        return asyncio.run(asked())

    def games(self) -> dict[str, Any]:
        """What is told in the lobby."""
        return dict(self.get("/api/games").json())


@contextmanager
def server(folder: Path) -> Iterator[Visitor]:
    url = f"sqlite:///{folder / 'tables.db'}"
    store = Store(url, process="here")
    store_close, store.close = store.close, lambda: None  # type: ignore[method-assign]  # a visitor comes more than once
    try:
        yield Visitor(api.application(Settings(database_url=url, warm=False), store))
    finally:
        store_close()


@pytest.fixture
def visitor(second_moon: Path, tmp_path: Path) -> Iterator[Visitor]:
    with server(tmp_path) as found:
        yield found


def told(visitor: Visitor, game: str) -> dict[str, Any]:
    return next(about for about in visitor.games()["games"] if about["id"] == game)


def test_a_game_of_another_package_is_offered_with_addresses_of_all_it_brings(visitor: Visitor) -> None:
    about = told(visitor, "second_moon")
    assert (about["name"], about["colour"]) == ("Second Moon", molehill.game("honeymoon").colour)
    assert {key: about[key] for key in ("module", "words", "picture", "board")} == {
        "module": "modules/second_moon.js",
        "words": "modules/second_moon/words.en.ftl",
        "picture": "modules/second_moon/picture.svg",
        "board": "modules/second_moon/board/index.js",
    }
    ours = told(visitor, "honeymoon")
    assert (ours["module"], ours["picture"]) == ("modules/honeymoon.js", "modules/honeymoon/picture.svg")
    assert ours["board"] is None, "the app was built with it"


def test_its_module_is_generated_and_stands_on_the_shared_ones(visitor: Visitor) -> None:
    answer = visitor.get("/modules/second_moon.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.text == browser.of_game(molehill.game("second_moon"))
    assert 'from "./runtime.js"' in answer.text
    for name in browser.SHARED:
        assert visitor.get(f"/modules/{name}").text == browser.shared(name)


def test_a_browser_that_has_it_already_is_told_so(visitor: Visitor) -> None:
    first = visitor.get("/modules/second_moon.js")
    assert first.headers["cache-control"] == "no-cache"
    again = visitor.get("/modules/second_moon.js", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert visitor.get("/modules/second_moon.js", **{"if-none-match": '"other"'}).status_code == 200


def test_words_picture_and_board_are_files_of_its_folder(visitor: Visitor, second_moon: Path) -> None:
    words = visitor.get("/modules/second_moon/words.en.ftl")
    assert words.text == (second_moon / "words.en.ftl").read_text(encoding="utf-8")
    picture = visitor.get("/modules/second_moon/picture.svg")
    assert (picture.text, picture.headers["content-type"]) == (PICTURE, "image/svg+xml")
    board = visitor.get("/modules/second_moon/board/index.js")
    assert (board.text, board.headers["cache-control"]) == ("export default 1;", "no-cache")
    assert visitor.get("/modules/second_moon/board/pieces.css").text == "i { color: red }"


@pytest.mark.parametrize(
    "path",
    [
        "/modules/second_moon/secret.py", "/modules/second_moon/__init__.py", "/modules/second_moon/board/../secret.py",
        "/modules/second_moon/board/%2e%2e/secret.py", "/modules/second_moon/board/none.js", "/modules/none.js",
        "/modules/none/words.en.ftl", "/modules/second_moon", "/modules/../api.py", "/modules/%2e%2e/api.js",
        "/modules/honeymoon/picture.png",
    ],
)  # fmt: skip
def test_nothing_else_of_it_can_be_had(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] in ("no-page", "no-game")


def test_one_that_cant_be_translated_says_so_and_the_log_has_the_line(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(game: molehill.Game) -> str:
        raise browser.Untranslatable("second_moon/view.py", 41, "errors are raised here, never caught")

    monkeypatch.setattr(browser, "of_game", refuse)
    shelf._translated.cache_clear()
    answer = visitor.get("/modules/second_moon.js")
    assert answer.status_code == 503
    assert answer.json()["why"] == "Second Moon can't be shown in a browser. The server's log says why."
    assert "second_moon/view.py:41: errors are raised here" in capsys.readouterr().out


def test_games_that_cant_be_loaded_or_told_of_are_named_and_the_others_are_offered(
    beside: Beside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    beside.put("bad", "import no_such_module\n")
    beside.put("wordless", SMALL.format(id="wordless"))
    with server(tmp_path) as visitor:
        said = visitor.games()
    assert {about["id"] for about in said["games"]} >= {"honeymoon", "mole_park"}
    assert [about["id"] for about in said["left_out"]] == ["bad", "wordless"]
    assert said["left_out"][0]["says"] == "bad is installed here and can't be loaded. The server's log says why."
    assert "no_such_module" not in json.dumps(said)  # what is wrong is for the people who run the server
    assert "No module named 'no_such_module'" in capsys.readouterr().out
