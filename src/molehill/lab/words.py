"""The lab's sentences."""

from __future__ import annotations

from pathlib import Path

from molehill.engine.words import Words

WORDS = Words(Path(__file__).with_name("words.en.ftl"))
