"""A child process as its parent holds it: a fresh Python, or a fork of this process.

Both are sent calls and answer them in the same way (`edgematch.processes.child`), and
both write what they print to stderr into a temporary file, for the report of a crash.
Ctrl-C in a terminal goes to the parent alone: the outermost child starts a session of
its own.  The processes that it starts in turn stay in its process group, so that the
group can be measured and killed as a whole.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from math import inf
from threading import Lock
from typing import IO, Any, NoReturn

from edgematch.processes import child
from edgematch.processes.messages import (
    CallEnd,
    CallResult,
    MessageReader,
    write_message,
)

_LAST_LINES = 3
_LAST_BYTES = 2_000
_FIRST_FILE, _MOST_FILES = 3, 1 << 16


class ProcessHandle:
    """A child process, its pipes and its stderr."""

    def __init__(
        self, pid: int, to_child: IO[bytes], from_child: IO[bytes], errors: IO[bytes]
    ) -> None:
        self.pid = pid
        self.reader = MessageReader(from_child.fileno())
        self._to_child, self._from_child, self._errors = to_child, from_child, errors
        self.leads_group = False
        self._lock = Lock()
        self._status: int | None = None
        self._is_reaped = self._is_closed = False

    def send(self, message: Any) -> bool:
        """Send a message; False if the process is gone."""
        try:
            write_message(self._to_child.fileno(), message)
        except (OSError, ValueError):  # closed there, or here
            return False
        return True

    def exit_status(self) -> int | None:
        """Return the exit status, negative for a signal; None while it runs.

        The process stays a zombie, so that nobody else gets its number, until `wait`.
        """
        with self._lock:
            if self._status is None and not hasattr(os, "waitid"):
                self._status = self.reap()
            elif self._status is None:
                flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
                found = os.waitid(os.P_PID, self.pid, flags)
                if found is not None:
                    is_exit = found.si_code == os.CLD_EXITED
                    self._status = found.si_status if is_exit else -found.si_status
            return self._status

    def wait(self, seconds: float = inf) -> bool:
        """Wait for the end and release the number of the process; False if too long."""
        deadline, pause = time.monotonic() + seconds, 0.0005
        while self.exit_status() is None:
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        with self._lock:
            if not self._is_reaped:
                self._is_reaped = True
                self.reap()
        return True

    def reap(self) -> int | None:
        """Return the exit status if there is one, and release the process."""
        raise NotImplementedError

    def kill(self) -> None:
        """Kill the process, and its group if it leads one."""
        with self._lock, contextlib.suppress(ProcessLookupError, PermissionError):
            if self._is_reaped:
                return
            if self.leads_group:
                os.killpg(self.pid, signal.SIGKILL)
            else:
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def close(self) -> None:
        """Kill the process, wait until it is gone, and close its files."""
        if not self._is_closed:
            self._is_closed = True
            self.kill()
            self.wait()
            self.close_files()

    def close_input(self) -> None:
        """Close the pipe to the process, which takes it for the end of its parent."""
        self._to_child.close()

    def close_files(self) -> None:
        """Close the pipes and the stderr of the process."""
        self._to_child.close()
        self._from_child.close()
        self._errors.close()

    def forget_errors(self) -> None:
        """Empty the stderr of the process before its next call."""
        self._errors.seek(0)  # for the process as well: it shares the position
        self._errors.truncate(0)

    def crash(self) -> CallResult:
        """Return the end of a call whose process died, with the end of its stderr."""
        last, status = self._last_lines(), self.exit_status()
        is_memory = "MemoryError" in last or "bad_alloc" in last
        ending = f"status {status}"
        if status is None:
            ending = "closed pipes"
        elif status < 0:
            ending = f"signal {-status}"
            with contextlib.suppress(ValueError):
                ending += f" ({signal.Signals(-status).name})"
        text = f"the child process ended with {ending}"
        return CallResult(
            CallEnd.MEMORY if is_memory else CallEnd.CRASHED,
            error=f"{text}: {last}" if last else text,
        )

    def _last_lines(self) -> str:
        """Return the last lines of stderr as one line."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _LAST_BYTES))
        lines = self._errors.read().decode(errors="replace").split("\n")
        words = [" ".join(line.split()) for line in lines]
        return " | ".join([line for line in words if line][-_LAST_LINES:])


class PythonProcess(ProcessHandle):
    """A fresh Python that calls a function; `words` are its arguments in `sys.argv`."""

    def __init__(
        self,
        module: str,
        function: str,
        *words: str,
        leads_group: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        errors = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (see close)
        is_outermost = leads_group or not child.is_child()
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    f"from {module} import {function} as f; f()",
                    *words,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                env={**os.environ, **(environment or {})},
                start_new_session=is_outermost,
            )
        except BaseException:
            errors.close()
            raise
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pipes = self._process.stdin, self._process.stdout
        super().__init__(self._process.pid, *pipes, errors)
        self.leads_group = is_outermost and hasattr(os, "killpg")

    def reap(self) -> int | None:
        return self._process.poll()


class ForkedProcess(ProcessHandle):
    """A fork of this process, which must have a single thread."""

    def __init__(self, leads_group: bool) -> None:
        errors = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (see close)
        input_of_child, to_child = os.pipe()
        from_child, output_of_child = os.pipe()
        pid = os.fork()
        if pid == 0:
            _answer_in_fork(
                leads_group, input_of_child, output_of_child, errors.fileno()
            )
        os.close(input_of_child)
        os.close(output_of_child)
        if leads_group:
            # The child does the same, so that it is done before the first kill.
            with contextlib.suppress(OSError):
                os.setpgid(pid, pid)
        pipes = os.fdopen(to_child, "wb", 0), os.fdopen(from_child, "rb", 0)
        super().__init__(pid, *pipes, errors)
        self.leads_group = leads_group

    def reap(self) -> int | None:
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None


def _answer_in_fork(leads_group: bool, *standard: int) -> NoReturn:
    try:
        if leads_group:
            os.setpgid(0, 0)
        for number, file in enumerate(standard):
            os.dup2(file, number)
        # An end of a pipe left open here would keep another process from noticing
        # that its parent is gone.
        os.closerange(_FIRST_FILE, _MOST_FILES)
        child.answer_calls()
    except BaseException as error:
        with contextlib.suppress(BaseException):
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(1)
