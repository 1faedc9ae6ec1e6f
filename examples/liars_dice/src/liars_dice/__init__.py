"""Liar's Dice: bid on all the dice under the cups, your own and those that you can't see, and don't get caught."""

from pathlib import Path

from molehill.engine.game import Game, Option

GAME = Game(
    id="liars_dice",
    name="Liar's Dice",
    prefix="LD",
    clauses=10,
    min_seats=2,
    max_seats=4,
    version=1,
    unit="rounds",
    points_name="dice left",
    options=(Option("wild", (False, True), False),),
    hidden=True,
    tries=32,
    reads=24,
    colour="#e8a87c",
    package=__name__,
    folder=Path(__file__).parent,
)
