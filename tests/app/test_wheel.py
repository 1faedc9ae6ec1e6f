"""The wheel: whoever installs it has the browser app, without Node."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIST = ROOT / "web" / "dist"
WHEEL = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (DIST / "index.html").is_file():
        pytest.skip("the app is not built: make app")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*WHEEL, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("molehill-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def test_the_app_is_packed_whole(installed: Path) -> None:
    app = installed / "molehill" / "server" / "app"
    packed = {path.relative_to(app) for path in app.rglob("*") if path.is_file()}
    assert packed == {path.relative_to(DIST) for path in DIST.rglob("*") if path.is_file()}
    page = (app / "index.html").read_text(encoding="utf-8")
    assert all((app / file).is_file() for file in re.findall(r'(?:src|href)="/([^"]+)"', page))


def test_nothing_else_of_the_app_is_packed(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {"molehill"}


def test_an_installed_server_shows_its_own_app(installed: Path) -> None:
    ask = "from molehill.server.api import app_folder; print(app_folder())"
    environment = os.environ | {"PYTHONPATH": str(installed)}
    said = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert Path(said.stdout.strip()) == installed / "molehill" / "server" / "app"
