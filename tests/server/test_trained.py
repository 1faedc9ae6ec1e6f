"""Trained nets at tables: where they may sit, what is told of them, and that they play a game to its end."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from test_connection import Server, refused
from world import play_to_the_end

import molehill
from molehill import Malformed, Unknown, bots
from molehill.bots import trained
from molehill.bots.trained import OURS, SHELF
from molehill.server import answers
from molehill.server.decisions import choose
from molehill.server.dice import verify
from molehill.server.due import Due
from molehill.server.preparations import BOTS, NETS, Preparations
from molehill.server.settings import read_settings
from scenario import chance

PARK = molehill.game("mole_park")


def test_the_nets_that_come_along_are_what_their_names_say() -> None:
    found = trained.checked(OURS)
    assert {net.name for net in found} == {"net"}
    for net in found:
        assert net.fits(molehill.game(net.game), net.seats), f"{net.path.name} is for an older environment"


def test_a_server_offers_nets_and_a_browser_alone_does_not() -> None:
    offered = {bot.name: bot for bot in answers.trained_bots(molehill.games())}
    tables = [(table.game, table.seats) for table in offered["net"].tables or []]
    assert ("mole_park", 2) in tables
    assert "trained net" in offered["net"].says
    assert not any("bot-" in bot.says for bot in offered.values()), "a message that there is not"
    assert {bot.name for bot in answers.known_bots()} == set(bots.names())
    assert all(bot.tables is None for bot in answers.known_bots())


def test_a_net_plays_a_game_to_its_end(server: Server) -> None:
    told = server.call("GET", "/api/games").json()["bots"]
    assert next(bot for bot in told if bot["name"] == "net")["tables"]
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "net"}]
    opened = server.open("mole_park", seats)
    anna = server.join(opened["id"], opened["tokens"]["0"])
    assert anna.hear()["table"]["seats"][1]["name"] == "Net bot"
    anna.ask(do="start")
    result = play_to_the_end(anna, chance(7))
    log = server.call("GET", f"/api/tables/{opened['id']}/log").json()
    assert (log["names"], verify(log).match.result) == (["Anna", "Net bot"], result)


def test_a_net_sits_only_where_it_was_trained_for(server: Server) -> None:
    net, person, free = {"kind": "bot", "bot": "net"}, {"kind": "here", "name": "Anna"}, {"kind": "open"}
    for game, seats in (("mole_park", [person, net, free]), ("honeymoon", [person, net])):
        answer = server.call("POST", "/api/tables", {"game": game, "seats": seats})
        assert answer.status_code >= 400
        assert "was not trained" in answer.text
    opened = server.open("honeymoon", [person, free])
    host = server.join(opened["id"], opened["tokens"]["0"], opened["host"])
    host.hear()
    refused(host.ask(do="seat", seat=1, kind="bot", bot="net"), "bad-options")


def test_a_net_decides_from_what_its_seat_sees() -> None:
    match = PARK.match(2)
    while match.pending is molehill.CHANCE:
        match.chance(rng=chance(3))
    seat = match.pending[0]
    move, plan = choose(Due(0.0, seat, "bot", "net", 1, 1.0), match, ["Anna", "Net bot"])
    found = SHELF.find("net", PARK, 2)
    assert found is not None
    assert move == bots.bot("net").choose(match, seat) == found.net().choose(match, seat)
    assert plan == ""
    with pytest.raises(Unknown, match="net was not trained for mole_park with 3 seats"):
        bots.bot("net").choose(PARK.match(3), 0)


def test_only_games_with_a_net_prepare_what_nets_see() -> None:
    stages = Preparations(None)._stages  # type: ignore[arg-type]
    assert ("mole_park", NETS) in stages
    assert ("honeymoon", NETS) not in stages
    assert ("honeymoon", BOTS) in stages


# ---- a folder of nets -----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(OURS / "net.mole_park-v1.2.npz", tmp_path / "digger.mole_park-v1.2.npz")
    return tmp_path


def test_the_nets_of_a_folder_are_added(folder: Path) -> None:
    shelf = trained.Shelf()
    shelf.add(trained.in_folder(read_settings({"nets": str(folder)}).nets))
    assert shelf.names() == ["digger", "net"]
    assert shelf.find("digger", PARK, 2) is not None
    shelf.add(trained.in_folder(folder))
    assert shelf.names() == ["digger", "net"], "a server that is opened twice in a process"


def test_a_file_that_is_not_what_it_says_is_refused_at_the_start(folder: Path) -> None:
    def refusal() -> Any:
        with pytest.raises((Unknown, Malformed)) as refused:
            read_settings({"nets": str(folder)})
        return str(refused.value)

    (folder / "digger.mole_park-v1.2.npz").rename(folder / "digger.mole_park-v1.3.npz")
    assert "holds a net for mole_park-v1 with 2 seats" in refusal()
    (folder / "digger.mole_park-v1.3.npz").rename(folder / "digger.npz")
    assert "is not named as a net" in refusal()
    (folder / "digger.npz").unlink()
    (folder / "digger.mole_park-v1.2.npz").write_bytes(b"nothing")
    assert "is no net" in refusal()
    with pytest.raises(Unknown, match="there is no folder of nets"):
        read_settings({"nets": str(folder / "nowhere")})
