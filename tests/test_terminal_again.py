"""Once more: a rematch for the same players, and what the app suggests to a table that has won often enough."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any

import pytest

import molehill
from molehill import CHANCE, Game, Match, bots, terminal
from molehill.terminal import files
from molehill.terminal.keyboard import Leave
from molehill.terminal.menu import Menu
from molehill.terminal.players import best_bot, usual_bot
from molehill.terminal.session import Session
from molehill.terminal.start import moved_up, open_table, rematch
from scenario import option_sets, random_walk
from typed import Typed, console, first_move, printed, table, wanted

HONEYMOON, PARK, RATS = (molehill.game(name) for name in ("honeymoon", "mole_park", "mole_rats"))
NAMES = ["Anna", "Ben", "greedy"]
rule = pytest.mark.rule


def having(offer: str) -> list[Game]:
    """The games whose metadata says that they offer this."""
    return [game for game in molehill.games() if getattr(game, offer)]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOLEHILL_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def finished(game: Game, seats: int, seed: int = 0, **options: Any) -> Match:
    """A match that greedy players have played to its end."""
    match, rng, bot = game.match(seats, options), random.Random(seed), bots.bot("greedy", seed)
    while not match.over:
        pending = match.pending
        if pending is CHANCE:
            match.chance(rng=rng)
        else:
            match.play(pending[0], bot.choose(match, pending[0]))
    return match


def at_the_end(game: Game, players: list[str], ask: Typed, **options: Any) -> Session:
    return table(finished(game, len(players), **options), players, ask)


def once_more(last: Session) -> Session:
    again = rematch(last)
    assert again is not None
    return again


# ---- a rematch ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_a_rematch_is_a_fresh_match_for_the_same_players_in_a_file_of_its_own(game: Game) -> None:
    ask = Typed("", "", auto=first_move)
    last = at_the_end(game, NAMES, ask)
    assert last.run()
    again = once_more(last)
    assert ask.asked[0] == "Play again? [yes]"
    assert again.players == ["Ben", "greedy", "Anna"]
    assert "Everybody moves up a seat. The new order: Ben, Greedy bot and Anna" in printed(again)
    assert not again.match.history
    assert again.match.box is last.match.box
    assert again.path != last.path
    assert not again.path.exists()
    assert (again.rng, again.thinking, again.own_dice) == (last.rng, last.thinking, last.own_dice)


@pytest.mark.parametrize(
    "game", [game for game in molehill.games() if game not in having("rematch")], ids=lambda game: game.id
)
def test_another_player_starts_a_rematch_unless_the_game_says_otherwise(game: Game) -> None:
    for options in option_sets(game):
        match = game.match(game.max_seats, options)
        names = [f"Name{seat}" for seat in range(game.max_seats)]
        players, kept = moved_up(match, names)
        assert players == names[1:] + names[:1]
        assert kept == match.options


@rule("MP-05")
@pytest.mark.parametrize("seed", range(3))
def test_in_a_rematch_the_last_winner_is_king_mole_wherever_they_sit_now(seed: int) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora"]
    match = finished(PARK, 4, seed)
    assert match.result is not None
    (winner,) = match.result["winners"]
    again = once_more(table(match, names, Typed("", "")))
    assert again.players == ["Ben", "Cleo", "Dora", "Anna"]
    assert again.players[again.match.view(None)["king"]] == names[winner]


@rule("MP-05")
@pytest.mark.parametrize("king", range(4))
def test_if_nobody_won_the_same_person_stays_king_mole(king: int) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora"]
    players, options = moved_up(PARK.match(4, {"king": king + 1}), names)
    assert players[options["king"] - 1] == names[king]


def test_a_rematch_may_be_varied() -> None:
    again = once_more(at_the_end(HONEYMOON, ["Anna", "Ben"], Typed("yes", "side=B", ""), one_shaft=True))
    assert again.match.options == {"side": "B", "one_shaft": True}


def test_a_rematch_alone_says_nothing_of_seats() -> None:
    again = once_more(at_the_end(HONEYMOON, ["Anna"], Typed("", "")))
    assert again.players == ["Anna"]
    assert "seat" not in printed(again)


@rule("MD-04")
def test_a_table_that_kept_its_stacks_open_keeps_them_open_in_a_rematch() -> None:
    game = molehill.game("moledozer")
    last = at_the_end(game, ["Anna", "Ben"], Typed("", ""))
    last.looks.keep_open = True
    assert once_more(last).looks.keep_open


@pytest.mark.parametrize("typed", ["no", "N"])
def test_no_ends_it(typed: str) -> None:
    assert rematch(at_the_end(HONEYMOON, ["Anna"], Typed(typed))) is None


@pytest.mark.parametrize("lines", [["quit"], ["/quit"], ["exit"], ["", "quit"]])
def test_quit_leaves_at_the_end_as_anywhere(lines: list[str]) -> None:
    with pytest.raises(Leave):
        rematch(at_the_end(HONEYMOON, ["Anna"], Typed(*lines)))


def play(monkeypatch: pytest.MonkeyPatch, ask: Typed) -> None:
    monkeypatch.setattr("molehill.terminal.keyboard.Keyboard", lambda: ask)
    terminal.play("honeymoon", None, ["Anna"], {}, None, None, None, False, 3)


@pytest.mark.parametrize("answers", [["", "", "no"], ["yes", "", "quit"]])
def test_matches_follow_each_other_until_somebody_has_had_enough(
    answers: list[str], monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    def answer(prompt: str, choices: list[str]) -> str:
        asked_after = prompt.startswith(("Play again", "Enter to start"))
        return answers.pop(0) if asked_after else first_move(prompt, choices)

    play(monkeypatch, Typed(auto=answer))
    assert not answers
    kept = [files.load(path) for path in sorted((data / "finished").iterdir())]
    assert len(kept) == 2
    assert all(saved.match.over for saved in kept)
    assert kept[0].match.history != kept[1].match.history, "the dice go on"
    assert not list(files.unfinished())


@pytest.mark.parametrize("stop", [EOFError, KeyboardInterrupt])
def test_the_end_of_input_at_the_end_of_a_match_leaves_cleanly(
    stop: type[BaseException], monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    def answer(prompt: str, choices: list[str]) -> str:
        if prompt.startswith("Play again"):
            raise stop
        return first_move(prompt, choices)

    play(monkeypatch, Typed(auto=answer))
    assert len(list((data / "finished").iterdir())) == 1


def test_who_leaves_a_match_is_not_asked_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Typed("quit")
    play(monkeypatch, ask)
    assert ask.asked == ["Anna >"]


# ---- what the app suggests ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def won() -> Match:
    """A match of Mole Rats that was won."""
    return next(match for match in (finished(RATS, 2, seed) for seed in range(100)) if any(match.scores))


def win(won: Match, players: list[str]) -> Session:
    """Let these players make the last move of a match that is won by it."""
    match = RATS.match(2, won.options)
    *before, (_, last) = won.history
    for actor, move in before:
        if isinstance(actor, int):
            match.play(actor, move)
        else:
            match.chance(move)
    label = RATS.part("text").label(last)
    session = table(match, players, Typed(auto=lambda prompt, choices: label if prompt.endswith(">") else ""))
    assert session.run()
    assert any(session.match.scores)
    return session


@rule("MR-31")
def test_after_three_wins_by_the_same_table_the_challenge_is_suggested_with_the_rematch(won: Match) -> None:
    suggestion = "You have won 3 times together. Try the challenge game: challenge=yes"
    for wins in (1, 2, 3):
        last = win(won, ["Anna", "Ben"] if wins != 2 else ["Ben", "Anna"])
        last.ask = Typed("", "")
        again = once_more(last)
        assert (suggestion in printed(again).replace("\n", " ")) == (wins == 3)
        assert again.match.options["challenge"] is False, "nobody is forced"
    last.ask = Typed("", "challenge=yes", "")
    again = once_more(last)
    assert again.match.options["challenge"] is True
    assert any("such as challenge=yes" in prompt for prompt in last.ask.asked)


@rule("MR-31")
def test_the_menu_suggests_the_challenge_to_the_same_people_only(won: Match) -> None:
    for _ in range(3):
        win(won, ["Anna", "Ben"])

    def set_up(*players: str, change: str = "") -> tuple[Session, bool]:
        lines = ["mole_rats", str(len(players)), *players, change] + [""] * bool(change)
        session = open_table(wanted(), None, Typed(*lines), console())
        return session, "Try the challenge game" in printed(session).replace("\n", " ")

    session, suggested = set_up("Ben", "Anna")
    assert suggested
    assert session.match.options["challenge"] is False
    assert set_up("Ben", "Anna", change="challenge=yes")[0].match.options["challenge"] is True
    assert set_up("Anna", "random", "Ben")[1], "bots make no other table"
    assert not set_up("Anna", "Cleo")[1]
    assert not set_up("Anna", "Ben", "Cleo")[1]
    session, suggested = set_up("Anna", "Cleo", change="challenge=yes")
    assert session.match.options["challenge"] is True, "anyone may choose it earlier"


@rule("MR-31")
def test_who_plays_the_challenge_already_gets_no_suggestion(won: Match) -> None:
    for _ in range(3):
        files.count_win(RATS.id, ["Anna", "Ben"])
    last = at_the_end(RATS, ["Anna", "Ben"], Typed("", ""), challenge=True)
    again = once_more(last)
    assert again.match.options["challenge"] is True
    assert "Try the challenge game" not in printed(again)


@rule("MR-31")
def test_wins_of_people_are_counted_each_only_once(won: Match) -> None:
    session = win(won, ["Anna", "Ben"])
    table(files.load(session.path).match, ["Anna", "Ben"], Typed()).run()
    assert files.wins(RATS.id, ["Anna", "Ben"]) == 1
    win(won, ["greedy", "greedy"])
    assert files.wins(RATS.id, ["greedy"]) == 0


@rule("MR-31")
def test_who_lost_has_not_won() -> None:
    session = table(RATS.match(2), ["Anna", "Ben"], Typed(auto=first_move))
    assert session.run()
    assert not any(session.match.scores)
    assert files.wins(RATS.id, ["Anna", "Ben"]) == 0


def test_rivals_win_nothing_together() -> None:
    session = table(HONEYMOON.match(2), ["Anna", "greedy"], Typed(auto=first_move))
    session.run()
    assert files.wins(HONEYMOON.id, session.players) == 0


@pytest.mark.parametrize("content", ["{broken", "[]", '{"mole_rats": 3}', '{"mole_rats": {"Anna": "often"}}'])
def test_a_spoiled_record_of_wins_begins_anew(content: str, data: Path) -> None:
    data.mkdir()
    (data / "wins.json").write_text(content)
    assert files.wins(RATS.id, ["Anna"]) == 0
    files.count_win(RATS.id, ["Anna"])
    assert files.wins(RATS.id, ["Anna"]) == 1


# ---- every game that has a say --------------------------------------------------------------------------------------


def test_these_games_have_a_say() -> None:
    assert RATS in having("suggest")
    assert PARK in having("rematch")


@pytest.mark.parametrize("game", having("suggest"), ids=lambda game: game.id)
def test_what_a_game_suggests_can_be_played_and_said(game: Game) -> None:
    suggest, seats, met = game.part("view").suggest, game.max_seats, set()
    for given in option_sets(game):
        options = game.read_options(given, seats)
        assert suggest(options, 0) == {}, "nobody has won anything yet"
        for wins in range(10):
            suggested = suggest(options, wins)
            assert suggest(options | suggested, wins) == {}, "who takes it is not asked again"
            assert game.read_options(options | suggested, seats) == options | suggested
            for name in suggested:
                assert game.words.say(f"suggest-{name}", wins=wins)
            met |= set(suggested)
    assert met


@pytest.mark.parametrize("game", having("rematch"), ids=lambda game: game.id)
def test_a_games_own_rematch_gives_options_that_can_be_played(game: Game) -> None:
    hook = game.part("view").rematch
    for seats in (game.min_seats, game.max_seats):
        for match in (*random_walk(game, seats, {}, seed=2, moves=40), finished(game, seats)):
            assert game.match(seats, hook(match.view(None))).options.keys() == match.options.keys()


# ---- any number of bots ---------------------------------------------------------------------------------------------


def test_the_menu_lists_however_many_bots_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = ["random", "fair", "sharp", "genius"]
    monkeypatch.setattr(bots, "names", lambda: levels)
    monkeypatch.setattr(bots, "describe", lambda name: f"plays like {name}")
    ask, shown = Typed("", "", "SHARP", "genius"), console()
    assert Menu(ask, shown).players(4) == ["You", "fair", "sharp", "genius"]
    assert ask.choices == levels
    assert isinstance(shown.file, io.StringIO)
    out = shown.file.getvalue()
    for name in levels:
        assert re.search(rf"^ +{name} +plays like {name}", out, re.MULTILINE)
    assert (usual_bot(), best_bot()) == ("fair", "sharp")
