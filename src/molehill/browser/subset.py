"""The part of Python that is translated: these tables are the reference, and `docs/browser.md` explains them."""

from __future__ import annotations

import ast
import builtins
import itertools
import math
import re
from types import ModuleType
from typing import Any

Arity = tuple[int, int]  # the fewest and the most positional arguments
MANY = 1000

# Functions of Python that `runtime.js` has under the same name.
BUILTINS: dict[str, Arity] = {
    "abs": (1, 1), "all": (1, 1), "any": (1, 1), "bool": (0, 1), "chr": (1, 1), "dict": (0, 1), "divmod": (2, 2),
    "enumerate": (1, 2), "float": (0, 1), "frozenset": (0, 1), "int": (0, 1), "iter": (1, 1), "len": (1, 1),
    "list": (0, 1), "map": (2, 2), "max": (1, MANY), "min": (1, MANY), "next": (1, 2), "ord": (1, 1), "range": (1, 3),
    "repr": (1, 1), "reversed": (1, 1), "round": (1, 2), "set": (0, 1), "sorted": (1, 1), "str": (0, 1), "sum": (1, 2),
    "tuple": (0, 1), "zip": (0, MANY),
}  # fmt: skip

# Methods of texts, numbers, lists, tuples, dicts and sets; `runtime.js` has each with `m_` before its name.
METHODS: dict[str, Arity] = {
    "add": (1, 1), "append": (1, 1), "bit_count": (0, 0), "bit_length": (0, 0), "copy": (0, 0), "count": (1, 1),
    "endswith": (1, 1), "extend": (1, 1), "get": (1, 2), "index": (1, 1), "isascii": (0, 0), "isdecimal": (0, 0),
    "isdigit": (0, 0), "items": (0, 0), "join": (1, 1), "keys": (0, 0), "lower": (0, 0), "lstrip": (0, 1),
    "partition": (1, 1), "pop": (0, 2), "remove": (1, 1), "removeprefix": (1, 1), "removesuffix": (1, 1),
    "replace": (2, 2), "rstrip": (0, 1), "setdefault": (1, 2), "sort": (0, 0), "split": (0, 1), "startswith": (1, 1),
    "strip": (0, 1), "update": (1, 1), "upper": (0, 0), "values": (0, 0),
}  # fmt: skip

# Keywords that these may be called with; all others take positional arguments only.
KEYWORDS = {
    "max": ("key", "default"), "min": ("key", "default"), "sorted": ("key", "reverse"), "zip": ("strict",),
    "sort": ("key", "reverse"),
}  # fmt: skip

# What `isinstance` may ask for.
TYPES = frozenset({"bool", "dict", "float", "int", "list", "str", "tuple"})

# Functions of the standard library, and where they are in JavaScript.
LIBRARY: dict[Any, str] = {
    itertools.pairwise: "$.pairwise", math.sin: "$.sin", math.cos: "$.cos", math.sqrt: "$.sqrt",
    math.floor: "$.floor", math.ceil: "$.ceil",
}  # fmt: skip
PATTERNS: dict[Any, str] = {
    re.findall: "$.re_findall", re.fullmatch: "$.re_fullmatch", re.search: "$.re_search", re.sub: "$.re_sub",
}  # fmt: skip

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip

# Why a statement or an expression is refused, where "it is not in the subset" would not help.
REASONS: dict[type[ast.AST], str] = {
    ast.AsyncFunctionDef: "nothing waits here; write a plain function",
    ast.Assert: "a view must not stop halfway; check what comes from outside in moves.py, with Malformed",
    ast.Await: "nothing waits here; write a plain function",
    ast.ClassDef: "a class can't be translated; use a dict, or a function at the top of the module",
    ast.FunctionDef: "a function inside a function can't be translated; move it to the top of the module",
    ast.Global: "a function must not assign to the module",
    ast.Import: "imports go to the top of the module",
    ast.ImportFrom: "imports go to the top of the module",
    ast.MatchClass: "a case is a value, several values with |, or _",
    ast.MatchMapping: "a case is a value, several values with |, or _",
    ast.MatchSequence: "a case is a value, several values with |, or _",
    ast.MatchStar: "a case is a value, several values with |, or _",
    ast.MatMult: "there are no matrices here",
    ast.Nonlocal: "a function inside a function can't be translated",
    ast.Try: "errors are raised here, never caught; ask first whether it will work",
    ast.With: "nothing is opened here",
}


class Untranslatable(Exception):
    """Something is outside the subset. The message names the file, the line and the reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


def refusal(module: ModuleType, node: ast.AST, reason: str = "") -> Untranslatable:
    """The error for a node that can't be translated."""
    why = reason or REASONS.get(type(node)) or f"{_name(node)} is not in the subset that is translated for the browser"
    return Untranslatable(module.__file__ or module.__name__, getattr(node, "lineno", 0), why)


def _name(node: ast.AST) -> str:
    return f"`{ast.unparse(node).splitlines()[0]}` ({type(node).__name__})"


def builtin(name: str) -> Any:
    """The builtin of this name, or None."""
    return getattr(builtins, name, None)
