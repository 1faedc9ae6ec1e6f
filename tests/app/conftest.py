"""A release, and an environment with only the wheel and the packages that it requires."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from releases import DIST, Environment, Release


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    if not (DIST / "index.html").is_file():
        pytest.skip("the app is not built: make app")
    return Release.build(tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="session")
def environment(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment without Node, without a compiler, and without anything compiled before."""
    made = Environment(tmp_path_factory.mktemp("environment"))
    made.install(release.wheel)
    return made


@pytest.fixture(scope="session")
def lobby(environment: Environment) -> Iterator[str]:
    """The address that bare `molehill` opens in the browser."""
    with environment.opening() as url:
        yield url
