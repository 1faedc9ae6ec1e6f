"""Records calls of a game's functions at many positions with Python's answers, to compare them with the translation.

A recording is a list of calls with arguments that JSON can hold. It has no sentences: words that echo the message and
its parameters show more, and the catalogues are the same on both sides.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from molehill import CHANCE, Game, Match
from molehill.browser.exports import public
from molehill.engine import contract, events
from molehill.engine.box import Box
from molehill.engine.events import Told
from molehill.engine.match import Seen
from molehill.engine.naming import name_event
from scenario import chance, fitting, often, option_sets, random_move

# Positions of each match that is recorded: a few in `make test`, more in the long form.
POSITIONS = often(4)
NAMES = ["Anna", "Ben", "Cäsar 😀", "Dora", "Eve", "Ina", "it's", 'a "b"']
ACTIONS = 3  # actions that are followed from each position
MOVES = 12  # moves that are tried at each

# Another edition of each game: the replacements in the text of its box file.
EDITIONS = {
    "honeymoon": (("timer = 3", "timer = 5"), ("row = 6", "row = 4"), ("slots = 7", "slots = 9")),
    "mole_park": (
        ('title = "', 'standard = false\ntitle = "'),
        ('"Sour Worms" = 2', '"Saure Würmer 😀" = { stars = 4, hand = 2 }'), ("5 = 10\n", "5 = 22\n"),
        ('prize = [1, 2, 3, 4, 6, 8]', 'prize = [2, 2, 3, 5, 7, 9]'),
    ),
    "mole_rats": (('title = "', 'standard = false\ntitle = "'), ("tiers = [24, 20,", "tiers = [26, 21,")),
    "moledozer": (
        ('title = "', 'standard = false\ntitle = "'), ("hand = 5", "hand = 4"),
        ('10 = ["second", "swap", "plain"]', '10 = ["swap", "swap", "extra", "plain"]'),
    ),
    "target_rats": (
        ('title = "', 'standard = false\ntitle = "'), ("surface = 8", "surface = 10"), ("tunnel = 2", "tunnel = 3"),
        ("holds = 4", "holds = 3"),
    ),
}  # fmt: skip


class Echo:
    """Words that only name the message and its parameters, in the same way in both languages."""

    def __init__(self, game: Game) -> None:
        self._words = game.words

    def __contains__(self, message: str) -> bool:
        return message in self._words

    def say(self, message: str, **parameters: Any) -> str:
        assert message in self._words, message
        told = json.dumps(list(parameters.items()), separators=(",", ":"), ensure_ascii=False)
        return f"{message}{told}"


@dataclass
class Recording:
    """The calls for the translation, and Python's answers."""

    game: Game
    shared: dict[str, Any] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = Echo(self.game)
        self.functions = {export.name: getattr(export.module, export.name) for export in public(self.game)}
        catalogue = (self.game.folder / "words.en.ftl").read_text(encoding="utf-8")
        known = [line.split(" =")[0] for line in catalogue.splitlines() if " =" in line and line[0].isalpha()]
        self.shared["words"] = [message for message in known if message in self.words]

    def call(self, name: str, *given: Any, words: bool = False) -> Any:
        """Call a function, record its answer and return it. If a function changes its argument, that is the answer."""
        sent = [_sent(value) for value in given]
        self.calls.append({"name": name, "given": json.loads(json.dumps(sent)), "words": words})
        answer = _answer(self.functions[name], *given, *([self.words] if words else []))
        self.answers.append(json.loads(json.dumps(given[0] if name == "follow" else answer)))
        return answer

    def event(self, kind: int, clause: int, arguments: tuple[Told, ...]) -> dict[str, Any]:
        """The name of an event by its numbers."""
        data = name_event(self.functions["EVENTS"], self.game.prefix, kind, clause, arguments)
        self.calls.append({"name": "event", "given": [kind, clause, list(arguments)], "words": False})
        self.answers.append(json.loads(json.dumps(data)))
        return data


def _sent(value: Any) -> Any:
    return _sent_seen(value) if isinstance(value, Seen) else value


def _sent_seen(seen: Seen) -> dict[str, Any]:
    record = {name: _bytes(getattr(seen, name)) for name in ("t", "box")}
    plain = {name: getattr(seen, name) for name in ("seat", "seats", "options", "scores", "points", "ended", "edition")}
    pending = list(seen.pending) if isinstance(seen.pending, tuple) else None
    return {"seen": record | plain | {"pending": pending}}


def _bytes(plain: Any) -> str:
    return base64.b64encode(plain._record.tobytes()).decode()


def _answer(function: Any, *given: Any) -> Any:
    """What a function returns, or its error: our own with the message, Python's only with its kind."""
    from molehill.engine.errors import MolehillError

    try:
        return {"is": function(*given)}
    except MolehillError as error:
        return {"error": type(error).__name__, "message": str(error)}
    except Exception as error:
        return {"error": type(error).__name__, "message": None}


# ---- what is recorded ------------------------------------------------------------------------------------------------
# ---- what is recorded ------------------------------------------------------------------------------------------------


def record(game: Game, positions: int = POSITIONS) -> Recording:
    """Record positions of matches with every number of seats, with the shipped box and with another edition."""
    recording, rng = Recording(game), chance(f"browser {game.id}")
    numbers = rng.sample(range(game.move_count), min(200, game.move_count))
    for number in numbers:
        _move(recording, recording.call("decode", number)["is"])
    for match in _matches(game, rng):
        for position in _spread(match, positions, rng):
            _position(recording, position, rng)
    _malformed(recording, rng)
    if "suggest" in recording.functions:
        for wins in range(6):
            recording.call("suggest", game.read_options({}, game.max_seats), wins)
    return recording


@cache
def recorded(game: Game) -> Recording:
    """The recording that all tests of a run share."""
    return record(game)


def _matches(game: Game, rng: random.Random) -> Iterator[Match]:
    own = edition(game)
    for seats in range(game.min_seats, game.max_seats + 1):
        options = rng.choice([options for options in option_sets(game) if fitting(game, seats, options)])
        yield game.match(seats, options, own if seats % 2 else None)
        yield game.match(seats, {}, own if seats % 2 == 0 else None)


def edition(game: Game) -> Box:
    """The game's box with other numbers."""
    text = game.box().text
    for old, new in EDITIONS.get(game.id, ()):
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return game.box_from_text(text, "mine.toml")


def _spread(match: Match, count: int, rng: random.Random) -> Iterator[Match]:
    """Positions from the whole match, including the first and the last; every other one is a decision."""
    walk = [match.copy()]
    while not match.over and len(walk) < 600:
        random_move(match, rng)
        walk.append(match.copy())
    decisions = [position for position in walk if position.pending is not CHANCE]
    for n in range(count):
        among = decisions if n % 2 else walk
        yield among[n * (len(among) - 1) // max(1, count - 1)]


def _position(recording: Recording, match: Match, rng: random.Random) -> None:
    pending = [] if match.pending is CHANCE else list(match.pending)
    seat = rng.choice(pending) if pending and rng.random() < 0.8 else rng.choice([None, *range(match.seats)])
    seen = declared(recording.game, match._seen(seat))
    view = match.view(seat)
    own = recording.call("view", seen)["is"]
    assert {key: view[key] for key in own} == own  # it reads no more of the box file than it says
    _legal(recording, match, seat, view, rng)
    for _ in range(3):
        move = rng.choice(match.legal(seat)) if seat is not None and match.legal(seat) else None
        recording.call("refusal", seen, move, rng.randrange(1, recording.game.clauses + 1))
    for hook in ("sheet", "points", "rematch", "look", "cover"):
        if hook in recording.functions and not (hook == "look" and seat is None):
            recording.call(hook, view)
    for other in range(match.seats):
        recording.call("decided", view, other)
    legal = match.legal(seat) if seat is not None else []
    for name, *given in _further(recording.game, view, rng.sample(legal, min(MOVES, len(legal))), rng):
        recording.call(name, *given)
    _follow(recording, match, seat, view, rng)


def _further(game: Game, view: dict[str, Any], legal: list[Any], rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Calls of functions that only this game has: name and arguments."""
    match game.id:
        case "honeymoon":
            yield "finds", view, None
            yield from (("starts_open", view, seat) for seat in range(view["seats"]))
            yield from (("finds", view, move) for move in legal)
            yield from (("worth", sheet["ticked"], sheet["pickles"]) for sheet in view["sheets"])
            yield from (("dig_between", [6, 6], [rng.randrange(13), rng.choice([6, 7])]) for _ in range(4))
            yield from ((name, n) for name in ("row_points", "pickle_points") for n in range(7))
            yield from (("set_points", sheet["ticked"]) for sheet in view["sheets"])
        case "mole_park":
            yield from (("reach", view, seat) for seat in range(view["seats"]))
            yield from (("affords", view, seat, 15) for seat in range(view["seats"]))
            yield from (("stars_in_hand", player) for player in view["players"])
            yield from (("share", moles, rng.randint(1, 8)) for moles in view["holes"])
            yield from (("sides", view, die) for die in view["dice"])
        case "mole_rats":
            places = [f"{tier + 1}-{n + 1}" for tier, size in enumerate(view["station"]["tiers"]) for n in range(size)]
            yield from (("route", view, move) for move in legal)
            yield from (("piece_of", move) for move in legal)
            yield from (("place_of", view, rat["rat"]) for rat in view["rats"])
            yield from (("place_of", view, snake["snake"]) for snake in view["snakes"])
            for place in rng.sample(places, 8):
                yield from (("beside", view, place, way) for way in ("clockwise", "anticlockwise"))
                yield from (("attempt", view, legal, move.get("rat") or move["snake"], place) for move in legal[:2])
        case "moledozer":
            yield "round_cards", view
        case "target_rats":
            yield "breeds", view
            yield from (("reachable", view, rat["rat"]) for rat in view["factions"][0]["rats"])


def declared(game: Game, seen: Seen) -> Seen:
    """What is seen, with only those tables of the box file that the view declares in `READS`."""
    reads = getattr(game.part("view"), "READS", ())
    edition = {table: seen.edition[table] for table in reads}
    values = [getattr(seen, name) for name in Seen.__dataclass_fields__ if name != "edition"]
    return Seen(*values, edition)


def _legal(recording: Recording, match: Match, seat: int | None, view: dict[str, Any], rng: random.Random) -> None:
    for outcome in match.outcomes()[:8]:
        number = recording.call("encode_outcome", outcome.outcome)["is"]
        recording.call("decode_outcome", number)
        recording.call("phrase", outcome.outcome, NAMES, words=True)
    if seat is None or match.pending is CHANCE or seat not in match.pending:
        return
    recording.call("ask", view, words=True)
    legal = match.legal(seat)
    for move in rng.sample(legal, min(MOVES, len(legal))):
        _move(recording, move)
        recording.call("note", view, move, words=True)
        recording.call("reason", view, move, words=True)
        label = recording.functions["label"](move)
        for typed in (label, label.upper(), f"  {label} ", label[:-1], f"{label} 7", " ".join(label.split()[::-1])):
            recording.call("parse", typed, view, words=True)
    for typed in TYPED:
        recording.call("parse", typed, view, words=True)


def _move(recording: Recording, move: dict[str, Any]) -> None:
    recording.call("encode", move)
    recording.call("label", move)
    recording.call("phrase", move, NAMES, words=True)


def _follow(recording: Recording, match: Match, seat: int | None, view: dict[str, Any], rng: random.Random) -> None:
    """Record some actions from here: every event by its numbers, in words, and as a change of the view."""
    twin, view = match.copy(), json.loads(json.dumps(view))
    for _ in range(ACTIONS):
        if twin.over:
            break
        for kind, to, clause, arguments in _emitted(twin, rng):
            event = recording.event(kind, clause, arguments)
            recording.call("phrase", event, NAMES, words=True)
            if to == contract.EVERYBODY or (seat is not None and to >> seat & 1):
                recording.call("follow", json.loads(json.dumps(view)), json.loads(json.dumps(event)))
                recording.functions["follow"](view, json.loads(json.dumps(event)))


def _emitted(match: Match, rng: random.Random) -> list[tuple[int, int, int, tuple[Told, ...]]]:
    """Make any move, and return the events as the rules emit them."""
    seen: list[Any] = []
    real = events.drain

    def drain(log: Any) -> Any:
        seen.extend(real(log))
        return seen

    events.drain = drain
    try:
        random_move(match, rng)
    finally:
        events.drain = real
    return seen


# ---- what nobody should send -----------------------------------------------------------------------------------------
# ---- what nobody should send -----------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 2, 5, 13, 10**6, 2**53 - 1, 2.5, 1e-7, 1.5e300, "", "x", "it's", 'a"b', "it's \"b\"",
    "two\nlines", "tab\t\x00\x1f\x7f\xa0\u2028\ufeff", "😀", "\ud800", "é\u0301", "s5", "3", [], [1], [1, 2],
    [1, True],
    [12, 12], [13, 0], ["1", 2], {}, {"number": 3}, {"number": 3, "symbol": "swap"},
    {"number": 3, "symbol": "swap", "x": 1}, {"a": [1, None, {"b": 2.25}]}, {"__proto__": 1}, {"toString": 1},
    {"length": 3},
]  # fmt: skip
SHAPES: list[Any] = [
    None, 3, 2.5, "x", [], [["do", "pass"]], {}, {"do": 1}, {"do": "fly"}, {"do": None, "a": True}, {"do": "it's"},
    {"do": ["pass"]}, {"do": {}}, {"DO": "pass"}, {"do": "toString"}, {"do": "constructor"}, {"do": "__proto__"},
    {"do": "draw"}, {"do": "roll", "shows": 99}, {"do": "roll", "shows": "X"}, {"do": "die", "shows": 2.5},
    {"do": "die", "shows": True}, {"do": "start", "seat": -1}, {"do": "turn", "pile": "crown", "card": 1},
]  # fmt: skip
TYPED = [
    "", " ", "\u3000", "\x1c", ",.", "rat", "rat 2", "boost", "boost left", "climb red 1 right",
    "climb  red snake 2  left", "r1 left 2", "@2 right 1", "dig", "d4 north 3", "d4 north", "d4", "d99 n",
    "d4 ↑ 2", "D4,NORTH.2", "pass", "glove",
    "take", "take none", "take candy bar", "hold", "no", "12", "put 9", "put 9+", "put 3 extra step", "put 7⇄", "3²",
    "step a1", "extra step b1", "choose west", "roll", "roll 2", "step 1 s5", "1 s5", "breed 1 2", "breed 2 2",
    "exterminate u3", "x s9 7", "end", "call addition", "+", "player 2", "what is this", "RAT 1 RIGHT 3", "rat 1 +2",
    "r2>1", "²", "swap 2", "swap 9", "1-1", "discard 2", "discard ２", "name 1", "crown 2", "crown", "٣", "guess ٣",
    "d٤ north ٢", "dig d4 north ３", "rat ٢ right ١", "roll ２", "step １ s5", "𝟛", "guess 𝟙𝟚", "①", "😀", "d4 😀",
    "guess 😀12", "İ", "ẞ", "ΑΣ", "redé 1 left", "xred 1 left 1", "red 1", "green 3 cw 2", "d4\u00a0north\u20033",
    "discard 1_0", "guess 1_0", "guess 99999", "guess 100000", "constructor", "toString", "__proto__",
    "step __proto__",
]  # fmt: skip


def _malformed(recording: Recording, rng: random.Random) -> None:
    """Record moves and outcomes with mistakes in them, and structures that are neither."""
    match = recording.game.match()
    moves = [recording.functions["decode"](rng.randrange(recording.game.move_count)) for _ in range(24)]
    outcomes = [call["given"][0] for call in recording.calls if call["name"] == "encode_outcome"][:24]
    assert match.seats
    for name, known in (("encode", moves), ("encode_outcome", outcomes)):
        for shape in SHAPES:
            recording.call(name, shape)
        for move in known:
            for changed in _spoiled(move, rng):
                recording.call(name, changed)


def _spoiled(move: Mapping[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    for key in move:
        yield {name: value for name, value in move.items() if name != key}
        for junk in rng.sample(JUNK, 8):
            yield {**move, key: junk}
    yield {**move, "extra": rng.choice(JUNK)}
    yield {**move, "to": rng.choice(JUNK)}
    yield {**move, "😀\u2028": 1}
