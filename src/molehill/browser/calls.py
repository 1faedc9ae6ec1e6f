"""Translates calls: of functions known before the program runs, of methods, and of functions in variables."""

from __future__ import annotations

import ast
import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any, cast

from molehill.browser.literals import text
from molehill.browser.patterns import javascript
from molehill.browser.scope import Scope
from molehill.browser.subset import (
    BUILTINS,
    KEYWORDS,
    LIBRARY,
    MANY,
    METHODS,
    PATTERNS,
    TYPES,
    Arity,
    builtin,
    refusal,
)


class Calls(ABC):
    """Translates the calls of one function; `expressions.py` translates their parts."""

    scope: Scope
    module: ModuleType

    @abstractmethod
    def expression(self, node: ast.expr) -> str:
        """An expression in JavaScript."""

    @abstractmethod
    def items(self, nodes: Sequence[ast.expr]) -> str:
        """The items of a list in JavaScript."""

    def call(self, node: ast.Call) -> str:
        """A call in JavaScript."""
        target = self.scope.known(node.func)
        if target is isinstance:
            return self._isinstance(node)
        if target is cast:
            return self.expression(node.args[1])
        if isinstance(target, type) and issubclass(target, Exception):
            self._check_arity(node, target.__name__, (1, 1))
            return f"new $.Raised({text(target.__name__)}, {self._arguments(node)})"
        if isinstance(target, FunctionType) and self._is_ours(target):
            return f"{self.scope.of_module(*self._place(node))}({self._bound_arguments(node, target)})"
        if callable(target) and target in PATTERNS:
            return self._search(node, target)
        if callable(target) and target in LIBRARY:
            return f"{LIBRARY[target]}({self._arguments(node)})"
        return self._named(node, target)

    def _is_ours(self, target: FunctionType) -> bool:
        """Whether this is a function of a game or of the engine, not of a library."""
        return target.__module__.split(".")[0] in ("molehill", self.module.__name__.split(".")[0])

    def _named(self, node: ast.Call, target: Any) -> str:
        match node.func:
            case ast.Attribute(attr="say") | ast.Name(id="say"):
                return self._say(node)
            case ast.Name(id=name) if name in BUILTINS and target is builtin(name):
                self._check_arity(node, name, BUILTINS[name])
                return f"$.{name}({self._with_keywords(node, name)})"
            case ast.Attribute(value=value, attr=name) if target is None and name in METHODS:
                self._check_arity(node, name, METHODS[name])
                rest = self._with_keywords(node, name)
                return f"$.m_{name}({', '.join(part for part in (self.expression(value), rest) if part)})"
        if target is not None or isinstance(node.func, ast.Attribute):
            raise refusal(self.module, node, f"{ast.unparse(node.func)} is not among what may be called")
        return f"{self.expression(node.func)}({self._arguments(node)})"

    def _place(self, node: ast.Call) -> tuple[ModuleType, str, ast.AST]:
        """The module of a function, and its name there."""
        if isinstance(node.func, ast.Attribute):
            module = self.scope.module_of(node.func.value)
            assert module is not None
            return module, node.func.attr, node
        assert isinstance(node.func, ast.Name)
        return self.module, node.func.id, node

    # ---- arguments ---------------------------------------------------------------------------------------------------

    def _arguments(self, node: ast.Call) -> str:
        """Positional arguments, for functions that take no others."""
        if node.keywords:
            what = ast.unparse(node.func)
            raise refusal(self.module, node, f"{what} can't be called with names of parameters here")
        return self.items(node.args)[1:-1]

    def _check_arity(self, node: ast.Call, name: str, arity: Arity) -> None:
        """Refuse a wrong number of arguments, because JavaScript would silently ignore an extra one."""
        least, most = arity
        if any(_is_star(argument) for argument in node.args) and most < MANY:
            raise refusal(self.module, node, f"{name} can't be called with a star here")
        if not least <= len(node.args) <= most:
            raise refusal(self.module, node, f"{name} with {len(node.args)} arguments is not in the subset")

    def _with_keywords(self, node: ast.Call, name: str) -> str:
        """The arguments of a builtin or a method, with the keywords as an object at the end."""
        for keyword in node.keywords:
            if keyword.arg not in KEYWORDS.get(name, ()):
                raise refusal(self.module, node, f"{name} has no keyword {keyword.arg} in the subset")
        given = ", ".join(f"{keyword.arg}: {self.expression(keyword.value)}" for keyword in node.keywords)
        parts = [self.items(node.args)[1:-1], f"new $.Keywords({{ {given} }})" if given else ""]
        return ", ".join(part for part in parts if part)

    def _say(self, node: ast.Call) -> str:
        """A call of `words.say`, with the parameters of the sentence as an object."""
        named = [(keyword.arg, self.expression(keyword.value)) for keyword in node.keywords]
        parts = [f"{name}: {value}" if name else f"...{value}" for name, value in named]
        says = "say" if isinstance(node.func, ast.Name) else f"{self._receiver(node.func)}.say"
        given = ", ".join([*(self.expression(argument) for argument in node.args), f"{{ {', '.join(parts)} }}"])
        return f"{says}({given})"

    def _receiver(self, node: ast.expr) -> str:
        assert isinstance(node, ast.Attribute)
        return self.expression(node.value)

    def _bound_arguments(self, node: ast.Call, target: FunctionType) -> str:
        """The arguments of one of our functions, in the order of its parameters."""
        spec = inspect.getfullargspec(target)
        fixed, rest = node.args[: len(spec.args)], node.args[len(spec.args) :]
        if any(isinstance(argument, ast.Starred) for argument in fixed) and (node.keywords or spec.varargs):
            raise refusal(self.module, node, "a star can't stand for named parameters here")
        given = {name: self.expression(a) for name, a in zip(spec.args, fixed, strict=False) if not _is_star(a)}
        if any(_is_star(argument) for argument in fixed):
            return self.items(node.args)[1:-1]
        given, more = self._named_arguments(node, spec, given)
        found = [given.get(name, "undefined") for name in (*spec.args, *spec.kwonlyargs)]
        found += [f"$.tuple({self.items(rest)})"] if spec.varargs else []
        found += [f"{{ {', '.join(more)} }}"] if spec.varkw else []
        while found and found[-1] == "undefined":
            found.pop()
        return ", ".join(found)

    def _named_arguments(
        self, node: ast.Call, spec: inspect.FullArgSpec, given: dict[str, str]
    ) -> tuple[dict[str, str], list[str]]:
        """Arguments by the names of parameters, and those that `**` takes."""
        more = []
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg in (*spec.args, *spec.kwonlyargs):
                given[str(keyword.arg)] = value
            elif not spec.varkw:
                raise refusal(self.module, node, "** can't stand for named parameters here")
            else:
                more.append(f"{keyword.arg}: {value}" if keyword.arg else f"...{value}")
        return given, more

    # ---- what is called in a way of its own --------------------------------------------------------------------------

    def _isinstance(self, node: ast.Call) -> str:
        value, kinds = node.args
        names = [part.id for part in ast.walk(kinds) if isinstance(part, ast.Name)]
        if not names or not TYPES.issuperset(names):
            raise refusal(self.module, node, f"isinstance may ask for {', '.join(sorted(TYPES))}")
        return f"$.is({self.expression(value)}, {', '.join(text(name) for name in names)})"

    def _search(self, node: ast.Call, target: Any) -> str:
        """A search with a regular expression. The expression is translated now, not while the app runs."""
        self._arguments(node)
        work, pattern = target.__name__, self._constant_text(node.args[0])
        expression = javascript(pattern, whole=work == "fullmatch")
        if expression is None or (work == "findall" and re.compile(pattern).groups):
            raise refusal(self.module, node, f"the regular expression {pattern} is not in the subset")
        if len(node.args) != (3 if work == "sub" else 2):
            raise refusal(self.module, node, f"re.{work} with {len(node.args)} arguments is not in the subset")
        flags = "gu" if work in ("findall", "sub") else "u"
        rest = [self.expression(argument) for argument in node.args[1:]]
        return f"{PATTERNS[target]}({', '.join([f'/{expression}/{flags}', *rest])})"

    def _constant_text(self, node: ast.expr) -> str:
        """A text that is known now: a constant, or an f-string of constants."""
        match node:
            case ast.Constant(value=str() as value):
                return value
            case ast.JoinedStr(values=parts) if all(self._is_constant(part) for part in parts):
                return str(eval(compile(ast.Expression(node), "<pattern>", "eval"), vars(self.module)))
        raise refusal(self.module, node, "a regular expression must be known before the program runs")

    def _is_constant(self, node: ast.expr) -> bool:
        if isinstance(node, ast.FormattedValue):
            value = self.scope.known(node.value)
            return isinstance(value, str | int) and node.format_spec is None
        return isinstance(node, ast.Constant)


def _is_star(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)
