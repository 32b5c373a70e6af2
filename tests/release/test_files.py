"""The files of a release agree with the package, as far as they can be run here."""

import importlib.util
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from children import PATIENCE, child, environment
from edgematch.version import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
URL = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["url"]


def page(name):
    return (ROOT / name).read_text()


def test_the_changelog_has_the_version_or_is_open():
    heading = "## Unreleased\n" if "dev" in __version__ else f"## {__version__} - "
    assert heading in page("CHANGELOG.md")


def test_the_address_of_the_project_is_stated_once():
    listed = child("git", "grep", "-lF", URL, cwd=ROOT, stdout=-1, text=True)
    with listed as process:
        names, _ = process.communicate(timeout=PATIENCE)
    if process.returncode > 1:
        pytest.skip("not a clone of the repository")
    assert names.split() == ["pyproject.toml"]


def test_links_to_files_become_absolute():
    pytest.importorskip("hatchling", reason="the package is built by hatchling")
    path = ROOT / "hatch_build.py"
    spec = importlib.util.spec_from_file_location("hatch_build", path)
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    text = "![a](b/c.svg) [d](e.md#f) [g](https://h.org/i) [j](#k)"
    assert hook.absolute_links(text, "https://x.org", "v1") == (
        "![a](https://x.org/raw/v1/b/c.svg) [d](https://x.org/blob/v1/e.md#f)"
        " [g](https://h.org/i) [j](#k)"
    )


def test_every_supported_python_is_listed_and_tested():
    prefix = "Programming Language :: Python :: 3."
    listed = [name for name in PROJECT["project"]["classifiers"] if prefix in name]
    versions = [name.rpartition(" ")[2] for name in listed]
    assert PROJECT["project"]["requires-python"] == f">={versions[0]}"
    workflow = yaml.safe_load(page(".github/workflows/test.yml"))
    matrix = workflow["jobs"]["systems"]["strategy"]["matrix"]
    assert matrix["python"] == versions


def test_the_pins_install_on_the_first_release_of_the_oldest_supported_python():
    from importlib.metadata import distributions

    from packaging.specifiers import SpecifierSet

    oldest = PROJECT["project"]["requires-python"].removeprefix(">=") + ".0"
    pins = dict(line.split("==") for line in page("constraints.txt").splitlines())
    pinned = [each for each in distributions() if pins.get(each.name) == each.version]
    too_new = {
        f"{each.name} {each.version}"
        for each in pinned
        if oldest not in SpecifierSet(each.metadata.get("Requires-Python", ""))
    }
    assert pinned
    assert too_new == set()


@pytest.mark.parametrize("path", [*ROOT.glob(".github/*/*.yml")], ids=lambda p: p.name)
def test_workflows_and_templates_are_yaml_with_what_is_required(path):
    content = yaml.safe_load(path.read_text())
    if path.parent.name == "workflows":
        assert path.read_text().startswith("# Written from the documentation")
        assert content[True]  # YAML takes the key `on` for a truth value
        for job in content["jobs"].values():
            assert "uses" in job or job["steps"]
    else:
        assert content["name"] and content["description"] and content["body"]


def test_the_citation_file_has_what_is_required():
    citation = yaml.safe_load(page("CITATION.cff"))
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["authors"] == PROJECT["project"]["authors"]
    assert citation["license"] == PROJECT["project"]["license"]


def test_the_conda_recipe_takes_its_figures_from_the_package():
    jinja2 = pytest.importorskip("jinja2", reason="recipes are Jinja templates")

    def load_file_data(name, from_recipe_dir):
        return tomllib.loads((ROOT / "conda" / name).read_text())

    def load_file_regex(load_file, regex_pattern, from_recipe_dir):
        return re.search(regex_pattern, (ROOT / "conda" / load_file).read_text())

    template = jinja2.Template(page("conda/meta.yaml"))
    functions = {"load_file_data": load_file_data, "load_file_regex": load_file_regex}
    recipe = yaml.safe_load(template.render(PYTHON="python", **functions))
    assert recipe["package"] == {"name": "edgematch", "version": __version__}
    assert len(recipe["requirements"]["run"]) == (
        1 + len(PROJECT["project"]["dependencies"])
    )
    assert not any(";" in each for each in recipe["requirements"]["run"])
    assert recipe["about"]["home"] == URL


@pytest.mark.deep
def test_the_demo_of_the_image_runs(tmp_path):
    (command,) = re.findall(r"^CMD (.*)", page("Dockerfile"), re.MULTILINE)
    folder = Path(sys.executable).parent
    variables = environment()
    variables["PATH"] = f"{folder}:{variables['PATH']}"
    options = {"cwd": tmp_path, "env": variables, "stdout": -1, "text": True}
    with child(*json.loads(command), **options) as process:
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "solution yes" in output
    assert (tmp_path / "solved.svg").read_text().startswith("<svg")


def test_the_image_has_all_that_it_installs_from():
    for words in re.findall(r"^COPY (.*)", page("Dockerfile"), re.MULTILINE):
        for name in words.split()[:-1]:
            assert (ROOT / name).exists(), name
