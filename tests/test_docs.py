"""The docs say what is so."""

import json
import re
import runpy
from pathlib import Path

import pytest

from edgematch.cli.encode import FORMATS as EXPORTS
from edgematch.cli.main import COMMANDS
from edgematch.encoders import ENCODINGS, encoding_options
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY
from edgematch.experiments.plots import PLOTS
from edgematch.experiments.plots.settings import SETTINGS
from edgematch.experiments.records import Status
from edgematch.experiments.result_tables import FIGURES
from edgematch.formats import FORMATS, Source, read
from edgematch.generators.models import MODELS
from edgematch.orders import ORDERS
from edgematch.results import STATISTICS
from edgematch.search import registry, technique_class, technique_names
from edgematch.search.options import defaults
from edgematch.symmetry import Counting

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def page(name):
    return (ROOT / name).read_text()


def test_the_example_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", page("README.md"), re.DOTALL)
    assert len([line for line in example.splitlines() if line]) <= 12
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.endswith("-+\n12\n")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


def test_the_examples_of_the_engines_run(capsys, monkeypatch):
    entries = dict(registry._entries)
    monkeypatch.setattr(registry, "_entries", entries)
    first, own = re.findall(r"```python\n(.*?)```", page("docs/engines.md"), re.DOTALL)
    exec(compile(first, "docs/engines.md", "exec"), {})
    found, counts, problems = capsys.readouterr().out.splitlines()
    assert found.startswith("exhausted 4 ")
    assert counts == "1"
    assert problems == "()"
    exec(compile(own, "docs/engines.md", "exec"), {"__name__": "own_technique"})
    assert capsys.readouterr().out == "12\n"


def test_every_plot_of_experiments_is_documented():
    for kind, settings in SETTINGS.items():
        (row,) = re.findall(rf"^\| `{kind}` \|.*", page("docs/experiments.md"), re.M)
        assert all(f"`{name}`" in row for name in settings - {"title"})


@pytest.mark.deep
def test_the_generated_pages_are_what_make_docs_writes():
    generator = runpy.run_path(str(ROOT / "docs" / "generate.py"))
    assert page("docs/commands.md") == generator["commands_page"]()
    for name, text in generator["option_pages"]().items():
        assert page(f"docs/{name}") == text
    pictures = generator["pictures"]()
    # Charts differ in the last digits from one version of matplotlib to the next.
    charts = ("map", "profile", "patterns")
    ours = {name for name in pictures if not any(word in name for word in charts)}
    for name in ours:
        assert page(f"docs/pictures/{name}") == pictures[name]
    for name in pictures:
        assert (ROOT / "docs" / "pictures" / name).exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    assert f"## `edgematch {name}`" in page("docs/commands.md")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_documented(name):
    headings = re.findall(r"^## .*", page("docs/formats.md"), re.MULTILINE)
    assert any(f"`{name}`" in heading for heading in headings)


@pytest.mark.parametrize("name", [*ORDERS, *Counting])
def test_every_order_and_way_of_counting_is_documented(name):
    assert f"`{name}`" in page("docs/conventions.md")


def test_the_record_in_the_docs_is_one():
    (text,) = re.findall(r"```json\n(.*?)```", page("docs/formats.md"), re.DOTALL)
    assert json.loads(text)
    assert read(Source("docs", text)).board.is_solution()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        # The reference is written when the site is built, which checks its links.
        is_elsewhere = target.startswith(("reference/", "https://"))
        assert is_elsewhere or (path.parent / target).exists(), target


def test_the_map_names_every_room():
    package = ROOT / "src" / "edgematch"
    rooms = {path.name for path in package.glob("*.py")} - {"__init__.py", "version.py"}
    rooms |= {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    for room in rooms:
        assert f"| `{room}` |" in page("CONTRIBUTING.md"), room


def test_every_row_of_the_state_of_the_field_names_its_source():
    _, _, *rows = re.findall(r"^\|.*\|$", page("docs/field.md"), re.MULTILINE)
    sources = [row.split("|")[-2].strip() for row in rows]
    assert len(sources) > 30
    for source in sources:
        known = ("source", "---", "Heule, ", "Aspinall, ", "Benoist, ", "Austgen; ")
        assert source.startswith((*known, "Ansótegui, ", "[")), source


@pytest.mark.parametrize("name", MODELS)
def test_every_generator_model_is_documented(name):
    assert f"| `{name}` |" in page("docs/theory.md")


@pytest.mark.parametrize("name", technique_names("solve"))
def test_every_engine_and_its_options_are_documented(name):
    assert f"[`{name}`](engines/{name}.md)" in page("docs/engines.md")
    text = page(f"docs/engines/{name}.md")
    assert text.startswith(f"# `{name}`\n")
    table = re.search(r"^\| option .*\n(\|.*\n)*", text, re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)` \|", table[0], re.MULTILINE) if table else []
    assert rows == list(defaults(technique_class(name)))


@pytest.mark.parametrize("goal", ["solve", "optimize"])
def test_every_technique_is_in_the_table_of_papers(goal):
    table = page("docs/techniques.md")
    for name in technique_names(goal):
        assert f"[`{name}`](" in table, name


@pytest.mark.parametrize("name", list(STATISTICS)[:6])
def test_every_statistic_is_documented(name):
    assert f"`{name}`" in page("docs/engines.md")


@pytest.mark.parametrize("name", technique_names("optimize"))
def test_every_score_engine_and_its_options_are_documented(name):
    _, _, text = page("docs/scores.md").partition(f"\n## `{name}`\n")
    section = text.partition("\n## ")[0]
    assert section
    options = defaults(technique_class(name, "optimize"))
    rows = re.findall(r"^\| `(\w+)` \| `", section, re.MULTILINE)
    assert rows == list(options)


@pytest.mark.parametrize("name", sorted({*STATISTICS} - {"depth", "share"}))
def test_every_statistic_of_scores_is_documented(name):
    assert f"`{name}`" in page("docs/scores.md")


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_and_its_options_are_documented(name):
    text = page("docs/encodings.md")
    assert f"## `{name}`" in text
    for option in encoding_options(name):
        assert f"| `{option}` |" in text


@pytest.mark.parametrize("name", [*AT_MOST_ONE, *EXACTLY])
def test_every_way_to_count_in_clauses_is_documented(name):
    assert f"`{name}`" in page("docs/encodings.md")


@pytest.mark.parametrize("name", EXPORTS)
def test_every_format_for_other_solvers_is_documented(name):
    assert f"| `{name}` |" in page("docs/encodings.md")


def test_statuses_plots_and_figures_of_experiments_are_documented():
    text = page("docs/experiments.md")
    for name in Status:
        assert f"| `{name}` |" in text
    for name in (*PLOTS, *(each for each in FIGURES if "-" in each)):
        assert name in text, name


def test_the_plan_in_the_docs_is_one(tmp_path):
    from edgematch.experiments.plan_files import read_plan

    (text,) = re.findall(r"```toml\n(.*?)```", page("docs/experiments.md"), re.DOTALL)
    (tmp_path / "pieces").mkdir()
    for name in ("a", "b"):
        pieces = "2 2\n0 1 2 0\n0 0 3 1\n2 1 0 0\n3 0 0 1\n"
        (tmp_path / "pieces" / f"{name}.txt").write_text(pieces)
    (tmp_path / "plan.toml").write_text(text)
    assert read_plan(tmp_path / "plan.toml").count > 100
