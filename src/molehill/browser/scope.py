"""The names of one function: which are its own, and what the others mean."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from molehill.browser.program import RESERVED, Program, is_math
from molehill.browser.subset import BUILTINS, builtin, refusal

_LOOPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    """Resolves the names of a function. Names of comprehensions and lambdas exist while they are in `inside`."""

    def __init__(self, program: Program, module: ModuleType, node: ast.FunctionDef) -> None:
        self.program, self.module = program, module
        self.parameters = [argument.arg for argument in _arguments(node.args)]
        self.own = set(self.parameters) | {name for n in own_nodes(node.body) for name in _stored(n)}
        self._inner: list[set[str]] = []
        self._temporaries = self._parts = 0

    def declared(self) -> list[str]:
        """The names to be declared at the top of the function."""
        own = sorted(self.own - set(self.parameters))
        return [safe(name) for name in own] + [f"${n}" for n in range(self._temporaries)]

    def temporary(self) -> str:
        """A new name for a value that is needed twice."""
        self._temporaries += 1
        return f"${self._temporaries - 1}"

    def inner(self) -> str:
        """A new name for a part of a comprehension's item."""
        self._parts += 1
        return f"$p{self._parts - 1}"

    def enter(self, names: Iterable[str]) -> None:
        """Start using the names of a comprehension or a lambda."""
        self._inner.append(set(names))

    def leave(self) -> None:
        """Stop using them."""
        self._inner.pop()

    def is_local(self, name: str) -> bool:
        """Whether this name is assigned in the function itself."""
        return name in self.own or any(name in names for names in self._inner)

    def name(self, node: ast.Name) -> str:
        """A name in JavaScript."""
        if self.is_local(node.id):
            return safe(node.id)
        if hasattr(self.module, node.id):
            return self.of_module(self.module, node.id, node)
        if node.id in BUILTINS:
            return f"$.{node.id}"
        raise refusal(self.module, node, f"{node.id} can't be used here: it is neither in the module nor in the subset")

    def of_module(self, module: ModuleType, name: str, node: ast.AST) -> str:
        """A global name of a module. A variable of the function must not hide it."""
        found = self.program.constant(module, name, node)
        if self.is_local(found) and found.isidentifier():
            raise refusal(self.module, node, f"rename the variable {found}: a name of another module needs it here")
        return found

    def known(self, node: ast.expr) -> Any:
        """The object that an expression refers to if it is known before the program runs, otherwise None."""
        if isinstance(node, ast.Name) and not self.is_local(node.id):
            return getattr(self.module, node.id, builtin(node.id))
        if isinstance(node, ast.Attribute) and isinstance(self.known(node.value), ModuleType):
            return getattr(self.known(node.value), node.attr, None)
        return None

    def module_of(self, node: ast.expr) -> ModuleType | None:
        """The module that an expression refers to."""
        found = self.known(node)
        return found if isinstance(found, ModuleType) else None

    def number_of_math(self, node: ast.Attribute) -> float | None:
        """A number such as `math.tau`."""
        value = self.known(node) if is_math(self.known(node.value)) else None
        return value if isinstance(value, float) else None


def safe(name: str) -> str:
    """The Python name, changed if it is a reserved word of JavaScript."""
    return f"{name}$" if name in RESERVED else name


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a function except the names that belong to its comprehensions and lambdas."""
    for node in nodes:
        yield node
        if isinstance(node, _LOOPS):
            inner = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            inner += [part for loop in node.generators for part in (loop.iter, *loop.ifs)]
            yield from own_nodes(inner)
        elif isinstance(node, ast.Lambda):
            yield from own_nodes([node.body])
        else:
            yield from own_nodes(ast.iter_child_nodes(node))


def _stored(node: ast.AST) -> list[str]:
    return [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del) else []


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    rest = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]
