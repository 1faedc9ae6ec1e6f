"""The lab's commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

import molehill
from molehill.cli.arguments import (
    BoxFile,
    Cluster,
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
    read_pairs,
)
from molehill.cli.printing import FAILED, as_json, console, playing, progress, show
from molehill.engine.errors import Unknown

INTERRUPTED = 130
Until = Annotated[
    list[str] | None,
    typer.Option("--until", metavar="GOAL", help="Stop when differences are known this exactly: ±0.5%, or length±0.1."),
]
Rotate = Annotated[bool, typer.Option("--rotate", metavar="", help="The bots change seats from game to game.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="Keep every game there, as a row in Parquet files.")
]
Resume = Annotated[bool, typer.Option("--resume", metavar="", help="Continue the run in --out.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it into an SVG or PNG file as well.")]


def end(stopped: bool) -> None:
    """Exit with the code of Ctrl-C if the run was stopped. Its result so far has been shown."""
    if stopped:
        raise typer.Exit(INTERRUPTED)


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
    rotate: Rotate = False,
    threads: Threads = None,
    json: Json = False,
    box: BoxFile = None,
    option: Options = None,
    sims: Sims = None,
    think: Think = None,
    out: Out = None,
    resume: Resume = False,
    cluster: Cluster = None,
) -> None:
    """Let bots play many games, and see who wins, by how much, and how long it takes.

    The bots: `random` and `greedy` play thousands of games a second, `easy` and `fair` hundreds, `sharp` a few. For
    `sharp`, use about --games 200, and --sims or --think to make it quicker or better.

    Win rates have 95 % intervals; points and lengths have their distribution. The same seed gives the same numbers,
    with any number of threads. Ctrl-C stops it and shows what is known so far.

    Examples:

    `molehill simulate honeymoon --games 200000 --seats 3 --bots greedy,random,random --seed 7`

    `molehill simulate honeymoon --bots greedy,random --rotate --option side=B`

    `molehill simulate honeymoon --seats 1 --bots greedy --json > solo.json`

    `molehill simulate mole_park --bots fair --games 1000000 --out games` (after Ctrl-C: the same with --resume)
    """
    from molehill import lab

    names, options = read_names(bots) or [], read_options(option)
    with playing() as tell:
        found = lab.simulate(
            game, games, seats, names, seed, rotate, threads, box, options, tell, sims, think, out or False, resume,
            cluster,
        )  # fmt: skip
    show(found, json)
    end(found.stopped)


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
    until: Until = None,
    rotate: Rotate = False,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
    sims: Sims = None,
    think: Think = None,
    out: Out = None,
    resume: Resume = False,
    cluster: Cluster = None,
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

    played = molehill.game(game)
    for text in option or []:  # who misspells one should not be told that nothing differs
        played.read_options(read_options([text]), played.max_seats)
    arms, common = read_arms(box or [], option or [], bots or ["greedy"], seats or [])
    common |= {"rotate": rotate, "sims": sims, "think": think}
    with playing() as tell:
        found = lab.compare(
            played, arms, games, until or (), seed, threads, tell, out or False, resume, cluster, **common
        )
    show(found, json)
    end(found.stopped)


def sweep(
    game: GameName,
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="PATH=VALUES", help="What varies, such as counts.slots=5..9. May be repeated, for a grid."
        ),
    ] = None,
    box: BoxFile = None,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help="One bot for all seats, or one for each seat, with commas.")
    ] = "greedy",
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats.")] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="How many games of each point, at most; 10,000 without --until.")
    ] = None,
    until: Until = None,
    rotate: Rotate = False,
    seed: Seed = 0,
    threads: Threads = None,
    plot: Plot = None,
    json: Json = False,
    sims: Sims = None,
    think: Think = None,
    out: Out = None,
    resume: Resume = False,
    cluster: Cluster = None,
) -> None:
    """Vary values of a box and see how win rates, lengths and the seats' edges respond.

    A path names a value of the box: `counts.slots`, `ladders[2-16]` (a key), `dice.pan[2]` (an item of a list),
    `deck[add red]` (the number of a card), `side.A.moon[3, 4]` (a sign of a map). `molehill paths GAME` lists them.
    Values are `1..4`, `1..9..2` or `a,b,c`; `none` removes a key or a card. `option.NAME`, `bots` and `seats` can vary
    as well.

    All points play the same games, with the same chance, and are compared with the unchanged box. Ctrl-C stops it and
    shows what is known so far.

    Examples:

    `molehill sweep mole_rats --set 'deck[add red]=1..4' --until ±0.5%`

    `molehill sweep honeymoon --set counts.slots=5..9 --set option.side=A,B --plot slots.svg`

    `molehill sweep target_rats --set board.tunnel=2..4 --set seats=2..4 --games 1000`
    """
    from molehill import lab
    from molehill.lab.extras import check_plot
    from molehill.lab.figures import save

    check_plot(plot)
    vary = read_pairs(values, "--set", "counts.slots=5..9")
    common = {
        "box": box, "options": read_options(option), "bots": read_names(bots), "seats": seats, "rotate": rotate,
        "sims": sims, "think": think,
    }  # fmt: skip
    with playing() as tell:
        found = lab.sweep(game, vary, games, until or (), seed, threads, tell, out or False, resume, cluster, **common)
    if plot is not None:
        save(found.figure(), plot)
    show(found, json)
    end(found.comparison.stopped)


def paths(game: GameName, box: BoxFile = None, json: Json = False) -> None:
    """List the values of a box with the paths that name them, for sweep and tune.

    Of a map, only the first sign is listed: `side.A.moon[1, 1]` is row 1, column 1.

    Examples:

    `molehill paths mole_rats`

    `molehill paths honeymoon --box mine.toml --json`
    """
    from molehill.lab.paths import all_paths

    found = dict(all_paths(molehill.game(game).as_box(box).doc))
    if json:
        typer.echo(as_json(found))
        return
    for path, value in found.items():
        console().print(f"{path} = {value}", markup=False, highlight=False, soft_wrap=True)


def tune(
    game: GameName,
    target: Annotated[
        list[str] | None,
        typer.Option(metavar="MEASURE=VALUE", help="What is wanted, such as win_rate[fair]=0.35. May be repeated."),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=VALUES", help="What may change, as for sweep. May be repeated."),
    ] = None,
    trials: Annotated[int, typer.Option(metavar="N", help="How many boxes are tried.")] = 40,
    games: Annotated[int, typer.Option(metavar="N", help="How many games of each box.")] = 2_000,
    box: BoxFile = None,
    option: Options = None,
    bots: Annotated[str, typer.Option(metavar="NAMES", help="Who plays, if a target names nobody.")] = "greedy",
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats.")] = None,
    seed: Seed = 0,
    threads: Threads = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tuned box there, with its evidence.")
    ] = None,
    json: Json = False,
    sims: Sims = None,
    cluster: Cluster = None,
) -> None:
    """Find values of a box that make games as you want them.

    A target is a measure with a value or a range: `wins=35%`, `win_rate[fair]=0.35` (`fair` plays), `length=30..40`,
    `edge[1]=0`, `length@sharp=40`. A percentage point of a share counts as much as 1 % of any other measure.

    The budget is --trials boxes of --games games for each bot that targets name, and as many games again as 25 trials:
    the best three boxes play again with another seed, and the figures at the end are from a third seed, which nothing
    was fitted to. Ctrl-C ends the trials and continues with the best so far.

    Examples:

    `molehill tune mole_rats --target win_rate[fair]=0.35 --vary 'deck[add red]=0..4' --vary 'deck[add blue]=0..4'`

    `molehill tune honeymoon --target length=12..13 --vary counts.timer=1..6 --seats 4 --out short.toml`
    """
    from molehill import lab
    from molehill.lab.extras import check_file

    if out is not None:
        check_file(out)
    common = {"box": box, "options": read_options(option), "bots": read_names(bots), "seats": seats, "sims": sims}
    varied = read_pairs(vary, "--vary", "counts.slots=5..9")
    with progress(trials, "tuning") as told:

        def tell(done: int, total: int, best: str) -> None:
            told(None, total, best, completed=done)

        found = lab.tune(game, target or [], varied, trials, games, seed, threads, tell, cluster, **common)
    if out is not None:
        out.write_text(found.text, encoding="utf-8")
    show(found, json)
    end(found.stopped)


def report(
    game: GameName,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The page; by default GAME.html.")] = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="How many games are described; one of 50 is watched move by move.")
    ] = 2_000,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats.")] = None,
    box: BoxFile = None,
    option: Options = None,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write a page about a game or an edition: in words, pictures and numbers.

    It says how long games take, who wins, how often each rule is used, which spaces are visited, how early a game is
    decided, which decisions matter, and what each kind of move is worth. `fair` bots play; the page says where others
    do. It takes about a minute. The page is one file, which you can send to anybody.

    Examples:

    `molehill report mole_rats`

    `molehill report honeymoon --box mine.toml --seats 4 --out mine.html`
    """
    from molehill import lab
    from molehill.lab.extras import check_file
    from molehill.lab.words import WORDS

    file = out or Path(f"{game}.html")
    if not json:
        check_file(file)
    with progress(what="steps") as told:
        found = lab.report(
            game, games, seed, threads, lambda done, total, what: told(None, total, what, completed=done),
            box=box, options=read_options(option), seats=seats,
        )  # fmt: skip
    if json:
        show(found, json)
        return
    file.write_text(found.html, encoding="utf-8")
    for sentence in found.sentences:
        console().print(sentence, markup=False)
    console().print(WORDS.say("report-written", file=str(file), sentences=len(found.sentences)), style="dim")


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
    with progress() as told:
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
    box: BoxFile = None,
    targets: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file like balance.toml, instead of the game's own targets.")
    ] = None,
) -> None:
    """Measure, by games between bots, whether the games are as long and as fair as their rules want.

    Each game's balance.toml lists the targets and their clauses; --targets takes another file of that form, and --box
    measures your own edition. A target holds if the whole 95 % interval of the figure is within its bounds, and holds
    within error if only the figure itself is. The exit code is 1 if a target fails by more than the error. All games
    together take most of an hour.

    Examples:

    `molehill balance target_rats --quick`

    `molehill balance mole_rats --box mine.toml --targets wanted.toml`

    `molehill balance --save docs/balance`
    """
    from molehill.lab.balance import balance as run
    from molehill.lab.balance import games_of

    if game is None and (box or targets):
        raise Unknown("--box and --targets are about one game: name it")
    chosen = molehill.games() if game is None else [molehill.game(game)]
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    found = []
    for each in chosen:
        with progress(sum(games_of(each, quick, targets).values())) as told:
            found.append(run(each, quick, sims, seed, threads, told, box, targets))
        if save is not None:
            (save / f"{each.id}.json").write_text(as_json(found[-1].as_json()) + "\n", encoding="utf-8")
        if not json:
            console().print(found[-1], "")
    if json:
        typer.echo(as_json([one.as_json() for one in found]))
    if any(one.failed for one in found):
        raise typer.Exit(FAILED)


def arena(
    game: GameName,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="Who plays: a bot, sharp:SIMS, NAME=FILE.npz (a net) or NAME=COMMAND. Given twice or more.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="The fewest games that each pair of agents plays.")] = 100,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats; by default two.")] = None,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="How long a program may take for a move.")] = 10.0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the leaderboard as a page there.")] = None,
    seed: Seed = 0,
    threads: Threads = None,
    json: Json = False,
    box: BoxFile = None,
    option: Options = None,
) -> None:
    """Let agents play each other, bots or programs of your own, and write a leaderboard.

    Every deal is played twice, with the seats exchanged and the same chance. With more than two seats, two agents sit
    on alternating seats. In a cooperative game, each agent plays as a team with itself.

    A program reads one JSON object a line and answers with one: docs/arena.md has the protocol, and
    examples/arena_agent.py speaks it. It runs as a process of its own for each seat, and sees what its seat may see. It
    runs with your rights: let only programs play that you would start yourself.

    Examples:

    `molehill arena honeymoon --agent random --agent fair --agent sharp:200`

    `molehill arena moledozer --agent fair --agent "mine=python my_bot.py" --games 200 --out leaderboard.html`
    """
    from molehill.lab.extras import check_file
    from molehill.lab.leaderboard import arena as run
    from molehill.lab.words import WORDS

    if out is not None:
        check_file(out)
    with progress() as told:
        found = run(
            game, agent or [], games, seats, seed, seconds, threads, box, read_options(option),
            lambda done, total: told(done, total),
        )  # fmt: skip
    show(found, json)
    if out is not None:
        out.write_text(found.html, encoding="utf-8")
        if not json:
            console().print(WORDS.say("arena-written", file=str(out)), style="dim", markup=False)


COMMANDS: tuple[Callable[..., None], ...] = (simulate, compare, paths, sweep, tune, report, ladder, balance, arena)
