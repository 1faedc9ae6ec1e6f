"""The page that tells people what this server keeps of them, from its own settings."""

from __future__ import annotations

from html import escape

from molehill.server.files import ASK_AGAIN, PLAIN, Asset, type_of
from molehill.server.settings import DAY, Settings
from molehill.server.words import say

_FRAME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Molehill: {title}</title>
<link rel="icon" type="image/svg+xml" href="icon.svg">
<link rel="stylesheet" href="page/page.css">
<header><h1><a href="./#/">Molehill</a></h1></header>
<main>
<h2>{title}</h2>
{body}
</main>
</html>
"""
_TOLD = ("who", "table", "addresses", "cookies", "seen", "kept", "chat", "dice", "away")


def page(settings: Settings) -> Asset:
    """The page, with this server's own times."""
    given = {
        "contact": settings.contact or "no",
        "chat": "yes" if settings.chat else "no",
        **{
            name: _days(getattr(settings, name))
            for name in ("keep_unstarted", "keep_playing", "keep_over", "keep_imported", "keep_reports")
        },
    }
    told = "\n".join(f"<p>{escape(say(f'privacy-{part}', **given))}</p>" for part in _TOLD)
    text = _FRAME.format(title=escape(say("privacy")), body=told)
    return Asset(type_of(".html"), ASK_AGAIN, {PLAIN: text.encode()})


def _days(seconds: float) -> str:
    """A time in words: days, or hours where it is less than two days."""
    days = round(seconds / DAY)
    return say("days", count=days) if days >= 2 else say("hours", count=max(1, round(seconds * 24 / DAY)))
