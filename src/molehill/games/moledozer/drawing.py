"""Moledozer drawn with characters: the board beside the round, the number track, players, one's own stack.

The terminal, transcripts and the documentation use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from molehill.engine.seat_marks import MARKS
from molehill.games.moledozer.text import SIGNS

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

_TUNNEL, _MOLE = "#c9a26b", "bold #ffffff on #5b3a1e"
_GAP, _NAME, _TRACK_END = 3, 14, 40


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything visible: the board beside the state of the round, the number track, the players, the own stack."""
    return _Table(view, names, words)


@dataclass(frozen=True)
class _Table:
    view: View
    names: Sequence[str]
    words: Words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        drawn, state = _drawing(self), _state(self)
        if len(drawn) < len(state):  # the tunnel is too long and too low to have all that beside it
            yield from map(_fixed, drawn)
            yield Text(" · ").join(state)
        else:
            yield from _beside(drawn, state)
        yield Text()
        yield from map(_fixed, _track(self))
        for player in sorted(self.view["players"], key=lambda p: p["place"]):
            yield _fixed(_player_line(self, player))
        yield from map(_fixed, _own_stack(self))
        yield _fixed(Text(self.words.say("table-legend"), style="dim"))
        yield _fixed(Text(self.words.say("table-legend-board"), style="dim"))


def _beside(left: list[Text], right: list[Text]) -> Iterable[Text]:
    width = max(line.cell_len for line in left) + _GAP
    for n, line in enumerate(left):
        line.pad_right(width - line.cell_len)
        yield _fixed(line.append_text(right[n]) if n < len(right) else line)


def _fixed(line: Text) -> Text:
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def _drawing(b: _Table) -> list[Text]:
    """The board: a line of places, then a line of the tunnels that lead south, and so on."""
    from rich.text import Text

    side = b.view["boards"][b.view["side"]]
    places = {(p["row"], p["column"]): p for p in side["places"]}
    rows, columns = [range(min(k), max(k) + 1) for k in zip(*places, strict=True)]
    joined = {frozenset(pair) for pair in side["tunnels"]}
    lines = [Text("  " + "".join(f"  {chr(ord('a') + c)}  " for c in columns), style="dim")]
    for r in rows:
        line, below = Text(f"{r + 1} ", style="dim"), Text("  ")
        for c in columns:
            here, south = places.get((r, c)), places.get((r + 1, c))
            west, east = (_are_joined(here, places.get((r, c + way)), joined) for way in (-1, 1))
            sign, style = _place(b, here)
            line.append("─" if west else " ", _TUNNEL)
            line.append(sign if len(sign) == 3 else ("─" if west else " ") + sign + ("─" if east else " "), style)
            line.append("─" if east else " ", _TUNNEL)
            below.append("  │  " if _are_joined(here, south, joined) else "     ", _TUNNEL)
        lines += [line, below]
    return lines[:-1] + _far_tunnels(b, side, places)


def _are_joined(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None, joined: set[frozenset[str]]) -> bool:
    return bool(one and other and frozenset((one["at"], other["at"])) in joined)


def _far_tunnels(b: _Table, side: Mapping[str, Any], places: Mapping[tuple[int, int], Any]) -> list[Text]:
    """Neighbours that do not lie side by side are listed: an edition may have them."""
    from rich.text import Text

    at = {place["at"]: spot for spot, place in places.items()}
    far = [p for p in side["tunnels"] if abs(at[p[0]][0] - at[p[1]][0]) + abs(at[p[0]][1] - at[p[1]][1]) > 1]
    pairs = ", ".join("-".join(pair) for pair in far)
    return [Text(b.words.say("table-also", pairs=pairs))] if far else []


def _place(b: _Table, place: Mapping[str, Any] | None) -> tuple[str, str]:
    """A place's sign, of one or three characters, and its style."""
    view = b.view
    if place is None:
        return "   ", ""
    if place["at"] == view["mole"]:
        return "(M)", _MOLE
    if place["house"]:
        owner = view["houses"][place["house"]]
        if owner["seat"] is not None:
            return f"⌂{owner['seat'] + 1} ", f"bold {MARKS[owner['seat']].colour}"
        return {"free": "⌂? ", "closed": "⌂- ", "ruin": "⌂x "}[owner["state"]], "dim"
    return "o" if place["at"] == view["boards"][view["side"]]["start"] else "·", _TUNNEL


def _state(b: _Table) -> list[Text]:
    """What the round is about and how it stands."""
    from rich.text import Text

    view, say = b.view, b.words.say
    now = view["round"]
    tie = view["phase"] in ("tie guess", "tie draw")
    lines = [Text(say("table-round", number=now["number"]) if now["number"] else say("table-before"), style="bold")]
    lines += [Text(say("table-deal", number=view["deals"]))] if view["deals"] else []
    if sum(not p["fallen"] for p in view["players"]) == 2 and view["deals"]:
        lines.append(Text(say("table-since", count=view["since_two"], most=view["limits"]["reshuffles"])))
    if view["phase"] == "over":
        return [*lines, Text(say("table-over"), style="bold")]
    lines += [Text(say("table-tie"), style="bold")] if tie else []
    if now["starter"] is not None:
        lines.append(Text(say("table-starts", player=b.names[now["starter"]])))
    if now["starter"] is not None and view["phase"] != "call":
        kind = "table-what" if now["total"] is None else "table-total"
        lines.append(Text(say(f"{kind}-{now['what']}", total=now["total"] or 0)))
    if now["symbols"]:
        lines.append(Text(say("table-symbols", symbols=", ".join(say(f"symbol-{s}") for s in now["symbols"]))))
    if now["used"]:
        lines.append(Text(say("table-used", symbol=say(f"symbol-{now['used']}"))))
    if now["winner"] is not None:
        lines.append(Text(say("table-winner", player=b.names[now["winner"]]), style=MARKS[now["winner"]].colour))
    elif now["total"] is not None and not tie:
        lines.append(Text(say("table-nobody")))
    return lines


def _track(b: _Table) -> Iterable[Text]:
    """The number track with the pawns on it; too long when multiplying."""
    from rich.text import Text

    pawns = {p["guess"]: p["seat"] for p in b.view["players"] if p["guess"]}
    most = max(b.view["range"][1], b.view["round"]["total"] or 0, *pawns, 0)  # a fall in this round makes it shorter
    if most > _TRACK_END:
        return
    title = b.words.say("table-track") + "  "
    line, ruler = Text(title), Text(" " * len(title), style="dim")
    for n in range(1, most + 1):
        if n in pawns:
            line.append(str(pawns[n] + 1), f"bold reverse {MARKS[pawns[n]].colour}")
        elif n == b.view["round"]["total"]:
            line.append("Σ", "bold")
        else:
            line.append("|" if n % 10 == 0 else "'" if n % 5 == 0 else "·", _TUNNEL)
        if n == 1 or n % 10 == 0:
            ruler.pad_right(len(title) + n - len(str(n)) - ruler.cell_len)
            ruler.append(str(n))
    yield line
    yield ruler


def card_text(card: Mapping[str, Any]) -> str:
    """A card in short: its number and the sign of its symbol."""
    return f"{card['number']}{SIGNS[card['symbol']]}"


def _player_line(b: _Table, player: Mapping[str, Any]) -> Text:
    from rich.text import Text

    view, say, seat = b.view, b.words.say, player["seat"]
    here = view["pending"] != "chance" and seat in view["pending"]
    name = Text(b.names[seat], style=f"bold {MARKS[seat].colour}")
    name.truncate(_NAME, overflow="ellipsis", pad=True)
    line = Text.assemble("► " if here else "  ", (f"{seat + 1} ", f"bold {MARKS[seat].colour}"), name, " ")
    house = say(f"house-{player['house']}") if player["house"] else say("table-out") if player["fallen"] else "-"
    line.append(f"{'⌂ ' if player['house'] else '  '}{house:6} ")
    line.append(f"{say('table-guess', number=player['guess']) if player['guess'] else '':12}")
    line.append(f"{say('table-rounds-won', count=player['rounds_won']):8}", "dim")
    cards = " ".join(map(card_text, player["open"])) + " " + "■" * player["face_down"]
    line.append(cards.strip())
    if player["drawn"]:
        line.append(say("table-drew", card=card_text(player["drawn"])))
    if seat in view["winners"]:
        line.append(f"  ★ {say('table-won')}", "bold")
    return line


def _own_stack(b: _Table) -> Iterable[Text]:
    from rich.text import Text

    view = b.view
    if view["seat"] is None or not view["players"][view["seat"]]["stack"]:
        return
    me = view["players"][view["seat"]]
    line = Text(f"{b.words.say('table-stack')} ")
    line.append("  ".join(map(card_text, me["stack"])), "bold")
    if me["placed"] is not None:
        line.append("  " + b.words.say("table-placed", count=me["placed"]))
    yield line
