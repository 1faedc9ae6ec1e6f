"""The hosted workflows, as far as they can be checked here: what they call exists, and they test what we promise."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from releases import ROOT

JOBS: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def steps(job: str) -> Iterator[dict[str, Any]]:
    yield from JOBS[job]["steps"]


def scripts() -> list[str]:
    return [step["run"] for job in JOBS for step in steps(job) if "run" in step]


def artifacts(job: str, action: str) -> set[str]:
    """The names that a job uploads or downloads."""
    return {step["with"]["name"] for step in steps(job) if step.get("uses", "").startswith(f"actions/{action}@")}


def test_every_python_that_we_name_is_tried() -> None:
    named = [line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if "Python :: 3." in line]
    assert JOBS["linux"]["strategy"]["matrix"]["python"] == named
    assert f">={named[0]}" == PROJECT["requires-python"]


def test_every_system_that_we_name_is_tried() -> None:
    systems = {"Linux": "ubuntu-latest", "Windows": "windows-latest", "MacOS": "macos-latest"}
    named = {line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if line.startswith("Operating System")}
    tried = {JOBS["linux"]["runs-on"], *JOBS["systems"]["strategy"]["matrix"]["system"]}
    assert tried == {systems[name] for name in named}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("script", scripts())
def test_scripts_are_written_rightly_and_call_what_there_is(script: str) -> None:
    subprocess.run(["bash", "-n", "-c", script], check=True)
    for target in re.findall(r"^make ([\w-]+)", script, re.MULTILINE):
        assert re.search(rf"^{target}:.*## ", MAKEFILE, re.MULTILINE), target
    for path in re.findall(r"(?:requirements|tests)/[\w./]+", script):
        assert (ROOT / path).exists(), path


def test_what_a_job_takes_was_left_by_one_that_it_waits_for() -> None:
    for name, job in JOBS.items():
        needed = [job["needs"]] if "needs" in job else []
        left = {artifact for other in needed for artifact in artifacts(other, "upload-artifact")}
        assert artifacts(name, "download-artifact") <= left


def test_no_job_may_run_for_ever() -> None:
    assert all(0 < job["timeout-minutes"] <= 120 for job in JOBS.values())
