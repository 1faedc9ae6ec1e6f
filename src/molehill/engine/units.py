"""Units of machine code: the kernels of one file with all rules that they reach, each compiled once.

Left to itself Numba optimises a function again inside every caller and makes machine code for all of them. Here a
function stays as it was lowered until its unit is built: linked, optimised and turned into machine code in one go. This
is the only module that knows Numba from the inside, and it is written for the versions that pyproject.toml allows.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import compiler, registry, serialize, typing
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_cast
from numba.core.lowering import Environment

Key = tuple[str, str, tuple[Any, ...]]  # a function's module, its name, the types of its arguments
Heard = Callable[[str], None]

kinds: Any = numba.types
_DECLARED = {"int": kinds.int64, "float": kinds.float64, "bool": kinds.boolean}
_OPTIONS = {"nopython": True, "error_model": "numpy", "boundscheck": None, "no_cfunc_wrapper": True}

_on_shelf: dict[Key, Any] = {}  # lowered code from the cache
_lowered: dict[Any, tuple[Key, Any]] = {}  # lowered code of this process: what is in each library
_heard: list[Heard] = []  # who is told of each function that has been compiled


# ---- code that is only lowered --------------------------------------------------------------------------------------


class _Lowered(JITCodeLibrary):
    """The code of one function: neither optimised nor machine code."""

    def _optimize_functions(self, module: Any) -> None:
        """Nothing: the unit is optimised as a whole."""

    def finalize(self) -> None:
        """Nothing more is added."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code."""
        return 0


class _Lowering(JITCPUCodegen):
    """Makes such libraries."""

    _library_class = _Lowered

    def set_env(self, name: str, env: Any) -> None:
        """Only what Python calls needs an environment."""


_LOWERING = _Lowering("molehill")


class _Target(registry.CPUTarget):
    """The CPU as Numba knows it, with code that is only lowered."""

    _toplevel_target_context = registry.cpu_target.target_context.subtarget(_internal_codegen=_LOWERING)
    _toplevel_typing_context = registry.cpu_target.typing_context


@contextmanager
def _only_lowered() -> Iterator[None]:
    """Numba's own functions, such as `min` and `zeros`, are only lowered as well, when rules call them first."""
    context = registry.cpu_target.target_context
    usual, context._internal_codegen = context._internal_codegen, _LOWERING
    try:
        yield
    finally:
        context._internal_codegen = usual


class _Shelf(NullCache):
    """Where Numba looks before it compiles a function, and where it puts what it has compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = (function.__module__, function.__qualname__)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function as it was lowered for an earlier unit."""
        return _on_shelf.get((*self._name, tuple(sig)))

    def save_overload(self, sig: Any, result: Any) -> None:
        """Remember which function a library holds."""
        _lowered[result.library] = ((*self._name, tuple(sig)), result)
        for heard in _heard:
            heard(self._name[1])


# ---- functions ------------------------------------------------------------------------------------------------------


class Rule(registry.CPUDispatcher):
    """A function that compiled code calls. Called from Python, it runs as Python."""

    targetdescr = _Target("molehill")

    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        super().__init__(function, targetoptions=_OPTIONS | {"no_cpython_wrapper": True} | options)
        declared = function.__annotations__
        self._declared = [_declared(declared.get(name)) for name in self._compiler.pysig.parameters]
        self._cache = _Shelf(function)

    def __call__(self, *arguments: Any) -> Any:
        """Run it as Python, on records that read as in compiled code."""
        from molehill.engine.records import plain

        return self.py_func(*map(plain, arguments))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls it: arguments are widened first, so there is one signature for all callers."""
        pysig, given = self._compiler.fold_argument_types(args, kws)
        wide = tuple(map(_widened, given, self._declared))
        self.compile(wide)
        name = self.py_func.__name__
        template = typing.make_concrete_template(f"Call({name})", key=name, signatures=self.nopython_signatures)
        return template, pysig, wide, {}

    def add_overload(self, result: Any) -> None:
        """Python never calls the compiled function, so only compiled code is told of it."""
        self.overloads[tuple(result.signature.args)] = result


class Kernel(registry.CPUDispatcher):
    """A function that Python calls, too: a rule, and its machine code once its unit has been loaded."""

    def __init__(self, function: Callable[..., Any], nogil: bool) -> None:
        super().__init__(function, targetoptions=_OPTIONS | {"nogil": nogil})
        self.rule = Rule(function, nogil=nogil, no_cpython_wrapper=False)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compiled code calls the rule."""
        return self.rule.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Compiled code calls the rule."""
        return self.rule.get_overload(sig)

    def given(self, *first: Any) -> Callable[..., Any]:
        """The kernel with its first arguments given: their types are looked at here, and not again at every call."""
        (code,) = self.overloads.values()
        if tuple(map(self.typeof_pyval, first)) != code.signature.args[: len(first)]:
            self._compile_for_args(*first)
        return partial(code.entry_point, *first)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Numba asks for this when a call fits no signature: nothing is compiled at a call."""
        given = ", ".join(str(self.typeof_pyval(argument)) for argument in args)
        taken = " or ".join(str(signature.args) for signature in self.nopython_signatures)
        raise TypeError(f"{self.__qualname__} takes {taken or 'no calls before it is loaded'}, not ({given})")


def _declared(annotation: Any) -> Any:
    """The type that an annotation asks for, whether its module imports annotations from __future__ or not."""
    return _DECLARED.get(annotation if isinstance(annotation, str) else getattr(annotation, "__name__", ""))


def _widened(given: Any, declared: Any) -> Any:
    """The type an argument is handed over as: the declared one, else whole numbers as 64 bits, rows as arrays."""
    if declared is not None:
        return declared
    if isinstance(given, kinds.NestedArray):
        return kinds.Array(given.dtype, given.ndim, "C")
    plain = numba.typeof(given.value) if isinstance(given, kinds.Omitted) else kinds.unliteral(given)
    return kinds.int64 if isinstance(plain, kinds.Integer) and plain != kinds.uint64 else plain


@lower_cast(kinds.NestedArray, kinds.Array)  # type: ignore[untyped-decorator]
def _as_array(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """A row of a record is an array as it stands."""
    return value


# ---- units ----------------------------------------------------------------------------------------------------------


def roots_of(module: ModuleType) -> list[Rule]:
    """What a unit is compiled for: the kernels that its file declares, or its rules if it has no kernels."""
    mine = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    kernels = [value.rule for value in mine if isinstance(value, Kernel)]
    return kernels or [value for value in mine if isinstance(value, Rule)]


def lower_unit(module: ModuleType, signature: Callable[[Rule], tuple[Any, ...]], heard: Heard) -> list[Any]:
    """Lower the roots of a unit with all they reach; `heard` is told of each function that is compiled for it."""
    _heard.append(heard)
    try:
        with global_compiler_lock, _only_lowered():
            return [_lower(root, signature(root)) for root in roots_of(module)]
    finally:
        _heard.remove(heard)


def keep_lowered(results: list[Any], path: Path) -> None:
    """Keep lowered code, for the units that are built on this one."""
    libraries = _reached(results)
    functions = [_lowered[library] for library in libraries if library in _lowered]
    described = [(key, result.signature, _bare(result.fndesc)) for key, result in functions]
    _write(path, (link_unit(results).as_bitcode(), described))


def link_unit(results: list[Any]) -> Any:
    """Lowered functions and all they reach in one module of LLVM's code, for those who build it for another machine."""
    return _link(llvm.parse_assembly(""), _reached(results))


def build_unit(module: ModuleType, results: list[Any], path: Path) -> None:
    """Make machine code of what was lowered, keep it, and let Python call it."""
    with global_compiler_lock:
        library = _build(module.__name__, results)
        described = [(result.fndesc.qualname, result.signature, _bare(result.fndesc)) for result in results]
        _write(path, (library.serialize_using_object_code(), described))
        _arm(module, library, described)


def load_unit(module: ModuleType, machine: Path) -> bool:
    """Take a unit's machine code from the cache. False if it is not there."""
    kept = _read(machine)
    if kept is None:
        return False
    saved, described = kept
    with global_compiler_lock:
        context = registry.cpu_target.target_context
        context.refresh()
        _arm(module, context.codegen().unserialize_library(saved), described)
    return True


def recall(lowered: Path) -> bool:
    """Put the lowered code of another unit on the shelf, so that nothing in it is compiled again. False without it."""
    kept = _read(lowered)
    if kept is None:
        return False
    bitcode, functions = kept
    library = Rule.targetdescr.target_context.codegen().create_library(lowered.stem)
    library._final_module = llvm.parse_bitcode(bitcode)
    library.finalize()
    for key, signature, described in functions:
        if key not in _on_shelf:
            _on_shelf[key] = _result(signature, described, library, object())
    return True


def _lower(rule: Rule, signature: tuple[Any, ...]) -> Any:
    rule.compile(signature)
    return rule.overloads[signature]


def _reached(results: list[Any]) -> list[Any]:
    """The libraries of these functions and of all that they call, each once."""
    found: dict[Any, None] = {}
    left = [result.library for result in results]
    while left:
        library = left.pop()
        if library not in found:
            found[library] = None
            left += library._linking_libraries
    return list(found)


def _link(module: Any, libraries: list[Any]) -> Any:
    """Everything in one module, in which a function may stand twice: the same one for two units."""
    for library in libraries:
        part = library._final_module.clone()
        for function in part.functions:
            if not function.is_declaration:
                function.linkage = "weak_odr"  # unlike linkonce it comes along though nothing calls it yet
        module.link_in(part, preserve=True)
    return module


def _build(name: str, results: list[Any]) -> Any:
    """Optimise everything together and make machine code, in which only the kernels can be found."""
    library = registry.cpu_target.target_context.codegen().create_library(name)
    library.enable_object_caching()
    module = _link(library._final_module, _reached(results))
    found = {result.fndesc.llvm_cpython_wrapper_name for result in results}
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in found else "internal"
    library.finalize()
    return library


def _arm(module: ModuleType, library: Any, described: list[Any]) -> None:
    """Let Python call the kernels in a library of machine code."""
    context = registry.cpu_target.target_context
    for name, signature, fndesc in described:
        entry = context.get_executable(library, fndesc, Environment.from_fndesc(fndesc))
        vars(module)[name].add_overload(_result(signature, fndesc, library, entry))


def _result(signature: Any, fndesc: Any, library: Any, entry: Any) -> Any:
    return compiler.compile_result(
        signature=signature, fndesc=fndesc, library=library, entry_point=entry, objectmode=False, lifted=()
    )  # fmt: skip


def _bare(fndesc: Any) -> Any:
    """A function's description without what is known only while it is compiled."""
    fndesc.typemap = fndesc.calltypes = None
    return fndesc


def _read(path: Path) -> Any:
    """What was kept; None if there is nothing, or only the rest of something."""
    try:
        return pickle.loads(path.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError):
        return None


def _write(path: Path, content: Any) -> None:
    """Keep all of it or nothing, even if others write the same. A full disk only means that it is compiled again."""
    with suppress(OSError), tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(serialize.dumps(content))
            file.flush()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
