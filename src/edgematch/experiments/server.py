"""The process that runs are forked from.

Importing numba and loading compiled kernels takes longer than most runs.  So it is done
once, here, and every run is a fork of this process, with nothing to load.  The server
has one thread.  It watches the clock and the memory of every run and kills the ones
that go too far, with all their processes; when whoever started it is gone, it kills all
of them and ends.
"""

import contextlib
import gc
import os
import pickle
import select
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import IO, Any

from edgematch.experiments import child
from edgematch.experiments.environment import environment
from edgematch.experiments.jobs import Job, Outcome, Status, packed, unpacked
from edgematch.experiments.memory import group_bytes, resident_bytes
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
    process: int
    output: int
    said: IO[bytes]
    baseline: int
    started: float
    data: bytearray = field(default_factory=bytearray)
    peak: int = 0
    killed: Status | None = None


class Server:
    """Forks runs and watches over them."""

    def __init__(self, source: int, target: int) -> None:
        self._source, self._target = source, target
        self._buffer = bytearray()
        self._running: dict[int, _Running] = {}

    def serve(self) -> None:
        """Do what is asked until nobody is there any more."""
        try:
            while self._look():
                pass
        finally:
            for run in list(self._running.values()):
                self._kill(run)

    def _look(self) -> bool:
        timeout = _SECONDS_BETWEEN_LOOKS if self._running else None
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
        now = time.monotonic()
        for run in list(self._running.values()):
            self._watch(run, now)
        return True

    def _take(self, message: Any) -> None:
        if isinstance(message, Prepare):
            self._send(message.job.identity, prepare(message.job))
        elif isinstance(message, Stop):
            for run in list(self._running.values()):
                if run.job.identity == message.identity:
                    self._kill(run)
                    self._forget(run)
        else:
            self._start(message)

    def _start(self, job: Job) -> None:
        output, written = os.pipe()
        said = tempfile.TemporaryFile()  # noqa: SIM115
        process = os.fork()
        if process == 0:
            os.dup2(said.fileno(), 2)
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, 0)
            os.dup2(nowhere, 1)
            for other in self._running:
                os.close(other)
            os.close(output)
            child.run_and_exit(job, written)
        os.close(written)
        # The child does so too: whoever comes first, it is done before a kill.
        with contextlib.suppress(OSError):
            os.setpgid(process, process)
        own = resident_bytes(os.getpid())
        started = time.monotonic()
        self._running[output] = _Running(job, process, output, said, own, started)

    def _read(self, run: _Running) -> None:
        data = os.read(run.output, 1 << 20)
        if data:
            run.data += data
            return
        self._finish(run)

    def _watch(self, run: _Running, now: float) -> None:
        if self._has_exited(run):
            # What it left behind may hold its output open: take what is there.
            while select.select([run.output], [], [], 0)[0]:
                data = os.read(run.output, 1 << 20)
                if not data:
                    break
                run.data += data
            self._finish(run)
            return
        if now - run.started > run.job.kill_after:
            run.killed = Status.TIMEOUT
        else:
            # Every process of the run began as a copy of this one.
            found = group_bytes(run.process).values()
            taken = sum(max(0, each - run.baseline) for each in found)
            run.peak = max(run.peak, taken)
            if taken > 1_000_000 * run.job.limits.megabytes:
                run.killed = Status.MEMORY
        if run.killed is not None:
            self._kill(run)
            self._finish(run)

    def _has_exited(self, run: _Running) -> bool:
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, run.process, flags) is not None

    def _finish(self, run: _Running) -> None:
        """Send what came of a run whose output is at its end, or that was killed."""
        status = self._waited(run)
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

    def _outcome(self, run: _Running, status: int) -> Outcome:
        limits = run.job.limits
        if run.killed is Status.TIMEOUT:
            late = f"still running after {run.job.kill_after:g} s, killed"
            return Outcome(Status.TIMEOUT, error=late)
        if run.killed is Status.MEMORY:
            return Outcome(
                Status.MEMORY, error=f"more than {limits.megabytes:,} megabytes, killed"
            )
        with contextlib.suppress(Exception):
            outcome = pickle.loads(bytes(run.data))
            if isinstance(outcome, Outcome):
                return outcome
        run.said.seek(0)
        said = run.said.read()[-_SAID:].decode(errors="replace").strip()
        ending = f"signal {-status}" if status < 0 else f"status {status}"
        if "MemoryError" in said or "bad_alloc" in said:
            return Outcome(Status.MEMORY, error=said)
        return Outcome(
            Status.CRASHED, error=f"the process ended with {ending}; {said}".strip("; ")
        )

    def _waited(self, run: _Running) -> int:
        """Return the exit status; a process that does not end by itself is killed."""
        deadline = time.monotonic() + _SECONDS_TO_EXIT
        while time.monotonic() < deadline and run.killed is None:
            done, status = os.waitpid(run.process, os.WNOHANG)
            if done:
                self._kill(run)  # what it may have left behind
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.0005)
        self._kill(run)
        _, status = os.waitpid(run.process, 0)
        return os.waitstatus_to_exitcode(status)

    def _kill(self, run: _Running) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(run.process, signal.SIGKILL)

    def _forget(self, run: _Running) -> None:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(run.process, os.WNOHANG)
        os.close(run.output)
        run.said.close()
        del self._running[run.output]

    def _send(self, identity: str, message: Any) -> None:
        data = memoryview(packed((identity, message)))
        while data:
            data = data[os.write(self._target, data) :]


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
