"""What needs JAX: the net learns, and NumPy plays what JAX has learned. Run by `make test-train`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
import train_ppo
from molehill.bots import nets

SMALL = train_ppo.Config(tables=64, length=32, width=32, steps=2048 * 20, batches=4)


@pytest.mark.parametrize("game", ["mole_park", "mole_rats"])
def test_numpy_plays_what_jax_has_learned(game):
    training = train_ppo.Training(train_ppo.Config(**vars(SMALL) | {"game": game}))
    training.round(lesson=True)
    net = training.learner.net(training.config, training.scale)
    mask = np.ones_like(training.mask)
    chances, _ = training.learner._run(training.learner.weights, net.scaled(training.seen), mask)
    worth = net.worth(training.seen)
    shares = worth - np.log(np.exp(worth).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(shares, np.asarray(chances), atol=1e-4)


def test_illegal_moves_are_never_chosen():
    training = train_ppo.Training(SMALL)
    for _ in range(50):
        moves, _, _ = training.learner.choose(training.net.scaled(training.seen), training.mask)
        assert training.mask[np.arange(64), moves][~training.tables.idle].all()
        training.seen, training.mask, _, _ = training.tables.step(moves)


@pytest.mark.parametrize("game", ["mole_park", "mole_rats"])
def test_lessons_teach(game):
    """After lessons the net finds what `greedy` would do much more often than before."""
    config = train_ppo.Config(**vars(SMALL) | {"game": game, "lessons": 40})
    training = train_ppo.Training(config)
    before = _agreement(training)
    for _ in range(40):
        training.round(lesson=True)
    training.net = training.learner.net(config, training.scale)
    assert _agreement(training) > before + 0.15


def _agreement(training: train_ppo.Training) -> float:
    same = []
    for step in range(20):
        moves = training.tables.greedy(step)
        same.append((training.net(training.seen, training.mask) == moves)[~training.tables.idle].mean())
        training.seen, training.mask, _, _ = training.tables.step(moves)
    return float(np.mean(same))


def test_the_same_seed_learns_the_same(tmp_path, capsys):
    config = train_ppo.Config(**vars(SMALL) | {"steps": 2048 * 3})
    twins = [train_ppo.train(config) for _ in range(2)]
    for (a, b), (c, d) in zip(twins[0][0].layers, twins[1][0].layers, strict=True):
        np.testing.assert_array_equal(a, c)
        np.testing.assert_array_equal(b, d)
    assert [one["won"] for one in twins[0][1]] == [one["won"] for one in twins[1][1]]
    assert "steps  won" in capsys.readouterr().out
    twins[0][0].save(tmp_path / "net.npz")
    assert 0 <= train_ppo.judge(nets.load(tmp_path / "net.npz"), games=20).rate <= 1
