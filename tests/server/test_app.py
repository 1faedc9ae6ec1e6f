"""The browser app: served where it was built, with the plain page where it was not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from molehill.server import api
from molehill.server.settings import Settings
from molehill.server.store import Store


class Browser:
    """Asks an application, without a network."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def ask(self, method: str, path: str) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.request(method, path)

        return asyncio.run(asked())

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", path)


def client(tmp_path: Path) -> Browser:
    url = f"sqlite:///{tmp_path / 'app.db'}"
    return Browser(api.application(Settings(database_url=url), Store(url, process="here")))


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    for name, text in (("index.html", "the app"), ("icon.svg", "<svg/>"), ("theme.js", "1"), ("assets/a.js", "2")):
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(api, "APPS", (tmp_path / "nowhere", folder))
    return client(tmp_path)


@pytest.mark.parametrize("path", ["/", "/gallery", "/table/abc", "/rules/honeymoon"])
def test_every_screen_is_the_app(built: Browser, path: str) -> None:
    answer = built.get(path)
    assert (answer.status_code, answer.text) == (200, "the app")
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_its_files_are_there(built: Browser) -> None:
    assert built.get("/assets/a.js").text == "2"
    assert built.get("/theme.js").text == "1"
    assert built.get("/icon.svg").headers["content-type"].startswith("image/svg")


@pytest.mark.parametrize("path", ["/assets/none.js", "/api/none", "/none.png", "/assets/../theme.txt"])
def test_what_is_not_there_is_not_there(built: Browser, path: str) -> None:
    answer = built.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-page"


def test_screens_are_only_looked_at(built: Browser) -> None:
    assert built.ask("POST", "/gallery").status_code in (403, 404, 405)


def test_the_plain_page_stays(built: Browser) -> None:
    assert "/page/page.js" in built.get("/plain").text


def test_without_the_app_there_is_the_plain_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "APPS", (tmp_path / "nowhere",))
    plain = client(tmp_path)
    assert "/page/page.js" in plain.get("/").text
    assert plain.get("/gallery").status_code == 404
