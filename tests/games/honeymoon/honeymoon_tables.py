"""Moons drawn by hand for Honeymoon's tests."""

from __future__ import annotations

from typing import Any

import molehill
from molehill import CHANCE, Box, Match
from molehill.games.honeymoon import cells

GAME = molehill.game("honeymoon")
SIZE = 13
NAMES = ("honey", "chocolate", "gummy", "marshmallow", "candy")
COUNTS = "[counts]\nslots = {slots}\ntimer = {timer}\nrow = {row}\n"


def edition(drawing: str, slots: int = 7, timer: int = 3, row: int = 6) -> Box:
    """A box whose two sides show this drawing in the upper left corner of the sheet ("o" reads as soil)."""
    rows = ["".join(line.split()).replace("o", ".") for line in drawing.strip().splitlines()]
    rows = [line.ljust(SIZE, "-") for line in rows] + ["-" * SIZE] * (SIZE - len(rows))
    legend = GAME.box().text.split("[legend]")[1].split("[side.A]")[0]
    moon = "\n".join(rows)
    return GAME.box_from_text(
        f'title = "t"\nstandard = false\n{COUNTS.format(slots=slots, timer=timer, row=row)}[legend]{legend}'
        f'[side.A]\nmoon = """\n{moon}\n"""\n[side.B]\nmoon = """\n{moon}\n"""\n',
        "drawn",
    )


def lay(drawing: str, die: int | None = None, seats: int = 2, one_shaft: bool = False, **counts: int) -> Match:
    """A match on a drawn moon. Cells marked "o" are seat 0's tunnels. With a die, that number was rolled."""
    match = GAME.match(seats, {"one_shaft": one_shaft}, edition(drawing, **counts))
    for r, line in enumerate(drawing.strip().splitlines()):
        for c, letter in enumerate(line.split()):
            if letter == "o":
                dig_out(match, r, c)
    if die:
        roll(match, die)
    return match


def dig_out(match: Match, r: int, c: int) -> None:
    """Mark a cell as dug by seat 0."""
    cells.put(match._tables[0]["dug"][0], r, c)


def roll(match: Match, shows: int) -> None:
    assert match.pending is CHANCE
    match.chance({"do": "roll", "shows": shows})


def dig(row: int, column: int, to: str, length: int) -> dict[str, Any]:
    return {"do": "dig", "at": [row, column], "to": to, "length": length}


PASS = {"do": "pass"}


def others_move(match: Match) -> None:
    """Let every seat that must still dig make its first legal move."""
    while match.pending is not CHANCE and match.pending:
        match.play(match.pending[0], match.legal(match.pending[0])[0])


def turn(match: Match, shows: int, *moves: dict[str, Any]) -> None:
    """Play a whole turn: the roll, these moves in seat order, then the first legal move of each other seat."""
    roll(match, shows)
    for seat, move in enumerate(moves):
        match.play(seat, move)
    others_move(match)


def rule_against(match: Match, seat: int, move: dict[str, Any]) -> str | None:
    refusal = match.why_not(seat, move)
    return refusal.rule if refusal else None


def put(match: Match, **fields: Any) -> None:
    """Write into the table, for positions that would take long to reach."""
    for name, value in fields.items():
        match._tables[0][name] = value


def sheet(match: Match, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = match.view(seat)["sheets"][seat]
    return found
