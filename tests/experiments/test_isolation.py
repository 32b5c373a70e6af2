"""A run that hangs, leaks or crashes costs one record that says so."""

import mmap
import os
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import faulty_plan
from children import PATIENCE, environment, is_running, wait_until
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import Method, PlannedRun, PuzzleSource, RunLimits
from edgematch.experiments.records import Status
from edgematch.processes import memory

LIMITS = RunLimits(PATIENCE, megabytes=200)
SHORT = RunLimits(0.2, megabytes=200)
"""For a run that never ends by itself."""


@pytest.fixture(scope="module")
def place():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
        with closing(LocalPlace(2, ["faulty"])) as place:
            yield place


def planned(deed, limits=LIMITS, **options):
    method = Method(deed, "faulty", deed, options, limits)
    return PlannedRun(deed, PuzzleSource("one-set:2x2:3:seed=1"), method)


def outcomes(place, *runs):
    for each in runs:
        place.start(each)
    found = {}
    while len(found) < len(runs):
        found |= dict(place.records(1.0))
    return found


@pytest.mark.parametrize(
    ("deed", "status", "words"),
    [
        ("leak", Status.MEMORY, "200 megabytes"),
        ("take_a_lot_at_once", Status.MEMORY, "memory"),
        ("crash", Status.CRASHED, "signal 11"),
        ("abort_with_a_word", Status.CRASHED, "the sky is blue"),
        ("leave", Status.CRASHED, "status 7"),
        ("fail", Status.CRASHED, "a bug in the engine"),
        ("print_a_lot", Status.DONE, ""),
        ("nothing", Status.DONE, ""),
    ],
)
def test_a_faulty_run_is_marked_and_its_neighbor_is_not(place, deed, status, words):
    found = outcomes(
        place, planned(deed), replace(planned("nothing"), identity="neighbor")
    )
    assert found[deed].status is status
    assert words in found[deed].error
    assert found["neighbor"].status is Status.DONE
    assert found["neighbor"].fingerprint


def test_a_run_that_hangs_is_killed(place, monkeypatch):
    hangs = planned("hang_in_a_loop", SHORT)
    assert hangs.kill_after > 5  # it has time to be set up
    monkeypatch.setattr(PlannedRun, "kill_after", 0.5)
    found = outcomes(place, hangs)
    assert found["hang_in_a_loop"].status is Status.TIMEOUT
    assert found["hang_in_a_loop"].wall_seconds >= 0.5


def test_what_a_run_leaves_behind_is_killed_with_it(place, tmp_path):
    file = tmp_path / "child"
    found = outcomes(place, planned("leave_a_child_behind", file=str(file)))
    assert found["leave_a_child_behind"].status is Status.CRASHED
    wait_for_the_end_of(int(file.read_text()))


def wait_for_the_end_of(process):
    wait_until(lambda: not is_running(process))


def test_a_lost_server_is_replaced_and_its_runs_start_again(tmp_path, place):
    log, begun, go = (tmp_path / name for name in ("log", "begun", "go"))
    files = {"file": str(log), "begun": str(begun), "go": str(go)}
    with closing(LocalPlace(1, ["faulty"])) as lost:
        lost.start(planned("log_when_told", **files))
        process = int(wait_until(lambda: begun.exists() and begun.read_text()))
        os.kill(lost.server, 9)
        wait_for_the_end_of(process)
        go.touch()
        found = {}
        while not found:
            found |= dict(lost.records(1.0))
    assert found["log_when_told"].status is Status.DONE
    assert len(log.read_text().splitlines()) == 1


def waiting_processes(place):
    """Return what the server has forked and not yet given a job."""
    children = Path(f"/proc/{place.server}/task/{place.server}/children").read_text()
    return [int(each) for each in children.split() if is_running(int(each))]


def one_waiting_process(place):
    wait_until(lambda: len(waiting_processes(place)) == 1)
    (process,) = waiting_processes(place)
    return process


def test_a_process_that_is_killed_while_it_waits_costs_no_run():
    with closing(LocalPlace(1, ["faulty"])) as own:
        assert outcomes(own, planned("nothing"))["nothing"].status is Status.DONE
        before = one_waiting_process(own)
        assert outcomes(own, planned("nothing"))["nothing"].status is Status.DONE
        after = one_waiting_process(own)
        assert after != before  # it had the second run, and the next one waits
        os.kill(after, 9)
        wait_for_the_end_of(after)  # a kill takes its time, and would hit the run
        assert outcomes(own, planned("nothing"))["nothing"].status is Status.DONE
        last = one_waiting_process(own)
        assert list(own.prepare([planned("nothing")])) == [""]
        wait_for_the_end_of(last)  # it would have known nothing of that
        outcomes(own, planned("nothing"))
        last = one_waiting_process(own)
    wait_for_the_end_of(last)


def test_peak_memory_is_that_of_the_run_alone(place):
    found = outcomes(place, planned("nothing"))
    assert found["nothing"].peak_bytes < 50_000_000


def test_a_plan_with_a_faulty_method_comes_to_its_end(tmp_path, place):
    from edgematch.experiments.scheduler import carry_out
    from edgematch.experiments.store import RecordStore

    plan = faulty_plan.plan_of(tmp_path, 3, "leave")
    with closing(RecordStore(plan.records)) as store:
        progress = carry_out(plan, store, place, lambda _: None)
        statuses = [status for _, status in store.columns(["status"])]
    assert statuses == ["crashed"] * 3
    assert progress.statuses == {"crashed": 3}


def test_a_server_that_crashes_while_it_gets_ready_is_replaced(place):
    with closing(LocalPlace(1, ["faulty"])) as weak:
        bad = planned("nothing", crash=True)
        assert ["died" in each for each in weak.prepare([bad])] == [True]
        assert outcomes(weak, planned("nothing"))["nothing"].status is Status.DONE


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
def test_what_a_fork_has_not_looked_at_is_not_its_own(tmp_path):
    file = tmp_path / "library"
    file.write_bytes(bytes(60_000_000))
    with file.open("rb") as stream:
        mapped = mmap.mmap(stream.fileno(), 0, prot=mmap.PROT_READ)
    assert sum(mapped[::4096]) == 0  # now it is in the memory of this process
    before = memory.own_bytes(os.getpid())
    read, written = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(written, str(memory.own_bytes(os.getpid())).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert abs(int(os.read(read, 100)) - before) < 5_000_000
    # Not from the heap: that may still have room which tests before this one gave back.
    kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    with mmap.mmap(-1, 30_000_000, flags=kind) as held:
        for page in range(0, len(held), mmap.PAGESIZE):
            held[page] = 1
        assert memory.own_bytes(os.getpid()) - before > 25_000_000
    mapped.close()
    os.close(read)
    os.close(written)
