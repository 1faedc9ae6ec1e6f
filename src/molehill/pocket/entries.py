"""Entry points: kernels as a host outside Python calls them, with plain addresses and numbers.

A row becomes its address and its length; a whole number has 32 bits, as JavaScript likes it. Several results are
written to an address that comes first. A rule that raises stops the module.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.np.arrayobj import make_array, populate_array

from molehill.engine.units import Rule, kinds

_ADDRESS, _SHORT, _LONG, _REAL = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64), ir.DoubleType()
Part = tuple[str, ir.Type]  # a parameter of an entry point: its name and what it is


def entries(results: Iterable[Any]) -> Any:
    """A module of LLVM's code with an entry point for each of these lowered kernels, under the kernel's own name."""
    context = Rule.targetdescr.target_context
    module = ir.Module("entries")
    for result in results:
        _Entry(context, module, result.fndesc).write()
    return llvm.parse_assembly(str(module))


class _Entry:
    """One entry point, while it is written."""

    def __init__(self, context: Any, module: ir.Module, described: Any) -> None:
        self.context, self.described = context, described
        self.callee = context.declare_function(module, described)
        self._stop = module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ()))
        parts = [part for name, kind in self._parameters() for part in _parts(name, kind)]
        results, given = _returned(described.restype)
        signature = ir.FunctionType(results, [kind for _, kind in given + parts])
        self.function = ir.Function(module, signature, described.qualname)
        for argument, (name, _) in zip(self.function.args, given + parts, strict=True):
            argument.name = name
        self.builder = ir.IRBuilder(self.function.append_basic_block())
        self.given = iter(self.function.args[len(given) :])

    def write(self) -> None:
        """Hand on what is given, and return what comes back."""
        convention = self.context.call_conv
        arguments = [self._argument(kind) for _, kind in self._parameters()]
        returned, kinds_given = self.described.restype, self.described.argtypes
        status, value = convention.call_function(self.builder, self.callee, returned, kinds_given, arguments)
        with self.builder.if_then(status.is_error, likely=False):
            self.builder.call(self._stop, ())
            self.builder.unreachable()
        self._return(returned, value)

    def _parameters(self) -> list[tuple[str, Any]]:
        return list(zip(self.described.args, self.described.argtypes, strict=True))

    def _argument(self, kind: Any) -> Any:
        """The next argument as compiled code takes it."""
        builder, value = self.builder, next(self.given)
        if not isinstance(kind, kinds.Array):
            return value if kind == kinds.float64 else builder.sext(value, _LONG)
        width = self.context.get_abi_sizeof(self.context.get_data_type(kind.dtype))
        data = builder.bitcast(value, self.context.get_data_type(kind.dtype).as_pointer())
        array, length = make_array(kind)(self.context, builder), builder.sext(next(self.given), _LONG)
        populate_array(array, data, [length], [_LONG(width)], _LONG(width), meminfo=None)
        return array._getvalue()

    def _return(self, kind: Any, value: Any) -> None:
        builder = self.builder
        if isinstance(kind, kinds.UniTuple):
            room = builder.bitcast(self.function.args[0], _REAL.as_pointer())
            for n in range(kind.count):
                builder.store(builder.extract_value(value, n), builder.gep(room, [_SHORT(n)]))
            builder.ret_void()
        elif kind == kinds.none:
            builder.ret_void()
        else:
            builder.ret(value if kind == kinds.float64 else self._short(value))

    def _short(self, number: Any) -> Any:
        """A whole number with 32 bits."""
        wide = self.builder.sext(number, _LONG) if number.type.width < _LONG.width else number
        return self.builder.trunc(wide, _SHORT)


def _parts(name: str, kind: Any) -> list[Part]:
    """What stands for a parameter of a kernel."""
    if isinstance(kind, kinds.Array):
        return [(name, _ADDRESS), (f"{name}.length", _SHORT)]
    return [(name, _REAL if kind == kinds.float64 else _SHORT)]


def _returned(kind: Any) -> tuple[ir.Type, list[Part]]:
    """What an entry point returns, and the address that it takes if that is more than one number."""
    if isinstance(kind, kinds.UniTuple) and kind.dtype == kinds.float64:
        return ir.VoidType(), [("results", _ADDRESS)]
    if kind == kinds.none:
        return ir.VoidType(), []
    if kind == kinds.float64 or (isinstance(kind, kinds.Integer) and kind.signed):
        return (_REAL if kind == kinds.float64 else _SHORT), []
    raise TypeError(f"an entry point can't return {kind}")
