"""The workshop: somebody's changes to a box, and what comes of them: its text, its form, what it breaks, how it looks.

A box either breaks a rule and can't be played, or it only leaves the printed rules, or neither. Which of these it is
follows from the values, so `standard = false` is written and removed here, and nobody has to think of it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import tomlkit

from molehill.engine.errors import BadBox
from molehill.lab.forms import changed, form_of
from molehill.lab.questions import Edition, Remark

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

_CLAUSE = re.compile(r"\b[A-Z]{2,4}-\d\d\b")
_STANDARD = re.compile(r"^standard\s*=\s*(true|false)[^\n]*\n?", re.MULTILINE)
_TITLE = re.compile(r"^title\s*=[^\n]*\n", re.MULTILINE)
_HINT = re.compile(r" \(standard = false [^)]*\)")  # somebody who can't see the file needs no advice about its lines
_DEALT = 1_000  # moves of chance before the first decision, at most


def edit(
    game: Game,
    text: str | None,
    changes: Sequence[tuple[Sequence[str], Any]] = (),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Edition:
    """The box of this text (by default the shipped one) with these changes. Raises BadBox if it is no TOML at all.

    Raises Unknown for a place, an option or a number of seats that there is not.
    """
    text = game.box().text if text is None else text
    _read_toml(text)
    if changes:
        text = changed(text, changes)
    box, text, breaks, departs = _checked(game, text)
    view = None if box is None else _opening(game, box, game.seat_count(seats), options)
    title = str(tomlkit.parse(text).unwrap().get("title") or game.name)
    ours = game.box()
    return Edition(
        box=text, title=title, named=title != ours.doc["title"], shipped=box is not None and box.hash == ours.hash,
        breaks=breaks, departs=departs, form=form_of(game, text), view=view,
    )  # fmt: skip


def _read_toml(text: str) -> None:
    """Raises BadBox for what is no TOML, or has words or depths that no box needs."""
    from molehill.engine.box import Source

    Source(text, "box")


def _checked(game: Game, text: str) -> tuple[Box | None, str, Remark | None, Remark | None]:
    """The box, its text with or without `standard = false`, what it breaks, and how it leaves the printed rules."""
    plain = _STANDARD.sub("", text)
    try:
        return game.box_from_text(plain), plain, None, None
    except BadBox as error:
        refused = error
    free = _TITLE.sub(lambda title: f"{title[0]}standard = false\n", plain, count=1)
    try:
        return game.box_from_text(free), free, None, _remark(refused)
    except BadBox as error:
        if error.line is not None and free != plain:
            error.line -= 1  # it has a line less than what was tried
        return None, plain, _remark(error), None


def _remark(error: BadBox) -> Remark:
    clause = _CLAUSE.search(error.why)
    return Remark(says=_HINT.sub("", error.why), rule=clause[0] if clause else None, line=error.line, at=list(error.at))


def _opening(game: Game, box: Box, seats: int, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the first seat sees when it first has to decide; chance is always the same."""
    match, rng = game.match(seats, options, box), random.Random(0)
    for _ in range(_DEALT):
        if match.over or isinstance(match.pending, tuple):
            break
        match.chance(rng=rng)
    return match.view(0)
