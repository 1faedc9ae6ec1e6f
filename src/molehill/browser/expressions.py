"""Translates expressions. Where the two languages differ, it calls `runtime.js`, which is named `$`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from types import ModuleType

from molehill.browser.calls import Calls
from molehill.browser.literals import mapping, text
from molehill.browser.scope import Scope, safe
from molehill.browser.subset import METHODS, OPERATORS, refusal

_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "$.eq({}, {})", ast.NotEq: "!$.eq({}, {})", ast.Is: "{} === {}", ast.IsNot: "{} !== {}",
    ast.In: "$.in({}, {})", ast.NotIn: "!$.in({}, {})", ast.Lt: "$.order({}, {}) < 0",
    ast.LtE: "$.order({}, {}) <= 0", ast.Gt: "$.order({}, {}) > 0", ast.GtE: "$.order({}, {}) >= 0",
}  # fmt: skip
_TEXTS = {ast.Eq: "{} === {}", ast.NotEq: "{} !== {}"}
_FORMATS = re.compile(r"\+?0?\d*d")
_REPR = ord("r")


class Expressions(Calls):
    """Translates the expressions of one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.module: ModuleType = scope.module

    def expression(self, node: ast.expr) -> str:
        """An expression in JavaScript."""
        match node:
            case ast.Constant(value=value) if value is not ... and not isinstance(value, bytes | complex):
                return self.scope.program.value(value, self.module, node)
            case ast.Name():
                return self.scope.name(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.JoinedStr(values=parts):
                return "(" + " + ".join(['""', *(self._formatted(part) for part in parts)]) + ")"
            case ast.Call():
                return self.call(node)
        return self._operation(node)

    def _operation(self, node: ast.expr) -> str:
        match node:
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
                return f"$.{OPERATORS[type(operator)]}({self.expression(left)}, {self.expression(right)})"
            case ast.UnaryOp(op=ast.Not(), operand=value):
                return f"!{self.condition(value)}"
            case ast.UnaryOp(op=ast.USub(), operand=value):
                return f"$.neg({self.expression(value)})"
            case ast.UnaryOp(op=ast.Invert(), operand=value):
                return f"$.invert({self.expression(value)})"
            case ast.BoolOp():
                return self._either(node)
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.condition(test)} ? {self.expression(body)} : {self.expression(other)})"
            case ast.NamedExpr(target=target, value=value):
                return f"({self.scope.name(target)} = {self.expression(value)})"
            case ast.Yield(value=value):
                return f"(yield {self.expression(value) if value else 'null'})"
            case ast.YieldFrom(value=value):
                return f"(yield* $.each({self.expression(value)}))"
        return self._collection(node)

    def _collection(self, node: ast.expr) -> str:
        match node:
            case ast.List(elts=items):
                return self.items(items)
            case ast.Tuple(elts=items):
                return f"$.tuple({self.items(items)})"
            case ast.Set(elts=items):
                return f"$.set({self.items(items)})"
            case ast.Dict():
                return self._dict(node)
            case ast.ListComp(elt=item, generators=loops):
                return self._loops(loops, lambda: self.expression(item), "$r")
            case ast.SetComp(elt=item, generators=loops):
                return self._loops(loops, lambda: self.expression(item), "$.set($r)")
            case ast.DictComp(key=key, value=item, generators=loops):
                return self._loops(loops, lambda: f"[{self.expression(key)}, {self.expression(item)}]", "$.dict($r)")
            case ast.GeneratorExp(elt=item, generators=loops):
                return self._lazy(loops, lambda: self.expression(item))
            case ast.Lambda(args=arguments, body=body):
                return self._lambda(arguments, body)
        raise refusal(self.module, node)

    # ---- names and places --------------------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> str:
        """An attribute of a module, a table or a box; or a method as a value, such as `key=SYMBOLS.index`."""
        number = self.scope.number_of_math(node)
        if number is not None:
            return self.scope.program.value(number, self.module, node)
        module = self.scope.module_of(node.value)
        if module is not None:
            return self.scope.of_module(module, node.attr, node)
        method = f", $.m_{node.attr}" if node.attr in METHODS else ""
        return f"$.attribute({self.expression(node.value)}, {text(node.attr)}{method})"

    def _subscript(self, node: ast.Subscript) -> str:
        if not isinstance(node.slice, ast.Slice):
            return f"$.get({self.expression(node.value)}, {self.expression(node.slice)})"
        edges = (node.slice.lower, node.slice.upper, node.slice.step)
        parts = [self.expression(edge) if edge else "null" for edge in edges]
        return f"$.slice({', '.join([self.expression(node.value), *parts])})"

    # ---- texts -------------------------------------------------------------------------------------------------------

    def _formatted(self, node: ast.expr) -> str:
        """A piece of an f-string, with the formats for whole numbers only."""
        if isinstance(node, ast.Constant):
            return text(str(node.value))
        if not isinstance(node, ast.FormattedValue) or node.conversion not in (-1, _REPR):
            raise refusal(self.module, node, "of the conversions in an f-string only !r is in the subset")
        if node.conversion == _REPR:
            return f"$.repr({self.expression(node.value)})"
        if node.format_spec is None:
            return f"$.str({self.expression(node.value)})"
        form = ast.unparse(node.format_spec)[2:-1]
        if not _FORMATS.fullmatch(form):
            raise refusal(self.module, node, f"the format {form} is not in the subset; d, 02d, 3d and +d are")
        return f"$.format({self.expression(node.value)}, {text(form)})"

    # ---- conditions --------------------------------------------------------------------------------------------------

    def condition(self, node: ast.expr) -> str:
        """An expression of which only the truth value is used."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return "(" + sign.join(self.condition(value) for value in node.values) + ")"
        return self.expression(node) if _is_truth(node) else f"$.truth({self.expression(node)})"

    def _either(self, node: ast.BoolOp) -> str:
        """`a or b`, which gives one of the two values, not True or False."""
        if all(_is_truth(value) for value in node.values):
            return self.condition(node)
        *first, last = node.values
        found = self.expression(last)
        for value in reversed(first):
            kept = self.scope.temporary()
            chosen = (found, kept) if isinstance(node.op, ast.And) else (kept, found)
            found = f"($.truth({kept} = {self.expression(value)}) ? {chosen[0]} : {chosen[1]})"
        return found

    def _comparison(self, node: ast.Compare) -> str:
        """A comparison; `a < b < c` evaluates b once."""
        parts, left = [], self.expression(node.left)
        known = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        for operator, right in zip(node.ops, node.comparators, strict=True):
            value = self.expression(right)
            is_text = isinstance(right, ast.Constant) and isinstance(right.value, str)
            form = _TEXTS.get(type(operator)) if known or is_text else None
            kept = value
            if right is not node.comparators[-1]:
                kept = self.scope.temporary()
                value = f"({kept} = {value})"
            parts.append((form or _COMPARED[type(operator)]).format(left, value))
            left, known = kept, is_text
        return "(" + " && ".join(parts) + ")"

    # ---- collections -------------------------------------------------------------------------------------------------

    def items(self, nodes: Sequence[ast.expr]) -> str:
        """The items of a list in JavaScript, including starred ones."""
        parts = [
            f"...$.each({self.expression(node.value)})" if isinstance(node, ast.Starred) else self.expression(node)
            for node in nodes
        ]
        return f"[{', '.join(parts)}]"

    def _dict(self, node: ast.Dict) -> str:
        """A dict. With constant keys it is an object literal; otherwise it is built at run time."""
        items = [(self.expression(key) if key else "", self.expression(value)) for key, value in _items(node)]
        if all(key for key, _ in items):
            return mapping(items)
        parts = [f"[{key}, {value}]" if key else f"...$.pairs({value})" for key, value in items]
        return f"$.dict([{', '.join(parts)}])"

    def _loops(self, loops: Sequence[ast.comprehension], item: Callable[[], str], result: str) -> str:
        """A comprehension: loops that fill a list."""
        first = self.expression(loops[0].iter)
        body = self._nested(loops, lambda: f"$r.push({item()});")
        return f"(($s) => {{ const $r = []; {body} return {result}; }})($.each({first}))"

    def _lazy(self, loops: Sequence[ast.comprehension], item: Callable[[], str]) -> str:
        """A generator expression: its iterable is evaluated at once, the rest when items are asked for."""
        first = self.expression(loops[0].iter)
        body = self._nested(loops, lambda: f"yield {item()};")
        return f"(function* ($s) {{ {body} }})($.each({first}))"

    def _nested(self, loops: Sequence[ast.comprehension], inside: Callable[[], str]) -> str:
        opened, ends = "", ""
        self.scope.enter(())
        for number, loop in enumerate(loops):
            if loop.is_async:
                raise refusal(self.module, loop.target, "nothing waits here")
            source = f"$.each({self.expression(loop.iter)})" if number else "$s"
            self.scope.leave()
            self.scope.enter(name for one in loops[: number + 1] for name in _names(one.target))
            item = safe(loop.target.id) if isinstance(loop.target, ast.Name) else self.scope.inner()
            opened += f"for (const {item} of {source}) {{ {self._bound(loop.target, item)}"
            ends += " }"
            for test in loop.ifs:
                opened += f"if ({self.condition(test)}) {{ "
                ends += " }"
        written = opened + inside() + ends
        self.scope.leave()
        return written

    def _bound(self, target: ast.expr, value: str) -> str:
        """The names that a comprehension gives to the parts of an item."""
        if isinstance(target, ast.Name):
            return ""
        if not isinstance(target, ast.Tuple) or any(isinstance(part, ast.Starred) for part in target.elts):
            raise refusal(self.module, target, "a comprehension goes over names, or tuples of names")
        names = [safe(part.id) if isinstance(part, ast.Name) else self.scope.inner() for part in target.elts]
        first = f"const [{', '.join(names)}] = $.unpack({value}, {len(names)}, -1); "
        return first + "".join(self._bound(part, name) for part, name in zip(target.elts, names, strict=True))

    def _lambda(self, arguments: ast.arguments, body: ast.expr) -> str:
        if arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            raise refusal(self.module, body, "a lambda has plain parameters only")
        names = [argument.arg for argument in arguments.args]
        self.scope.enter(names)
        written = f"(({', '.join(map(safe, names))}) => {self.expression(body)})"
        self.scope.leave()
        return written


def _items(node: ast.Dict) -> list[tuple[ast.expr | None, ast.expr]]:
    """The keys and values of a dict; None in place of a key stands for `**`."""
    return list(zip(node.keys, node.values, strict=True))


def _names(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def _is_truth(node: ast.expr) -> bool:
    """Whether an expression is always True or False, so that JavaScript's truth values are the same."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case ast.Call(func=ast.Name(id="isinstance" | "all" | "any" | "bool")):
            return True
        case ast.BoolOp(values=values):
            return all(_is_truth(value) for value in values)
    return False
