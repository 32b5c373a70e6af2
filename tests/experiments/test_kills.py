"""Killed at any moment: nothing finished is lost, nothing counts twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import faulty_plan
from edgematch.experiments.store import Store

TESTS = Path(__file__).parents[1]
RUNS = 40


def started(folder, workers=2, runs=RUNS):
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
    }
    script = str(TESTS / "faulty_plan.py")
    command = [sys.executable, script, str(folder), str(runs), str(workers)]
    return subprocess.Popen(command, env=environment, start_new_session=True)


def records(folder):
    path = folder / "records.sqlite"
    if not path.exists():
        return {}
    with closing(Store(path)) as store:
        assert store.integrity() == "ok"
        return {
            identity: row for identity, *row in store.columns(["finished", "nodes"])
        }


def test_killed_at_random_moments_it_goes_on_and_loses_nothing(tmp_path):
    random = Random(8)
    before, kills = {}, 0
    while len(before) < RUNS:
        process = started(tmp_path)
        if random.random() < 0.3:
            time.sleep(random.uniform(0.0, 0.5))  # while it starts, or soon after
        else:
            wait_for(tmp_path, process, len(before) + random.randrange(12))
            time.sleep(random.uniform(0.0, 0.02))
        process.kill()
        process.wait()
        kills += 1
        now = records(tmp_path)
        assert {each: now.get(each) for each in before} == before  # as they were
        before = now
    assert kills >= 5
    plan = faulty_plan.plan_of(tmp_path, RUNS, seconds=0.01)
    assert set(before) == {run.identity for run in plan.runs()}
    last = started(tmp_path)
    assert last.wait(timeout=60) == 0
    assert records(tmp_path) == before
    with closing(Store(tmp_path / "records.sqlite")) as store:
        assert store.claims() == []


def wait_for(folder, process, count):
    """Wait until there are so many records, or nothing is left to do."""
    while process.poll() is None and len(records(folder)) < count:
        time.sleep(0.005)


def test_two_processes_never_do_the_same_run(tmp_path):
    both = [started(tmp_path, workers=2, runs=60) for _ in range(2)]
    assert [process.wait(timeout=120) for process in both] == [0, 0]
    done = Counter((tmp_path / "log").read_text().split())
    sources = faulty_plan.plan_of(tmp_path, 60).classes[0].sources
    assert sum(done.values()) == 60
    assert len(records(tmp_path)) == len(sources)


def test_of_two_processes_one_is_killed_and_the_other_does_its_runs(tmp_path):
    first, second = started(tmp_path, runs=60), started(tmp_path, runs=60)
    time.sleep(0.8)
    first.kill()
    assert second.wait(timeout=120) == 0
    first.wait()
    assert len(records(tmp_path)) == 60


def test_ctrl_c_gives_claims_up_and_leaves_no_process(tmp_path):
    process = started(tmp_path, runs=2000)
    while not records(tmp_path):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) != 0
    with closing(Store(tmp_path / "records.sqlite")) as store:
        assert store.claims() == []
        count = len(store.done())
    time.sleep(0.3)
    assert len(records(tmp_path)) == count
