"""The plans of the published tables: all of them can be read, and a tiny one runs."""

import re
import runpy
from contextlib import closing
from pathlib import Path

import pytest

from edgematch.experiments.export import restore_csv
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.report import report_page
from edgematch.experiments.store import RecordStore
from shared_data import DATA

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "papers"
SMALL = sorted(FOLDER.glob("*/*/plan.toml"))
FULL = sorted(FOLDER.glob("*/*/full.toml"))
OTHERS = sorted(
    {*FOLDER.glob("**/*.toml"), *ROOT.glob("benchmarks/plans/*.toml")} - {*SMALL, *FULL}
)
RECORDS = [
    pytest.param(path, marks=[pytest.mark.deep] * (path.stat().st_size > 300_000))
    for path in sorted(FOLDER.glob("*/*/records.csv"))
]


def name_of(path):
    return path.relative_to(ROOT).with_suffix("").as_posix()


def check_data(path):
    if "shared/data" in path.read_text() and not DATA.exists():
        pytest.skip("the data folder beside the project is not there")


@pytest.mark.parametrize("path", SMALL, ids=name_of)
def test_every_plan_can_be_read_and_has_its_results_with_its_tables_beside_it(path):
    plan = read_plan(path)
    page = (path.parent / "results.md").read_text()
    assert plan.count > 0
    for plot in plan.plots:
        assert (path.parent / plot.file).exists()
        assert f"({plot.file})" in page
    paper = path.parents[1]
    assert f"]({path.parent.name}/README.md)" in (paper / "README.md").read_text()
    assert f"]({paper.name}/README.md)" in (FOLDER / "README.md").read_text()
    headings = re.findall("^## (.*)", page, re.MULTILINE)
    assert len(headings) == len(plan.tables) + bool(plan.claims) > 0
    assert (headings[0] == "Verdicts") == bool(plan.claims)


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_every_page_of_results_is_that_of_its_records(path, tmp_path):
    plan = path.with_name("plan.toml")
    if not plan.exists():
        pytest.skip("these runs were made before plans existed")
    plan = read_plan(plan)
    with closing(RecordStore(tmp_path / "plan.sqlite")) as store:
        assert restore_csv(plan, store, path.read_text(), str(path)) > 0
        assert report_page(plan, store) == path.with_name("results.md").read_text()


def test_verdicts_on_blocks_are_those_of_the_records(capsys):
    folder = FOLDER / "aspinall" / "blocks"
    runpy.run_path(str(folder / "verdicts.py"), run_name="__main__")
    assert capsys.readouterr().out in (folder / "tables-2026-11.md").read_text()


@pytest.mark.parametrize("path", FULL, ids=name_of)
def test_every_full_plan_asks_for_more(path):
    check_data(path)
    assert read_plan(path).count > read_plan(path.with_name("plan.toml")).count


@pytest.mark.parametrize("path", OTHERS, ids=name_of)
def test_every_other_plan_can_be_read(path):
    check_data(path)
    assert read_plan(path).count > 0


@pytest.mark.deep
def test_a_tiny_version_runs_and_is_written(tmp_path):
    papers = runpy.run_path(str(FOLDER / "run.py"))
    names = ["heule/table-1", "aspinall/table-2"]
    small = ["--sample", "1", "--seconds", "1", "--workers", "2"]
    papers["main"]([*small, "--into", str(tmp_path), "--only", *names])
    page = (tmp_path / "heule" / "table-1" / "results.md").read_text()
    assert "| clue1 | 3,688 | 4,392 | 7,552 |" in page  # Heule's own numbers
    page = (tmp_path / "aspinall" / "table-2" / "results.md").read_text()
    assert "24 of 24 runs" in page
    assert (tmp_path / "aspinall" / "table-2" / "nodes.svg").exists()


def test_links_of_the_pages_lead_somewhere():
    for folder in (FOLDER, ROOT / "benchmarks"):
        for page in folder.glob("**/*.md"):
            for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
                assert (page.parent / target).exists(), f"{page}: {target}"
