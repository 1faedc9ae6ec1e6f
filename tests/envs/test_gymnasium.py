"""Gymnasium's own test on every game, and the vector environment beside single ones."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tables import GAMES, tables

import molehill
import molehill.envs.registered
from molehill import Game, Unknown
from molehill.engine.errors import Malformed
from scenario import often


@GAMES
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes.*")
def test_one_seat_is_an_environment(game: Game) -> None:
    for seats, options in tables(game):
        check_env(molehill.seat_env(game, seats, options=options, seat=seats - 1, bots="random"))


@GAMES
def test_many_tables_are_a_vector_environment(game: Game) -> None:
    for seats, options in tables(game):
        envs = molehill.vector_env(game, 5, seats, options=options, bots="random")
        seen, _ = envs.reset(seed=1)
        again, _ = envs.reset(seed=1)
        assert all(np.array_equal(seen[key], again[key]) for key in seen)
        ended = np.zeros(5, dtype=bool)
        for _ in range(often(40)):
            assert envs.observation_space.contains(seen)
            before, actions = ended, chosen(seen)
            seen, rewards, ended, cut, _ = envs.step(actions)
            assert (rewards.dtype, ended.dtype, cut.any()) == (np.float64, np.bool_, False)
            assert not ended[before].any()
            assert not rewards[before].any()
            assert (seen["action_mask"].any(axis=1) == ~ended).all()  # a table that is over waits for the next step


def chosen(seen: dict[str, Any]) -> Any:
    """The last legal move at each table, 0 where there is none."""
    mask = seen["action_mask"]
    return np.where(mask.any(axis=1), mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1), 0)


def test_one_table_of_a_vector_is_what_a_single_environment_is() -> None:
    """With the same seed, chance and bots are the same."""
    one, many = molehill.seat_env("honeymoon", bots="random"), molehill.vector_env("honeymoon", 1, bots="random")
    alone, _ = one.reset(seed=4)
    together, _ = many.reset(seed=4)
    over = False
    while not over:
        assert np.array_equal(alone["observation"], together["observation"][0])
        assert np.array_equal(alone["action_mask"], together["action_mask"][0])
        action = int(np.flatnonzero(alone["action_mask"])[0])
        alone, reward, over, _, _ = one.step(action)
        together, rewards, ended, _, _ = many.step(np.array([action]))
        assert (reward, over) == (rewards[0], ended[0])
    with pytest.raises(gymnasium.error.ResetNeeded):
        one.step(0)
    together, rewards, ended, _, _ = many.step(np.array([0]))
    assert together["action_mask"][0].any()
    assert not ended[0]


def test_an_illegal_move_ends_the_game_with_minus_one() -> None:
    one, many = molehill.seat_env("moledozer", bots="random"), molehill.vector_env("moledozer", 3, bots="random")
    seen, _ = one.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    assert one.step(wrong)[1:] == (-1.0, True, False, {"illegal": True})
    seen, _ = many.reset(seed=1)
    actions = chosen(seen)
    actions[1] = many.single_action_space.n + 7
    _, rewards, ended, _, _ = many.step(actions)
    assert (rewards.tolist(), ended.tolist()) == ([0, -1, 0], [False, True, False])
    assert not many.step(actions)[2][1]  # it has begun again


def test_it_is_found_under_its_name_and_version() -> None:
    env = gymnasium.make("molehill/honeymoon-v1", seats=3, bots=["random", "greedy"])
    assert env.unwrapped.batch.seats == 3
    how: Any = {"vectorization_mode": "vector_entry_point", "bots": "random"}
    envs = gymnasium.make_vec("molehill/moledozer-v1", num_envs=4, **how)
    assert envs.reset(seed=1)[0]["observation"].shape[0] == 4


def test_prospects_are_there_if_they_are_asked_for() -> None:
    short, whole = (molehill.game("mole_rats").observation(2, prospects=asked).size for asked in (False, True))
    for how, size in (({}, short), ({"prospects": True}, whole)):
        one, many = molehill.seat_env("mole_rats", 2, **how), molehill.vector_env("mole_rats", 3, 2, **how)
        assert one.reset(seed=1)[0]["observation"].shape == (size,)
        assert many.reset(seed=1)[0]["observation"].shape == (3, size)
        assert many.observation_space["observation"].shape == (3, size)


def test_mistakes_are_told_in_words() -> None:
    with pytest.raises(Unknown, match="Honeymoon has no prospects"):
        molehill.vector_env("honeymoon", 2, prospects=True)
    with pytest.raises(Unknown, match="there is no game 3; there are honeymoon"):
        molehill.seat_env(3)
    with pytest.raises(Unknown, match="there is no game 3; there are honeymoon"):
        molehill.vector_env(3, 4)
    with pytest.raises(Unknown, match="seat that learns is one of 0 to 1, not 2"):
        molehill.seat_env("honeymoon", seat=2)
    for bots in (None, 3, {1: "fair"}):
        with pytest.raises(Unknown, match="a bot's name or a function"):
            molehill.seat_env("honeymoon", bots=bots)
    with pytest.raises(Unknown, match="1 bots for 2 other seats"):
        molehill.seat_env("honeymoon", seats=3, bots=["fair"])
    with pytest.raises(Unknown, match=r"molehill\.seat_env has no setting 'bot'; did you mean bots\?"):
        molehill.seat_env("honeymoon", bot="fair")
    with pytest.raises(Unknown, match=r"molehill\.vector_env has no setting 'thread'; did you mean threads\?"):
        molehill.vector_env("honeymoon", 2, thread=2)
    with pytest.raises(Unknown, match="did you mean fair"):
        molehill.vector_env("honeymoon", 2, bots="fare")
    for actions in (np.zeros(3, dtype=int), np.zeros(2), ["dig", "dig"]):  # a part of a move is no move
        with pytest.raises(Malformed, match="one whole number a table"):
            molehill.vector_env("honeymoon", 2).step(actions)  # type: ignore[arg-type]
    env = molehill.seat_env("honeymoon")
    env.reset(seed=1)
    for action in ("dig", None, 0.5):
        with pytest.raises(Unknown, match="an action is a whole number"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(Malformed, match="share one seed"):
        molehill.vector_env("honeymoon", 2).reset(seed=[1, 2])
