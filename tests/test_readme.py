"""The README's code blocks run as they are, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines()]


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: f"{len(block)} characters")
def test_python_blocks_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/molehill"
    environment = {**os.environ, "MOLEHILL_QUIET": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "molehill", *arguments],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    if arguments[0] == "play":
        assert done.returncode == 2  # no terminal here: it must say so and stop
        assert "terminal" in done.stderr
    else:
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_there_are_blocks_to_run() -> None:
    assert len(PYTHON) >= 2
    assert len(COMMANDS) >= 3
    assert len(PYTHON[0].splitlines()) <= 12


def test_make_targets_and_links_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in (README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        for target in re.findall(r"make ([a-z-]+)", page):
            assert re.search(rf"^{target}:.*## ", makefile, re.M), target
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert link.startswith("http") or (ROOT / link).exists(), link
