"""Limits of processor time: what counts, and what the record says of it."""

import os
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from edgematch import load
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import Method, PlannedRun, PuzzleSource, RunLimits
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.report import report_page
from edgematch.experiments.store import RecordStore
from edgematch.experiments.summary import summarize
from edgematch.experiments.tasks import task_named
from edgematch.processes import child_process, processor_time
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.handle import PythonProcess
from edgematch.processes.processor_time import processor_seconds
from edgematch.search.run import Clock

LIMITS = RunLimits(120.0, processor_seconds=0.3)
HARD = "one-set:9x9:8:seed=1"
PLAN = """\
[limits]
processor_seconds = 0.2
{limits}
[[puzzles]]
recipe = "one-set:9x9:8"

[[engines]]
engine = "row-scan"
"""


def plan_of(folder, limits=""):
    path = folder / "plan.toml"
    path.write_text(PLAN.format(limits=limits))
    return read_plan(path)


@pytest.fixture
def functions(monkeypatch):
    """Let child processes import the functions of the tests."""
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    child_process.kill_all()  # a waiting process has another path
    yield
    child_process.kill_all()


def test_time_asleep_is_no_processor_time():
    clock = Clock()
    time.sleep(0.2)
    assert clock.seconds >= 0.2
    assert clock.processor_seconds < 0.15


@pytest.mark.usefixtures("functions")
def test_the_time_of_a_process_at_work_counts_before_it_ends():
    before = processor_seconds()
    child = ChildProcess("process_functions:work_without_end")
    deadline = time.monotonic() + 60
    while processor_seconds() < before + 0.2 and time.monotonic() < deadline:
        time.sleep(0.02)
    alive = processor_seconds()
    child.close()
    assert alive >= before + 0.2
    assert processor_seconds() >= alive - 0.02  # it counts after its end, too


@pytest.fixture
def ending_process(functions, monkeypatch):
    """The time before a process worked for 0.3 s, the process, what lets it end."""
    has_answered, may_end = Event(), Event()
    close = PythonProcess.close

    def close_late(process):
        has_answered.set()
        assert may_end.wait(60)
        close(process)

    monkeypatch.setattr(PythonProcess, "close", close_late)
    before = processor_seconds()
    child = ChildProcess("process_functions:work_for", 0.3, is_interruptible=True)
    try:
        assert has_answered.wait(60)
        yield before, child, may_end
    finally:
        may_end.set()
        child.close()


def test_the_time_of_a_process_counts_between_its_answer_and_its_end(ending_process):
    before, child, may_end = ending_process
    assert processor_seconds() >= before + 0.28
    may_end.set()
    child.close()
    assert processor_seconds() >= before + 0.28


def test_a_process_that_ends_while_the_clock_is_read_counts(
    ending_process, monkeypatch
):
    before, child, may_end = ending_process
    of_tree = processor_time._of_tree

    def of_tree_after_the_end(pid):
        may_end.set()
        child.close()
        return of_tree(pid)

    monkeypatch.setattr(processor_time, "_of_tree", of_tree_after_the_end)
    assert processor_seconds() >= before + 0.28


@pytest.mark.parametrize(
    ("task", "engine"),
    [("solve", "row-scan"), ("backbone", "row-scan"), ("optimize", "repair")],
)
def test_a_search_ends_at_its_limit_of_processor_time(task, engine):
    puzzle = load(HARD).puzzle
    limits = replace(LIMITS, solutions=None if task == "backbone" else 1)
    method = Method("A", task, engine, {}, limits)
    task_named(task).prepare(puzzle, method)
    started = processor_seconds()
    record = task_named(task).run(puzzle, method)
    assert record.ended == "seconds"
    assert 0.3 <= record.seconds <= processor_seconds() - started
    assert all(seconds <= record.seconds for seconds, _ in record.curve)


@pytest.mark.parametrize(("keep", "kept"), [(0, 0), (1, 1)])
def test_a_run_that_keeps_no_solution_keeps_no_board_at_all(keep, kept):
    puzzle = load("one-set:4x4:3:seed=1").puzzle
    for nodes, count in ((None, 1), (1, 0)):
        limits = replace(LIMITS, keep=keep, nodes=nodes)
        method = Method("A", "solve", "row-scan", {}, limits)
        record = task_named("solve").run(puzzle, method)
        assert record.solutions == count
        assert len(record.boards) + bool(record.best) == kept


def test_a_plan_needs_no_wall_time_beside_processor_time(tmp_path):
    (method,) = plan_of(tmp_path).methods
    assert method.limits.processor_seconds == 0.2
    assert method.limits.seconds == 62  # ten times as long, and a minute
    (method,) = plan_of(tmp_path, "seconds = 9\n").methods
    assert method.limits.seconds == 9
    wall = plan_of(tmp_path, "seconds = 9\n")
    path = tmp_path / "plan.toml"
    path.write_text(path.read_text().replace("processor_seconds = 0.2\n", ""))
    assert read_plan(path).clock == "wall"
    assert {run.identity for run in wall.runs()}.isdisjoint(
        run.identity for run in read_plan(path).runs()
    )


def test_the_record_says_of_which_clock_its_seconds_are(tmp_path):
    plan = plan_of(tmp_path)
    (run,) = plan.runs()
    with closing(RecordStore(plan.records)) as store:
        store.claim(run.identity)
        with closing(LocalPlace(1)) as place:
            place.start(run)
            while not (found := place.records(1.0)):
                pass
        ((_, record),) = found
        store.record(run, record)
        ((_, clock, seconds, ended),) = store.columns(["clock", "seconds", "ended"])
        (row,) = summarize(plan, store).cells["row-scan", "one-set:9x9:8"].rows
        page = report_page(plan, store)
    assert "## Seconds of processor time, median" in page
    assert (clock, ended, row.is_censored) == ("processor", "seconds", True)
    assert 0.2 <= seconds <= record.processor_seconds


def test_a_killed_run_has_taken_at_least_its_limit_of_processor_time(tmp_path):
    from edgematch.experiments.records import RunRecord, Status

    plan = plan_of(tmp_path)
    (run,) = plan.runs()
    with closing(RecordStore(plan.records)) as store:
        store.claim(run.identity)
        store.record(run, RunRecord(Status.MEMORY))
        for measure, value in [("seconds", 0.2), ("wall_seconds", 62)]:
            ((row,),) = [
                cell.rows for cell in summarize(plan, store, measure).cells.values()
            ]
            assert (row.value, row.is_censored) == (value, True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a program")
def test_a_program_is_ended_at_its_limit_of_processor_time(tmp_path):
    path = tmp_path / "solver"
    path.write_text(f"#!{sys.executable}\nwhile True:\n    pass\n")
    path.chmod(0o755)
    method = Method("solver", "program", str(path), {}, LIMITS)
    record = task_named("program").run(load("one-set:3x3:3:seed=1").puzzle, method)
    assert (record.ended, record.solutions) == ("seconds", 0)
    # The system counts whole seconds, and not to the millisecond.
    assert 0.3 <= record.seconds <= 3


def test_a_shorter_plan_keeps_its_clock():
    run = PlannedRun("one", PuzzleSource(HARD), Method("A", "solve", "", {}, LIMITS))
    shorter = run.method.limits.shortened(0.1)
    assert (shorter.processor_seconds, shorter.seconds) == (0.1, 120)
    assert RunLimits(9.0).shortened(2.0) == RunLimits(2.0)
