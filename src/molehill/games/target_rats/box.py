"""Target: Rats, the box: the numbers of box.toml checked against TR-01 to TR-05 and made into a record with a graph."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from molehill.engine.box import Source
from molehill.engine.records import Grid, Int8, Int16, Record, Row, sized
from molehill.games.target_rats.facts import (
    CITY,
    FACES,
    HIGHEST,
    IN_TUNNEL,
    IS_CITY,
    IS_NEST,
    IS_UNDERGROUND,
    MOST_DICE,
    MOST_SURFACE,
    MOST_TUNNEL,
    MOST_UNDERGROUND,
    NESTS,
    ON_SURFACE,
    QUADRANTS,
    RATS,
    SPACES,
    SURFACE,
    TARGET,
    TUNNELS,
    UNDERGROUND,
)

JOINS = 6  # most spaces that one can join: an underground space with two ring neighbours and everything else


class Box(Record):
    """What is in the box."""

    kind: Row[Int8] = sized(SPACES)
    joins: Row[Int8] = sized(SPACES)  # how many spaces each one joins
    joined: Grid[Int8] = sized(SPACES, JOINS)  # which
    dumpster: Row[Int8] = sized(SPACES)
    food: Row[Int8] = sized(SPACES)  # steps that an unfed rat needs to be fed
    way: Row[Int8] = sized(SPACES)  # steps to Rat City
    apart: Grid[Int8] = sized(SPACES, SPACES)  # steps between any two spaces
    surface: Int8  # spaces of the whole ring
    underground: Int8
    tunnel: Int8
    holds: Int8
    faction: Int8
    start: Int8
    litter: Int8
    few: Int8
    rescue: Int8
    face: Row[Int8] = sized(FACES)  # how many sides of the die show each face
    dice: Int8
    cheese_dice: Int8
    rounds: Int16


_KEYS = {
    "board": ("surface", "underground", "tunnel", "entrances", "nest", "gate", "holds"),
    "rats": ("faction", "start", "litter", "few", "rescue"),
    "dice": ("faces", "turn", "cheese"),
    "limits": ("rounds",),
}
# What the printed rules say, so that a box which says otherwise must say that it does.
_PRINTED = (
    ("TR-10", ("board", "holds"), 4),
    ("TR-02", ("rats", "faction"), 12),
    ("TR-02", ("rats", "start"), 4),
    ("TR-14", ("rats", "litter"), 2),
    ("TR-06", ("rats", "few"), 1),
    ("TR-06", ("rats", "rescue"), 2),
    ("TR-07", ("dice", "turn"), 2),
    ("TR-07", ("dice", "cheese"), 1),
    ("TR-26", ("limits", "rounds"), 300),
)
_PRINTED_FACES = ["target", 2, 3, 4, 5, 6]
_HINT = " (standard = false lets such a box be played)"


def read(source: Source, box: Box) -> None:
    """Check the file and fill in the record; BadBox names the line of what is wrong."""
    source.only(("title", "standard", *_KEYS))
    for table, keys in _KEYS.items():
        source.only(keys, table)
    source.get("title", kind=str)
    standard = source.get("standard", kind=bool, default=True)
    _read_numbers(source, box)
    _read_faces(source, box)
    _lay_board(source, box)
    if standard:
        _check_standard(source)


def _read_numbers(source: Source, box: Box) -> None:
    box.holds = source.number("board", "holds", low=1, high=QUADRANTS * RATS)
    box.faction = source.number("rats", "faction", low=2, high=RATS)
    box.start = source.number("rats", "start", low=1, high=box.faction)
    box.litter = source.number("rats", "litter", low=1, high=RATS)
    box.few = few = source.number("rats", "few", low=0, high=box.faction - 1)
    box.rescue = source.number("rats", "rescue", low=1, high=RATS)
    if box.rescue <= few:
        source.fail(f"TR-06: new rats come once a turn, so rescue must be more than few ({few})", "rats", "rescue")
    box.dice = source.number("dice", "turn", low=1, high=3)
    box.cheese_dice = source.number("dice", "cheese", low=0, high=MOST_DICE - 3)
    box.rounds = source.number("limits", "rounds", low=1, high=1000)


def _read_faces(source: Source, box: Box) -> None:
    """TR-05: a Target, or a number of its own worth."""
    faces = source.get("dice", "faces", kind=list)
    if not 1 <= len(faces) <= 20:
        source.fail(f"TR-05: a die has 1 to 20 faces, not {len(faces)}", "dice", "faces")
    for face in faces:
        if face == "target":
            box.face[TARGET] += 1
        elif isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= HIGHEST:
            box.face[face] += 1
        else:
            source.fail(f'TR-05: a face is "target" or 1 to {HIGHEST}, not {face!r}', "dice", "faces")


def _check_standard(source: Source) -> None:
    """TR-01 and the numbers of the printed rules; a file with `standard = false` goes without."""
    for clause, path, printed in _PRINTED:
        if source.get(*path) != printed:
            source.fail(f"{clause}: {'.'.join(path)} is {source.get(*path)}; printed is {printed}{_HINT}", *path)
    if source.get("dice", "faces", kind=list) != _PRINTED_FACES:
        source.fail(f"TR-05: a die shows Target, 2, 3, 4, 5, 6{_HINT}", "dice", "faces")
    if source.get("board", "tunnel") < 2:
        source.fail(f"TR-01: tunnels are two to four spaces long{_HINT}", "board", "tunnel")


# ---- the graph ------------------------------------------------------------------------------------------------------


def _lay_board(source: Source, box: Box) -> None:
    """TR-01 and TR-03: rings, entrances, nests, tunnels and dumpsters, the same in every quadrant."""
    above = source.number("board", "surface", low=4, high=MOST_SURFACE)
    below = source.number("board", "underground", low=1, high=MOST_UNDERGROUND)
    tunnel = source.number("board", "tunnel", low=1, high=MOST_TUNNEL)
    nest = source.number("board", "nest", low=0, high=below - 1)
    gate = source.number("board", "gate", low=0, high=below - 1)
    entrances = _read_entrances(source, above, below)
    box.surface, box.underground, box.tunnel = QUADRANTS * above, QUADRANTS * below, tunnel
    _lay_ring(box, SURFACE, QUADRANTS * above, ON_SURFACE)
    _lay_ring(box, UNDERGROUND, QUADRANTS * below, IS_UNDERGROUND)
    box.kind[CITY] = IS_CITY
    halfway = (entrances[0][0] + entrances[1][0]) // 2
    for q in range(QUADRANTS):
        for high, low in entrances:
            _join(box, SURFACE + q * above + high, UNDERGROUND + q * below + low)
        box.kind[NESTS + q] = IS_NEST
        _join(box, NESTS + q, UNDERGROUND + q * below + nest)
        box.dumpster[SURFACE + q * above + halfway] = 1
        path = [UNDERGROUND + q * below + gate, *(TUNNELS + q * MOST_TUNNEL + k for k in range(tunnel)), CITY]
        for space in path[1:-1]:
            box.kind[space] = IN_TUNNEL
        for outer, inner in pairwise(path):
            _join(box, outer, inner)
    _measure(box)


def _read_entrances(source: Source, above: int, below: int) -> list[list[int]]:
    """TR-01: two entrances with an odd number of surface spaces between them, so that there is a halfway (TR-03)."""
    entrances: list[list[int]] = source.get("board", "entrances", kind=list)
    where = ("board", "entrances")
    if len(entrances) != 2:
        source.fail(f"TR-01: a quadrant has two sewer entrances, not {len(entrances)}", *where)
    for entrance in entrances:
        if (
            not isinstance(entrance, list)
            or len(entrance) != 2
            or not all(isinstance(n, int) and not isinstance(n, bool) for n in entrance)
            or not (0 <= entrance[0] < above and 0 <= entrance[1] < below)
        ):
            source.fail(
                f"TR-01: an entrance is [surface, underground], 0 to {above - 1} and 0 to {below - 1}, not {entrance}",
                *where,
            )
    between = entrances[1][0] - entrances[0][0] - 1
    if between < 1 or between % 2 == 0:
        source.fail(f"TR-01: {between} spaces lie between the entrances; it must be an odd number", *where)
    return entrances


def _lay_ring(box: Box, first: int, spaces: int, kind: int) -> None:
    box.kind[first : first + spaces] = kind
    for place in range(spaces):
        _join(box, first + place, first + (place + 1) % spaces)


def _join(box: Box, a: int, b: int) -> None:
    for one, other in ((a, b), (b, a)):
        box.joined[one, box.joins[one]] = other
        box.joins[one] += 1


def _measure(box: Box) -> None:
    """How far it is from every space to a meal, to the throne and to a friend; nests and Rat City end a walk."""
    dumpsters = [space for space in range(SPACES) if box.dumpster[space]]
    for space, steps in _distances(box, dumpsters).items():
        box.food[space] = steps or 2  # a rat that stands there must step off and on again (TR-13)
    for space, steps in _distances(box, [CITY]).items():
        box.way[space] = steps
    for origin in (space for space in range(SPACES) if box.kind[space]):
        for space, steps in _distances(box, [origin]).items():
            box.apart[origin, space] = steps


def _distances(box: Box, origins: list[int]) -> dict[int, int]:
    found = dict.fromkeys(origins, 0)
    queue = deque(origins)
    while queue:
        space = queue.popleft()
        if box.kind[space] in (IS_NEST, IS_CITY) and space not in origins:
            continue
        for k in range(box.joins[space]):
            other = box.joined[space, k]
            if other not in found:
                found[other] = found[space] + 1
                queue.append(other)
    return found
