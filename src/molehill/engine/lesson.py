"""A first game that teaches: a log with annotations, in a game's `lesson.toml`. The format is declared here.

Chance and the others do what the lesson says; the player, on the first seat, makes the moves. The rules play it, as
they play any other match. The words are in the game's catalogue: `lesson-NAME` tells a step, `lesson-NAME-wrong`
answers a move that is allowed but is not the step's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from molehill.engine.errors import BadLesson, MolehillError

if TYPE_CHECKING:
    from molehill.engine.box import Source
    from molehill.engine.game import Game
    from molehill.engine.match import Match

PLAYER = 0  # the seat of the person who learns
FILE = "lesson.toml"
Move = dict[str, Any]


class Scripted(NamedTuple):
    """A move of the lesson: whose ("chance" or a seat), which, and whether the player is asked to make it."""

    actor: int | str
    move: Move
    asked: bool


@dataclass(frozen=True)
class Step:
    """Something that is told, with the clause it is about, and the player's moves, one after another, if it has any.

    `happens` comes before: what falls and what is done without the player being asked, as in a log.
    """

    name: str
    rule: str
    happens: tuple[tuple[int | str, Move], ...]
    do: tuple[Move, ...]

    @property
    def messages(self) -> list[str]:
        """The words that it needs."""
        return [f"lesson-{self.name}", *([f"lesson-{self.name}-wrong"] if self.do else [])]


@dataclass(frozen=True)
class Lesson:
    """A whole lesson. Everything in it has been checked but its moves: `played` does that."""

    game: Game
    seats: int
    options: dict[str, Any]
    steps: tuple[Step, ...]
    source: Source

    @property
    def script(self) -> list[Scripted]:
        """All moves in order."""
        script = []
        for step in self.steps:
            script += [Scripted(actor, move, asked=False) for actor, move in step.happens]
            script += [Scripted(PLAYER, move, asked=True) for move in step.do]
        return script

    def played(self) -> Match:
        """The match after the whole lesson. Raises BadLesson with the line of the first move that can't be made."""
        match = self.game.match(self.seats, self.options)
        for number, step in enumerate(self.steps):
            happens = [("happens", actor, move) for actor, move in step.happens]
            for key, actor, move in [*happens, *(("do", PLAYER, move) for move in step.do)]:
                try:
                    make(match, actor, move)
                except MolehillError as error:
                    self.source.fail(f"{move} can't be made: {error}", "step", str(number), key)
        return match


def make(match: Match, actor: int | str, move: Move) -> None:
    """One move of a script."""
    if actor == "chance":
        match.chance(move)
    else:
        match.play(cast(int, actor), move)


def read(game: Game) -> Lesson | None:
    """The lesson of a game, None if its folder has none. Raises BadLesson with the line that is wrong."""
    from molehill.engine.box import read_text  # it needs NumPy, and a server that begins does not

    path = game.folder / FILE
    return from_text(game, read_text(path), f"{game.id}/{FILE}") if path.is_file() else None


def from_text(game: Game, text: str, name: str) -> Lesson:
    """A lesson from the text of a TOML file."""
    from molehill.engine.box import Source

    source = Source(text, name, BadLesson)
    source.only(["seats", "options", "step"])
    seats = source.number("seats", low=game.min_seats, high=game.max_seats)
    try:
        options = game.read_options(source.get("options", kind=dict, default={}), seats)
    except MolehillError as error:
        source.fail(str(error), "options")
    count = len(source.get("step", kind=list))
    steps = tuple(_step(game, source, number, seats) for number in range(count))
    names = [step.name for step in steps]
    for number, step in enumerate(steps):
        if step.name in names[:number]:
            source.fail(f"there is a step called {step.name} already", "step", str(number), "name")
    if not any(step.do for step in steps):
        source.fail("there is no step in which the player does something", "step")
    return Lesson(game, seats, options, steps, source)


def _step(game: Game, source: Source, number: int, seats: int) -> Step:
    at = ("step", str(number))
    source.only(["name", "rule", "happens", "do"], *at)
    step = Step(
        name=source.get(*at, "name", kind=str),
        rule=source.get(*at, "rule", kind=str),
        happens=tuple(_scripted(source, row, seats, *at) for row in source.get(*at, "happens", kind=list, default=[])),
        do=tuple(source.get(*at, "do", kind=list, default=[])),
    )
    if not all(isinstance(move, dict) for move in step.do):
        source.fail("do must be a list of moves", *at, "do")
    if step.rule not in {game.clause(clause) for clause in range(1, game.clauses + 1)}:
        source.fail(f"{game.name} has no clause {step.rule}", *at, "rule")
    for message in step.messages:
        if message not in game.words:
            source.fail(f"words.en.ftl has no {message}", *at, "name")
    return step


def _scripted(source: Source, row: Any, seats: int, *at: str) -> tuple[int | str, Move]:
    who, move = row if isinstance(row, list) and len(row) == 2 else (None, None)
    if not isinstance(move, dict) or (who != "chance" and (type(who) is not int or not 0 <= who < seats)):
        known = f'"chance" or a seat from 0 to {seats - 1}'
        source.fail(f"{row} is not [who, what]: {known}, and a move", *at, "happens")
    return cast(int | str, who), move
