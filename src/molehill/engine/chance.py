"""Random numbers for kernels: one 64-bit word of state, the same numbers on every machine, compiled or not.

No table holds a generator. Kernels seed one for each game from (seed, game number), so that results do not depend on
how games are spread over threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from molehill.engine.compiling import JIT, rule

_STEP = 0x9E3779B97F4A7C15
_M1 = 0xBF58476D1CE4E5B9
_M2 = 0x94D049BB133111EB
_WORD = (1 << 64) - 1

if JIT:
    _U_STEP, _U_M1, _U_M2 = np.uint64(_STEP), np.uint64(_M1), np.uint64(_M2)

    @rule
    def next64(rng: Any) -> Any:
        """Splitmix64: the next 64 random bits."""
        z = rng[0] + _U_STEP
        rng[0] = z
        z = (z ^ (z >> np.uint64(30))) * _U_M1
        z = (z ^ (z >> np.uint64(27))) * _U_M2
        return z ^ (z >> np.uint64(31))

    @rule
    def below(rng: Any, n: int) -> int:
        """A random whole number from 0 to n - 1."""
        return int(((next64(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))

    @rule
    def stir(key: Any, word: Any) -> Any:
        """Mix a word into a 64-bit key, so that positions can be told apart by their keys."""
        key = (key ^ np.uint64(word)) * _U_M1
        return key ^ (key >> np.uint64(32))

    @rule
    def start(rng: Any, seed: int, number: int) -> None:
        """Begin the stream of game `number` under `seed`."""
        rng[0] = np.uint64(seed)
        rng[0] = next64(rng) ^ (np.uint64(number) * _U_M1)
        rng[0] = next64(rng)

else:

    def next64(rng: Any) -> Any:
        """Splitmix64: the next 64 random bits."""
        z = (int(rng[0]) + _STEP) & _WORD
        rng[0] = z
        z = ((z ^ (z >> 30)) * _M1) & _WORD
        z = ((z ^ (z >> 27)) * _M2) & _WORD
        return z ^ (z >> 31)

    def below(rng: Any, n: int) -> int:
        """A random whole number from 0 to n - 1."""
        return int(((next64(rng) >> 32) * n) >> 32)

    def stir(key: Any, word: Any) -> Any:
        """Mix a word into a 64-bit key, so that positions can be told apart by their keys."""
        key = ((int(key) ^ int(word)) * _M1) & _WORD
        return key ^ (key >> 32)

    def start(rng: Any, seed: int, number: int) -> None:
        """Begin the stream of game `number` under `seed`."""
        rng[0] = seed & _WORD
        rng[0] = next64(rng) ^ ((number * _M1) & _WORD)
        rng[0] = next64(rng)


@rule
def weighted(rng: Any, weight: Any, n: int) -> int:
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
