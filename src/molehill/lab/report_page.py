"""The page of a report: words first, then pictures, then numbers. One HTML file that needs no other. No number is
computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from molehill.lab.drawing import setting_text
from molehill.lab.pages import document, pieces_of, table
from molehill.lab.reports import ENOUGH, PLAYER, percent
from molehill.lab.svg import Bar, bars, curve, heat, histogram
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from molehill.lab.reports import Report
    from molehill.lab.simulation import Line

MOST_BARS = 16
LONGEST_LABEL = 80  # letters above a bar


def page(report: Report) -> str:
    """The whole page as text."""
    games = f"{report.simulation.games:,}"
    title = WORDS.say("report-title", game=report.game.name, games=games)
    subtitle = WORDS.say(
        "report-subtitle", setting=setting_text(report.setting), seed=str(report.seed), version=report.game.version
    )
    made = WORDS.say("report-made", games=games, bot=PLAYER, watched=report.watched.games)
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in report.sentences)
    body = (
        f"<section><h2>{_say('report-words')}</h2><ul>{said}</ul></section>"
        f"<section><h2>{_say('report-pictures')}</h2>{''.join(_figures(report))}</section>"
        f"<section><h2>{_say('report-numbers')}</h2>{''.join(_tables(report))}</section>"
    )
    return document(report.game, title, subtitle, body, made)


def _say(name: str) -> str:
    return escape(WORDS.say(name))


# ---- pictures --------------------------------------------------------------------------------------------------------


def _figures(report: Report) -> Iterator[str]:
    found, seen = report.simulation, report.watched
    if found.seats and found.seats[0].wins:
        rows = [_wins(WORDS.say("report-seat", number=n), line) for n, line in enumerate(found.seats, 1)]
        yield _figure("report-wins-seat", bars(WORDS.say("report-wins-seat"), rows, 1 / len(found.seats)))
    rivals = [
        _wins(f"{r.strong} : {r.weak}" if r.weak else r.strong, r.simulation.team or r.simulation.bots[0])
        for r in report.rivalries
        if r.rate
    ]
    if rivals:
        mark = None if found.team else 1 / report.setting.seats
        yield _figure("report-bots", bars(WORDS.say("report-bots"), rivals, mark))
    yield _figure("report-spread", "".join(_spreads(report)))
    if seen.foreseen[0].n:
        figures = [moments.figure for moments in seen.foreseen]
        points = [(figure.value, figure.low, figure.high) for figure in figures]
        drawn = curve(WORDS.say("report-foreseen"), points, ("0 %", "90 %"))
        yield _figure("report-foreseen", drawn, "report-foreseen-note")
    if seen.tension.drama.n:
        figures = [moments.figure for moments in seen.tension.uncertainty]
        points = [(figure.value, max(0.0, figure.low), min(1.0, figure.high)) for figure in figures]
        drawn = curve(WORDS.say("report-uncertainty"), points, ("0 %", "90 %"))
        yield _figure("report-uncertainty", drawn, "report-uncertainty-note")
    if all(moments.n > 1 for moments in seen.branching):
        rows = [
            Bar(f"{10 * tenth} %", b.value, b.low, b.high, f"{b.value:.1f} ±{b.half:.1f}")
            for tenth, b in enumerate(moments.figure for moments in seen.branching)
        ]
        yield _figure("report-branching", bars(WORDS.say("report-branching"), rows), "report-branching-note")
    if seen.ground.spaces:
        visits = {space: seen.visits[space] / seen.games for space in seen.ground.spaces}
        symbols = pieces_of(report.game)
        drawn = heat(WORDS.say("report-heat"), seen.ground, visits, f"{report.game.id}-" if symbols else "")
        yield _figure("report-heat", symbols + drawn, "report-heat-note")
    fired = [
        Bar(_short(f"{clause} {report.clause_text(clause)}"), times, times, times, f"{times:.1f}")
        for clause, times in ((clause, n / seen.games) for clause, n in seen.fired.most_common(MOST_BARS))
    ]
    yield _figure("report-fired", bars(WORDS.say("report-fired"), fired, above=True), "report-fired-note")
    gains = [(kind, moments.figure) for kind, moments in seen.gains.items() if moments.n >= ENOUGH]
    if gains:
        rows = [Bar(kind, g.value, g.low, g.high, f"{percent(g.value)} ±{percent(g.half)}") for kind, g in gains]
        rows.sort(key=lambda bar: -bar.value)
        yield _figure("report-gains", bars(WORDS.say("report-gains"), rows), "report-gains-note")
    if report.worths:
        yield _figure("report-worths", bars(WORDS.say("report-worths"), _worths(report)), _worths_note(report))


def _figure(title: str, picture: str, note: str = "") -> str:
    below = f"<figcaption>{_say(note)}</figcaption>" if note else ""
    return f"<figure><h3>{_say(title)}</h3>{picture}{below}</figure>"


def _short(text: str) -> str:
    """A text that fits above a bar."""
    return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1].rstrip()}…"


def _wins(label: str, line: Line) -> Bar:
    wins = line.wins
    assert wins is not None
    return Bar(label, wins.rate, wins.low, wins.high, str(wins))


def _spreads(report: Report) -> Iterator[str]:
    found = report.simulation
    lengths, lines = found.lengths, [found.team] if found.team else list(found.seats)
    yield histogram(WORDS.say("length"), lengths.bins.start, lengths.bins.width, lengths.counts, report.game.unit)
    for number, line in enumerate(lines, 1):
        who = "" if found.team else f"{WORDS.say('report-seat', number=number)}: "
        bins = line.points.bins
        yield histogram(
            who + report.game.points_name, bins.start, bins.width, line.points.counts, who + report.game.points_name
        )


def _worths(report: Report) -> list[Bar]:
    """The most and the least valuable kinds of moves."""
    worths = list(report.worths)
    if len(worths) > MOST_BARS:
        worths = worths[: MOST_BARS // 2] + worths[-MOST_BARS // 2 :]
    return [
        Bar(w.kind, w.loss.value, w.loss.low, w.loss.high, _loss(report, w.loss.value, w.loss.half)) for w in worths
    ]


def _loss(report: Report, value: float, half: float) -> str:
    """A loss in percentage points of wins, or in points if somebody plays alone."""
    if report.setting.seats == 1:
        return f"{value:.1f} ±{half:.1f}".replace("-", "−")
    return f"{percent(value)} ±{percent(half)}"


def _worths_note(report: Report) -> str:
    return "report-worths-alone" if report.setting.seats == 1 else "report-worths-note"


# ---- numbers ---------------------------------------------------------------------------------------------------------


def _tables(report: Report) -> Iterator[str]:
    found, seen = report.simulation, report.watched
    yield _table("report-measures", [WORDS.say("report-measure"), WORDS.say("report-value")], list(_measures(report)))
    lines = [found.team] if found.team else list(found.seats)
    heads = ["", "won", "interval", "mean", "sd", "5 %", "median", "95 %"]
    rows = [
        [
            line.name if found.team else WORDS.say("report-seat", number=number),
            *([str(line.wins), line.wins.interval] if line.wins else ["", ""]),
            f"{line.points.mean:.2f}", f"{line.points.sd:.2f}", *(str(line.points.quantiles[q]) for q in (5, 50, 95)),
        ]
        for number, line in enumerate(lines, 1)
    ]  # fmt: skip
    yield _table("report-spread", _heads(heads, report.game.points_name), rows)
    clauses = [
        [
            clause,
            report.clause_text(clause),
            f"{n / seen.games:.2f}",
            f"{percent(seen.games_with[clause] / seen.games)} %",
        ]
        for clause, n in sorted(seen.fired.items())
    ]
    names = ("report-clause", "report-says", "report-a-game", "report-in-games")
    yield _table("report-fired", [WORDS.say(name) for name in names], clauses)
    kinds = [
        [kind, f"{counts.mean:.1f}", f"{sum(counts.of.values()) / seen.games:.1f}", _gain(report, kind)]
        for kind, counts in sorted(seen.choices.items())
    ]
    names = ("report-kind", "report-options", "report-a-game", "report-gain")
    yield _table("report-gains", [WORDS.say(name) for name in names], kinds)
    worths = [[w.kind, f"{w.used:.1f}", _loss(report, w.loss.value, w.loss.half)] for w in report.worths]
    yield _table("report-worths", [WORDS.say(name) for name in ("report-kind", "report-used", "report-loss")], worths)
    if seen.ground.spaces:
        spaces = [[space, f"{seen.visits[space] / seen.games:.2f}"] for space in seen.ground.spaces]
        yield _table("report-heat", [WORDS.say("report-space"), WORDS.say("report-visits")], spaces)


def _measures(report: Report) -> Iterator[list[str]]:
    """The measures that Ludii, TAG and others have, under the names that they have there."""
    found, seen, tension = report.simulation, report.watched, report.watched.tension
    yield [WORDS.say("measure-completion"), f"{percent(1 - found.unfinished / found.games)} %"]
    yield [WORDS.say("measure-duration", unit=report.game.unit), f"{found.lengths.mean:.1f} ({found.lengths.sd:.1f})"]
    yield [WORDS.say("measure-moves"), f"{found.moves / found.games:.1f}"]
    yield [WORDS.say("measure-decisions"), f"{seen.decisions / seen.games:.1f}"]
    choices = [moments.mean for moments in seen.branching if moments.n]
    if choices:
        yield [WORDS.say("measure-branching"), f"{sum(choices) / len(choices):.1f}"]
    if found.seats and found.seats[0].wins:
        fair = 1 / len(found.seats)
        yield [WORDS.say("measure-advantage"), f"{percent(found.seats[0].wins.rate - fair)}"]
        yield [WORDS.say("measure-draws"), f"{percent(found.shared / found.games)} %"]
        yield [WORDS.say("measure-leads"), f"{seen.lead_changes.mean:.1f}"]
    if not tension.drama.n:
        return
    mean = sum(moments.mean for moments in tension.uncertainty) / len(tension.uncertainty)
    yield [WORDS.say("measure-uncertainty"), f"{mean:.2f}"]
    named = {
        "drama": tension.drama,
        "decisiveness": tension.settled,
        "comebacks": tension.comebacks,
        "turns": tension.turns,
    }
    for name, moments in named.items():
        yield [WORDS.say(f"measure-{name}"), f"{moments.mean:.2f} ±{moments.figure.half:.2f}"]


def _heads(heads: Sequence[str], points: str) -> list[str]:
    return [WORDS.say(head, what=points) if head.isalpha() and head != "sd" else head for head in heads]


def _gain(report: Report, kind: str) -> str:
    moments = report.watched.gains.get(kind)
    if moments is None or moments.n < ENOUGH:
        return ""
    return f"{percent(moments.figure.value)} ±{percent(moments.figure.half)}"


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that opens when it is touched."""
    return f"<details><summary>{_say(title)}</summary>{table(heads, rows)}</details>"
