"""How bots think, compiled. This file is a template: it is run once for each game, as a module of its own with that
game's `rules` and `judge`, and `judging` (`engine/judging.py`), as globals.

The search is a Monte-Carlo tree search over what players can know. Every simulation begins with one possible truth
(`redeal`) of the searching seat's veiled table. A node is what the seat to decide sees: its key is a hash of the table
veiled for that seat. So nobody in the search acts on what they could not know, seats that decide at the same time do
not see each other's choices, and positions that can be reached in several orders are one node. What a seat tries out
before it decides, it tries on a truth of its own (`suppose`).

The searching seat's own secrets are the same in all truths that it thinks possible. If others' nodes learned from them,
they would learn the secrets: call every bluff, and no honest bid. So, where the seat has secrets, every second
simulation begins with a truth drawn from what everybody knows, its own secrets drawn again as well, and teaches all. In
the others only the searching seat learns. The rest play as they have learned, each move as often as they chose it, and
where they have not met a position they choose quickly.

Tables of a desk: SEEN is the veiled position, and PUBLIC what everybody knows of it; TRUTH is played on, VEILED is what
one seat sees of it, SUPPOSED what that seat takes for the truth, TRIED is a move tried out. In whole games GAME is
played on, and BEFORE is what all see who decide at the same time.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from molehill.bots.records import GREEDY, RANDOM, Edge, How, Mind, Node
from molehill.engine import chance
from molehill.engine.bits import first_bit, words_of
from molehill.engine.compiling import kernel, loop, rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY, SPECTATOR, Judge, Rules
from molehill.engine.reals import exp, log
from molehill.engine.records import Box, Generator, Moves, Numbers, Row, Table, UInt64
from molehill.engine.workspace import Desk, Played, Series

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]
judge: Judge[Table, Box] = globals().get("judge")  # type: ignore[assignment]
judging: Any = globals().get("judging")

SEEN, TRUTH, VEILED, TRIED, GAME, BEFORE, SUPPOSED, PUBLIC = range(8)
_PROBES = 32
_FOREVER = 1 << 30
_ONE = 1 << 20  # what is overlooked is drawn as a whole number below this


# ---- the memory -----------------------------------------------------------------------------------------------------


@rule
def key_of(t: Table, seat: int) -> UInt64:
    """What a seat sees, as one number."""
    words = words_of(t)
    key = chance.stir(chance.KEY, seat + 1)
    for k in range(words.shape[0]):
        key = chance.stir(key, words[k])
    return key


@kernel
def position_key(tables: Row[Table], i: int, seat: int) -> UInt64:
    """What a seat sees, as one number."""
    return key_of(tables[i], seat)


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
def look_up(tables: Row[Table], i: int, seat: int, minds: Row[Mind], nodes: Row[Node]) -> int:
    """The place of what a seat sees on table i, or less than 0."""
    return find(nodes, key_of(tables[i], seat), minds[0].stamp)


@rule
def add(
    desk: Desk, box: Box, mind: Mind, nodes: Row[Node], edges: Row[Edge], how: How,
    place: int, key: UInt64, seat: int, n: int,
) -> None:  # fmt: skip
    """A new node, its moves in any order, so that of equally good ones none comes first always."""
    first = mind.edges
    for k in range(n):
        bring_forward(desk.out, k, n, desk.whims)
        edge = edges[first + k]
        edge.move, edge.visits, edge.total, edge.prior = desk.out[k], 0, 0.0, 1.0 / n
    if how.trust > 0.0:
        suppose(desk, box, seat)
        trust(desk, box, edges[first : first + n], how.trust, seat)
    node = nodes[place]
    node.key, node.stamp, node.first, node.count, node.visits, node.seat = key, mind.stamp, first, n, 0, seat
    mind.nodes += 1
    mind.edges += n


@rule
def bring_forward(out: Moves, k: int, n: int, rng: Generator) -> None:
    """Any of the moves from place k on to place k."""
    other = k + chance.below(rng, n - k)
    out[k], out[other] = out[other], out[k]


@rule
def suppose(desk: Desk, box: Box, seat: int) -> None:
    """What a seat that is about to decide takes for the truth: the same to its eyes, whatever else is true."""
    desk.tables[SUPPOSED] = desk.tables[TRUTH]
    rules.veil(desk.tables[SUPPOSED], box, seat)
    rules.redeal(desk.tables[SUPPOSED], box, seat, desk.whims)


@rule
def worth_of(desk: Desk, box: Box, seat: int, move: int) -> float:
    """How the seat stands after a move from what it supposes, tried out."""
    desk.tables[TRIED] = desk.tables[SUPPOSED]
    rules.apply(desk.tables[TRIED], box, seat, move, desk.silent)
    return judge.appraise(desk.tables[TRIED], box, seat)


@rule
def trust(desk: Desk, box: Box, edges: Row[Edge], how_much: float, seat: int) -> None:
    """Each move is tried once: the better it looks at once, the more it is trusted beforehand."""
    low, high = 2.0, -2.0
    for k in range(edges.shape[0]):
        worth = worth_of(desk, box, seat, edges[k].move)
        edges[k].prior = worth
        low, high = min(low, worth), max(high, worth)
    spread, total = max(high - low, 1e-9), 0.0
    for k in range(edges.shape[0]):
        edges[k].prior = exp(how_much * (edges[k].prior - high) / spread)
        total += edges[k].prior
    for k in range(edges.shape[0]):
        edges[k].prior /= total


@rule
def pick(node: Node, edges: Row[Edge], explore: float, spread: float) -> int:
    """The edge that promises most: its mean so far, and more the less it was tried for how much it is trusted."""
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
    return node.first + chosen


@rule
def pick_as_before(node: Node, edges: Row[Edge], rng: Generator) -> int:
    """Any edge, each as often as it was gone through; a seat that always did the same could be seen through."""
    drawn = chance.below(rng, max(1, node.visits))
    for k in range(node.count):
        drawn -= edges[node.first + k].visits
        if drawn < 0:
            return node.first + k
    return node.first


# ---- what may be true -----------------------------------------------------------------------------------------------


@rule
def is_believed(t: Table, box: Box, me: int, rng: Generator) -> bool:
    """Whether it may pass for the truth: by lot, the more often the better it goes with what others did."""
    return bool(chance.below(rng, _ONE) < judging.plausible(t, box, me) * _ONE)


@rule
def imagine(desk: Desk, box: Box, seen: int, seat: int, how: How) -> None:
    """One possible truth of a table that is veiled for a seat. Somebody who reads others draws again what does not go
    with what they did, up to so many times."""
    truth = desk.tables[TRUTH]
    for _ in range(max(1, int(how.reads))):
        desk.tables[TRUTH] = desk.tables[seen]
        rules.redeal(truth, box, seat, desk.whims)
        if how.reads == 0.0 or is_believed(truth, box, seat, desk.whims):
            return


# ---- one simulation -------------------------------------------------------------------------------------------------


@rule
def next_seat(who: int, me: int) -> int:
    """Of several who decide at once the searching seat goes first, so that its own position is the first node."""
    return me if who >> me & 1 else first_bit(who)


@rule
def choose_quickly(desk: Desk, box: Box, seat: int, tries: int, n: int) -> int:
    """The best at once of a few moves picked at random: how a simulation goes on beyond the tree."""
    out = desk.out
    if n == 1:
        return out[0]
    if tries <= 1:
        return out[chance.below(desk.whims, n)]
    suppose(desk, box, seat)
    best, chosen = -2.0, out[0]
    for k in range(min(tries, n)):
        bring_forward(out, k, n, desk.whims)
        worth = worth_of(desk, box, seat, out[k])
        if worth > best:
            best, chosen = worth, out[k]
    return chosen


@rule
def roll_out(desk: Desk, box: Box, me: int, how: How, until: int) -> None:
    """Play on until the game has lasted so long, or is over."""
    t = desk.tables[TRUTH]
    while rules.length(t) < until:
        who = rules.pending(t)
        if who == NOBODY:
            return
        if who == CHANCE:
            judging.fall(desk, t, box, desk.whims)
            continue
        seat = next_seat(who, me)
        n = rules.legal(t, box, seat, desk.out)
        rules.apply(t, box, seat, choose_quickly(desk, box, seat, int(how.tries), n), desk.silent)


@rule
def simulate(
    desk: Desk, box: Box, mind: Mind, nodes: Row[Node], edges: Row[Edge], how: How, me: int, learner: int,
    spread: float, until: int,
) -> None:  # fmt: skip
    """Down the tree, a little beyond it, and judge. The learner's nodes learn from it, or everybody's."""
    t, steps = desk.tables[TRUTH], 0
    while steps == 0 or rules.length(t) < until:
        who = rules.pending(t)
        if who == NOBODY:
            break
        if who == CHANCE:
            if how.own_turn > 0.0 and steps > 0:
                break
            judging.fall(desk, t, box, desk.whims)
            continue
        seat = next_seat(who, me)
        if how.own_turn > 0.0 and seat != me:
            break
        n = rules.legal(t, box, seat, desk.out)
        if n == 1:
            rules.apply(t, box, seat, desk.out[0], desk.silent)
            continue
        desk.tables[VEILED] = t
        rules.veil(desk.tables[VEILED], box, seat)
        key = key_of(desk.tables[VEILED], seat)
        place, learns = find(nodes, key, mind.stamp), learner in (EVERYBODY, seat)
        if place < 0 and not learns:
            rules.apply(t, box, seat, choose_quickly(desk, box, seat, int(how.tries), n), desk.silent)
            continue
        if place < 0:
            place = -1 - place
            if place < nodes.shape[0] and mind.edges + n <= edges.shape[0]:
                add(desk, box, mind, nodes, edges, how, place, key, seat, n)
                if steps == 0:
                    continue  # the root: go on, so that no simulation is spent on adding it
            if how.tries > 0.0:
                roll_out(desk, box, me, how, until)
            break
        if learns:
            chosen = pick(nodes[place], edges, how.explore, spread)
            nodes[place].visits += 1
            mind.path[steps, 0], mind.path[steps, 1] = chosen, seat
            steps += 1
        else:
            chosen = pick_as_before(nodes[place], edges, desk.whims)
        rules.apply(t, box, seat, edges[chosen].move, desk.silent)
        if steps == mind.path.shape[0]:
            break
    for k in range(steps):
        edge = edges[mind.path[k, 0]]
        edge.visits += 1
        edge.total += judge.appraise(t, box, mind.path[k, 1])


@rule
def search(desk: Desk, box: Box, mind: Mind, nodes: Row[Node], edges: Row[Edge], how: How, me: int, sims: int) -> int:
    """So many simulations from what is seen. Returns the place of the node where the seat decides."""
    low, high, spread = 2.0, -2.0, 0.1
    until = rules.length(desk.tables[SEEN]) + int(how.horizon)
    desk.tables[PUBLIC] = desk.tables[SEEN]
    rules.veil(desk.tables[PUBLIC], box, SPECTATOR)
    root = key_of(desk.tables[SEEN], me)
    apart = how.own_turn == 0.0 and root != key_of(desk.tables[PUBLIC], me)
    mind.secretive = apart
    for k in range(sims):  # the first adds the root
        if apart and k % 2 == 1:
            imagine(desk, box, PUBLIC, SPECTATOR, how)
            learner = EVERYBODY
        else:
            imagine(desk, box, SEEN, me, how)
            learner = me if apart else EVERYBODY
        simulate(desk, box, mind, nodes, edges, how, me, learner, spread, until)
        worth = judge.appraise(desk.tables[TRUTH], box, me)
        low, high = min(low, worth), max(high, worth)
        spread = high - low
    return find(nodes, root, mind.stamp)


@loop
def think(
    desks: Row[Desk], boxes: Row[Box], minds: Row[Mind], nodes: Row[Node], edges: Row[Edge], hows: Row[How],
    me: int, sims: int,
) -> int:  # fmt: skip
    """So many simulations from what is seen. Returns the place of the node where the seat decides."""
    return search(desks[0], boxes[0], minds[0], nodes, edges, hows[0], me, sims)


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
    return best


@rule
def drawn_edge(nodes: Row[Node], edges: Row[Edge], place: int, rng: Generator) -> int:
    """One of the most travelled edges, by lot: one gone through nine tenths as often is drawn half as often."""
    node = nodes[place]
    most, total = 1, 0
    for k in range(node.first, node.first + node.count):
        most = max(most, edges[k].visits)
    for k in range(node.first, node.first + node.count):
        total += lots(edges[k], most)
    drawn = chance.below(rng, total)
    for k in range(node.first, node.first + node.count):
        drawn -= lots(edges[k], most)
        if drawn < 0:
            return k
    return node.first


@rule
def lots(edge: Edge, most: int) -> int:
    """How many lots an edge has: most of them if it is the most travelled one."""
    part = edge.visits / most
    part *= part
    part *= part
    return int(part * part * _ONE)


@kernel
def played_edge(desks: Row[Desk], minds: Row[Mind], nodes: Row[Node], edges: Row[Edge], place: int) -> int:
    """What is played in the end. A seat with secrets draws: if it always did what is best, others could tell from it
    what it hides."""
    if minds[0].secretive:
        return drawn_edge(nodes, edges, place, desks[0].whims)
    return best_edge(nodes, edges, place)


@loop
def forecast(
    desks: Row[Desk], boxes: Row[Box], hows: Row[How], played: Row[Played], me: int, move: int, games: int
) -> tuple[float, float]:
    """Play on to the end so many times after a move from what is seen; the seat's mean score and points."""
    desk, t, box, how, end = desks[0], desks[0].tables[TRUTH], boxes[0], hows[0], played[0]
    score, point = 0.0, 0.0
    for _ in range(games):
        imagine(desk, box, SEEN, me, how)
        rules.apply(t, box, me, move, desk.silent)
        roll_out(desk, box, me, how, _FOREVER)
        rules.scores(t, box, end.scores)
        rules.points(t, box, end.points)
        score += end.scores[me]
        point += end.points[me]
    return score / games, point / games


@rule
def attraction(edge: Edge, most: float, how_much: float) -> float:
    """How good a move looks at once: 1 is the best of all, 0 the worst. It is what `trust` made the prior of."""
    return 1.0 + log(edge.prior / most) / how_much if how_much > 0.0 else 1.0


@rule
def noticed_edge(node: Node, edges: Row[Edge], how: How, rng: Generator) -> int:
    """The edge with the best mean among those that are noticed.

    Each is overlooked so often, but the less the more it stands out at once from the rest: a win at hand is taken, and
    a quiet move that prepares something is not seen. The last one is never overlooked if nothing else was noticed.
    """
    most, whole = 0.0, 0.0
    for k in range(node.first, node.first + node.count):
        most = max(most, edges[k].prior)
    for k in range(node.first, node.first + node.count):
        whole += attraction(edges[k], most, how.trust)
    best, mean, left = -1, -2.0, node.count
    for k in range(node.first, node.first + node.count):
        edge = edges[k]
        average = edge.total / edge.visits if edge.visits else -1.5 + edge.prior / 4.0
        left -= 1
        attracts = attraction(edge, most, how.trust)
        apart = max(0.0, attracts - (whole - attracts) / (node.count - 1))
        if chance.below(rng, _ONE) < how.overlook * (1.0 - apart * apart) * _ONE and not (left == 0 and best < 0):
            continue
        if best < 0 or average > mean:
            best, mean = k, average
    return best


# ---- those who do not think -----------------------------------------------------------------------------------------


@kernel
def choose_randomly(desks: Row[Desk], tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> int:
    """Any legal move."""
    return int(judging.choose_randomly(desks[0], tables[i], boxes[0], seat))


@loop
def choose_greedily(desks: Row[Desk], tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> int:
    """The move after which the seat stands best."""
    return int(judging.choose_greedily(desks[0], tables[i], boxes[0], seat))


# ---- whole games between seats that think ---------------------------------------------------------------------------


@rule
def choose(desk: Desk, box: Box, mind: Mind, nodes: Row[Node], edges: Row[Edge], how: How, seat: int) -> int:
    """A move for the seat that sees what is seen, in its own way of thinking."""
    t = desk.tables[SEEN]
    n = rules.legal(t, box, seat, desk.out)
    if n == 1:
        return desk.out[0]
    if how.kind == RANDOM:
        return desk.out[chance.below(desk.whims, n)]
    if how.kind == GREEDY:
        return int(judging.choose_greedily(desk, t, box, seat))
    mind.nodes, mind.edges = 0, 0
    mind.stamp += 1
    place = search(desk, box, mind, nodes, edges, how, seat, int(how.sims))
    if how.overlook > 0.0:
        return edges[noticed_edge(nodes[place], edges, how, desk.whims)].move
    if mind.secretive:
        return edges[drawn_edge(nodes, edges, place, desk.whims)].move
    return edges[best_edge(nodes, edges, place)].move


@loop
def decide(
    desks: Row[Desk], boxes: Row[Box], minds: Row[Mind], nodes: Row[Node], edges: Row[Edge], hows: Row[How], seat: int
) -> int:
    """A move for the seat that sees what is seen, in its own way of thinking."""
    return choose(desks[0], boxes[0], minds[0], nodes, edges, hows[0], seat)


@loop
def tournament(
    desks: Row[Desk], boxes: Row[Box], minds: Row[Mind], nodes: Row[Node], edges: Row[Edge], hows: Row[How],
    options: Numbers, series: Row[Series], played: Row[Played],
) -> None:  # fmt: skip
    """Play the games of a series, seat s by the way of thinking (s + turn); with `rotate` each deal is played once from
    every seating.

    Chance has a generator of its own, so that it brings the same to every seating of one deal.
    """
    desk, t, box, games, seats = desks[0], desks[0].tables[GAME], boxes[0], series[0], hows.shape[0]
    for g in range(played.shape[0]):
        number = games.first + g
        turn = number % seats if games.rotate else 0
        chance.start(desk.dice, games.seed, number // seats if games.rotate else number)
        chance.start(desk.whims, games.seed + 1, number)
        rules.setup(t, box, seats, options, desk.silent)
        moves = 0
        while moves < games.cap:
            who = rules.pending(t)
            if who == NOBODY:
                break
            if who == CHANCE:
                moves += 1
                judging.fall(desk, t, box, desk.dice)
                continue
            desk.tables[BEFORE] = t
            for seat in range(seats):
                if who >> seat & 1:
                    moves += 1
                    desk.tables[SEEN] = desk.tables[BEFORE]
                    rules.veil(desk.tables[SEEN], box, seat)
                    move = choose(desk, box, minds[0], nodes, edges, hows[(seat + turn) % seats], seat)
                    rules.apply(t, box, seat, move, desk.silent)
        played[g].moves = moves
        judging.note(t, box, played[g])
