"""Killed at any moment: nothing finished is lost, nothing counts twice."""

import signal
import time
from collections import Counter
from contextlib import closing
from random import Random

import pytest

import faulty_plan
from children import PATIENCE, TESTS, python
from edgematch.experiments.store import RecordStore

RUNS, KILLS = 100, 6


def started(folder, workers=2, runs=RUNS):
    """Start the runs in another process, which is ended with the block."""
    script = TESTS / "faulty_plan.py"
    return python(script, folder, runs, workers, start_new_session=True)


def records(folder):
    path = folder / "records.sqlite"
    if not path.exists():
        return {}
    with closing(RecordStore(path)) as store:
        assert store.integrity() == "ok"
        return {
            identity: row for identity, *row in store.columns(["finished", "nodes"])
        }


@pytest.mark.deep
def test_killed_at_random_moments_it_goes_on_and_loses_nothing(tmp_path):
    random = Random(8)
    before, was_cut = {}, False
    for kill in range(KILLS):
        with started(tmp_path) as process:
            if kill % 3 == 2:
                time.sleep(random.uniform(0.0, 0.5))  # while it starts, or soon after
            else:
                wait_for(tmp_path, process, len(before) + random.randrange(1, 12))
                time.sleep(random.uniform(0.0, 0.02))
            process.kill()
            process.wait()
        now = records(tmp_path)
        assert {each: now.get(each) for each in before} == before  # as they were
        before = now
        was_cut |= 0 < len(now) < RUNS
    assert was_cut
    with started(tmp_path) as last:
        assert last.wait(PATIENCE) == 0
    now = records(tmp_path)
    assert {each: now.get(each) for each in before} == before
    plan = faulty_plan.plan_of(tmp_path, RUNS, seconds=0.01)
    assert set(now) == {run.identity for run in plan.runs()}
    with started(tmp_path) as again:
        assert again.wait(PATIENCE) == 0
    assert records(tmp_path) == now
    with closing(RecordStore(tmp_path / "records.sqlite")) as store:
        assert store.claims() == []


def wait_for(folder, process, count):
    """Wait until there are so many records, or nothing is left to do."""
    while process.poll() is None and len(records(folder)) < count:
        time.sleep(0.005)


@pytest.mark.deep
def test_two_processes_never_do_the_same_run(tmp_path):
    with started(tmp_path, runs=60) as one, started(tmp_path, runs=60) as other:
        assert [each.wait(PATIENCE) for each in (one, other)] == [0, 0]
    done = Counter((tmp_path / "log").read_text().split())
    sources = faulty_plan.plan_of(tmp_path, 60).classes[0].sources
    assert sum(done.values()) == 60
    assert len(records(tmp_path)) == len(sources)


@pytest.mark.deep
def test_of_two_processes_one_is_killed_and_the_other_does_its_runs(tmp_path):
    with started(tmp_path, runs=60) as first, started(tmp_path, runs=60) as second:
        wait_for(tmp_path, first, 1)
        first.kill()
        assert second.wait(PATIENCE) == 0
    assert len(records(tmp_path)) == 60


def test_ctrl_c_gives_claims_up_and_leaves_no_process(tmp_path):
    with started(tmp_path, runs=2000) as process:
        wait_for(tmp_path, process, 1)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) != 0
    with closing(RecordStore(tmp_path / "records.sqlite")) as store:
        assert store.claims() == []
        count = len(store.identities())
    time.sleep(0.3)
    assert len(records(tmp_path)) == count
