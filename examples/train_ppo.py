"""Masked PPO in JAX on the vector environment: a net learns one seat of a game, and NumPy alone plays it.

    make .venv/.ready-train
    .venv/bin/python examples/train_ppo.py mole_park --out mole_park.npz
    .venv/bin/python examples/train_ppo.py mole_rats --out mole_rats.npz
    .venv/bin/python examples/train_ppo.py mole_park --judge mole_park.npz --games 4000

The first seat learns at half of the tables and the last one at the other half; `greedy` plays the others. In a
cooperative game the net plays all seats, and learns from all of them.
"""

import argparse
import json
import time
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path

import numpy as np

import molehill
from molehill.bots import nets
from molehill.envs.extras import need
from molehill.lab.statistics import Rate

HIDDEN = -1e9  # the logit of an illegal move
UNSEEN = 2_000_000  # the seed of the games in which nets are judged


@dataclass(frozen=True)
class Config:
    """What a training is made of."""

    game: str = "mole_park"
    seats: int = 2
    bots: str = "greedy"  # who plays the other seats
    seed: int = 1
    minutes: float = 30.0
    steps: int = 3_000_000  # of the learner; the rate of learning falls to 0 over them
    tables: int = 512
    length: int = 64  # steps of a table in a round
    width: int = 128
    rate: float = 1e-3
    epochs: int = 4
    batches: int = 8
    gamma: float = 0.995
    trust: float = 0.95  # lambda of the generalised advantages
    clip: float = 0.2
    curiosity: float = 0.02  # the weight of the entropy
    study: int = 4  # epochs of a lesson
    lessons: int = 15  # rounds at the beginning in which it imitates `greedy`
    points: float = 0.02  # the reward of a point more than the others have; of a win it is 1


PRESETS = {  # what differs from game to game
    "mole_park": {},
    "mole_rats": {"lessons": 10, "study": 2, "epochs": 2, "points": 0.1},
}


# ---- the tables -----------------------------------------------------------------------------------------------------


class Tables:
    """Tables with the first seat and with the last seat learning, as one; rewards are points and the win."""

    def __init__(self, config):
        share = config.tables // 2
        how = {"bots": config.bots, "rewards": "points", "prospects": molehill.game(config.game).foresees}
        self.envs = [
            molehill.vector_env(config.game, share, config.seats, seat=seat, **how) for seat in (0, config.seats - 1)
        ]
        self.mine, self.weight = np.repeat([0, config.seats - 1], share), config.points
        self.won, self.ended = 0.0, 0
        self.idle = np.zeros(config.tables, bool)  # where the last game has just ended: the next step only begins again

    def reset(self, seed):
        """What is seen at all tables, and which moves are legal."""
        return self._joined([env.reset(seed=seed + k)[0] for k, env in enumerate(self.envs)])

    def greedy(self, seed):
        """What `greedy` would do; the first move where a game has ended, which does not matter."""
        return np.concatenate([np.maximum(env.batch.greedy(seed), 0) for env in self.envs])

    def step(self, moves):
        """What is seen then, which moves are legal, the rewards, and which games have ended."""
        told = [env.step(part) for env, part in zip(self.envs, np.split(moves, 2), strict=True)]
        ended = np.concatenate([one[2] for one in told])
        results = np.concatenate([env.batch.scores[:, env.seat] for env in self.envs])
        rewards = self.weight * self._ahead(np.concatenate([env.batch.rewards for env in self.envs])) + ended * results
        self.won, self.ended, self.idle = self.won + results[ended].sum(), self.ended + ended.sum(), ended
        return *self._joined([one[0] for one in told]), rewards, ended

    def _ahead(self, points):
        """What the learner has gained more than the best other."""
        rows = np.arange(len(points))
        mine = points[rows, self.mine]
        others = points.copy()
        others[rows, self.mine] = -np.inf
        return mine - others.max(axis=1)

    @staticmethod
    def _joined(seen):
        return tuple(np.concatenate([one[key] for one in seen]) for key in ("observation", "action_mask"))


class Team:
    """Tables of a cooperative game: the net plays all seats. Rewards are points and the win."""

    def __init__(self, config):
        game = molehill.game(config.game)
        self.batch = game.batch(config.tables, config.seats, rewards="points", prospects=game.foresees)
        self.weight, self.won, self.ended = config.points, 0.0, 0
        self.idle = np.zeros(config.tables, bool)

    def reset(self, seed):
        """What is seen at all tables by who decides there, and which moves are legal."""
        self.batch.reset(seed=seed)
        return self.batch.observe(), self.batch.mask.copy()

    def greedy(self, seed):
        """What `greedy` would do."""
        return self.batch.greedy(seed)

    def step(self, moves):
        """What is seen then, which moves are legal, the rewards, and which games have ended."""
        self.batch.step(moves)
        ended, results = self.batch.over, self.batch.scores[:, 0]
        rewards = self.weight * self.batch.rewards[:, 0] + results
        self.won, self.ended = self.won + results.sum(), self.ended + ended.sum()
        self.batch.reset(ended)
        return self.batch.observe(), self.batch.mask.copy(), rewards, ended


class Scale:
    """The mean and the spread of what was seen so far. The last `tail` numbers are prospects, `each` for each move."""

    def __init__(self, width, tail=0, each=1):
        self.count, self.average, self.square = 1e-4, np.zeros(width), np.zeros(width)
        self.head, self.each = width - tail, each

    def learn(self, seen):
        """Take these rows into account."""
        self.count += len(seen)
        part = len(seen) / self.count
        self.average += part * (seen.mean(axis=0, dtype=np.float64) - self.average)
        self.square += part * (np.square(seen, dtype=np.float64).mean(axis=0) - self.square)

    @property
    def mean(self):
        """Prospects have none: 0 says that a move brings nothing."""
        return np.append(self.average[: self.head], np.zeros(len(self.average) - self.head))

    @property
    def spread(self):
        """At least a tenth, so that what is almost always the same does not shout when it changes.

        Prospects of one kind have one spread for all moves, for the net weighs them alike.
        """
        prospects = self.square[self.head :].reshape(-1, self.each)
        spread = np.tile(prospects.sum(axis=0), len(prospects))
        return np.sqrt(np.maximum(np.append((self.square - self.average**2)[: self.head], spread), 0.01))


def advantages(rewards, values, last, ended, gamma, trust):
    """Generalised advantages, from the last step back: rows are steps, columns are tables."""
    found, after, ahead = np.zeros_like(values), np.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        goes_on = 1.0 - ended[step]
        surprise = rewards[step] + gamma * ahead * goes_on - values[step]
        found[step] = after = surprise + gamma * trust * goes_on * after
        ahead = values[step]
    return found


# ---- the networks, in JAX -------------------------------------------------------------------------------------------


class Learner:
    """Two networks, for moves and for values, and how they learn."""

    def __init__(self, config, inputs, moves, each):
        for package in ("jax", "optax"):
            need(package, "train", "training")
        import jax
        import optax

        self.config, self.moves, self.each = config, moves, each
        self.rng = np.random.default_rng(config.seed)
        hidden = [inputs, config.width, config.width]
        self.weights = {"moves": self._layers([*hidden, moves + each], 0.01), "values": self._layers([*hidden, 1], 1.0)}
        rounds = config.steps // (config.tables * config.length) + 1
        epochs = config.lessons * config.study + max(0, rounds - config.lessons) * config.epochs
        rate = optax.linear_schedule(config.rate, 0.0, epochs * config.batches)
        self.optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))
        self.state = self.optimiser.init(self.weights)
        self.key = jax.random.key(config.seed)
        self.act, self.update = jax.jit(self._act), jax.jit(self._update)

    def _layers(self, widths, last):
        """Orthogonal weights, the last ones small: at first all moves are equally likely."""
        found = []
        for k, (a, b) in enumerate(pairwise(widths)):
            gain = last if k == len(widths) - 2 else np.sqrt(2.0)
            q, _ = np.linalg.qr(self.rng.normal(size=(max(a, b), min(a, b))))
            found.append((np.float32(gain * (q if a >= b else q.T)), np.zeros(b, np.float32)))
        return found

    def _run(self, weights, seen, mask):
        """The logarithm of each move's probability, and the value."""
        import jax

        def through(layers):
            found = seen[:, : len(layers[0][0])]
            for w, b in layers[:-1]:
                found = jax.nn.relu(found @ w + b)
            return found @ layers[-1][0] + layers[-1][1]

        found = through(weights["moves"])
        if self.each:
            prospects = seen[:, -self.moves * self.each :].reshape(-1, self.moves, self.each)
            found = found[:, : self.moves] + (prospects * found[:, None, self.moves :]).sum(axis=2)
        logits = jax.numpy.where(mask > 0, found, HIDDEN)
        return jax.nn.log_softmax(logits), through(weights["values"])[:, 0]

    def _act(self, weights, seen, mask, key):
        import jax

        chances, values = self._run(weights, seen, mask)
        moves = jax.random.categorical(key, chances)
        return moves, jax.numpy.take_along_axis(chances, moves[:, None], 1)[:, 0], values

    def _loss(self, weights, part):
        import jax.numpy as jnp

        config, use = self.config, part["use"] / part["use"].sum()
        chances, values = self._run(weights, part["seen"], part["mask"])
        chosen = jnp.take_along_axis(chances, part["moves"][:, None], 1)[:, 0]
        ratio, gain = jnp.exp(chosen - part["chances"]), part["gains"]
        clipped = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
        better = jnp.where(part["lesson"] > 0, chosen, jnp.minimum(ratio * gain, clipped * gain))
        value = 0.5 * (use * (values - part["returns"]) ** 2).sum()
        entropy = -(use * (jnp.exp(chances) * jnp.where(part["mask"] > 0, chances, 0)).sum(1)).sum()
        return value - (use * better).sum() - config.curiosity * entropy, entropy

    def _update(self, weights, state, part):
        import jax
        import optax

        (_, entropy), slope = jax.value_and_grad(self._loss, has_aux=True)(weights, part)
        change, state = self.optimiser.update(slope, state)
        return optax.apply_updates(weights, change), state, entropy

    def choose(self, seen, mask):
        """Moves by lot, the logarithms of their probabilities, and values."""
        import jax

        self.key, key = jax.random.split(self.key)
        return [np.asarray(part) for part in self.act(self.weights, seen, mask, key)]

    def learn(self, rows, epochs):
        """Go through the rows of a round so many times, in batches. Returns the entropy."""
        count = len(rows["moves"])
        for _ in range(epochs):
            for part in np.split(self.rng.permutation(count), self.config.batches):
                batch = {name: column[part] for name, column in rows.items()}
                self.weights, self.state, entropy = self.update(self.weights, self.state, batch)
        return float(entropy)

    def net(self, config, scale):
        """The network for moves as NumPy plays it."""
        layers = [(np.asarray(w), np.asarray(b)) for w, b in self.weights["moves"]]
        mean, spread = scale.mean.astype(np.float32), scale.spread.astype(np.float32)
        version = molehill.game(config.game).environment
        return nets.Net(config.game, version, config.seats, mean, spread, layers, self.each)


# ---- training -------------------------------------------------------------------------------------------------------


class Training:
    """A net that learns, the tables it learns at, and what is seen there now."""

    def __init__(self, config):
        game = molehill.game(config.game)
        layout = game.observation(config.seats, prospects=game.foresees)
        each = layout.fields[-1].shape[1] if game.foresees else 0
        tail = game.move_count * each
        self.config, self.learner = config, Learner(config, layout.size - tail, game.move_count, each)
        self.scale = Scale(layout.size, tail, each or 1)
        self.net = self.learner.net(config, self.scale)
        self.tables = (Team if game.cooperative else Tables)(config)
        self.seen, self.mask = self.tables.reset(config.seed)
        self.scale.learn(self.seen)

    def round(self, lesson):
        """Play, and learn from it: in a lesson from what `greedy` does, later from what one's own moves brought."""
        config, steps, self.net = self.config, [], self.learner.net(self.config, self.scale)
        self.tables.won, self.tables.ended, raw = 0.0, 0, []
        for step in range(config.length):
            shown, mask, use = self.net.scaled(self.seen), self.mask, ~self.tables.idle
            moves, chances, values = self.learner.choose(shown, mask)
            moves = self.tables.greedy(step) if lesson else moves
            raw.append(self.seen[step % 16 :: 16])
            self.seen, self.mask, rewards, ended = self.tables.step(moves)
            steps.append((shown, mask, moves, chances, values, np.float32(rewards), ended, use))
        shown, masks, moves, chances, values, rewards, ended, use = map(np.stack, zip(*steps, strict=True))
        last = self.learner.choose(self.net.scaled(self.seen), self.mask)[2]
        gains = advantages(rewards, values, last, ended, config.gamma, config.trust)
        columns = {
            "seen": shown, "mask": masks, "moves": moves, "chances": chances, "returns": gains + values,
            "gains": (gains - gains[use].mean()) / (gains[use].std() + 1e-8), "use": np.float32(use),
            "lesson": np.full_like(gains, lesson),
        }  # fmt: skip
        rows = {name: part.reshape(-1, *part.shape[2:]) for name, part in columns.items()}
        entropy = self.learner.learn(rows, config.study if lesson else config.epochs)
        self.scale.learn(np.concatenate(raw))
        return int(use.sum()), float(self.tables.won / max(1, self.tables.ended)), entropy


def train(config):
    """The trained net, and what each round told."""
    training, told, done, began = Training(config), [], 0, time.monotonic()
    while done < config.steps and time.monotonic() - began < 60 * config.minutes:
        steps, won, entropy = training.round(len(told) < config.lessons)
        done, seconds = done + steps, round(time.monotonic() - began, 1)
        told.append({"seconds": seconds, "steps": done, "won": round(won, 4), "entropy": round(entropy, 4)})
        print(f"{seconds:7.1f} s  {done:>10,} steps  won {100 * won:5.1f} %  entropy {entropy:.3f}", flush=True)
    return training.learner.net(config, training.scale), told


# ---- judging --------------------------------------------------------------------------------------------------------


def judge(net, bots="greedy", games=2000, seed=UNSEEN):
    """How often a net wins games it has never seen, on each seat equally often, with `bots` on the others.

    In a cooperative game it plays all seats.
    """
    game = molehill.game(net.game)
    if game.cooperative:
        return Rate.of(float(game.playouts(games, seats=net.seats, policy=net, seed=seed).wins[0]), games)
    tables = games // net.seats
    envs = [
        molehill.vector_env(net.game, tables, net.seats, seat=seat, bots=bots, prospects=net.prospects > 0)
        for seat in range(net.seats)
    ]
    won = sum(first_results(env, net, seed + seat).sum() for seat, env in enumerate(envs))
    return Rate.of(float(won), tables * net.seats)


def first_results(env, policy, seed):
    """The result of the first game at each table: all count once, however long they take."""
    seen, _ = env.reset(seed=seed)
    results = np.full(env.num_envs, np.nan)
    while np.isnan(results).any():
        seen, rewards, ended, _, _ = env.step(policy(seen["observation"], seen["action_mask"]))
        new = ended & np.isnan(results)
        results[new] = rewards[new]
    return results


def to_beat(net, bots="greedy", games=2000, seed=UNSEEN):
    """How often `bots` win in the net's place: among equals a half, and a cooperative game as often as they do."""
    game = molehill.game(net.game)
    if not game.cooperative:
        return Rate(1 / net.seats, 1 / net.seats, 1 / net.seats)
    return Rate.of(float(game.playouts(games, seats=net.seats, policy=bots, seed=seed).wins[0]), games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=PRESETS)
    for field in fields(Config)[1:]:
        parser.add_argument(
            f"--{field.name}", type=type(field.default), help=f"{field.default} unless the game has its own"
        )
    parser.add_argument("--out", type=Path, default=Path("net.npz"), help="the net")
    parser.add_argument("--curve", type=Path, help="what each round told and how the net was judged, as JSON")
    parser.add_argument("--judge", type=Path, help="train nothing: let this net play; its --curve is kept")
    parser.add_argument("--games", type=int, default=4000, help="games in which the net is judged")
    given = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    path, curve, judged, games = (given.pop(name, None) for name in ("out", "curve", "judge", "games"))
    config, told = Config(**PRESETS[given["game"]] | given), []
    if judged is None:
        net, told = train(config)
        net.save(path)
    elif curve and curve.exists():
        told = json.loads(curve.read_text(encoding="utf-8"))["rounds"]
    net = nets.load(judged or path)
    rate, bar = judge(net, config.bots, games), to_beat(net, config.bots, games)
    print(f"{config.game}, {config.seats} seats, {games:,} games: the net wins {rate} ({rate.interval}), "
          f"{config.bots} in its place {bar} ({bar.interval})")  # fmt: skip
    if curve:
        found = {"config": vars(config), "games": games, "net": rate.as_json(), "bots": bar.as_json(), "rounds": told}
        curve.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
