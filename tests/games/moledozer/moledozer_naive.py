"""A second, naive Moledozer, written only from the text of the rules: plain lists and sets, slow and simple."""

from __future__ import annotations

import math
from typing import Any

CLOCK = ("north", "east", "south", "west")


class Person:
    """One player: the house, the place in the turn order, and the cards."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.place = seat
        self.house: str | None = None
        self.out = False
        self.down: list[tuple[int, str]] = []  # face down, the top card first
        self.up: list[tuple[int, str]] = []  # turned over since the last shuffle
        self.guess: int | None = None


class Naive:
    """A whole game, with everything open."""

    def __init__(self, seats: int, options: dict[str, Any], doc: dict[str, Any]) -> None:
        self.doc, self.options = doc, options
        self.people = [Person(seat) for seat in range(seats)]
        self.side = "two" if seats == 2 else "four"
        self.ruins: set[str] = set()
        self.mole = doc["side"][self.side]["start"]
        self.start_place = options["starter"] - 1
        self.phase = "choose"
        self.waiting: list[int] = [0]
        self.deals = 0
        self.shuffles_among_two = 0
        self.rounds = 0
        self.winners: list[int] = []
        self.call = "addition"
        self.symbols: set[str] = set()
        self.ordered: dict[int, list[tuple[int, str]]] = {}
        self.drawn: dict[int, tuple[int, str]] = {}

    # ---- the table -----------------------------------------------------------------------------------------------

    def still_in(self) -> list[Person]:
        """Players whose house stands, in the order of their places."""
        return sorted((p for p in self.people if not p.out), key=lambda p: p.place)

    def houses(self) -> dict[str, str]:
        """Places of houses: place -> house."""
        return {place: house for house, place in self.doc["side"][self.side]["houses"].items()}

    def next_to(self, place: str) -> set[str]:
        found = set()
        for line in self.doc["side"][self.side]["tunnels"].split("\n"):
            row = line.split()
            for k in range(len(row) - 1):
                if row[k] == place:
                    found.add(row[k + 1])
                if row[k + 1] == place:
                    found.add(row[k])
        return found

    def owner(self, house: str) -> Person | None:
        for p in self.people:
            if not p.out and p.house == house:
                return p
        return None

    def steps(self) -> set[str]:
        """Where the mole can go: not into a house that fell or that nobody chose."""
        houses = self.houses()
        return {to for to in self.next_to(self.mole) if to not in houses or self.owner(houses[to])}

    def distance(self, house: str) -> int:
        """The fewest steps to a house, counted in waves, never through a house."""
        houses = self.houses()
        wave, steps = {self.mole}, 0
        while not any(houses.get(place) == house for place in wave):
            wave = wave | {to for place in wave if place not in houses for to in self.next_to(place)}
            steps += 1
        return steps

    def clockwise(self, place: int) -> int:
        """The next occupied place."""
        places = [p.place for p in self.still_in()]
        later = [k for k in places if k > place]
        return later[0] if later else places[0]

    # ---- what may be done ----------------------------------------------------------------------------------------

    def may_guess(self, seat: int) -> list[int]:
        n = len(self.still_in())
        top = {"addition": 10 * n, "multiplication": 10**n}[self.call]
        others = [p.guess for p in self.people if p.seat != seat and p.guess is not None]
        forbidden = {g + d for g in others for d in (-1, 0, 1)}
        return [g for g in range(1, top + 1) if g not in forbidden]

    def may_steer(self) -> set[tuple[str, Any]]:
        """The winner's choices: the step, and one of the symbols."""
        found: set[tuple[str, Any]] = set()
        if not self.stepped:
            found |= {("step", to) for to in self.steps()}
        else:
            found.add(("done", None))
        if not self.used:
            if "extra" in self.symbols and self.stepped:
                found |= {("extra", to) for to in self.steps()}
            if "reverse" in self.symbols:
                found.add(("reverse", None))
            if "swap" in self.symbols:
                found |= {("swap", p.seat) for p in self.still_in() if p.seat != self.waiting[0]}
        return found

    def may_choose(self) -> set[str]:
        taken = {p.house for p in self.people}
        return {house for house in self.doc["side"][self.side]["houses"] if house not in taken}

    # ---- what is done --------------------------------------------------------------------------------------------

    def do(self, seat: int, move: dict[str, Any]) -> None:
        me = self.people[seat]
        match move["do"]:
            case "choose":
                me.house = move["house"]
                self.waiting = [seat + 1]
                if seat + 1 == len(self.people):
                    self.new_deal()
            case "put":
                self.put(seat, (move["card"]["number"], move["card"]["symbol"]))
            case "call":
                self.call = move["what"]
                self.phase = "guess"
            case "guess":
                me.guess = move["number"]
                self.after_guess()
            case "done":
                self.round_over()
            case "reverse":
                self.used = True
                for p in self.still_in():
                    p.down.reverse()
                self.after_steering(me)
            case "swap":
                self.used = True
                other = self.people[move["with"]]
                me.house, other.house = other.house, me.house
                me.place, other.place = other.place, me.place
                self.after_steering(me)
            case "step":
                self.stepped = True
                self.go(me, move["to"])
            case "extra":
                self.used = True
                self.go(me, move["to"])

    def new_deal(self) -> None:
        self.deals += 1
        if self.deals > 1 and len(self.still_in()) == 2:
            self.shuffles_among_two += 1
        for p in self.people:
            p.down, p.up = [], []
        self.phase, self.waiting = "deal", []

    def card_to(self) -> Person:
        """The player who gets the next card of a deal: the lowest place without a full hand."""
        return next(p for p in self.still_in() if len(p.down) < self.doc["counts"]["hand"])

    def draw(self, card: tuple[int, str]) -> None:
        if self.phase == "tie draw":
            self.draw_for_tie(card)
            return
        self.card_to().down.append(card)
        if all(len(p.down) == self.doc["counts"]["hand"] for p in self.still_in()):
            if self.options["own_order"]:
                self.phase = "order"
                self.waiting = sorted(p.seat for p in self.still_in())
                self.ordered = {seat: [] for seat in self.waiting}
            else:
                self.new_round()

    def put(self, seat: int, card: tuple[int, str]) -> None:
        me = self.people[seat]
        me.down.remove(card)
        self.ordered[seat].append(card)
        if len(me.down) == 1:
            me.down = self.ordered.pop(seat) + me.down
            self.waiting.remove(seat)
            if not self.waiting:
                self.new_round()

    def new_round(self) -> None:
        self.rounds += 1
        for p in self.people:
            p.guess = None
        self.call = "addition"
        self.symbols, self.stepped, self.used = set(), False, False
        self.first = next(p.seat for p in self.people if p.place == self.start_place)
        self.waiting = [self.first]
        self.phase = "call" if self.options["multiply"] else "guess"

    def after_guess(self) -> None:
        here = self.people[self.waiting[0]].place
        without = [p for p in self.still_in() if p.guess is None]
        if without:
            turn = self.clockwise(here)
            self.waiting = [next(p.seat for p in self.people if p.place == turn)]
        elif self.phase == "tie guess":
            self.phase, self.waiting, self.drawn = "tie draw", [], {}
        elif self.phase == "guess" and self.options["change_guess"]:
            self.phase, self.waiting = "change", [self.first]
        else:
            self.turn_over()

    def turn_over(self) -> None:
        tops = []
        for p in self.still_in():
            tops.append(p.down.pop(0))
            p.up.append(tops[-1])
        self.symbols = {symbol for _, symbol in tops}
        numbers = [number for number, _ in tops]
        self.total = sum(numbers) if self.call == "addition" else math.prod(numbers)
        winner = winner_of_round({p.seat: p.guess or 0 for p in self.still_in()}, self.total, "second" in self.symbols)
        if winner is None:
            self.round_over()
        else:
            self.phase, self.waiting = "steer", [winner]

    def go(self, me: Person, to: str) -> None:
        self.mole = to
        house = self.houses().get(to)
        if house:
            fallen = self.owner(house)
            assert fallen
            fallen.out, fallen.house = True, None
            self.ruins.add(house)
            self.mole = self.doc["side"][self.side]["start"]
            left = self.still_in()
            if len(left) == 1:
                self.win([left[0].seat])
                return
            if len(left) == 2 and self.side == "four":
                self.side, self.ruins = "two", set()
                self.mole = self.doc["side"]["two"]["start"]
                left[0].house, left[1].house = "west", "east"
        self.after_steering(me)

    def after_steering(self, me: Person) -> None:
        usable = not self.used and self.symbols & {"extra", "reverse", "swap"}
        if me.out or (self.stepped and not usable):
            self.round_over()

    def round_over(self) -> None:
        self.start_place = self.clockwise(self.start_place)
        left = self.still_in()
        if left[0].down:
            self.new_round()
        elif len(left) == 2 and self.shuffles_among_two == self.doc["counts"]["reshuffles"]:
            far = [self.distance(p.house or "") for p in left]
            if far[0] == far[1]:
                self.new_tie()
            else:
                self.win([left[0].seat if far[0] > far[1] else left[1].seat])
        elif len(left) > 2 and self.deals == self.doc["counts"]["deals"]:
            self.win([p.seat for p in left])
        else:
            self.new_deal()

    def new_tie(self) -> None:
        for p in self.people:
            p.guess, p.down, p.up = None, [], []
        self.call = "addition"
        self.phase = "tie guess"
        self.waiting = [next(p.seat for p in self.people if p.place == self.start_place)]

    def draw_for_tie(self, card: tuple[int, str]) -> None:
        seats = sorted(p.seat for p in self.still_in())
        self.drawn[seats[len(self.drawn)]] = card
        if len(self.drawn) < 2:
            return
        total = sum(number for number, _ in self.drawn.values())
        winner = winner_of_round({s: self.people[s].guess or 0 for s in seats}, total, False)
        if winner is None:
            self.start_place = self.clockwise(self.start_place)
            self.new_tie()
        else:
            self.win([winner])

    def win(self, seats: list[int]) -> None:
        self.winners, self.phase, self.waiting = sorted(seats), "over", []


def winner_of_round(guesses: dict[int, int], total: int, second: bool) -> int | None:
    """The closest guesser, with SECOND the second closest. None if that place (with SECOND also the first) is tied."""
    ranks = sorted({abs(guess - total) for guess in guesses.values()})
    groups = [[seat for seat, guess in guesses.items() if abs(guess - total) == rank] for rank in ranks]
    if len(groups[0]) > 1:
        return None
    if not second:
        return groups[0][0]
    return groups[1][0] if len(groups[1]) == 1 else None
