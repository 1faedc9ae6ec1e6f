"""What a board of Target: Rats shows before anything is done: how far a rat can go, and where rats can breed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from molehill.games.target_rats.types import Breed, Faction, Space, View


def reachable(view: View, rat: int) -> dict[str, int]:
    """How many steps the rat needs to each space where it can end alive in this move (TR-09 to TR-11, TR-16)."""
    faction = _mover(view)
    at = faction["rats"][rat - 1]["at"] if faction else None
    if faction is None or at is None or faction["rats"][rat - 1]["finished"]:
        return {}
    mover = view["mover"]
    been = list(mover["path"]) if mover and mover["rat"] == rat else [at]
    ways = _ways(view, faction, at)
    found: dict[str, int] = {}
    edge = [at]
    for steps in range(1, view["left"] + 1):
        edge = sorted({to for place in edge for to in ways[place] if to not in been and to not in found})
        for to in edge:
            found[to] = steps
    if view["cheese"] is None:
        found.pop("city", 0)
        if view["left"] and _exactly(ways, at, been, view["left"]):
            found["city"] = view["left"]
    return found


def _mover(view: View) -> Faction | None:
    return None if view["turn"] is None else view["factions"][view["turn"]]


def _ways(view: View, faction: Faction, at: str) -> dict[str, list[str]]:
    """Where one can go on from each space; entering Rat City ends a move, but one may leave it (TR-08, TR-17)."""
    spaces = {space["space"]: space for space in view["board"]}
    crowd = [rat["at"] for other in view["factions"] for rat in other["rats"]]
    closed = {name for name, space in spaces.items() if _is_closed(view, faction, space, crowd.count(name))}
    ways = {name: [to for to in space["joins"] if to not in closed] for name, space in spaces.items()}
    return ways if at == "city" else ways | {"city": []}


def _is_closed(view: View, faction: Faction, space: Space, rats: int) -> bool:
    """Full spaces (TR-10), the others' nests (TR-11), and where the Exterminator kills anyone who comes (TR-23)."""
    if space["kind"] == "nest":
        return space["space"] != faction["nest"]
    full = rats >= view["holds"] and space["kind"] != "city"
    return full or space["space"] == view["exterminator"]


def _exactly(ways: dict[str, list[str]], at: str, been: list[str], steps: int) -> bool:
    """Whether Rat City can be entered with the very last of so many steps (TR-16)."""
    if steps == 1:
        return "city" in ways[at]
    onward = [to for to in ways[at] if to not in been and to != "city"]
    return any(_exactly(ways, to, [*been, to], steps - 1) for to in onward)


def breeds(view: View) -> dict[str, Breed]:
    """Where two rats can breed, and which: one pair for each space is enough, rats of a family are alike (TR-14)."""
    faction = _mover(view)
    if faction is None or view["phase"] != "moving" or all(rat["at"] is not None for rat in faction["rats"]):
        return {}
    fed: dict[str, list[int]] = {}
    for rat in faction["rats"]:
        if rat["at"] is not None and rat["fed"]:
            fed.setdefault(rat["at"], []).append(rat["rat"])
    return {at: {"do": "breed", "rats": (rats[0], rats[1])} for at, rats in fed.items() if len(rats) > 1}
