"""Events: what happened, as numbers in a buffer. Rules note them down; a match reads them and gives them names.

An event is its kind, who may see it, the clause that it cites, and then what it tells: numbers and small rows of them,
as many as it needs. In the buffer each of these has a pair, (-1, the number) or (the length of the row, 0); the rows
follow after the pairs. The first number of a buffer counts those in use.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import JIT, rule
from molehill.engine.records import Int32, Numbers, Row

Log = Row[Int32]
Told = int | list[int]

HEAD = 4  # kind, to, clause, how many pairs
NUMBER = -1


def event_buffer(size: int) -> npt.NDArray[np.int32]:
    """Room for events of so many numbers in all. With none, `emit` costs nothing: that is what simulations pass."""
    return np.zeros(size + 1, dtype=np.int32)


@rule
def silence() -> Log:
    """A buffer for events that nobody reads."""
    return np.zeros(1, dtype=np.int32)  # type: ignore[return-value]


@rule
def is_heard(log: Log) -> bool:
    """Whether anybody reads the events: what is only told need not be worked out otherwise."""
    return log.shape[0] > 1


def emit(log: Log, kind: int, to: int, clause: int, *told: int | Row[int]) -> None:
    """Note an event: its kind, who may see it (seats as bits, or EVERYBODY), the clause it cites, and what it tells."""
    if is_heard(log):
        lengths = [shape[0] if (shape := getattr(one, "shape", ())) else NUMBER for one in told]
        pairs = [part for n, one in zip(lengths, told, strict=True) for part in (n, one if n == NUMBER else 0)]
        note_down(log, kind, to, clause, np.array(pairs, dtype=np.int64))  # type: ignore[arg-type]
        for n, one in zip(lengths, told, strict=True):
            if n != NUMBER:
                note_row(log, one)  # type: ignore[arg-type]


@rule
def note_down(log: Log, kind: int, to: int, clause: int, pairs: Numbers) -> None:
    """Write an event without its rows into the buffer; one that does not fit is counted all the same."""
    n, size = log[0], pairs.shape[0]
    log[0] = n + HEAD + size
    if log[0] < log.shape[0]:
        log[n + 1] = kind
        log[n + 2] = to
        log[n + 3] = clause
        log[n + 4] = size // 2
        for k in range(size):
            log[n + 1 + HEAD + k] = pairs[k]


@rule
def note_row(log: Log, row: Row[int]) -> None:
    """Write a row that an event tells."""
    n, size = log[0], row.shape[0]
    log[0] = n + size
    if log[0] < log.shape[0]:
        for k in range(size):
            log[n + 1 + k] = row[k]


def drain(log: npt.NDArray[np.int32]) -> list[tuple[int, int, int, tuple[Told, ...]]]:
    """Take the events out of a buffer: (kind, to, clause, what it tells)."""
    n = int(log[0])
    if n >= len(log):
        raise OverflowError(f"the events of one move need room for {n} numbers; the buffer holds {len(log) - 1}")
    log[0] = 0
    numbers, events, at = log[1 : n + 1].tolist(), [], 0
    while at < n:
        kind, to, clause, count = numbers[at : at + HEAD]
        pairs, at = at + HEAD, at + HEAD + 2 * count
        told: list[Told] = []
        for k in range(pairs, at, 2):
            if numbers[k] == NUMBER:
                told.append(numbers[k + 1])
            else:
                told.append(numbers[at : at + numbers[k]])
                at += numbers[k]
        events.append((kind, to, clause, tuple(told)))
    return events


if JIT:  # compiled, only the question whether anybody listens stands where `emit` is called
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import lower_builtin
    from numba.np.arrayobj import make_array, populate_array

    _PAIRS = types.Array(types.int64, 1, "C")

    @infer_global(emit)
    class _Emit(AbstractTemplate):  # type: ignore[misc]
        """What compiled code calls `emit` with: numbers of any width, and rows."""

        def generic(self, args: Any, kws: Any) -> Any:
            told = [_told(given) for given in args[4:]]
            return signature(types.void, args[0], types.int64, types.int64, types.int64, *told)

    def _told(given: Any) -> Any:
        if isinstance(given, types.Array) and given.ndim == 1:
            return given
        if isinstance(given, types.Integer | types.Boolean):
            return types.int64
        raise TypingError(f"an event tells whole numbers and rows of them, not {given}")

    @lower_builtin(emit, types.VarArg(types.Any))  # type: ignore[untyped-decorator]
    def _lower_emit(context: Any, builder: Any, called: Any, given: Any) -> Any:
        kinds, (log, *head) = called.args[4:], given[:4]
        length = builder.extract_value(make_array(called.args[0])(context, builder, log).shape, 0)
        with builder.if_then(builder.icmp_signed(">", length, length.type(1)), likely=False):
            pairs = _pairs(context, builder, kinds, given[4:])
            _call(context, builder, note_down, (*called.args[:4], _PAIRS), (log, *head, pairs))
            for kind, value in zip(kinds, given[4:], strict=True):
                if isinstance(kind, types.Array):
                    _call(context, builder, note_row, (called.args[0], kind), (log, value))
        return context.get_dummy_value()

    def _pairs(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
        """The pairs of an event, on the stack, as an array."""
        number = context.get_value_type(types.int64)
        room = cgutils.alloca_once(builder, number, size=max(1, 2 * len(kinds)))
        for k, (kind, value) in enumerate(zip(kinds, values, strict=True)):
            pair = (number(NUMBER), value)
            if isinstance(kind, types.Array):
                pair = (builder.extract_value(make_array(kind)(context, builder, value).shape, 0), number(0))
            for j, part in enumerate(pair):
                builder.store(part, builder.gep(room, [number(2 * k + j)]))
        array = make_array(_PAIRS)(context, builder)
        populate_array(array, room, [number(2 * len(kinds))], [number(8)], number(8), meminfo=None)
        return array._getvalue()

    def _call(context: Any, builder: Any, function: Any, kinds: Any, values: Any) -> None:
        """Call another rule."""
        dispatched = context.typing_context.resolve_value_type(function)
        called = dispatched.get_call_type(context.typing_context, kinds, {})
        compiled = context.get_function(dispatched, called)
        context.add_linking_libs(getattr(compiled, "libs", ()))
        compiled(builder, [context.cast(builder, *c) for c in zip(values, kinds, called.args, strict=True)])
