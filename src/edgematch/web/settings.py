"""What the studio allows: every limit in one place."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The limits of one studio."""

    state: Path
    """The folder in which jobs are kept."""
    store: Path | None = None
    """The file of best boards that score searches add to; None for no such file."""
    warms_up: bool = False
    """Whether to load what the first requests need before they come."""
    token: str = ""
    """What every request must know; empty on this machine alone."""
    most_body_bytes: int = 24 * 1024 * 1024
    jobs_per_client: int = 4
    """Running at the same time."""
    jobs_in_all: int = 8
    jobs_kept: int = 60
    """Jobs that are over: older ones are forgotten."""
    most_seconds: float = 3600.0
    """Of one job."""
    most_megabytes: int = 3072
    """Of one job, and of one request."""
    most_threads: int = 4
    solutions_kept: int = 1000
    most_watchers: int = 600
    request_seconds: float = 20.0
    """For the work of one request; a download has longer."""
    download_seconds: float = 120.0
