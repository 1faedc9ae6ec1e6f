"""How seats are told apart: a mark and a colour each (after Okabe and Ito), so that colour alone carries no meaning."""

from __future__ import annotations

from typing import NamedTuple


class Mark(NamedTuple):
    """One seat's mark and its colour."""

    sign: str
    colour: str


MARKS = (
    Mark("●", "#e69f00"), Mark("★", "#56b4e9"), Mark("○", "#009e73"), Mark("»", "#f0e442"),
    Mark("≈", "#cc79a7"), Mark("✚", "#d55e00"), Mark("◆", "#9d8cff"), Mark("☆", "#bbbbbb"),
)  # fmt: skip
