"""A leaderboard as tables in the terminal, and as a page. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from molehill.lab.drawing import table_of, value_text
from molehill.lab.pages import document, table
from molehill.lab.svg import Bar, bars
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from molehill.lab.leaderboard import Board, Place


def draw(board: Board) -> Iterator[RenderableType]:
    """The leaderboard for a terminal."""
    yield Text(_title(board), style="bold")
    yield Text(_setting(board), style="dim")
    yield Text()
    yield _rich(_heads(board), _places(board))
    if board.duels:
        yield Text()
        yield _rich(*_cross(board))
    if board.faults:
        yield Text()
        yield from (Text(fault, style="red") for fault in board.faults)
    yield Text()
    yield Text(_made(board), style="dim")


def _rich(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    words = (WORDS.say("arena-agent"), WORDS.say("arena-before"))
    drawn = table_of(*(head if head in words else f">{head}" for head in heads))
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


def page(board: Board) -> str:
    """The same as one HTML file."""
    rows = [Bar(p.agent, p.ahead.rate, p.ahead.low, p.ahead.high, str(p.ahead)) for p in board.places]
    picture = bars(_ahead(board), rows, 0.5 if board.duels else None)
    parts = [
        f"<section><h2>{_say('arena-places')}</h2>{table(_heads(board), _places(board))}</section>",
        f"<section><figure><h3>{escape(_ahead(board))}</h3>{picture}</figure></section>",
    ]
    if board.duels:
        parts.append(f"<section><h2>{_say('arena-pairs')}</h2>{table(*_cross(board))}</section>")
    if board.faults:
        told = "".join(f"<li>{escape(fault)}</li>" for fault in board.faults)
        parts.append(f"<section><h2>{_say('arena-faults')}</h2><ul>{told}</ul></section>")
    return document(board.game, _title(board), _setting(board), "".join(parts), _made(board))


def _say(name: str) -> str:
    return escape(WORDS.say(name))


def _title(board: Board) -> str:
    return WORDS.say("arena-title", game=board.game.name, agents=len(board.places))


def _setting(board: Board) -> str:
    setting = board.setting
    parts = [WORDS.say("seats", seats=setting["seats"])]
    parts += [f"{name} {value_text(value)}" for name, value in setting["options"].items()]
    seed, box = str(setting["seed"]), setting["box"][7:15]
    parts.append(WORDS.say("arena-setting", seed=seed, rules=setting["rules"], box=box))
    return ", ".join(parts)


def _made(board: Board) -> str:
    made = WORDS.say("arena-made" if board.duels else "arena-made-teams", games=f"{board.setting['games']:,}")
    return f"{made} {WORDS.say('arena-seconds', seconds=f'{board.seconds:.1f}')}"


def _ahead(board: Board) -> str:
    return WORDS.say("arena-ahead" if board.duels else "arena-won")


def _heads(board: Board) -> list[str]:
    rated = [WORDS.say("arena-rating")] if board.duels else []
    heads = [WORDS.say(name) for name in ("arena-place", "arena-agent")]
    return [*heads, *rated, _ahead(board), WORDS.say("interval"), WORDS.say("arena-games"), WORDS.say("arena-faulty")]


def _places(board: Board) -> list[list[str]]:
    return [[str(number), place.agent, *_told(place)] for number, place in enumerate(board.places, 1)]


def _told(place: Place) -> list[str]:
    rated = [] if place.mu is None else [f"{place.mu:.1f} ±{place.sigma:.1f}"]
    return [*rated, str(place.ahead), place.ahead.interval, f"{place.games:,}", str(place.faults)]


def _cross(board: Board) -> tuple[list[str], list[list[str]]]:
    """How often the agent of a line came before the agent of a column."""
    names = [place.agent for place in board.places]
    rows = []
    for name in names:
        found = [board.duel(name, other) for other in names]
        rows.append([name, *("" if rate is None else str(rate) for rate in found)])
    return [WORDS.say("arena-before"), *names], rows
