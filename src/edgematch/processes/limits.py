"""Limits on time and memory: those a process sets itself, and those its parent watches.

The parent's watch is exact and counts the whole process group.  What a process sets
itself is a safety net: one huge allocation raises MemoryError before it takes the
machine down, and a process that nobody watches any more ends by itself.
"""

import os
import time
from collections.abc import Iterable

from edgematch.processes.messages import CallEnd, CallResult, ProcessLimits

SECONDS_BETWEEN_LOOKS = 0.05
_MEGABYTE = 1_000_000
_SPARE_BYTES = 1_000_000_000
"""Address space beyond the limit: threads and allocators reserve more than they use."""
_SPARE_SECONDS = 60


def limit_this_process(limits: ProcessLimits) -> None:
    """Set soft limits of the operating system for one call in this process."""
    try:
        import resource
    except ImportError:  # Windows has none
        return
    if limits.seconds is not None:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        most = limits.seconds * (os.cpu_count() or 1) + _SPARE_SECONDS
        spent = usage.ru_utime + usage.ru_stime
        _set_soft_limit(resource.RLIMIT_CPU, int(spent + most) + 1)
    if limits.megabytes is not None:
        from edgematch.processes.memory import address_space

        extra = 2 * _MEGABYTE * limits.megabytes + _SPARE_BYTES
        _set_soft_limit(resource.RLIMIT_AS, address_space() + extra)


def _set_soft_limit(which: int, wanted: int) -> None:
    import resource

    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(which, (wanted, hard))


class GroupWatch:
    """Watches the time and the memory of one process group."""

    def __init__(self, limits: ProcessLimits, baseline: int = 0) -> None:
        self._limits, self._baseline = limits, baseline
        self._started = time.monotonic()
        self.peak_bytes = 0

    @property
    def seconds(self) -> float:
        """Wall-clock time since the start."""
        return time.monotonic() - self._started

    def check(self, sizes: Iterable[int]) -> CallResult | None:
        """Return the end of a call that has reached a limit, or None.

        `sizes` are the bytes of every process in the group.  Each of them began with
        `baseline` bytes, which do not count.
        """
        taken = sum(max(0, size - self._baseline) for size in sizes)
        self.peak_bytes = max(self.peak_bytes, taken)
        seconds, megabytes = self._limits.seconds, self._limits.megabytes
        if seconds is not None and self.seconds > seconds:
            return CallResult(
                CallEnd.TIMEOUT, error=f"killed: still running after {seconds:g} s"
            )
        if megabytes is not None and taken > _MEGABYTE * megabytes:
            return CallResult(
                CallEnd.MEMORY, error=f"killed: used more than {megabytes:,} megabytes"
            )
        return None
