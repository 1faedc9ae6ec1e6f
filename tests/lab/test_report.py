"""A report says in words, pictures and numbers what games show, on one page that needs no other file."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import molehill
from command_line import Run
from molehill import Game, Unknown, lab
from molehill.lab.reports import PLAYER, Report, Restrictions
from molehill.lab.settings import Setting
from molehill.lab.statistics import Moments
from molehill.lab.svg import Bar, Ground, bars, heat
from molehill.lab.watching import Future, Watched, features, watch

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
HONEYMOON, MOLE_RATS = molehill.game("honeymoon"), molehill.game("mole_rats")


@pytest.fixture(scope="module")
def honeymoon() -> Report:
    return lab.report("honeymoon", games=60, seed=2)


class Page(HTMLParser):
    """Whether tags are closed as they were opened, and what the page refers to."""

    EMPTY = frozenset({"meta", "path", "rect", "circle", "polygon", "polyline", "ellipse", "line", "use", "stop"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.refers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.refers += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.refers += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


@GAMES
def test_every_game_has_a_page_of_its_own_that_needs_no_other_file(game: Game) -> None:
    found = lab.report(game, games=20, seed=1)
    page = Page(found.html)
    assert page.open == []
    assert all(link.startswith("#") for link in page.refers)
    assert "<script" not in found.html
    assert "url(http" not in found.html
    assert found.html.index("In words") < found.html.index("In pictures") < found.html.index("In numbers")
    assert found.watched.games == 4
    assert bool(found.watched.visits) is (game.folder / "spaces.py").is_file(), (
        "a game without spaces has no map of them"
    )
    assert set(found.watched.visits) <= set(found.watched.ground.spaces)
    data = found.as_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_the_words_are_about_length_seats_bots_decisions_moves_rules_and_spaces(honeymoon: Report) -> None:
    said = " ".join(honeymoon.sentences)
    for expected in ("rolls on average", "first seat", "greedy beats random", "close", "same result", "possible moves",
                     "most valuable kind of move", "rule used most is HM-", "busiest space"):  # fmt: skip
        assert expected in said


def test_rules_that_are_seldom_used_are_named_and_nothing_is_said_if_there_are_none(honeymoon: Report) -> None:
    seen = replace(honeymoon.watched, games=100, fired=Counter({"HM-05": 700, "HM-14": 2}))
    often = replace(honeymoon, watched=replace(seen, games_with=Counter({"HM-05": 100, "HM-14": 50})))
    says = honeymoon.clause_text("HM-05")
    assert f"The rule used most is HM-05 (“{says}”), 7.0 times a game." in often.sentences
    seldom = replace(honeymoon, watched=replace(seen, games_with=Counter({"HM-05": 100, "HM-14": 2})))
    says = honeymoon.clause_text("HM-14")
    assert says
    ending = f"Seldom used, in fewer than one of twenty games: HM-14 (“{says}”)."
    assert any(said.endswith(ending) for said in seldom.sentences)


def test_pictures_are_never_wider_than_the_page(honeymoon: Report) -> None:
    assert "min-width" not in honeymoon.html
    assert all(
        "width=" not in tag and "viewBox=" in tag for tag in re.findall(r'<svg [^>]*role="img"[^>]*>', honeymoon.html)
    )


def test_only_some_of_many_spaces_that_nobody_visited_are_named(honeymoon: Report) -> None:
    seen, spaces = honeymoon.watched, list(honeymoon.watched.ground.spaces)
    for count, end in (
        (0, "Every space was visited."),
        (3, f": {', '.join(spaces[:3])}."),
        (10, f"{spaces[7]} and 2 more."),
    ):
        visits = Counter({space: 0 if k < count else 5 for k, space in enumerate(spaces)})
        found = replace(honeymoon, watched=replace(seen, visits=visits))
        assert next(said for said in found.sentences if said.startswith("The busiest space")).endswith(end)


def test_the_same_seed_gives_the_same_page_with_any_number_of_threads(honeymoon: Report) -> None:
    assert lab.report("honeymoon", games=60, seed=2, threads=1).html == honeymoon.html


def test_the_numbers_are_those_of_a_simulation(honeymoon: Report) -> None:
    alone = lab.simulate("honeymoon", 60, bots=PLAYER, seed=2)
    assert honeymoon.simulation.as_json() == alone.as_json()


def test_a_box_is_named_and_what_it_says_is_escaped() -> None:
    text = HONEYMOON.box().text.replace("slots = 7", "slots = 5")
    found = lab.report("honeymoon", games=20, box=HONEYMOON.box_from_text(text, "<b>mine</b>"))
    assert "&lt;b&gt;mine&lt;/b&gt;" in found.html
    assert "<b>mine" not in found.html


def test_somebody_alone_has_points_instead_of_wins() -> None:
    found = lab.report("honeymoon", games=20, seats=1)
    assert found.close is None
    assert found.rivalries[0].rate is None
    assert not any("wins" in sentence for sentence in found.sentences[:1])


def test_a_clause_is_told_in_the_words_of_the_rulebook(honeymoon: Report) -> None:
    assert honeymoon.clause_text("HM-09").startswith("Don't dig along your own tunnels")
    assert "HM-" not in honeymoon.clause_text("HM-05")


@GAMES
def test_every_rule_has_words_and_not_only_a_number(game: Game, honeymoon: Report) -> None:
    told = replace(honeymoon, setting=Setting.read(game))
    assert all(told.clause_text(game.clause(number)) for number in range(1, game.clauses + 1))


def test_a_report_comes_as_a_frame_and_a_figure(honeymoon: Report) -> None:
    frame = honeymoon.frame()
    assert set(frame["about"]) >= {"seat", "bots", "rule", "space", "decision", "move", "decided", "choices"}
    found = {(row["about"], row["name"]): row for row in frame.to_dicts()}
    first = honeymoon.simulation.seats[0].wins
    assert first is not None
    assert [found["seat", "1"][key] for key in ("value", "low", "high")] == [first.rate, first.low, first.high]
    fired = honeymoon.watched.fired["HM-05"] / honeymoon.watched.games
    assert (found["rule", "HM-05"]["value"], found["rule", "HM-05"]["low"]) == (fired, None)
    titles = [axes.get_title() for axes in honeymoon.figure().axes if axes.axison]
    assert "What each kind of move is worth" in titles


# ---- watching --------------------------------------------------------------------------------------------------------


def test_events_visits_and_choices_are_counted() -> None:
    seen = watch(Setting.read("honeymoon", bots="fair"), 3, seed=4)
    assert set(seen.visits) <= set(seen.ground.spaces)
    assert seen.games_with["HM-05"] == 3
    assert (
        sum(sum(counts.of.values()) for counts in seen.choices.values()) == seen.decisions == sum(seen.moves.values())
    )
    assert set(seen.gains) <= set(seen.choices)


def test_the_end_of_a_game_is_decided_and_its_start_is_open() -> None:
    seen = watch(Setting.read("honeymoon", bots="fair"), 12, seed=1)
    first, last = seen.foreseen[0].mean, seen.foreseen[-1].mean
    assert first + 0.2 < last


def test_a_position_is_continued_with_the_same_chance_for_the_same_seed() -> None:
    setting = Setting.read("mole_rats", bots="fair")
    match = setting.game.match(setting.seats)
    dice = np.random.default_rng(1)
    while not isinstance(match.pending, tuple):
        match.chance(rng=dice)
    future, before = Future(setting), match.table.tobytes()
    assert np.array_equal(future.scores(match.table, 5), future.scores(match.table, 5))
    assert match.table.tobytes() == before


# ---- what a kind of move is worth ------------------------------------------------------------------------------------


def test_kinds_of_moves_and_values_of_their_fields_are_told_apart() -> None:
    found = features(Setting.read("mole_park"))
    assert {"choose", "choose: die pan", "take: pile crown", "pass"} <= set(found)
    assert found["choose"].sum() == sum(
        found[f"choose: die {die}"].sum() for die in ("glove", "pan", "mallet", "prize")
    )
    assert "guess: number 7" not in features(Setting.read("moledozer"))  # too many numbers to forbid one


def seen_all(setting: Setting) -> Watched:
    """Every move was made once in one game."""
    found = Watched(games=1)
    found.moves.update(range(setting.game.move_count))
    return found


@GAMES
def test_nothing_is_lost_if_nothing_is_forbidden(game: Game) -> None:
    setting = Setting.read(game)
    free = Restrictions(setting, 20, 3)
    plain = game.playouts(20, policy="greedy", seed=3, rotate=not game.cooperative)
    assert np.array_equal(free.free.scores, plain.scores)
    assert np.array_equal(free.free.moves_a_game, plain.moves_a_game)
    assert free.worth("none", np.zeros(game.move_count, dtype=np.int64), seen_all(setting)) is None


def test_a_player_who_may_only_dig_short_tunnels_loses() -> None:
    setting = Setting.read("honeymoon")
    kinds, restrictions = features(setting), Restrictions(setting, 400, 1)
    east = restrictions.worth("east", kinds["dig: to east"], seen_all(setting))
    assert east is not None
    assert east.loss.low > 0.1


def test_a_team_that_may_not_run_far_wins_less() -> None:
    setting = Setting.read("mole_rats")
    kinds, restrictions = features(setting), Restrictions(setting, 400, 1)
    far = restrictions.worth("far", kinds["run: steps 3"], seen_all(setting))
    assert far is not None
    assert far.loss.low > 0
    assert restrictions.worth("run", kinds["run"], seen_all(setting)) is None  # there is never anything else


# ---- pictures --------------------------------------------------------------------------------------------------------


def test_bars_go_both_ways_and_hold_any_text() -> None:
    drawn = bars("both <ways>", [Bar("a & b", 0.5, 0.4, 0.6, "50 %"), Bar("c", -0.2, -0.3, 0.1, "−20 %")], mark=0.25)
    assert Page(drawn).open == []
    assert "a &amp; b" in drawn
    assert drawn.count('class="bar"') == drawn.count('class="minus"') == 1
    widths = [float(width) for width in re.findall(r'width="([\d.]+)"', drawn)]
    assert widths[0] == pytest.approx(2.5 * widths[1], rel=0.02)


def test_a_heat_map_is_darkest_where_most_visits_are() -> None:
    ground = Ground({"a": (0, 0), "b": (1, 0), "c": (0, 1)}, [("a", "b", "up")], [("rock", 0, 1)])
    drawn = heat("where", ground, {"a": 4.0, "b": 1.0}, "game-")
    assert re.findall(r'opacity="([\d.]+)"', drawn) == ["1.00", "0.25", "0.00"]
    assert drawn.count('class="way up"') == drawn.count('href="#game-rock"') == 1
    assert ">b</text>" in drawn
    assert ">c</text>" not in drawn, "a symbol stands there"
    assert "<use" not in heat("where", ground, {}), "a game may have no symbols"


@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_a_heat_map_lies_on_spaces_and_symbols_that_there_are(game: molehill.Game) -> None:
    if not (game.folder / "spaces.py").is_file():
        return
    part, view = game.part("spaces"), game.match(max(2, game.min_seats)).view()
    places, pieces = part.spaces(view), game.folder / "pieces.svg"
    for start, end, kind in part.ways(view) if hasattr(part, "ways") else ():
        assert {start, end} <= set(places)
        assert kind in ("path", "up", "down")
    known = set(re.findall(r'<symbol id="([^"]+)"', pieces.read_text(encoding="utf-8") if pieces.is_file() else ""))
    for symbol, _, _ in part.landmarks(view) if hasattr(part, "landmarks") else ():
        assert f"{game.id}-{symbol}" in known


def test_moments_of_a_report_never_claim_certainty_from_few_games() -> None:
    moments = Moments(1.0)
    moments.add(np.zeros(20))
    assert moments.figure.half > 0


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_page_and_says_what_it_found(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, err = run("report", "honeymoon", "--games", 20, "--out", page)
    assert (code, err) == (0, "")
    assert "rolls on average" in out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    code, out, _ = run("report", "honeymoon", "--games", 20, "--json")
    assert json.loads(out)["watched"] == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "0"), "number of games"),
        (("--out", "{tmp}/none/x.html"), "there is no folder"),
        (("--seats", "9"), "1 to 6 seats, not 9"),
    ],
)
def test_wrong_input_gets_one_line(run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("report", "honeymoon", *(text.replace("{tmp}", str(tmp_path)) for text in arguments))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Unknown):
        lab.report("chess", games=10)
    for ask in (lab.simulate, lab.report):
        with pytest.raises(Unknown, match="there is no game 3; there are honeymoon"):
            ask(3)


def test_what_is_known_is_told_step_by_step() -> None:
    told: list[tuple[int, int, str]] = []

    def tell(*step: Any) -> None:
        told.append(step)

    lab.report("honeymoon", games=20, progress=tell)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert told[-1][0] <= told[-1][1]
