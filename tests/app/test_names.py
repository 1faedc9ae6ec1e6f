"""What people type is bounded alike in the app and on the server."""

from __future__ import annotations

import re

from releases import ROOT

from molehill.server.seats import LONGEST_NAME


def test_a_name_in_the_app_may_be_as_long_as_the_server_allows() -> None:
    said = re.search(r"LONGEST_NAME = (\d+)", (ROOT / "web/src/lib/names.ts").read_text(encoding="utf-8"))
    assert said is not None
    assert int(said[1]) == LONGEST_NAME
