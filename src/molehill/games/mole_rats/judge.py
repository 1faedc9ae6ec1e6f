"""Mole Rats in Space, how good a position is: for bots only, no rule asks.

The unit is a hundredth of a card that moves one rat: what the team still needs, and what the snakes may cost it.
"""

from __future__ import annotations

from molehill.engine.compiling import rule
from molehill.games.mole_rats.box import CLIMB_ALL, CLIMB_EVERY, FAR, Box
from molehill.games.mole_rats.facts import OVER, RATS, RING, SNAKES, SNAKES_A_COLOUR, WON
from molehill.games.mole_rats.rules import ITEMS, Table, on_board, snake_at

DESPERATE = 6000  # so much work stands for a game as good as half lost
NO_MEDKIT = 290
SNAKE_NEAR = (0, 50, 20, 0)  # a snake so many spaces from a rat
ITEM_MISSING, ITEM_GUARDED = 50, 50
SNAKE_ON_TIER = (0, 4, 15, 60, 95)
CLIMB_CARD = (0, 0, 0, 15, 60)  # a card to come that makes a snake on this tier climb


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """The same for every seat: they win together."""
    if t.phase == OVER:
        return 1.0 if t.ended == WON else -1.0
    work = work_of_snakes(t, box)
    for r in range(RATS):
        if on_board(t.rat[r]):
            work += work_of_rat(t, box, r)
    for item in range(ITEMS):
        if not t.items >> item & 1:
            work += work_of_item(t, box, item)
    return max(-0.99, 1.0 - work / DESPERATE)


@rule
def work_of_rat(t: Table, box: Box, rat: int) -> float:
    at = t.rat[rat]
    danger = 0.0
    for n in range(SNAKES):
        if on_board(t.snake[n]) and t.snake[n] // RING == at // RING:
            apart = abs(t.snake[n] - at)
            apart = min(apart, box.size[at // RING] - apart)
            if apart < len(SNAKE_NEAR):
                danger += SNAKE_NEAR[apart]
    if t.medkits >> rat & 1:
        return box.to_pod[at] + danger
    return box.to_pod[at] + NO_MEDKIT + 2.5 * danger


@rule
def work_of_item(t: Table, box: Box, item: int) -> float:
    """The detour of the rat that has the shortest. A third of its own way counts as saved: others need it as well."""
    place = box.place[item]
    shortest = float(FAR)
    for r in range(RATS):
        if on_board(t.rat[r]):
            shortest = min(shortest, box.to_item[item, t.rat[r]] + box.to_pod[place] - box.to_pod[t.rat[r]] / 3.0)
    return max(0.0, shortest) + ITEM_MISSING + (ITEM_GUARDED if snake_at(t, place) else 0)


@rule
def work_of_snakes(t: Table, box: Box) -> float:
    work = 0.0
    for n in range(SNAKES):
        if on_board(t.snake[n]):
            tier = t.snake[n] // RING
            work += SNAKE_ON_TIER[tier]
            if CLIMB_CARD[tier] > 0:
                work += CLIMB_CARD[tier] * climb_cards(t, box, n // SNAKES_A_COLOUR)
    return work


@rule
def climb_cards(t: Table, box: Box, colour: int) -> int:
    """How many cards to come, open ones included, make all snakes of this colour climb."""
    n = 0
    for k in range(box.kinds):
        if box.does[k] == CLIMB_EVERY or (box.does[k] == CLIMB_ALL and box.colour[k] == colour):
            n += t.left[k]
            for s in range(t.seats):
                if t.hand[s] == k:
                    n += 1
    return n
