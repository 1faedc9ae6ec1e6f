"""What a seat sees as numbers: nothing of what is hidden, all of it as declared; and moves taken apart into factors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from molehill.conformance.checks import At, check
from molehill.conformance.secrets import futures, who
from molehill.conformance.trial import Options, Trial, expect
from molehill.engine.contract import SPECTATOR
from molehill.engine.game import Game
from molehill.engine.observing import Eyes, Recall

_TABLES = 64
_STEPS = 24


class Swaps(NamedTuple):
    """What was tried: positions, each looked at by everybody; in how many something hidden was swapped; what leaked."""

    positions: int
    swapped: int
    leak: str


def swap(game: Game, seats: int, options: Options, seed: int, tables: int, steps: int) -> Swaps:
    """Play many tables at random and put another possible truth in the place of what a viewer may not know.

    What the viewer sees must be the same to the last bit. Each viewer, a spectator among them, looks at each position.
    """
    batch = game.batch(tables, seats, options, seed=seed, auto_reset=True, prospects=game.foresees)
    eyes, recalls = Eyes(game, batch.layout), game.blank(Recall, seats + 1).reshape(1, -1)
    whims = np.array([seed], np.uint64)
    seen = [np.empty((tables, batch.layout.size), dtype=np.float32) for _ in range(2)]
    positions = swapped = 0
    for _ in range(steps):
        changed = np.zeros(tables, dtype=np.bool_)
        for viewer in range(SPECTATOR, seats):
            viewers, other = np.full(tables, viewer, dtype=np.int8), batch.tables.copy()
            game.vectors.imagine(other, batch.box.record, viewers, whims)
            for out, truth in zip(seen, (batch.tables, other), strict=True):
                game.vectors.observe(*eyes.parts, truth, batch.box.record, seats, viewers, recalls, out)
            changed |= (other.view(np.int8) != batch.tables.view(np.int8)).reshape(tables, -1).any(axis=1)
            wrong = np.flatnonzero((seen[0] != seen[1]).any(axis=0))
            if len(wrong):
                names = ", ".join(batch.layout.names()[k] for k in wrong[:3])
                return Swaps(positions, swapped, f"{who(None if viewer < 0 else viewer)} sees in {names}")
        positions, swapped = positions + tables, swapped + int(changed.sum())
        batch.step(batch.sample())
    return Swaps(positions, swapped, "")


@check(At.ALL)
def observations_tell_nothing_hidden(trial: Trial) -> None:
    """Whatever the truth is about what a seat may not know, its observation is the same to the last bit."""
    steps = trial.often(_STEPS)
    found = swap(trial.game, trial.seats, trial.options, trial.number(trial.seats), _TABLES, steps)
    expect(not found.leak, f"{found.leak} what it may not know")
    hides = trial.game.hidden and trial.seats > 1
    expect(found.swapped or not hides, "a game that hides something has nothing to swap in its positions")


@check(At.FEW)
def memories_tell_nothing_hidden(trial: Trial) -> None:
    """What a seat remembers is the same in all games in which it was told the same and did the same, and only there."""
    rng = trial.chance(trial.seats)
    texts: dict[tuple[object, bytes], str] = {}
    bits = trial.game.observation(trial.seats, memory=True).fields[-1].slice
    for number, match in enumerate(trial.walk(35 + trial.seats, 30)):
        if match.over:
            break
        if number % 4:
            continue
        ways = futures(match, rng)
        for viewer in trial.viewers:
            seen: dict[str, bytes] = {}
            for way in ways:
                text, whole = way.information(viewer), way.observe(viewer, memory=True)
                known = seen.setdefault(text, whole.tobytes())
                expect(
                    known == whole.tobytes(), f"{who(viewer)} was told the same in two games and remembers otherwise"
                )
                before = texts.setdefault((viewer, whole[bits].tobytes()), text)
                expect(before == text, f"{who(viewer)} was told something else and has the same fingerprint")


@check(At.ALL)
def observations_are_as_declared(trial: Trial) -> None:
    """Every number of an observation stays within its range, and a batch sees what a match sees."""
    prospects = trial.game.foresees
    batch = trial.game.batch(8, trial.seats, trial.options, seed=trial.number(7), auto_reset=True, prospects=prospects)
    match, layout = trial.new(), batch.layout
    for step in range(trial.often(16)):
        row = step % 8
        match._tables[0] = batch.tables[row]
        for viewer in trial.viewers:
            seen = batch.observe(seat=SPECTATOR if viewer is None else viewer)
            outside = np.flatnonzero(((seen < layout.low) | (seen > layout.high)).any(axis=0))
            names = ", ".join(layout.names()[k] for k in outside[:3])
            expect(not names, f"{names} is beyond its range for {who(viewer)}")
            alone = match.observe(viewer, prospects=prospects)
            expect(alone.tobytes() == seen[row].tobytes(), f"a batch shows {who(viewer)} something else than a match")
            short = match.observe(viewer)
            expect(alone[: len(short)].tobytes() == short.tobytes(), f"prospects change what {who(viewer)} sees")
        batch.step(batch.sample())


@check(At.GAME)
def moves_have_factors(trial: Trial) -> None:
    """Every move has factors of its own, and factors chosen one after the other by their masks make a legal move."""
    actions, numbers = trial.game.actions(), np.arange(trial.game.move_count)
    expect((actions.encode(actions.decode(numbers)) == numbers).all(), "a move is not what its factors say")
    rng = np.random.default_rng(trial.number(8))
    batch = trial.game.batch(8, trial.seats, trial.options, seed=trial.number(8), auto_reset=True)
    for _ in range(trial.often(20)):
        whole = batch.factored_mask()
        for i in range(batch.n):
            legal = batch.moves[i, : batch.count[i]].tolist()
            expect((whole[i] == actions.mask(legal)).all(), "the mask of the factors is not that of the legal moves")
        chosen = np.zeros((batch.n, 0), dtype=np.int16)
        for _ in actions.factors:
            mask = batch.factored_mask(chosen)
            chosen = np.column_stack([chosen, (mask * rng.random(mask.shape)).argmax(axis=1)]).astype(np.int16)
        made = actions.encode(chosen)
        legal_there = [move in batch.moves[i, : batch.count[i]] for i, move in enumerate(made)]
        expect(all(legal_there), "factors chosen by their masks make an illegal move")
        batch.step(made)
