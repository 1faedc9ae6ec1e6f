"""Target: Rats as people see it: the table as data, the events by name, and how events change what is seen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from molehill.games.target_rats import facts
from molehill.games.target_rats.facts import (
    CITY,
    IN_TUNNEL,
    IS_NEST,
    IS_UNDERGROUND,
    KINDS,
    NESTS,
    NO_SPACE,
    ON_SURFACE,
    QUADRANTS,
    SPACE_NAMES,
    SPACES,
    SURFACE,
    TARGET,
    UNDERGROUND,
)
from molehill.games.target_rats.moves import face_name

if TYPE_CHECKING:
    from molehill.engine.match import Seen
    from molehill.engine.shapes import SheetLine
    from molehill.games.target_rats.types import SideName, View

SIDES: tuple[SideName, ...] = ("attacker", "defender")
MOST_BOARDS = 32  # that are kept; a server may meet any number of editions
PHASES = ("starting", "before", "rolling", "moving", "fighting", "over")


def _rat(number: int) -> int:
    return number + 1


def _space(number: int) -> str:
    return SPACE_NAMES[number]


def _side(number: int) -> SideName:
    return SIDES[number]


def _seat_or_none(number: int) -> int | None:
    return None if number == facts.NO_SEAT else number


# What each event is called, and what its numbers mean. Nothing is hidden, so nothing SHOWS.
_ONE_RAT: dict[str, Any] = {"seat": int, "rat": _rat, "at": _space}
EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.STARTED: ("started", {"seat": int}),
    facts.TURN: ("turn", {"seat": int, "round": int}),
    facts.PLACED: ("placed", _ONE_RAT),
    facts.THROWING: ("throwing", {"seat": int, "dice": int}),
    facts.ROLLED: ("rolled", {"seat": int, "shows": face_name, "left": int}),
    facts.STEPPED: ("stepped", {"seat": int, "rat": _rat, "from": _space, "to": _space, "left": int}),
    facts.RESTED: ("rested", {"seat": int, "rat": _rat}),
    facts.FED: ("fed", _ONE_RAT),
    facts.BRED: ("bred", {"seat": int, "rat": _rat, "other": _rat, "at": _space}),
    facts.BORN: ("born", _ONE_RAT),
    facts.SENT: ("sent", {"seat": int, "to": _space, "left": int}),
    facts.KILLED: ("killed", _ONE_RAT),
    facts.CROWNED: ("crowned", {"seat": int}),
    facts.HALTED: ("halted", {"seat": int, "lost": int}),
    facts.FIGHT: ("fight", {"seat": int, "against": int, "attackers": int, "defenders": int}),
    facts.STRUCK: ("struck", {"seat": int, "side": _side, "shows": face_name, "total": int}),
    facts.DECIDED: ("decided", {"seat": int, "against": int, "attack": int, "defence": int}),
    facts.ENDED: ("ended", {"winner": _seat_or_none}),
}
SHOWS: frozenset[int] = frozenset()
CHAPTER = "turn"  # the event that begins a new stretch of a transcript
READS = ("board",)  # of the box file, besides its record


# ---- the table ------------------------------------------------------------------------------------------------------


def view(seen: Seen) -> dict[str, Any]:
    """Everything on the table; every seat sees the same."""
    t, box = seen.t, seen.box
    return {
        "phase": PHASES[t.phase],
        "turn": _seat_or_none(t.turn),
        "round": -(-t.turns // seen.seats),
        "rounds": box.rounds,
        "cheese": _seat_or_none(t.cheese),
        "exterminator": None if t.exterminator == facts.OFF_BOARD else SPACE_NAMES[t.exterminator],
        "dice": {"count": t.dice, "shows": [face_name(t.face[k]) for k in range(t.rolled)]},
        "left": t.left,
        "target": bool(t.target),
        "mover": _mover(t),
        "fight": _fight(t) if t.phase == facts.FIGHTING else None,
        "fights": t.fights,
        "factions": [_faction(seen, s) for s in range(seen.seats)],
        "holds": box.holds,
        "litter": box.litter,
        "few": box.few,
        "usual_dice": box.dice,
        "cheese_dice": box.dice + box.cheese_dice,
        "board": board(seen),
        "ended": f"TR-{seen.ended:02d}" if seen.ended else None,
        "winners": [s for s, score in enumerate(seen.scores) if score > 0],
    }


def _mover(t: Any) -> dict[str, Any] | None:
    if t.mover == facts.NO_RAT:
        return None
    return {"rat": t.mover + 1, "path": [SPACE_NAMES[t.path[k]] for k in range(t.steps + 1)]}


def _fight(t: Any) -> dict[str, Any]:
    return {
        side: {
            "seat": seat,
            "rats": t.force[k],
            "shows": [face_name(t.strike[k, n]) for n in range(t.thrown[k])],
            "total": t.total[k],
        }
        for k, (side, seat) in enumerate((("attacker", t.turn), ("defender", t.cheese)))
    }


def _faction(seen: Seen, s: int) -> dict[str, Any]:
    t = seen.t
    place, fed, finished = t.place, t.fed[s], t.finished if s == t.turn else 0
    places = [place[s, rat] for rat in range(seen.box.faction)]
    rats = [
        {
            "rat": rat + 1,
            "at": None if at == facts.SUPPLY else SPACE_NAMES[at],
            "fed": bool(fed >> rat & 1),
            "finished": bool(finished >> rat & 1),
        }
        for rat, at in enumerate(places)
    ]
    return {"seat": s, "nest": SPACE_NAMES[t.home[s]], "out": seen.points[s], "rats": rats}


_boards: dict[str, list[dict[str, Any]]] = {}


def board(seen: Seen) -> list[dict[str, Any]]:
    """The graph: every space with its neighbours and a place for it in a drawing, Rat City at (0, 0).

    It follows from one table of the box file alone, so it is made once for each such table.
    """
    key = repr(sorted(seen.edition["board"].items()))
    if key not in _boards:
        if len(_boards) >= MOST_BOARDS:
            _boards.pop(next(iter(_boards)), None)
        _boards[key] = _board(seen.box)
    return [dict(space) for space in _boards[key]]


def _board(box: Any) -> list[dict[str, Any]]:
    kinds = [box.kind[space] for space in range(SPACES)]
    joined = [[box.joined[space, k] for k in range(box.joins[space])] for space in range(SPACES)]
    positions = _positions(joined, kinds)
    return [
        {
            "space": SPACE_NAMES[space],
            "kind": KINDS[kinds[space]],
            "joins": [SPACE_NAMES[other] for other in joined[space]],
            "dumpster": bool(box.dumpster[space]),
            "x": positions[space][0],
            "y": positions[space][1],
        }
        for space in range(SPACES)
        if kinds[space] != NO_SPACE
    ]


def _positions(joined: list[list[int]], kinds: list[int]) -> dict[int, tuple[float, float]]:
    """Rings round Rat City, the first space of each at the top, clockwise, y growing downward."""
    polar: dict[int, tuple[float, float]] = {CITY: (0.0, 0.0)}
    for first, kind, radius in ((SURFACE, ON_SURFACE, 1.0), (UNDERGROUND, IS_UNDERGROUND, 0.6)):
        for place in range(kinds.count(kind)):
            polar[first + place] = (radius, place / kinds.count(kind))
    for space in (space for space in range(UNDERGROUND, NESTS) if kinds[space]):
        for other in joined[space]:
            if kinds[other] == IS_NEST:
                polar[other] = (0.8, polar[space][1])
            elif kinds[other] == IN_TUNNEL:
                length = kinds.count(IN_TUNNEL) // QUADRANTS
                for k in range(length):
                    polar[other + k] = (0.6 * (length - k) / (length + 1), polar[space][1])
    return {
        space: (round(radius * math.sin(math.tau * turn), 3), round(-radius * math.cos(math.tau * turn), 3))
        for space, (radius, turn) in polar.items()
    }


# ---- what happens ---------------------------------------------------------------------------------------------------


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen: so much do the events alone tell."""
    match event["event"]:
        case "turn":
            view |= {"phase": "before", "pending": [event["seat"]], "turn": event["seat"], "round": event["round"]}
            view["dice"] = {"count": 0, "shows": []}
        case "throwing":
            view |= {"phase": "rolling", "pending": "chance"}
            view["dice"]["count"] = event["dice"]
        case "rolled":
            _follow_roll(view, event)
        case "halted":
            view |= {"left": 0, "target": False, "mover": None}
            for rat in view["factions"][event["seat"]]["rats"]:
                rat["finished"] = False
        case "sent":
            view |= {"exterminator": event["to"], "target": False, "left": event["left"]}
        case "crowned":
            view["cheese"] = event["seat"]
        case "fight" | "struck" | "decided":
            _follow_fight(view, event)
        case "ended":
            everybody = list(range(view["seats"]))
            view |= {"phase": "over", "pending": [], "ended": event["rule"]}
            view["winners"] = everybody if event["winner"] is None else [event["winner"]]
        case "placed" | "born" | "stepped" | "rested" | "fed" | "bred" | "killed":
            _follow_rat(view, event)


def _follow_roll(view: dict[str, Any], event: dict[str, Any]) -> None:
    view["dice"]["shows"].append(event["shows"])
    view["left"] = event["left"]
    view["target"] = view["target"] or event["shows"] == "target"
    if len(view["dice"]["shows"]) == view["dice"]["count"]:
        view |= {"phase": "moving", "pending": [event["seat"]]}


def _follow_rat(view: dict[str, Any], event: dict[str, Any]) -> None:
    faction = view["factions"][event["seat"]]
    rat = faction["rats"][event["rat"] - 1]
    match event["event"]:
        case "placed" | "born":
            rat["at"] = event["at"]
        case "stepped":
            if view["mover"] is None or view["mover"]["rat"] != event["rat"]:
                view["mover"] = {"rat": event["rat"], "path": [event["from"]]}
            view["mover"]["path"].append(event["to"])
            view["left"] = event["left"]
            rat["at"] = event["to"]
        case "rested":
            rat["finished"] = True
            view["mover"] = None
        case "fed":
            rat["fed"] = True
        case "bred":
            rat["fed"] = faction["rats"][event["other"] - 1]["fed"] = False
        case "killed":
            rat |= {"at": None, "fed": False, "finished": False}
            if event["seat"] == view["turn"] and view["mover"] and view["mover"]["rat"] == event["rat"]:
                view["mover"] = None
    at_home = (None, faction["nest"])
    faction["out"] = len([r for r in faction["rats"] if r["at"] not in at_home])


def _follow_fight(view: dict[str, Any], event: dict[str, Any]) -> None:
    match event["event"]:
        case "fight":
            view |= {"phase": "fighting", "pending": "chance", "fights": view["fights"] + 1}
            sides = (("attacker", event["seat"], "attackers"), ("defender", event["against"], "defenders"))
            view["fight"] = {
                side: {"seat": seat, "rats": event[rats], "shows": [], "total": 0} for side, seat, rats in sides
            }
        case "struck":
            side = view["fight"][event["side"]]
            side["shows"].append(event["shows"])
            side["total"] = event["total"]
        case "decided":
            view["fight"] = None


# ---- the score sheet -------------------------------------------------------------------------------------------------


def decided(view: View, seat: int) -> bool:
    """Nothing is decided at the same time."""
    return False


def points(view: View) -> list[int]:
    """How many rats of each family are out of the nest (TR-26)."""
    return [faction["out"] for faction in view["factions"]]


def sheet(view: View) -> list[SheetLine]:
    """The score sheet: where the other rats are, and who is Da Big Cheese."""
    families = view["factions"]
    at_home = [sum(rat["at"] == family["nest"] for rat in family["rats"]) for family in families]
    supply = [sum(rat["at"] is None for rat in family["rats"]) for family in families]
    cheese = [family["seat"] == view["cheese"] for family in families]
    return [
        {"label": "sheet-nest", "symbol": "target_rats-nest", "values": [*at_home]},
        {"label": "sheet-supply", "values": [*supply]},
        {"label": "big-cheese", "symbol": "target_rats-cheese", "values": [*cheese]},
    ]


# ---- refusals -------------------------------------------------------------------------------------------------------


def refusal(seen: Seen, move: dict[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about: what was asked for, the points left, and which case it is."""
    asked = move or {}
    t, box = seen.t, seen.box
    return {
        "left": t.left,
        "rat": asked.get("rat", 0),
        "place": asked.get("to", asked.get("at", "")),
        "holds": box.holds,
        "few": box.few,
        "dice": box.dice,
        "faction": box.faction,
        "rounds": box.rounds,
        "why": _why(seen, asked, clause) if move else "",
    }


def _why(seen: Seen, move: dict[str, Any], clause: int) -> str:
    t = seen.t
    if clause == 7:
        if move["do"] == "roll":
            return "cheese" if t.phase == facts.BEFORE else "rolled"
        if t.phase == facts.BEFORE:
            return "early"
        if move["do"] == "end":
            return "end"
        return "spent" if t.left == 0 else "supply"
    if clause == 9:
        path = [t.path[k] for k in range(t.steps + 1)] if t.mover == move["rat"] - 1 else []
        return "been" if move["to"] in [SPACE_NAMES[space] for space in path] else "apart"
    if clause == 14:
        return _why_not_breed(seen, move)
    if clause == 20:
        return _why_not_exterminate(t)
    return ""


def _why_not_breed(seen: Seen, move: dict[str, Any]) -> str:
    t, seat = seen.t, seen.seat or 0
    rat, other = (number - 1 for number in move["rats"])
    if t.phase != facts.MOVING:
        return "early"
    if not (t.fed[seat] >> rat & t.fed[seat] >> other & 1):
        return "unfed"
    return "apart" if t.place[seat, rat] != t.place[seat, other] else "empty"


def _why_not_exterminate(t: Any) -> str:
    if t.phase != facts.MOVING:
        return "early"
    if TARGET not in [t.face[k] for k in range(t.rolled)]:
        return "no-target"
    if not t.target:
        return "used"
    return "spent" if t.left == 0 else "there"
