"""What a client knows of a table: each frame is held against its declared type, then put over what was known before."""

from __future__ import annotations

from typing import Any

import orjson

import molehill
from molehill.server.description import FRAME


class Known:
    """One client's knowledge, followed as the protocol page says."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.sights: dict[int | None, dict[str, Any]] = {}
        self.chat: list[dict[str, Any]] = []

    def hear(self, frame: str | bytes) -> dict[str, Any]:
        """A frame; an update comes back together with all that is known besides."""
        said = checked(frame)
        if said["say"] not in ("welcome", "update"):
            return said
        if said["say"] == "welcome":
            self.sights.clear()
        else:
            assert said["seq"] >= self.state["seq"]
        self.state = {"done": None, "deadlines": {}} | self.state | {"done": None} | said
        for sight in said["sights"]:
            self._see(sight)
        if "chat" in said:
            del self.chat[said["chat"]["first"] :]
            self.chat += said["chat"]["lines"]
        return self.state | {"chat": said.get("chat", {"first": len(self.chat), "lines": []})}

    def _see(self, sight: dict[str, Any]) -> None:
        mine = self.sights.setdefault(sight["seat"], {"events": [], "since": sight["first"]})
        known = sight["first"] - mine["since"]  # of a long game only the last events are told
        assert 0 <= known <= len(mine["events"])
        if "view" not in sight:
            assert known == len(mine["events"]), "what was taken back can't be followed"
            follow = molehill.game(self.state["table"]["game"]).part("view").follow
            for event in sight["events"]:
                follow(mine["view"], event)
        events = [*mine["events"][:known], *sight["events"]]
        mine |= sight | {"events": events}


def checked(frame: str | bytes) -> dict[str, Any]:
    """A frame that is just as declared: no field is missing, of another type, or not named."""
    said: dict[str, Any] = orjson.loads(frame)
    assert FRAME.dump_python(FRAME.validate_python(said, strict=True)) == said
    return said
