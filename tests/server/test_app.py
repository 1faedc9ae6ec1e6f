"""The browser app and the plain pages as files: which are there, how they are compressed, how long they are kept."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from world import Server

from molehill.server import api, files
from molehill.server.settings import Settings
from molehill.server.store import Store

SCRIPT = "import './b-1234abcd.js';" * 100
FILES = {
    "index.html": '<script src="./assets/a-1234abcd.js"></script>', "icon.svg": "<svg/>", "theme.js": "1",
    "assets/a-1234abcd.js": SCRIPT, "assets/font-1234abcd.woff2": "wOF2", "assets/rules-1234abcd.wasm": "\0asm",
}  # fmt: skip


class Browser:
    """Asks an application, without a network."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def ask(self, method: str, path: str, encodings: str = "identity", **headers: str) -> httpx.Response:
        headers = {"accept-encoding": encodings} | {name.replace("_", "-"): text for name, text in headers.items()}

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(asked())

    def get(self, path: str, encodings: str = "identity", **headers: str) -> httpx.Response:
        return self.ask("GET", path, encodings, **headers)


def client(tmp_path: Path, **settings: str) -> Browser:
    url = f"sqlite:///{tmp_path / 'app.db'}"
    return Browser(api.application(Settings(database=url, **settings), Store(url, process="here")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The app as it was built, its script in two compressed forms. What they hold says which one it is."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "assets/a-1234abcd.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets/a-1234abcd.js.br").write_bytes(b"as brotli")
    monkeypatch.setattr(files, "APPS", (tmp_path / "nowhere", folder))
    return folder


@pytest.fixture
def built(folder: Path, tmp_path: Path) -> Browser:
    return client(tmp_path)


# ---- what is there ---------------------------------------------------------------------------------------------------


def test_its_files_are_there_with_their_types(built: Browser) -> None:
    kinds = {
        "/": "text/html", "/index.html": "text/html", "/theme.js": "text/javascript", "/icon.svg": "image/svg+xml",
        "/assets/a-1234abcd.js": "text/javascript", "/assets/font-1234abcd.woff2": "font/woff2",
        "/assets/rules-1234abcd.wasm": "application/wasm",
    }  # fmt: skip
    for path, kind in kinds.items():
        answer = built.get(path)
        assert answer.headers["content-type"].split(";")[0] == kind
        assert answer.text == FILES[path.removeprefix("/") or "index.html"]
        assert "script-src 'self';" in answer.headers["content-security-policy"]


def test_only_workers_may_compile_webassembly(built: Browser) -> None:
    policy = built.get("/assets/referee.worker-1234abcd.js").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    for path in ("/", "/assets/a-1234abcd.js", "/assets/nothing.worker-1.js/"):
        assert "wasm" not in built.get(path).headers["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "screen"),
    [
        ("/gallery", "./#/gallery"),
        ("/rules/honeymoon", "./../#/rules/honeymoon"),
        ("/t/abc/token", "./../../#/t/abc/token"),
        ("/table/", "./../#/table/"),
        ("/x//elsewhere", "./../../#/x//elsewhere"),
        ("/a%0d%0ab", "./#/a%0D%0Ab"),
    ],
)
def test_a_screen_that_is_asked_for_as_a_page_is_found_in_the_app(built: Browser, path: str, screen: str) -> None:
    answer = built.get(path)
    assert (answer.status_code, answer.headers["location"]) == (307, screen)


@pytest.mark.parametrize(
    "path",
    ["/assets/none.js", "/api/none", "/none.png", "/assets/../theme.txt", "/assets/a-1234abcd.js.br", "/api/games/"],
)
def test_what_is_not_there_is_not_there(built: Browser, path: str) -> None:
    answer = built.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-page"


def test_screens_and_files_are_only_looked_at(built: Browser) -> None:
    for path in ("/gallery", "/", "/assets/a-1234abcd.js"):
        assert built.ask("POST", path).status_code in (403, 404, 405)


def test_the_plain_page_stays(built: Browser) -> None:
    assert '"page/page.js"' in built.get("/plain").text


def test_without_the_app_there_is_the_plain_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "APPS", (tmp_path / "nowhere",))
    plain = client(tmp_path)
    assert '"page/page.js"' in plain.get("/").text
    assert plain.get("/gallery").status_code == 404


def test_what_was_served_at_the_start_is_served_until_the_end(built: Browser, folder: Path) -> None:
    (folder / "index.html").write_text("the next version")
    (folder / "assets/a-1234abcd.js").unlink()
    assert built.get("/").text == FILES["index.html"]
    assert built.get("/assets/a-1234abcd.js").text == SCRIPT


def test_a_newer_build_is_served_once_it_is_there_as_a_whole(folder: Path, tmp_path: Path) -> None:
    newer, copy = tmp_path / "newer", tmp_path / "copy"
    browser = client(tmp_path, next_app=str(newer))
    (copy / "assets").mkdir(parents=True)
    (copy / "index.html").write_text("the next version")
    (copy / "assets/b-1234abcd.js").write_text("the next script")
    assert browser.get("/").text == FILES["index.html"]
    assert browser.get("/assets/b-1234abcd.js").status_code == 404
    copy.rename(newer)
    assert browser.get("/assets/b-1234abcd.js").text == "the next script"
    assert browser.get("/").text == "the next version"
    assert browser.get("/assets/a-1234abcd.js").text == SCRIPT, "a page of the older build asks for it"
    assert browser.get("/privacy").status_code == 200
    newer.rename(copy)
    assert browser.get("/").text == "the next version"


# ---- compressed and kept ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "form"),
    [
        ("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("GZIP;q=0.5", "gzip"), ("br;q=0, gzip", "gzip"),
        ("br;q=0.000", None), ("*", "br"), ("br;q=0, *", "gzip"), ("", None), ("identity", None), ("deflate", None),
        ("*;q=0", None), (";;,=,q=", None),
    ],
)  # fmt: skip
def test_a_script_comes_in_the_best_form_that_the_browser_takes(
    built: Browser, accepted: str, form: str | None
) -> None:
    answer = built.ask("HEAD", "/assets/a-1234abcd.js", accepted)
    assert answer.headers.get("content-encoding") == form
    assert answer.headers["vary"] == "accept-encoding"
    size = {"br": 9, "gzip": len(gzip.compress(SCRIPT.encode())), None: len(SCRIPT)}[form]
    assert int(answer.headers["content-length"]) == size


def test_a_compressed_script_is_the_script(built: Browser) -> None:
    assert built.get("/assets/a-1234abcd.js", "gzip").text == SCRIPT


def test_what_has_one_form_does_not_vary(built: Browser) -> None:
    assert "vary" not in built.get("/theme.js", "gzip").headers


def test_hashed_names_are_kept_for_ever_and_all_else_is_asked_for_again(built: Browser) -> None:
    assert built.get("/assets/a-1234abcd.js").headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/theme.js", "/plain", "/page/page.js", "/api/docs"):
        assert built.get(path).headers["cache-control"] == "no-cache"
    for path in ("/none.png", "/gallery"):
        assert built.get(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("encodings", ["identity", "gzip", "br"])
def test_what_is_known_already_is_not_sent_again(built: Browser, encodings: str) -> None:
    path = "/assets/a-1234abcd.js"
    tag = built.ask("HEAD", path, encodings).headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = built.get(path, encodings, if_none_match=known)
        assert (answer.status_code, answer.content) == (304, b"")
        assert (answer.headers["etag"], answer.headers["vary"]) == (tag, "accept-encoding")
    assert built.ask("HEAD", path, encodings, if_none_match='"other"').status_code == 200


def test_each_form_has_a_tag_of_its_own(built: Browser) -> None:
    tags = {built.ask("HEAD", "/assets/a-1234abcd.js", each).headers["etag"] for each in ("br", "gzip", "identity")}
    assert len(tags) == 3


# ---- what is compressed of the calls ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/games/honeymoon", "/api/games/honeymoon/schema", "/api/openapi.json"]
)
def test_what_everybody_is_told_alike_is_compressed_and_told_once(server: Server, path: str) -> None:
    plain = server.call("GET", path, encodings="identity")
    packed = server.call("GET", path, encodings="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    known = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
    assert httpx.get(server.url + path, headers=known, timeout=None).status_code == 304


def test_what_is_told_of_a_table_is_kept_by_nobody(server: Server) -> None:
    opened = server.open()
    for path in (f"/api/tables/{opened['id']}", f"/api/tables/known?id={opened['id']}", "/api/tables/nowhere"):
        assert server.call("GET", path).headers["cache-control"] == "no-store"
    assert server.call("GET", "/api/tables").headers["cache-control"] == "no-cache"


def test_what_holds_secrets_beside_texts_of_others_is_never_compressed(server: Server) -> None:
    """Its length would tell somebody who adds a text of their own how much of it was there already."""
    opened = server.open()
    client = server.join(opened["id"], *opened["tokens"].values())
    client.hear()
    client.ask(do="start")
    for n in range(20):
        client.ask(do="chat", seat=0, text=f"{n} " + "very much the same " * 10)
    private = [f"/api/tables/{opened['id']}", f"/api/tables/{opened['id']}?words=true"]
    for path in private:
        answer = server.call("GET", path, tokens=list(opened["tokens"].values()), encodings="gzip, br")
        assert len(answer.content) > 4000
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    client.close()


# ---- below a path ----------------------------------------------------------------------------------------------------


def test_below_a_path_everything_is_found_whether_or_not_a_proxy_takes_it_off(folder: Path, tmp_path: Path) -> None:
    below = client(tmp_path, root_path="/games/molehill")
    for path in ("/", "/theme.js", "/api/docs"):
        answers = [below.get(prefix + path) for prefix in ("", "/games/molehill")]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].text == answers[1].text
    assert below.get("/games/molehill").headers["location"] == "/games/molehill/"
    assert below.get("/games/molehill/rules/x").headers["location"] == "./../#/rules/x"
    assert below.get("/games/molehillside").headers["location"] == "./../#/games/molehillside"


def test_a_game_is_played_below_a_path(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", root_path="/games/molehill")
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
    opened = server.call("POST", "/games/molehill/api/tables", {"game": "honeymoon", "seats": seats})
    assert opened.status_code == 201
    table = opened.json()["id"]
    paths = re.findall(r"Path=([^;]+)", ";".join(opened.headers.get_list("set-cookie")))
    assert set(paths) == {f"/games/molehill/api/tables/{table}"}
    server.url += "/games/molehill"
    client = server.join(table, opened.json()["tokens"]["0"])
    assert client.hear()["say"] == "welcome"
    assert client.ask(do="start")["table"]["status"] == "playing"
    client.close()


@pytest.mark.parametrize("path", ["/api/docs", "/plain", "/", "/page/page.js", "/page/docs.js"])
def test_no_address_in_a_page_begins_at_the_root(server: Server, path: str) -> None:
    page = server.call("GET", path).text
    assert not re.search(r"""(?:src|href)=["']/|["'`]/(?:api|assets|page)\b""", page)
