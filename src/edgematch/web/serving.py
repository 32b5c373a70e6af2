"""Runs the studio until it is interrupted."""

import contextlib
import errno
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgematch.errors import EdgematchError
from edgematch.web.settings import Settings

if TYPE_CHECKING:
    import uvicorn


def default_state_folder() -> Path:
    """Return the folder in which jobs are kept by default."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "edgematch" / "studio"


def serve(
    host: str,
    port: int,
    settings: Settings,
    tell: Callable[[str], None],
    open_browser: bool,
) -> None:
    """Serve until Ctrl-C; `tell` is called with the address once it answers."""
    from edgematch.web.job_list import lock_folder

    lock_folder(settings.state).close()  # refuse in one line, before the server starts
    listener = _listener(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    if host in ("0.0.0.0", "::"):
        shown = socket.gethostname()
    address = f"http://{shown}:{port}/"
    if settings.token:
        address += f"?token={settings.token}"
    server = studio_server(settings)

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


def studio_server(settings: Settings, port: int = 0) -> "uvicorn.Server":
    """Return a server that ends its streams before it waits for connections."""
    import uvicorn

    from edgematch.web.server import studio_app

    app = studio_app(settings)

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.studio.watchers.end()
            app.state.studio.tasks.end()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        limit_concurrency=settings.most_watchers + 400,
        http="h11",  # others do not limit the size of headers
        h11_max_incomplete_event_size=64 * 1024,
        ws="none",  # the guard checks HTTP requests only
    )
    return Server(config)


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


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
        reason: Any = (error.strerror or str(error)).lower()
        raise EdgematchError(f"{host}:{port}: {reason}") from None
    except (TypeError, UnicodeError):
        listener.close()
        raise EdgematchError(f"--host {host!r} is not a valid host name") from None
    listener.set_inheritable(True)
    return listener
