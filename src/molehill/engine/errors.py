"""Every error that molehill raises on purpose. The command line prints them as one line; a server sends them back."""

from __future__ import annotations


class MolehillError(Exception):
    """Something that the caller can mend: the message says what is wrong, in one line."""


class Unknown(MolehillError):
    """A game, seat, option, bot or number that does not exist."""


class Malformed(MolehillError):
    """Something that is not a move (or an outcome of chance) at all, so that no rule could speak about it."""


class BadFile(MolehillError):
    """A file that something is wrong with. The message names the file, the line and what is wrong there.

    `why` is what is wrong, `line` the line and `at` the key that it is about, where these are known.
    """

    def __init__(self, message: str, why: str = "", line: int | None = None, at: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.why, self.line, self.at = why or message, line, at


class BadBox(BadFile):
    """A box file that can't be played."""


class BadLesson(BadFile):
    """A lesson that can't be taught."""


class BadRules(MolehillError):
    """Rules that can't be compiled; the message names files, lines and what is wrong there."""


class BadLog(MolehillError):
    """A log that can't be replayed; the message says whether it was changed, cut off or made for other rules."""


class Refused(MolehillError):
    """A move that the rules forbid. Nothing has changed.

    `rule` is the clause that forbids it ("HM-09"), `why` the reason in words.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why
