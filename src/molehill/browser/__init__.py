"""Games for the browser: a game's `moves`, `view` and `text` translated from Python into a JavaScript module.

`program.py` finds the functions that are needed, `functions.py`, `expressions.py` and `patterns.py` write them, and
`runtime.js` makes them behave as in Python. `subset.py` lists what may be used, and `docs/browser.md` explains it.
Everything else is refused at build time, with file and line: a wrong translation would be worse than none.
"""

from __future__ import annotations

from molehill.browser.modules import SHARED, in_the_app, of_functions, of_game, shared, write
from molehill.browser.subset import Untranslatable

__all__ = ["SHARED", "Untranslatable", "in_the_app", "of_functions", "of_game", "shared", "write"]
