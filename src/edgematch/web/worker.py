"""The work of a job's process: run the job and report on it.

The messages to the server are mappings with one key: `ready`, `frame`, `message`,
`result`, `interrupted` or `error`.  The server sends one message, to begin.  When it
interrupts the process, or is gone, the search saves its checkpoint and ends.
"""

import contextlib
import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.processes.child import Parent
from edgematch.processes.messages import CallEnd, ProcessError


class Control:
    """The link of a job to the server."""

    def __init__(self, parent: Parent) -> None:
        self._parent = parent

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        self._parent.send(message)

    def wait_for_start(self) -> None:
        """Report that the job is ready, and wait until it may begin."""
        self._parent.check()
        self.send({"ready": True})
        self._parent.receive()


def run_job(parent: Parent, job: Mapping[str, Any]) -> None:
    """Run one job."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # the server goes first when both want the processor
    control = Control(parent)
    try:
        import_module("edgematch.web.runner").run(job, control)
    except EdgematchError as error:
        if isinstance(error, ProcessError) and error.end is CallEnd.MEMORY:
            raise  # told in the same words as running out of memory here
        control.send({"error": " ".join(str(error).split())})
    except KeyboardInterrupt:
        control.send({"interrupted": True})
