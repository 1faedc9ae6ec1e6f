"""Watched games: followed move by move, to count what happens in them and to ask how much each decision matters.

A position is judged by playing it on: `greedy` players continue from it several times, with new chance each time. That
needs no opinion about who is ahead. Positions are continued as they really are, with everything that is hidden.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill import bots
from molehill.engine.playouts import CAP, POLICIES, Playouts, Room
from molehill.lab.policies import Stream
from molehill.lab.statistics import Counts, Moments
from molehill.lab.svg import Ground
from molehill.lab.tension import TENTHS, Tension

if TYPE_CHECKING:
    from molehill.engine.match import Match
    from molehill.engine.records import Tables
    from molehill.lab.settings import Setting

CONTINUED = 16  # how often a position is continued
ASKED = 6  # decisions of a game that are looked at closely
SIMS = 100  # simulations of `sharp` for such a decision

Values = npt.NDArray[np.float64]


@dataclass
class Watched:
    """What was seen in the games so far."""

    games: int = 0
    decisions: int = 0
    moves: Counter[int] = field(default_factory=Counter)  # how often each move was made, by its number
    fired: Counter[str] = field(default_factory=Counter)  # how often each clause was cited by an event
    games_with: Counter[str] = field(default_factory=Counter)  # in how many games
    visits: Counter[str] = field(default_factory=Counter)  # how often each space was visited
    ground: Ground = field(default_factory=Ground)  # where they are
    choices: dict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))  # moves to choose from, by kind
    gains: dict[str, Moments] = field(default_factory=lambda: defaultdict(lambda: Moments(1.0)))  # sharp over random
    foreseen: list[Moments] = field(default_factory=lambda: [Moments(1.0) for _ in range(TENTHS)])  # the real result
    lead_changes: Counts = field(default_factory=Counts)
    branching: list[Moments] = field(default_factory=lambda: [Moments() for _ in range(TENTHS)])  # moves to choose from
    tension: Tension = field(default_factory=Tension)


@dataclass(frozen=True, eq=False)
class Decision:
    """A decision of a watched game: how many moves were made before, who decides, which moves there are."""

    count: int
    seat: int
    legal: list[int]


def watch(
    setting: Setting, games: int, seed: int, player: str = "fair", progress: Callable[[], None] | None = None
) -> Watched:
    """Watch games between bots of this name, in this thread. Same seed, same numbers."""
    found, bot, sharp = Watched(), bots.bot(player, seed), bots.bot("sharp", seed, sims=SIMS)
    future = Future(setting)
    for number in range(games):
        match, decisions, tables = _play(setting, bot, Stream(seed, number))
        whims = Stream(seed + 1, number)
        found.games += 1
        found.decisions += len(decisions)
        _count_events(found, match)
        for k, decision in enumerate(decisions):
            choices = np.array([len(decision.legal)])
            found.choices[kind_of(match, decision)].add(choices)
            found.branching[k * TENTHS // len(decisions)].add(choices.astype(np.float64))
        _count_leads(found, setting, tables)
        _foresee(found, future, match, tables, seed + number)
        _ask(found, future, match, decisions, tables, sharp, whims)
        if progress:
            progress()
    return found


def _play(setting: Setting, bot: bots.Bot, dice: Stream) -> tuple[Match, list[Decision], Tables]:
    """A whole match, its decisions, and the table before each of them."""
    match = setting.game.match(setting.seats, setting.options, setting.box)
    decisions, tables = list[Decision](), list[np.void]()
    while not match.over and match.count < CAP:
        pending = match.pending
        if not isinstance(pending, tuple):
            match.chance(rng=dice)
            continue
        seat = pending[0]
        decisions.append(Decision(match.count, seat, match.legal_numbers(seat)))
        tables.append(match.table)
        match.play(seat, bot.choose(match, seat))
    kept = np.zeros(len(tables), dtype=setting.game.table_dtype)
    for k, table in enumerate(tables):
        kept[k] = table
    return match, decisions, kept


def kind_of(match: Match, decision: Decision) -> str:
    """What a decision is about: the kinds of moves that there are."""
    decode = match.game.part("moves").decode
    return " / ".join(sorted({decode(move)["do"] for move in decision.legal}))


def _count_events(found: Watched, match: Match) -> None:
    game, events = match.game, [happening.data for happening in match.happened()]
    cited = Counter(event["rule"] for event in events)
    found.fired += cited
    found.games_with.update(cited.keys())
    encode = game.part("moves").encode
    found.moves.update(encode(move) for actor, move in match.history if isinstance(actor, int))
    if (game.folder / "spaces.py").is_file():
        part = game.part("spaces")
        view = match.at(0).view()
        ways, landmarks = getattr(part, "ways", None), getattr(part, "landmarks", None)
        found.ground = Ground(
            part.spaces(view), list(ways(view)) if ways else [], list(landmarks(view)) if landmarks else []
        )
        found.visits.update(part.visited(events))


def _count_leads(found: Watched, setting: Setting, tables: Tables) -> None:
    """How often the lead in points went from one seat to another."""
    points, leader, changes = np.zeros(setting.seats, dtype=np.int64), -1, 0
    for k in range(len(tables)):
        setting.game.kernels.points(tables, k, setting.box.record, points)
        ahead = np.flatnonzero(points == points.max())
        if len(ahead) == 1 and ahead[0] != leader:
            changes += leader >= 0
            leader = int(ahead[0])
    found.lead_changes.add(np.array([changes]))


class Future:
    """Continues positions with greedy players."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.room = setting, Room(setting.game)
        self.policies = np.full(setting.seats, POLICIES.index("greedy"), dtype=np.int64)

    def scores(self, table: np.void, seed: int, seat: int = -1, move: int = -1) -> Values:
        """The mean result of each seat, after this move if there is one. The same seed brings the same chance."""
        setting, room, loops = self.setting, self.room, self.setting.game.loops
        played = Playouts.blank(setting.game, CONTINUED, setting.seats, ["greedy"] * setting.seats, False)
        for k in range(CONTINUED):
            room.tables[0] = table
            room.dice[0], room.whims[0] = Stream(seed, k).word, Stream(seed + 1, k).word
            if seat >= 0:
                setting.game.kernels.apply(room.tables, 0, setting.box.record, seat, move, room.silent)
            loops.play_out(room.desk, room.tables, 0, setting.box.record, self.policies, 0, CAP)
            loops.note(room.tables, 0, setting.box.record, played.played, k)
        mean: Values = played.scores.mean(axis=0)
        return mean


def _foresee(found: Watched, future: Future, match: Match, tables: Tables, seed: int) -> None:
    """At each tenth of the game: how often its real result comes about again."""
    if future.setting.seats == 1 or not len(tables):
        return
    real = np.array(match.scores)
    means = [future.scores(tables[tenth * len(tables) // TENTHS], seed) for tenth in range(TENTHS)]
    for moments, each in zip(found.foreseen, means, strict=True):
        moments.add(np.array([_likelihood(real, each)]))
    team = future.setting.game.cooperative
    sides = [np.array([each[0], 1 - each[0]]) if team else each for each in means]
    found.tension.add(sides, np.array([real[0], 1 - real[0]]) if team else real)


def _likelihood(real: Values, means: Values) -> float:
    """How likely the real winners win, or, if nobody won, that nobody does."""
    if not real.any():
        return float(1 - means.max())
    return min(1.0, float(real @ means / (real @ real)))


def _ask(
    found: Watched,
    future: Future,
    match: Match,
    decisions: list[Decision],
    tables: Tables,
    sharp: bots.Bot,
    whims: Stream,
) -> None:
    """For some decisions of the game: how much better the result is after the move of `sharp` than after any move."""
    if future.setting.seats == 1:
        return
    open_ones = [k for k, decision in enumerate(decisions) if len(decision.legal) > 1]
    encode = match.game.part("moves").encode
    for _ in range(min(ASKED, len(open_ones))):
        k = open_ones[int(whims.random() * len(open_ones))]
        decision, seed = decisions[k], int(whims.random() * 2**32)
        seat, legal = decision.seat, decision.legal
        best = encode(sharp.choose(match.at(decision.count), seat))
        other = legal[int(whims.random() * len(legal))]
        chosen, any_move = (future.scores(tables[k], seed, seat, move)[seat] for move in (best, other))
        found.gains[kind_of(match, decision)].add(np.array([chosen - any_move]))


def features(setting: Setting, most_values: int = 8) -> Mapping[str, npt.NDArray[np.int64]]:
    """Kinds of moves, and values of their fields where these are few: for each, which moves have it."""
    decode, count = setting.game.part("moves").decode, setting.game.move_count
    having: dict[tuple[str, str, Any], list[int]] = defaultdict(list)
    for number in range(count):
        move = decode(number)
        having[move["do"], "", ""].append(number)
        for name, value in move.items():
            if name != "do" and isinstance(value, str | int):
                having[move["do"], name, value].append(number)
    values = Counter((do, name) for do, name, _ in having)
    found = {}
    for (do, name, value), numbers in having.items():
        if not name or 1 < values[do, name] <= most_values:
            mask = np.zeros(count, dtype=np.int64)
            mask[numbers] = 1
            found[f"{do}: {name} {value}" if name else do] = mask
    return found
