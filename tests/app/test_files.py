"""The files beside the code say what the code says: the version, the changelog."""

from __future__ import annotations

import re

from releases import ROOT

import molehill


def releases() -> list[str]:
    """The headings of the changelog, each a version and its date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def test_the_changelog_begins_with_this_version() -> None:
    assert releases()[0].startswith(f"{molehill.__version__} (")
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", release) for release in releases())


def test_the_changelog_goes_back_in_time() -> None:
    dates = [release.split("(")[1] for release in releases()]
    assert dates == sorted(dates, reverse=True)
