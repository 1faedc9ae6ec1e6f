"""The records of the search: what it remembers, and how a seat thinks."""

from __future__ import annotations

from molehill.engine.records import Float64, Grid, Int32, Int64, Record, UInt64, sized

LONGEST_PATH = 256
RANDOM, GREEDY, SEARCH = 0, 1, 2  # kinds of thinking


class Node(Record):
    """A position as the seat that decides sees it; `first` and `count` say where its edges are."""

    key: UInt64
    stamp: Int64
    first: Int32
    count: Int32
    visits: Int32
    seat: Int32


class Edge(Record):
    """A move from a node: how often it was gone through, and what came of that in all."""

    total: Float64
    move: Int32
    visits: Int32
    prior: Float64


class Mind(Record):
    """What of a memory is in use, the stamp of the search that it belongs to, and the way that one goes just now."""

    nodes: Int64
    edges: Int64
    stamp: Int64
    secretive: Int64  # whether the searching seat knows anything that others do not
    path: Grid[Int64] = sized(LONGEST_PATH, 2)  # edges, and who chose each


class How(Record):
    """How a seat thinks."""

    kind: Float64
    overlook: Float64  # how often a move is not noticed
    sims: Float64
    horizon: Float64  # how many units of length a simulation plays on
    tries: Float64  # moves tried at each decision beyond the tree
    own_turn: Float64  # whether it looks no further than its own turn
    explore: Float64
    trust: Float64  # how much a move that looks good at once is trusted
    reads: Float64  # truths drawn to find one that goes with what others did
