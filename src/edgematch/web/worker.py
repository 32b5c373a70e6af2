"""The process of one job: told what to do on its input, it tells how it goes.

The first line of the input is the job as JSON.  Later lines are `go` and `interrupt`;
when the input ends, whoever started the process is gone: it keeps its checkpoint and
ends too.  Each line of the output is something as JSON: `ready`, `frame`, `message`,
`result`, `interrupted` or `error`.
"""

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import IO, Any

from edgematch.errors import EdgematchError
from edgematch.web.limiting import be_nice, limit_memory


class Control:
    """How a job hears from the server, and speaks to it."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._go = threading.Event()
        self._is_interrupted = False

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message, whole."""
        with _interrupts_held_back():
            self._output.write(json.dumps(message) + "\n")
            self._output.flush()

    def wait_for_start(self) -> None:
        """Say that all is ready, and wait for the word to begin."""
        self.check()
        self.send({"ready": True})
        self._go.wait()
        self.check()

    def check(self) -> None:
        """Raise KeyboardInterrupt if the job is interrupted."""
        if self._is_interrupted:
            raise KeyboardInterrupt

    def listen(self, stream: IO[str]) -> None:
        """Take what the server says until it is gone."""
        for line in stream:
            if line.strip() == "go":
                self._go.set()
            else:
                self._interrupt()
        self._interrupt()

    def _interrupt(self) -> None:
        """Raise KeyboardInterrupt in the main thread, once."""
        if self._is_interrupted:
            return
        self._is_interrupted = True
        self._go.set()
        main_thread = threading.main_thread().ident
        if hasattr(signal, "pthread_kill") and main_thread is not None:
            signal.pthread_kill(main_thread, signal.SIGINT)
        else:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def main() -> None:
    """Do one job."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a solver prints goes nowhere
    job = json.loads(sys.stdin.readline())
    limit_memory(job["megabytes"])
    be_nice()
    control = Control(output)
    listening = threading.Thread(target=control.listen, args=(sys.stdin,), daemon=True)
    with contextlib.suppress(BrokenPipeError):
        try:
            listening.start()  # an interrupt may come from now on
            import_module("edgematch.web.runner").run(job, control)
        except (EdgematchError, MemoryError) as error:
            words = " ".join(str(error).split())
            if isinstance(error, MemoryError) or "bad_alloc" in words:
                limit = job["megabytes"]
                words = f"it needs more memory than the {limit} MB allowed"
            control.send({"error": words})
        except KeyboardInterrupt:
            control.send({"interrupted": True})
    output.flush()
    os._exit(0)  # not held up by threads that a solver has left behind


if __name__ == "__main__":
    main()
