"""Reading structures that came from outside: each function gives the value it asks for, or raises Malformed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from molehill.engine.errors import Malformed

LARGEST = 2**53 - 1  # the largest whole number that everybody reads exactly from JSON


def is_whole(value: Any, low: int, high: int) -> bool:
    """Whether it is a whole number within limits. True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def whole(data: dict[str, Any], key: str, low: int, high: int) -> int:
    """A whole number within limits."""
    value = data.get(key)
    if not is_whole(value, low, high):
        raise Malformed(f"{key!r} must be a whole number from {low} to {high}, not {value!r}")
    return int(data[key])


def whole_or(data: dict[str, Any], key: str, low: int, high: int, beyond: int) -> int:
    """A whole number within limits, or `beyond` for one outside of them: for a rule to refuse, not for us."""
    value = data.get(key)
    if not is_whole(value, -LARGEST, LARGEST):
        raise Malformed(f"{key!r} must be a whole number from {low} to {high}, not {value!r}")
    return int(data[key]) if is_whole(value, low, high) else beyond


def one_of(data: dict[str, Any], key: str, known: Sequence[str]) -> int:
    """The place of a word in a list of words."""
    value = data.get(key)
    if not isinstance(value, str) or value not in known:
        shown = ", ".join(known[:8]) + (", ..." if len(known) > 8 else "")
        raise Malformed(f"{key!r} must be one of {shown}, not {value!r}")
    return known.index(value)


def only(data: dict[str, Any], *known: str, of: str = "") -> None:
    """Refuse keys that mean nothing here; `of` says what this is if its "do" does not."""
    for key in data:
        if key not in known:
            raise Malformed(f"unknown key {key!r}; a {of or data['do']} has {', '.join(known)}")
