"""What must never appear or vanish in Moledozer: every card lies in a stack, was drawn, or is in the pile."""

from __future__ import annotations

from collections import Counter

from molehill.engine.match import Match


def pieces(match: Match) -> dict[int, int]:
    table = match.table
    found: Counter[int] = Counter()
    for seat in range(match.seats):
        found.update(int(card) for card in table["stack"][seat][: int(table["have"][seat])])
        found.update(int(card) for card in [table["drawn"][seat]] if card >= 0)
    found.update({card: int(n) for card, n in enumerate(table["left"]) if n})
    assert sum(found.values()) == 30
    houses = [int(owner) for owner in table["owner"] if owner >= 0]
    alive = [seat for seat in range(match.seats) if not table["fallen"][seat]]
    assert int(table["alive"]) == len(alive)
    if match.view()["phase"] != "choose":
        assert sorted(houses) == alive
    assert sorted(int(p) for p in table["place"][: match.seats]) == list(range(match.seats))
    return dict(sorted(found.items()))
