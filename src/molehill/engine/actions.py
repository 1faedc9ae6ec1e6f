"""Moves in factors: what kind of move, which piece, where to, how far, each a small number of its own.

They follow from the structures of the moves: a move's "do" is its kind and each of its keys a factor, which kinds with
the same key share. A list has a factor for each of its places, which `FACTORS` of the game's `moves.py` may name; a
structure one for each of its keys; a whole number with very many values one for its hundreds and one for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine import whole
from molehill.engine.errors import Malformed

if TYPE_CHECKING:
    from molehill.engine.game import Game

KIND = "kind"
MANY = 256  # values of a factor; more whole numbers than these are cut into hundreds and ones
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Factor:
    """One part of a move: its name, its possible values, and where its columns are in a mask.

    The first value is None where some kinds of moves do not have this part.
    """

    name: str
    values: tuple[Any, ...]
    slice: slice

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.values)


class Actions:
    """The moves of a game in factors. A move is a row of numbers, the place of its value in each factor.

    The first factor is the kind of the move. What a kind does not have is 0, which means None there.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        rows = [dict(_parts(game, number)) for number in range(game.move_count)]
        _cut_large_numbers(rows)
        names = list(dict.fromkeys(name for row in rows for name in row))
        found: list[Factor] = []
        for name in names:
            values = _values([row.get(name) for row in rows])
            start = found[-1].slice.stop if found else 0
            found.append(Factor(name, values, slice(start, start + len(values))))
        self.factors: tuple[Factor, ...] = tuple(found)
        places = [{value: k for k, value in enumerate(factor.values)} for factor in found]
        self.table: npt.NDArray[np.int16] = np.array(
            [[place[row.get(factor.name)] for factor, place in zip(found, places, strict=True)] for row in rows],
            dtype=np.int16,
        )  # of each move its factors

    def __repr__(self) -> str:
        return f"<actions of {self.game.id}: {', '.join(f'{f.name} {f.size}' for f in self.factors)}>"

    @property
    def columns(self) -> int:
        """How many columns a mask has: those of all factors, one after the other."""
        return int(self.factors[-1].slice.stop)

    def decode(self, move: int | npt.ArrayLike) -> npt.NDArray[np.int16]:
        """The factors of a move, or a row of them for each of many moves."""
        says = f"moves of {self.game.id} are whole numbers from 0 to {self.game.move_count - 1}"
        numbers = whole.array(move, says)
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < self.game.move_count):
            raise Malformed(says)
        found: npt.NDArray[np.int16] = self.table[numbers]
        return found

    def encode(self, factors: npt.ArrayLike) -> Any:
        """The number of a move by its factors, or a number for each row of them. Malformed if there is no such move."""
        names = ", ".join(factor.name for factor in self.factors)
        says = f"a move of {self.game.id} has {len(self.factors)} factors, each a whole number: {names}"
        rows = whole.array(factors, says)
        if rows.shape[-1:] != (len(self.factors),):
            raise Malformed(says)
        keys, order = self._keys
        wanted = rows.astype(np.int64) @ self._strides
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        outside = (rows < 0) | (rows >= np.array([factor.size for factor in self.factors]))
        wrong = (keys[at] != wanted) | outside.any(axis=-1)
        if wrong.any():
            raise Malformed(
                f"no move of {self.game.id} has the factors {np.atleast_2d(rows)[np.flatnonzero(wrong)[0]]}"
            )
        return int(order[at]) if rows.ndim == 1 else order[at]

    def name(self, move: int) -> dict[str, Any]:
        """The factors of a move by name, with their values; those that it does not have are left out."""
        places = self.decode(move).tolist()
        named = {factor.name: factor.values[k] for factor, k in zip(self.factors, places, strict=True)}
        return {name: value for name, value in named.items() if value is not None}

    # ---- masks -------------------------------------------------------------------------------------------------------

    def mask(self, legal: Sequence[int]) -> Mask:
        """Which value of each factor some of these moves has, for all factors one after the other."""
        found = np.zeros(self.columns, dtype=np.bool_)
        starts = [factor.slice.start for factor in self.factors]
        found[(self.decode(legal) + starts).ravel()] = True
        return found

    def mask_after(self, legal: Sequence[int], given: Sequence[int]) -> Mask:
        """Which values the next factor can have, after those given for the factors before it.

        To choose a move, choose factor by factor: what is chosen so is always legal.
        """
        if len(given) >= len(self.factors):
            raise Malformed(f"a move of {self.game.id} has {len(self.factors)} factors, and {len(given)} are given")
        rows = self.decode(legal)
        fitting = rows[(rows[:, : len(given)] == np.asarray(given, dtype=np.int16)).all(axis=1), len(given)]
        found = np.zeros(self.factors[len(given)].size, dtype=np.bool_)
        found[fitting] = True
        return found

    def split(self, mask: Mask) -> dict[str, Mask]:
        """A mask, or rows of them, cut into factors under their names."""
        return {factor.name: mask[..., factor.slice] for factor in self.factors}

    @cached_property
    def by_kind(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
        """For each move its columns in a mask, those that it shares with its kind at the end, and how many are its own.

        The first column is that of the kind.
        """
        columns = self.table + np.array([factor.slice.start for factor in self.factors], dtype=np.int16)
        empty = np.zeros_like(self.table, dtype=bool)
        for k, factor in enumerate(self.factors):
            empty[:, k] = (self.table[:, k] == 0) & (factor.values[0] is None)
        order = np.argsort(empty, axis=1, kind="stable")
        return np.take_along_axis(columns, order, axis=1), (~empty).sum(axis=1).astype(np.int8)

    @cached_property
    def _strides(self) -> npt.NDArray[np.int64]:
        sizes = [factor.size for factor in self.factors]
        return np.array([int(np.prod(sizes[k + 1 :], dtype=np.int64)) for k in range(len(sizes))], dtype=np.int64)

    @cached_property
    def _keys(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        keys = self.table.astype(np.int64) @ self._strides
        order = np.argsort(keys)
        if len(np.unique(keys)) < len(keys):
            raise Malformed(f"two moves of {self.game.id} have the same factors")
        return keys[order], order


# ---- from structures to factors --------------------------------------------------------------------------------------


def _parts(game: Game, number: int) -> Iterator[tuple[str, Any]]:
    """The parts of a move: its kind, then what it says besides."""
    moves = game.part("moves")
    names: Mapping[str, Sequence[str]] = getattr(moves, "FACTORS", {})
    for key, value in moves.decode(number).items():
        if key == "do":
            yield KIND, value
        elif isinstance(value, dict):
            yield from ((f"{key}.{inner}", part) for inner, part in value.items())
        elif isinstance(value, list | tuple):
            yield from zip(names.get(key) or [f"{key}.{k}" for k in range(len(value))], value, strict=True)
        else:
            yield key, value


def _cut_large_numbers(rows: list[dict[str, Any]]) -> None:
    """Put two small parts in the place of a whole number that has very many values."""
    for name in {name for row in rows for name in row}:
        values = {row[name] for row in rows if name in row}
        if len(values) > MANY and all(isinstance(value, int) for value in values):
            for row in rows:
                if name in row:
                    value = row.pop(name)
                    row |= {f"{name}.hundreds": value // 100, f"{name}.ones": value % 100}


def _values(met: list[Any]) -> tuple[Any, ...]:
    """All values of a factor: None first, whole numbers by size, words in the order of the moves' numbers."""
    values = [value for value in dict.fromkeys(met) if value is not None]
    if all(isinstance(value, int) for value in values):
        values.sort()
    return (None, *values) if None in met else tuple(values)
