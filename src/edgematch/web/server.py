"""The studio as one application, and the server that runs it until Ctrl-C.

The application is the page, the API, and the guard in front of both.
"""

import asyncio
import contextlib
import errno
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edgematch.errors import EdgematchError
from edgematch.web import work
from edgematch.web.api import ENDPOINTS
from edgematch.web.connections import TimedProtocol
from edgematch.web.docs_pages import docs_page
from edgematch.web.endpoints import Studio
from edgematch.web.engines import engine_entries
from edgematch.web.events import Watchers
from edgematch.web.http_answers import (
    any_error,
    handler,
    http_error,
    json_response,
)
from edgematch.web.job_list import JobList
from edgematch.web.openapi import api_description
from edgematch.web.page_files import PageFiles
from edgematch.web.safety import Guard
from edgematch.web.settings import Settings
from edgematch.web.tasks import TasksInProcesses


def studio_app(settings: Settings) -> Starlette:
    """Return the studio as an application for any ASGI server."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        jobs = JobList(settings)
        tasks = TasksInProcesses(settings)
        studio = Studio(settings, jobs, tasks, Watchers(jobs.grace))
        app.state.tasks = tasks
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

    page = PageFiles()
    routes = [
        Route("/", page.index, methods=["GET"]),
        Route("/static/{path:path}", page.file, methods=["GET"]),
        Route("/docs/{path:path}", docs_page, methods=["GET"]),
        Route("/api/openapi.json", openapi, methods=["GET"]),
        *(Route(each.path, handler(each), methods=[each.method]) for each in ENDPOINTS),
    ]
    handlers: dict[Any, Any] = {HTTPException: http_error, Exception: any_error}
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, compresslevel=5),  # but no stream of events
        ],
        exception_handlers=handlers,
    )


def _warm_up(studio: Studio) -> list[Awaitable[Any]]:
    """Load what makes the first requests as fast as later ones."""
    if not studio.settings.warms_up:
        return []
    return [studio.tasks.do(work.warm_up, None), asyncio.to_thread(engine_entries)]


class StudioServer(uvicorn.Server):
    """A server that ends its streams before it waits for connections."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        self._app = studio_app(settings)
        protocol = partial(
            TimedProtocol,  # on h11: others do not limit the size of headers
            seconds=settings.seconds_to_ask,
            most=settings.most_half_requests,
            waiting={},
        )
        config = uvicorn.Config(
            self._app,
            port=port,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            limit_concurrency=settings.most_watchers + 400,
            http=cast(Any, protocol),
            h11_max_incomplete_event_size=64 * 1024,
            ws="none",  # the guard checks HTTP requests only
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.studio.watchers.end()
        self._app.state.tasks.end()
        await super().shutdown(sockets)


def run_studio(
    host: str,
    port: int,
    settings: Settings,
    tell: Callable[[str], None],
    open_browser: bool,
) -> None:
    """Serve until Ctrl-C; `tell` is called with the address once it answers."""
    with locked(settings.state):
        listener = _listener(host, port)
        port = listener.getsockname()[1]
        name = reachable_name(host)
        shown = f"[{name}]" if ":" in name else name
        address = f"http://{shown}:{port}/"
        if settings.token:
            address += f"?token={settings.token}"

        server = StudioServer(settings)

        def announce() -> None:
            while not server.started and not server.should_exit:
                threading.Event().wait(0.02)
            if server.started:
                tell(address)
                if open_browser:
                    with contextlib.suppress(Exception):
                        webbrowser.open(address)

        threading.Thread(target=announce, daemon=True).start()
        server.run(sockets=[listener])
        if not server.started:
            raise EdgematchError("the studio did not start")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder, and lock it for one server."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "lock").open("ab") as stream:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise EdgematchError(
                    f"{folder}: another studio keeps its jobs in this folder; choose"
                    " another with --state"
                ) from None
        yield


def reachable_name(host: str) -> str:
    """Return a name or address under which other machines reach a listener on `host`.

    A listener on all addresses is reached under the one that this machine sends from.

    >>> reachable_name("192.168.1.2")
    '192.168.1.2'
    """
    elsewhere = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # nobody has these
    if host not in elsewhere:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with (
        contextlib.suppress(OSError),
        socket.socket(family, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect((elsewhere[host], 9))  # sends nothing
        return str(probe.getsockname()[0])
    return socket.gethostname()


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise EdgematchError(
                f"port {port} is in use, perhaps by another studio; choose another with"
                " --port, or --port 0 for any free port"
            ) from None
        reason = (error.strerror or str(error)).lower()
        raise EdgematchError(f"{host}:{port}: {reason}") from None
    except (TypeError, UnicodeError):
        listener.close()
        raise EdgematchError(f"--host {host!r} is not a valid host name") from None
    listener.set_inheritable(True)
    return listener
