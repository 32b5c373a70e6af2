"""Endpoints about searching: engines, jobs, races, what they find, and single steps."""

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Any

from starlette.responses import StreamingResponse

from edgematch.engines import ENGINES
from edgematch.engines.options import offers
from edgematch.errors import EdgematchError
from edgematch.optimizers import OPTIMIZERS
from edgematch.optimizers.options import score_offers
from edgematch.optimizers.store import Store, StoredBoard
from edgematch.reasoning.steps import CELL_ORDERS, MOST_STEPS
from edgematch.symmetry import Counting
from edgematch.web.documents import check_of, puzzle_of, ways_of
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.schemas import BOARD, PUZZLE, BadRequest, an_object, or_null
from edgematch.web.specs import score_spec, solve_spec

_JOB = {"type": "string", "minLength": 24, "maxLength": 24}
_SOLUTIONS = {
    **or_null({"type": "integer", "minimum": 1, "maximum": 10**9}),
    "description": "how many to look for; null for all of them",
}
_OPTIONS = {"type": "object", "additionalProperties": {}}
_CONTENDER = an_object(
    {"engine": {"type": "string", "enum": list(ENGINES)}, "options": _OPTIONS},
    "engine",
)
_SHARED = {
    "puzzle": PUZZLE,
    "seconds": {"type": "number", "minimum": 0.1, "maximum": 10**9},
    "threads": {"type": "integer", "minimum": 1, "maximum": 64},
}
_GOAL = {
    "type": "string",
    "enum": ["joins", "pieces"],
    "description": "a full board with the most matching joins, or the most pieces"
    " without a break",
}
_SEED = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
_SCORE_CONTENDER = an_object(
    {"engine": {"type": "string", "enum": list(OPTIMIZERS)}, "options": _OPTIONS},
    "engine",
)
_START = {**BOARD, "description": "a board to better: cell, piece and turn of each"}
_TARGET = {
    **or_null({"type": "integer", "minimum": 0, "maximum": 10**6}),
    "description": "a score that is enough; null for none",
}
_TRACE = {
    "puzzle": PUZZLE,
    "follows": {"type": "boolean"},
    "cells": {"type": "string", "enum": list(CELL_ORDERS)},
}
_MOST_AT_ONCE = 200


async def _engines(call: Call) -> Any:
    # The first time this imports all engines, which takes a second.
    found = await asyncio.to_thread(offers)
    return {"engines": [dataclasses.asdict(each) for each in found]}


async def _score_engines(call: Call) -> Any:
    found = await asyncio.to_thread(score_offers)
    return {"engines": [dataclasses.asdict(each) for each in found]}


async def _jobs(call: Call) -> Any:
    return {"jobs": [job.public() for job in call.studio.jobs]}


async def _start(call: Call) -> Any:
    settings = call.studio.settings
    (job,) = await _begun(call, lambda: [solve_spec(call.body, call.body, settings)])
    return job


async def _race(call: Call) -> Any:
    settings, engines = call.studio.settings, call.body["engines"]
    found = await _begun(
        call, lambda: [solve_spec(call.body, each, settings) for each in engines]
    )
    return {"jobs": found}


async def _start_score(call: Call) -> Any:
    settings = call.studio.settings
    (job,) = await _begun(call, lambda: [score_spec(call.body, call.body, settings)])
    return job


async def _score_race(call: Call) -> Any:
    settings, engines = call.studio.settings, call.body["engines"]
    found = await _begun(
        call, lambda: [score_spec(call.body, each, settings) for each in engines]
    )
    return {"jobs": found}


async def _best(call: Call) -> Any:
    path = call.studio.settings.store
    if path is None:
        return {"kept": False, "boards": []}
    puzzle = puzzle_of(call.body["puzzle"])
    goal, most = call.body.get("goal", "joins"), call.body.get("count", 10)
    try:
        found = await asyncio.to_thread(Store(path).best, puzzle, goal, most)
    except EdgematchError as error:
        # Its words name a path of the server.
        raise BadRequest("the store of best boards cannot be read", 503) from error
    return {"kept": True, "boards": [_stored(each) for each in found]}


def _stored(stored: StoredBoard) -> dict[str, Any]:
    return {
        "score": stored.score,
        "pieces": stored.pieces,
        "engine": stored.engine,
        "seed": stored.seed,
        "seconds": stored.seconds,
        "found": stored.found,
        "ways": ways_of(stored.board),
        "check": check_of(stored.board),
    }


async def _begun(call: Call, specs: Callable[[], list[dict[str, Any]]]) -> list[Any]:
    """Start jobs; a thread makes of the request what they are to do."""
    jobs = await call.studio.jobs.start(await asyncio.to_thread(specs), call.client)
    return [job.public() for job in jobs]


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


async def _steps(call: Call) -> Any:
    return await call.studio.tasks.do("steps", call.body)


async def _look(call: Call) -> Any:
    return await call.studio.tasks.do("look", call.body)


_NAMED = {"job": _JOB}
ENDPOINTS = (
    Endpoint("GET", "/api/engines", "The engines and their options", _engines),
    Endpoint(
        "GET",
        "/api/score-engines",
        "The score engines and their options",
        _score_engines,
    ),
    Endpoint("GET", "/api/jobs", "All jobs, the newest first", _jobs),
    Endpoint(
        "POST",
        "/api/jobs",
        "Start a search",
        _start,
        body=an_object(
            {
                **_SHARED,
                "solutions": _SOLUTIONS,
                "engine": {"type": "string", "enum": list(ENGINES)},
                "options": _OPTIONS,
            },
            "puzzle",
        ),
        refusals=(429,),
    ),
    Endpoint(
        "POST",
        "/api/races",
        "Start searches of one puzzle that begin at the same moment",
        _race,
        body=an_object(
            {
                **_SHARED,
                "solutions": _SOLUTIONS,
                "engines": {
                    "type": "array",
                    "items": _CONTENDER,
                    "minItems": 2,
                    "maxItems": 4,
                },
            },
            "puzzle",
            "engines",
        ),
        refusals=(429,),
    ),
    Endpoint(
        "POST",
        "/api/score-searches",
        "Start a search for the best board: the fewest breaks, or the most pieces",
        _start_score,
        body=an_object(
            {
                **_SHARED,
                "engine": {"type": "string", "enum": list(OPTIMIZERS)},
                "options": _OPTIONS,
                "seed": _SEED,
                "goal": _GOAL,
                "target": _TARGET,
                "start": _START,
            },
            "puzzle",
        ),
        refusals=(429,),
    ),
    Endpoint(
        "POST",
        "/api/score-races",
        "Start searches for the best board that begin at the same moment",
        _score_race,
        body=an_object(
            {
                **_SHARED,
                "engines": {
                    "type": "array",
                    "items": _SCORE_CONTENDER,
                    "minItems": 2,
                    "maxItems": 4,
                },
                "seed": _SEED,
                "goal": _GOAL,
                "target": _TARGET,
                "start": _START,
            },
            "puzzle",
            "engines",
        ),
        refusals=(429,),
    ),
    Endpoint(
        "POST",
        "/api/best",
        "The best boards of a puzzle that score searches have kept, here or elsewhere",
        _best,
        body=an_object(
            {
                "puzzle": PUZZLE,
                "goal": _GOAL,
                "count": {"type": "integer", "minimum": 1, "maximum": 100},
            },
            "puzzle",
        ),
        refusals=(503,),
    ),
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
    Endpoint(
        "POST",
        "/api/steps",
        "A search of a small puzzle node by node, with the sizes of the domains",
        _steps,
        body=an_object(
            {
                **_TRACE,
                "from": {"type": "integer", "minimum": 0, "maximum": MOST_STEPS},
                "count": {"type": "integer", "minimum": 1, "maximum": 500},
            },
            "puzzle",
        ),
        refusals=(503,),
    ),
    Endpoint(
        "POST",
        "/api/look",
        "The domains at one step",
        _look,
        body=an_object(
            {
                **_TRACE,
                "step": {"type": "integer", "minimum": 0, "maximum": MOST_STEPS},
            },
            "puzzle",
            "step",
        ),
        refusals=(503,),
    ),
)
