"""Dice that can be checked: every roll follows from a secret that the server committed to before the first one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import molehill
from molehill.engine.errors import BadLog
from molehill.server.words import say

if TYPE_CHECKING:
    from molehill.engine.match import Match

_BITS = 53  # what a double holds


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What everybody may see of a secret before the end."""
    return "sha256:" + hashlib.sha256(secret).hexdigest()


class Roll:
    """Roll or draw `number` of a table, as a source of randomness that `Match.chance` takes."""

    def __init__(self, secret: bytes, table: str, number: int) -> None:
        self._word = hmac.digest(secret, f"{table}:{number}".encode(), "sha256")[:8]

    def random(self) -> float:
        """The roll's number, from 0 up to 1: always the same one."""
        return float((int.from_bytes(self._word, "big") >> 64 - _BITS) / 2**_BITS)


class Dice(NamedTuple):
    """What a log says about its dice. Rolls before `first` were not the server's (an imported game)."""

    table: str
    commit: str
    secret: str
    first: int = 0


def with_dice(log: Mapping[str, Any], dice: Dice) -> dict[str, Any]:
    """A log that also says how its dice can be checked."""
    return signed({**log, "dice": dice._asdict()})


def signed(log: Mapping[str, Any]) -> dict[str, Any]:
    """A log with a digest of what it says."""
    from molehill.engine.log import digest  # brings Numba, which would hold up the start

    return {**log, "digest": digest(log)}


class Verdict(NamedTuple):
    """What a check has found: how many rolls and draws were checked, and how many could not be."""

    match: Match
    checked: int
    unchecked: int


def verify(log: Mapping[str, Any] | str) -> Verdict:
    """Check every roll and draw of a log against the secret in it. Raises BadLog at the first that does not fit."""
    match = molehill.replay(log)
    told = _read(log)
    secret = bytes.fromhex(told.secret)
    if commitment(secret) != told.commit:
        raise BadLog(say("verify-commit"))
    twin = match.game.match(match.seats, match.options, match.box)
    falls = 0
    for number, (actor, move) in enumerate(match.history, 1):
        if isinstance(actor, int):
            twin.play(actor, move)
            continue
        if falls >= told.first:
            should = twin.copy().chance(rng=Roll(secret, told.table, falls))
            if should != move:
                raise BadLog(say("verify-roll", number=number, shown=str(move), should=str(should)))
        twin.chance(move)
        falls += 1
    return Verdict(match, max(0, falls - told.first), min(falls, told.first))


def tell(log: str) -> str:
    """The verdict on a log in words."""
    match, checked, unchecked = verify(log)
    lines = [say("verify-good", checked=checked)]
    lines += [say("verify-unchecked", unchecked=unchecked)] if unchecked else []
    lines += [] if match.over else [say("verify-unfinished")]
    return "\n".join(lines)


def _read(log: Mapping[str, Any] | str) -> Dice:
    import json

    found: Any = (json.loads(log) if isinstance(log, str) else log).get("dice")
    try:
        dice = Dice(**found)
        bytes.fromhex(dice.secret)
        if not (isinstance(dice.table, str) and isinstance(dice.first, int) and dice.first >= 0):
            raise TypeError
    except (TypeError, ValueError):
        raise BadLog(say("verify-no-dice")) from None
    return dice
