"""Runs of the real program: forked from a process that has imported it, or started.

A fork runs `python -m edgematch` from its first line, with signal handlers and streams
of its own, but the modules are there already: it takes milliseconds where a start takes
a second.  Only what happens while modules are imported needs a real start.
"""

import atexit
import io
import os
import re
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import IO

from children import environment
from torture.trial import Fault

PATIENCE = 60.0
"""Seconds that a program may take before it is said to hang."""
_SECONDS_BETWEEN_LOOKS = 0.002
_SECONDS_TO_SET_HANDLERS = 10.0


@dataclass(frozen=True)
class Answer:
    """How a program ended, and what it printed."""

    command: str
    status: int
    """Negative if it was ended by a signal."""
    out: str
    err: str

    @property
    def tail(self) -> str:
        """The end of the standard error, in one line."""
        return " | ".join(self.err.strip().splitlines()[-3:])[-400:]


@dataclass
class Running:
    """A program that was started."""

    command: str
    pid: int
    out: IO[bytes]
    err: IO[bytes]
    is_real: bool
    status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, or None if it is running still."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def send(self, number: int) -> None:
        """Send a signal, if it has not ended.

        A fork has no handlers at first, as no process has; it gets time to set them.
        """
        if number != signal.SIGKILL and not self.is_real:
            deadline = time.monotonic() + _SECONDS_TO_SET_HANDLERS
            while self.poll() is None and not self._has_handler(number):
                if time.monotonic() >= deadline:
                    break
                time.sleep(_SECONDS_BETWEEN_LOOKS)
        if self.poll() is None:
            os.kill(self.pid, number)

    def _has_handler(self, number: int) -> bool:
        """Return whether it handles a signal, as far as the system says so.

        Python handles SIGINT from the beginning, the program sets it before SIGTERM.
        """
        number = signal.SIGTERM if number == signal.SIGINT else number
        path = Path(f"/proc/{self.pid}/status")
        found = (
            re.search(r"SigCgt:\s*(\w+)", path.read_text()) if path.exists() else None
        )
        return found is None or bool(int(found[1], 16) >> number - 1 & 1)

    def wait_for(self, seconds: float) -> bool:
        """Wait so long, or until it has ended; return whether it has."""
        deadline = time.monotonic() + seconds
        while self.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(left, _SECONDS_BETWEEN_LOOKS))
        return True

    def answer(self, patience: float = PATIENCE) -> Answer:
        """Wait for the end; a program that does not end is killed, and a fault."""
        with self.out, self.err:
            try:
                is_over = self.wait_for(patience)
            finally:
                self.kill()
            if not is_over:
                raise Fault("other", f"hangs for {patience:.0f} s: {self.command}")
            texts = []
            for stream in (self.out, self.err):
                data = b""
                if stream.readable():
                    stream.seek(0)
                    data = stream.read()
                texts.append(data.decode("utf-8", "replace"))
        assert self.status is not None
        return Answer(self.command, self.status, *texts)

    def kill(self) -> None:
        """Kill it with all processes that it started."""
        if self.poll() is None:
            os.killpg(self.pid, signal.SIGKILL)
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)


def start(
    arguments: Sequence[object],
    folder: Path,
    *,
    is_real: bool = False,
    variables: Mapping[str, str] | None = None,
    limits: Mapping[int, int] | None = None,
    out: IO[bytes] | None = None,
) -> Running:
    """Start `edgematch` in a folder; `limits` are those of the module `resource`."""
    words = [os.fspath(each) if isinstance(each, Path) else str(each)
             for each in arguments]  # fmt: skip
    name = "python -m edgematch" if is_real else "edgematch"
    command = ascii(" ".join([name, *words]))[1:-1][:300]
    streams = (out or TemporaryFile(), TemporaryFile())  # noqa: SIM115
    changed = {"XDG_DATA_HOME": str(folder / "data"), **(variables or {})}
    if is_real:
        process = subprocess.Popen(
            [sys.executable, "-m", "edgematch", *words],
            cwd=folder,
            env=environment(**changed),
            stdin=subprocess.DEVNULL,
            stdout=streams[0],
            stderr=streams[1],
            start_new_session=True,
            preexec_fn=lambda: _prepare_process(limits),
        )
        pid, process.returncode = process.pid, 0  # it is waited for here
        return Running(command, pid, *streams, is_real)
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        _run_and_exit(words, folder, changed, limits, streams)
    return Running(command, pid, *streams, is_real)


def run(arguments: Sequence[object], folder: Path, **options: object) -> Answer:
    """Run `edgematch` to its end; the options are those of `start`."""
    return start(arguments, folder, **options).answer()  # type: ignore[arg-type]


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder that is removed with the block.

    Not `TemporaryDirectory`: at their end, forked programs would remove it, too.
    """
    folder = Path(mkdtemp(prefix="torture-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepare_process(limits: Mapping[int, int] | None) -> None:
    """Set limits and let signals have their usual effect."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    for which, most in (limits or {}).items():
        resource.setrlimit(which, (most, most))
        if which == resource.RLIMIT_FSIZE:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def _run_and_exit(
    words: list[str],
    folder: Path,
    variables: Mapping[str, str],
    limits: Mapping[int, int] | None,
    streams: tuple[IO[bytes], IO[bytes]],
) -> None:
    """Be the program: never returns."""
    status = 70
    try:
        os.setsid()
        os.chdir(folder)
        os.environ.update(variables)
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), 0)
        for number, stream in enumerate(streams, 1):
            os.dup2(stream.fileno(), number)
        sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False))  # noqa: SIM115
        sys.stdout = io.TextIOWrapper(open(1, "wb", closefd=False))  # noqa: SIM115
        sys.stderr = io.TextIOWrapper(
            open(2, "wb", closefd=False),  # noqa: SIM115
            errors="backslashreplace",
            line_buffering=True,
        )
        sys.argv = ["edgematch", *words]
        _prepare_process(limits)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        status = _status_of_program()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _status_of_program() -> int:
    """Run the program as the interpreter does, and end as it does."""
    status = 0
    try:
        runpy.run_module("edgematch", run_name="__main__", alter_sys=True)
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    except BaseException:
        traceback.print_exc()
    try:
        sys.stdout.flush()
    except OSError:
        status = status or 120
    return status
