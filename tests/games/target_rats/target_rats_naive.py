"""A second, naive Target: Rats, as plain as possible: sets, lists and names, written only from the text of the rules.

A position is a dictionary. Nothing here is fast or shared with the game's own rules.
"""

from __future__ import annotations

import copy
from typing import Any

Position = dict[str, Any]
Move = tuple[Any, ...]


def graph(tunnel: int) -> dict[str, set[str]]:
    """The spaces and their neighbours (TR-01)."""
    joined: dict[str, set[str]] = {}

    def join(a: str, b: str) -> None:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)

    for n in range(32):
        join(f"s{n}", f"s{(n + 1) % 32}")
    for n in range(16):
        join(f"u{n}", f"u{(n + 1) % 16}")
    for q in range(4):
        join(f"s{8 * q + 2}", f"u{4 * q + 1}")
        join(f"s{8 * q + 6}", f"u{4 * q + 3}")
        join(f"n{q}", f"u{4 * q + 2}")
        last = f"u{4 * q}"
        for letter in "abcd"[:tunnel]:
            join(last, f"t{q}{letter}")
            last = f"t{q}{letter}"
        join(last, "city")
    return joined


SURFACE = [f"s{n}" for n in range(32)]
DUMPSTERS = {"s4", "s12", "s20", "s28"}
NESTS = {2: ["n0", "n2"], 3: ["n0", "n1", "n2"], 4: ["n0", "n1", "n2", "n3"]}


def start(seats: int, starter: int) -> Position:
    """The position at the start (TR-02 to TR-04). A rat is [space or None, fed]."""
    position: Position = {
        "seats": seats,
        "rats": [[[NESTS[seats][s] if n < 4 else None, False] for n in range(12)] for s in range(seats)],
        "cheese": None,
        "exterminator": None,
        "turn_number": 0,
        "over": None,
    }
    begin(position, starter)
    return position


def begin(p: Position, seat: int) -> None:
    p["turn"] = seat
    p["turn_number"] += 1
    p |= {"stage": "before", "dice": [], "how_many": None, "points": 0, "target": False, "sent": False}
    p |= {"moving": None, "visited": [], "finished": set(), "fight": None}
    if p["cheese"] != seat and len(on_board(p, seat)) > 1:
        p |= {"stage": "roll", "how_many": 2}


def on_board(p: Position, seat: int) -> list[int]:
    return [n for n, (space, _) in enumerate(p["rats"][seat]) if space is not None]


def who_is_at(p: Position, space: str) -> list[tuple[int, int]]:
    return [(s, n) for s in range(p["seats"]) for n in range(12) if p["rats"][s][n][0] == space]


# ---- what may be done -----------------------------------------------------------------------------------------------


def steps(p: Position, joined: dict[str, set[str]]) -> set[Move]:
    """Every step that the rules allow, as ("step", rat, space)."""
    seat, found = p["turn"], set()
    if p["points"] == 0:
        return set()
    for rat, (space, _) in enumerate(p["rats"][seat]):
        if space is None or rat in p["finished"]:
            continue
        for to in joined[space]:
            if rat == p["moving"] and to in p["visited"]:
                continue
            if to.startswith("n"):
                if to == NESTS[p["seats"]][seat]:
                    found.add(("step", rat, to))
            elif to == "city":
                if p["cheese"] is not None or p["points"] == 1:
                    found.add(("step", rat, to))
            elif len(who_is_at(p, to)) < 4:
                found.add(("step", rat, to))
    return found


def moves(p: Position, joined: dict[str, set[str]]) -> set[Move]:
    """Everything that the player whose turn it is may do now."""
    seat, found = p["turn"], set()
    if p["stage"] == "before":
        found.add(("roll", 2))
        if p["cheese"] == seat:
            found.add(("roll", 3))
        if len(on_board(p, seat)) <= 1:
            found.add(("place",))
    elif p["stage"] == "move":
        found |= steps(p, joined)
        if all(step[2] == p["exterminator"] for step in found):
            found.add(("end",))
        mine = p["rats"][seat]
        if len(on_board(p, seat)) < 12:
            for a in range(12):
                for b in range(a + 1, 12):
                    if mine[a][1] and mine[b][1] and mine[a][0] == mine[b][0]:
                        found.add(("breed", a, b))
        if p["target"] and not p["sent"] and p["points"] >= 1:
            found |= {("exterminate", space) for space in SURFACE if space != p["exterminator"]}
    return found


def reach(p: Position, joined: dict[str, set[str]], rat: int) -> set[str]:
    """Where the rat can be after using all points left (or as many as it can) alone, on paths that never repeat."""
    ends: set[str] = set()

    def walk(q: Position) -> None:
        onward = [move for move in steps(q, joined) if move[1] == rat and move[2] != q["exterminator"]]
        if not onward:
            ends.add(q["rats"][q["turn"]][rat][0])
        for move in onward:
            further = copy.deepcopy(q)
            step(further, move[1], move[2])
            walk(further)

    walk(copy.deepcopy(p))
    return ends


# ---- doing it -------------------------------------------------------------------------------------------------------


def play(p: Position, joined: dict[str, set[str]], move: Move) -> None:
    seat = p["turn"]
    if move[0] == "place":
        newcomers(p, seat, 2)
        if p["cheese"] != seat:
            p |= {"stage": "roll", "how_many": 2}
        return
    if move[0] == "roll":
        p |= {"stage": "roll", "how_many": move[1]}
        return
    if move[0] == "end":
        stop(p)
        return
    if move[0] == "step":
        step(p, move[1], move[2])
    elif move[0] == "breed":
        for rat in move[1:]:
            p["rats"][seat][rat][1] = False
        newcomers(p, seat, 2)
    else:
        p |= {"exterminator": move[1], "sent": True, "points": p["points"] - 1}
        for s, rat in who_is_at(p, move[1]):
            die(p, s, rat)
    look_around(p, joined)


def look_around(p: Position, joined: dict[str, set[str]]) -> None:
    """Check for a win and for the end of movement (TR-25, TR-12)."""
    if not victory(p) and not moves(p, joined) - {("end",)}:
        stop(p)


def victory(p: Position) -> bool:
    seat = p["turn"]
    out = [rat for rat in p["rats"][seat] if rat[0] not in (None, NESTS[p["seats"]][seat])]
    if p["cheese"] == seat and len(out) == 12:
        p |= {"stage": "over", "over": ("TR-25", seat)}
        return True
    return False


def newcomers(p: Position, seat: int, how_many: int) -> None:
    for rat in p["rats"][seat]:
        if rat[0] is None and how_many:
            rat[:] = [NESTS[p["seats"]][seat], False]
            how_many -= 1


def die(p: Position, seat: int, rat: int) -> None:
    p["rats"][seat][rat] = [None, False]
    if seat == p["turn"]:
        p["finished"].discard(rat)
        if p["moving"] == rat:
            p |= {"moving": None, "visited": []}


def step(p: Position, rat: int, to: str) -> None:
    seat = p["turn"]
    mine = p["rats"][seat][rat]
    if p["moving"] != rat:
        if p["moving"] is not None:
            p["finished"].add(p["moving"])
        p |= {"moving": rat, "visited": [mine[0]]}
    p["points"] -= 1
    p["visited"].append(to)
    mine[0] = to
    if to == p["exterminator"]:
        die(p, seat, rat)
    elif to in DUMPSTERS:
        mine[1] = True
    elif to == "city":
        p["finished"].add(rat)
        p |= {"moving": None, "visited": []}
        if p["cheese"] is None:
            p["cheese"] = seat


def stop(p: Position) -> None:
    """End the movement: a fight (TR-18), or the next turn."""
    seat = p["turn"]
    p |= {"points": 0, "moving": None, "visited": [], "finished": set()}
    attackers = [rat for s, rat in who_is_at(p, "city") if s == seat]
    if not attackers or p["cheese"] == seat:
        next_turn(p)
        return
    defenders = [rat for s, rat in who_is_at(p, "city") if s == p["cheese"]]
    if defenders:
        p |= {"stage": "fight", "fight": ([], [], len(attackers), len(defenders))}
    else:
        p["cheese"] = seat
        if not victory(p):
            next_turn(p)


def next_turn(p: Position) -> None:
    if p["turn_number"] == 300 * p["seats"]:
        p |= {"stage": "over", "over": ("TR-26", None)}
    else:
        begin(p, (p["turn"] + 1) % p["seats"])


def die_falls(p: Position, joined: dict[str, set[str]], shows: int | str) -> None:
    value = 1 if shows == "target" else int(shows)
    if p["stage"] == "roll":
        p["dice"].append(shows)
        p["points"] += value
        p["target"] = p["target"] or shows == "target"
        if len(p["dice"]) == p["how_many"]:
            p["stage"] = "move"
            look_around(p, joined)
        return
    attack, defence, attackers, defenders = p["fight"]
    (attack if len(attack) < attackers else defence).append(value)
    if len(defence) < defenders:
        return
    loser = p["cheese"] if sum(attack) > sum(defence) else p["turn"]
    for s, rat in who_is_at(p, "city"):
        if s == loser:
            die(p, s, rat)
    if loser == p["cheese"]:
        p["cheese"] = p["turn"]
        if victory(p):
            return
    next_turn(p)
