"""Hints: what the sharpest bot would do in somebody's place. It sees what that seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from molehill import bots
from molehill.server import frames
from molehill.server.sight import worded
from molehill.server.words import say

if TYPE_CHECKING:
    from molehill.bots.advice import Advice
    from molehill.engine.match import Match

THINK = 0.3  # seconds


def advise(match: Match, seat: int, names: list[str] | None) -> list[frames.Advised]:
    """The moves most worth making, the best first; with names also in words."""
    encode, found = match.game.part("moves").encode, []
    for k, advice in enumerate(bots.explain(match, seat, think=THINK)):
        told: frames.Advised = {
            "move": encode(advice.move),
            "worth": round(advice.worth, 4),
            "gives_up": round(advice.gives_up, 4),
            "sure": advice.sure,
            "score": round(advice.score, 4),
            "points": round(advice.points, 2),
            "line": [{"seat": who, "move": encode(move)} for who, move in advice.line[1:]],
        }
        if names is not None:
            told["words"] = _in_words(match, seat, advice, names, best=k == 0)
        found.append(told)
    return found


def _in_words(match: Match, seat: int, advice: Advice, names: list[str], best: bool) -> frames.AdvisedWords:
    view, game = match.view(seat), match.game
    move = worded(match, view, advice.move, names)
    reason, note = game.part("text").reason(view, advice.move, game.words), move["note"]
    does = [f"{note[0].upper()}{note[1:]}."] if note else []
    told = [*does, reason["good"], reason["risk"], *_numbers(match, advice, best), *_line(match, advice, names)]
    why = " ".join(filter(None, told))
    return {"move": move["move"], "label": move["label"], "says": move["says"], "why": why}


def _numbers(match: Match, advice: Advice, best: bool) -> list[str]:
    """How good it is: of the best how sure that is and what comes of it, of another what it gives up."""
    worth = round(100 * advice.worth)
    if best:
        return [say("hint-worth", worth=worth), say("hint-sure", sure=advice.sure), _result(match, advice)]
    return [say("hint-less", worth=worth, less=round(100 * advice.gives_up))]


def _result(match: Match, advice: Advice) -> str:
    if match.seats == 1 and not match.game.cooperative:
        return say("hint-alone", points=round(advice.points, 1), unit=match.game.points_name)
    return say("hint-team" if match.game.cooperative else "hint-versus", percent=round(100 * advice.score))


def _line(match: Match, advice: Advice, names: list[str]) -> list[str]:
    """What the search expects after this move, if it expects anything before chance decides."""
    text, words = match.game.part("text"), match.game.words
    steps = [
        say("hint-step", player=names[seat], move=words.say(f"move-{move['do']}", **text.phrase(move, names, words)))
        for seat, move in advice.line[1:]
    ]
    return [say("hint-line", line=", ".join(steps))] if steps else []
