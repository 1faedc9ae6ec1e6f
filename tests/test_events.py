"""Events as numbers in a buffer: as many as an event needs, including rows, the same compiled or not."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import molehill
from molehill.engine.compiling import JIT
from molehill.engine.contract import EVERYBODY
from molehill.engine.events import drain, emit, event_buffer
from molehill.engine.naming import name_event
from molehill.engine.records import numba_types, plainly

TELLING = '''
"""What a rule may tell."""

from molehill.engine.compiling import kernel
from molehill.engine.events import Log, emit
from molehill.engine.records import Grid, Int8, Numbers, Row


@kernel
def tell(log: Log, small: Row[Int8], board: Grid[Int8], wide: Numbers) -> None:
    emit(log, 1, 3, 7)
    emit(log, 2, -1, 8, small[0], 5, wide[0] > 2)
    emit(log, 3, -1, 9, small, 4, board[1], wide, small[:0])
    emit(log, 4, -1, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    for k in range(small.shape[0]):
        emit(log, 5, 1 << k, 9, small[k], small[k:])
'''
GIVEN = (np.array([-1, 2, 3], dtype=np.int8), np.arange(6, dtype=np.int8).reshape(2, 3), np.array([100_000, 4]))
TOLD = [
    (1, 3, 7, ()),
    (2, -1, 8, (-1, 5, 1)),
    (3, -1, 9, ([-1, 2, 3], 4, [3, 4, 5], [100_000, 4], [])),
    (4, -1, 9, tuple(range(1, 13))),
    (5, 1, 9, (-1, [-1, 2, 3])),
    (5, 2, 9, (2, [2, 3])),
    (5, 4, 9, (3, [3])),
]


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A file of rules that emit events, compiled if rules are."""
    path = tmp_path_factory.mktemp("telling") / "telling.py"
    path.write_text(TELLING)
    spec = importlib.util.spec_from_file_location("telling", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["telling"] = module
    spec.loader.exec_module(module)
    if JIT:
        from molehill.engine import units

        game = molehill.game("honeymoon")
        results = units.lower_unit(module, lambda function: numba_types(function, game), lambda _: None)
        units.build_unit(module, results, path.with_suffix(".machine"))
    return module


def tell(module: ModuleType, log: Any) -> Any:
    module.tell(log, *GIVEN)
    return log


def test_an_event_tells_as_many_numbers_and_rows_as_it_needs(telling: ModuleType) -> None:
    assert drain(tell(telling, event_buffer(1000))) == TOLD


def test_what_is_told_is_the_same_uncompiled(telling: ModuleType) -> None:
    function = getattr(telling.tell, "py_func", telling.tell)
    log = event_buffer(1000)
    plainly(function)(log, *GIVEN)
    assert drain(log) == TOLD


def test_a_buffer_that_was_read_is_empty(telling: ModuleType) -> None:
    log = tell(telling, event_buffer(1000))
    drain(log)
    assert drain(log) == []
    assert drain(tell(telling, log)) == TOLD


def test_where_nobody_listens_nothing_is_written(telling: ModuleType) -> None:
    log = tell(telling, event_buffer(0))
    assert log.tolist() == [0]


def test_events_that_do_not_fit_are_an_error_and_overwrite_nothing(telling: ModuleType) -> None:
    needed = int(tell(telling, event_buffer(1000))[0])
    assert drain(tell(telling, event_buffer(needed))) == TOLD
    room = np.full(needed + 10, 77, dtype=np.int32)
    log = room[:needed]  # too small by one number, with data after it
    log[0] = 0
    tell(telling, log)
    assert (room[needed:] == 77).all()
    with pytest.raises(OverflowError, match=f"room for {needed} numbers; the buffer holds {needed - 1}"):
        drain(log)


def test_each_is_read_as_the_view_says() -> None:
    log = event_buffer(100)
    emit(log, 7, EVERYBODY, 3, np.int64(2), np.array([1, 0, 4]))  # type: ignore[arg-type]
    ((kind, _, clause, told),) = drain(log)
    events = {7: ("showed", {"seat": int, "hand": sum})}
    assert name_event(events, "XX", kind, clause, told) == {"event": "showed", "rule": "XX-03", "seat": 2, "hand": 5}


def test_an_event_that_tells_more_or_less_than_is_read_is_an_error() -> None:
    events = {7: ("showed", {"seat": int})}
    for told in ((), (1, 2)):
        with pytest.raises(ValueError, match="zip"):
            name_event(events, "XX", 7, 3, told)
