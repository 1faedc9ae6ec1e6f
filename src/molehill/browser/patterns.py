"""Translates regular expressions, so that both languages find the same in any text.

Python's `\\d`, `\\s`, `\\w` and `\\b` know the digits, spaces and letters of all scripts, JavaScript's only some.
"""

from __future__ import annotations

import re

# Everything that is a space for Python's \s and str.split; runtime.js has the same list.
SPACES = r"\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_WORD = r"\p{L}\p{N}_"
_CLASSES = {"d": r"\p{Nd}", "s": SPACES, "w": _WORD}
_EDGE = f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))"
_SIGNS = "^$\\.*+?()[]{}|/"

_TOKEN = re.compile(
    r"""
    \\(?P<class>[dsw]) | \\(?P<edge>b) | \\(?P<sign>[\^$\\.*+?()\[\]{}|/-])
    | (?P<set>\[\^?(?:[^\]\\\[]|\\[dsw\\\]\[-])+\]) | (?P<group>\((?:\?:|(?!\?))) | (?P<any>\.)
    | (?P<count>[*+?]\??|\{\d+(?:,\d*)?\}\??) | (?P<plain>[^\\.*+?()\[\]{}|^$]|\||\))
    """,
    re.VERBOSE,
)


def javascript(pattern: str, whole: bool) -> str | None:
    """The expression between JavaScript's slashes, or None if it is not in the subset."""
    found, at = "", 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            return None
        found += _translated(token)
        at = token.end()
    return f"^(?:{found})$" if whole else found


def _translated(token: re.Match[str]) -> str:
    part = token[0]
    match token.lastgroup:
        case "class":
            return f"[{_CLASSES[token['class']]}]"
        case "edge":
            return _EDGE
        case "sign":
            return part if token["sign"] in _SIGNS else token["sign"]
        case "set":
            return re.sub(r"\\([dsw])", lambda kind: _CLASSES[kind[1]], part).replace("/", r"\/")
        case "any":
            return r"[^\n]"
    return part.replace("/", r"\/")
