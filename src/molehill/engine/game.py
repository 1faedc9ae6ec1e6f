"""A game as people of the Python world meet it: metadata at once, everything compiled only when it is needed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Never

from molehill.engine import parts, whole
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.seat_marks import MARKS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.console import RenderableType

    from molehill.engine.actions import Actions
    from molehill.engine.batch import Batch, Rewards, Seed
    from molehill.engine.box import Box
    from molehill.engine.lesson import Lesson
    from molehill.engine.match import Match
    from molehill.engine.observing import Layout
    from molehill.engine.playouts import Playouts
    from molehill.engine.policies import Player
    from molehill.engine.records import Record, Tables
    from molehill.engine.stepper import Stepper
    from molehill.engine.words import Words

NAME = r"[a-z][a-z0-9_]{0,29}"
PREFIX = r"[A-Z]{2,4}"
ROOMS = ("sky", "field", "ground")


@dataclass(frozen=True)
class Option:
    """A choice made before the game: its name, what it may be, and what it is if nobody says.

    With `seat` a number is a player at the table, counted from 1, and must not be higher than the seats there are.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    seat: bool = False

    def possible(self, seats: int) -> tuple[Any, ...]:
        """What it may be at a table with so many seats."""
        return tuple(v for v in self.values if not (self.seat and isinstance(v, int) and v > seats))

    def index(self, value: Any) -> int:
        """The number of a value; text is understood as well ("yes", "B")."""
        for number, known in enumerate(self.values):
            if type(known) is type(value) and known == value:
                return number
            if isinstance(value, str) and value.lower() in _spellings(known):
                return number
        choices = ", ".join(known if isinstance(known, str) else _spellings(known)[0] for known in self.values)
        raise Unknown(f"option {self.name} can't be {value!r}; it is one of {choices}")


def _spellings(value: Any) -> tuple[str, ...]:
    if value is True:
        return ("yes", "true", "on", "1")
    if value is False:
        return ("no", "false", "off", "0")
    return (str(value).lower(),)


@dataclass(frozen=True, eq=False)
class Game:
    """One game. Its folder holds the rules, the box, the words and the rulebook; this object finds them."""

    id: str
    name: str
    prefix: str
    clauses: int
    min_seats: int
    max_seats: int
    version: int
    unit: str
    points_name: str
    options: tuple[Option, ...] = ()
    cooperative: bool = False
    simultaneous: bool = False
    hidden: bool = False
    look: int = 0  # seconds for which something is shown to its owner only: `view.look`, `cover` and `COVERED` say what
    rematch: bool = False  # whether `view.rematch` has a say in the options of a rematch
    idle: bool = False  # whether `view.idle` knows decisions that can't matter, which nobody is asked
    suggest: bool = False  # whether `view.suggest` has anything to suggest to those who win
    tally: str = ""  # what `rules.tally` counts
    foresight: int = 1  # how many units of length a search plays on before it judges
    farsight: int = 0  # the same of a search that thinks long; 0: no farther
    tries: int = 0  # moves it tries at each decision on the way; with 0 it judges at once what is new to it
    reads: int = 0  # possible truths it draws to find one that goes with what the others did (`judge.plausible`)
    levels: tuple[float, ...] = ()  # shares of wins that easy, fair and sharp take at least from the level below
    environment: int = 1  # the version of its environments: of observations, actions and rewards
    age: int = 8
    minutes: tuple[int, int] = (10, 20)
    designer: str = ""
    colour: str = "#c9d6ff"  # of its room in the lobby: a light one, for black words
    room: str = "ground"  # where that lies: one of ROOMS
    package: str = ""
    folder: Path = field(default_factory=Path)

    def __post_init__(self) -> None:
        """Refuse metadata that something else would stumble over later: addresses, file names, seats."""
        if not re.fullmatch(NAME, self.id):
            raise Malformed(f"a game's id is lower-case letters, digits and _, such as mole_hill, not {self.id!r}")
        if not re.fullmatch(PREFIX, self.prefix):
            raise Malformed(f"a prefix of clauses is 2 to 4 capital letters, such as MH, not {self.prefix!r}")
        if not 1 <= self.min_seats <= self.max_seats <= len(MARKS):
            raise Malformed(f"a game has 1 to {len(MARKS)} seats, not {self.min_seats} to {self.max_seats}")
        if not 1 <= self.clauses <= 99:
            raise Malformed(f"a game has 1 to 99 clauses, not {self.clauses}")
        if not re.fullmatch(r"#[0-9a-f]{6}", self.colour):
            raise Malformed(f"a colour is written as #ffcf6b, not {self.colour!r}")
        if self.room not in ROOMS:
            raise Malformed(f"a room lies in {', '.join(ROOMS)}, not in {self.room!r}")
        if len(self.levels) not in (0, 3):
            raise Malformed(f"levels are three shares of wins, of easy, fair and sharp, not {self.levels!r}")
        for option in self.options:
            if option.default not in option.values:
                raise Malformed(f"option {option.name} is {option.default!r} by default, which it can't be")

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep a game as its package, and what it is called there: the rules come from what is installed."""
        found = parts.name_in_package(self)
        if found is None:
            raise Unknown(f"{self.name} is no game of the package {self.package!r}, so it can't be pickled")
        return parts.from_package, (self.package, found)

    # ---- its parts ---------------------------------------------------------------------------------------------------

    def part(self, name: str) -> ModuleType:
        """One of the game's modules, such as "rules" or "view", with what it leaves out put in."""
        if name not in self._parts:
            try:
                self._parts[name] = parts.load(self, name)
            except Exception as error:
                from molehill.engine import checking

                raise checking.of_import(error, self) from error
        return self._parts[name]

    @cached_property
    def _parts(self) -> dict[str, ModuleType]:
        return {}

    @cached_property
    def kernels(self) -> ModuleType:
        """The compiled contract: what one table needs, called from Python."""
        from molehill.engine import compiling

        return compiling.load(self, compiling.KERNELS)

    @cached_property
    def loops(self) -> ModuleType:
        """The compiled loops: what a table is worth, simple policies, many games, many tables."""
        from molehill.engine import compiling, playouts

        return compiling.load(self, playouts.LOOPS)

    @cached_property
    def vectors(self) -> ModuleType:
        """The compiled code for many tables at once, and for what seats see as numbers."""
        from molehill.engine import compiling

        return compiling.load(self, compiling.VECTORS)

    @cached_property
    def observes(self) -> bool:
        """Whether the game declares its observation itself."""
        return (self.folder / "observation.py").is_file()

    @cached_property
    def foresees(self) -> bool:
        """Whether its observation has prospects, for those who ask for them: what each move would bring."""
        return self.observes and hasattr(self.part("observation"), "Prospects")

    @cached_property
    def words(self) -> Words:
        """The game's sentences."""
        from molehill.engine.words import Words

        return Words(self.folder / "words.en.ftl")

    @cached_property
    def rulebook(self) -> str:
        """The player's rulebook, in Markdown."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> RenderableType:
        """The board in characters: by the game's `drawing.py`, or from what its view declares."""
        if (self.folder / "drawing.py").is_file():
            drawn: RenderableType = self.part("drawing").board(view, list(names), self.words)
            return drawn
        from molehill.engine import plain_board, shapes

        return plain_board.board(shapes.shown(self.part("types").View), view, names, self.words)

    @cached_property
    def lesson(self) -> Lesson | None:
        """The first game that teaches it, if its folder has a `lesson.toml`. Raises BadLesson with the line."""
        from molehill.engine import lesson

        return lesson.read(self)

    @cached_property
    def picture(self) -> Path | None:
        """The picture of its room in the lobby, if its folder has one: `picture.svg`, `.webp` or `.png`."""
        found = [self.folder / f"picture{suffix}" for suffix in (".svg", ".webp", ".png")]
        return next((path for path in found if path.is_file()), None)

    @cached_property
    def board(self) -> Path | None:
        """A built board for the browser, if its folder brings one; without it the app draws what the view declares."""
        path = self.folder / "board" / "index.js"
        return path if path.is_file() else None

    def clause(self, number: int) -> str:
        """The id of a clause: 9 becomes "HM-09"."""
        return f"{self.prefix}-{number:02d}"

    @cached_property
    def table_dtype(self) -> np.dtype[Any]:
        """The record that a table of this game is."""
        dtype: np.dtype[Any] = self.part("rules").Table.dtype
        return dtype

    def tables(self, n: int = 1) -> Tables:
        """n tables on which nothing lies yet."""
        import numpy as np

        return np.zeros(n, dtype=self.table_dtype)

    @cached_property
    def own(self) -> dict[Any, Any]:
        """What records for any game need to know of this one: its table, its box, and its numbers."""
        from molehill.engine.observing import Sight, kind_of
        from molehill.engine.records import Box, Table

        sight = kind_of(self, self.foresees).laid_out(self.lengths)
        return {Table: self.table_dtype, Box: self.part("box").Box.dtype, Sight: sight, **self.lengths}

    @cached_property
    def lengths(self) -> dict[str, int]:
        """The numbers that stand for lengths in records for any game."""
        rules, events = self.part("rules"), self.part("view").EVENTS
        return {
            "moves": max(self.move_count, rules.OUTCOMES),
            "outcomes": rules.OUTCOMES,
            "seats": self.max_seats,
            "events": max(events, default=0) + 1,
        }

    def blank(self, kind: type[Record], n: int = 1) -> Tables:
        """n empty records of a kind, as they are in this game."""
        import numpy as np

        from molehill.engine.records import dtype_of

        return np.zeros(n, dtype=dtype_of(kind, self.own))

    @cached_property
    def move_count(self) -> int:
        """How many different moves there are: the width of a legal-move mask."""
        return int(self.part("rules").MOVES)

    # ---- what people do with it --------------------------------------------------------------------------------------

    def box(self, path: str | Path | None = None) -> Box:
        """The shipped box, or your own edition from a TOML file. Raises BadBox with the line that is wrong."""
        from molehill.engine.box import read_text

        if path is None:
            return self._shipped_box
        return self.box_from_text(read_text(path), str(path))

    @cached_property
    def _shipped_box(self) -> Box:
        from dataclasses import replace

        from molehill.engine.box import read_text

        return replace(self.box_from_text(read_text(self.folder / "box.toml"), f"{self.id}/box.toml"), shipped=True)

    def box_from_text(self, text: str, name: str = "box") -> Box:
        """A box from the text of a TOML file."""
        from molehill.engine.box import Box, Source, content_hash, fill
        from molehill.engine.records import first, new

        source, read = Source(text, name), self.part("box")
        record = new(read.Box)
        if hasattr(read, "read"):
            read.read(source, first(record, read.Box))
        else:
            fill(source, first(record, read.Box), read.Box)
        record.setflags(write=False)
        return Box(self.id, name, text, source.doc, record, content_hash(source.doc))

    def match(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        **unknown: Never,
    ) -> Match:
        """A new match. Raises Unknown for seats or options that the game does not have."""
        from molehill.engine.match import Match

        _refuse(unknown, "a match", ("seats", "options", "box"))
        return Match(self, self.seat_count(seats), options, self.as_box(box))

    def playouts(
        self,
        n: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        policy: Player | Sequence[Player] = "random",
        seed: Seed = 0,
        threads: int | None = None,
        box: Box | str | Path | None = None,
        rotate: bool = False,
        progress: Callable[[int], None] | None = None,
        first: int = 0,
        **unknown: Never,
    ) -> Playouts:
        """Play n games in the compiled loop and count. Same seed, same numbers, whatever the number of threads.

        `policy` is a bot's name or a function for all seats, or one of these a seat. "random" and "greedy" are the
        quickest. A function gets the observations and the masks of many tables at once, a row for each, and returns a
        move for each; it is called in one thread. With `rotate` the policies change seats from game to game, and each
        deal is played from every seating. `progress` is told how many games have been finished since it was last told.
        Games of a seed are numbered, and game 1000 has the same chance whether those before it are played or not:
        `first` is where to begin. `seed` is as that of a batch.
        """
        from molehill.engine.playouts import play

        known = ("seats", "options", "policy", "seed", "threads", "box", "rotate", "progress", "first")
        _refuse(unknown, "playouts", known)
        chosen = self.as_box(box)
        return play(self, n, self.seat_count(seats), options, policy, seed, threads, chosen, rotate, progress, first)

    def batch(
        self,
        n: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        seed: Seed = 0,
        *,
        rewards: Rewards = "end",
        auto_reset: bool = False,
        memory: bool = False,
        prospects: bool = False,
        opponents: Mapping[int, Player] | None = None,
        threads: int = 1,
        **unknown: Never,
    ) -> Batch:
        """n tables in one array, stepped together. See `Batch`."""
        from molehill.engine.batch import Batch

        known = ("seats", "options", "box", "seed", "rewards", "auto_reset", "memory", "prospects", "opponents")
        _refuse(unknown, "a batch", (*known, "threads"))
        return Batch(
            self, n, seats, options, box, seed, rewards=rewards, auto_reset=auto_reset, memory=memory,
            prospects=prospects, opponents=opponents, threads=threads,
        )  # fmt: skip

    def observation(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        memory: bool = False,
        prospects: bool = False,
    ) -> Layout:
        """How observations lie in an array at such a table: names, shapes, ranges and meanings. See `Layout`.

        With `memory` it is the form that remembers what a seat has seen; with `prospects` the one that tells what each
        legal move would bring, in a game that has them. Raises Unknown in others. Options and box change what is in an
        observation, never how it lies.
        """
        from molehill.engine.observing import layout

        count = self.seat_count(seats)
        self.read_options(options, count)
        self.as_box(box)
        form = count, memory, prospects
        if form not in self._layouts:
            self._layouts[form] = layout(self, *form)
        return self._layouts[form]

    @cached_property
    def _layouts(self) -> dict[tuple[int, bool, bool], Layout]:
        return {}

    def actions(self, seats: int | None = None) -> Actions:
        """The moves of the game in factors: the kind, the place, the number ... See `Actions`.

        They are the same at every table: for more seats as for fewer.
        """
        self.seat_count(seats)
        return self._actions

    @cached_property
    def _actions(self) -> Actions:
        from molehill.engine.actions import Actions

        return Actions(self)

    def stepper(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        **unknown: Never,
    ) -> Stepper:
        """One table driven from Python, integer by integer: the fast path. See `Stepper`."""
        from molehill.engine.stepper import Stepper

        _refuse(unknown, "a stepper", ("seats", "options", "box"))
        return Stepper(self, seats, options, box)

    # ---- what is asked for, understood or refused --------------------------------------------------------------------

    def seat_count(self, seats: int | None) -> int:
        """A number of seats that the game can have; by default the fewest that are not solo."""
        if seats is None:
            return max(2, self.min_seats)
        says = f"{self.name} has {self.min_seats} to {self.max_seats} seats"
        return whole.number(seats, says, self.min_seats, self.max_seats)

    def as_box(self, box: Box | str | Path | None) -> Box:
        """A box, whether it was given as such, as a file or not at all."""
        from molehill.engine.box import Box

        if isinstance(box, Box):
            if box.game != self.id:
                raise Unknown(f"that is a box of {box.game}, not of {self.id}")
            return box
        if box is not None and not isinstance(box, str | Path):
            raise Unknown(f"a box is a file, or what game.box() returns, not {box!r}")
        return self.box(box)

    def read_options(self, options: Mapping[str, Any] | None, seats: int) -> dict[str, Any]:
        """All options with their values: what was asked for, and defaults for the rest."""
        known = {option.name: option for option in self.options}
        if options is not None and not isinstance(options, Mapping):
            raise Unknown(f"options are values under their names, such as {{'side': 'B'}}, not {options!r}")
        for name in options or {}:
            if name not in known:
                raise Unknown(f"{self.name} has no option {name!r}{_did_you_mean(name, known)}")
        chosen = {name: option.default for name, option in known.items()}
        for name, value in (options or {}).items():
            chosen[name] = known[name].values[known[name].index(value)]
            if chosen[name] not in known[name].possible(seats):
                raise Unknown(f"option {name} can't be player {chosen[name]}: there are {seats} seats")
        return chosen

    def option_numbers(self, options: Mapping[str, Any]) -> npt.NDArray[np.int64]:
        """Options as the rules take them: the number of each value."""
        import numpy as np

        return np.array([o.index(options[o.name]) for o in self.options] or [0], dtype=np.int64)


def _refuse(unknown: Mapping[str, Any], what: str, known: Iterable[str]) -> None:
    """Settings that mean nothing are told as all that can be mended is."""
    for name in unknown:
        raise Unknown(f"{what} has no setting {name!r}{_did_you_mean(name, known)}")


def _did_you_mean(name: Any, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(str(name), list(known), 1)
    return f"; did you mean {near[0]}?" if near else f"; it has {', '.join(known) or 'none'}"
