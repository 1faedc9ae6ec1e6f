"""Honeymoon as text."""
from typing import Any
from molehill.games.honeymoon.moves import DIRECTIONS
def place(row: int, column: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"
