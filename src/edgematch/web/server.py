"""The studio as one application: the page, the API, and the guard in front of both."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edgematch.web import api_jobs, api_puzzles, work
from edgematch.web.endpoints import (
    Endpoint,
    Studio,
    any_error,
    http_error,
    json_response,
)
from edgematch.web.engines import engine_entries
from edgematch.web.events import Watchers
from edgematch.web.job_list import JobList
from edgematch.web.openapi import api_description
from edgematch.web.pages import page_routes
from edgematch.web.safety import Guard
from edgematch.web.settings import Settings
from edgematch.web.tasks import Tasks

ENDPOINTS: tuple[Endpoint, ...] = (*api_puzzles.ENDPOINTS, *api_jobs.ENDPOINTS)


def studio_app(settings: Settings) -> Starlette:
    """Return the studio as an application for any ASGI server."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        studio = Studio(settings, JobList(settings), Tasks(settings), Watchers())
        app.state.studio = studio
        await studio.jobs.open()
        warm_up = asyncio.gather(*_warm_up(studio), return_exceptions=True)
        try:
            yield
        finally:
            warm_up.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await warm_up
            studio.watchers.end()
            await studio.jobs.close()

    description = api_description(ENDPOINTS)

    async def openapi(request: Request) -> Response:
        return json_response(description)

    routes = [
        *page_routes(),
        Route("/api/openapi.json", openapi, methods=["GET"]),
        *(Route(each.path, each.handle, methods=[each.method]) for each in ENDPOINTS),
    ]
    handlers: dict[Any, Any] = {HTTPException: http_error, Exception: any_error}
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers=handlers,
    )


def _warm_up(studio: Studio) -> list[Awaitable[Any]]:
    """Load what makes the first requests as fast as later ones."""
    if not studio.settings.warms_up:
        return []
    return [studio.tasks.do(work.warm_up, None), asyncio.to_thread(engine_entries)]
