"""Seats: who sits there, what they are called, and the tokens that hold them."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from molehill import bots
from molehill.bots.trained import SHELF
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.server.frames import Kind
from molehill.server.words import Problem, problem, say

LONGEST_NAME = 20
# Letters of other scripts that look like Latin ones.
_LOOKALIKES = str.maketrans("аеорсухһіјѕтнвкмοετνκιραηχυ0", "aeopcyxhijsthbkmoetvkipahxuo")


def new_token() -> str:
    """What holds a seat: 256 random bits, as text."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It is too random to be guessed, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Seat:
    """Who sits here: nobody yet (`open`), a `person` or a `bot`."""

    kind: Kind
    name: str = ""
    bot: str | None = None
    token: str | None = None  # hashed
    stand_in: str | None = None
    since: float = 0.0  # when it was taken
    share: str | None = None  # the luck that its client has added to the dice
    luck: str | None = None  # what everybody may see of it before the end

    @property
    def player(self) -> str | None:
        """The bot that decides here now, if one does."""
        return self.bot or self.stand_in


def tidy(name: str) -> str:
    """A name as it may stand on a screen."""
    name = printable(name)
    if not any(sign.isalnum() for sign in name):
        raise problem("bad-name", "name-empty")
    if len(name) > LONGEST_NAME:
        raise problem("bad-name", "name-long", most=LONGEST_NAME)
    if likeness(name) in (likeness(say("host")), likeness(say("host-short"))):
        raise problem("bad-name", "name-host")
    return name


def likeness(name: str) -> str:
    """The same for names that look the same."""
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKALIKES)
    return "".join(letter for letter in letters if letter.isalnum())


def printable(text: str) -> str:
    """A text on one line, without signs that can't be seen."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def known_bot(name: str | None, game: Game, seats: int) -> str:
    """The name of a bot that can sit at a table of this game with so many seats."""
    if name in SHELF.names():
        if SHELF.find(str(name), game, seats) is None:
            raise problem("bad-options", "bot-not-trained", bot=str(name), game=game.name, seats=seats)
        return str(name)
    try:
        return bots.read_names([str(name)])[0]
    except Unknown as error:
        raise Problem("bad-options", str(error)) from None


def moved_up(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """The seats of a rematch: everybody moves up, the first one to the end. A seat that was left is open."""
    return [
        {"kind": seat.kind, "name": seat.name, "bot": seat.bot, "token": seat.token}
        if seat.token or seat.bot
        else {"kind": "open"}
        for seat in (*seats[1:], seats[0])
    ]


def names_of(seats: Sequence[Seat]) -> list[str]:
    """People are called what they said, bots after their kind, numbered where there are several alike."""
    kinds = [seat.bot for seat in seats if seat.kind == "bot"]
    names = []
    for number, seat in enumerate(seats):
        if seat.kind == "bot" and seat.bot:
            same = [n for n, other in enumerate(seats) if other.bot == seat.bot]
            bot = seat.bot.capitalize()
            several = kinds.count(seat.bot) > 1
            names.append(
                say("bot-numbered", bot=bot, number=same.index(number) + 1) if several else say("bot", bot=bot)
            )
        else:
            names.append(seat.name or say("player", number=number + 1))
    return names


def read_seats(game: Game, seats: Sequence[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], dict[int, str]]:
    """The seats of a new table as they are kept, and the tokens of those at this device."""
    kept: list[dict[str, Any]] = []
    tokens: dict[int, str] = {}
    for number, seat in enumerate(seats):
        if seat["kind"] == "bot":
            kept.append({"kind": "bot", "bot": known_bot(seat.get("bot"), game, len(seats))})
        elif seat["kind"] == "here":
            name = tidy(seat.get("name") or say("player", number=number + 1))
            if likeness(name) in (likeness(other.get("name", "")) for other in kept):
                raise problem("name-taken", "name-taken")
            tokens[number] = new_token()
            kept.append({"kind": "person", "name": name, "token": hashed(tokens[number])})
        else:
            kept.append({"kind": "open"})
    if all(seat["kind"] == "bot" for seat in kept):
        raise problem("bad-options", "seats-all-bots")
    return kept, tokens
