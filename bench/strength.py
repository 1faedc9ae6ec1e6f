"""`make strength`: how strong bots are, by the plan in strength.toml. It can be stopped and goes on where it was.

All contests get the same time in turn, so whenever it is stopped, all of them have been measured. What was played is
kept in bench/strength.json, with the project, as long as the bots and rules are the same; `--table` only prints it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

import molehill
import small
from molehill.bots.levels import PLENTY, SEARCHES, Budget, how
from molehill.bots.players import GreedyBot
from molehill.bots.preparing import TEMPLATES
from molehill.bots.search import Search, load
from molehill.bots.tournament import tournament
from molehill.engine import compiling
from molehill.lab.ladder import clustered
from molehill.lab.statistics import Rate

PLAN = Path(__file__).with_suffix(".toml")
KEPT = PLAN.with_suffix(".json")
SEED = 17
FEWEST = 20  # deals before a contest may end
SHOWN = 10  # deals from which on it is shown, however wide its interval is
PORTION = 20.0  # seconds, nearly
SAMPLE = 200  # simulations, to see how long they take


@dataclass
class Contest:
    """One bot against others of one kind, and how it did in each deal: its share of the wins over all seatings."""

    game: molehill.Game
    seats: int
    bot: str
    against: str
    sims: list[int] = field(default_factory=list)  # of each seat; none before the first deal
    won: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """Which contest it is. Another search, judge or rulebook, or other settings, make another one of it."""
        game, code = self.game, compiling.meaning_of(self.game, TEMPLATES["bots"])
        settings = f"settings {game.foresight} {game.farsight} {game.tries} {game.reads}"
        return f"{game.id}, {self.seats} seats, {self.bot} against {self.against}, {settings}, {code}"

    @property
    def rate(self) -> Rate:
        """The bot's share of the wins."""
        return clustered(np.array(self.won) * self.seats, np.full(len(self.won), float(self.seats)))

    def is_done(self, narrow: float, most: int) -> bool:
        """Whether enough is known."""
        few = len(self.won) < FEWEST
        return len(self.won) >= most or (not few and self.rate.high - self.rate.low <= 2 * narrow)

    def play(self, most: int) -> None:
        """Some deals more."""
        load(self.game)  # compiling is not playing
        began = time.process_time()
        names = [who.partition(":")[0] for who in (self.bot, *[self.against] * (self.seats - 1))]
        if not self.sims:
            self.sims = [self._sims(who) for who in (self.bot, *[self.against] * (self.seats - 1))]
        a_deal = self.seconds / len(self.won) if self.won else PORTION
        deals = max(1, min(most - len(self.won), int(PORTION / max(a_deal, 0.01))))
        first = len(self.won) * self.seats
        played = tournament(
            self.game, deals * self.seats, self.seats, None, names, SEED, 1, self.game.box(), True, None, self.sims,
            first,
        )  # fmt: skip
        ours = (played.scores * (played.bot_of_seat() == 0)).sum(axis=1)
        self.won += ours.reshape(deals, self.seats).mean(axis=1).tolist()
        self.seconds += time.process_time() - began

    def _sims(self, who: str) -> int:
        budget = who.partition(":")[2]
        if not budget.endswith("ms"):
            return int(budget or SEARCHES)
        return round(float(budget[:-2]) / 1000 / mean(costs(self.game, self.seats)))

    def row(self) -> str:
        """For a table in Markdown."""
        rate, sims = self.rate, f"{self.sims[0]:,}" if self.bot.startswith("sharp") else ""
        share = f"{100 * rate.rate:.0f} % ({100 * rate.low:.0f}–{100 * rate.high:.0f})"
        cells = (self.game.name, self.seats, f"`{self.bot}`", sims, f"`{self.against}`", share, len(self.won))
        return f"| {' | '.join(map(str, cells))} |"


def costs(game: molehill.Game, seats: int) -> Iterator[float]:
    """Seconds of processor time that a simulation takes, at decisions of a game; others may use the machine as well."""
    match, rng, bot = game.match(seats), random.Random(0), GreedyBot(0)
    search, loaded = Search(game, how("sharp", game, PLENTY), Budget(sims=SAMPLE), 0), False
    while not match.over:
        pending = match.pending
        if not isinstance(pending, tuple):
            match.chance(rng=rng)
            continue
        if len(match.legal_numbers(pending[0])) > 1:
            if not loaded:
                search.run(match.veiled(pending[0]), match.box, pending[0])  # loading it is not thinking
                loaded = True
            began = time.process_time()
            search.run(match.veiled(pending[0]), match.box, pending[0])
            yield (time.process_time() - began) / SAMPLE
        match.play(pending[0], bot.choose(match, pending[0]))


def contests(plan: dict[str, Any]) -> Iterator[Contest]:
    """All that are planned."""
    for part in plan["contests"]:
        for game in part["games"]:
            for seats in part["seats"]:
                for bot in part["bots"]:
                    for against in part["against"]:
                        yield Contest(small.find(game), seats, bot, against)


def recall(wanted: list[Contest]) -> dict[str, Any]:
    """Fill in what has been played already; returns all that is kept."""
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for contest in wanted:
        for name, value in kept.get(contest.name, {}).items():
            setattr(contest, name, value)
    return kept


def keep(kept: dict[str, Any], contest: Contest) -> None:
    kept[contest.name] = {"sims": contest.sims, "won": contest.won, "seconds": round(contest.seconds, 1)}
    fresh = KEPT.with_suffix(".new")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(kept.items()))
    fresh.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    fresh.replace(KEPT)


def table(found: list[Contest]) -> str:
    head = "| game | seats | bot | simulations | against | share of the wins | deals |\n|---|---|---|---|---|---|---|"
    told = [contest.row() for contest in found if len(contest.won) >= SHOWN]
    few = f"\nOf {len(found)} contests {len(found) - len(told)} have had fewer than {SHOWN} deals so far."
    return "\n".join([head, *told, few])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long it plays at most (60)")
    parser.add_argument("--only", default="", help="only contests whose names have this in them, a regular expression")
    parser.add_argument("--table", action="store_true", help="play nothing, and print what is known")
    given = parser.parse_args()
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    wanted = [contest for contest in contests(plan) if re.search(given.only, contest.name)]
    if not wanted:
        parser.error(f"no contest has {given.only!r} in its name")
    kept, end = recall(wanted), time.monotonic() + 60 * given.minutes
    while not given.table and time.monotonic() < end:
        open_ones = [contest for contest in wanted if not contest.is_done(plan["narrow"], plan["most"])]
        if not open_ones:
            break
        contest = min(open_ones, key=lambda one: one.seconds)
        contest.play(plan["most"])
        keep(kept, contest)
        print(contest.row(), file=sys.stderr, flush=True)
    print(table(wanted))


if __name__ == "__main__":
    main()
