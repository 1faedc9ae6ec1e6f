"""A journal: a folder of Parquet files with one row for each game. A run of games is written there, and continued.

    run.json                     what is played: the settings and the seed
    games-000000000.parquet      games number 0, 1, ... of every setting
    games-000020000.parquet      and so on

A file is written as a whole or not at all, so an interrupted run loses a few seconds at most. Files are read one at a
time.
"""

from __future__ import annotations

import atexit
import json
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill.engine.errors import Unknown
from molehill.engine.playouts import Playouts
from molehill.lab.extras import need

if TYPE_CHECKING:
    import polars as pl

    from molehill.lab.arena import Portion
    from molehill.lab.settings import Setting

_ROWS = 100_000  # of one file at most, or
_SECONDS = 10.0  # what was played in so long


def open_journal(
    keep: bool | str | Path, settings: Sequence[Setting], seed: int, resume: bool = False
) -> Journal | None:
    """The journal that somebody wants: none, one until the program ends (True), or one in a folder."""
    if keep is False or keep is True:
        if resume:
            raise Unknown("there is nothing to continue: name the folder of the games (--out)")
        return Journal(Path(mkdtemp(dir=_scratch())), settings, seed) if keep else None
    return Journal(Path(keep), settings, seed, resume)


@cache
def _scratch() -> str:
    """A folder that is deleted when the program ends: frames read their files when they are used."""
    folder = TemporaryDirectory(prefix="molehill-games-")
    atexit.register(folder.cleanup)
    return folder.name


def frame_of(played: Sequence[Playouts], seats: int) -> pl.DataFrame:
    """One row for each game and setting, in the order of the games. Seats that a setting does not have are null."""
    import polars as pl

    return pl.concat([_frame(number, games, seats) for number, games in enumerate(played)])


def _frame(number: int, played: Playouts, seats: int) -> pl.DataFrame:
    import polars as pl

    n = played.games
    columns: dict[str, Any] = {
        "setting": np.full(n, number, dtype=np.int32),
        "game": np.arange(played.first, played.first + n, dtype=np.int64),
        "moves": played.moves_a_game, "length": played.lengths, "tally": played.tallies,
        "turn": played.bot_of_seat()[:, 0].astype(np.int32),  # which of the bots had the first seat
    }  # fmt: skip
    for seat in range(played.seats):
        columns[f"score_{seat + 1}"] = played.scores[:, seat]
        columns[f"points_{seat + 1}"] = played.points[:, seat]
    for seat in range(played.seats, seats):
        columns[f"score_{seat + 1}"] = pl.Series([None] * n, dtype=pl.Float64)
        columns[f"points_{seat + 1}"] = pl.Series([None] * n, dtype=pl.Int64)
    return pl.DataFrame(columns)


def _playouts(frame: pl.DataFrame, setting: Setting) -> Playouts:
    """The games of one setting, from a frame."""
    first = int(frame["game"][0])
    found = Playouts.blank(setting.game, len(frame), setting.seats, setting.names, setting.rotate, first)
    found.lengths[:], found.moves_a_game[:], found.tallies[:] = (
        frame[column].to_numpy() for column in ("length", "moves", "tally")
    )
    for seat in range(setting.seats):
        found.scores[:, seat] = frame[f"score_{seat + 1}"].to_numpy()
        found.points[:, seat] = frame[f"points_{seat + 1}"].to_numpy()
    return found


class Journal:
    """The games of some settings in a folder. Without `resume` the folder must be empty."""

    def __init__(self, folder: Path, settings: Sequence[Setting], seed: int, resume: bool = False) -> None:
        need("polars", "keeping games")
        self.folder, self.settings = folder, list(settings)
        self.seats = max(setting.seats for setting in settings)
        about = {"seed": seed, "settings": [setting.as_json() for setting in settings]}
        if (folder / "run.json").exists():
            self._check(about, resume)
        else:
            self._begin(about, resume)
        self.files = {int(file.stem.split("-")[1]): file for file in sorted(folder.glob("games-*.parquet"))}
        self.games = self._count()
        self._waiting: list[pl.DataFrame] = []
        self._since = time.monotonic()
        self._open: tuple[int, pl.DataFrame] | None = None

    def _begin(self, about: Mapping[str, Any], resume: bool) -> None:
        if resume and not self.folder.exists():
            raise Unknown(f"there is nothing to continue in {self.folder}")
        if self.folder.exists() and any(self.folder.iterdir()):
            raise Unknown(f"{self.folder} is not empty and holds no run of games; name another folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(self.folder / "run.json", json.dumps(about, indent=2, ensure_ascii=False).encode())

    def _check(self, about: Mapping[str, Any], resume: bool) -> None:
        if not resume:
            raise Unknown(f"{self.folder} has games already; continue them (--resume) or name another folder")
        try:
            there = json.loads((self.folder / "run.json").read_text(encoding="utf-8"))
        except (ValueError, UnicodeDecodeError):
            raise Unknown(f"{self.folder / 'run.json'} can't be read; name another folder") from None
        if there != about:
            raise Unknown(f"the games in {self.folder} are not the same run: {_difference(there, about)}")

    def _count(self) -> int:
        """How many games there are up to the first gap. Those after a gap are played again."""
        import polars as pl

        count = 0
        for first, file in list(self.files.items()):
            if first != count:
                del self.files[first]
                continue
            count += pl.scan_parquet(file).select(pl.len()).collect().item() // len(self.settings)
        return count

    def read(self, portion: Portion) -> list[Playouts]:
        """The games of a portion that is there completely."""
        import polars as pl

        wanted = pl.col("game").is_between(portion.first, portion.first + portion.games - 1)
        parts = [self._load(first).filter(wanted) for first in self._holding(portion)]
        frame = pl.concat(parts)
        return [_playouts(frame.filter(pl.col("setting") == k), s) for k, s in enumerate(self.settings)]

    def _holding(self, portion: Portion) -> list[int]:
        """The first games of the files that hold a portion."""
        firsts = list(self.files)
        ends = [*firsts[1:], self.games]
        return [a for a, b in zip(firsts, ends, strict=True) if a < portion.first + portion.games and b > portion.first]

    def _load(self, first: int) -> pl.DataFrame:
        import polars as pl

        if self._open is None or self._open[0] != first:
            self._open = first, pl.read_parquet(self.files[first])
        return self._open[1]

    def add(self, played: Sequence[Playouts]) -> None:
        """Add the next games. Those that are there already are left out."""
        import polars as pl

        frame = frame_of(played, self.seats).filter(pl.col("game") >= self._next)
        self._waiting.append(frame)
        if sum(map(len, self._waiting)) >= _ROWS or time.monotonic() - self._since > _SECONDS:
            self.flush()

    @property
    def _next(self) -> int:
        """The number of the first game that is neither in a file nor waiting for one."""
        return self.games + sum(map(len, self._waiting)) // len(self.settings)

    def flush(self) -> None:
        """Write the games that wait into a file."""
        import polars as pl

        self._since = time.monotonic()
        if not self._waiting:
            return
        frame, first = pl.concat(self._waiting), self.games
        file = self.folder / f"games-{first:09d}.parquet"
        part = file.with_suffix(".part")
        frame.write_parquet(part)
        part.replace(file)
        self.files[first] = file
        self.games, self._waiting = self._next, []

    @property
    def rows(self) -> pl.LazyFrame:
        """All games, one row for each game and setting, read when they are used."""
        import polars as pl

        return pl.scan_parquet(list(self.files.values()))


def _write(file: Path, content: bytes) -> None:
    part = file.with_suffix(".part")
    part.write_bytes(content)
    part.replace(file)


def _told(name: str, value: Any) -> str:
    """A value of a setting; of a box's digest so much as is shown elsewhere."""
    return str(value).removeprefix("sha256:")[:8] if name == "box" else repr(value)


def _difference(there: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    """The first difference between two runs, in words."""
    for key in about:
        if there.get(key) == about[key]:
            continue
        if key != "settings" or len(there.get(key, [])) != len(about[key]):
            return f"{key} {there.get(key)!r} there, {about[key]!r} here" if key == "seed" else f"other {key}"
        for one, other in zip(there[key], about[key], strict=True):
            for name in other:
                if one.get(name) != other[name]:
                    return f"{name} {_told(name, one.get(name))} there, {_told(name, other[name])} here"
    return "other settings"
