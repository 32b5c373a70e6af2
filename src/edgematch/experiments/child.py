"""The work of one run's process: do the task and return the record."""

import os
import resource
import time
from dataclasses import replace

from edgematch.errors import EdgematchError
from edgematch.experiments.jobs import Job
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import task_named
from edgematch.generators import Recipe, generate
from edgematch.processes.child import Parent
from edgematch.processes.child_process import fork_spare, kill_all
from edgematch.processes.memory import own_bytes, peak_bytes, reset_peak
from edgematch.processes.messages import ProcessError
from edgematch.puzzle import Puzzle
from edgematch.results import WrongAnswer
from edgematch.search import technique_class


def prepare_job(job: Job) -> None:
    """Import and compile what such jobs need, in the process they are forked from."""
    task_named(job.task).prepare(job.subject, dict(job.options), [_puzzle_of(job)])


def run_job(parent: Parent, job: Job) -> RunRecord:
    """Run a job in this process, and measure it."""
    before = own_bytes(os.getpid())
    reset_peak()
    used = _processor_seconds()
    started = time.perf_counter()
    record = _record_of(job)
    kill_all()  # the processes of solvers, so that their time counts
    return replace(
        record,
        wall_seconds=time.perf_counter() - started,
        processor_seconds=_processor_seconds() - used,
        peak_bytes=max(0, peak_bytes() - before),
    )


def _record_of(job: Job) -> RunRecord:
    """Run the task of a job; whatever goes wrong is in the record."""
    puzzle = job.puzzle
    try:
        puzzle = _puzzle_of(job)
        _fork_solver(job)
        options = dict(job.options)
        record = task_named(job.task).run(puzzle, job.subject, options, job.limits)
    except MemoryError:
        record = RunRecord(Status.MEMORY, error="out of memory")
    except EdgematchError as error:
        record = RunRecord(_status_of(error), error=str(error))
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        record = RunRecord(Status.CRASHED, error=text)
    if puzzle is None:
        return record
    return replace(
        record,
        fingerprint=puzzle.fingerprint,
        rows=puzzle.rows,
        columns=puzzle.columns,
    )


def _puzzle_of(job: Job) -> Puzzle:
    """Return the puzzle of a job, generated if its source is a recipe."""
    if job.puzzle is not None:
        return job.puzzle
    return generate(Recipe.read(job.source)).puzzle


def _fork_solver(job: Job) -> None:
    """Fork the process of an outside solver while this one has a single thread."""
    if job.task in ("solve", "backbone") and technique_class(job.subject).outside:
        fork_spare()


def _status_of(error: EdgematchError) -> Status:
    is_fault = isinstance(error, WrongAnswer | ProcessError)
    return Status.CRASHED if is_fault else Status.REFUSED


def _processor_seconds() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
