"""Endpoints about jobs: how they stand, what they found, and how to end them."""

from typing import Any

from starlette.responses import StreamingResponse

from edgematch.symmetry import Counting
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.schemas import BadRequest

_NAMED = {"job": {"type": "string", "minLength": 24, "maxLength": 24}}
_MOST_AT_ONCE = 200


async def _jobs(call: Call) -> Any:
    return {"jobs": [job.public() for job in call.studio.jobs]}


async def _job(call: Call) -> Any:
    job = call.studio.jobs.get(call.path["job"])
    boards = {"best": job.best, "check": job.check, "curve": job.curve}
    return {**job.public(), **boards, "puzzle": job.spec["puzzle"]}


async def _pause(call: Call) -> Any:
    job = call.studio.jobs.get(call.path["job"])
    call.studio.jobs.pause(job)
    return job.public()


async def _resume(call: Call) -> Any:
    job = call.studio.jobs.get(call.path["job"])
    await call.studio.jobs.resume(job, call.client)
    return job.public()


async def _stop(call: Call) -> Any:
    job = call.studio.jobs.get(call.path["job"])
    call.studio.jobs.stop(job)
    return job.public()


async def _forget(call: Call) -> Any:
    job = call.studio.jobs.get(call.path["job"])
    call.studio.jobs.forget(job)
    return {"forgotten": job.id}


async def _solutions(call: Call) -> Any:
    job = call.studio.jobs.get(call.path["job"])
    so_far = {"count": job.figures.get("solutions", 0), "counts": None}
    result = job.result or so_far
    start = call.query.get("from", 0)
    count = min(call.query.get("count", 50), _MOST_AT_ONCE)
    boards = job.solutions
    if call.query.get("counting", "boards") != "boards" and boards:
        answer = await call.studio.tasks.do(
            "unique",
            {
                "puzzle": job.spec["puzzle"],
                "boards": boards,
                "counting": call.query["counting"],
            },
        )
        boards = answer["boards"]
    return {
        "count": result["count"],
        "counts": result["counts"],
        "kept": len(boards),
        "from": start,
        "boards": boards[start : start + count],
    }


async def _events(call: Call) -> Any:
    names = call.query["jobs"].split(",")
    if len(names) > 16:
        raise BadRequest("at most 16 jobs in one stream")
    jobs = [call.studio.jobs.get(name) for name in dict.fromkeys(names)]
    watchers = call.studio.watchers
    if watchers.count >= call.studio.settings.most_watchers:
        raise BadRequest("too many are watching", 503)
    return StreamingResponse(
        watchers.stream(jobs),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


ENDPOINTS = (
    Endpoint("GET", "/api/jobs", "All jobs, the newest first", _jobs),
    Endpoint(
        "GET",
        "/api/jobs/{job}",
        "How a job stands",
        _job,
        path_values=_NAMED,
        refusals=(404,),
    ),
    Endpoint(
        "DELETE",
        "/api/jobs/{job}",
        "Forget a job that is not at work",
        _forget,
        path_values=_NAMED,
        refusals=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/jobs/{job}/pause",
        "Keep its checkpoint and let it stand still",
        _pause,
        path_values=_NAMED,
        refusals=(404, 409),
    ),
    Endpoint(
        "POST",
        "/api/jobs/{job}/resume",
        "Go on from the checkpoint",
        _resume,
        path_values=_NAMED,
        refusals=(404, 409, 429),
    ),
    Endpoint(
        "POST",
        "/api/jobs/{job}/stop",
        "End it with what it has found",
        _stop,
        path_values=_NAMED,
        refusals=(404, 409),
    ),
    Endpoint(
        "GET",
        "/api/jobs/{job}/solutions",
        "What it has found, each board cell by cell as piece times 4 plus turn",
        _solutions,
        path_values=_NAMED,
        query={
            "from": {"type": "integer", "minimum": 0, "maximum": 10**6},
            "count": {"type": "integer", "minimum": 1, "maximum": _MOST_AT_ONCE},
            "counting": {
                "type": "string",
                "enum": [each.value for each in Counting],
            },
        },
        refusals=(404, 503),
    ),
    Endpoint(
        "GET",
        "/api/events",
        "Server-sent events of some jobs: state, best and curve, the newest of each",
        _events,
        query={
            "jobs": {
                "type": "string",
                "required": True,
                "minLength": 24,
                "maxLength": 400,
                "description": "names of jobs, with commas between",
            }
        },
        media="text/event-stream",
        refusals=(404, 503),
    ),
)
