"""Observations and factored moves: that they lie as they are declared, and that batches and matches say the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

import molehill
from molehill import CHANCE, Game, Malformed, Match, Unknown
from molehill.conformance import observations
from molehill.conformance.trial import settings
from molehill.engine.observing import PROSPECTS, Eyes
from scenario import EFFORT, SEED, chance

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
FORESEEING = [game for game in molehill.games() if game.foresees]
pytestmark = pytest.mark.randomised


def played(game: Game, moves: int, own: int) -> Match:
    match, rng = game.match(), chance(own)
    for _ in range(moves):
        if match.over:
            break
        if match.pending is CHANCE:
            match.chance(rng=rng)
        else:
            match.play_number(match.pending[0], rng.choice(match.legal_numbers(match.pending[0])))
    return match


@GAMES
@pytest.mark.parametrize("memory", [False, True])
def test_a_layout_names_every_number_once(game: Game, memory: bool) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        layout = game.observation(seats, memory=memory, prospects=game.foresees)
        ends = [0, *(field.slice.stop for field in layout.fields)]
        assert [field.slice.start for field in layout.fields] == ends[:-1]
        assert layout.size == ends[-1] == len(set(layout.names()))
        assert (layout.low < layout.high).all()
        assert all(field.meaning.endswith(".") for field in layout.fields)
        by_name = layout.split(np.arange(layout.size, dtype=np.float32))
        assert {name: values.shape for name, values in by_name.items()} == {f.name: f.shape for f in layout.fields}
        assert np.concatenate([values.ravel() for values in by_name.values()]).tolist() == list(range(layout.size))


@GAMES
def test_an_array_of_another_length_is_refused(game: Game) -> None:
    with pytest.raises(Malformed, match=f"an observation of {game.id} has "):
        game.observation().split(np.zeros(3, dtype=np.float32))
    assert game.observation().split([0.0] * game.observation().size)["you"].shape == (max(2, game.min_seats),)  # type: ignore[arg-type]
    with pytest.raises(Unknown, match="has no option"):
        game.observation(options={"nonsense": 1})


@GAMES
def test_numbers_stay_within_their_ranges_and_a_batch_sees_what_a_match_sees(game: Game) -> None:
    batch, match = game.batch(40, seed=chance(1).randrange(1000), auto_reset=True), game.match()
    layout, seen = batch.layout, np.zeros((40, batch.layout.size), dtype=np.float32)
    for step in range(60):
        assert batch.observe(seen) is seen
        assert ((layout.low <= seen) & (seen <= layout.high)).all()
        row = step % 40
        match._tables[0] = batch.tables[row]
        assert seen[row].tolist() == match.observe(int(batch.actor[row])).tolist()
        watched = batch.observe(seat=-1)
        assert watched[row].tolist() == match.observe(None).tolist()
        assert not layout.split(watched)["you"].any()
        batch.step(batch.sample())


@GAMES
def test_the_observer_comes_first_and_who_decides_is_told(game: Game) -> None:
    match = played(game, 30, 2)
    for seat in range(match.seats):
        seen = game.observation().split(match.observe(seat))
        assert seen["you"].tolist() == [s == seat for s in range(match.seats)]
        deciding = [] if match.pending is CHANCE else list(match.pending)
        assert [(seat + int(k)) % match.seats for k in np.flatnonzero(seen["deciding"])] == sorted(
            deciding, key=lambda s: (s - seat) % match.seats
        )


@GAMES
def test_a_batch_remembers_what_a_match_remembers(game: Game) -> None:
    batch = game.batch(1, memory=True, seed=3)
    for _ in range(25):
        if batch.over[0]:
            break
        batch.step(batch.sample())
    assert batch.observe().shape == (1, game.observation(memory=True).size)
    match = played(game, 40, 3)
    for seat in (None, *range(match.seats)):
        whole, short = match.observe(seat, memory=True), match.observe(seat)
        assert whole[: len(short)].tolist() == short.tolist()
        heard = game.observation(memory=True).split(whole)["heard"]
        assert heard.sum() == len(match.events(seat))
        fresh = match.copy()
        assert fresh.observe(seat, memory=True).tolist() == whole.tolist()


@GAMES
def test_the_fingerprint_tells_positions_apart_as_information_does(game: Game) -> None:
    prints: dict[tuple[float, ...], str] = {}
    layout = game.observation(memory=True)
    for number in range(6):
        match = played(game, 12 + number // 2, number % 3)
        for seat in (None, *range(match.seats)):
            fingerprint = layout.split(match.observe(seat, memory=True))["fingerprint"]
            key = (-1 if seat is None else seat, *fingerprint.tolist())
            assert prints.setdefault(key, match.information(seat)) == match.information(seat)
    assert len(set(prints.values())) == len(prints) > 6


@GAMES
def test_what_was_taken_back_is_not_remembered(game: Game) -> None:
    match = played(game, 20, 5)
    for _ in range(40):
        if match.pending is CHANCE:
            match.chance(rng=chance(6))
        elif match.over:
            break
        else:
            seat = match.pending[0]
            before, told = match.observe(seat, memory=True), match.information(seat)
            match.play_number(seat, match.legal_numbers(seat)[0])
            assert match.information(seat) != told
            if match.can_undo(seat):
                match.undo(seat)
                assert match.observe(seat, memory=True).tolist() == before.tolist()
                assert match.information(seat) == told
                match.play_number(seat, match.legal_numbers(seat)[-1])


# ---- prospects -------------------------------------------------------------------------------------------------------


def test_some_game_has_prospects_and_some_game_has_none() -> None:
    assert FORESEEING
    assert len(FORESEEING) < len(molehill.games())


@pytest.mark.parametrize("game", FORESEEING, ids=lambda game: game.id)
@pytest.mark.parametrize("memory", [False, True])
def test_prospects_come_after_what_is_seen_and_before_what_is_remembered(game: Game, memory: bool) -> None:
    short, whole = (game.batch(30, seed=5, memory=memory, prospects=asked) for asked in (False, True))
    seen, told = short.layout, whole.layout
    plain = game.observation().size
    added = [field.name for field in told.fields if field not in seen.fields and field.name not in ("heard", "recent")]
    assert [name for name in added if name != "fingerprint"] == ["prospects"]
    assert told.fields[: len(game.observation().fields)] == game.observation().fields
    foretold = 0
    for _ in range(30):
        less, more = short.observe(), whole.observe()
        assert more[:, :plain].tobytes() == less[:, :plain].tobytes()
        assert more[:, told.size - (seen.size - plain) :].tobytes() == less[:, plain:].tobytes()
        prospects = told.split(more)["prospects"]
        assert not prospects[~whole.mask].any(), "of a move that is not legal"
        foretold += np.count_nonzero(prospects)
        moves = short.sample().copy()
        short.step(moves)
        whole.step(moves)
    assert foretold
    for twin in (whole.copy(), pickle.loads(pickle.dumps(whole))):
        assert twin.observe().tobytes() == whole.observe().tobytes()


@pytest.mark.parametrize("game", FORESEEING, ids=lambda game: game.id)
def test_prospects_are_not_worked_out_unless_they_are_asked_for(game: Game) -> None:
    """Whatever is filled in is taken out of the part of the record that is shown, and stays in the rest of it."""
    batch, left = game.batch(30, seed=5), []
    viewers, out = batch.actor.copy(), batch.observe()
    for asked in (0, PROSPECTS):
        eyes = Eyes(game, batch.layout)
        looked = (*eyes.parts[:-1], asked)
        game.vectors.observe(*looked, batch.tables, batch.box.record, batch.seats, viewers, batch._recalls, out)
        left.append(bool(eyes.parts[0]["sight"]["prospects"].any()))
    assert left == [False, True]
    assert batch._parts[0].eyes.parts[-1] == 0
    assert not batch._parts[0].eyes.parts[0]["sight"]["prospects"].any()


@pytest.mark.parametrize("game", [game for game in molehill.games() if not game.foresees], ids=lambda game: game.id)
def test_prospects_of_a_game_without_them_are_refused(game: Game) -> None:
    words = f"{game.name} has no prospects"
    with pytest.raises(Unknown, match=words):
        game.observation(prospects=True)
    with pytest.raises(Unknown, match=words):
        game.batch(2, prospects=True)
    with pytest.raises(Unknown, match=words):
        game.match().observe(None, prospects=True)


@pytest.mark.parametrize("game", FORESEEING, ids=lambda game: game.id)
def test_a_policy_may_say_what_it_wants_to_see(game: Game) -> None:
    class Player:
        def __init__(self, prospects: bool) -> None:
            self.prospects, self.size = prospects, game.observation(prospects=prospects).size

        def __call__(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
            assert observation.shape == (len(mask), self.size)
            seen.append(observation[:, : game.observation().size].tobytes())
            return mask.argmax(axis=1)

    ends = []
    for wanted in (False, True):
        for memory, prospects in ((False, False), (True, True), (False, True)):
            seen: list[bytes] = []
            batch = game.batch(20, seed=5, memory=memory, prospects=prospects, opponents={1: Player(wanted)})
            for _ in range(5):
                batch.step(batch.sample())
            ends.append((batch.tables.tobytes(), *seen))
        game.playouts(3, policy=Player(wanted), seed=5)
    assert len(ends[0]) > 2
    assert len(set(ends)) == 1


# ---- moves in factors -----------------------------------------------------------------------------------------------


@GAMES
def test_factors_and_numbers_convert_both_ways(game: Game) -> None:
    actions, numbers = game.actions(), np.arange(game.move_count)
    assert actions.encode(actions.decode(numbers)).tolist() == numbers.tolist()
    assert actions.encode(actions.decode(1)) == 1
    assert max(factor.size for factor in actions.factors) <= 256
    assert actions.factors[0].name == "kind"
    for number in (0, game.move_count - 1):
        assert actions.name(number)["kind"] == game.part("moves").decode(number)["do"]
    for wrong in (game.move_count, 0.5, "dig", [[0], [1, 2]]):
        with pytest.raises(Malformed, match="are whole numbers from 0 to"):
            actions.decode(wrong)
    with pytest.raises(Malformed, match="are whole numbers from 0 to"):
        actions.mask([game.move_count])
    assert not actions.mask([]).any()
    with pytest.raises(Malformed, match="has the factors"):
        actions.encode([factor.size for factor in actions.factors])
    for odd in ([1], [0.5] * len(actions.factors), ["kind"] * len(actions.factors)):
        with pytest.raises(Malformed, match="whole number: kind, "):
            actions.encode(odd)


@GAMES
def test_masks_of_factors_are_those_of_the_legal_moves(game: Game) -> None:
    batch = game.batch(30, seed=chance(4).randrange(1000), auto_reset=True)
    actions = batch.actions
    for _ in range(25):
        whole = batch.factored_mask()
        for i in range(0, 30, 7):
            legal = batch.moves[i, : batch.count[i]].tolist()
            assert whole[i].tolist() == actions.mask(legal).tolist()
        chosen = np.zeros((30, 0), dtype=np.int16)
        for factor in actions.factors:
            mask = batch.factored_mask(chosen)
            assert mask.shape == (30, factor.size)
            assert mask[0].tolist() == actions.mask_after(batch.moves[0, : batch.count[0]].tolist(), chosen[0]).tolist()
            chosen = np.column_stack([chosen, mask.argmax(axis=1)]).astype(np.int16)
        batch.step(actions.encode(chosen))
    with pytest.raises(Malformed, match="given must have 30 rows"):
        batch.factored_mask(np.zeros((30, len(actions.factors)), dtype=int))
    with pytest.raises(Malformed, match="are given"):
        actions.mask_after([0], [0] * len(actions.factors))


def test_large_numbers_become_small() -> None:
    sizes = {factor.name: factor.size for factor in molehill.game("moledozer").actions().factors}
    assert (sizes["number.hundreds"], sizes["number.ones"]) == (102, 101)
    sizes = {factor.name: factor.size for factor in molehill.game("honeymoon").actions().factors}
    assert sizes == {"kind": 2, "row": 14, "column": 14, "to": 5, "length": 8}


# ---- nothing hidden --------------------------------------------------------------------------------------------------

POSITIONS = 1_000_000 if EFFORT >= 10 else 20_000


@GAMES
def test_swapping_what_is_hidden_changes_no_bit(game: Game, record_property: Callable[[str, int], None]) -> None:
    tables, positions, swapped, there = 500, 0, 0, list(settings(game))
    steps = -(-POSITIONS // (tables * len(there)))
    for number, (seats, options) in enumerate(there):
        found = observations.swap(game, seats, options, 1000 * SEED + number, tables, steps)
        assert not found.leak
        positions, swapped = positions + found.positions, swapped + found.swapped
    record_property("positions seen by everybody", positions)
    record_property("of them with something hidden swapped", swapped)
    assert positions >= POSITIONS
    assert (swapped > POSITIONS // 20) == game.hidden
