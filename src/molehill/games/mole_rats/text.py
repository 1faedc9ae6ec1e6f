"""Mole Rats as text: what people type, what they are asked, and the station unrolled, tier above tier.

Terminal play, transcripts and golden tests use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.games.mole_rats import GAME
from molehill.games.mole_rats.box import RATS, SNAKES_A_COLOUR, length_of
from molehill.games.mole_rats.moves import SNAKE_NAMES, STEPS, WAYS
from molehill.games.mole_rats.view import card_phrase, snake_phrase

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

# ---- words ----------------------------------------------------------------------------------------------------------


def phrase(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What the words of an event, a move or a drawn card may speak about."""
    told = {key: data[key] for key in ("rat", "by", "from", "to", "at", "steps", "way", "item", "half") if key in data}
    if "seat" in data:
        told["player"] = names[data["seat"]]
    if "snake" in data:
        told |= snake_phrase(data["snake"])
    if "card" in data:
        told |= card_phrase(data["card"])
    if data.get("do") == "draw":
        told |= card_phrase(data)
    if "saved" in data:
        told |= {"saved": "yes" if data["saved"] else "no", "tier": data["at"].split("-")[0]}
    return told


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    if view["boost"]:
        return words.say("ask-boost", rat=view["boost"]["rat"])
    told = card_phrase(view["hands"][view["turn"]])
    if view["half"] == "snakes":
        return words.say("ask-snakes", todo=", ".join(view["todo"]), **told)
    own = _rat(view, seat=view["turn"])
    helps = told["rat_who"] == "your" and own["at"] == "pod"
    todo = ", ".join(map(str, view["todo"]))
    return words.say("ask-rats-help" if helps else "ask-rats", todo=todo, some=len(view["todo"]), **told)


def _rat(view: View, **wanted: Any) -> dict[str, Any]:
    key, value = next(iter(wanted.items()))
    return next(rat for rat in view["rats"] if rat[key] == value)


# ---- what a move would bring ----------------------------------------------------------------------------------------


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring, as far as nobody else has to decide first."""
    if "rat" in move:
        return ", ".join(_note_rat(view, move, words))
    return ", ".join(_note_snake(view, move, words))


def beside(view: View, place: str, way: str) -> str:
    """The next space of the same tier."""
    tier, number = map(int, place.split("-"))
    size = view["station"]["tiers"][tier - 1]
    return f"{tier}-{(number - 1 + (1 if way == WAYS[0] else -1)) % size + 1}"


def _note_rat(view: View, move: Mapping[str, Any], words: Words) -> Iterator[str]:
    rat, station = _rat(view, rat=move["rat"]), view["station"]
    snakes = {snake["at"] for snake in view["snakes"]}
    at = rat["at"]
    for _ in range(move.get("steps", 1)):
        at = beside(view, at, move["way"])
        if at in snakes:
            break
    end = at if at in snakes else station["ladders"].get(at) or station["shafts"].get(at) or at
    if end in ("pod", "space"):
        yield words.say(f"note-{end}")
        return
    if end != at:
        yield words.say("note-ladder" if at in station["ladders"] else "note-shaft", place=at, end=end)
    if end in snakes:
        yield words.say("note-bitten" if rat["medkit"] else "note-bitten-again", place=end)
        return
    if end == at:
        yield words.say("note-plain", place=at)
    for item in view["equipment"]:
        if not item["collected"] and station["equipment"][item["item"]] == end:
            yield words.say("note-collect", item=item["item"])
    for other in view["rats"]:
        if other["at"] == end and other is not rat:
            yield words.say("note-boosts", other=other["rat"])


def _note_snake(view: View, move: Mapping[str, Any], words: Words) -> Iterator[str]:
    station = view["station"]
    at = next(snake["at"] for snake in view["snakes"] if snake["snake"] == move["snake"])
    left = move.get("steps", sum(view["station"]["tiers"]))
    rats = {rat["at"]: rat["rat"] for rat in view["rats"]}
    while left:
        at, left = beside(view, at, move["way"]), left - 1
        if at in rats:
            yield words.say("note-bites", other=rats[at])
        if move["do"] == "climb" and at in station["ladders"]:
            break
    end = station["ladders"].get(at) or station["shafts"].get(at)
    if end in ("pod", "space"):
        yield words.say("note-intrudes" if end == "pod" else "note-blown")
    elif end:
        yield words.say("note-ladder" if at in station["ladders"] else "note-shaft", place=at, end=end)
        if end in rats:
            yield words.say("note-bites", other=rats[end])
    else:
        yield words.say("note-plain", place=at)


# ---- what people type -----------------------------------------------------------------------------------------------

# On the unrolled station clockwise is to the right.
_WAY = {
    "clockwise": ("right", "r", "clockwise", "cw", "c", "+", ">", "→"),
    "anticlockwise": ("left", "l", "anticlockwise", "counterclockwise", "ccw", "acw", "a", "-", "<", "←"),
}
_WAYS = {word: way for way, words in _WAY.items() for word in words}
_SHORT = {name[0] + name[-1]: name for name in SNAKE_NAMES}
_FILLERS = frozenset({"move", "run", "slither", "the", "rat", "snake", "space", "spaces", "go", "to", "by"})


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    piece = move.get("snake") or f"rat {move['rat']}"
    verb = f"{move['do']} " if move["do"] in ("climb", "boost") else ""
    steps = f" {move['steps']}" if "steps" in move else ""
    return f"{verb}{piece} {_WAY[move['way']][0]}{steps}"


def parse(typed: str, view: View) -> dict[str, Any]:
    """The move that somebody typed: "rat 2 right 3", "r1 left 2", "climb red 1 right", "boost left"."""
    text = re.sub(r"\b(red|yellow|green|blue)\s+(?:snake\s+)?(\d)", lambda found: found[1][0] + found[2], typed.lower())
    text = re.sub(r"([-+<>→←])\s*(\d)", r"\1 \2", text)
    words = [word for word in re.findall(r"[^\s,.]+", text) if word not in _FILLERS]
    if not words:
        raise _unclear("empty")
    if words[0] == "boost":
        return _parse_boost(words[1:], view)
    climbs = "climb" in words
    words = [word for word in words if word != "climb"]
    piece = _read_piece(words[:1])
    way = _read_way(words[1:2])
    if len(words) > (2 if climbs else 3):
        raise _unclear("too-much", typed=" ".join(words[2 if climbs else 3 :]))
    if climbs:
        if "rat" in piece:
            raise _unclear("rats-climb")
        return {"do": "climb", **piece, "way": way}
    steps = _read_steps(words[2:], view, "rat" in piece)
    return {"do": "run" if "rat" in piece else "slither", **piece, "steps": steps, "way": way}


def _parse_boost(words: list[str], view: View) -> dict[str, Any]:
    """The rat may be left out: only one has to make room at a time."""
    if len(words) == 1 and words[0] in _WAYS and view["boost"]:
        words = [str(view["boost"]["rat"]), *words]
    piece = _read_piece(words[:1])
    if "snake" in piece:
        raise _unclear("boost-snake")
    if len(words) > 2:
        raise _unclear("too-much", typed=" ".join(words[2:]))
    return {"do": "boost", **piece, "way": _read_way(words[1:2])}


def _read_piece(words: list[str]) -> dict[str, Any]:
    if not words:
        raise _unclear("no-piece")
    if re.fullmatch(f"@?[1-{RATS}]", words[0]):
        return {"rat": int(words[0][-1])}
    if words[0] not in _SHORT:
        raise _unclear("bad-piece", typed=words[0], most=SNAKES_A_COLOUR)
    return {"snake": _SHORT[words[0]]}


def _read_way(words: list[str]) -> str:
    if not words:
        raise _unclear("no-way")
    if words[0] not in _WAYS:
        raise _unclear("bad-way", typed=words[0])
    return _WAYS[words[0]]


def _read_steps(words: list[str], view: View, rat: bool) -> int:
    """The steps that were typed, or the card's if it leaves no choice."""
    if words:
        if not re.fullmatch(f"[1-{STEPS}]", words[0]):
            raise _unclear("bad-steps", typed=words[0])
        return int(words[0])
    card = view["hands"][view["turn"]] if view["turn"] is not None else None
    length = length_of(card["rats" if rat else "snakes"]) if card else ""
    if len(length) != 1:
        raise _unclear("no-steps")
    return int(length)


def _unclear(why: str, **parameters: Any) -> Malformed:
    return Malformed(GAME.words.say(f"typed-{why}", **parameters))


# ---- the station ----------------------------------------------------------------------------------------------------

_WIDTH, _CELL, _MARGIN = 72, 3, 7  # at 80 columns; a tier of more than 24 spaces needs a wider screen
_DIM, _POD = "#8a8f9c", "bold #14260a on #8fd694"
_RAT_STYLE = "bold #14141c on #ffd9c7"
_SNAKE_STYLES = {
    "red": "bold #ffffff on #b3261e",
    "yellow": "bold #2b2300 on #f0e442",
    "green": "bold #ffffff on #00664b",
    "blue": "bold #ffffff on #1f5fa8",
}
_FEATURE_STYLES = {"▲": "bold #8fd694", "△": "#8fd694", "▼": "bold #e69f00", "▽": "#e69f00", "♦": "bold #ff9ecb"}
_ITEM_LETTERS = {"toothbrush": "T", "tape": "D", "map": "M", "food": "F"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

Cell = tuple[str, str]  # characters and their style


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything visible: the five tiers unrolled, the pod above them, then the players, their cards and the snakes."""
    return _Board(view, names, words)


@dataclass(frozen=True)
class _Board:
    view: View
    names: Sequence[str]
    words: Words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.pod()
        for tier in range(len(self.view["station"]["tiers"]), 0, -1):
            yield from self.tier(tier)
        yield from self.legend()
        yield from self.state()
        yield self.players()

    def pod(self) -> Text:
        """The escape pod with the rats in it, and what has been collected."""
        from rich.text import Text

        say = self.words.say
        line = Text.assemble((f" {say('board-pod')} ", _POD), " ")
        for rat in self.view["rats"]:
            if rat["at"] == "pod":
                line.append(f"@{rat['rat']}", _RAT_STYLE).append(" ")
        line.append(f"  {say('board-equipment')}:")
        for item in self.view["equipment"]:
            box = "[x]" if item["collected"] else "[ ]"
            name = say("item-name", item=item["item"])
            line.append(f"  {box} {name}", "bold #8fd694" if item["collected"] else "#ff9ecb")
        return line

    def tier(self, tier: int) -> Iterator[Text]:
        """A tier's numbers, its features, and as many lines of pieces as the fullest space needs."""
        sizes = self.view["station"]["tiers"]
        size, width = sizes[tier - 1], max(_WIDTH, _CELL * max(sizes))
        features = _features(self.view)
        names = [f"{tier}-{k + 1}" for k in range(size)]
        yield _spread(self.words.say("board-tier", tier=tier), [(str(k + 1), _DIM) for k in range(size)], width)
        yield _spread("", [features.get(name, ("·", _DIM)) for name in names], width)
        pieces = [_pieces(self.view, name) for name in names]
        for line in range(max(map(len, pieces))):
            yield _spread("", [stack[line] if line < len(stack) else ("", "") for stack in pieces], width)

    def legend(self) -> Iterator[Text]:
        from rich.text import Text

        for line in ("board-legend-1", "board-legend-2"):
            yield Text(self.words.say(line), style=_DIM)

    def state(self) -> Iterator[Text]:
        """Turn, pile, snakes beside the board and out in space."""
        from rich.text import Text

        view, say = self.view, self.words.say
        yield Text(say("board-turn", turn=view["turns"] + 1, pile=view["pile"]), style="bold")
        for where in ("aside", "space"):
            snakes = [_short(s["snake"]) for s in view["snakes"] if s["at"] == where]
            if snakes:
                yield Text(say(f"board-{where}", snakes=" ".join(snakes)))

    def players(self) -> RenderableType:
        """A line for each seat: name, rat, medkit, card."""
        from rich.table import Table
        from rich.text import Text

        view, say = self.view, self.words.say
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in range(view["seats"]):
            rat, card = _rat(view, seat=seat), view["hands"][seat]
            table.add_row(
                "►" if view["turn"] == seat else " ",
                Text(self.names[seat], style="bold"),
                Text(f"@{rat['rat']}", style=_RAT_STYLE),
                rat["at"] if "-" in rat["at"] else say(f"board-in-{rat['at']}"),
                say("board-medkit" if rat["medkit"] else "board-no-medkit"),
                say("card", **card_phrase(card)) if card else say("board-no-card"),
            )
        return table


def _spread(title: str, cells: Sequence[Cell], width: int) -> Text:
    """Cells spread over the whole width, so that what lies at the same angle stands in about the same column."""
    from rich.text import Text

    line = Text(f"{title:{_MARGIN}}", no_wrap=True, overflow="crop", end="\n")
    for k, (characters, style) in enumerate(cells):
        room = (k + 1) * width // len(cells) - k * width // len(cells)
        line.append(characters, style).append(" " * (room - len(characters)))
    line.rstrip()
    return line


def _features(view: View) -> dict[str, Cell]:
    """A sign for every space that is not plain: both ends of a ladder or shaft have the same letter."""
    station, found = view["station"], {}
    letters = iter(_LETTERS + _LETTERS.upper())
    for table, start, end in (("ladders", "▲", "△"), ("shafts", "▼", "▽")):
        for place, far in station[table].items():
            letter = "*" if far in ("pod", "space") else next(letters, "?")
            found[place] = f"{start}{letter}"
            found[far] = f"{end}{letter}"
    for item in view["equipment"]:
        if not item["collected"]:
            found[station["equipment"][item["item"]]] = f"♦{_ITEM_LETTERS[item['item']]}"
    found |= {place: f"⌂{number + 1}" for number, place in enumerate(station["rat_starts"])}
    found |= {place: f"~{colour[0]}" for colour, place in station["snake_starts"].items()}
    return {place: (sign, _FEATURE_STYLES.get(sign[0], "")) for place, sign in found.items()}


def _pieces(view: View, place: str) -> list[Cell]:
    rats = [(f"@{rat['rat']}", _RAT_STYLE) for rat in view["rats"] if rat["at"] == place]
    snakes = [s["snake"] for s in view["snakes"] if s["at"] == place]
    return rats + [(_short(name), _SNAKE_STYLES[name.split()[0]]) for name in snakes]


def _short(name: str) -> str:
    return name[0] + name[-1]
