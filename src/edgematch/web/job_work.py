"""How the work of a job is started: in a process, or where a browser does it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

from edgematch.processes.child import SECONDS_TO_SAVE
from edgematch.processes.child_process import ChildProcess, Listener
from edgematch.processes.messages import ProcessLimits
from edgematch.web.job_data import JobSpec


class JobWork(Protocol):
    """The work of a job, under way in another process."""

    def send(self, message: Any) -> None:
        """Send it a message."""

    def interrupt(self, seconds: float = SECONDS_TO_SAVE) -> None:
        """Let it save its checkpoint; end it if that takes too long."""


StartWork = Callable[
    [tuple[JobSpec, Path], ProcessLimits, Listener], Awaitable[JobWork]
]
"""Starts `run_job` with these arguments; the listener gets its messages and its end."""
RUN_JOB = "edgematch.web.runner:run_job"


async def start_process(
    arguments: tuple[JobSpec, Path], limits: ProcessLimits, listener: Listener
) -> JobWork:
    """Start the process that does a job."""
    return await asyncio.to_thread(
        ChildProcess,
        RUN_JOB,
        *arguments,
        limits=limits,
        is_interruptible=True,
        listener=listener,
    )
