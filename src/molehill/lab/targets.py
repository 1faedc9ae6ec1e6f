"""Targets: what games between bots must show, from a game's `balance.toml`. Nothing is played here.

A table of the file is a target: its clause, a sentence, who plays how many games, the measure, and its bounds. With
several numbers of seats, it is one target for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from molehill import bots
from molehill.engine.box import Source, read_text
from molehill.engine.errors import BadBox, MolehillError, Unknown

if TYPE_CHECKING:
    from molehill.engine.game import Game

MOST_GAMES = 1_000_000

# The measures, each with the further keys that it needs.
MEASURES: dict[str, tuple[str, ...]] = {
    "team_wins": (),  # how often a team wins
    "team_wins_difference": ("against",),  # how much more often than in another setting
    "top_seat_share": (),  # how far the seat that wins most is above its fair share
    "seat_share": ("seat",),  # how far one seat is above its fair share, below it if negative
    "role_share": ("role",),  # the same for the player with a role, such as the starter, in any seat
    "shared_wins": (),  # how often a win is shared
    "shared_games": (),  # how many of just these games were shared: no estimate, so no interval
    "length_mean": (),
    "length_share": ("band",),  # how often the length is within a band
    "points_mean": (),
    "points_ratio": ("against",),  # the mean as a part of that in another setting
    "tally_mean": (),  # of what the game tallies
}
_TOGETHER = ("team_wins", "team_wins_difference")
_AGAINST_OTHERS = ("top_seat_share", "seat_share", "role_share", "shared_wins", "shared_games")
_KEYS = ("clause", "says", "measure", "bots", "seats", "options", "games", "at_least", "at_most")


class BadTargets(MolehillError):
    """A file of targets can't be used. The message names the file, the line and the mistake."""


class Setting(NamedTuple):
    """Who plays: the same bot in every seat, and options that differ from the defaults. Its targets share games."""

    bots: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Target:
    """One thing that must hold, for one number of seats. Bounds are inclusive; there is at least one."""

    name: str
    clause: str
    says: str
    measure: str
    setting: Setting
    games: int
    at_least: float | None
    at_most: float | None
    against: Setting | None = None
    seat: int = 0
    role: str = ""
    band: tuple[int, int] = (0, 0)

    @property
    def settings(self) -> list[Setting]:
        """The settings that must be played. A role is tried in every seat."""
        if self.role:
            return [self._with_role(seat) for seat in range(1, self.setting.seats + 1)]
        return [self.setting, self.against] if self.against else [self.setting]

    @property
    def games_each(self) -> int:
        """How many games of each setting it needs."""
        return -(-self.games // self.setting.seats) if self.role else self.games

    def _with_role(self, seat: int) -> Setting:
        return self.setting._replace(options=(*self.setting.options, (self.role, seat)))


def load(game: Game, file: str | Path | None = None) -> list[Target]:
    """The targets of a file, or the game's own; none if it has no such file."""
    if file is not None:
        return read(game, read_text(file), str(file))
    path = game.folder / "balance.toml"
    return read(game, read_text(path), f"{game.id}/balance.toml") if path.exists() else []


def read(game: Game, text: str, name: str = "balance.toml") -> list[Target]:
    """Targets from the text of a file. Raises BadTargets."""
    try:
        source = Source(text, name)
        return [target for table in source.doc for target in _read_table(game, source, table)]
    except BadBox as error:
        raise BadTargets(str(error)) from None


def _read_table(game: Game, source: Source, name: str) -> list[Target]:
    source.get(name, kind=dict)
    measure = _read_measure(game, source, name)
    clause = source.get(name, "clause", kind=str, default="")  # a designer's own target has none
    if clause and clause not in (game.clause(number) for number in range(1, game.clauses + 1)):
        source.fail(f"{game.name} has no clause {clause!r}", name, "clause")
    at_least, at_most = _read_bounds(source, name)
    says, games = source.get(name, "says", kind=str), source.number(name, "games", low=1, high=MOST_GAMES)
    counts = source.get(name, "seats", kind=list)
    if not counts:
        source.fail(f"{name}.seats names no number of seats", name, "seats")
    mine = {key: source.doc[name].get(key, {}) for key in ("bots", "options")}
    found = []
    for seats in counts:
        setting = _read_setting(game, source, (name, "seats"), mine | {"seats": seats})
        extras = {key: _EXTRAS[key](game, source, name, setting) for key in MEASURES[measure]}
        found.append(Target(name, clause, says, measure, setting, games, at_least, at_most, **extras))
    return found


def _read_measure(game: Game, source: Source, name: str) -> str:
    measure: str = source.get(name, "measure", kind=str)
    if measure not in MEASURES:
        source.fail(f"there is no measure {measure!r}; there are {', '.join(MEASURES)}", name, "measure")
    source.only((*_KEYS, *MEASURES[measure]), name)
    if measure in (_AGAINST_OTHERS if game.cooperative else _TOGETHER):
        how = "against others" if game.cooperative else "together"
        source.fail(f"{measure} is for games that are won {how}", name, "measure")
    if measure == "tally_mean" and not game.tally:
        source.fail(f"{game.name} tallies nothing", name, "measure")
    return measure


def _read_bounds(source: Source, name: str) -> tuple[float | None, float | None]:
    bounds = [source.doc[name].get(key) for key in ("at_least", "at_most")]
    for key, bound in zip(("at_least", "at_most"), bounds, strict=True):
        if bound is not None and type(bound) not in (int, float):
            source.fail(f"{name}.{key} must be a number", name, key)
    low, high = bounds
    if low is None and high is None:
        source.fail(f"{name} has neither at_least nor at_most", name)
    if low is not None and high is not None and low > high:
        source.fail(f"{name}.at_least is more than at_most", name, "at_least")
    return low, high


def _read_setting(game: Game, source: Source, where: tuple[str, str], table: Mapping[str, Any]) -> Setting:
    """The setting of a table, without options that have their default value."""
    if not isinstance(table["bots"], str) or not isinstance(table["options"], dict):
        source.fail("bots must be the name of a bot, and options a table", *where)
    try:
        (bot,), seats = bots.read_names([table["bots"]]), game.seat_count(table["seats"])
        chosen, usual = game.read_options(table["options"], seats), game.read_options({}, seats)
    except Unknown as error:
        source.fail(str(error), *where)
    return Setting(bot, seats, tuple((option, chosen[option]) for option in chosen if chosen[option] != usual[option]))


# ---- what some measures need beyond that -----------------------------------------------------------------------------


def _read_against(game: Game, source: Source, name: str, setting: Setting) -> Setting:
    """The other setting: the same, with the changes of this table."""
    changes = source.get(name, "against", kind=dict)
    source.only(("bots", "seats", "options"), name, "against")
    other = _read_setting(
        game, source, (name, "against"), setting._asdict() | {"options": dict(setting.options)} | changes
    )
    if other == setting:
        source.fail(f"{name}.against is the same as what it is compared with", name, "against")
    return other


def _read_seat(game: Game, source: Source, name: str, setting: Setting) -> int:
    return source.number(name, "seat", low=1, high=setting.seats)


def _read_role(game: Game, source: Source, name: str, setting: Setting) -> str:
    role: str = source.get(name, "role", kind=str)
    if role not in (option.name for option in game.options if option.seat):
        source.fail(f"{game.name} has no option {role!r} that names a seat", name, "role")
    return role


def _read_band(game: Game, source: Source, name: str, setting: Setting) -> tuple[int, int]:
    band = source.get(name, "band", kind=list)
    if len(band) != 2 or any(type(end) is not int for end in band) or band[0] > band[1]:
        source.fail(f"{name}.band must be two whole numbers, the lower first", name, "band")
    return band[0], band[1]


_EXTRAS: dict[str, Any] = {"against": _read_against, "seat": _read_seat, "role": _read_role, "band": _read_band}
