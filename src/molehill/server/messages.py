"""What clients may send and what they get, as models: unknown fields, wrong types and huge numbers are refused here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

TABLE_ID = r"^[A-Za-z0-9_-]{6,40}$"
Token = Annotated[str, StringConstraints(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Seq = Annotated[int, Field(ge=0, le=2**31)]


class Strict(BaseModel):
    """No field that is not named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


# ---- over the WebSocket ----------------------------------------------------------------------------------------------


class Hello(Strict):
    """The first message: who is there."""

    do: Literal["hello"]
    tokens: list[Token] = Field([], max_length=16)
    notes: bool = True
    parts: bool = Field(False, description="updates bring only those members of a view that have changed")
    page: Key | None = Field(None, description="the client's own name for this page, new each time somebody opens it")
    again: bool = Field(False, description="the page had a connection before and lost it")


class Move(Strict):
    """A decision."""

    do: Literal["move"]
    seat: SeatNumber
    move: dict[str, Any]
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


class LookAgain(Strict):
    """Send everything once more."""

    do: Literal["look"]


class Ping(Strict):
    """Are you there?"""

    do: Literal["ping"]


Message = Annotated[
    Hello
    | Move
    | Undo
    | Hint
    | Chat
    | Start
    | Arrange
    | Switch
    | StandIn
    | TakeBack
    | Rematch
    | Hold
    | LookAgain
    | Ping,
    Field(discriminator="do"),
]
read: Callable[[str | bytes], Message] = TypeAdapter(Message).validator.validate_json


# ---- over HTTP: what is sent -----------------------------------------------------------------------------------------


class SeatWanted(Strict):
    """A seat of a new table: open, a person at this device (`here`), or a bot."""

    kind: Literal["open", "here", "bot"] = Field(description="open, a person at this device (here), or a bot")
    name: Name | None = None
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None


class OpenTable(Strict):
    """A new table."""

    game: Annotated[str, StringConstraints(max_length=64)]
    seats: list[SeatWanted] = Field(min_length=1, max_length=16)
    options: dict[str, str | int | bool] = Field({}, max_length=20)
    public: bool = True
    spectators: bool = True
    clock: Annotated[int, Field(ge=5, le=86400)] | None = Field(None, description="seconds for a decision")
    hints: bool = True
    chat: bool = True
    keep_open: bool = Field(False, description="what a game shows its owner for some seconds only stays in sight")
    box: str | None = Field(None, description="the text of a box file of one's own")


class TakeSeat(Strict):
    """Who sits down."""

    name: Name


class Claim(Strict):
    """A token, from a seat link."""

    token: Token


class ImportLog(Strict):
    """A log to look at or to go on with."""

    log: dict[str, Any]
    public: bool = False
    seats: list[SeatWanted] | None = Field(None, min_length=1, max_length=16, description="for a game to go on with")


# ---- over HTTP: what comes back --------------------------------------------------------------------------------------


class ProblemBody(BaseModel):
    """Why not."""

    code: str
    why: str
    rule: str | None = None


class OptionAbout(BaseModel):
    """An option of a game. `seat`: its numbers are seats, counted from 1."""

    name: str
    says: str
    values: list[str | int | bool]
    default: str | int | bool
    seat: bool


class GameAbout(BaseModel):
    """A game."""

    id: str
    name: str
    blurb: str
    rules: int
    min_seats: int
    max_seats: int
    age: int
    minutes: list[int]
    designer: str
    cooperative: bool = Field(description="all seats win or lose together")
    simultaneous: bool = Field(description="several seats may owe a decision at once")
    secrets: bool = Field(description="a seat may know something that others may not")
    looks: bool = Field(description="something is shown to its owner for some seconds only; a table may keep it open")
    ready: bool = Field(description="its rules are in the server's memory, so that a table opens at once")
    points_name: str
    unit: str
    options: list[OptionAbout]


class BotAbout(BaseModel):
    """A bot."""

    name: str
    says: str


class Games(BaseModel):
    """What can be played, and against whom."""

    games: list[GameAbout]
    bots: list[BotAbout]


class GameWhole(GameAbout):
    """A game with its rulebook (Markdown) and its box file (TOML)."""

    rulebook: str
    box: str


class Preparation(BaseModel):
    """How far a game is on this server, from 0 to 1; 1 is ready."""

    game: str
    rules: float = Field(ge=0, le=1, description="what people need to play; a table opens when it is 1")
    bots: float = Field(ge=0, le=1, description="what bots need to think; until then their turns wait")
    trouble: str | None = Field(description="in words, what is wrong if the game could not be made ready")


class Opened(BaseModel):
    """A new table: keep the tokens, they are shown only once."""

    id: str
    host: str
    tokens: dict[int, str] = Field(description="the tokens of the seats at this device")


class Seated(BaseModel):
    """A seat that is yours now."""

    seat: int
    token: str


class Held(BaseModel):
    """The seats that you hold at a table."""

    id: str
    seats: list[int]
    host: bool


class LobbySeat(BaseModel):
    """Who sits there."""

    kind: str
    name: str


class LobbyTable(BaseModel):
    """A public table, in short."""

    id: str
    game: str
    status: str
    opened_at: float
    options: dict[str, Any]
    own_box: bool
    spectators: bool
    clock: int | None
    seats: list[LobbySeat]


class Lobby(BaseModel):
    """Public tables, the newest first."""

    tables: list[LobbyTable]


class Known(BaseModel):
    """Tables that there are."""

    tables: list[str]


class SeatAbout(BaseModel):
    """A seat, as everybody sees it."""

    seat: int
    kind: str
    name: str
    bot: str | None
    away: bool
    away_since: float | None
    stand_in: str | None
    deadline: float | None


class BoxAbout(BaseModel):
    """Which box is played with."""

    hash: str | None
    own: bool


class DiceAbout(BaseModel):
    """How the dice can be checked: `secret` is null until the end."""

    commit: str
    secret: str | None


class TableAbout(BaseModel):
    """A table, as everybody sees it."""

    id: str
    game: str
    rules: int
    status: str
    options: dict[str, Any]
    box: BoxAbout
    public: bool
    spectators: bool
    clock: int | None
    hints: bool
    chat: bool
    keep_open: bool
    seats: list[SeatAbout]
    watching: int
    pending: list[int]
    dice: DiceAbout
    result: dict[str, Any] | None
    rematch: str | None
    trouble: str | None


class LegalMove(BaseModel):
    """A move that may be made."""

    move: dict[str, Any]
    label: str
    says: str
    note: str | None


class LookAbout(BaseModel):
    """What a seat (null: a spectator) sees."""

    model_config = ConfigDict(populate_by_name=True)

    seat: int | None
    view: dict[str, Any]
    first: int = Field(alias="from")
    events: list[dict[str, Any]]
    ask: str | None
    legal: list[LegalMove]
    can_undo: bool


class ChatLine(BaseModel):
    """A line of chat; `seat` is null for the host."""

    seat: int | None
    name: str
    text: str
    at: float


class ChatAbout(BaseModel):
    """Lines of chat from number `from` on."""

    model_config = ConfigDict(populate_by_name=True)

    first: int = Field(alias="from")
    lines: list[ChatLine]


class You(BaseModel):
    """What you hold at this table."""

    seats: list[int]
    host: bool


class Update(BaseModel):
    """Everything about a table that you may know: `welcome` and `update`."""

    say: Literal["welcome", "update"]
    seq: int
    now: float
    done: str | None
    you: You
    table: TableAbout
    looks: list[LookAbout]
    chat: ChatAbout


class RefusedAbout(ProblemBody):
    """What you asked for is not done; nothing has changed."""

    say: Literal["refused"]
    key: str | None
    seq: int


class Suggestion(BaseModel):
    """A move worth making, and why."""

    move: dict[str, Any]
    label: str
    says: str
    why: str


class HintAbout(BaseModel):
    """What a bot would do, the best first."""

    say: Literal["hint"]
    seat: int
    seq: int
    moves: list[Suggestion]


class Pong(BaseModel):
    """Here."""

    say: Literal["pong"]
    now: float


class Elsewhere(BaseModel):
    """These seats of yours are played from another page, here or on another device."""

    say: Literal["elsewhere"]
    seats: list[int]


class Closing(BaseModel):
    """The server goes away: connect again after `retry` seconds."""

    say: Literal["closing"]
    why: str
    retry: float


Answer = Annotated[Update | RefusedAbout | HintAbout | Pong | Elsewhere | Closing, Field(discriminator="say")]


def websocket_schemas() -> dict[str, Any]:
    """The WebSocket's messages as JSON schemas, for those who generate a client from the description."""
    found: dict[str, Any] = {}
    for name, kind in (("ClientMessage", TypeAdapter(Message)), ("ServerMessage", TypeAdapter(Answer))):
        schema = kind.json_schema(ref_template="#/components/schemas/{model}")
        found |= schema.pop("$defs") | {name: schema}
    return found


class Step(BaseModel):
    """One step of a finished game: who did what, and what the viewer saw of it."""

    number: int
    actor: int | Literal["chance"]
    move: dict[str, Any]
    says: str
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Replay(BaseModel):
    """Some steps of a finished game."""

    seat: int | None
    count: int
    start: dict[str, Any] = Field(description="the view before the first step of the game")
    names: list[str]
    steps: list[Step]


class Health(BaseModel):
    """Whether the server is well."""

    ok: bool
    version: str
    database: str
    process: str = Field(description="which server process has answered: another one, another name")
