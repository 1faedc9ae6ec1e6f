"""Makes src/fonts/: of each face the letters that nearly every page needs and the weights that are used.

A file is half as large as the package's, which has the other letters (src/fonts.css). By hand, when a package has
changed: python web/tools/fonts.py, with fonttools and brotli installed.
"""

import re
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parents[1]
WEIGHTS = {"baloo-2": (600, 800), "nunito": (400, 800)}
FEATURES = ["kern", "tnum", "liga", "locl", "mark", "mkmk", "ccmp"]


def letters() -> list[int]:
    """The letters that fonts.css wants from here."""
    styles = (WEB / "src/fonts.css").read_text()
    ranges = re.search(r'url\("\./fonts/.*?unicode-range:(.*?);', styles, re.DOTALL)[1]
    pairs = re.findall(r"U\+(\w+)(?:-(\w+))?", ranges)
    return [letter for first, last in pairs for letter in range(int(first, 16), int(last or first, 16) + 1)]


def main() -> None:
    """Write a file for each face."""
    for face, weights in WEIGHTS.items():
        package = WEB / f"node_modules/@fontsource-variable/{face}/files"
        font = TTFont(package / f"{face}-latin-wght-normal.woff2")
        options = Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=letters())
        subsetter.subset(font)
        font = instantiateVariableFont(font, {"wght": weights})
        font.flavor = "woff2"
        font.save(WEB / f"src/fonts/{face}.woff2")


if __name__ == "__main__":
    main()
