"""Functions of real numbers that give the same on every machine, compiled or not.

Those of the system differ in the last bit from one library to the next, and a bot that compares two moves may then
choose the other one. Here are only sums, products and quotients, which every processor rounds alike.
"""

from __future__ import annotations

from math import factorial, inf

from molehill.engine.compiling import rule

_MOST = 700.0  # of what is larger or smaller the power is too large or too small for a float, or nearly so
_LN2 = 0.6931471805599453
_LN2_HIGH = 0.6931471803691238  # its first digits: products of them with small whole numbers are exact
_LN2_LOW = 1.9082149292705877e-10  # the rest
_EXP = tuple(1 / factorial(n) for n in range(13, -1, -1))  # the factors of the series, the last first
_LOG = tuple(1 / (2 * n + 1) for n in range(13, -1, -1))


@rule
def exp(x: float) -> float:
    """e to the power of x."""
    if x < -_MOST:
        return 0.0
    if x > _MOST:
        return inf
    doublings = int(x / _LN2 + (0.5 if x >= 0.0 else -0.5))
    rest, value = (x - doublings * _LN2_HIGH) - doublings * _LN2_LOW, 0.0
    for n in range(len(_EXP)):
        value = value * rest + _EXP[n]
    power, left = 2.0 if doublings > 0 else 0.5, abs(doublings)
    while left > 0:
        if left & 1:
            value *= power
        power *= power
        left >>= 1
    return value


@rule
def log(x: float) -> float:
    """The natural logarithm."""
    if x <= 0.0:
        return -inf
    if x == inf:
        return inf
    doublings, rest = 0, x
    while rest > 1.5:
        rest *= 0.5
        doublings += 1
    while rest < 0.75:
        rest *= 2.0
        doublings -= 1
    part, value = (rest - 1.0) / (rest + 1.0), 0.0
    for n in range(len(_LOG)):
        value = value * part * part + _LOG[n]
    return doublings * _LN2_HIGH + (2.0 * part * value + doublings * _LN2_LOW)
