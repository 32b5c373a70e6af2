"""Records kept as CSV: written, put back, and the page made of them again."""

import json
from contextlib import closing

import pytest

from edgematch.errors import EdgematchError
from edgematch.experiments.export import as_csv, restore_csv
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.records import COLUMNS, RunRecord, Status
from edgematch.experiments.report import report_page
from edgematch.experiments.store import RecordStore
from edgematch.puzzle import Placement

PLAN = """\
[limits]
processor_seconds = 2

[[puzzles]]
recipe = "one-set:4x4:3"
seeds = "1-2"

[[engines]]
engine = "row-scan"

[[scores]]
engine = "repair"
"""
RECORDS = [
    RunRecord(Status.DONE, "seconds", 0, 7, 0.25, best=(Placement(0, 1, 2),)),
    RunRecord(Status.DONE, "nodes", 0, 9, 0.5, score=4, curve=((0.1, 4),)),
    RunRecord(Status.CRASHED, error="a, comma\nand a line"),
    RunRecord(Status.REFUSED, environment={"processor": "Old", "cores": "4"}),
]


@pytest.fixture
def kept(tmp_path):
    """Return a plan, the text of its records, and its page."""
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    plan = read_plan(path)
    with closing(RecordStore(plan.records)) as store:
        for run, record in zip(plan.runs(), RECORDS, strict=True):
            store.claim(run.identity)
            store.record(run, record)
        return plan, as_csv(plan, store).decode(), report_page(plan, store)


def test_records_put_back_are_the_same_and_so_is_their_page(kept, tmp_path):
    plan, text, page = kept
    names = [name for name in COLUMNS if name not in ("identity", "finished")]
    with closing(RecordStore(tmp_path / "again.sqlite")) as again:
        assert restore_csv(plan, again, text, "kept.csv") == 4
        assert restore_csv(plan, again, text, "kept.csv") == 0
        with closing(RecordStore(plan.records)) as store:
            assert again.columns(names) == store.columns(names)
        assert report_page(plan, again) == page
        assert as_csv(plan, again).decode() == text


def test_a_page_names_the_machine_of_the_runs(kept):
    page = kept[2]
    assert "Old (4 cores" in page
    assert json.dumps("kept") not in page


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("identity,", "identities,", r"kept.csv:1: .* no column identity"),
        (",0.25,", ",much,", r"kept.csv:2: damaged row: .*'much'"),
        ('"[[0, 1, 2]]"', '"[[0, 1"', "kept.csv:2: damaged row"),
    ],
)
def test_a_damaged_export_is_refused_with_its_line(kept, tmp_path, old, new, words):
    plan, text, _ = kept
    assert old in text
    with (
        closing(RecordStore(tmp_path / "again.sqlite")) as again,
        pytest.raises(EdgematchError, match=words),
    ):
        restore_csv(plan, again, text.replace(old, new), "kept.csv")
    with closing(RecordStore(tmp_path / "again.sqlite")) as again:
        assert again.identities() == set()
