"""What the server logs about what strangers do is bounded."""

from __future__ import annotations

import logging

import pytest

from molehill.server import logs


def test_a_line_that_strangers_cause_is_written_ten_times_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(logs.time, "monotonic", lambda: now)
    sparing = logs.Sparing()

    def written(message: str, times: int) -> list[str]:
        records = [logging.makeLogRecord({"msg": message}) for _ in range(times)]
        return [record.msg for record in records if sparing.filter(record)]

    lines = written("Invalid HTTP request received.", 1000)
    assert lines[:9] == ["Invalid HTTP request received."] * 9
    assert [line.endswith("(and perhaps more of these within the minute)") for line in lines[9:]] == [True]
    assert written("something else", 3) == ["something else"] * 3
    now += 60
    assert written("Invalid HTTP request received.", 3) == ["Invalid HTTP request received."] * 3
