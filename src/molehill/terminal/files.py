"""What the terminal keeps on disk: matches, written whole or not at all after every move, and personal bests."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import molehill
from molehill.engine.errors import BadLog, MolehillError
from molehill.terminal.players import read_players
from molehill.terminal.words import say

if TYPE_CHECKING:
    from molehill.engine.match import Match

FORMAT = 1


class Saved(NamedTuple):
    """A match from a file, and who sits where; no players if it was a bare log."""

    match: Match
    players: list[str] | None


def data_directory() -> Path:
    """Where matches and bests are kept: MOLEHILL_DATA, or the user's data directory."""
    import platformdirs

    return Path(os.environ.get("MOLEHILL_DATA") or platformdirs.user_data_dir("molehill"))


def new_path(game_id: str) -> Path:
    """A file for a new match that nothing else is in."""
    began = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = data_directory() / "matches"
    number, path = 1, folder / f"{game_id}-{began}.json"
    while path.exists():
        number += 1
        path = folder / f"{game_id}-{began}-{number}.json"
    return path


def save(path: Path, match: Match, players: Sequence[str]) -> None:
    """Write a match. Whatever happens meanwhile, the file holds the old match or the new one. Raises OSError."""
    write_whole(path, {"molehill_match": FORMAT, "log": match.log, "players": list(players)})


def write_whole(path: Path, data: Mapping[str, Any]) -> None:
    """Write JSON beside the file first, then put it in the file's place in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def load(path: Path) -> Saved:
    """A match that `save` wrote, or a bare log. Everything is checked; BadLog says in one line what is wrong."""
    kept = _read_json(path)
    if "molehill_match" not in kept:
        return Saved(_replay(path, kept), None)
    if kept["molehill_match"] != FORMAT:
        raise BadLog(say("load-no-match", path=str(path), why=f"format {kept['molehill_match']!r}"))
    match = _replay(path, kept.get("log"))
    players = kept.get("players")
    try:
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            raise BadLog
        return Saved(match, read_players(players, match.seats))
    except MolehillError:
        raise BadLog(say("load-players", path=str(path), seats=match.seats)) from None


def _read_json(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadLog(say("load-missing", path=str(path))) from None
    except OSError as error:
        raise BadLog(say("load-not", path=str(path), why=error.strerror or str(error))) from None
    except (ValueError, RecursionError):
        raise BadLog(say("load-no-match", path=str(path), why="no JSON, or cut off")) from None
    if not isinstance(kept, dict):
        raise BadLog(say("load-no-match", path=str(path), why="not a JSON object"))
    return kept


def _replay(path: Path, log: Any) -> Match:
    try:
        return molehill.replay(log)
    except MolehillError as error:
        raise BadLog(f"{path}: {error}") from None


# ---- unfinished and finished matches --------------------------------------------------------------------------------


def unfinished() -> Iterator[Path]:
    """Matches that were left before their end, the newest first."""
    folder = data_directory() / "matches"
    found = [(path.stat().st_mtime, path) for path in folder.glob("*.json")] if folder.is_dir() else []
    for _, path in sorted(found, reverse=True):
        yield path


def put_away(path: Path) -> Path:
    """Move a finished match of ours out of the unfinished ones; files elsewhere stay where they are."""
    if path.parent != data_directory() / "matches":
        return path
    target = data_directory() / "finished" / path.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return path.replace(target)
    except OSError:
        return path


# ---- personal bests -------------------------------------------------------------------------------------------------


def beat_best(match: Match) -> tuple[int, int | None]:
    """A solo match's points and the best before it, under the same options and with the same box; keeps the better."""
    path = data_directory() / "bests.json"
    bests: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        bests = json.loads(path.read_text(encoding="utf-8"))
    mine = bests.setdefault(match.game.id, {})
    key = _kind_of(match)
    points, old = _points(match), mine.get(key)
    if old is None or points > old:
        mine[key] = points
        with suppress(OSError):
            write_whole(path, bests)
    return points, old


def _points(match: Match) -> int:
    result = match.result
    assert result is not None
    return int(result["points"][0])


def _kind_of(match: Match) -> str:
    """What makes results comparable: the rules' version, the options, and the box if it is not the shipped one."""
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    box = "" if match.box.shipped else f" box={match.box.hash}"
    return f"v{match.game.version} {options}{box}"
