"""What must never appear or vanish in Mole Rats: rats, medkits, snakes, equipment and cards."""

from __future__ import annotations

from collections import Counter

from molehill.engine.match import Match


def pieces(match: Match) -> dict[str, int]:
    view = match.view()
    counted: Counter[str] = Counter()
    for rat in view["rats"]:
        counted["rats"] += 1
        assert rat["at"] in ("pod", "space") or "-" in rat["at"]
    spaces = [rat["at"] for rat in view["rats"] if "-" in rat["at"]]
    if not view["boost"] and not match.over:
        assert len(spaces) == len(set(spaces)), "two rats never share a space (MR-20)"
        assert not set(spaces) & {*view["station"]["ladders"], *view["station"]["shafts"]}
    for snake in view["snakes"]:
        counted[snake["snake"].split()[0] + " snakes"] += 1
        assert (
            snake["at"] not in {*view["station"]["ladders"], *view["station"]["shafts"]} or view["walk"] or match.over
        )
    counted["equipment"] = len(view["equipment"])
    counted["cards"] = view["pile"] + sum(card is not None for card in view["hands"])
    for card in view["cards"]:
        counted["cards"] += card["discarded"]
        assert card["pile"] >= 0
        assert card["discarded"] >= 0
    assert view["pile"] == sum(card["pile"] for card in view["cards"])
    return dict(counted)
