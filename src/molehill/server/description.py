"""The server described for programs: OpenAPI with the WebSocket's messages, and JSON Schema of the games."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Union

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import Field, TypeAdapter

from molehill.browser.declarations import events
from molehill.engine.game import Game
from molehill.server.bodies import ImportLog
from molehill.server.commands import Command
from molehill.server.frames import Frame

COMMAND: TypeAdapter[Any] = TypeAdapter(Command)
FRAME: TypeAdapter[Any] = TypeAdapter(Annotated[Frame, Field(discriminator="say")])
_REFERENCE = "#/components/schemas/{model}"


def body_of(model: str) -> dict[str, Any]:
    """Tells of the body of a call that reads it itself."""
    schema = {"$ref": _REFERENCE.format(model=model)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def of(app: FastAPI) -> dict[str, Any]:
    """The description of the HTTP calls, with `ClientMessage` and `ServerMessage` among its components."""
    if not app.openapi_schema:
        described = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = described["components"]["schemas"]
        schemas["ImportLog"] = ImportLog.model_json_schema(ref_template=_REFERENCE)
        del schemas["ImportLog"]["$defs"]  # a seat is described with the call that opens a table
        for name, messages in (("ClientMessage", COMMAND), ("ServerMessage", FRAME)):
            schema = messages.json_schema(ref_template=_REFERENCE)
            for kind, declared in {**schema.pop("$defs"), name: schema}.items():
                if schemas.setdefault(kind, declared) != declared:
                    raise TypeError(f"two kinds of messages are called {kind}")
        app.openapi_schema = described
    return app.openapi_schema


@cache
def of_game(game: Game) -> dict[str, Any]:
    """JSON Schema of what a game's messages hold: each kind under its name in `properties`."""
    types = game.part("types")
    kinds = {name: getattr(types, name) for name in ("View", "Move", "Outcome", "Options") if hasattr(types, name)}
    kinds["Event"] = Union[tuple(events(game).values())]  # noqa: UP007
    named = [(name, "validation", TypeAdapter(kind)) for name, kind in kinds.items()]
    schemas, definitions = TypeAdapter.json_schemas(named, title=game.name)  # type: ignore[arg-type]
    return definitions | {"properties": {name: schema for (name, _), schema in schemas.items()}}
