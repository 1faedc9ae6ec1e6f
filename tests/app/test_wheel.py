"""The release: the wheel has the browser app and needs neither Node nor a compiler; the sdist builds the same wheel."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest
from releases import DIST, ROOT, Environment, Release

import molehill
from chromium import CHROMIUM

APP = "molehill/server/app/"
CLIENT = ROOT / "examples" / "client.py"
COMPILERS = ["node", "npm", "gcc", "cc", "g++", "clang", "cl", "ld", "as", "make"]


def files_in(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


# ---- the files -------------------------------------------------------------------------------------------------------


def test_the_app_is_packed_whole(release: Release) -> None:
    packed = {name.removeprefix(APP): data for name, data in files_in(release.wheel).items() if name.startswith(APP)}
    built = {path.relative_to(DIST).as_posix(): path.read_bytes() for path in DIST.rglob("*") if path.is_file()}
    assert packed == built


def test_nothing_else_of_the_app_is_packed(release: Release) -> None:
    tops = {name.split("/")[0] for name in files_in(release.wheel)}
    assert tops == {"molehill", f"molehill-{molehill.__version__}.dist-info"}


def test_the_source_builds_the_same_wheel_without_node(release: Release, tmp_path: Path) -> None:
    with tarfile.open(release.source) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert not (source / "web" / "node_modules").exists()
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=source, check=True)
    assert files_in(tmp_path / release.wheel.name) == files_in(release.wheel)


def test_the_licences_of_everything_in_the_app_are_packed(release: Release) -> None:
    works = {work["name"]: work for work in json.loads(files_in(release.wheel)[f"{APP}licences.json"])}
    assert imported() <= set(works)
    assert all(len(work["text"]) > 500 for work in works.values())
    fonts = {work["licence"] for name, work in works.items() if name.startswith("@fontsource")}
    assert fonts == {"OFL-1.1"}


def imported() -> set[str]:
    """The packages that the app's sources import. Imports of types leave nothing in the app."""
    found = set()
    for file in (ROOT / "web" / "src").rglob("*"):
        if file.suffix in (".ts", ".svelte", ".css") and not {"generated", "tests"} & set(file.parts):
            text = file.read_text(encoding="utf-8")
            found |= set(re.findall(r'^\s*import (?!type)[^;]*?"((?:@[\w-]+/)?[a-z][\w-]*)[^"]*"', text, re.MULTILINE))
            found |= set(re.findall(r'url\("(@[\w-]+/[\w-]+)/', text))
    return found


# ---- installed -------------------------------------------------------------------------------------------------------


def test_there_is_no_node_and_no_compiler(environment: Environment) -> None:
    path = environment.variables["PATH"]
    assert [tool for tool in COMPILERS if shutil.which(tool, path=path)] == []
    assert str(environment.folder) in environment.output("-c", "import molehill; print(molehill.__file__)")


def test_bare_molehill_opens_the_app(lobby: str) -> None:
    page = fetch(lobby).decode()
    assert page == (DIST / "index.html").read_text(encoding="utf-8")
    files = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert len(files) > 2
    for file in files:
        assert fetch(f"{lobby}/{file}")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_the_lobby_has_a_room_for_each_game(lobby: str, tmp_path: Path) -> None:
    """This looks at the page as a browser renders it."""
    look = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--virtual-time-budget=20000"]
    done = subprocess.run([str(CHROMIUM), *look, "--dump-dom", lobby], capture_output=True, text=True, check=True)
    for game in molehill.games():
        assert re.search(rf"<h2[^>]*>{game.name}", done.stdout), game.name


def test_the_first_game_is_played_as_soon_as_it_is_prepared(lobby: str) -> None:
    """Nothing was compiled before. The example client waits at its table, and plays to the end."""
    played = subprocess.run([sys.executable, CLIENT, lobby], capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert "The die shows" in played.stdout


def test_installed_commands_work(environment: Environment) -> None:
    assert environment.output("-m", "molehill", "--version") == f"molehill {molehill.__version__}"
    told = environment.output("-m", "molehill", "games")
    assert all(game.name in told for game in molehill.games())
    assert "HM-09" in environment.output("-m", "molehill", "rules", "honeymoon", "HM-09")
