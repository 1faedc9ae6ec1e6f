"""The short way out: frames that go out together, in order, and to nobody who is gone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from molehill.server.wire import _TOGETHER, Outbox


def wire(close_sent: bool = False, closing: bool = False) -> Any:
    written: list[bytes] = []
    transport = SimpleNamespace(write=written.append, is_closing=lambda: closing)
    return SimpleNamespace(transport=transport, close_sent=close_sent, written=written)


def test_frames_go_out_in_order_when_the_event_loop_gets_to_it() -> None:
    async def main() -> None:
        anna, ben, outbox = wire(), wire(), Outbox(asyncio.get_running_loop())
        outbox.add(anna, b"1")
        outbox.add(ben, b"2")
        outbox.add(anna, b"3")
        assert anna.written == ben.written == []
        await asyncio.sleep(0)
        assert (anna.written, ben.written) == ([b"1", b"3"], [b"2"])
        outbox.add(anna, b"4")
        await asyncio.sleep(0)
        assert anna.written == [b"1", b"3", b"4"]

    asyncio.run(main())


def test_many_frames_do_not_wait_for_more() -> None:
    async def main() -> None:
        anna, outbox = wire(), Outbox(asyncio.get_running_loop())
        frames = [b"%d" % number for number in range(_TOGETHER + 1)]
        for frame in frames:
            outbox.add(anna, frame)
        assert anna.written == frames[:-1]
        await asyncio.sleep(0)
        assert anna.written == frames

    asyncio.run(main())


def test_who_is_gone_gets_nothing_and_keeps_nothing_from_others() -> None:
    async def main() -> None:
        gone, left, here = wire(closing=True), wire(close_sent=True), wire()
        outbox = Outbox(asyncio.get_running_loop())
        for each in (gone, left, here):
            outbox.add(each, b"frame")
        outbox.flush()
        assert (gone.written, left.written, here.written) == ([], [], [b"frame"])

    asyncio.run(main())
