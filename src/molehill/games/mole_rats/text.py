"""Mole Rats in words: what happened, what is asked, what a move would bring, and what people type.

The terminal, the server and the browser use it; `drawing.py` has the board in characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.games.mole_rats.ahead import route
from molehill.games.mole_rats.facts import RATS, SNAKES_A_COLOUR, length_of
from molehill.games.mole_rats.moves import SNAKE_NAMES, STEPS
from molehill.games.mole_rats.view import NO_CARD, card_phrase, snake_phrase

if TYPE_CHECKING:
    from molehill.engine.words import Words
    from molehill.games.mole_rats.types import View


# ---- words ----------------------------------------------------------------------------------------------------------


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a move or a drawn card may speak about."""
    told = {key: data[key] for key in ("rat", "by", "from", "to", "at", "steps", "way", "item", "half") if key in data}
    if "seat" in data:
        told["player"] = names[data["seat"]]
    if "snake" in data:
        told |= snake_phrase(data["snake"])
    if "card" in data:
        told |= card_phrase(data["card"])
    if data.get("do") == "draw":
        told |= card_phrase({"rats": data["rats"], "snakes": data["snakes"]})
    if "saved" in data:
        told |= {"saved": "yes" if data["saved"] else "no", "tier": data["at"].split("-")[0]}
    return told


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    if view["boost"]:
        return words.say("ask-boost", rat=view["boost"]["rat"])
    turn = view["turn"] or 0
    told = card_phrase(view["hands"][turn] or NO_CARD)
    if view["half"] == "snakes":
        snakes = [words.say("snake-by-number", **snake_phrase(str(snake))) for snake in view["todo"]]
        return words.say("ask-snakes", todo=", ".join(snakes), **told)
    todo = ", ".join(map(str, view["todo"]))
    helps = told["rat_who"] == "your" and view["rats"][turn]["at"] == "pod"
    return words.say("ask-rats-help" if helps else "ask-rats", todo=todo, some=len(view["todo"]), **told)


# ---- what a move would bring ----------------------------------------------------------------------------------------


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring, as far as nobody else has to decide first."""
    if "rat" in move:
        return ", ".join(_note_rat(view, move, words))
    return ", ".join(_note_snake(view, move, words))


def _note_rat(view: View, move: Mapping[str, Any], words: Words) -> Iterator[str]:
    rat = next(rat for rat in view["rats"] if rat["rat"] == move["rat"])
    station, way = view["station"], route(view, move)
    at, end = way["steps"][-1], way["end"]
    if end in ("pod", "space"):
        yield words.say(f"note-{end}")
        return
    if end != at:
        yield words.say("note-ladder" if at in station["ladders"] else "note-shaft", place=at, end=end)
    if way["bites"]:
        yield words.say("note-bitten" if rat["medkit"] else "note-bitten-again", place=end)
        return
    if end == at:
        yield words.say("note-plain", place=at)
    for item in view["equipment"]:
        if not item["collected"] and station["equipment"][item["item"]] == end:
            yield words.say("note-collect", item=item["item"])
    for other in view["rats"]:
        if other["at"] == end and other is not rat:
            yield words.say("note-boosts", other=other["rat"])


def _note_snake(view: View, move: Mapping[str, Any], words: Words) -> Iterator[str]:
    station, way = view["station"], route(view, move)
    at, end = way["steps"][-1], way["end"]
    rats = {rat["at"]: rat["rat"] for rat in view["rats"]}
    for place in way["steps"]:
        if place in way["bites"]:
            yield words.say("note-bites", other=rats[place])
    if end in ("pod", "space"):
        yield words.say("note-intrudes" if end == "pod" else "note-blown")
    elif end != at:
        yield words.say("note-ladder" if at in station["ladders"] else "note-shaft", place=at, end=end)
        if end in way["bites"]:
            yield words.say("note-bites", other=rats[end])
    else:
        yield words.say("note-plain", place=at)


# ---- why: what a hint tells -----------------------------------------------------------------------------------------


def reason(view: View, move: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What a move is good for, and what it risks."""
    way = route(view, move)
    good = _good_rat(view, move, words) if "rat" in move else _good_snake(view, move, words)
    return {"good": good, "risk": " ".join(_risks(view, move, way["bites"], way["lost"], words))}


def _good_rat(view: View, move: Mapping[str, Any], words: Words) -> str:
    station, way = view["station"], route(view, move)
    at, end = way["steps"][-1], way["end"]
    if end == "pod":
        return words.say("good-home")
    for item in view["equipment"]:
        if not item["collected"] and station["equipment"][item["item"]] == end and not way["bites"]:
            return words.say("good-collect", item=item["item"])
    if end == at:
        return words.say("good-step")
    return words.say("good-ladder") if at in station["ladders"] else words.say("good-shaft", piece="rat")


def _good_snake(view: View, move: Mapping[str, Any], words: Words) -> str:
    way = route(view, move)
    at, end = way["steps"][-1], way["end"]
    if end == "space":
        return words.say("good-blown")
    if end != at and at not in view["station"]["ladders"]:
        return words.say("good-shaft", piece="snake")
    return "" if way["bites"] else words.say("good-clear")


def _risks(view: View, move: Mapping[str, Any], bites: list[str], lost: bool, words: Words) -> Iterator[str]:
    end = route(view, move)["end"]
    if bites:
        yield words.say("risk-bitten", saved="no" if lost else "yes")
    elif lost:
        yield words.say("risk-lost")
    if "rat" in move and not bites:
        for other in view["rats"]:
            if other["at"] == end and other["rat"] != move["rat"] and "-" in end:
                yield words.say("risk-boost", other=other["rat"])
    if "snake" in move and end != "pod" and route(view, move)["steps"][-1] in view["station"]["ladders"]:
        yield words.say("risk-climbs")


# ---- what people type -----------------------------------------------------------------------------------------------

# On the unrolled station clockwise is to the right.
_WAY = {
    "clockwise": ("right", "r", "clockwise", "cw", "c", "+", ">", "→"),
    "anticlockwise": ("left", "l", "anticlockwise", "counterclockwise", "ccw", "acw", "a", "-", "<", "←"),
}
_WAYS = {word: way for way, words in _WAY.items() for word in words}
_SHORT = {name[0] + name[-1]: name for name in SNAKE_NAMES}
_FILLERS = frozenset({"move", "run", "slither", "the", "rat", "snake", "space", "spaces", "go", "to", "by"})


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    piece = move.get("snake") or f"rat {move['rat']}"
    verb = f"{move['do']} " if move["do"] in ("climb", "boost") else ""
    steps = f" {move['steps']}" if "steps" in move else ""
    return f"{verb}{piece} {_WAY[move['way']][0]}{steps}"


def parse(typed: str, view: View, words: Words) -> dict[str, Any]:
    """The move that somebody typed: "rat 2 right 3", "r1 left 2", "climb red 1 right", "boost left"."""
    text = re.sub(r"\b(red|yellow|green|blue)\s+(?:snake\s+)?(\d)", lambda found: found[1][0] + found[2], typed.lower())
    text = re.sub(r"([-+<>→←])\s*(\d)", r"\1 \2", text)
    parts = [part for part in re.findall(r"[^\s,.]+", text) if part not in _FILLERS]
    if not parts:
        raise _unclear(words, "empty")
    if parts[0] == "boost":
        return _parse_boost(parts[1:], view, words)
    climbs = "climb" in parts
    parts = [part for part in parts if part != "climb"]
    piece = _read_piece(parts[:1], words)
    way = _read_way(parts[1:2], words)
    if len(parts) > (2 if climbs else 3):
        raise _unclear(words, "too-much", typed=" ".join(parts[2 if climbs else 3 :]))
    if climbs:
        if "rat" in piece:
            raise _unclear(words, "rats-climb")
        return {"do": "climb", **piece, "way": way}
    steps = _read_steps(parts[2:], view, words, "rat" in piece)
    return {"do": "run" if "rat" in piece else "slither", **piece, "steps": steps, "way": way}


def _parse_boost(parts: list[str], view: View, words: Words) -> dict[str, Any]:
    """The rat may be left out: only one has to make room at a time."""
    if len(parts) == 1 and parts[0] in _WAYS and view["boost"]:
        parts = [str(view["boost"]["rat"]), *parts]
    piece = _read_piece(parts[:1], words)
    if "snake" in piece:
        raise _unclear(words, "boost-snake")
    if len(parts) > 2:
        raise _unclear(words, "too-much", typed=" ".join(parts[2:]))
    return {"do": "boost", **piece, "way": _read_way(parts[1:2], words)}


def _read_piece(parts: list[str], words: Words) -> dict[str, Any]:
    if not parts:
        raise _unclear(words, "no-piece")
    if re.fullmatch(f"@?[1-{RATS}]", parts[0]):
        return {"rat": int(parts[0][-1])}
    if parts[0] not in _SHORT:
        raise _unclear(words, "bad-piece", typed=parts[0], most=SNAKES_A_COLOUR)
    return {"snake": _SHORT[parts[0]]}


def _read_way(parts: list[str], words: Words) -> str:
    if not parts:
        raise _unclear(words, "no-way")
    if parts[0] not in _WAYS:
        raise _unclear(words, "bad-way", typed=parts[0])
    return _WAYS[parts[0]]


def _read_steps(parts: list[str], view: View, words: Words, rat: bool) -> int:
    """The steps that were typed, or the card's if it leaves no choice."""
    if parts:
        if not re.fullmatch(f"[1-{STEPS}]", parts[0]):
            raise _unclear(words, "bad-steps", typed=parts[0])
        return int(parts[0])
    card = view["hands"][view["turn"]] if view["turn"] is not None else None
    length = length_of(card["rats" if rat else "snakes"]) if card else ""
    if len(length) != 1:
        raise _unclear(words, "no-steps")
    return int(length)


def _unclear(words: Words, why: str, **parameters: Any) -> Malformed:
    return Malformed(words.say(f"typed-{why}", **parameters))
