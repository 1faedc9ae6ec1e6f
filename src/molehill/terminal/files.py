"""The terminal's files: matches, personal bests and wins. A match is written after every move, whole or not at all."""

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
from molehill.terminal.looks import Looks
from molehill.terminal.players import is_bot, read_players
from molehill.terminal.words import say

if TYPE_CHECKING:
    from molehill.engine.match import Match

FORMAT = 1


class Saved(NamedTuple):
    """A match from a file, who sits where (None if it was a bare log), and the looks that were taken."""

    match: Match
    players: list[str] | None
    looks: Looks


def data_directory() -> Path:
    """Where matches and bests are kept: MOLEHILL_DATA, or the user's data directory."""
    import platformdirs

    return Path(os.environ.get("MOLEHILL_DATA") or platformdirs.user_data_dir("molehill"))


def new_path(game_id: str) -> Path:
    """An unused path for a new match, which will also be free when the match is put away."""
    began = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    playing, finished = _playing(), _finished()
    number, name = 1, f"{game_id}-{began}.json"
    while (playing / name).exists() or (finished / name).exists():
        number += 1
        name = f"{game_id}-{began}-{number}.json"
    return playing / name


def _playing() -> Path:
    return data_directory() / "matches"


def _finished() -> Path:
    return data_directory() / "finished"


def save(path: Path, match: Match, players: Sequence[str], looks: Looks) -> None:
    """Write a match. At every moment the file holds either the old match or the new one. Raises OSError."""
    kept = {"molehill_match": FORMAT, "log": match.log, "players": list(players)}
    write_whole(path, kept | {"keep_open": looks.keep_open, "looked": looks.taken})


def write_whole(path: Path, data: Mapping[str, Any]) -> None:
    """Write JSON into a second file first, then replace the file with it in one step."""
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
    """A match that `save` wrote, or a bare log. Checks everything; BadLog says in one line what is wrong."""
    kept = _read_json(path)
    if "molehill_match" not in kept:
        match = _replay(path, kept)
        return Saved(match, None, Looks(match.game, match.seats))
    if kept["molehill_match"] != FORMAT:
        raise BadLog(say("load-no-match", path=str(path), why=f"format {kept['molehill_match']!r}"))
    match = _replay(path, kept.get("log"))
    return Saved(match, _players(path, kept, match), _looks(path, kept, match))


def _players(path: Path, kept: Mapping[str, Any], match: Match) -> list[str]:
    players = kept.get("players")
    try:
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            raise BadLog
        return read_players(players, match.seats)
    except MolehillError:
        raise BadLog(say("load-players", path=str(path), seats=match.seats)) from None


def _looks(path: Path, kept: Mapping[str, Any], match: Match) -> Looks:
    keep_open, taken = kept.get("keep_open", False), kept.get("looked", [0] * match.seats)
    try:
        if not isinstance(taken, list) or [type(number) for number in taken] != [int] * match.seats:
            raise BadLog
        if not isinstance(keep_open, bool):
            raise BadLog
        return Looks(match.game, match.seats, keep_open, taken)
    except MolehillError:
        raise BadLog(say("load-looks", path=str(path))) from None


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
    folder = _playing()
    found = [(path.stat().st_mtime, path) for path in folder.glob("*.json")] if folder.is_dir() else []
    for _, path in sorted(found, reverse=True):
        yield path


def put_away(path: Path) -> Path:
    """Move a finished match out of our folder of unfinished ones; files elsewhere stay where they are."""
    if path.parent != _playing():
        return path
    target = _finished() / path.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return path.replace(target)
    except OSError:
        return path


# ---- personal bests and wins ----------------------------------------------------------------------------------------


def beat_best(match: Match) -> tuple[int, int | None]:
    """A solo match's points, and the best before it with the same options and box. Keeps the better one."""
    key = _kind_of(match)
    points, old = _points(match), _recall("bests", match.game.id, key)
    if old is None or points > old:
        _remember("bests", match.game.id, key, points)
    return points, old


def wins(game_id: str, players: Sequence[str]) -> int:
    """How often these people have won a cooperative game together, in any seats and with any bots."""
    return _recall("wins", game_id, _people(players)) or 0


def count_win(game_id: str, players: Sequence[str]) -> None:
    """Count one more win for these people."""
    _remember("wins", game_id, _people(players), wins(game_id, players) + 1)


def _points(match: Match) -> int:
    result = match.result
    assert result is not None
    return int(result["points"][0])


def _kind_of(match: Match) -> str:
    """What makes results comparable: the rules' version, the options, and the box if it is not the shipped one."""
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    box = "" if match.box.shipped else f" box={match.box.hash}"
    return f"v{match.game.version} {options}{box}"


def _people(players: Sequence[str]) -> str:
    """The people at a table as one key, with line breaks between the names (no name has one)."""
    return "\n".join(sorted(player for player in players if not is_bot(player)))


def _recall(record: str, game_id: str, key: str) -> int | None:
    """A number that was kept for a game; None if there is none or the file can't be read."""
    mine = _record(record).get(game_id)
    number = mine.get(key) if isinstance(mine, dict) else None
    return number if isinstance(number, int) else None


def _remember(record: str, game_id: str, key: str, number: int) -> None:
    """Keep a number. If the disk can't be written, the game goes on without it."""
    kept = _record(record)
    mine = kept.get(game_id)
    kept[game_id] = (mine if isinstance(mine, dict) else {}) | {key: number}
    with suppress(OSError):
        write_whole(_record_path(record), kept)


def _record(record: str) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        kept = json.loads(_record_path(record).read_text(encoding="utf-8"))
        return kept if isinstance(kept, dict) else {}
    return {}


def _record_path(record: str) -> Path:
    return data_directory() / f"{record}.json"
