"""What a client may send over a WebSocket, as models: unknown fields, wrong types and huge numbers are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from molehill.server.dice import SHARE

Token = Annotated[str, StringConstraints(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Seq = Annotated[int, Field(ge=0, le=2**31)]


class Strict(BaseModel):
    """No field that is not named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(Strict):
    """The first message: who is there."""

    do: Literal["hello"]
    tokens: list[Token] = Field([], max_length=16)
    words: bool = Field(False, description="whole views, structures and sentences, for who has no words of their own")
    watch: bool = Field(False, description="as a spectator, whatever seats this browser holds: for a board for all")
    page: Key | None = Field(None, description="the client's own name for this page, new each time somebody opens it")
    again: bool = Field(False, description="the page had a connection before and lost it")


class Move(Strict):
    """A decision: a move as a structure, or its number among the legal ones that you were sent."""

    do: Literal["move"]
    seat: SeatNumber
    move: dict[str, Any] | Annotated[int, Field(ge=0, le=2**31)]
    seq: Seq
    key: Key | None = None


class Undo(Strict):
    """Take back the last move."""

    do: Literal["undo"]
    seat: SeatNumber
    seq: Seq
    key: Key | None = None


class Hint(Strict):
    """What would a bot do?"""

    do: Literal["hint"]
    seat: SeatNumber
    key: Key | None = None


class Chat(Strict):
    """Say something."""

    do: Literal["chat"]
    seat: SeatNumber | None
    text: Annotated[str, StringConstraints(max_length=2000)]
    key: Key | None = None


class Luck(Strict):
    """A share in the dice: 32 random bytes of the client's own, before the start."""

    do: Literal["luck"]
    seat: SeatNumber
    share: Annotated[str, StringConstraints(min_length=64, max_length=64, pattern=SHARE)]
    key: Key | None = None


class Start(Strict):
    """Begin."""

    do: Literal["start"]
    key: Key | None = None


class Arrange(Strict):
    """The host: a bot on a seat, or nobody."""

    do: Literal["seat"]
    seat: SeatNumber
    kind: Literal["bot", "open"]
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None
    key: Key | None = None


class Switch(Strict):
    """The host: the chat off or on."""

    do: Literal["set"]
    chat: bool
    key: Key | None = None


class StandIn(Strict):
    """Let a bot play for somebody who is away."""

    do: Literal["stand_in"]
    seat: SeatNumber
    key: Key | None = None


class TakeBack(Strict):
    """Play again oneself."""

    do: Literal["take_back"]
    seat: SeatNumber
    key: Key | None = None


class Rematch(Strict):
    """Once more."""

    do: Literal["rematch"]
    key: Key | None = None


class Hold(Strict):
    """Take further seats into this connection."""

    do: Literal["hold"]
    tokens: list[Token] = Field(min_length=1, max_length=16)


class Again(Strict):
    """Send everything once more."""

    do: Literal["again"]


class Ping(Strict):
    """Are you there?"""

    do: Literal["ping"]


Command = Annotated[
    Hello | Move | Undo | Hint | Chat | Luck | Start | Arrange | Switch | StandIn | TakeBack | Rematch | Hold | Again
    | Ping,
    Field(discriminator="do"),
]  # fmt: skip
read: Callable[[str | bytes], Command] = TypeAdapter(Command).validator.validate_json
