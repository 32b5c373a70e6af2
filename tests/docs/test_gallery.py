"""The lines of the gallery draw the pictures below them."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_lines_of_the_gallery_draw_the_pictures_below_them():
    text = (DOCS / "gallery.md").read_text()
    pattern = r"```python\n([^`]*)```\n!\[[^]]*\]\(([^)]*)\)"
    shown = re.findall(pattern, text)
    (imports,) = re.findall(r"```python\n(from [^`]*)```", text)
    assert len(shown) >= 5
    names = {}
    exec(imports, names)
    for line, picture in shown:
        assert eval(line, names) == (DOCS / picture).read_text(), picture
