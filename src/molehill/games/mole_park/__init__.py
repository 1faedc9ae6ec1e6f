"""Mole Park: whack moles with dice, trade them for prizes, and be the first to take King Mole's crown."""

from pathlib import Path

from molehill.engine.game import Game, Option

GAME = Game(
    id="mole_park",
    name="Mole Park",
    prefix="MP",
    clauses=30,
    min_seats=2,
    max_seats=8,
    version=1,
    unit="rounds",
    points_name="stars",
    options=(Option("king", (1, 2, 3, 4, 5, 6, 7, 8), 1, seat=True),),
    simultaneous=True,
    hidden=True,
    rematch=True,
    idle=True,
    foresight=2,
    tries=4,
    reads=8,
    levels=(0.6, 0.6, 0.55),
    age=8,
    minutes=(20, 40),
    colour="#ff9d5c",
    package=__name__,
    folder=Path(__file__).parent,
)
