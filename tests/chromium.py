"""Where the machine's chromium is, the same that `web/tests/e2e/chromium.mjs` takes."""

from __future__ import annotations

import os
import shutil

_NAMES = (os.environ.get("CHROMIUM", ""), "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
