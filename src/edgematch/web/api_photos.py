"""Endpoints about photographs of pieces, which the page turns into a puzzle.

The server keeps nothing: each request has all that it needs.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, get_type_hints

from msgspec import Struct

from edgematch.web import photo_work
from edgematch.web.endpoints import Call, Endpoint, endpoint
from edgematch.web.refusals import REFUSALS_OF_WORK
from edgematch.web.requests import MOST_PHOTO_PIECES

_MOST_BYTES = 16 * 2**20
"""In base64 they are as much as a request may have."""


class PhotoLimits(Struct, frozen=True):
    """What photographs need, and how much of them is taken."""

    needs: tuple[str, ...]
    """The modules that they need and that are not installed here."""
    most_photos: int
    most_bytes: int
    """Of one photograph."""
    most_pieces: int


@endpoint("GET", "/api/photos")
async def _limits(call: Call) -> PhotoLimits:
    """What photographs need that is not installed, and how many are taken."""
    needs = [name for name in ("cv2", "scipy", "numba") if find_spec(name) is None]
    return PhotoLimits(tuple(needs), MOST_PHOTO_PIECES, _MOST_BYTES, MOST_PHOTO_PIECES)


def _photo_endpoint(path: str, function: Callable[[Any], Any]) -> Endpoint:
    """Return an endpoint whose work a function does in another process."""

    async def do(call: Call) -> dict[str, Any]:
        seconds = call.studio.settings.download_seconds
        answer: dict[str, Any]
        answer = await call.studio.tasks.do(function, call.body, seconds)
        return answer

    do.__doc__, body = function.__doc__, get_type_hints(function)["request"]
    path = f"/api/photos/{path}"
    return endpoint("POST", path, body=body, refusals=REFUSALS_OF_WORK)(do)


ENDPOINTS = (
    _limits,
    _photo_endpoint("squares", photo_work.photo_squares),
    _photo_endpoint("pieces", photo_work.photo_pieces),
    _photo_endpoint("groups", photo_work.photo_groups),
    _photo_endpoint("proof-reading", photo_work.photo_proof_reading),
    _photo_endpoint("puzzle", photo_work.photo_puzzle),
)
