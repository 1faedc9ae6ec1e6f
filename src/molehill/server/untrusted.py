"""What strangers send and takes long to read, box files and logs, is read in here: a process that may be ended. Boxes
that somebody tries out in the workshop are changed and played in such processes, too.

The server starts it, writes a question to its input and reads the answer from its output (`sandbox.py`). Whatever a
question needs of our own is loaded first; from then on it has so much time of the processor, and so much memory.
"""

from __future__ import annotations

import base64
import signal
import sys
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import orjson

import molehill
from molehill.engine.errors import BadBox, MolehillError, Unknown
from molehill.server.words import Problem, problem

SIZE = 4  # bytes that say how long the next part is
Answer = dict[str, Any]


def box(game: str, text: str) -> Answer:
    """A box file, checked: its record and what else the server needs to play with it."""
    found = molehill.game(game).box_from_text(text)
    return {"hash": found.hash, "doc": found.doc, "record": base64.b64encode(found.record.tobytes()).decode()}


def _box(given: Answer, body: bytes) -> Callable[[], Answer]:
    molehill.game(given["game"]).part("box")
    return lambda: box(given["game"], body.decode())


def _log(given: Answer, body: bytes) -> Callable[[], Answer]:
    from molehill.server import replays

    with suppress(MolehillError):  # a game that there is not is refused with all else
        molehill.game(given["game"]).match()
    return lambda: replays.read_import(body, **given["table"])


def _edit(given: Answer, body: bytes) -> Callable[[], Answer]:
    from molehill.lab import workshop

    game = molehill.game(given["game"])
    game.match()
    text = None if given["shipped"] else body.decode()
    wanted = [(change["at"], change["value"]) for change in given["changes"]]
    return lambda: workshop.edit(game, text, wanted, given["seats"], given["options"]).model_dump()


def _try(given: Answer, body: bytes) -> Callable[[], Answer]:
    from molehill.bots.search import load
    from molehill.lab.inquiry import Inquiry
    from molehill.lab.questions import Question

    game = molehill.game(given["game"])
    _ = game.box(), game.loops
    load(game)

    def play() -> Answer:
        inquiry = Inquiry(Question.model_validate_json(body), given["state"])
        inquiry.go_on(given["time"])
        return {"answer": inquiry.answer, "state": inquiry.state}

    return play


_READERS = {"box": _box, "log": _log, "edit": _edit, "try": _try}


def answer(question: Answer, body: bytes) -> bytes:
    """What comes of a question, or why nothing does. Of an error in reading strangers learn no more than its name."""
    read = _READERS[question["do"]](question, body)
    try:
        with limited(question["seconds"], question["bytes"]):
            return orjson.dumps(read())
    except BadBox as error:
        told = Problem("bad-box", str(error))
    except Unknown as error:
        told = Problem(question["code"], str(error))
    except Problem as error:
        told = error
    except Exception as error:
        told = problem(question["code"], "unreadable", why=type(error).__name__)
    return orjson.dumps({"problem": told.as_json()})


@contextmanager
def limited(seconds: float, memory: int) -> Any:
    """So much time of the processor, at the end of which this process ends; and so many bytes more than it has.

    Where a system does not say how much memory that is (`/proc`), only the time is limited; on Windows the server alone
    loses its patience.
    """
    try:
        import resource
    except ImportError:
        yield
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    with suppress(OSError, ValueError):
        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _part(source: IO[bytes]) -> bytes:
    return source.read(int.from_bytes(source.read(SIZE), "big"))


def main() -> None:
    """Answer until there is nothing more to read."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    while question := _part(source):
        told = answer(orjson.loads(question), _part(source))
        target.write(len(told).to_bytes(SIZE, "big") + told)
        target.flush()


if __name__ == "__main__":
    main()
