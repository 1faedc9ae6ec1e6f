"""A new game: `write` puts a small, complete one into a checkout, under a name of one's own. It is there to be changed.

The files are kept in `template/` as they will stand, with `.txt` after their names so that no tool takes them for a
game. In them `game_id`, `Game Title` and `XX` stand for the game's id, its title and the prefix of its clauses.
"""

from __future__ import annotations

import keyword
import re
import shutil
from pathlib import Path

from molehill.engine.errors import Malformed, MolehillError, Unknown
from molehill.engine.game import NAME, PREFIX

TEMPLATE = Path(__file__).parent / "template"
LONGEST = 30  # lines that hold a name must stay within what the formatter allows

_GAMES = Path("src", "molehill", "games")
_FOLDERS = (_GAMES, Path("tests", "games"), Path("docs", "games"))
_ENTRY_POINTS = '[project.entry-points."molehill.games"]'


class Taken(MolehillError):
    """A name, a prefix or a file that is there already."""


def write(name: str, root: Path, title: str | None = None, prefix: str | None = None) -> list[Path]:
    """Write a new game into the checkout at `root` and return its files, and pyproject.toml, where it is listed.

    `title` and `prefix` are made from the name if they are not given: mole_hill becomes "Mole Hill", with clauses
    MH-01 and so on. Raises Malformed, Unknown or Taken, and then nothing has been written.
    """
    _check_name(name)
    title = _check_title(name.replace("_", " ").title() if title is None else title)
    prefix = _check_prefix(_initials(name) if prefix is None else prefix)
    _check_root(root)
    _check_free(name, prefix, root)
    texts = _filled(name, root, title, prefix)
    for path in texts:
        if path.exists():
            raise Taken(f"{path.relative_to(root)} exists already; nothing was written")
    _put_down(texts, [root / folder / name for folder in _FOLDERS[:2]])
    _list_in(root / "pyproject.toml", name)
    return [*texts, root / "pyproject.toml"]


# ---- what may be asked for ------------------------------------------------------------------------------------------


def _check_name(name: str) -> None:
    if len(name) > LONGEST:
        raise Malformed(f"a game's name has at most {LONGEST} characters; {name!r} has {len(name)}")
    if not re.fullmatch(NAME, name):
        raise Malformed(f"a game's name is lower-case letters, digits and _, such as mole_hill, not {name!r}")
    if keyword.iskeyword(name):
        raise Malformed(f"{name!r} is a word of Python's own; choose another name")


def _check_title(title: str) -> str:
    title = title.strip()
    if not 1 <= len(title) <= LONGEST or not title.isprintable() or set(title) & set('"\\{}[]$<>|`'):
        raise Malformed(f"a title is 1 to {LONGEST} characters without quotes, brackets and signs, not {title!r}")
    return title


def _check_prefix(prefix: str) -> str:
    if not re.fullmatch(PREFIX, prefix):
        raise Malformed(f"a prefix of clauses is 2 to 4 capital letters, such as MH, not {prefix!r}")
    return prefix


def _initials(name: str) -> str:
    """MH for mole_hill, BA for badgers."""
    words = re.findall(r"[a-z]+", name)
    letters = "".join(word[0] for word in words)[:4] if len(words) > 1 else words[0][:2]
    if len(letters) < 2:
        raise Malformed(f"no prefix of clauses can be made from {name!r}; give one, such as MH")
    return letters.upper()


def _check_root(root: Path) -> None:
    project = root / "pyproject.toml"
    if not all((root / folder).is_dir() for folder in _FOLDERS) or not (root / _GAMES / "__init__.py").is_file():
        raise Unknown(f"{root} is not a checkout of Molehill: {', '.join(map(str, _FOLDERS))} must be there")
    if not project.is_file() or _ENTRY_POINTS not in project.read_text(encoding="utf-8").splitlines():
        raise Unknown(f"{project} does not list games under {_ENTRY_POINTS}")


def _check_free(name: str, prefix: str, root: Path) -> None:
    for folder in _FOLDERS[:2]:
        if (root / folder / name).exists():
            raise Taken(f"there is a game {name!r} already: {folder / name}")
    for other in sorted((root / _GAMES).glob("*/__init__.py")):
        if re.search(rf'\bprefix\s*=\s*"{prefix}"', other.read_text(encoding="utf-8")):
            raise Taken(f"the prefix {prefix} belongs to {other.parent.name} already; choose another")


# ---- writing --------------------------------------------------------------------------------------------------------


def _filled(name: str, root: Path, title: str, prefix: str) -> dict[Path, str]:
    """Every file with its text."""

    def fill(text: str) -> str:
        return text.replace("game_id", name).replace("XX", prefix).replace("Game Title", title)

    return {
        root / fill(source.relative_to(TEMPLATE).as_posix()).removesuffix(".txt"): fill(source.read_text("utf-8"))
        for source in sorted(TEMPLATE.rglob("*.txt"))
    }


def _put_down(texts: dict[Path, str], folders: list[Path]) -> None:
    """All files or none: what was written is taken away again if one can't be. `folders` are the game's own."""
    written: list[Path] = []
    try:
        for folder in folders:
            folder.mkdir()
            written.append(folder)
        for path, text in texts.items():
            with path.open("x", encoding="utf-8", newline="\n") as file:
                written.append(path)
                file.write(text)
    except OSError:
        for path in reversed(written):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise


def _list_in(project: Path, name: str) -> None:
    """Put the game among the entry points, in the order of the alphabet."""
    lines = project.read_text(encoding="utf-8").splitlines()
    first = last = lines.index(_ENTRY_POINTS) + 1
    while last < len(lines) and "=" in lines[last]:
        last += 1
    lines[first:last] = sorted([*lines[first:last], f'{name} = "molehill.games.{name}:GAME"'])
    project.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
