"""Endpoints about jobs: starting, watching and ending them, and what they found."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from edgematch.symmetry import Counting
from edgematch.web import work
from edgematch.web.answers import Answer
from edgematch.web.endpoints import Call, Endpoint, Handler, endpoint
from edgematch.web.engines import EngineEntry, engine_entries
from edgematch.web.exports import download
from edgematch.web.job_data import Cells, JobView, ListedJobView, WholeJobView
from edgematch.web.job_files import job_file
from edgematch.web.jobs import StudioJob
from edgematch.web.refusals import REFUSALS_OF_WORK, RequestError
from edgematch.web.repeat import RepeatTexts, repeat_texts
from edgematch.web.requests import (
    MOST_JOBS_IN_A_STREAM,
    EventsQuery,
    JobFilePath,
    JobPath,
    JobRequest,
    SolutionsQuery,
)
from edgematch.web.specs import job_specs


class EngineAnswer(Struct):
    """All engines."""

    engines: tuple[EngineEntry, ...]


class JobsAnswer(Struct):
    """Some jobs."""

    jobs: list[JobView]


class JobListAnswer(Struct):
    """All jobs of the studio, and how many may run at the same time."""

    jobs: list[ListedJobView]
    most_mine: int
    """How many jobs one address may run."""
    most: int
    """How many jobs may run in all."""


class SolutionsAnswer(Struct, rename={"first": "from"}):
    """Some of the solutions that a job has kept."""

    count: int
    counts: dict[str, int] | None
    kept: int
    first: int
    boards: list[Cells]


def _job(call: Call) -> StudioJob:
    path: JobPath = call.path
    return call.studio.jobs.get(path.job)


def _job_endpoint(
    method: str, path: str, *refusals: str, **settings: Any
) -> Callable[[Handler], Endpoint]:
    """Return the decorator of an endpoint about one job."""
    settings |= {"path_values": JobPath, "refusals": ("no_such_job", *refusals)}
    return endpoint(method, f"/api/jobs/{{job}}{path}", **settings)


@endpoint("GET", "/api/engines")
async def _engines(call: Call) -> EngineAnswer:
    """All engines, with their goals and options."""
    # The first call imports all engines, which takes a second.
    return EngineAnswer(await call.studio.tasks.soon(engine_entries))


@endpoint("POST", "/api/jobs", body=JobRequest, refusals=("too_many_jobs",))
async def _start(call: Call) -> JobsAnswer:
    """Start a job; with several engines or seeds, the jobs of a race."""
    request: JobRequest = call.body
    specs = await call.studio.tasks.soon(job_specs, request, call.studio.settings)
    jobs = await call.studio.jobs.start(specs, call.client)
    return JobsAnswer([job.view() for job in jobs])


@endpoint("GET", "/api/jobs")
async def _list(call: Call) -> JobListAnswer:
    """All jobs, whoever started them, newest first."""
    jobs = [job.listed_view(call.client) for job in call.studio.jobs]
    settings = call.studio.settings
    return JobListAnswer(jobs, settings.jobs_per_client, settings.jobs_in_all)


@_job_endpoint("GET", "")
async def _show(call: Call) -> WholeJobView:
    """A job, with its best board, curve and puzzle."""
    return _job(call).whole_view()


@_job_endpoint("DELETE", "", "wrong_state")
async def _forget(call: Call) -> dict[str, Any]:
    """Delete a job that is not running."""
    job = _job(call)
    call.studio.jobs.forget(job)
    return {"forgotten": job.id}


@_job_endpoint("POST", "/pause", "wrong_state", "cannot_pause")
async def _pause(call: Call) -> JobView:
    """Save a checkpoint and pause."""
    call.studio.jobs.pause(_job(call))
    return _job(call).view()


@_job_endpoint("POST", "/resume", "wrong_state", "too_many_jobs")
async def _resume(call: Call) -> JobView:
    """Continue from the checkpoint."""
    await call.studio.jobs.resume(_job(call), call.client)
    return _job(call).view()


@_job_endpoint("POST", "/stop", "wrong_state")
async def _stop(call: Call) -> JobView:
    """End the job; what it has found is kept."""
    call.studio.jobs.stop(_job(call))
    return _job(call).view()


@_job_endpoint("GET", "/solutions", *REFUSALS_OF_WORK, query=SolutionsQuery)
async def _solutions(call: Call) -> SolutionsAnswer:
    """Solutions of a job, each cell as piece × 4 + turn."""
    job, query = _job(call), call.query
    boards = job.solutions
    if query.counting is not Counting.BOARDS and boards:
        asked = job.spec.puzzle, boards, query.counting
        boards = await call.studio.tasks.do(work.unique, asked)
    return SolutionsAnswer(
        job.record.figures.get("solutions", 0),
        None if job.record.result is None else job.record.result.counts,
        len(boards),
        query.first,
        boards[query.first : query.first + query.count],
    )


@_job_endpoint("GET", "/repeat", *REFUSALS_OF_WORK)
async def _repeat(call: Call) -> RepeatTexts:
    """The job as a command of edgematch and as Python, to run it again."""
    texts: RepeatTexts = await call.studio.tasks.do(repeat_texts, _job(call).spec)
    return texts


@endpoint(
    "GET",
    "/api/jobs/{job}/files/{file}",
    path_values=JobFilePath,
    media="application/octet-stream",
    refusals=("no_such_job",),
)
async def _file(call: Call) -> Answer:
    """A job as a file: its best board, puzzle, figures, curve or solutions."""
    job = _job(call)
    race = [each for each in call.studio.jobs if each.spec.race == job.spec.race]
    runs = race[::-1] if job.spec.race is not None else [job]
    file = await call.studio.tasks.soon(job_file, call.path.file, job, runs)
    spec = job.spec
    title = f"{spec.name} {spec.engine} seed {spec.seed}"
    is_puzzle = call.path.file == "puzzle.json"  # the command names this file
    return download(file, spec.name if is_puzzle else title)


@endpoint(
    "GET",
    "/api/events",
    query=EventsQuery,
    media="text/event-stream",
    refusals=("no_such_job", "busy"),
)
async def _events(call: Call) -> Answer:
    """Server-sent events of some jobs: the newest state, best board and curve."""
    query: EventsQuery = call.query
    names = query.jobs.split(",")
    if len(names) > MOST_JOBS_IN_A_STREAM:
        message = f"jobs: at most {MOST_JOBS_IN_A_STREAM} in one stream"
        raise RequestError("invalid_request", message)
    jobs = [call.studio.jobs.get(name) for name in dict.fromkeys(names)]
    watchers = call.studio.watchers
    if watchers.count >= call.studio.settings.most_watchers:
        raise RequestError("busy", "too many clients are watching; try again later")
    return Answer(
        watchers.stream(jobs),
        "text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


ENDPOINTS = (
    *(_engines, _start, _list, _show, _forget, _pause, _resume, _stop, _solutions),
    *(_repeat, _file, _events),
)
