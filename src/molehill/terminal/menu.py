"""The menu: which game, how many players, who they are, and which options. It asks only for what was not given.

Enter takes the answer in brackets, so that a newcomer can start a game by pressing Enter alone. `quit` leaves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import molehill
from molehill import bots
from molehill.engine.errors import MolehillError
from molehill.terminal import files
from molehill.terminal.keyboard import Leave, leaves
from molehill.terminal.players import LONGEST_NAME, display_names, is_bot, tidy, usual_bot
from molehill.terminal.story import choices, span, spelled
from molehill.terminal.words import listed, say

if TYPE_CHECKING:
    from rich.console import Console

    from molehill.engine.game import Game
    from molehill.terminal.keyboard import Ask


class Menu:
    """The questions before the game. Each of them may raise Leave."""

    def __init__(self, ask: Ask, console: Console) -> None:
        self.ask, self.console = ask, console

    def line(self, text: str = "", style: str = "") -> None:
        """Print a sentence as it is."""
        self.console.print(text, style=style or None, markup=False, highlight=False)

    def rows(self, rows: Iterable[Sequence[str]], style: str = "") -> None:
        """Print a table without lines; long cells continue on the next line."""
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0))
        for row in rows:
            table.add_row(*map(Text, row), style=style or None)
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def typed(self, text: str, choices: Sequence[str] = ()) -> str:
        """What was typed."""
        typed = self.ask(text, choices=choices).strip()
        if leaves(typed):
            raise Leave
        return typed

    def question(self, text: str, default: str, choices: Sequence[str] = ()) -> str:
        """What was typed, or the answer in brackets."""
        return self.typed(f"{text} [{default}]", choices) or default

    def agreed(self, text: str, default: bool) -> bool:
        """Yes or no; their first letters will do."""
        yes, no = say("yes"), say("no")
        while True:
            typed = self.question(text, yes if default else no, [yes, no]).lower()
            for word in (yes, no):
                if typed in (word, word[0]):
                    return word == yes
            self.line(say("menu-agreed-not", yes=yes, no=no), "yellow")

    # ---- which game ----------------------------------------------------------------------------------------------

    def game(self) -> Game | Path:
        """A game, or the file of a match to continue."""
        games, left = molehill.games(), _last_match()
        self.line()
        self.line(f"  {say('menu-title')}: {say('menu-subtitle')}", "bold #ffb545")
        self.line()
        if left:
            self.line(f"  0  {left[1]}", "bold")
        for number, game in enumerate(games, 1):
            self._offer(number, game)
        self.line()
        known = [game.id for game in games] + [game.name for game in games]
        while True:
            typed = self.question(say("menu-which"), "1", known).lower()
            if typed == "0" and left:
                return left[0]
            for number, game in enumerate(games, 1):
                if typed in (str(number), game.id, game.name.lower()):
                    return game
            self.line(say("menu-which-not"), "yellow")

    def _offer(self, number: int, game: Game) -> None:
        from rich.padding import Padding
        from rich.text import Text

        seats, minutes = span(game.min_seats, game.max_seats), span(*game.minutes)
        self.console.print(
            Text.assemble(
                f"  {number}  ",
                (game.name, "bold"),
                (f"  {say('menu-game', seats=seats, minutes=minutes, age=game.age)}", "dim"),
            )
        )
        self.console.print(Padding(Text(game.words.say("blurb")), (0, 2, 0, 5)))

    # ---- who, and how --------------------------------------------------------------------------------------------

    def seats(self, game: Game) -> int:
        """The number of players."""
        low, high = game.min_seats, game.max_seats
        if low == high:
            return low
        while True:
            typed = self.question(say("menu-seats", low=low, high=high), str(game.seat_count(None)))
            if typed.isdecimal() and low <= int(typed) <= high:
                return int(typed)
            self.line(say("menu-seats-not", low=low, high=high), "yellow")

    def players(self, seats: int) -> list[str]:
        """Who sits where."""
        self.line(say("menu-players"))
        self.rows(((name, bots.describe(name)) for name in bots.names()), "dim")
        players: list[str] = []
        while len(players) < seats:
            default = usual_bot() if players else say("you")
            name = tidy(self.question(say("menu-player", number=len(players) + 1), default, bots.names()))
            if len(name) > LONGEST_NAME:
                self.line(say("menu-player-long", most=LONGEST_NAME), "yellow")
            elif name in players and not is_bot(name):
                self.line(say("menu-player-taken", name=name), "yellow")
            elif name:
                players.append(name)
        return players

    def suggest(self, game: Game, options: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
        """The changes of options that the game suggests to these people. They need not take them."""
        if not game.suggest:
            return {}
        won = files.wins(game.id, players)
        suggested: dict[str, Any] = game.part("view").suggest(options, won)
        for name in suggested:
            self.line(game.words.say(f"suggest-{name}", wins=won), "bold #56b4e9")
        return suggested

    def options(
        self, game: Game, seats: int, now: Mapping[str, Any] | None = None, suggested: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The options of the game, as people change them."""
        chosen = dict(now or {})
        if not game.options:
            return chosen
        example = _example(game, seats, chosen, suggested or {})
        self.line(say("menu-options"))
        while True:
            self._show_options(game, seats, game.read_options(chosen, seats))
            every = [f"{o.name}={spelled(value)}" for o in game.options for value in o.possible(seats)]
            typed = self.typed(say("menu-change", example=example), every).split()
            if not typed:
                return chosen
            try:
                changes = dict(part.split("=", 1) for part in typed)
                game.read_options(changes, seats)
                chosen |= changes
            except ValueError:
                self.line(say("menu-change-not", example=example), "yellow")
            except MolehillError as error:
                self.line(str(error), "yellow")

    def keep_open(self, game: Game) -> bool:
        """Whether things that are shown only for a while stay open, in a game that has such things."""
        if not game.look:
            return False
        self.line(game.words.say("look-rule", seconds=game.look))
        return self.agreed(say("menu-keep-open"), default=False)

    def _show_options(self, game: Game, seats: int, now: Mapping[str, Any]) -> None:
        about = game.words.say
        self.rows(
            (f"{o.name}={spelled(now[o.name])}", f"({choices(o, seats)})", about(f"option-{o.name}"))
            for o in game.options
        )


def _example(game: Game, seats: int, now: Mapping[str, Any], suggested: Mapping[str, Any]) -> str:
    """An example of a change: the suggested one, or another value of the last option."""
    last = game.options[-1]
    others = [value for value in last.possible(seats) if value != now.get(last.name, last.default)] or [last.default]
    name, value = next(iter(suggested.items()), (last.name, others[-1]))
    return f"{name}={spelled(value)}"


def _last_match() -> tuple[Path, str] | None:
    """The newest unfinished match and its description. Files that can't be read are skipped."""
    for path in files.unfinished():
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            game, players = molehill.game(kept["log"]["game"]), [str(name) for name in kept["players"]]
            moves = int(kept["log"]["count"])
        except (OSError, ValueError, KeyError, TypeError, MolehillError):
            continue
        return path, say("menu-resume", game=game.name, players=listed(display_names(players)), moves=moves)
    return None
