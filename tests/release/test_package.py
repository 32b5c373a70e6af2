"""The wheel and the source distribution: built, and looked into."""

import re
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from children import PATIENCE, environment, python
from edgematch.version import __version__

pytest.importorskip("hatchling", reason="the package is built by hatchling")

ROOT = Path(__file__).parents[2]


def build(source, folder, *kinds):
    """Build the package from a folder of sources, without fetching anything."""
    command = ["-m", "hatchling", "build", "--directory", folder]
    command += [word for kind in kinds for word in ("--target", kind)]
    with python(*command, cwd=source, stdout=-1, stderr=-2, text=True) as process:
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, output


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder, "sdist", "wheel")
    return folder


@pytest.fixture
def wheel(built):
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as file:
        yield file


def metadata(wheel):
    from packaging.metadata import Metadata

    (name,) = [
        name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")
    ]
    return Metadata.from_email(wheel.read(name), validate=True)


def test_the_metadata_is_complete_and_valid(wheel):
    found = metadata(wheel)
    assert (found.name, str(found.version)) == ("edgematch", __version__)
    assert found.author == "edgematch developers"
    assert found.license_expression == "MIT"
    ours, uplot = sorted(found.license_files)
    assert (ours, uplot.endswith("/vendor/uplot/LICENSE")) == ("LICENSE", True)
    assert found.description_content_type == "text/markdown"
    assert {"Homepage", "Documentation", "Issues"} <= found.project_urls.keys()
    assert found.keywords
    assert found.summary


def test_the_readme_has_no_relative_link(wheel):
    found = metadata(wheel)
    targets = re.findall(r"\]\(([^)]*)\)", found.description)
    assert len(targets) > 10
    home = found.project_urls["Homepage"]
    assert all(target.startswith(("https://", "#")) for target in targets)
    assert any(target.startswith(f"{home}/raw/") for target in targets)


def test_the_wheel_has_every_file_of_the_package_and_no_other(wheel):
    package = ROOT / "src"
    files = {
        path.relative_to(package).as_posix()
        for path in package.glob("edgematch/**/*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert any(name.endswith(".json") for name in files)
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    own_boards = "edgematch/web/boards.json"
    docs = {f"edgematch/web/docs/{name}" for name in shipped_docs()}
    assert packed == files | docs | {own_boards}
    assert wheel.read(own_boards) == (ROOT / "dataset" / "boards.json").read_bytes()


def shipped_docs():
    """Return the pages and pictures of the documentation that the studio shows."""
    folders = (".", "engines", "tutorials", "pictures")
    found = [each for name in folders for each in (ROOT / "docs" / name).iterdir()]
    kinds = (".md", ".svg", ".png")
    files = (path for path in found if path.suffix in kinds)
    return {path.relative_to(ROOT / "docs").as_posix() for path in files}


def test_the_wheel_works_where_it_is_unpacked(wheel, tmp_path):
    wheel.extractall(tmp_path / "unpacked")
    code = "import edgematch as e; print(e.__file__, e.load('clue1').puzzle.cells)"
    if find_spec("msgspec"):
        code += "; from edgematch.web import gallery; gallery.own_boards()"
        code += "; from edgematch.web.docs_pages import docs_pages; docs_pages()"
    variables = environment(PYTHONPATH=str(tmp_path / "unpacked"))
    options = {"cwd": tmp_path, "env": variables, "stdout": -1, "text": True}
    with python("-c", code, **options) as process:
        output, _ = process.communicate(timeout=PATIENCE)
    assert output.startswith(str(tmp_path))
    assert output.endswith(" 36\n")


def test_the_source_distribution_builds_the_same_wheel(built, wheel, tmp_path):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as file:
        # Our own file: not filtered, which Python 3.11.2 cannot do.
        file.extraction_filter = lambda member, path: member
        file.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    for name in ("LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "tests"):
        assert (source / name).exists()
    build(source, tmp_path / "dist", "wheel")
    (again,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(again) as file:
        assert sorted(file.namelist()) == sorted(wheel.namelist())
