"""Record matches as a seat gets to see them: for trying boards without a server, and for the tests of `web/`.

Each file in web/fixtures/ is one match between bots, seen from the first seat: its first view, and a step for each of
its decisions and for the end, with the events that lead there and the numbers of the legal moves. The views between
follow from the events; the last one is recorded to hold that against. Run it with `make fixtures`, or with
`make fixtures GAMES=honeymoon,mole_park` for these games alone.
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
    """The match, as the first seat sees it."""
    match = molehill.game(recording.game).match(recording.seats, recording.options)
    bots = [bot("greedy" if recording.greedy else "random", recording.seed + s) for s in range(recording.seats)]
    rng = random.Random(recording.seed)
    start, told = match.view(0), len(match.events(0))
    steps: list[dict[str, Any]] = []
    while len(steps) < recording.most:
        pending = match.pending
        if pending is molehill.CHANCE:
            match.chance(rng=rng)
            continue
        if not pending or 0 in pending:
            events = match.events(0, told)
            told += len(events)
            steps.append({"events": events, "legal": match.legal_numbers(0)})
            end = match.view(0)
        if not pending:
            break
        match.play(pending[0], bots[pending[0]].choose(match, pending[0]))
    names = [match.game.words.say("player", number=s + 1) for s in range(recording.seats)]
    return {"game": recording.game, "names": names, "start": start, "steps": steps, "end": end}


def wanted(names: str) -> list[Recording]:
    """The recordings of these games, of all if none is named. A game without any gets a plain one."""
    games = [molehill.game(name.strip()) for name in names.split(",") if name.strip()] or molehill.games()
    found = []
    for game in games:
        listed = [recording for recording in RECORDINGS if recording.game == game.id]
        found += listed or [Recording(game.id, game.id, min(4, game.max_seats), 1)]
    return found


def main() -> None:
    """Write the recordings of the games that are named, or of all."""
    FIXTURES.mkdir(exist_ok=True)
    for recording in wanted(" ".join(sys.argv[1:])):
        path = FIXTURES / f"{recording.name}.json"
        match = record(recording)
        path.write_text(json.dumps(match, separators=(",", ":")) + "\n", encoding="utf-8")
        sys.stderr.write(f"{path.name}: {len(match['steps'])} decisions, {path.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    main()
