"""Draws the pictures of the documentation and writes the measurements into the games' pages.

`make docs` runs it. Its output is kept in git, so that the pages can be read without running it. Nothing is measured
here: `make balance` writes the files in `docs/balance/`, `molehill ladder --json` those in `docs/ladder/`, and
`examples/train_ppo.py --curve` those in `docs/training/`.
"""

from __future__ import annotations

import io
import json
import random
import shutil
import sys
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import observation_pages
from rich.console import Console

import molehill
from molehill import CHANCE, Game
from molehill.bots import bot, levels

mpl.use("svg")
import matplotlib.pyplot as plt

DOCS = Path(__file__).parent
IMAGES = DOCS / "img"
EARLIER = "These figures are those of earlier bots; [newer ones](../bench.md#how-strong-the-bots-are)."
MARK = "<!-- measured -->"
BALANCE, STRENGTH = "## Measured balance", "## How strong the bots are"
# Okabe and Ito: eight colours that colour-blind people can tell apart.
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
    """Draw and write everything, with a line of progress for each step."""
    IMAGES.mkdir(exist_ok=True)
    mpl.rcParams["svg.hashsalt"] = "molehill"  # the same file for the same numbers
    for game in molehill.games():
        say(f"{game.name}: picture")
        draw_board(game)
        say(f"{game.name}: observation")
        observation_pages.write(game)
        say(f"{game.name}: measurements")
        write_measured(game)
    say("training")
    write_training()
    shutil.copy(DOCS.parent / "web" / "public" / "icon.svg", IMAGES)


def say(what: str) -> None:
    """Print progress to stderr."""
    sys.stderr.write(f"  {what}\n")


def draw_board(game: Game) -> None:
    """Draw a match of greedy bots, somewhere past its middle, as the terminal shows it."""
    match, rng = game.match(min(3, game.max_seats)), random.Random(11)
    greedy = bot("greedy", seed=11)
    names = ["You", "Mira", "Otto"][: match.seats]
    for _ in range({"honeymoon": 41}.get(game.id, 60)):
        if match.pending == ():
            break
        if match.pending is CHANCE:
            match.chance(rng=rng)
        else:
            match.play(match.pending[0], greedy.choose(match, match.pending[0]))
    console = Console(
        width=84, height=60, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(game.draw(match.view(0), names))
    svg = console.export_svg(title=f"molehill play {game.id}", code_format=TERMINAL_SVG, unique_id=game.id)
    (IMAGES / f"{game.id}.svg").write_text(svg, encoding="utf-8")


# ---- measurements ----------------------------------------------------------------------------------------------------


def write_measured(game: Game) -> None:
    """Write the end of the game's page: its targets and the strength of its bots, as far as they are measured."""
    page = DOCS / "games" / f"{game.id}.md"
    head = page.read_text(encoding="utf-8").split(BALANCE)[0]
    lines = [BALANCE, MARK, "", *balance_lines(game), "", STRENGTH, "", *ladder_lines(game), ""]
    page.write_text(head + "\n".join(lines), encoding="utf-8")


def balance_lines(game: Game) -> list[str]:
    """The targets with their measurements, how games between equal players go, and a plot of that."""
    path = DOCS / "balance" / f"{game.id}.json"
    if not path.exists():
        return [f"Not measured yet: `molehill balance {game.id} --save docs/balance` does it."]
    found = json.loads(path.read_text(encoding="utf-8"))
    plot_balance(game, found["shown"]["seats"])
    bots = {name: levels.describe(name, game, found["sims"]) for name in found["bots"]}
    old = (found["box"], found["rules"], found["bots"]) != (game.box().hash, game.version, bots)
    return [
        *(["These figures are those of an earlier box, earlier rules or earlier bots.", ""] if old else []),
        *target_lines(found),
        *shown_lines(game, found),
        "",
        f"![How long games last and who wins them](../img/{game.id}-balance.svg)",
    ]


def target_lines(found: dict[str, Any]) -> list[str]:
    """A line for each target; what is the same for several numbers of seats is said once."""
    if not found["targets"]:
        return []
    lines = [
        f"These are the targets of `balance.toml`, measured by `make balance` with seed {found['seed']}, which was not",
        f"used for tuning. `sharp` makes {found['sims']:,} simulations a move. 95 % intervals are in brackets; pp are",
        'percentage points. "Within error" means that a bound of the target lies in the interval.',
        "",
        "| clause | what must hold | bots | seats | games | target | measured | verdict |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for _, group in groupby(found["targets"], lambda target: target["target"]):
        for number, t in enumerate(group):
            said = [t["clause"], t["says"], f"`{t['bots']}`"] if number == 0 else ["", "", ""]
            cells = [*said, t["seats"], f"{t['games']:,}", t["wanted"], t["measured"], t["verdict"]]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return [*lines, ""]


def shown_lines(game: Game, found: dict[str, Any]) -> list[str]:
    """How games between equal players go, at each number of seats."""
    last = "won together" if game.cooperative else "win rate per seat"
    lines = [
        f"All players are `{found['shown']['bots']}`. Lengths are in {game.unit}, with the range of the middle nine",
        "games in ten.",
        "",
        f"| seats | games | {game.unit} | {game.points_name} | {last} |",
        "|---|---|---|---|---|",
    ]
    for row in found["shown"]["seats"]:
        length, rates = row["length"], [wins["rate"] for wins in row["wins"]]
        shown = ", ".join(f"{100 * rate:.1f}" for rate in (rates[:1] if game.cooperative else rates)) + " %"
        middle = f"{length['quantiles']['5']} to {length['quantiles']['95']}"
        cells = [row["seats"], f"{row['games']:,}", f"{length['mean']:.1f} ({middle})", f"{row['points']:.1f}", shown]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def plot_balance(game: Game, rows: list[dict[str, Any]]) -> None:
    """Plot how long games last (left) and how often each seat wins, with 95 % intervals (right)."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for colour, row in zip(COLOURS, rows, strict=False):
        seats, bins = row["seats"], row["length"]["histogram"]
        middles = [bins["start"] + (k + 0.5) * bins["width"] - 0.5 for k in range(len(bins["counts"]))]
        shares = [count / row["games"] / bins["width"] for count in bins["counts"]]
        left.plot(middles, shares, color=colour, label=f"{seats} seats", drawstyle="steps-mid")
        if not game.cooperative:
            places = [seat + (seats - 4) * 0.06 for seat in range(1, seats + 1)]
            right.errorbar(places, *bars(row["wins"], 1 / seats), color=colour, fmt="o", ms=3, capsize=2)
    left.set(xlabel=game.unit, ylabel="share of games", title="length")
    left.legend(frameon=False, fontsize=8)
    if game.cooperative:
        heights, errors = bars([row["wins"][0] for row in rows])
        right.bar([str(row["seats"]) for row in rows], heights, yerr=errors, color=COLOURS[2], capsize=3)
        right.set(xlabel="seats", ylabel="% of games", title="won together")
    else:
        right.axhline(0, color="grey", lw=0.8)
        right.set(xlabel="seat", ylabel="points above fair share", title="win rate (percentage points)")
        right.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    figure.savefig(IMAGES / f"{game.id}-balance.svg", metadata={"Date": None})
    plt.close(figure)


def bars(rates: list[dict[str, float]], less: float = 0.0) -> tuple[list[float], list[list[float]]]:
    """Rates in percent, above a share, with the lengths of their error bars below and above."""
    return [100 * (rate["rate"] - less) for rate in rates], [
        [100 * max(0.0, rate["rate"] - rate["low"]) for rate in rates],
        [100 * max(0.0, rate["high"] - rate["rate"]) for rate in rates],
    ]


# ---- how strong the bots are -----------------------------------------------------------------------------------------


def _ways(game: Game, ladder: dict[str, Any]) -> dict[str, Any]:
    """How the bots of a ladder think today."""
    return {name: levels.describe(name, game, ladder["sims"]) for name in ladder["bots"]}


def ladder_lines(game: Game) -> list[str]:
    """The measured ladders, one for each number of seats, and what thinking time is worth."""
    paths = [DOCS / "ladder" / f"{game.id}-{seats}.json" for seats in range(game.min_seats, game.max_seats + 1)]
    found = [json.loads(path.read_text(encoding="utf-8")) for path in paths if path.exists()]
    if not found:
        return [f"Not measured yet: `molehill ladder {game.id} --json > docs/ladder/{game.id}-2.json` does it."]
    plot_strength(game, found)
    how = "all teams play the same deals" if game.cooperative else "every deal is played twice, with seats exchanged"
    sims = ", ".join(f"{ladder['sims']:,} with {ladder['seats']} seats ({took(ladder)} ms)" for ladder in found)
    old = any(each["bots"] != _ways(game, each) for each in found)
    return [
        *([EARLIER, ""] if old else []),
        f"Measured by `molehill ladder {game.id}`: {how}. 95 % intervals are in brackets.",
        f"`sharp` made so many simulations a move, in so much time: {sims}.",
        "",
        *(team_lines(found) if game.cooperative else duel_lines(found)),
        "",
        f"![What thinking time is worth to sharp](../img/{game.id}-strength.svg)",
    ]


def took(ladder: dict[str, Any]) -> str:
    """How many milliseconds `sharp` thought about a move."""
    times = (step["milliseconds"] for step in ladder["thinking"] if step["sims"] == ladder["sims"])
    return next(f"{time:.0f}" if time >= 10 else f"{time:.1f}" for time in times)


def duel_lines(found: list[dict[str, Any]]) -> list[str]:
    """Each level against the next weaker one, with both ratings."""
    lines = ["| seats | levels | games | ahead | ratings |", "|---|---|---|---|---|"]
    for ladder in found:
        ratings = {rung["level"]: f"{rung['mu']:.1f} ± {rung['sigma']:.1f}" for rung in ladder["ratings"]}
        steps = list(ratings)
        pairs = {(pair["level"], pair["against"]): pair for pair in ladder["pairs"]}
        for upper, lower in pairwise(steps):
            pair = pairs[upper, lower]
            rates = f"{ratings[upper]} and {ratings[lower]}"
            cells = [ladder["seats"], f"`{upper}` against `{lower}`", pair["games"], percent(pair["ahead"]), rates]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def team_lines(found: list[dict[str, Any]]) -> list[str]:
    """How often each team won."""
    lines = ["| seats | team | games | won together |", "|---|---|---|---|"]
    for ladder in found:
        for team in ladder["teams"]:
            names = ", ".join(f"{team['bots'].count(name)} `{name}`" for name in dict.fromkeys(team["bots"]))
            lines.append(f"| {ladder['seats']} | {names} | {ladder['games']} | {percent(team['wins'])} |")
    gains = [
        f"- {ladder['seats']} seats: {100 * g['mean']:+.1f} pp ({100 * g['low']:+.1f} to {100 * g['high']:+.1f})"
        for ladder in found
        if (g := ladder.get("gain"))
    ]
    return [*lines, "", "How much one `sharp` helps a team of `easy`:", "", *gains] if gains else lines


def percent(rate: dict[str, float]) -> str:
    """A rate and its interval."""
    return f"{100 * rate['rate']:.1f} % ({100 * rate['low']:.1f} to {100 * rate['high']:.1f})"


def plot_strength(game: Game, found: list[dict[str, Any]]) -> None:
    """Plot what `sharp` reaches with more and more simulations, a line for each number of seats."""
    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    for colour, ladder in zip(COLOURS, found, strict=False):
        steps = ladder["thinking"]
        heights, errors = bars([step["reached"] for step in steps])
        times = [step["milliseconds"] for step in steps]
        axes.errorbar(times, heights, errors, color=colour, marker="o", capsize=4, label=f"{ladder['seats']} seats")
    axes.set(xscale="log", ylim=(0, 100), xlabel="milliseconds a decision", title="sharp with more and more time")
    axes.set_ylabel("% of games won together" if game.cooperative else "% ahead of fair")
    if not game.cooperative:
        axes.axhline(50, color="grey", lw=0.8)
    axes.legend(frameon=False, fontsize=8)
    figure.savefig(IMAGES / f"{game.id}-strength.svg", metadata={"Date": None})
    plt.close(figure)


# ---- the baseline ---------------------------------------------------------------------------------------------------


def write_training() -> None:
    """Write the table of trained nets and plot how they learned."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((DOCS / "training").glob("*.json"))]
    page = DOCS / "training.md"
    head, _, rest = page.read_text(encoding="utf-8").partition(MARK)
    tail = rest[rest.index("<!-- end -->") :]
    lines = [
        "| game | seats | seed | steps | minutes | games | the net wins | `greedy` in its place |",
        "|---|---" + "|---" * 6 + "|",
    ]
    for one in found:
        config, last, bar = one["config"], one["rounds"][-1], one["bots"]
        in_place = percent(bar) if bar["low"] < bar["high"] else f"{100 * bar['rate']:.0f} %"
        lines.append(
            f"| {molehill.game(config['game']).name} | {config['seats']} | {config['seed']} | {last['steps']:,} "
            f"| {last['seconds'] / 60:.1f} | {one['games']:,} | {percent(one['net'])} | {in_place} |"
        )
    page.write_text(f"{head}{MARK}\n" + "\n".join(lines) + f"\n{tail}", encoding="utf-8")
    plot_training(found)


def plot_training(found: list[dict[str, Any]]) -> None:
    """Plot the share of games won while learning, the mean over five rounds; and what `greedy` wins, dashed."""
    games = list(dict.fromkeys(one["config"]["game"] for one in found))
    figure, row = plt.subplots(1, len(games), figsize=(4.5 * len(games), 3.2), layout="constrained", squeeze=False)
    for axes, game in zip(row[0], games, strict=True):
        runs = [one for one in found if one["config"]["game"] == game]
        for colour, one in zip(COLOURS, runs, strict=False):
            won = [100 * step["won"] for step in one["rounds"]]
            mean = [sum(part) / len(part) for k in range(len(won)) if (part := won[max(0, k - 4) : k + 1])]
            steps = [step["steps"] / 1e6 for step in one["rounds"]]
            axes.plot(steps, mean, color=colour, label=f"seed {one['config']['seed']}")
        axes.axhline(100 * runs[0]["bots"]["rate"], color="grey", lw=0.8, ls="--", label="greedy in its place")
        axes.set(title=molehill.game(game).name, xlabel="million steps", ylabel="% of games won")
        axes.legend(frameon=False, fontsize=8)
    figure.savefig(IMAGES / "training.svg", metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    main()
