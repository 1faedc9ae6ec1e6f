"""What must never appear or vanish in Honeymoon: every sweet and pickle of a sheet is in the ground or was dug up."""

from __future__ import annotations

from collections import Counter

from molehill.engine.match import Match


def pieces(match: Match) -> dict[str, int]:
    view = match.view()
    cells = view["moon"]["cells"]
    total: Counter[str] = Counter()
    for sheet in view["sheets"]:
        dug = {tuple(cell) for cell in sheet["dug"]}
        found = Counter(cells[r][c] for r, c in dug)
        ground = Counter(
            cells[r][c] for r in range(13) for c in range(13) if (r, c) not in dug and cells[r][c] != "outside"
        )
        for sweet, ticked in sheet["ticked"].items():
            assert ticked == min(found[sweet], view["row_boxes"])
        assert sheet["pickles"] == found["pickle"]
        assert 0 <= sheet["marked"] <= view["slots"]
        total += found + ground
    return dict(total)
