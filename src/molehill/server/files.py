"""The files that browsers ask for: the app and the plain pages. What may be kept, and what is compressed.

All files are read when the server starts: what is handed out fits together, even while the app is being built again. A
newer build is handed out only from a folder of its own, which is there as a whole or not at all (`next_app`).
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PAGE = Path(__file__).with_name("page")
# The browser app as it was built: packed with the server, or in the checkout that the server runs from.
APPS = (Path(__file__).with_name("app"), Path(__file__).parents[3] / "web" / "dist")

FOREVER = "public, max-age=31536000, immutable"  # of what has its hash in its name
ASK_AGAIN = "no-cache"  # it may be kept, and is asked for each time whether it is still the same
NOT_KEPT = "no-store"

PLAIN = "identity"
_SUFFIXES = {"br": ".br", "gzip": ".gz"}  # of compressed forms that lie beside a file; the best comes first
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ftl": "text/plain; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_COMPRESSED = ("image/png", "image/webp", "font/woff2")  # already
_LEAST = 1000  # bytes: what is smaller fits into a packet or two as it is


def app_folder() -> Path | None:
    """Where the browser app lies, if it was built; without it the plain page is all there is."""
    return next((folder for folder in APPS if (folder / "index.html").is_file()), None)


def type_of(suffix: str) -> str:
    """The media type of files that end so. What the machine knows of types may be anything."""
    return _TYPES.get(suffix, "application/octet-stream")


@dataclass(frozen=True)
class Asset:
    """Something that is the same for everybody: its type, how long it may be kept, its forms by encoding."""

    type: str
    cache: str
    forms: Mapping[str, bytes]

    @classmethod
    def read(cls, file: Path, cache: str = ASK_AGAIN) -> Asset:
        """A file, and its compressed forms if they lie beside it."""
        beside = {encoding: file.with_name(file.name + suffix) for encoding, suffix in _SUFFIXES.items()}
        packed = {encoding: form.read_bytes() for encoding, form in beside.items() if form.is_file()}
        return cls(type_of(file.suffix), cache, {**packed, PLAIN: file.read_bytes()})

    @cached_property
    def tag(self) -> str:
        """A hash of what it says."""
        return hashlib.sha256(self.forms[PLAIN]).hexdigest()[:32]

    def answer(self, asked: Headers, method: str = "GET") -> Response:
        """In the best form that the other side takes, or only that nothing has changed."""
        encoding = _best(asked.get("accept-encoding", ""), self.forms)
        tag = f'"{self.tag}{"" if encoding == PLAIN else f"-{encoding}"}"'
        headers = {"etag": tag, "cache-control": self.cache}
        if len(self.forms) > 1:
            headers["vary"] = "accept-encoding"
        if _knows(asked.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        if encoding != PLAIN:
            headers["content-encoding"] = encoding
        body = self.forms[encoding]
        headers["content-length"] = str(len(body))
        return Response(b"" if method == "HEAD" else body, headers=headers, media_type=self.type)


def _best(accepted: str, forms: Mapping[str, bytes]) -> str:
    """The first of these forms that an Accept-Encoding header allows."""
    weights: dict[str, str] = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        weights[name.strip()] = weight.strip().removeprefix("q=").strip() or "1"
    wanted = {name for name, weight in weights.items() if weight.strip("0.")}
    return next((name for name in forms if name in wanted or ("*" in wanted and name not in weights)), PLAIN)


def _knows(known: str, tag: str) -> bool:
    """Whether an If-None-Match header names this tag. A proxy that compresses makes a tag weak."""
    return known.strip() == "*" or tag in (each.strip().removeprefix("W/") for each in known.split(","))


def pages(built: Path | None) -> dict[str, Asset]:
    """Everything that can be asked for as a file, by its path: the app if it was built, and the plain pages."""
    plain = Asset.read(_PAGE / "index.html")
    found = {f"/page/{file.name}": Asset.read(file) for file in _PAGE.iterdir()}
    found |= {"/": plain, "/plain": plain, "/api/docs": found["/page/docs.html"]}
    for file in built.rglob("*") if built else ():
        if file.is_file() and file.suffix not in _SUFFIXES.values():
            path = file.relative_to(built).as_posix()  # type: ignore[arg-type]
            found[f"/{path}"] = Asset.read(file, FOREVER if path.startswith("assets/") else ASK_AGAIN)
    return found | ({"/": found["/index.html"]} if built else {})


class Files:
    """Answers where one of these files is asked for; everything else goes on to the application.

    What the application says nothing of is not to be kept by anybody.
    """

    def __init__(self, app: ASGIApp, files: Mapping[str, Asset], newer: str = "") -> None:
        self.app, self.files = app, files
        self.newer = Path(newer) if newer else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if self.newer and (self.newer / "index.html").is_file():
            self._exchange(self.newer)
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["method"] in ("GET", "HEAD") and (asset := self.files.get(scope["path"])):
            await asset.answer(Headers(scope=scope), scope["method"])(scope, receive, send)
        else:
            await self.app(scope, receive, _not_kept(send))

    def _exchange(self, built: Path) -> None:
        """Between two requests, so that both builds are whole. Pages of the older one go on asking for its files."""
        self.newer = None
        self.files = {**self.files, **pages(built)}


def _not_kept(send: Send) -> Send:
    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).setdefault("cache-control", NOT_KEPT)
        await send(message)

    return send_on


class Public(APIRoute):
    """A call that tells everybody the same and nothing secret: it is compressed, and told only where it has changed.

    No other call is compressed. How well something is compressed tells what is in it to anybody who may add a text of
    their own, and a table's answer holds both secrets and chat.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        handler = super().get_route_handler()

        async def answer(request: Request) -> Response:
            said = await handler(request)
            if said.status_code != 200:
                return said
            return _told(bytes(said.body), said.headers["content-type"]).answer(request.headers, request.method)

        return answer


@lru_cache(64)
def _told(body: bytes, kind: str) -> Asset:
    packed = {"gzip": gzip.compress(body, 6, mtime=0)} if len(body) >= _LEAST and kind not in _COMPRESSED else {}
    return Asset(kind, ASK_AGAIN, {**packed, PLAIN: body})
