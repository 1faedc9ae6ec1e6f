"""Reads the arms of a comparison: options given several times differ from arm to arm, the rest is common to all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from molehill.cli.arguments import read_names, read_pair
from molehill.engine.errors import Unknown

SHIPPED = "shipped"

Named = tuple[str, dict[str, Any]]  # the name of an arm, and its own arguments


def read_arms(
    boxes: Sequence[str], options: Sequence[str], bots: Sequence[str], seats: Sequence[int]
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The arms by name with their own arguments, and the common ones. Raises Unknown if there are not two arms."""
    if len(boxes) == 1 and boxes[0] != SHIPPED and not _vary(options, bots, seats):
        boxes = [SHIPPED, *boxes]
    given: list[list[Named]] = [[_box(file, boxes) for file in boxes]]
    given += [[_option(name, value) for value in values] for name, values in _by_name(options).items()]
    given += [[(names, {"bots": read_names(names)}) for names in bots]]
    given += [[(_seats(number), {"seats": number}) for number in seats]]
    varied = [values for values in given if len(values) > 1]
    if not varied:
        raise Unknown("nothing differs: give --box, --bots, --seats or an --option twice, or one --box of your own")
    if len({len(values) for values in varied}) > 1:
        counts = " and ".join(str(len(values)) for values in varied)
        raise Unknown(f"what differs must be given equally often, not {counts} times")
    common = _joined(values[0] for values in given if len(values) == 1)[1]
    arms = [_joined(parts) for parts in zip(*varied, strict=True)]
    for name, _ in arms:
        if [other for other, _ in arms].count(name) > 1:
            raise Unknown(f"{name} would be compared with itself")
    return dict(arms), common


def _vary(options: Sequence[str], bots: Sequence[str], seats: Sequence[int]) -> bool:
    return len(bots) > 1 or len(seats) > 1 or any(len(values) > 1 for values in _by_name(options).values())


def _box(file: str, boxes: Sequence[str]) -> Named:
    """A box and its name: the word `shipped`, or the file's name, without its folder if no other has the same."""
    if file == SHIPPED:
        return SHIPPED, {"box": None}
    stem = Path(file).stem
    return (stem if [Path(box).stem for box in boxes].count(stem) == 1 else file), {"box": file}


def _by_name(options: Sequence[str]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for text in options:
        name, value = read_pair(text, "--option", "side=B")
        found[name].append(value)
    return found


def _option(name: str, value: str) -> Named:
    return f"{name}={value}", {"options": {name: value}}


def _seats(number: int) -> str:
    return f"{number} seats" if number != 1 else "1 seat"


def _joined(parts: Iterable[Named]) -> Named:
    """One arm, joined from several parts."""
    names, own = [], dict[str, Any]()
    for name, values in parts:
        names.append(name)
        own |= values | ({"options": own.get("options", {}) | values["options"]} if "options" in values else {})
    return ", ".join(names), own
