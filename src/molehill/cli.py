"""The command line: what was typed is read here and handed over; each command names its own module.

Whatever is wrong with what was typed becomes one line on stderr and exit code 2. Everything that needs NumPy is
imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.exceptions import TyperException

import molehill
from molehill import operators
from molehill.bots import read_seed
from molehill.engine.errors import MolehillError, Unknown

if TYPE_CHECKING:
    from rich.console import Console

FAILED = 1
WRONG_INPUT = 2
INTERRUPTED = 130
MOST_EFFORT = 1000

app = typer.Typer(
    name="molehill",
    epilog="Without a command the lobby opens in the browser.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["--help", "-h"]},
)

Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, such as side=B. May be repeated."),
]
BoxFile = Annotated[
    Path | None, typer.Option("--box", metavar="FILE", help="An own edition of the game: a box file in TOML.")
]
Sims = Annotated[int | None, typer.Option("--sims", metavar="N", help="How many simulations `sharp` makes for a move.")]
Think = Annotated[
    float | None,
    typer.Option("--think", metavar="SECONDS", help="How long `sharp` thinks about a move, instead of --sims."),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `molehill games` lists them.")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit: 0 when all went well, 2 with one line on stderr when the input was wrong."""
    try:
        code = app(list(sys.argv[1:] if arguments is None else arguments), "molehill", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        code = _close_quietly()
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except TyperException as error:
        code = _complain(error.format_message())
    except MolehillError as error:
        code = _complain(str(error))
    except MemoryError:
        code = _complain("there is not enough memory for that; ask for fewer games")
    except OSError as error:
        code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    sys.exit(code)


def _complain(message: str) -> int:
    _warn(message)
    return WRONG_INPUT


def _warn(message: str) -> None:
    line = " ".join(message.split())
    print(f"molehill: {line}", file=sys.stderr)  # noqa: T201


def _close_quietly() -> int:
    """Whoever read our output has gone (`molehill rules honeymoon | head`): nothing is left to say, nor to flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1  # as rich does when it notices first


# ---- the commands ----------------------------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", metavar="", help="Print the version and exit.")] = False,
) -> None:
    """Molehill: five burrowing board games to play with friends and bots, to simulate, and to study.

    **Play** in the browser: `molehill`

    **Play** in the terminal: `molehill play honeymoon`

    **Play** with people on other devices: `molehill serve --host 0.0.0.0`

    **Find out** how a game behaves: `molehill simulate honeymoon --bots greedy,random`

    **Read** the rules: `molehill rules honeymoon`
    """
    if version:
        typer.echo(f"molehill {molehill.__version__}")
    elif context.invoked_subcommand is None:
        _serve({}, open_browser=True)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; a menu asks if you don't say.")
    ] = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many play, people and bots together.")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Who sits where: `you` for a person, or a bot's name.")
    ] = None,
    option: Options = None,
    box: BoxFile = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the match is kept while you play.")] = None,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", metavar="", help="You roll real dice and type what they show.")
    ] = False,
    keep_open: Annotated[
        bool,
        typer.Option(
            "--keep-open",
            metavar="",
            help="What a game lets you see for some seconds only (a stack of cards) stays open.",
        ),
    ] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same dice and bots every time.")] = None,
    sims: Sims = None,
    think: Think = None,
) -> None:
    """Play in the terminal: people at one keyboard, bots, or any mix of them.

    Examples:

    `molehill play` (a menu asks for everything)

    `molehill play honeymoon --players you,fair,sharp --think 1`

    `molehill play honeymoon --seats 1 --option side=B` (alone, on the harder moon)

    `molehill play moledozer --players Anna,Ben --keep-open` (nobody has to remember the own cards)
    """
    if seed is not None:
        read_seed(seed)
    from molehill import terminal

    chosen = _options(option)
    terminal.play(game, seats, _names(players), chosen, box, resume, save, own_dice, seed, keep_open, sims, think)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", help="How many games are played.")] = 10_000,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many seats; by default as many as bots are named.")
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help="One bot for all seats, or one a seat with commas; see below.")
    ] = "random",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same numbers.")] = 0,
    rotate: Annotated[
        bool, typer.Option("--rotate", metavar="", help="The bots change seats from game to game.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(metavar="N", help="How many threads work; by default one a core.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print the numbers for programs instead of the table.")
    ] = False,
    box: BoxFile = None,
    option: Options = None,
    sims: Sims = None,
    think: Think = None,
) -> None:
    """Let bots play many games, and see who wins, by how much, and how long it takes.

    The bots: `random` and `greedy` play thousands of games a second, `easy` and `fair` hundreds, `sharp` a few: say
    --games 200 or so, and --sims or --think to make it quicker or better.

    Win rates come with 95 % intervals; points and lengths with their distribution. The same seed gives the same
    numbers, whatever the number of threads.

    Examples:

    `molehill simulate honeymoon --games 200000 --seats 3 --bots greedy,random,random --seed 7`

    `molehill simulate honeymoon --bots greedy,random --rotate --option side=B`

    `molehill simulate honeymoon --seats 1 --bots greedy --json > solo.json`
    """
    from molehill.lab.simulate import simulate as run

    with _progress(games) as told:
        report = run(
            game, games, seats, _names(bots) or [], seed, rotate, threads, box, _options(option), told, sims, think
        )
    if json:
        _print_json(report.as_json())
    else:
        _console().print(report)


@app.command()
def ladder(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats; by default two.")] = None,
    levels: Annotated[
        str, typer.Option(metavar="NAMES", help="Who is rated: names of bots with commas, the weakest first.")
    ] = "random,easy,fair,sharp",
    games: Annotated[int, typer.Option(metavar="N", help="How many games every two of them play at least.")] = 100,
    sims: Sims = None,
    think: Think = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same numbers.")] = 0,
    threads: Annotated[
        int | None, typer.Option(metavar="N", help="How many threads work; by default one a core.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print the numbers for programs instead of the tables.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw strength against thinking time into an SVG file as well.")
    ] = None,
    box: BoxFile = None,
    option: Options = None,
) -> None:
    """Measure how strong the bots are: every two levels play each other, and all are rated.

    Every deal is played twice, with the chairs exchanged and the same chance. With more than two seats the levels sit
    on alternating chairs. Then `sharp` plays `fair` with less and less time. In a game that all win or lose together
    teams of one level play instead, and a team of `easy` with one `sharp` among them.

    `sharp` makes 1,000 simulations for a move, or --sims; with --think as many as are found to fit into that time
    here, and the ladder says how many. The same seed and number give the same games, whatever the number of threads.

    Examples:

    `molehill ladder honeymoon`

    `molehill ladder mole_park --seats 4 --games 60 --sims 200 --json > mole_park-4.json`

    `molehill ladder target_rats --levels easy,fair,sharp --think 0.2 --plot strength.svg`
    """
    from molehill.lab.ladder import ladder as run
    from molehill.lab.ladder_drawing import check_plot, draw_plot

    named = _names(levels) or []
    if plot is not None:
        check_plot(plot, named)
    with _progress(1) as told:
        found = run(game, seats, named, games, sims, think, seed, threads, box, _options(option), told)
    if plot is not None:
        draw_plot(found, plot)
    if json:
        _print_json(found.as_json())
    else:
        _console().print(found)


@app.command()
def balance(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game; without one all of them.")] = None,
    quick: Annotated[bool, typer.Option("--quick", metavar="", help="A tenth of the games, for a first look.")] = False,
    sims: Annotated[
        int | None, typer.Option(metavar="N", help="How many simulations `sharp` makes for a move; by default 1,000.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Another seed than the usual one, which nobody may use for tuning.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", help="How many threads work; by default one a core.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print the numbers for programs instead of the tables.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the figures there, as GAME.json, for `make docs`.")
    ] = None,
) -> None:
    """Measure whether the games are as long and as fair as their rules want them, by games between bots.

    Each game's balance.toml lists the targets, with the clause that asks for each. A target holds if the whole 95 %
    interval of the figure is within its bounds, within error if only the figure itself is. The exit code is 1 if
    any fails by more than the error. All games together take the better part of an hour.

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
        with _progress(sum(games_of(each, quick).values())) as told:
            found.append(run(each, quick, sims, seed, threads, told))
        if save is not None:
            (save / f"{each.id}.json").write_text(_as_json(found[-1].as_json()) + "\n", encoding="utf-8")
        if not json:
            _console().print(found[-1], "")
    if json:
        _print_json([one.as_json() for one in found])
    if any(one.failed for one in found):
        raise typer.Exit(FAILED)


@app.command()
def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="Such as HM-09, or just 9.")] = None,
) -> None:
    """Show a game's rulebook, or what it says about one clause.

    A refused move names the clause that forbids it; this is where to look it up.

    Examples:

    `molehill rules honeymoon`

    `molehill rules honeymoon HM-09`
    """
    from rich.markdown import Markdown

    from molehill.terminal import passages

    found = molehill.game(game)
    text = found.rulebook if clause is None else passages(found, clause)
    _console().print(Markdown(text))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log, or a match that `molehill play` saved.")],
    boards: Annotated[
        Literal["end", "all", "none"], typer.Option(help="Draw the last board, the board after each turn, or none.")
    ] = "end",
) -> None:
    """Tell a match again from its log, from the first move to the last.

    Example:

    `molehill replay my-match.json --boards all`
    """
    from molehill import terminal

    match, names = terminal.load(file)
    terminal.show_replay(match, names, boards)


@app.command()
def games() -> None:
    """List the games that are installed, ours and those of other packages."""
    from rich.padding import Padding

    from molehill.terminal.story import choices, span

    console = _console()
    for game in molehill.games():
        facts = f"{span(game.min_seats, game.max_seats)} seats, {span(*game.minutes)} minutes, from age {game.age}"
        console.print(f"[bold]{game.id}[/]  {game.name}: {facts}", highlight=False)
        console.print(Padding(game.words.say("blurb"), (0, 0, 0, 4)), highlight=False)
        for option in game.options:
            about = f"{option.name}={choices(option, game.max_seats)}: {game.words.say(f'option-{option.name}')}"
            console.print(Padding(about, (0, 0, 0, 4)), style="dim", highlight=False)
    for missing in molehill.left_out():
        _warn(f"{missing.id} of {missing.package} is left out: {missing.why}")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everybody.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", help="The port; 0 for any that is free.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; by default a file of yours.")
    ] = None,
    root_path: Annotated[
        str | None, typer.Option(metavar="PATH", help="The path that it lies below, such as /molehill.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", metavar="", help="Open a browser there.")] = False,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting of docs/server.md. May be repeated."),
    ] = None,
) -> None:
    """Serve tables on line, where people and bots play in the browser.

    Every setting can also be an environment variable, such as MOLEHILL_PORT=8080.

    Examples:

    `molehill serve --open`

    `molehill serve --host 0.0.0.0 --database postgresql://molehill@db/molehill`
    """
    said = {"host": host, "port": port, "database": database, "root_path": root_path}
    given = {name: value for name, value in said.items() if value is not None}
    _serve(given | _pairs(setting, "--set", "bot_pause=0"), open_browser)


def _serve(given: Mapping[str, Any], open_browser: bool) -> None:
    from molehill.server.run import serve as run
    from molehill.server.settings import read_settings

    run(read_settings(given), open_browser)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="LOG", help="A log of a finished game from a server.")],
) -> None:
    """Check every roll and draw of a game that was played on a server, from its log alone.

    The server showed a hash of a secret before the first roll; the log holds the secret.

    Example:

    `molehill verify my-game.json`
    """
    from molehill.engine.box import read_text
    from molehill.server.dice import tell

    typer.echo(tell(read_text(file)))


@app.command()
def check(
    game: GameName,
    only: Annotated[str, typer.Option(metavar="WORD", help="Only the checks with this in their names.")] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Other random games than the usual ones.")] = 0,
    effort: Annotated[float, typer.Option(metavar="X", help="So many times as much of what is random.")] = 1.0,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print what was found for programs instead of sentences.")
    ] = False,
) -> None:
    """Check that a game holds what every game must: legal moves, secrets, logs, words, types, and more.

    Each check is a sentence. What breaks it is told with the position and, if one is to blame, the line of the game.
    It takes less than a minute once the rules are compiled, and needs neither npm nor anything else. The exit code is
    1 if a check fails.

    Examples:

    `molehill check honeymoon`

    `molehill check honeymoon --only undo --seed 7 --effort 10`
    """
    from molehill import conformance

    read_seed(seed)
    if not 0 < effort <= MOST_EFFORT:
        raise Unknown(f"effort is more than 0 and at most {MOST_EFFORT}, not {effort:g}")
    found = []
    for result in conformance.run(molehill.game(game), only, seed, effort):
        found.append(result)
        if not json:
            _tell_result(game, result, seed)
    failed = sum(result.finding is not None for result in found)
    if json:
        _print_json([result.as_json() for result in found])
    else:
        typer.echo(f"{failed} of {len(found)} checks failed." if failed else f"All {len(found)} checks hold.")
    if failed:
        raise typer.Exit(FAILED)


def _tell_result(game: str, result: Any, seed: int) -> None:
    from rich.text import Text

    console, finding = _console(), result.finding
    mark = ("✗", "red") if finding else ("-", "dim") if result.not_tried else ("✓", "green")
    why_not = f" Not tried: {result.not_tried}." if result.not_tried else ""
    console.print(Text.assemble(mark, " ", result.check.says, why_not), soft_wrap=True)
    if finding is None:
        return
    again = f"molehill check {game} --only {result.check.name}" + (f" --seed {seed}" if seed else "")
    for what, said in (("", finding.what), ("at ", finding.position), ("in ", finding.line), ("again: ", again)):
        if said:
            console.print(Text(f"    {what}{said}"), soft_wrap=True)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new game's id: small letters, such as mole_hill.")],
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Its name for people; by default from the id.")
    ] = None,
    prefix: Annotated[str | None, typer.Option(metavar="XX", help="Two letters for its clauses, such as MH.")] = None,
) -> None:
    """Write the folder of a new game, with a tiny sample game in it that passes every test.

    Run it in a checkout of Molehill; docs/add-a-game.md walks through what it writes.

    Example:

    `molehill new-game mole_hill`
    """
    from molehill import scaffold

    for path in scaffold.write(name, Path.cwd(), title, prefix):
        typer.echo(f"wrote {path.relative_to(Path.cwd())}")
    typer.echo(f'Now run: make golden, then make test ARGS="-k {name}"; then read docs/add-a-game.md')


app.add_typer(operators.app)

# ---- reading what was typed, and printing ----------------------------------------------------------------------------


def _options(given: list[str] | None) -> dict[str, str]:
    return _pairs(given, "--option", "side=B")


def _pairs(given: list[str] | None, option: str, example: str) -> dict[str, str]:
    chosen = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise Unknown(f"{option} takes NAME=VALUE, such as {example}, not {text!r}")
        chosen[name.strip()] = value.strip()
    return chosen


def _names(given: str | None) -> list[str] | None:
    return None if given is None else [name.strip() for name in given.split(",")]


def _console() -> Console:
    from rich.console import Console

    return Console()


def _print_json(data: Any) -> None:
    typer.echo(_as_json(data))


def _as_json(data: Any) -> str:
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A bar on stderr while something runs, if anybody is looking."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=max(total, 1))
        yield lambda done, total=None: bar.update(task, advance=done, total=total)
