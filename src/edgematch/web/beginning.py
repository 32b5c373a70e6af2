"""Beginning searches: what all requests for them have in common."""

import asyncio
from collections.abc import Callable
from typing import Any

from edgematch.web.endpoints import Call
from edgematch.web.schemas import PUZZLE, Schema, an_object

OPTIONS = {"type": "object", "additionalProperties": {}}
SHARED = {
    "puzzle": PUZZLE,
    "seconds": {"type": "number", "minimum": 0.1, "maximum": 10**9},
    "threads": {"type": "integer", "minimum": 1, "maximum": 64},
}


def contenders(names: list[str]) -> Schema:
    """Return what a race takes: two to four engines, each with its options."""
    contender = an_object(
        {"engine": {"type": "string", "enum": names}, "options": OPTIONS}, "engine"
    )
    return {"type": "array", "items": contender, "minItems": 2, "maxItems": 4}


async def begun(call: Call, specs: Callable[[], list[dict[str, Any]]]) -> list[Any]:
    """Start jobs; a thread makes of the request what they are to do."""
    jobs = await call.studio.jobs.start(await asyncio.to_thread(specs), call.client)
    return [job.public() for job in jobs]
