"""Single bits of an integer, as one machine instruction when compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from molehill.engine.compiling import JIT

first_bit: Callable[[int], int]
count_bits: Callable[[int], int]

if JIT:
    from numba import types
    from numba.extending import intrinsic

    def _first_bit(typing_context: Any, bits: Any) -> Any:
        """The number of the lowest bit that is set; bits must not be 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.cttz(word, context.get_constant(types.boolean, True))

        return types.int64(bits), generate

    def _count_bits(typing_context: Any, bits: Any) -> Any:
        """How many bits are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.ctpop(word)

        return types.int64(bits), generate

    first_bit = cast(Any, intrinsic(_first_bit))
    count_bits = cast(Any, intrinsic(_count_bits))

else:

    def _lowest(bits: int) -> int:
        return (bits & -bits).bit_length() - 1

    first_bit = _lowest
    count_bits = int.bit_count
