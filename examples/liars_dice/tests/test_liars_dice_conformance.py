"""Liar's Dice holds what every game must: `molehill check liars_dice` says the same in sentences."""

from __future__ import annotations

import pytest

import molehill
from molehill.conformance import CHECKS, Check, run

GAME = molehill.game("liars_dice")


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_it_holds(check: Check) -> None:
    assert [result.finding for result in run(GAME, check.name) if result.finding] == []


def test_every_clause_is_tested(request: pytest.FixtureRequest) -> None:
    tested = {clause for item in request.session.items for mark in item.iter_markers("rule") for clause in mark.args}
    assert [clause for n in range(1, GAME.clauses + 1) if (clause := GAME.clause(n)) not in tested] == []
