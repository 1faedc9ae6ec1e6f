"""A bot's decision at a table: which move, and what it says about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog

from molehill import bots
from molehill.server.words import say

if TYPE_CHECKING:
    from molehill.engine.match import Match
    from molehill.server.due import Due

logger = structlog.get_logger("molehill.decisions")
THINKING = bots.Thinking()


def choose(due: Due, match: Match, names: list[str]) -> tuple[dict[str, Any], str]:
    """A bot's decision, and what it says about it: at the beginning of its turn in a cooperative game, what it plans.

    One that fails must not stop the game: chance decides instead.
    """
    try:
        bot = THINKING.bot(due.bot)
        move = bot.choose(match, due.seat)
        return move, _plan(bot, match, due.seat, move, names) if match.game.cooperative and due.begins else ""
    except Exception as error:
        logger.error("bot-failed", bot=due.bot, game=match.game.id, exc_info=error)
        return bots.bot("random").choose(match, due.seat), ""


def _plan(bot: bots.Bot, match: Match, seat: int, move: dict[str, Any], names: list[str]) -> str:
    """What a bot means to do, in words, if it has more than one move in mind."""
    steps = bot.plan(match, seat, move)
    text, words = match.game.part("text"), match.game.words
    told = [words.say(f"move-{step['do']}", **text.phrase(step, names, words)) for step in steps]
    return say("bot-plans", moves=", ".join(told)) if len(told) > 1 else ""
