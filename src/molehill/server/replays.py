"""Finished games and logs: looking at one step by step, exporting, reporting, importing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import molehill
from molehill.engine.errors import MolehillError
from molehill.server import bodies
from molehill.server.seats import LONGEST_NAME, hashed, read_seats, tidy
from molehill.server.table import Setting, Table
from molehill.server.words import Problem, problem

if TYPE_CHECKING:
    from molehill.engine.match import Chance, Match

REPORT_FORMAT = 1


def finished(table: Table, tokens: Sequence[str]) -> Table:
    """The same table, if its game is over and whoever has these tokens might have watched it."""
    _may_watch(table, tokens)
    if table.trouble:
        raise Problem("other-rules", table.trouble)
    if table.status != "over":
        raise problem("not-now", "not-over")
    return table


def _may_watch(table: Table, tokens: Sequence[str]) -> None:
    if not table.may_watch(*table.held(tokens)):
        raise problem("off", "spectators-off")


def steps(table: Table, seat: int | None, first: int, count: int, words: bool) -> bodies.Replay:
    """Some steps of a finished game: who did what, and what this seat (None: a spectator) saw of it."""
    match = table.match
    assert match is not None
    if seat is not None and seat >= match.seats:
        raise problem("no-seat", "no-seat")
    history = match.history
    twin = match.game.match(match.seats, match.options, match.box)
    start, found = twin.view(seat), []
    for actor, move in history[:first]:
        _make(twin, actor, move)
    for number, (actor, move) in enumerate(history[first : first + count], first):
        told = len(twin.happened())
        _make(twin, actor, move)
        events = [event.data for event in twin.happened(told) if event.seen_by(seat)]
        step = bodies.Step(number=number, actor=actor if isinstance(actor, int) else "chance", move=move, events=events)
        found.append(_in_words(step, twin, seat, table.names) if words else step)
    return bodies.Replay(seat=seat, count=len(history), start=start, names=table.names, steps=found)


def _make(match: Match, actor: int | Chance, move: dict[str, Any]) -> None:
    if isinstance(actor, int):
        match.play(actor, move)
    else:
        match.chance(move)


def _in_words(step: bodies.Step, match: Match, seat: int | None, names: list[str]) -> bodies.Step:
    words, phrase = match.game.words, match.game.part("text").phrase
    step.says = words.say(f"move-{step.move['do']}", **phrase(step.move, names, words))
    step.events = [event | {"says": match.sentence(event, names)} for event in step.events]
    step.view = match.view(seat)
    return step


def report(table: Table, tokens: Sequence[str]) -> dict[str, Any]:
    """What helps to find a problem: the log without names, or before the end what these tokens' seats may see."""
    _may_watch(table, tokens)
    seats: list[int | None] = [*table.held(tokens)[0]] or [None]
    told: dict[str, Any] = {
        "molehill_report": REPORT_FORMAT, "version": molehill.__version__, "game": table.setting.game,
        "rules": table.setting.rules, "status": table.status, "seq": table.seq, "trouble": table.trouble,
        "options": table.setting.options, "seats": [seat.player or seat.kind for seat in table.seats],
    }  # fmt: skip
    if table.match is None:
        return told
    if table.status == "over":
        return told | {"log": table.log}
    seen = [{"seat": s, "view": table.match.view(s), "events": table.match.events(s)} for s in seats]
    return told | {"seen": seen}


def read(log: Mapping[str, Any]) -> Match:
    """The match of a log that somebody sent."""
    try:
        return molehill.replay(log)
    except MolehillError as error:
        raise Problem("bad-log", str(error)) from None
    except (RecursionError, TypeError, ValueError, OverflowError, KeyError) as error:
        raise problem("bad-log", "bad-log", why=type(error).__name__) from None


def imported(
    match: Match, wanted: bodies.ImportLog, id: str, host: str, secret: bytes, now: float
) -> tuple[Table, dict[int, str]]:
    """A table with this match at it; a finished one begins (and ends) at once."""
    asked_for = wanted.seats or [bodies.SeatWanted(kind="open")] * match.seats
    seats, tokens = read_seats([seat.model_dump() for seat in asked_for])
    if len(seats) != match.seats:
        raise problem("bad-options", "import-seats", seats=match.seats)
    if match.over:
        seats, tokens = [{"kind": "person", "name": name} for name in _names(wanted.log, match)], {}
    setting = Setting(
        game=match.game.id, rules=match.game.version, options=dict(match.options), host=hashed(host),
        box=None if match.box.shipped else match.box.text, box_hash=match.box.hash, public=wanted.public,
        moves=match.log["moves"],
    )  # fmt: skip
    table = Table.opened(id, secret, setting, seats, now)
    if match.over:
        table.start(now, None)
    return table, tokens


def _names(log: Mapping[str, Any], match: Match) -> list[str]:
    """What the log calls its seats, as far as that may stand on a screen."""
    names = log.get("names")
    known = names if isinstance(names, list) and len(names) == match.seats else [""] * match.seats
    found = []
    for name in known:
        try:
            found.append(tidy(str(name)[:LONGEST_NAME]))
        except Problem:
            found.append("")
    return found
