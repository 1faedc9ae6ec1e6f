"""The files beside the code agree with it about the version and its date."""

from __future__ import annotations

import re

import yaml
from releases import ROOT

import molehill


def releases() -> list[str]:
    """The headings of the changelog, each a version and its date. What is not released yet may stand before them."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    return headings[1:] if headings[0] == "Unreleased" else headings


def test_the_changelog_begins_with_this_version() -> None:
    assert releases()[0].startswith(f"{molehill.__version__} (")
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", release) for release in releases())


def test_the_changelog_goes_back_in_time() -> None:
    dates = [release.split("(")[1] for release in releases()]
    assert dates == sorted(dates, reverse=True)


def test_the_citation_is_of_the_newest_release() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert releases()[0] == f"{cited['version']} ({cited['date-released']})"
