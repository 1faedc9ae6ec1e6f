"""Honeymoon as people see it: a veiled table as data, the events by name, and how events change what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.games.honeymoon import facts
from molehill.games.honeymoon.ahead import pickle_points, row_points, set_points
from molehill.games.honeymoon.facts import CELLS, LANES, SIDES, SIZE, bit
from molehill.games.honeymoon.facts import SWEET_NAMES as SWEET_NAMES
from molehill.games.honeymoon.moves import DIRECTIONS, PASS, cells_of, decode

if TYPE_CHECKING:
    from molehill.engine.match import Seen
    from molehill.engine.shapes import SheetLine
    from molehill.games.honeymoon.types import Direction, Sweet, View

PHASES = ("roll", "dig", "over")
BITS = [[bit(r, c) for c in range(SIZE)] for r in range(SIZE)]


def _sweet(number: int) -> Sweet:
    return SWEET_NAMES[number]


def _direction(number: int) -> Direction:
    return DIRECTIONS[number]


# What each event is called, and what its numbers mean. SHOWS: after these nothing before can be taken back.
EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.ROLLED: ("rolled", {"shows": int}),
    facts.CROSSED: ("crossed", {"run": int, "crossed": int}),
    facts.FINISHED: ("finished", {"seat": int}),
    facts.CHOSEN: ("chosen", {"seat": int, "move": decode}),
    facts.SHOWN: ("shown", {}),
    facts.DUG: ("dug", {"seat": int, "row": int, "column": int, "to": _direction, "length": int}),
    facts.PASSED: ("passed", {"seat": int}),
    facts.TICKED: ("ticked", {"seat": int, "sweet": _sweet, "count": int}),
    facts.FULL: ("full", {"seat": int, "sweet": _sweet}),
    facts.PICKLED: ("pickled", {"seat": int, "count": int}),
    facts.MARKED: ("marked", {"seat": int, "marked": int}),
    facts.SCORED: ("scored", {"seat": int, "points": int}),
    facts.TIMER: ("timer", {"run": int, "seat": int}),
    facts.ENDED: ("ended", {}),
    facts.WON: ("won", {"seat": int}),
}
SHOWS = frozenset({facts.SHOWN})
CHAPTER = "rolled"  # the event that begins a new stretch of a transcript


def view(seen: Seen) -> dict[str, Any]:
    """Everything that lies open before this seat."""
    t, box, side = seen.t, seen.box, seen.t.side
    cells, inward = box.cell[side], box.inward[side]
    return {
        "phase": PHASES[t.phase],
        "die": t.die or None,
        "rolls": t.rolls,
        "timer": {"run": t.run, "crossed": t.crossed, "boxes": box.timer},
        "moon": {
            "side": SIDES[side],
            "cells": [[CELLS[cell] for cell in row] for row in cells],
            "starts": [
                {"at": [r, c], "to": DIRECTIONS[to]}
                for r, row in enumerate(inward)
                for c, to in enumerate(row)
                if to >= 0
            ],
        },
        "row_boxes": box.row,
        "slots": box.slots,
        "sheets": [_sheet(seen, s) for s in range(seen.seats)],
        "ended": f"HM-{seen.ended:02d}" if seen.ended else None,
        "winners": [s for s, score in enumerate(seen.scores) if score > 0 and seen.seats > 1],
    }


def _sheet(seen: Seen, s: int) -> dict[str, Any]:
    t = seen.t
    chosen, words = t.dig[s], t.dug[s]
    return {
        "seat": s,
        "dug": [
            [r, c] for r in range(SIZE) if words[r // LANES] for c in range(SIZE) if words[r // LANES] & BITS[r][c]
        ],
        "ticked": {name: t.ticked[s, k] for k, name in enumerate(SWEET_NAMES)},
        "pickles": t.pickles[s],
        "marked": t.marked[s],
        "points": seen.points[s],
        "finished": chosen != facts.NO_DIG,
        "chosen": decode(chosen) if chosen >= PASS else None,
    }


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen: so much do the events alone tell."""
    sheet = view["sheets"][event["seat"]] if "seat" in event else {}
    match event["event"]:
        case "rolled":
            view |= {"phase": "dig", "die": event["shows"], "rolls": view["rolls"] + 1}
            view["pending"] = list(range(view["seats"]))
        case "crossed":
            view["timer"] |= {"run": event["run"], "crossed": event["crossed"]}
        case "finished":
            sheet["finished"] = True
            view["pending"] = [s for s in view["pending"] if s != event["seat"]]
        case "chosen":
            sheet["chosen"] = event["move"]
        case "dug":
            sheet["dug"] = sorted(sheet["dug"] + cells_of(event))
            _turn_done(view, sheet)
        case "passed":
            _turn_done(view, sheet)
        case "ticked":
            sheet["ticked"][event["sweet"]] = event["count"]
        case "pickled":
            sheet["pickles"] = event["count"]
        case "marked":
            sheet["marked"] = event["marked"]
        case "scored":
            sheet["points"] = event["points"]
        case "timer":
            view["timer"] |= {"run": event["run"], "crossed": 0}
        case "ended":
            view |= {"phase": "over", "pending": [], "ended": event["rule"]}
        case "won":
            view["winners"].append(event["seat"])


def _turn_done(view: dict[str, Any], sheet: dict[str, Any]) -> None:
    sheet |= {"finished": False, "chosen": None}
    view |= {"phase": "roll", "pending": "chance"}


def decided(view: View, seat: int) -> bool:
    """Whether the seat has chosen its dig while others still think (HM-05)."""
    return view["phase"] == "dig" and view["sheets"][seat]["finished"]


def points(view: View) -> list[int]:
    """What each sheet is worth."""
    return [sheet["points"] for sheet in view["sheets"]]


def sheet(view: View) -> list[SheetLine]:
    """The score sheet: each row (HM-16), the sets (HM-17) and the pickles (HM-18)."""
    sheets = view["sheets"]
    rows: list[SheetLine] = [
        {
            "label": f"cell-{sweet}",
            "symbol": f"honeymoon-{sweet}",
            "values": [row_points(sheet["ticked"][sweet]) for sheet in sheets],
        }
        for sweet in SWEET_NAMES
    ]
    sets = [set_points(sheet["ticked"]) for sheet in sheets]
    pickles = [pickle_points(sheet["pickles"]) for sheet in sheets]
    return [
        *rows,
        {"label": "tin-sets", "symbol": "honeymoon-sweets", "values": [*sets]},
        {"label": "tin-pickles", "symbol": "honeymoon-pickle", "values": [*pickles]},
    ]


def refusal(seen: Seen, move: dict[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about: the die, the free slots, the length that was asked for."""
    seat = seen.seat or 0
    return {
        "die": seen.t.die,
        "free": seen.box.slots - seen.t.marked[seat],
        "length": (move or {}).get("length", 0),
        "waiting": "yes" if seen.t.phase == facts.DIG else "no",
    }
