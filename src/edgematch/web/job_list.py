"""All jobs of a studio: limits on starting them, races, and restarts of the server."""

import asyncio
import re
import secrets
import time
from collections.abc import Iterator, Sequence

import msgspec

from edgematch.web.grace import Grace, time_in_words
from edgematch.web.job_data import JobRecord, JobSpec
from edgematch.web.job_work import StartWork, start_process
from edgematch.web.jobs import StudioJob
from edgematch.web.races import link_heat, next_heats
from edgematch.web.refusals import RequestError
from edgematch.web.settings import Settings

_IDENTITY = re.compile("[0-9a-f]{24}")


class JobList:
    """The jobs of a studio, by their ids."""

    def __init__(self, settings: Settings, start: StartWork = start_process) -> None:
        self._settings, self._start_work = settings, start
        self.grace = Grace(settings.grace_seconds, self._end_unwatched)
        self._jobs: dict[str, StudioJob] = {}
        self._heats: set[asyncio.Task[None]] = set()

    def __iter__(self) -> Iterator[StudioJob]:
        """Return the jobs, newest first."""
        return iter(sorted(self._jobs.values(), key=lambda job: -job.spec.created))

    def get(self, identity: str) -> StudioJob:
        """Return a job by its id."""
        if identity not in self._jobs:
            raise RequestError("no_such_job", "there is no such job")
        return self._jobs[identity]

    async def open(self) -> None:
        """Continue the jobs in the folder."""
        for each in sorted(self._settings.state.iterdir()):
            job = None
            if _IDENTITY.fullmatch(each.name):
                job = StudioJob.load(each, self._start_work)
            if job is not None:
                self._add(job)
        for job in list(self._jobs.values()):
            if job.is_active:
                await self._continue(job)
            elif job.status == "waiting" and job.record.was_watched:
                self.grace.begin(job)
        self._start_heats()

    def _add(self, job: StudioJob) -> None:
        self._jobs[job.id] = job
        job.when_idle = self._start_heats

    def _start_heats(self) -> None:
        """Start the next heats of races, as far as there is room for them."""
        for heat in next_heats(self._jobs.values()):
            try:
                self._check_room(heat[0].spec.client, len(heat))
            except RequestError:
                continue  # the next job that ends makes room
            for job in heat:
                job.set_status("starting")
            task = asyncio.get_running_loop().create_task(self._start_heat(heat))
            self._heats.add(task)
            task.add_done_callback(self._heats.discard)

    async def _start_heat(self, heat: Sequence[StudioJob]) -> None:
        if len(heat) > 1:
            link_heat(heat)
        for job in heat:
            await job.start()

    async def _continue(self, job: StudioJob) -> None:
        """Continue a job that another server left running, or mark it as lost."""
        if not job.spec.can_pause:
            job.set_status(
                "lost",
                "lost: the studio ended while the job was running, and engine"
                f" {job.spec.engine} saves no checkpoints",
            )
        elif job.status in ("pausing", "stopping"):
            job.set_status("paused")
        else:
            job.record.message = (
                "resumed from its checkpoint after a restart of the studio"
                if job.checkpoint.exists()
                else "started again after a restart of the studio: it had no checkpoint"
            )
            await job.start()
            if job.record.was_watched:  # a page that is still open comes back soon
                self.grace.begin(job)

    def _end_unwatched(self, job: StudioJob) -> None:
        """Pause or stop a job whose page was closed, and say so."""
        grace = time_in_words(self._settings.grace_seconds)
        why = f"its page had been closed for {grace}"  # true on any later day
        if job.status == "waiting":  # nobody is there to see the rest of its race
            job.set_status("finished", f"stopped before it began: {why}")
        elif job.status not in ("starting", "running"):
            return
        elif job.spec.can_pause:
            job.interrupt("pausing", f"paused: {why}")
        else:
            engine = f"engine {job.spec.engine} saves no checkpoints"
            job.interrupt("stopping", f"stopped: {why}, and {engine}")

    async def close(self) -> None:
        """End all processes; the next server continues what is not finished."""
        await asyncio.gather(*self._heats, return_exceptions=True)
        await asyncio.gather(*(job.close() for job in self._jobs.values()))

    async def start(self, specs: Sequence[JobSpec], client: str) -> list[StudioJob]:
        """Start jobs; two or more are a race, whose later heats wait for the first."""
        first = [spec for spec in specs if spec.heat == 0]
        self._check_room(client, len(first))
        self._check_queue(len(specs) - len(first))
        race = secrets.token_hex(6) if len(specs) > 1 else None
        started = []
        for number, spec in enumerate(specs):
            identity = secrets.token_hex(12)
            created = time.time() + number * 1e-3  # they are listed in this order
            spec = msgspec.structs.replace(
                spec, client=client, race=race, created=created
            )
            record = JobRecord(id=identity, spec=spec)
            folder = self._settings.state / identity
            job = StudioJob(record, folder, self._start_work)
            self._add(job)
            started.append(job)
        for job in started[len(first) :]:
            job.set_status("waiting")
        await self._start_heat(started[: len(first)])
        self._forget_old()
        return started

    async def resume(self, job: StudioJob, client: str) -> None:
        """Continue a job that is paused."""
        if job.status != "paused":
            raise RequestError("wrong_state", f"the job is {job.status}, not paused")
        self._check_room(client, 1)
        self.grace.cancel(job)  # whoever resumes it wants it to run
        job.record.message = ""
        job.when_ready = job.go
        await job.start()

    def pause(self, job: StudioJob) -> None:
        """Let a job save its checkpoint and end its process."""
        if not job.spec.can_pause:
            raise RequestError(
                "cannot_pause",
                f"engine {job.spec.engine} cannot be paused, only stopped: its solver"
                " saves no checkpoints",
            )
        if job.status not in ("starting", "running"):
            raise RequestError("wrong_state", f"the job is {job.status}, not running")
        job.interrupt("pausing")

    def stop(self, job: StudioJob) -> None:
        """End a job; what it has found is kept."""
        if job.status == "paused":
            job.set_status("finished", "stopped while it was paused")
        elif job.status == "waiting":
            job.set_status("finished", "stopped before it began")
        elif job.status in ("starting", "running"):
            job.interrupt("stopping")
        else:
            raise RequestError("wrong_state", f"the job is {job.status} already")

    def forget(self, job: StudioJob) -> None:
        """Delete a job that is not running."""
        if job.is_active:
            raise RequestError("wrong_state", "the job is running: stop it first")
        self.grace.cancel(job)
        job.forget()
        del self._jobs[job.id]
        self._start_heats()  # a race may have waited for it

    def _check_room(self, client: str, wanted: int) -> None:
        active = [job for job in self._jobs.values() if job.is_active]
        own = sum(job.spec.client == client for job in active)
        limits = self._settings
        if own + wanted > limits.jobs_per_client:
            raise RequestError(
                "too_many_jobs",
                f"you can run at most {limits.jobs_per_client} jobs at a time:"
                " pause or stop one first",
            )
        if len(active) + wanted > limits.jobs_in_all:
            raise RequestError(
                "too_many_jobs",
                f"the studio runs at most {limits.jobs_in_all} jobs at a time: try"
                " again later",
            )

    def _check_queue(self, wanted: int) -> None:
        waiting = sum(job.status == "waiting" for job in self._jobs.values())
        if wanted and waiting + wanted > self._settings.jobs_waiting:
            raise RequestError(
                "too_many_jobs",
                f"at most {self._settings.jobs_waiting} runs of races can wait: stop"
                " a race first, or choose fewer seeds",
            )

    def _forget_old(self) -> None:
        over = [job for job in self if job.is_over]
        for job in over[self._settings.jobs_kept :]:
            self.forget(job)
