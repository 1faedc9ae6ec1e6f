"""Small pictures as SVG text: bars with intervals, histograms, a curve, a heat map. Colours are classes of the page.

Whatever comes in as text may hold anything, and is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH = 640
_ROW, _LABEL, _VALUE = 26, 260, 100
_LINE = 20  # of a label above its bar


@dataclass(frozen=True)
class Bar:
    """A line of a bar chart: what it is, how much, the ends of its interval, and the number in words."""

    label: str
    value: float
    low: float
    high: float
    text: str


def bars(title: str, rows: Sequence[Bar], mark: float | None = None, above: bool = False) -> str:
    """Horizontal bars from 0, with intervals, and a line at `mark`. Long labels are above their bars."""
    ends = [0.0, *(end for row in rows for end in (row.low, row.high, row.value)), *([] if mark is None else [mark])]
    least, most = min(ends), max(ends)
    span = (most - least) or 1.0
    line, start = (_LINE, 0) if above else (0, _LABEL)
    height = (_ROW + line) * len(rows) + 12

    def x(value: float) -> float:
        return round(start + (value - least) / span * (WIDTH - start - _VALUE), 1)

    parts = []
    for k, row in enumerate(rows):
        top = 6 + (_ROW + line) * k
        y = top + line
        left, width = min(x(0), x(row.value)), abs(x(row.value) - x(0))
        parts.append(
            f'<text x="{0 if above else start - 8}" y="{top + 17}" text-anchor="{"start" if above else "end"}">'
            f"{escape(row.label)}</text>"
            f'<rect class="{"bar" if row.value >= 0 else "minus"}" x="{left}" y="{y + 4}" width="{width:.1f}" '
            f'height="17" rx="3"/>'
            f'<path class="error" d="M{x(row.low)} {y + 12.5}H{x(row.high)}"/>'
            f'<text class="number" x="{WIDTH - _VALUE + 8}" y="{y + 17}">{escape(row.text)}</text>'
        )
    if mark is not None:
        parts.append(f'<path class="mark" d="M{x(mark)} 2V{height - 2}"/>')
    return _picture(title, height, "".join(parts))


def histogram(title: str, start: int, width: int, counts: Sequence[int], unit: str) -> str:
    """How often each number came up, in columns."""
    top, step, height = max(counts), (WIDTH - 40) / len(counts), 150
    parts = [
        f'<rect class="bar" x="{20 + k * step + 0.5:.1f}" y="{height - 30 - 110 * n / top:.1f}" '
        f'width="{max(0.5, step - 1):.1f}" height="{110 * n / top:.1f}"/>'
        for k, n in enumerate(counts)
    ]
    end = start + width * len(counts) - 1
    parts.append(f'<text x="20" y="{height - 10}">{start}</text>')
    parts.append(f'<text x="{WIDTH / 2:.0f}" y="{height - 10}" text-anchor="middle">{escape(unit)}</text>')
    parts.append(f'<text x="{WIDTH - 20}" y="{height - 10}" text-anchor="end">{end}</text>')
    return _picture(title, height, "".join(parts))


def curve(title: str, points: Sequence[tuple[float, float, float]], end: tuple[str, str]) -> str:
    """A line through shares with their interval: each point is a value, its lower and its upper end."""
    height, left, right = 220, 50, WIDTH - 20
    step = (right - left) / max(1, len(points) - 1)

    def at(k: int, share: float) -> str:
        return f"{left + k * step:.1f},{20 + 160 * (1 - min(1.0, max(0.0, share))):.1f}"

    band = [at(k, low) for k, (_, low, _) in enumerate(points)]
    band += [at(k, points[k][2]) for k in reversed(range(len(points)))]
    parts = [
        f'<path class="grid" d="M{left} {20 + 160 * (1 - share):.1f}H{right}"/>'
        f'<text x="{left - 6}" y="{24 + 160 * (1 - share):.1f}" text-anchor="end">{100 * share:.0f} %</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    parts.append(f'<polygon class="band" points="{" ".join(band)}"/>')
    parts.append(f'<polyline class="line" points="{" ".join(at(k, p[0]) for k, p in enumerate(points))}"/>')
    parts.append(f'<text x="{left}" y="{height - 12}">{escape(end[0])}</text>')
    parts.append(f'<text x="{right}" y="{height - 12}" text-anchor="end">{escape(end[1])}</text>')
    return _picture(title, height, "".join(parts))


@dataclass
class Ground:
    """What a heat map is drawn on: spaces with their places, ways between them, and pieces that lie about."""

    spaces: dict[str, tuple[float, float]] = field(default_factory=dict)
    ways: list[tuple[str, str, str]] = field(default_factory=list)  # from a space to a space: path, up or down
    landmarks: list[tuple[str, float, float]] = field(default_factory=list)  # symbols of the game's `pieces.svg`


def heat(title: str, ground: Ground, visits: Mapping[str, float], symbols: str = "") -> str:
    """The board: the redder a space, the more often it is visited. A symbol is `symbols` with its name."""
    xs, ys = [x for x, _ in ground.spaces.values()], [y for _, y in ground.spaces.values()]
    gap = _nearest(list(ground.spaces.values()))
    wide, high = max(xs) - min(xs) + 1.4 * gap, max(ys) - min(ys) + 1.4 * gap
    scale = min(WIDTH / wide, 560 / high, 90 / gap)
    radius = 0.46 * gap * scale
    most = max(visits.values(), default=0.0) or 1.0
    left = (WIDTH - wide * scale) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return round(left + (x - min(xs) + 0.7 * gap) * scale, 1), round((y - min(ys) + 0.7 * gap) * scale, 1)

    parts = []
    for start, end, kind in ground.ways:
        (x, y), (u, v) = at(*ground.spaces[start]), at(*ground.spaces[end])
        parts.append(f'<path class="way {escape(kind)}" d="M{x} {y}L{u} {v}"/>')
    marked = {at(x, y) for _, x, y in ground.landmarks} if symbols else set()
    for name, place in ground.spaces.items():
        (x, y), share = at(*place), visits.get(name, 0.0) / most
        parts.append(
            f"<g><title>{escape(name)}: {visits.get(name, 0.0):.2f}</title>"
            f'<circle class="space" cx="{x}" cy="{y}" r="{radius:.1f}"/>'
            f'<circle class="heat" cx="{x}" cy="{y}" r="{radius:.1f}" opacity="{share:.2f}"/>'
        )
        if (x, y) not in marked:
            parts.append(
                f'<text class="name{" on" if share > 0.55 else ""}" x="{x}" y="{y + 0.25 * radius:.1f}" '
                f'text-anchor="middle" font-size="{min(13.0, 0.8 * radius):.1f}">{escape(name)}</text>'
            )
        parts.append("</g>")
    size = 1.25 * radius
    for symbol, column, row in ground.landmarks if symbols else ():
        x, y = at(column, row)
        parts.append(
            f'<use href="#{escape(symbols + symbol)}" x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" '
            f'width="{size:.1f}" height="{size:.1f}"/>'
        )
    return _picture(title, round(high * scale), "".join(parts))


def _nearest(places: Sequence[tuple[float, float]]) -> float:
    """The smallest distance between two places."""
    gaps = [((x - u) ** 2 + (y - v) ** 2) ** 0.5 for k, (x, y) in enumerate(places) for u, v in places[k + 1 :]]
    return min((gap for gap in gaps if gap), default=1.0)


def _picture(title: str, height: int, inside: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
    )
