"""How bots think, compiled. This file is a template: it is run once for each game, as a module of its own with that
game's `rules` and `judge` (`engine/judging.py`) as globals.

The search is a Monte-Carlo tree search over what players can know. Every simulation begins with one possible truth
(`redeal`) of the searching seat's veiled table. A node is what the seat to decide sees: its key is a hash of the table
veiled for that seat. So nobody in the search acts on what he could not know, seats that decide at the same time do not
see each other's choices, and positions that can be reached in several orders are one node.

Work tables: 0 the veiled position, 1 the truth that is played on, 2 what one seat sees of it, 3 a move tried out.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import kernel, loop, rule
from molehill.engine.contract import CHANCE, NOBODY, Rules
from molehill.engine.events import Log
from molehill.engine.records import (
    Box,
    Float64,
    Generator,
    Grid,
    Int32,
    Int64,
    Moves,
    Numbers,
    Record,
    Row,
    Scores,
    Table,
    UInt64,
    Weights,
    Word,
)

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]  # put there by `compiling.load`
judge: Any = globals().get("judge")


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


# How a seat thinks: one row of numbers, in this order.
HOW = ("kind", "overlook", "sims", "horizon", "tries", "own_turn", "explore", "trust", "reads")
KIND, OVERLOOK, SIMS, HORIZON, TRIES, OWN_TURN, EXPLORE, TRUST, READS = range(len(HOW))
RANDOM, GREEDY, SEARCH = 0.0, 1.0, 2.0
# What a memory has used up: nodes, edges, and the stamp of the search they belong to.
NODES, EDGES, STAMP = 0, 1, 2
LONGEST_PATH = 256
_PROBES = 32
_FOREVER = 1 << 30
_ONE = 1 << 20  # what is overlooked is drawn as a whole number below this


# ---- the memory -----------------------------------------------------------------------------------------------------


@kernel
def position_key(words: Grid[Word], i: int, seat: int) -> UInt64:
    """What a seat sees, as one number."""
    key = chance.stir(chance.KEY, seat + 1)
    for k in range(words.shape[1]):
        key = chance.stir(key, words[i, k])
    return key


@rule
def find(nodes: Row[Node], key: UInt64, stamp: int) -> int:
    """The place of the node with this key, or -1 - place of a free one; -1 - length if there is none nearby."""
    size = nodes.shape[0]
    home = chance.slot(key, size)
    for step in range(_PROBES):
        place = (home + step) & (size - 1)
        node = nodes[place]
        if node.stamp != stamp:
            return -1 - place
        if node.key == key:
            return place
    return -1 - size


@kernel
def look_up(nodes: Row[Node], words: Grid[Word], i: int, seat: int, stamp: int) -> int:
    """The place of what a seat sees of table i, or less than 0."""
    return int(find(nodes, position_key(words, i, seat), stamp))


@rule
def add(
    nodes: Row[Node], edges: Row[Edge], used: Numbers, place: int, key: UInt64, seat: int, how: Scores,
    tables: Row[Table], boxes: Row[Box], rng: Generator, out: Moves, n: int, silent: Log,
) -> None:  # fmt: skip
    """A new node, its moves in any order, so that of equally good ones none comes first always."""
    first = int(used[EDGES])
    for k in range(n):
        bring_forward(out, k, n, rng)
        edge = edges[first + k]
        edge.move, edge.visits, edge.total, edge.prior = out[k], 0, 0.0, 1.0 / n
    if how[TRUST] > 0.0:
        trust(edges, first, n, how[TRUST], seat, tables, boxes, silent)
    node = nodes[place]
    node.key, node.stamp, node.first, node.count, node.visits, node.seat = key, used[STAMP], first, n, 0, seat
    used[NODES] += 1
    used[EDGES] += n


@rule
def bring_forward(out: Moves, k: int, n: int, rng: Generator) -> None:
    """Any of the moves from place k on to place k."""
    other = k + chance.below(rng, n - k)
    out[k], out[other] = out[other], out[k]


@rule
def trust(
    edges: Row[Edge], first: int, n: int, how_much: float, seat: int, tables: Row[Table], boxes: Row[Box], silent: Log
) -> None:  # fmt: skip
    """Each move is tried once: the better it looks at once, the more it is trusted beforehand."""
    low, high, box = 2.0, -2.0, boxes[0]
    for k in range(first, first + n):
        tables[3] = tables[1]
        rules.apply(tables[3], box, seat, edges[k].move, silent)
        worth = rules.appraise(tables[3], box, seat)
        edges[k].prior = worth
        low, high = min(low, worth), max(high, worth)
    spread, total = max(high - low, 1e-9), 0.0
    for k in range(first, first + n):
        edge = edges[k]
        edge.prior = exp(how_much * (edge.prior - high) / spread)
        total += edge.prior
    for k in range(first, first + n):
        edges[k].prior /= total


@rule
def pick(nodes: Row[Node], edges: Row[Edge], place: int, explore: float, spread: float) -> int:
    """The edge that promises most: its mean so far, and more the less it was tried for how much it is trusted."""
    node = nodes[place]
    total = 0.0
    for k in range(node.count):
        total += edges[node.first + k].total
    unknown = total / max(1, node.visits)
    push = explore * max(spread, 1e-6) * sqrt(node.visits + 1.0)
    best, chosen = -1e9, 0
    for k in range(node.count):
        edge = edges[node.first + k]
        mean = edge.total / edge.visits if edge.visits else unknown
        worth = mean + push * edge.prior / (1.0 + edge.visits)
        if worth > best:
            best, chosen = worth, k
    return int(node.first + chosen)


# ---- what may be true -----------------------------------------------------------------------------------------------


@rule
def is_believed(tables: Row[Table], boxes: Row[Box], me: int, rng: Generator) -> bool:
    """Whether table 1 may pass for the truth: by lot, the more often the better it goes with what others did."""
    return bool(chance.below(rng, _ONE) < judge.plausible(tables, 1, boxes, me) * _ONE)


@rule
def imagine(tables: Row[Table], boxes: Row[Box], me: int, how: Scores, rng: Generator) -> None:
    """One possible truth of the veiled table 0 as table 1. Who reads others draws again what does not go with what they
    did, up to so many times."""
    for _ in range(max(1, int(how[READS]))):
        tables[1] = tables[0]
        rules.redeal(tables[1], boxes[0], me, rng)
        if how[READS] == 0.0 or is_believed(tables, boxes, me, rng):
            return


# ---- one simulation -------------------------------------------------------------------------------------------------


@rule
def next_seat(who: int, me: int) -> int:
    """Of several who decide at once the searching seat goes first, so that its own position is the first node."""
    return me if who >> me & 1 else int(first_bit(who))


@rule
def choose_quickly(
    tables: Row[Table], boxes: Row[Box], seat: int, tries: int, rng: Generator, out: Moves, n: int, silent: Log
) -> int:  # fmt: skip
    """The best at once of a few moves picked at random: how a simulation goes on beyond the tree."""
    if n == 1:
        return out[0]
    if tries <= 1:
        return out[chance.below(rng, n)]
    box, best, chosen = boxes[0], -2.0, out[0]
    for k in range(min(tries, n)):
        bring_forward(out, k, n, rng)
        tables[3] = tables[1]
        rules.apply(tables[3], box, seat, out[k], silent)
        worth = rules.appraise(tables[3], box, seat)
        if worth > best:
            best, chosen = worth, out[k]
    return chosen


@rule
def roll_out(
    tables: Row[Table], boxes: Row[Box], me: int, how: Scores, until: int, rng: Generator, out: Moves, weight: Weights,
    silent: Log,
) -> None:  # fmt: skip
    """Play on until the game has lasted so long, or is over."""
    t, box = tables[1], boxes[0]
    while rules.length(t) < until:
        who = rules.pending(t)
        if who == NOBODY:
            return
        if who == CHANCE:
            rules.apply(t, box, CHANCE, judge.draw(tables, 1, boxes, rng, out, weight), silent)
            continue
        seat = next_seat(who, me)
        n = rules.legal(t, box, seat, out)
        rules.apply(t, box, seat, choose_quickly(tables, boxes, seat, int(how[TRIES]), rng, out, n, silent), silent)


@rule
def simulate(
    nodes: Row[Node], edges: Row[Edge], used: Numbers, path: Grid[Int64], tables: Row[Table], words: Grid[Word],
    boxes: Row[Box], me: int, how: Scores,
    spread: float, until: int, rng: Generator, out: Moves, weight: Weights, silent: Log,
) -> int:  # fmt: skip
    """Down the tree, a little beyond it, and judge. Returns how many edges were gone through."""
    t, box, steps = tables[1], boxes[0], 0
    while steps == 0 or rules.length(t) < until:
        who = rules.pending(t)
        if who == NOBODY:
            break
        if who == CHANCE:
            if how[OWN_TURN] > 0.0 and steps > 0:
                break
            rules.apply(t, box, CHANCE, judge.draw(tables, 1, boxes, rng, out, weight), silent)
            continue
        seat = next_seat(who, me)
        if how[OWN_TURN] > 0.0 and seat != me:
            break
        n = rules.legal(t, box, seat, out)
        if n == 1:
            rules.apply(t, box, seat, out[0], silent)
            continue
        tables[2] = tables[1]
        rules.veil(tables[2], box, seat)
        key = position_key(words, 2, seat)
        place = find(nodes, key, int(used[STAMP]))
        if place < 0:
            place = -1 - place
            if place < nodes.shape[0] and used[EDGES] + n <= edges.shape[0]:
                add(nodes, edges, used, place, key, seat, how, tables, boxes, rng, out, n, silent)
                if steps == 0:
                    continue  # the root: go on, so that no simulation is spent on adding it
            if how[TRIES] > 0.0:
                roll_out(tables, boxes, me, how, until, rng, out, weight, silent)
            break
        chosen = pick(nodes, edges, place, how[EXPLORE], spread)
        nodes[place].visits += 1
        path[steps, 0], path[steps, 1] = chosen, seat
        steps += 1
        rules.apply(t, box, seat, edges[chosen].move, silent)
        if steps == path.shape[0]:
            break
    for k in range(steps):
        edge = edges[path[k, 0]]
        edge.visits += 1
        edge.total += rules.appraise(t, box, path[k, 1])
    return steps


@loop
def think(
    nodes: Row[Node], edges: Row[Edge], used: Numbers, path: Grid[Int64], tables: Row[Table], words: Grid[Word],
    boxes: Row[Box], me: int, how: Scores, sims: int,
    rng: Generator, out: Moves, weight: Weights, silent: Log,
) -> int:  # fmt: skip
    """So many simulations from the veiled table 0. Returns the place of the node where the seat decides."""
    box = boxes[0]
    low, high, spread = 2.0, -2.0, 0.1
    until = rules.length(tables[0]) + int(how[HORIZON])
    for _ in range(sims):
        imagine(tables, boxes, me, how, rng)
        simulate(nodes, edges, used, path, tables, words, boxes, me, how, spread, until, rng, out, weight, silent)
        worth = rules.appraise(tables[1], box, me)
        low, high = min(low, worth), max(high, worth)
        spread = high - low
    return look_up(nodes, words, 0, me, int(used[STAMP]))


@kernel
def best_edge(nodes: Row[Node], edges: Row[Edge], place: int) -> int:
    """The edge with the best mean, among those gone through at least a quarter as often as the most travelled one."""
    node = nodes[place]
    most = 0
    for k in range(node.first, node.first + node.count):
        most = max(most, edges[k].visits)
    best, mean = node.first, -2.0
    for k in range(node.first, node.first + node.count):
        edge = edges[k]
        if 4 * edge.visits >= most and edge.total / edge.visits > mean:
            best, mean = k, edge.total / edge.visits
    return int(best)


@loop
def forecast(
    tables: Row[Table], boxes: Row[Box], me: int, move: int, games: int, how: Scores, rng: Generator,
    out: Moves, weight: Weights, silent: Log, scores: Scores, points: Numbers,
) -> tuple[float, float]:  # fmt: skip
    """Play on to the end so many times after a move from the veiled table 0; the seat's mean score and points."""
    t, box, score, point = tables[1], boxes[0], 0.0, 0.0
    for _ in range(games):
        imagine(tables, boxes, me, how, rng)
        rules.apply(t, box, me, move, silent)
        roll_out(tables, boxes, me, how, _FOREVER, rng, out, weight, silent)
        rules.scores(t, box, scores)
        rules.points(t, box, points)
        score += scores[me]
        point += points[me]
    return score / games, point / games


@rule
def noticed_edge(nodes: Row[Node], edges: Row[Edge], place: int, overlook: float, rng: Generator) -> int:
    """The edge with the best mean among those that are noticed: each is overlooked so often, the last one never."""
    node = nodes[place]
    best, mean, left = -1, -2.0, node.count
    for k in range(node.first, node.first + node.count):
        edge = edges[k]
        average = edge.total / edge.visits if edge.visits else -1.5 + edge.prior / 4.0
        left -= 1
        if chance.below(rng, _ONE) < overlook * _ONE and not (left == 0 and best < 0):
            continue
        if best < 0 or average > mean:
            best, mean = k, average
    return int(best)


# ---- those who do not think -----------------------------------------------------------------------------------------


@kernel
def choose_randomly(tables: Row[Table], i: int, boxes: Row[Box], seat: int, rng: Generator, out: Moves) -> int:
    """Any legal move."""
    return int(judge.choose_randomly(tables, i, boxes, seat, rng, out))


@loop
def choose_greedily(
    tables: Row[Table], i: int, boxes: Row[Box], seat: int, rng: Generator, out: Moves, scratch: Row[Table], silent: Log
) -> int:
    """The move after which the seat stands best."""
    return int(judge.choose_greedily(tables, i, boxes, seat, rng, out, scratch, silent))


# ---- whole games between seats that think ---------------------------------------------------------------------------


@loop
def decide(
    nodes: Row[Node], edges: Row[Edge], used: Numbers, path: Grid[Int64], tables: Row[Table], words: Grid[Word],
    boxes: Row[Box], seat: int, how: Scores,
    rng: Generator, out: Moves, weight: Weights, silent: Log,
) -> int:  # fmt: skip
    """A move for the seat that sees table 0, which is veiled, in its own way of thinking."""
    t, box = tables[0], boxes[0]
    n = rules.legal(t, box, seat, out)
    if n == 1:
        return out[0]
    if how[KIND] == RANDOM:
        return out[chance.below(rng, n)]
    if how[KIND] == GREEDY:
        return int(judge.choose_greedily(tables, 0, boxes, seat, rng, out, tables[1:3], silent))
    used[NODES], used[EDGES] = 0, 0
    used[STAMP] += 1
    sims = int(how[SIMS])
    place = think(nodes, edges, used, path, tables, words, boxes, seat, how, sims, rng, out, weight, silent)
    if how[OVERLOOK] > 0.0:
        return int(edges[noticed_edge(nodes, edges, place, how[OVERLOOK], rng)].move)
    return int(edges[best_edge(nodes, edges, place)].move)


@loop
def tournament(
    boxes: Row[Box], options: Numbers, hows: Grid[Float64], rotate: int, seed: int, first: int, cap: int,
    moves: Numbers, lengths: Numbers, tallies: Numbers, all_scores: Grid[Float64], all_points: Grid[Int64],
    tables: Row[Table], words: Grid[Word],
    nodes: Row[Node], edges: Row[Edge], used: Numbers, path: Grid[Int64], out: Moves, weight: Weights, silent: Log,
    rngs: Generator,
) -> None:  # fmt: skip
    """Play games number first, first + 1, ...; with `rotate` each deal is played once from every seating.

    Chance has a generator of its own, so that it brings the same to every seating of one deal. Table 4 is played on;
    table 5 is what all see who decide at the same time, so that none of them decides later than another.
    """
    seats, box = hows.shape[0], boxes[0]
    for g in range(moves.shape[0]):
        number = first + g
        turn = number % seats if rotate else 0
        chance.start(rngs[0:1], seed, number // seats if rotate else number)
        chance.start(rngs[1:2], seed + 1, number)
        t = tables[4]
        rules.setup(t, box, seats, options)
        while moves[g] < cap:
            who = rules.pending(t)
            if who == NOBODY:
                break
            if who == CHANCE:
                moves[g] += 1
                rules.apply(t, box, CHANCE, judge.draw(tables, 4, boxes, rngs[0:1], out, weight), silent)
                continue
            tables[5] = tables[4]
            for seat in range(seats):
                if not who >> seat & 1:
                    continue
                moves[g] += 1
                tables[0] = tables[5]
                rules.veil(tables[0], box, seat)
                move = decide(
                    nodes, edges, used, path, tables, words, boxes, seat, hows[(seat + turn) % seats],
                    rngs[1:2], out, weight, silent,
                )  # fmt: skip
                rules.apply(t, box, seat, move, silent)
        lengths[g], tallies[g] = rules.length(t), judge.tally(tables, 4)
        rules.scores(t, box, all_scores[g])
        rules.points(t, box, all_points[g])
