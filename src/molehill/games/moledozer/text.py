"""Moledozer in words: what happened, what is asked, what a move would bring, and what people type.

The terminal, the server and the browser use it; `drawing.py` has the board in characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.games.moledozer.facts import HOUSES, NUMBERS, PLACE_NAMES, SYMBOLS
from molehill.games.moledozer.moves import MOST_GUESS

if TYPE_CHECKING:
    from molehill.engine.words import Words
    from molehill.games.moledozer.types import View

SIGNS = {"plain": "", "second": "²", "extra": "+", "reverse": "↻", "swap": "⇄"}
USABLE = ("extra", "reverse", "swap")

# ---- words ----------------------------------------------------------------------------------------------------------


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a move or an outcome may speak about."""
    say = words.say
    plain = ("number", "count", "of", "deals", "total", "steps", "to", "mole", "what")
    told = {key: data[key] for key in plain if key in data}
    for key, name in (("seat", "player"), ("other", "other"), ("with", "other"), ("west", "west"), ("east", "east")):
        if key in data:
            told[name] = names[data[key]] if data[key] < len(names) else say("player", number=data[key] + 1)
    if "card" in data:
        told["card"] = say(f"card-{data['card']['symbol']}", number=data["card"]["number"])
    if "house" in data:
        told["house"] = say(f"house-{data['house']}")
    if "symbol" in data:
        told["symbol"] = say(f"symbol-{data['symbol']}")
    if "of" in data:
        told["last"] = "yes" if data["count"] == data["of"] else "no"
    told["second"] = "yes" if data.get("rule") == "MD-10" else "no"
    told["extra"] = "yes" if data.get("rule") == "MD-13" else "no"
    return told


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    me, most = view["players"][view["seat"] or 0], view["range"][1]
    match view["phase"]:
        case "choose" | "call":
            return words.say(f"ask-{view['phase']}")
        case "order":
            return words.say("ask-order", place=(me["placed"] or 0) + 1)
        case "guess":
            return words.say("ask-guess", what=view["round"]["what"], most=most)
        case "change":
            return words.say("ask-change", number=me["guess"])
        case "tie guess":
            return words.say("ask-tie", most=most)
    symbols = [words.say(f"symbol-{s}") for s in _usable(view)]
    if not symbols:
        return words.say("ask-step")
    question = "ask-symbol" if view["round"]["stepped"] else "ask-step-or-symbol"
    return words.say(question, symbols=", ".join(symbols))


def _usable(view: View) -> list[str]:
    """The open symbols of which the round's winner may still use one (MD-12)."""
    if view["round"]["used"]:
        return []
    return [symbol for symbol in view["round"]["symbols"] if symbol in USABLE]


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring: whose house falls, or which house one gets."""
    if move["do"] in ("step", "extra"):
        owner = _owner(view, move["to"])
        if owner is None:
            return ""
        return words.say("note-own") if owner == view["seat"] else words.say("note-falls", player=_plain(owner, words))
    if move["do"] == "swap":
        return words.say("note-house", house=words.say(f"house-{view['players'][move['with']]['house']}"))
    return ""


def _plain(seat: int, words: Words) -> str:
    return words.say("player", number=seat + 1)


def _owner(view: View, at: str) -> int | None:
    """Whose house stands on a place."""
    for place in view["boards"][view["side"]]["places"]:
        if place["at"] == at and place["house"]:
            seat: int | None = view["houses"][place["house"]]["seat"]
            return seat
    return None


# ---- why: what a hint tells -----------------------------------------------------------------------------------------


NEAR = 2  # steps from which on one's own house is in danger


def reason(view: View, move: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What a move is good for, and what it risks."""
    say, do = words.say, move["do"]
    if do in ("step", "extra"):
        return _reason_step(view, move["to"], words)
    if do == "swap":
        at = _place_of(view, move["with"])
        steps = _steps_from(view, view["mole"]).get(at, 0)
        return {"good": say("good-swap", player=_plain(move["with"], words), steps=steps), "risk": ""}
    risky = do in ("guess", "reverse")
    return {"good": say(f"good-{do}"), "risk": say(f"risk-{do}") if risky else ""}


def _reason_step(view: View, to: str, words: Words) -> dict[str, str]:
    """How near the mole comes to the nearest house of somebody else, and whether it comes near one's own."""
    steps, me = _steps_from(view, to), view["seat"] or 0
    others = [player["seat"] for player in view["players"] if player["seat"] != me and not player["fallen"]]
    far = {seat: steps.get(_place_of(view, seat), len(steps)) for seat in others}
    seat = min(others, key=lambda other: far[other])
    good = words.say("good-near", player=_plain(seat, words), steps=far[seat])
    own = steps.get(_place_of(view, me), len(steps))
    return {"good": good, "risk": words.say("risk-own", steps=own) if own <= NEAR else ""}


def _place_of(view: View, seat: int) -> str:
    """Where a player's house stands."""
    house = view["players"][seat]["house"]
    return next((place["at"] for place in view["boards"][view["side"]]["places"] if place["house"] == house), "")


def _steps_from(view: View, start: str) -> dict[str, int]:
    """How many steps the mole is away from each place."""
    tunnels, found, edge = view["boards"][view["side"]]["tunnels"], {start: 0}, [start]
    while edge:
        joined = [other for one, other in tunnels if one in edge] + [one for one, other in tunnels if other in edge]
        fresh = sorted({at for at in joined if at not in found})
        far = found[edge[0]] + 1
        for at in fresh:
            found[at] = far
        edge = fresh
    return found


# ---- what people type -----------------------------------------------------------------------------------------------

_CALLS = {
    "addition": ("addition", "add", "plus", "sum", "+"),
    "multiplication": ("multiplication", "multiply", "times", "product", "x", "*"),
}
_CALL = {word: call for call, words in _CALLS.items() for word in words}
_SYMBOL = {word: symbol for symbol in SYMBOLS for word in (symbol, SIGNS[symbol]) if word}
_FILLERS = frozenset({"the", "to", "with", "mole", "move", "house", "player", "card", "use", "my", "is"})
_EXAMPLES = {
    "choose": "choose north",
    "order": "put 7 swap",
    "call": "call addition",
    "steer": "step d3",
}


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    match move["do"]:
        case "choose":
            return f"choose {move['house']}"
        case "guess":
            return f"guess {move['number']}"
        case "step" | "extra":
            return f"{move['do']} {move['to']}"
        case "swap":
            return f"swap {move['with'] + 1}"
        case "call":
            return f"call {move['what']}"
        case "put":
            number, symbol = move["card"]["number"], move["card"]["symbol"]
            return f"put {number}" if symbol == "plain" else f"put {number} {symbol}"
    return str(move["do"])


def parse(typed: str, view: View, words: Words) -> dict[str, Any]:
    """The move that somebody typed: "guess 12", "12", "step d3", "swap 2"; Malformed gives a hint."""
    parts = [part for part in re.findall(r"[^\s,.]+", typed.lower()) if part not in _FILLERS]
    if not parts:
        raise _unclear(view, words, "empty")
    if parts[0] == "extra" and parts[1:2] == ["step"]:
        del parts[1]
    do, rest = _verb(parts, view)
    if do in ("reverse", "done") and not rest:
        return {"do": do}
    readers = {
        "guess": _read_guess, "choose": _read_house, "step": _read_place, "extra": _read_place, "swap": _read_player,
        "call": _read_call, "put": _read_card,
    }  # fmt: skip
    if do not in readers:
        raise _unclear(view, words, "unknown", typed=" ".join(parts))
    key, value = readers[do](rest, view, words)
    return {"do": do, key: value}


def _verb(parts: list[str], view: View) -> tuple[str, list[str]]:
    """The kind of move and the rest; a bare number, place, house or call says by itself what it is."""
    first = parts[0]
    if first in ("guess", "choose", "step", "extra", "swap", "call", "put", "reverse", "done"):
        return first, parts[1:]
    if first in HOUSES:
        return "choose", parts
    if first in _CALL and view["phase"] == "call":
        return "call", parts
    if first in PLACE_NAMES:
        return ("extra" if view["round"]["stepped"] else "step"), parts
    if re.fullmatch(r"\d+[²+↻⇄]?", first):
        return ("put" if view["phase"] == "order" else "guess"), parts
    return first, parts[1:]


def _read_guess(parts: list[str], view: View, words: Words) -> tuple[str, Any]:
    if len(parts) == 1 and re.fullmatch(r"\d{1,5}", parts[0]) and int(parts[0]) <= MOST_GUESS:
        return "number", int(parts[0])
    raise _unclear(view, words, "number", typed=" ".join(parts) or "?")


def _read_house(parts: list[str], view: View, words: Words) -> tuple[str, Any]:
    if len(parts) == 1 and parts[0] in HOUSES:
        return "house", parts[0]
    raise _unclear(view, words, "house", typed=" ".join(parts) or "?")


def _read_place(parts: list[str], view: View, words: Words) -> tuple[str, Any]:
    if len(parts) == 1 and parts[0] in PLACE_NAMES:
        return "to", parts[0]
    raise _unclear(view, words, "place", typed=" ".join(parts) or "?")


def _read_player(parts: list[str], view: View, words: Words) -> tuple[str, Any]:
    if len(parts) == 1 and re.fullmatch(r"\d", parts[0]) and 1 <= int(parts[0]) <= view["seats"]:
        return "with", int(parts[0]) - 1
    raise _unclear(view, words, "player", typed=" ".join(parts) or "?", most=view["seats"])


def _read_call(parts: list[str], view: View, words: Words) -> tuple[str, Any]:
    if len(parts) == 1 and parts[0] in _CALL:
        return "what", _CALL[parts[0]]
    raise _unclear(view, words, "call", typed=" ".join(parts) or "?")


def _read_card(parts: list[str], view: View, words: Words) -> tuple[str, Any]:
    found = re.fullmatch(r"(\d{1,2}) ?([²+↻⇄]|[a-z]+)?( step)?", " ".join(parts))
    symbol = _SYMBOL.get(found[2] or "plain") if found else None
    if found and symbol and 1 <= int(found[1]) <= NUMBERS:
        return "card", {"number": int(found[1]), "symbol": symbol}
    raise _unclear(view, words, "card", typed=" ".join(parts) or "?")


def _unclear(view: View, words: Words, why: str, **parameters: Any) -> Malformed:
    example = _EXAMPLES.get(view["phase"], "guess 12")
    return Malformed(words.say(f"typed-{why}", example=f'"{example}"', **parameters))
