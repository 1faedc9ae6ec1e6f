"""The terminal: whole games are played by typed lines, nothing is lost, nothing is shown to the wrong person."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import molehill
from molehill import terminal
from molehill.bots import EVEN
from molehill.engine.errors import BadLog, MolehillError
from molehill.engine.match import CHANCE, Match
from molehill.terminal import files
from molehill.terminal.commands import COMMANDS
from molehill.terminal.keyboard import Keyboard, NoTerminal
from molehill.terminal.looks import Looks
from molehill.terminal.menu import Menu
from molehill.terminal.players import best_bot, display_names, read_players, usual_bot
from molehill.terminal.session import Session
from molehill.terminal.start import open_table
from molehill.terminal.story import chapters
from molehill.terminal.words import words
from typed import Typed, console, first_move, printed, table, wanted

GAME = molehill.game("honeymoon")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOLEHILL_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def roll(match: Match, shows: int) -> Match:
    match.chance({"do": "roll", "shows": shows})
    return match


# ---- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [["Anna"], ["Anna", "greedy"], ["random", "Anna", "Ben", "greedy"], ["greedy"] * 2])
def test_a_whole_game_is_played_to_its_end(players: list[str], data: Path) -> None:
    session = table(GAME.match(len(players)), players, Typed(auto=first_move))
    session.run()
    out = printed(session)
    assert session.match.over
    assert session.match.result is not None
    assert session.match.result["why"] in out.replace("\n", " ")
    assert not list(files.unfinished())
    kept = list((data / "finished").iterdir())
    assert len(kept) == 1
    match, names = terminal.load(kept[0])
    assert match.table.tobytes() == session.match.table.tobytes()
    assert names == display_names(players)
    assert f"molehill replay {kept[0]}" in out


@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_every_game_can_be_played_at_the_keyboard_with_people_and_bots(game: molehill.Game) -> None:
    """Two people who share the keyboard take hints, look at the board and the list, and leave after a while."""
    asked, players = 0, ["Anna", "Ben", "greedy"][: game.max_seats]

    def play_on(prompt: str, choices: list[str]) -> str:
        nonlocal asked
        asked += 1
        if asked > 60:
            raise EOFError
        if not prompt.endswith(">"):
            return ""
        return ("hint", "board", "list", "log")[asked % 7] if asked % 7 < 4 else choices[0]

    session = table(game.match(len(players)), players, Typed(auto=play_on))
    session.run()
    out = printed(session)
    assert len(session.match.history) > 5
    assert max(len(line) for line in out.splitlines() if ".json" not in line) <= 80
    assert "Anna" in out
    assert "Ben" in out
    assert molehill.replay(session.match.log).table.tobytes() == session.match.table.tobytes()


def test_a_refused_move_cites_its_clause_and_changes_nothing() -> None:
    session = table(roll(GAME.match(2), 3), ["Anna", "random"], Typed("b5 east 3", "e1 south 4", "pass"))
    session.run()
    out = printed(session)
    assert "HM-07: a tunnel begins at a starting space" in out
    assert "HM-06: the die shows 3" in out
    assert "HM-10: there is a place to dig" in out
    assert "rules HM-07" in out
    assert len(session.match.history) == 1


def test_what_is_no_move_gets_a_hint() -> None:
    session = table(roll(GAME.match(2), 3), ["Anna", "random"], Typed("hello", "", "/nonsense", "7", "[/]"))
    session.run()
    out = printed(session)
    assert "hello is not a place on the moon" in out
    assert "Type a move such as a5 east 3" in out
    assert "no command /nonsense" in out
    assert "7 is not a place" in out
    assert len(session.match.history) == 1


def test_undo_takes_a_move_back_before_the_others_go_on() -> None:
    ask = Typed("e1 south", "undo", "i1 south", "")
    session = table(roll(GAME.match(2), 3), ["Anna", "greedy"], ask)
    session.run()
    assert "Enter to go on, or undo" in ask.asked
    assert "Taken back: dig 3 cells south from E1." in printed(session)
    digs = [move for actor, move in session.match.history if actor == 0]
    assert [dig["at"] for dig in digs] == [[0, 8]]


def test_undo_is_refused_in_words_when_there_is_nothing_to_take_back() -> None:
    session = table(roll(GAME.match(2), 3), ["Anna", "greedy"], Typed("undo"))
    session.run()
    assert "There is nothing to take back." in printed(session)


def test_alone_a_dig_can_be_taken_back_until_the_next_roll() -> None:
    session = table(roll(GAME.match(1), 3), ["Anna"], Typed("e1 south", "undo", "e1 south", ""))
    session.run()
    assert [actor for actor, _ in session.match.history] == [CHANCE, 0, CHANCE]


def test_the_list_numbers_the_moves_and_a_number_picks_one() -> None:
    ask = Typed("list", "99", "2", "")
    session = table(roll(GAME.match(2), 4), ["Anna", "greedy"], ask)
    session.run()
    assert "There are 8 moves." in printed(session)
    assert "The list has the numbers 1 to 8." in printed(session)
    assert session.match.history[1] == (0, {"do": "dig", "at": [8, 0], "to": "east", "length": 4})


def test_the_list_can_be_narrowed_and_keeps_its_numbers() -> None:
    session = table(roll(GAME.match(2), 4), ["Anna", "greedy"], Typed("list I1 S", "list zz"))
    session.run()
    out = printed(session)
    assert re.search(r"^5  i1 south 4", out, re.MULTILINE)
    assert "e1 south 4 " not in out
    assert "No move has “zz” in it" in out


def test_only_one_move_is_made_by_enter() -> None:
    match = GAME.match(1)
    while match.pending is CHANCE or match.legal(0) != [{"do": "pass"}]:
        if match.pending is CHANCE:
            match.chance({"do": "roll", "shows": 3})
        else:
            match.play(0, match.legal(0)[0])
    session = table(match, ["Anna"], Typed(""))
    session.run()
    assert "There is just one thing to do: pass." in printed(session)
    assert session.match.history[-1] == (0, {"do": "pass"})


def test_every_command_answers_and_has_its_help() -> None:
    session = table(
        roll(GAME.match(3), 4),
        ["Anna", "greedy", "random"],
        Typed("help", "hint", "board", "others", "log", "rules hm9", "rules 99", "rules", "e1 south 4", "log", "quit"),
    )
    session.run()
    out = printed(session)
    for name in COMMANDS:
        assert re.search(rf"^ *{name} ", out, re.MULTILINE), name
        assert f"help-{name}" in words()
    assert f"The {best_bot()} bot would: dig" in out.replace("\n", " ")
    assert "Tunnels never lie side by side" in out
    assert "has the clauses HM-01 to HM-24" in out
    assert "Anna chose: dig 4 cells south from E1." in out
    assert "molehill play --resume" in out


def test_completion_offers_the_legal_moves_and_the_commands() -> None:
    ask = Typed()
    table(roll(GAME.match(2), 4), ["Anna", "greedy"], ask).run()
    assert {"e1 south 4", "hint", "quit"} <= set(ask.choices)


def test_the_same_seed_gives_the_same_match() -> None:
    logs = []
    for _ in range(2):
        ask = Typed(auto=first_move)
        session = open_table(wanted(game_id="honeymoon", players=["you", "greedy"], seed=7), None, ask, console())
        session.run()
        logs.append(session.match.log)
    assert logs[0] == logs[1]


# ---- secrets at a shared keyboard -----------------------------------------------------------------------------------


@pytest.mark.rule("HM-05")
def test_a_hidden_choice_is_not_printed_for_another_person() -> None:
    ask = Typed("", "e1 south", "", "", "log", "sheets", "i1 south", "board", "", "quit")
    session = table(roll(GAME.match(3), 3), ["Anna", "Ben", "greedy"], ask)
    session.run()
    _, anna, ben = printed(session).split("Pass the keyboard to")
    hidden, shown = ben.split("now the digs are shown")
    assert "Anna chose: dig 3 cells south from E1." in anna
    assert "chose" not in hidden.replace("Ben chose", "")
    assert "E1" not in hidden.replace("such as e1", "")
    assert "Anna dug 3 cells south from E1." in shown
    assert "Ben dug 3 cells south from I1." in shown


def test_the_keyboard_is_passed_between_people_and_wiped() -> None:
    wipes: list[int] = []
    ask = Typed("", "e1 south", "", "", "i1 south")
    session = table(roll(GAME.match(2), 3), ["Anna", "Ben"], ask)
    session.wipe = lambda: wipes.append(len(ask.asked))  # type: ignore[method-assign]
    session.run()
    assert ask.asked[0] == "Anna, press Enter when nobody else is looking"
    assert ask.asked[3] == "Ben, press Enter when nobody else is looking"
    assert ask.asked[-1] == "Ben >", "who has the keyboard keeps it for the next roll"
    assert wipes == [0, 1, 3, 4]


def test_nobody_is_wiped_away_before_having_read() -> None:
    ask = Typed("", "")
    session = table(GAME.match(2), ["Anna", "Ben"], ask)
    session.at_keyboard, session.unread = 0, True
    session.hand_over(1)
    assert ask.asked == ["Anna, press Enter when you have read this", "Ben, press Enter when nobody else is looking"]


def test_wiping_clears_what_can_be_scrolled_back_to() -> None:
    session = table(GAME.match(2), ["Anna", "Ben"], Typed())
    session.console = Console(file=io.StringIO(), force_terminal=True, width=80)
    session.wipe()
    assert "\x1b[3J" in printed(session)


def test_a_single_person_is_never_asked_to_pass_the_keyboard() -> None:
    ask = Typed(auto=first_move)
    session = table(GAME.match(2), ["Anna", "greedy"], ask)
    session.run()
    assert "Pass the keyboard" not in printed(session)


# ---- keeping --------------------------------------------------------------------------------------------------------


def test_the_end_of_input_loses_nothing_and_the_match_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    session = table(roll(GAME.match(2), 3), ["Anna", "greedy"], Typed("e1 south"), path)
    session.run()
    out = printed(session)
    assert f"molehill play --resume {path}" in out
    assert json.loads(path.read_text())["molehill_match"] == 1
    again = open_table(wanted(resume=path), files.load(path), Typed(auto=first_move), console())
    assert again.names == ["Anna", "Greedy bot"]
    assert again.match.history == session.match.history
    again.run()
    assert again.match.over
    assert files.load(path).match.over


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError, RuntimeError])
def test_whatever_stops_the_game_every_move_is_on_disk(stop: type[BaseException], tmp_path: Path) -> None:
    path, count = tmp_path / "match.json", iter(range(40))

    def until(prompt: str, choices: list[str]) -> str:
        if next(count) == 20:
            raise stop
        return first_move(prompt, choices)

    session = table(GAME.match(2), ["Anna", "greedy"], Typed(auto=until), path)
    if stop is RuntimeError:
        with pytest.raises(RuntimeError):
            session.run()
    else:
        session.run()
    assert files.load(path).match.history == session.match.history
    assert "--resume" in printed(session)


def test_the_match_is_kept_after_every_single_move(tmp_path: Path) -> None:
    path, seen = tmp_path / "match.json", []

    def look(prompt: str, choices: list[str]) -> str:
        seen.append(files.load(path).match.history == session.match.history)
        return first_move(prompt, choices)

    session = table(GAME.match(2), ["Anna", "greedy"], Typed(auto=look), path)
    session.run()
    assert len(seen) > 10
    assert all(seen)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_save_writes_a_copy_and_overwrites_only_its_own(tmp_path: Path) -> None:
    mine, yours = tmp_path / "mine.json", tmp_path / "yours.json"
    yours.write_text("precious")
    lines = [f"save {mine}", f"save {mine}", f"save {yours}", "save x\0.json", "save ~nobody-here/x", "save"]
    session = table(roll(GAME.match(2), 3), ["Anna", "greedy"], Typed(*lines))
    session.run()
    assert files.load(mine).match.history == session.match.history
    assert yours.read_text() == "precious"
    out = squeezed(printed(session))  # lines are broken where the folder's name ends
    assert squeezed("exists already; choose another name") in out
    assert out.count(squeezed("could not be written")) == 2
    assert squeezed(str(session.path)) in out


def test_a_disk_that_can_not_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("")
    session = table(GAME.match(2), ["Anna", "greedy"], Typed(auto=first_move), blocked / "match.json")
    session.run()
    assert session.match.over
    assert printed(session).count("could not be kept") == 1


def test_no_half_written_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    files.save(path, GAME.match(2), ["Anna", "greedy"], Looks(GAME, 2))
    before = path.read_bytes()
    with pytest.raises(TypeError):
        files.write_whole(path, {"bad": object()})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def spoiled(change: Any) -> dict[str, Any]:
    kept = {"molehill_match": 1, "log": roll(GAME.match(2), 3).log, "players": ["Anna", "greedy"]}
    change(kept)
    return kept


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda kept: kept.update(molehill_match=2), "format 2"),
        (lambda kept: kept.pop("log"), "not a log"),
        (lambda kept: kept["log"]["moves"].pop(), "cut off"),
        (lambda kept: kept["log"].update(seats=3), "changed"),
        (lambda kept: kept["log"].update(game="chess"), "no game"),
        (lambda kept: kept.pop("players"), "players"),
        (lambda kept: kept.update(players="Anna"), "players"),
        (lambda kept: kept.update(players=["Anna"]), "players"),
        (lambda kept: kept.update(players=["Anna", "Anna"]), "players"),
        (lambda kept: kept.update(players=[1, 2]), "players"),
        (lambda kept: kept.update(players=[["Anna"], "Ben"]), "players"),
    ],
)
def test_resuming_checks_everything(change: Any, says: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(spoiled(change)))
    with pytest.raises(BadLog, match=says) as error:
        files.load(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"a": 1}'])
def test_what_is_no_match_file_is_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    with pytest.raises(BadLog) as error:
        files.load(path)
    assert "\n" not in str(error.value)
    with pytest.raises(BadLog, match="no file"):
        files.load(tmp_path / "nowhere.json")
    with pytest.raises(BadLog, match="can't be read"):
        files.load(tmp_path)


def test_a_bare_log_can_be_resumed_and_the_menu_asks_who_sits_where(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(roll(GAME.match(2), 3).log))
    session = open_table(wanted(resume=path), files.load(path), Typed("Zoe", ""), console())
    assert session.players == ["Zoe", usual_bot()]


# ---- menu -----------------------------------------------------------------------------------------------------------


def test_the_menu_offers_every_game() -> None:
    games = molehill.games()
    for number, game in enumerate(games, 1):
        shown = console()
        assert Menu(Typed(str(number)), shown).game() is game
        assert isinstance(shown.file, io.StringIO)
        assert all(other.name in shown.file.getvalue() for other in games)


def test_pressing_enter_gets_a_newcomer_from_the_menu_to_a_first_move() -> None:
    ask = Typed("honeymoon", "", "", "", "")
    session = open_table(wanted(), None, ask, console())
    assert session.players == ["You", usual_bot()]
    assert session.match.options == {"side": "A", "one_shaft": False}
    session.run()
    assert ask.asked[-1] == "You >"


def test_the_menu_asks_again_until_it_understands() -> None:
    ask = Typed(
        "chess", "honeymoon", "9", "three", "3", "Anna", "Anna", "x" * 30, "Ben", "GREEDY",
        "side", "side=C", "moon=full", "side=B one_shaft=yes", "",
    )  # fmt: skip
    session = open_table(wanted(), None, ask, console())
    assert session.players == ["Anna", "Ben", "greedy"]
    assert session.match.options == {"side": "B", "one_shaft": True}
    out = printed(session)
    assert "Anna sits at the table already" in out
    assert "option side can't be 'C'" in out


def test_the_menu_offers_the_last_unfinished_match() -> None:
    table(roll(GAME.match(2), 3), ["Anna", "greedy"], Typed("e1 south")).run()
    ask = Typed("0")
    session = open_table(wanted(), None, ask, console())
    assert session.names == ["Anna", "Greedy bot"]
    assert len(session.match.history) == 2
    assert "Go on with your last match: Honeymoon, Anna and Greedy bot, 2 moves" in printed(session)


def test_what_was_said_is_not_asked() -> None:
    ask = Typed()
    said = wanted(game_id="honeymoon", seats=3, players=["you", "greedy", "random"], options={"side": "b"})
    said.check()
    session = open_table(said, None, ask, console())
    assert not ask.asked
    assert session.names == ["You", "Greedy bot", "Random bot"]
    assert session.match.options["side"] == "B"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"game_id": "chess"}, "no game"),
        ({"game_id": "honeymoon", "seats": 9}, "seats"),
        ({"game_id": "honeymoon", "players": ["you"] * 7}, "seats"),
        ({"game_id": "honeymoon", "players": []}, "seats"),
        ({"game_id": "honeymoon", "seats": 3, "players": ["you", "greedy"]}, "3 seats, but 2 players"),
        ({"game_id": "honeymoon", "players": ["Anna", "Anna"]}, "two players are called Anna"),
        ({"game_id": "honeymoon", "players": ["Anna", " "]}, "name is empty"),
        ({"game_id": "honeymoon", "players": ["Anna", "x" * 50]}, "20 letters at most"),
        ({"game_id": "honeymoon", "options": {"side": "C"}}, "side"),
        ({"game_id": "honeymoon", "box": Path("/no/such/box.toml")}, "box.toml"),
        ({"game_id": "honeymoon", "save": Path("/no/such/place.json")}, "can't be written"),
    ],
)
def test_what_can_not_be_played_is_refused_in_one_line(said: dict[str, Any], says: str) -> None:
    with pytest.raises(MolehillError, match=says) as error:
        wanted(**said).check()
    assert "\n" not in str(error.value)


def test_saving_does_not_overwrite_a_file(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("precious")
    with pytest.raises(MolehillError, match="exists already"):
        wanted(game_id="honeymoon", save=path).check()
    wanted(game_id="honeymoon", save=path, resume=path).check()


def test_names_with_odd_characters_are_tidied_and_bots_are_numbered() -> None:
    assert read_players(["  A\x1b[2Jnna \n", "Greedy"], 2) == ["A[2Jnna", "greedy"]
    assert display_names(["greedy", "Anna", "greedy"]) == ["Greedy bot 1", "Anna", "Greedy bot 2"]


def test_without_a_terminal_there_is_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(NoTerminal, match="needs a terminal"):
        Keyboard()
    with pytest.raises(NoTerminal, match="needs a terminal"):
        terminal.play("honeymoon", None, ["you", "greedy"], {}, None, None, None, False, None)


# ---- own dice, bests ------------------------------------------------------------------------------------------------


def test_people_can_throw_their_own_dice() -> None:
    ask = Typed("7", "five", " 5 ", "e1 south", "", "2", "quit")
    session = table(GAME.match(2), ["Anna", "greedy"], ask, own_dice=True)
    session.run()
    assert [move["shows"] for actor, move in session.match.history if actor is CHANCE] == [5, 2]
    assert printed(session).count("That is not possible now. One of: 1, 2, 3, 4, 5, 6") == 2


@pytest.mark.rule("HM-23")
def test_a_personal_best_is_kept_for_each_side_and_variant(data: Path) -> None:
    def play_alone(seed: int, **options: Any) -> tuple[str, int]:
        session = Session(GAME.match(1, options), ["Anna"], Typed(auto=first_move), console(), rng=random.Random(seed))
        session.run()
        assert session.match.result is not None
        return printed(session), session.match.result["points"][0]

    out, best = play_alone(1)
    assert "your first result here" in out
    assert "equals your personal best" in play_alone(1)[0]
    for seed in range(2, 9):
        out, points = play_alone(seed)
        says = "A new personal best" if points > best else "equals" if points == best else f"best is {best}"
        assert says in out
        best = max(best, points)
    assert "your first result here" in play_alone(1, side="B")[0]
    assert "your first result here" in play_alone(1, one_shaft=True)[0]
    assert json.loads((data / "bests.json").read_text())["honeymoon"]["v1 side=A one_shaft=False"] == best


def test_bots_alone_and_broken_files_make_no_personal_best(data: Path) -> None:
    data.mkdir()
    (data / "bests.json").write_text("{broken")
    table(GAME.match(1), ["greedy"], Typed()).run()
    assert (data / "bests.json").read_text() == "{broken"
    session = table(GAME.match(1), ["Anna"], Typed(auto=first_move))
    session.run()
    assert "your first result here" in printed(session)


# ---- transcripts ----------------------------------------------------------------------------------------------------


def random_match(seats: int, seed: int, moves: int = 10_000) -> Match:
    rng, match = random.Random(seed), GAME.match(seats)
    while not match.over and len(match.history) < moves:
        pending = match.pending
        if pending is CHANCE:
            match.chance(rng=rng)
        else:
            match.play(pending[0], rng.choice(match.legal(pending[0])))
    return match


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_a_transcript_tells_the_whole_match(seats: int) -> None:
    match = random_match(seats, 3)
    told = terminal.transcript(match)
    assert told.startswith("Honeymoon, rules version 1\n")
    for event in match.events(None):
        assert match.sentence(event) in " ".join(told.split())
    assert f"Roll {match.view(None)['rolls']}\n" in told
    assert f"Roll {match.view(None)['rolls'] + 1}\n" not in told
    assert max(map(len, told.splitlines())) <= 80
    assert match.result is not None
    assert match.result["why"] in told
    assert "\x1b" not in told


def test_a_transcript_has_no_secrets() -> None:
    """Two matches that differ only in a hidden dig have the same transcript."""
    one, other = random_match(3, 3, 13), random_match(3, 3, 13)
    moves = one.legal(0)
    assert len(moves) > 1
    one.play(0, moves[0])
    other.play(0, moves[-1])
    for boards in ("end", "all", "none"):
        assert terminal.transcript(one, boards=boards) == terminal.transcript(other, boards=boards)
    assert "not over yet" in terminal.transcript(one)


def test_boards_are_drawn_at_the_end_after_every_turn_or_never() -> None:
    match = random_match(2, 5)
    drawn = {
        boards: terminal.transcript(match, ["Anna", "Ben"], boards=boards).count("A B C D")
        for boards in ("end", "all", "none")
    }
    assert drawn == {"end": 2, "all": 2 * len(list(chapters(match, keep=False))), "none": 0}


def test_a_replay_for_people_is_the_transcript_in_colour() -> None:
    match = random_match(2, 5)
    out = io.StringIO()
    terminal.show_replay(match, console=Console(file=out, width=80, height=200, force_terminal=True, _environ={}))
    plain = "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines())
    assert plain + "\n" == terminal.transcript(match)
    assert "\x1b[" in out.getvalue()


def test_importing_the_terminal_loads_neither_numpy_nor_prompt_toolkit() -> None:
    slow = ("numpy", "numba", "rich", "prompt_toolkit")
    code = f"import sys, molehill.terminal; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("game", "seen", "waits"), [("mole_park", True, True), ("mole_park", False, False), ("target_rats", True, False)]
)
def test_bots_answer_in_the_same_time_where_somebody_sees_it_and_there_are_secrets(
    game: str, seen: bool, waits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that stands still: a bot seems to need no time at all."""
    slept: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: 0.0, sleep=slept.append)
    monkeypatch.setattr("molehill.terminal.session.time", clock)
    session = table(molehill.game(game).match(2), ["Anna", "fair"], Typed(auto=first_move), tmp_path / "match.json")
    session.console = Console(file=io.StringIO(), width=80, color_system=None, force_terminal=seen, _environ={})
    while len(session.match.history) < 60 and not session.match.over:
        session.step()
    assert bool(slept) == seen
    assert set(slept) <= ({EVEN} if waits else {0.0})
