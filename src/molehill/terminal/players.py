"""Who sits where. A player is written as one word: a bot's name is that bot, anything else is a person's name."""

from __future__ import annotations

from collections.abc import Sequence

from molehill import bots
from molehill.engine.errors import Unknown
from molehill.terminal.words import say

LONGEST_NAME = 20


def is_bot(player: str) -> bool:
    """Whether this word is a bot's."""
    return player in bots.names()


def usual_bot() -> str:
    """The bot that a newcomer plays against."""
    return bots.LEVELS[1]


def best_bot() -> str:
    """The bot that gives the hints."""
    return bots.LEVELS[-1]


def tidy(name: str) -> str:
    """A name without characters that a terminal can't print. On the command line "you" is a person."""
    name = " ".join("".join(sign for sign in name if sign.isprintable()).split())
    if name.lower() in bots.names():
        return name.lower()
    return say("you") if name.lower() == say("you").lower() else name


def read_players(players: Sequence[str], seats: int) -> list[str]:
    """The same players with tidy names. Raises Unknown if they don't fit the table."""
    if len(players) != seats:
        raise Unknown(say("players-count", seats=seats, players=len(players)))
    tidied = [tidy(player) for player in players]
    people = [name for name in tidied if not is_bot(name)]
    for name in people:
        if not name:
            raise Unknown(say("players-empty"))
        if len(name) > LONGEST_NAME:
            raise Unknown(say("players-long", most=LONGEST_NAME, name=name))
        if people.count(name) > 1:
            raise Unknown(say("players-same", name=name))
    return tidied


def display_names(players: Sequence[str]) -> list[str]:
    """What the players are called in sentences: bots get "Greedy bot", numbered where there are several alike."""
    names, met = [], dict.fromkeys(players, 0)
    for player in players:
        met[player] += 1
        bot = player.capitalize()
        if not is_bot(player):
            names.append(player)
        elif list(players).count(player) == 1:
            names.append(say("bot", bot=bot))
        else:
            names.append(say("bot-numbered", bot=bot, number=met[player]))
    return names
