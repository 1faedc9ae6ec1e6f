"""What all drawings of the lab share: tables without lines, settings and values in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from molehill.lab.settings import Setting


def table_of(*heads: str) -> Table:
    """An empty table with these columns; a head that begins with > has its numbers aligned to the right."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(Text(head.removeprefix(">")), justify="right" if head.startswith(">") else "left")
    return table


def setting_text(setting: Setting) -> str:
    """A setting in one line, without what is usual."""
    usual = setting.game.read_options({}, setting.seats)
    bots = dict.fromkeys(setting.names)
    parts = [WORDS.say("seats", seats=setting.seats), ", ".join(bots if len(bots) == 1 else setting.names)]
    parts += [f"{name} {value_text(value)}" for name, value in setting.options.items() if value != usual[name]]
    if "sharp" in setting.bots:
        parts.append(WORDS.say("sims", sims=f"{setting.sims:,}"))
    if setting.rotate:
        parts.append(WORDS.say("rotating"))
    return ", ".join([*parts, WORDS.say("box", name=setting.box.name, hash=setting.box.hash[7:15])])


def value_text(value: object) -> str:
    """An option's value, or a yes or no, in words."""
    if isinstance(value, bool):
        return WORDS.say("yes" if value else "no")
    return str(value)
