"""Single bits of an integer, as one machine instruction when compiled, and the words that a record is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from molehill.engine.compiling import JIT
from molehill.engine.records import Record, Row, bare, plain

first_bit: Callable[[int], int]
count_bits: Callable[[int], int]
words_of: Callable[[Record], Row[int]]

if JIT:
    from numba import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

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

    def _words_of(typing_context: Any, record: Any) -> Any:
        """What lies in a record, as whole numbers of 32 bits, or of 8 where its size is no multiple of those."""
        words = types.Array(types.uint32 if record.size % 4 == 0 else types.uint8, 1, "C")
        width = words.dtype.bitwidth // 8

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = builder.bitcast(arguments[0], context.get_value_type(words.dtype).as_pointer())
            number = context.get_value_type(types.intp)
            array = make_array(words)(context, builder)
            shape, step = [number(record.size // width)], number(width)
            populate_array(array, data, shape, [step], step, meminfo=None)
            return array._getvalue()

        return words(record), generate

    first_bit = cast(Any, intrinsic(_first_bit))
    count_bits = cast(Any, intrinsic(_count_bits))
    words_of = cast(Any, intrinsic(_words_of))

else:

    def _lowest(bits: int) -> int:
        return (bits & -bits).bit_length() - 1

    def _words(record: Record) -> Row[int]:
        lying = bare(record).tobytes()
        words: Row[int] = plain(np.frombuffer(lying, dtype=np.uint32 if len(lying) % 4 == 0 else np.uint8))
        return words

    first_bit = _lowest
    count_bits = int.bit_count
    words_of = _words
