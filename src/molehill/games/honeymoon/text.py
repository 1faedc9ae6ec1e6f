"""Honeymoon in words: what happened, what is asked, what a move would bring, and what people type.

The terminal, the server and the browser use it; `drawing.py` has the board in characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.games.honeymoon.ahead import finds, worth
from molehill.games.honeymoon.facts import LONGEST, SIZE, SWEET_NAMES

if TYPE_CHECKING:
    from molehill.engine.words import Words
    from molehill.games.honeymoon.types import View


# ---- words ----------------------------------------------------------------------------------------------------------


def place(row: int, column: int) -> str:
    """A cell as people call it: the letter of its column, the number of its row."""
    return f"{chr(ord('A') + column)}{row + 1}"


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a dig or a roll may speak about."""
    say = words.say
    told = {key: data[key] for key in ("shows", "run", "crossed", "length", "count", "marked", "points") if key in data}
    if "seat" in data:
        told["player"] = names[data["seat"]]
    if "row" in data:
        told["place"] = place(data["row"], data["column"])
    if "at" in data:
        told["place"] = place(*data["at"])
    if "to" in data:
        told["to"] = say(f"direction-{data['to']}")
    if "sweet" in data:
        told["sweet"] = say(f"cell-{data['sweet']}")
    if "move" in data:
        told["move"] = say(f"move-{data['move']['do']}", **phrase(data["move"], names, words))
    return told


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    free = view["slots"] - view["sheets"][view["seat"] or 0]["marked"]
    if view["die"] != 1:
        return words.say("ask-dig", die=view["die"])
    if free == 0:
        return words.say("ask-pass", die=1)
    return words.say("ask-one", most=min(free, LONGEST), free=free)


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a dig would bring: sweets, pickles, and the change of the score."""
    if move["do"] == "pass":
        return ""
    sheet, found = view["sheets"][view["seat"] or 0], finds(view, move)
    after, parts = sheet["ticked"].copy(), []
    for sweet in SWEET_NAMES:
        n = found.get(sweet, 0)
        after[sweet] = min(view["row_boxes"], after[sweet] + n)
        ticks = after[sweet] - sheet["ticked"][sweet]
        what = words.say(f"cell-{sweet}")
        parts += [words.say("note-finds", count=ticks, what=what)] if ticks else []
        parts += [words.say("note-full", what=what)] if ticks < n else []
    pickles = found.get("pickle", 0)
    parts += [words.say("note-pickle", count=pickles)] if pickles else []
    if not parts:
        return ""
    change = worth(after, sheet["pickles"] + pickles) - worth(sheet["ticked"], sheet["pickles"])
    return ", ".join(parts) + ": " + words.say("note-points", points=change, sign="+" if change >= 0 else "")


# ---- why: what a hint tells -----------------------------------------------------------------------------------------


def reason(view: View, move: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What a dig is good for, and what it risks."""
    if move["do"] == "pass":
        return {"good": words.say("good-pass"), "risk": ""}
    found = finds(view, move)
    pickles = found.get("pickle", 0)
    sweets = len(found) > (1 if pickles else 0)
    good = words.say("good-dig", found=note(view, move, words)) if sweets else words.say("good-dig-none")
    risks = [words.say("risk-pickle", count=pickles)] if pickles else []
    if view["die"] == 1:
        free = view["slots"] - view["sheets"][view["seat"] or 0]["marked"]
        risks.append(words.say("risk-slots", count=move["length"], free=free))
    return {"good": good, "risk": " ".join(risks)}


# ---- what people type -----------------------------------------------------------------------------------------------

_WAYS = {
    "north": ("north", "n", "up", "u", "↑", "^"),
    "east": ("east", "e", "right", "r", "→", ">"),
    "south": ("south", "s", "down", "↓", "v"),
    "west": ("west", "w", "left", "l", "←", "<"),
}
_WAY = {word: way for way, words in _WAYS.items() for word in words}
_FILLERS = frozenset({"dig", "from", "at", "to", "cell", "cells", "length", "long", "inward"})


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    if move["do"] == "pass":
        return "pass"
    return f"{place(*move['at']).lower()} {move['to']} {move['length']}"


def parse(typed: str, view: View, words: Words) -> dict[str, Any]:
    """The move that somebody typed: "g1 south 5", "dig g1 s" or "pass"; Malformed says what is missing."""
    parts = re.findall(r"[a-z]+-?\d+|[^\s,.]+", typed.lower())
    parts = [part for part in parts if part not in _FILLERS]
    if parts == ["pass"]:
        return {"do": "pass"}
    if not parts:
        raise _unclear(view, words, "empty")
    at = _read_place(parts[0], view, words)
    if len(parts) == 1:
        raise _unclear(view, words, "no-direction")
    if parts[1] not in _WAY:
        raise _unclear(view, words, "bad-direction", typed=parts[1])
    length = _read_length(parts[2:], view, words)
    if len(parts) > 3:
        raise _unclear(view, words, "too-much", typed=" ".join(parts[3:]))
    return {"do": "dig", "at": at, "to": _WAY[parts[1]], "length": length}


def _read_place(part: str, view: View, words: Words) -> list[int]:
    found = re.fullmatch(r"([a-z])-?(\d{1,3})", part)
    if found:
        row, column = int(found[2]) - 1, ord(found[1]) - ord("a")
        if 0 <= row < SIZE and column < SIZE:
            return [row, column]
    raise _unclear(view, words, "no-place", typed=part, size=SIZE, last=chr(ord("A") + SIZE - 1))


def _read_length(parts: list[str], view: View, words: Words) -> int:
    """The length that was typed, or the die's. A rolled 1 leaves the length to the player (HM-11), so it is needed."""
    if parts and re.fullmatch(r"[1-9]", parts[0]) and int(parts[0]) <= LONGEST:
        return int(parts[0])
    if parts:
        raise _unclear(view, words, "bad-length", typed=parts[0], longest=LONGEST)
    if view["die"] == 1:
        free = view["slots"] - view["sheets"][view["seat"] or 0]["marked"]
        raise _unclear(view, words, "no-length", most=max(1, min(free, LONGEST)))
    return int(view["die"] or 1)


def _unclear(view: View, words: Words, why: str, **parameters: Any) -> Malformed:
    start = view["moon"]["starts"][0]
    example = label({"do": "dig", "at": start["at"], "to": start["to"], "length": view["die"] or 1})
    return Malformed(words.say(f"typed-{why}", example=f'"{example}"', **parameters))
