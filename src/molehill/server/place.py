"""One table in the memory of this process, with all that belongs to it there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from molehill.server.audience import Audience, Client
from molehill.server.due import Due
from molehill.server.table import Table

FORGET_AFTER = 60.0  # seconds without anybody there


@dataclass(eq=False)
class Place:
    """A table, if it was built from its log already; who looks at it; and what is due there."""

    id: str
    opener: str = ""  # the address that opened it, hashed
    table: Table | None = None
    audience: Audience = field(default_factory=Audience)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    timer: asyncio.TimerHandle | None = None
    doing: Due | None = None  # what is being done by itself
    due: tuple[Due | None, float] = None, 0.0  # what is next, and when by a clock that nobody sets
    used: float = 0.0
    broken: float = -FORGET_AFTER  # when it last could not be built

    def forget(self) -> None:
        """Drop what was built from the log."""
        self.table = None
        self.audience.forget()

    def rest(self) -> None:
        """Nothing happens here by itself."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def tell(self, by: Client | None = None, key: str | None = None) -> None:
        """Tell everybody here what has changed."""
        if self.table is not None and self.audience.clients:
            self.audience.tell(self.table, by, key)

    def is_unused(self, now: float) -> bool:
        """Whether nobody needs it any more."""
        busy = self.audience.clients or self.timer or self.doing or self.lock.locked()
        return not busy and now - self.used > FORGET_AFTER
