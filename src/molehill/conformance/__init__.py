"""What every game must hold, shipped with the package: `molehill check GAME` tries it on any game that is installed.

A check is a function that looks at a game, at one table or at many; its docstring is the sentence that it checks. They
stand in modules by subject, and `tests/conformance` calls the same ones. None of them knows a particular game.
"""

from __future__ import annotations

from molehill.conformance import (
    declared,
    hostile,
    kernels,
    legality,
    lessons,
    logs,
    observations,
    offers,
    secrets,
    words,
)
from molehill.conformance.checks import CHECKS, Check
from molehill.conformance.run import Finding, Result, run
from molehill.conformance.trial import Broken, Trial

__all__ = [
    "CHECKS", "Broken", "Check", "Finding", "Result", "Trial", "declared", "hostile", "kernels", "legality", "lessons",
    "logs", "observations", "offers", "run", "secrets", "words",
]  # fmt: skip
