"""What must never appear or vanish in Mole Park: every mole and every prize card is always in exactly one place."""

from __future__ import annotations

from typing import Any

from molehill.engine.match import Match


def pieces(match: Match) -> dict[str, int]:
    t: Any = match.table
    counted = {}
    for k in range(5):
        counted[f"moles of {k + 1}"] = int(t["unseen"][k] + t["hill"][k] + t["hand"][:, k].sum())
    face_down = int(t["burrow"] + t["hole"].sum())
    assert face_down == t["unseen"].sum()
    assert t["hand"].sum(axis=1).tolist() == t["moles"].tolist()
    for p, pile in enumerate(match.view()["piles"]):
        places = [int(t["pile"][p]), *(int(bits) for bits in t["prizes"][:, p])]
        if t["up"][p] >= 0:
            places.append(1 << int(t["up"][p]))
        for c in range(8):
            assert sum(bits >> c & 1 for bits in places) == 1, f"card {c + 1} of {pile['pile']}"
        counted[pile["pile"]] = sum(bits.bit_count() for bits in places)
    counted["crowns"] = int(t["crowns"]) + (t["winner"] >= 0)
    return counted
