"""What most small games say in the same way: they leave it out, and `parts.py` puts it in.

It is translated for the browser like the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from molehill.engine.match import Seen
    from molehill.engine.shapes import SheetLine
    from molehill.engine.words import Words


# ---- view.py ---------------------------------------------------------------------------------------------------------


def decided(view: Mapping[str, Any], seat: int) -> bool:
    """Whether a seat has decided while others still think: never, where one decides after the other."""
    return False


def sheet(view: Mapping[str, Any]) -> list[SheetLine]:
    """A score sheet that has nothing above the points."""
    return []


def refusal(seen: Seen, move: Mapping[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about: the fields of the move."""
    return {key: value for key, value in (move or {}).items() if isinstance(value, int | str)}


# ---- text.py ---------------------------------------------------------------------------------------------------------


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a move or an outcome may speak about: its fields, its player, a move in it."""
    told = {key: _said(value) for key, value in data.items() if isinstance(value, int | str | list)}
    if "seat" in data:
        told["player"] = names[data["seat"]]
    if "move" in data:
        told["move"] = words.say(f"move-{data['move']['do']}", **phrase(data["move"], names, words))
    return told


def _said(value: Any) -> Any:
    """A number or a word as it is, and a row of them with spaces between."""
    return " ".join([str(part) for part in value]) if isinstance(value, list) else value


def ask(view: Mapping[str, Any], words: Words) -> str:
    """What is asked of this seat now: the same at every decision."""
    return words.say("ask")


def note(view: Mapping[str, Any], move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring: nothing that has to be said."""
    return ""


def reason(view: Mapping[str, Any], move: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What a move is good for and what it risks, for a hint: no more than what it would bring."""
    return {"good": "", "risk": ""}
