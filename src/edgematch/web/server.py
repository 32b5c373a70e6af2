"""The studio as one application: the page, the API, and the guard before both."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from edgematch.search.options import offers
from edgematch.search.score_options import score_offers
from edgematch.web import (
    api_export,
    api_jobs,
    api_puzzles,
    api_scores,
    api_search,
)
from edgematch.web.endpoints import Endpoint, Studio, any_error, http_error
from edgematch.web.events import Watchers
from edgematch.web.job_list import JobList
from edgematch.web.openapi import description
from edgematch.web.pages import page_routes
from edgematch.web.safety import Guard
from edgematch.web.settings import Settings
from edgematch.web.tasks import Tasks

ENDPOINTS: tuple[Endpoint, ...] = (
    *api_puzzles.ENDPOINTS,
    *api_search.ENDPOINTS,
    *api_scores.ENDPOINTS,
    *api_jobs.ENDPOINTS,
    *api_export.ENDPOINTS,
)


def studio_app(settings: Settings) -> Starlette:
    """Return the studio as an application that any ASGI server can run."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        studio = Studio(settings, JobList(settings), Tasks(settings), Watchers())
        app.state.studio = studio
        await studio.jobs.open()
        warming = asyncio.gather(*_warming(studio), return_exceptions=True)
        try:
            yield
        finally:
            warming.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await warming
            studio.watchers.end()
            await studio.jobs.close()

    described = description(ENDPOINTS)

    async def openapi(request: Request) -> Response:
        return JSONResponse(described)

    routes = [
        *page_routes(),
        Route("/api/openapi.json", openapi, methods=["GET"]),
        *(Route(e.path, _handler(e), methods=[e.method]) for e in ENDPOINTS),
    ]
    handlers: dict[Any, Any] = {HTTPException: http_error, Exception: any_error}
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers=handlers,
    )


def _warming(studio: Studio) -> list[Awaitable[Any]]:
    """Return what makes the first requests as fast as later ones."""
    if not studio.settings.warms_up:
        return []
    menus = asyncio.to_thread(lambda: (offers(), score_offers()))
    return [studio.tasks.do("warm", {}), menus]


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return await endpoint.answer(request)

    return handle
