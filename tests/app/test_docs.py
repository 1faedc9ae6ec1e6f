"""The documentation: every page is in the navigation, pictures are shown, public names are described, code runs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from releases import ROOT

import molehill
from molehill import browser

DOCS = ROOT / "docs"
sys.path.append(str(DOCS))
import notebooks  # noqa: E402
import observation_pages  # noqa: E402

OURS = [game for game in molehill.games() if browser.in_the_app(game)]
PAGES = sorted(DOCS.rglob("*.md"))
LESSON = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(encoding="utf-8"), re.S)
GUIDE = re.findall(r"```python\n(.*?)```", (DOCS / "lab.md").read_text(encoding="utf-8"), re.S)
NOTEBOOKS = sorted(DOCS.glob("*.ipynb"))
FEW = 40  # games of a series instead of thousands


def entries(nav: Any) -> Iterator[str]:
    """The pages of a part of the navigation."""
    if isinstance(nav, str):
        yield nav
    else:
        for part in nav if isinstance(nav, list) else nav.values():
            yield from entries(part)


def shown() -> set[Path]:
    """The pictures that the pages and the README show."""
    found = set()
    for page in [ROOT / "README.md", *PAGES]:
        for link in re.findall(r"!\[[^\]]*\]\(([^)#\s]+)\)", page.read_text(encoding="utf-8")):
            found.add((page.parent / link).resolve())
    return found


def test_every_page_is_in_the_navigation() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert sorted(entries(nav)) == [page.relative_to(DOCS).as_posix() for page in PAGES]


def test_only_pictures_that_a_page_shows_are_kept() -> None:
    pictures = {path for folder in ("img", "screens") for path in (DOCS / folder).iterdir()}
    assert shown() <= pictures
    assert pictures - shown() == {DOCS / "img" / "icon.svg"}  # the site's logo


def test_every_public_name_is_described() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    described = re.findall(r"^::: molehill\.(\w+)$|^### (\w+)$", page, re.M)
    assert {name or heading for name, heading in described} >= set(molehill.__all__)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_page_tells_what_the_numbers_of_an_observation_mean(game: molehill.Game) -> None:
    page = (DOCS / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    told = page[page.index(observation_pages.HEADING) : page.index(observation_pages.NEXT)]
    assert told.strip().split("\n") == observation_pages.lines(game), "`make docs` writes it"


@pytest.mark.parametrize("block", LESSON, ids=lambda block: f"{len(block)} characters")
def test_the_lesson_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "python.md", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("block", GUIDE, ids=lambda block: f"{len(block)} characters")
def test_the_designers_guide_runs_with_fewer_games(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(re.sub(r"games=[\d_]+", f"games={FEW}", block), "lab.md", "exec"), {})
    assert "shape: " in capsys.readouterr().out  # a frame


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_with_fewer_games(path: Path) -> None:
    """Each cell shows as much as it did when the notebook was made, in the same forms."""
    made, now = notebooks.read(path), notebooks.read(path)
    notebooks.run(now, games=FEW)
    for then, cell in zip(notebooks.code_of(made), notebooks.code_of(now), strict=True):
        assert [output["output_type"] for output in cell["outputs"]] == [
            output["output_type"] for output in then["outputs"]
        ]
    assert any(cell["outputs"] for cell in notebooks.code_of(now))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_shows_came_out_of_its_code_with_these_rules(path: Path) -> None:
    notebook = notebooks.read(path)
    assert notebook["metadata"]["molehill"]["seal"] == notebooks.seal(notebook), "`make notebooks` writes it"


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """With `--strict`, a broken link, an unknown name and a page outside the navigation are errors."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    front = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "decide_fight" in front
    assert "https://fonts" not in front
