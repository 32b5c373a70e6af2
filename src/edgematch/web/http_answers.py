"""Endpoints as Starlette calls them: requests come in, answers go out as HTTP."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from edgematch.web.answers import Answer, json_answer, refuse
from edgematch.web.endpoints import Endpoint, Sent
from edgematch.web.refusals import REFUSALS


def handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that answers the requests to an endpoint."""

    async def handle(request: Request) -> Response:
        try:
            sent = Sent(
                request.path_params,
                dict(request.query_params),
                b"" if endpoint.body is None else await request.body(),
                request.client.host if request.client else "unknown",
            )
        except ClientDisconnect:
            return Response(status_code=400)
        except asyncio.CancelledError:  # the server is ending
            return response(refuse("closing", "the studio is shutting down"))
        return response(await endpoint.handle(request.app.state.studio, sent))

    return handle


def response(answer: Answer) -> Response:
    """Return an answer as Starlette sends it."""
    facts = answer.status, dict(answer.headers), answer.media
    if isinstance(answer.content, bytes):
        return Response(answer.content, *facts)
    return StreamingResponse(answer.content, *facts)


def json_response(content: Any) -> Response:
    """Return an answer in JSON."""
    return response(json_answer(content))


async def http_error(request: Request, error: Exception) -> Response:
    """Answer a request that the router refuses."""
    assert isinstance(error, HTTPException)
    code = "wrong_method" if error.status_code == 405 else "no_such_page"
    message = REFUSALS[code].meaning
    answer = response(refuse(code, message))
    if not request.url.path.startswith("/api/"):  # typed by a person
        answer = PlainTextResponse(f"{message}\n", answer.status_code)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def any_error(request: Request, error: Exception) -> Response:
    """Answer after a fault of the studio itself, without details."""
    message = "an error in the studio itself; please report what you did"
    return response(refuse("internal_error", message))
