"""Target: Rats, moves as people and wires write them, and as the integers that the rules use.

Rats are numbered from 1 for people, from 0 in the rules. A space has its name: s0, u0, n0, t0a or city.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from molehill.engine.errors import Malformed
from molehill.engine.structures import is_whole, whole
from molehill.games.target_rats.facts import FACES, HIGHEST, MOST_DICE, RATS, SPACE_NAMES, SPACE_NUMBERS, SPACES, TARGET

if TYPE_CHECKING:
    from molehill.games.target_rats.types import Face, Move, Outcome

# Moves: new rats, so many dice, the end of movement, then steps, pairs that breed, places for the Exterminator.
PLACE = 0
ROLL = 0  # and 1 to MOST_DICE more
END = ROLL + MOST_DICE + 1
STEP = END + 1
BREED = STEP + RATS * SPACES
PAIRS = [(a, b) for a in range(RATS) for b in range(a + 1, RATS)]
EXTERMINATE = BREED + len(PAIRS)
FACTORS = {"rats": ("rat", "other")}  # what the places of a list are called where moves are taken apart

# Outcomes: a die's face, or START and the seat that starts.
START = FACES

_SEATS = 4
_KEYS = {
    "place": (),
    "roll": ("dice",),
    "end": (),
    "step": ("rat", "to"),
    "breed": ("rats",),
    "exterminate": ("at",),
}  # fmt: skip
_OUTCOME_KEYS: dict[str, tuple[str, ...]] = {"start": ("seat",), "die": ("shows",)}


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    match _kind(move, _KEYS, "a move"):
        case "place":
            return PLACE
        case "roll":
            return ROLL + whole(move, "dice", 1, MOST_DICE)
        case "end":
            return END
        case "step":
            return STEP + (whole(move, "rat", 1, RATS) - 1) * SPACES + _space(move, "to")
        case "breed":
            return BREED + PAIRS.index(_pair(move["rats"]))
        case _:
            return EXTERMINATE + _space(move, "at")


def decode(number: int) -> Move:
    """The move of an integer."""
    if number == PLACE:
        return {"do": "place"}
    if number < END:
        return {"do": "roll", "dice": number - ROLL}
    if number == END:
        return {"do": "end"}
    if number < BREED:
        rat, to = divmod(number - STEP, SPACES)
        return {"do": "step", "rat": rat + 1, "to": SPACE_NAMES[to]}
    if number < EXTERMINATE:
        rat, other = PAIRS[number - BREED]
        return {"do": "breed", "rats": cast("tuple[int, int]", [rat + 1, other + 1])}
    return {"do": "exterminate", "at": SPACE_NAMES[number - EXTERMINATE]}


def encode_outcome(outcome: Any) -> int:
    """The integer of what chance brings: {"do": "die", "shows": 5 or "target"} or {"do": "start", "seat": 0}."""
    if _kind(outcome, _OUTCOME_KEYS, "what chance brings") == "start":
        return START + whole(outcome, "seat", 0, _SEATS - 1)
    if outcome["shows"] == "target":
        return TARGET
    if not is_whole(outcome["shows"], 1, HIGHEST):
        raise Malformed(f"a die shows 'target' or a whole number from 1 to {HIGHEST}, not {outcome['shows']!r} (TR-05)")
    return int(outcome["shows"])


def decode_outcome(number: int) -> Outcome:
    """What chance brings, of an integer."""
    if number >= START:
        return {"do": "start", "seat": number - START}
    return {"do": "die", "shows": face_name(number)}


def face_name(face: int) -> Face:
    """A face of a die as people write it."""
    return "target" if face == TARGET else face


def _kind(data: Any, kinds: dict[str, tuple[str, ...]], what: str) -> str:
    """What it does, after a look at its keys."""
    if not isinstance(data, dict):
        raise Malformed(f"{what} is an object such as {{'do': {next(iter(kinds))!r}}}")
    do = data.get("do")
    if not isinstance(do, str) or do not in kinds:
        raise Malformed(f"'do' must be one of {', '.join(kinds)}, not {do!r}")
    for key in data:
        if key != "do" and key not in kinds[do]:
            raise Malformed(f"unknown key {key!r}; {do} has {', '.join(('do', *kinds[do]))}")
    for key in kinds[do]:
        if key not in data:
            raise Malformed(f"{do} needs {key!r}")
    return do


def _space(data: dict[str, Any], key: str) -> int:
    name = data[key]
    if not isinstance(name, str) or name not in SPACE_NUMBERS:
        raise Malformed(f"{key!r} must be a space such as s5, u3, n0, t0a or city, not {name!r}")
    return SPACE_NUMBERS[name]


def _pair(rats: Any) -> tuple[int, int]:
    if not isinstance(rats, list | tuple) or len(rats) != 2 or not all(is_whole(rat, 1, RATS) for rat in rats):
        raise Malformed(f"'rats' must be two numbers from 1 to {RATS}, not {rats!r}")
    if rats[0] == rats[1]:
        raise Malformed(f"it takes two different rats, not rat {rats[0]} twice")
    return min(rats) - 1, max(rats) - 1
