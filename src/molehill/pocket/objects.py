"""Object files and modules: what the compiler writes becomes what a browser loads.

A linker puts many object files together; here there is only ever one, which is nearly a module. Its functions keep
their numbers. Its data moves up, so that the stack lies below it: a stack that grows too large runs out of memory and
stops the module, where otherwise it would overwrite data. Memory, stack and exports are put in, and notes for linkers
are left out.

The format: https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

STACK = 1 << 16
PAGE = 1 << 16
MAGIC = b"\0asm\1\0\0\0"
# Sections by their numbers, in the order in which a module has them.
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)
_ORDER = (TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, ELEMENT, DATA_COUNT, CODE, DATA)
# What is imported, exported or a symbol.
_A_FUNCTION, _A_TABLE, _A_MEMORY, _A_GLOBAL = range(4)
_SYMBOLS, _SYMBOL_OF_DATA, _SYMBOL_OF_SECTION, _UNDEFINED, _NAMED = 8, 1, 3, 0x10, 0x40
# Places that hold an address of data: as LEB128, as signed LEB128, as four bytes; and those that need no change.
_ADDRESSES = {3: "leb", 4: "leb", 5: "bytes"}
_SETTLED = {0, 1, 2, 6, 7}  # numbers of functions, places in the table, types, globals
_INT32, _MUTABLE, _END = b"\x7f", b"\1", b"\x0b"
_CONST_INT32 = b"\x41"


class Unfit(Exception):
    """Code that can't run outside Python: it needs something that no host has."""


@dataclass
class _Reader:
    """Reads numbers and texts one after the other."""

    content: bytes
    at: int = 0

    @property
    def left(self) -> bool:
        return self.at < len(self.content)

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def take(self, size: int) -> bytes:
        self.at += size
        return self.content[self.at - size : self.at]

    def number(self) -> int:
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self) -> str:
        return self.take(self.number()).decode()


def module(content: bytes, exported: Iterable[str], known: Iterable[str]) -> bytes:
    """A module from an object file: these functions can be called, and only functions with known names are imported."""
    sections, notes = _sections(content)
    functions = _functions(notes["linking"])
    imports, has_table = _imports(sections[IMPORT])
    if unknown := [name for name in imports if name not in known]:
        raise Unfit(f"the rules need {', '.join(unknown)}, which there is not outside Python")
    for number in (CODE, DATA):
        if number in sections:
            sections[number] = _moved(sections[number], notes.get(f"reloc.{_RELOCATED[number]}", b""))
    sections[DATA], end = _data(sections.get(DATA, b"\0"))
    sections[IMPORT] = _vector(
        _text("env") + _text(name) + bytes([_A_FUNCTION]) + kind for name, kind in imports.items()
    )
    if has_table:
        sections[TABLE] = _vector([has_table])
    sections[MEMORY] = _vector([b"\0" + _number(-(-end // PAGE))])
    stack = _INT32 + _MUTABLE + _constant(STACK)
    heap = _INT32 + b"\0" + _constant(-(-end // 16) * 16)
    sections[GLOBAL] = _vector([stack, heap])
    exports = [_export(name, _A_FUNCTION, functions[name]) for name in exported]
    sections[EXPORT] = _vector([*exports, _export("memory", _A_MEMORY, 0), _export("heap", _A_GLOBAL, 1)])
    return MAGIC + b"".join(bytes([n]) + _sized(sections[n]) for n in _ORDER if n in sections)


_RELOCATED = {CODE: "CODE", DATA: "DATA"}


# ---- reading an object file -----------------------------------------------------------------------------------------


def _sections(content: bytes) -> tuple[dict[int, bytes], dict[str, bytes]]:
    """The sections of a file by their numbers, and its notes for linkers by their names."""
    reader, sections, notes = _Reader(content, len(MAGIC)), {}, {}
    while reader.left:
        number, body = reader.byte(), _Reader(reader.take(reader.number()))
        if number == CUSTOM:
            name = body.text()
            notes[name] = body.content[body.at :]
        else:
            sections[number] = body.content
    return sections, notes


def _imports(section: bytes) -> tuple[dict[str, bytes], bytes]:
    """The functions that are imported, each with its type, and the table if there is one."""
    reader, functions, table = _Reader(section), {}, b""
    for _ in range(reader.number()):
        reader.text()
        name, kind, start = reader.text(), reader.byte(), reader.at
        if kind == _A_FUNCTION:
            reader.number()
            functions[name] = section[start : reader.at]
        elif kind == _A_GLOBAL:
            if name != "__stack_pointer":
                raise Unfit(f"the rules need {name}, which there is not outside Python")
            reader.take(2)
        else:
            reader.take(1 if kind == _A_TABLE else 0)
            for _ in range(1 + (reader.byte() & 1)):
                reader.number()
            table = section[start : reader.at] if kind == _A_TABLE else table
    return functions, table


def _functions(linking: bytes) -> dict[str, int]:
    """The numbers of the functions by their names."""
    reader, found = _Reader(linking), dict[str, int]()
    reader.number()  # the version
    while reader.left:
        kind, body = reader.byte(), _Reader(reader.take(reader.number()))
        if kind == _SYMBOLS:
            found = {name: number for name, symbol, number in _symbols(body) if symbol == _A_FUNCTION}
    return found


def _symbols(reader: _Reader) -> Iterator[tuple[str, int, int]]:
    """Names, kinds and numbers. Data that is not there has no address, so it is refused."""
    for _ in range(reader.number()):
        kind, flags = reader.byte(), reader.number()
        if kind == _SYMBOL_OF_SECTION:
            reader.number()
        elif kind == _SYMBOL_OF_DATA:
            name = reader.text()
            if flags & _UNDEFINED:
                raise Unfit(f"the rules need {name}, an address of this process")
            reader.number(), reader.number(), reader.number()
        else:
            number = reader.number()
            named = not flags & _UNDEFINED or flags & _NAMED
            yield reader.text() if named else "", kind, number


# ---- moving data ----------------------------------------------------------------------------------------------------


def _moved(section: bytes, relocations: bytes) -> bytes:
    """Code or data in which each address of data is higher by the size of the stack.

    The compiler has filled in every place as if data began at 0, and leaves room for the largest number.
    """
    if not relocations:
        return section
    patched, reader = bytearray(section), _Reader(relocations)
    reader.number()  # which section it is about
    for _ in range(reader.number()):
        kind, place = reader.byte(), reader.number()
        reader.number()  # the symbol
        if kind not in _ADDRESSES and kind not in _SETTLED:
            raise Unfit(f"a relocation of kind {kind} is not known")
        if kind not in _ADDRESSES:
            continue
        _signed(reader)  # what is added to it: it has been
        if _ADDRESSES[kind] == "bytes":
            moved = int.from_bytes(patched[place : place + 4], "little") + STACK
            patched[place : place + 4] = moved.to_bytes(4, "little")
        else:
            moved = _Reader(bytes(patched[place : place + 5])).number() + STACK
            patched[place : place + 5] = bytes([moved >> 7 * n & 0x7F | (0x80 if n < 4 else 0) for n in range(5)])
    return bytes(patched)


def _signed(reader: _Reader) -> None:
    """Read over a signed LEB128."""
    while reader.byte() >= 0x80:
        pass


def _data(section: bytes) -> tuple[bytes, int]:
    """The pieces of data, moved up, and where the last one ends."""
    reader, pieces, end = _Reader(section), [], STACK
    for _ in range(reader.number()):
        flags, constant = reader.number(), reader.byte()
        if flags or constant != _CONST_INT32[0]:
            raise Unfit("data that has no fixed place is not known")
        place = reader.number() + STACK  # never so large that it would be read as less than 0
        reader.take(1)
        content = reader.take(reader.number())
        pieces.append(b"\0" + _constant(place) + _sized(content))
        end = max(end, place + len(content))
    return _vector(pieces), end


# ---- writing a module -----------------------------------------------------------------------------------------------


def _number(value: int) -> bytes:
    """An unsigned LEB128."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def _constant(value: int) -> bytes:
    """An expression that is this number: not less than 0, written so that it is not read as such."""
    written = _number(value)
    if written[-1] & 0x40:
        written = written[:-1] + bytes([written[-1] | 0x80, 0])
    return _CONST_INT32 + written + _END


def _sized(content: bytes) -> bytes:
    return _number(len(content)) + content


def _text(text: str) -> bytes:
    return _sized(text.encode())


def _vector(parts: Iterable[bytes]) -> bytes:
    several = list(parts)
    return _number(len(several)) + b"".join(several)


def _export(name: str, kind: int, number: int) -> bytes:
    return _text(name) + bytes([kind]) + _number(number)
