"""Nets: small trained networks that NumPy alone plays. `examples/train_ppo.py` makes them; they are `.npz` files.

A net is a policy of `Batch` and of the environments (a function from observations and masks to moves) and a bot of
`Match` as well. It plays the one environment (`mole_park-v1`) with the one number of seats that it was trained for.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.bots.players import must_decide
from molehill.engine.errors import Malformed, Unknown

if TYPE_CHECKING:
    from molehill.engine.game import Game
    from molehill.engine.match import Match

Array = npt.NDArray[np.float32]
Layer = tuple[Array, Array]  # weights and biases

CLIP = 5.0  # standard deviations: what is seen rarely is not shouted
LARGEST = 16 * 2**20  # bytes of a file


class Net:
    """Layers with ReLU between them, from what a seat sees to a number for each move; the largest is played.

    If a game tells what each move would bring, so many numbers each, a net may weigh these `prospects`: the layers see
    what comes before, and give a weight for each kind of prospect besides. It asks for them itself.
    """

    def __init__(
        self,
        game: str,
        version: int,
        seats: int,
        mean: Array,
        scale: Array,
        layers: Sequence[Layer],
        prospects: int = 0,
        name: str = "net",
    ) -> None:
        self.game, self.version, self.seats, self.name = game, version, seats, name
        self.mean, self.scale, self.layers, self.prospects = mean, scale, list(layers), prospects
        shapes = [weights.shape for weights, _ in self.layers]
        self.moves = len(self.layers[-1][1]) - prospects if shapes else 0
        widths = [len(mean) - self.moves * prospects, *(len(biases) for _, biases in self.layers)]
        if not shapes or mean.shape != scale.shape or shapes != list(pairwise(widths)):
            raise Malformed(f"these layers do not fit together: {len(mean)} numbers seen, then {shapes}")

    def __repr__(self) -> str:
        return f"<net {self.name}: {self.game}, {self.seats} seats>"

    def __call__(self, observation: npt.NDArray[Any], mask: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """A move for each row of what is seen; so a net is an opponent in `Batch` and in the environments."""
        moves: npt.NDArray[np.int64] = np.where(mask, self.worth(observation), -np.inf).argmax(axis=1)
        return moves

    def worth(self, observation: npt.NDArray[Any]) -> Array:
        """A number for each move, legal or not, for each row of what is seen."""
        seen = self.scaled(observation)
        found = seen[:, : len(self.layers[0][0])]
        for k, (weights, biases) in enumerate(self.layers):
            found = (np.maximum(found, 0) if k else found) @ weights + biases
        if self.prospects:
            brings = seen[:, -self.moves * self.prospects :].reshape(-1, self.moves, self.prospects)
            found = found[:, : self.moves] + (brings @ found[:, self.moves :, None])[:, :, 0]
        return found

    def scaled(self, observation: npt.NDArray[Any]) -> Array:
        """What is seen, as the first layer takes it."""
        found: Array = np.clip((observation - self.mean) / self.scale, -CLIP, CLIP).astype(np.float32)
        return found

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A legal move for a seat that owes a decision. Raises Unknown when it owes none, and at other tables."""
        self.for_table(match.game, match.seats)
        must_decide(match, seat)
        numbers = match.legal_numbers(seat)
        worth = self.worth(match.observe(seat, prospects=self.prospects > 0)[None])[0, numbers]
        chosen: dict[str, Any] = match.game.part("moves").decode(int(numbers[int(worth.argmax())]))
        return chosen

    def plan(self, match: Match, seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
        """What the net means to do now: the move that it has just chosen, for it does not look ahead."""
        return [move]

    def for_table(self, game: Game, seats: int) -> Net:
        """The same net, if it was trained for such a table. Raises Unknown otherwise."""
        if (game.id, game.environment, seats) != (self.game, self.version, self.seats):
            raise Unknown(
                f"{self.name} plays {self.game}-v{self.version} with {self.seats} seats; "
                f"this is {game.id}-v{game.environment} with {seats}"
            )
        seen = game.observation(seats, prospects=self.prospects > 0).size
        if (len(self.mean), self.moves) != (seen, game.move_count):
            raise Malformed(f"{self.name} is no net for {game.id}: it sees or answers another count of numbers")
        return self

    def save(self, path: str | Path) -> None:
        """Write it, in halves of a number: a net of 128 by 128 has about 200 KB."""
        halves: dict[str, Any] = {
            f"{kind}{k}": part.astype(np.float16)
            for k, layer in enumerate(self.layers)
            for kind, part in zip("wb", layer, strict=True)
        }
        np.savez_compressed(
            path, game=self.game, version=self.version, seats=self.seats, mean=self.mean, scale=self.scale,
            prospects=self.prospects, **halves,
        )  # fmt: skip


def load(path: str | Path) -> Net:
    """The net in a file. Raises Unknown when there is none, and Malformed when it is something else."""
    path = Path(path)
    if not path.is_file():
        raise Unknown(f"there is no net {path}")
    if path.stat().st_size > LARGEST:
        raise Malformed(f"{path} is larger than {LARGEST:,} bytes")
    try:
        with np.load(path, allow_pickle=False) as found:
            depth = sum(name.startswith("w") for name in found.files)
            layers = [(_floats(found[f"w{k}"]), _floats(found[f"b{k}"])) for k in range(depth)]
            about = str(found["game"]), int(found["version"]), int(found["seats"])
            prospects = int(found["prospects"]) if "prospects" in found.files else 0
            return Net(*about, _floats(found["mean"]), _floats(found["scale"]), layers, prospects, path.stem)
    except (KeyError, ValueError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise Malformed(f"{path} is no net: {error}") from None


def _floats(found: npt.NDArray[Any]) -> Array:
    return found.astype(np.float32)
