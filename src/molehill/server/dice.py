"""Dice that can be checked: every roll follows from a secret of the server and from luck that the players add.

The server commits to its secret when a table is opened. Then clients add a share each, and neither can be changed any
more. Without any share the secret alone decides, as it did in all games before there were shares.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import molehill
from molehill.engine.errors import BadLog
from molehill.server.words import say

if TYPE_CHECKING:
    from molehill.engine.match import Match

_BITS = 53  # what a double holds
SHARE = r"^[0-9a-f]{64}$"  # 32 bytes, as text
Shares = Sequence[str | None]  # by seat; None: this one added nothing


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What everybody may see of a secret, or of a share, before the end."""
    return "sha256:" + hashlib.sha256(secret).hexdigest()


def mixed(shares: Shares) -> str:
    """What all shares come to: a digest of them in the order of their seats; nothing where nobody added any."""
    return hashlib.sha256(",".join(share or "" for share in shares).encode()).hexdigest() if any(shares) else ""


class Roll:
    """Roll or draw `number` of a table, as a source of randomness that `Match.chance` takes; `luck` is `mixed`."""

    def __init__(self, secret: bytes, table: str, number: int, luck: str = "") -> None:
        text = f"{table}:{number}:{luck}" if luck else f"{table}:{number}"
        self._word = hmac.digest(secret, text.encode(), "sha256")[:8]

    def random(self) -> float:
        """The roll's number, from 0 up to 1: always the same one."""
        return float((int.from_bytes(self._word, "big") >> 64 - _BITS) / 2**_BITS)


class Dice(NamedTuple):
    """What a log says about its dice. Rolls before `first` were not the server's (an imported game)."""

    table: str
    commit: str
    secret: str
    first: int = 0
    shares: Shares = ()  # nobody's, in logs from before there were any


def with_dice(log: Mapping[str, Any], dice: Dice) -> dict[str, Any]:
    """A log that also says how its dice can be checked."""
    return signed({**log, "dice": dice._asdict()})


def signed(log: Mapping[str, Any]) -> dict[str, Any]:
    """A log with a digest of what it says."""
    from molehill.engine.log import digest  # brings Numba, which would hold up the start

    return {**log, "digest": digest(log)}


def odds(match: Match, outcome: Mapping[str, Any]) -> tuple[int, int, int]:
    """Where an outcome lies among all that chance can bring now: the weights before it, its own, and all together.

    It is what a roll brings whose number, times all weights, is as large as those before it and not larger.
    """
    found = match.outcomes()
    at = [each.outcome for each in found].index(dict(outcome))
    weights = [each.weight for each in found]
    return sum(weights[:at]), weights[at], sum(weights)


class Verdict(NamedTuple):
    """What a check has found: how many rolls and draws were checked, how many could not be, whose luck is in them."""

    match: Match
    checked: int
    unchecked: int
    lucky: tuple[int, ...]
    commit: str


def verify(log: Mapping[str, Any] | str) -> Verdict:
    """Check every roll and draw of a log by the secret and shares in it. Raises BadLog at the first that is wrong."""
    match = molehill.replay(log)
    told = _read(log, match.seats)
    secret, luck = bytes.fromhex(told.secret), mixed(told.shares)
    if commitment(secret) != told.commit:
        raise BadLog(say("verify-commit"))
    twin = match.game.match(match.seats, match.options, match.box)
    falls = 0
    for number, (actor, move) in enumerate(match.history, 1):
        if isinstance(actor, int):
            twin.play(actor, move)
            continue
        if falls >= told.first:
            should = twin.copy().chance(rng=Roll(secret, told.table, falls, luck))
            if should != move:
                raise BadLog(say("verify-roll", number=number, shown=str(move), should=str(should)))
        twin.chance(move)
        falls += 1
    lucky = tuple(seat for seat, share in enumerate(told.shares) if share)
    return Verdict(match, max(0, falls - told.first), min(falls, told.first), lucky, told.commit)


def tell(log: str) -> str:
    """The verdict on a log in words."""
    match, checked, unchecked, lucky, commit = verify(log)
    seats = ", ".join(str(seat + 1) for seat in lucky)
    lines = [say("verify-good", checked=checked)]
    lines += [say("verify-unchecked", unchecked=unchecked)] if unchecked else []
    lines += [say("verify-luck", seats=seats, count=len(lucky)) if lucky else say("verify-no-luck")]
    lines += [] if match.over else [say("verify-unfinished")]
    lines += [say("verify-compare", commit=commit)]
    return "\n".join(lines)


def _read(log: Mapping[str, Any] | str, seats: int) -> Dice:
    import json

    found: Any = (json.loads(log) if isinstance(log, str) else log).get("dice")
    try:
        dice = Dice(**found)
        bytes.fromhex(dice.secret)
        if not (isinstance(dice.table, str) and isinstance(dice.first, int) and dice.first >= 0):
            raise TypeError
        if dice.shares and not (len(dice.shares) == seats and all(map(_is_share, dice.shares))):
            raise TypeError
    except (TypeError, ValueError):
        raise BadLog(say("verify-no-dice")) from None
    return dice


def _is_share(share: Any) -> bool:
    return share is None or (isinstance(share, str) and re.fullmatch(SHARE, share) is not None)
