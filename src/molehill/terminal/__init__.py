"""Play any game in the terminal: a menu, a table of people and bots, transcripts of matches.

    play(...)                  menu and play, at a keyboard
    transcript(match)          a match as plain text
    show_replay(match)         the same in colour
    load(path)                 a match from a file, and what its players are called
    passages(game, "HM-09")    what the rulebook says about one clause

rich and prompt_toolkit are imported only when they are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from molehill.terminal.rulebook import passages
from molehill.terminal.story import show_replay, transcript

if TYPE_CHECKING:
    from molehill.engine.match import Match
    from molehill.terminal.session import Session

__all__ = ["load", "passages", "play", "show_replay", "transcript"]


def play(
    game_id: str | None,
    seats: int | None,
    players: list[str] | None,
    options: Mapping[str, str],
    box: Path | None,
    resume: Path | None,
    save: Path | None,
    own_dice: bool,
    seed: int | None,
    keep_open: bool = False,
    sims: int | None = None,
    think: float | None = None,
) -> None:
    """Play match after match at this terminal, and ask for what was not given. Raises MolehillError for bad input."""
    from rich.console import Console

    from molehill.terminal import files
    from molehill.terminal.keyboard import Keyboard, Leave
    from molehill.terminal.start import Wanted, open_table, rematch

    wanted = Wanted(game_id, seats, players, options, box, resume, save, own_dice, seed, keep_open, sims, think)
    wanted.check()
    saved = None if resume is None else files.load(resume)
    ask = Keyboard()
    with suppress(Leave, EOFError, KeyboardInterrupt):
        session: Session | None = open_table(wanted, saved, ask, Console(highlight=False))
        while session is not None and session.run():
            session = rematch(session)


def load(path: Path) -> tuple[Match, list[str] | None]:
    """A match from a file (a saved match or a bare log) and its players' names, if it has them. Raises BadLog."""
    from molehill.terminal import files
    from molehill.terminal.players import display_names

    saved = files.load(path)
    return saved.match, None if saved.players is None else display_names(saved.players)
