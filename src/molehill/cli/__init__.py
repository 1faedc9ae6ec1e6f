"""The command line: reads what was typed and calls the module that does it.

Commands for playing, serving and looking things up are here, those of the lab are in `lab.py`, those for running a
server in `operators.py`, and those for writing games in `authors.py`.

A mistake in the input becomes one line on stderr and exit code 2. Modules that need NumPy are imported inside the
commands, so that `--help` answers at once.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.exceptions import TyperException

import molehill
from molehill.bots import read_seed
from molehill.cli import authors, lab, operators
from molehill.cli.arguments import BoxFile, GameName, Options, Sims, Think, read_names, read_options, read_pairs
from molehill.cli.printing import console
from molehill.engine.errors import MolehillError

WRONG_INPUT = 2

app = typer.Typer(
    name="molehill",
    epilog="Without a command the lobby opens in the browser.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["--help", "-h"]},
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit with 0, or with 2 and one line on stderr if the input was wrong."""
    _write_utf8()
    try:
        code = app(list(sys.argv[1:] if arguments is None else arguments), "molehill", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        code = _close_quietly()
    except (KeyboardInterrupt, typer.Abort):
        code = lab.INTERRUPTED
    except TyperException as error:
        code = _complain(error.format_message())
    except MolehillError as error:
        code = _complain(str(error))
    except MemoryError:
        code = _complain("there is not enough memory for that; ask for fewer games")
    except OSError as error:
        code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    sys.exit(code)


def _write_utf8() -> None:
    """Write UTF-8, because boards have characters that old encodings lack, such as the code pages of Windows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def _complain(message: str) -> int:
    _warn(message)
    return WRONG_INPUT


def _warn(message: str) -> None:
    line = " ".join(message.split())
    print(f"molehill: {line}", file=sys.stderr)  # noqa: T201


def _close_quietly() -> int:
    """End without output: the program that read ours has ended (`molehill rules honeymoon | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1  # the same code that rich uses when it notices first


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
            help="Keep open what a game shows you only for some seconds, such as a stack of cards.",
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

    `molehill play moledozer --players Anna,Ben --keep-open` (nobody has to remember their cards)
    """
    if seed is not None:
        read_seed(seed)
    from molehill import terminal

    chosen = read_options(option)
    terminal.play(game, seats, read_names(players), chosen, box, resume, save, own_dice, seed, keep_open, sims, think)


for command in lab.COMMANDS:
    app.command(rich_help_panel="The lab")(command)


@app.command()
def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="Such as HM-09, or just 9.")] = None,
) -> None:
    """Show a game's rulebook, or what it says about one clause.

    When a move is refused, you are told the clause that forbids it. Look it up here.

    Examples:

    `molehill rules honeymoon`

    `molehill rules honeymoon HM-09`
    """
    from rich.markdown import Markdown

    from molehill.terminal import passages

    found = molehill.game(game)
    text = found.rulebook if clause is None else passages(found, clause)
    console().print(Markdown(text))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log, or a match that `molehill play` saved.")],
    boards: Annotated[
        Literal["end", "all", "none"], typer.Option(help="Draw the last board, the board after each turn, or none.")
    ] = "end",
) -> None:
    """Print a match from its log, from the first move to the last.

    Example:

    `molehill replay my-match.json --boards all`
    """
    from molehill import terminal

    match, names = terminal.load(file)
    terminal.show_replay(match, names, boards)


@app.command()
def games() -> None:
    """List the installed games, ours and those of other packages."""
    from rich.padding import Padding

    from molehill.terminal.story import choices, span

    screen = console()
    for game in molehill.games():
        facts = f"{span(game.min_seats, game.max_seats)} seats, {span(*game.minutes)} minutes, from age {game.age}"
        screen.print(f"[bold]{game.id}[/]  {game.name}: {facts}", highlight=False)
        screen.print(Padding(game.words.say("blurb"), (0, 0, 0, 4)), highlight=False)
        for option in game.options:
            about = f"{option.name}={choices(option, game.max_seats)}: {game.words.say(f'option-{option.name}')}"
            screen.print(Padding(about, (0, 0, 0, 4)), style="dim", highlight=False)
    for missing in molehill.left_out():
        _warn(f"{missing.id} of {missing.package} is left out: {missing.why}")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everybody.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", help="The port; 0 for any that is free.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; by default your own file.")
    ] = None,
    root_path: Annotated[
        str | None, typer.Option(metavar="PATH", help="The path below which it is served, such as /molehill.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="What people open, where a proxy stands before; links use it.")
    ] = None,
    nets: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Trained nets that may take seats; see docs/training.md.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", metavar="", help="Open a browser there.")] = False,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting of docs/server.md. May be repeated."),
    ] = None,
) -> None:
    """Serve online tables, where people and bots play in the browser.

    Every setting can also be given as an environment variable, such as MOLEHILL_PORT=8080.

    Examples:

    `molehill serve --open`

    `molehill serve --host 0.0.0.0 --database postgresql://molehill@db/molehill`
    """
    said = {"host": host, "port": port, "database": database, "root_path": root_path, "public_url": public_url}
    said["nets"] = nets
    given = {name: value for name, value in said.items() if value is not None}
    _serve(given | read_pairs(setting, "--set", "bot_pause=0"), open_browser)


def _serve(given: Mapping[str, Any], open_browser: bool) -> None:
    from molehill.server.run import serve as run
    from molehill.server.settings import read_settings

    run(read_settings(given), open_browser)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="LOG", help="A log of a finished game from a server.")],
) -> None:
    """Check every roll and draw of a game that was played on a server. Only its log is needed.

    The server showed a hash of a secret before the first roll, and players added luck. The log holds all of it.

    Example:

    `molehill verify my-game.json`
    """
    from molehill.engine.box import read_text
    from molehill.server.dice import tell

    typer.echo(tell(read_text(file)))


for command in authors.COMMANDS:
    app.command(command.__name__.replace("_", "-"), rich_help_panel="Writing games")(command)


app.add_typer(operators.app)
