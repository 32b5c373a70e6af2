"""What an endpoint of the API is: a path, what it takes, what it answers, and the work.

The same table routes requests, checks them and describes them (`openapi`).
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from edgematch.errors import EdgematchError
from edgematch.web.events import Watchers
from edgematch.web.job_list import JobList
from edgematch.web.schemas import BadRequest, Schema, check
from edgematch.web.settings import Settings
from edgematch.web.tasks import Tasks


@dataclass(frozen=True)
class Studio:
    """What endpoints work with."""

    settings: Settings
    jobs: JobList
    tasks: Tasks
    watchers: Watchers


@dataclass(frozen=True)
class Call:
    """A request that was checked."""

    studio: Studio
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Mapping[str, Any]
    client: str


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked of the API."""

    method: str
    path: str
    summary: str
    do: Callable[[Call], Awaitable[Any]]
    """Returns what JSON can hold, or a whole response."""
    body: Schema | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    path_values: Mapping[str, Schema] = field(default_factory=dict)
    media: str = "application/json"
    """What it answers with."""
    refusals: tuple[int, ...] = ()
    """Statuses of answers that say no, beyond 400."""

    async def answer(self, request: Request) -> Response:
        """Check a request, do the work and answer."""
        try:
            call = Call(
                request.app.state.studio,
                self._path(request),
                self._query(request),
                await self._body(request),
                request.client.host if request.client else "unknown",
            )
            answer = await self.do(call)
        except BadRequest as refusal:
            return refused(str(refusal), refusal.status)
        except EdgematchError as refusal:
            return refused(str(refusal))
        except ClientDisconnect:
            return Response(status_code=400)
        except asyncio.CancelledError:  # the server waits for nobody when it ends
            return refused("the studio is ending", 503)
        return answer if isinstance(answer, Response) else JSONResponse(answer)

    def _path(self, request: Request) -> dict[str, str]:
        values = {key: str(value) for key, value in request.path_params.items()}
        for key, schema in self.path_values.items():
            check(values[key], schema, key)
        return values

    def _query(self, request: Request) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key, text in request.query_params.multi_items():
            if key not in self.query:
                raise BadRequest(f"there is no {key[:40]!r} here")
            schema = self.query[key]
            is_number = schema["type"] == "integer"
            if is_number and not (text.isascii() and text.isdigit() and len(text) < 10):
                raise BadRequest(f"{key}: expected a whole number")
            values[key] = int(text) if is_number else text
            check(values[key], schema, key)
        for key, schema in self.query.items():
            if schema.get("required") and key not in values:
                raise BadRequest(f"{key} is missing")
        return values

    async def _body(self, request: Request) -> dict[str, Any]:
        if self.body is None:
            return {}
        data = await request.body()
        try:
            body = json.loads(data, parse_constant=_no_number, parse_float=_finite)
        except RecursionError:
            raise BadRequest("request: nested too deeply") from None
        except ValueError:  # no JSON, no UTF-8, or a number of thousands of digits
            raise BadRequest("request: not JSON") from None
        check(body, self.body)
        assert isinstance(body, dict)
        return body


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def refused(message: str, status: int = 400) -> JSONResponse:
    """Return an answer that says in one line why not."""
    return JSONResponse({"error": " ".join(message.split())}, status)


async def http_error(request: Request, error: Exception) -> Response:
    """Answer for what the router refuses."""
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing at this address", 405: "not in this way"}
    message = words.get(error.status_code, error.detail)
    answer: Response = refused(message, error.status_code)
    if not request.url.path.startswith("/api/"):  # a person has typed it
        answer = PlainTextResponse(f"{message}\n", error.status_code)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def any_error(request: Request, error: Exception) -> Response:
    """Answer for a fault of our own: in one line, and no more than that."""
    return refused("the studio has made a mistake; please report what you did", 500)
