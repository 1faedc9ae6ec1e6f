"""What a game says it can do, it can; its score sheet, its points and who has decided are what the rules say."""

from __future__ import annotations

import re

from molehill.conformance.checks import At, check
from molehill.conformance.trial import NotTried, Trial, expect
from molehill.engine.game import Game
from molehill.engine.match import CHANCE

# What view.py has if the metadata says so, and the messages that go with it.
OFFERS = {
    "look": (("look", "cover", "COVERED"), ("look", "look-rule")),
    "rematch": (("rematch",), ()),
    "idle": (("idle",), ()),
    "suggest": (("suggest",), ()),
}


def broken_promises(game: Game) -> list[str]:
    """Parts and messages that are there although the metadata says nothing of them, or the other way round."""
    views, found = game.part("view"), []
    for offer, (parts, messages) in OFFERS.items():
        offered = bool(getattr(game, offer))
        found += [part for part in parts if hasattr(views, part) != offered]
        found += [message for message in messages if (message in game.words) != offered]
    return found


@check(At.GAME)
def metadata_and_parts_agree(trial: Trial) -> None:
    """What its metadata offers (look, rematch, idle, suggest) is in view.py and in its words, and nothing else is."""
    broken = broken_promises(trial.game)
    expect(not broken, f"metadata, view.py and words do not agree about {', '.join(broken)}")


@check(At.GAME)
def suggestions_are_options(trial: Trial) -> None:
    """What is suggested to those who win is an option of the game, and has words."""
    game = trial.game
    if not game.suggest:
        raise NotTried("nothing is suggested")
    options = game.read_options({}, game.max_seats)
    suggested = [game.part("view").suggest(options, wins) for wins in range(20)]
    expect(suggested[0] == {}, "something is suggested to people who have not won")
    expect(any(suggested), "nothing is ever suggested")
    for changes in suggested:
        game.read_options(options | changes, game.max_seats)
        for name in changes:
            expect(f"suggest-{name}" in game.words, f"the catalogue has no suggest-{name}")


@check(At.FEW)
def idle_decisions_have_a_legal_answer(trial: Trial) -> None:
    """What is answered for a seat because it can't matter is a legal move of that seat."""
    if not trial.game.idle:
        raise NotTried("every decision is asked")
    for match in trial.walk(37, 300):
        if found := match.idle():
            seat, answer = found
            expect(answer in match.legal(seat), f"{answer} is answered, and is not legal")


@check(At.GAME)
def events_have_proper_names(trial: Trial) -> None:
    """Names of events are words with hyphens."""
    for name, _ in trial.game.part("view").EVENTS.values():
        expect(re.fullmatch(r"[a-z]+(-[a-z]+)*", name), f"an event is called {name!r}")


@check(At.FEW)
def everybody_reads_the_same_score_sheet(trial: Trial) -> None:
    """Everybody reads the same score sheet and points, and the points are those of the rules."""
    views = trial.game.part("view")
    for k, match in enumerate(trial.walk(31, 300)):
        if k % 10 and not match.over:
            continue
        sheet = views.sheet(match.view(None))
        for line in sheet:
            expect(set(line) <= {"label", "symbol", "values"}, f"a line of the score sheet has the keys {set(line)}")
            expect(len(line["values"]) == trial.seats, f"the line {line['label']} has not a value for each seat")
            expect(line["label"] in trial.game.words, f"the catalogue has no {line['label']}")
        for viewer in trial.viewers:
            expect(views.sheet(match.view(viewer)) == sheet, "not everybody reads the same score sheet")
            told, counted = views.points(match.view(viewer)), match._seen(viewer).points
            expect(told == counted, f"`view.points` says {told} and the rules say {counted}")


@check(At.FEW)
def who_has_decided_waits_for_others(trial: Trial) -> None:
    """A seat that has decided is not asked, and somebody else is."""
    for match in trial.walk(32, 120):
        asked, view = () if match.pending is CHANCE else match.pending, match.view(None)
        for seat in range(trial.seats):
            has = trial.game.part("view").decided(view, seat)
            expect(not has or (asked and seat not in asked), f"seat {seat} has decided, and {asked} are asked")


@check(At.GAME)
def decisions_at_once_are_announced(trial: Trial) -> None:
    """Somebody decides before others where all decide at once (`Game.simultaneous`), and nowhere else."""
    everything = {option.name: option.values[-1] for option in trial.game.options}
    there = Trial(trial.game, trial.game.max_seats, everything, trial.seed)
    waits = any(
        trial.game.part("view").decided(match.view(None), seat)
        for match in there.walk(33, 200)
        for seat in range(there.seats)
    )
    said = "several decide at once" if trial.game.simultaneous else "one decides after the other"
    expect(waits == trial.game.simultaneous, f"it says that {said} (`Game.simultaneous`), and that is not so")
