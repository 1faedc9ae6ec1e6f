"""Mole Park in words: what happened, what is asked, what a move would bring, and what people type.

The terminal, the server and the browser use it; `drawing.py` has the board in characters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.games.mole_park.ahead import reach, sides, stars_in_hand
from molehill.games.mole_park.facts import DICE, PILE_NAMES, VALUES
from molehill.games.mole_park.moves import MISS

if TYPE_CHECKING:
    from molehill.engine.words import Words
    from molehill.games.mole_park.types import View


# ---- words ----------------------------------------------------------------------------------------------------------

_PLAIN = ("round", "wave", "phase", "card", "hole", "each", "left", "dice")
_STARS = ("stars", "total")


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a move or an outcome of chance may speak about."""
    say = words.say
    told: dict[str, Any] = {key: data[key] for key in _PLAIN if key in data}
    told |= {key: say("stars", stars=data[key]) for key in _STARS if key in data}
    if "seat" in data:
        told["player"] = _name(names, data["seat"], words)
    if "king" in data:
        told["king"] = names[data["king"]]
    if "pile" in data:
        told["pile"] = say(f"pile-{data['pile']}")
    for part in (_who, _numbers, _die_and_face):
        told |= part(data, names, words)
    if "hand" in data:
        told["prize"] = say("prize", hand=data["hand"], stars=told["stars"], pile=told["pile"])
    return told


def _name(names: Sequence[str], seat: int, words: Words) -> str:
    return names[seat] if seat < len(names) else words.say("player", number=seat + 1)


def _who(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    seats = data.get("contestants", data.get("pending", []))
    told = {"players": ", ".join(names[s] for s in seats)} if isinstance(seats, list) else {"players": ""}
    if "declare" in data:
        told["declare"] = "yes" if data["declare"] else "no"
    return told


def _numbers(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    say, told = words.say, {}
    if isinstance(data.get("holes"), list):
        same = set(data["holes"])
        told["each"] = same.pop() if len(same) == 1 else 0
        some = [(h, n) for h, n in enumerate(data["holes"], 1) if n]
        told["holes"] = ", ".join(say("dealt-to", moles=n, hole=h) for h, n in some)
    if "prizes" in data:
        told |= {key: data[key] for key in ("moles", "die", "prizes")}
    elif "moles" in data:
        told["moles"] = say("moles", moles=data["moles"])
    if "shown" in data:
        told["hand"] = _hand(data["shown"], words)
    return told


def _hand(counts: Sequence[int], words: Words) -> str:
    """A hand as the stars of its moles: "1, 1, 4"."""
    return ", ".join(str(k + 1) for k, n in enumerate(counts) for _ in range(n)) or words.say("no-moles")


def _die_and_face(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    if not isinstance(data.get("die"), str):
        return {}
    told = {"die": words.say(f"die-{data['die']}")}
    if "shows" in data:
        told["result"] = face(data["die"], data["shows"], words)
    return told


def face(die: str, shows: int | str, words: Words) -> str:
    """What a die shows, in words."""
    if shows == MISS:
        return words.say("shows-miss")
    return words.say("stars", stars=shows) if die == "prize" else words.say("shows-hole", shows=shows)


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    phase, me = view["phase"], view["players"][view["seat"] or 0]
    tied = [words.say("player", number=s + 1) for s in view["tied"]]
    return words.say(
        f"ask-{phase}",
        wave=view["wave"],
        cost=view["crown"]["cost"],
        have=me["stars"] + stars_in_hand(me),
        moles=me["moles"],
        limit=me["limit"],
        total=me["total"] or 0,
        players=", ".join(tied),
    )


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring, as far as it can be known."""
    me, say = view["players"][view["seat"] or 0], words.say
    if move["do"] == "declare":
        prize_die = view["dice"]["prize"]
        need = max(0, view["crown"]["cost"] - me["stars"] - stars_in_hand(me))
        faces = sum(shows != MISS and shows >= need for shows in prize_die)
        return say("note-sure") if faces == len(prize_die) else say("note-crown", faces=faces, need=need)
    if move["do"] == "choose" and move["die"] == "prize":
        total = reach(view, me["seat"])
        return say("note-prize", low=total[0], high=total[1]) if total else say("note-no-moles")
    if move["do"] == "choose":
        holes = [h for h, n in enumerate(sides(view, move["die"])) if n]
        return ", ".join(say("note-face", hole=h + 1, moles=say("moles", moles=view["holes"][h])) for h in holes)
    pile = next((pile for pile in view["piles"] if pile["pile"] == move.get("pile")), None)
    if pile and pile["up"]:
        card = pile["up"]
        message = "note-take-room" if card["hand"] else "note-take"
        return say(message, name=card["name"], stars=say("stars", stars=card["stars"]), hand=card["hand"])
    return ""


# ---- why: what a hint tells -----------------------------------------------------------------------------------------


def reason(view: View, move: Mapping[str, Any], words: Words) -> dict[str, str]:
    """What a move is good for, and what it risks."""
    me, say, do = view["players"][view["seat"] or 0], words.say, move["do"]
    if do == "choose":
        return _reason_die(view, move, words)
    if do == "declare":
        need = view["crown"]["cost"] - me["stars"] - stars_in_hand(me)
        short = sum(shows == MISS or shows < need for shows in view["dice"]["prize"])
        return {"good": say("good-declare"), "risk": say("risk-declare", faces=short) if short else ""}
    if do == "discard":
        least = next((k + 1 for k, n in enumerate(me["hand"] or []) if n), 0)
        return {"good": say("good-discard", weakest="yes" if move["stars"] == least else "no"), "risk": ""}
    return {"good": say(f"good-{do}"), "risk": say("risk-pass") if do == "pass" else ""}


def _reason_die(view: View, move: Mapping[str, Any], words: Words) -> dict[str, str]:
    say = words.say
    if move["die"] == "prize":
        total = reach(view, view["seat"] or 0)
        if total is None:
            return {"good": "", "risk": say("risk-prize-none")}
        return {"good": say("good-prize", low=total[0], high=total[1]), "risk": say("risk-prize")}
    hits = sides(view, move["die"])
    moles = sum(view["holes"][h] for h, n in enumerate(hits) if n)
    miss = len(view["dice"]["prize"]) - sum(hits)
    return {"good": say("good-choose", moles=moles), "risk": say("risk-choose", miss=miss)}


# ---- what people type -----------------------------------------------------------------------------------------------

_DIE_WORDS = {
    "glove": ("glove", "boxing", "g"),
    "pan": ("pan", "frying", "f"),
    "mallet": ("mallet", "giant", "m"),
    "prize": ("prize", "prizes", "p"),
}
_DIE = {word: die for die, words in _DIE_WORDS.items() for word in words}
_PILE_WORDS = {
    "candy": ("candy", "bar"),
    "toys": ("toys", "toy", "house"),
    "inflation": ("inflation", "nation"),
    "furry": ("furry", "friends"),
    "action": ("action", "ready"),
    "collection": ("collection",),
    "crown": ("crown",),
}
_PILE = {word: pile for pile, words in _PILE_WORDS.items() for word in words}
_VERB_WORDS = {
    "declare": ("declare", "yes", "y", "go", "going"),
    "hold": ("hold", "no", "n", "wait"),
    "choose": ("choose", "roll"),
    "discard": ("discard", "drop"),
    "take": ("take", "pick"),
    "pass": ("pass", "none", "nothing"),
    "name": ("name",),
    "crown": ("crown", "give"),
}
_VERB = {word: verb for verb, words in _VERB_WORDS.items() for word in words}
_FILLERS = frozenset(
    ("the", "a", "an", "of", "to", "for", "from", "in", "my", "king", "king's", "mole", "moles", "mole's")
) | {"die", "star", "stars", "player"}


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    match move["do"]:
        case "choose":
            return str(move["die"])
        case "discard":
            return f"discard {move['stars']}"
        case "take":
            return f"take {move['pile']}"
        case "name" | "crown":
            return f"{move['do']} {move['seat'] + 1}"
    return str(move["do"])


def parse(typed: str, view: View, words: Words) -> dict[str, Any]:
    """The move that somebody typed: "glove", "discard 2", "take candy"; Malformed says what is missing."""
    parts = [part for part in typed.lower().replace(",", " ").split() if part not in _FILLERS]
    if not parts:
        raise _unclear(view, words, "empty")
    verb, rest = _VERB.get(parts[0]), parts[1:]
    if verb is None:
        verb, rest = _verb_left_out(parts[0], view, words), parts
    elif parts == ["crown"] and view["phase"] == "declare":
        verb, rest = "declare", parts
    match verb:
        case "declare" | "hold" | "pass":
            return _complete({"do": verb}, [part for part in rest if part != "crown"], view, words)
        case "choose":
            return _read_die(rest, view, words)
        case "discard":
            return _read_discard(rest, view, words)
        case "take":
            return _read_take(rest, view, words)
    return _read_player(verb, rest, view, words)


def _verb_left_out(word: str, view: View, words: Words) -> str:
    if word in _DIE:
        return "choose"
    if word in _PILE:
        return "take"
    if word.isdecimal() and view["phase"] in ("discard", "name", "crown"):
        return str(view["phase"])
    raise _unclear(view, words, "unknown", typed=word)


def _complete(move: dict[str, Any], rest: Sequence[str], view: View, words: Words) -> dict[str, Any]:
    if rest:
        raise _unclear(view, words, "too-much", typed=" ".join(rest))
    return move


def _read_die(parts: Sequence[str], view: View, words: Words) -> dict[str, Any]:
    if not parts or parts[0] not in _DIE:
        raise _unclear(view, words, "die", typed=" ".join(parts) or "?", dice=", ".join(DICE))
    die = _DIE[parts[0]]
    return _complete({"do": "choose", "die": die}, [part for part in parts if _DIE.get(part) != die], view, words)


def _read_discard(parts: Sequence[str], view: View, words: Words) -> dict[str, Any]:
    number = _number(parts, VALUES)
    if not number:
        raise _unclear(view, words, "stars", most=VALUES)
    return _complete({"do": "discard", "stars": number}, parts[1:], view, words)


def _read_take(parts: Sequence[str], view: View, words: Words) -> dict[str, Any]:
    if parts and _VERB.get(parts[0]) == "pass":
        return _complete({"do": "pass"}, parts[1:], view, words)
    if not parts or parts[0] not in _PILE:
        raise _unclear(view, words, "pile", typed=" ".join(parts) or "?", piles=", ".join(PILE_NAMES[:-1]))
    pile = _PILE[parts[0]]
    return _complete({"do": "take", "pile": pile}, [part for part in parts if _PILE.get(part) != pile], view, words)


def _read_player(kind: str, parts: Sequence[str], view: View, words: Words) -> dict[str, Any]:
    parts = [part for part in parts if part != "crown"]
    number = _number(parts, view["seats"])
    if not number:
        raise _unclear(view, words, "player", seats=view["seats"])
    return _complete({"do": kind, "seat": number - 1}, parts[1:], view, words)


def _number(parts: Sequence[str], most: int) -> int:
    """The number that the parts begin with, or 0 if there is none from 1 to `most`."""
    if parts and parts[0].isascii() and parts[0].isdecimal() and len(parts[0]) < 3:
        number = int(parts[0])
        return number if number <= most else 0
    return 0


def _unclear(view: View, words: Words, why: str, **parameters: Any) -> Malformed:
    example = f"example-{view['phase']}"
    hint = words.say(example if example in words else "example-other")
    return Malformed(words.say(f"typed-{why}", example=hint, **parameters))
