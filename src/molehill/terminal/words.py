"""The terminal's own words, and names made into one phrase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from molehill.engine.words import Words


@cache
def words() -> Words:
    """The terminal's catalogue."""
    return Words(Path(__file__).with_name("words.en.ftl"))


def say(message: str, **parameters: Any) -> str:
    """A sentence from the terminal's catalogue."""
    return words().say(message, **parameters)


def listed(names: Sequence[str]) -> str:
    """Names as a phrase: "Anna, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return say("and", names=", ".join(names[:-1]), last=names[-1])
