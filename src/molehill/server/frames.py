"""What is sent over a table's WebSocket, as declared types.

mypy holds the code to them, JSON Schema and TypeScript are made from them, and a test validates every frame of whole
matches. A client that draws follows a view by its events and makes the words itself; one that asked for `words` gets
whole views, structures and sentences.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from molehill.engine.shapes import Result

View = dict[str, Any]  # of the game: `GET /api/games/{game}/schema`
Event = dict[str, Any]
Move = dict[str, Any]
Kind = Literal["open", "person", "bot"]
Status = Literal["open", "playing", "over"]


class You(TypedDict):
    """What you hold at this table."""

    seats: list[int]
    host: bool


# ---- the table, as everybody sees it ---------------------------------------------------------------------------------


class SeatAbout(TypedDict):
    """A seat: who sits there; `away`: nobody is connected for it, `stand_in`: a bot plays, `left`: it was given up."""

    seat: int
    kind: Kind
    name: str
    bot: str | None
    away: bool
    away_since: float | None
    stand_in: str | None
    left: bool


class BoxAbout(TypedDict):
    """Which box is played with."""

    hash: str | None
    own: bool


class DiceAbout(TypedDict):
    """How the dice can be checked: `secret` is null until the end.

    `luck`: by seat what may be seen of the share that its client has added, null if it has added none.
    """

    commit: str
    secret: str | None
    luck: list[str | None]


class TableAbout(TypedDict):
    """A table. `result` is null until the end; `trouble` says in words why it can't be played here.

    `imported`: somebody brought the game along, and may know what is hidden in it. `lesson`: how many moves of the
    game's lesson the player has made; null at every other table.
    """

    id: str
    game: str
    rules: int
    status: Status
    options: dict[str, Any]
    box: BoxAbout
    public: bool
    spectators: bool
    clock: int | None
    hints: bool
    chat: bool
    keep_open: bool
    imported: bool
    lesson: int | None
    seats: list[SeatAbout]
    watching: int
    dice: DiceAbout
    result: Result | None
    rematch: str | None
    trouble: str | None


class ChatLine(TypedDict):
    """A line of chat; `seat` is null for the host."""

    seat: int | None
    name: str
    text: str
    at: float


class ChatAbout(TypedDict):
    """Lines of chat, from number `first` on."""

    first: int
    lines: list[ChatLine]


# ---- what a seat sees ------------------------------------------------------------------------------------------------


class WordedMove(TypedDict):
    """A move that may be made: what is sent back, in short, as a phrase, and what it would bring."""

    move: Move
    label: str
    says: str
    note: str | None


class Sight(TypedDict):
    """What a seat (null: a spectator) sees.

    `events` are those from number `first` on: if a client knows more, it forgets them: a move was taken back. `view` is
    the table after these events; it is left out where following them gives the same.
    """

    seat: int | None
    first: int
    events: list[Event]
    legal: list[int]
    can_undo: bool
    view: NotRequired[View]
    ask: NotRequired[str | None]
    moves: NotRequired[list[WordedMove]]


class Welcome(TypedDict):
    """Everything about a table that you may know. `deadlines` of decisions by seat, at a table with a clock."""

    say: Literal["welcome"]
    seq: int
    now: float
    you: You
    table: TableAbout
    pending: list[int]
    deadlines: dict[str, float]
    sights: list[Sight]
    chat: ChatAbout


class Update(TypedDict):
    """What has changed since the last frame; `done` is the key of your message that is committed now."""

    say: Literal["update"]
    seq: int
    now: float
    done: str | None
    pending: list[int]
    sights: list[Sight]
    deadlines: NotRequired[dict[str, float]]
    table: NotRequired[TableAbout]
    chat: NotRequired[ChatAbout]


# ---- what else is said -----------------------------------------------------------------------------------------------


class Refused(TypedDict):
    """What you asked for is not done; nothing has changed. `rule` is the clause, where a rule forbids it."""

    say: Literal["refused"]
    key: str | None
    code: str
    why: str
    rule: str | None
    seq: int


class Expected(TypedDict):
    """A move that a bot expects, by number."""

    seat: int
    move: int


class Advised(TypedDict):
    """A move worth making, and how good the bot finds it (from 0 to 1): they are in this order.

    Then how much less that is than the best's, how sure the bot is, how well quick games go from there (from 0 to 1),
    with how many points, and what is expected next.
    """

    move: int
    worth: float
    gives_up: float
    sure: Literal["sure", "fairly", "close"]
    score: float
    points: float
    line: list[Expected]
    words: NotRequired[AdvisedWords]


class AdvisedWords(TypedDict):
    """The same, for who asked for words."""

    move: Move
    label: str
    says: str
    why: str


class Hints(TypedDict):
    """What a bot would do, the best first."""

    say: Literal["hint"]
    seat: int
    seq: int
    moves: list[Advised]


class Pong(TypedDict):
    """Here."""

    say: Literal["pong"]
    now: float


class Elsewhere(TypedDict):
    """These seats of yours are played from another page, here or on another device."""

    say: Literal["elsewhere"]
    seats: list[int]


class Closing(TypedDict):
    """The server goes away: connect again after `retry` seconds."""

    say: Literal["closing"]
    why: str
    retry: float


Frame = Welcome | Update | Refused | Hints | Pong | Elsewhere | Closing
