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


def free_bytes(root: Path = Path("/")) -> int:
    """Return the memory that is free: on the machine, and in this container.

    Control groups of both versions count (Linux); `root` is where their files are.
    """
    free = int(psutil.virtual_memory().available)
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return free
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if "memory" in controllers.split(","):
            top, files = "sys/fs/cgroup/memory", _GROUP_FILES[0]
        elif not controllers:
            top, files = "sys/fs/cgroup", _GROUP_FILES[1]
        else:
            continue
        inside = root / top / group.lstrip("/")
        # A container may see its own group as the topmost one.
        for folder in (inside, *inside.parents, root / top):
            limit, used = (_number_in(folder / name) for name in files)
            if limit is not None and used is not None:
                free = min(free, max(limit - used, 0))
            if folder == root / top:
                break
    return free


_GROUP_FILES = (
    ("memory.limit_in_bytes", "memory.usage_in_bytes"),
    ("memory.max", "memory.current"),
)
"""The limit of a control group and what is used of it, in versions 1 and 2."""


def _number_in(path: Path) -> int | None:
    """Return the number that a file has; None if there is none, such as no limit."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


def reset_peak() -> None:
    """Restart the peak of this process from its present memory (Linux only)."""
    try:
        with Path("/proc/self/clear_refs").open("w") as stream:
            stream.write("5")
    except OSError:
        pass
