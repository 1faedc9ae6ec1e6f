"""Finished games and logs: looking at one step by step, exporting, reporting, importing.

All of this takes its time, so none of it is done in the event loop: what is sent is written here, in a thread, and what
strangers send is read in a process of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from pydantic import ValidationError

import molehill
from molehill.engine.errors import MolehillError
from molehill.server import bodies, dice
from molehill.server.seats import LONGEST_NAME, read_seats, tidy
from molehill.server.setting import Setting
from molehill.server.table import Table
from molehill.server.words import Problem, malformed, problem

if TYPE_CHECKING:
    from molehill.engine.match import Happening, Match, Step

REPORT_FORMAT = 1
Data = dict[str, Any]


class Happened(NamedTuple):
    """The events of a match up to now, with who may see them."""

    match: Match
    events: list[Happening]
    names: list[str]


def may_watch(table: Table, tokens: Sequence[str]) -> Table:
    """The same table, if who has these tokens may look at it."""
    if not table.may_watch(*table.held(tokens)):
        raise problem("off", "spectators-off")
    return table


def finished(table: Table, tokens: Sequence[str]) -> Table:
    """The same table, if its game is over and who has these tokens might have watched it."""
    may_watch(table, tokens)
    if table.trouble:
        raise Problem("other-rules", table.trouble)
    if table.status != "over":
        raise problem("not-now", "not-over")
    return table


def logged(table: Table, tokens: Sequence[str]) -> Table:
    """The same table, if its log may be handed out: its game is over, or nobody else has anything to hide in it.

    Then the host holds the seat of every person who still plays, and may go on elsewhere: in the pocket.
    """
    seats, host = table.held(tokens)
    people = {number for number, seat in enumerate(table.seats) if seat.token}
    alone = host and bool(people) and people <= set(seats) and not table.script
    return table if alone and table.status == "playing" and not table.trouble else finished(table, tokens)


def happened(table: Table, seat: int | None, tokens: Sequence[str]) -> Happened:
    """What has happened at a table so far, for somebody who may look at it from this seat."""
    may_watch(table, tokens)
    if table.trouble:
        raise Problem("other-rules", table.trouble)
    if table.match is None:
        raise problem("not-now", "not-started")
    if seat is not None and seat not in table.held(tokens)[0]:
        raise problem("not-yours", "not-your-seat")
    return Happened(table.match, table.match.happened(), table.names)


# ---- what is sent ----------------------------------------------------------------------------------------------------


def events(found: Happened, seat: int | None, first: int, count: int, words: bool) -> bytes:
    """A page of what a seat (None: a spectator) has seen happen."""
    seen = [event.data for event in found.events if event.seen_by(seat)]
    page = seen[first : first + count]
    if words:
        page = [event | {"says": found.match.sentence(event, found.names)} for event in page]
    return orjson.dumps({"seat": seat, "first": first, "count": len(seen), "events": page})


def steps(table: Table, seat: int | None, first: int, count: int, words: bool) -> bytes:
    """Some steps of a finished game: who did what, and what this seat (None: a spectator) saw of it."""
    match = table.match
    assert match is not None
    if seat is not None and seat >= match.seats:
        raise problem("no-seat", "no-seat")
    twin, found = match.at(min(first, match.count)), []
    for number, step in enumerate(match.steps(first, count), first):
        told = _step(step, number, seat, twin)
        found.append(_in_words(told, step, twin, seat, table.names) if words else told)
    start = match.at(0).view(seat)
    return orjson.dumps({"seat": seat, "count": match.count, "start": start, "names": table.names, "steps": found})


def _step(step: Step, number: int, seat: int | None, twin: Match) -> Data:
    """What is told of a step; `twin`, the match before it, follows."""
    events = [event.data for event in step.happened if event.seen_by(seat)]
    told: Data = {"number": number, "move": step.move, "events": events, "says": None, "view": None}
    if isinstance(step.actor, int):
        twin.play(step.actor, step.move)
        return told | {"actor": step.actor, "odds": None}
    odds = dice.odds(twin, step.move)
    twin.chance(step.move)
    return told | {"actor": "chance", "odds": odds}


def _in_words(told: Data, step: Step, twin: Match, seat: int | None, names: list[str]) -> Data:
    """The same with a sentence, and with the table after it, at which `twin` is."""
    words, phrase = twin.game.words, twin.game.part("text").phrase
    says = words.say(f"move-{step.move['do']}", **phrase(step.move, names, words))
    events = [event | {"says": twin.sentence(event, names)} for event in told["events"]]
    return told | {"says": says, "events": events, "view": twin.view(seat)}


def log(table: Table) -> bytes:
    """The log of a game, with names; of one that is not over without what its next rolls follow from."""
    return orjson.dumps(table.log_with_names())


def report(table: Table, seats: Sequence[int]) -> bytes:
    """What helps to find a problem: the log without names, or before the end what these seats may see."""
    told: Data = {
        "molehill_report": REPORT_FORMAT, "version": molehill.__version__, "game": table.setting.game,
        "rules": table.setting.rules, "status": table.status,
        "seq": table.numbers.told(table.seq, seats or (None,)), "trouble": table.trouble,
        "options": table.setting.options, "seats": [seat.player or seat.kind for seat in table.seats],
    }  # fmt: skip
    match = table.match
    if match is not None and table.status == "over":
        told["log"] = table.log
    elif match is not None:
        eyes: list[int | None] = [*seats] or [None]
        told["seen"] = [{"seat": s, "view": match.view(s), "events": match.events(s)} for s in eyes]
    return orjson.dumps(told)


# ---- what strangers send ---------------------------------------------------------------------------------------------


def read_import(body: bytes, table: Data, box_size: int, log_length: int) -> Data:
    """A table from a log that somebody sent: its entries, its row, and the tokens of those at their device.

    `table` is what the server has drawn for it. A game that is finished begins, and ends, at once.
    """
    try:
        wanted = bodies.ImportLog.model_validate_json(body)
    except ValidationError as error:
        raise malformed(error.errors(include_url=False, include_input=False)) from None
    match = _replayed(wanted.log, box_size, log_length)
    made, tokens = imported(match, wanted, **table)
    entries = [tuple(entry) for entry in made.take_fresh()]
    held = {str(seat): token for seat, token in tokens.items()}
    return {"entries": entries, "row": made.row(), "tokens": held, "game": match.game.id}


def _replayed(log: Mapping[str, Any], box_size: int, log_length: int) -> Match:
    box, moves = log.get("box"), log.get("moves")
    if isinstance(box, dict) and len(str(box.get("toml", "")).encode()) > box_size:
        raise problem("too-large", "too-large", most=box_size)
    if isinstance(moves, list) and len(moves) > log_length:
        raise problem("too-large", "log-long", most=log_length)
    try:
        return molehill.replay(log)
    except MolehillError as error:
        raise Problem("bad-log", str(error)) from None


def imported(
    match: Match, wanted: bodies.ImportLog, id: str, host: str, secret: str, now: float
) -> tuple[Table, dict[int, str]]:
    """A table with this match at it, and the tokens of its seats at this device."""
    asked_for = wanted.seats or [bodies.SeatWanted(kind="open")] * match.seats
    seats, tokens = read_seats(match.game, [seat.model_dump() for seat in asked_for])
    if len(seats) != match.seats:
        raise problem("bad-options", "import-seats", seats=match.seats)
    if match.over:
        seats, tokens = [{"kind": "person", "name": name} for name in _names(wanted.log, match)], {}
    setting = Setting(
        game=match.game.id, rules=match.game.version, options=dict(match.options), host=host,
        box=None if match.box.shipped else match.box.text, box_hash=match.box.hash, public=wanted.public,
        moves=match.log["moves"],
    )  # fmt: skip
    table = Table.opened(id, bytes.fromhex(secret), setting, seats, now)
    if match.over:
        table.base = match
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
