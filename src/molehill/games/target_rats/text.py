"""Target: Rats in words: what happened, what is asked, what a move would bring, and what people type.

The terminal, the server and the browser use it; `drawing.py` has the board in characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.games.target_rats.facts import MOST_DICE, RATS, SPACE_NUMBERS

if TYPE_CHECKING:
    from molehill.engine.words import Words
    from molehill.games.target_rats.types import View


# ---- words ----------------------------------------------------------------------------------------------------------


def place(name: str, words: Words) -> str:
    """A space as people call it."""
    if name == "city":
        return words.say("place-city")
    return words.say("place-nest" if name.startswith("n") else "place-space", name=name, kind=name[0])


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a move or a die may speak about."""
    numbers = ("round", "dice", "left", "rat", "other", "lost", "attackers", "defenders", "total", "attack", "defence")
    told = {key: data[key] for key in numbers if key in data}
    if "seat" in data:
        told["player"] = names[data["seat"]]
    if "against" in data:
        told["opponent"] = names[data["against"]]
    if "winner" in data:
        told["winner"] = "none" if data["winner"] is None else names[data["winner"]]
    if "rats" in data:
        told["rat"], told["other"] = data["rats"]
    if "from" in data:
        told["origin"] = place(data["from"], words)
    for key in ("at", "to"):
        if key in data:
            told["place"] = place(data[key], words)
    if "shows" in data:
        told["shows"] = face(data["shows"], words)
    return told


def face(shows: int | str, words: Words) -> str:
    """A die's face in words."""
    return words.say("face-target") if shows == "target" else str(shows)


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    if view["phase"] == "before":
        few = sum(rat["at"] is not None for rat in _faction(view)["rats"]) <= view["few"]
        return words.say("ask-place" if few else "ask-roll", dice=view["usual_dice"], more=view["cheese_dice"])
    if view["left"] == 0:
        return words.say("ask-leftover")
    return words.say("ask-move-target" if view["target"] else "ask-move", left=view["left"])


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring."""
    faction = _faction(view)
    match move["do"]:
        case "step":
            return _note_step(view, faction["rats"][move["rat"] - 1], move["to"], words)
        case "breed":
            supply = sum(rat["at"] is None for rat in faction["rats"])
            return words.say("note-breed", count=min(view["litter"], supply))
        case "exterminate":
            hit = [[rat["at"] for rat in f["rats"]].count(move["at"]) for f in view["factions"]]
            return words.say("note-kill", count=sum(hit), own=hit[faction["seat"]]) if sum(hit) else ""
        case "end":
            return words.say("note-lost", count=view["left"]) if view["left"] else ""
    return ""


def _note_step(view: View, rat: Mapping[str, Any], to: str, words: Words) -> str:
    if to == view["exterminator"]:
        return words.say("note-die")
    if to == "city":
        return words.say("note-crown" if view["cheese"] is None else "note-enter")
    if to in _dumpsters(view) and not rat["fed"]:
        return words.say("note-feed")
    return ""


def _faction(view: View) -> Mapping[str, Any]:
    seat = view["turn"] if view["seat"] is None else view["seat"]
    faction: Mapping[str, Any] = view["factions"][seat or 0]
    return faction


def _dumpsters(view: View) -> set[str]:
    return {space["space"] for space in view["board"] if space["dumpster"]}


# ---- why: what a hint tells -----------------------------------------------------------------------------------------


def reason(view: View, move: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What a move is good for, and what it risks."""
    say, do = words.say, move["do"]
    if do == "step":
        return _reason_step(view, _faction(view)["rats"][move["rat"] - 1], move["to"], words)
    if do == "exterminate":
        hit = [[rat["at"] for rat in f["rats"]].count(move["at"]) for f in view["factions"]]
        own = hit[_faction(view)["seat"]]
        good = say("good-exterminate", count=sum(hit))
        return {"good": good, "risk": say("risk-exterminate", own=own) if own else ""}
    if do == "end":
        return {"good": say("good-end"), "risk": say("risk-end", count=view["left"]) if view["left"] else ""}
    if do == "breed":
        return {"good": say("good-breed"), "risk": say("risk-breed")}
    return {"good": say("good-place") if do == "place" else say("good-roll", dice=move["dice"]), "risk": ""}


def _reason_step(view: View, rat: Mapping[str, Any], to: str, words: Words) -> dict[str, str]:
    """Hungry rats go to food, fed ones to Rat City; in the street they are in danger."""
    say, kinds = words.say, {space["space"]: space["kind"] for space in view["board"]}
    if to == view["exterminator"]:
        return {"good": "", "risk": say("risk-die")}
    if to == "city":
        return {"good": say("good-crown" if view["cheese"] is None else "good-enter"), "risk": ""}
    risk = say("risk-street") if kinds[to] == "surface" else ""
    if to in _dumpsters(view) and not rat["fed"]:
        return {"good": say("good-feed"), "risk": risk}
    goal = {"city"} if rat["fed"] else _dumpsters(view) - {view["exterminator"]}
    steps = _steps_to(view, to, goal)
    good = say("good-city" if rat["fed"] else "good-food", steps=steps) if steps else ""
    return {"good": good, "risk": risk}


def _steps_to(view: View, start: str, goal: set[str]) -> int:
    """How many steps it is to the nearest of these spaces, past nobody's nest and not past the Exterminator; or 0."""
    ways = {space["space"]: space["joins"] for space in view["board"]}
    found, edge = {start, view["exterminator"]}, [start]
    for steps in range(1, len(ways) + 1):
        edge = sorted({to for at in edge for to in ways[at] if to not in found and not to.startswith("n")})
        if any(to in goal for to in edge):
            return steps
        found.update(edge)
    return 0


# ---- what people type -----------------------------------------------------------------------------------------------

_FILLERS = frozenset({"rat", "rats", "to", "with", "and", "at", "dice", "die", "the", "movement"})
_KINDS = {
    "place": ("place", "new"),
    "roll": ("roll",),
    "end": ("end", "done", "stop"),
    "step": ("step", "move", "go"),
    "breed": ("breed",),
    "exterminate": ("exterminate", "exterminator", "x", "send"),
}
_KIND = {word: kind for kind, words in _KINDS.items() for word in words}


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    match move["do"]:
        case "roll":
            return f"roll {move['dice']}"
        case "step":
            return f"step {move['rat']} {move['to']}"
        case "breed":
            return f"breed {move['rats'][0]} {move['rats'][1]}"
        case "exterminate":
            return f"x {move['at']}"
    return str(move["do"])


def parse(typed: str, view: View, words: Words) -> dict[str, Any]:
    """The move that somebody typed: "step 2 s5" or just "2 s5", "breed 1 4", "x s9", "roll 3", "end"."""
    parts = [part for part in re.findall(r"[a-z0-9]+", typed.lower()) if part not in _FILLERS]
    if not parts:
        raise _unclear(words, "empty")
    kind = _KIND.get(parts[0])
    if kind is None and parts[0].isdigit():
        kind, parts = "step", ["step", *parts]
    if kind is None:
        raise _unclear(words, "unknown", typed=parts[0])
    return _parse_kind(kind, parts[1:], view, words)


def _parse_kind(kind: str, parts: list[str], view: View, words: Words) -> dict[str, Any]:
    wanted = {"step": 2, "breed": 2, "exterminate": 1, "roll": 1}.get(kind, 0)
    if kind == "roll" and not parts:
        parts = [str(view["usual_dice"])]
    if len(parts) != wanted:
        raise _unclear(words, kind)
    if kind == "roll":
        return {"do": "roll", "dice": _number(parts[0], MOST_DICE, "dice", words)}
    if kind == "step":
        return {"do": "step", "rat": _number(parts[0], RATS, "rat", words), "to": _space(parts[1], words)}
    if kind == "breed":
        rats = sorted(_number(part, RATS, "rat", words) for part in parts)
        if rats[0] == rats[1]:
            raise _unclear(words, "breed")
        return {"do": "breed", "rats": rats}
    if kind == "exterminate":
        return {"do": "exterminate", "at": _space(parts[0], words)}
    return {"do": kind}


def _number(part: str, most: int, what: str, words: Words) -> int:
    if not re.fullmatch(r"\d{1,2}", part) or not 1 <= int(part) <= most:
        raise _unclear(words, f"bad-{what}", typed=part, most=most)
    return int(part)


def _space(part: str, words: Words) -> str:
    if part not in SPACE_NUMBERS:
        raise _unclear(words, "bad-space", typed=part)
    return part


def _unclear(words: Words, why: str, **parameters: Any) -> Malformed:
    return Malformed(words.say(f"typed-{why}", **parameters))
