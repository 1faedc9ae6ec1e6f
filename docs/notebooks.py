"""Runs the notebooks of the documentation and shows them as pages. Jupyter is not needed, but opens what it writes.

`make notebooks` runs it. Everything that a notebook says it has found is written here, together with a digest of that
and of what it was made from. So a test sees if a result was typed in, and when a notebook has to be run again.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import hashlib
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
SVG = "image/svg+xml"


def read(path: Path) -> dict[str, Any]:
    """The notebook in a file."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def code_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Its cells of code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def seal(notebook: dict[str, Any]) -> str:
    """A digest of its code, of what came out, and of the rules and boxes of the games that it names."""
    import molehill

    code = "\n".join("".join(cell["source"]) for cell in code_of(notebook))
    found = json.dumps([cell["outputs"] for cell in code_of(notebook)])
    games = [f"{game.id} {game.version} {game.box().hash}" for game in molehill.games() if game.id in code]
    return hashlib.sha256("\n".join([code, found, *games]).encode()).hexdigest()


def run(notebook: dict[str, Any], games: int | None = None) -> None:
    """Run all cells and put what they show into the notebook; with `games`, no series has more than so many."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code_of(notebook), 1):
        source = "".join(cell["source"])
        if games is not None:
            source = re.sub(r"\bgames=[\d_]+", f"games={games}", source)
        cell["execution_count"] = number
        cell["outputs"] = list(_outputs(source, names, number))


def _outputs(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """What a cell prints, and then the value of its last line, as Jupyter would show it."""
    *lines, last = ast.parse(source).body
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(ast.Module([*lines], []), f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        else:
            value = exec(compile(ast.Module([last], []), f"cell {number}", "exec"), names)
    if said.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": said.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {kind: text.splitlines(keepends=True) for kind, text in _shown(value).items()}
        yield {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": number}


def _shown(value: Any) -> dict[str, str]:
    """A value in the forms that a notebook keeps."""
    from matplotlib.figure import Figure

    if isinstance(value, Figure):
        import matplotlib as mpl

        drawn = io.StringIO()
        with mpl.rc_context({"svg.hashsalt": "molehill"}):  # the same picture for the same numbers
            value.savefig(drawn, format="svg", metadata={"Date": None})
        return {SVG: drawn.getvalue(), "text/plain": repr(value)}
    html = {"text/html": value._repr_html_()} if hasattr(value, "_repr_html_") else {}
    return html | {"text/plain": repr(value)}


def as_markdown(notebook: dict[str, Any]) -> str:
    """The notebook as a page: its text, its code, and what came out of it."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            if SVG in data:
                picture = base64.b64encode("".join(data[SVG]).encode()).decode()
                parts.append(f'<img alt="{cell["metadata"]["alt"]}" src="data:{SVG};base64,{picture}">')
            else:
                parts.append(f"```text\n{''.join(data['text/plain']).rstrip()}\n```")
    return "\n\n".join(parts)


def main() -> None:
    """Run every notebook and write it again."""
    for path in sorted(DOCS.glob("*.ipynb")):
        sys.stderr.write(f"  {path.name}\n")
        notebook = read(path)
        run(notebook)
        notebook["metadata"]["molehill"] = {"seal": seal(notebook)}
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
