"""PettingZoo's own tests on every game, and what they do not ask."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tables import AT_ONCE, GAMES, tables

import molehill
from molehill import Game, Unknown
from molehill.engine.errors import Malformed
from molehill.engine.picture import GROUND, Line
from molehill.envs import rendering
from scenario import EFFORT, chance, fitting, often, option_sets

with warnings.catch_warnings():  # where pygame is installed, PettingZoo's tests load one of its games in an old way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

# The form of observations is that of PettingZoo's own board games, which its test knows by name and does not warn of.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # when the game is over
]


@GAMES
def test_it_is_an_aec_environment(game: Game) -> None:
    for seats, options in tables(game):
        api_test(molehill.env(game, seats, options=options), num_cycles=often(20))
        seed_test(lambda s=seats, o=options: molehill.env(game, s, options=o), num_cycles=often(10))


@AT_ONCE
def test_it_is_a_parallel_environment(game: Game) -> None:
    for seats, options in tables(game):
        parallel_api_test(molehill.parallel_env(game, seats, options=options), num_cycles=often(20))
        parallel_seed_test(lambda s=seats, o=options: molehill.parallel_env(game, s, options=o), num_cycles=often(5))


@GAMES
def test_it_is_rendered(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for seats, options in list(tables(game))[: 1 if EFFORT == 1 else None]:
        render_test(lambda s=seats, o=options, **mode: molehill.env(game, s, options=o, **mode))
    assert capsys.readouterr().out  # "human" prints


def played(env: Any, seed: int) -> Iterator[tuple[str, dict[str, Any], float]]:
    """Who decides, what it sees, and what it has got, in a random game."""
    rng = chance(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        yield agent, seen, reward
        env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.randomised
@GAMES
def test_an_agent_sees_what_its_seat_sees_and_may_do_what_its_seat_may(game: Game) -> None:
    env = molehill.env(game)
    for number, (agent, seen, _) in enumerate(played(env, 1)):
        seat = int(agent[-1])
        match = game.match(env.table.seats)
        match.lay(env.table.tables)
        assert np.array_equal(seen["observation"], match.observe(seat))
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(match.legal_numbers(seat))
        other = env.possible_agents[(seat + 1) % env.table.seats]
        assert np.array_equal(env.observe(other)["observation"], match.observe((seat + 1) % env.table.seats))
        if number > often(60):
            break


@pytest.mark.randomised
@pytest.mark.parametrize("name", ["honeymoon", "mole_rats", "moledozer"])
def test_the_rewards_are_the_result(name: str) -> None:
    env = molehill.env(name)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in played(env, 3):
        got[agent] += reward
    assert list(got.values()) == env.table.scores[0].tolist()


def test_points_are_rewarded_as_they_are_won_if_asked_for() -> None:
    env = molehill.env("honeymoon", rewards="points")
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in played(env, 5):
        got[agent] += reward
    match = env.game.match()
    match.lay(env.table.tables)
    start = env.game.match().view(None)
    points = [sheet["points"] for sheet in match.view(None)["sheets"]]
    assert list(got.values()) == [n - sheet["points"] for n, sheet in zip(points, start["sheets"], strict=True)]


def test_an_illegal_move_loses_and_ends_the_game() -> None:
    env = molehill.env("mole_park", seats=3)
    env.reset(seed=1)
    first = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0 if agent == first else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert env._cumulative_rewards[first] == -1


@pytest.mark.parametrize("number", [-1, -2, -3, 10**6, 2**70, -(2**70)])
def test_a_number_that_is_no_move_loses_and_ends_the_game(number: int) -> None:
    env = molehill.env("honeymoon")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    at_fault = env.agent_selection
    env.step(number)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == at_fault else 0.0 for agent in env.possible_agents}


def test_a_table_is_not_given_what_its_kernels_do_not_take() -> None:
    turn = molehill.game("honeymoon").vectors.turn
    with pytest.raises(TypeError, match=r"turn takes .* not"):
        turn.given(np.zeros(3))


def test_all_decide_in_one_step_and_who_has_nothing_to_decide_waits() -> None:
    env = molehill.parallel_env("honeymoon", seats=3)
    seen, _ = env.reset(seed=1)
    moves = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    assert env.wait not in moves.values()
    before = env.table.pending
    assert before == 0b111
    _, rewards, over, cut, _ = env.step(moves)
    assert (set(rewards.values()), any(over.values()), any(cut.values())) == ({0.0}, False, False)
    _, rewards, over, _, _ = env.step(dict.fromkeys(env.agents, env.wait))  # all of them have to decide again
    assert set(rewards.values()) == {-1.0}
    assert all(over.values())
    assert env.agents == []
    with pytest.raises(Malformed, match="reset"):
        env.step({})


@pytest.mark.randomised
@AT_ONCE
def test_games_of_all_at_once_go_to_their_end_by_legal_moves(game: Game) -> None:
    for options in option_sets(game):
        if fitting(game, 2, options):
            env, rng = molehill.parallel_env(game, 2, options=options), chance(9)
            seen, _ = env.reset(seed=9)
            total = np.zeros(2)
            while env.agents:
                legal = {agent: np.flatnonzero(one["action_mask"]).tolist() for agent, one in seen.items()}
                seen, rewards, _, _, _ = env.step({agent: rng.choice(moves) for agent, moves in legal.items()})
                total += list(rewards.values())
            assert total.tolist() == env.table.scores[0].tolist()
            assert total.sum() == pytest.approx(1)


@GAMES
def test_no_line_is_as_dark_as_the_ground(game: Game) -> None:
    def light(colour: str) -> int:
        return sum(bytes.fromhex(colour.removeprefix("#")))

    lines = [shape for shape in rendering.shapes(game.match()) if isinstance(shape, Line)]
    assert all(light(line.colour) > 1.5 * light(GROUND) for line in lines)


def test_one_after_the_other_is_no_parallel_environment() -> None:
    with pytest.raises(Unknown, match=r"use molehill\.env\('mole_rats'\)"):
        molehill.parallel_env("mole_rats")


def test_what_it_does_not_have_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unknown, match="render_mode is one of human, ansi, rgb_array, not 'film'"):
        molehill.env("honeymoon", render_mode="film")
    for wrong in (3, None, ["honeymoon"]):
        for make in (molehill.env, molehill.parallel_env):
            with pytest.raises(Unknown, match="there is no game"):
                make(wrong)
    with pytest.raises(Unknown, match="seats"):
        molehill.env("honeymoon", seats=9)
    with pytest.raises(Unknown, match=r"molehill\.env has no setting 'seat'; did you mean seats\?"):
        molehill.env("honeymoon", seat=3)
    with pytest.raises(
        Unknown, match=r"molehill\.parallel_env has no setting 'bots'; it has seats, options, box, rewards"
    ):
        molehill.parallel_env("honeymoon", bots="fair")
    with pytest.raises(Malformed, match="reset"):
        molehill.env("honeymoon").step(0)
    for before_reset in ("last", "agent_iter"):
        with pytest.raises(AttributeError, match=r"reset\(\) comes first"):
            getattr(molehill.env("honeymoon"), before_reset)()
    with pytest.raises(AttributeError, match="has no attribute 'tabel'"):
        _ = molehill.env("honeymoon").tabel
    one, all_at_once = molehill.env("honeymoon"), molehill.parallel_env("honeymoon")
    one.reset(seed=1)
    all_at_once.reset(seed=1)
    for action in ("dig", 0.5):
        with pytest.raises(Unknown, match="an action is a whole number"):
            one.step(action)  # type: ignore[arg-type]
        with pytest.raises(Unknown, match="an action is a whole number"):
            all_at_once.step(dict.fromkeys(all_at_once.agents, action))  # type: ignore[arg-type]
    with pytest.raises(Malformed, match="an action for each agent"):
        all_at_once.step([0, 1])  # type: ignore[arg-type]
    monkeypatch.setattr("molehill.envs.extras.find_spec", lambda name: None)
    with pytest.raises(Unknown, match=r'run pip install "molehill\[pettingzoo\]"'):
        molehill.env("honeymoon")


def test_a_table_that_is_kept_goes_on_as_it_would_have() -> None:
    env = molehill.env("mole_park", seats=3)
    env.reset(seed=2)
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(40):
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[-1])
        env.step(action)
        twin.step(action)
        assert env.agent_selection == twin.agent_selection
        assert all(np.array_equal(a, b) for a, b in zip(env.last()[0].values(), twin.last()[0].values(), strict=True))


def test_prospects_are_there_if_they_are_asked_for() -> None:
    env, rats = molehill.env("mole_rats", 2, prospects=True), molehill.game("mole_rats")
    env.reset(seed=1)
    for agent in env.agent_iter(10):
        seen = env.last()[0]
        shown = env.table.observe(seat=env.possible_agents.index(agent))[0]
        assert np.array_equal(seen["observation"], shown)
        assert env.table.layout == rats.observation(2, prospects=True)
        env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    with pytest.raises(Unknown, match="Honeymoon has no prospects"):
        molehill.env("honeymoon", prospects=True)
    with pytest.raises(Unknown, match="Moledozer has no prospects"):
        molehill.parallel_env("moledozer", prospects=True)
