"""Editions: a box with some values changed by their paths. Its text keeps the comments, so a person can edit it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import tomlkit
from tomlkit.items import Key, KeyType, SingleKey

from molehill.engine.errors import BadBox
from molehill.lab.paths import BoxPath, Value

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game


def edition(game: Game, box: Box, changes: Mapping[str, Value], name: str = "") -> Box:
    """The box with these values at these paths. Raises Unknown for a path, BadBox for a box that can't be played.

    Some checks are only for a game's own box (so many cards, so many spaces). If only these fail, the edition gets the
    line `standard = false`, which switches them off.
    """
    if not changes:
        return box
    doc = tomlkit.parse(box.text)
    plain = doc.unwrap()
    for path, value in changes.items():
        BoxPath.read(path).change(plain, value)
    write_back(doc, plain)
    name = name or f"{box.name} with {', '.join(f'{path}={value}' for path, value in changes.items())}"
    try:
        return game.box_from_text(tomlkit.dumps(doc), name)
    except BadBox as refused:
        try:
            return game.box_from_text(f"standard = false\n{tomlkit.dumps(doc)}", name)
        except BadBox:
            raise refused from None


def write_back(old: Any, new: Any) -> None:
    """Write only what differs, so that comments and layout stay."""
    for key in [key for key in old if key not in new]:
        del old[key]
    for key, value in new.items():
        if key not in old:
            old[_key(old, key)] = value
        elif isinstance(value, dict):
            write_back(old[key], value)
        elif old[key] != value:
            old[key] = _text(value) if isinstance(value, str) and "\n" in value else value


def is_quoted(key: Key) -> bool:
    """Whether a key is in quotes in the file."""
    return key.as_string().startswith(('"', "'"))


def _key(table: Any, key: str) -> Key | str:
    """A new key, in quotes if the others are."""
    body = table.body if hasattr(table, "body") else table.value.body  # of a whole file, or of a table in it
    others = [key for key, _ in body if key is not None]
    return SingleKey(key, KeyType.Basic) if any(map(is_quoted, others)) else key


def _text(value: str) -> Any:
    """A text of several lines. The first line is below the quotes."""
    quotes = '"""'
    return tomlkit.value(f"{quotes}\n{tomlkit.string(value, multiline=True).as_string().removeprefix(quotes)}")
