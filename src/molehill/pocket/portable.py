"""Lowered code for another machine: put in order, given WebAssembly as its target, optimised, made an object file.

Lowered code knows nothing of this machine but its name. It is put in order first, because what is linked comes in any
order and with names that count what the process has compiled before: the same rules give the same bytes every time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

TRIPLE = "wasm32-unknown-unknown"
# What every browser has that runs the app.
FEATURES = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"
BLOCKS = "blocks"  # tells how many blocks of memory are in use
_NAME = re.compile(r'c"[^"]*"|@(?P<name>"[^"]*"|[-\w$.]+)')
_HOST = re.compile(r'"(?:target-cpu|target-features|tune-cpu)"="[^"]*" ?')
_LINKAGE = re.compile(r"^(?P<name>@\S+ = |@\"[^\"]*\" = )(?:common|linkonce|linkonce_odr|weak|weak_odr) ")
_ELSEWHERE = re.compile(r"declare |@\S+ = external ")
_ADDRESS = re.compile(r"^(?P<name>@numba\.dynamic\.globals\.\w+ = ).*")  # of an object of this process


class _Source(NamedTuple):
    """A module's text in pieces: what has a name, and the rest, which has numbers."""

    named: dict[str, str]
    rest: list[str]


def object_file(linked: Any, kept: Iterable[str]) -> bytes:
    """The object file of lowered code, of which only these functions are called from outside."""
    machine, wanted = _machine(), list(kept)
    module = llvm.parse_assembly(_in_order(str(linked), wanted, machine))
    _hide(module, wanted)
    _optimise(module, machine)
    module.link_in(llvm.parse_assembly(_runtime()))
    _hide(module, [*wanted, BLOCKS])
    _optimise(module, machine)
    module.verify()
    emitted: bytes = machine.emit_object(module)
    return emitted


@cache
def _machine() -> Any:
    llvm.set_option("molehill", "-disable-loop-idiom-strlen")  # no library has it here
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)


@cache
def _runtime() -> str:
    """What stands in for Numba's runtime."""
    return Path(__file__).with_name("runtime.ll").read_text(encoding="utf-8")


@cache
def _supplied() -> dict[str, str]:
    """The functions of that runtime, each declared: the pass that counts references away knows them by their names."""
    heads = re.findall(r"^define (\w+) @(\w+)\((.*?)\)", _runtime(), re.MULTILINE)
    return {name: f"declare {returned} @{name}({re.sub(' %[^,]*', '', given)})" for returned, name, given in heads}


def _hide(module: Any, wanted: list[str]) -> None:
    """Let nothing else be found from outside, so that what is not needed vanishes."""
    for one in [*module.functions, *module.global_variables]:
        if not one.is_declaration:
            one.linkage = "external" if one.name in wanted else "internal"


def _optimise(module: Any, machine: Any) -> None:
    """As Numba does it: count references away where they cancel out, then all that the compiler knows."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)


# ---- putting in order -----------------------------------------------------------------------------------------------


def _in_order(text: str, wanted: list[str], machine: Any) -> str:
    """The same module for WebAssembly, its parts in the order in which the wanted functions reach them, renamed so."""
    source = _pieces(text)
    reached = _reached(source.named, wanted)
    fixed = {name for name in reached if name in wanted or _ELSEWHERE.match(source.named[name])}
    names = {name: name if name in fixed else f"part.{n}" for n, name in enumerate(reached)}
    head = [f'target datalayout = "{machine.target_data}"', f'target triple = "{TRIPLE}"']
    return "\n".join([*head, *(_renamed(source.named[name], names) for name in reached), *source.rest])


def _pieces(text: str) -> _Source:
    """A module's text without what belongs to this machine: its processor, its addresses, its runtime, its linkage."""
    named: dict[str, str] = {}
    rest: list[str] = []
    for piece in _split(text):
        if piece.startswith(("define", "declare", "@")):
            name = next(found["name"] for found in _NAME.finditer(piece) if found["name"])
            local = _ADDRESS.sub(r"\g<name>external global ptr", piece)
            plain = name.strip('"')
            named[plain] = _supplied().get(plain) or _LINKAGE.sub(r"\g<name>internal ", local)
        elif piece.startswith(("attributes", "!", "%")):
            rest.append(_HOST.sub("", piece))
    return _Source(named, rest)


def _split(text: str) -> Iterator[str]:
    """What stands at the top of a module: single lines, and functions of several."""
    lines = iter(text.splitlines())
    for line in lines:
        if not line.startswith("define"):
            yield line
            continue
        function = [line]
        while function[-1] != "}":
            function.append(next(lines))
        yield "\n".join(function)


def _reached(named: Mapping[str, str], wanted: list[str]) -> list[str]:
    """The names of all that these functions reach, in the order in which they are first read."""
    found: dict[str, None] = {}
    left = wanted[::-1]
    while left:
        name = left.pop()
        if name not in found:
            found[name] = None
            left += [other["name"].strip('"') for other in _NAME.finditer(named[name]) if other["name"]][::-1]
    return list(found)


def _renamed(piece: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: f'@"{names[found["name"].strip(chr(34))]}"' if found["name"] else found[0], piece)
