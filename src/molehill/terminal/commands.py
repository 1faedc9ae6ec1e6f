"""The commands that a person can type at the table. Anything else is read as a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed, MolehillError, Refused
from molehill.terminal import files
from molehill.terminal.hints import hint_lines
from molehill.terminal.keyboard import Leave, leaves
from molehill.terminal.players import best_bot
from molehill.terminal.rulebook import passages
from molehill.terminal.story import paragraphs, styled
from molehill.terminal.words import say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from molehill.terminal.session import Session

COMMANDS = ("list", "hint", "board", "sheets", "undo", "rules", "log", "save", "help", "quit")
_ALSO = {"others": "sheets", "table": "sheets", "exit": "quit", "q": "quit", "?": "help", "moves": "list"}
_EXAMPLES = 3
_OUTCOMES_SHOWN = 12


class Desk:
    """One person's place at the keyboard: reads lines until a move is made."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.match, self.game = session.match, session.match.game
        self.text, self.words = self.game.part("text"), self.game.words
        self.copies: set[Path] = set()
        self.greeted: set[int] = set()
        self.listed = False

    def words_of(self, move: Mapping[str, Any]) -> str:
        """A move or an outcome in the game's words."""
        return self.words.say(f"move-{move['do']}", **self.text.phrase(move, self.session.names, self.words))

    def moves(self, seat: int) -> list[dict[str, Any]]:
        """The legal moves sorted by label, with numbers in order of their size."""
        return sorted(self.match.legal(seat), key=lambda move: _by_size(self.text.label(move)))

    # ---- a decision --------------------------------------------------------------------------------------------------

    def decide(self, seat: int) -> bool:
        """Read lines until this seat has moved (True) or has taken a move back (False)."""
        moves = self.moves(seat)
        labels = [self.text.label(move) for move in moves]
        self.listed = False
        self._ask_for_move(seat, moves)
        before = len(self.match.history)
        while len(self.match.history) == before:
            name = self.session.names[seat]
            typed = self.session.enter(say("prompt", player=name), [*labels, *COMMANDS], name, say("toolbar"))
            self._answer(seat, typed, moves, labels)
        return len(self.match.history) > before

    def _ask_for_move(self, seat: int, moves: list[dict[str, Any]]) -> None:
        if len(moves) == 1:
            self.session.line(say("only-one", move=self.words_of(moves[0])), "bold")
        else:
            self.session.line(self.text.ask(self.match.view(seat), self.words), "bold")
        if seat not in self.greeted and len(moves) > 1:
            self.greeted.add(seat)
            self.session.line(say("first-time", example=self.text.label(moves[0])), "dim")

    def _answer(self, seat: int, typed: str, moves: list[dict[str, Any]], labels: list[str]) -> None:
        known = " ".join(typed.lower().split())
        if known in labels:
            self.session.do(seat, moves[labels.index(known)])
        elif not known and len(moves) == 1:
            self.session.do(seat, moves[0])
        elif not known:
            self.session.line(say("enter-nothing", example=labels[0]), "yellow")
        elif known.isdecimal() and self._picks(known, moves):
            self.session.do(seat, moves[int(known) - 1])
        elif not known.isdecimal() or not self.listed:
            self.command(seat, typed)

    def _picks(self, number: str, moves: list[dict[str, Any]]) -> bool:
        """Whether a bare number picks a move: only from a list that has been shown."""
        if self.listed and not 1 <= int(number) <= len(moves):
            self.session.line(say("list-number-not", count=len(moves)), "yellow")
        return self.listed and 1 <= int(number) <= len(moves)

    def command(self, seat: int, typed: str) -> None:
        """Obey a command, or read the line as a move."""
        name, _, rest = typed.strip().partition(" ")
        plain = name.lower().removeprefix("/")
        plain = _ALSO.get(plain, plain)
        if plain in COMMANDS:
            obey: Callable[[int, str], None] = getattr(self, f"_{plain}")
            obey(seat, rest.strip())
        elif name.startswith("/"):
            self.session.line(say("unknown-command", command=name), "yellow")
        else:
            self._move(seat, typed)

    def _move(self, seat: int, typed: str) -> None:
        try:
            self.session.do(seat, self.text.parse(typed, self.match.view(seat), self.words))
        except Refused as refused:
            self.session.line(say("refused", rule=refused.rule, why=refused.why), "bold #e4572e")
            self.session.line(say("refused-more", rule=refused.rule), "dim")
        except Malformed as error:
            self.session.line(str(error), "yellow")

    # ---- the commands ------------------------------------------------------------------------------------------------

    def _list(self, seat: int, needle: str) -> None:
        from rich.table import Table

        view, moves = self.match.view(seat), self.moves(seat)
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="dim")
        for number, move in enumerate(moves, 1):
            label = self.text.label(move)
            if needle.lower() in label:
                table.add_row(str(number), label, self.text.note(view, move, self.words))
        if not table.row_count:
            self.session.line(say("list-none", filter=needle, all=len(moves)), "yellow")
            return
        self._page(table)
        if needle:
            self.session.line(say("list-filtered", count=table.row_count, all=len(moves), filter=needle), "bold")
        else:
            self.session.line(say("list-intro", count=len(moves)), "bold")
        self.listed = True

    def _hint(self, seat: int, rest: str) -> None:
        if not self.match.legal(seat):
            self.session.line(say("go-on-enter"), "yellow")
            return
        advice = self.session.thinking.explain(self.match, seat)
        for line in hint_lines(self.match, seat, advice, self.session.names, best_bot()):
            self.session.line(line, "#56b4e9")

    def _board(self, seat: int, rest: str) -> None:
        self.session.board(seat)

    def _sheets(self, seat: int, rest: str) -> None:
        self.session.board(None)

    def _undo(self, seat: int, rest: str) -> None:
        self.session.undo(seat)

    def _rules(self, seat: int, clause: str) -> None:
        from rich.markdown import Markdown

        try:
            self._page(Markdown(passages(self.game, clause) if clause else self.game.rulebook))
        except MolehillError as error:
            self.session.line(str(error), "yellow")

    def _log(self, seat: int, rest: str) -> None:
        from rich.console import Group

        names = self.session.names
        told = paragraphs(self.match, self.session.looks.told(self.match.events(seat)), names)
        if told:
            self._page(Group(*(styled(paragraph, names) for paragraph in told)))
        else:
            self.session.line(say("log-empty"))

    def _save(self, seat: int, name: str) -> None:
        if not name:
            self.session.keep()
            self.session.line(say("kept", path=str(self.session.path)))
            return
        try:
            path = Path(name).expanduser().absolute()
            if path.exists() and path not in self.copies:
                self.session.line(say("copied-exists", path=str(path)), "yellow")
                return
            files.save(path, self.match, self.session.players, self.session.looks)
        except (OSError, ValueError, RuntimeError) as error:  # no such user, or a name that no file can have
            self.session.line(
                say("copied-not", path=name, why=getattr(error, "strerror", None) or str(error)), "yellow"
            )
            return
        self.copies.add(path)
        self.session.line(say("copied", path=str(path)))

    def _help(self, seat: int, rest: str) -> None:
        from rich.table import Table

        labels = [self.text.label(move) for move in self.moves(seat)[:_EXAMPLES]]
        if labels:
            self.session.line(say("help-move", examples=", ".join(labels)))
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
        told = {"clause": self.game.clause(min(9, self.game.clauses)), "bot": best_bot()}
        for name in COMMANDS:
            table.add_row(f"[bold]{name}[/]", say(f"help-{name}", **told))
        self.session.console.print(table)

    def _quit(self, seat: int, rest: str) -> None:
        raise Leave

    # ---- long texts and real dice ------------------------------------------------------------------------------------

    def _page(self, long: RenderableType) -> None:
        """Print a screenful at a time."""
        from rich.segment import Segment, Segments

        console = self.session.console
        lines = console.render_lines(long, pad=False)
        room = max(5, console.height - 2) if console.is_terminal else len(lines)
        for first in range(0, len(lines), room):
            if first and self.session.enter(say("more")).lower().startswith("q"):
                return
            shown = [segment for line in lines[first : first + room] for segment in [*line, Segment.line()]]
            console.print(Segments(shown), end="")

    def read_dice(self) -> None:
        """Ask what the real dice (or cards) show, and make that chance's move."""
        outcomes = [outcome.outcome for outcome in self.match.outcomes()]
        keys = _keys(outcomes)
        shown = ", ".join(keys[:_OUTCOMES_SHOWN]) + (", ..." if len(keys) > _OUTCOMES_SHOWN else "")
        if len(set(map(len, keys))) > 1 or not keys[0].isdecimal():
            for key, outcome in zip(keys[:_OUTCOMES_SHOWN], outcomes, strict=False):
                self.session.line(f"  {key}: {self.words_of(outcome)}", "dim")
        self.session.line(say("dice-choices", choices=shown), "dim")
        while True:
            typed = " ".join(self.session.enter(say("dice-ask"), keys).lower().replace(",", " ").split())
            if leaves(typed):
                raise Leave
            if typed in keys:
                self.match.chance(outcomes[keys.index(typed)])
                return
            self.session.line(say("dice-not", choices=shown), "yellow")


def _by_size(label: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", label)]


def _keys(outcomes: list[dict[str, Any]]) -> list[str]:
    """What to type for each outcome: its numbers and names if they differ, otherwise 1, 2, 3."""
    keys = [" ".join(_values({k: v for k, v in outcome.items() if k != "do"})).lower() for outcome in outcomes]
    if len(set(keys)) == len(keys) and all(keys):
        return keys
    return [str(number) for number in range(1, len(outcomes) + 1)]


def _values(data: Any) -> list[str]:
    if isinstance(data, Mapping):
        return [text for value in data.values() for text in _values(value)]
    if isinstance(data, list | tuple):
        return [text for value in data for text in _values(value)]
    return str(data).split()
