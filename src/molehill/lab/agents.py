"""Agents: who plays in the arena. A level, a level with its own number of simulations, a net, or anybody's program.

A program is started as a process of its own for each seat, and gets one JSON object a line: what its seat sees, and
which moves it may make. It answers with one of them. It never sees the match itself.
"""

from __future__ import annotations

import json
import queue
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Protocol

from molehill import bots
from molehill.bots import nets
from molehill.bots.levels import SEARCHES, Budget
from molehill.engine.errors import MolehillError, Unknown

if TYPE_CHECKING:
    from molehill.engine.game import Game
    from molehill.engine.match import Match

PROTOCOL = 1
SECONDS = 10.0  # for a move
FIRST_SECONDS = 60.0  # for the first answer: programs load libraries
LONGEST = 65_536  # bytes of an answer
_AHEAD = 16  # lines that it may say before it is asked; then it waits
_MOMENT = 0.2  # seconds
NAME = re.compile(r"[\w .:+-]{1,40}")


class Fault(MolehillError):
    """A program that did not answer with a legal move: it loses that game."""


class Seated(Protocol):
    """An agent on one seat."""

    def begin(self, match: Match, seat: int, number: int, seed: int) -> None:
        """A game begins: its number, and a seed for those who choose by lot."""

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A move for the seat, which is to decide. Raises Fault."""

    def end(self, match: Match, seat: int) -> None:
        """The game is over."""

    def close(self) -> None:
        """There are no more games."""


@dataclass(frozen=True)
class Agent:
    """An agent's name, and who it is: a bot with so many simulations, the file of a net, or a command."""

    name: str
    bot: str = ""
    sims: int = SEARCHES
    net: str = ""
    command: tuple[str, ...] = ()

    def seated(self, game: Game, seats: int, options: Mapping[str, Any], seat: int, seconds: float) -> Seated:
        """It takes a seat."""
        if self.bot:
            return _Bot(self.bot, self.sims)
        if self.net:
            return _Net(nets.load(self.net).for_table(game, seats))
        return Program(self.name, self.command, game, seats, options, seat, seconds)

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        kind = {"bot": self.bot} if self.bot else {"net": self.net} if self.net else {"command": list(self.command)}
        return {"name": self.name, **kind, **({"sims": self.sims} if self.bot == "sharp" else {})}


def read(spec: str) -> Agent:
    """An agent from what somebody typed: `fair`, `sharp:200`, `mine=my_net.npz` or `mine=python my_bot.py`."""
    name, equals, command = (part.strip() for part in spec.partition("="))
    if equals:
        if not NAME.fullmatch(name):
            raise Unknown(f"an agent's name has up to 40 letters, digits, spaces and .:+-, not {name!r}")
        words = tuple(shlex.split(command))
        if len(words) == 1 and words[0].endswith(".npz"):
            nets.load(words[0])
            return Agent(name, net=words[0])
        if not words or shutil.which(words[0]) is None:
            raise Unknown(f"agent {name}: there is no program {words[0] if words else command!r}")
        return Agent(name, command=words)
    bot, colon, sims = name.partition(":")
    bots.read_names([bot])
    if not colon:
        return Agent(name, bot)
    if bot != "sharp" or not sims.isdigit():
        raise Unknown(f"only sharp takes simulations, as in sharp:200, not {name!r}")
    budget = Budget(sims=int(sims))
    return Agent(name, bot, budget.sims or SEARCHES)


def read_all(specs: Sequence[str]) -> list[Agent]:
    """Two agents or more, each with a name of its own."""
    agents = [read(spec) for spec in specs]
    names = [agent.name for agent in agents]
    for name in names:
        if names.count(name) > 1:
            raise Unknown(f"two agents are called {name!r}: give one another name, as in NAME=COMMAND")
    if len(agents) < 2:
        raise Unknown("an arena needs two agents or more: --agent fair --agent sharp:200")
    return agents


class _Net:
    """A net, which is the same in each game."""

    def __init__(self, bot: bots.Bot) -> None:
        self._bot = bot

    def begin(self, match: Match, seat: int, number: int, seed: int) -> None:
        pass

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        return self._bot.choose(match, seat)

    def end(self, match: Match, seat: int) -> None:
        pass

    def close(self) -> None:
        pass


class _Bot(_Net):
    """One of our bots, with a fresh seed for each game."""

    def __init__(self, name: str, sims: int) -> None:
        super().__init__(bots.bot(name, sims=sims))
        self._name, self._sims = name, sims

    def begin(self, match: Match, seat: int, number: int, seed: int) -> None:
        self._bot = bots.bot(self._name, seed, sims=self._sims)


# ---- other people's code --------------------------------------------------------------------------------------------


class Program:
    """A program that speaks the protocol, on one seat. It is started again after a fault."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        seat: int,
        seconds: float = SECONDS,
    ) -> None:
        self.name, self._command, self._seconds = name, command, seconds
        self._hello = {
            "type": "hello", "protocol": PROTOCOL, "game": game.id, "rules": game.version, "seats": seats, "seat": seat,
            "options": dict(options),
        }  # fmt: skip
        self._process: _Process | None = None
        self._number, self._told, self._wants_numbers = 0, 0, False

    def begin(self, match: Match, seat: int, number: int, seed: int) -> None:
        """Tell it that a game begins; start it if it does not run."""
        self._number, self._told = number, 0
        if self._process is None:
            self._process = _Process(self._command)
            answer = self._ask(self._hello, FIRST_SECONDS)
            if answer.get("type") != "ready":
                raise self._fault(f"it answered {_short(answer)} to hello, not {{'type': 'ready'}}")
            self._wants_numbers = answer.get("observation") is True
        self._tell({"type": "start", "number": number})

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """Ask it for a move."""
        heard, legal = match.events(seat), match.legal(seat)
        question: dict[str, Any] = {
            "type": "decide", "number": self._number, "view": match.view(seat), "events": heard[self._told :],
            "legal": legal,
        }  # fmt: skip
        if self._wants_numbers:
            question |= {"observation": match.observe(seat).tolist(), "numbers": match.legal_numbers(seat)}
        self._told = len(heard)
        answer = self._ask(question, self._seconds)
        move = answer.get("move")
        if isinstance(move, int) and not isinstance(move, bool) and 0 <= move < len(legal):
            return legal[move]
        if move not in legal:
            raise self._fault(f"it answered {_short(answer)}, which is no legal move")
        chosen: dict[str, Any] = move
        return chosen

    def end(self, match: Match, seat: int) -> None:
        """Tell it the result."""
        if self._process is not None:
            self._tell({"type": "end", "number": self._number, "result": match.result})

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _ask(self, question: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        self._tell(question)
        assert self._process is not None
        line = self._process.line(seconds)
        if line is None:
            raise self._fault(f"it did not answer within {seconds:g} s")
        if not line.endswith(b"\n"):
            raise self._fault("it ended" if len(line) < LONGEST else f"it answered with more than {LONGEST:,} bytes")
        try:
            answer = json.loads(line)
        except ValueError:
            raise self._fault(f"it answered {_short(line.decode(errors='replace'))}, which is no JSON") from None
        if not isinstance(answer, dict):
            raise self._fault(f"it answered {_short(answer)}, which is no object")
        return answer

    def _tell(self, message: Mapping[str, Any]) -> None:
        assert self._process is not None
        if not self._process.tell(json.dumps(message, separators=(",", ":")).encode() + b"\n", self._seconds):
            raise self._fault("it ended, or does not read what it is told")

    def _fault(self, why: str) -> Fault:
        self.close()
        return Fault(f"{self.name}: {why}")


class _Process:
    """A process, its lines read and written in threads, so that nobody waits for ever."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        self._said: queue.Queue[bytes] = queue.Queue(_AHEAD)
        self._closed = threading.Event()
        self._told: queue.Queue[tuple[bytes, threading.Event] | None] = queue.Queue()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def _read(self) -> None:
        output = _pipe(self._process.stdout)
        line = b"\n"
        while line.endswith(b"\n"):  # otherwise too long, or cut off
            line = output.readline(LONGEST)
            while not self._closed.is_set():
                try:
                    self._said.put(line, timeout=_MOMENT)
                except queue.Full:
                    continue
                break

    def _write(self) -> None:
        given = _pipe(self._process.stdin)
        while (told := self._told.get()) is not None:
            try:
                given.write(told[0])
                given.flush()
            except (OSError, ValueError):
                return
            told[1].set()

    def line(self, seconds: float) -> bytes | None:
        """The next line: not ended if it is too long or the process has ended, None if it does not come in time."""
        try:
            return self._said.get(timeout=seconds)
        except queue.Empty:
            return None

    def tell(self, line: bytes, seconds: float) -> bool:
        """Whether the line was taken in time."""
        taken = threading.Event()
        self._told.put((line, taken))
        return taken.wait(seconds) if self._process.poll() is None else False

    def close(self) -> None:
        """End it, whatever it does."""
        self._closed.set()
        self._told.put(None)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was told last and never read
                _pipe(pipe).close()


def _pipe(found: IO[bytes] | None) -> IO[bytes]:
    assert found is not None
    return found


def _short(answer: Any) -> str:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return text if len(text) <= 80 else f"{text[:77]}..."
