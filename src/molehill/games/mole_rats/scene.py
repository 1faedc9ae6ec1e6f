"""Mole Rats in Space as a simple picture: the rings of the station, its ladders and shafts, rats and snakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from molehill.engine.picture import ALARM, AMBER, BOARD, CREAM, MOON, Box, Disc, Line, Shape, plates, seat_colour
from molehill.games.mole_rats.spaces import POD, spaces

SNAKES = {"red": "#e4572e", "yellow": "#f0e442", "green": "#5f9e3f", "blue": "#4a7dff"}
SHAFT = "#6b7fb8"
MIDDLE, SCALE = BOARD / 2, 44.0


def scene(view: Mapping[str, Any]) -> Iterator[Shape]:
    """The station from above, the pod in the middle."""
    at = {name: (MIDDLE + SCALE * x, MIDDLE + SCALE * y) for name, (x, y) in spaces(view).items()}
    station = view["station"]
    for start, end in station["ladders"].items():
        yield Line(*at[start], *at[end], 6, AMBER)
    for start, end in station["shafts"].items():
        x, y = at[start]
        away = at.get(end, (MIDDLE + 1.12 * (x - MIDDLE), MIDDLE + 1.12 * (y - MIDDLE)))  # the rest lead into space
        yield Line(x, y, *away, 5, SHAFT)
    for name, place in at.items():
        yield Disc(*place, 30 if name == POD else 11, "#6fe3d6" if name == POD else "#7a5539")
    for thing in view["equipment"]:
        if not thing["collected"]:
            x, y = at[station["equipment"][thing["item"]]]
            yield Box(x - 7, y - 7, 14, 14, CREAM)
    for number, snake in enumerate(snake for snake in view["snakes"] if snake["at"] in at):
        x, y = at[snake["at"]]
        yield Line(x - 9, y + 3 - number % 3, x + 9, y - 3 + number % 3, 7, SNAKES[snake["snake"].split()[0]])
    for rat in view["rats"]:
        x, y = at.get(rat["at"], (20 + 30 * rat["rat"], BOARD - 20))
        x += 5 * (rat["rat"] - 2.5)
        yield Disc(x, y, 10, "#141a2e")
        yield Disc(x, y, 8, seat_colour(rat["seat"]))
        if rat["medkit"]:
            yield Disc(x, y, 3, CREAM)
    home = sum(rat["at"] == POD for rat in view["rats"])
    found = sum(thing["collected"] for thing in view["equipment"])
    aboard = sum(snake["at"] in at for snake in view["snakes"])
    common = [(view["pile"], 40, MOON), (found, 4, CREAM), (home, len(view["rats"]), "#6fe3d6"), (aboard, 12, ALARM)]
    yield from plates(view, [common] * view["seats"])
