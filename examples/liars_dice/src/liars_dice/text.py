"""Liar's Dice in words: what is asked, what a bid stands on, and what people type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine import plain
from molehill.engine.declared import typed, understood
from molehill.engine.errors import Malformed

from .moves import MOVES

if TYPE_CHECKING:
    from molehill.engine.words import Words

View = Mapping[str, Any]


def phrase(data: Mapping[str, Any], names: Sequence[str], words: Words) -> dict[str, Any]:
    """What the words of an event, a move or a roll may speak about."""
    told = plain.phrase(data, names, words)
    return told | {"shows": " ".join([str(face) for face in data["shows"]])} if data.get("event") == "showed" else told


def ask(view: View, words: Words) -> str:
    """What is asked of this seat now."""
    bid = view["bid"]
    return words.say("ask-bid", dice=bid["dice"], face=bid["face"]) if bid else words.say("ask-first")


def note(view: View, move: Mapping[str, Any], words: Words) -> str:
    """How many dice under the own cup a bid stands on."""
    if move["do"] == "doubt":
        return ""
    wild = [1] if view["options"]["wild"] else []
    own = [die for die in view["players"][view["seat"]]["dice"] if die in [move["face"], *wild]]
    return words.say("note-own", own=len(own))


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move: "bid 3 5" or "doubt"."""
    return typed(move)


def parse(text: str, view: View, words: Words) -> dict[str, Any]:
    """The move that somebody typed: "bid 3 5", "3 5" or "d". Malformed says what is understood."""
    move = understood(MOVES, text)
    if move is None:
        raise Malformed(words.say("typed-nothing", typed=text.strip()))
    return move
