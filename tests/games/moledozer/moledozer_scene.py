"""Moledozer tables laid out by hand, for tests: stacks as short text, "7 8-second 3" with the top card first."""

from __future__ import annotations

from collections import Counter
from typing import Any

import molehill
from molehill import CHANCE, Box, Match
from molehill.games.moledozer.moves import decode_card, encode_card

GAME = molehill.game("moledozer")
HOUSES = {2: ("west", "east"), 3: ("north", "east", "south"), 4: ("north", "east", "south", "west")}
SHIPPED = GAME.box()
# The shipped boards with more cards, so that any stack can be dealt: every symbol and four plain cards of each number.
_CARDS = "[cards]\n" + "".join(
    f'{n} = ["second", "extra", "reverse", "swap", "plain", "plain", "plain", "plain"]\n' for n in range(1, 11)
)
_HEAD, _REST = SHIPPED.text.split("[cards]")
MANY = GAME.box_from_text("standard = false\n" + _HEAD + _CARDS + "[side.two]" + _REST.split("[side.two]")[1], "many")
DONE = {"do": "done"}
REVERSE = {"do": "reverse"}


def card(text: str) -> dict[str, Any]:
    number, _, symbol = text.partition("-")
    return {"number": int(number), "symbol": symbol or "plain"}


def cards(text: str) -> list[dict[str, Any]]:
    return [card(word) for word in text.split()]


def short(dealt: dict[str, Any]) -> str:
    return str(dealt["number"]) if dealt["symbol"] == "plain" else f"{dealt['number']}-{dealt['symbol']}"


def begin(seats: int, houses: tuple[str, ...] = (), box: Box = MANY, **options: Any) -> Match:
    """A match in which the houses have been chosen and the cards are about to be dealt."""
    match = GAME.match(seats, options, box)
    for seat, house in enumerate(houses or HOUSES[seats]):
        match.play(seat, {"do": "choose", "house": house})
    return match


def scene(*stacks: str, houses: tuple[str, ...] = (), mole: str = "", **options: Any) -> Match:
    """A match in which each seat has been dealt this stack, filled up with other cards."""
    match = begin(len(stacks), houses, **options)
    deal(match, *stacks)
    if mole:
        match._tables[0]["mole"] = place(mole)
    return match


def place(name: str) -> int:
    return (int(name[1]) - 1) * 9 + "abcdefghi".index(name[0])


def deal(match: Match, *stacks: str) -> None:
    """Let chance deal these stacks by seat. Missing cards are filled up, plain ones first."""
    wanted = [cards(stack) for stack in stacks]
    reserved = Counter(encode_card(c) for stack in wanted for c in stack)
    while match.pending is CHANCE:
        seat = int(match.table["actor"])
        mine = wanted[seat] if seat < len(wanted) else []
        if mine:
            outcome = mine.pop(0)
            reserved[encode_card(outcome)] -= 1
        else:
            free = [o for o in match.outcomes() if o.weight > reserved[encode_card(o.outcome["card"])]]
            outcome = sorted(free, key=lambda o: o.outcome["card"]["symbol"] != "plain")[0].outcome["card"]
        match.chance({"do": "draw", "card": outcome})


def put(match: Match, **fields: Any) -> None:
    """Write into the table, for positions that would take long to reach."""
    for name, value in fields.items():
        match._tables[0][name] = value


def guess(match: Match, *numbers: int) -> None:
    """Let the seats that are asked guess these numbers, one after another."""
    for number in numbers:
        assert match.pending is not CHANCE
        match.play(match.pending[0], say(number))


def say(number: int) -> dict[str, Any]:
    return {"do": "guess", "number": number}


def step(to: str) -> dict[str, Any]:
    return {"do": "step", "to": to}


def extra(to: str) -> dict[str, Any]:
    return {"do": "extra", "to": to}


def swap(seat: int) -> dict[str, Any]:
    return {"do": "swap", "with": seat}


def all_cards(match: Match) -> int:
    """The number of cards in the box."""
    return sum(c["count"] for c in match.view()["cards"])


def pile(match: Match) -> int:
    """The number of cards that chance draws from."""
    return sum(o.weight for o in match.outcomes())


def lay(text: str) -> dict[str, Any]:
    return {"do": "put", "card": card(text)}


def rule_against(match: Match, seat: int, move: dict[str, Any]) -> str | None:
    refusal = match.why_not(seat, move)
    return refusal.rule if refusal else None


def phase(match: Match) -> str:
    return str(match.view()["phase"])


def mole(match: Match) -> str:
    return str(match.view()["mole"])


def player(match: Match, seat: int, viewer: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = match.view(viewer)["players"][seat]
    return found


def stack(match: Match, seat: int) -> str:
    """The rest of a stack, as its owner knows it."""
    return " ".join(short(c) for c in player(match, seat, seat)["stack"])


def cards_in_stack(match: Match, seat: int) -> list[str]:
    """All cards of a seat's deal, including secret ones."""
    table = match.table
    return [short(decode_card(int(k))) for k in table["stack"][seat][: int(table["have"][seat])]]


def winner_of(guesses: list[int], tops: list[str]) -> int | None:
    """The winner of a round with these guesses and these top cards, with seat 0 starting."""
    match = scene(*tops)
    guess(match, *guesses)
    if phase(match) != "steer":
        return None
    assert match.pending is not CHANCE
    return match.pending[0]


def pass_round(match: Match) -> None:
    """Play a round that nobody wins: two guesses are equally far from the sum, and no other is closer."""
    table = match.table
    total = 0
    for seat in range(match.seats):
        if not table["fallen"][seat]:
            total += int(table["stack"][seat][int(table["turned"][seat])]) // 5 + 1
    apart = next(d for d in range(1, 40) if total - d >= 1 and total + d <= 10 * int(table["alive"]))
    most = 10 * int(table["alive"])
    numbers = [total - apart, total + apart]
    for n in [*range(total - apart - 2, 0, -2), *range(total + apart + 2, most + 1, 2)]:
        if len(numbers) < int(table["alive"]):
            numbers.append(n)
    guess(match, *numbers)
