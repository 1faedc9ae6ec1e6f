"""What is sent over HTTP and what comes back, as models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from molehill.server.commands import Strict, Token

TABLE_ID = r"^[A-Za-z0-9_-]{6,40}$"
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]

# ---- what is sent ----------------------------------------------------------------------------------------------------


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
    box: str | None = Field(None, description="the text of your own box file")


class OpenLesson(Strict):
    """Who learns."""

    name: Name


class ReadBox(Strict):
    """The text of a box file of your own."""

    box: str


class TakeSeat(Strict):
    """Who sits down."""

    name: Name


class Claim(Strict):
    """A token, from a seat link."""

    token: Token


class LetPhonesJoin(Strict):
    """Whether phones may join."""

    open: bool


class ImportLog(Strict):
    """A log to look at or to go on with."""

    log: dict[str, Any]
    public: bool = False
    seats: list[SeatWanted] | None = Field(None, min_length=1, max_length=16, description="for a game to go on with")


# ---- what comes back -------------------------------------------------------------------------------------------------


class ProblemBody(BaseModel):
    """Why not."""

    code: str
    why: str
    rule: str | None = None


REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": ProblemBody} for code in (400, 403, 404, 405, 409, 413, 422, 429, 503)
}
"""The answers that any call may get instead of its own."""


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
    look: int | None = Field(description="seconds for which something is shown to its owner only; null: nothing is")
    ready: bool = Field(description="its rules are in the server's memory, so that a table opens at once")
    points_name: str
    unit: str
    colour: str = Field(description="of its room in the lobby, as #ffcf6b")
    room: Literal["sky", "field", "ground"] = Field(description="where in the lobby its room lies")
    module: str = Field(description="address of its JavaScript module from the root, for an app not built with it")
    words: str = Field(description="address of its Fluent catalogue")
    picture: str | None = Field(description="address of the picture of its room in the lobby")
    board: str | None = Field(description="address of the JavaScript module of a board that it brings")
    options: list[OptionAbout]
    lesson: bool = Field(description="whether it brings a first game that teaches it")


class BotTable(BaseModel):
    """A table at which a bot can sit."""

    game: str
    seats: int


class BotAbout(BaseModel):
    """A bot."""

    name: str
    says: str
    tables: list[BotTable] | None = Field(
        None, description="where it can sit: a net plays what it was trained for; null: everywhere"
    )


class LeftOutAbout(BaseModel):
    """A game that is installed and can't be played here."""

    id: str
    says: str


class About(BaseModel):
    """This server."""

    version: str
    contact: str = Field(description="how to reach those who run it: an address of any kind, or nothing")


class PhonesAbout(BaseModel):
    """How phones come to this server."""

    offered: bool = Field(description="whether you may let phones join: you are at the server's own machine")
    open: bool = Field(description="whether phones may join, as far as that is for you to know")
    urls: list[str] = Field(
        description="where others can open the app, the likeliest first; none: as you did, if at all"
    )


class Games(BaseModel):
    """What can be played, and against whom."""

    games: list[GameAbout]
    bots: list[BotAbout]
    left_out: list[LeftOutAbout] = Field(description="games that are installed and can't be loaded; usually none")


class GameWhole(GameAbout):
    """A game with its rulebook (Markdown) and its box file (TOML)."""

    rulebook: str
    box: str


class BoxRead(BaseModel):
    """A box as a host of compiled rules takes it."""

    game: str
    rules: int = Field(description="the version of the rules that it was read for")
    title: str
    hash: str
    toml: str = Field(description="the text of the box file")
    record: str = Field(description="what the rules read of it, in base64")
    edition: dict[str, Any] = Field(description="what views read of the file")


class LessonStep(BaseModel):
    """A step of a lesson. Its words are in the game's catalogue: `lesson-NAME`, and with moves `lesson-NAME-wrong`."""

    name: str
    rule: str = Field(description="the clause that it is about")
    do: list[dict[str, Any]] = Field(description="the moves that the player is asked to make, one after another")


class Lesson(BaseModel):
    """A first game that teaches."""

    seats: int
    steps: list[LessonStep]


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


class Reported(BaseModel):
    """A line of chat that operators will see."""

    id: str
    line: int


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
    imported: bool = Field(False, description="somebody brought the game along, and may know what is hidden in it")
    seats: list[LobbySeat]


class Lobby(BaseModel):
    """Public tables, the newest first."""

    tables: list[LobbyTable]


class Known(BaseModel):
    """Tables that there are."""

    tables: list[str]


class Events(BaseModel):
    """Some of what has happened, as far as a seat (null: a spectator) may know, from event number `first` on."""

    seat: int | None
    first: int
    count: int = Field(description="how many there are by now")
    events: list[dict[str, Any]]


class Step(BaseModel):
    """One step of a finished game: who did what, and what the viewer saw of it."""

    number: int
    actor: int | Literal["chance"]
    move: dict[str, Any]
    events: list[dict[str, Any]]
    odds: tuple[int, int, int] | None = Field(
        None, description="of a roll or draw: the weights of the outcomes before this one, its own, and all together"
    )
    says: str | None = Field(None, description="the move in words, if words were asked for")
    view: dict[str, Any] | None = Field(None, description="the table after it, if words were asked for")


class Replay(BaseModel):
    """Some steps of a finished game. Following the events of all from `start` on gives every view."""

    seat: int | None
    count: int
    start: dict[str, Any] = Field(description="the view before the first step of the game")
    names: list[str]
    steps: list[Step]


class Health(BaseModel):
    """Whether the server is well."""

    ok: bool
    ailing: list[str] = Field(description="which of writer, listener, watch and disk are not well")
    version: str
    database: str
    process: str = Field(description="which server process has answered: another one, another name")
