"""Pages of the lab: one HTML file each that needs no other, in the same look."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from molehill.engine.game import Game

STYLE = Path(__file__).with_name("report.css")


def document(game: Game, title: str, subtitle: str, body: str, made: str) -> str:
    """A whole page: the game's picture and a title, the body as it is, and how the page was made."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head><body>"
        f'<header><div class="picture">{_picture(game)}</div>'
        f"<div><h1>{escape(title)}</h1><p>{escape(subtitle)}</p></div></header><main>"
        f"{body}</main><footer><p>{escape(made)}</p></footer></body></html>\n"
    )


def _picture(game: Game) -> str:
    """The game's picture, if it has one."""
    return _drawn(game, "picture.svg")


def pieces_of(game: Game) -> str:
    """The symbols of the game's pieces, which the app draws with as well. They are not seen by themselves."""
    symbols = _drawn(game, "pieces.svg")
    return symbols and f'<div class="symbols" aria-hidden="true">{symbols}</div>'


def _drawn(game: Game, name: str) -> str:
    file = game.folder / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
