"""OpenSpiel's own test on every game, and what information states, resampling and its algorithms need."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from tables import AT_ONCE, GAMES, tables

import molehill
from molehill import Game, Malformed, Unknown
from molehill.envs import openspiel
from scenario import EFFORT, chance, fitting, often, option_sets

NOTHING = -1  # the move of a seat that has nothing to decide
LONG = ("mole_park",)  # a random game takes hundreds of moves or thousands; each is looked at many times


@GAMES
def test_random_simulations(game: Game, tmp_path: Path) -> None:
    if game.id in LONG and EFFORT == 1:
        pytest.skip("in the long form only")
    for seats, options in list(tables(game))[: 1 if EFFORT == 1 else None]:
        loaded = openspiel.load(game.id, players=seats, **options, box=shortened(game, tmp_path))
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def shortened(game: Game, folder: Path) -> str:
    """The path of an edition whose random games end soon, or nothing for the shipped box.

    In Target: Rats hardly anybody wins by chance: such a game goes on for 300 rounds, 5,000 to 11,000 moves. What a
    player knows grows with each of them, and OpenSpiel asks for all of it at each, for every player.
    """
    if game.id != "target_rats":
        return ""
    text, box = game.box().text, folder / "short.toml"
    short = text.replace("\nrounds = 300 ", f"\nrounds = {often(5)} ")
    assert short != text
    box.write_text(f"standard = false\n{short}", encoding="utf-8")
    return str(box)


@AT_ONCE
def test_random_simulations_with_simultaneous_moves(game: Game) -> None:
    if game.id in LONG and EFFORT == 1:
        pytest.skip("in the long form only")
    for seats, options in list(tables(game))[: 1 if EFFORT == 1 else None]:
        loaded = openspiel.load(game.id, at_once=True, players=seats, **options)
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def states(loaded: Any, seed: int, most: int) -> Iterator[Any]:
    """The decisions of a random game."""
    rng, state = chance(seed), loaded.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            yield state
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.randomised
@GAMES
def test_who_is_to_decide_cannot_tell_a_resampled_state(game: Game) -> None:
    loaded, rng = openspiel.load(game.id), chance(7)
    differ = 0
    for state in states(loaded, 1, often(80)):
        player = state.current_player()
        twin = state.resample_from_infostate(player, rng.random)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        differ += not np.array_equal(twin.position.table, state.position.table)
        move = rng.choice(state.legal_actions())
        after = twin.clone()
        after.apply_action(move)
        assert after.information_state_string(player).startswith(state.information_state_string(player))
    assert bool(differ) == game.hidden


@pytest.mark.randomised
@GAMES
def test_a_state_is_what_a_match_is(game: Game) -> None:
    """Observations, information and results, also after it was written down and read again."""
    loaded = openspiel.load(game.id)
    match = game.match()
    rng, state = chance(3), loaded.new_initial_state()
    for number in range(often(60)):
        if state.is_terminal():
            break
        if state.is_chance_node():
            index, outcome = rng.choice(list(enumerate(sorted(match.outcome_numbers()[0]))))
            match.chance_number(outcome)
            state.apply_action(index)
            continue
        player = state.current_player()
        assert match.pending[0] == player
        assert state.legal_actions() == sorted(match.legal_numbers(player))
        if number % 7 == 0:
            state = loaded.deserialize_state(state.serialize())
            assert np.array_equal(state.information_state_tensor(player), match.observe(player, memory=True))
            assert np.array_equal(state.observation_tensor(player), match.observe(player))
        move = rng.choice(state.legal_actions())
        match.play_number(player, move)
        state.apply_action(move)
    assert state.returns() == match.scores


@AT_ONCE
def test_simultaneous_moves_lead_where_sequential_ones_do(game: Game) -> None:
    """But for Moledozer's own order: there a seat has several decisions, and the lowest makes all of hers first."""
    sets = [options for options in option_sets(game) if fitting(game, 2, options) and not options.get("own_order")]
    at_once = sum(both(game, options) for options in sets)
    assert at_once or game.id == "moledozer"


def both(game: Game, options: dict[str, Any]) -> int:
    """Make the same moves in both forms; how often several seats decided at once.

    Where a seat has several decisions, such as moles to discard, the lowest makes all of hers first in the sequential
    form. So moves wait there until their seat is to decide, and tables are compared when none waits.
    """
    one, two = (openspiel.load(game.id, form, **options).new_initial_state() for form in (True, False))
    rng, at_once = chance(5), 0
    waiting: tuple[list[int], list[int]] = ([], [])
    for _ in range(often(40)):
        if one.is_terminal():
            break
        if one.is_chance_node():
            outcome = rng.choice(one.legal_actions())
            one.apply_action(outcome)
            two.apply_action(outcome)
        else:
            moves = [rng.choice(one.legal_actions(seat) or [NOTHING]) for seat in range(2)]
            for moves_of_seat, move in zip(waiting, moves, strict=True):
                moves_of_seat += [move] if move != NOTHING else []
            if one.is_simultaneous_node():
                at_once += 1
                one.apply_actions([max(move, 0) for move in moves])
            else:
                one.apply_action(moves[one.current_player()])
            while (player := two.current_player()) >= 0 and waiting[player]:
                two.apply_action(waiting[player].pop(0))
        assert any(waiting) or np.array_equal(one.position.table, two.position.table)
    return at_once


@GAMES
def test_an_illegal_action_is_refused_and_changes_nothing(game: Game) -> None:
    """The compiled rules trust their caller: with such a number they would read and write anywhere."""
    for state in [next(states(openspiel.load(game.id), 2, 40)), *([at_once(game)] if game.simultaneous else [])]:
        before, legal = str(state), state.legal_actions(0) or state.legal_actions()
        for wrong in (-5, 10**8, game.move_count, next(k for k in range(game.move_count) if k not in legal)):
            both = state.is_simultaneous_node()
            apply, action = (state.apply_actions, [wrong, wrong]) if both else (state.apply_action, wrong)
            with pytest.raises(Malformed, match=f"action {wrong} is not legal"):
                apply(action)
        assert str(state) == before


def at_once(game: Game) -> Any:
    """A state in which several seats decide at once."""
    options = next((one for one in option_sets(game) if one.get("own_order")), {})
    rng, state = chance(4), openspiel.load(game.id, True, **options).new_initial_state()
    while not state.is_simultaneous_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_a_game_is_pickled_as_its_name_with_its_parameters(tmp_path: Path) -> None:
    box = tmp_path / "mine.toml"
    box.write_text(molehill.game("honeymoon").box().text, encoding="utf-8")
    for loaded in (openspiel.load("honeymoon", players=3, side="B", box=str(box)), openspiel.load("moledozer", True)):
        again = pickle.loads(pickle.dumps(loaded))
        assert str(again) == str(loaded)
        assert again.positions.options == loaded.positions.options


@pytest.mark.parametrize("name", ["honeymoon", "moledozer"])
def test_its_searches_play(name: str) -> None:
    loaded = openspiel.load(name)
    state = next(states(loaded, 2, 40))
    rng = np.random.RandomState(1)
    for bot in (
        ismcts.ISMCTSBot(loaded, openspiel.Rollouts(1, 1), 1.0, 30, random_state=rng),
        mcts.MCTSBot(loaded, 1.0, 30, openspiel.Rollouts(1, 1), random_state=rng),
    ):
        assert bot.step(state) in state.legal_actions()


def test_rollouts_are_worth_what_openspiel_finds_them_to_be() -> None:
    """The mean of many random games is the same, whoever plays them."""
    state = next(states(openspiel.load("honeymoon"), 2, 40))
    ours = openspiel.Rollouts(often(2000), 3).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(often(60), np.random.RandomState(1)).evaluate(state)
    assert ours.sum() == pytest.approx(1)
    assert abs(ours[0] - theirs[0]) < 4 * 0.5 / np.sqrt(often(60))


def test_parameters_are_options() -> None:
    loaded = openspiel.load("target_rats", players=3, starter=2)
    assert (loaded.num_players(), loaded.get_parameters()["starter"]) == (3, "seat2")
    again, _ = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, loaded.new_initial_state()))
    assert again.positions.options == {"starter": 2}
    with pytest.raises(Unknown, match="Target: Rats one seat decides at a time"):
        openspiel.load("target_rats", at_once=True)
    with pytest.raises(Unknown, match="no option"):
        molehill.game("honeymoon").match(options={"size": 3})
