"""What is agreed when a table is opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import molehill
from molehill.engine.errors import Unknown
from molehill.server.words import say

Data = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """All of it. It does not change afterwards."""

    game: str
    rules: int
    options: Data
    box: str | None  # the text of somebody's own box file
    box_hash: str
    host: str  # the host's token, hashed
    public: bool = True
    spectators: bool = True
    clock: int | None = None
    hints: bool = True
    keep_open: bool = False  # what a game shows its owner for some seconds only stays in sight
    commit: str = ""  # to the secret of the dice
    moves: list[Any] = field(default_factory=list)  # of a log that was brought along
    before: str | None = None  # the table that this is the rematch of
    script: list[Any] = field(default_factory=list)  # of a lesson (`script.py`)

    @property
    def imported(self) -> bool:
        """Whether somebody brought the game along. Who did knows its hidden cards."""
        return bool(self.moves)

    @property
    def trouble(self) -> str | None:
        """Why this table can't be played here: its game is gone, or has other rules now."""
        try:
            game = molehill.game(self.game)
        except Unknown:
            return say("other-game", game=self.game)
        if game.version != self.rules:
            return say("other-rules", made=self.rules, game=game.name, here=game.version)
        return None
