"""`molehill sharpen`: of the settings of a search that are equally good the simplest is chosen, and said in words."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import molehill
from molehill.cli import main
from molehill.engine.errors import Unknown
from molehill.lab import sharpening
from molehill.lab.sharpening import LADDER, Setting, Sharpening, sharpen
from molehill.lab.statistics import Rate

HONEYMOON, TEAM, READING = (molehill.game(name) for name in ("honeymoon", "mole_rats", "moledozer"))
Wins = Callable[[Setting], float]


def found(monkeypatch: pytest.MonkeyPatch, game: molehill.Game, wins: Wins, games: int = 400) -> Sharpening:
    """What is chosen if settings win so often, without a game being played."""

    def share(arena: sharpening._Arena, setting: Setting, pair: tuple[str, str], first: int = 0) -> Rate:
        played.append((setting, pair, first))
        return Rate.of(games * (wins(setting) if pair == LADDER[-1] else 0.9), games)

    played: list[tuple[Setting, tuple[str, str], int]] = []
    monkeypatch.setattr(sharpening._Arena, "share", share)
    report = sharpen(game, games)
    assert len(played) <= sharpening.attempts(game)
    assert len({(setting, first) for setting, pair, first in played if pair == LADDER[-1]}) == len(
        [1 for _, pair, _ in played if pair == LADDER[-1]]
    )
    return report


def test_where_nothing_helps_the_usual_settings_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    report = found(monkeypatch, HONEYMOON, lambda setting: 0.6)
    assert report.chosen.setting == Setting()
    assert report.levels == (0.85, 0.85, 0.55)
    assert report.lines == ["levels=(0.85, 0.85, 0.55),"]


def test_what_clearly_helps_is_chosen_and_no_more_of_it_than_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    report = found(monkeypatch, HONEYMOON, lambda s: 0.8 if s.tries >= 4 and s.foresight >= 4 else 0.6)
    assert report.chosen.setting == Setting(foresight=4, tries=4)
    assert report.lines[:2] == ["foresight=4,", "tries=4,"]
    assert {tried.setting.reads for tried in report.tried} == {0}  # nothing can be read in an open game


def test_truths_are_read_where_the_judge_knows_what_is_plausible(monkeypatch: pytest.MonkeyPatch) -> None:
    report = found(monkeypatch, READING, lambda s: 0.6 + 0.2 * (s.reads > 8))
    assert report.chosen.setting == Setting(reads=24)


def test_a_level_that_is_not_clearly_better_promises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    report = found(monkeypatch, HONEYMOON, lambda setting: 0.5)
    assert (report.levels, report.lines) == ((), [])


def test_a_team_has_no_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    report = found(monkeypatch, TEAM, lambda s: 0.3 + 0.3 * (s.tries == 16))
    assert (report.chosen.setting.tries, report.ladder, report.levels) == (16, [], ())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"games": 0}, "the number of games must be 1 to"),
        ({"sims": 0}, "simulations are a whole number from 1"),
        ({"threads": 0}, "the number of threads must be 1 to"),
        ({"seed": 2**70}, "seed"),
    ],
)
def test_what_can_not_be_played_is_refused(wrong: dict[str, int], why: str) -> None:
    with pytest.raises(Unknown, match=why):
        sharpen(molehill.game("honeymoon"), **wrong)


def run(*arguments: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["sharpen", "honeymoon", "--games", "2", "--sims", "2", *arguments])
    assert end.value.code in (0, None)


def test_the_command_plays_and_says_what_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    run("--seed", "3")
    said = capsys.readouterr().out
    assert "Honeymoon: sharp against fair, 2 games each, 2 simulations a move" in " ".join(said.split())
    assert "__init__.py:" in said.splitlines()[-1]
    run("--seed", "3", "--json")
    told = json.loads(capsys.readouterr().out)
    run("--seed", "3", "--json", "--threads", "1")
    assert json.loads(capsys.readouterr().out) == told
    assert (told["game"], told["games"], told["sims"], len(told["ladder"])) == ("honeymoon", 2, 2, 3)
    assert {key: told["tried"][0][key] for key in Setting._fields} == {"foresight": 1, "tries": 0, "reads": 0}
