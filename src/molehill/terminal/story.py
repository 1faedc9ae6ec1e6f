"""A match in sentences: events as paragraphs, chapters, the result, and whole transcripts.

Everything is made from events and views that a seat or a spectator may see, never from the log's moves.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from molehill.terminal.words import listed, say, words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from molehill.engine.game import Game, Option
    from molehill.engine.match import Match

Boards = Literal["end", "all", "none"]
_ENDLESS = 10_000  # lines: in a transcript a board need not fit into a window


def plain_names(match: Match) -> list[str]:
    """Default names of the seats: "Player 1" and so on."""
    return [match.game.words.say("player", number=seat + 1) for seat in range(match.seats)]


def paragraphs(match: Match, events: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Events in words; what one player did is one paragraph. An event may have no words: what follows tells it."""
    told = []
    for _, group in itertools.groupby(enumerate(events), key=lambda pair: pair[1].get("seat", -1 - pair[0])):
        told.append(" ".join(filter(None, (match.sentence(event, list(names)) for _, event in group))))
    return [paragraph for paragraph in told if paragraph]


def styled(sentence: str, names: Sequence[str]) -> Text:
    """A sentence with the players' names in bold."""
    from rich.text import Text

    text = Text(sentence)
    text.highlight_words(sorted(names, key=len, reverse=True), style="bold")
    return text


def print_events(
    console: Console, match: Match, events: Sequence[Mapping[str, Any]], names: Sequence[str], indent: int = 2
) -> None:
    """Print events, a paragraph for each player."""
    from rich.padding import Padding

    for paragraph in paragraphs(match, events, names):
        console.print(Padding(styled(paragraph, names), (0, 0, 0, indent)))


def print_board(console: Console, game: Game, view: Mapping[str, Any], names: Sequence[str]) -> None:
    """Print the board as a seat or a spectator sees it."""
    console.print(game.draw(view, names))


def option_words(game: Game, options: Mapping[str, Any]) -> str:
    """Options in a line: "side B, one shaft no"."""
    return ", ".join(f"{name.replace('_', ' ')} {spelled(value)}" for name, value in options.items())


def spelled(value: Any) -> str:
    """An option's value as people type it."""
    if isinstance(value, bool):
        return say("yes" if value else "no")
    return str(value)


def choices(option: Option, seats: int) -> str:
    """The values of an option with slashes between them; of many values, only the ends."""
    values = [spelled(value) for value in option.possible(seats)]
    return "/".join(values) if len(values) <= 8 else f"{values[0]}/{values[1]}/…/{values[-1]}"


def span(low: int, high: int) -> str:
    """From low to high, or just the one number."""
    return str(low) if low == high else f"{low}–{high}"


# ---- the end --------------------------------------------------------------------------------------------------------


def result_lines(match: Match, names: Sequence[str]) -> list[str]:
    """How it ended, who won, and the points of everybody in order."""
    result = match.result
    if result is None:
        return [say("transcript-unfinished")]
    lines = [f"{result['why']} ({result['rule']})"]
    if match.game.cooperative:
        lines.append(say("over-all-won" if any(result["scores"]) else "over-all-lost"))
    elif len(result["winners"]) == 1:
        lines.append(say("over-won", player=names[result["winners"][0]]))
    elif result["winners"]:
        lines.append(say("over-shared", players=listed([names[s] for s in result["winners"]])))
    return lines + _standings(match, result, names)


def _standings(match: Match, result: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    if match.game.cooperative:
        return []
    order = sorted(range(match.seats), key=lambda s: (-result["scores"][s], -result["points"][s]))
    width = max(map(len, names))
    return [f"  {names[s]:{width}}  {result['points'][s]:4d} {match.game.points_name}" for s in order]


# ---- chapters and transcripts ---------------------------------------------------------------------------------------


@dataclass
class Chapter:
    """A roll, a turn or a round. It begins with the game's `CHAPTER` event; number 0 is before the first one."""

    number: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    after: Match | None = None


def chapters(match: Match, keep: bool) -> Iterator[Chapter]:
    """The chapters of a match as a spectator saw it. With `keep`, each has the position after it."""
    opening = match.game.part("view").CHAPTER
    twin = match.game.match(match.seats, match.options, match.box)
    chapter, told = Chapter(), 0
    for step in (None, *match.history):  # None: the set-up
        before = twin.copy() if keep else None
        if step:
            actor, move = step
            if isinstance(actor, int):
                twin.play(actor, move)
            else:
                twin.chance(move)
        events = twin.events(None, told)
        told += len(events)
        for place, event in enumerate(events):
            if event["event"] == opening:
                chapter.after = before if place == 0 or not keep else twin.copy()
                if chapter.events:
                    yield chapter
                chapter = Chapter(chapter.number + 1)
            chapter.events.append(event)
    if chapter.events:
        chapter.after = twin
        yield chapter


def chapter_title(game: Game, number: int) -> str:
    """ "Roll 3", "Turn 3", or the title of chapter 0; "Round 3" if there is no message for the event."""
    if number == 0:
        return say("chapter-before")
    own = f"chapter-{game.part('view').CHAPTER}"
    return say(own if own in words() else "chapter-round", number=number)


def tell_match(console: Console, match: Match, names: Sequence[str], boards: Boards) -> None:
    """Print the whole match: header, chapters, boards, result."""
    _header(console, match, names)
    for chapter in chapters(match, keep=boards == "all"):
        console.print()
        console.print(chapter_title(match.game, chapter.number), style="bold")
        print_events(console, match, chapter.events, names)
        if boards == "all" and chapter.after is not None:
            console.print()
            print_board(console, match.game, chapter.after.view(None), names)
    if boards == "end":
        console.print()
        print_board(console, match.game, match.view(None), names)
    console.print()
    for line in result_lines(match, names):
        console.print(line, markup=False, highlight=False)


def _header(console: Console, match: Match, names: Sequence[str]) -> None:
    game = match.game
    console.print(say("transcript-title", game=game.name, version=game.version), style="bold", highlight=False)
    lines = [say("transcript-players", count=len(names), players=listed(names))]
    if match.options:
        lines.append(say("transcript-options", options=option_words(game, match.options)))
    lines.append(say("transcript-box", title=str(match.box.doc.get("title", match.box.name))))
    for line in lines:
        console.print(line, markup=False, highlight=False)


def transcript(match: Match, names: Sequence[str] | None = None, width: int = 80, boards: Boards = "end") -> str:
    """The match as plain text, as a spectator saw it: no colour, no secrets, the same on every machine."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        height=_ENDLESS,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
        _environ={},
    )
    tell_match(console, match, names or plain_names(match), boards)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def show_replay(
    match: Match, names: Sequence[str] | None = None, boards: Boards = "end", console: Console | None = None
) -> None:
    """Print the match for people, in colour if the terminal has any."""
    from rich.console import Console

    tell_match(console or Console(highlight=False), match, names or plain_names(match), boards)
