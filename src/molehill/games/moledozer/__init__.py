"""Moledozer (Alon Nir): guess the sum of hidden cards, steer the mole into a rival's house, keep your own standing."""

from pathlib import Path

from molehill.engine.game import Game, Option

GAME = Game(
    id="moledozer",
    name="Moledozer",
    prefix="MD",
    clauses=26,
    min_seats=2,
    max_seats=4,
    version=1,
    unit="rounds",
    points_name="rounds won",
    options=(
        Option("starter", (1, 2, 3, 4), 1, seat=True),
        Option("change_guess", (False, True), False),
        Option("own_order", (False, True), False),
        Option("multiply", (False, True), False),
    ),
    simultaneous=True,
    hidden=True,
    look=10,  # MD-04
    tries=4,
    reads=24,
    levels=(0.6, 0.6, 0.55),
    age=8,
    minutes=(15, 30),
    designer="Alon Nir",
    colour="#a5cf6d",
    room="field",
    package=__name__,
    folder=Path(__file__).parent,
)
