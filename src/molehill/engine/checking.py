"""A look at the rules before they are compiled: what Numba would answer with a riddle is told in words, by line.

It reads the syntax trees and the records, compiles nothing, and takes some hundredths of a second. What it lets pass
may still fail in the compiler; that it refuses something means that it would.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from molehill.engine import compiling, contract, events, observing, syntax
from molehill.engine.errors import BadRules, MolehillError
from molehill.engine.kinds import (
    Kind,
    describe,
    differ,
    dimensions,
    element,
    is_number,
    is_record,
    kind_of_hint,
    kind_of_value,
    parts,
    together,
)

if TYPE_CHECKING:
    from molehill.engine.game import Game

# What compiled code has no words for, and what to do instead.
_REFUSED: dict[type[ast.AST], str] = {
    ast.JoinedStr: "an f-string can't be compiled; rules tell numbers in events, and words.en.ftl has the words",
    ast.Dict: "a dict can't be compiled; use a field of the table or the box, or a tuple",
    ast.DictComp: "a dict can't be compiled; use a field of the table or the box, or a tuple",
    ast.Set: "a set can't be compiled; use bits of a number",
    ast.SetComp: "a set can't be compiled; use bits of a number",
    ast.GeneratorExp: "a generator can't be compiled; write a loop",
    ast.Lambda: "a lambda can't be compiled; write a function marked @rule",
    ast.FunctionDef: "a function inside a rule can't be compiled; write it beside, marked @rule",
    ast.ClassDef: "a class can't be compiled",
    ast.Try: "errors can't be caught in compiled code; ask first whether it will work",
    ast.With: "`with` can't be compiled",
    ast.Match: "`match` can't be compiled; write if and elif",
    ast.Yield: "a generator can't be compiled; write a loop",
    ast.YieldFrom: "a generator can't be compiled; write a loop",
    ast.Await: "nothing waits in compiled code",
    ast.Global: "compiled code can't change what is outside; use a field of the table",
    ast.Nonlocal: "compiled code can't change what is outside; use a field of the table",
    ast.Delete: "`del` can't be compiled",
    ast.Import: "an import belongs at the top of the file",
    ast.ImportFrom: "an import belongs at the top of the file",
}
_EMPTY_WORDS = r"Failed in |During: |File |\s*$"  # lines of the compiler that say nothing of what is wrong
_SAME = ("abs", "min", "max", "sum", "round")
_CASTS: dict[Any, Kind] = {int: int, float: float, bool: bool, len: int}


class Mistake(NamedTuple):
    """What is wrong, and where."""

    path: Path
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words}"


# ---- a whole game ---------------------------------------------------------------------------------------------------


@cache
def check(game: Game) -> None:
    """Raise BadRules with all that is found, a line each."""
    found = sorted(set(mistakes(game)))
    if found:
        raise BadRules("\n".join(map(str, found)))


def mistakes(game: Game) -> Iterator[Mistake]:
    """All that is wrong with a game's rules."""
    yield from _missing(game, "rules", contract.Rules)
    yield from _missing(game, "judge", contract.Judge)
    if game.observes:
        yield from _missing(game, "observation", observing.Observes)
    if game.foresees:
        yield from _missing(game, "observation", observing.Foresees)
    yield from _asked_of_judge(game)
    events = game.part("view").EVENTS
    for path in sorted(game.folder.glob("*.py")):
        tree = syntax.parse(path.read_text(encoding="utf-8"))
        marked = [node for node in tree.body if isinstance(node, ast.FunctionDef) and _is_rule(node)]
        for node in marked:
            yield from _Function(game, path, game.part(path.stem), node, events).mistakes()


def of_import(error: Exception, game: Game) -> Exception:
    """BadRules that says where in the game's files an import failed; the error itself if it was somewhere else."""
    path, line = _place(error, game.folder)
    if path is None or isinstance(error, MolehillError):
        return error
    round_about = list(_asked_of_judge(game)) if isinstance(error, ImportError) else []
    return BadRules("\n".join(map(str, round_about or [_of_import(error, path, line)])))


@contextmanager
def told_by_line(game: Game) -> Iterator[None]:
    """What the compiler refuses all the same is BadRules, too, with the place in the game's files that it names."""
    from numba.core.errors import NumbaError

    try:
        yield
    except NumbaError as error:
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        places = [(Path(name), int(line)) for name, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
        own = [(path, line) for path, line in places if _within(path, game.folder)] or [(game.folder / "rules.py", 1)]
        reasons = [line.strip() for line in text.splitlines() if line.strip() and not re.match(_EMPTY_WORDS, line)]
        path, line = own[-1]
        raise BadRules(str(Mistake(game.folder / path.name, line, reasons[0] if reasons else text))) from error


def _within(path: Path, folder: Path) -> bool:
    """Whether a file, which the compiler may name from wherever it runs, is in a folder."""
    return (folder / path.name).is_file() and path.parent.name == folder.name


def _place(error: Exception, folder: Path) -> tuple[Path | None, int]:
    """The last place in a folder that an error came through."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        return Path(error.filename), error.lineno or 1
    path, line, at = None, 1, error.__traceback__
    while at:
        if Path(at.tb_frame.f_code.co_filename).is_relative_to(folder):
            path, line = Path(at.tb_frame.f_code.co_filename), at.tb_lineno
        at = at.tb_next
    return path, line


def _of_import(error: Exception, path: Path, line: int) -> Mistake:
    """An error that came while a module was imported."""
    missing = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", str(error))
    if missing:
        name, module = missing.groups()
        lines = [
            alias.lineno
            for node in ast.walk(syntax.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.name == name
        ]
        there = vars(importlib.import_module(module))
        return Mistake(path, min(lines, default=line), f"{module} has no {name}{_near(name, there)}")
    if isinstance(error, NameError):
        known = vars(builtins).keys() | _names_at_top(path)
        return Mistake(path, line, f"there is no {error.name}{_near(str(error.name), known)}")
    return Mistake(path, line, str(error.msg if isinstance(error, SyntaxError) else error))


def _names_at_top(path: Path) -> set[str]:
    found: set[str] = set()
    for node in syntax.parse(path.read_text(encoding="utf-8")).body:
        for inner in ast.walk(node):
            if isinstance(inner, ast.alias):
                found.add(inner.asname or inner.name)
            elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                found.add(inner.id)
    return found


def _missing(game: Game, part: str, wanted_of: type) -> Iterator[Mistake]:
    """Functions of the contract that a game does not have, or that take something else."""
    path, module = game.folder / f"{part}.py", game.part(part)
    for name, function in inspect.getmembers(wanted_of, inspect.isfunction):
        if name.startswith("_"):
            continue
        wanted = list(inspect.signature(function).parameters)[1:]
        own = getattr(module, name, None)
        if own is None:
            yield Mistake(path, 1, f"there is no {name}({', '.join(wanted)}): {_summary(function)}")
            continue
        taken = _signature(own)
        if taken is not None and len(taken.parameters) != len(wanted):
            line = inspect.unwrap(getattr(own, "py_func", own)).__code__.co_firstlineno
            yield Mistake(path, line, f"{name} takes ({', '.join(wanted)}), not ({', '.join(taken.parameters)})")


def _asked_of_judge(game: Game) -> Iterator[Mistake]:
    """Imports of the judge by the rules, or by what they import."""
    for path in compiling.sources(game, compiling.KERNELS):
        if path.parent == game.folder:
            for node in syntax.parse(path.read_text(encoding="utf-8")).body:
                if game.folder / "judge.py" in compiling.imported(game, path, node):
                    yield Mistake(path, node.lineno, "a rule never asks the judge, which is for bots only")


def _summary(function: Callable[..., Any]) -> str:
    text = (function.__doc__ or "").strip()
    return text[:1].lower() + text[1:].removesuffix(".")


def _is_rule(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator).split(".")[-1] == "rule" for decorator in node.decorator_list)


def _signature(function: Any) -> inspect.Signature | None:
    """What a function takes; None if nobody can say."""
    plain = getattr(function, "py_func", function)
    return inspect.signature(plain) if isinstance(plain, FunctionType) else None


@cache
def _hints(annotated: Any) -> dict[str, Any]:
    """The annotations of a function or a record."""
    return get_type_hints(annotated, include_extras=True)


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, [other for other in known if not other.startswith("__")], 1, 0.7)
    return f"; did you mean {near[0]}?" if near else ""


# ---- one function ---------------------------------------------------------------------------------------------------


class _Function:
    """One function of the rules, gone through line by line."""

    def __init__(self, game: Game, path: Path, module: ModuleType, node: ast.FunctionDef, events: Any) -> None:
        self.game, self.path, self.node, self.events = game, path, node, events
        self.globals = vars(module)
        self.found: list[Mistake] = []
        self.locals = _assigned(node)
        self.kinds: dict[str, Kind] = {}  # of each variable so far
        self.lines: dict[str, int] = {}  # where it got it
        self.returns: Kind = None

    def mistakes(self) -> list[Mistake]:
        """Everything that is wrong with it."""
        if self.read_head():
            for statement in self.node.body:
                self.refuse(statement)
            self.run(self.node.body)
            if self.returns not in (None, NoneType) and not _ends(self.node.body):
                says = ast.unparse(self.node.returns) if self.node.returns else ""
                self.say(self.node, f"{self.node.name} says that it returns {says}, and may end without a return")
        return self.found

    def say(self, node: ast.AST, words: str) -> None:
        """Note a mistake."""
        self.found.append(Mistake(self.path, getattr(node, "lineno", self.node.lineno), words))

    def read_head(self) -> bool:
        """What the annotations say."""
        own = self.globals[self.node.name]
        try:
            hints = _hints(getattr(own, "py_func", own))
        except NameError as error:
            self.say(self.node, f"there is no {error.name}{_near(str(error.name), self.globals)}")
            return False
        for argument in self.node.args.args:
            if argument.arg in hints:
                self.kinds[argument.arg] = kind_of_hint(hints[argument.arg])
                self.lines[argument.arg] = argument.lineno
            else:
                self.say(argument, f"{argument.arg} has no type; write {argument.arg}: int, say")
        if "return" not in hints:
            self.say(self.node, f"{self.node.name} does not say what it returns; write -> int, or -> None")
        self.returns = kind_of_hint(hints["return"]) if "return" in hints else None
        return True

    def refuse(self, statement: ast.stmt) -> None:
        """What compiled code has no words for."""
        for node in ast.walk(statement):
            if type(node) in _REFUSED:
                self.say(node, _REFUSED[type(node)])

    # ---- statements --------------------------------------------------------------------------------------------------

    def run(self, body: list[ast.stmt]) -> None:
        """Go through statements in their order."""
        for statement in body:
            match statement:
                case ast.Assign(targets=targets, value=value):
                    kind = self.kind(value)
                    for target in targets:
                        self.assign(target, kind)
                case ast.AnnAssign(target=target, value=value) if value is not None:
                    self.assign(target, self.kind(value))
                case ast.AugAssign(target=target, op=op, value=value):
                    loaded = ast.copy_location(ast.BinOp(_loaded(target), op, value), statement)
                    self.assign(target, self.kind(loaded))
                case ast.For(target=target, iter=iterated, body=inner, orelse=other):
                    self.assign(target, self.kind_inside(iterated))
                    self.run(inner + other)
                case ast.While(test=test, body=inner, orelse=other) | ast.If(test=test, body=inner, orelse=other):
                    self.kind(test)
                    self.run(inner + other)
                case ast.Return():
                    self.give_back(statement)
                case ast.Expr(value=value):
                    self.kind(value)
                case ast.Assert(test=test):
                    self.kind(test)

    def assign(self, target: ast.expr, kind: Kind) -> None:
        """Note what a variable is from here on; what is assigned to must be there."""
        match target:
            case ast.Name(id=name):
                before = self.kinds.get(name)
                if differ(before, kind):
                    words = f"{name} is {describe(before)} in line {self.lines[name]} and {describe(kind)} here"
                    self.say(target, f"{words}; a variable has one type")
                    return
                self.kinds[name] = kind if before is None else together(before, kind) or before
                self.lines.setdefault(name, target.lineno)
            case ast.Tuple(elts=targets):
                known = parts(kind)
                if known is not None and len(known) != len(targets):
                    self.say(target, f"{len(targets)} names for {len(known)} values")
                    known = None
                for k, part_of in enumerate(targets):
                    self.assign(part_of, known[k] if known else None)
            case _:
                there = self.kind(_loaded(target))
                if is_number(there) and kind is not None and not is_number(kind):
                    self.say(target, f"{ast.unparse(target)} is {describe(there)}; it can't hold {describe(kind)}")

    def give_back(self, statement: ast.Return) -> None:
        """What a function returns is what it says."""
        kind = NoneType if statement.value is None else self.kind(statement.value)
        if self.returns is None or kind is None:
            return
        says = ast.unparse(self.node.returns) if self.node.returns else ""
        narrower = (self.returns, kind) in ((int, float), (bool, float))
        if differ(self.returns, kind) or narrower:
            self.say(statement, f"{self.node.name} says that it returns {says}, and returns {describe(kind)} here")

    # ---- expressions -------------------------------------------------------------------------------------------------

    def kind(self, node: ast.expr) -> Kind:
        """What an expression is; None if nobody can say. Names, fields and calls in it are looked up."""
        match node:
            case ast.Constant(value=value):
                return kind_of_value(value)
            case ast.Name(id=name) if name in self.locals:
                return self.kinds.get(name)
            case ast.Name() | ast.Attribute():
                return self.kind_of_name(node)
            case ast.Subscript():
                return self.kind_of_item(node)
            case ast.Call():
                return self.kind_of_call(node)
            case ast.Tuple(elts=inside):
                kinds = [self.kind(part_of) for part_of in inside]
                return tuple[tuple(kinds)] if None not in kinds else None  # type: ignore[misc]
            case ast.IfExp(test=test, body=one, orelse=other):
                self.kind(test)
                return self.either(node, self.kind(one), self.kind(other))
            case ast.BoolOp(values=values):
                kinds = [self.kind(value) for value in values]
                return bool if all(kind is bool for kind in kinds) else None
            case ast.Compare(left=left, comparators=others):
                for operand in (left, *others):
                    self.number(operand)
                return bool
            case ast.UnaryOp(op=op, operand=operand):
                kind = self.number(operand)
                return bool if isinstance(op, ast.Not) else int if kind is bool else kind
            case ast.BinOp(left=left, op=op, right=right):
                one, other = self.number(left), self.number(right)
                if isinstance(op, ast.Div):
                    return float
                kind = together(one, other)
                return int if kind is bool else kind
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.expr):
                self.kind(inner)
        return None

    def number(self, node: ast.expr) -> Kind:
        """An operand: one can calculate with a number only."""
        kind = self.kind(node)
        if kind is NoneType or dimensions(kind) or is_record(kind):
            words = ast.unparse(node)
            hint = "; say which of its numbers" if dimensions(kind) else ""
            self.say(node, f"{words} is {describe(kind)}, not a number{hint}")
            return None
        return kind

    def either(self, node: ast.expr, one: Kind, other: Kind) -> Kind:
        """One of two."""
        if differ(one, other):
            self.say(node, f"this is {describe(one)} or {describe(other)}; it must be the same either way")
        return together(one, other)

    def kind_of_name(self, node: ast.Name | ast.Attribute) -> Kind:
        """A constant, or a field of a record."""
        if isinstance(node, ast.Attribute) and not self.is_module(node.value):
            return self.kind_of_field(node)
        missing = object()
        value = self.value(node, missing)
        if value is missing:
            name = node.id if isinstance(node, ast.Name) else node.attr
            known = self.locals | self.globals.keys() if isinstance(node, ast.Name) else vars(self.value(node.value))
            whose = "" if isinstance(node, ast.Name) else f"{ast.unparse(node.value)} has "
            self.say(node, f"{whose or 'there is '}no {name}{_near(name, known)}")
        elif isinstance(value, list | dict | set | frozenset):
            kind = type(value).__name__
            self.say(node, f"{ast.unparse(node)} is a {kind}; compiled code reads numbers, tuples and arrays only")
        return kind_of_value(value)

    def kind_of_field(self, node: ast.Attribute) -> Kind:
        kind = self.kind(node.value)
        if is_record(kind):
            fields = _hints(kind)
            if node.attr not in fields:
                self.say(node, f"{kind.__name__} has no field {node.attr}{_near(node.attr, fields)}")
                return None
            return kind_of_hint(fields[node.attr])
        if is_number(kind):
            self.say(node, f"{ast.unparse(node.value)} is {describe(kind)}, which has no {node.attr}")
        return tuple[int, ...] if dimensions(kind) and node.attr == "shape" else None

    def kind_of_item(self, node: ast.Subscript) -> Kind:
        kind = self.kind(node.value)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for index in indices:
            if not isinstance(index, ast.Slice):
                self.number(index)
        if is_number(kind) or is_record(kind):
            self.say(node, f"{ast.unparse(node.value)} is {describe(kind)}, not a row")
        if not dimensions(kind):
            inside = parts(kind)
            return _same(inside) if inside else int if kind == tuple[int, ...] else None
        if len(indices) > dimensions(kind):
            self.say(node, f"{ast.unparse(node.value)} is {describe(kind)}; it has no {len(indices)} indices")
            return None
        if any(isinstance(index, ast.Slice) for index in indices):
            return kind if len(indices) == 1 else None
        return element(kind, len(indices))

    def kind_inside(self, node: ast.expr) -> Kind:
        """What a loop goes through."""
        kind = self.kind(node)
        if isinstance(node, ast.Call) and self.value(node.func) is range:
            return int
        if is_number(kind):
            self.say(node, f"{ast.unparse(node)} is {describe(kind)}; a loop goes through range({ast.unparse(node)})")
        inside = parts(kind)
        return element(kind, 1) if dimensions(kind) else _same(inside) if inside else None

    # ---- calls -------------------------------------------------------------------------------------------------------

    def kind_of_call(self, node: ast.Call) -> Kind:
        given = [self.kind(argument) for argument in (*node.args, *(word.value for word in node.keywords))]
        if not isinstance(node.func, ast.Name | ast.Attribute):
            return None
        self.kind(node.func)
        function = self.value(node.func)
        if function is events.emit:
            self.check_event(node)
        if function in _CASTS:
            return _CASTS[function]
        if getattr(function, "__name__", "") in _SAME and function in vars(builtins).values():
            return _same(tuple(given))
        return self.kind_of_result(node, function)

    def kind_of_result(self, node: ast.Call, function: Any) -> Kind:
        """What another rule returns; it must be one, and take so much."""
        signature = _signature(function)
        if signature is None:
            return float if getattr(function, "__module__", "") == "math" else None
        name = ast.unparse(node.func)
        if compiling.JIT and isinstance(function, FunctionType) and function is not events.emit:
            self.say(node, f"{name} is not compiled; mark it @rule")
            return None
        try:
            if not any(isinstance(argument, ast.Starred) for argument in node.args):
                signature.bind(*node.args, **{word.arg or "": word.value for word in node.keywords})
        except TypeError:
            self.say(node, f"{name} takes ({', '.join(signature.parameters)}), not {len(node.args)} values")
        hints = _hints(getattr(function, "py_func", function))
        return kind_of_hint(hints["return"]) if "return" in hints else None

    def check_event(self, node: ast.Call) -> None:
        """An event is one that `view.py` names, with as many numbers as it reads there, and cites a clause."""
        if len(node.args) < 4:
            return
        for kind in self.constants(node.args[1]):
            if kind not in self.events:
                self.say(node, f"view.py has no event {ast.unparse(node.args[1])} (number {kind}) in EVENTS")
                continue
            name, fields = self.events[kind]
            if len(node.args) - 4 != len(fields):
                reads = ", ".join(fields) or "nothing"
                self.say(node, f"view.py reads {reads} of the event {name}; here it is given {len(node.args) - 4}")
        for told in node.args[4:]:
            kind = self.kind(told)
            if kind is not None and kind not in (int, bool) and dimensions(kind) != 1:
                words = f"{ast.unparse(told)} is {describe(kind)}; an event tells whole numbers and rows of them"
                self.say(told, words)
        for clause in self.constants(node.args[3]):
            if not 1 <= clause <= self.game.clauses:
                self.say(node, f"there is no clause {clause}; the rulebook has {self.game.clauses}")

    def constants(self, node: ast.expr) -> list[int]:
        """The numbers that an expression may be, where they are written down."""
        if isinstance(node, ast.IfExp):
            return self.constants(node.body) + self.constants(node.orelse)
        value = node.value if isinstance(node, ast.Constant) else self.value(node)
        return [value] if isinstance(value, int) else []

    # ---- names -------------------------------------------------------------------------------------------------------

    def is_module(self, node: ast.expr) -> bool:
        return isinstance(self.value(node), ModuleType)

    def value(self, node: ast.expr, otherwise: Any = None) -> Any:
        """What a name outside of the function, or one of a module, stands for."""
        if isinstance(node, ast.Name) and node.id not in self.locals:
            return self.globals.get(node.id, getattr(builtins, node.id, otherwise))
        if isinstance(node, ast.Attribute) and self.is_module(node.value):
            return getattr(self.value(node.value), node.attr, otherwise)
        return otherwise


def _assigned(node: ast.FunctionDef) -> set[str]:
    """The names that belong to a function."""
    stored = (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store))
    return {argument.arg for argument in node.args.args} | set(stored)


def _loaded(target: ast.expr) -> ast.expr:
    """What is assigned to, as one reads it."""
    again = ast.parse(ast.unparse(target), mode="eval").body
    for node in ast.walk(again):
        ast.copy_location(node, target)
    return again


def _same(kinds: tuple[Kind, ...]) -> Kind:
    """What holds all of these."""
    found = kinds[0] if kinds else None
    for kind in kinds[1:]:
        found = together(found, kind)
    return found


def _ends(body: list[ast.stmt]) -> bool:
    """Whether statements end with a return on every way through them."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=one, orelse=other):
            return bool(other) and _ends(one) and _ends(other)
        case ast.While(test=ast.Constant(value=True), body=inner):
            return not any(isinstance(node, ast.Break) for statement in inner for node in ast.walk(statement))
    return False
