"""Contests: many games between bots of any level, in the compiled loop, spread over threads."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from statistics import mean
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill.bots.levels import SEARCHES, Budget, how, level
from molehill.bots.players import GreedyBot
from molehill.bots.search import Memory, Search, load
from molehill.engine.playouts import Playouts, series_of

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

_SAMPLE = 0.02  # seconds of thinking at each position that is sampled
_SAMPLING = 1.0  # seconds in all
_EVERY = 3  # decisions
_CHUNKS = 50  # so many portions at least, so that threads end together and progress can be seen


def tournament(
    game: Game,
    n: int,
    seats: int,
    options: Mapping[str, Any] | None,
    names: Sequence[str],
    seed: int,
    threads: int | None,
    box: Box,
    rotate: bool,
    progress: Callable[[int], None] | None,
    sims: int | Sequence[int] = SEARCHES,
    first: int = 0,
) -> Playouts:
    """n games between these bots, one a seat. With `rotate` every deal is played from each seating in turn.

    `sims` is how many simulations `sharp` may make a move: one number, or one a seat. Same seed, same games; `first`
    is the number of the first of them.
    """
    result = Playouts.blank(game, n, seats, names, rotate, first)
    each = [sims] * seats if isinstance(sims, int) else list(sims)
    ways = np.concatenate([how(name, game, count) for name, count in zip(names, each, strict=True)])
    numbers, loops = game.option_numbers(game.read_options(options, seats)), load(game)
    most = int(ways["sims"].max())
    size = max(1, min(500, n // _CHUNKS))

    def chunk(start: int) -> int:
        memory, played = Memory(game, most, 0), result.played[start : start + size]
        series = series_of(seed, first + start, rotate)
        loops.tournament(*memory.parts(box), ways, numbers, series, played)
        return len(played)

    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        for done in as_completed([pool.submit(chunk, start) for start in range(0, n, size)]):
            games = done.result()
            if progress:
                progress(games)
    finally:
        pool.shutdown(cancel_futures=True)
    return result


def sims_within(game: Game, seconds: float, seats: int, options: Mapping[str, Any], box: Box) -> int:
    """With how many simulations `sharp` takes so many seconds on this machine, on the mean over a game's decisions."""
    match, rng, bot = game.match(seats, options, box), random.Random(0), GreedyBot(0)
    search = Search(game, *level("sharp", game, Budget(seconds=_SAMPLE)), 0)
    costs: list[float] = []  # of a simulation: near the end they cost little, and count no more than others for that
    spent, decisions = 0.0, 0
    while spent < _SAMPLING and not match.over:
        pending = match.pending
        if not isinstance(pending, tuple):
            match.chance(rng=rng)
            continue
        seat = pending[0]
        if len(match.legal_numbers(seat)) > 1:
            decisions += 1
            if decisions == 1:
                search.run(match.veiled(seat), box, seat)  # loading what a search needs is not thinking
            if decisions % _EVERY == 1:
                found = search.run(match.veiled(seat), box, seat)
                spent += found.seconds
                costs.append(found.seconds / max(1, found.sims))
        match.play(seat, bot.choose(match, seat))
    return max(1, round(seconds / mean(costs))) if costs else SEARCHES
