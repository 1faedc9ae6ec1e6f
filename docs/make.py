"""Draws the pictures of the documentation, measures every game's balance and writes the API page. `make docs` runs it.

Everything it writes is kept in git, so that the pages can be read without running it.
"""

from __future__ import annotations

import inspect
import io
import random
import re
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from rich.console import Console

import molehill
from molehill import CHANCE, Game, Playouts
from molehill.bots import bot

mpl.use("svg")
import matplotlib.pyplot as plt

DOCS = Path(__file__).parent
IMAGES = DOCS / "img"
MARK = "<!-- measured -->"
GAMES_A_COUNT = 3_000
SEED = 20_201_115
# Okabe and Ito: eight colours that stay apart for colour-blind eyes.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000"]

TERMINAL_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g></svg>
"""


def main() -> None:
    """Everything, with a line for each thing done."""
    IMAGES.mkdir(exist_ok=True)
    mpl.rcParams["svg.hashsalt"] = "molehill"  # the same file for the same numbers
    for game in molehill.games():
        say(f"{game.name}: picture")
        draw_board(game)
        say(f"{game.name}: balance")
        measure(game)
    say("API page")
    (DOCS / "api.md").write_text(api_page(), encoding="utf-8")


def say(what: str) -> None:
    """Progress goes to stderr."""
    sys.stderr.write(f"  {what}\n")


def draw_board(game: Game) -> None:
    """A match of greedy bots, somewhere past its middle, as the terminal shows it."""
    match, rng = game.match(min(3, game.max_seats)), random.Random(11)
    greedy = bot("greedy", seed=11)
    names = ["You", "Mira", "Otto"][: match.seats]
    for _ in range({"honeymoon": 41}.get(game.id, 60)):
        if match.pending == ():
            break
        if match.pending is CHANCE:
            match.fall(rng=rng)
        else:
            match.play(match.pending[0], greedy.choose(match, match.pending[0]))
    console = Console(
        width=84, height=60, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(game.part("text").board(match.view(0), names, game.words))
    svg = console.export_svg(title=f"molehill play {game.id}", code_format=TERMINAL_SVG, unique_id=game.id)
    (IMAGES / f"{game.id}.svg").write_text(svg, encoding="utf-8")


def measure(game: Game) -> None:
    """Greedy players at every seat count: the table on the game's page, and its plot."""
    counts = range(max(2, game.min_seats), game.max_seats + 1)
    played = {n: game.playouts(GAMES_A_COUNT, seats=n, policy="greedy", seed=SEED) for n in counts}
    page = DOCS / "games" / f"{game.id}.md"
    head = page.read_text(encoding="utf-8").split("## Measured balance")[0]
    page.write_text(f"{head}## Measured balance\n{MARK}\n{balance_text(game, played)}", encoding="utf-8")
    plot(game, played)


def balance_text(game: Game, played: dict[int, Playouts]) -> str:
    """The numbers in words and a table."""
    lines = [
        "",
        f"{GAMES_A_COUNT:,} games for each number of seats, all players greedy (one move ahead), seed {SEED}.",
        f"`make docs` measures them anew. Lengths are in {game.unit}, with the range of the middle nine games in ten.",
        "",
    ]
    last = "won together" if game.cooperative else "win rate per seat"
    lines += [f"| seats | {game.unit} | {game.points_name} | {last} |", "|---|---|---|---|"]
    for seats, p in played.items():
        low, high = np.quantile(p.lengths, [0.05, 0.95])
        rates = p.wins / p.games
        shown = f"{rates[0]:.1%}" if game.cooperative else ", ".join(f"{rate:.1%}" for rate in rates)
        lines.append(
            f"| {seats} | {p.lengths.mean():.1f} ({low:.0f} to {high:.0f}) | {p.points.mean():.1f} | {shown} |"
        )
    lines += ["", f"![How long games last and who wins them](../img/{game.id}-balance.svg)", ""]
    return "\n".join(lines)


def plot(game: Game, played: dict[int, Playouts]) -> None:
    """Left: how long games last. Right: how often each seat wins, with 95 % intervals around its fair share."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    top = max(int(np.quantile(p.lengths, 0.995)) for p in played.values())
    step = max(1, top // 40)
    for colour, (seats, p) in zip(COLOURS, played.items(), strict=False):
        share, edges = np.histogram(p.lengths, bins=np.arange(0, top + 2 * step, step))
        left.plot(edges[:-1], share / p.games, color=colour, label=f"{seats} seats", drawstyle="steps-mid")
        if not game.cooperative:
            rate = p.wins / p.games
            spread = 1.96 * np.sqrt(rate * (1 - rate) / p.games)
            place = np.arange(1, seats + 1) + (seats - 4) * 0.06
            right.errorbar(place, (rate - 1 / seats) * 100, spread * 100, color=colour, fmt="o", ms=3, capsize=2)
    left.set(xlabel=game.unit, ylabel="share of games", title="length")
    left.legend(frameon=False, fontsize=8)
    if game.cooperative:
        right.bar([str(n) for n in played], [p.wins[0] / p.games * 100 for p in played.values()], color=COLOURS[2])
        right.set(xlabel="seats", ylabel="% of games", title="won together")
    else:
        right.axhline(0, color="grey", lw=0.8)
        right.set(xlabel="seat", ylabel="points above fair share", title="win rate (percentage points)")
        right.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    figure.savefig(IMAGES / f"{game.id}-balance.svg", metadata={"Date": None})
    plt.close(figure)


def api_page() -> str:
    """The public names with their signatures and docstrings."""
    lines = [
        "# Python",
        "",
        "Everything below is `molehill.<name>`. It is typed; `mypy --strict` passes over it. This page is written by",
        "`make docs` from the docstrings.",
    ]
    for name in sorted(molehill.__all__, key=lambda n: (inspect.isclass(getattr(molehill, n)), n.lower())):
        lines += describe(name, getattr(molehill, name))
    return "\n".join(lines).rstrip() + "\n"


def describe(name: str, thing: Any) -> list[str]:
    """One name: a heading, its signature, its docstring, and its public parts if it is a class."""
    if not callable(thing):
        return ["", f"## {name}", "", str(inspect.getdoc(type(thing)))]
    lines = ["", f"## {name}{'' if inspect.isclass(thing) else signature(thing)}", "", text(thing)]
    if not inspect.isclass(thing) or issubclass(thing, Exception):
        return lines
    for key, part in vars(thing).items():
        if key.startswith("_") or not (callable(part) or isinstance(part, property) or hasattr(part, "func")):
            continue
        real = getattr(part, "fget", None) or getattr(part, "func", None) or part
        if not inspect.getdoc(real) or (issubclass(thing, tuple) and key in thing._fields):
            continue
        shown = signature(real) if callable(part) else ""
        lines += ["", f"**{key}**{shown}  ", text(real)]
    return lines


def signature(thing: Any) -> str:
    """A signature in code letters, without self."""
    shown = re.sub(r"^\((self, )?(self)?", "(", str(inspect.signature(thing))).replace("molehill.engine.", "")
    return "`" + re.sub(r"(: |-> )'([^']*)'", r"\1\2", shown) + "`"


def text(thing: Any) -> str:
    """A docstring, its paragraphs kept."""
    return inspect.getdoc(thing) or ""


if __name__ == "__main__":
    main()
