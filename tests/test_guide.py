"""docs/add-a-game.md is followed to the letter: commands are run, files are written, and it leads to the example."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples/liars_dice"
BLOCKS = re.findall(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', GUIDE, re.M | re.S)
MOST_LINES = 500
LOOK_THROUGH = "from molehill.engine import checking; import liars_dice; checking.check(liars_dice.GAME)"
NOT_OURS = ("__pycache__", ".pytest_cache", ".ruff_cache")
ONLY_HERE = {"tests/played.mjs"}  # for whole matches in chromium


class Reader:
    """Somebody who has Molehill and an empty folder, and does what the page says."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "python", with_pip=False)
        own = dict.fromkeys(("base", "platbase"), str(folder / "python"))
        packages, programs = (Path(sysconfig.get_path(kind, "venv", own)) for kind in ("purelib", "scripts"))
        (packages / "molehill-is-there.pth").write_text(
            f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n", encoding="utf-8"
        )
        self.python = str(programs / "python")
        self.folder = folder / "games"
        self.folder.mkdir()
        self.written: set[str] = set()

    def write(self, path: str, text: str) -> None:
        """The first block of a file replaces what was there; what follows goes on two lines below."""
        file = self.folder / path
        before = f"{file.read_text(encoding='utf-8')}\n\n" if path in self.written else ""
        file.write_text(before + text, encoding="utf-8")
        self.written.add(path)

    def run(self, line: str) -> None:
        program, *arguments = shlex.split(line)
        if program == "cd":
            self.folder /= arguments[0]
        elif program == "rm":
            for path in arguments:
                (self.folder / path).unlink()
        else:
            self.call(program, *arguments)

    def call(self, program: str, *arguments: str) -> None:
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "PYTHON", "PIP_"))}
        offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        done = subprocess.run(
            [self.python, "-m", program, *arguments], cwd=self.folder, env=clean | offline | {"MOLEHILL_QUIET": "1"},
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if arguments[:1] == ("play",):
            assert (done.returncode, "terminal" in done.stderr) == (2, True)  # there is none here
        else:
            assert done.returncode == 0, f"{program} {' '.join(arguments)}\n{done.stdout}{done.stderr}"


def files(folder: Path) -> dict[str, str]:
    found = [path for path in folder.rglob("*") if path.is_file() and not set(NOT_OURS) & set(path.parts)]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


def test_the_guide_leads_to_the_example(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for language, path, text in BLOCKS:
        if path:
            reader.write(path, text)
        elif language == "sh":
            for line in text.splitlines():
                reader.run(line)
    found, wanted = files(reader.folder), files(EXAMPLE)
    assert sorted(found) == sorted(wanted.keys() - ONLY_HERE)
    assert [path for path, text in found.items() if wanted[path] != text] == []


def test_every_block_of_the_guide_is_followed() -> None:
    assert all(path or language == "sh" for language, path, _ in BLOCKS)
    assert GUIDE.count("\n```") == 2 * len(BLOCKS)
    commands = [line for language, _, text in BLOCKS if language == "sh" for line in text.splitlines()]
    assert {line.split()[0] for line in commands} == {"cd", "molehill", "pip", "pytest", "rm"}


def test_the_example_is_short() -> None:
    counted = {path: text.count("\n") for path, text in files(EXAMPLE).items() if not path.startswith("tests/")}
    assert sum(counted.values()) <= MOST_LINES, counted


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("t.bidder == NO_BID else 0", "t.bider == NO_BID else 0"),
        ("seat, t.dice, t.face, t.turn)", "seat, t.dice, t.face)"),
        ("t.cups[seat, k] = shows", 'words = f"{shows}"'),
    ],
)
def test_what_is_wrong_is_told_as_the_guide_says(right: str, wrong: str, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for path, text in files(EXAMPLE).items():
        (reader.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (reader.folder / path).write_text(text, encoding="utf-8")
    rules = reader.folder / "src/liars_dice/rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count(right) == 1
    rules.write_text(text.replace(right, wrong), encoding="utf-8")
    found = subprocess.run(
        [reader.python, "-c", LOOK_THROUGH],
        cwd=rules.parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = re.search(r"(/liars_dice/rules.py:.*)", found.stderr.replace("\\", "/"))
    assert said, found.stderr
    assert f"    ...{said[1]}\n" in GUIDE
