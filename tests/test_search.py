"""The search: the same answer for the same seed, only from what the seat may know, within its memory and time."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import molehill
from molehill import CHANCE, Game, Match, bots
from molehill.bots.levels import PLENTY, Budget, how, level
from molehill.bots.search import MOST_EDGES, Findings, Memory, Search, load
from molehill.bots.tournament import sims_within, tournament
from molehill.engine.compiling import JIT
from scenario import often, random_walk, seeded

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
PROMISING = pytest.mark.parametrize("game", [g for g in molehill.games() if g.levels], ids=lambda game: game.id)
LEVELS = pytest.mark.parametrize("name", bots.LEVELS)
SECRETIVE = ("moledozer", "liars_dice")  # secrets decide them, and a game takes no time


def decisions(game: Game, seats: int, seed: int, wanted: int) -> list[tuple[Match, int]]:
    """Positions of a random match in which somebody has a choice, with the real secrets."""
    found: list[tuple[Match, int]] = []
    for match in random_walk(game, seats, {}, seed, 400 if JIT else 60):
        pending = match.pending
        if isinstance(pending, tuple):
            found += [(match.copy(), seat) for seat in pending if len(match.legal_numbers(seat)) > 1]
    return found[:: max(1, len(found) // wanted)]


# ---- what it may know -----------------------------------------------------------------------------------------------


@GAMES
@LEVELS
def test_other_secrets_lead_to_the_same_decision(game: Game, name: str) -> None:
    """A bot gets the same table whatever the others hide, and so it does the same."""
    differ = 0
    for match, seat in decisions(game, min(3, game.max_seats), seed=8, wanted=12):
        other = match.imagined(seat, seed=5)
        differ += other.table.tobytes() != match.table.tobytes()
        expected = bots.bot(name, 3, sims=30).choose(match, seat)
        assert bots.bot(name, 3, sims=30).choose(other, seat) == expected
    assert differ or not game.hidden, "no position had a secret in it"


@GAMES
def test_advice_does_not_depend_on_secrets(game: Game) -> None:
    for match, seat in decisions(game, min(3, game.max_seats), seed=9, wanted=4):
        first, second = (bots.explain(m, seat, seed=2, sims=30) for m in (match, match.imagined(seat, seed=6)))
        assert [advice.as_json() for advice in first] == [advice.as_json() for advice in second]


@GAMES
def test_a_veiled_position_has_one_key_and_others_have_others(game: Game) -> None:
    loops = load(game)
    keys: dict[int, tuple[int, bytes]] = {}
    for match, seat in decisions(game, min(3, game.max_seats), seed=10, wanted=60):
        for truth in (match, match.imagined(seat, seed=1)):
            veiled = truth.veiled(seat)
            key = int(loops.position_key(veiled, 0, seat))
            assert keys.setdefault(key, (seat, veiled.tobytes())) == (seat, veiled.tobytes())


# ---- how it is set --------------------------------------------------------------------------------------------------


@GAMES
def test_a_seed_and_a_number_of_simulations_give_one_answer(game: Game) -> None:
    match, seat = decisions(game, game.seat_count(None), seed=11, wanted=3)[1]
    for threads in (1, 2):
        row, budget = how("sharp", game), Budget(sims=200 if JIT else 6, threads=threads)
        first, second = (Search(game, row, budget, 7).run(match.veiled(seat), match.box, seat) for _ in range(2))
        assert first.visits.tolist() == second.visits.tolist()
        assert first.means.tolist() == second.means.tolist()
        assert first.sims == (200 if JIT else 6)


@GAMES
def test_what_was_learned_is_kept_within_a_turn_and_forgotten_after_it(game: Game) -> None:
    match, seat = decisions(game, game.seat_count(None), seed=11, wanted=3)[1]
    search = Search(game, how("sharp", game), Budget(sims=40), 7)
    once = search.run(match.veiled(seat), match.box, seat)
    again = search.run(match.veiled(seat), match.box, seat)
    assert again.visits.sum() > 1.5 * once.visits.sum()
    for memory in search.memories:
        memory.forget()
    assert search.run(match.veiled(seat), match.box, seat).visits.sum() < 1.2 * once.visits.sum()


@pytest.mark.skipif(not JIT, reason="uncompiled simulations take longer than the time that is asked for")
@pytest.mark.usefixtures("steady")
def test_it_stops_when_its_time_is_over() -> None:
    match, seat = decisions(molehill.game("mole_rats"), 4, seed=3, wanted=3)[1]
    search = Search(match.game, how("sharp", match.game), Budget(seconds=0.1), 7)
    found = search.run(match.veiled(seat), match.box, seat)
    assert 0.1 <= found.seconds < 0.11
    assert found.sims == round(1000 * found.seconds)


def test_it_looks_farther_when_it_thinks_long() -> None:
    game = molehill.game("target_rats")
    few, many = (Budget(sims=PLENTY - 1), Budget()), (Budget(sims=PLENTY), Budget(seconds=0.2))
    for budgets, horizon in ((few, game.foresight), (many, game.farsight)):
        assert [level("sharp", game, budget)[0]["horizon"][0] for budget in budgets] == [horizon, horizon]
    assert how("fair", game, PLENTY)["horizon"] == how("fair", game)["horizon"] == 1  # its own turn
    assert game.foresight < game.farsight


def test_its_memory_is_bounded_and_a_full_one_does_no_harm() -> None:
    game = molehill.game("honeymoon")
    match, seat = decisions(game, 2, seed=3, wanted=3)[1]
    assert Memory(game, None, 0).size <= 28_000_000
    assert len(Memory(game, 10**7, 0).edges) <= MOST_EDGES
    search = Search(game, how("sharp", game), Budget(sims=60), 7)
    memory = search.memories[0]
    memory.edges = memory.edges[: game.move_count]
    found = search.run(match.veiled(seat), match.box, seat)
    assert found.visits.sum() > 0
    assert int(memory.mind["edges"][0]) <= len(memory.edges)
    assert game.part("moves").decode(found.best) in match.legal(seat)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"sims": 0}, "simulations are a whole number"),
        ({"sims": True}, "simulations are a whole number"),
        ({"sims": 10**9}, "simulations are a whole number"),
        ({"think": 0}, "seconds to think"),
        ({"think": float("nan")}, "seconds to think"),
        ({"think": "long"}, "seconds to think"),
        ({"sims": 5, "think": 1.0}, "not by both"),
        ({"threads": 0}, "threads"),
    ],
)
def test_wrong_budgets_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(molehill.Unknown, match=said):
        bots.bot("sharp", **wrong)


# ---- how it explains itself -----------------------------------------------------------------------------------------


@GAMES
def test_advice_has_legal_moves_a_result_and_a_line(game: Game) -> None:
    for match, seat in decisions(game, game.seat_count(None), seed=12, wanted=3):
        before = match.table.tobytes()
        advice = bots.explain(match, seat, seed=1, sims=60)
        assert match.table.tobytes() == before
        assert 1 <= len(advice) <= 3
        assert advice[0].share > 0
        for one in advice:
            assert one.move in match.legal(seat)
            assert one.line[0] == (seat, one.move)
            assert 0 <= one.score <= 1


@pytest.mark.randomised
@GAMES
def test_no_move_is_shown_above_a_better_one(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are in the order of the number that is shown. `sharp` plays the first; with secrets, one of them."""
    monkeypatch.setattr("molehill.bots.advice.FORECASTS", 1)  # they take most of the time, and order nothing
    for match, seat in positions(game, often(40)):
        advice = bots.explain(match, seat, seed=1, sims=40, best=game.move_count)
        shown = [round(100 * one.worth) for one in advice]
        assert shown == sorted(shown, reverse=True)
        assert advice[0].gives_up == 0
        played = bots.bot("sharp", 1, sims=40).choose(match, seat)
        assert played in [one.move for one in advice]
        if match.veiled(seat).tobytes() == match.veiled(None).tobytes():
            assert played == advice[0].move


def positions(game: Game, wanted: int) -> Iterator[tuple[Match, int]]:
    """Decisions of random matches with all numbers of seats."""
    found = 0
    for n in itertools.count():
        seats = game.min_seats + n % (game.max_seats - game.min_seats + 1)
        for match, seat in decisions(game, seats, seed=seeded(13 + n), wanted=12):
            found += 1
            yield match, seat
            if found == wanted:
                return


def test_the_only_move_is_the_advice_where_there_is_no_choice() -> None:
    game, forced = molehill.game("mole_rats"), 0
    for match in random_walk(game, 2, {}, 3, 60):
        pending = match.pending
        if isinstance(pending, tuple) and pending and len(match.legal(pending[0])) == 1:
            (advice,) = bots.explain(match, pending[0], seed=1, sims=20)
            assert [advice.move] == match.legal(pending[0])
            forced += 1
    assert forced


def test_a_seat_that_owes_nothing_gets_no_advice() -> None:
    with pytest.raises(molehill.Unknown, match="nothing to decide"):
        bots.explain(molehill.game("honeymoon").match(2), 0)


def test_it_sees_a_win_that_is_there_for_the_taking() -> None:
    """The mole is beside the rival's house, and the winner of the round steers."""
    game = molehill.game("moledozer")
    for seed in range(40):
        for match in random_walk(game, 2, {}, seed, 200):
            pending = match.pending
            if not isinstance(pending, tuple) or not pending:
                continue
            wins = [move for move in match.legal(pending[0]) if _wins(match, pending[0], move)]
            if wins and len(match.legal(pending[0])) > len(wins):
                assert bots.bot("sharp", 1, sims=100).choose(match, pending[0]) in wins
                return
    pytest.fail("no such position came up")


@pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")
def test_a_child_overlooks_much_but_not_a_win_at_hand() -> None:
    """`easy` steers the mole into the rival's house where that is possible; a step that only helps it may not see."""
    game, rng = molehill.game("moledozer"), random.Random(1)
    taken = tried = 0
    for seed in range(often(25)):
        for match in random_walk(game, 2, {}, seed, 200):
            pending = match.pending
            if isinstance(pending, tuple) and pending and (moves := match.legal(pending[0])):
                wins = [move for move in moves if _wins(match, pending[0], move)]
                if wins and len(moves) > len(wins):
                    tried += 1
                    taken += _wins_by_the_end_of_the_turn(match.copy(), pending[0], rng)
    assert tried > 15
    assert taken > 0.8 * tried


def _wins_by_the_end_of_the_turn(match: Match, seat: int, rng: random.Random) -> bool:
    bot = bots.bot("easy", rng.getrandbits(32))
    while match.pending == (seat,):
        match.play(seat, bot.choose(match, seat))
    return match.over and match.scores[seat] == 1


def _wins(match: Match, seat: int, move: dict[str, Any]) -> bool:
    after = match.copy()
    after.play(seat, move)
    return after.over and after.scores[seat] == 1


# ---- how strong it is -----------------------------------------------------------------------------------------------


def share(game: Game, names: list[str], games: int, sims: int | Sequence[int] = 200) -> float:
    """The first bot's share of the wins."""
    played = tournament(game, games, 2, None, names, 1, None, game.box(), True, None, sims)
    assert played.unfinished == 0
    return float((played.scores * (played.bot_of_seat() == 0)).sum() / games)


@pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")
@pytest.mark.parametrize("game", [game for game in molehill.games() if game.id in SECRETIVE], ids=lambda game: game.id)
def test_to_think_longer_about_secrets_wins_more(game: Game) -> None:
    """It lost more where the imagined opponents learned what the searching seat alone knows."""
    assert share(game, ["sharp", "sharp"], often(60), (600, 30)) > 0.5
    assert share(game, ["sharp", "fair"], often(60), 600) > 0.5


@pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")
@PROMISING
def test_each_level_beats_the_one_below_as_the_game_promises(game: Game) -> None:
    """With less thinking than usual and few games; the ladder has the real figures."""
    easy, fair, sharp = game.levels
    assert share(game, ["easy", "random"], often(100)) > easy
    assert share(game, ["fair", "easy"], often(100)) > fair
    assert share(game, ["sharp", "fair"], 60, 300) > sharp


@pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")
@pytest.mark.parametrize(("game", "seats"), [("honeymoon", 2), ("moledozer", 4), ("mole_park", 3)])
def test_equals_win_equally_often_wherever_they_sit(game: str, seats: int) -> None:
    """Seats that decide at the same time know the same, and none of several equally good moves is always preferred."""
    found, games = molehill.game(game), often(200)
    shares = tournament(found, games, seats, None, ["fair"] * seats, 4, None, found.box(), False, None).wins / games
    assert abs(shares - 1 / seats).max() < 4 * (1 / seats * (1 - 1 / seats) / games) ** 0.5


@pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")
@pytest.mark.rule("MR-32")
def test_the_better_the_team_the_more_often_it_gets_home() -> None:
    game = molehill.game("mole_rats")
    won = {}
    for name, games in (("random", 400), ("easy", 200), ("fair", 100), ("sharp", 12)):
        played = tournament(game, often(games), 4, None, [name] * 4, 2, None, game.box(), False, None, 150)
        won[name] = float(played.scores[:, 0].mean())
    assert won["random"] < 0.02
    assert won["random"] < won["easy"] < won["fair"] < won["sharp"]
    assert won["sharp"] > 0.7


@GAMES
def test_the_same_contest_twice_and_in_any_number_of_threads(game: Game) -> None:
    seats = game.seat_count(None)
    names, n = ["sharp", "fair"] + ["easy"] * (seats - 2), 8 if JIT else 1
    if not JIT:
        names = ["easy"] * seats
    first, second = (
        tournament(game, n, seats, None, names, 5, threads, game.box(), True, None, 10) for threads in (1, 2)
    )
    for one, other in ((first.scores, second.scores), (first.lengths, second.lengths), (first.points, second.points)):
        assert np.array_equal(one, other)


@pytest.mark.skipif(not JIT, reason="uncompiled games are too slow for statistics")
def test_a_deal_brings_the_same_luck_to_every_seating() -> None:
    """The dice of Honeymoon decide how long a game lasts, so the two games of a deal mostly have the same length."""
    game = molehill.game("honeymoon")
    lengths = tournament(game, 400, 2, None, ["easy", "greedy"], 6, 1, game.box(), True, None).lengths
    same_deal = (lengths[::2] == lengths[1::2]).mean()
    other_deal = (lengths[1:-1:2] == lengths[2::2]).mean()
    assert same_deal > other_deal + 0.1


@pytest.mark.skipif(not JIT, reason="uncompiled it would take minutes")
@pytest.mark.usefixtures("steady")
def test_simulations_that_fit_into_a_time() -> None:
    game = molehill.game("moledozer")
    assert [sims_within(game, seconds, 2, {}, game.box()) for seconds in (0.0001, 0.01, 1.0)] == [1, 10, 1000]


def test_decisions_with_cheap_simulations_do_not_make_a_time_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second decision has a hundred times as many simulations, but the mean time is still what was asked for."""
    sims = itertools.cycle([10, 1000])

    def run(search: Search, *given: object) -> Findings:
        return Findings(np.zeros(1, np.int64), np.ones(1, np.int64), np.zeros(1), next(sims), 0.02)

    monkeypatch.setattr(Search, "run", run)
    game = molehill.game("mole_park")
    fit = sims_within(game, 1.0, 2, game.read_options({}, 2), game.box())
    assert (0.02 / 10 + 0.02 / 1000) / 2 * fit == pytest.approx(1.0, rel=0.2)


def test_a_bot_may_play_several_games_one_after_another() -> None:
    bot, rng = bots.bot("sharp", 1, sims=10), random.Random(1)
    for name in ("honeymoon", "moledozer", "honeymoon"):
        match = molehill.game(name).match(2)
        while match.pending is CHANCE:
            match.chance(rng=rng)
        assert isinstance(match.pending, tuple)
        seat = match.pending[0]
        assert bot.choose(match, seat) in match.legal(seat)
