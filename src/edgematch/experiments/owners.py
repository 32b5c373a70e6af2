"""Processes that claim runs, and whether they still exist."""

import json
import os
import platform
import secrets
from dataclasses import dataclass, field
from pathlib import Path

LEASE = 60.0
"""Seconds after which a claim from another machine counts as lost."""


@dataclass(frozen=True)
class Owner:
    """A process that claims runs."""

    host: str = field(default_factory=platform.node)
    process: int = field(default_factory=os.getpid)
    started: str = field(default_factory=lambda: start_time(os.getpid()))
    token: str = field(default_factory=lambda: secrets.token_hex(4))

    @property
    def name(self) -> str:
        """The owner as it is written in a claim."""
        return json.dumps([self.host, self.process, self.started, self.token])


def start_time(process: int) -> str:
    """Return when a process started, in clock ticks since boot; empty if it has ended.

    Process numbers are reused; a number together with a start time is unique.  A zombie
    counts as ended.
    """
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return ""
    state, *others = text.rpartition(")")[2].split()
    return "" if state in "ZX" else others[18]


def is_gone(owner: str, seen: float, now: float) -> bool:
    """Return whether the process that made a claim has ended."""
    try:
        host, process, started, _ = json.loads(owner)
    except (TypeError, ValueError):  # written by something else
        return now - seen > LEASE
    if host == platform.node() and Path("/proc/self/stat").exists():
        found = start_time(int(process))
        return not found or found != str(started)
    return now - seen > LEASE
