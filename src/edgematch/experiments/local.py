"""Runs on this machine, each in a process forked from a warm one.

`LocalPlace` starts them; `prepare_run` and `do_run` are called in those processes.
"""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from edgematch.errors import EdgematchError
from edgematch.experiments.environment import environment
from edgematch.experiments.plan import Method, PlannedRun
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import task_named
from edgematch.files import remove_left_work
from edgematch.processes.child import Parent
from edgematch.processes.child_process import fork_spare, kill_all
from edgematch.processes.forked_calls import ForkedCalls
from edgematch.processes.memory import own_bytes, peak_bytes, reset_peak
from edgematch.processes.messages import (
    CallEnd,
    CallResult,
    ProcessError,
    ProcessLimits,
)
from edgematch.processes.processor_time import processor_seconds
from edgematch.results import WrongAnswer
from edgematch.search import technique_class

_STATUSES = {CallEnd.TIMEOUT: Status.TIMEOUT, CallEnd.MEMORY: Status.MEMORY}


class LocalPlace:
    """Processes forked from a warm one on this machine.

    It imports the modules named in `imports` first: they may bring tasks of their own.
    """

    def __init__(self, workers: int, imports: Sequence[str] = ()) -> None:
        if not hasattr(os, "fork"):
            raise EdgematchError(
                "this system cannot fork a process for each run; use --cluster"
            )
        self.slots = workers
        self._calls = ForkedCalls([__name__, *imports])

    @property
    def server(self) -> int:
        """The number of the process that runs are forked from."""
        return self._calls.server

    def prepare(self, runs: Iterable[PlannedRun]) -> Iterator[str]:
        """Prepare for runs like these; yield what went wrong, empty if nothing."""
        for run in runs:
            yield self._calls.prepare(f"{__name__}:prepare_run", run).error

    def start(self, run: PlannedRun) -> None:
        """Start a run."""
        limits = ProcessLimits(run.kill_after, run.method.limits.megabytes)
        self._calls.start(run.identity, f"{__name__}:do_run", run, limits=limits)

    def records(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return the records that have come, after waiting some seconds for one."""
        results = self._calls.results(seconds)
        return [(identity, _record(result)) for identity, result in results]

    def close(self) -> None:
        """Kill what is under way, and remove the files of solvers that were killed."""
        self._calls.close()
        remove_left_work()


def _record(result: CallResult) -> RunRecord:
    """Return the record of a run, from its process or, if that died, from its end."""
    record: RunRecord = result.value
    if result.end is not CallEnd.RETURNED:
        status = _STATUSES.get(result.end, Status.CRASHED)
        record = RunRecord(status, error=result.error)
    return replace(
        record,
        wall_seconds=result.seconds,
        peak_bytes=max(record.peak_bytes, result.peak_bytes),
        environment=environment(),
    )


def prepare_run(run: PlannedRun) -> None:
    """Import and compile what such runs need, in the process they are forked from."""
    task_named(run.method.task).prepare(run.source.load(), run.method)


def do_run(parent: Parent, run: PlannedRun) -> RunRecord:
    """Do a run in this process, and measure it."""
    before = own_bytes(os.getpid())
    reset_peak()
    used = processor_seconds()
    started = time.perf_counter()
    record = _record_of(run)
    kill_all()  # the processes of solvers, so that their time counts
    return replace(
        record,
        wall_seconds=time.perf_counter() - started,
        processor_seconds=processor_seconds() - used,
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
