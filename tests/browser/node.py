"""Finds Node as `make` does: the machine's own, or the one beside this Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chromium import CHROMIUM

_PLACES = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
NODE = shutil.which("node", path=_PLACES)
HERE = Path(__file__).parent

needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node here; `make app` installs one")

_WEB = HERE.parent.parent / "web"
needs_chromium = pytest.mark.skipif(
    not (_WEB / "node_modules" / "@playwright").is_dir() or CHROMIUM is None,
    reason="there is no chromium here, or no Playwright; `make browser` installs both",
)


def run(script: str, *arguments: str, given: Any) -> Any:
    """The answer of a script of this folder, from JSON to JSON."""
    assert NODE is not None
    command = [NODE, str(HERE / script), *arguments]
    sent = json.dumps(given)
    done = subprocess.run(command, input=sent, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
