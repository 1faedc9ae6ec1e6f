"""Liar's Dice as people see it: a veiled table as data, and the events that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import facts

if TYPE_CHECKING:
    from molehill.engine.match import Seen

    from .types import View


def faces(row: list[int]) -> list[int]:
    """The dice of a row; a 0 is none."""
    return [face for face in row if face]


EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.ROUND: ("round", {"number": int, "begins": int}),
    facts.ROLLED: ("rolled", {"seat": int, "dice": faces}),
    facts.BID: ("bid", {"seat": int, "dice": int, "face": int, "next": int}),
    facts.DOUBTED: ("doubted", {"seat": int}),
    facts.SHOWED: ("showed", {"seat": int, "dice": faces}),
    facts.COUNTED: ("counted", {"dice": int, "face": int}),
    facts.LOST: ("lost", {"seat": int, "left": int}),
    facts.WON: ("won", {"seat": int}),
}
SHOWS = frozenset({facts.SHOWED})
CHAPTER = "round"


def view(seen: Seen) -> dict[str, Any]:
    """Everything that lies open before this seat, and the dice under its own cup."""
    t = seen.t
    return {
        "round": t.rounds,
        "bid": {"seat": t.bidder, "dice": t.dice, "face": t.face} if t.bidder != facts.NO_BID else None,
        "players": [
            {"seat": s, "left": t.left[s], "dice": _cup(seen, s), "last": faces(list(t.last[s]))}
            for s in range(seen.seats)
        ],
    }


def _cup(seen: Seen, s: int) -> list[int | None]:
    """The dice under a cup once all are rolled; those that one may not see are None."""
    if seen.t.rolled < sum(list(seen.t.left)):
        return []
    return [*faces(list(seen.t.cups[s]))] if s == seen.seat else [None] * seen.t.left[s]


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen."""
    player = view["players"][event["seat"]] if "seat" in event else {}
    match event["event"]:
        case "round":
            view |= {"round": event["number"], "pending": [event["begins"]]}
            view["players"] = [{**other, "dice": [None] * other["left"]} for other in view["players"]]
        case "rolled":
            player["dice"] = event["dice"]
        case "bid":
            view["bid"] = {key: event[key] for key in ("seat", "dice", "face")}
            view["pending"] = [event["next"]]
        case "doubted":
            view["players"] = [{**other, "last": []} for other in view["players"]]
        case "showed":
            player["last"] = event["dice"]
        case "lost":
            player["left"] = event["left"]
            view |= {"bid": None, "pending": "chance"}
            view["players"] = [{**other, "dice": []} for other in view["players"]]
        case "won":
            view["pending"] = []


def points(view: View) -> list[int]:
    return [player["left"] for player in view["players"]]
