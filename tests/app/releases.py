"""Releases as `make release` builds them, and empty environments to install them in."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parents[2]
DIST = ROOT / "web" / "dist"
WINDOWS = os.name == "nt"
NEEDED = ("SYSTEMROOT", "TEMP", "TMP", "LANG", "LD_LIBRARY_PATH")  # no program starts without these
QUICK = {"MOLEHILL_WARM": "no", "MOLEHILL_PORT": "0", "MOLEHILL_BOT_PAUSE": "0"}
BROWSER = """
import socket, sys
socket.create_connection(("127.0.0.1", int(sys.argv[1]))).sendall(sys.argv[2].encode())
"""  # it only prints what it should open


@dataclass(frozen=True)
class Release:
    """The two files of a release."""

    wheel: Path
    source: Path

    @classmethod
    def build(cls, folder: Path) -> Release:
        """Build both files from the project."""
        subprocess.run([sys.executable, "-m", "hatchling", "build", "--directory", folder], cwd=ROOT, check=True)
        (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
        return cls(wheel, source)


class Environment:
    """A virtual environment without pip, with a separate home and nothing else on the PATH.

    The packages that playing needs come from the environment of the tests, so nothing is downloaded.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder / "env", folder / "home"
        self.home.mkdir()
        venv.create(self.folder, symlinks=not WINDOWS)
        self.bin = self.folder / ("Scripts" if WINDOWS else "bin")
        self.python = self.bin / ("python.exe" if WINDOWS else "python")
        self.molehill = self.bin / ("molehill.exe" if WINDOWS else "molehill")
        self.variables = {name: os.environ[name] for name in NEEDED if name in os.environ}
        self.variables |= {"PATH": str(self.bin), "HOME": str(self.home), "USERPROFILE": str(self.home)}
        self.site = Path(self.output("-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
        for package in playing():
            self._copy(package)

    def _copy(self, package: str) -> None:
        files = distribution(package).files or []
        for file in files:
            source, to = Path(str(file.locate())), self.site / file
            if ".." not in file.parts and source.is_file():  # programs that a package brings are not needed
                to.parent.mkdir(parents=True, exist_ok=True)
                _link(source, to)

    def pip(self, *arguments: str | Path) -> None:
        """Run the pip of the tests on this environment."""
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(self.python)]
        subprocess.run([*pip, *map(str, arguments)], check=True)

    def install(self, wheel: Path) -> None:
        """Install a wheel; everything that it requires must be here."""
        self.pip("install", "--no-index", "--no-deps", wheel)
        self.pip("check")

    def output(self, *arguments: str) -> str:
        """The output of Python in this environment."""
        done = subprocess.run(
            [self.python, *arguments], env=self.variables, cwd=self.home, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    @contextmanager
    def opening(self, *arguments: str) -> Iterator[str]:
        """Run `molehill` until it opens a browser, and yield the address. It runs until the block ends."""
        with socket.create_server(("127.0.0.1", 0)) as visited:
            script = self.home / "browser.py"
            script.write_text(BROWSER, encoding="utf-8")
            command = [Path(sys.executable).as_posix(), script.as_posix(), str(visited.getsockname()[1]), "%s"]
            variables = self.variables | QUICK | {"BROWSER": shlex.join(command)}
            running = subprocess.Popen(
                [self.molehill, *arguments], env=variables, cwd=self.home, stderr=subprocess.PIPE, text=True
            )
            try:
                yield _address(visited, running)
            finally:
                running.terminate()
                running.communicate()


def _link(source: Path, to: Path) -> None:
    try:
        os.link(source, to)
    except OSError:  # on another disk
        shutil.copy(source, to)


def _address(visited: socket.socket, running: subprocess.Popen[str]) -> str:
    """The address that the browser should open. If the program ends before that, it has failed and said why."""
    visited.settimeout(1.0)
    while running.poll() is None:
        try:
            with visited.accept()[0] as browser:
                return b"".join(iter(lambda: browser.recv(1000), b"")).decode()
        except TimeoutError:
            continue
    raise AssertionError(running.communicate()[1])


def playing() -> list[str]:
    """The packages that `make play` installs on this system, without those that only building needs."""
    lock = (ROOT / "requirements" / "play.lock").read_text(encoding="utf-8")
    builds = (ROOT / "requirements" / "build.in").read_text(encoding="utf-8").split()
    pins = re.findall(r"^([\w.-]+)==[^;\s]+(?: ; ([^\\]+))?", lock, re.MULTILINE)
    return [name for name, where in pins if name not in builds and (not where or Marker(where).evaluate())]
