"""Nothing leaves the rules except through the veil: views, events, copies for bots."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from molehill import CHANCE, Game, Match
from scenario import chance, late_match, often, play_on, random_move, random_walk, seeded, settings

ALL = pytest.mark.parametrize(("game", "seats", "options"), settings())
FEWER = pytest.mark.parametrize(("game", "seats", "options"), settings(every_seat_count=False))


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]


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


@pytest.mark.randomised
@ALL
def test_who_has_seen_the_same_events_sees_the_same_bytes(game: Game, seats: int, options: dict[str, Any]) -> None:
    """Two tables that a seat can't tell apart by what it saw differ only in secrets: they must veil alike."""
    rng = chance(seats)
    for match in random_walk(game, seats, options, seed=seeded(30 + seats), moves=80):
        if match.over:
            break
        ways = futures(match, rng)
        for viewer in viewers(match):
            seen: dict[str, bytes] = {}
            for way in ways:
                events = json.dumps(way.events(viewer))
                veiled = way.veiled(viewer).tobytes()
                assert seen.setdefault(events, veiled) == veiled


@pytest.mark.randomised
@ALL
def test_redealing_a_veiled_table_gives_a_possible_truth(game: Game, seats: int, options: dict[str, Any]) -> None:
    word = np.zeros(1, dtype=np.uint64)
    for number, match in enumerate(random_walk(game, seats, options, seed=seeded(60 + seats), moves=120)):
        for viewer in viewers(match):
            veiled = match.veiled(viewer)
            dealt = veiled.copy()
            word[0] = number
            game.kernels.redeal(dealt, 0, match.box.record, -1 if viewer is None else viewer, word)
            truth = dealt.copy()
            game.kernels.veil(dealt, 0, match.box.record, -1 if viewer is None else viewer)
            assert dealt.tobytes() == veiled.tobytes()
            assert game.kernels.pending(truth, 0) == game.kernels.pending(match._tables, 0)
            if viewer is not None:
                assert legal_on(game, match, truth, viewer) == match.legal_numbers(viewer)


def legal_on(game: Game, match: Match, tables: Any, seat: int) -> list[int]:
    out = np.zeros(game.move_count, dtype=np.int32)
    bits = game.kernels.pending(tables, 0)
    n = game.kernels.legal(tables, 0, match.box.record, seat, out) if bits > 0 and bits >> seat & 1 else 0
    found: list[int] = out[:n].tolist()
    return found


@pytest.mark.randomised
@ALL
def test_a_redealt_table_can_be_played_to_its_end(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = chance(4)
    word = np.ones(1, dtype=np.uint64)
    for match in random_walk(game, seats, options, seed=seeded(90 + seats), moves=60):
        if rng.random() > 0.1:
            continue
        twin = match.copy()
        viewer = rng.randrange(seats)
        twin._tables = twin.veiled(viewer)
        game.kernels.redeal(twin._tables, 0, match.box.record, viewer, word)
        play_on(twin, seed=seeded(4))
        assert twin.result


@pytest.mark.randomised
@FEWER
def test_events_alone_lead_from_the_first_view_to_every_later_one(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    follow = game.part("view").follow
    rng = chance(seats)
    for match in (game.match(seats, options), late_match(game, seats, options, seed=seeded(seats), left=50)):
        views = {viewer: match.view(viewer) for viewer in viewers(match)}
        counts = dict.fromkeys(views, 0)
        for _ in range(often(100)):
            if match.over:
                break
            random_move(match, rng)
            for viewer, view in views.items():
                for event in match.events(viewer, counts[viewer]):
                    counts[viewer] += 1
                    follow(view, event)
                assert view == match.view(viewer)


@pytest.mark.randomised
@ALL
def test_views_and_events_are_json_and_say_who_is_pending(game: Game, seats: int, options: dict[str, Any]) -> None:
    for match in random_walk(game, seats, options, seed=seeded(11), moves=50):
        for viewer in viewers(match):
            view = match.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert view["seat"] == viewer
            assert view["pending"] == ("chance" if match.pending is CHANCE else list(match.pending))
            assert json.loads(json.dumps(match.events(viewer))) == match.events(viewer)


@pytest.mark.randomised
@ALL
def test_undo_goes_back_exactly_and_never_past_a_barrier(game: Game, seats: int, options: dict[str, Any]) -> None:
    match = game.match(seats, options)
    rng = chance(seats)
    for _ in range(80):
        if match.over:
            break
        before = match.table.tobytes(), match.view(0), match.events(0), len(match.history)
        seen = {viewer: len(match.events(viewer)) for viewer in viewers(match)}
        seat, move = random_move(match, rng)
        for other in range(seats):
            if other != seat:
                assert not match.can_undo(other)
        if seat is None or not match.can_undo(seat):
            continue
        shown = game.part("view").SHOWS
        names = {game.part("view").EVENTS[kind][0] for kind in shown}
        assert not any(e["event"] in names for viewer, n in seen.items() for e in match.events(viewer, n))
        assert match.undo(seat) == move
        assert (match.table.tobytes(), match.view(0), match.events(0), len(match.history)) == before
        match.play(seat, move)
