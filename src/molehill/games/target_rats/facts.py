"""What the rules of Target: Rats share with what is seen and said of them: spaces, phases, the numbers of events.

Spaces have fixed numbers with room for larger boards, so that a move means the same in every edition.
"""

from __future__ import annotations

QUADRANTS = 4
MOST_SURFACE, MOST_UNDERGROUND, MOST_TUNNEL = 12, 6, 4  # in a quadrant
SURFACE = 0
UNDERGROUND = SURFACE + QUADRANTS * MOST_SURFACE
NESTS = UNDERGROUND + QUADRANTS * MOST_UNDERGROUND
TUNNELS = NESTS + QUADRANTS
CITY = TUNNELS + QUADRANTS * MOST_TUNNEL
SPACES = CITY + 1

NO_SPACE, ON_SURFACE, IS_UNDERGROUND, IS_NEST, IN_TUNNEL, IS_CITY = range(6)
KINDS = ("", "surface", "underground", "nest", "tunnel", "city")

RATS = 12
MOST_DICE = 4
TARGET = 0  # a die's face; the others are their numbers
HIGHEST = 6
FACES = HIGHEST + 1

SUPPLY, NO_RAT, NO_SEAT, OFF_BOARD = -1, -1, -1, -1

STARTING, BEFORE, ROLLING, MOVING, FIGHTING, OVER = range(6)

(
    STARTED, TURN, PLACED, THROWING, ROLLED, STEPPED, RESTED, FED, BRED, BORN, SENT, KILLED, CROWNED, HALTED,
    FIGHT, STRUCK, DECIDED, ENDED,
) = range(1, 19)  # fmt: skip


def space_name(space: int) -> str:
    """What a space is called: s0, u0, n0, t0a (from outside inward) or city."""
    if space == CITY:
        return "city"
    if space >= TUNNELS:
        quadrant, place = divmod(space - TUNNELS, MOST_TUNNEL)
        return f"t{quadrant}{'abcd'[place]}"
    for letter, first in (("n", NESTS), ("u", UNDERGROUND), ("s", SURFACE)):
        if space >= first:
            return f"{letter}{space - first}"
    raise ValueError(f"there is no space {space}")


SPACE_NAMES = tuple(space_name(space) for space in range(SPACES))
SPACE_NUMBERS = {name: space for space, name in enumerate(SPACE_NAMES)}
