"""`make play` installs only what playing needs, in the versions that are tested, and no tools."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"^([\w.-]+)==(\S+)[^\\]*((?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    """Each package of a lock file with its version and its hashes, without the systems that need it."""
    text = (ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")
    return {package: version + rest for package, version, rest in PIN.findall(text)}


def names(requirements: list[str]) -> set[str]:
    return {
        re.split(r"[\[<>=;]", wanted)[0].strip().lower().replace(".", "-").replace("_", "-") for wanted in requirements
    }


def test_everything_that_playing_needs_is_there() -> None:
    assert names(PROJECT["dependencies"]) <= set(pins("play"))


@pytest.mark.parametrize("extra", ["dev", "docs", "bench", "lab", "postgres"])
def test_no_tools_are_there(extra: str) -> None:
    tools = names(PROJECT["optional-dependencies"][extra])
    assert tools & set(pins("play")) == set()


def test_training_brings_the_environments_that_it_learns_on() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(extras["gymnasium"]) <= set(extras["train"])
    assert names(extras["train"]) <= set(pins("train")) | set(pins("dev"))


def test_the_versions_are_those_that_are_tested() -> None:
    play, dev = pins("play"), pins("dev")
    assert play == {package: dev[package] for package in play}
    assert len(play) > len(PROJECT["dependencies"])
    assert all("--hash=sha256:" in pin for pin in play.values())
