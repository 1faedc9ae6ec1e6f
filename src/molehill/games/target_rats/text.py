"""Target: Rats as text: what people type, what they are asked, and the board drawn with characters.

Terminal play, transcripts and golden tests use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.engine.marks import MARKS
from molehill.games.target_rats import GAME
from molehill.games.target_rats.box import MOST_DICE, QUADRANTS, RATS, SPACE_NUMBERS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

# ---- words ----------------------------------------------------------------------------------------------------------


def place(name: str) -> str:
    """A space as people call it."""
    if name == "city":
        return GAME.words.say("place-city")
    return GAME.words.say("place-nest" if name.startswith("n") else "place-space", name=name)


def phrase(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What the words of an event, a move or a die may speak about."""
    numbers = ("round", "dice", "left", "rat", "other", "lost", "attackers", "defenders", "total", "attack", "defence")
    told = {key: data[key] for key in numbers if key in data}
    if "seat" in data:
        told["player"] = names[data["seat"]]
    if "against" in data:
        told["opponent"] = names[data["against"]]
    if "winner" in data:
        told["winner"] = "none" if data["winner"] is None else names[data["winner"]]
    if "rats" in data:
        told["rat"], told["other"] = data["rats"]
    if "from" in data:
        told["origin"] = place(data["from"])
    for key in ("at", "to"):
        if key in data:
            told["place"] = place(data[key])
    if "shows" in data:
        told["shows"] = face(data["shows"])
    return told


def face(shows: int | str) -> str:
    """A die's face in words."""
    return GAME.words.say("face-target") if shows == "target" else str(shows)


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    if view["phase"] == "before":
        few = sum(rat["at"] is not None for rat in _faction(view)["rats"]) <= view["few"]
        return words.say("ask-place" if few else "ask-roll", dice=view["usual_dice"], more=view["cheese_dice"])
    if view["left"] == 0:
        return words.say("ask-leftover")
    return words.say("ask-move-target" if view["target"] else "ask-move", left=view["left"])


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring."""
    faction = _faction(view)
    match move["do"]:
        case "step":
            return _note_step(view, faction["rats"][move["rat"] - 1], move["to"], words)
        case "breed":
            supply = sum(rat["at"] is None for rat in faction["rats"])
            return words.say("note-breed", count=min(view["litter"], supply))
        case "exterminate":
            hit = [[rat["at"] for rat in f["rats"]].count(move["at"]) for f in view["factions"]]
            return words.say("note-kill", count=sum(hit), own=hit[faction["seat"]]) if sum(hit) else ""
        case "end":
            return words.say("note-lost", count=view["left"]) if view["left"] else ""
    return ""


def _note_step(view: View, rat: Mapping[str, Any], to: str, words: Words) -> str:
    if to == view["exterminator"]:
        return words.say("note-die")
    if to == "city":
        return words.say("note-crown" if view["cheese"] is None else "note-enter")
    if to in _dumpsters(view) and not rat["fed"]:
        return words.say("note-feed")
    return ""


def _faction(view: View) -> Mapping[str, Any]:
    seat = view["turn"] if view["seat"] is None else view["seat"]
    faction: Mapping[str, Any] = view["factions"][seat or 0]
    return faction


def _dumpsters(view: View) -> set[str]:
    return {space["space"] for space in view["board"] if space["dumpster"]}


# ---- what people type -----------------------------------------------------------------------------------------------

_FILLERS = frozenset({"rat", "rats", "to", "with", "and", "at", "dice", "die", "the", "movement"})
_KINDS = {
    "place": ("place", "new"),
    "roll": ("roll",),
    "end": ("end", "done", "stop"),
    "step": ("step", "move", "go"),
    "breed": ("breed",),
    "exterminate": ("exterminate", "exterminator", "x", "send"),
}
_KIND = {word: kind for kind, words in _KINDS.items() for word in words}


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    match move["do"]:
        case "roll":
            return f"roll {move['dice']}"
        case "step":
            return f"step {move['rat']} {move['to']}"
        case "breed":
            return f"breed {move['rats'][0]} {move['rats'][1]}"
        case "exterminate":
            return f"x {move['at']}"
    return str(move["do"])


def parse(typed: str, view: View) -> dict[str, Any]:
    """The move that somebody typed: "step 2 s5" or just "2 s5", "breed 1 4", "x s9", "roll 3", "end"."""
    words = [word for word in re.findall(r"[a-z0-9]+", typed.lower()) if word not in _FILLERS]
    if not words:
        raise _unclear("empty")
    kind = _KIND.get(words[0])
    if kind is None and words[0].isdigit():
        kind, words = "step", ["step", *words]
    if kind is None:
        raise _unclear("unknown", typed=words[0])
    return _parse_kind(kind, words[1:], view)


def _parse_kind(kind: str, words: list[str], view: View) -> dict[str, Any]:
    wanted = {"step": 2, "breed": 2, "exterminate": 1, "roll": 1}.get(kind, 0)
    if kind == "roll" and not words:
        words = [str(view["usual_dice"])]
    if len(words) != wanted:
        raise _unclear(kind)
    if kind == "roll":
        return {"do": "roll", "dice": _number(words[0], MOST_DICE, "dice")}
    if kind == "step":
        return {"do": "step", "rat": _number(words[0], RATS, "rat"), "to": _space(words[1])}
    if kind == "breed":
        rats = sorted(_number(word, RATS, "rat") for word in words)
        if rats[0] == rats[1]:
            raise _unclear("breed")
        return {"do": "breed", "rats": rats}
    if kind == "exterminate":
        return {"do": "exterminate", "at": _space(words[0])}
    return {"do": kind}


def _number(word: str, most: int, what: str) -> int:
    if not re.fullmatch(r"\d{1,2}", word) or not 1 <= int(word) <= most:
        raise _unclear(f"bad-{what}", typed=word, most=most)
    return int(word)


def _space(word: str) -> str:
    if word not in SPACE_NUMBERS:
        raise _unclear("bad-space", typed=word)
    return word


def _unclear(why: str, **parameters: Any) -> Malformed:
    return Malformed(GAME.words.say(f"typed-{why}", **parameters))


# ---- the board ------------------------------------------------------------------------------------------------------

# Seat colours after Okabe and Ito, which stay apart for colour-blind eyes; each faction has its letter.
LETTERS = "abcd"
_STYLES = {"surface": "#a8a8a8", "underground": "#b08d57", "nest": "bold", "tunnel": "#b08d57", "city": "bold #f0e442"}
_WIDTH = 80
_WIDE = 11  # rings of more cells a side get narrower cells
_SMALLEST = 4  # cells a side that the ring below needs, for Rat City to fit inside

Run = tuple[int, str, str]  # column, characters, style


def board(view: View, names: Sequence[str], words: Words) -> RenderableType:
    """Everything on the table: the rings as squares round Rat City, then every faction's rats by their numbers."""
    from rich.console import Group

    lines = _map(view, words)
    return Group(*lines, *_legend(words), _header(view, names, words), *_factions(view, names, words))


class _Canvas:
    """Lines of text that are written anywhere, cell by cell."""

    def __init__(self, rows: int, width: int) -> None:
        self.width = width
        self.lines: list[list[Run]] = [[] for _ in range(rows)]

    def put(self, line: int, column: int, runs: Iterable[tuple[str, str]]) -> None:
        for characters, style in runs:
            self.lines[line].append((column, characters, style))
            column += len(characters)

    def texts(self) -> list[Text]:
        from rich.text import Text

        found = []
        for runs in self.lines:
            text = Text(no_wrap=True, overflow="crop")
            for column, characters, style in sorted(runs):
                text.append(" " * (column - len(text)))
                text.append(characters, style=style)
            found.append(text)
        return found


def _map(view: View, words: Words) -> list[Text]:
    spaces = {space["space"]: space for space in view["board"]}
    above = sum(space["kind"] == "surface" for space in spaces.values()) // QUADRANTS
    below = sum(space["kind"] == "underground" for space in spaces.values()) // QUADRANTS
    inner = max(below, _SMALLEST)
    outer = max(above, inner + 4)
    width = 8 if outer <= _WIDE else 7
    edge = (outer - inner) // 2
    canvas = _Canvas(2 * (outer + 1), width * (outer + 1))
    cells = {f"s{n}": _on_square(n, above, outer, 0) for n in range(QUADRANTS * above)}
    cells |= {f"u{n}": _on_square(n, below, inner, edge) for n in range(QUADRANTS * below)}
    for q in range(QUADRANTS):
        row, column = cells[spaces[f"n{q}"]["joins"][0]]
        cells[f"n{q}"] = (row + (-1, 0, 1, 0)[q], column + (0, 1, 0, -1)[q])
    for name, (row, column) in cells.items():
        canvas.put(2 * row, width * column, [(_label(spaces[name]), _STYLES[spaces[name]["kind"]])])
        canvas.put(2 * row + 1, width * column, _rats(view, name))
    _draw_middle(view, spaces, canvas, 2 * (edge + 1), width * (edge + 1), words)
    return canvas.texts()


def _on_square(n: int, spaces: int, cells: int, edge: int) -> tuple[int, int]:
    """Row and column of a ring's n-th space, the ring drawn as a square from the upper left corner on, clockwise."""
    side, place = divmod(n, spaces)
    along = place * cells // spaces
    row, column = ((0, along), (along, cells), (cells, cells - along), (cells - along, 0))[side]
    return edge + row, edge + column


def _label(space: Mapping[str, Any]) -> str:
    """A space's name with what is special: a dumpster, the way down or up, the tunnel that begins here."""
    name: str = space["space"]
    if space["kind"] == "nest":
        return f"[{name}]"
    sign = "▣" if space["dumpster"] else ""
    for other in space["joins"]:
        if space["kind"] == "surface" and other.startswith("u"):
            sign += f"↓{other}"
        elif space["kind"] == "underground" and other.startswith("s"):
            sign += f"↑{other}"
        elif space["kind"] == "underground" and other.startswith("t"):
            sign += f"»{other[:2]}"
    return name + sign


def _rats(view: View, name: str) -> list[tuple[str, str]]:
    """The rats on a space: a letter each, a capital when fed; many of a kind as a number."""
    found: list[tuple[str, str]] = []
    if view["exterminator"] == name:
        found.append(("X", "bold reverse #d55e00"))
    for faction in view["factions"]:
        letter, colour = LETTERS[faction["seat"]], MARKS[faction["seat"]].colour
        here = [rat["fed"] for rat in faction["rats"] if rat["at"] == name]
        for fed, sign in ((False, letter), (True, letter.upper())):
            n = here.count(fed)
            if n:
                found.append((sign * n if n <= 4 else f"{n}{sign}", f"bold {colour}"))
    return found or [("·", "dim")]


def _draw_middle(view: View, spaces: View, canvas: _Canvas, line: int, column: int, words: Words) -> None:
    """The tunnels, each space by space from outside inward, and Rat City between them."""
    order = (0, 1, None, None, 3, 2)
    for offset, q in enumerate(order):
        if q is None:
            continue
        runs: list[tuple[str, str]] = [(f"t{q} ", _STYLES["tunnel"])]
        for name in sorted(name for name in spaces if name.startswith(f"t{q}")):
            rats = _rats(view, name)
            runs += [*rats, (" " * (5 - sum(len(text) for text, _ in rats)), "")]
        canvas.put(line + offset, column, runs)
    canvas.put(line + 2, column, [(words.say("board-city"), _STYLES["city"])])
    canvas.put(line + 3, column, [("  ", ""), *_rats(view, "city")])


def _legend(words: Words) -> list[Text]:
    from rich.text import Text

    return [Text(words.say("board-legend"), style="dim"), Text()]


def _header(view: View, names: Sequence[str], words: Words) -> Text:
    """The turn, the dice and what is left of them, or the fight."""
    from rich.text import Text

    if view["turn"] is None:
        return Text(words.say("board-start"))
    text = Text(words.say("board-turn", round=view["round"], player=names[view["turn"]]), style="bold")
    if view["phase"] == "over":
        return Text(words.say("board-over", round=view["round"]), style="bold")
    if view["fight"]:
        for side in ("attacker", "defender"):
            thrown = view["fight"][side]
            dice = " ".join(map(_die, thrown["shows"])) or "-"
            text.append("  " + words.say(f"board-{side}", rats=thrown["rats"], dice=dice, total=thrown["total"]))
    elif view["dice"]["shows"]:
        dice = " ".join(map(_die, view["dice"]["shows"]))
        text.append("  " + words.say("board-dice", dice=dice, left=view["left"]))
    return text


def _die(shows: int | str) -> str:
    return "⊕" if shows == "target" else str(shows)


def _factions(view: View, names: Sequence[str], words: Words) -> list[Text]:
    from rich.text import Text

    lines = []
    for faction in view["factions"]:
        seat = faction["seat"]
        head = Text(f"{LETTERS[seat]} {names[seat]}", style=f"bold {MARKS[seat].colour}")
        if view["cheese"] == seat:
            head.append(f" ♛ {words.say('board-cheese')}", style=_STYLES["city"])
        nest = sum(rat["at"] == faction["nest"] for rat in faction["rats"])
        supply = sum(rat["at"] is None for rat in faction["rats"])
        counts = words.say("board-counts", out=faction["out"], nest=nest, name=faction["nest"], supply=supply)
        lines += [head.append(f"  {counts}", style="not bold"), *_numbers(view, faction, words)]
    return lines


def _numbers(view: View, faction: Mapping[str, Any], words: Words) -> list[Text]:
    """The rats by number: where each stands, a star when fed, who is moving and who has finished."""
    from rich.text import Text

    where: dict[str, list[str]] = {}
    moving = view["mover"]["rat"] if view["mover"] and view["turn"] == faction["seat"] else 0
    for rat in faction["rats"]:
        if rat["at"] is not None:
            signs = (("*", rat["fed"]), ("!", rat["rat"] == moving), (".", rat["finished"]))
            where.setdefault(rat["at"], []).append(str(rat["rat"]) + "".join(sign for sign, on in signs if on))
    lines = [""]
    for name, rats in sorted(where.items(), key=lambda item: SPACE_NUMBERS[item[0]]):
        part = f"{name}: {' '.join(rats)}"
        if len(lines[-1]) + len(part) + 3 > _WIDTH - 2:
            lines.append("")
        lines[-1] += f" | {part}" if lines[-1] else part
    return [Text(f"  {line or words.say('board-none')}") for line in lines]
