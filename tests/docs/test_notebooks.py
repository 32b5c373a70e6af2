"""The notebooks run on a fresh kernel and give the outputs stored in them.

`PYTHONPATH=tests python tests/docs/test_notebooks.py --write` runs them and stores
their outputs.
"""

import sys
import tempfile
from pathlib import Path

import pytest

from children import PATIENCE

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def run(path, folder):
    """Return the notebook as it is stored and as it is after a run in a folder."""
    import nbformat
    from nbclient import NotebookClient

    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    places = {"metadata": {"path": str(folder)}}
    settings = {"record_timing": False, "coalesce_streams": True}
    NotebookClient(fresh, timeout=PATIENCE, resources=places, **settings).execute()
    return stored, fresh


def outputs(notebook):
    """Return what is compared of the outputs of each cell."""
    return [
        [_output(output) for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _output(output):
    """Return a text or an SVG; of a chart in PNG, which may differ, only the kind."""
    if output.output_type == "stream":
        return output.name, output.text
    for kind in ("image/png", "image/svg+xml", "text/plain"):
        if kind in output.data:
            return kind, output.data[kind] if kind != "image/png" else ""
    raise AssertionError(f"an output of another kind: {list(output.data)}")


@pytest.mark.deep
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_the_outputs_stored_in_it(path, tmp_path, monkeypatch):
    pytest.importorskip("nbclient", reason="notebooks are run by nbclient")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    stored, fresh = run(path, tmp_path)
    assert outputs(fresh) == outputs(stored)


if __name__ == "__main__" and "--write" in sys.argv:
    import nbformat

    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(run(path, folder)[1], path)
