"""Liar's Dice as people see it: a veiled table as data, and the events that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.engine.plain import decided as decided
from molehill.engine.plain import sheet as sheet

from . import facts

if TYPE_CHECKING:
    from molehill.engine.match import Seen

    from .types import View


def faces(row: list[int]) -> list[int]:
    """The dice of a row; a 0 is none."""
    return [face for face in row if face]


EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.ROUND: ("round", {"number": int}),
    facts.ROLLED: ("rolled", {"seat": int, "face": int}),
    facts.READY: ("ready", {"seat": int}),
    facts.BID: ("bid", {"seat": int, "dice": int, "face": int, "next": int}),
    facts.DOUBTED: ("doubted", {"seat": int}),
    facts.SHOWED: ("showed", {"seat": int, "shows": faces}),
    facts.COUNTED: ("counted", {"dice": int, "face": int}),
    facts.LOST: ("lost", {"seat": int, "left": int}),
    facts.OUT: ("out", {"seat": int}),
    facts.ENDED: ("ended", {}),
    facts.WON: ("won", {"seat": int}),
}
SHOWS = frozenset({facts.SHOWED})
CHAPTER = "round"


def view(seen: Seen) -> dict[str, Any]:
    """Everything that lies open before this seat, and the dice under its own cup."""
    t = seen.t
    return {
        "round": t.rounds,
        "bid": {"seat": t.bidder, "dice": t.dice, "face": t.face} if t.bidder >= 0 else None,
        "players": [
            {
                "seat": s,
                "left": t.left[s],
                "dice": faces(list(t.cups[s])) if s == seen.seat else [None] * t.left[s],
                "last": faces(list(t.last[s])),
            }
            for s in range(seen.seats)
        ],
        "ended": f"LD-{seen.ended:02d}" if seen.ended else None,
        "winners": [s for s, score in enumerate(seen.scores) if score > 0],
    }


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen."""
    player = view["players"][event["seat"]] if "seat" in event else {}
    match event["event"]:
        case "round":
            view["round"] = event["number"]
        case "rolled":
            player["dice"].append(event["face"])
        case "ready":
            view["pending"] = [event["seat"]]
        case "bid":
            view["bid"] = {key: event[key] for key in ("seat", "dice", "face")}
            view["pending"] = [event["next"]]
        case "doubted":
            for other in view["players"]:
                other["last"] = []
        case "showed":
            player["last"] = event["shows"]
        case "lost":
            player["left"] = event["left"]
            view |= {"bid": None, "pending": "chance"}
            for other in view["players"]:
                other["dice"] = [] if other["seat"] == view["seat"] else [None] * other["left"]
        case "ended":
            view |= {"pending": [], "ended": event["rule"]}
        case "won":
            view["winners"] = [event["seat"]]


def points(view: View) -> list[int]:
    """How many dice each has left."""
    return [player["left"] for player in view["players"]]


def refusal(seen: Seen, move: dict[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about."""
    return {"dice": seen.t.dice, "face": seen.t.face, "all": sum(seen.t.left[s] for s in range(seen.seats))}
