"""Mole Rats in Space (Matt Leacock, 2017): collect the equipment and reach the escape pod before the snakes do."""

from itertools import permutations
from pathlib import Path

from molehill.engine.game import Game, Option

GAME = Game(
    id="mole_rats",
    name="Mole Rats in Space",
    prefix="MR",
    clauses=32,
    min_seats=2,
    max_seats=4,
    version=1,
    environment=2,
    unit="turns",
    points_name="equipment and rats brought home",
    options=(
        Option("challenge", (False, True), False),  # MR-31
        Option("starter", (1, 2, 3, 4), 1, seat=True),  # MR-08
        Option("rats", tuple("".join(order) for order in permutations("1234")), "1234"),  # MR-03
    ),
    cooperative=True,
    suggest=True,
    foresight=4,
    tries=8,
    age=7,
    minutes=(20, 20),
    designer="Matt Leacock",
    colour="#6fe3d6",
    room="sky",
    package=__name__,
    folder=Path(__file__).parent,
)
