"""The settings of the studio: every limit in one place."""

import os
from dataclasses import dataclass
from pathlib import Path

from edgematch.web.requests import ReadRequest


@dataclass(frozen=True)
class Settings:
    """The settings of one studio."""

    state: Path
    """The folder in which jobs are kept."""
    store: Path | None = None
    """The file of best boards that jobs add to; None for no file."""
    boards: ReadRequest | None = None
    """A file of boards that the gallery shows; None for no file."""
    warms_up: bool = False
    """Whether to load what the first requests need at the start."""
    token: str = ""
    """What every request must send; empty if only this machine is served."""
    most_body_bytes: int = 24 * 1024 * 1024
    jobs_per_client: int = 4
    """How many run at the same time."""
    jobs_in_all: int = 8
    jobs_waiting: int = 80
    """How many jobs of later heats of races wait for their turn."""
    jobs_kept: int = 60
    """How many finished jobs are kept; older ones are deleted."""
    grace_seconds: float = 300.0
    """A job is paused this long after the last page that watched it was closed."""
    most_seconds: float = 3600.0
    """The time limit of a job."""
    most_megabytes: int = 3072
    """The memory limit of a job, and of a request."""
    most_threads: int = 4
    saves_checkpoints: bool = True
    """Whether jobs can be paused, where their engines can."""
    solutions_kept: int = 1000
    most_watchers: int = 600
    seconds_to_ask: float = 10.0
    """How long a request may take to arrive; a long body has more time."""
    most_half_requests: int = 200
    """How many connections may wait for the rest of their request."""
    request_seconds: float = 20.0
    """The time limit of a request; a download may take longer."""
    download_seconds: float = 120.0


def default_state_folder() -> Path:
    """Return the folder in which jobs are kept by default."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "edgematch" / "studio"
