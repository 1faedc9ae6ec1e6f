"""The lab's commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import molehill
from molehill.cli.arguments import (
    BoxFile,
    GameName,
    Games,
    Json,
    Options,
    Seed,
    Sims,
    Think,
    Threads,
    read_names,
    read_options,
)
from molehill.cli.printing import FAILED, as_json, console, progress, show

if TYPE_CHECKING:
    from molehill.lab.comparison import Comparison


def simulate(
    game: GameName,
    games: Games = 10_000,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many seats; by default one for each bot named.")
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help="One bot for all seats, or one for each seat, with commas; see below.")
    ] = "random",
    seed: Seed = 0,
    rotate: Annotated[
        bool, typer.Option("--rotate", metavar="", help="The bots change seats from game to game.")
    ] = False,
    threads: Threads = None,
    json: Json = False,
    box: BoxFile = None,
    option: Options = None,
    sims: Sims = None,
    think: Think = None,
) -> None:
    """Let bots play many games, and see who wins, by how much, and how long it takes.

    The bots: `random` and `greedy` play thousands of games a second, `easy` and `fair` hundreds, `sharp` a few. For
    `sharp`, use about --games 200, and --sims or --think to make it quicker or better.

    Win rates have 95 % intervals; points and lengths have their distribution. The same seed gives the same numbers,
    with any number of threads.

    Examples:

    `molehill simulate honeymoon --games 200000 --seats 3 --bots greedy,random,random --seed 7`

    `molehill simulate honeymoon --bots greedy,random --rotate --option side=B`

    `molehill simulate honeymoon --seats 1 --bots greedy --json > solo.json`
    """
    from molehill import lab

    names, options = read_names(bots) or [], read_options(option)
    with progress(games) as told:
        found = lab.simulate(game, games, seats, names, seed, rotate, threads, box, options, told, sims, think)
    show(found, json)


def compare(
    game: GameName,
    box: Annotated[
        list[str] | None,
        typer.Option("--box", metavar="FILE", help="A box file in TOML, or the word `shipped`. May be repeated."),
    ] = None,
    option: Options = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="One bot for all seats, or one for each, with commas. May be repeated."),
    ] = None,
    seats: Annotated[list[int] | None, typer.Option(metavar="N", help="How many seats. May be repeated.")] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="How many games of each, at most; 10,000 without --until.")
    ] = None,
    until: Annotated[
        list[str] | None,
        typer.Option(metavar="GOAL", help="Stop when differences are known this exactly: ±0.5%, or length±0.1."),
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", metavar="", help="The bots change seats from game to game.")
    ] = False,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
    sims: Sims = None,
    think: Think = None,
) -> None:
    """Compare boxes, options, bots or numbers of seats: what differs, by how much, and how certain that is.

    Give an option several times to compare its values; all other options are the same for all settings. A single --box
    is compared with the shipped one. All settings play the same games, with the same chance, and each is compared with
    the first.

    Ctrl-C stops it and shows what is known so far. The default bots are `greedy`; `fair` plays better and takes longer.

    Examples:

    `molehill compare mole_rats --box mine.toml --bots fair --until ±0.5%`

    `molehill compare mole_rats --box a.toml --box b.toml --until ±1% --until length±0.1`

    `molehill compare honeymoon --option side=A --option side=B --seats 3`

    `molehill compare moledozer --seats 2 --seats 3 --seats 4 --games 20000`
    """
    from molehill import lab
    from molehill.cli.arms import read_arms

    arms, common = read_arms(box or [], option or [], bots or ["greedy"], seats or [])
    common |= {"rotate": rotate, "sims": sims, "think": think}
    with progress(1) as told:

        def tell(comparison: Comparison, most: int) -> None:
            told(None, most, comparison.glance, completed=comparison.games)

        found = lab.compare(game, arms, games, until or (), seed, threads, tell, **common)
    show(found, json)


def ladder(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats; by default two.")] = None,
    levels: Annotated[
        str, typer.Option(metavar="NAMES", help="Who is rated: names of bots with commas, the weakest first.")
    ] = "random,easy,fair,sharp",
    games: Annotated[int, typer.Option(metavar="N", help="The fewest games that each pair of them plays.")] = 100,
    sims: Sims = None,
    think: Think = None,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw strength against thinking time into an SVG file as well.")
    ] = None,
    box: BoxFile = None,
    option: Options = None,
) -> None:
    """Measure how strong the bots are: each pair of levels plays, and all are rated.

    Every deal is played twice, with the seats exchanged and the same chance. With more than two seats, the levels sit
    on alternating seats. Then `sharp` plays `fair` with less and less time. In a cooperative game, teams of one level
    play instead, and a team of `easy` with one `sharp`.

    `sharp` makes 1,000 simulations for a move, or --sims. With --think, it makes as many as fit into that time on this
    machine, and the ladder says how many. The same seed and number give the same games, with any number of threads.

    Examples:

    `molehill ladder honeymoon`

    `molehill ladder mole_park --seats 4 --games 60 --sims 200 --json > mole_park-4.json`

    `molehill ladder target_rats --levels easy,fair,sharp --think 0.2 --plot strength.svg`
    """
    from molehill.lab.ladder import ladder as run
    from molehill.lab.ladder_drawing import check_plot, draw_plot

    named = read_names(levels) or []
    if plot is not None:
        check_plot(plot, named)
    with progress(1) as told:
        found = run(game, seats, named, games, sims, think, seed, threads, box, read_options(option), told)
    if plot is not None:
        draw_plot(found, plot)
    show(found, json)


def balance(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game; by default all of them.")] = None,
    quick: Annotated[bool, typer.Option("--quick", metavar="", help="A tenth of the games, for a first look.")] = False,
    sims: Annotated[
        int | None, typer.Option(metavar="N", help="How many simulations `sharp` makes for a move; by default 1,000.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Another seed. Nobody may use the usual one for tuning.")
    ] = None,
    threads: Threads = None,
    json: Json = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the figures there, as GAME.json, for `make docs`.")
    ] = None,
) -> None:
    """Measure, by games between bots, whether the games are as long and as fair as their rules want.

    Each game's balance.toml lists the targets and their clauses. A target holds if the whole 95 % interval of the
    figure is within its bounds, and holds within error if only the figure itself is. The exit code is 1 if a target
    fails by more than the error. All games together take most of an hour.

    Examples:

    `molehill balance target_rats --quick`

    `molehill balance --save docs/balance`
    """
    from molehill.lab.balance import balance as run
    from molehill.lab.balance import games_of

    chosen = molehill.games() if game is None else [molehill.game(game)]
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    found = []
    for each in chosen:
        with progress(sum(games_of(each, quick).values())) as told:
            found.append(run(each, quick, sims, seed, threads, told))
        if save is not None:
            (save / f"{each.id}.json").write_text(as_json(found[-1].as_json()) + "\n", encoding="utf-8")
        if not json:
            console().print(found[-1], "")
    if json:
        typer.echo(as_json([one.as_json() for one in found]))
    if any(one.failed for one in found):
        raise typer.Exit(FAILED)


COMMANDS: tuple[Callable[..., None], ...] = (simulate, compare, ladder, balance)
