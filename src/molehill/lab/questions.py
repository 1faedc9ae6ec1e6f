"""What the workshop is asked and what it answers, as models: they are read where neither rules nor NumPy are loaded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic import Field as Bounded

MOST_GAMES = 1_000_000
LONGEST_BOX = 64 * 1024  # letters

_Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Arm(BaseModel):
    """One setting. `box` is the text of a box file; without one the shipped box is played."""

    model_config = ConfigDict(extra="forbid")

    name: _Name
    box: Annotated[str, StringConstraints(max_length=LONGEST_BOX)] | None = None
    options: Annotated[dict[_Name, bool | int | _Name], Bounded(max_length=20)] = {}
    seats: Annotated[int, Bounded(ge=1, le=16)] | None = None
    bots: Annotated[list[_Name], Bounded(min_length=1, max_length=16)] = ["greedy"]
    rotate: bool = False


class Question(BaseModel):
    """How do these settings of a game do, and how do the others differ from the first?

    `games` is how many of each are played at most; `until` lists goals, such as "±0.5%" or "length±0.1".
    """

    model_config = ConfigDict(extra="forbid")

    game: _Name
    arms: Annotated[list[Arm], Bounded(min_length=1, max_length=4)]
    games: Annotated[int, Bounded(ge=1, le=MOST_GAMES)] = 100_000
    until: Annotated[list[_Name], Bounded(max_length=8)] = []
    seed: Annotated[int, Bounded(ge=0, lt=2**63)] = 0


# ---- a box as a form -------------------------------------------------------------------------------------------------

Kind = Literal["number", "flag", "text", "lines", "cards", "map", "list", "group"]


class Field(BaseModel):
    """One value of a box: where it is, what the file says about it, and what it is now."""

    at: list[str]
    label: str
    help: str = ""
    kind: Kind
    value: Any = None  # of a list or a group: nothing, they have fields
    fields: list[Field] = []
    known: list[str] = []  # texts that stand in places like this one, and signs that a map may have
    names: dict[str, str] = {}  # what the signs of a map are called
    low: int | None = None
    high: int | None = None


class Section(BaseModel):
    """One table of a box. Lines can be added to an `open` one."""

    at: list[str]
    label: str
    help: str = ""
    open: bool = False
    fields: list[Field]


class Remark(BaseModel):
    """What is wrong with a box, or how it leaves the printed rules: in words, with the clause and the key."""

    says: str
    rule: str | None
    line: int | None
    at: list[str]


class Edition(BaseModel):
    """A changed box. One that breaks a rule has no view; one that is `named` is called otherwise than the shipped."""

    box: str
    title: str
    named: bool
    shipped: bool
    breaks: Remark | None
    departs: Remark | None
    form: list[Section]
    view: dict[str, Any] | None
