"""Things that are shown for ten seconds only: each person has a page, then they are hidden, unless kept open."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

import molehill
from molehill import Game, Match
from molehill.engine.errors import BadLog, MolehillError
from molehill.terminal import files
from molehill.terminal.keyboard import Keyboard, Leave
from molehill.terminal.looks import Looks
from molehill.terminal.session import Session
from molehill.terminal.start import open_table
from scenario import random_walk
from typed import Typed, console, first_move, printed, table, wanted

GAME = molehill.game("moledozer")
LOOKING = [game for game in molehill.games() if game.look]
PAGE = "\f"
CARD = re.compile(r"You got an? \d")  # as a card is described to its owner
rule = pytest.mark.rule


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOLEHILL_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def seated(players: list[str], ask: Typed, path: Path | None = None, **options: Any) -> Session:
    return paged(table(GAME.match(len(players), options), players, ask, path))


def paged(session: Session) -> Session:
    """A session in which a wipe begins a new page."""
    session.wipe = lambda: session.console.file.write(PAGE)  # type: ignore[assignment, method-assign]
    return session


def pages(session: Session) -> list[str]:
    return printed(session).split(PAGE)


def stack(match: Match, seat: int) -> str:
    """A seat's stack as its board shows it."""
    drawing = GAME.part("drawing")
    return "  ".join(drawing.card_text(card) for card in match.view(seat)["players"][seat]["stack"])


def is_open(page: str) -> bool:
    return "Your stack, top first" in page or CARD.search(page) is not None


# ---- the look -------------------------------------------------------------------------------------------------------


@rule("MD-04")
def test_after_the_deal_the_own_stack_is_shown_for_ten_seconds_and_then_hidden() -> None:
    ask = Typed("choose west", "", "", "board", "log", "sheets", "quit")
    session = seated(["Anna", "greedy"], ask)
    session.run()
    before, look, after = pages(session)
    assert "All cards were shuffled." in before
    assert not is_open(before)
    assert "Look at your stack" in before
    assert f"Your stack, top first: {stack(session.match, 0)}" in look
    assert ask.asked[2:5] == [
        "Anna, press Enter to look for 10 seconds", "10 seconds left, or press Enter", "Anna >",
    ]  # fmt: skip
    assert not is_open(after)
    assert after.count("■■■■■") >= 4
    assert "All cards were shuffled." in after, "the log tells of the deal, not of the cards"


@rule("MD-04", "MD-17")
def test_every_deal_gives_one_look() -> None:
    ask = Typed(auto=first_move)
    session = seated(["Anna", "random", "random"], ask)
    session.run()
    twin, deals = GAME.match(3), set()
    for actor, move in session.match.history:
        if actor == 0 and move["do"] == "guess" and twin.view(0)["phase"] == "guess":
            deals.add(twin.view(0)["deals"])
        if isinstance(actor, int):
            twin.play(actor, move)
        else:
            twin.chance(move)
    assert len(deals) > 1, "the match has new deals"
    assert ask.asked.count("10 seconds left, or press Enter") == len(deals)
    assert [is_open(page) for page in pages(session)] == [number % 2 == 1 for number in range(2 * len(deals) + 1)]


@rule("MD-04")
def test_people_at_one_keyboard_look_on_their_own_pages() -> None:
    def until_ben_guesses(prompt: str, choices: list[str]) -> str:
        return "quit" if prompt == "Ben >" and choices[0].startswith("guess") else first_move(prompt, choices)

    ask = Typed(auto=until_ben_guesses)
    session = seated(["Anna", "Ben"], ask)
    session.run()
    anna, ben = (stack(session.match, seat) for seat in (0, 1))
    assert anna != ben
    for seat, shown in enumerate((anna, ben)):
        showing = [number for number, page in enumerate(pages(session)) if shown in page]
        assert len(showing) == 1
        last = ask.asked.index(f"{session.names[seat]}, press Enter to look for 10 seconds")
        handed = [prompt for prompt in ask.asked[:last] if prompt.endswith("press Enter when nobody else is looking")]
        assert handed[-1].startswith(session.names[seat])


@rule("MD-04", "MD-25")
def test_who_puts_the_own_cards_in_order_sees_them_until_they_lie_ready() -> None:
    def until_the_guess(prompt: str, choices: list[str]) -> str:
        return "quit" if "guess 3" in choices else first_move(prompt, choices)

    session = seated(["Anna", "random"], Typed(auto=until_the_guess), own_order=True)
    session.run()
    ordering, look, after = pages(session)
    assert "Your stack, top first" in ordering
    assert stack(session.match, 0) in look
    assert not is_open(after)
    assert "Anna put" not in after


@rule("MD-04")
def test_a_table_may_keep_the_stacks_open(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    said = wanted(game_id="moledozer", players=["Anna", "greedy"], keep_open=True, save=path)
    said.check()
    ask = Typed("choose west", "", "log", "quit")
    session = paged(open_table(said, None, ask, console()))
    session.run()
    assert not any("10 seconds" in prompt for prompt in ask.asked)
    (page,) = pages(session)
    assert stack(session.match, 0) in page
    assert CARD.search(page)
    again = open_table(wanted(resume=path), files.load(path), Typed("quit"), console())
    again.run()
    assert stack(again.match, 0) in printed(again)


@rule("MD-04")
def test_a_saved_match_knows_who_has_looked(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    seated(["Anna", "greedy"], Typed("choose west", "", "", "quit"), path).run()
    ask = Typed("quit")
    again = paged(open_table(wanted(resume=path), files.load(path), ask, console()))
    again.run()
    assert ask.asked == ["Anna >"]
    assert not is_open(printed(again))
    ask = Typed("quit")
    opened = open_table(wanted(resume=path, keep_open=True), files.load(path), ask, console())
    opened.run()
    assert stack(opened.match, 0) in printed(opened), "the table may choose otherwise later"


@rule("MD-04")
def test_who_leaves_while_looking_leaves_nothing_behind_and_may_look_again(tmp_path: Path) -> None:
    class Interrupted(Typed):
        def wait(self, prompt: Callable[[int], str], seconds: float) -> None:
            raise KeyboardInterrupt

    path = tmp_path / "match.json"
    session = seated(["Anna", "greedy"], Interrupted("choose west", "", ""), path)
    session.run()
    *_, look, after = pages(session)
    assert is_open(look)
    assert not is_open(after)
    assert "molehill play --resume" in after
    ask = Typed("", "quit")
    open_table(wanted(resume=path), files.load(path), ask, console()).run()
    assert "10 seconds left, or press Enter" in ask.asked


def test_people_who_look_have_read_what_was_there_before() -> None:
    ask = Typed("choose west", "", "")
    session = seated(["Anna", "greedy"], ask)
    session.run()
    assert not any("when you have read this" in prompt for prompt in ask.asked)


# ---- choosing it ----------------------------------------------------------------------------------------------------


@rule("MD-04")
@pytest.mark.parametrize(("typed", "kept"), [("", False), ("no", False), ("n", False), ("yes", True), ("Y", True)])
def test_the_menu_asks_whether_stacks_stay_open(typed: str, kept: bool) -> None:
    ask = Typed("moledozer", "", "", "", "", typed)
    session = open_table(wanted(), None, ask, console())
    assert ask.asked[-1].startswith("Keep it open for its owner")
    assert session.looks.keep_open is kept


def test_yes_or_no_is_asked_until_it_is_one_of_them_and_quit_leaves() -> None:
    ask = Typed("moledozer", "", "", "", "", "perhaps", "yes")
    session = open_table(wanted(), None, ask, console())
    assert "Type yes or no." in printed(session)
    for lines in (["quit"], ["moledozer", "quit"], ["moledozer", "", "", "", "/quit"], ["4", "", "", "", "", "exit"]):
        with pytest.raises(Leave):
            open_table(wanted(), None, Typed(*lines), console())


def test_what_was_said_is_not_asked_again() -> None:
    ask = Typed("moledozer", "", "", "", "")
    assert open_table(wanted(keep_open=True), None, ask, console()).looks.keep_open
    ask = Typed()
    assert not open_table(wanted(game_id="moledozer", players=["Anna", "Ben"]), None, ask, console()).looks.keep_open
    assert not ask.asked


def test_only_a_game_with_looks_can_keep_them_open() -> None:
    with pytest.raises(MolehillError, match="nothing to keep open") as error:
        wanted(game_id="honeymoon", keep_open=True).check()
    assert "\n" not in str(error.value)
    with pytest.raises(MolehillError, match="nothing to keep open"):
        open_table(wanted(keep_open=True), None, Typed("honeymoon", "", "", "", ""), console())


@pytest.mark.parametrize(
    "change",
    [
        {"keep_open": "yes"},
        {"keep_open": 1},
        {"looked": 3},
        {"looked": [0]},
        {"looked": [0, None]},
        {"looked": [0, True]},
    ],
)
def test_resuming_checks_what_a_file_says_of_looks(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    files.save(path, GAME.match(2), ["Anna", "greedy"], Looks(GAME, 2))
    kept = json.loads(path.read_text())
    assert files.load(path).looks.taken == [0, 0]
    path.write_text(json.dumps({key: value for key, value in kept.items() if key not in ("keep_open", "looked")}))
    assert not files.load(path).looks.keep_open, "files from before there were looks"
    path.write_text(json.dumps(kept | change))
    with pytest.raises(BadLog, match="looks"):
        files.load(path)


# ---- the real keyboard ----------------------------------------------------------------------------------------------


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


def test_a_wait_ends_by_itself(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("molehill.terminal.keyboard.time", SimpleNamespace(monotonic=lambda: 0.0))  # what it shows by
    shown: list[int] = []
    began = time.monotonic()
    Keyboard().wait(lambda left: str(shown.append(left)), 0.3)
    assert time.monotonic() - began >= 0.3
    assert shown[0] == 1


@pytest.mark.parametrize(("key", "ends"), [("\r", None), ("\x03", KeyboardInterrupt), ("\x04", EOFError)])
def test_a_wait_ends_with_enter_and_leaves_as_any_question_does(
    keys: PipeInput, key: str, ends: type[BaseException] | None
) -> None:
    keys.send_text(key)
    began = time.monotonic()
    if ends:
        with pytest.raises(ends):
            Keyboard().wait(str, 60)
    else:
        Keyboard().wait(str, 60)
    assert time.monotonic() - began < 60


def test_a_question_after_a_wait_gets_its_own_answer(keys: PipeInput) -> None:
    keyboard = Keyboard()
    keyboard.wait(str, 0.05)
    keys.send_text("guess 12\r")
    assert keyboard("Anna >") == "guess 12"


# ---- every game that has looks --------------------------------------------------------------------------------------


def test_moledozer_has_looks() -> None:
    assert GAME in LOOKING


@pytest.mark.parametrize("game", LOOKING, ids=lambda game: game.id)
def test_a_game_with_looks_hides_its_owners_things_and_changes_no_view(game: Game) -> None:
    views = game.part("view")
    assert game.words.say("look")
    assert game.words.say("look-rule", seconds=game.look)
    assert {name for name, _ in views.EVENTS.values()} >= views.COVERED
    numbers = [0]
    for match in random_walk(game, 3, {}, seed=5, moves=300):
        view = match.view(0)
        covered = views.cover(view)
        assert view == match.view(0)
        assert covered == match.view(None) | {"seat": 0}, "covered is what somebody standing by sees"
        assert views.cover(match.view(None)) == match.view(None)
        assert game.part("drawing").board(covered, ["A", "B", "C"], game.words)
        if views.look(view):
            assert covered != view
            numbers.append(views.look(view))
    assert numbers == sorted(numbers), "a later look has a higher number"
    assert len(set(numbers)) > 1
