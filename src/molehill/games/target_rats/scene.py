"""Target: Rats as a simple picture: streets, sewers and Rat City, the rats of each family, the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from molehill.engine.picture import ALARM, BOARD, CREAM, MOSS, Box, Disc, Line, Shape, die, plates, seat_colour

KINDS = {"surface": "#8a8f98", "underground": "#5a4334", "nest": "#7a5539", "tunnel": "#3b2a20", "city": "#ffd84d"}
MIDDLE, SCALE = BOARD / 2, 262.0


def scene(view: Mapping[str, Any]) -> Iterator[Shape]:
    """The city from above."""
    board = view["board"]
    at = {space["space"]: (MIDDLE + SCALE * space["x"], MIDDLE + SCALE * space["y"]) for space in board}
    for space in board:
        for other in space["joins"]:
            if space["space"] < other:
                yield Line(*at[space["space"]], *at[other], 4, "#7a5539")
    for space in board:
        x, y = at[space["space"]]
        yield Disc(x, y, 26 if space["kind"] == "city" else 15, KINDS[space["kind"]])
        if space["dumpster"]:
            yield Box(x - 7, y - 7, 14, 14, MOSS)
    if view["exterminator"]:
        yield Disc(*at[view["exterminator"]], 19, "#f0e442")
    crowd: dict[str, int] = {}
    for family in view["factions"]:
        for rat in family["rats"]:
            if rat["at"]:
                k = crowd.get(rat["at"], 0)
                crowd[rat["at"]] = k + 1
                x, y = at[rat["at"]][0] + 9 * (k % 3 - 1), at[rat["at"]][1] + 9 * (k // 3 % 3 - 1)
                yield Disc(x, y, 7, "#141a2e")
                yield Disc(x, y, 5.5, seat_colour(family["seat"]))
                if rat["fed"]:
                    yield Disc(x, y, 2.5, CREAM)
    for k, shows in enumerate(view["dice"]["shows"]):
        yield from die(34 + 48 * k, 34, 40, *((0, ALARM) if shows == "target" else (shows, CREAM)))
    yield from plates(view, [_family(family, view["holds"]) for family in view["factions"]])


def _family(family: Mapping[str, Any], holds: int) -> list[tuple[int, int, str]]:
    rats = [rat for rat in family["rats"] if rat["at"]]
    out = (family["out"], len(family["rats"]), seat_colour(family["seat"]))
    return [out, (sum(rat["fed"] for rat in rats), holds, CREAM)]
