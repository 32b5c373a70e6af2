"""Endpoints about jobs: starting, watching and ending them, and what they found."""

import asyncio

from msgspec import Struct
from starlette.responses import StreamingResponse

from edgematch.symmetry import Counting
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.engines import EngineEntry, engine_entries
from edgematch.web.job_data import Cells, JobView, WholeJobView
from edgematch.web.jobs import StudioJob
from edgematch.web.refusals import REFUSALS_OF_WORK, RequestError
from edgematch.web.requests import EventsQuery, JobPath, JobRequest, SolutionsQuery
from edgematch.web.specs import job_specs

_MOST_JOBS_IN_A_STREAM = 16


class EngineAnswer(Struct):
    """All engines."""

    engines: tuple[EngineEntry, ...]


class JobsAnswer(Struct):
    """Some jobs."""

    jobs: list[JobView]


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


async def _engines(call: Call) -> EngineAnswer:
    # The first call imports all engines, which takes a second.
    return EngineAnswer(await asyncio.to_thread(engine_entries))


async def _start(call: Call) -> JobsAnswer:
    request: JobRequest = call.body
    specs = await asyncio.to_thread(job_specs, request, call.studio.settings)
    jobs = await call.studio.jobs.start(specs, call.client)
    return JobsAnswer([job.view() for job in jobs])


async def _list(call: Call) -> JobsAnswer:
    return JobsAnswer([job.view() for job in call.studio.jobs])


async def _show(call: Call) -> WholeJobView:
    return _job(call).whole_view()


async def _pause(call: Call) -> JobView:
    call.studio.jobs.pause(_job(call))
    return _job(call).view()


async def _resume(call: Call) -> JobView:
    await call.studio.jobs.resume(_job(call), call.client)
    return _job(call).view()


async def _stop(call: Call) -> JobView:
    call.studio.jobs.stop(_job(call))
    return _job(call).view()


async def _forget(call: Call) -> dict[str, str]:
    job = _job(call)
    call.studio.jobs.forget(job)
    return {"forgotten": job.id}


async def _solutions(call: Call) -> SolutionsAnswer:
    job, query = _job(call), call.query
    boards = job.solutions
    if query.counting is not Counting.BOARDS and boards:
        asked = job.spec.puzzle, boards, query.counting
        boards = await call.studio.tasks.do("unique", asked)
    return SolutionsAnswer(
        job.record.figures.get("solutions", 0),
        None if job.record.result is None else job.record.result.counts,
        len(boards),
        query.first,
        boards[query.first : query.first + query.count],
    )


async def _events(call: Call) -> StreamingResponse:
    query: EventsQuery = call.query
    names = query.jobs.split(",")
    if len(names) > _MOST_JOBS_IN_A_STREAM:
        message = f"jobs: at most {_MOST_JOBS_IN_A_STREAM} in one stream"
        raise RequestError("invalid_request", message)
    jobs = [call.studio.jobs.get(name) for name in dict.fromkeys(names)]
    watchers = call.studio.watchers
    if watchers.count >= call.studio.settings.most_watchers:
        raise RequestError("busy", "too many clients are watching; try again later")
    return StreamingResponse(
        watchers.stream(jobs),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/engines",
        "All engines, with their goals and options",
        _engines,
        answer=EngineAnswer,
    ),
    Endpoint(
        "POST",
        "/api/jobs",
        "Start a job; with several engines, jobs that race each other",
        _start,
        body=JobRequest,
        answer=JobsAnswer,
        refusals=("too_many_jobs",),
    ),
    Endpoint("GET", "/api/jobs", "All jobs, newest first", _list, answer=JobsAnswer),
    Endpoint(
        "GET",
        "/api/jobs/{job}",
        "A job, with its best board, curve and puzzle",
        _show,
        path_values=JobPath,
        answer=WholeJobView,
        refusals=("no_such_job",),
    ),
    Endpoint(
        "DELETE",
        "/api/jobs/{job}",
        "Delete a job that is not running",
        _forget,
        path_values=JobPath,
        refusals=("no_such_job", "wrong_state"),
    ),
    Endpoint(
        "POST",
        "/api/jobs/{job}/pause",
        "Save a checkpoint and pause",
        _pause,
        path_values=JobPath,
        answer=JobView,
        refusals=("no_such_job", "wrong_state", "cannot_pause"),
    ),
    Endpoint(
        "POST",
        "/api/jobs/{job}/resume",
        "Continue from the checkpoint",
        _resume,
        path_values=JobPath,
        answer=JobView,
        refusals=("no_such_job", "wrong_state", "too_many_jobs"),
    ),
    Endpoint(
        "POST",
        "/api/jobs/{job}/stop",
        "End the job; what it has found is kept",
        _stop,
        path_values=JobPath,
        answer=JobView,
        refusals=("no_such_job", "wrong_state"),
    ),
    Endpoint(
        "GET",
        "/api/jobs/{job}/solutions",
        "Solutions of a job, each cell as piece × 4 + turn",
        _solutions,
        path_values=JobPath,
        query=SolutionsQuery,
        answer=SolutionsAnswer,
        refusals=("no_such_job", *REFUSALS_OF_WORK),
    ),
    Endpoint(
        "GET",
        "/api/events",
        "Server-sent events of some jobs: the newest state, best board and curve",
        _events,
        query=EventsQuery,
        media="text/event-stream",
        refusals=("no_such_job", "busy"),
    ),
)
