"""Where a move leads in Mole Rats before it is made, as far as nobody else has to decide first.

Boards draw it and notes tell it; what happens the rules alone decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from molehill.games.mole_rats.moves import STEPS, WAYS

if TYPE_CHECKING:
    from molehill.games.mole_rats.types import Move, Piece, Route, View, Way


def piece_of(move: Mapping[str, Any]) -> Piece:
    """Who moves: a rat by its number, a snake by its name."""
    piece: Piece = move["rat"] if "rat" in move else move["snake"]
    return piece


def place_of(view: View, piece: Piece) -> str:
    """Where a piece is."""
    if isinstance(piece, int):
        return next(rat["at"] for rat in view["rats"] if rat["rat"] == piece)
    return next(snake["at"] for snake in view["snakes"] if snake["snake"] == piece)


def beside(view: View, place: str, way: Way) -> str:
    """The next space of the same tier."""
    tier, number = map(int, place.split("-"))
    size = view["station"]["tiers"][tier - 1]
    return f"{tier}-{(number - 1 + (1 if way == WAYS[0] else -1)) % size + 1}"


def route(view: View, move: Mapping[str, Any]) -> Route:
    """The way of a move: the spaces stepped on, where it ends, where somebody is bitten, and whether all is lost."""
    return _rat_route(view, move) if "rat" in move else _snake_route(view, move)


def _rat_route(view: View, move: Mapping[str, Any]) -> Route:
    """Only the last space acts (MR-16 to MR-18), but the first snake on the way ends the move (MR-21).

    Lost is a rat that falls into outer space, and one that is bitten without a medkit.
    """
    rat = next(rat for rat in view["rats"] if rat["rat"] == move["rat"])
    snakes = [snake["at"] for snake in view["snakes"] if _is_space(snake["at"])]
    at, steps = rat["at"], []
    for _ in range(move.get("steps", 1)):
        at = beside(view, at, move["way"])
        steps.append(at)
        if at in snakes:
            return {"steps": steps, "end": at, "bites": [at], "lost": not rat["medkit"]}
    end = _led(view, at)
    bites = [end] if end in snakes else []
    return {"steps": steps, "end": end, "bites": bites, "lost": end == "space" or (bool(bites) and not rat["medkit"])}


def _snake_route(view: View, move: Mapping[str, Any]) -> Route:
    """It bites on the way and where it arrives (MR-24, MR-25); climbing, it goes to the next ladder (MR-15).

    All is lost if it comes into the pod (MR-26) or bites a rat that has no medkit left.
    """
    rats = {rat["at"]: rat["medkit"] for rat in view["rats"] if _is_space(rat["at"])}
    at, steps = place_of(view, move["snake"]), []
    for _ in range(move.get("steps", max(view["station"]["tiers"]))):
        at = beside(view, at, move["way"])
        steps.append(at)
        if move["do"] == "climb" and at in view["station"]["ladders"]:
            break
    end = _led(view, at)
    passed = steps if end == at else [*steps, end]
    bites = [place for place in passed if place in rats]
    return {"steps": steps, "end": end, "bites": bites, "lost": end == "pod" or not all(rats[at] for at in bites)}


def _is_space(place: str) -> bool:
    return "-" in place


def _led(view: View, at: str) -> str:
    """Where a ladder or a shaft leads from a space; where there is none, one stays."""
    station = view["station"]
    return station["ladders"].get(at) or station["shafts"].get(at) or at


def attempt(view: View, legal: list[Move], selected: Piece, place: str) -> Move | None:
    """What somebody means who touches a space where no legal move ends: moving what stands there, or going there.

    It is none of the legal moves, so that the rules say why not. None if every such move is legal.
    """
    movable = [piece_of(move) for move in legal]
    rats: list[tuple[Piece, str]] = [(rat["rat"], rat["at"]) for rat in view["rats"]]
    standing = [*rats, *((snake["snake"], snake["at"]) for snake in view["snakes"])]
    piece = next((piece for piece, at in standing if at == place and piece not in movable), selected)
    steps, way = _between(view, place_of(view, piece), place) or (STEPS, legal[0]["way"])
    return next((move for move in _tries(piece, legal[0]["do"], steps, way) if move not in legal), None)


def _tries(piece: Piece, kind: str, steps: int, way: Way) -> list[Move]:
    """What a piece may be asked to do, the likeliest first; `kind` is what is being done just now."""
    lengths = [n for n in (steps, STEPS, 2, 1) if n <= STEPS]
    if isinstance(piece, int):
        runs: list[Move] = [{"do": "run", "rat": piece, "steps": n, "way": way} for n in lengths]
        return [{"do": "boost", "rat": piece, "way": way}, *runs] if kind == "boost" else runs
    slithers: list[Move] = [{"do": "slither", "snake": piece, "steps": n, "way": way} for n in lengths]
    return [{"do": "climb", "snake": piece, "way": way}, *slithers] if kind == "climb" else slithers


def _between(view: View, start: str, end: str) -> tuple[int, Way] | None:
    """How many steps there are between two spaces of a tier, and which way is shorter; None if there is no way."""
    (tier, number), (other, wanted) = start.split("-"), end.split("-")
    if tier != other or start == end:
        return None
    size = view["station"]["tiers"][int(tier) - 1]
    clockwise = (int(wanted) - int(number)) % size
    return (clockwise, WAYS[0]) if 2 * clockwise <= size else (size - clockwise, WAYS[1])
