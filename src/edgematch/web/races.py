"""Races: the jobs of a heat begin together, and heats follow each other.

A race over several seeds has a heat for each seed, with a job of each engine in it,
so all of them search side by side under the same load.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from edgematch.web.job_data import OVER
from edgematch.web.jobs import StudioJob


def next_heats(jobs: Iterable[StudioJob]) -> list[list[StudioJob]]:
    """Return the heats that may begin, the race that was started first at the front.

    A heat may begin when all jobs of the heats before it are over.
    """
    races: dict[str, list[StudioJob]] = defaultdict(list)
    for job in sorted(jobs, key=lambda job: job.spec.created):
        if job.spec.race is not None and job.status not in OVER:
            races[job.spec.race].append(job)
    heats = []
    for unfinished in races.values():
        first = min(job.spec.heat for job in unfinished)
        heat = [job for job in unfinished if job.spec.heat == first]
        if all(job.status == "waiting" for job in heat):
            heats.append(heat)
    return heats


def link_heat(jobs: Sequence[StudioJob]) -> None:
    """Let the jobs of a heat begin as soon as the last of them is ready."""

    def start_together() -> None:
        if all(job.is_ready or not job.is_active for job in jobs):
            for job in jobs:
                job.when_ready = job.go
                if job.is_active:
                    job.go()

    for job in jobs:
        job.when_ready = start_together
