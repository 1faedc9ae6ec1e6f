"""Record matches as the browser would see them: for trying boards without a server, and for the tests of `web/`.

Each file in web/fixtures/ is one match between bots, seen from one seat: a frame for every decision of that seat and
one for the end. A frame holds what happened since the last one, what changed in the view, and the moves it may make.
Run it with `make fixtures`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import molehill
from molehill.bots import bot

FIXTURES = Path(__file__).parents[1] / "fixtures"


class Recording(NamedTuple):
    """Which match to play: the seed decides chance and bots, `most` is how many decisions are kept."""

    name: str
    game: str
    seats: int
    seed: int
    options: Mapping[str, Any] = MappingProxyType({})
    greedy: bool = True
    most: int = 40


RECORDINGS = (
    Recording("honeymoon", "honeymoon", 4, 5),
    Recording("honeymoon-six", "honeymoon", 6, 8, {"side": "B"}),
    Recording("honeymoon-alone", "honeymoon", 1, 3, {"one_shaft": True}),
    Recording("mole_rats", "mole_rats", 3, 4),
    Recording("mole_rats-two", "mole_rats", 2, 9, {"challenge": True}, greedy=False),
    Recording("moledozer", "moledozer", 4, 2),
    Recording("moledozer-two", "moledozer", 2, 6, {"multiply": True, "change_guess": True, "own_order": True}),
    Recording("mole_park", "mole_park", 5, 3),
    Recording("mole_park-eight", "mole_park", 8, 1, most=60),
    Recording("target_rats", "target_rats", 4, 7, most=120),
    Recording("target_rats-two", "target_rats", 2, 3, greedy=False, most=160),
)


def record(recording: Recording) -> dict[str, Any]:
    """The match, from the first seat's view."""
    match = molehill.game(recording.game).match(recording.seats, recording.options)
    bots = [bot("greedy" if recording.greedy else "random", recording.seed + s) for s in range(recording.seats)]
    rng = random.Random(recording.seed)
    names = [match.game.words.say("player", number=s + 1) for s in range(recording.seats)]
    frames: list[dict[str, Any]] = []
    seen: dict[str, Any] = {}
    told = 0
    while len(frames) < recording.most:
        pending = match.pending
        if pending is molehill.CHANCE:
            match.fall(rng=rng)
            continue
        if not pending or 0 in pending:
            frame, seen, told = _frame(match, names, seen, told)
            frames.append(frame)
        if not pending:
            break
        move = bots[pending[0]].choose(match, pending[0])
        if pending[0] == 0:
            frames[-1]["played"] = move
        match.play(pending[0], move)
    return {"name": recording.name, "game": recording.game, "names": names, "frames": frames}


def _frame(
    match: molehill.Match, names: list[str], seen: dict[str, Any], told: int
) -> tuple[dict[str, Any], dict[str, Any], int]:
    """What is new since `seen` and since event number `told`; the ids and parameters of a sentence stay in Python."""
    view, events = match.view(0), match.events(0, told)
    words, text = match.game.words, match.game.part("text")
    legal = [
        {
            "move": move,
            "label": text.label(move),
            "says": words.say(f"move-{move['do']}", **match._phrase(move, names)),
            "note": text.note(view, move, words),
        }
        for move in match.legal(0)
    ]
    frame = {
        "view": {key: value for key, value in view.items() if key not in seen or seen[key] != value},
        "events": [event | {"says": match.sentence(event, names)} for event in events],
        "ask": text.ask(view, words) if legal else "",
        "legal": legal,
        "result": match.result,
    }
    return frame, view, told + len(events)


def main() -> None:
    """Write every recording."""
    FIXTURES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        path = FIXTURES / f"{recording.name}.json"
        match = record(recording)
        path.write_text(json.dumps(match, separators=(",", ":")) + "\n", encoding="utf-8")
        kinds = {frame["view"].get("phase") for frame in match["frames"]}
        facts = f"{len(match['frames'])} decisions, {path.stat().st_size // 1024} KB, {sorted(map(str, kinds))}"
        sys.stderr.write(f"{path.name}: {facts}\n")


if __name__ == "__main__":
    main()
