"""Limits that a process puts on itself."""

import contextlib
import os


def limit_memory(megabytes: int) -> None:
    """Let this process, and those it starts, have no more memory than this."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    limit = megabytes * 2**20
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def be_nice() -> None:
    """Leave the server the first place when both want the processor."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
