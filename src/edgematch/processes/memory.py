"""The memory of processes, as the operating system counts it."""

import os
import sys
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

import psutil

_process = lru_cache(1024)(psutil.Process)
"""A process by its number; making one costs as much as asking it three times."""


def own_bytes(process: int) -> int:
    """Return the private memory of a process; 0 if it is gone.

    Pages of programs and libraries are left out: a fork has none of those until it
    touches them, so they would count as if it had asked for them.
    """
    try:
        memory = _process(process).memory_info()
    except psutil.Error:
        return 0
    return int(memory.rss - getattr(memory, "shared", 0))


def group_bytes(leaders: Collection[int]) -> dict[int, list[int]]:
    """Return the private memory of every process, for each process group."""
    found: dict[int, list[int]] = {leader: [] for leader in leaders}
    for process in psutil.pids():
        try:
            group = os.getpgid(process)
        except OSError:  # it has just ended, or belongs to somebody else
            continue
        if group in found:
            found[group].append(own_bytes(process))
    return found


def address_space() -> int:
    """Return the bytes of address space that this process has reserved."""
    return int(_process(os.getpid()).memory_info().vms)


def peak_bytes() -> int:
    """Return the most private memory that this process has had."""
    import resource

    try:
        with Path("/proc/self/status").open("rb") as stream:
            for line in stream:
                if line.startswith(b"VmHWM:"):
                    shared = _process(os.getpid()).memory_info().shared
                    return int(line.split()[1]) * 1024 - int(shared)
    except OSError:
        pass
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def reset_peak() -> None:
    """Restart the peak of this process from its present memory (Linux only)."""
    try:
        with Path("/proc/self/clear_refs").open("w") as stream:
            stream.write("5")
    except OSError:
        pass
