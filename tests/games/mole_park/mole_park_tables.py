"""Tables of Mole Park that are set up by hand, and the rounds that tests play on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import molehill
from molehill import CHANCE, Box, Match
from molehill.games.mole_park.box import cards_of

GAME = molehill.game("mole_park")
PILES = ("candy", "toys", "inflation", "furry", "action", "collection")
FACE_UP = {
    "candy": "Giant Lollipop",  # 2 stars
    "toys": "Kazoo Set",  # 4
    "inflation": "Beach Ball",  # 6
    "furry": "Plush Mole",  # 8
    "action": "Skateboard",  # 11
    "collection": "Royal Sceptre",  # 14
}
STARS_28 = (("collection", "Little Throne"), ("collection", "Royal Treasure Chest"))  # the second raises the hand limit
STARS_29 = (("collection", "Jewelled Mallet"), ("collection", "Velvet Cloak"))
STARS_32 = (("action", "Mountain Bike"), ("action", "Go-kart"), ("furry", "Plush Bear"))
HOLD, PASS, DECLARE = {"do": "hold"}, {"do": "pass"}, {"do": "declare"}


def card(pile: str, name: str) -> int:
    """A card's number, from 1."""
    cards = [card[0] for card in cards_of(GAME.box().doc["prizes"][pile]["cards"])]
    return cards.index(name) + 1


def turn(match: Match, pile: str, name: str) -> None:
    match.chance({"do": "turn", "pile": pile, "card": card(pile, name)})


def lay(
    seats: int = 3,
    king: int = 0,
    hands: Mapping[int, Sequence[int]] | None = None,
    prizes: Mapping[int, Iterable[tuple[str, str]]] | None = None,
    holes: Sequence[int] = (0, 0, 0, 0, 0),
    hill: Sequence[int] = (),
    burrow: int | None = None,
    box: Box | None = None,
    after: int = 0,
    face_up: Mapping[str, str] | None = None,
) -> Match:
    """A match at the beginning of a round (the first, or the one after `after`), with these things on the table.

    `holes` are the moles there before the round's moles are dealt. With `burrow`, all other moles are on the Mole Hill
    or in the holes, as the numbers say.
    """
    match = GAME.match(seats, {"king": king + 1}, box)
    top = {**FACE_UP, **(face_up or {})}
    for pile in PILES[:-1]:
        turn(match, pile, top[pile])
    t = match._tables[0]
    for seat, hand in (hands or {}).items():
        for stars in hand:
            give(t, seat, stars)
    for seat, won in (prizes or {}).items():
        for pile, name in won:
            award(t, seat, PILES.index(pile), card(pile, name) - 1)
    for hole, count in enumerate(holes):
        t["hole"][hole] += count
        t["burrow"] -= count
    for stars in hill:
        t["hill"][stars - 1] += 1
        t["unseen"][stars - 1] -= 1
        t["burrow"] -= 1
    if burrow is not None:
        shrink(t, burrow)
    t["round"] = after
    turn(match, "collection", top["collection"])
    return match


def give(t: Any, seat: int, stars: int) -> None:
    t["hand"][seat, stars - 1] += 1
    t["moles"][seat] += 1
    t["unseen"][stars - 1] -= 1
    t["burrow"] -= 1


def award(t: Any, seat: int, pile: int, number: int) -> None:
    box = GAME.box().record[0]
    assert t["pile"][pile] >> number & 1
    t["pile"][pile] &= ~(1 << number)
    t["prizes"][seat, pile] |= 1 << number
    t["stars"][seat] += box["stars"][pile, number]
    t["limit"][seat] += box["hand"][pile, number]


def shrink(t: Any, burrow: int) -> None:
    """Take moles out of the game until the Burrow has so many, so that a large table does not need 125 draws."""
    k = 0
    while t["burrow"] > burrow:
        if t["unseen"][k] > 0:
            t["unseen"][k] -= 1
            t["burrow"] -= 1
        k = (k + 1) % 5


# ---- playing --------------------------------------------------------------------------------------------------------


def answer(match: Match, *going: int) -> None:
    """Play one wave: these seats declare, the others that are asked hold."""
    for seat in phase_seats(match, "declare"):
        match.play(seat, DECLARE if seat in going else HOLD)


def declare(match: Match, *going: int) -> None:
    """Play both waves, if there are any: these seats declare in the first, and nobody joins in."""
    answer(match, *going)
    if match.view()["phase"] == "declare":
        answer(match)


def choose(match: Match, *dice: str) -> None:
    """Let every seat that is asked choose a die, in seat order. If declarations are still open, nobody declares."""
    if match.view()["phase"] == "declare":
        declare(match)
    for seat, die in zip(phase_seats(match, "choose"), dice, strict=True):
        match.play(seat, {"do": "choose", "die": die})


def phase_seats(match: Match, phase: str) -> tuple[int, ...]:
    assert match.view()["phase"] == phase
    assert match.pending is not CHANCE
    return match.pending


def roll(match: Match, *shows: int | str) -> None:
    """Roll the dice, one after the other."""
    for face in shows:
        assert match.view()["phase"] == "roll"
        match.chance(next(o.outcome for o in match.outcomes() if o.outcome["shows"] == face))


def draw(match: Match, *stars: int) -> None:
    """Take moles out of holes, one after the other."""
    for number in stars:
        assert match.view()["phase"] == "whack"
        match.chance(next(o.outcome for o in match.outcomes() if o.outcome["stars"] == number))


def draw_all(match: Match) -> None:
    """Let each seat that takes moles get the lowest ones."""
    while match.view()["phase"] == "whack":
        match.chance(match.outcomes()[0].outcome)


def play_dice(match: Match, *pairs: tuple[str, int | str]) -> None:
    """Choose and roll everybody's die. Whacked moles are the lowest ones."""
    choose(match, *(die for die, _ in pairs))
    roll(match, *(shows for _, shows in pairs))
    draw_all(match)


def finish_turning(match: Match) -> None:
    """Turn up the piles again, each with its first card."""
    while match.view()["phase"] == "turn":
        match.chance(match.outcomes()[0].outcome)


def take(match: Match, seat: int, pile: str) -> None:
    match.play(seat, {"do": "take", "pile": pile})


# ---- looking --------------------------------------------------------------------------------------------------------


def phase(match: Match) -> str:
    return str(match.view()["phase"])


def player(match: Match, seat: int, viewer: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = match.view(seat if viewer is None else viewer)["players"][seat]
    return found


def moles(match: Match) -> list[int]:
    """How many moles everybody holds."""
    return [p["moles"] for p in match.view()["players"]]


def names(match: Match, seat: int) -> list[str]:
    return [prize["name"] for prize in player(match, seat)["prizes"]]


def up(match: Match) -> list[str | None]:
    return [pile["up"] and pile["up"]["name"] for pile in match.view()["piles"]]


def happened(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    return [e for e in match.events(viewer) if e["event"] == event]


def rule_against(match: Match, seat: int, move: dict[str, Any]) -> str | None:
    refusal = match.why_not(seat, move)
    return refusal.rule if refusal else None
