"""From what was asked for on the command line, and what the menu finds out, to a table where a match can be played."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import molehill
from molehill import bots
from molehill.engine.errors import MolehillError
from molehill.terminal import files
from molehill.terminal.menu import Menu
from molehill.terminal.players import read_players
from molehill.terminal.session import Session
from molehill.terminal.words import say

if TYPE_CHECKING:
    from rich.console import Console

    from molehill.bots import Bot
    from molehill.terminal.keyboard import Ask


class CannotSave(MolehillError):
    """The file to save to exists already or can't be written."""


@dataclass(frozen=True)
class Wanted:
    """What was said on the command line; None where nobody said."""

    game_id: str | None
    seats: int | None
    players: list[str] | None
    options: Mapping[str, str]
    box: Path | None
    resume: Path | None
    save: Path | None
    own_dice: bool
    seed: int | None

    def check(self) -> None:
        """Refuse what can't be played before anybody is asked anything."""
        if self.game_id is not None:
            game = molehill.game(self.game_id)
            seats = len(self.players) if self.seats is None and self.players is not None else self.seats
            game.read_options(self.options, game.max_seats if seats is None else game.seat_count(seats))
            seats = game.seat_count(seats)
            game.box(self.box)
            if self.players is not None and self.resume is None:
                read_players(self.players, seats)
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
    rng = None if wanted.seed is None else random.Random(wanted.seed)
    return Session(saved.match, players, ask, console, path, rng, wanted.own_dice, _finder(wanted.seed))


def _new_match(wanted: Wanted, game: molehill.Game, menu: Menu) -> files.Saved:
    seats = wanted.seats
    if seats is None:
        seats = len(wanted.players) if wanted.players is not None else menu.seats(game)
    players = read_players(wanted.players or menu.players(game.seat_count(seats)), seats)
    said_all = wanted.players is not None or bool(wanted.options)
    options = dict(wanted.options) if said_all else menu.options(game, seats)
    return files.Saved(game.match(seats, options, wanted.box), players)


def _finder(seed: int | None) -> Callable[[str], Bot]:
    """Bots by name; with a seed they play the same way every time."""
    return lambda name: bots.bot(name, seed)
