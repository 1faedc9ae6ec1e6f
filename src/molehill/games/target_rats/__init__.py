"""Target: Rats, simplified rules (Transit Tees, 2022): feed and breed a rat family, take Rat City, leave the nest."""

from pathlib import Path

from molehill.engine.game import Game, Option

GAME = Game(
    id="target_rats",
    name="Target: Rats",
    prefix="TR",
    clauses=28,
    min_seats=2,
    max_seats=4,
    version=1,
    unit="rounds",
    points_name="rats out of the nest",
    options=(Option("starter", ("drawn", 1, 2, 3, 4), "drawn", seat=True),),
    tally="fights",
    farsight=2,
    levels=(0.6, 0.6, 0.55),
    age=8,
    minutes=(30, 45),
    designer="Transit Tees",
    colour="#ffd84d",
    package=__name__,
    folder=Path(__file__).parent,
)
