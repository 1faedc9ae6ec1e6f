"""What a host must know of a game beside its module: sizes and places in memory, options, the shipped box, the bots."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from molehill.bots.advice import FAIRLY_SURE, FORECASTS, LONGEST_LINE, SURE
from molehill.bots.levels import PLENTY, SEARCHES, how
from molehill.bots.records import SEARCH, Edge, How, Mind, Node
from molehill.bots.search import LUCK, MOST_EDGES, MOST_NODES, QUICK_TRIES, TRUSTED
from molehill.engine.box import Box
from molehill.engine.match import ROOM_FOR_EVENTS
from molehill.engine.records import Box as BoxRecord
from molehill.engine.records import Record, Table, Tables, dtype_of
from molehill.engine.workspace import Desk, Played

if TYPE_CHECKING:
    import numpy as np

    from molehill.engine.game import Game

LEVELS = ("random", "greedy", "easy", "fair", "sharp")
_RECORDS: tuple[type[Record], ...] = (Table, BoxRecord, Desk, Mind, Node, Edge, How, Played)


def facts(game: Game) -> dict[str, Any]:
    """All of it, ready for JSON."""
    return {
        "game": game.id,
        "rules": game.version,
        "prefix": game.prefix,
        "seats": [game.min_seats, game.max_seats],
        "options": [{"name": o.name, "values": o.values, "default": o.default, "seat": o.seat} for o in game.options],
        "moves": game.move_count,
        "room": {"moves": game.own["moves"], "outcomes": game.own["outcomes"], "events": ROOM_FOR_EVENTS},
        "records": {kind.__name__.lower(): _layout(dtype_of(kind, game.own)) for kind in _RECORDS},
        "box": box_facts(game, game.box()),
        "levels": {name: _bytes(how(name, game)) for name in LEVELS},
        "farsighted": _bytes(how("sharp", game, PLENTY)),
        "search": {
            "kind": SEARCH, "sims": SEARCHES, "plenty": PLENTY, "nodes": MOST_NODES, "edges": MOST_EDGES,
            "trusted": TRUSTED, "luck": LUCK, "tries": QUICK_TRIES, "forecasts": FORECASTS, "line": LONGEST_LINE,
            "sure": SURE, "fairly": FAIRLY_SURE,
        },
    }  # fmt: skip


def box_facts(game: Game, box: Box) -> dict[str, Any]:
    """What a host must know of a box: its record, what a view reads of its file, and its hash."""
    reads = getattr(game.part("view"), "READS", ())
    return {"hash": box.hash, "record": _bytes(box.record), "edition": {name: box.doc[name] for name in reads}}


def _layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    """The size of a record and where its fields begin."""
    places = {name: place for name, (_, place, *_) in (dtype.fields or {}).items() if not name.startswith("gap")}
    return {"size": dtype.itemsize, "places": places}


def _bytes(records: Tables) -> str:
    return base64.b64encode(records.tobytes()).decode()
