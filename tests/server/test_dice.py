"""Dice that can be checked: by `molehill verify`, from the log alone; and the luck that players add to them."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from databases import new_database
from hypothesis import strategies as st
from room import Room
from world import Client, Server, play_to_the_end

import molehill
from molehill.cli import main
from molehill.engine.log import digest
from molehill.server.dice import Dice, Roll, commitment, mixed, odds, verify, with_dice
from molehill.server.seats import hashed
from molehill.server.setting import Setting
from molehill.server.table import Table
from molehill.server.words import Problem
from scenario import chance, often

SECRET = bytes(range(32))
ANNA, BEN, CLEO = "a1" * 32, "b2" * 32, "c3" * 32


def played(game: str, first: int = 0, shares: tuple[str | None, ...] = ()) -> dict[str, Any]:
    """The log of a game whose rolls come from secret and shares; those before `first` do not."""
    match, rng, falls = molehill.game(game).match(2), random.Random(1), 0
    while not match.over:
        if isinstance(match.pending, tuple):
            seat = rng.choice(match.pending)
            match.play(seat, rng.choice(match.legal(seat)))
        else:
            match.chance(rng=Roll(SECRET, "t", falls, mixed(shares)) if falls >= first else rng)
            falls += 1
    return with_dice(match.log, Dice("t", commitment(SECRET), SECRET.hex(), first, shares))


@pytest.fixture(scope="module")
def log() -> dict[str, Any]:
    return played("honeymoon", shares=(ANNA, None))


# ---- the formula, and logs -------------------------------------------------------------------------------------------


def test_a_roll_is_what_the_protocol_page_says() -> None:
    def number(text: str) -> float:
        return (int.from_bytes(hmac.new(SECRET, text.encode(), hashlib.sha256).digest(), "big") >> 203) / 2**53

    luck = hashlib.sha256(f"{ANNA},,{CLEO}".encode()).hexdigest()
    assert mixed([ANNA, None, CLEO]) == luck
    assert Roll(SECRET, "t", 3, luck).random() == number(f"t:3:{luck}")
    assert commitment(SECRET) == "sha256:" + hashlib.sha256(SECRET).hexdigest()
    # Without any luck it is what it was before there was any: old games go on and are checked as they were.
    assert mixed([None, None]) == mixed([]) == ""
    assert Roll(SECRET, "t", 3).random() == number("t:3")


shares = st.binary(min_size=32, max_size=32).map(bytes.hex)
seats_of = st.lists(st.none() | shares, min_size=1, max_size=8)


@pytest.mark.randomised
@hypothesis.settings(max_examples=often(200))
@hypothesis.given(st.binary(min_size=32, max_size=32), st.integers(0, 20_000), seats_of, seats_of)
def test_the_secret_alone_says_nothing_of_a_roll(
    secret: bytes, number: int, some: list[str | None], others: list[str | None]
) -> None:
    """Anyone who has chosen a secret has to know every share, its seat included, to know a roll."""
    hypothesis.assume(some != others and (any(some) or any(others)))
    assert mixed(some) != mixed(others)
    assert Roll(secret, "t", number, mixed(some)).random() != Roll(secret, "t", number, mixed(others)).random()


@pytest.mark.randomised
def test_whatever_secret_is_chosen_one_unknown_share_makes_every_face_as_likely() -> None:
    """An operator who wants sixes finds a secret that brings them all; with somebody's luck it brings what it may."""

    def faces(secret: bytes, luck: str) -> list[int]:
        return [int(6 * Roll(secret, "t", number, luck).random()) + 1 for number in range(3)]

    rng = chance("grinding")
    chosen = next(secret for _ in range(10**5) if faces(secret := rng.randbytes(32), "") == [6, 6, 6])
    games = often(6000)
    seen = [face for _ in range(games) for face in faces(chosen, mixed([rng.randbytes(32).hex()]))]
    for face in range(1, 7):
        assert abs(seen.count(face) - games / 2) < 6 * (3 * games * 5 / 36) ** 0.5  # six standard deviations


@pytest.mark.parametrize("game", [game.id for game in molehill.games()])
@pytest.mark.parametrize("shares", [(), (None, None), (ANNA, BEN)])
def test_an_honest_log_is_verified(game: str, shares: tuple[str | None, ...]) -> None:
    log = played(game, shares=shares)
    verdict = verify(log)
    assert verdict.checked == sum(actor == "chance" for actor, _ in log["moves"])
    assert verdict.lucky == ((0, 1) if any(shares) else ())


def test_a_log_from_before_there_were_shares_is_verified() -> None:
    log = played("honeymoon")
    log["dice"].pop("shares")
    verdict = verify(sealed(log))
    assert verdict.checked > 4
    assert verdict.lucky == ()


def test_rolls_from_before_are_counted_apart() -> None:
    verdict = verify(played("honeymoon", 4, (None, BEN)))
    assert verdict.unchecked == 4
    assert verdict.checked > 4


def sealed(log: dict[str, Any], **changes: Any) -> dict[str, Any]:
    changed = {**log, **changes}
    return changed | {"digest": digest(changed)}


def test_dishonest_logs_are_found_out(log: dict[str, Any]) -> None:
    other = with_dice(log, Dice("t", commitment(b"x" * 32), (b"x" * 32).hex()))
    with pytest.raises(molehill.BadLog, match="not what the dice showed"):
        verify(other)
    with pytest.raises(molehill.BadLog, match="not the one that was committed"):
        verify(sealed(log, dice=log["dice"] | {"secret": "00" * 32}))
    dices = [None, 5, {}, {"table": 1}, log["dice"] | {"secret": "zz"}, log["dice"] | {"first": -1}]
    dices += [
        log["dice"] | {"shares": shares} for shares in (5, "ab", [ANNA], [ANNA, 5], [ANNA, "zz"], [ANNA, BEN + "\n"])
    ]
    for dice in dices:
        with pytest.raises(molehill.BadLog, match="not from a server"):
            verify(sealed(log, dice=dice))


@pytest.mark.parametrize("shares", [[], [None, None], [None, ANNA], [ANNA, BEN], ["a2" * 32, None]])
def test_a_share_that_was_dropped_exchanged_or_moved_is_found_out(
    log: dict[str, Any], shares: list[str | None]
) -> None:
    with pytest.raises(molehill.BadLog, match="not what the dice showed"):
        verify(sealed(log, dice=log["dice"] | {"shares": shares}))


def test_the_odds_of_a_roll_are_where_its_number_lies(log: dict[str, Any]) -> None:
    twin, falls = molehill.game("honeymoon").match(2), 0
    for actor, move in log["moves"]:
        if actor == "chance":
            before, weight, total = odds(twin, move)
            assert before <= Roll(SECRET, "t", falls, mixed([ANNA, None])).random() * total < before + weight
            twin.chance(move)
            falls += 1
        else:
            twin.play(actor, move)
    assert falls


def test_the_command(log: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(log))
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path)])
    said = capsys.readouterr()
    assert end.value.code in (0, None)
    assert said.out.startswith(f"All {verify(log).checked} rolls and draws follow")
    assert "by the player at seat 1." in said.out
    assert commitment(SECRET) in said.out
    path.write_text(json.dumps(played("honeymoon")))
    with pytest.raises(SystemExit):
        main(["verify", str(path)])
    assert "No player added luck" in capsys.readouterr().out
    path.write_text(json.dumps(log).replace('"shows": 3', '"shows": 4', 1))
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path)])
    said = capsys.readouterr()
    assert end.value.code == 2
    assert said.err.startswith("molehill: ")
    assert said.err.count("\n") == 1


# ---- a table ---------------------------------------------------------------------------------------------------------


def opened(*kinds: str, moves: list[Any] | None = None) -> Table:
    """A table of Honeymoon with people ("person"), bots ("bot") and empty seats ("open")."""
    game = molehill.game("honeymoon")
    setting = Setting(
        game=game.id, rules=game.version, options=game.read_options({}, len(kinds)), box=None, box_hash="",
        host=hashed("host"), moves=moves or [],
    )  # fmt: skip
    sitting: dict[str, Callable[[int], dict[str, Any]]] = {
        "person": lambda seat: {"kind": "person", "name": f"P{seat}", "token": hashed(f"token {seat}")},
        "bot": lambda seat: {"kind": "bot", "bot": "random"},
        "open": lambda seat: {"kind": "open"},
    }
    return Table.opened("t", SECRET, setting, [sitting[kind](seat) for seat, kind in enumerate(kinds)], 1.0)


def finish(table: Table, rng: random.Random) -> dict[str, Any]:
    """Play on to the end, and the log, as it is exported."""
    while table.status == "playing":
        assert table.match is not None
        seat = rng.choice(table.pending)
        table.move(seat, rng.choice(table.match.legal(seat)), table.seq, 1.0, None)
    return dict(json.loads(json.dumps(table.log)))


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Problem) as found:
        act()
    assert found.value.code == "not-now"
    return found.value.why


@pytest.mark.randomised
def test_the_log_of_a_table_holds_the_luck_of_those_who_added_some() -> None:
    table = opened("person", "bot", "person")
    table.add_luck(0, ANNA, 1.0, None)
    table.start(1.0, None)
    log = finish(table, chance("luck"))
    assert log["dice"]["shares"] == [ANNA, None, None]
    assert verify(log).lucky == (0,)
    assert verify(log).unchecked == 0


@pytest.mark.randomised
def test_a_table_that_nobody_adds_luck_to_starts_and_rolls_as_it_always_did() -> None:
    table = opened("person", "person")
    table.start(1.0, None)
    log = finish(table, chance("no luck"))
    assert log["dice"]["shares"] == [None, None]
    log["dice"].pop("shares")
    assert verify(sealed(log)).checked == table.falls


def test_a_share_is_added_once_before_the_start() -> None:
    table = opened("person", "person")
    table.add_luck(0, ANNA, 1.0, None)
    seq = table.seq
    table.add_luck(0, ANNA, 1.0, None)
    assert table.seq == seq
    assert "already" in refused(lambda: table.add_luck(0, BEN, 1.0, None))
    table.start(1.0, None)
    seq = table.seq
    table.add_luck(0, ANNA, 1.0, None)  # nothing would change: somebody asks again who has not heard the answer
    assert "begun" in refused(lambda: table.add_luck(1, BEN, 1.0, None))
    assert table.seq == seq
    assert table.shares == [ANNA, None]


def test_luck_goes_with_the_player_who_gives_up_a_seat() -> None:
    table = opened("person", "person", "person")
    for seat, share in enumerate((ANNA, BEN, CLEO)):
        table.add_luck(seat, share, 1.0, None)
    table.leave(1, "random", 1.0)
    table.arrange(2, "open", None, 1.0, None)
    assert table.shares == [ANNA, None, None]
    table.sit(1, "Dan", "token of Dan", 1.0)
    table.arrange(2, "bot", "random", 1.0, None)
    table.add_luck(1, CLEO, 1.0, None)
    table.start(1.0, None)
    table.leave(0, "random", 1.0)  # a bot plays on; what was added stays
    assert table.shares == [ANNA, CLEO, None]


@pytest.mark.randomised
def test_a_rematch_asks_for_new_luck_before_its_first_roll() -> None:
    table = opened("person", "person")
    table.add_luck(0, ANNA, 1.0, None)
    table.start(1.0, None)
    finish(table, chance("rematch"))
    again = table.rematch("u", b"x" * 32, 1.0, None)
    assert again is not None
    assert (again.shares, again.falls) == ([None, None], 0)
    again.add_luck(1, BEN, 1.0, None)  # Anna has moved up, and her client draws again
    again.start(1.0, None)
    assert verify(finish(again, chance("once more"))).lucky == (1,)


@pytest.mark.randomised
def test_an_imported_game_goes_on_with_luck_and_its_older_rolls_stay_unchecked() -> None:
    match, rng = molehill.game("honeymoon").match(2), chance("imported")
    while match.count < 9:
        if isinstance(match.pending, tuple):
            match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
        else:
            match.chance(rng=rng)
    table = opened("person", "person", moves=match.log["moves"])
    table.add_luck(1, BEN, 1.0, None)
    table.start(1.0, None)
    verdict = verify(finish(table, rng))
    assert verdict.unchecked == sum(actor == "chance" for actor, _ in match.log["moves"]) > 0
    assert verdict.checked > 0
    assert verdict.lucky == (1,)


@pytest.mark.randomised
def test_undo_and_stand_ins_change_no_roll() -> None:
    table = opened("person", "person")
    table.add_luck(0, ANNA, 1.0, None)
    table.start(1.0, None)
    assert table.match is not None
    table.move(0, table.match.legal(0)[0], table.seq, 1.0, None)
    table.undo(0, table.seq, 1.0, None)
    table.stand_in(0, "random", 1.0, None)
    table.take_back(0, 1.0, None)
    assert verify(finish(table, chance("undo"))).lucky == (0,)


@pytest.mark.randomised
def test_a_table_that_is_built_again_between_share_and_start_rolls_the_same() -> None:
    table = opened("person", "person")
    table.add_luck(1, BEN, 1.0, None)
    entries = table.take_fresh()
    again = Table.rebuilt("t", SECRET, entries, "open")
    for each in (table, again, table.copy()):
        each.start(1.0, None)
        assert finish(each, chance("built again")) == finish(table, chance("built again"))
    assert verify(again.log).lucky == (1,)


@pytest.mark.randomised
def test_nobody_is_sent_a_share_before_the_end() -> None:
    room = Room(opened("person", "person"))
    room.table.add_luck(0, ANNA, 1.0, None)
    room.tell()
    room.table.add_luck(1, BEN, 1.0, None)
    room.tell()
    room.table.start(1.0, None)
    room.tell()
    rng, sealed_luck = chance("veil"), [commitment(bytes.fromhex(share)) for share in (ANNA, BEN)]
    while room.table.status == "playing":
        for viewer in room.ears:
            room.welcome(viewer)
            for frame in room.take_frames(viewer):
                assert not any(word.encode() in frame for word in (ANNA, BEN, SECRET.hex()))
                if "table" in (told := json.loads(frame)) and told["table"]["status"] == "playing":
                    assert told["table"]["dice"]["luck"] == sealed_luck
        assert room.table.match is not None
        seat = rng.choice(room.table.pending)
        room.table.move(seat, rng.choice(room.table.match.legal(seat)), room.table.seq, 1.0, None)
        if room.table.status == "playing":
            room.tell()


# ---- over the wire ---------------------------------------------------------------------------------------------------


def seated(server: Server, *kinds: str) -> tuple[str, list[Client]]:
    """A table, and a client for each of its people."""
    names = iter(("Anna", "Ben", "Cleo"))
    seats = [
        {"kind": "here", "name": next(names)} if kind == "here" else {"kind": "bot", "bot": "greedy"} for kind in kinds
    ]
    table = server.open("honeymoon", seats)
    clients = [server.join(table["id"], token) for token in table["tokens"].values()]
    for client in clients:
        client.hear()
    return table["id"], clients


def test_luck_over_the_wire(server: Server) -> None:
    id, (anna, ben) = seated(server, "here", "here")
    before = anna.update["table"]["dice"]
    assert before["luck"] == [None, None]
    said = anna.ask(do="luck", seat=0, share=ANNA, key="once")
    assert said["table"]["dice"] == before | {"luck": [commitment(bytes.fromhex(ANNA)), None]}
    ben.until(lambda said: said["table"]["dice"]["luck"][0] is not None)
    assert anna.ask(do="luck", seat=0, share=ANNA, key="once")["say"] == "update"  # sent again, done once
    assert anna.ask(do="luck", seat=0, share=BEN)["code"] == "not-now"
    assert anna.ask(do="luck", seat=1, share=BEN)["code"] == "not-yours"
    assert anna.ask(do="start")["table"]["status"] == "playing"
    assert ben.ask(do="luck", seat=1, share=BEN)["code"] == "not-now"
    assert ben.update["table"]["dice"]["luck"] == [commitment(bytes.fromhex(ANNA)), None]
    assert all(ANNA.encode() not in frame for frame in ben.bytes)
    assert server.call("GET", f"/api/tables/{id}/log").status_code == 409
    assert ANNA not in server.call("GET", f"/api/tables/{id}/report").text


@pytest.mark.parametrize(
    "share",
    [
        None,
        5,
        "",
        "ab",
        ANNA + "a1",
        ANNA + "\n",
        ANNA.upper(),
        "zz" * 32,
        "é" * 64,
        [ANNA],
        {"share": ANNA},
        "a" * 15_000,
    ],
)
def test_hostile_luck_is_refused_and_changes_nothing(server: Server, share: Any) -> None:
    _, (anna,) = seated(server, "here", "bot")
    seq = anna.update["seq"]
    for message in ({"share": share}, {"share": ANNA, "luck": 1}, {"share": ANNA, "seat": 2**40}, {"seat": -1}):
        anna.send(**({"do": "luck", "seat": 0} | message))
        assert anna.until(lambda said: said["say"] == "refused")["code"] == "malformed"
    assert anna.ask(do="luck", seat=1, share=ANNA)["code"] == "not-yours"  # a bot adds nothing
    assert anna.ask(do="luck", seat=0, share=ANNA)["seq"] == seq + 1


@pytest.mark.randomised
def test_one_person_and_bots_and_the_replay_tells_the_odds(server: Server) -> None:
    id, (anna,) = seated(server, "here", "bot", "bot")
    anna.ask(do="luck", seat=0, share=ANNA)
    anna.ask(do="start")
    play_to_the_end(anna, chance("bots"))
    log = server.call("GET", f"/api/tables/{id}/log").json()
    assert log["dice"]["shares"] == [ANNA, None, None]
    assert verify(log).lucky == (0,)
    steps = server.call("GET", f"/api/tables/{id}/replay?count=200").json()["steps"]
    falls = [step for step in steps if step["actor"] == "chance"]
    secret, luck = bytes.fromhex(log["dice"]["secret"]), mixed(log["dice"]["shares"])
    for number, step in enumerate(falls):
        before, weight, total = step["odds"]
        assert before <= Roll(secret, id, number, luck).random() * total < before + weight
    assert all(step["odds"] is None for step in steps if step["actor"] != "chance")


@pytest.mark.randomised
def test_two_seats_at_one_device_add_luck_each(server: Server) -> None:
    table = server.open("honeymoon")
    both = server.join(table["id"], *table["tokens"].values())
    both.hear()
    for seat, share in enumerate((ANNA, BEN)):
        both.ask(do="luck", seat=seat, share=share)
    both.ask(do="start")
    play_to_the_end(both, chance("two seats"))
    assert verify(server.call("GET", f"/api/tables/{table['id']}/log").json()).lucky == (0, 1)


@pytest.mark.randomised
def test_an_acknowledged_share_outlives_a_server_that_is_killed_before_the_start(
    database: str, serve: Callable[..., Server]
) -> None:
    server = serve(database)
    id, (anna, ben) = seated(server, "here", "here")
    tokens = [anna.tokens[0], ben.tokens[0]]
    assert anna.ask(do="luck", seat=0, share=ANNA, key="a")["say"] == "update"
    server.kill_and_restart()
    both = server.join(id, *tokens)
    both.hear()
    assert both.update["table"]["dice"]["luck"] == [commitment(bytes.fromhex(ANNA)), None]
    assert both.ask(do="luck", seat=0, share=ANNA, key="a")["say"] == "update"  # she could not know
    both.ask(do="start")
    server.kill_and_restart()
    both = server.join(id, *tokens)
    both.hear()
    play_to_the_end(both, chance("killed"))
    log = server.call("GET", f"/api/tables/{id}/log").json()
    assert log["dice"]["shares"] == [ANNA, None]
    assert verify(log).lucky == (0,)


@pytest.mark.randomised
def test_shares_that_reach_two_processes_are_in_the_same_dice(postgres: str, serve: Callable[..., Server]) -> None:
    database = new_database(postgres)
    here = serve(database)
    here.call("GET", "/healthz")
    there = serve(database)
    id, (anna, ben) = seated(here, "here", "here")
    far = there.join(id, ben.tokens[0])
    far.hear()
    anna.send(do="luck", seat=0, share=ANNA)
    far.ask(do="luck", seat=1, share=BEN)
    anna.until(lambda said: all(said["table"]["dice"]["luck"]))
    assert far.ask(do="start")["table"]["status"] == "playing"
    both = here.join(id, anna.tokens[0], ben.tokens[0])
    both.hear()
    play_to_the_end(both, chance("processes"))
    far.until_seq(both.update["seq"])  # the other process has heard of the end
    assert verify(there.call("GET", f"/api/tables/{id}/log").json()).lucky == (0, 1)
