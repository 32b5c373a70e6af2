"""Endpoints about scores: score engines, their searches and races, the best boards."""

import asyncio
import dataclasses
from typing import Any

from edgematch.campaigns.store import Store, StoredBoard
from edgematch.errors import EdgematchError
from edgematch.search.score_options import score_offers
from edgematch.search.scores import OPTIMIZERS
from edgematch.web.beginning import OPTIONS, SHARED, begun, contenders
from edgematch.web.documents import check_of, puzzle_of, ways_of
from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.schemas import BOARD, PUZZLE, BadRequest, an_object, or_null
from edgematch.web.specs import score_spec

_GOAL = {
    "type": "string",
    "enum": ["joins", "pieces"],
    "description": "a full board with the most matching joins, or the most pieces"
    " without a break",
}
_SEED = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
_START = {**BOARD, "description": "a board to better: cell, piece and turn of each"}
_TARGET = {
    **or_null({"type": "integer", "minimum": 0, "maximum": 10**6}),
    "description": "a score that is enough; null for none",
}


async def _score_engines(call: Call) -> Any:
    found = await asyncio.to_thread(score_offers)
    return {"engines": [dataclasses.asdict(each) for each in found]}


async def _start_score(call: Call) -> Any:
    settings = call.studio.settings
    (job,) = await begun(call, lambda: [score_spec(call.body, call.body, settings)])
    return job


async def _score_race(call: Call) -> Any:
    settings, engines = call.studio.settings, call.body["engines"]
    found = await begun(
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


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/score-engines",
        "The score engines and their options",
        _score_engines,
    ),
    Endpoint(
        "POST",
        "/api/score-searches",
        "Start a search for the best board: the fewest breaks, or the most pieces",
        _start_score,
        body=an_object(
            {
                **SHARED,
                "engine": {"type": "string", "enum": list(OPTIMIZERS)},
                "options": OPTIONS,
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
                **SHARED,
                "engines": contenders(list(OPTIMIZERS)),
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
)
