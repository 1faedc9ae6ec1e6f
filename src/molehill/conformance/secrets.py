"""Nothing leaves the rules except through the veil: views, events, copies for bots. Undo shows nothing hidden."""

from __future__ import annotations

import json
import random

import numpy as np
import numpy.typing as npt

from molehill.conformance.checks import At, check
from molehill.conformance.trial import Trial, Viewer, expect, random_move
from molehill.engine.contract import SPECTATOR
from molehill.engine.match import CHANCE, Match
from molehill.engine.records import Tables


@check(At.ALL)
def the_same_events_the_same_table(trial: Trial) -> None:
    """Two tables that a seat can't tell apart by what it saw look the same to it: `veil` forgets all that is hidden."""
    rng = trial.chance(trial.seats)
    for match in trial.walk(30 + trial.seats, 80):
        if match.over:
            break
        ways = futures(match, rng)
        for viewer in trial.viewers:
            seen: dict[str, bytes] = {}
            before = len(match.events(viewer))  # all ways have these
            for way in ways:
                veiled = way.veiled(viewer).tobytes()
                known = seen.setdefault(json.dumps(way.events(viewer, before)), veiled)
                expect(known == veiled, f"{who(viewer)} was told the same in two games and sees different tables")


def futures(match: Match, rng: random.Random) -> list[Match]:
    """A few matches that differ from this one by what one actor does next."""
    found = []
    if match.pending is CHANCE:
        for o in rng.sample(match.outcomes(), min(4, len(match.outcomes()))):
            found.append(match.copy())
            found[-1].chance(o.outcome)
    else:
        seat = rng.choice(match.pending)
        legal = match.legal(seat)
        for move in rng.sample(legal, min(4, len(legal))):
            found.append(match.copy())
            found[-1].play(seat, move)
    return found


def who(viewer: Viewer) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is None else f"seat {viewer}"


@check(At.ALL)
def redealing_gives_a_possible_truth(trial: Trial) -> None:
    """`redeal` fills in a possible truth: veiled again it is the same table, with the same seats and moves.

    How plausible it is, to a seat or to a spectator, is above 0 and at most 1.
    """
    game, word, veils, fills = trial.game, np.zeros(1, dtype=np.uint64), 0, 0
    for number, match in enumerate(trial.walk(60 + trial.seats, 120)):
        for viewer in trial.viewers:
            veiled, seat = match.veiled(viewer), SPECTATOR if viewer is None else viewer
            truth, word[0] = veiled.copy(), number
            game.kernels.redeal(truth, 0, match.box.record, seat, word)
            likely = game.loops.plausible(truth, 0, match.box.record, seat)
            expect(0 < likely <= 1, f"`plausible` gives {likely} for {who(viewer)}")
            veils += veiled.tobytes() != match.table.tobytes()
            fills += veiled.tobytes() != truth.tobytes()
            again = truth.copy()
            game.kernels.veil(again, 0, match.box.record, seat)
            expect(again.tobytes() == veiled.tobytes(), f"what `redeal` imagines for {who(viewer)} looks different")
            pending = game.kernels.pending(truth, 0) == game.kernels.pending(match._tables, 0)
            expect(pending, f"in what `redeal` imagines for {who(viewer)}, others are to decide")
            if viewer is not None:
                moves = _legal_on(match, truth, viewer) == match.legal_numbers(viewer)
                expect(moves, f"in what `redeal` imagines for {who(viewer)}, it may make other moves")
    expect(fills or not veils, "`redeal` never fills in what `veil` takes away")


def _legal_on(match: Match, tables: Tables, seat: int) -> list[int]:
    kernels, out = match.game.kernels, np.zeros(match.game.move_count, dtype=np.int32)
    bits = kernels.pending(tables, 0)
    n = kernels.legal(tables, 0, match.box.record, seat, out) if bits > 0 and bits >> seat & 1 else 0
    return _listed(out[:n])


def _listed(numbers: npt.NDArray[np.int32]) -> list[int]:
    found: list[int] = numbers.tolist()
    return found


@check(At.ALL)
def a_redealt_table_can_be_played(trial: Trial) -> None:
    """A table that `redeal` filled in, for a seat or from what a spectator sees, can be played to its end."""
    rng, word = trial.chance(4), np.ones(1, dtype=np.uint64)
    for match in trial.walk(90 + trial.seats, 60):
        if rng.random() > 0.1:
            continue
        twin, viewer = match.copy(), rng.choice(trial.viewers)
        twin._tables, seat = twin.veiled(viewer), SPECTATOR if viewer is None else viewer
        trial.game.kernels.redeal(twin._tables, 0, match.box.record, seat, word)
        trial.finish(twin, 4)
        expect(twin.result, "a game from an imagined table has no result")


@check(At.GAME)
def what_is_hidden_differs(trial: Trial) -> None:
    """A game that says it hides something does, and one that says it hides nothing does not."""
    differ = 0
    for seats in range(max(2, trial.game.min_seats), trial.game.max_seats + 1):
        there = Trial(trial.game, seats, {}, trial.seed)
        for match in there.walk(seats, 100):
            differ += any(match.veiled(viewer).tobytes() != match.table.tobytes() for viewer in there.viewers)
    hides = "hides something" if trial.game.hidden else "hides nothing"
    expect(bool(differ) == trial.game.hidden, f"it says that it {hides} (`Game.hidden`), and that is not so")


@check(At.FEW)
def events_lead_from_view_to_view(trial: Trial) -> None:
    """From the first view on, a seat's events alone lead to every later view: `follow` forgets nothing."""
    follow, rng = trial.game.part("view").follow, trial.chance(trial.seats)
    for match in (trial.new(), trial.late(trial.seats, left=50)):
        trial.match = match
        views = {viewer: match.view(viewer) for viewer in trial.viewers}
        counts = {viewer: len(match.events(viewer)) for viewer in views}
        for _ in range(trial.often(100)):
            if match.over:
                break
            random_move(match, rng)
            for viewer, view in views.items():
                told = match.events(viewer, counts[viewer])
                counts[viewer] += len(told)
                for event in told:
                    follow(view, event)
                wrong = _difference(view, match.view(viewer))
                names = ", ".join(event["event"] for event in told)
                expect(not wrong, f"after the events {names} {who(viewer)} would see another {wrong}")


def _difference(one: object, other: object, path: str = "") -> str:
    """Where two views differ first."""
    if one == other:
        return ""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(found for key in one if (found := _difference(one[key], other[key], f"{path}.{key}")))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next(found for n, pair in pairs if (found := _difference(*pair, f"{path}[{n}]")))
    return f"{path.removeprefix('.') or 'view'}: {one!r} instead of {other!r}"


@check(At.ALL)
def views_are_json(trial: Trial) -> None:
    """Views and events are plain JSON, and a view says whose it is and who is to decide."""
    for k, match in enumerate(trial.walk(11, 50)):
        if k % 4:
            continue
        for viewer in trial.viewers:
            view, events = match.view(viewer), match.events(viewer)
            expect(json.loads(json.dumps(view)) == view, f"the view of {who(viewer)} does not survive JSON")
            expect(json.loads(json.dumps(events)) == events, f"the events of {who(viewer)} do not survive JSON")
            pending = "chance" if match.pending is CHANCE else list(match.pending)
            expect((view["seat"], view["pending"]) == (viewer, pending), f"the view says that {view['pending']} decide")


@check(At.ALL)
def undo_goes_back_and_never_past_a_secret(trial: Trial) -> None:
    """Undo takes back exactly the seat's own last move, and never one that showed something hidden."""
    match, rng, views = trial.new(), trial.chance(trial.seats), trial.game.part("view")
    shown = {views.EVENTS[kind][0] for kind in views.SHOWS}
    for _ in range(80):
        if match.over:
            break
        before = _state(match)
        told = {viewer: len(match.events(viewer)) for viewer in trial.viewers}
        seat, move = random_move(match, rng)
        for other in range(trial.seats):
            expect(other == seat or not match.can_undo(other), f"seat {other} may take back what it has not done")
        if seat is None or not match.can_undo(seat):
            continue
        fresh = {event["event"] for viewer, n in told.items() for event in match.events(viewer, n)}
        expect(not fresh & shown, f"{move} can be taken back although it showed {fresh & shown}")
        expect(match.undo(seat) == move, f"undo of seat {seat} takes back something else than {move}")
        expect(_state(match) == before, f"after undo of {move} the table is not what it was")
        match.play(seat, move)


def _state(match: Match) -> tuple[object, ...]:
    return match.table.tobytes(), match.view(0), match.events(0), len(match.history)
