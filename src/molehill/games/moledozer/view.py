"""Moledozer as people see it: a veiled table as data, the events by name, and how events change what is seen."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from molehill.games.moledozer import facts
from molehill.games.moledozer.facts import COLUMNS, HIGHEST, HOUSES, HOUSES_OF, PLACE_NAMES, SIDES, SYMBOLS
from molehill.games.moledozer.moves import CALLS, decode_card

if TYPE_CHECKING:
    from molehill.engine.match import Seen
    from molehill.engine.shapes import SheetLine
    from molehill.games.moledozer.types import Calculation, Card, House, Shown, Symbol, View

MOST_BOARDS = 32  # that are kept; a server may meet any number of editions
PHASES = ("choose", "deal", "order", "call", "guess", "change", "steer", "tie guess", "tie draw", "over")


def _house(number: int) -> House:
    return HOUSES[number]


def _place(number: int) -> str:
    return PLACE_NAMES[number]


def _symbol(number: int) -> Symbol:
    return SYMBOLS[number]


def _seat_or_none(number: int) -> int | None:
    return None if number == facts.NO_SEAT else number


def _call(number: int) -> Calculation:
    return CALLS[number]


# What each event is called, and what its numbers mean. SHOWS: after these nothing before can be taken back.
EVENTS: dict[int, tuple[str, dict[str, Any]]] = {
    facts.CHOSEN: ("chosen", {"seat": int, "house": _house}),
    facts.SHUFFLED: ("shuffled", {"deals": int, "since_two": int}),
    facts.DEALT: ("dealt", {"seat": int, "count": int, "of": int}),
    facts.RECEIVED: ("received", {"seat": int, "card": decode_card}),
    facts.ORDERING: ("ordering", {}),
    facts.PLACED: ("placed", {"seat": int, "card": decode_card}),
    facts.ORDERED: ("ordered", {"seat": int}),
    facts.ROUND: ("round", {"number": int, "seat": int}),
    facts.CALLED: ("called", {"seat": int, "what": _call}),
    facts.GUESSED: ("guessed", {"seat": int, "number": int, "next": _seat_or_none}),
    facts.KEPT: ("kept", {"seat": int}),
    facts.CHANGED: ("changed", {"seat": int, "number": int}),
    facts.TURNED: ("turned", {"seat": int, "card": decode_card}),
    facts.TOTALLED: ("totalled", {"total": int, "what": _call}),
    facts.WON_ROUND: ("won-round", {"seat": int}),
    facts.NO_WINNER: ("no-winner", {}),
    facts.STEPPED: ("stepped", {"seat": int, "from": _place, "to": _place}),
    facts.USED: ("used", {"seat": int, "symbol": _symbol}),
    facts.REVERSED: ("reversed", {}),
    facts.SWAPPED: ("swapped", {"seat": int, "other": int}),
    facts.FINISHED: ("finished", {"seat": int}),
    facts.FELL: ("fell", {"seat": int, "house": _house}),
    facts.RETURNED: ("returned", {"to": _place}),
    facts.BOARD_TURNED: ("board-turned", {"west": int, "east": int, "mole": _place}),
    facts.MEASURED: ("measured", {"seat": int, "steps": int}),
    facts.TIED: ("tied", {"seat": int}),
    facts.DRAWN: ("drawn", {"seat": int, "card": decode_card}),
    facts.ENDED: ("ended", {}),
    facts.WON: ("won", {"seat": int}),
}
SHOWS = frozenset({facts.TURNED, facts.DRAWN, facts.RECEIVED})
CHAPTER = "round"  # the event that begins a new stretch of a transcript
READS = ("side", "cards")  # of the box file, besides its record


# ---- what is seen ---------------------------------------------------------------------------------------------------


def view(seen: Seen) -> dict[str, Any]:
    """Everything that lies open before this seat, and its own stack."""
    t, box = seen.t, seen.box
    return {
        "phase": PHASES[t.phase],
        "boards": {name: board(seen.edition["side"][name]) for name in SIDES},
        "side": SIDES[t.side],
        "mole": PLACE_NAMES[t.mole],
        "houses": {house: _owner(t, HOUSES.index(house)) for house in HOUSES_OF[SIDES[t.side]]},
        "players": [_player(seen, s) for s in range(seen.seats)],
        "round": _round(t),
        "range": [1, HIGHEST[t.call][t.alive]],
        "deals": t.deals,
        "since_two": t.since,
        "hand": box.hand,
        "limits": {"reshuffles": box.reshuffles, "deals": box.deals},
        "cards": _cards(seen.edition["cards"]),
        "ended": f"MD-{seen.ended:02d}" if seen.ended else None,
        "winners": [s for s, score in enumerate(seen.scores) if score > 0],
    }


_boards: dict[str, dict[str, Any]] = {}


def board(side: Mapping[str, Any]) -> dict[str, Any]:
    """A side as a graph, with where to draw each place. It follows from the box file alone, so it is kept."""
    key = repr(side)
    if key not in _boards:
        if len(_boards) >= MOST_BOARDS:
            _boards.pop(next(iter(_boards)), None)
        _boards[key] = _board(side)
    kept = _boards[key]
    places, tunnels = [dict(place) for place in kept["places"]], [list(tunnel) for tunnel in kept["tunnels"]]
    return {"start": kept["start"], "places": places, "tunnels": tunnels}


def _board(side: Mapping[str, Any]) -> dict[str, Any]:
    houses = {place: house for house, place in side["houses"].items()}
    lines = [[PLACE_NAMES.index(name) for name in line.split()] for line in side["tunnels"].split("\n")]
    tunnels = {(min(pair), max(pair)) for line in lines for pair in pairwise(line)}
    return {
        "start": side["start"],
        "places": [
            {"at": PLACE_NAMES[p], "row": p // COLUMNS, "column": p % COLUMNS, "house": houses.get(PLACE_NAMES[p])}
            for p in sorted({place for line in lines for place in line})
        ],
        "tunnels": [[PLACE_NAMES[p], PLACE_NAMES[q]] for p, q in sorted(tunnels)],
    }


def _cards(numbers: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Which cards are in the box, and how many of each."""
    return [
        {"number": int(number), "symbol": symbol, "count": numbers[number].count(symbol)}
        for number in sorted(numbers, key=int)
        for symbol in SYMBOLS
        if symbol in numbers[number]
    ]


def _owner(t: Any, house: int) -> dict[str, Any]:
    """Whose a house is; one without owner is free while houses are chosen, and closed later (MD-02)."""
    owner = t.owner[house]
    if owner >= 0:
        return {"seat": owner, "state": "standing"}
    if owner == facts.RUIN:
        return {"seat": None, "state": "ruin"}
    return {"seat": None, "state": "free" if t.phase == facts.CHOOSE else "closed"}


def _player(seen: Seen, s: int) -> dict[str, Any]:
    t = seen.t
    own = s == seen.seat
    cards = [t.stack[s, k] for k in range(t.have[s])]
    return {
        "seat": s,
        "house": HOUSES[t.house[s]] if t.house[s] >= 0 else None,
        "place": t.place[s],
        "fallen": bool(t.fallen[s]),
        "face_down": t.have[s] - t.turned[s],
        "open": [decode_card(card) for card in cards[: t.turned[s]]],
        "stack": [decode_card(card) for card in cards[t.turned[s] :]] if own else None,
        "placed": t.placed[s] if own and t.phase == facts.ORDER and not t.fallen[s] else None,
        "guess": t.guess[s] or None,
        "drawn": decode_card(t.drawn[s]) if t.drawn[s] >= 0 else None,
        "rounds_won": t.won[s],
    }


def _round(t: Any) -> dict[str, Any]:
    return {
        "number": t.rounds,
        "starter": t.starter if t.starter >= 0 else None,
        "what": CALLS[t.call],
        "total": t.total or None,
        "symbols": [SYMBOLS[k] for k in range(1, len(SYMBOLS)) if t.symbols >> k & 1],
        "winner": t.winner if t.winner >= 0 else None,
        "stepped": bool(t.stepped),
        "used": SYMBOLS[t.used] if t.used else None,
    }


# ---- what events change ---------------------------------------------------------------------------------------------


def follow(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Change what was seen by an event that was seen: so much do the events alone tell."""
    player = view["players"][event["seat"]] if "seat" in event else {}
    match event["event"]:
        case "chosen":
            _chosen(view, event, player)
        case "shuffled" | "dealt" | "received" | "ordering" | "placed" | "ordered":
            _follow_deal(view, event, player)
        case "round":
            _clear_round(view)
            view["round"] |= {"number": event["number"], "starter": event["seat"]}
            view |= {"phase": "call" if view["options"]["multiply"] else "guess", "pending": [event["seat"]]}
        case "called":
            view["round"]["what"] = event["what"]
            view["phase"] = "guess"
            view["range"] = [1, _most(view)]
        case "guessed":
            player["guess"] = event["number"]
            _next_guess(view, event["next"])
        case "changed":
            player["guess"] = event["number"]
        case "turned" | "totalled" | "won-round" | "drawn":
            _follow_cards(view, event, player)
        case "ended":
            view |= {"phase": "over", "pending": [], "ended": event["rule"]}
        case "won":
            view["winners"].append(event["seat"])
        case "tied":
            _clear_round(view)
            _clear_cards(view)
            view["round"]["starter"] = event["seat"]
            view |= {"phase": "tie guess", "pending": [event["seat"]]}
        case _:
            _follow_mole(view, event, player)


def _chosen(view: dict[str, Any], event: dict[str, Any], player: dict[str, Any]) -> None:
    player["house"] = event["house"]
    view["houses"][event["house"]] = {"seat": event["seat"], "state": "standing"}
    view["pending"] = [event["seat"] + 1]


def _follow_deal(view: dict[str, Any], event: dict[str, Any], player: dict[str, Any]) -> None:
    match event["event"]:
        case "shuffled":
            _clear_cards(view)
            view |= {"phase": "deal", "pending": "chance", "deals": event["deals"], "since_two": event["since_two"]}
            for house in view["houses"].values():
                house["state"] = "closed" if house["state"] == "free" else house["state"]
        case "dealt":
            player["face_down"] += 1
        case "received":
            player["stack"].append(event["card"])
        case "ordering":
            view |= {"phase": "order", "pending": [p["seat"] for p in _still_in(view)]}
            for p in _still_in(view):
                p["placed"] = 0 if p["seat"] == view["seat"] else None
        case "placed":
            done, rest = player["stack"][: player["placed"]], player["stack"][player["placed"] :]
            rest.remove(event["card"])
            player["stack"] = [*done, event["card"], *rest]
            player["placed"] += 1
        case "ordered":
            view["pending"] = [s for s in view["pending"] if s != event["seat"]]


def _follow_cards(view: dict[str, Any], event: dict[str, Any], player: dict[str, Any]) -> None:
    match event["event"]:
        case "turned":
            player["open"].append(event["card"])
            player["face_down"] -= 1
            if player["stack"] is not None:
                player["stack"].pop(0)
            _show_symbol(view["round"]["symbols"], event["card"])
        case "totalled":
            view["round"]["total"] = event["total"]
        case "won-round":
            view["round"]["winner"] = event["seat"]
            player["rounds_won"] += 1
            view |= {"phase": "steer", "pending": [event["seat"]]}
        case "drawn":
            player["drawn"] = event["card"]


def _follow_mole(view: dict[str, Any], event: dict[str, Any], player: dict[str, Any]) -> None:
    match event["event"]:
        case "stepped":
            view["mole"] = event["to"]
            view["round"]["stepped"] = True
        case "used":
            view["round"]["used"] = event["symbol"]
        case "reversed":
            for p in _still_in(view):
                p["stack"] = p["stack"] and p["stack"][::-1]
        case "swapped":
            other = view["players"][event["other"]]
            for key in ("house", "place"):
                player[key], other[key] = other[key], player[key]
            for p in (player, other):
                view["houses"][p["house"]]["seat"] = p["seat"]
        case "fell":
            player |= {"fallen": True, "house": None}
            view["houses"][event["house"]] = {"seat": None, "state": "ruin"}
            view["range"] = [1, _most(view)]
        case "returned":
            view["mole"] = event["to"]
        case "board-turned":
            view |= {"side": "two", "mole": event["mole"]}
            view["houses"] = {side: {"seat": event[side], "state": "standing"} for side in HOUSES_OF["two"]}
            for side in HOUSES_OF["two"]:
                view["players"][event[side]]["house"] = side


def _show_symbol(symbols: list[Symbol], card: Card) -> None:
    if card["symbol"] != "plain" and card["symbol"] not in symbols:
        symbols.append(card["symbol"])
        symbols.sort(key=SYMBOLS.index)


def _still_in(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [player for player in view["players"] if not player["fallen"]]


def _most(view: dict[str, Any]) -> int:
    return HIGHEST[CALLS.index(view["round"]["what"])][len(_still_in(view))]


def _clear_round(view: dict[str, Any]) -> None:
    view["round"] |= {
        "what": "addition", "total": None, "symbols": [], "winner": None, "stepped": False, "used": None,
    }  # fmt: skip
    for player in view["players"]:
        player |= {"guess": None, "placed": None}
    view["range"] = [1, _most(view)]


def _clear_cards(view: dict[str, Any]) -> None:
    for player in view["players"]:
        player |= {"face_down": 0, "open": [], "drawn": None, "stack": None if player["stack"] is None else []}


def _next_guess(view: dict[str, Any], following: int | None) -> None:
    """Who guesses next; when all have, the starter may think again (MD-24) or, in a tie, cards are drawn (MD-22)."""
    if following is not None:
        view["pending"] = [following]
    elif view["phase"] == "tie guess":
        view |= {"phase": "tie draw", "pending": "chance"}
    elif view["options"]["change_guess"]:
        view |= {"phase": "change", "pending": [view["round"]["starter"]]}


# ---- what can be read off -------------------------------------------------------------------------------------------


def round_cards(view: View) -> list[Shown]:
    """The open cards that this round is about (MD-08), or those drawn for a tie (MD-22).

    Who fell in an earlier round has turned over fewer cards than the others.
    """
    players = view["players"]
    drawn = [(player["seat"], player["drawn"]) for player in players]
    if any(card for _, card in drawn):
        return [{"seat": seat, "card": card} for seat, card in drawn if card]
    counts = [len(player["open"]) for player in players if not player["fallen"]]
    most = max(counts, default=0)
    turned_over = view["round"]["total"] is not None or min(counts, default=0) < most
    return [
        {"seat": player["seat"], "card": player["open"][-1]}
        for player in players
        if turned_over and len(player["open"]) == most > 0
    ]


def decided(view: View, seat: int) -> bool:
    """Whether the seat has put its cards in order while others still do (MD-25)."""
    asked = view["phase"] == "order" and not view["players"][seat]["fallen"]
    return asked and seat not in view["pending"]


def points(view: View) -> list[int]:
    """How many rounds each has won."""
    return [player["rounds_won"] for player in view["players"]]


def sheet(view: View) -> list[SheetLine]:
    """The score sheet: whose house still stands."""
    standing = [not player["fallen"] for player in view["players"]]
    return [{"label": "sheet-houses", "symbol": "moledozer-closed", "values": [*standing]}]


# ---- looking at the own stack ---------------------------------------------------------------------------------------

# The events that tell of a stack card by card, as the look after a deal does (MD-04, MD-17).
COVERED = frozenset({"dealt", "received", "placed"})


def look(view: View) -> int:
    """The number of the deal whose cards lie before this seat as they will be played; 0 if there are none."""
    ready = view["phase"] not in ("deal", "order") and view["players"][view["seat"] or 0]["stack"]
    return view["deals"] if ready else 0


def cover(view: View) -> View:
    """The view with the own stack face down, except while it is put in order (MD-25)."""
    if view["phase"] == "order":
        return view
    return {**view, "players": [{**player, "stack": None} for player in view["players"]]}


# ---- refusals -------------------------------------------------------------------------------------------------------


def refusal(seen: Seen, move: dict[str, Any] | None, clause: int) -> dict[str, Any]:
    """What the words of a refusal may speak about: what was tried, in which phase, and the numbers and places in it."""
    phase = PHASES[seen.t.phase]
    move = move or {"do": "turn"}
    asked = {"choose": ("choose",), "guess": ("guess", "change", "tie guess")}.get(move["do"], ("steer",))
    return {
        "try": move["do"],
        "now": "yes" if phase in asked else "no",
        "phase": phase.replace(" ", "-"),
        "stepped": "yes" if seen.t.stepped else "no",
        "number": move.get("number", 0),
        "most": HIGHEST[seen.t.call][seen.t.alive],
        "to": move.get("to", ""),
        "mole": PLACE_NAMES[seen.t.mole],
    }
