"""Numbers of entries as each viewer may know them.

Of some moves others don't even learn that they were made (Moledozer's own order): if these were counted for them, too,
`seq` would tell how far somebody is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence

Eyes = Sequence[int | None]  # as whom somebody looks: for each of their seats, or as a spectator


class Numbers:
    """Which entries are hidden from whom."""

    def __init__(self) -> None:
        self._hidden: list[tuple[int, Collection[int | None]]] = []  # the number of an entry, and who knows of it
        self._from: dict[tuple[int | None, ...], tuple[int, list[int]]] = {}  # looked through so far, and found

    def hide(self, seq: int, seen_by: Collection[int | None]) -> None:
        """An entry that only these know of."""
        self._hidden.append((seq, seen_by))

    def told(self, seq: int, eyes: Eyes) -> int:
        """The number of an entry, or of the last one before it that they know of, as these count."""
        return seq - bisect_right(self._hidden_from(eyes), seq) if self._hidden else seq

    def meant(self, told: int, eyes: Eyes) -> int:
        """The number of the last entry that has this number, or none of its own, as these count."""
        seq = told
        for hidden in self._hidden_from(eyes):
            if hidden > seq + 1:
                break
            seq += 1
        return seq

    def copy(self) -> Numbers:
        """The same, independent."""
        twin = Numbers()
        twin._hidden = list(self._hidden)
        return twin

    def _hidden_from(self, eyes: Eyes) -> list[int]:
        done, found = self._from.get(tuple(eyes), (0, []))
        found += [seq for seq, seen_by in self._hidden[done:] if not any(eye in seen_by for eye in eyes)]
        self._from[tuple(eyes)] = len(self._hidden), found
        return found
