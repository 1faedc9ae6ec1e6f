"""What an environment shows: the table as a spectator sees it, as text or as a picture."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from molehill.engine import picture
from molehill.engine.errors import Unknown
from molehill.envs.spaces import RENDER_MODES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from molehill.engine.batch import Batch
    from molehill.engine.match import Match

COLUMNS = 100


class Screen:
    """Where one environment is shown, in its `render_mode`."""

    def __init__(self, batch: Batch, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise Unknown(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
        self._batch, self._mode = batch, mode

    def render(self) -> str | picture.Pixels | None:
        """The table: returned as text or as a picture, or printed."""
        if self._mode is None:
            from gymnasium import logger

            logger.warn("render() shows nothing without a render_mode")
            return None
        match = laid(self._batch)
        if self._mode == "rgb_array":
            return pixels(match)
        text = written(match, colours=self._mode == "human")
        if self._mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """There is no window to close."""


def laid(batch: Batch) -> Match:
    """A match in the position of a batch's first table, without a history: to look at."""
    match = batch.game.match(batch.seats, batch.options, batch.box)
    match.lay(batch.tables[:1])
    return match


def pixels(match: Match) -> picture.Pixels:
    """A match as a spectator sees it, as an array of red, green and blue."""
    return picture.draw(shapes(match))


def shapes(match: Match) -> Iterable[picture.Shape]:
    """A match as a spectator sees it: the game's own scene, or bars for the numbers of a game that has none."""
    view, own = match.view(None), (match.game.folder / "scene.py").is_file()
    found: Iterable[picture.Shape] = match.game.part("scene").scene(view) if own else picture.plain(view)
    return found


def written(match: Match, colours: bool = False) -> str:
    """A match as a spectator sees it, in characters."""
    from rich.console import Console

    names = [match.game.words.say("player", number=seat + 1) for seat in range(match.seats)]
    page = io.StringIO()
    console = Console(file=page, width=COLUMNS, force_terminal=colours, color_system="truecolor" if colours else None)
    console.print(match.game.draw(match.view(None), names))
    return page.getvalue()
