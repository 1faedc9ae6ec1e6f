"""A bot's advice in sentences: its move, what comes of it, what it expects next, and what else it thought of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.terminal.words import listed, say

if TYPE_CHECKING:
    from molehill.bots.advice import Advice
    from molehill.engine.match import Match


def hint_lines(match: Match, seat: int, advice: Sequence[Advice], names: Sequence[str], bot: str) -> list[str]:
    """The advice for a seat, a line for each thought."""
    text, words, best = match.game.part("text"), match.game.words, advice[0]
    note = text.note(match.view(seat), best.move, words)

    def in_words(move: Mapping[str, Any]) -> str:
        said: str = words.say(f"move-{move['do']}", **text.phrase(move, list(names), words))
        return said

    told = {"bot": bot, "move": in_words(best.move), "label": text.label(best.move)}
    lines = [say("hint-note", note=note, **told) if note else say("hint", **told)]
    lines += filter(None, text.reason(match.view(seat), best.move, words).values())
    if len(match.legal(seat)) == 1:
        return lines
    lines.append(say("hint-worth", worth=_worth(best)))
    lines.append(say("hint-sure", sure=best.sure))
    lines.append(say(f"hint-{_kind(match)}", **_result(match, best)))
    if len(best.line) > 1:
        steps = [say("hint-step", player=names[who], move=in_words(move)) for who, move in best.line[1:]]
        lines.append(say("hint-line", line=", ".join(steps)))
    others = [say("hint-other", label=text.label(one.move), worth=_worth(one)) for one in advice[1:]]
    if others:
        lines.append(say("hint-others", moves=listed(others)))
    return lines


def _worth(advice: Advice) -> int:
    return round(100 * advice.worth)


def _kind(match: Match) -> str:
    if match.game.cooperative:
        return "team"
    return "versus" if match.seats > 1 else "alone"


def _result(match: Match, advice: Advice) -> dict[str, Any]:
    percent = 0 if _kind(match) == "alone" else round(100 * advice.score)
    return {"percent": percent, "points": round(advice.points), "unit": match.game.points_name}
