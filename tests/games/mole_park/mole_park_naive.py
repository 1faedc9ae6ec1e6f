"""A second, naive Mole Park, as simple as possible, from the text of the rules: splitting holes, and who gets prizes.

It was written without looking at `rules.py`, so that the two can find each other's mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

COSTS = [10, 15, 20, 25, 30, 35]
CROWN = 40


def split_holes(holes: list[int], dice: list[list[int]]) -> tuple[list[tuple[int, int]], list[int]]:
    """Who takes a mole from which hole, one after the other, and the moles left in the holes (MP-12, MP-13, MP-27).

    `dice` are the holes on each seat's whacking dice, 0 for an X.
    """
    taken = []
    left = list(holes)
    for hole in [1, 2, 3, 4, 5]:
        whackers = []  # one entry for each die
        for seat, faces in enumerate(dice):
            whackers += [seat] * faces.count(hole)
        if len(whackers) == 0 or left[hole - 1] < len(whackers):
            continue
        while left[hole - 1] >= len(whackers):  # give a mole to each die as long as there are enough for all
            taken += [(hole, seat) for seat in whackers]
            left[hole - 1] -= len(whackers)
    return sorted(taken), left


Question = tuple[str, int, list[int]]  # "name", King Mole, seats; or "pick", a seat, the piles it may take


def settle(
    totals: dict[int, int],
    declared: set[int],
    king: int,
    face_up: set[int],
    decide: Callable[[Question], int | None],
) -> Iterator[str]:
    """What happens after the hands are shown, line by line (MP-17 to MP-19, MP-23 to MP-26).

    `totals` are those of the seats that rolled the Prize die and had a mole, `face_up` the piles with a prize. `decide`
    answers a question with a seat, a pile, or None for no prize.
    """
    winners = sorted(seat for seat in declared if totals[seat] >= CROWN)
    if len(winners) == 1:
        yield f"seat {winners[0]} wins the game"
        return
    if len(winners) > 1:
        yield f"showdown of {winners}"
        return
    waiting = [seat for seat in totals if seat not in declared]
    while waiting:
        highest = max(totals[seat] for seat in waiting)
        tied = sorted(seat for seat in waiting if totals[seat] == highest)
        affordable = sorted(pile for pile in face_up if COSTS[pile] <= highest)
        if not affordable:
            for seat in tied:
                waiting.remove(seat)
            continue
        others = [seat for seat in tied if seat != king]
        if len(others) >= 2:
            yield f"king {king} names one of {others}"
            seat = decide(("name", king, others))
        elif len(others) == 1:
            seat = others[0]
        else:
            seat = king
        assert seat is not None
        yield f"seat {seat} takes one of {affordable}"
        pile = decide(("pick", seat, affordable))
        if pile is not None:
            face_up.remove(pile)
        waiting.remove(seat)
    yield "the round is over"


def showdown_winner(scores: dict[int, int], king: int) -> list[int]:
    """The seats that may get the crown; if there are several, King Mole chooses (MP-27, MP-28)."""
    best = max(scores.values())
    tied = sorted(seat for seat in scores if scores[seat] == best)
    if len(tied) > 1 and king in tied:
        tied.remove(king)
    return tied


def showdown_score(hand: list[int], prize_die: int) -> int:
    """The best five moles and the Prize die (MP-27)."""
    return sum(sorted(hand, reverse=True)[:5]) + prize_die
