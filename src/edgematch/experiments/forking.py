"""A process forked ahead of its run, with nothing left to load.

Copying the tables of a large process takes longer than many runs.  So the next process
is forked while a run is under way, and waits for its job.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO

from edgematch.experiments import child
from edgematch.experiments.jobs import Job, packed
from edgematch.experiments.memory import own_bytes


@dataclass(frozen=True)
class Forked:
    """A process that waits for a job, or has one."""

    process: int
    orders: int
    """Where its job is written."""
    output: int
    """Where its outcome is read."""
    said: IO[bytes]
    """What it writes to its standard error."""
    baseline: int
    """Bytes of memory that it began with."""

    def hand_over(self, job: Job) -> bool:
        """Give it its job; False if it is gone."""
        data = memoryview(packed(job))
        try:
            while data:
                data = data[os.write(self.orders, data) :]
        except BrokenPipeError:
            return False
        os.close(self.orders)
        return True


def forked(others: Iterable[int]) -> Forked:
    """Fork this process; the copy closes what belongs to others, and waits."""
    output, written = os.pipe()
    read, orders = os.pipe()
    said = tempfile.TemporaryFile()  # noqa: SIM115
    process = os.fork()
    if process == 0:
        os.dup2(said.fileno(), 2)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 0)
        os.dup2(nowhere, 1)
        for other in (*others, output, orders):
            os.close(other)
        child.run_and_exit(read, written)
    os.close(written)
    os.close(read)
    # The child does so too: whoever comes first, it is done before a kill.
    with contextlib.suppress(OSError):
        os.setpgid(process, process)
    return Forked(process, orders, output, said, own_bytes(os.getpid()))
