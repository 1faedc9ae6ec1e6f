"""The table: people at one keyboard and bots play a match. This is the loop; the commands are in commands.py.

This module works for any game. If a game has secrets and several people share the keyboard, each person's page is wiped
before the next person looks. A person is shown only their own events and view.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from molehill.bots import Thinking
from molehill.engine.match import CHANCE, HasRandom
from molehill.terminal import files
from molehill.terminal.commands import Desk
from molehill.terminal.keyboard import Leave
from molehill.terminal.looks import Looks
from molehill.terminal.players import display_names, is_bot
from molehill.terminal.story import option_words, print_board, print_events, result_lines
from molehill.terminal.words import listed, say

if TYPE_CHECKING:
    from rich.console import Console

    from molehill.engine.match import Match
    from molehill.terminal.keyboard import Ask

WIDTH = 80


class Session:
    """One match while it is played at this keyboard."""

    def __init__(
        self,
        match: Match,
        players: Sequence[str],
        ask: Ask,
        console: Console,
        path: Path | None = None,
        rng: HasRandom | None = None,
        own_dice: bool = False,
        thinking: Thinking | None = None,
        looks: Looks | None = None,
    ) -> None:
        self.match, self.players, self.ask, self.console = match, list(players), ask, console
        self.names = display_names(self.players)
        self.path = path or files.new_path(match.game.id)
        self.rng = rng or random.SystemRandom()
        self.own_dice = own_dice
        self.thinking = thinking or Thinking()
        self.bots = {name: self.thinking.bot(name) for name in self.players if is_bot(name)}
        self.people = [seat for seat, name in enumerate(self.players) if not is_bot(name)]
        self.looks = looks or Looks(match.game, match.seats)
        self.private = match.game.hidden and len(self.people) > 1
        known = bool(match.history)  # of a match that goes on; the set-up of a new one is still to be told
        self.told = {seat: len(match.events(seat)) if known else 0 for seat in [None, *self.people]}
        self.at_keyboard: int | None = None
        self.unread = False
        self.could_not_keep = False
        self.desk = Desk(self)

    # ---- saying ------------------------------------------------------------------------------------------------------

    def line(self, text: str = "", style: str = "") -> None:
        """Print a sentence as it is."""
        self.console.print(text, style=style or None, markup=False, highlight=False)

    def enter(self, text: str, choices: Sequence[str] = (), who: str = "", toolbar: str = "") -> str:
        """Ask a question. An answer means that the text before it was read."""
        typed = self.ask(text, choices=choices, who=who, toolbar=toolbar).strip()
        self.unread = False
        return typed

    def wipe(self) -> None:
        """Clear the screen, and the scrollback as well, because it may hold secrets."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.console.file.flush()

    def tell(self, seat: int | None) -> None:
        """Print what has happened since this seat was last told."""
        events = self.match.events(seat, self.told[seat])
        self.told[seat] += len(events)
        told = self.looks.told(events)
        if told:
            print_events(self.console, self.match, told, self.names)
            self.unread = True

    def board(self, seat: int | None) -> None:
        """Print the board as a seat sees it, outside of a look."""
        print_board(self.console, self.match.game, self.looks.cover(self.match.view(seat)), self.names)

    def reader(self) -> int | None:
        """The seat that the screen is for while nobody is asked: the only person, or None for a spectator."""
        return self.people[0] if len(self.people) == 1 else None

    def tell_all(self) -> None:
        """Print the news at once, unless people with secrets share the keyboard: then each person's page has them."""
        if not self.private:
            self.tell(self.reader())

    # ---- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the end (True), or until somebody leaves (False). In both cases the match is on disk."""
        already_over = self.match.over
        try:
            self.open()
            while not self.match.over:
                self.step()
            self.close(already_over)
            return True
        except (Leave, EOFError, KeyboardInterrupt):
            self.keep()
            self.line()
            self.say_where()
            return False
        except BaseException:
            self.keep()
            self.say_where()
            raise

    def open(self) -> None:
        """Print what is played, and save the match for the first time."""
        if self.console.width < WIDTH:
            self.line(say("narrow", width=self.console.width, wanted=WIDTH), "yellow")
        self.line()
        self.line(say("start", game=self.match.game.name, players=listed(self.names)), "bold #ffb545")
        if self.match.options:
            self.line(say("start-options", options=option_words(self.match.game, self.match.options)), "dim")
        if self.match.history:
            self.line(say("go-on", moves=len(self.match.history)))
        self.keep()
        if not self.could_not_keep:
            self.line(say("saved-at", path=str(self.path)), "dim")
        self.line()

    def step(self) -> None:
        """Make one decision: chance's, a person's or a bot's. People choose before bots, so that they can undo."""
        pending = self.match.pending
        if pending is CHANCE:
            self.chance()
            return
        people = [seat for seat in pending if seat in self.people]
        if idle := self.match.idle():
            self.do(*idle)
        elif people:
            self.person(self.at_keyboard if self.at_keyboard in people else people[0])
        else:
            self.bot(pending[0])

    def do(self, seat: int, move: dict[str, Any]) -> None:
        """Make a move and keep the match. Raises Refused."""
        self.match.play(seat, move)
        self.keep()

    def bot(self, seat: int) -> None:
        """Let a bot decide, in a time that tells nothing to those who watch."""
        name, began = self.players[seat], time.monotonic()
        move = self.bots[name].choose(self.match, seat)
        if self.people and self.console.is_terminal:
            time.sleep(self.thinking.left_to_wait(self.match.game, name, time.monotonic() - began))
        self.do(seat, move)
        self.tell_all()

    def chance(self) -> None:
        """Make chance's move, with our dice or with the real ones on the table."""
        if self.own_dice and self.people:
            self.desk.read_dice()
        else:
            self.match.chance(rng=self.rng)
        self.keep()
        self.tell_all()

    def person(self, seat: int) -> None:
        """Let one person decide: show the board, read the move, and offer to undo it."""
        self.hand_over(seat)
        self.tell(seat if self.private else self.reader())
        self.look(seat)
        self.line()
        self.board(seat)
        self.line()
        if self.desk.decide(seat):
            self.tell(seat if self.private else self.reader())
            self.offer_undo(seat)

    def hand_over(self, seat: int) -> None:
        """Pass the keyboard to this seat. With secrets, let the last person finish reading and wipe the screen."""
        if seat == self.at_keyboard or not self.private:
            self.at_keyboard = seat
            return
        if self.at_keyboard is not None and self.unread:
            self.enter(say("press-enter", player=self.names[self.at_keyboard]))
        self.at_keyboard = seat
        self.wipe()
        self.line(say("pass-keyboard", player=self.names[seat]), "bold #ffb545")
        self.enter(say("pass-keyboard-enter", player=self.names[seat]))
        self.wipe()

    def look(self, seat: int) -> None:
        """Show what this person may see for a while, on a separate page, if they have not looked yet."""
        view, game = self.match.view(seat), self.match.game
        if not self.looks.due(view):
            return
        self.line()
        self.line(game.words.say("look"), "bold")
        self.enter(say("look-enter", player=self.names[seat], seconds=game.look))
        self.wipe()
        try:
            print_board(self.console, game, view, self.names)
            self.line()
            self.ask.wait(lambda left: say("look-left", seconds=left), game.look)
        finally:
            self.wipe()
        self.looks.take(view)
        self.keep()

    def offer_undo(self, seat: int) -> None:
        """Wait for Enter or `undo`, if the move can still be taken back and this seat is not asked next."""
        pending = self.match.pending
        while self.match.can_undo(seat) and (pending is CHANCE or seat not in pending):
            typed = self.enter(say("go-on-or-undo"), choices=["undo"], who=self.names[seat], toolbar=say("toolbar"))
            if not typed:
                return
            self.desk.command(seat, typed)
            pending = self.match.pending

    def undo(self, seat: int) -> None:
        """Take this seat's last move back, and forget that its events were told."""
        if not self.match.can_undo(seat):
            self.line(say("undo-none"), "yellow")
            return
        move = self.match.undo(seat)
        self.keep()
        self.told = {who: min(told, len(self.match.events(who))) for who, told in self.told.items()}
        self.line(say("undone", move=self.desk.words_of(move)))

    # ---- keeping and ending ------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write the match to disk. If that fails, say so once and go on."""
        try:
            files.save(self.path, self.match, self.players, self.looks)
            self.could_not_keep = False
        except OSError as error:
            if not self.could_not_keep:
                self.line(say("kept-not", path=str(self.path), why=error.strerror or str(error)), "yellow")
            self.could_not_keep = True

    def say_where(self) -> None:
        """Print where the match is, and how to continue it."""
        if self.could_not_keep:
            return
        self.line(f"{say('goodbye')} {say('kept', path=str(self.path))}")
        self.console.print(say("kept-resume", path=str(self.path)), markup=False, highlight=False, soft_wrap=True)

    def close(self, already_over: bool) -> None:
        """Print the last events, the board and the result, and remember wins and bests."""
        self.tell(self.reader())
        self.line()
        self.board(self.reader())
        self.line()
        self.line(say("over-title"), "bold #ffb545")
        for text in result_lines(self.match, self.names):
            self.line(text)
        if self.people and not already_over:
            self.remember()
        if not self.could_not_keep:
            self.path = files.put_away(self.path)
            self.console.print(
                say("kept-replay", path=str(self.path)), style="dim", markup=False, highlight=False, soft_wrap=True
            )

    def remember(self) -> None:
        """Count a win of a team, or compare a solo result with the best."""
        if self.match.game.cooperative:
            if any(self.match.scores):
                files.count_win(self.match.game.id, self.players)
        elif self.match.seats == 1:
            self.line(_about_best(*files.beat_best(self.match)), "bold")


def _about_best(points: int, old: int | None) -> str:
    if old is None:
        return say("best-first")
    if points > old:
        return say("best-new", old=old)
    return say("best-equal") if points == old else say("best-not", old=old)
