"""Declared moves are the same in the browser: numbers, structures, labels, and answers to malformed input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from node import needs_node
from recording import JUNK, SHAPES, TYPED
from test_subset import evaluate, result, translated

from molehill.engine import declared, plain

KINDS: Any = {
    "raise": {"dice": list(range(1, 25)), "face": [1, 2, 3, 4, 5, 6]},
    "play": {"card": [0, 1, 2], "to": ["north", "south"], "open": [False, True]},
    "pass": {},
}
FUNCTIONS: Any = {
    name: getattr(declared, name) for name in ("encoded", "decoded", "typed", "understood", "total", "first")
} | {name: getattr(plain, name) for name in ("phrase", "refusal", "sheet", "decided", "note", "reason")}


def calls() -> list[tuple[str, list[Any]]]:
    moves = [declared.decoded(KINDS, number) for number in range(declared.total(KINDS))]
    made: list[tuple[str, list[Any]]] = [("decoded", [KINDS, number]) for number in range(len(moves) + 1)]
    made += [("encoded", [KINDS, move]) for move in (*moves, *SHAPES)]
    made += [("encoded", [KINDS, {**move, key: junk}]) for move in moves[::40] for key in move for junk in JUNK]
    made += [("typed", [move]) for move in moves]
    labels = [declared.typed(move) for move in moves[::7]]
    made += [
        ("understood", [KINDS, text]) for text in (*labels, *TYPED, "3 5", "r 24 6", "PLAY 1 north YES", "p 1 south no")
    ]
    made += [("total", [KINDS]), ("first", [KINDS, "pass"])]
    made += [("phrase", [{**move, "seat": 1}, ["Anna", "Ben"], None]) for move in moves[::40]]
    made += [("refusal", [None, move, 3]) for move in (None, *moves[::40])]
    return [*made, ("sheet", [{}]), ("decided", [{}, 0]), ("note", [{}, {}, None]), ("reason", [{}, {}, None])]


@needs_node
def test_declared_moves_are_the_same_in_the_browser(tmp_path: Path) -> None:
    translated(FUNCTIONS, tmp_path)
    asked = [(name, given) for name, given in calls() if "\ud800" not in json.dumps(given, ensure_ascii=False)]
    answers = evaluate(tmp_path, asked)
    wrong = [
        (name, given[1:], found, result(FUNCTIONS[name], given))
        for (name, given), found in zip(asked, answers, strict=True)
        if found != result(FUNCTIONS[name], given)
    ]
    assert wrong == []
    assert len(asked) > 500
