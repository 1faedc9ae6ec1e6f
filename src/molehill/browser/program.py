"""Finds the parts of a translation: the functions that its exports use, and the constants that these use.

Modules are imported, so names are resolved as in Python, and a constant has its value after the import. Exports are
written in the order in which they are found, each after the parts that it needs.
"""

from __future__ import annotations

import ast
import inspect
import math
import sys
from types import FunctionType, ModuleType
from typing import Any

from molehill.browser.literals import literal
from molehill.browser.subset import BUILTINS, Untranslatable, refusal
from molehill.engine import syntax

Key = tuple[str, str]  # a module's name, and a name in it


class Program:
    """The parts of one JavaScript module while they are being found and written."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._names: dict[Key, str] = {}
        self._trees: dict[str, ast.Module] = {}

    def function(self, function: FunctionType) -> str:
        """The JavaScript name of a function, which is translated when it is first needed."""
        from molehill.browser.functions import translate

        key = (function.__module__, function.__name__)
        if key not in self._names:
            module = sys.modules[function.__module__]
            node = self._definition(module, function)
            name = self._new_name(key)
            self.texts.append(translate(self, module, node, name))
        return self._names[key]

    def constant(self, module: ModuleType, name: str, node: ast.AST) -> str:
        """A global name of a module in JavaScript: a small value itself, or the name of a constant."""
        value = getattr(module, name)
        if isinstance(value, FunctionType):
            return self.function(value)
        if not isinstance(value, str | list | tuple | dict | set | frozenset):
            return self.value(value, module, node)
        key = (_home(module, name, value), name)
        if key not in self._names:
            memory = self._begins_empty(sys.modules[key[0]], name)
            text = self.value(type(value)() if memory else value, module, node)
            self.texts.append(f"const {self._new_name(key)} = {text};")
        return self._names[key]

    def value(self, value: Any, module: ModuleType, node: ast.AST) -> str:
        """A value as it was after the import, in JavaScript."""
        if isinstance(value, FunctionType):
            return self.function(value)
        if isinstance(value, type) and value.__module__ == "builtins" and value.__name__ in BUILTINS:
            return f"$.{value.__name__}"
        text = literal(value, lambda part: self.value(part, module, node))
        if text is None:
            raise refusal(module, node, f"a constant can't be of type {type(value).__name__}")
        return text

    def _begins_empty(self, module: ModuleType, name: str) -> bool:
        """Whether this is a cache that starts empty and is filled by functions, so that it is not a constant."""
        for node in self._tree(module).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return isinstance(value := getattr(node, "value", None), ast.Dict | ast.List) and not _inside(value)
        return False

    def _tree(self, module: ModuleType) -> ast.Module:
        if module.__name__ not in self._trees:
            self._trees[module.__name__] = syntax.parse(inspect.getsource(module))
        return self._trees[module.__name__]

    def _definition(self, module: ModuleType, function: FunctionType) -> ast.FunctionDef:
        for node in self._tree(module).body:
            if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
                if node.decorator_list:
                    raise refusal(module, node, f"{node.name} has a decorator, which can't be translated")
                return node
        line = function.__code__.co_firstlineno
        reason = f"{function.__qualname__} is not a function at the top of its module"
        raise Untranslatable(function.__code__.co_filename, line, reason)

    def _new_name(self, key: Key) -> str:
        """The Python name, with the module's name before it if two modules have the same."""
        module, name = key[0].rsplit(".", 1)[-1], key[1]
        taken = set(self._names.values()) | RESERVED
        self._names[key] = next(n for n in (name, f"{module}_{name}", f"{module}__{name}") if n not in taken)
        return self._names[key]


def _inside(node: ast.Dict | ast.List) -> list[ast.expr]:
    return node.values if isinstance(node, ast.Dict) else node.elts


def _home(module: ModuleType, name: str, value: Any) -> str:
    """The module that a constant comes from, so that it is written once even if several modules import it."""
    for other in _imported_by(module):
        if getattr(other, name, None) is value:
            return _home(other, name, value)
    return module.__name__


def _imported_by(module: ModuleType) -> list[ModuleType]:
    """Our modules from which this one imports names."""
    tree = syntax.parse(inspect.getsource(module))
    names = [_absolute(node, module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = ("molehill", module.__name__.split(".")[0])
    return [sys.modules[name] for name in names if name in sys.modules and name.split(".")[0] in ours]


def _absolute(node: ast.ImportFrom, module: ModuleType) -> str:
    """The full name of a module from which names are imported."""
    package = module.__name__.split(".")[: -node.level] if node.level else []
    return ".".join([*package, *([node.module] if node.module else [])])


def is_math(value: Any) -> bool:
    """Whether this is the module `math`, of which some numbers and functions may be used."""
    return value is math


# Reserved words of JavaScript, and its names that a translation uses.
RESERVED = frozenset({
    "arguments", "await", "case", "catch", "class", "const", "debugger", "default", "delete", "do", "enum", "eval",
    "export", "extends", "false", "finally", "function", "implements", "in", "instanceof", "interface", "let", "new",
    "null", "package", "private", "protected", "public", "static", "super", "switch", "this", "throw", "true", "try",
    "typeof", "undefined", "var", "void",
})  # fmt: skip
