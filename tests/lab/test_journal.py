"""Games are kept one row each, in files that are whole or not there; a stopped run continues."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import molehill
from molehill import Unknown, lab
from molehill.lab import journal as journals
from molehill.lab.comparison import Comparison
from molehill.lab.simulation import Summary

SETTING: dict[str, Any] = {"bots": ["greedy", "random", "random"], "seed": 7, "rotate": True}
SIDES: dict[str, dict[str, Any]] = {"A": {"seats": 2}, "B": {"options": {"side": "B"}, "seats": 3}}


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "_ROWS", 100)


class Impatient(Exception):
    """Somebody who does not wait."""


def after(games: int) -> Any:
    """Progress that ends a simulation after so many games, as hard as a crash would."""

    def tell(so_far: Summary, total: int) -> None:
        if so_far.games >= games:
            raise Impatient

    return tell


def test_there_is_a_row_for_every_game() -> None:
    found = lab.simulate("honeymoon", 500, keep=True, **SETTING)
    rows = found.rows.collect()
    assert rows["game"].to_list() == list(range(500))
    assert rows["turn"].to_list()[:4] == [0, 1, 2, 0]
    assert rows["length"].mean() == pytest.approx(found.lengths.mean)
    assert rows["score_2"].sum() == pytest.approx(500 * (found.seats[1].wins.rate if found.seats[1].wins else 0))
    assert rows["moves"].sum() == found.moves


def test_settings_with_fewer_seats_leave_columns_empty() -> None:
    rows = lab.compare("honeymoon", SIDES, 60, keep=True).rows.collect()
    assert rows.filter(setting=0)["points_3"].null_count() == 60
    assert rows.filter(setting=1)["points_3"].null_count() == 0
    assert len(rows) == 120


def test_games_that_were_not_kept_are_not_there() -> None:
    with pytest.raises(Unknown, match="were not kept"):
        _ = lab.simulate("honeymoon", 10).rows
    with pytest.raises(Unknown, match="were not kept"):
        _ = lab.compare("honeymoon", SIDES, 30).rows


@pytest.mark.usefixtures("small_files")
def test_a_stopped_run_continues_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    whole = lab.simulate("honeymoon", 900, **SETTING)
    with pytest.raises(Impatient):
        lab.simulate("honeymoon", 900, keep=tmp_path / "run", progress=after(400), **SETTING)
    there = pl.scan_parquet(tmp_path / "run" / "*.parquet").collect()
    assert 300 < len(there) < 900
    found = lab.simulate("honeymoon", 900, keep=tmp_path / "run", resume=True, **SETTING)
    assert found.as_json() == whole.as_json()
    rows = found.rows.collect()
    assert rows["game"].to_list() == list(range(900))
    assert rows.head(len(there)).equals(there)


@pytest.mark.usefixtures("small_files")
def test_a_comparison_stops_at_the_same_game_when_it_is_resumed(tmp_path: Path) -> None:
    def interrupt(comparison: Comparison, most: int) -> None:
        if comparison.games >= 300:
            raise KeyboardInterrupt

    setting: dict[str, Any] = {"games": 5000, "until": ["±9%"], "bots": "random"}
    whole = lab.compare("honeymoon", SIDES, **setting)
    first = lab.compare("honeymoon", SIDES, keep=tmp_path / "run", progress=interrupt, **setting)
    assert first.stopped
    found = lab.compare("honeymoon", SIDES, keep=tmp_path / "run", resume=True, **setting)
    assert found.as_json() == whole.as_json()


@pytest.mark.usefixtures("small_files")
def test_more_games_can_be_added(tmp_path: Path) -> None:
    lab.simulate("honeymoon", 250, keep=tmp_path, **SETTING)
    files = {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("*.parquet")}
    found = lab.simulate("honeymoon", 600, keep=tmp_path, resume=True, **SETTING)
    assert found.as_json() == lab.simulate("honeymoon", 600, **SETTING).as_json()
    assert files.items() <= {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("*.parquet")}.items()


@pytest.mark.usefixtures("small_files")
def test_a_file_that_is_missing_or_half_written_is_played_again(tmp_path: Path) -> None:
    lab.simulate("honeymoon", 600, keep=tmp_path, **SETTING)
    _, second, *_ = sorted(tmp_path.glob("*.parquet"))
    second.rename(second.with_suffix(".part"))
    found = lab.simulate("honeymoon", 600, keep=tmp_path, resume=True, **SETTING)
    assert found.as_json() == lab.simulate("honeymoon", 600, **SETTING).as_json()
    assert found.rows.collect()["game"].to_list() == list(range(600))
    assert pl.scan_parquet(tmp_path / "*.parquet").collect()["game"].n_unique() == 600


def test_memory_does_not_grow_with_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held at any time is what waits for the next file."""
    monkeypatch.setattr(journals, "_ROWS", 200)
    held: list[int] = []
    add = journals.Journal.add

    def watched(self: journals.Journal, played: Any) -> None:
        add(self, played)
        held.append(sum(map(len, self._waiting)))

    monkeypatch.setattr(journals.Journal, "add", watched)
    lab.simulate("honeymoon", 3000, keep=tmp_path, bots="random")
    assert max(held) < 400


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 8}, "not the same run: seed 7 there, 8 here"),
        ({"bots": ["greedy"] * 3}, "not the same run: bots"),
        ({"options": {"side": "B"}}, "not the same run: options"),
        ({"resume": False}, "has games already; continue them"),
    ],
)
def test_games_of_other_runs_are_not_mixed(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    lab.simulate("honeymoon", 20, keep=tmp_path, **SETTING)
    with pytest.raises(Unknown, match=message):
        lab.simulate("honeymoon", 40, keep=tmp_path, **({"resume": True} | SETTING | change))
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["seed"] == 7


def test_folders_of_other_things_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear mole", encoding="utf-8")
    with pytest.raises(Unknown, match="is not empty and holds no run of games"):
        lab.simulate("honeymoon", 20, keep=tmp_path)
    with pytest.raises(Unknown, match="nothing to continue"):
        lab.simulate("honeymoon", 20, keep=tmp_path / "none", resume=True)
    with pytest.raises(Unknown, match="name the folder"):
        lab.simulate("honeymoon", 20, resume=True)
    (tmp_path / "letter.txt").rename(tmp_path / "run.json")
    with pytest.raises(Unknown, match=r"run\.json can't be read"):
        lab.simulate("honeymoon", 20, keep=tmp_path, resume=True)


# ---- frames and figures ----------------------------------------------------------------------------------------------


def test_what_was_found_comes_as_frames() -> None:
    seats = lab.simulate("honeymoon", 100, **SETTING | {"rotate": False}).frame()
    assert seats["seat"].to_list() == [1, 2, 3]
    assert seats["won"].sum() == pytest.approx(1)
    changing = lab.simulate("honeymoon", 100, **SETTING).frame()
    assert changing["seat"].to_list() == [1, 2, 3, None, None]
    assert changing["bot"].to_list()[3:] == ["greedy", "random"]
    assert changing["won"].to_list()[3] > 0.9
    team = lab.simulate("mole_rats", 100).frame()
    assert (len(team), team["bot"].item()) == (1, "random")
    found = lab.compare("honeymoon", SIDES, 60, bots="random").frame()
    assert set(found["arm"]) == {"A", "B"}
    assert found.filter(arm="A")["verdict"].unique().to_list() == ["base"]
    swept = lab.sweep("honeymoon", {"counts.slots": "5..7"}, 60, bots="random").frame()
    assert swept.filter(measure="length")["counts.slots"].to_list() == [5, 6, 7]


def figures() -> Iterator[tuple[str, Any, int]]:
    yield "simulation", lambda: lab.simulate("honeymoon", 60, **SETTING | {"rotate": False}), 2
    yield "rotating", lambda: lab.simulate("honeymoon", 60, **SETTING), 2
    yield "team", lambda: lab.simulate("mole_rats", 60), 2
    yield "comparison", lambda: lab.compare("honeymoon", SIDES, 60, bots="random"), 5


@pytest.mark.parametrize(("find", "panels"), [pytest.param(f, n, id=name) for name, f, n in figures()])
def test_what_was_found_comes_as_figures(find: Any, panels: int) -> None:
    assert len([axes for axes in find().figure().axes if axes.axison]) == panels


def test_boxes_by_their_text_are_told_apart_in_a_journal(tmp_path: Path) -> None:
    game = molehill.game("honeymoon")
    other = game.box_from_text(game.box().text.replace("slots = 7", "slots = 6"))
    lab.simulate("honeymoon", 20, keep=tmp_path, box=other)
    with pytest.raises(Unknown, match=r"not the same run: box [0-9a-f]{8} there, [0-9a-f]{8} here$"):
        lab.simulate("honeymoon", 20, keep=tmp_path, resume=True)
