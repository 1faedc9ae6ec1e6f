"""A second, naive Mole Rats: one turn's moves, bites, falls and boosts in plain Python, from the text of the rules.

Places are names, pieces are dictionary keys, and every function looks at everything again.
"""

from __future__ import annotations

from typing import Any

POD, SPACE, ASIDE = "pod", "space", "aside"
WAYS = {"clockwise": 1, "anticlockwise": -1}
COLOURS = ("red", "yellow", "green", "blue")

Move = dict[str, Any]


class Naive:
    """A position in the middle of a turn."""

    def __init__(self, doc: dict[str, Any], seats: int, rats: dict[int, str], snakes: dict[str, str]) -> None:
        self.sizes = doc["station"]["tiers"]
        self.ladders, self.shafts = doc["ladders"], doc["shafts"]
        self.homes = dict(enumerate(doc["rats"]["starts"], 1))
        self.nests = doc["snakes"]
        self.equipment = doc["equipment"]
        self.rats, self.snakes = rats, snakes
        self.medkits: set[int] = set(rats)
        self.items: set[str] = set()
        self.own = min(rats)
        self.half = "rats"
        self.card = {"rats": "-", "snakes": "-"}
        self.still: list[Any] = []
        self.making_room: int | None = None
        self.chain: set[int] = set()
        self.walking: tuple[str, int, int] | None = None
        self.ended: str | None = None

    # ---- the board ---------------------------------------------------------------------------------------------------

    def next_to(self, place: str, step: int) -> str:
        tier, space = place.split("-")
        size = self.sizes[int(tier) - 1]
        return f"{tier}-{(int(space) - 1 + step) % size + 1}"

    def on_board(self, place: str) -> bool:
        return place not in (POD, SPACE, ASIDE)

    def snakes_on(self, place: str) -> list[str]:
        return [snake for snake, at in self.snakes.items() if at == place]

    def rats_on(self, place: str) -> list[int]:
        return [rat for rat, at in self.rats.items() if at == place]

    def ladder_distances(self, place: str) -> dict[int, int]:
        """The distance to the first ladder foot in each direction."""
        found = {}
        for step in (1, -1):
            at, n = place, 0
            while at not in self.ladders:
                at, n = self.next_to(at, step), n + 1
            found[step] = n
        return found

    # ---- the card ----------------------------------------------------------------------------------------------------

    def play_card(self, rats: str, snakes: str) -> None:
        self.card = {"rats": rats, "snakes": snakes}
        self.half = "rats"
        self.still = []
        if rats != "-":
            self.still = [rat for rat, at in self.rats.items() if self.on_board(at)]
            if rats.startswith("your") and self.own in self.still:
                self.still = [self.own]
        self.go_on()

    def go_on(self) -> None:
        """Go on with the bottom half when the top half is done (MR-09)."""
        if self.ended or self.making_room is not None:
            return
        if self.walking:
            self.walk()
            if self.ended or self.making_room is not None:
                return
        self.chain = set()
        if self.still or self.half != "rats":
            return
        self.half = "snakes"
        words = self.card["snakes"].split()
        if words[0] == "add":
            self.add(words[1])
        elif words[0] != "-":
            coloured = [word for word in words if word in COLOURS]
            self.still = [
                snake
                for snake, at in self.snakes.items()
                if self.on_board(at) and (not coloured or snake.startswith(coloured[0]))
            ]
        if self.making_room is None:
            self.chain = set()

    def lengths(self) -> list[int]:
        return [int(word) for word in self.card[self.half].split() if word.isdecimal()]

    def moves(self) -> list[Move]:
        """Everything that may be done now."""
        if self.ended:
            return []
        if self.making_room is not None:
            return [{"do": "boost", "rat": self.making_room, "way": way} for way in self.ways_to_boost()]
        if self.half == "rats":
            return [
                {"do": "run", "rat": rat, "steps": n, "way": way}
                for rat in self.still
                for n in self.lengths()
                for way in WAYS
            ]
        return [move for snake in self.choices() for move in self.snake_moves(snake)]

    def choices(self) -> list[str]:
        """The pieces to choose from. Snakes that are alike on one space are one choice (MR-14)."""
        seen, found = set(), []
        for snake in sorted(self.still):
            alike = (snake.split()[0], self.snakes[snake])
            if alike not in seen:
                seen.add(alike)
                found.append(snake)
        return found

    def snake_moves(self, snake: str) -> list[Move]:
        if self.card["snakes"].endswith("climb"):
            far = self.ladder_distances(self.snakes[snake])
            shortest = min(far.values())
            return [{"do": "climb", "snake": snake, "way": way} for way in WAYS if far[WAYS[way]] == shortest]
        return [{"do": "slither", "snake": snake, "steps": n, "way": way} for n in self.lengths() for way in WAYS]

    def ways_to_boost(self) -> list[str]:
        """The directions in which a rat may be boosted (MR-20)."""
        assert self.making_room is not None
        good = []
        for way, step in WAYS.items():
            end = self.next_to(self.rats[self.making_room], step)
            if not self.snakes_on(end):
                end = self.ladders.get(end, self.shafts.get(end, end))
            if not (self.on_board(end) and set(self.rats_on(end)) & self.chain):
                good.append(way)
        return good or list(WAYS)

    def play(self, move: Move) -> None:
        step = WAYS[move["way"]]
        if move["do"] == "boost":
            rat = move["rat"]
            self.making_room = None
            self.chain.add(rat)
            self.come_to(rat, self.next_to(self.rats[rat], step))
        elif move["do"] == "run":
            self.moved(move["rat"])
            self.chain = {move["rat"]}
            self.run(move["rat"], move["steps"], step)
        else:
            snake = move["snake"]
            self.moved(snake)
            steps = move["steps"] if move["do"] == "slither" else self.ladder_distances(self.snakes[snake])[step]
            self.walking = (snake, steps, step)
        self.go_on()

    def moved(self, piece: Any) -> None:
        if self.card[self.half].split()[0] in ("all", "every"):
            self.still.remove(piece)
        else:
            self.still = []

    # ---- rats --------------------------------------------------------------------------------------------------------

    def run(self, rat: int, steps: int, step: int) -> None:
        at = self.rats[rat]
        for n in range(steps):
            at = self.next_to(at, step)
            if self.snakes_on(at) or n == steps - 1:
                self.come_to(rat, at)
                return

    def come_to(self, rat: int, place: str) -> None:
        """Let a rat end its step here, or be stopped here by a snake."""
        self.rats[rat] = place
        if self.snakes_on(place):
            self.bitten(rat)
        elif place in self.ladders:
            self.come_to(rat, self.ladders[place]) if self.ladders[place] != POD else self.safe(rat)
        elif place in self.shafts:
            if self.shafts[place] == SPACE:
                self.rats[rat] = SPACE
                self.ended = "MR-18"
            else:
                self.come_to(rat, self.shafts[place])
        else:
            for item, where in self.equipment.items():
                if where == place:
                    self.items.add(item)
            self.push_away(rat)

    def safe(self, rat: int) -> None:
        self.rats[rat] = POD
        if rat in self.still:
            self.still.remove(rat)
        if all(at == POD for at in self.rats.values()):
            self.ended = "MR-29" if len(self.items) == 4 else "MR-23"

    def bitten(self, rat: int) -> None:
        if rat not in self.medkits:
            self.ended = "MR-21"
            return
        self.medkits.remove(rat)
        self.rats[rat] = self.homes[rat]
        self.push_away(rat)

    def push_away(self, rat: int) -> None:
        others = [other for other in self.rats_on(self.rats[rat]) if other != rat]
        if others:
            (self.making_room,) = others

    # ---- snakes ------------------------------------------------------------------------------------------------------

    def walk(self) -> None:
        assert self.walking
        snake, steps, step = self.walking
        self.walking = None
        for n in range(steps):
            self.snakes[snake] = self.next_to(self.snakes[snake], step)
            self.bite_here(snake)
            if self.ended:
                return
            if self.making_room is not None:
                if n < steps - 1:
                    self.walking = (snake, steps - 1 - n, step)
                return
        self.land(snake)

    def bite_here(self, snake: str) -> None:
        for rat in self.rats_on(self.snakes[snake]):
            self.chain = {rat}
            self.bitten(rat)

    def land(self, snake: str) -> None:
        at = self.snakes[snake]
        end = self.ladders.get(at, self.shafts.get(at))
        if end is None:
            return
        self.snakes[snake] = end
        if end == POD:
            self.ended = "MR-26"
        elif end != SPACE:
            self.bite_here(snake)

    def add(self, colour: str) -> None:
        for n in (1, 2, 3):
            if self.snakes[f"{colour} {n}"] == ASIDE:
                self.snakes[f"{colour} {n}"] = self.nests[colour]
                self.bite_here(f"{colour} {n}")
                return
