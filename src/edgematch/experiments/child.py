"""The work of one run's process: do the task and return the record."""

import os
import resource
import time
from dataclasses import replace

from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Method, PlannedRun
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import task_named
from edgematch.processes.child import Parent
from edgematch.processes.child_process import fork_spare, kill_all
from edgematch.processes.memory import own_bytes, peak_bytes, reset_peak
from edgematch.processes.messages import ProcessError
from edgematch.results import WrongAnswer
from edgematch.search import technique_class


def prepare_run(run: PlannedRun) -> None:
    """Import and compile what such runs need, in the process they are forked from."""
    task_named(run.method.task).prepare(run.source.load(), run.method)


def do_run(parent: Parent, run: PlannedRun) -> RunRecord:
    """Do a run in this process, and measure it."""
    before = own_bytes(os.getpid())
    reset_peak()
    used = _processor_seconds()
    started = time.perf_counter()
    record = _record_of(run)
    kill_all()  # the processes of solvers, so that their time counts
    return replace(
        record,
        wall_seconds=time.perf_counter() - started,
        processor_seconds=_processor_seconds() - used,
        peak_bytes=max(0, peak_bytes() - before),
    )


def _record_of(run: PlannedRun) -> RunRecord:
    """Run the task of a method; whatever goes wrong is in the record."""
    puzzle, method = run.source.puzzle, run.method
    try:
        puzzle = run.source.load()
        _fork_solver(method)
        record = task_named(method.task).run(puzzle, method)
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


def _fork_solver(method: Method) -> None:
    """Fork the process of an outside solver while this one has a single thread."""
    if method.task in ("solve", "backbone") and technique_class(method.subject).outside:
        fork_spare()


def _status_of(error: EdgematchError) -> Status:
    is_fault = isinstance(error, WrongAnswer | ProcessError)
    return Status.CRASHED if is_fault else Status.REFUSED


def _processor_seconds() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
