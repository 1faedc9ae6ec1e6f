"""One table as pure logic: what follows from its entries."""

from __future__ import annotations

from typing import Any

import pytest

from molehill.server import dice
from molehill.server.entries import Entry
from molehill.server.seats import hashed
from molehill.server.setting import Setting
from molehill.server.table import Table
from molehill.server.words import Problem
from scenario import chance

SECRET = b"s" * 32


def opened(seats: list[dict[str, Any]] | None = None, **changes: Any) -> Table:
    people = [{"kind": "person", "name": name, "token": hashed(name)} for name in ("Anna", "Ben", "Cleo")]
    agreed = {
        "game": "honeymoon", "rules": 1, "options": {"side": "A", "one_shaft": False}, "host": hashed("host"),
    }  # fmt: skip
    setting = Setting(box=None, box_hash="", **agreed | changes)  # type: ignore[arg-type]
    return Table.opened("t", SECRET, setting, seats or people, 100.0)


def rebuilt(table: Table, entries: list[Entry]) -> Table:
    return Table.rebuilt(table.id, SECRET, entries, table.status)


@pytest.mark.randomised
def test_a_table_is_what_its_entries_say() -> None:
    table, rng = opened(), chance(1)
    entries = table.take_fresh()
    table.start(101.0, None)
    while table.status == "playing":
        seat = rng.choice(table.pending)
        assert table.match is not None
        table.move(seat, rng.choice(table.match.legal(seat)), table.seq, 102.0, f"0:{table.seq}")
        if table.match.can_undo(seat) and rng.random() < 0.2:
            table.undo(seat, table.seq, 103.0, None)
        entries += table.take_fresh()
    again = rebuilt(table, entries)
    assert again.match is not None
    assert table.match is not None
    assert again.match.table.tobytes() == table.match.table.tobytes()
    for name in ("seq", "status", "asked", "keys", "cuts", "falls", "names"):
        assert getattr(again, name) == getattr(table, name)
    assert dice.verify(again.log).checked == again.falls


def test_a_table_of_other_rules_says_so_and_can_not_be_played() -> None:
    table = opened()
    table.start(101.0, None)
    entries = table.take_fresh()
    old = [entries[0]._replace(data=entries[0].data | {"rules": 99}), *entries[1:]]
    found = Table.rebuilt("t", SECRET, old, "playing")
    assert "version 99" in str(found.trouble)
    assert (found.seq, found.status, found.match) == (table.seq, "playing", None)
    for act in (
        lambda: found.move(0, {"do": "pass"}, found.seq, 102.0, None), lambda: found.undo(0, found.seq, 102.0, None),
        lambda: found.rematch("u", SECRET, 102.0, None),
    ):  # fmt: skip
        with pytest.raises(Problem, match="version 99") as refused:
            act()
        assert refused.value.code == "other-rules"
    gone = Table.rebuilt("t", SECRET, [entries[0]._replace(data=entries[0].data | {"game": "chess"})], "open")
    assert "chess" in str(gone.trouble)


@pytest.mark.randomised
def test_what_can_not_matter_is_answered_and_kept_like_any_move() -> None:
    table = opened(game="mole_park", options={"king": 1})
    table.start(101.0, None)
    entries, rng = table.take_fresh(), chance(2)
    for _ in range(60):
        assert table.match is not None
        assert table.match.idle() is None, "somebody is asked for nothing"
        seat = rng.choice(table.pending)
        table.move(seat, rng.choice(table.match.legal(seat)), table.seq, 102.0, f"0:{table.seq}")
        entries += table.take_fresh()
    answered = [entry for entry in entries if entry.data.get("by") == "idle"]
    assert len(answered) > 10
    assert all(entry.data["move"] == {"do": "hold"} for entry in answered)
    again = rebuilt(table, entries)
    assert again.match is not None
    assert again.match.table.tobytes() == table.match.table.tobytes()
    assert again.pending == table.pending


def test_undo_wins_nobody_time() -> None:
    table = opened(clock=60)
    table.start(1000.0, None)
    assert table.deadline(0) == 1060.0
    assert table.match is not None
    table.move(0, table.match.legal(0)[0], table.seq, 1030.0, None)
    assert table.deadline(0) is None
    table.undo(0, table.seq, 1031.0, None)
    assert table.deadline(0) == 1060.0


def test_what_happens_by_itself_next() -> None:
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
    table = opened(seats, clock=30)
    assert table.due("fair") is None
    table.start(1000.0, None)
    due = table.due("fair")
    assert due is not None
    assert (due.seat, due.by, due.bot, due.at) == (1, "bot", "random", 1000.0)
    assert table.match is not None
    table.move(1, table.match.legal(1)[0], table.seq, 1001.0, None, "bot")
    due = table.due("fair")
    assert due is not None
    assert (due.seat, due.by, due.bot, due.at, due.pauses) == (0, "clock", "fair", 1030.0, 0.0)


def test_a_bot_pauses_before_its_turn_and_little_within_it() -> None:
    options = {"starter": 1}
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    table = opened(seats, game="target_rats", options=options)
    table.start(1000.0, None)
    before, pauses = None, []
    for _ in range(30):
        due = table.due("fair")
        assert due is not None
        assert table.match is not None
        pauses.append((due.seat == before, due.pauses))
        table.move(due.seat, table.match.legal(due.seat)[0], table.seq, 1001.0, None, "bot")
        before = due.seat
    assert set(pauses) == {(False, 1.0), (True, 0.05)}


def test_names_of_bots_are_numbered_where_there_are_several() -> None:
    bot = {"kind": "bot", "bot": "greedy"}
    assert opened([{"kind": "person", "name": "Anna"}, bot]).names == ["Anna", "Greedy bot"]
    assert opened([bot, {"kind": "open"}, bot]).names == ["Greedy bot 1", "Player 2", "Greedy bot 2"]


def test_a_wrong_token_holds_nothing() -> None:
    table = opened()
    assert table.held(["Anna", "Cleo"]) == ((0, 2), False)
    assert table.held(["host"]) == ((), True)
    assert table.held(["", hashed("Anna"), "anna"]) == ((), False)


def test_the_row_is_written_only_when_it_says_something_new() -> None:
    table = opened()
    assert table.row()["status"] == "open"
    table.start(101.0, None)
    assert table.row()["status"] == "playing"
    assert table.match is not None
    table.move(0, table.match.legal(0)[0], table.seq, 102.0, None)
    assert table.row() == {}
    table.say(1, "Hello", 170.0, None)
    assert table.row()["touched_at"] == 170.0
    table.add(Entry(table.seq + 1, 171.0, "stood_in", 1, {"bot": "fair"}))  # anyone who wrote that may have said more
    assert table.row()["status"] == "playing"
