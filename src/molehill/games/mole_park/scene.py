"""Mole Park as a simple picture: the holes with their moles, the prizes with cost and stars, dice that lie open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from molehill.engine.picture import (
    AMBER,
    BOARD,
    CREAM,
    GROUND,
    HEIGHT,
    MOON,
    SOIL,
    Box,
    Disc,
    Number,
    Shape,
    die,
    plates,
    seat_colour,
)

DICE = {"glove": "#7fa65a", "pan": "#8a8f98", "mallet": "#b0713a", "prize": "#d45cc0"}


def scene(view: Mapping[str, Any]) -> Iterator[Shape]:
    """Prizes above, holes in the middle, dice below."""
    width = BOARD / len(view["piles"])
    for k, pile in enumerate(view["piles"]):
        x = (k + 0.5) * width
        yield Box(x - width * 0.42, 24, width * 0.84, 130, SOIL)
        yield Number(x, 48, 22, pile["cost"], AMBER)
        if pile["up"]:
            yield Disc(x, 104, 30, CREAM)
            yield Number(x, 104, 26, pile["up"]["stars"], GROUND)
        yield Box(x - width * 0.42, 146, width * 0.84 * min(1.0, pile["down"] / 8), 8, MOON)
    hole = BOARD / len(view["holes"])
    for k, moles in enumerate(view["holes"]):
        x = (k + 0.5) * hole
        yield Disc(x, 330, hole * 0.42, "#141a2e")
        for mole in range(min(moles, 9)):
            yield Disc(x + 24 * (mole % 3 - 1), 330 + 24 * (mole // 3 - 1), 10, "#7a5539")
        yield Number(x, 330 + hole * 0.56, 20, moles, CREAM)
    place = BOARD / view["seats"]
    for player in view["players"]:
        x = (player["seat"] + 0.5) * place
        yield Disc(x, 500, 14 if player["seat"] != view["king"] else 22, seat_colour(player["seat"]))
        for k, (kind, shows) in enumerate(player["shows"].items()):
            yield from die(x + 30 * k - 15, 560, 28, shows if isinstance(shows, int) else 0, DICE[kind])
        if player["die"] and not player["shows"]:
            yield Box(x - 14, 546, 28, 28, DICE[player["die"]])
    yield Box(0, HEIGHT - 10, BOARD * min(1.0, view["burrow"] / sum(view["moles"])), 10, "#7a5539")
    crown = view["crown"]["cost"]
    yield from plates(view, [[(p["stars"], crown, AMBER), (p["moles"], 12, "#b0713a")] for p in view["players"]])
