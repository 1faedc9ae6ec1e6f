"""Compares the compiled rules with a plain second implementation: moves, steps, reach and the fate of every rat."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import target_rats_naive as naive
from target_rats_scene import GAME, TUNNEL, Scene

from molehill.bots import search
from molehill.engine.compiling import JIT
from molehill.engine.events import event_buffer
from molehill.engine.playouts import Room
from molehill.games.target_rats import moves as codec
from molehill.games.target_rats import rules
from molehill.games.target_rats.facts import SPACE_NAMES
from scenario import chance, often, seeded

JOINED = naive.graph(TUNNEL)
STAGES = {
    rules.BEFORE: "before", rules.ROLLING: "roll", rules.MOVING: "move", rules.FIGHTING: "fight", rules.OVER: "over",
}  # fmt: skip
POSITIONS = often(10_000) if JIT else 400  # for each number of players
PATIENCE = 20  # times as many, until everything was met
# The games cover every stage of a turn, and a faction of every size.
TO_MEET: set[str] = {"before", "roll", "move", "fight", "over", *(f"rats {n}" for n in range(1, 13))} if JIT else set()


def plain(number: int) -> naive.Move:
    """A move's integer as the naive rules write it."""
    move = codec.decode(number)
    match move["do"]:
        case "step":
            return ("step", move["rat"] - 1, move["to"])
        case "breed":
            return ("breed", *(rat - 1 for rat in move["rats"]))
        case "exterminate":
            return ("exterminate", move["at"])
        case "roll":
            return ("roll", move["dice"])
        case do:
            return (do,)


PLAIN = [plain(number) for number in range(rules.MOVES)]


def of_table(t: Any, seats: int) -> dict[str, Any]:
    """The parts of a table record on which both implementations must agree."""
    rats = [
        [[None if at < 0 else SPACE_NAMES[at], bool(fed >> n & 1)] for n, at in enumerate(places)]
        for places, fed in zip(t["place"].tolist()[:seats], t["fed"].tolist(), strict=False)
    ]
    return {
        "rats": rats,
        "cheese": None if t["cheese"] < 0 else int(t["cheese"]),
        "exterminator": None if t["exterminator"] < 0 else SPACE_NAMES[t["exterminator"]],
        "turn": int(t["turn"]),
        "turn_number": int(t["turns"]),
        "stage": STAGES[int(t["phase"])],
        "points": int(t["left"]),
        "moving": None if t["mover"] < 0 else int(t["mover"]),
        "finished": {rat for rat in range(12) if int(t["finished"]) >> rat & 1},
    }


class Pair:
    """Both implementations of one game, at the same position."""

    def __init__(self, seats: int, seed: int) -> None:
        self.seats, self.rng = seats, random.Random(seed)
        self.kernels, self.box = GAME.kernels, GAME.box().record
        self.tables = np.zeros(1, dtype=GAME.table_dtype)
        self.out, self.silent = np.zeros(rules.MOVES, dtype=np.int32), event_buffer(0)
        starter = self.rng.randrange(seats)
        self.kernels.setup(self.tables, 0, self.box, seats, np.array([starter + 1]), self.silent)
        self.position = naive.start(seats, starter)
        self.room = Room(GAME)

    def agree(self) -> None:
        here = of_table(self.tables[0], self.seats)
        assert here == {key: self.position[key] for key in here}

    def advance(self) -> bool:
        """Make one move or roll one die in both. False when the game is over."""
        who = self.kernels.pending(self.tables, 0)
        if who == rules.NOBODY:
            return False
        if who == rules.CHANCE:
            face = self.rng.choice(("target", 2, 3, 4, 5, 6))
            number = codec.encode_outcome({"do": "die", "shows": face})
            self.kernels.apply(self.tables, 0, self.box, -1, number, self.silent)
            naive.die_falls(self.position, JOINED, face)
            return True
        seat = self.position["turn"]
        assert who == 1 << seat
        n = self.kernels.legal(self.tables, 0, self.box, seat, self.out)
        legal = self.out[:n].tolist()
        assert {PLAIN[number] for number in legal} == naive.moves(self.position, JOINED)
        number = self.choose(legal)
        self.kernels.apply(self.tables, 0, self.box, seat, number, self.silent)
        naive.play(self.position, JOINED, PLAIN[number])
        return True

    def choose(self, legal: list[int]) -> int:
        """A move: mostly the best-looking one, so that families grow and fight for the throne, and often any move."""
        if self.rng.random() < 0.25:
            return self.rng.choice(legal)
        self.room.whims[0] = self.rng.getrandbits(32)
        return int(search.load(GAME).choose_greedily(self.room.desk, self.tables, 0, self.box, self.position["turn"]))


@pytest.mark.randomised
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.rule("TR-08", "TR-09", "TR-10", "TR-11", "TR-12", "TR-14", "TR-16", "TR-18", "TR-20", "TR-25")
def test_both_implementations_agree_on_every_move_and_every_rat(seats: int) -> None:
    positions, seed, met = 0, seeded(0), set()
    # A faction of one rat is rare: on until it has been there, whatever is drawn.
    while positions < POSITIONS or (not met >= TO_MEET and positions < PATIENCE * POSITIONS):
        pair = Pair(seats, seed)
        seed += 1
        while pair.advance():
            pair.agree()
            positions += 1
            met |= {pair.position["stage"], f"rats {len(naive.on_board(pair.position, 0))}"}
        pair.agree()
        met.add(pair.position["stage"])
    assert met >= TO_MEET


@pytest.mark.randomised
@pytest.mark.rule("TR-01", "TR-09", "TR-10", "TR-23")
@pytest.mark.parametrize("seed", range(12))
def test_a_rat_reaches_what_the_plain_search_says(seed: int) -> None:
    """Follow all the ways in which one rat can use a roll, in the compiled rules and in the plain ones."""
    rng = chance(seed)
    spaces = [space for space in JOINED if not space.startswith("n") and space != "city"]
    crowd = " ".join(rng.choice(spaces) for _ in range(6)) + " " + " ".join([rng.choice(spaces)] * 4)
    full = crowd.split()[-1]
    here, exterminator = rng.choice([s for s in spaces if s != full]), rng.choice(naive.SURFACE)
    if exterminator in crowd.split() or exterminator == here:
        exterminator = "s31" if "s31" not in [here, *crowd.split()] else None  # type: ignore[assignment]
    scene = Scene(f"{here} u9", crowd, exterminator=exterminator).roll(rng.randint(2, 4), 4)
    position = naive.start(2, 0)
    position |= {
        "rats": of_table(scene.match.table, 2)["rats"], "exterminator": exterminator, "stage": "move",
        "points": scene.view["left"], "how_many": 2,
    }  # fmt: skip
    assert follow_all(scene.match._tables) == naive.reach(position, JOINED, 0)


def follow_all(tables: Any) -> set[str]:
    """Where rat 1 can end, by trying every step of the compiled rules on copies of the table."""
    out, silent, box, ends = np.zeros(rules.MOVES, dtype=np.int32), event_buffer(0), GAME.box().record, set()
    waiting = [tables.copy()]
    while waiting:
        table = waiting.pop()
        at = SPACE_NAMES[int(table["place"][0, 0, 0])]
        n = 0
        if table["phase"][0] == rules.MOVING and table["turn"][0] == 0:
            n = GAME.kernels.legal(table, 0, box, 0, out)
        onward = [
            number
            for number in out[:n].tolist()
            if PLAIN[number][:2] == ("step", 0) and PLAIN[number][2] != exterminator_of(table)
        ]
        if not onward:
            ends.add(at)
        for number in onward:
            further = table.copy()
            GAME.kernels.apply(further, 0, box, 0, number, silent)
            waiting.append(further)
    return ends


def exterminator_of(table: Any) -> str | None:
    at = int(table["exterminator"][0])
    return None if at < 0 else SPACE_NAMES[at]
