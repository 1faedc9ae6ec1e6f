"""Small poker for two: Kuhn's and Leduc's, which are solved. It has rules and a judge but no words; nobody plays it.

Bots are measured on it, because how far from perfect they play can be computed (`molehill.lab.exploitability`).
"""

from pathlib import Path

from molehill.engine.game import Game

GAME = Game(
    id="poker",
    name="Small poker",
    prefix="PK",
    clauses=3,
    min_seats=2,
    max_seats=2,
    version=1,
    unit="hands",
    points_name="chips",
    hidden=True,
    tries=1,
    reads=24,
    package=__name__,
    folder=Path(__file__).parent,
)
