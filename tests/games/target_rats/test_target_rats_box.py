"""The box file of Target: Rats: the error about a mistake names its line and its clause."""

from __future__ import annotations

import re

import numpy as np
import pytest
from target_rats_scene import GAME, Scene

from molehill import BadBox
from molehill.engine.compiling import JIT

TEXT = (GAME.folder / "box.toml").read_text(encoding="utf-8")


def changed(key: str, value: str, extra: str = "") -> tuple[str, int]:
    """The shipped file with another value for a key, and the line of that key."""
    text, n = re.subn(rf"^{key} = .*$", f"{key} = {value}", TEXT, flags=re.M)
    assert n == 1
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(f"{key} ="))
    return extra + text, line


def refusal(text: str) -> str:
    with pytest.raises(BadBox) as error:
        GAME.box_from_text(text, "mine.toml")
    return str(error.value)


@pytest.mark.rule("TR-01", "TR-02", "TR-05", "TR-06", "TR-07", "TR-10", "TR-14", "TR-26")
@pytest.mark.parametrize(
    ("key", "value", "clause"),
    [
        ("tunnel", "1", "TR-01"),
        ("entrances", "[[2, 1], [5, 3]]", "TR-01"),
        ("entrances", "[[6, 3], [2, 1]]", "TR-01"),
        ("entrances", "[[2, 1]]", "TR-01"),
        ("entrances", "[[2, 1], [8, 3]]", "TR-01"),
        ("entrances", "[[2, 1], [6, 4]]", "TR-01"),
        ("entrances", "[[2, 1], 6]", "TR-01"),
        ("entrances", "[[2, 1], [6, true]]", "TR-01"),
        ("holds", "5", "TR-10"),
        ("faction", "10", "TR-02"),
        ("start", "3", "TR-02"),
        ("litter", "3", "TR-14"),
        ("few", "0", "TR-06"),
        ("rescue", "3", "TR-06"),
        ("rescue", "1", "TR-06"),
        ("turn", "3", "TR-07"),
        ("cheese", "0", "TR-07"),
        ("rounds", "200", "TR-26"),
        ("faces", "[1, 2, 3, 4, 5, 6]", "TR-05"),
        ("faces", '["target", 2, 3, 4, 5, 7]', "TR-05"),
        ("faces", '["mouse", 2, 3, 4, 5, 6]', "TR-05"),
        ("faces", "[]", "TR-05"),
    ],
)
def test_a_box_against_a_clause_is_refused_with_line_and_clause(key: str, value: str, clause: str) -> None:
    text, line = changed(key, value)
    message = refusal(text)
    assert f"mine.toml, line {line}:" in message
    assert clause in message


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("surface", "13", "4 to 12"),
        ("underground", "7", "1 to 6"),
        ("tunnel", "5", "1 to 4"),
        ("nest", "4", "0 to 3"),
        ("gate", "-1", "0 to 3"),
        ("faction", "13", "2 to 12"),
        ("turn", '"two"', "whole number"),
        ("entrances", "3", "a list"),
        ("holds", "true", "whole number"),
    ],
)
def test_values_out_of_range_are_refused_with_the_limits(key: str, value: str, said: str) -> None:
    text, line = changed(key, value)
    message = refusal(text)
    assert f"line {line}:" in message
    assert said in message


def test_unknown_and_missing_keys_are_named() -> None:
    assert "did you mean tunnel" in refusal(TEXT.replace("tunnel = ", "tunel = "))
    assert "unknown key colour" in refusal('colour = "red"\n' + TEXT)
    assert "rats.start is missing" in refusal(re.sub(r"^start = .*$", "", TEXT, flags=re.M))
    assert "not a TOML file" in refusal("title = [")


def test_a_box_that_says_so_may_differ_from_the_printed_rules() -> None:
    for key, value in (("tunnel", "1"), ("holds", "6"), ("faction", "8"), ("turn", "3"), ("faces", "[1, 2, 2, 6]")):
        text, _ = changed(key, value, "standard = false\n")
        assert GAME.box_from_text(text).record["rounds"] == 300


@pytest.mark.rule("TR-01")
@pytest.mark.parametrize("tunnel", [2, 3, 4])
def test_the_tunnels_of_every_length_lead_into_rat_city(tunnel: int) -> None:
    box = GAME.box_from_text(changed("tunnel", str(tunnel))[0])
    path = ["t0" + letter for letter in "abcd"[:tunnel]]
    scene = Scene("u1 n0", box=box).roll(tunnel, 2).walk(1, "u0", *path, "city")
    assert scene.view["cheese"] == 0


def test_other_editions_are_played_to_their_end() -> None:
    """Larger and smaller boards, other dice and families: the rules do not depend on the shipped numbers."""
    for changes in (
        {"surface": "12", "underground": "6", "tunnel": "4", "entrances": "[[1, 0], [11, 5]]", "gate": "5"},
        {"surface": "4", "underground": "1", "tunnel": "1", "entrances": "[[0, 0], [2, 0]]", "nest": "0", "gate": "0"},
        {
            "faction": "6",
            "start": "2",
            "faces": '["target", "target", 6, 6]',
            "turn": "3",
            "holds": "2",
            "rounds": "40",
        },
        {"few": "3", "rescue": "5", "litter": "12", "cheese": "0"},
    ):
        text = "standard = false\n" + TEXT
        for key, value in {"rounds": "40" if JIT else "2", **changes}.items():
            text = re.sub(rf"^{key} = .*$", f"{key} = {value}", text, flags=re.M)
        box = GAME.box_from_text(text)
        for policy in ("random", "greedy"):
            played = GAME.playouts(20 if JIT else 1, seats=3, policy=policy, box=box, threads=1)
            assert played.unfinished == 0
            assert np.allclose(played.scores.sum(axis=1), 1)
