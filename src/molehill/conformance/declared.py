"""What a game declares for browsers and programs: its modules can be translated, its messages are as its types say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter, ValidationError

from molehill import browser
from molehill.browser.declarations import events
from molehill.conformance.checks import At, check
from molehill.conformance.trial import Trial, expect, fail
from molehill.engine.game import Game
from molehill.engine.match import CHANCE, Match

_DECLARED = ("View", "Move", "Outcome", "Options")


@check(At.GAME)
def it_can_be_translated(trial: Trial) -> None:
    """Its moves, view and words can be translated for the browser, and their types declared."""
    try:
        browser.of_game(trial.game)
        browser.declarations.of_game(trial.game)
    except browser.Untranslatable as error:
        fail(f"{error} (docs/browser.md lists what may be used)")


@check(At.FEW)
def messages_are_as_declared(trial: Trial) -> None:
    """Views, events, moves, outcomes and options are as types.py declares them, nothing missing and nothing more."""
    known, told = adapters(trial.game), 0
    for k, match in enumerate(trial.walk(41, 200)):
        fresh, told = match.happened(told), len(match.happened())
        for event in fresh:
            _fits(known[event.data["event"]], event.data, f"the event {event.data['event']}")
        if k % 5 and not match.over:
            continue
        for name, value in _made(match, trial):
            _fits(known[name], value, f"a {name} of types.py")


def adapters(game: Game) -> dict[str, TypeAdapter[Any]]:
    """What validates each kind of message: View, Move, Outcome, Options, and events by their names."""
    types = game.part("types")
    missing = [name for name in _DECLARED if not hasattr(types, name)]
    expect(not missing, f"types.py does not declare {', '.join(missing)}")
    kinds = {name: getattr(types, name) for name in _DECLARED}
    return {name: TypeAdapter(kind) for name, kind in {**kinds, **events(game)}.items()}


def _made(match: Match, trial: Trial) -> Iterator[tuple[str, Any]]:
    for viewer in trial.viewers:
        yield "View", match.view(viewer)
    if match.pending is CHANCE:
        yield from (("Outcome", o.outcome) for o in match.outcomes()[:20])
        return
    for seat in match.pending:
        yield from (("Move", move) for move in match.legal(seat)[:20])


def misfit(adapter: TypeAdapter[Any], value: Any) -> str:
    """What does not fit; a key that is not declared is dropped by the adapter, and missed here."""
    try:
        kept = adapter.validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return "" if json.loads(json.dumps(kept)) == value else "not all of its keys are declared"


def _fits(adapter: TypeAdapter[Any], value: Any, what: str) -> None:
    wrong = misfit(adapter, value)
    expect(not wrong, f"{what} is not as it is declared: {wrong}, in {json.dumps(value)[:300]}")
