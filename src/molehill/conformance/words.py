"""A game has words for all it can say, and a rulebook that names every clause; pieces never appear or vanish."""

from __future__ import annotations

import io
import re
import subprocess
import sys

from molehill.conformance.checks import At, check
from molehill.conformance.trial import NotTried, Trial, expect
from molehill.engine.match import CHANCE

_WIDTH = 80
_NOT_OF_YOU = re.compile(r"\bYou (was|is|has|[a-z]*[a-rt-z]s)\b|\bof You\b|\bYou's\b")
_PLAIN = """
import importlib, sys
for name in ("numpy", "numba", "rich"):
    sys.modules[name] = None  # an import of it fails
for name in sys.argv[1:]:
    importlib.import_module(name)
loaded = [name for name in sys.modules if name.endswith((".rules", ".box", ".judge", ".drawing"))]
assert not loaded, loaded
"""


def speaks_wrongly_of_you(sentence: str) -> bool:
    """Whether a sentence is wrong if somebody is called "You", as the terminal calls the person at it."""
    return bool(_NOT_OF_YOU.search(sentence))


@check(At.GAME)
def the_rulebook_names_every_clause(trial: Trial) -> None:
    """The rulebook names every clause of the game and no other."""
    game = trial.game
    named = set(re.findall(rf"\b{game.prefix}-\d\d\b", game.rulebook))
    known = {game.clause(number) for number in range(1, game.clauses + 1)}
    expect(known <= named, f"RULES.md does not name {', '.join(sorted(known - named))}")
    expect(named <= known, f"RULES.md names {', '.join(sorted(named - known))}; `clauses` in __init__.py says how many")


@check(At.GAME)
def there_are_words_for_everything(trial: Trial) -> None:
    """There are words for every event and option, and a sentence about the game."""
    names = [name for name, _ in trial.game.part("view").EVENTS.values()]
    wanted = ["blurb", *(f"event-{name}" for name in names), *(f"option-{o.name}" for o in trial.game.options)]
    missing = [message for message in wanted if message not in trial.game.words]
    expect(not missing, f"words.en.ftl has no {', '.join(missing)}")
    chapter = trial.game.part("view").CHAPTER
    expect(chapter in names, f"CHAPTER is {chapter!r}, which is no event")


@check(At.FEW)
def everything_can_be_said(trial: Trial) -> None:
    """Moves, outcomes, questions and events can be said, and what people type for a move is understood."""
    text, words, rng = trial.game.part("text"), trial.game.words, trial.chance(1)
    names = [f"Name{s}" for s in range(trial.seats)]
    for match in trial.walk(21, 400):
        if match.pending is CHANCE:
            for o in match.outcomes():
                said = words.say(f"move-{o.outcome['do']}", **text.phrase(o.outcome, names, words))
                expect(said, f"there are no words for {o.outcome}")
        elif match.pending:
            seat = rng.choice(match.pending)
            view = match.view(seat)
            expect(text.ask(view, words), f"seat {seat} is asked nothing")
            for move in match.legal(seat)[:40]:
                expect(words.say(f"move-{move['do']}", **text.phrase(move, names, words)), f"no words for {move}")
                typed = text.label(move)
                understood = text.parse(typed, view, words)
                expect(understood == move, f"{typed!r} is what one types for {move}, and it is read as {understood}")
                text.note(view, move, words)
                expect(set(text.reason(view, move, words)) == {"good", "risk"}, f"no reasons for {move}")
    told = [match.sentence(event, names) for event in match.events(0)]  # one may be empty: what follows tells it
    expect(any(told), "whatever happens, nothing is said")


@check(At.GAME)
def sentences_fit_somebody_called_you(trial: Trial) -> None:
    """Sentences are right if somebody is called You, as the terminal calls the person at it."""
    told = []
    for _ in trial.walk(5, 2000):
        pass
    match = trial.match
    assert match is not None
    told = [match.sentence(event, ["You"] * match.seats) for event in match.events(0)]
    expect(any("You" in sentence for sentence in told), "no event names a player")
    wrong = [sentence for sentence in told if speaks_wrongly_of_you(sentence)]
    expect(not wrong, f"say it in the past tense, so that You fits as well as Anna: {wrong[:1]}")


@check(At.FEW)
def the_board_fits_a_terminal(trial: Trial) -> None:
    """The board can be drawn for everybody at any time, in 80 columns."""
    from rich.console import Console
    from rich.measure import Measurement

    names = [f"Name{s}" for s in range(trial.seats)]
    for k, match in enumerate(trial.walk(22, 200)):
        if k % 10 and not match.over:
            continue
        for viewer in trial.viewers[:2]:
            console = Console(file=io.StringIO(), width=10 * _WIDTH, color_system=None, force_terminal=False)
            drawn = trial.game.draw(match.view(viewer), names)
            console.print(drawn, width=_WIDTH)
            needed = Measurement.get(console, console.options, drawn).minimum
            expect(needed <= _WIDTH, f"the board needs {needed} columns; a terminal has {_WIDTH}")


@check(At.GAME)
def what_is_seen_needs_no_rules(trial: Trial) -> None:
    """Moves, views and words are plain Python: they import neither the rules nor the box, NumPy or rich."""
    plain = ("facts", "moves", "view", "ahead", "text", "types")
    parts = [f"{trial.game.package}.{part}" for part in plain if (trial.game.folder / f"{part}.py").is_file()]
    done = subprocess.run([sys.executable, "-c", _PLAIN, *parts], capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"one of {', '.join(parts)} imports what it must not: {done.stderr.strip()[-400:]}")


@check(At.FEW)
def pieces_are_conserved(trial: Trial) -> None:
    """Pieces never appear or vanish: what the game's `pieces.py` counts is the same in every position."""
    if not (trial.game.folder / "pieces.py").is_file():
        raise NotTried("there is no pieces.py")
    pieces, first = trial.game.part("pieces").pieces, None
    for match in trial.walk(trial.seats, 400):
        counted = pieces(match)
        expect(counted, "`pieces` counts nothing")
        first = first or counted
        expect(counted == first, f"there were {first} at first, and now {counted}")
