"""Processes that claim runs, and whether they are still there."""

import json
import os
import platform
import secrets
from dataclasses import dataclass, field
from pathlib import Path

LEASE = 60.0
"""Seconds after which a claim from another machine is taken for lost."""


@dataclass(frozen=True)
class Owner:
    """A process that claims runs."""

    host: str = field(default_factory=platform.node)
    process: int = field(default_factory=os.getpid)
    started: str = field(default_factory=lambda: started_at(os.getpid()))
    token: str = field(default_factory=lambda: secrets.token_hex(4))

    @property
    def name(self) -> str:
        """How it is written in a claim."""
        return json.dumps([self.host, self.process, self.started, self.token])


def started_at(process: int) -> str:
    """Return when a process began, as the system writes it; empty if it is not there.

    A number of a process is used again, together with this it is not.  One that has
    ended and whose parent has not looked yet, a zombie, is not there.
    """
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return ""
    state, *others = text.rpartition(")")[2].split()
    return "" if state in "ZX" else others[18]


def is_gone(owner: str, seen: float, now: float) -> bool:
    """Say whether the process of a claim is there no more."""
    try:
        host, process, started, _ = json.loads(owner)
    except (TypeError, ValueError):  # nobody can tell whose it is
        return now - seen > LEASE
    if host == platform.node() and Path("/proc/self/stat").exists():
        begun = started_at(int(process))
        return not begun or begun != str(started)
    return now - seen > LEASE
