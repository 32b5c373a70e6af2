"""A run that hangs, leaks or crashes costs one record that says so."""

import mmap
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import faulty_plan
from edgematch.experiments.jobs import Job, Status
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import RunLimits
from edgematch.processes import memory

LIMITS = RunLimits(0.2, megabytes=200)


@pytest.fixture(scope="module")
def place():
    path = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = f"{Path(__file__).parents[1]}{os.pathsep}{path}"
    with LocalPlace(2, ["faulty"]) as place:
        yield place
    os.environ["PYTHONPATH"] = path


def job(deed, **options):
    limits = LIMITS
    return Job(deed, "faulty", deed, options, limits, "one-set:2x2:3:seed=1")


def outcomes(place, *jobs):
    for each in jobs:
        place.start(each)
    found = {}
    while len(found) < len(jobs):
        found |= dict(place.finished(1.0))
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
    found = outcomes(place, job(deed), replace(job("nothing"), identity="neighbor"))
    assert found[deed].status is status
    assert words in found[deed].error
    assert found["neighbor"].status is Status.DONE
    assert found["neighbor"].fingerprint


def test_a_run_that_hangs_is_killed(place, monkeypatch):
    # 5 s of grace are for slow set-ups; the process computes its own from the job.
    found = outcomes(place, job("hang_in_a_loop"))
    assert found["hang_in_a_loop"].status is Status.TIMEOUT
    assert found["hang_in_a_loop"].wall_seconds >= job("nothing").kill_after


def test_what_a_run_leaves_behind_is_killed_with_it(place, tmp_path):
    file = tmp_path / "child"
    found = outcomes(place, job("leave_a_child_behind", file=str(file)))
    assert found["leave_a_child_behind"].status is Status.CRASHED
    assert ends_soon(int(file.read_text()))


def ends_soon(process):
    deadline = time.monotonic() + 30
    while is_there(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_there(process)


def is_there(process):
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_a_lost_server_is_replaced_and_its_runs_start_again(tmp_path, place):
    with LocalPlace(1, ["faulty"]) as lost:
        slow = job("log", file=str(tmp_path / "log"), seconds=0.5)
        lost.start(slow)
        time.sleep(0.3)
        os.kill(lost.server, 9)
        found = {}
        while not found:
            found |= dict(lost.finished(1.0))
    assert found["log"].status is Status.DONE
    assert len((tmp_path / "log").read_text().splitlines()) == 1


def waiting_processes(place):
    """Return what the server has forked and not yet given a job."""
    children = Path(f"/proc/{place.server}/task/{place.server}/children").read_text()
    return [int(each) for each in children.split() if is_there(int(each))]


def one_waiting_process(place):
    deadline = time.monotonic() + 30
    while len(found := waiting_processes(place)) != 1 and time.monotonic() < deadline:
        time.sleep(0.01)
    (process,) = found
    return process


def test_a_process_that_is_killed_while_it_waits_costs_no_run():
    with LocalPlace(1, ["faulty"]) as own:
        assert outcomes(own, job("nothing"))["nothing"].status is Status.DONE
        before = one_waiting_process(own)
        assert outcomes(own, job("nothing"))["nothing"].status is Status.DONE
        after = one_waiting_process(own)
        assert after != before  # it had the second run, and the next one waits
        os.kill(after, 9)
        assert ends_soon(after)  # a kill takes its time, and would hit the run
        assert outcomes(own, job("nothing"))["nothing"].status is Status.DONE
        last = one_waiting_process(own)
        assert list(own.prepare([job("nothing")])) == [""]
        assert ends_soon(last)  # it would have known nothing of that
        outcomes(own, job("nothing"))
        last = one_waiting_process(own)
    assert ends_soon(last)


def test_peak_memory_is_that_of_the_run_alone(place):
    found = outcomes(place, job("nothing"))
    assert found["nothing"].peak_bytes < 50_000_000


def test_a_plan_with_a_faulty_method_comes_to_its_end(tmp_path, place):
    from contextlib import closing

    from edgematch.experiments.scheduler import carry_out
    from edgematch.experiments.store import Store

    plan = faulty_plan.plan_of(tmp_path, 3, "leave")
    with closing(Store(plan.records)) as store:
        progress = carry_out(plan, store, place, lambda _: None)
        statuses = [status for _, status in store.columns(["status"])]
    assert statuses == ["crashed"] * 3
    assert progress.statuses == {"crashed": 3}


def test_a_server_that_crashes_while_it_gets_ready_is_replaced(place):
    with LocalPlace(1, ["faulty"]) as weak:
        bad = replace(job("nothing"), options={"crash": True})
        assert ["died" in each for each in weak.prepare([bad])] == [True]
        assert outcomes(weak, job("nothing"))["nothing"].status is Status.DONE


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
