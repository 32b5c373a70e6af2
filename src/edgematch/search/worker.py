"""Work in another process, which can be ended at any moment.

Solvers of other people hold the interpreter lock, do not look at clocks, and now and
then abort.  In a process of their own none of that matters: a limit or Ctrl-C ends the
process, whatever it is doing, and it does not outlive whoever started it, however that
one died.  A job is a function, named by its module, that is given a function to send
messages with.  A process that has done its job waits for the next.
"""

import atexit
import contextlib
import os
import pickle
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, Any, Final

from edgematch.errors import EdgematchError

_AHEAD = 256
"""Messages that may wait to be taken; a job that is further ahead waits too."""
_LATEST_LOOK = 0.1
_MOST_FILES = 1024
"""Files below this number are not left open in a fork."""


class WorkerError(EdgematchError):
    """A process that ended by itself, or a job that failed."""


class _Done:
    """The job is over."""


class _Failed(str):
    """The job raised this."""

    __slots__ = ()


class Job:
    """A job that runs in another process, until it is over or ended."""

    def __init__(self, function: str, *arguments: Any) -> None:
        self._process = _idle.pop() if _idle else _Process(_fresh_python())
        self._is_over = False
        self._process.send((function, arguments))

    def take(self, seconds: float) -> Any:
        """Return the next message; None if there is none so soon, or the job is over.

        Raises WorkerError if the job failed.
        """
        if self._is_over:
            return None
        try:
            message = self._process.messages.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(message, _Done):
            self._is_over = True
            _idle.append(self._process)
            return None
        if isinstance(message, _Failed):
            self.end()
            raise WorkerError(message)
        if message is None:
            status = self._process.end()
            self._is_over = True
            raise WorkerError(
                f"the solver's process ended by itself, with status {status}: out of"
                " memory, or a fault in the solver"
            )
        return message

    @property
    def is_over(self) -> bool:
        """Whether everything the job had to say is taken."""
        return self._is_over

    def end(self) -> None:
        """End the job at once, if it is not over."""
        if not self._is_over:
            self._is_over = True
            self._process.end()


class _Fork:
    """A copy of this process that waits for jobs; used as a `Popen` is.

    It has all imported that this one has, and belongs to the same group of processes.
    """

    def __init__(self, begin: Callable[[], None]) -> None:
        to_read, to_send = os.pipe()
        answers, to_answer = os.pipe()
        self._number = os.fork()
        if self._number == 0:
            try:
                os.dup2(to_read, 0)
                os.dup2(to_answer, 1)
                os.closerange(3, _MOST_FILES)
                sys.stdin = os.fdopen(0, "r")
                begin()
                _serve()
            finally:
                os._exit(1)
        os.close(to_read)
        os.close(to_answer)
        self.stdin: IO[bytes] | None = os.fdopen(to_send, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(answers, "rb")
        self._status: int | None = None

    def kill(self) -> None:
        if self._status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._number, signal.SIGKILL)

    def wait(self) -> int:
        if self._status is None:
            _, status = os.waitpid(self._number, 0)
            self._status = os.waitstatus_to_exitcode(status)
        return self._status


def _fresh_python() -> "subprocess.Popen[bytes]":
    code = "from edgematch.search.worker import _serve; _serve()"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for us alone
    )


def wait_in_a_fork(begin: Callable[[], None]) -> None:
    """Fork a process that waits for the next job, after it has called `begin`.

    Only for a process with a single thread that will do one search: the fork has all
    modules that the process has, and starts in a moment.
    """
    _idle.append(_Process(_Fork(begin)))


class _Process:
    """A Python that waits for jobs, and a thread that reads what it sends."""

    def __init__(self, process: "subprocess.Popen[bytes] | _Fork") -> None:
        self._process = process
        self.messages: Queue[Any] = Queue(_AHEAD)
        self._is_ended = False
        Thread(target=self._read, daemon=True).start()
        _running.add(self)

    def send(self, job: Any) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # then the reader sees the end
            pickle.dump(job, self._process.stdin)
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            while not self._is_ended:
                try:
                    message = pickle.load(stream)
                except (EOFError, OSError, ValueError, pickle.UnpicklingError):
                    message = None
                while not self._is_ended:
                    with contextlib.suppress(Full):
                        self.messages.put(message, timeout=_LATEST_LOOK)
                        break
                if message is None:
                    return

    def end(self) -> int:
        """Kill the process and return its exit status."""
        self._is_ended = True
        _running.discard(self)
        self._process.kill()
        status = self._process.wait()
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        return status


_idle: Final[list[_Process]] = []
_running: Final[set[_Process]] = set()


@atexit.register
def end_all() -> None:
    """End every process, at work or waiting."""
    _idle.clear()
    for process in list(_running):
        process.end()


def _serve() -> None:
    """Do one job after the other, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a solver prints must not come between our messages.
    output = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    jobs: Queue[Any] = Queue()
    Thread(target=_receive, args=(sys.stdin.buffer, jobs), daemon=True).start()

    def send(message: Any) -> None:
        pickle.dump(message, output)
        output.flush()

    while True:
        job = jobs.get()
        with _lifeline(sys.stdin.fileno()):
            ending = _ended(send, *job)
        send(ending)


@contextlib.contextmanager
def _lifeline(pipe: int) -> Iterator[None]:
    """Let the system end this process if the other end of the pipe is gone meanwhile.

    Kissat holds the interpreter lock until it is done, so that no thread of ours would
    notice.  A pipe can send a signal when there is something to read, and the signal
    ends the process (on Linux; elsewhere it is ignored).  The next job comes only after
    the end of this one, so there is nothing to read but that nobody is there any more.
    """
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        yield
        return
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:  # before there was a signal
        os._exit(0)
    yield
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags)


def _receive(stream: IO[bytes], jobs: "Queue[Any]") -> None:
    while True:
        try:
            jobs.put(pickle.load(stream))
        except EOFError:  # whoever started us is gone
            os._exit(0)


def _ended(
    send: Callable[[Any], None], function: str, arguments: tuple[Any, ...]
) -> _Done | _Failed:
    """Do a job and say how it ended."""
    try:
        module, _, name = function.partition(":")
        getattr(import_module(module), name)(send, *arguments)
    except Exception as error:
        is_ours = isinstance(error, EdgematchError)
        return _Failed(str(error) if is_ours else f"{type(error).__name__}: {error}")
    return _Done()
