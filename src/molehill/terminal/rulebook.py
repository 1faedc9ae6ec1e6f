"""The rulebook in the terminal: all of it, or the paragraphs that cite one clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from molehill.engine.errors import Unknown
from molehill.terminal.words import say

if TYPE_CHECKING:
    from molehill.engine.game import Game


def passages(game: Game, clause: str) -> str:
    """The paragraphs of the rulebook that cite a clause ("HM-09", "hm9" or "9"), as Markdown. Raises Unknown."""
    number = clause_number(game, clause)
    found = [block for block in _blocks(game.rulebook) if number in _cited(game, block)]
    if not found:
        raise Unknown(say("rules-none", rule=game.clause(number)))
    return "\n\n".join(found)


def clause_number(game: Game, clause: str) -> int:
    """The number of a clause, however it was typed."""
    typed = re.fullmatch(rf"(?:{game.prefix}[\s-]*)?0*(\d{{1,4}})", clause.strip(), re.IGNORECASE)
    if not typed or not 1 <= int(typed[1]) <= game.clauses:
        first, last = game.clause(1), game.clause(game.clauses)
        raise Unknown(say("rules-not", game=game.name, first=first, last=last, example=last))
    return int(typed[1])


def _blocks(text: str) -> list[str]:
    """Markdown in pieces that can be read alone: paragraphs with the drawing below them, and list items."""
    pieces = re.split(r"\n\s*\n(?!```)|\n(?=[-*] |\d+\. )", text)
    return [piece.strip() for piece in pieces if piece.strip() and not piece.startswith("#")]


def _cited(game: Game, block: str) -> set[int]:
    """The clauses that a text cites, ranges such as "HM-16 to HM-18" included."""
    cites = re.finditer(rf"\b{game.prefix}-(\d+)(?:\s*(?:–|to)\s*{game.prefix}-(\d+))?", block)
    return {number for cite in cites for number in range(int(cite[1]), int(cite[2] or cite[1]) + 1)}
