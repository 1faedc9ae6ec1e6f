"""What a board of Mole Park shows before the dice are rolled: what they could bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from molehill.games.mole_park.types import Affords, Die, Player, Share, View


def stars_in_hand(player: Player) -> int:
    """How many stars the moles of a hand have, as far as they are seen."""
    return sum((k + 1) * n for k, n in enumerate(player["hand"] or []))


def reach(view: View, seat: int) -> tuple[int, int] | None:
    """The least and the most that the seat could total with the Prize die (MP-16); None without a mole to show."""
    player = view["players"][seat]
    if player["hand"] is None or player["moles"] == 0:
        return None
    faces = [face for face in view["dice"]["prize"] if isinstance(face, int)]
    have = player["stars"] + stars_in_hand(player)
    return have + min(faces), have + max(faces)


def affords(view: View, seat: int, cost: int) -> Affords:
    """Whether the seat's total is enough for so many stars (MP-17), or could be with the Prize die."""
    total = view["players"][seat]["total"]
    low, high = (total, total) if total is not None else reach(view, seat) or (0, 0)
    return "sure" if low >= cost else "perhaps" if high >= cost else "no"


def share(moles: int, whackers: int) -> Share:
    """How the moles of a hole are split among those who whack it, and how many stay (MP-13)."""
    each, left = divmod(moles, whackers)
    return {"each": each, "left": left}


def sides(view: View, die: Die) -> list[int]:
    """For each hole, on how many sides of a die it stands (MP-12)."""
    return [0 if die == "prize" else view["dice"][die].count(hole + 1) for hole in range(len(view["holes"]))]
