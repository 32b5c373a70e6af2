"""The process of one run: do the task, write the outcome, end."""

import contextlib
import os
import resource
import signal
import time
from dataclasses import replace

from edgematch.errors import EdgematchError
from edgematch.experiments import memory
from edgematch.experiments.jobs import Job, packed, unpacked
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import task_named
from edgematch.generators import Recipe, generate
from edgematch.puzzle import Puzzle
from edgematch.results import WrongAnswer
from edgematch.search import technique_class
from edgematch.search.worker import WorkerError, end_all, wait_in_a_fork

_SPARE = 1_000_000_000
"""Address space beyond the limit: threads and allocators reserve more than they use."""


def run_and_exit(orders: int, output: int) -> None:
    """Wait for a job in this process, which was forked for it, do it, and end."""
    status = 1
    try:
        os.setpgid(0, 0)
        memory.end_with_parent()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        job = _received(orders)
        memory.limit_processor_seconds(8 * job.kill_after + 60)
        memory.limit_address_space(2_000_000 * job.limits.megabytes + _SPARE)
        outcome = done(job)
        with os.fdopen(output, "wb") as stream:
            stream.write(packed(outcome))
        status = 0
    except BaseException as error:
        with contextlib.suppress(BaseException):
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(status)


def _received(orders: int) -> Job:
    """Return the job that comes; end where nobody is left to send one."""
    buffer = bytearray()
    while (job := unpacked(buffer)) is None:
        data = os.read(orders, 1 << 16)
        if not data:
            os._exit(0)
        buffer += data
    os.close(orders)
    assert isinstance(job, Job)
    return job


def done(job: Job) -> RunRecord:
    """Run a job in this process; whatever goes wrong is in the record."""
    puzzle = job.puzzle
    before = memory.own_bytes(os.getpid())
    memory.forget_peak()
    used = _processor_seconds()
    started = time.perf_counter()
    try:
        if puzzle is None:
            puzzle = puzzle_of(job.source)
        task = task_named(job.task)
        prepared(job)
        record = task.run(puzzle, job.subject, dict(job.options), job.limits)
    except MemoryError:
        record = RunRecord(Status.MEMORY, error="the memory limit is used up")
    except EdgematchError as problem:
        record = RunRecord(_refusal(problem), error=str(problem))
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
        record = RunRecord(Status.CRASHED, error=error)
    end_all()  # the processes of solvers, so that their time counts
    return replace(
        record,
        fingerprint="" if puzzle is None else puzzle.fingerprint,
        rows=0 if puzzle is None else puzzle.rows,
        columns=0 if puzzle is None else puzzle.columns,
        wall_seconds=time.perf_counter() - started,
        processor_seconds=_processor_seconds() - used,
        peak_bytes=max(0, memory.peak_bytes() - before),
    )


def puzzle_of(recipe: str) -> Puzzle:
    """Follow a recipe."""
    return generate(Recipe.read(recipe)).puzzle


def prepared(job: Job) -> None:
    """Fork the process of an outside solver while this one has a single thread."""
    if job.task in ("solve", "backbone") and technique_class(job.subject).outside:
        wait_in_a_fork(memory.end_with_parent)


def _refusal(error: EdgematchError) -> Status:
    is_fault = isinstance(error, WrongAnswer | WorkerError)
    return Status.CRASHED if is_fault else Status.REFUSED


def _processor_seconds() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
