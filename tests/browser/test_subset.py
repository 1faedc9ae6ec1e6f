"""Each construct of the subset means the same in both languages; others are refused with file and line."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
import unicodedata
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import constructs
import pytest
from node import needs_node, run

from molehill import browser
from molehill.browser import subset

HERE = Path(__file__).parent


def translated(functions: dict[str, FunctionType], folder: Path) -> None:
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "functions.js").write_text(browser.of_functions(functions), encoding="utf-8")
    shutil.copy(Path(browser.__file__).with_name("runtime.js"), folder)


def evaluate(folder: Path, calls: list[tuple[str, list[Any]]]) -> list[str]:
    return list(run("evaluate.mjs", str(folder), "functions", given=calls))


def result(function: FunctionType, given: list[Any]) -> str:
    try:
        return repr(function(*json.loads(json.dumps(given))))
    except Exception as error:
        return f"raises {type(error).__name__}"


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    return {name: value for name, value in vars(module).items() if isinstance(value, FunctionType)}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """JavaScript's answers for all cases."""
    folder = tmp_path_factory.mktemp("subset")
    own = {name: function for name, function in functions_of(constructs).items() if name in constructs.CASES}
    translated(own, folder)
    calls = [(name, given) for name, cases in constructs.CASES.items() for given in cases]
    found: dict[str, list[str]] = {name: [] for name in constructs.CASES}
    for (name, _), answer in zip(calls, evaluate(folder, calls), strict=True):
        found[name].append(answer)
    return found


@needs_node
@pytest.mark.parametrize("name", constructs.CASES)
def test_a_construct_means_the_same_in_both_languages(name: str, answers: dict[str, list[str]]) -> None:
    constructs.memo.clear()
    function = getattr(constructs, name)
    for given, answer in zip(constructs.CASES[name], answers[name], strict=True):
        assert answer == result(function, given), f"given {given}"


def test_every_function_and_method_of_the_subset_is_tried() -> None:
    text = (HERE / "constructs.py").read_text(encoding="utf-8")
    missing = [name for name in subset.BUILTINS if f"{name}(" not in text and name not in ("iter", "frozenset")]
    missing += [name for name in subset.METHODS if f".{name}(" not in text and name != "remove"]
    assert missing == []


@needs_node
def test_digits_and_spaces_of_all_scripts_are_the_same(tmp_path: Path) -> None:
    known = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) != "Cn"]
    source = r"""
import re

def digits(letters):
    return [
        [n for n, c in enumerate(letters) if c.isdigit()],
        [n for n, c in enumerate(letters) if not c.strip()],
        [n for n, c in enumerate(letters) if re.fullmatch(r"\s", c)],
        [n for n, c in enumerate(letters) if re.fullmatch(r"\w", c)],
        [[n, int(c)] for n, c in enumerate(letters) if c.isdecimal()],
    ]
"""
    module = module_of(tmp_path, source)
    translated(functions_of(module), tmp_path)
    (answer,) = evaluate(tmp_path, [("digits", [known])])
    assert json.loads(answer) == json.loads(result(module.digits, [known]))


# ---- refusals --------------------------------------------------------------------------------------------------------


def module_of(folder: Path, text: str) -> ModuleType:
    """A module with this text, as if a game had it."""
    path = folder / "sample.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("sample", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sample"] = module
    spec.loader.exec_module(module)
    return module


REFUSED = {
    "try": ("try:\n        return value\n    except KeyError:\n        return 0", "never caught"),
    "with": ("with open(value) as file:\n        return file", "nothing is opened"),
    "inner function": ("def inner():\n        return 1\n    return inner()", "move it to the top"),
    "class": ("class Inner:\n        pass\n    return Inner", "a class can't be translated"),
    "global": ("global THING\n    THING = value", "must not assign to the module"),
    "import": ("import json\n    return json", "imports go to the top of the module"),
    "assert": ("assert value", "a view must not stop halfway"),
    "for else": ("for n in value:\n        pass\n    else:\n        return 1", "a loop has no else"),
    "while else": ("while value:\n        pass\n    else:\n        return 1", "a loop has no else"),
    "capture": ("match value:\n        case [a, b]:\n            return a", "a case is a value"),
    "capture by name": ("match value:\n        case other:\n            return other", "a case is a value"),
    "attribute written": ("value.field = 1", "never written"),
    "delete a name": ("del value", "not in the subset"),
    "slice assignment": ("value[1:2] = []", "not in the subset"),
    "unknown builtin": ("return hash(value)", "hash is not among what may be called"),
    "eval": ("return eval(value)", "eval is not among what may be called"),
    "unknown method": ("return value.title()", "value.title is not among what may be called"),
    "too many arguments": ("return value.split(',', 1)", "split with 2 arguments"),
    "star to a method": ("return value.replace(*value)", "can't be called with a star"),
    "keyword": ("return sum(value, start=1)", "sum has no keyword start"),
    "keyword of a variable": ("work = value[0]\n    return work(n=1)", "names of parameters"),
    "unknown module": ("return json.dumps(value)", "json.dumps is not among what may be called"),
    "class of ours": ("return Thing()", "Thing is not among what may be called"),
    "decorated": ("return cached(value)", "has a decorator"),
    "constant": ("return THING", "a constant can't be of type object"),
    "isinstance": ("return isinstance(value, set)", "isinstance may ask for"),
    "matrix": ("return value @ value", "not in the subset"),
    "format": ("return f'{value:.2f}'", "the format .2f"),
    "nested format": ("return f'{value:{value}}'", "the format"),
    "conversion": ("return f'{value!s}'", "only !r"),
    "bytes": ("return b'x'", "not in the subset"),
    "complex": ("return 2j", "not in the subset"),
    "ellipsis": ("return ...", "not in the subset"),
    "lambda with defaults": ("return lambda a=1: a", "plain parameters only"),
    "regular expression": ("return re.fullmatch(r'(?P<name>x)', value)", "is not in the subset"),
    "lookbehind": ("return re.search(r'(?<=a)b', value)", "is not in the subset"),
    "end of line": ("return re.search(r'a$', value)", "is not in the subset"),
    "findall with groups": ("return re.findall(r'(a)b', value)", "is not in the subset"),
    "pattern from outside": ("return re.search(value, 'x')", "known before the program runs"),
    "flags": ("return re.search('x', value, re.I)", "with 3 arguments"),
    "say": ("say = value\n    return say('x', a=1)", "must be words.say"),
    "star in a comprehension": ("return [a for a, *b in value]", "names, or tuples of names"),
    "error with several arguments": ("raise ValueError('a', value)", "ValueError with 2 arguments"),
    "unknown name": ("return nothing", "neither in the module nor in the subset"),
}
SAMPLE = """import json
import re


def plain(function):
    return function


class Thing:
    pass


@plain
def cached(value):
    return value


THING = object()


def sample(value):
    {body}
"""


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_outside_the_subset_is_refused_by_file_and_line(name: str, tmp_path: Path) -> None:
    body, reason = REFUSED[name]
    module = module_of(tmp_path, SAMPLE.format(body=body))
    with pytest.raises(browser.Untranslatable) as error:
        browser.of_functions({"sample": module.sample})
    assert reason in error.value.reason
    assert error.value.file.endswith("sample.py")
    line = (tmp_path / "sample.py").read_text(encoding="utf-8").splitlines()[error.value.line - 1]
    assert line.strip() in body or name == "decorated", line
    assert str(error.value).startswith(f"{error.value.file}:{error.value.line}: ")


def test_a_name_that_two_parts_of_a_game_export_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import molehill
    from molehill.browser import exports, modules

    decode = next(export for export in exports.public(molehill.game("honeymoon")) if export.name == "decode")
    monkeypatch.setattr(modules, "public", lambda game: [decode, decode])
    with pytest.raises(browser.Untranslatable, match="needs another name"):
        browser.of_game(molehill.game("honeymoon"))


def test_a_memory_begins_empty_whatever_it_holds_by_now(tmp_path: Path) -> None:
    text = "memory: dict[str, int] = {}\n\n\ndef sample(key):\n    memory[key] = 1\n    return memory\n"
    module = module_of(tmp_path, text)
    module.sample("kept")
    assert "kept" not in browser.of_functions({"sample": module.sample})


def test_a_parameter_called_say_is_refused(tmp_path: Path) -> None:
    text = "def sample(say):\n    return say('x', a=1)\n"
    with pytest.raises(browser.Untranslatable, match=r"sample.py:1: .* hand over the words"):
        browser.of_functions({"sample": module_of(tmp_path, text).sample})


def test_a_variable_in_front_of_a_name_of_another_module_is_refused(tmp_path: Path) -> None:
    """JavaScript would use the variable, but Python knows the function by another name."""
    text = "from molehill.engine.structures import whole as r\n\n\ndef sample(whole):\n    return r(whole, 'a', 1, 2)\n"
    with pytest.raises(browser.Untranslatable, match="rename the variable whole"):
        browser.of_functions({"sample": module_of(tmp_path, text).sample})
