"""A new game: a small, complete one under your own name, in a checkout or as a package, there to be changed.

The files are kept in `template/` as they will stand, with `.txt` after their names so that no tool takes them for a
game: `game/` and `tests/` for both, `checkout/` and `package/` for what only one of them has. In them `game_id`,
`Game Title` and `XX` stand for the game's id, its title and the prefix of its clauses.
"""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from molehill.engine.errors import Malformed, MolehillError, Unknown
from molehill.engine.game import NAME, PREFIX

TEMPLATE = Path(__file__).parent / "template"
LONGEST = 30  # lines that hold a name must stay within what the formatter allows

_GAMES = Path("src", "molehill", "games")
_FOLDERS = (_GAMES, Path("tests", "games"), Path("docs", "games"))
_PROJECT, _SITE = "pyproject.toml", "mkdocs.yml"
_ENTRY_POINTS = '[project.entry-points."molehill.games"]'
_PAGE = "games/"  # how the address of a game's page begins in mkdocs.yml


class Taken(MolehillError):
    """A name, a prefix or a file that is there already."""


def write(name: str, root: Path, title: str | None = None, prefix: str | None = None) -> list[Path]:
    """Write a new game into the checkout at `root` and return its files, and the two that list it.

    `title` and `prefix` are made from the name if they are not given: mole_hill becomes "Mole Hill", with clauses
    MH-01 and so on. Raises Malformed, Unknown or Taken, and then nothing has been written.
    """
    words = _words(name, title, prefix)
    _check_root(root)
    _check_free(name, words["XX"], root)
    places = {"game": root / _GAMES / name, "tests": root / "tests" / "games" / name, "checkout": root}
    written = _put_down(_filled(places, words), root)
    _list_game(root / _PROJECT, name)
    _list_page(root / _SITE, name, words["Game Title"])
    return [*written, root / _PROJECT, root / _SITE]


def write_package(name: str, folder: Path, title: str | None = None, prefix: str | None = None) -> list[Path]:
    """Write a new game as a package of its own, in a folder of its name below `folder`, and return its files.

    Raises Malformed, Unknown or Taken, and then nothing has been written.
    """
    words = _words(name, title, prefix)
    if not folder.is_dir():
        raise Unknown(f"there is no folder {folder}")
    root = folder / name
    if root.exists():
        raise Taken(f"{root} exists already; nothing was written")
    places = {"game": root / "src" / name, "tests": root / "tests", "package": root}
    return _put_down(_filled(places, words), folder)


# ---- what may be asked for ------------------------------------------------------------------------------------------


def _words(name: str, title: str | None, prefix: str | None) -> dict[str, str]:
    """What stands in the templates, and what is to stand there instead."""
    _check_name(name)
    title = _check_title(name.replace("_", " ").title() if title is None else title)
    prefix = _check_prefix(_initials(name) if prefix is None else prefix)
    return {"game_id": name, "game-id": name.replace("_", "-"), "Game Title": title, "XX": prefix}


def _check_name(name: str) -> None:
    if len(name) > LONGEST:
        raise Malformed(f"a game's name has at most {LONGEST} characters; {name!r} has {len(name)}")
    if not re.fullmatch(NAME, name):
        raise Malformed(f"a game's name is lower-case letters, digits and _, such as mole_hill, not {name!r}")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name == "molehill":
        raise Malformed(f"{name!r} is a word of Python's own or ours; choose another name")


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
    project, site = root / _PROJECT, root / _SITE
    if not all((root / folder).is_dir() for folder in _FOLDERS) or not (root / _GAMES / "__init__.py").is_file():
        folders = ", ".join(map(str, _FOLDERS))
        raise Unknown(f"{root} is not a checkout of Molehill ({folders} must be there); --to DIR writes a package")
    if not project.is_file() or _ENTRY_POINTS not in project.read_text(encoding="utf-8").splitlines():
        raise Unknown(f"{project} does not list games under {_ENTRY_POINTS}")
    if not site.is_file() or _PAGE not in site.read_text(encoding="utf-8"):
        raise Unknown(f"{site} does not list the pages of games, {_PAGE}...")


def _check_free(name: str, prefix: str, root: Path) -> None:
    for folder in _FOLDERS[:2]:
        if (root / folder / name).exists():
            raise Taken(f"there is a game {name!r} already: {folder / name}")
    for other in sorted((root / _GAMES).glob("*/__init__.py")):
        if re.search(rf'\bprefix\s*=\s*"{prefix}"', other.read_text(encoding="utf-8")):
            raise Taken(f"the prefix {prefix} belongs to {other.parent.name} already; choose another")


# ---- writing --------------------------------------------------------------------------------------------------------


def _filled(places: Mapping[str, Path], words: Mapping[str, str]) -> dict[Path, str]:
    """Every file of these parts of the template with its text."""

    def fill(text: str) -> str:
        for sign, word in words.items():
            text = text.replace(sign, word)
        return text

    return {
        place / fill(source.relative_to(TEMPLATE / part).as_posix()).removesuffix(".txt"): fill(
            source.read_text("utf-8")
        )
        for part, place in places.items()
        for source in sorted((TEMPLATE / part).rglob("*.txt"))
    }


def _put_down(texts: Mapping[Path, str], root: Path) -> list[Path]:
    """All files or none: what was written below `root` is taken away again if one can't be."""
    for path in texts:
        if path.exists():
            raise Taken(f"{path.relative_to(root)} exists already; nothing was written")
    new: list[Path] = []
    try:
        for path, text in texts.items():
            for folder in reversed([above for above in path.parents if root in above.parents and not above.exists()]):
                new.append(folder)
                folder.mkdir()
            with path.open("x", encoding="utf-8", newline="\n") as file:
                new.append(path)
                file.write(text)
    except OSError:
        for path in reversed(new):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
        raise
    return list(texts)


def _list_game(project: Path, name: str) -> None:
    """Put the game among the entry points, in the order of the alphabet."""
    lines = project.read_text(encoding="utf-8").splitlines()
    first = last = lines.index(_ENTRY_POINTS) + 1
    while last < len(lines) and "=" in lines[last]:
        last += 1
    lines[first:last] = sorted([*lines[first:last], f'{name} = "molehill.games.{name}:GAME"'])
    project.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


def _list_page(site: Path, name: str, title: str) -> None:
    """Put the game's page below those of the other games."""
    lines = site.read_text(encoding="utf-8").splitlines()
    last = max(number for number, line in enumerate(lines) if _PAGE in line)
    indent = lines[last][: len(lines[last]) - len(lines[last].lstrip())]
    lines.insert(last + 1, f'{indent}- "{title}": {_PAGE}{name}.md')
    site.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
