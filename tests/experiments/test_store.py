"""The store by itself: claims, records, and what may go wrong with its file."""

import json
import os
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest

from children import python, wait_until
from edgematch.errors import EdgematchError
from edgematch.experiments import store as module
from edgematch.experiments.owners import LEASE, Owner, is_gone, start_time
from edgematch.experiments.plan import Method, PlannedRun, PuzzleSource, RunLimits
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.store import RecordStore

METHOD = Method("row-scan", "solve", "row-scan", {}, RunLimits(1.0))
RUN = PlannedRun("one", PuzzleSource("one-set:2x2:3:seed=1"), METHOD)
DONE = RunRecord(Status.DONE, "found", 1, 5, 0.1, score=4, curve=((0.1, 4),))


@pytest.fixture
def stores(tmp_path):
    path = tmp_path / "records.sqlite"
    with closing(RecordStore(path)) as first, closing(RecordStore(path)) as second:
        yield first, second


def test_a_run_is_claimed_once_and_recorded_once(stores):
    first, second = stores
    assert first.claim("one") == "claimed"
    assert second.claim("one") == "taken"
    assert not second.record(RUN, DONE)  # it has no claim
    assert second.identities() == set()
    assert first.record(RUN, DONE)
    assert second.claim("one") == "done"
    assert not first.record(RUN, DONE)
    assert first.identities() == {"one"}


def test_a_store_that_another_process_is_creating_is_waited_for(tmp_path, monkeypatch):
    path = tmp_path / "records.sqlite"
    pauses = []
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        def finish(seconds):
            pauses.append(seconds)
            if len(pauses) == 3:
                other.execute("ROLLBACK")

        monkeypatch.setattr(module.time, "sleep", finish)
        with closing(RecordStore(path)) as store:
            assert store.claim("one") == "claimed"
    assert len(pauses) == 3


def test_a_store_that_stays_locked_is_an_error(tmp_path, monkeypatch):
    path = tmp_path / "records.sqlite"
    monkeypatch.setattr(module, "_PATIENCE", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(
            EdgematchError, match=r"records\.sqlite: database is locked"
        ):
            RecordStore(path)


def test_a_released_claim_is_free(stores):
    first, second = stores
    first.claim("one")
    first.release()
    assert second.claim("one") == "claimed"


def test_the_claim_of_a_dead_process_is_taken_over(stores):
    first, second = stores
    child = os.fork()
    if child == 0:
        os._exit(0)
    begun = start_time(child)
    os.waitpid(child, 0)
    first._owner = replace(Owner(), process=child, started=begun)
    assert first.claim("one") == "claimed"
    assert second.claims() == []
    assert second.claim("one") == "claimed"
    assert not first.record(RUN, DONE)  # came back too late
    assert second.record(RUN, DONE)


def test_a_number_used_again_is_another_process():
    here = Owner()
    assert not is_gone(here.name, 0.0, 1e12)
    assert is_gone(replace(here, started="12345").name, time.time(), time.time())


def test_a_claim_from_elsewhere_lasts_as_long_as_it_is_renewed():
    owner = replace(Owner(), host="elsewhere").name
    assert not is_gone(owner, 1000.0, 1000.0 + LEASE - 1)
    assert is_gone(owner, 1000.0, 1000.0 + LEASE + 1)


def test_a_record_has_room_for_a_score_and_its_curve(stores):
    first, _ = stores
    first.claim("one")
    first.record(replace(RUN, seed=3, repetition=1), DONE)
    ((_, score, curve, seed, repetition),) = first.columns(
        ["score", "curve", "seed", "repetition"]
    )
    assert (score, json.loads(curve), seed, repetition) == (4, [[0.1, 4]], 3, 1)


def test_records_can_be_forgotten_by_their_status(stores):
    first, _ = stores
    first.claim("one")
    first.record(RUN, RunRecord(Status.CRASHED, error="x"))
    assert first.forget(["one"], ["timeout"]) == 0
    assert first.forget(["one"], ["crashed"]) == 1
    assert first.claim("one") == "claimed"


def test_what_sqlite_refuses_is_told_in_a_line(stores):
    first, _ = stores
    first._database.execute("PRAGMA query_only = 1")
    with pytest.raises(EdgematchError, match=r"records.sqlite: attempt to write"):
        first.claim("one")


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_process_that_was_killed_is_gone_before_its_parent_has_looked():
    with python("-c", "input()", stdin=-1) as child:
        begun = start_time(child.pid)
        owner = replace(Owner(), process=child.pid, started=begun).name
        assert begun
        assert not is_gone(owner, 0.0, 1e12)
        child.kill()
        wait_until(lambda: not start_time(child.pid))
        assert is_gone(owner, 0.0, 0.0)


@pytest.mark.parametrize(
    "statements",
    [
        "CREATE TABLE accounts (id)",
        "CREATE TABLE records (id); CREATE TABLE others (id)",
        "CREATE TABLE accounts (id); PRAGMA user_version = 1",
        "CREATE TABLE accounts (id); PRAGMA user_version = 7",
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_database_of_something_else_is_left_as_it_is(tmp_path, statements, read_only):
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(statements)
    before = path.read_bytes()
    with pytest.raises(
        EdgematchError, match=r"other.sqlite: (not a file of|written by)"
    ):
        RecordStore(path, read_only)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["other.sqlite"]


def test_reading_an_empty_file_leaves_it_empty(tmp_path):
    path = tmp_path / "empty.sqlite"
    path.touch()
    with pytest.raises(EdgematchError, match="no records yet"):
        RecordStore(path, read_only=True)
    assert path.read_bytes() == b""


def test_reading_changes_nothing_and_leaves_nothing_behind(tmp_path):
    path = tmp_path / "records.sqlite"
    with closing(RecordStore(path)) as store:
        store.claim("one")
        store.record(RUN, DONE)
    before = path.read_bytes()
    with closing(RecordStore(path, read_only=True)) as store:
        assert store.identities() == {"one"}
        with pytest.raises(EdgematchError, match="attempt to write"):
            store.claim("two")
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["records.sqlite"]


def test_records_are_read_where_nothing_can_be_written(tmp_path, monkeypatch):
    path = tmp_path / "records.sqlite"
    with closing(RecordStore(path)) as store:
        store.claim("one")
        store.record(RUN, DONE)
    connect = module._connect

    class Failing:
        def execute(self, statement):
            raise sqlite3.OperationalError("unable to open database file")

        def close(self):
            pass

    def opened(address):
        return connect(address) if "immutable" in address else Failing()

    monkeypatch.setattr(module, "_connect", opened)
    with pytest.raises(EdgematchError, match="unable to open"):
        RecordStore(path, read_only=True)
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    with closing(RecordStore(path, read_only=True)) as store:
        assert store.identities() == {"one"}


@pytest.mark.parametrize("owner", ["", "5", "[1, 2]", "{"])
def test_a_claim_that_nobody_can_read_lasts_a_minute(owner):
    assert not is_gone(owner, 1000.0, 1000.0 + LEASE - 1)
    assert is_gone(owner, 1000.0, 1000.0 + LEASE + 1)


def test_a_damaged_file_is_refused_in_one_line(tmp_path):
    path = tmp_path / "records.sqlite"
    with closing(RecordStore(path)) as store:
        store.claim("one")
        store.record(RUN, DONE)
    data = path.read_bytes()
    for seed in range(60):
        random, changed = Random(seed), bytearray(data)
        for _ in range(random.choice([1, 10, 300])):
            changed[random.randrange(len(data))] = random.randrange(256)
        for log in tmp_path.glob("records.sqlite-*"):
            log.unlink()
        path.write_bytes(changed[: random.choice([None, random.randrange(len(data))])])
        try:
            with closing(RecordStore(path)) as store:
                store.identities()
                store.claim("two")
        except EdgematchError as refusal:
            assert f"{path.name}: " in str(refusal)
            assert "\n" not in str(refusal)


def test_an_empty_file_left_by_a_full_disk_is_filled(tmp_path):
    path = tmp_path / "records.sqlite"
    path.touch()
    with closing(RecordStore(path)) as store:
        assert store.claim("one") == "claimed"
