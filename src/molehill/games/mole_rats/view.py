"""Mole Rats as people see it: the table as data, the events by name, and how events change what is seen.

Nothing is hidden in this game. What the pile still holds follows from the open cards; its order is unknown to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from molehill.games.mole_rats import facts
from molehill.games.mole_rats.facts import (
    ASIDE,
    COLOURS,
    EQUIPMENT,
    LENGTHS,
    POD,
    RATS,
    RING,
    SNAKES,
    SPACE,
    TIERS,
    halves_of,
    length_of,
    place_name,
)
from molehill.games.mole_rats.moves import SNAKE_NAMES, WAYS

if TYPE_CHECKING:
    from molehill.engine.match import Seen
    from molehill.engine.shapes import SheetLine
    from molehill.games.mole_rats.types import Card, Half, Item, Options, Piece, View, Way

HALVES: tuple[Half | None, ...] = (None, "rats", "snakes")
NO_CARD: Card = {"rats": "-", "snakes": "-"}
CHALLENGED_AFTER = 3  # wins (MR-31)


def _rat(number: int) -> int:
    return number + 1


def _snake(number: int) -> str:
    return SNAKE_NAMES[number]


def _item(number: int) -> Item:
    return EQUIPMENT[number]


def _way(number: int) -> Way:
    return WAYS[number]


def _half(number: int) -> Half | None:
    return HALVES[number]


def _card(code: int) -> Card:
    rats, snakes = halves_of(code)
    return {"rats": rats, "snakes": snakes}


def _pieces(bits: int) -> list[Piece]:
    """Rats by number, then snakes by name."""
    rats: list[Piece] = [r + 1 for r in range(RATS) if bits >> r & 1]
    return rats + [SNAKE_NAMES[n] for n in range(SNAKES) if bits >> RATS + n & 1]


# What each event is called, and what its numbers mean. SHOWS: after these nothing before can be taken back.
EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.DREW: ("drew", {"seat": int, "card": _card, "pile": int}),
    facts.TURN: ("turn", {"seat": int}),
    facts.INSTRUCTED: ("instructed", {"seat": int, "half": _half, "card": _card, "todo": _pieces}),
    facts.NOTHING: ("nothing", {"seat": int, "card": _card}),
    facts.RAN: ("ran", {"rat": _rat, "from": place_name, "to": place_name, "way": _way, "steps": int}),
    facts.CLIMBED: ("climbed", {"rat": _rat, "from": place_name, "to": place_name}),
    facts.FELL: ("fell", {"rat": _rat, "from": place_name, "to": place_name}),
    facts.ESCAPED: ("escaped", {"rat": _rat, "from": place_name}),
    facts.LOST: ("lost", {"rat": _rat, "from": place_name}),
    facts.COLLECTED: ("collected", {"rat": _rat, "item": _item}),
    facts.BITTEN: ("bitten", {"rat": _rat, "at": place_name, "home": place_name, "saved": bool}),
    facts.CROWDED: ("crowded", {"rat": _rat, "by": _rat, "at": place_name, "chain": _pieces}),
    facts.BOOSTED: ("boosted", {"rat": _rat, "from": place_name, "to": place_name, "way": _way}),
    facts.SLITHERED: ("slithered", {"snake": _snake, "from": place_name, "to": place_name, "way": _way}),
    facts.PAUSED: ("paused", {"snake": _snake, "steps": int, "way": _way}),
    facts.SNAKE_CLIMBED: ("snake-climbed", {"snake": _snake, "from": place_name, "to": place_name}),
    facts.SNAKE_FELL: ("snake-fell", {"snake": _snake, "from": place_name, "to": place_name}),
    facts.BLOWN: ("blown", {"snake": _snake, "from": place_name}),
    facts.INTRUDED: ("intruded", {"snake": _snake, "from": place_name}),
    facts.ADDED: ("added", {"seat": int, "snake": _snake, "at": place_name}),
    facts.DISCARDED: ("discarded", {"seat": int, "card": _card}),
    facts.ENDED: ("ended", {}),
}
SHOWS: frozenset[int] = frozenset()
CHAPTER = "turn"  # the event that begins a new stretch of a transcript


def view(seen: Seen) -> dict[str, Any]:
    """Everything that lies open before this seat."""
    t = seen.t
    playing = t.phase == facts.PLAY
    return {
        "phase": _phase(t),
        "turn": t.turn if t.phase in (facts.PLAY, facts.DRAW) else None,
        "turns": t.turns,
        "half": HALVES[t.half] if playing else None,
        "todo": _pieces(t.todo << RATS if t.half == facts.SNAKE_HALF else t.todo),
        "boost": {"rat": t.boosting + 1, "chain": _pieces(t.chain)} if t.boosting != facts.NONE else None,
        "walk": {"snake": SNAKE_NAMES[t.walker], "steps": t.steps, "way": WAYS[t.way]} if t.walker >= 0 else None,
        "station": _station(seen.box),
        "rats": [_rat_view(seen, s) for s in range(seen.seats)],
        "snakes": [{"snake": SNAKE_NAMES[n], "at": where(t.snake[n])} for n in range(SNAKES)],
        "equipment": [{"item": name, "collected": bool(t.items >> k & 1)} for k, name in enumerate(EQUIPMENT)],
        "hands": [_card(seen.box.code[k]) if (k := t.hand[s]) != facts.NONE else None for s in range(seen.seats)],
        "pile": t.pile,
        "cards": _cards(seen),
        "ended": f"MR-{seen.ended:02d}" if seen.ended else None,
        "won": bool(seen.scores[0]),
    }


def _phase(t: Any) -> str:
    if t.phase != facts.PLAY:
        return {facts.DEAL: "deal", facts.DRAW: "draw", facts.OVER: "over"}[t.phase]
    return "boost" if t.boosting != facts.NONE else str(HALVES[t.half])


def where(at: int) -> str:
    """A piece's place in words that are keys: a space, "pod", "space" (outer space) or "aside"."""
    return {POD: "pod", SPACE: "space", ASIDE: "aside"}.get(at) or place_name(at)


def _station(box: Any) -> dict[str, Any]:
    spaces = [tier * RING + k for tier in range(TIERS) for k in range(box.size[tier])]
    return {
        "tiers": [box.size[tier] for tier in range(TIERS)],
        "ladders": {place_name(s): where(box.lead[s]) for s in spaces if box.ladder[s]},
        "shafts": {place_name(s): where(box.lead[s]) for s in spaces if box.lead[s] != s and not box.ladder[s]},
        "equipment": {EQUIPMENT[box.item[s]]: place_name(s) for s in spaces if box.item[s] >= 0},
        "rat_starts": [place_name(box.home[r]) for r in range(RATS)],
        "snake_starts": {colour: place_name(box.nest[c]) for c, colour in enumerate(COLOURS)},
    }


def _rat_view(seen: Seen, seat: int) -> dict[str, Any]:
    rat = seen.t.rat_of[seat]
    at = seen.t.rat[rat]
    return {"rat": rat + 1, "seat": seat, "at": where(at), "medkit": bool(seen.t.medkits >> rat & 1)}


def _cards(seen: Seen) -> list[dict[str, Any]]:
    """Every card of this game: how many are in the pile (in whatever order) and how many have been played."""
    t, box, found = seen.t, seen.box, []
    for k in range(box.kinds):
        copies = box.copies[k] - box.not_with_two[k] * (seen.seats == 2) + box.extra[k] * t.challenge
        held = sum(t.hand[s] == k for s in range(seen.seats))
        if copies:
            counts = {"pile": t.left[k], "discarded": copies - t.left[k] - held}
            found.append(_card(box.code[k]) | counts)
    return found


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen: so much do the events alone tell."""
    kind = event["event"]
    if "rat" in event:
        _follow_rat(view, kind, event)
    elif "snake" in event:
        _follow_snake(view, kind, event)
    else:
        _follow_card(view, kind, event)


def _follow_card(view: dict[str, Any], kind: str, event: dict[str, Any]) -> None:
    match kind:
        case "drew":
            view["hands"][event["seat"]] = event["card"]
            view["pile"] = event["pile"]
            _card_line(view, event["card"])["pile"] -= 1
        case "turn":
            view |= {"turn": event["seat"], "half": None, "phase": None, "pending": [event["seat"]]}
        case "instructed":
            view |= {"half": event["half"], "phase": event["half"], "todo": list(event["todo"])}
        case "discarded":
            view["hands"][event["seat"]] = None
            view |= {"turns": view["turns"] + 1, "half": None, "phase": "draw", "pending": "chance"}
            _card_line(view, event["card"])["discarded"] += 1
        case "ended":
            view |= {
                "phase": "over",
                "pending": [],
                "turn": None,
                "half": None,
                "todo": [],
                "boost": None,
                "walk": None,
            }
            view |= {"ended": event["rule"], "won": event["rule"] == f"MR-{facts.WON}"}


def _card_line(view: dict[str, Any], card: dict[str, str]) -> dict[str, Any]:
    line: dict[str, Any] = next(c for c in view["cards"] if card["rats"] == c["rats"] and card["snakes"] == c["snakes"])
    return line


def _follow_rat(view: dict[str, Any], kind: str, event: dict[str, Any]) -> None:
    rat = next(r for r in view["rats"] if r["rat"] == event["rat"])
    match kind:
        case "ran":
            _moved(view, event["rat"])
            rat["at"] = event["to"]
        case "climbed" | "fell":
            rat["at"] = event["to"]
        case "boosted":
            rat["at"] = event["to"]
            view |= {"boost": None, "phase": view["half"]}
        case "escaped":
            rat["at"] = "pod"
            view["todo"] = [piece for piece in view["todo"] if piece != event["rat"]]
        case "lost":
            rat["at"] = "space"
        case "collected":
            next(e for e in view["equipment"] if e["item"] == event["item"])["collected"] = True
        case "bitten":
            if event["saved"]:
                rat |= {"at": event["home"], "medkit": False}
        case "crowded":
            view |= {"boost": {"rat": event["rat"], "chain": event["chain"]}, "phase": "boost"}


def _follow_snake(view: dict[str, Any], kind: str, event: dict[str, Any]) -> None:
    snake = next(s for s in view["snakes"] if s["snake"] == event["snake"])
    match kind:
        case "slithered":
            _moved(view, event["snake"])
            view["walk"] = None
            snake["at"] = event["to"]
        case "paused":
            view["walk"] = {"snake": event["snake"], "steps": event["steps"], "way": event["way"]}
        case "snake-climbed" | "snake-fell":
            snake["at"] = event["to"]
        case "blown":
            snake["at"] = "space"
        case "intruded":
            snake["at"] = "pod"
        case "added":
            snake["at"] = event["at"]
            view |= {"half": "snakes", "phase": "snakes"}


def _moved(view: dict[str, Any], piece: int | str) -> None:
    """A piece has made the move that the card asked for: with ALL and EVERY the others are still to move."""
    card = view["hands"][view["turn"]]
    many = card[view["half"]].startswith(("all", "every"))
    view["todo"] = [other for other in view["todo"] if other != piece] if many else []


# ---- the score sheet -------------------------------------------------------------------------------------------------


def decided(view: View, seat: int) -> bool:
    """Nothing is decided at the same time."""
    return False


def points(view: View) -> list[int]:
    """What all have brought home together: rats in the pod and collected equipment (MR-29)."""
    home = sum(rat["at"] == "pod" for rat in view["rats"]) + sum(thing["collected"] for thing in view["equipment"])
    return [home] * view["seats"]


def sheet(view: View) -> list[SheetLine]:
    """The score sheet: equipment and cards that are everybody's, and how each rat stands."""
    seats, rats = view["seats"], view["rats"]
    found = sum(thing["collected"] for thing in view["equipment"])
    return [
        {"label": "sheet-equipment", "symbol": "mole_rats-backpack", "values": [found for _ in range(seats)]},
        {"label": "sheet-home", "symbol": "mole_rats-pod", "values": [rat["at"] == "pod" for rat in rats]},
        {"label": "sheet-medkit", "symbol": "mole_rats-medkit", "values": [rat["medkit"] for rat in rats]},
        {"label": "sheet-cards", "symbol": "mole_rats-card-back", "values": [view["pile"] for _ in range(seats)]},
    ]


# ---- the next game --------------------------------------------------------------------------------------------------


def suggest(options: Options, wins: int) -> dict[Literal["challenge"], bool]:
    """What to suggest to people who have won so often together: after three wins the challenge game (MR-31)."""
    return {"challenge": True} if wins >= CHALLENGED_AFTER and not options["challenge"] else {}


# ---- what the words speak about -------------------------------------------------------------------------------------

_STEPS = dict(zip(("", *LENGTHS), ("none", "s1", "s2", "s3", "s12", "s23"), strict=True))


def snake_phrase(name: str) -> dict[str, str]:
    """A snake's colour and number."""
    colour, number = name.split()
    return {"colour": colour, "number": number}


def card_phrase(card: Card) -> dict[str, str]:
    """What the words of a card may speak about."""
    rats, snakes = card["rats"].split(), card["snakes"].split()
    climbs = snakes[-1] == "climb"
    return {
        "halves": "snakes" if card["rats"] == "-" else "rats" if card["snakes"] == "-" else "both",
        "rat_who": "none" if card["rats"] == "-" else rats[0],
        "rat_steps": _STEPS[length_of(card["rats"])],
        "snake_who": "none" if card["snakes"] == "-" else f"climb-{snakes[0]}" if climbs else snakes[0],
        "snake_steps": _STEPS[length_of(card["snakes"])],
        "colour": snakes[1] if len(snakes) > 1 and snakes[1] in COLOURS else "none",
    }


def refusal(seen: Seen, move: dict[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about: what the card asks for, and the piece that was meant."""
    t = seen.t
    card = _card(seen.box.code[t.hand[t.turn]]) if t.phase == facts.PLAY else NO_CARD
    told = card_phrase(card) | {"asked": _phase(t) if move else "nothing", "boosted": t.boosting + 1}
    told["rat"] = (move or {}).get("rat", 0)
    if clause in (5, 14, 15, 25):  # these speak of the snake, the others of the card
        told |= snake_phrase((move or {}).get("snake", SNAKE_NAMES[0]))
    return told
