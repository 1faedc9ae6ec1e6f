"""Record matches as a seat gets to see them: for trying boards without a server, and for the tests of `web/`.

Each web/src/games/GAME/tests/NAME.json is one match between bots, seen from the first seat: its first view, and a step
for each of its decisions and for the end, with the events that lead there and the numbers of the legal moves. The views
between follow from the events; the last one is recorded to hold that against. `recordings.toml` beside it says which
matches. Run it with `make fixtures`, or with `make fixtures GAMES=honeymoon,mole_park` for these games alone.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import molehill
from molehill.bots import bot

GAMES = Path(__file__).parents[1] / "src" / "games"


class Recording(NamedTuple):
    """Which match to play: the seed decides chance and bots, `most` is how many decisions are kept."""

    name: str
    game: str
    seats: int
    seed: int
    options: Mapping[str, Any] = MappingProxyType({})
    greedy: bool = True
    most: int = 40


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


def recordings(game: str) -> list[Recording]:
    """Those that a game lists; one that lists none gets a plain one."""
    listed = GAMES / game / "tests" / "recordings.toml"
    if not listed.is_file():
        return [Recording(game, game, min(4, molehill.game(game).max_seats), 1)]
    with listed.open("rb") as file:
        return [Recording(name, game, **how) for name, how in tomllib.load(file).items()]


def main() -> None:
    """Write the recordings of the games that are named, or of all that have a board here."""
    named = [name.strip() for name in " ".join(sys.argv[1:]).split(",") if name.strip()]
    drawn = [game.id for game in molehill.games() if (GAMES / game.id).is_dir()]
    for recording in [recording for game in named or drawn for recording in recordings(game)]:
        path = GAMES / recording.game / "tests" / f"{recording.name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        match = record(recording)
        path.write_text(json.dumps(match, separators=(",", ":")) + "\n", encoding="utf-8")
        sys.stderr.write(f"{path.name}: {len(match['steps'])} decisions, {path.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    main()
