"""Logs: what a match is made of, as JSON, with digests that show whether it was changed or cut off."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import BadLog, MolehillError
from molehill.engine.match import CHANCE, Match

if TYPE_CHECKING:
    from molehill.engine.game import Game

FORMAT = 1
_FIELDS = {
    "molehill": int, "game": str, "rules": int, "seats": int, "options": dict, "box": dict,
    "count": int, "moves": list, "table": str, "digest": str,
}  # fmt: skip


def write(match: Match) -> dict[str, Any]:
    """The log of a match: all that is needed to play it again, and nothing that could be derived."""
    moves = [["chance" if actor is CHANCE else actor, move] for actor, move in match.history]
    box = {"hash": match.box.hash} if match.box.shipped else {"hash": match.box.hash, "toml": match.box.text}
    log = {
        "molehill": FORMAT,
        "game": match.game.id,
        "rules": match.game.version,
        "seats": match.seats,
        "options": dict(match.options),
        "box": box,
        "count": len(moves),
        "moves": moves,
        "table": table_digest(match),
    }
    return log | {"digest": digest(log)}


def digest(log: Mapping[str, Any]) -> str:
    """A hash of everything in a log but the digest itself."""
    body = {key: value for key, value in log.items() if key != "digest"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def table_digest(match: Match) -> str:
    """A hash of the table's bytes."""
    return "sha256:" + hashlib.sha256(match.table.tobytes()).hexdigest()


def replay(log: Mapping[str, Any] | str, find: Callable[[str], Game]) -> Match:
    """Play a log (or its JSON text) again. Raises BadLog if it was changed, cut off or made for other rules."""
    log = _parse(log) if isinstance(log, str) else log
    _check_form(log)
    game = find(log["game"])
    if log["rules"] != game.version:
        raise BadLog(
            f"this log was made for version {log['rules']} of the rules of {game.name}; here is version {game.version}"
        )
    if len(log["moves"]) < log["count"]:
        raise BadLog(f"this log was cut off: it holds {len(log['moves'])} of {log['count']} moves")
    if digest(log) != log["digest"]:
        raise BadLog("this log was changed after it was written: its digest does not fit")
    match = _play(game, log)
    if table_digest(match) != log["table"]:
        raise BadLog("this log was changed: its moves do not lead to the table that it names")
    return match


def _parse(text: str) -> Mapping[str, Any]:
    try:
        log = json.loads(text)
    except json.JSONDecodeError as error:
        at_the_end = not text[error.pos :].strip() or error.msg.startswith("Unterminated string")
        raise BadLog("this log was cut off" if text.strip() and at_the_end else "this is not a log: no JSON") from None
    except RecursionError:
        raise BadLog("this is not a log: nested too deeply") from None
    if not isinstance(log, dict):
        raise BadLog("this is not a log: not a JSON object")
    return log


def _check_form(log: Mapping[str, Any]) -> None:
    if not isinstance(log, Mapping) or "molehill" not in log:
        raise BadLog("this is not a log of Molehill")
    if log["molehill"] != FORMAT:
        raise BadLog(f"this log has format {log['molehill']!r}; here format {FORMAT} is understood")
    for name, kind in _FIELDS.items():
        if name not in log:
            raise BadLog(f"this log was cut off: {name} is missing")
        if not isinstance(log[name], kind) or isinstance(log[name], bool):
            raise BadLog(f"this log was changed: {name} is not {kind.__name__}")
    for number, entry in enumerate(log["moves"], 1):
        if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[1], dict):
            raise BadLog(f"this log was changed: move {number} is not [who, what]")


def _play(game: Game, log: Mapping[str, Any]) -> Match:
    box = game.box()
    if "toml" in log["box"]:
        box = game.box_from_text(str(log["box"]["toml"]), "the log's box")
    if box.hash != log["box"].get("hash"):
        raise BadLog(f"this log was played with another box of {game.name}, which it does not hold")
    match = game.match(log["seats"], log["options"], box)
    for number, (actor, move) in enumerate(log["moves"], 1):
        try:
            if actor == "chance":
                match.chance(move)
            else:
                match.play(actor, move)
        except MolehillError as error:
            raise BadLog(f"this log was changed: move {number} can't be made ({error})") from None
    return match
