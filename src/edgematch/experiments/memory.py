"""How much memory processes have, as the system counts it."""

import ctypes
import os
import resource
import sys
from pathlib import Path

_PAGE = resource.getpagesize()


def own_bytes(process: int) -> int:
    """Return the memory of its own that a process has now; 0 where nobody knows.

    Programs and libraries that it has read are not its own: a fork has none of those
    pages until it looks at them, so they would count as if it had asked for them.
    """
    resident, shared = _pages(process)
    return (resident - shared) * _PAGE


def _pages(process: int | str) -> tuple[int, int]:
    """Return the pages of a process in memory, and how many of them are of files."""
    try:
        with Path(f"/proc/{process}/statm").open("rb") as stream:
            _, resident, shared, *_ = stream.read().split()
            return int(resident), int(shared)
    except (OSError, ValueError):
        return 0, 0


def peak_bytes() -> int:
    """Return the most memory of its own that this process ever had."""
    try:
        with Path("/proc/self/status").open("rb") as stream:
            for line in stream:
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024 - _pages("self")[1] * _PAGE
    except OSError:
        pass
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def forget_peak() -> None:
    """Let the peak of this process start from what it has now, where that is known."""
    try:
        with Path("/proc/self/clear_refs").open("w") as stream:
            stream.write("5")
    except OSError:
        pass


def group_bytes(group: int) -> dict[int, int]:
    """Return the memory of every process of a group, by its number."""
    found = {group: own_bytes(group)}
    try:
        children = Path(f"/proc/{group}/task/{group}/children").read_text().split()
    except OSError:
        children = []
    for child in map(int, children):
        found[child] = own_bytes(child)
    return found


def limit_address_space(extra: int) -> None:
    """Let this process and its children reserve so much more, and no more than that."""
    try:
        with Path("/proc/self/statm").open("rb") as stream:
            now = int(stream.read().split()[0]) * _PAGE
    except OSError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = now + extra
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def limit_processor_seconds(seconds: float) -> None:
    """Let the system end this process if nobody else is left to do it."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    most = int(usage.ru_utime + usage.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


def end_with_parent() -> None:
    """Let the system end this process when its parent ends, where it can."""
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    set_death_signal, kill = 1, 9
    ctypes.CDLL(None, use_errno=True).prctl(set_death_signal, kill, 0, 0, 0)
    if os.getppid() != parent:  # it ended in between
        os._exit(1)
