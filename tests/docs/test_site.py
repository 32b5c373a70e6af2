"""The site is not built with a dead link or an undocumented public name."""

import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

from children import PATIENCE, python

pytest.importorskip("sphinx", reason="the site needs the extra `site`")

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def reference():
    return runpy.run_path(str(DOCS / "site_reference.py"))


def test_the_reference_has_every_public_name(reference, tmp_path):
    reference["write_pages"](tmp_path)
    text = "".join(path.read_text() for path in tmp_path.glob("edgematch*.rst"))
    modules = reference["public_modules"]()
    assert {"edgematch", "edgematch.search"} <= {each.__name__ for each in modules}
    for module in modules:
        for name in reference["public_names"](module):
            own = f":: {module.__name__}.{name}\n"
            elsewhere = f"* :py:obj:`{name} <"
            assert own in text or elsewhere in text, f"{module.__name__}.{name}"


def test_every_public_name_is_documented(reference):
    for module in reference["public_modules"]():
        assert reference["undocumented"](module) == []


SOURCE = '''
"""A module."""
__all__ = ["LISTED", "BARE", "Shape", "area", "bare"]
LISTED = ()
"""A text."""
BARE = ()
def area():
    """Return a number."""
def bare():
    return 1
class Shape:
    """A text."""
    def sides(self):
        """Return a number."""
    @property
    def size(self):
        return 1
    def _hidden(self):
        return 1
'''


def test_what_has_no_docstring_is_found(reference, tmp_path, monkeypatch):
    (tmp_path / "shapes_module.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    import shapes_module

    assert isinstance(shapes_module, ModuleType)
    names = ["BARE", "Shape.size", "bare"]
    found = reference["undocumented"](shapes_module)
    assert found == [f"shapes_module.{name}" for name in names]
    monkeypatch.delitem(sys.modules, "shapes_module")


@pytest.mark.deep
@pytest.mark.parametrize("page", ["other.md", "index.md#no-heading"])
def test_a_dead_link_ends_the_build(tmp_path, page):
    (tmp_path / "index.md").write_text(f"# Title\n\n[dead]({page})\n")
    settings = ["-D", "root_doc=index", "-D", "include_patterns=index.md"]
    command = ["-m", "sphinx", "-q", "-W", "-c", DOCS, *settings, ".", "out"]
    with python(*command, cwd=tmp_path, stderr=-1, text=True) as process:
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert page.rpartition("#")[2] in errors
