"""Opens a table from the command line and the menu's answers, and the tables of rematches."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import molehill
from molehill.bots import Thinking
from molehill.bots.levels import SEARCHES, Budget
from molehill.engine.errors import MolehillError
from molehill.terminal import files
from molehill.terminal.looks import Looks
from molehill.terminal.menu import Menu
from molehill.terminal.players import display_names, read_players
from molehill.terminal.session import Session
from molehill.terminal.words import listed, say

if TYPE_CHECKING:
    from rich.console import Console

    from molehill.engine.match import Match
    from molehill.terminal.keyboard import Ask


class CannotSave(MolehillError):
    """The file to save to exists already or can't be written."""


@dataclass(frozen=True)
class Wanted:
    """The arguments of the command line; None where nothing was given."""

    game_id: str | None
    seats: int | None
    players: list[str] | None
    options: Mapping[str, str]
    box: Path | None
    resume: Path | None
    save: Path | None
    own_dice: bool
    seed: int | None
    keep_open: bool = False
    sims: int | None = None
    think: float | None = None

    @property
    def thinking(self) -> Thinking:
        """How the bots think. With a seed they count simulations by default, so that they play the same every time."""
        by_sims = self.seed is not None and self.think is None and self.sims is None
        return Thinking(self.seed, SEARCHES if by_sims else self.sims, self.think)

    def check(self) -> None:
        """Raise MolehillError for bad arguments, before anybody is asked anything."""
        if self.game_id is not None:
            game = molehill.game(self.game_id)
            seats = len(self.players) if self.seats is None and self.players is not None else self.seats
            game.read_options(self.options, game.max_seats if seats is None else game.seat_count(seats))
            seats = game.seat_count(seats)
            game.box(self.box)
            Looks(game, seats, self.keep_open)
            if self.players is not None and self.resume is None:
                read_players(self.players, seats)
        Budget(self.sims, self.think)
        if self.save is not None and self.save != self.resume:
            if self.save.exists():
                raise CannotSave(say("save-exists", path=str(self.save)))
            if not self.save.absolute().parent.is_dir():
                raise CannotSave(say("save-not", path=str(self.save), why=f"no folder {self.save.absolute().parent}"))


def open_table(wanted: Wanted, saved: files.Saved | None, ask: Ask, console: Console) -> Session:
    """A table for a new match or a saved one; the menu asks for what is missing."""
    menu, path = Menu(ask, console), wanted.save or wanted.resume
    if saved is None:
        game = molehill.game(wanted.game_id) if wanted.game_id is not None else menu.game()
        if isinstance(game, Path):
            path, saved = game, files.load(game)
        else:
            saved = _new_match(wanted, game, menu)
    players = saved.players
    if players is None or wanted.players is not None:
        players = wanted.players or menu.players(saved.match.seats)
    players = read_players(players, saved.match.seats)
    looks = Looks(saved.match.game, saved.match.seats, wanted.keep_open or saved.looks.keep_open, saved.looks.taken)
    rng = None if wanted.seed is None else random.Random(wanted.seed)
    return Session(saved.match, players, ask, console, path, rng, wanted.own_dice, wanted.thinking, looks)


def _new_match(wanted: Wanted, game: molehill.Game, menu: Menu) -> files.Saved:
    seats = wanted.seats
    if seats is None:
        seats = len(wanted.players) if wanted.players is not None else menu.seats(game)
    players = read_players(wanted.players or menu.players(game.seat_count(seats)), seats)
    options: dict[str, Any] = dict(wanted.options)
    keep_open = wanted.keep_open
    if wanted.players is None and not options:
        options = menu.options(game, seats, None, menu.suggest(game, game.read_options({}, seats), players))
        keep_open = keep_open or menu.keep_open(game)
    return files.Saved(game.match(seats, options, wanted.box), players, Looks(game, seats, keep_open))


# ---- rematches ------------------------------------------------------------------------------------------------------


def rematch(last: Session) -> Session | None:
    """A table for a rematch, with a new match in a new file; None if the players don't want one."""
    menu, match, game = Menu(last.ask, last.console), last.match, last.match.game
    players, options = moved_up(match, last.players)
    last.line()
    suggested = menu.suggest(game, options, players)
    if not menu.agreed(say("again"), default=True):
        return None
    if len(players) > 1:
        last.line(say("again-seats", players=listed(display_names(players))))
    options = menu.options(game, match.seats, options, suggested)
    return Session(
        game.match(match.seats, options, match.box), players, last.ask, last.console, None, last.rng, last.own_dice,
        last.thinking, Looks(game, match.seats, last.looks.keep_open),
    )  # fmt: skip


def moved_up(match: Match, players: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
    """Who sits where in a rematch, and its options: everybody moves up a seat, the first one to the end."""
    return [*players[1:], players[0]], match.options_again()
