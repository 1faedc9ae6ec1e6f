"""Mole Park as text: what people type, what they are asked, and the park drawn with characters.

Terminal play, transcripts and golden tests use it. Colour only repeats what a letter or a symbol says already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.engine.marks import MARKS
from molehill.games.mole_park import GAME
from molehill.games.mole_park.box import DICE, PILE_NAMES, VALUES
from molehill.games.mole_park.moves import MISS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from molehill.engine.words import Words

View = Mapping[str, Any]

# ---- words ----------------------------------------------------------------------------------------------------------

_PLAIN = ("round", "wave", "phase", "card", "hole", "each", "left", "dice")
_STARS = ("stars", "total")
_HAND = ("ones", "twos", "threes", "fours", "fives")


def phrase(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What the words of an event, a move or an outcome of chance may speak about."""
    say = GAME.words.say
    told: dict[str, Any] = {key: data[key] for key in _PLAIN if key in data}
    told |= {key: say("stars", stars=data[key]) for key in _STARS if key in data}
    if "seat" in data:
        told["player"] = _name(names, data["seat"])
    if "king" in data:
        told["king"] = names[data["king"]]
    if "pile" in data:
        told["pile"] = say(f"pile-{data['pile']}")
    for part in (_who, _numbers, _die_and_face):
        told |= part(data, names)
    if "hand" in data:
        told["prize"] = say("prize", hand=data["hand"], stars=told["stars"], pile=told["pile"])
    return told


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else GAME.words.say("player", number=seat + 1)


def _who(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    seats = data.get("contestants", data.get("pending", []))
    told = {"players": ", ".join(names[s] for s in seats)} if isinstance(seats, list) else {"players": ""}
    if "declare" in data:
        told["declare"] = "yes" if data["declare"] else "no"
    return told


def _numbers(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    say, told = GAME.words.say, {}
    if isinstance(data.get("holes"), list):
        same = set(data["holes"])
        told["each"] = same.pop() if len(same) == 1 else 0
        some = [(h, n) for h, n in enumerate(data["holes"], 1) if n]
        told["holes"] = ", ".join(say("dealt-to", moles=n, hole=h) for h, n in some)
    if "prizes" in data:
        told |= {key: data[key] for key in ("moles", "die", "prizes")}
    elif "moles" in data:
        told["moles"] = say("moles", moles=data["moles"])
    if "ones" in data:
        told["hand"] = _hand([data[key] for key in _HAND])
    return told


def _hand(counts: Sequence[int]) -> str:
    """A hand as the stars of its moles: "1, 1, 4"."""
    return ", ".join(str(k + 1) for k, n in enumerate(counts) for _ in range(n)) or GAME.words.say("no-moles")


def _die_and_face(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(data.get("die"), str):
        return {}
    say, told = GAME.words.say, {"die": GAME.words.say(f"die-{data['die']}")}
    if "shows" in data:
        told["result"] = _face(data["die"], data["shows"], say)
    return told


def _face(die: str, shows: int | str, say: Any) -> str:
    if shows == MISS:
        return str(say("shows-miss"))
    return str(say("stars", stars=shows) if die == "prize" else say("shows-hole", shows=shows))


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    phase, me = view["phase"], view["players"][view["seat"]]
    tied = [words.say("player", number=s + 1) for s in view["tied"]]
    return words.say(
        f"ask-{phase}",
        wave=view["wave"],
        cost=view["crown"]["cost"],
        have=me["stars"] + _stars_in_hand(me),
        moles=me["moles"],
        limit=me["limit"],
        total=me["total"] or 0,
        players=", ".join(tied),
    )


def _stars_in_hand(player: Mapping[str, Any]) -> int:
    return sum((k + 1) * n for k, n in enumerate(player["hand"] or []))


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """What a move would bring, as far as it can be known."""
    me, say = view["players"][view["seat"]], words.say
    have = me["stars"] + _stars_in_hand(me)
    prize_die = view["dice"]["prize"]
    if move["do"] == "declare":
        need = max(0, view["crown"]["cost"] - have)
        faces = sum(face >= need for face in prize_die)
        return say("note-sure") if faces == len(prize_die) else say("note-crown", faces=faces, need=need)
    if move["do"] == "choose" and move["die"] == "prize":
        if me["moles"] == 0:
            return say("note-no-moles")
        return say("note-prize", low=have + min(prize_die), high=have + max(prize_die))
    if move["do"] == "choose":
        holes = sorted({face for face in view["dice"][move["die"]] if face != MISS})
        return ", ".join(
            say("note-face", hole=h, moles=say("moles", moles=view["holes"][h - 1])) for h in holes
        )  # fmt: skip
    pile = next((pile for pile in view["piles"] if pile["pile"] == move.get("pile")), None)
    if pile and pile["up"]:
        card = pile["up"]
        message = "note-take-room" if card["hand"] else "note-take"
        return say(message, name=card["name"], stars=say("stars", stars=card["stars"]), hand=card["hand"])
    return ""


# ---- what people type -----------------------------------------------------------------------------------------------

_DIE_WORDS = {
    "glove": ("glove", "boxing", "g"),
    "pan": ("pan", "frying", "f"),
    "mallet": ("mallet", "giant", "m"),
    "prize": ("prize", "prizes", "p"),
}
_DIE = {word: die for die, words in _DIE_WORDS.items() for word in words}
_PILE_WORDS = {
    "candy": ("candy", "bar"),
    "toys": ("toys", "toy", "house"),
    "inflation": ("inflation", "nation"),
    "furry": ("furry", "friends"),
    "action": ("action", "ready"),
    "collection": ("collection",),
    "crown": ("crown",),
}
_PILE = {word: pile for pile, words in _PILE_WORDS.items() for word in words}
_VERB_WORDS = {
    "declare": ("declare", "yes", "y", "go", "going"),
    "hold": ("hold", "no", "n", "wait"),
    "choose": ("choose", "roll"),
    "discard": ("discard", "drop"),
    "take": ("take", "pick"),
    "pass": ("pass", "none", "nothing"),
    "name": ("name",),
    "crown": ("crown", "give"),
}
_VERB = {word: verb for verb, words in _VERB_WORDS.items() for word in words}
_FILLERS = frozenset(
    ("the", "a", "an", "of", "to", "for", "from", "in", "my", "king", "king's", "mole", "moles", "mole's")
) | {"die", "star", "stars", "player"}


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    match move["do"]:
        case "choose":
            return str(move["die"])
        case "discard":
            return f"discard {move['stars']}"
        case "take":
            return f"take {move['pile']}"
        case "name" | "crown":
            return f"{move['do']} {move['seat'] + 1}"
    return str(move["do"])


def parse(typed: str, view: View) -> dict[str, Any]:
    """The move that somebody typed: "glove", "discard 2", "take candy"; Malformed says what is missing."""
    words = [word for word in typed.lower().replace(",", " ").split() if word not in _FILLERS]
    if not words:
        raise _unclear(view, "empty")
    verb, rest = _VERB.get(words[0]), words[1:]
    if verb is None:
        verb, rest = _verb_left_out(words[0], view), words
    elif words == ["crown"] and view["phase"] == "declare":
        verb, rest = "declare", words
    match verb:
        case "declare" | "hold" | "pass":
            return _complete({"do": verb}, [word for word in rest if word != "crown"], view)
        case "choose":
            return _read_die(rest, view)
        case "discard":
            return _read_discard(rest, view)
        case "take":
            return _read_take(rest, view)
    return _read_player(verb, rest, view)


def _verb_left_out(word: str, view: View) -> str:
    if word in _DIE:
        return "choose"
    if word in _PILE:
        return "take"
    if word.isdecimal() and view["phase"] in ("discard", "name", "crown"):
        return str(view["phase"])
    raise _unclear(view, "unknown", typed=word)


def _complete(move: dict[str, Any], rest: Sequence[str], view: View) -> dict[str, Any]:
    if rest:
        raise _unclear(view, "too-much", typed=" ".join(rest))
    return move


def _read_die(words: Sequence[str], view: View) -> dict[str, Any]:
    if not words or words[0] not in _DIE:
        raise _unclear(view, "die", typed=" ".join(words) or "?", dice=", ".join(DICE))
    die = _DIE[words[0]]
    return _complete({"do": "choose", "die": die}, [word for word in words if _DIE.get(word) != die], view)


def _read_discard(words: Sequence[str], view: View) -> dict[str, Any]:
    number = _number(words, VALUES)
    if not number:
        raise _unclear(view, "stars", most=VALUES)
    return _complete({"do": "discard", "stars": number}, words[1:], view)


def _read_take(words: Sequence[str], view: View) -> dict[str, Any]:
    if words and _VERB.get(words[0]) == "pass":
        return _complete({"do": "pass"}, words[1:], view)
    if not words or words[0] not in _PILE:
        raise _unclear(view, "pile", typed=" ".join(words) or "?", piles=", ".join(PILE_NAMES[:-1]))
    pile = _PILE[words[0]]
    return _complete({"do": "take", "pile": pile}, [word for word in words if _PILE.get(word) != pile], view)


def _read_player(kind: str, words: Sequence[str], view: View) -> dict[str, Any]:
    words = [word for word in words if word != "crown"]
    number = _number(words, view["seats"])
    if not number:
        raise _unclear(view, "player", seats=view["seats"])
    return _complete({"do": kind, "seat": number - 1}, words[1:], view)


def _number(words: Sequence[str], most: int) -> int:
    """The number that the words begin with, or 0 if there is none from 1 to `most`."""
    if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 3:
        number = int(words[0])
        return number if number <= most else 0
    return 0


def _unclear(view: View, why: str, **parameters: Any) -> Malformed:
    words = GAME.words
    example = f"example-{view['phase']}"
    hint = words.say(example if example in words else "example-other")
    return Malformed(words.say(f"typed-{why}", example=hint, **parameters))


# ---- the park -------------------------------------------------------------------------------------------------------

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
        return Text(_face(player["die"], shows[player["die"]], words.say))
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
    return text.append(" ".join(cards), style=_GOLD).append(f" = {say('stars', stars=_stars_in_hand(me))}", style="")
