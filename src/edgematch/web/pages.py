"""The files of the page, read once from the package."""

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


def page_routes() -> list[Route]:
    """Return a route for each file; no address is ever used as a path."""
    routes = []
    for name, content in _all_files(files("edgematch.web") / "static", ""):
        routes.append(_route(f"/static/{name}", name, content))
        if name == "index.html":
            routes.append(_route("/", name, content))
    return routes


def _all_files(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _all_files(each, f"{prefix}{each.name}/")
        elif _ending(each.name) in _MEDIA:
            yield prefix + each.name, each.read_bytes()


def _ending(name: str) -> str:
    return name[name.rfind(".") :]


def _route(path: str, name: str, content: bytes) -> Route:
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}

    async def page(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=_MEDIA[_ending(name)], headers=headers)

    return Route(path, page, methods=["GET"])
