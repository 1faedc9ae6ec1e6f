"""Values as JavaScript writes them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

SAFE = 2**53  # from here on JavaScript's numbers skip integers, so BigInt is used


def literal(value: Any, part: Callable[[Any], str]) -> str | None:
    """A value in JavaScript, or None if it has no such value; `part` writes the values inside."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < SAFE else f"{value}n"
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, str):
        return text(value)
    if type(value) in (list, tuple, set, frozenset):
        return _row(value, part)
    return mapping([(part(key), part(item)) for key, item in value.items()]) if type(value) is dict else None


def text(value: str) -> str:
    """A text in quotes. They may hold U+2028 and U+2029 since ES2019."""
    return json.dumps(value, ensure_ascii=any("\ud800" <= letter <= "\udfff" for letter in value))


def mapping(items: list[tuple[str, str]]) -> str:
    """A dict: a plain object if it keeps all keys in order, as it does for most of ours; otherwise a `Dict`."""
    if all(is_plain_key(key) for key, _ in items):
        return "({" + ", ".join(f"{key}: {item}" for key, item in items) + "})"
    return "$.dict([" + ", ".join(f"[{key}, {item}]" for key, item in items) + "])"


def is_plain_key(key: str) -> bool:
    """Whether this is a text in quotes that is an ordinary key of a JavaScript object and keeps its place."""
    return key.startswith('"') and not key[1:-1].isdecimal() and key != '"__proto__"'


def _row(value: Any, part: Callable[[Any], str]) -> str:
    kept = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
    inside = "[" + ", ".join(part(item) for item in kept) + "]"
    return inside if isinstance(value, list) else f"$.tuple({inside})" if type(value) is tuple else f"$.set({inside})"


def _float(value: float) -> str | None:
    """A float. A whole one stays a float: `str` writes it with a point, and `isinstance` tells it from an integer."""
    if not math.isfinite(value):
        return None
    return f"$.float({value:.0f})" if value.is_integer() else repr(value)
