"""Mole Park drawn with characters: prizes, holes, everybody's moles and dice, one's own hand.

The terminal, transcripts and the documentation use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.seat_marks import MARKS
from molehill.games.mole_park.ahead import stars_in_hand
from molehill.games.mole_park.facts import DICE
from molehill.games.mole_park.text import face

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

_DIE_STYLES = {"glove": "#ff7f6a", "pan": "#9fb7c9", "mallet": "#d9a05b", "prize": "bold #ffd23f"}
_LETTERS = {"glove": "G", "pan": "F", "mallet": "M", "prize": "★"}
_GOLD, _EARTH, _DIM = "bold #ffd23f", "#c98f5a", "dim"


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything visible: prizes, holes, everybody's moles and dice, and what this seat has in hand."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [
        _headline(view, names, words),
        _prizes(view, words),
        Text(""),
        _holes(view, words),
        _piles_of_moles(view, words),
        _players(view, names, words),
    ]
    parts += _won(view, names, words)
    if view["seat"] is not None:
        parts.append(_own_hand(view, words))
    return Group(*parts)


def _headline(view: View, names: Sequence[str], words: Words) -> Text:
    from rich.text import Text

    say = words.say
    begun = say("board-round", round=view["round"]) if view["round"] else say("board-start")
    if view["contestants"]:
        begun += f", {say('board-showdown')}"
    king = f"♛ {say('board-king')}: {names[view['king']]}"
    return Text.assemble((begun, "bold"), f": {say('board-phase', phase=view['phase'])}   ", (king, _GOLD))


def _table(*columns: tuple[str, Any]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style=_DIM)
    for title, justify in columns:
        table.add_column(title, justify=justify, no_wrap=True, overflow="ellipsis")
    return table


def _prizes(view: View, words: Words) -> Table:
    from rich.text import Text

    say = words.say
    table = _table(
        (say("board-prizes"), "left"), (say("board-cost"), "right"), (say("board-face-up"), "left"),
        (say("board-stars"), "left"), (say("board-left"), "right"),
    )  # fmt: skip
    for pile in view["piles"]:
        card = pile["up"]
        stars = _stars(card, words) if card else Text("")
        name = Text(card["name"], style="bold") if card else Text(say("board-empty"), style=_DIM)
        table.add_row(Text(say(f"pile-{pile['pile']}")), str(pile["cost"]), name, stars, str(pile["down"]))
    crown = view["crown"]
    table.add_row(
        Text(f"♛ {say('pile-crown')}", style=_GOLD), str(crown["cost"]),
        Text(say("board-hidden"), style=_DIM), "", str(crown["cards"]),
    )  # fmt: skip
    return table


def _stars(card: Mapping[str, Any], words: Words) -> Text:
    from rich.text import Text

    text = Text(f"{card['stars']:>2} ★", style=_GOLD)
    return text.append(f", {words.say('board-room', hand=card['hand'])}", style="") if card["hand"] else text


def _holes(view: View, words: Words) -> Table:
    """The holes, a mole for each mole; many are counted."""
    from rich.text import Text

    table = _table(*((words.say("board-hole", hole=h), "center") for h in range(1, 6)))
    for column in table.columns:
        column.min_width = 12
    moles = [Text("●" * n if 0 < n <= 8 else f"● × {n}" if n else "-", style=_EARTH) for n in view["holes"]]
    counts = [words.say("moles", moles=n) for n in view["holes"]]
    table.add_row(*moles)
    table.add_row(*counts)
    return table


def _piles_of_moles(view: View, words: Words) -> Text:
    from rich.text import Text

    say = words.say
    hill = ", ".join(
        say("board-hill-has", count=n, stars=say("stars", stars=k + 1)) for k, n in enumerate(view["hill"]) if n
    )
    text = Text(f"{say('board-burrow', moles=view['burrow'])}   {say('board-hill', moles=sum(view['hill']))}")
    return text.append(f" ({hill})\n" if hill else "\n", style=_DIM)


def _players(view: View, names: Sequence[str], words: Words) -> Table:
    from rich.text import Text

    say = words.say
    table = _table(
        (say("board-player"), "left"), (say("board-moles"), "right"), (say("board-stars"), "right"),
        (say("board-die"), "left"), (say("board-rolled"), "left"), (say("board-total"), "right"),
        (say("board-state"), "left"),
    )  # fmt: skip
    table.columns[0].max_width = 20
    for s, player in enumerate(view["players"]):
        mark, colour = MARKS[s]
        crown = " ♛" if s == view["king"] else ""
        name = names[s] if len(names[s]) <= 16 else names[s][:15] + "…"
        total = "" if player["total"] is None else str(player["total"])
        table.add_row(
            Text.assemble((f"{mark} ", colour), (name, f"bold {colour}"), (crown, _GOLD)),
            f"{player['moles']}/{player['limit']}",
            str(player["stars"]),
            _die(player, view, words),
            _rolled(player, words),
            Text(total, style="bold"),
            _state(view, s, words),
        )
    return table


def _die(player: Mapping[str, Any], view: View, words: Words) -> Text:
    from rich.text import Text

    if player["die"]:
        return Text(words.say(f"die-{player['die']}"), style=_DIE_STYLES[player["die"]])
    secret = view["phase"] == "choose" and player["ready"]
    return Text(words.say("board-secret") if secret else "", style=_DIM)


def _rolled(player: Mapping[str, Any], words: Words) -> Text:
    """What the die shows; in a Showdown all four, each with its first letter."""
    from rich.text import Text

    shows = player["shows"]
    if len(shows) == 1 and player["die"] in shows:
        return Text(face(player["die"], shows[player["die"]], words))
    return Text(" ".join(f"{_LETTERS[die]}{shows[die]}" for die in DICE if die in shows))


def _state(view: View, seat: int, words: Words) -> Text:
    from rich.text import Text

    player, say = view["players"][seat], words.say
    if seat in view["winners"]:
        return Text(say("board-won" if len(view["winners"]) == 1 else "board-shares"), style=_GOLD)
    if player["declared"]:
        return Text(say("board-declared"), style=_GOLD)
    if isinstance(view["pending"], list) and seat in view["pending"]:
        return Text(say("board-thinking"), style=_DIM)
    if player["ready"] and view["phase"] in ("declare", "choose"):
        return Text(say("board-ready"))
    return Text(say("board-contestant") if seat in view["contestants"] else "")


def _won(view: View, names: Sequence[str], words: Words) -> list[RenderableType]:
    """Everybody's prizes by name."""
    from rich.text import Text

    lines: list[RenderableType] = []
    for s, player in enumerate(view["players"]):
        if player["prizes"]:
            mark, colour = MARKS[s]
            prizes = [f"{prize['name']} {_stars(prize, words).plain.strip()}" for prize in player["prizes"]]
            line = Text.assemble((f"{mark} {words.say('board-own', player=names[s])}: ", colour), "; ".join(prizes))
            lines.append(line)
    return [Text(""), *lines] if lines else []


def _own_hand(view: View, words: Words) -> Text:
    from rich.text import Text

    me, say = view["players"][view["seat"]], words.say
    text = Text(f"\n{say('board-hand')}: ", style="bold")
    cards = [f"[{k + 1}★]" for k, n in enumerate(me["hand"]) for _ in range(n)]
    if not cards:
        return text.append(say("board-no-hand"), style=_DIM)
    return text.append(" ".join(cards), style=_GOLD).append(f" = {say('stars', stars=stars_in_hand(me))}", style="")
