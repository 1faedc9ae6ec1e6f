"""Nets: what NumPy plays from a file, at tables, in batches and in the arena; and the parts of training without JAX."""

from __future__ import annotations

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import molehill
from molehill import Malformed, Unknown
from molehill.bots import nets
from molehill.bots.trained import OURS
from molehill.lab.agents import read
from molehill.lab.leaderboard import arena
from scenario import often

EXAMPLES = Path(__file__).parents[1] / "examples"
SHIPPED = sorted(OURS.glob("*.npz"))


@pytest.fixture(scope="module")
def training() -> ModuleType:
    """The script, which loads JAX only to learn."""
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLES / "train_ppo.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["train_ppo"] = found
    spec.loader.exec_module(found)
    return found


def some_net(game: str = "mole_park", seats: int = 2, prospects: int = 0) -> nets.Net:
    """A net whose weights are by lot."""
    found, rng = molehill.game(game), np.random.default_rng(1)
    seen = found.observation(seats, prospects=prospects > 0).size
    widths = [seen - found.move_count * prospects, 8, found.move_count + prospects]
    layers = [
        (rng.normal(size=pair).astype(np.float32), rng.normal(size=pair[1]).astype(np.float32))
        for pair in pairwise(widths)
    ]
    zero = np.zeros(seen, dtype=np.float32)
    return nets.Net(game, found.environment, seats, zero, zero + 10, layers, prospects)


@pytest.mark.parametrize(("game", "prospects"), [("mole_park", 0), ("mole_rats", 6)])
def test_a_net_is_the_same_after_it_was_kept(tmp_path, game, prospects):
    net = some_net(game, prospects=prospects)
    net.save(tmp_path / "mine.npz")
    kept = nets.load(tmp_path / "mine.npz").for_table(molehill.game(game), 2)
    assert (kept.game, kept.seats, kept.name, kept.prospects) == (game, 2, "mine", prospects)
    seen = np.random.default_rng(2).normal(size=(5, len(net.mean)))
    np.testing.assert_allclose(kept.worth(seen), net.worth(seen), rtol=0.02, atol=0.05)


def test_a_net_plays_the_best_of_the_legal_moves():
    net, seen = some_net(), np.zeros((2, 116), dtype=np.float32)
    order = net.worth(seen)[0].argsort()
    mask = np.zeros((2, 35), dtype=bool)
    mask[0, order[:3]] = mask[1, order[-2:]] = True
    assert net(seen, mask).tolist() == [order[2], order[-1]]


def test_prospects_are_weighed_by_what_the_layers_say():
    """A net that sees nothing and gives a weight to one kind of prospect plays the move with most of it."""
    game = molehill.game("mole_rats")
    size, kinds = game.observation(2, prospects=True).size, 6
    weights = np.zeros((size - game.move_count * kinds, game.move_count + kinds), dtype=np.float32)
    biases = np.zeros(game.move_count + kinds, dtype=np.float32)
    biases[game.move_count + 3] = 1  # nearer to the pod
    flat = np.zeros(size, dtype=np.float32)
    net = nets.Net("mole_rats", game.environment, 2, flat, flat + 1e4, [(weights, biases)], kinds)
    batch = game.batch(64, 2, seed=4, prospects=True)
    chosen, told = net(batch.observe(), batch.mask), batch.observe(form="dict")["prospects"][:, :, 3]
    best = np.where(batch.mask, told, -np.inf).max(axis=1)
    assert (told[np.arange(64), chosen] == best).all()
    assert len(set(chosen.tolist())) > 3


@pytest.mark.parametrize(("game", "prospects"), [("mole_park", 0), ("mole_rats", 0), ("mole_rats", 6)])
def test_a_bot_of_matches_and_a_policy_of_batches_choose_alike(game, prospects):
    net, match = some_net(game, prospects=prospects), molehill.game(game).match(2)
    rng, asked = np.random.default_rng(3), 0
    while asked < 30 and not match.over:
        if match.pending is molehill.CHANCE:
            match.chance(rng=rng)
            continue
        seat = match.pending[0]
        mask = np.zeros((1, match.game.move_count), dtype=bool)
        mask[0, match.legal_numbers(seat)] = True
        move = net.choose(match, seat)
        assert match.game.part("moves").encode(move) == net(match.observe(seat, prospects=prospects > 0)[None], mask)[0]
        assert net.plan(match, seat, move) == [move]
        match.play(seat, move)
        asked += 1
    assert asked


def test_a_net_refuses_other_tables():
    net = some_net()
    with pytest.raises(Unknown, match="mole_park-v1 with 2 seats; this is mole_park-v1 with 3"):
        net.choose(molehill.game("mole_park").match(3), 0)
    with pytest.raises(Unknown, match="this is honeymoon"):
        net.for_table(molehill.game("honeymoon"), 2)
    net.mean, net.scale = net.mean[:-1], net.scale[:-1]
    with pytest.raises(Malformed, match="another count"):
        net.for_table(molehill.game("mole_park"), 2)


def test_what_is_no_net_is_refused(tmp_path):
    with pytest.raises(Unknown, match="there is no net"):
        nets.load(tmp_path / "nothing.npz")
    other = tmp_path / "other.npz"
    other.write_bytes(b"no zip")
    with pytest.raises(Malformed, match="is no net"):
        nets.load(other)
    np.savez(other, game="mole_park")
    with pytest.raises(Malformed, match="is no net"):
        nets.load(other)
    np.savez(other, game=np.array([{}], dtype=object))
    with pytest.raises(Malformed, match="is no net"):
        nets.load(other)
    net = some_net()
    with pytest.raises(Malformed, match="do not fit together"):
        nets.Net("mole_park", 1, 2, net.mean, net.scale, net.layers[1:])


def test_a_net_plays_in_the_arena(tmp_path):
    some_net().save(tmp_path / "mine.npz")
    spec = f"mine={tmp_path / 'mine.npz'}"
    assert read(spec).as_json() == {"name": "mine", "net": str(tmp_path / "mine.npz")}
    board = arena("mole_park", [spec, "random"], games=4, seed=1, seats=2)
    assert {place.agent for place in board.places} == {"mine", "random"}
    assert all(place.faults == 0 for place in board.places)
    with pytest.raises(Unknown, match="there is no net"):
        read("mine=nothing.npz")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_trained_nets_beat_greedy(training, path):
    """In games that no training has seen. Fewer give a lower bound. Their page says by how much, from more games."""
    net = nets.load(path)
    assert path.stat().st_size < 300_000
    assert training.judge(net, games=often(1000), seed=77).low > training.to_beat(net, games=4000, seed=77).rate


def test_there_is_a_trained_net():
    assert SHIPPED


def test_what_is_to_beat(training):
    """Among equals a half; in a cooperative game what a team of bots wins."""
    assert training.to_beat(some_net()).rate == 0.5
    team = training.to_beat(some_net("mole_rats"), games=200, seed=3)
    wins = molehill.game("mole_rats").playouts(200, seats=2, policy="greedy", seed=3).wins
    assert team.rate == wins[0] / 200 == wins[1] / 200
    assert team.low < team.rate < team.high


def test_greedy_of_a_batch_is_legal_and_minus_one_after_the_end():
    batch = molehill.game("moledozer").batch(64, 2, seed=1)
    while not batch.over.all():
        moves, over = batch.greedy(seed=5), batch.over
        assert (moves[over] == -1).all()
        assert batch.mask[~over, moves[~over]].all()
        batch.step(np.where(over, batch.moves[:, 0], moves))


# ---- the parts of training ------------------------------------------------------------------------------------------


def test_advantages_are_those_of_the_definition(training):
    rng = np.random.default_rng(4)
    rewards, values, last = rng.normal(size=(6, 3)), rng.normal(size=(6, 3)), rng.normal(size=3)
    ended = np.zeros((6, 3), dtype=bool)
    ended[2, 1] = True
    found = training.advantages(rewards, values, last, ended, 0.9, 0.8)
    ahead = np.vstack([values[1:], last])
    for table in range(3):
        for step in range(6):
            total, weight = 0.0, 1.0
            for k in range(step, 6):
                over = ended[k, table]
                total += weight * (rewards[k, table] + 0.9 * ahead[k, table] * (not over) - values[k, table])
                weight *= 0.9 * 0.8
                if over:
                    break
            assert found[step, table] == pytest.approx(total)


def test_prospects_of_one_kind_share_a_scale(training):
    rows = np.random.default_rng(5).normal(3, 2, size=(300, 2 + 3 * 2))
    scale = training.Scale(8, 6, 2)
    scale.learn(rows)
    np.testing.assert_allclose(scale.mean, [*rows[:, :2].mean(axis=0), *np.zeros(6)], rtol=1e-5)
    both = np.sqrt((rows[:, 2:].reshape(300, 3, 2) ** 2).mean(axis=0).sum(axis=0))
    np.testing.assert_allclose(scale.spread[2:], np.tile(both, 3), rtol=1e-5)


def test_the_scale_is_that_of_all_rows_together(training):
    rows = np.random.default_rng(5).normal(3, 2, size=(300, 4))
    scale = training.Scale(4)
    for part in np.split(rows, 3):
        scale.learn(part)
    np.testing.assert_allclose(scale.mean, rows.mean(axis=0), rtol=1e-5)
    np.testing.assert_allclose(scale.spread, rows.std(axis=0), rtol=1e-5)


def test_rewards_are_points_ahead_and_the_result(training):
    config = training.Config(game="mole_park", bots="random", tables=8, points=0.5)
    tables, rng, rows = training.Tables(config), np.random.default_rng(6), np.arange(8)
    _, mask = tables.reset(1)
    total, points, games, begun = np.zeros(8), np.zeros((8, 2)), 0, np.zeros(8, dtype=bool)
    while games < 8:
        _, mask, rewards, ended = tables.step((rng.random(mask.shape) * mask).argmax(axis=1))
        total += np.where(begun, 0, rewards)
        points += np.where(begun[:, None], 0, np.concatenate([env.batch.rewards for env in tables.envs]))
        results = np.concatenate([env.batch.scores for env in tables.envs])[rows, tables.mine]
        mine, other = points[rows, tables.mine], points[rows, 1 - tables.mine]
        expected = 0.5 * (mine - other) + results
        np.testing.assert_allclose(total[ended], expected[ended], atol=1e-5)
        total[ended], points[ended], games, begun = 0, 0, games + ended.sum(), ended
        assert (tables.idle == ended).all()


def test_a_team_is_rewarded_for_what_all_have_and_for_winning(training):
    """Games of `greedy`, of which some are won: with four pieces of equipment and two rats in the pod, six points."""
    tables = training.Team(training.Config(game="mole_rats", tables=64, points=0.5))
    tables.reset(1)
    total, found = np.zeros(64), []
    while len(found) < 64:
        _, _, rewards, ended = tables.step(tables.greedy(len(found)))
        total += rewards
        found += total[ended].tolist()
        total[ended] = 0
    assert not tables.idle.any()
    assert (tables.ended, tables.won) == (len(found), found.count(0.5 * 6 + 1))
    assert 0 < tables.won < tables.ended
    assert max(reward for reward in found if reward != 4) < 0.5 * 6
