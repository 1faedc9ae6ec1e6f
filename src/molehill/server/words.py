"""The server's own words, and the one error that everything it refuses becomes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from molehill.engine.errors import MolehillError
from molehill.engine.words import Words


@cache
def words() -> Words:
    """The server's catalogue."""
    return Words(Path(__file__).with_name("words.en.ftl"))


def say(message: str, **parameters: Any) -> str:
    """A sentence of the server's own."""
    return words().say(message, **parameters)


STATUS = {
    "malformed": 422, "rule": 409, "stale": 409, "ahead": 409, "not-yours": 403, "not-now": 409, "no-undo": 409,
    "off": 403, "too-fast": 429, "seat-taken": 409, "name-taken": 409, "bad-name": 422, "bad-options": 422,
    "bad-box": 422, "bad-log": 422, "too-many-tables": 429, "too-large": 413, "no-table": 404, "no-game": 404,
    "no-seat": 404, "other-rules": 409, "broken": 409, "trouble": 503, "no-page": 404, "no-method": 405, "origin": 403,
    "banned": 403, "no-line": 404, "shut": 403, "lesson": 409, "no-lesson": 404, "bad-question": 422,
}  # fmt: skip


_LONGEST = 300  # letters that a sentence may repeat of what a client sent


class Problem(MolehillError):
    """Something that a client asked for and does not get: a code for programs, a sentence for people."""

    def __init__(self, code: str, why: str, rule: str | None = None) -> None:
        super().__init__(why)
        self.code, self.why, self.rule = code, _cut(why, 2 * _LONGEST), rule
        self.retry = 1  # seconds, where trying again may help

    def later(self, seconds: float) -> Problem:
        """The same, with when it may be tried again."""
        self.retry = max(1, math.ceil(seconds))
        return self

    @property
    def headers(self) -> dict[str, str]:
        """What else is said of it over HTTP."""
        return {"retry-after": str(self.retry)} if self.status in (429, 503) else {}

    @property
    def status(self) -> int:
        """The HTTP status that says the same."""
        return STATUS[self.code]

    def as_json(self) -> dict[str, Any]:
        """What is sent."""
        return {"code": self.code, "why": self.why, "rule": self.rule}


def problem(code: str, message: str, **parameters: Any) -> Problem:
    """A problem with a sentence from the catalogue."""
    cut = {name: _cut(value, _LONGEST) if isinstance(value, str) else value for name, value in parameters.items()}
    return Problem(code, say(message, **cut))


def _cut(text: str, most: int) -> str:
    """A text that may be somebody's own, in a form that can be sent: short, and without halves of letters."""
    return (text if len(text) <= most else text[: most - 1] + "…").encode("utf-8", "replace").decode()


def malformed(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """What pydantic has found wrong, in a line: where, and what."""
    where = ".".join(str(part) for part in errors[0]["loc"])
    what = str(errors[0]["msg"])
    return problem("malformed", "malformed", why=f"{where}: {what}" if where else what)
