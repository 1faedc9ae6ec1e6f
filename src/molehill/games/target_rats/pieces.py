"""What must never appear or vanish in Target: Rats: each faction's twelve rats, on the board or in the supply."""

from __future__ import annotations

from molehill.engine.match import Match


def pieces(match: Match) -> dict[str, int]:
    view = match.view()
    spaces = {space["space"]: space for space in view["board"]}
    counted = {"dumpsters": sum(space["dumpster"] for space in spaces.values())}
    crowd = dict.fromkeys(spaces, 0)
    for faction in view["factions"]:
        on_board = [rat for rat in faction["rats"] if rat["at"] is not None]
        supply = [rat for rat in faction["rats"] if rat["at"] is None]
        assert not any(rat["fed"] or rat["finished"] for rat in supply)
        for rat in on_board:
            crowd[rat["at"]] += 1
        counted[f"rats of seat {faction['seat']}"] = len(on_board) + len(supply)
    for name, rats in crowd.items():
        assert rats <= view["holds"] or spaces[name]["kind"] in ("nest", "city")
    assert view["exterminator"] is None or crowd[view["exterminator"]] == 0
    return counted
