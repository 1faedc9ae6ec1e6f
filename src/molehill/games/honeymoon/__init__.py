"""Honeymoon (Moritz Dressler, 2020): dig for sweets in your own copy of the moon, all with the same die."""

from pathlib import Path

from molehill.engine.game import Game, Option

GAME = Game(
    id="honeymoon",
    name="Honeymoon",
    prefix="HM",
    clauses=24,
    min_seats=1,
    max_seats=6,
    version=1,
    unit="rolls",
    points_name="points",
    options=(Option("side", ("A", "B"), "A"), Option("one_shaft", (False, True), False)),
    simultaneous=True,
    hidden=True,
    foresight=100,
    tries=32,
    levels=(0.6, 0.6, 0.55),
    age=8,
    minutes=(5, 10),
    designer="Moritz Dressler",
    colour="#ffcf6b",
    room="sky",
    package=__name__,
    folder=Path(__file__).parent,
)
