"""The process that runs are forked from.

Importing numba and loading compiled kernels takes longer than most runs.  So it is done
once, here, and every run is a fork of this process, with nothing to load; the next one
is forked while a run is under way.  An outcome is sent on when it is whole, before its
process is gone.  The server has one thread.  It watches the clock and the memory of
every run and kills the ones that go too far, with all their processes; when whoever
started it is gone, it kills all of them and ends.
"""

import contextlib
import gc
import os
import select
import signal
import sys
import time
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from edgematch.experiments import child
from edgematch.experiments.environment import environment
from edgematch.experiments.forking import Forked, forked
from edgematch.experiments.jobs import Job, packed, unpacked
from edgematch.experiments.memory import group_bytes
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import task_named

_SECONDS_BETWEEN_LOOKS = 0.05
_SECONDS_TO_EXIT = 0.2
_LATEST_WARMING = 120
_SAID = 400
"""Characters kept of what a run said before it crashed."""


@dataclass(frozen=True)
class Prepare:
    """Get ready for jobs like this one."""

    job: Job


@dataclass(frozen=True)
class Stop:
    """Kill a run; nothing comes back for it."""

    identity: str


@dataclass
class _Running:
    """A run under way."""

    job: Job
    fork: Forked
    started: float
    data: bytearray = field(default_factory=bytearray)
    answer: RunRecord | None = None
    peak: int = 0
    killed: Status | None = None

    def has_answered(self) -> bool:
        """Say whether the outcome is there, all of it."""
        with contextlib.suppress(Exception):  # whatever else a run may have written
            answer = unpacked(self.data)
            self.answer = answer if isinstance(answer, RunRecord) else None
        return self.answer is not None


class Server:
    """Forks runs and watches over them."""

    def __init__(self, source: int, target: int) -> None:
        self._source, self._target = source, target
        self._buffer = bytearray()
        self._running: dict[int, _Running] = {}
        self._spare: Forked | None = None
        self._leaving: list[int] = []
        """Processes that are done or killed, and have not ended yet."""

    def serve(self) -> None:
        """Do what is asked until nobody is there any more."""
        try:
            while self._look():
                pass
        finally:
            for run in list(self._running.values()):
                _kill(run.fork.process)
            self._drop_spare()

    def _look(self) -> bool:
        self._leaving = [each for each in self._leaving if not _has_ended(each)]
        is_waiting = bool(self._running or self._leaving)
        timeout = _SECONDS_BETWEEN_LOOKS if is_waiting else None
        ready, _, _ = select.select([self._source, *self._running], [], [], timeout)
        for output in ready:
            if output == self._source:
                data = os.read(self._source, 1 << 16)
                if not data:
                    return False
                self._buffer += data
            else:
                self._read(self._running[output])
        while (message := unpacked(self._buffer)) is not None:
            self._take(message)
        if self._running and self._spare is None:
            self._spare = forked(self._running)
        now = time.monotonic()
        for run in list(self._running.values()):
            self._watch(run, now)
        return True

    def _take(self, message: Any) -> None:
        if isinstance(message, Prepare):
            self._drop_spare()  # it would know nothing of this
            self._send(message.job.identity, prepare(message.job))
        elif isinstance(message, Stop):
            for run in list(self._running.values()):
                if run.job.identity == message.identity:
                    _kill(run.fork.process)
                    self._forget(run)
        else:
            self._start(message)

    def _start(self, job: Job) -> None:
        fork = self._spare = self._spare or forked(self._running)
        if not fork.hand_over(job):  # somebody killed it while it waited
            self._drop_spare()
            fork = forked(self._running)
            fork.hand_over(job)
        self._spare = None
        self._running[fork.output] = _Running(job, fork, time.monotonic())

    def _drop_spare(self) -> None:
        if self._spare is not None:
            _kill(self._spare.process)
            os.close(self._spare.orders)
            self._let_go(self._spare)
            self._spare = None

    def _read(self, run: _Running) -> None:
        data = os.read(run.fork.output, 1 << 20)
        run.data += data
        if not data or run.has_answered():
            self._finish(run)

    def _watch(self, run: _Running, now: float) -> None:
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        if os.waitid(os.P_PID, run.fork.process, flags) is not None:
            # What it left behind may hold its output open: take what is there.
            while select.select([run.fork.output], [], [], 0)[0]:
                data = os.read(run.fork.output, 1 << 20)
                if not data:
                    break
                run.data += data
            run.has_answered()
            self._finish(run)
            return
        if now - run.started > run.job.kill_after:
            run.killed = Status.TIMEOUT
        else:
            # Every process of the run began as a copy of this one.
            found = group_bytes(run.fork.process).values()
            taken = sum(max(0, each - run.fork.baseline) for each in found)
            run.peak = max(run.peak, taken)
            if taken > 1_000_000 * run.job.limits.megabytes:
                run.killed = Status.MEMORY
        if run.killed is not None:
            self._finish(run)

    def _finish(self, run: _Running) -> None:
        """Send what came of a run that has answered, has ended, or is to be killed."""
        is_silent = run.answer is None and run.killed is None
        status = _status_of(run.fork.process) if is_silent else 0
        _kill(run.fork.process)  # and what it may have left behind
        spent = time.monotonic() - run.started
        outcome = self._outcome(run, status)
        peak = max(outcome.peak_bytes, run.peak)
        self._send(
            run.job.identity,
            replace(
                outcome,
                wall_seconds=spent,
                peak_bytes=peak,
                environment=environment(),
            ),
        )
        self._forget(run)

    def _outcome(self, run: _Running, status: int) -> RunRecord:
        limits = run.job.limits
        if run.killed is Status.TIMEOUT:
            late = f"still running after {run.job.kill_after:g} s, killed"
            return RunRecord(Status.TIMEOUT, error=late)
        if run.killed is Status.MEMORY:
            return RunRecord(
                Status.MEMORY, error=f"more than {limits.megabytes:,} megabytes, killed"
            )
        if run.answer is not None:
            return run.answer
        run.fork.said.seek(0)
        said = run.fork.said.read()[-_SAID:].decode(errors="replace").strip()
        ending = f"signal {-status}" if status < 0 else f"status {status}"
        if "MemoryError" in said or "bad_alloc" in said:
            return RunRecord(Status.MEMORY, error=said)
        return RunRecord(
            Status.CRASHED, error=f"the process ended with {ending}; {said}".strip("; ")
        )

    def _forget(self, run: _Running) -> None:
        del self._running[run.fork.output]
        self._let_go(run.fork)

    def _let_go(self, fork: Forked) -> None:
        os.close(fork.output)
        fork.said.close()
        self._leaving.append(fork.process)

    def _send(self, identity: str, message: Any) -> None:
        data = memoryview(packed((identity, message)))
        while data:
            data = data[os.write(self._target, data) :]


def _kill(process: int) -> None:
    """Kill a process that was forked here, and all that it began."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)


def _has_ended(process: int) -> bool:
    """Say whether a process has ended, and take note of it so that it is gone."""
    try:
        return os.waitpid(process, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _status_of(process: int) -> int:
    """Return the exit status; a process that does not end by itself is killed."""
    deadline = time.monotonic() + _SECONDS_TO_EXIT
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process, flags) is None:
        if time.monotonic() > deadline:
            _kill(process)
            break
        time.sleep(0.0005)
    found = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    assert found is not None
    is_exit = found.si_code == os.CLD_EXITED
    return found.si_status if is_exit else -found.si_status


def prepare(job: Job) -> str:
    """Import and compile what such jobs need; return what went wrong, if anything.

    It may go wrong: then the runs will too, each in its own process.
    """
    signal.signal(signal.SIGALRM, _too_late)
    signal.alarm(_LATEST_WARMING)
    try:
        puzzle = job.puzzle if job.puzzle is not None else child.puzzle_of(job.source)
        task_named(job.task).prepare(job.subject, dict(job.options), [puzzle])
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    # Forks share what is there now; the collector must not touch it.
    gc.collect()
    gc.freeze()
    return ""


def _too_late(*_: Any) -> None:
    raise TimeoutError


def main() -> None:
    """Import the modules named as arguments; serve over standard input and output."""
    for module in sys.argv[1:]:
        import_module(module)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    target = os.dup(1)
    source = os.dup(0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    with contextlib.suppress(BrokenPipeError):
        Server(source, target).serve()
