"""All jobs of a studio: who may start one, races, and what a restart makes of them."""

import asyncio
import contextlib
import re
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from edgematch.errors import EdgematchError
from edgematch.web.jobs import Job
from edgematch.web.schemas import BadRequest
from edgematch.web.settings import Settings

_IDENTITY = re.compile("[0-9a-f]{24}")


class JobList:
    """The jobs of a studio, by their names."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, Job] = {}
        self._lock: IO[bytes] | None = None

    def __iter__(self) -> Any:
        return iter(sorted(self._jobs.values(), key=lambda job: -job.spec["created"]))

    def get(self, identity: str) -> Job:
        """Return a job by its name."""
        if identity not in self._jobs:
            raise BadRequest("there is no such job, or it is forgotten", 404)
        return self._jobs[identity]

    async def open(self) -> None:
        """Take the folder, and go on with the jobs that are in it."""
        folder = self._settings.state
        self._lock = locked(folder)
        for each in sorted(folder.iterdir()):
            job = Job.load(each) if _IDENTITY.fullmatch(each.name) else None
            if job is not None:
                self._jobs[job.id] = job
        for job in list(self._jobs.values()):
            if job.is_active:
                await self._take_up(job)

    async def _take_up(self, job: Job) -> None:
        """Go on with a job that a server left behind, or say that it is lost."""
        if job.status in ("pausing", "stopping"):
            job.status = "paused" if job.spec["can_pause"] else "lost"
        elif job.spec["can_pause"]:
            has_checkpoint = (job.folder / "checkpoint.npz").exists()
            job.message = (
                "taken up again from its checkpoint after a restart"
                if has_checkpoint
                else "begun anew after a restart: there was no checkpoint yet"
            )
            await job.start()
            return
        else:
            job.status = "lost"
        if job.status == "lost":
            job.message = (
                "lost: the studio was ended while it ran, and engine"
                f" {job.spec['engine']} keeps no checkpoints"
            )
        job.save()

    async def close(self) -> None:
        """End all processes; what is not finished goes on with the next server."""
        try:
            await asyncio.gather(*(job.close() for job in self._jobs.values()))
        finally:
            if self._lock is not None:
                self._lock.close()

    async def start(self, specs: Sequence[dict[str, Any]], client: str) -> list[Job]:
        """Start jobs as `specs` has them; several of them begin together."""
        self._check_room(client, len(specs))
        race = secrets.token_hex(6) if len(specs) > 1 else None
        started = []
        for number, spec in enumerate(specs):
            identity = secrets.token_hex(12)
            created = time.time() + number * 1e-3  # they are listed in this order
            about = {"client": client, "race": race, "created": created}
            job = Job(identity, spec | about, self._settings.state / identity)
            self._jobs[identity] = job
            started.append(job)
        if race is not None:
            for job in started:
                job.when_ready = lambda: _start_together(started)
        for job in started:
            await job.start()
        self._forget_old()
        return started

    async def resume(self, job: Job, client: str) -> None:
        """Go on with a job that was paused."""
        if job.status != "paused":
            raise BadRequest(f"the job is {job.status}, not paused", 409)
        self._check_room(client, 1)
        job.message = ""
        job.when_ready = job.go
        await job.start()

    def pause(self, job: Job) -> None:
        """Let a job keep its checkpoint and stand still."""
        if not job.spec["can_pause"]:
            raise BadRequest(
                f"engine {job.spec['engine']} cannot be paused, only stopped: the state"
                " of its solver is its own",
                409,
            )
        if job.status not in ("starting", "running"):
            raise BadRequest(f"the job is {job.status}, not running", 409)
        job.interrupt("pausing")

    def stop(self, job: Job) -> None:
        """End a job with what it has found."""
        if job.status == "paused":
            job.status, job.message = "finished", "stopped while it was paused"
            job.save()
            job.tell("state")
        elif job.status in ("starting", "running"):
            job.interrupt("stopping")
        else:
            raise BadRequest(f"the job is {job.status} already", 409)

    def forget(self, job: Job) -> None:
        """Remove a job that is not at work."""
        if job.is_active:
            raise BadRequest("the job is at work: stop it first", 409)
        job.forget()
        del self._jobs[job.id]

    def _check_room(self, client: str, wanted: int) -> None:
        active = [job for job in self._jobs.values() if job.is_active]
        own = sum(job.spec["client"] == client for job in active)
        limits = self._settings
        if own + wanted > limits.jobs_per_client:
            raise BadRequest(
                f"at most {limits.jobs_per_client} jobs of yours run at a time:"
                " pause or stop one first",
                429,
            )
        if len(active) + wanted > limits.jobs_in_all:
            raise BadRequest(
                f"at most {limits.jobs_in_all} jobs run at a time: try again later", 429
            )

    def _forget_old(self) -> None:
        over = [job for job in self if job.is_over]
        for job in over[self._settings.jobs_kept :]:
            self.forget(job)


def _start_together(jobs: Sequence[Job]) -> None:
    """Let the jobs of a race begin as soon as the last of them is ready."""
    if all(job.is_ready or not job.is_active for job in jobs):
        for job in jobs:
            job.when_ready = job.go
            if job.is_active:
                job.go()


def locked(folder: Path) -> IO[bytes]:
    """Take a folder for one server alone, until the file returned is closed."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    stream = (folder / "lock").open("ab")
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.close()
            raise EdgematchError(
                f"{folder}: another studio keeps its jobs there; name another folder"
                " with --state"
            ) from None
    return stream
