"""Mole Park as people see it: a veiled table as data, the events by name, and how events change what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.games.mole_park import facts
from molehill.games.mole_park.facts import CROWN, DICE, HAND, HOLES, PILE_NAMES, PILES, PRIZE_DIE, VALUES, cards_of
from molehill.games.mole_park.moves import DIE_COUNT, MISS

if TYPE_CHECKING:
    from molehill.engine.match import Seen
    from molehill.engine.shapes import Pending, SheetLine
    from molehill.games.mole_park.types import Die, Face, Move, Options, Phase, PileName, View

Deck = list[dict[str, Any]]
PHASES: tuple[Phase, ...] = ("turn", "declare", "choose", "roll", "whack", "discard", "name", "pick", "crown", "over")


def _bits(bits: int) -> list[int]:
    """Which bits are set: seats, or cards."""
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


def _pending(bits: int) -> Pending:
    return "chance" if bits < 0 else _bits(bits)


def _die(number: int) -> Die:
    return DICE[number]


def _pile(number: int) -> PileName:
    return PILE_NAMES[number]


def _phase(number: int) -> Phase:
    return PHASES[number]


def _face(number: int) -> Face:
    return number or MISS


def _counts(moles: list[int]) -> list[int]:
    """How many moles there are of each value."""
    return moles


def _holes(dealt: int) -> list[int]:
    return [dealt >> 4 * h & 15 for h in range(HOLES)]


# What each event is called, and what its numbers mean. SHOWS: after these nothing before can be taken back.
EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.ROUND: ("round", {"round": int}),
    facts.DEALT: ("dealt", {"holes": _holes}),
    facts.REFILLED: ("refilled", {"moles": int}),
    facts.STAGE: (
        "stage",
        {"phase": _phase, "pending": _pending, "wave": int, "waiting": _bits, "tied": _bits},
    ),
    facts.ANSWERED: ("answered", {"seat": int}),
    facts.ANSWER: ("answer", {"seat": int, "declare": bool}),
    facts.DECLARED: ("declared", {"seat": int, "wave": int}),
    facts.NOBODY_ELSE: ("nobody", {"wave": int}),
    facts.READY: ("ready", {"seat": int}),
    facts.CHOSEN: ("chosen", {"seat": int, "die": _die}),
    facts.DICE_SHOWN: ("called", {"king": int}),
    facts.DIE_SHOWN: ("die", {"seat": int, "die": _die}),
    facts.ROLLED: ("rolled", {"seat": int, "die": _die, "shows": _face}),
    facts.SPLIT: ("split", {"hole": int, "moles": int, "dice": int, "each": int, "left": int}),
    facts.TOOK: ("took", {"seat": int, "hole": int}),
    facts.DREW: ("drew", {"seat": int, "stars": int}),
    facts.DISCARDED: ("discarded", {"seat": int, "stars": int}),
    facts.SHOWED: ("showed", {"seat": int, "shown": _counts}),
    facts.TOTALLED: ("total", {"seat": int, "moles": int, "die": int, "prizes": int, "total": int}),
    facts.EMPTY_HANDED: ("empty", {"seat": int}),
    facts.FELL_SHORT: ("short", {"seat": int, "total": int}),
    facts.NAMED: ("named", {"seat": int, "king": int}),
    facts.WON_PRIZE: ("won-prize", {"seat": int, "pile": _pile, "card": int, "stars": int, "hand": int}),
    facts.PASSED: ("passed", {"seat": int}),
    facts.NO_PRIZE: ("no-prize", {"seat": int, "total": int}),
    facts.TURNED: ("turned", {"pile": _pile, "card": int, "stars": int, "hand": int}),
    facts.SHOWDOWN: ("showdown", {"contestants": _bits}),
    facts.CLEARED: ("cleared", {}),
    facts.GAVE_BACK: ("gave-back", {"seat": int}),
    facts.CROWNED: ("crowned", {"seat": int}),
    facts.ENDED: ("ended", {}),
    facts.SHARED: ("shared", {}),
}
SHOWS = frozenset({facts.ANSWERED, facts.DECLARED, facts.NOBODY_ELSE, facts.DICE_SHOWN, facts.DISCARDED, facts.SHOWED})
CHAPTER = "round"  # the event that begins a new stretch of a transcript
READS = ("prizes",)  # of the box file, besides its record


def view(seen: Seen) -> dict[str, Any]:
    """Everything that lies open before this seat."""
    t, box = seen.t, seen.box
    decks = [_deck(seen, p) for p in range(PILES)]
    return {
        "phase": PHASES[t.phase],
        "round": t.round,
        "wave": t.wave,
        "king": t.king,
        "holes": [t.hole[h] for h in range(HOLES)],
        "burrow": t.burrow,
        "hill": [t.hill[k] for k in range(VALUES)],
        "moles": [box.moles[k] for k in range(VALUES)],
        "dice": {die: [_face(box.face[d, f]) for f in range(6)] for d, die in enumerate(DICE)},
        "piles": [_pile_seen(seen, p, deck) for p, deck in enumerate(decks)],
        "crown": {"cost": box.cost[CROWN], "cards": t.crowns},
        "players": [_player(seen, s, decks) for s in range(seen.seats)],
        "contestants": _bits(t.contestants),
        "waiting": _bits(t.waiting),
        "tied": _bits(t.tied),
        "ended": f"MP-{seen.ended:02d}" if seen.ended else None,
        "winners": [s for s, score in enumerate(seen.scores) if score > 0],
    }


def _deck(seen: Seen, p: int) -> Deck:
    """A deck's cards in the order of their numbers."""
    cards = cards_of(seen.edition["prizes"][PILE_NAMES[p]]["cards"])
    return [{"card": c, "name": name, "stars": stars, "hand": hand} for c, (name, stars, hand) in enumerate(cards, 1)]


def _pile_seen(seen: Seen, p: int, deck: Deck) -> dict[str, Any]:
    t = seen.t
    return {
        "pile": PILE_NAMES[p],
        "cost": seen.box.cost[p],
        "up": dict(deck[t.up[p]]) if t.up[p] != facts.NO_CARD else None,
        "down": t.pile[p].bit_count(),
        "cards": deck,
    }


def _player(seen: Seen, s: int, decks: list[Deck]) -> dict[str, Any]:
    t = seen.t
    own = s == seen.seat
    die, answer = t.die[s], t.answer[s]
    return {
        "seat": s,
        "moles": t.moles[s],
        "hand": [t.hand[s, k] for k in range(VALUES)] if own else None,
        "limit": t.limit[s],
        "stars": t.stars[s],
        "prizes": [{"pile": PILE_NAMES[p], **deck[c]} for p, deck in enumerate(decks) for c in _bits(t.prizes[s, p])],
        "declared": bool(t.declared >> s & 1),
        "ready": answer > facts.ASKED if t.phase == facts.DECLARING else die != facts.NO_DIE,
        "answer": {facts.HELD: "hold", facts.GONE: "declare"}.get(answer),
        "die": DICE[die] if 0 <= die < DIE_COUNT else None,
        "shows": {DICE[d]: _face(t.shows[s, d]) for d in range(DIE_COUNT) if t.shows[s, d] >= 0},
        "total": t.total[s] if t.total[s] >= 0 else None,
        "points": seen.points[s],
    }


# ---- following events -----------------------------------------------------------------------------------------------


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen: so much do the events alone tell."""
    player = view["players"][event["seat"]] if "seat" in event else {}
    for part in (_follow_asking, _follow_moles, _follow_prizes, _follow_end):
        part(view, player, event)


def _follow_asking(view: dict[str, Any], player: dict[str, Any], event: dict[str, Any]) -> None:
    match event["event"]:
        case "round":
            view["round"] = event["round"]
            _clear(view)
        case "stage":
            _enter(view, event)
        case "answered" | "ready":
            player["ready"] = True
            view["pending"] = [s for s in view["pending"] if s != event["seat"]]
        case "answer":
            player["answer"] = "declare" if event["declare"] else "hold"
        case "declared":
            player["declared"] = True
        case "chosen" | "die":
            player["die"] = event["die"]
        case "rolled":
            player["shows"][event["die"]] = event["shows"]


def _enter(view: dict[str, Any], event: dict[str, Any]) -> None:
    view |= {key: event[key] for key in ("phase", "pending", "wave", "waiting", "tied")}
    for player in view["players"]:
        if event["phase"] == "choose" and player["declared"]:
            player["die"] = DICE[PRIZE_DIE]
        player["answer"] = None
        player["ready"] = event["phase"] != "declare" and player["die"] is not None


def _clear(view: dict[str, Any]) -> None:
    for player in view["players"]:
        player |= {"declared": False, "ready": False, "answer": None, "die": None, "shows": {}, "total": None}


def _follow_moles(view: dict[str, Any], player: dict[str, Any], event: dict[str, Any]) -> None:
    match event["event"]:
        case "dealt":
            view["holes"] = [n + m for n, m in zip(view["holes"], event["holes"], strict=True)]
            view["burrow"] -= sum(event["holes"])
        case "refilled":
            view |= {"burrow": event["moles"], "hill": [0] * VALUES}
        case "took":
            view["holes"][event["hole"] - 1] -= 1
            player["moles"] += 1
        case "drew":
            player["hand"][event["stars"] - 1] += 1
        case "discarded":
            _to_hill(view, player, event["stars"] - 1, 1)
            if player["moles"] <= player["limit"]:
                view["pending"] = [s for s in view["pending"] if s != event["seat"]]
        case "showed":
            for k, count in enumerate(event["shown"]):
                _to_hill(view, player, k, count)
        case "total":
            player["total"] = event["total"]
        case "cleared":
            view["burrow"] += sum(view["holes"])
            view["holes"] = [0] * HOLES


def _to_hill(view: dict[str, Any], player: dict[str, Any], value: int, count: int) -> None:
    view["hill"][value] += count
    player["moles"] -= count
    if player["hand"] is not None:
        player["hand"][value] -= count


def _follow_prizes(view: dict[str, Any], player: dict[str, Any], event: dict[str, Any]) -> None:
    piles = {pile["pile"]: pile for pile in view["piles"]}
    match event["event"]:
        case "turned":
            pile = piles[event["pile"]]
            pile |= {"up": dict(pile["cards"][event["card"] - 1]), "down": pile["down"] - 1}
        case "won-prize":
            pile = piles[event["pile"]]
            player["prizes"].append({"pile": pile["pile"], **pile["up"]})
            player["prizes"].sort(key=lambda prize: (PILE_NAMES.index(prize["pile"]), prize["card"]))
            player["stars"] += event["stars"]
            player["points"] += event["stars"]
            player["limit"] += event["hand"]
            pile["up"] = None
        case "gave-back":
            for prize in player["prizes"]:
                piles[prize["pile"]]["down"] += 1
            player |= {"prizes": [], "stars": 0, "points": 0, "limit": HAND}


def _follow_end(view: dict[str, Any], player: dict[str, Any], event: dict[str, Any]) -> None:
    match event["event"]:
        case "showdown":
            _clear(view)
            view["contestants"] = event["contestants"]
        case "crowned":
            view["crown"]["cards"] -= 1
            view["winners"] = [event["seat"]]
            player["points"] += view["crown"]["cost"]
        case "ended":
            view |= {"phase": "over", "pending": [], "ended": event["rule"], "waiting": [], "tied": []}
        case "shared":
            view["winners"] = list(range(view["seats"]))


def decided(view: View, seat: int) -> bool:
    """Whether the seat has answered or chosen a die in secret while others still think (MP-09, MP-10)."""
    return view["phase"] in ("declare", "choose") and view["players"][seat]["ready"]


def idle(view: View, seat: int) -> Move | None:
    """The answer of a seat that can't reach the crown (MP-24), whatever moles it has and whatever it rolls.

    It is asked with what a spectator sees: how many moles a seat has, but not which.
    """
    if view["phase"] != "declare":
        return None
    player = view["players"][seat]
    best = max(k + 1 for k, count in enumerate(view["moles"]) if count)
    die = max(face for face in view["dice"]["prize"] if isinstance(face, int))
    most = player["stars"] + player["moles"] * best + die
    return {"do": "hold"} if most < view["crown"]["cost"] else None


def points(view: View) -> list[int]:
    """The stars of prizes, the Crown counted in."""
    return [player["points"] for player in view["players"]]


def sheet(view: View) -> list[SheetLine]:
    """The score sheet: prizes, their stars, moles in hand, and who has the Crown."""
    players = view["players"]
    prizes = [len(player["prizes"]) for player in players]
    crowned = [player["seat"] in view["winners"] for player in players]
    return [
        {"label": "sheet-prizes", "symbol": "mole_park-prize", "values": [*prizes]},
        {"label": "stars-of-prizes", "symbol": "mole_park-star", "values": [player["stars"] for player in players]},
        {"label": "moles-held", "symbol": "mole_park-mole", "values": [player["moles"] for player in players]},
        {"label": "sheet-crown", "symbol": "mole_park-crown", "values": [*crowned]},
    ]


def rematch(view: View) -> Options:
    """The options of a rematch (MP-05): the winner is King Mole, or the same one if nobody won."""
    alone = view["ended"] is not None and len(view["winners"]) == 1
    return {**view["options"], "king": (view["winners"][0] if alone else view["king"]) + 1}


def refusal(seen: Seen, move: dict[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about."""
    t, seat = seen.t, seen.seat or 0
    return {
        "stars": (move or {}).get("stars", 0),
        "total": max(0, t.total[seat]),
        "limit": t.limit[seat],
        "phase": PHASES[t.phase],
        "asked": "yes" if move else "no",
    }
