"""`molehill.scaffold`: a new game passes lint and the conformance suite as it is, and nothing is overwritten."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import molehill
from molehill import Malformed, MolehillError, Unknown, scaffold
from molehill.cli import main
from molehill.conformance import CHECKS
from molehill.engine import compiling

ROOT = Path(__file__).parents[1]
NAME = "mole_hill"
STAGES = ("rules", "bots", "loops")
FILES = [
    "RULES.md", "__init__.py", "box.py", "box.toml", "facts.py", "judge.py", "pieces.py", "rules.py", "text.py",
    "types.py", "view.py", "words.en.ftl",
]  # fmt: skip


LISTEN = """
import collections, json, sys
import numpy as np
from numba import njit
from numba.core import event
import molehill
from molehill.bots import search

@njit
def theirs(n):
    return np.zeros(n, dtype=np.int32).sum() + min(n, 3)

assert theirs(5) == 3

class Listener(event.Listener):
    def on_start(self, event): pass
    def on_end(self, event): heard.append(event.data["dispatcher"].py_func)

event.register("numba:compile", Listener())
game = molehill.game(sys.argv[1])
stages = {"rules": lambda: game.kernels, "bots": lambda: search.load(game), "loops": lambda: game.loops}
for stage in sys.argv[2:]:
    heard = []
    stages[stage]()
    print(json.dumps([[f.__module__, f"{f.__qualname__}:{f.__code__.co_firstlineno}", id(f)] for f in heard]))
assert theirs(np.int32(5)) == 3
"""


def lay_out(root: Path) -> Path:
    """The folders of a checkout with one game, which has only a name and a prefix."""
    for folder in ("src/molehill/games/honeymoon", "tests/games/honeymoon", "tests/golden", "docs/games"):
        (root / folder).mkdir(parents=True)
    for name in ("pyproject.toml", "mkdocs.yml"):
        shutil.copy(ROOT / name, root)
    shutil.copy(ROOT / "src/molehill/games/__init__.py", root / "src/molehill/games")
    (root / "src/molehill/games/honeymoon/__init__.py").write_text('GAME = Game(\n    prefix="HM",\n)\n')
    return root


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    return lay_out(tmp_path / "checkout")


def listed(root: Path) -> dict[str, str]:
    """The games that a checkout's pyproject.toml lists."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return dict(project["entry-points"]["molehill.games"])


def install(root: Path) -> None:
    """Do what `make setup` does for games: let them be found as pyproject.toml says."""
    about = root / "src/molehill-0.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: molehill\nVersion: 0\n")
    lines = [f"{name} = {place}" for name, place in listed(root).items()]
    (about / "entry_points.txt").write_text("\n".join(["[molehill.games]", *lines, ""]))


def copied(root: Path) -> Path:
    """A working checkout without games: engine, tools and the tests for all games."""

    def left_out(folder: str, names: list[str]) -> set[str]:
        others = {name for name in names if (Path(folder) / name).is_dir()} if Path(folder).name == "games" else set()
        return others | ({"__pycache__"} & set(names))

    shutil.copytree(ROOT / "src", root / "src", ignore=left_out)
    shutil.copytree(ROOT / "tests/conformance", root / "tests/conformance", ignore=left_out)
    (root / "tests/conformance/test_faults.py").unlink()  # it plants them in two of our games
    for folder in ("tests/games", "tests/golden", "docs/games"):
        (root / folder).mkdir(parents=True)
    tools = [f"tests/{path.name}" for path in (ROOT / "tests").glob("*.py") if not path.name.startswith("test_")]
    for name in (*tools, "tests/test_golden.py", "pyproject.toml", "mkdocs.yml", "Makefile"):
        shutil.copy(ROOT / name, root / name)
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    (root / "pyproject.toml").write_text(re.sub(r'\n\w+ = "molehill.games.\w+:GAME"', "", text), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = copied(tmp_path_factory.mktemp("new") / "checkout")
    scaffold.write(NAME, root)
    install(root)
    return root


def own_cache(root: Path) -> Path:
    """Where a copy keeps what it compiles."""
    return root.parent / "cache"


def run(root: Path, *arguments: str, **environment: str) -> str:
    """The output of a Python tool that runs on the copy, not on this checkout. It must succeed."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    own = {"PYTHONPATH": str(root / "src"), "MOLEHILL_QUIET": "1", "MOLEHILL_CACHE": str(own_cache(root))}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env=clean | own | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def found_out(folder: Path) -> str:
    """A folder for mypy with what the linters have found out about NumPy and others, if they have run."""
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", folder)
    return str(folder)


def pytest_on(root: Path, *arguments: str, **environment: str) -> int:
    """The number of tests that passed. None may be skipped."""
    printed = run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, **environment)
    assert "skipped" not in printed
    found = re.search(r"(\d+) passed", printed)
    assert found, printed
    return int(found[1])


def tree(root: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in root.rglob("*")}


# ---- what is written ------------------------------------------------------------------------------------------------


def test_a_game_is_its_fixed_set_of_files_with_tests_and_a_page(bare: Path) -> None:
    before = tree(bare)
    written = scaffold.write(NAME, bare)
    game, tests = bare / "src/molehill/games" / NAME, bare / "tests/games" / NAME
    assert sorted(path.name for path in game.iterdir()) == FILES
    assert sorted(path.name for path in tests.iterdir()) == [f"test_{NAME}_rules.py"]
    added = [*game.iterdir(), *tests.iterdir(), bare / f"docs/games/{NAME}.md"]
    assert sorted(written) == sorted([*added, bare / "pyproject.toml", bare / "mkdocs.yml"])
    changed = {name for name, content in before.items() if tree(bare)[name] != content}
    assert changed == {"pyproject.toml", "mkdocs.yml"}


def test_a_game_is_listed_among_the_entry_points_and_nothing_else_of_the_project_changes(bare: Path) -> None:
    before = tomllib.loads((bare / "pyproject.toml").read_text(encoding="utf-8"))
    scaffold.write("badgers", bare)
    after = tomllib.loads((bare / "pyproject.toml").read_text(encoding="utf-8"))
    games = after["project"]["entry-points"]["molehill.games"]
    assert games.pop("badgers") == "molehill.games.badgers:GAME"
    assert after == before
    assert list(listed(bare)) == sorted(listed(bare))


def test_its_page_is_listed_below_those_of_the_other_games(bare: Path) -> None:
    before = (bare / "mkdocs.yml").read_text(encoding="utf-8").splitlines()
    scaffold.write("badgers", bare, title="Target: Badgers")
    after = (bare / "mkdocs.yml").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in after if line not in before]
    assert line.strip() == '- "Target: Badgers": games/badgers.md'
    assert after[after.index(line) - 1].strip().endswith(": games/target_rats.md")
    assert [other for other in after if other != line] == before


def test_names_titles_and_prefixes_go_everywhere(bare: Path) -> None:
    written = scaffold.write("night", bare, title="Mole's Night!", prefix="MNT")
    text = "\n".join(path.read_text(encoding="utf-8") for path in written if "night" in str(path.relative_to(bare)))
    assert not re.search(r"game_id|Game Title|\bXX\b", text)
    assert "MNT-08" in text
    assert 'name="Mole\'s Night!"' in text
    assert (bare / "docs/games/night.md").read_text(encoding="utf-8").startswith("# Mole's Night!\n")


def test_titles_and_prefixes_are_made_from_the_name(bare: Path) -> None:
    for name, line in (("mole_hill", "Mole Hill"), ("badgers", "Badgers")):
        page = next(path for path in scaffold.write(name, bare) if path.suffix == ".md" and path.name != "RULES.md")
        assert page.read_text(encoding="utf-8").startswith(f"# {line}\n")
    init = "src/molehill/games/{}/__init__.py"
    assert 'prefix="MH"' in (bare / init.format("mole_hill")).read_text(encoding="utf-8")
    assert 'prefix="BA"' in (bare / init.format("badgers")).read_text(encoding="utf-8")


def test_no_tool_takes_the_template_for_code() -> None:
    assert {path.suffix for path in scaffold.TEMPLATE.rglob("*") if path.is_file()} == {".txt"}


# ---- it passes everything -------------------------------------------------------------------------------------------


def test_ruff_is_content_whatever_the_name(tmp_path: Path) -> None:
    root = copied(tmp_path / "checkout")
    longest = "m" * scaffold.LONGEST
    for name, title, prefix in (("ab", "A", "AB"), (NAME, None, None), (longest, "W" * scaffold.LONGEST, "LONG")):
        scaffold.write(name, root, title, prefix)
    run(root, "-m", "ruff", "check", "--no-cache", "src/molehill/games", "tests/games")
    run(root, "-m", "ruff", "format", "--no-cache", "--check", "src/molehill/games", "tests/games")


def test_mypy_is_content(checkout: Path) -> None:
    known = found_out(checkout.parent / "mypy")
    run(checkout, "-m", "mypy", "--cache-dir", known, f"src/molehill/games/{NAME}")


Compiled = list[tuple[str, str, int]]
"""Functions: modules, names, and which they are, because several that are made at the same place have one name."""


def compiled_by(checkout: Path, *stages: str) -> list[Compiled]:
    """What another process compiles to load each of these stages of the new game."""
    said = run(checkout, "-c", LISTEN, NAME, *stages).splitlines()
    return [[(module, name, number) for module, name, number in json.loads(line)] for line in said]


def named(functions: Compiled) -> set[tuple[str, str]]:
    """Those of ours, by names that are the same in every process."""
    return {(module, name) for module, name, _ in functions if module.startswith("molehill.")}


@pytest.mark.skipif(not compiling.JIT, reason="nothing is compiled")
def test_each_function_is_compiled_once_and_what_is_kept_never_again(checkout: Path) -> None:
    """At most a tenth are compiled twice: anything that takes a generator or a row, for each kind of it.

    Functions of other people that call the same of Numba's are compiled as ever, before and after.
    """
    cache = own_cache(checkout)
    shutil.rmtree(cache, ignore_errors=True)
    (rules,) = compiled_by(checkout, "rules")
    kept, bots, loops = compiled_by(checkout, *STAGES)  # where the rules are kept, and nothing else
    assert kept == []
    assert len({*rules}) + len({*bots, *loops}) > 100
    assert len(rules) <= 1.1 * len({*rules})
    assert len(bots + loops) <= 1.1 * len({*bots, *loops})
    assert len(named(rules) & named(bots + loops)) <= 0.1 * len(named(rules))
    assert 0 < len(loops) < len(bots)
    assert {module for module, _ in named(bots) if ".games." in module} == {f"molehill.games.{NAME}.judge"}
    assert compiled_by(checkout, *STAGES) == [[], [], []]
    for broken in cache.glob("*.loops-*"):  # as after a crash of the machine
        (broken / "machine-code").write_bytes((broken / "machine-code").read_bytes()[:1000])
    *others, again = compiled_by(checkout, *STAGES)
    assert others == [[], []]
    assert 0 < len(again) < len(bots)
    assert {module.split(".")[1] for module, _ in named(again)} == {"engine"}


def test_the_new_game_passes_its_tests_after_its_golden_is_written(checkout: Path) -> None:
    """The same game passes all checks where the guide is followed (test_guide.py). Here the checkout has to find it."""
    where = run(checkout, "-c", "import molehill; print(molehill.__file__, molehill.games())")
    assert where.split() == [str(checkout / "src/molehill/__init__.py"), "[<game", f"{NAME}>]"]
    assert pytest_on(checkout, "tests/test_golden.py", "--write-goldens", "-k", NAME) == 1
    assert " won." in (checkout / f"tests/golden/{NAME}.txt").read_text(encoding="utf-8")
    tests = ("tests/conformance", f"tests/games/{NAME}", "tests/test_golden.py", "-k", f"{NAME} and not test_it_holds")
    assert pytest_on(checkout, *tests) > 10
    collected = run(checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", *tests[:-1], NAME)
    assert {name for name in CHECKS if f"test_it_holds[{name}-{NAME}" in collected} == {*CHECKS}


def test_the_new_game_is_translated_for_the_browser(checkout: Path) -> None:
    run(checkout, "-m", "molehill.browser", str(checkout.parent / "generated"), MOLEHILL_JIT="0")
    text = (checkout.parent / f"generated/{NAME}.js").read_text(encoding="utf-8")
    for name in ("view", "follow", "encode", "decode", "parse", "phrase", "note"):
        assert f"function {name}(" in text
    types = (checkout.parent / f"generated/{NAME}.d.ts").read_text(encoding="utf-8")
    assert "export type Move = Sleep | Dig;" in types


# ---- a package of its own -------------------------------------------------------------------------------------------


def test_a_package_has_the_same_game_and_what_it_needs_to_be_installed_and_tested(bare: Path, tmp_path: Path) -> None:
    scaffold.write(NAME, bare)
    written = scaffold.write_package(NAME, tmp_path)
    root = tmp_path / NAME
    assert sorted(written) == sorted(path for path in root.rglob("*") if path.is_file())
    game = root / "src" / NAME
    assert tree(game) == tree(bare / "src/molehill/games" / NAME)
    others = {path.relative_to(root).as_posix() for path in written if game not in path.parents}
    assert others == {"README.md", "pyproject.toml", f"tests/test_{NAME}_rules.py", f"tests/test_{NAME}_conformance.py"}
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (project["name"], project["dependencies"]) == ("mole-hill", ["molehill"])
    assert project["entry-points"]["molehill.games"] == {NAME: f"{NAME}:GAME"}


def test_linters_are_content_with_a_package_whatever_the_name(tmp_path: Path) -> None:
    longest = "m" * scaffold.LONGEST
    for name, title, prefix in (("ab", "A", "AB"), (NAME, None, None), (longest, "W" * scaffold.LONGEST, "LONG")):
        scaffold.write_package(name, tmp_path, title, prefix)
    run(tmp_path, "-m", "ruff", "check", "--no-cache", ".")
    run(tmp_path, "-m", "ruff", "format", "--no-cache", "--check", ".")
    sources = os.pathsep.join([str(tmp_path / NAME / "src"), str(ROOT / "src")])
    settings = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", found_out(tmp_path / "mypy"))
    run(tmp_path, "-m", "mypy", *settings, f"{NAME}/src", MYPYPATH=sources)


def test_a_package_is_never_written_over_another(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    for kind, folder, words in (
        (scaffold.Taken, tmp_path, f"{NAME} exists already; nothing was written"),
        (Unknown, tmp_path / "nowhere", "there is no folder"),
        (Malformed, tmp_path, "lower-case letters"),
    ):
        before = tree(tmp_path)
        with pytest.raises(kind, match=words):
            scaffold.write_package("Mole" if kind is Malformed else NAME, folder)
        assert tree(tmp_path) == before


def test_the_command_says_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments, code in ((["--to", "."], 0), ([], 2), (["--to", "."], 2)):
        with pytest.raises(SystemExit) as end:
            main(["new-game", NAME, *arguments])
        assert end.value.code in ((0, None) if code == 0 else (code,))
    told = capsys.readouterr()
    assert told.out.splitlines()[-2:] == [
        f"Now run: pip install --editable {NAME}, then molehill check {NAME}",
        '"Add a game" in the documentation turns it into another game, step by step.',
    ]
    assert told.err.splitlines()[0].endswith("; --to DIR writes a package")
    assert told.err.splitlines()[1].endswith("exists already; nothing was written")


# ---- refusals: one line, and nothing is written ---------------------------------------------------------------------


def refuse(root: Path, kind: type[MolehillError], words: str, name: str = NAME, **settings: Any) -> None:
    before = tree(root)
    with pytest.raises(kind, match=words) as error:
        scaffold.write(name, root, **settings)
    assert "\n" not in str(error.value)
    assert tree(root) == before


@pytest.mark.parametrize("name", ["", "Mole", "mole hill", "mole-hill", "2moles", "_mole", "môle", "../mole", "mole\n"])
def test_a_name_that_is_no_lower_case_identifier_is_refused(bare: Path, name: str) -> None:
    refuse(bare, Malformed, "lower-case letters", name)


@pytest.mark.parametrize("name", ["class", "lambda", "not", "random", "molehill"])
def test_a_name_that_means_something_already_is_refused(bare: Path, name: str) -> None:
    refuse(bare, Malformed, "Python's own or ours", name, prefix="XY")


def test_a_name_that_is_too_long_is_refused(bare: Path) -> None:
    refuse(bare, Malformed, "at most 30", "m" * 31)


@pytest.mark.parametrize("title", ["", "  ", 'The "Hill"', "back\\slash", "two\nlines", "{ $x }", "[bold]", "t" * 31])
def test_a_title_that_would_break_a_file_is_refused(bare: Path, title: str) -> None:
    refuse(bare, Malformed, "a title is", title=title)


@pytest.mark.parametrize("prefix", ["", "M", "mh", "M1", "MOLES", "M-", "MH\n"])
def test_a_prefix_that_is_not_two_to_four_capitals_is_refused(bare: Path, prefix: str) -> None:
    refuse(bare, Malformed, "2 to 4 capital letters", prefix=prefix)


def test_a_name_too_short_for_a_prefix_is_refused_and_says_how(bare: Path) -> None:
    refuse(bare, Malformed, "give one", "m2")
    assert scaffold.write("m2", bare, prefix="MT")


def test_a_game_that_exists_is_refused(bare: Path) -> None:
    refuse(bare, scaffold.Taken, "there is a game 'honeymoon' already", "honeymoon", prefix="HX")
    scaffold.write(NAME, bare)
    refuse(bare, scaffold.Taken, f"there is a game '{NAME}' already", prefix="MX")


def test_a_prefix_of_another_game_is_refused(bare: Path) -> None:
    refuse(bare, scaffold.Taken, "HM belongs to honeymoon", "hungry_moles")
    refuse(bare, scaffold.Taken, "HM belongs to honeymoon", prefix="HM")
    assert scaffold.write("hungry_moles", bare, prefix="HUM")


@pytest.mark.parametrize("path", [f"tests/games/{NAME}/notes.txt", f"docs/games/{NAME}.md"])
def test_a_file_that_is_there_is_never_overwritten(bare: Path, path: str) -> None:
    (bare / path).parent.mkdir(exist_ok=True)
    (bare / path).write_text("mine")
    refuse(bare, scaffold.Taken, "already")


@pytest.mark.parametrize("missing", ["src/molehill/games", "tests/games", "docs/games"])
def test_a_folder_that_is_no_checkout_is_refused(bare: Path, missing: str) -> None:
    shutil.rmtree(bare / missing)
    refuse(bare, Unknown, "not a checkout of Molehill")
    with pytest.raises(Unknown, match="not a checkout"):
        scaffold.write(NAME, bare / "nowhere")


def test_a_project_that_lists_no_games_is_refused(bare: Path) -> None:
    (bare / "pyproject.toml").write_text("[project]\n")
    refuse(bare, Unknown, "does not list games")


def test_a_site_that_lists_no_games_is_refused(bare: Path) -> None:
    (bare / "mkdocs.yml").write_text("nav: []\n")
    refuse(bare, Unknown, "does not list the pages of games")


def test_a_disk_that_fails_half_way_leaves_nothing_behind(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, real, opened = tree(bare), Path.open, []

    def failing(path: Path, mode: str = "r", **settings: Any) -> Any:
        opened.append(path)
        if len([p for p in opened if NAME in str(p)]) == 7 and mode == "x":
            raise OSError("no space left")
        return real(path, mode, **settings)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", failing)
        with pytest.raises(OSError, match="no space left"):
            scaffold.write(NAME, bare)
    assert tree(bare) == before


def test_the_prefixes_of_the_real_games_are_seen() -> None:
    check: Callable[[str, str, Path], None] = scaffold._check_free
    for game in molehill.games():
        with pytest.raises(scaffold.Taken, match=game.id):
            check("brand_new", game.prefix, ROOT)
