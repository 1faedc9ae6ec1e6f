"""Dice that can be checked, by `molehill verify` and from the log alone."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from pathlib import Path
from typing import Any

import pytest

import molehill
from molehill.cli import main
from molehill.engine.log import digest
from molehill.server.dice import Dice, Roll, commitment, verify, with_dice

SECRET = bytes(range(32))


def played(game: str, first: int = 0) -> dict[str, Any]:
    """The log of a game whose rolls come from the secret; those before `first` do not."""
    match, rng, falls = molehill.game(game).match(2), random.Random(1), 0
    while not match.over:
        if isinstance(match.pending, tuple):
            seat = rng.choice(match.pending)
            match.play(seat, rng.choice(match.legal(seat)))
        else:
            match.chance(rng=Roll(SECRET, "t", falls) if falls >= first else rng)
            falls += 1
    return with_dice(match.log, Dice("t", commitment(SECRET), SECRET.hex(), first))


@pytest.fixture(scope="module")
def log() -> dict[str, Any]:
    return played("honeymoon")


def test_a_roll_is_what_the_protocol_page_says() -> None:
    word = hmac.new(SECRET, b"t:3", hashlib.sha256).digest()
    assert Roll(SECRET, "t", 3).random() == (int.from_bytes(word, "big") >> 203) / 2**53
    assert commitment(SECRET) == "sha256:" + hashlib.sha256(SECRET).hexdigest()


@pytest.mark.parametrize("game", [game.id for game in molehill.games()])
def test_an_honest_log_is_verified(game: str) -> None:
    log = played(game)
    assert verify(log).checked == sum(actor == "chance" for actor, _ in log["moves"])


def test_rolls_from_before_are_counted_apart() -> None:
    verdict = verify(played("honeymoon", first=4))
    assert verdict.unchecked == 4
    assert verdict.checked > 4


def sealed(log: dict[str, Any], **changes: Any) -> dict[str, Any]:
    changed = {**log, **changes}
    return changed | {"digest": digest(changed)}


def test_dishonest_logs_are_found_out(log: dict[str, Any]) -> None:
    other = with_dice(log, Dice("t", commitment(b"x" * 32), (b"x" * 32).hex()))
    with pytest.raises(molehill.BadLog, match="not what the dice showed"):
        verify(other)
    with pytest.raises(molehill.BadLog, match="not the one that was committed"):
        verify(sealed(log, dice=log["dice"] | {"secret": "00" * 32}))
    for dice in (None, 5, {}, {"table": 1}, log["dice"] | {"secret": "zz"}, log["dice"] | {"first": -1}):
        with pytest.raises(molehill.BadLog, match="not from a server"):
            verify(sealed(log, dice=dice))


def test_the_command(log: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(log))
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path)])
    said = capsys.readouterr()
    assert end.value.code in (0, None)
    assert said.out.startswith(f"All {verify(log).checked} rolls and draws follow")
    path.write_text(json.dumps(log).replace('"shows": 3', '"shows": 4', 1))
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path)])
    said = capsys.readouterr()
    assert end.value.code == 2
    assert said.err.startswith("molehill: ")
    assert said.err.count("\n") == 1
