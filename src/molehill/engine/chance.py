"""Random numbers for kernels: one 64-bit word of state, the same numbers on every machine, compiled or not.

No table holds a generator. Kernels seed one for each game from (seed, game number), so that results do not depend on
how games are spread over threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from molehill.engine.compiling import JIT, rule
from molehill.engine.records import Generator, UInt64, Weights

_STEP = 0x9E3779B97F4A7C15
_M1 = 0xBF58476D1CE4E5B9
_M2 = 0x94D049BB133111EB
_WORD = (1 << 64) - 1

if JIT:
    u64: Any = np.uint64
    i64: Any = np.int64
    _U_STEP, _U_M1, _U_M2 = u64(_STEP), u64(_M1), u64(_M2)
    KEY: UInt64 = _U_STEP

    @rule
    def next64(rng: Generator) -> UInt64:
        """Splitmix64: the next 64 random bits."""
        z = rng[0] + _U_STEP
        rng[0] = z
        z = (z ^ (z >> u64(30))) * _U_M1
        z = (z ^ (z >> u64(27))) * _U_M2
        return z ^ (z >> u64(31))

    @rule
    def below(rng: Generator, n: int) -> int:
        """A random whole number from 0 to n - 1."""
        return int(((next64(rng) >> u64(32)) * u64(n)) >> u64(32))

    @rule
    def stir(key: UInt64, word: UInt64) -> UInt64:
        """Mix a word into a 64-bit key, so that positions can be told apart by their keys."""
        key = (key ^ u64(word)) * _U_M1
        return key ^ (key >> u64(32))

    @rule
    def slot(key: UInt64, size: int) -> int:
        """A place from 0 to size - 1 for what has this key; the size is a power of two."""
        return i64(key >> u64(16)) & (size - 1)

    @rule
    def bit(key: UInt64, b: int) -> int:
        """One of the 64 bits of a key."""
        return i64(key >> u64(b)) & 1

    @rule
    def start(rng: Generator, seed: int, number: int) -> None:
        """Begin the stream of game `number` under `seed`."""
        rng[0] = u64(seed)
        rng[0] = next64(rng) ^ (u64(number) * _U_M1)
        rng[0] = next64(rng)

else:
    KEY = _STEP

    def next64(rng: Generator) -> UInt64:
        """Splitmix64: the next 64 random bits."""
        z = (int(rng[0]) + _STEP) & _WORD
        rng[0] = z
        z = ((z ^ (z >> 30)) * _M1) & _WORD
        z = ((z ^ (z >> 27)) * _M2) & _WORD
        return z ^ (z >> 31)

    def below(rng: Generator, n: int) -> int:
        """A random whole number from 0 to n - 1."""
        return int(((next64(rng) >> 32) * n) >> 32)

    def stir(key: UInt64, word: UInt64) -> UInt64:
        """Mix a word into a 64-bit key, so that positions can be told apart by their keys."""
        key = ((int(key) ^ int(word)) * _M1) & _WORD
        return key ^ (key >> 32)

    def slot(key: UInt64, size: int) -> int:
        """A place from 0 to size - 1 for what has this key; the size is a power of two."""
        return (key >> 16) & (size - 1)

    def bit(key: UInt64, b: int) -> int:
        """One of the 64 bits of a key."""
        return (int(key) >> b) & 1

    def start(rng: Generator, seed: int, number: int) -> None:
        """Begin the stream of game `number` under `seed`."""
        rng[0] = seed & _WORD
        rng[0] = next64(rng) ^ ((number * _M1) & _WORD)
        rng[0] = next64(rng)


@rule
def weighted(rng: Generator, weight: Weights, n: int) -> int:
    """An index from 0 to n - 1, each as likely as its weight says."""
    total = 0
    for k in range(n):
        total += int(weight[k])
    left = below(rng, total)
    for k in range(n):
        left -= int(weight[k])
        if left < 0:
            return k
    return n - 1
