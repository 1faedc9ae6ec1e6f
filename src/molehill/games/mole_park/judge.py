"""Mole Park, how good a position is, and what an answer tells: for bots only, no rule asks.

Everything here is counted in stars, the crown as WIN of them. What has been declared or chosen takes effect only when
all have chosen, so a choice is judged by what may be expected of it.
"""

from __future__ import annotations

from molehill.engine.compiling import rule
from molehill.engine.reals import exp
from molehill.games.mole_park.box import TOTALS, Box
from molehill.games.mole_park.facts import (
    ASKED,
    CHOOSING,
    CROWN,
    DECLARING,
    FACES,
    GONE,
    HAND,
    HELD,
    NO_DIE,
    OVER,
    PICKING,
    PILES,
    PRIZE_DIE,
    ROLLING,
    TURNING,
    VALUES,
)
from molehill.games.mole_park.moves import DIE_COUNT
from molehill.games.mole_park.rules import Table, can_take, stars_in_hand, unseen_moles

WIN = 100.0
KEPT = 0.85  # what moles still in hand are worth, compared with the same moles cashed in
ROOM = 1.5  # what room for one more mole in hand is worth
RIVALS_ON_A_HOLE = 0.12  # dice of each other seat to expect on a hole
SWAPS = 3.0  # no more moles than this are expected to improve a full hand


@rule
def worth(box: Box, stars: float, limit: int, hand: float) -> float:
    """A seat with prizes of so many stars, this hand limit and so many stars in hand, as if it rolled for prizes."""
    total = 0.0
    for f in range(FACES):
        x = stars + hand + box.face[PRIZE_DIE, f]
        if x >= box.cost[CROWN]:
            total += WIN
        else:
            whole = min(TOTALS - 2, int(x))
            part = x - whole
            total += stars + (box.buys[whole] * (1.0 - part) + box.buys[whole + 1] * part) / 1000.0
    return KEPT * total / FACES + (1.0 - KEPT) * stars + ROOM * (limit - HAND)


@rule
def worth_with(t: Table, box: Box, seat: int, hand: float) -> float:
    """The seat as it is, but with a hand of so many stars."""
    return worth(box, float(t.stars[seat]), t.limit[seat], hand)


@rule
def worth_with_prize(t: Table, box: Box, seat: int, total: int) -> float:
    """The seat after spending its hand on the best prize that lies face up for this total."""
    best = worth_with(t, box, seat, 0.0)
    for p in range(PILES):
        if can_take(t, box, p, total):
            stars = float(t.stars[seat] + box.stars[p, t.up[p]])
            best = max(best, worth(box, stars, t.limit[seat] + box.hand[p, t.up[p]], 0.0))
    return best


@rule
def crown_chance(box: Box, stars: int) -> float:
    """How likely the Prize die brings these stars to the crown."""
    n = 0
    for f in range(FACES):
        if stars + box.face[PRIZE_DIE, f] >= box.cost[CROWN]:
            n += 1
    return n / FACES


@rule
def worth_of_declaring(t: Table, box: Box, seat: int) -> float:
    p = crown_chance(box, t.stars[seat] + stars_in_hand(t, seat))
    return p * WIN + (1.0 - p) * worth_with(t, box, seat, 0.0)


@rule
def worth_of_prize_die(t: Table, box: Box, seat: int) -> float:
    if t.moles[seat] == 0:
        return 0.0
    total, have = 0.0, t.stars[seat] + stars_in_hand(t, seat)
    for f in range(FACES):
        total += worth_with_prize(t, box, seat, have + box.face[PRIZE_DIE, f])
    return total / FACES


@rule
def gain_from_swap(t: Table, seat: int) -> float:
    """What one more mole brings to a full hand: it replaces the lowest if it is better."""
    low = 0
    while low < VALUES - 1 and t.hand[seat, low] == 0:
        low += 1
    gain = 0.0
    for k in range(low + 1, VALUES):
        gain += (k - low) * t.unseen[k]
    return gain / max(1, unseen_moles(t))


@rule
def worth_of_whacking(t: Table, box: Box, seat: int, die: int) -> float:
    """For each face the moles to expect there, at their mean stars, as far as the hand has room."""
    mean = 0.0
    for k in range(VALUES):
        mean += (k + 1) * t.unseen[k]
    mean /= max(1, unseen_moles(t))
    room, swap = float(max(0, t.limit[seat] - t.moles[seat])), gain_from_swap(t, seat)
    total, hand = 0.0, float(stars_in_hand(t, seat))
    for f in range(FACES):
        more = 0.0
        if box.face[die, f] > 0:
            moles = t.hole[box.face[die, f] - 1] / (1.0 + RIVALS_ON_A_HOLE * (t.seats - 1))
            more = mean * min(moles, room) + swap * max(0.0, min(moles - room, SWAPS))
        total += worth_with(t, box, seat, hand + more)
    return total / FACES


@rule
def worth_of_die(t: Table, box: Box, seat: int, die: int) -> float:
    if die == PRIZE_DIE:
        return worth_of_prize_die(t, box, seat)
    return worth_of_whacking(t, box, seat, die)


@rule
def is_going(t: Table, seat: int) -> bool:
    """Whether the seat goes for the crown in this round and has not shown its hand yet."""
    return t.total[seat] < 0 and (t.declared >> seat & 1 == 1 or t.answer[seat] == GONE)


@rule
def prospects(t: Table, box: Box, seat: int) -> float:
    """A seat's worth, counting in what it has decided and what has not come about yet."""
    if is_going(t, seat):
        return worth_of_declaring(t, box, seat)
    if t.phase == DECLARING and t.answer[seat] == HELD:
        best = 0.0
        for d in range(DIE_COUNT):
            best = max(best, worth_of_die(t, box, seat, d))
        return best
    if (t.phase == CHOOSING or t.phase == ROLLING) and 0 <= t.die[seat] < DIE_COUNT:
        return worth_of_die(t, box, seat, t.die[seat])
    now = worth_with(t, box, seat, float(stars_in_hand(t, seat)))
    if t.phase == PICKING and t.waiting >> seat & 1:
        share = 1.0 if t.at_seat == seat else 0.5  # anyone who picks later may find less
        return now + share * (worth_with_prize(t, box, seat, t.total[seat]) - now)
    return now


@rule
def crown_risk(t: Table, box: Box, seat: int) -> float:
    """How likely another seat that has declared reaches the crown in this round."""
    safe = 1.0
    for s in range(t.seats):
        if s != seat and t.declared >> s & 1 and is_going(t, s):
            safe *= 1.0 - crown_chance(box, t.stars[s] + stars_in_hand(t, s))
    return 1.0 - safe


@rule
def is_settled(t: Table) -> bool:
    """Whether the game is between two rounds: nobody has been able to declare or to choose anything yet."""
    if t.phase == TURNING:
        return True
    if t.phase != CHOOSING and (t.phase != DECLARING or t.wave > 1):
        return False
    for s in range(t.seats):
        if t.answer[s] > ASKED or t.die[s] != NO_DIE or (t.phase == CHOOSING and t.moles[s]):
            return False
    return True


@rule
def footing(t: Table, box: Box, seat: int) -> float:
    """How firmly a seat stands between two rounds, on a logarithmic scale. Fitted to games of equal players."""
    hand = stars_in_hand(t, seat)
    stars = t.stars[seat] / 10.0
    near = crown_chance(box, t.stars[seat] + hand)
    return 4.2 * stars - 0.55 * stars * stars + 0.115 * hand - 0.04 * t.moles[seat] + 0.1 * t.limit[seat] + 1.5 * near


@rule
def standing(t: Table, box: Box, seat: int) -> float:
    """The chance of winning between two rounds, from -1 (none) to 1."""
    mine, total = footing(t, box, seat), 0.0
    for s in range(t.seats):
        total += exp(footing(t, box, s) - mine)
    return 2.0 / total - 1.0


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """Own prospects, and an even chance in a Showdown if somebody else takes the crown, against the best rival's."""
    if t.phase == OVER:
        if t.winner < 0:
            return 0.0
        return 1.0 if t.winner == seat else -1.0
    if is_settled(t):
        return standing(t, box, seat)
    risk, showdown = crown_risk(t, box, seat), 0.0
    if is_going(t, seat):
        showdown = crown_chance(box, t.stars[seat] + stars_in_hand(t, seat)) * WIN / 2.0
    mine, best = (1.0 - risk) * prospects(t, box, seat) + risk * showdown, 0.0
    for s in range(t.seats):
        if s != seat:
            best = max(best, prospects(t, box, s))
    return max(-1.0, min(1.0, (mine - best) / WIN))


# ---- what an answer tells -------------------------------------------------------------------------------------------

DARING = 0.05  # how plausible it is to go for a crown that is out of reach
PATIENCE = 0.1  # and to hold back although it is certain


@rule
def plausible(t: Table, box: Box, seat: int) -> float:
    """How well the others' answers of this round go with the hands that they hold here: at most 1, never 0."""
    worth = 1.0
    for s in range(t.seats):
        if s == seat or t.moles[s] == 0 or t.total[s] >= 0:
            continue
        reach = crown_chance(box, t.stars[s] + stars_in_hand(t, s))
        if is_going(t, s):
            worth *= max(DARING, reach)
        elif t.answer[s] == HELD:
            worth *= max(PATIENCE, 1.0 - reach)
    return worth
