"""The door: HTTP calls around tables, and the WebSocket at them. What is asked for is read here and done in the hub."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal
from urllib.parse import quote

import structlog
from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import StringConstraints
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

import molehill
from molehill.engine.errors import MolehillError
from molehill.engine.game import Game
from molehill.engine.lesson import Scripted
from molehill.server import (
    answers,
    connection,
    description,
    dice,
    files,
    frames,
    metrics,
    privacy,
    replays,
    reporting,
    shelf,
    workshop,
)
from molehill.server import bodies as b
from molehill.server.database import Away
from molehill.server.entrance import Entrance
from molehill.server.hub import Hub
from molehill.server.orders import Following
from molehill.server.phones import Phones
from molehill.server.preparations import COMPILER, RULES, Preparer
from molehill.server.rates import Rates, address
from molehill.server.safety import Guard
from molehill.server.seats import hashed, new_token, read_seats
from molehill.server.setting import Setting
from molehill.server.settings import DAY, Settings
from molehill.server.sight import PAGE
from molehill.server.store import Store
from molehill.server.strict import StrictRoute
from molehill.server.table import Table
from molehill.server.words import Problem, malformed, problem, say

_NO_SCREENS = ("/api/", "/assets/", "/modules/", "/page/")
_TABLES_LISTED = 100
_TABLES_ASKED = 20  # as many as a page remembers
_STEPS_AT_ONCE = 200
_COOKIE_DAYS = 90
_COMPANY = "easy"  # the bot that the other seats of a lesson are called after; it decides nothing there
_AWAY = 5.0  # seconds after which it is worth asking again

_GAME_OF_A_LOG = re.compile(rb'"game"\s*:\s*"([a-z0-9_]{1,64})"')

logger = structlog.get_logger("molehill.api")
router = APIRouter(prefix="/api", responses=b.REFUSED, route_class=StrictRoute)
public = APIRouter(prefix="/api", responses=b.REFUSED, route_class=files.Public)

GamePath = Annotated[str, InPath(max_length=64, description="a game's id")]
TableId = Annotated[str, InPath(pattern=b.TABLE_ID, description="a table's id")]
TableName = Annotated[str, StringConstraints(pattern=b.TABLE_ID)]
LinePath = Annotated[int, InPath(ge=0, le=1_000_000, description="a line of the chat, from 0")]
SeatPath = Annotated[int, InPath(ge=0, le=15, description="a seat, from 0")]


class Visitor:
    """Who is asking over HTTP: told at once and only once."""

    def __init__(
        self, request: Request, words: Annotated[bool, Query(description="sentences and structures, too")] = False
    ) -> None:
        self.address = address(request.scope)
        self.tokens = connection.tokens_of(request.headers)
        self.seats: tuple[int, ...] = ()
        self.host = False
        self.words = words


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def _phones(request: Request) -> Phones:
    found: Phones = request.app.state.phones
    return found


TheHub = Annotated[Hub, Depends(_hub)]
TheVisitor = Annotated[Visitor, Depends(Visitor)]


# ---- games -----------------------------------------------------------------------------------------------------------


@public.get("/openapi.json", include_in_schema=False)
def openapi(request: Request) -> dict[str, Any]:
    """All of this, for programs."""
    described: dict[str, Any] = request.app.openapi()
    return described


@public.get("/about")
def about(hub: TheHub) -> b.About:
    """Which version this is, and who runs it."""
    return b.About(version=molehill.__version__, contact=hub.settings.contact)


@router.get("/phones")
async def phones(request: Request) -> b.PhonesAbout:
    """Where others can open this server, and whether you may let phones join."""
    known = _phones(request)
    offered = known.offered(request.scope)
    return b.PhonesAbout(offered=offered, open=offered and known.open, urls=await known.bases(request.scope))


@router.put("/phones")
async def let_phones_join(wanted: b.LetPhonesJoin, request: Request) -> b.PhonesAbout:
    """Let phones join, or no longer; only for somebody at the server's own machine."""
    await _phones(request).switch(wanted.open, request.scope)
    return await phones(request)


@public.get("/games")
def games(hub: TheHub) -> b.Games:
    """Every game, the bots, and what is installed and can't be played."""
    offered = [game for game in molehill.games() if game.id not in shelf.left_out()]
    return b.Games(
        games=[b.GameAbout(**answers.about(game, _is_ready(game, hub))) for game in offered],
        bots=[*answers.known_bots(), *answers.trained_bots(offered)],
        left_out=[b.LeftOutAbout(id=game, says=say("left-out", game=game)) for game in shelf.left_out()],
    )


@public.get("/games/{game}")
def one_game(game: GamePath, hub: TheHub) -> b.GameWhole:
    """One game, with its rulebook and its box file."""
    found = shelf.find(game)
    return answers.whole(found, _is_ready(found, hub))


@public.get("/games/{game}/schema")
def schema(game: GamePath) -> dict[str, Any]:
    """What views, events, moves, outcomes and options of a game look like, as JSON Schema."""
    return description.of_game(shelf.find(game))


@public.get("/games/{game}/lesson")
def lesson(game: GamePath) -> b.Lesson:
    """The first game that teaches a game, step by step."""
    return answers.lesson(shelf.find(game))


@router.post("/games/{game}/box")
async def read_box(game: GamePath, wanted: b.ReadBox, request: Request, hub: TheHub) -> b.BoxRead:
    """What the rules read of a box of your own, for a game without a server. Nothing of it is kept."""
    found = shelf.find(game)
    if len(wanted.box.encode()) > hub.settings.box_size:
        raise problem("too-large", "too-large", most=hub.settings.box_size)
    await hub.rules_of(found.id)
    return answers.box_read(found, await hub.sandbox.box(address(request.scope), found.id, wanted.box))


@router.get("/games/{game}/preparation")
async def preparation(game: GamePath, hub: TheHub) -> b.Preparation:
    """How far a game is. Nothing is hurried by asking that."""
    return b.Preparation(**hub.preparations.about(shelf.find(game).id))


@router.post("/games/{game}/preparation")
async def prepare(game: GamePath, hub: TheHub) -> b.Preparation:
    """Prepare a game before all others, because somebody is about to play it; what has failed is tried again."""
    hub.preparations.ask(shelf.find(game).id)
    return b.Preparation(**hub.preparations.about(game))


def _is_ready(game: Game, hub: Hub) -> bool:
    return hub.preparations.is_ready(game.id, RULES)


# ---- tables ----------------------------------------------------------------------------------------------------------


@public.get("/tables")
async def list_tables(
    hub: TheHub,
    game: Annotated[str | None, Query(max_length=64)] = None,
    status: Literal["open", "playing", "over"] | None = None,
) -> b.Lobby:
    """Public tables, the newest first."""
    found = await hub.store.lobby(game, status, _TABLES_LISTED)
    return b.Lobby(tables=[b.LobbyTable(**table) for table in found])


@router.get("/tables/known")
async def known_tables(
    hub: TheHub, id: Annotated[list[TableName], Query(max_length=_TABLES_ASKED, description="tables' ids")]
) -> b.Known:
    """Which of these tables there still are: who remembers some may ask without being told of errors."""
    return b.Known(tables=await hub.store.known(id))


@router.post("/tables", status_code=201)
async def open_table(wanted: b.OpenTable, request: Request, response: Response, hub: TheHub) -> b.Opened:
    """Open a table."""
    return await _opened(wanted, request, response, hub)


@router.post("/games/{game}/lesson", status_code=201)
async def open_lesson(
    game: GamePath, wanted: b.OpenLesson, request: Request, response: Response, hub: TheHub
) -> b.Opened:
    """Open a table for the lesson of a game. Chance and the others do there what the lesson says."""
    known = shelf.find(game)
    found = await asyncio.to_thread(shelf.lesson_of, known)
    bots = [b.SeatWanted(kind="bot", bot=_COMPANY)] * (found.seats - 1)
    table = b.OpenTable(
        game=game, seats=[b.SeatWanted(kind="here", name=wanted.name), *bots], options=found.options,
        public=False, spectators=False, clock=None, hints=False, chat=False, keep_open=bool(known.look), box=None,
    )  # fmt: skip
    return await _opened(table, request, response, hub, script=found.script)


async def _opened(
    wanted: b.OpenTable, request: Request, response: Response, hub: Hub, script: Sequence[Scripted] = ()
) -> b.Opened:
    who = address(request.scope)
    async with hub.openings.by(who) as opener:
        table, tokens, host = await _new_table(wanted, who, hub, script)
        await hub.openings.keep(table, opener)
    hub.ask_for_bots(table)
    _set_cookies(request, response, table.id, tokens, host)
    return b.Opened(id=table.id, host=host, tokens=tokens)


async def _new_table(
    wanted: b.OpenTable, who: str, hub: Hub, script: Sequence[Scripted]
) -> tuple[Table, dict[int, str], str]:
    """A table as somebody wants it, with the tokens of the seats at their device and of the host."""
    if wanted.box is not None and len(wanted.box.encode()) > hub.settings.box_size:
        raise problem("too-large", "too-large", most=hub.settings.box_size)
    game = shelf.find(wanted.game)
    if wanted.keep_open and not game.look:
        raise problem("bad-options", "keep-open-not", game=game.name)
    seats, tokens = read_seats(game, [seat.model_dump() for seat in wanted.seats])
    try:
        options = game.read_options(wanted.options, game.seat_count(len(seats)))
    except MolehillError as error:
        raise Problem("bad-options", str(error)) from None
    await hub.rules_of(game.id)
    own = None if wanted.box is None else await hub.sandbox.box(who, game.id, wanted.box)
    box = own or game.box()
    host, secret = new_token(), dice.new_secret()
    setting = Setting(
        game=game.id, rules=game.version, options=options, box=wanted.box, box_hash=box.hash, host=hashed(host),
        public=wanted.public, spectators=wanted.spectators, clock=wanted.clock, hints=wanted.hints,
        keep_open=wanted.keep_open, script=[list(move) for move in script],
    )  # fmt: skip
    return Table.opened(hub.openings.new_id(), secret, setting, seats, time.time(), wanted.chat, own), tokens, host


def _set_cookies(
    request: Request, response: Response, table: str, tokens: dict[int, str], host: str | None = None
) -> None:
    named = {f"seat-{seat}": token for seat, token in tokens.items()} | ({"host": host} if host else {})
    for name, token in named.items():
        response.set_cookie(
            name, token, max_age=int(_COOKIE_DAYS * DAY), path=_cookie_path(request, table), httponly=True,
            samesite="strict", secure=request.url.scheme == "https",
        )  # fmt: skip


def _cookie_path(request: Request, table: str) -> str:
    return f"{_hub(request).settings.root_path}/api/tables/{table}"


@router.get("/tables/{id}", response_model=frames.Welcome)
async def table(id: TableId, visitor: TheVisitor, hub: TheHub) -> Response:
    """The table as you may see it."""
    await hub.preparations.wait(await hub.game_of(id), RULES)  # a lobby looks at many tables: that hurries nothing
    return _json(await hub.welcome(id, visitor, visitor.address))


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


@router.get("/tables/{id}/preparation")
async def preparation_of_table(id: TableId, hub: TheHub) -> b.Preparation:
    """How far the game of a table is."""
    return b.Preparation(**hub.preparations.about(await hub.game_of(id)))


@router.post("/tables/{id}/seats/{seat}", status_code=201)
async def sit(
    id: TableId, seat: SeatPath, wanted: b.TakeSeat, request: Request, response: Response, hub: TheHub
) -> b.Seated:
    """Take an open seat."""
    token = new_token()
    await hub.act(id, lambda table: table.sit(seat, wanted.name, token, time.time()))
    _set_cookies(request, response, id, {seat: token})
    return b.Seated(seat=seat, token=token)


@router.patch("/tables/{id}/seats/{seat}")
async def rename(id: TableId, seat: SeatPath, wanted: b.TakeSeat, visitor: TheVisitor, hub: TheHub) -> b.Held:
    """Another name for a seat of yours."""

    def command(table: Table) -> None:
        _own(table, seat, visitor)
        table.rename(seat, wanted.name, time.time())

    await hub.act(id, command)
    return await _held(id, visitor, hub)


@router.delete("/tables/{id}/seats/{seat}")
async def leave(
    id: TableId, seat: SeatPath, visitor: TheVisitor, request: Request, response: Response, hub: TheHub
) -> b.Held:
    """Leave a seat of yours."""

    def command(table: Table) -> None:
        _own(table, seat, visitor)
        table.leave(seat, hub.settings.stand_in, time.time())

    await hub.act(id, command)
    response.delete_cookie(f"seat-{seat}", path=_cookie_path(request, id), httponly=True, samesite="strict")
    return await _held(id, visitor, hub)


def _own(table: Table, seat: int, visitor: Visitor) -> None:
    table.seat(seat)
    if seat not in table.held(visitor.tokens)[0]:
        raise problem("not-yours", "not-your-seat")


async def _held(id: str, visitor: Visitor, hub: Hub) -> b.Held:
    seats, host = await hub.ask(id, lambda table: table.held(visitor.tokens))
    return b.Held(id=id, seats=seats, host=host)


@router.post("/tables/{id}/chat/{line}/report", status_code=201)
async def report_line(id: TableId, line: LinePath, visitor: TheVisitor, request: Request, hub: TheHub) -> b.Reported:
    """Report a line of the chat that you may read to those who run this server."""
    request.app.state.rates.check("reports", visitor.address)
    said = await hub.ask(id, lambda table: _line(table, line, visitor))
    await hub.store.change(lambda c: reporting.keep(c, id, line, said, time.time()))
    metrics.REPORTS.inc()
    logger.info("chat-reported", table=id, line=line)
    return b.Reported(id=id, line=line)


def _line(table: Table, number: int, visitor: Visitor) -> frames.ChatLine:
    seats, host = table.held(visitor.tokens)
    told = table.chat_from(number)
    if not table.may_watch(seats, host) or told["first"] != number or not told["lines"]:
        raise problem("no-line", "no-line")
    return told["lines"][0]


@router.post("/tables/{id}/seats/{seat}/token")
async def token(id: TableId, seat: SeatPath, visitor: TheVisitor, hub: TheHub) -> b.Seated:
    """The token of a seat of yours, for a link that takes the seat along to another device."""
    held = await hub.ask(id, lambda table: [each for each in visitor.tokens if seat in table.held([each])[0]])
    if not held:
        raise problem("not-yours", "not-your-seat")
    return b.Seated(seat=seat, token=held[0])


@router.post("/tables/{id}/claim")
async def claim(id: TableId, wanted: b.Claim, request: Request, response: Response, hub: TheHub) -> b.Held:
    """Turn the token of a seat link into a cookie."""
    seats, host = await hub.ask(id, lambda table: table.held([wanted.token]))
    if not seats and not host:
        raise problem("not-yours", "bad-token")
    _set_cookies(request, response, id, dict.fromkeys(seats, wanted.token), wanted.token if host else None)
    return b.Held(id=id, seats=seats, host=host)


@router.post("/tables/{id}/rematch")
@router.post("/tables/{id}/follow", deprecated=True, operation_id="follow")
async def come_along(id: TableId, visitor: TheVisitor, request: Request, response: Response, hub: TheHub) -> b.Held:
    """After a rematch: hold your seats at the new table as well."""
    again = await hub.ask(id, lambda table: table.rematch_id)
    if again is None:
        raise problem("not-now", "no-rematch")
    held: dict[int, str] = {}
    for token in visitor.tokens:
        seats, host = await hub.ask(again, lambda table, token=token: table.held([token]))  # type: ignore[misc]
        held |= dict.fromkeys(seats, token)
        if host:
            _set_cookies(request, response, again, {}, token)
    _set_cookies(request, response, again, held)
    return await _held(again, visitor, hub)


# ---- logs ------------------------------------------------------------------------------------------------------------


@router.get("/tables/{id}/events", response_model=b.Events)
async def events(
    id: TableId,
    visitor: TheVisitor,
    hub: TheHub,
    seat: Annotated[int | None, Query(ge=0, le=15, description="a seat of yours; as a spectator if left out")] = None,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """What has happened, as far as a seat of yours may know: a `welcome` tells of the last events only."""
    found = await hub.ask(id, lambda table: replays.happened(table, seat, visitor.tokens))
    return _json(await hub.replays.run(visitor.address, replays.events, found, seat, first, count, visitor.words))


@router.get("/tables/{id}/log", response_model=dict[str, Any])
async def log(id: TableId, visitor: TheVisitor, hub: TheHub) -> Response:
    """The log of a finished game; also of one that goes on, for a host who alone plays it, against bots perhaps."""
    table = await hub.ask(id, lambda table: replays.logged(table, visitor.tokens))
    return _json(await hub.replays.run(visitor.address, replays.log, table))


@router.get("/tables/{id}/replay", response_model=b.Replay)
async def replay(
    id: TableId,
    visitor: TheVisitor,
    hub: TheHub,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=_STEPS_AT_ONCE)] = 50,
) -> Response:
    """A finished game, step by step, as a seat or a spectator would have seen it."""
    table = await hub.ask(id, lambda table: replays.finished(table, visitor.tokens))
    return _json(await hub.replays.run(visitor.address, replays.steps, table, seat, first, count, visitor.words))


@router.get("/tables/{id}/report", response_model=dict[str, Any])
async def report(id: TableId, visitor: TheVisitor, hub: TheHub) -> Response:
    """What to send with a report of a problem: no names, and before the end nothing that you may not know."""
    table = await hub.ask(id, lambda table: replays.may_watch(table, visitor.tokens).copy())
    return _json(await hub.replays.run(visitor.address, replays.report, table, table.held(visitor.tokens)[0]))


@router.post("/import", status_code=201, openapi_extra=description.body_of("ImportLog"))
async def import_log(request: Request, response: Response, hub: TheHub) -> b.Opened:
    """A table from a log: to look at, or to go on with. It is read and replayed in a process of its own."""
    who, body, host = address(request.scope), await request.body(), new_token()
    game = _GAME_OF_A_LOG.search(body)
    seems = game[1].decode() if game else ""
    async with hub.openings.by(who, imports=True) as opener:
        await hub.rules_of(seems)
        id, tokens = await hub.openings.keep_log(who, opener, seems, body, host)
    _set_cookies(request, response, id, tokens, host)
    return b.Opened(id=id, host=host, tokens=tokens)


# ---- for operators ---------------------------------------------------------------------------------------------------


operators = APIRouter(tags=["operators"])


@operators.get("/healthz", responses={503: {"model": b.Health}})
async def health(hub: TheHub, response: Response) -> b.Health:
    """Whether the server is well: it writes, listens to other processes, looks after tables, and has room left."""
    ailing = hub.ailments()
    response.status_code = 503 if ailing else 200
    return b.Health(
        ok=not ailing,
        ailing=ailing,
        version=molehill.__version__,
        database=hub.store.database.url.get_backend_name(),
        process=hub.store.process,
    )


@operators.get("/metrics", response_class=PlainTextResponse)
async def prometheus(hub: TheHub) -> Response:
    """Numbers for Prometheus."""
    for part in ("writer", "listener", "watch", "disk"):
        metrics.WELL.labels(part).set(part not in hub.ailments())
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


# ---- the application -------------------------------------------------------------------------------------------------


def application(
    settings: Settings, store: Store, preparer: Preparer = COMPILER, health_ports: Sequence[int] = ()
) -> FastAPI:
    """The whole server, as an ASGI application. It closes the store when it ends."""
    rates = Rates(settings)
    shelf.left_out()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub = hub = Hub(settings, store, preparer)
        await hub.open()
        await Following(hub, rates).begin()
        try:
            yield
        finally:
            await hub.close()
            store.close()

    app = FastAPI(
        title="Molehill", version=molehill.__version__, lifespan=lifespan, openapi_url=None, docs_url=None,
        redoc_url=None, redirect_slashes=False, description="Tables on line. The protocol page tells of the WebSocket.",
    )  # fmt: skip
    app.state.rates = rates
    app.state.phones = phones = Phones(settings)
    app.openapi = lambda: description.of(app)  # type: ignore[method-assign]
    for each in (router, public, workshop.router, operators):
        app.router.routes += each.routes  # as they are: to include a router is to build every route of it again
    shelf.mount(app)
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(Away, _on_database)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Exception, _on_bug)
    app.state.app = files.app_folder()
    # The last one is the first to see a request.
    pages = files.pages(app.state.app) | {"/privacy": privacy.page(settings)}
    app.add_middleware(files.Files, files=pages, newer=settings.next_app)
    app.add_middleware(Guard, settings=settings, rates=rates, phones=phones, socket=_play(app))
    app.add_middleware(Entrance, below=settings.root_path, health_ports=health_ports)
    return app


def _is_screen(request: Request) -> bool:
    """Whether somebody asks for a screen of the app as if it were a page."""
    path = request.scope["path"]
    return request.method == "GET" and not path.startswith(_NO_SCREENS) and "." not in path


def _screen(path: str) -> str:
    """Where a screen is to be found: in the app, which lies where a page at this path calls its root."""
    return f"./{'../' * (path.count('/') - 1)}#{quote(path)}"


def _play(app: FastAPI) -> Callable[[str, Scope, Receive, Send], Awaitable[None]]:
    async def play(table: str, scope: Scope, receive: Receive, send: Send) -> None:
        await connection.serve(scope, receive, send, app.state.hub, app.state.rates, table)

    return play


async def _on_problem(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Problem)
    metrics.REFUSALS.labels(error.code).inc()
    return JSONResponse(error.as_json(), error.status, headers=error.headers)


async def _on_database(request: Request, error: Exception) -> JSONResponse:
    """The database is away, or full, or locked: nothing that the client has done, and it may be over soon."""
    logger.error("database", path=request.url.path, why=str(error))
    return await _on_problem(request, problem("trouble", "away").later(_AWAY))


async def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return await _on_problem(request, malformed(error.errors()))


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and request.app.state.app and _is_screen(request):
        return RedirectResponse(_screen(request.scope["path"]))
    known = {404: "no-page", 405: "no-method", 413: "too-large"}
    if error.status_code in (404, 405):
        code = known[error.status_code]
        return JSONResponse(problem(code, code).as_json(), error.status_code, headers=error.headers)
    told = problem("malformed", "malformed", why=str(error.detail))
    return JSONResponse(told.as_json(), error.status_code, headers=error.headers)


async def _on_bug(request: Request, error: Exception) -> JSONResponse:
    logger.error("request-failed", path=request.url.path, exc_info=error)
    return JSONResponse(problem("trouble", "trouble").as_json(), 500)
