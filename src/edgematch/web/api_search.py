"""Endpoints about searching: engines, searches, races, and single steps."""

import asyncio
import dataclasses
from typing import Any

from edgematch.reasoning.steps import CELL_ORDERS, MOST_STEPS
from edgematch.search import ENGINES
from edgematch.search.options import offers
from edgematch.web.beginning import OPTIONS, SHARED, begun, contenders
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.schemas import PUZZLE, an_object, or_null
from edgematch.web.specs import solve_spec

_SOLUTIONS = {
    **or_null({"type": "integer", "minimum": 1, "maximum": 10**9}),
    "description": "how many to look for; null for all of them",
}
_TRACE = {
    "puzzle": PUZZLE,
    "follows": {"type": "boolean"},
    "cells": {"type": "string", "enum": list(CELL_ORDERS)},
}


async def _engines(call: Call) -> Any:
    # The first time this imports all engines, which takes a second.
    found = await asyncio.to_thread(offers)
    return {"engines": [dataclasses.asdict(each) for each in found]}


async def _start(call: Call) -> Any:
    settings = call.studio.settings
    (job,) = await begun(call, lambda: [solve_spec(call.body, call.body, settings)])
    return job


async def _race(call: Call) -> Any:
    settings, engines = call.studio.settings, call.body["engines"]
    found = await begun(
        call, lambda: [solve_spec(call.body, each, settings) for each in engines]
    )
    return {"jobs": found}


async def _steps(call: Call) -> Any:
    return await call.studio.tasks.do("steps", call.body)


async def _look(call: Call) -> Any:
    return await call.studio.tasks.do("look", call.body)


ENDPOINTS = (
    Endpoint("GET", "/api/engines", "The engines and their options", _engines),
    Endpoint(
        "POST",
        "/api/jobs",
        "Start a search",
        _start,
        body=an_object(
            {
                **SHARED,
                "solutions": _SOLUTIONS,
                "engine": {"type": "string", "enum": list(ENGINES)},
                "options": OPTIONS,
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
                **SHARED,
                "solutions": _SOLUTIONS,
                "engines": contenders(list(ENGINES)),
            },
            "puzzle",
            "engines",
        ),
        refusals=(429,),
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
