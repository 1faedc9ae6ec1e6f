"""Driving tables from Python: what batches and steppers say of themselves. That they play by the rules is in the
conformance suite."""

from __future__ import annotations

import pickle
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import molehill
from molehill import CHANCE, Batch, Game, Malformed, Unknown
from molehill.engine import contract, playouts
from molehill.engine.playouts import CAP
from molehill.lab.policies import Stream

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)


@GAMES
def test_a_setting_that_a_batch_or_a_stepper_does_not_have_is_told_in_words(game: Game) -> None:
    with pytest.raises(Unknown, match=r"a batch has no setting 'seat'; did you mean seats\?"):
        game.batch(3, seat=2)  # type: ignore[arg-type]
    with pytest.raises(Unknown, match=r"a stepper has no setting 'luck'; it has seats, options, box"):
        game.stepper(luck=2)  # type: ignore[arg-type]


@GAMES
def test_batch_and_stepper_say_the_same_of_a_game_that_is_over(game: Game) -> None:
    batch, stepper, rng = game.batch(3, seed=1), game.stepper(), np.random.default_rng(1)
    for _ in range(CAP):
        batch.step(batch.sample())
        if not stepper.over:
            stepper.step(int(stepper.moves[rng.integers(stepper.count)]))
        if stepper.over and batch.over.all():
            break
    assert batch.actor.tolist() == [contract.OVER] * 3
    assert stepper.actor == contract.OVER
    assert contract.OVER not in (contract.CHANCE, contract.NOBODY)


@GAMES
def test_wrong_settings_of_a_batch_are_told_in_words(game: Game) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"n": 0}, "1 table or more"), ({"n": True}, "1 table or more"), ({"rewards": "gold"}, "rewards are 'end' or"),
        ({"threads": 0}, "1 to 64 threads"), ({"seed": -1}, "a seed is"), ({"seed": 1.5}, "a seed is"),
        ({"opponents": {9: "random"}}, "seats 0 to .*, not 9"), ({"opponents": {0: "psychic"}}, "there is no policy"),
        ({"opponents": {0: 5}}, "a bot's name or a function"), ({"opponents": "greedy"}, "opponents are players by"),
        ({"options": ["side"]}, "options are values"), ({"box": 3}, "a box is a file"), ({"seats": 2.0}, "not 2.0"),
        ({"opponents": dict.fromkeys(range(max(2, game.min_seats)), "random")}, "every seat plays by itself"),
    ]  # fmt: skip
    for setting, words in wrong:
        with pytest.raises(Unknown, match=words):
            game.batch(**({"n": 2} | setting))
    batch = game.batch(2)
    for moves in ([0.5, 1], [0], "ab", [[0], [1, 2]], None):
        with pytest.raises(Malformed, match="step takes 2 moves"):
            batch.step(moves)
    for out in (np.zeros((2, 3), dtype=np.float32), np.zeros((2, batch.layout.size)), [1.0], 1):
        with pytest.raises(Malformed, match="out must be"):
            batch.observe(out)  # type: ignore[arg-type]
    for which in ([0, 1], [True], 1):  # numbers of tables are no marks
        with pytest.raises(Malformed, match="which must mark 2 tables"):
            batch.reset(which)
    for given in ("ab", [0.5, 1.0], [[0] * len(batch.actions.factors)] * 2):
        with pytest.raises(Malformed, match="given must have 2 rows"):
            batch.factored_mask(given)
    for seats in ([0, 1, 0], "0", 0.5):
        with pytest.raises(Malformed, match="seat is a number for all tables"):
            batch.observe(seat=seats)
    with pytest.raises(Unknown, match="a seed is"):
        batch.greedy(seed=-1)
    with pytest.raises(Unknown, match="a form is"):
        batch.observe(form="tree")  # type: ignore[call-overload]
    with pytest.raises(Unknown, match="-1 is a spectator"):
        batch.observe(seat=7)


@GAMES
def test_wrong_settings_of_playouts_and_matches_are_told_in_words(game: Game) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"n": 0}, "1 or more, not 0"), ({"n": 2.0}, "1 or more, not 2.0"), ({"threads": "all"}, "threads must be"),
        ({"first": -1}, "from 0 on, not -1"), ({"seed": -1}, "a seed is"), ({"seed": 2**63}, "a seed is"),
        ({"seat": 2}, "playouts has no setting 'seat'; did you mean seats"), ({"policy": ["random"] * 9}, "9 policies"),
    ]  # fmt: skip
    for setting, words in wrong:
        with pytest.raises(Unknown, match=words):
            game.playouts(**({"n": 2} | setting))
    with pytest.raises(Unknown, match=r"a match has no setting 'seat'; did you mean seats\?"):
        game.match(seat=2)  # type: ignore[arg-type]


@GAMES
def test_numbers_may_be_those_of_numpy(game: Game) -> None:
    one = np.int64(1)
    batch = game.batch(np.int32(3), np.int64(2), seed=np.uint8(7), threads=one, opponents={one: "random"})
    plain = game.batch(3, 2, seed=7, opponents={1: "random"})
    assert batch.observe().tobytes() == plain.observe().tobytes()
    assert pickle.loads(pickle.dumps(batch)).observe().tobytes() == plain.observe().tobytes()
    few = game.playouts(np.int64(3), seed=np.int64(7), threads=one)
    assert few.scores.tolist() == game.playouts(3, seed=7).scores.tolist()


@GAMES
def test_a_game_that_ends_is_rewarded_and_begins_again(game: Game) -> None:
    batch, ended = game.batch(60, seed=4, auto_reset=True), 0
    for _ in range(CAP):
        if ended > 10:
            break
        batch.step(batch.sample())
        ended += int(batch.done.sum())
        assert not batch.over.any()
        assert not batch.rewards[~batch.done].any()
        if not game.cooperative:
            assert np.allclose(batch.rewards[batch.done].sum(axis=1), 1)
    assert ended > 10


@GAMES
def test_points_are_rewarded_as_they_come(game: Game) -> None:
    batch, rewards = game.batch(20, seed=4, rewards="points"), np.zeros((20, max(2, game.min_seats)))
    began = _points(batch)
    while not batch.over.all():
        batch.step(batch.sample())
        rewards += batch.rewards
    assert (rewards == _points(batch) - began).all()


def _points(batch: Batch) -> Any:
    found = np.zeros((batch.n, batch.seats), dtype=np.int64)
    for i in range(batch.n):
        batch.game.kernels.points(batch.tables, i, batch.box.record, found[i])
    return found


@GAMES
def test_copies_and_pickles_go_on_alike(game: Game) -> None:
    batch = game.batch(20, seed=4, auto_reset=True, memory=True, opponents={1: "greedy"}, rewards="points")
    for _ in range(15):
        batch.step(batch.sample())
    twins = [batch.copy(), pickle.loads(pickle.dumps(batch))]
    for _ in range(15):
        moves = batch.sample().copy()
        batch.step(moves)
        for twin in twins:
            assert twin.sample().tolist() == moves.tolist()
            twin.step(moves)
            assert twin.observe().tobytes() == batch.observe().tobytes()
            assert (twin.rewards.tobytes(), twin.done.tobytes()) == (batch.rewards.tobytes(), batch.done.tobytes())
    assert twins[0].tables.tobytes() == batch.tables.tobytes()
    twins[0].step(twins[0].sample())
    assert twins[0].tables.tobytes() != batch.tables.tobytes()


@GAMES
@pytest.mark.parametrize("level", ["easy", "fair"])
def test_levels_decide_alike_in_a_copy(game: Game, level: str) -> None:
    batch = game.batch(4, seed=4, auto_reset=True, opponents={1: level})
    for _ in range(4):
        batch.step(batch.sample())
    twins = [batch.copy(), pickle.loads(pickle.dumps(batch))]
    for _ in range(8):
        moves = batch.sample().copy()
        for one in (batch, *twins):
            one.step(moves)
        assert [twin.tables.tobytes() for twin in twins] == [batch.tables.tobytes()] * 2


@GAMES
def test_games_boxes_matches_and_steppers_can_be_pickled(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    match, stepper = game.match(), game.stepper()
    for _ in range(20):
        if stepper.over:
            break
        pick = int(stepper.moves[-1])
        _ = match.chance_number(pick) if match.pending is CHANCE else match.play_number(stepper.actor, pick)
        stepper.step(pick)
    again = pickle.loads(pickle.dumps(match))
    assert (again.log, again.view(0), again.events(0)) == (match.log, match.view(0), match.events(0))
    assert again.observe(0, memory=True).tolist() == match.observe(0, memory=True).tolist()
    kept = pickle.loads(pickle.dumps(stepper))
    assert (kept.tables.tobytes(), kept.moves.tolist()) == (stepper.tables.tobytes(), stepper.moves.tolist())
    with pytest.raises(Malformed, match="moves are numbers from 0 to"):
        match.play_number(0, game.move_count)
    with pytest.raises(Malformed, match="chance can't bring number -1"):
        match.chance_number(-1)


@GAMES
def test_results_do_not_depend_on_threads(game: Game) -> None:
    said = set()
    for threads in (1, 3):
        batch = game.batch(31, seed=4, threads=threads, auto_reset=True, memory=True)
        for _ in range(30):
            batch.step(batch.sample())
        said.add((batch.observe().tobytes(), batch.mask.tobytes(), batch.factored_mask().tobytes()))
    assert len(said) == 1


@GAMES
def test_seeds_can_be_split_and_begin_again(game: Game) -> None:
    one, other = np.random.SeedSequence(4).spawn(2)
    batches = [game.batch(16, seed=seed) for seed in (one, other)]
    batches.append(game.batch(16, seed=9))
    batches[2].step(batches[2].sample())
    batches[2].reset(seed=one)
    for batch in batches:
        for _ in range(12):
            batch.step(batch.sample())
    first, second, third = (batch.tables.tobytes() for batch in batches)
    assert first == third != second
    chance, same, another = (game.playouts(20, seed=seed).lengths.tolist() for seed in (one, one, other))
    assert chance == same != another


@GAMES
def test_others_can_be_levels_and_functions(game: Game) -> None:
    def last(observation: Any, mask: Any) -> Any:
        assert observation.shape == (len(mask), game.observation().size)
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)

    for player in ("random", "greedy", "easy", last):
        batch = game.batch(3, seed=4, opponents={1: player})
        for _ in range(4):
            assert 1 not in batch.actor
            batch.step(batch.sample())
    for wrong, words in (
        (lambda o, m: m.argmin(axis=1), "is not legal on table"),
        (lambda o, m: [0.5], "a policy returns"),
    ):
        with pytest.raises(Malformed, match=words):
            game.batch(40, seed=4, opponents={0: wrong}).reset()


def first_legal(observation: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)


@GAMES
@pytest.mark.parametrize("rotate", [False, True])
def test_functions_play_the_numbered_games_of_a_seed(game: Game, rotate: bool) -> None:
    """With the same chance and the same choices, many tables at once end as one match after the other does."""
    seats, cap = max(2, game.min_seats), 300
    with patch.object(playouts, "CAP", cap):
        played = game.playouts(3, policy=first_legal, seed=5, first=2, rotate=rotate)
    for row in range(3):
        match, dice, moves = game.match(), Stream(5, (2 + row) // seats if rotate else 2 + row), 0
        while not match.over and (moves < cap or match.pending is CHANCE):
            moves += 1
            if match.pending is CHANCE:
                match.chance(rng=dice)
            else:
                match.play_number(match.pending[0], min(match.legal_numbers(match.pending[0])))
        points = np.zeros(seats, dtype=np.int64)
        game.kernels.points(match._tables, 0, match.box.record, points)
        assert played.points[row].tolist() == points.tolist()
        assert played.moves_a_game[row] == moves
        assert played.scores[row].tolist() == match.scores


@GAMES
def test_playouts_take_levels_and_functions_together(game: Game) -> None:
    seats = max(2, game.min_seats)
    others = ["random"] * (seats - 1)
    with patch.object(playouts, "CAP", 60):
        levels = game.playouts(2, policy=["easy", *others], seed=5)
        mixed = game.playouts(2, policy=[first_legal, *others], seed=5, rotate=True)
        again = game.playouts(2, policy=[first_legal, *others], seed=5, rotate=True)
    assert levels.policies == ("easy", *others)
    assert mixed.policies == ("first_legal", *others)
    assert mixed.points.tolist() == again.points.tolist()
    for wrong, words in (
        ("psychic", "there is no policy"),
        (5, "a bot's name or a function"),
        ([first_legal], "1 polic"),
    ):
        with pytest.raises(Unknown, match=words):
            game.playouts(2, policy=wrong)  # type: ignore[arg-type]
