"""Moledozer as text: what people type, what they are asked, and the table drawn with characters.

Terminal play, transcripts and golden tests use it. Colour only repeats what a number or a symbol says already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.engine.marks import MARKS
from molehill.games.moledozer import GAME
from molehill.games.moledozer.box import HOUSES, NUMBERS, PLACE_NAMES, SYMBOLS
from molehill.games.moledozer.moves import MOST_GUESS

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]
SIGNS = {"plain": "", "second": "²", "extra": "+", "reverse": "↻", "swap": "⇄"}
USABLE = ("extra", "reverse", "swap")

# ---- words ----------------------------------------------------------------------------------------------------------


def phrase(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What the words of an event, a move or an outcome may speak about."""
    say = GAME.words.say
    plain = ("number", "count", "of", "deals", "total", "steps", "to", "mole", "what")
    told = {key: data[key] for key in plain if key in data}
    for key, name in (("seat", "player"), ("other", "other"), ("with", "other"), ("west", "west"), ("east", "east")):
        if key in data:
            told[name] = names[data[key]] if data[key] < len(names) else say("player", number=data[key] + 1)
    if "card" in data:
        told["card"] = say(f"card-{data['card']['symbol']}", number=data["card"]["number"])
    if "house" in data:
        told["house"] = say(f"house-{data['house']}")
    if "symbol" in data:
        told["symbol"] = say(f"symbol-{data['symbol']}")
    told["second"] = "yes" if data.get("rule") == "MD-10" else "no"
    told["extra"] = "yes" if data.get("rule") == "MD-13" else "no"
    return told


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    me, most = view["players"][view["seat"]], view["range"][1]
    match view["phase"]:
        case "choose" | "call":
            return words.say(f"ask-{view['phase']}")
        case "order":
            return words.say("ask-order", place=me["placed"] + 1)
        case "guess":
            return words.say("ask-guess", what=view["round"]["what"], most=most)
        case "change":
            return words.say("ask-change", number=me["guess"])
        case "tie guess":
            return words.say("ask-tie", most=most)
    symbols = [words.say(f"symbol-{s}") for s in _usable(view)]
    if not symbols:
        return words.say("ask-step")
    question = "ask-symbol" if view["round"]["stepped"] else "ask-step-or-symbol"
    return words.say(question, symbols=", ".join(symbols))


def _usable(view: View) -> list[str]:
    """The open symbols of which the round's winner may still use one (MD-12)."""
    if view["round"]["used"]:
        return []
    return [symbol for symbol in view["round"]["symbols"] if symbol in USABLE]


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring: whose house falls, or which house one gets."""
    if move["do"] in ("step", "extra"):
        owner = _owner(view, move["to"])
        if owner is None:
            return ""
        return words.say("note-own") if owner == view["seat"] else words.say("note-falls", player=_plain(owner, words))
    if move["do"] == "swap":
        return words.say("note-house", house=words.say(f"house-{view['players'][move['with']]['house']}"))
    return ""


def _plain(seat: int, words: Words) -> str:
    return words.say("player", number=seat + 1)


def _owner(view: View, at: str) -> int | None:
    """Whose house stands on a place."""
    for place in view["boards"][view["side"]]["places"]:
        if place["at"] == at and place["house"]:
            seat: int | None = view["houses"][place["house"]]["seat"]
            return seat
    return None


# ---- what people type -----------------------------------------------------------------------------------------------

_CALLS = {
    "addition": ("addition", "add", "plus", "sum", "+"),
    "multiplication": ("multiplication", "multiply", "times", "product", "x", "*"),
}
_CALL = {word: call for call, words in _CALLS.items() for word in words}
_SYMBOL = {word: symbol for symbol in SYMBOLS for word in (symbol, SIGNS[symbol]) if word}
_FILLERS = frozenset({"the", "to", "with", "mole", "move", "house", "player", "card", "use", "my", "is"})
_EXAMPLES = {
    "choose": "choose north",
    "order": "put 7 swap",
    "call": "call addition",
    "steer": "step d3",
}


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    match move["do"]:
        case "choose":
            return f"choose {move['house']}"
        case "guess":
            return f"guess {move['number']}"
        case "step" | "extra":
            return f"{move['do']} {move['to']}"
        case "swap":
            return f"swap {move['with'] + 1}"
        case "call":
            return f"call {move['what']}"
        case "put":
            number, symbol = move["card"]["number"], move["card"]["symbol"]
            return f"put {number}" if symbol == "plain" else f"put {number} {symbol}"
    return str(move["do"])


def parse(typed: str, view: View) -> dict[str, Any]:
    """The move that somebody typed: "guess 12", "12", "step d3", "swap 2"; Malformed gives a hint."""
    words = [word for word in re.findall(r"[^\s,.]+", typed.lower()) if word not in _FILLERS]
    if not words:
        raise _unclear(view, "empty")
    if words[0] == "extra" and words[1:2] == ["step"]:
        del words[1]
    do, rest = _verb(words, view)
    if do in ("reverse", "done") and not rest:
        return {"do": do}
    readers = {
        "guess": _read_guess, "choose": _read_house, "step": _read_place, "extra": _read_place, "swap": _read_player,
        "call": _read_call, "put": _read_card,
    }  # fmt: skip
    if do not in readers:
        raise _unclear(view, "unknown", typed=" ".join(words))
    key, value = readers[do](rest, view)
    return {"do": do, key: value}


def _verb(words: list[str], view: View) -> tuple[str, list[str]]:
    """The kind of move and the rest; a bare number, place, house or call says by itself what it is."""
    first = words[0]
    if first in ("guess", "choose", "step", "extra", "swap", "call", "put", "reverse", "done"):
        return first, words[1:]
    if first in HOUSES:
        return "choose", words
    if first in _CALL and view["phase"] == "call":
        return "call", words
    if first in PLACE_NAMES:
        return ("extra" if view["round"]["stepped"] else "step"), words
    if re.fullmatch(r"\d+[²+↻⇄]?", first):
        return ("put" if view["phase"] == "order" else "guess"), words
    return first, words[1:]


def _read_guess(words: list[str], view: View) -> tuple[str, Any]:
    if len(words) == 1 and re.fullmatch(r"\d{1,5}", words[0]) and int(words[0]) <= MOST_GUESS:
        return "number", int(words[0])
    raise _unclear(view, "number", typed=" ".join(words) or "?")


def _read_house(words: list[str], view: View) -> tuple[str, Any]:
    if len(words) == 1 and words[0] in HOUSES:
        return "house", words[0]
    raise _unclear(view, "house", typed=" ".join(words) or "?")


def _read_place(words: list[str], view: View) -> tuple[str, Any]:
    if len(words) == 1 and words[0] in PLACE_NAMES:
        return "to", words[0]
    raise _unclear(view, "place", typed=" ".join(words) or "?")


def _read_player(words: list[str], view: View) -> tuple[str, Any]:
    if len(words) == 1 and re.fullmatch(r"\d", words[0]) and 1 <= int(words[0]) <= view["seats"]:
        return "with", int(words[0]) - 1
    raise _unclear(view, "player", typed=" ".join(words) or "?", most=view["seats"])


def _read_call(words: list[str], view: View) -> tuple[str, Any]:
    if len(words) == 1 and words[0] in _CALL:
        return "what", _CALL[words[0]]
    raise _unclear(view, "call", typed=" ".join(words) or "?")


def _read_card(words: list[str], view: View) -> tuple[str, Any]:
    found = re.fullmatch(r"(\d{1,2}) ?([²+↻⇄]|[a-z]+)?( step)?", " ".join(words))
    symbol = _SYMBOL.get(found[2] or "plain") if found else None
    if found and symbol and 1 <= int(found[1]) <= NUMBERS:
        return "card", {"number": int(found[1]), "symbol": symbol}
    raise _unclear(view, "card", typed=" ".join(words) or "?")


def _unclear(view: View, why: str, **parameters: Any) -> Malformed:
    example = _EXAMPLES.get(view["phase"], "guess 12")
    return Malformed(GAME.words.say(f"typed-{why}", example=f'"{example}"', **parameters))


# ---- the table ------------------------------------------------------------------------------------------------------

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
