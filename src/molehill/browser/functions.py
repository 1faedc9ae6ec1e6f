"""Translates a function: its parameters and its statements."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import ModuleType

from molehill.browser.expressions import Expressions
from molehill.browser.literals import text
from molehill.browser.program import Program
from molehill.browser.scope import Scope, own_nodes, safe
from molehill.browser.subset import OPERATORS, refusal


def translate(program: Program, module: ModuleType, node: ast.FunctionDef, name: str) -> str:
    """The function in JavaScript."""
    return Function(Scope(program, module, node)).write(node, name)


class Function(Expressions):
    """Translates the statements of one function."""

    def write(self, node: ast.FunctionDef, name: str) -> str:
        """The whole function with this name."""
        self._check_say(node)
        lazy = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own_nodes(node.body))
        parameters = ", ".join(self._parameters(node.args))
        body = self.block(node.body)
        declared = self.scope.declared()
        let = f"let {', '.join(declared)};\n" if declared else ""
        end = "" if lazy or isinstance(node.body[-1], ast.Return | ast.Raise) else "return null;\n"
        return f"function{'*' if lazy else ''} {name}({parameters}) {{\n{let}{body}{end}}}"

    def _parameters(self, arguments: ast.arguments) -> list[str]:
        """The parameters in the order in which `calls.py` passes them: `*rest` is a tuple, `**rest` a dict."""
        if arguments.posonlyargs:
            raise refusal(self.module, arguments.posonlyargs[0], "parameters before / can't be translated")
        late = arguments.args[len(arguments.args) - len(arguments.defaults) :]
        defaults = dict(zip([a.arg for a in late], arguments.defaults, strict=True))
        named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        defaults |= {argument.arg: default for argument, default in named if default}
        return [
            safe(name) + (f" = {self.expression(defaults[name])}" if name in defaults else "")
            for name in self.scope.parameters
        ]

    def _check_say(self, node: ast.FunctionDef) -> None:
        """Check that a variable `say` is `words.say`, the only method with keywords of any name."""
        if "say" in self.scope.parameters:
            raise refusal(self.module, node, "a parameter can't be called say; hand over the words")
        for statement in own_nodes(node.body):
            if isinstance(statement, ast.Assign):
                for target, value in _pairs(statement):
                    says = isinstance(value, ast.Attribute) and value.attr == "say"
                    if isinstance(target, ast.Name) and target.id == "say" and not says:
                        raise refusal(self.module, statement, "a variable called say must be words.say")

    # ---- statements --------------------------------------------------------------------------------------------------

    def block(self, statements: Sequence[ast.stmt]) -> str:
        """Statements, one on each line."""
        return "".join(f"{line}\n" for statement in statements if (line := self.statement(statement)))

    def statement(self, node: ast.stmt) -> str:
        """One statement; a docstring is left out."""
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
                return ""
            case ast.Expr(value=value):
                return f"{self.expression(value)};"
            case ast.Return(value=value):
                return f"return {self.expression(value) if value else 'null'};"
            case ast.Raise(exc=ast.expr() as error, cause=None | ast.Constant(value=None)):
                return f"throw {self.expression(error)};"
            case ast.Break():
                return "break;"
            case ast.Continue():
                return "continue;"
        return self._branch(node)

    def _branch(self, node: ast.stmt) -> str:
        match node:
            case ast.If(test=test, body=body, orelse=rest):
                other = f" else {{\n{self.block(rest)}}}" if rest else ""
                return f"if ({self.condition(test)}) {{\n{self.block(body)}}}{other}"
            case ast.While(test=test, body=body, orelse=[]):
                return f"while ({self.condition(test)}) {{\n{self.block(body)}}}"
            case ast.For(target=target, iter=source, body=body, orelse=[]):
                item = self.scope.temporary()
                head = f"for ({item} of $.each({self.expression(source)}))"
                return f"{head} {{\n{self.assign(target, item)}\n{self.block(body)}}}"
            case ast.Match():
                return self._match(node)
            case ast.For() | ast.While():
                raise refusal(self.module, node, "a loop has no else")
        return self._assignment(node)

    def _match(self, node: ast.Match) -> str:
        subject = self.scope.temporary()
        branches = []
        for case in node.cases:
            tests = [self._pattern(case.pattern, subject)] + ([self.condition(case.guard)] if case.guard else [])
            branches.append(f"if ({' && '.join(tests)}) {{\n{self.block(case.body)}}}")
        return f"{subject} = {self.expression(node.subject)};\n" + " else ".join(branches)

    def _pattern(self, pattern: ast.pattern, subject: str) -> str:
        match pattern:
            case ast.MatchValue(value=ast.Constant(value=str() as value)):
                return f"{subject} === {text(value)}"
            case ast.MatchValue(value=value):
                return f"$.eq({subject}, {self.expression(value)})"
            case ast.MatchSingleton(value=value):
                return f"{subject} === {self.expression(ast.Constant(value))}"
            case ast.MatchOr(patterns=patterns):
                return "(" + " || ".join(self._pattern(one, subject) for one in patterns) + ")"
            case ast.MatchAs(pattern=None, name=None):
                return "true"
        raise refusal(self.module, pattern, "a case is a value, several values with |, or _")

    def _assignment(self, node: ast.stmt) -> str:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Tuple(elts=values)) if _fit(parts, values):
                kept = self.scope.temporary()
                lines = [self.assign(part, f"{kept}[{n}]") for n, part in enumerate(parts)]
                return " ".join([f"{kept} = {self.items(values)};", *lines])
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                return self.assign(target, self.expression(value))
            case ast.Assign(targets=targets, value=value):
                kept = self.scope.temporary()
                first = f"{kept} = {self.expression(value)};"
                return " ".join([first, *(self.assign(target, kept) for target in targets)])
            case ast.AugAssign(target=ast.Name() as target, op=operator, value=value):
                name = self.scope.name(target)
                return f"{name} = $.i{self._operator(operator, node)}({name}, {self.expression(value)});"
            case ast.AugAssign(target=ast.Subscript() as target, op=operator, value=value):
                return self._change(target, self._operator(operator, node), self.expression(value))
            case ast.Delete(targets=[ast.Subscript(value=value, slice=index)]) if not isinstance(index, ast.Slice):
                return f"$.remove({self.expression(value)}, {self.expression(index)});"
        raise refusal(self.module, node)

    def _change(self, target: ast.Subscript, operator: str, value: str) -> str:
        """An augmented assignment. As in Python, its target is evaluated once, and read before the value."""
        where, index = self.scope.temporary(), self.scope.temporary()
        old = f"$.get({where} = {self.expression(target.value)}, {index} = {self.expression(target.slice)})"
        return f"$.put($.i{operator}({old}, {value}), {where}, {index});"

    def _operator(self, operator: ast.operator, node: ast.AST) -> str:
        if type(operator) not in OPERATORS:
            raise refusal(self.module, node, f"the operator {type(operator).__name__} is not in the subset")
        return OPERATORS[type(operator)]

    def assign(self, target: ast.expr, value: str) -> str:
        """An assignment to a name, an item, or several of them."""
        match target:
            case ast.Name():
                return f"{self.scope.name(target)} = {value};"
            case ast.Subscript(value=where, slice=index) if not isinstance(index, ast.Slice):
                return f"$.put({value}, {self.expression(where)}, {self.expression(index)});"
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return self._unpack(parts, value)
            case ast.Attribute():
                raise refusal(self.module, target, "attributes are read, never written; a view is made of dicts")
        raise refusal(self.module, target)

    def _unpack(self, parts: Sequence[ast.expr], value: str) -> str:
        star = next((n for n, part in enumerate(parts) if isinstance(part, ast.Starred)), -1)
        kept = self.scope.temporary()
        lines = [f"{kept} = $.unpack({value}, {len(parts)}, {star});"]
        for n, part in enumerate(parts):
            lines.append(self.assign(part.value if isinstance(part, ast.Starred) else part, f"{kept}[{n}]"))
        return " ".join(lines)


def _fit(parts: Sequence[ast.expr], values: Sequence[ast.expr]) -> bool:
    """Whether there is one value for each name, so that nothing must be unpacked."""
    return len(parts) == len(values) and not any(isinstance(one, ast.Starred) for one in (*parts, *values))


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr | None]]:
    """Each name with the value it gets, as far as that can be seen."""
    found: list[tuple[ast.expr, ast.expr | None]] = []
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            found += zip(target.elts, node.value.elts, strict=False)
        elif isinstance(target, ast.Tuple):
            found += [(part, None) for part in target.elts]
        else:
            found.append((target, node.value))
    return found
