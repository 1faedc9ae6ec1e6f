"""Packs the browser app into the wheel. `make release` builds the app first, so installing the wheel needs no Node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Packing(BuildHookInterface):  # type: ignore[type-arg]
    """Puts web/dist where the server looks for the app."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built. An editable install finds the app where it was built."""
        app = Path(self.root, "web", "dist")
        if version == "editable":
            return
        if (app / "index.html").is_file():
            build_data["force_include"][str(app)] = "molehill/server/app"
        else:
            self.app.display_warning("The browser app is not built: this wheel has the plain page only (make release)")
