"""Target: Rats, how good a position is: for bots only, no rule asks.

Worth is counted in rats. The first few rats of a faction breed; the others go to Rat City, as guards or for an assault.
"""

from __future__ import annotations

import math

from molehill.engine.bits import count_bits, first_bit
from molehill.engine.compiling import rule
from molehill.engine.reals import exp
from molehill.games.target_rats.box import Box
from molehill.games.target_rats.facts import MOVING, NO_SEAT, ON_SURFACE, OVER, ROLLING
from molehill.games.target_rats.rules import Table, movable, on_board, rats_in_city, rats_on_board

_RAT, _OUT, _FED, _GUARD = 1.0, 0.3, 0.5, 0.1
_BREEDERS = 4
_STEP_TO_FOOD, _STEP_TO_FRIEND = 0.04, 0.04
_STEP_TO_CITY, _STEP_TO_DUEL = 0.026, 0.016  # the fewer rivals, the more the throne decides
_WAIT = 4  # as far as a friend who is still to come to the dumpster
_DIE = 0.1  # of waiting for a die's points
_RISK = 0.05  # of standing together where the Exterminator comes
_TITLE, _TITLE_IN_THE_END = 1.5, 4.5
_ALL = 30.0  # what would fill the scale


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """How far the faction has come, against the best of the others."""
    if t.phase == OVER:
        if t.winner == NO_SEAT:
            return 0.0
        return 1.0 if t.winner == seat else -1.0
    best, total = -_ALL, 0.0
    for s in range(t.seats):
        if s != seat:
            rival = progress(t, box, s)
            best = max(best, rival)
            total += rival
    rivals = (best + total / (t.seats - 1)) / 2.0
    return max(-0.99, min(0.99, (progress(t, box, seat) - rivals) / _ALL))


@rule
def progress(t: Table, box: Box, seat: int) -> float:
    """What a faction is worth, in rats; its chances in a fight that is coming count."""
    rats = on_board(t, seat)
    size = count_bits(rats)
    growing = size < box.faction
    worth, breeders = 0.0, _BREEDERS if growing else 0
    home, fed = t.home[seat], t.fed[seat] if growing else 0
    a_step = _STEP_TO_CITY + _STEP_TO_DUEL / (t.seats - 1)
    if t.phase == ROLLING and t.turn == seat:
        worth += _DIE * (t.dice - t.rolled)
    while rats:
        rat = first_bit(rats)
        rats &= rats - 1
        at = t.place[seat, rat]
        alone = _RAT + (0.0 if at == home else _OUT) - crowding(t, box, at)
        if fed >> rat & 1:
            worth += alone + _FED - _STEP_TO_FRIEND * steps_to_friend(t, box, seat, at, fed & ~(1 << rat))
        elif breeders > 0:
            worth += alone - _STEP_TO_FOOD * box.food[at]
        else:
            worth += alone - a_step * box.way[at]
        breeders -= 1
    if t.cheese == NO_SEAT:
        return worth
    city = rats_in_city(t, seat)
    if t.cheese == seat:
        return worth + title(box, size) + _GUARD * min(city, 4)
    if city > 0:
        worth += assault(t, box, size, city + followers(t, box, seat))
    return worth


@rule
def crowding(t: Table, box: Box, at: int) -> float:
    """What the Exterminator may do to rats that stand together."""
    return _RISK * (t.crowd[at] - 1) if box.kind[at] == ON_SURFACE else 0.0


@rule
def title(box: Box, rats: int) -> float:
    """What being Da Big Cheese is worth: the more, the more rats there are on the board."""
    share = rats / box.faction
    return _TITLE + _TITLE_IN_THE_END * share * share


@rule
def assault(t: Table, box: Box, rats: int, army: int) -> float:
    """What an army of a faction with so many rats may win or lose in the fight that is coming."""
    guards = rats_in_city(t, t.cheese)
    p = chance_to_win(army, guards)
    taken = (title(box, rats_on_board(t, t.cheese)) + guards * (_RAT + _OUT)) / (t.seats - 1)
    return p * (title(box, rats) + taken) - (1.0 - p) * army * (_RAT + _OUT)


@rule
def steps_to_friend(t: Table, box: Box, seat: int, at: int, friends: int) -> int:
    """How far it is from a space to the nearest of these fed rats, or to where one may come."""
    nearest = _WAIT if box.dumpster[at] else _WAIT + box.food[at]
    while friends:
        nearest = min(nearest, box.apart[at, t.place[seat, first_bit(friends)]])
        friends &= friends - 1
    return nearest


@rule
def followers(t: Table, box: Box, seat: int) -> int:
    """Rats that can still join an assault on Rat City in this turn."""
    if t.phase != MOVING or t.turn != seat:
        return 0
    n, rats = 0, movable(t, seat)
    while rats:
        n += box.way[t.place[seat, first_bit(rats)]] == 1
        rats &= rats - 1
    return min(n, t.left)


@rule
def chance_to_win(attackers: int, defenders: int) -> float:
    """Roughly, of a fight with so many dice on either side."""
    if defenders == 0:
        return 1.0
    edge = 3.5 * (attackers - defenders) - 0.5
    return 1.0 / (1.0 + exp(-edge / math.sqrt(attackers + defenders)))
