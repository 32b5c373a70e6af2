"""Records of version 0.1.0: they are read, and their runs are not repeated."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.records import COLUMNS, LATER_COLUMNS
from edgematch.experiments.store import RecordStore

OLD = Path(__file__).with_name("records-0.1.0.sql")


@pytest.fixture
def plan(tmp_path):
    """Return the path of a plan beside its records, as version 0.1.0 wrote them."""
    path = tmp_path / "plan.toml"
    shutil.copy(OLD.with_suffix(".toml"), path)
    with closing(sqlite3.connect(path.with_suffix(".sqlite"))) as database:
        database.executescript(OLD.read_text(encoding="utf-8"))
    return path


def test_no_recorded_run_is_repeated(edgematch, plan):
    facts = json.loads(edgematch("experiment", "run", plan, "--json").out)
    assert (facts["runs"], facts["done_now"]) == (15, 0)


def test_old_records_pass_the_referee_and_give_the_same_table(edgematch, plan):
    facts = json.loads(
        edgematch("experiment", "status", plan, "--verify", "--json").out
    )
    assert facts["verified"]["solutions"] == 13
    assert facts["verified"]["best_boards"] == 2
    assert facts["verified"]["problems"] == []
    table = json.loads(
        edgematch("experiment", "table", plan, "--measure", "nodes", "--json").out
    )
    rows = {row[0]: row[1:] for row in table["table"]}
    assert rows["row-scan"] == ["> 19,323", "3,442"]
    assert rows["repair(target=12)"] == ["0", "6,461"]
    assert rows["blocks"] == ["–", "refused"]


def test_old_records_name_no_clock_until_their_file_is_written_to(plan):
    path = read_plan(plan).records
    for read_only in (True, False, True):
        with closing(RecordStore(path, read_only=read_only)) as store:
            assert {row[1] for row in store.columns(["clock"])} == {None}


@pytest.mark.deep
def test_a_new_record_has_the_columns_of_an_old_one(edgematch, plan, tmp_path):
    exact = (
        "fingerprint",
        "options",
        "limits",
        "ended",
        "solutions",
        "nodes",
        "boards",
    )

    def rows(path):
        with closing(RecordStore(path, read_only=True)) as store:
            found = store.columns(COLUMNS[1:])
        return {row[0]: dict(zip(COLUMNS, row, strict=True)) for row in found}

    again = tmp_path / "again.sqlite"
    edgematch("experiment", "run", plan, "--sample", "1", "--records", again)
    old, new = rows(read_plan(plan).records), rows(again)
    assert len(new) == 8
    for identity, row in new.items():
        before = old[identity]
        assert [row[name] for name in exact] == [before[name] for name in exact]
        assert {name for name in row if row[name] is None} == {
            name for name in before if before[name] is None
        } - {*LATER_COLUMNS}
        if row["curve"]:
            scores = [score for _, score in json.loads(row["curve"])]
            assert scores == [score for _, score in json.loads(before["curve"])]
