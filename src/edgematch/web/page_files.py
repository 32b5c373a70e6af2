"""The files of the page, compressed once and kept in memory.

Only what lies in the folder is ever sent: a path is looked up among its files, never
opened.  A file that has changed is read again, so that the page can be worked on.
"""

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

_FOLDER = Path(__file__).parent / "static"
_PRELOADS = "  <!-- preloads -->\n"
"""Where the index names the modules that a browser is to load at once."""


@dataclass(frozen=True)
class _PageFile:
    """A file of the page as it is sent."""

    changed: int
    """When the file was changed, in nanoseconds."""
    content: bytes
    compressed: bytes
    media: str
    tag: str
    """Tells this content from any other."""


class PageFiles:
    """Answers requests for the page and its files."""

    def __init__(self) -> None:
        self._files: dict[str, _PageFile] = {}
        self._names = _names()

    async def index(self, request: Request) -> Response:
        """Return the page, which names all modules, so that none is found late."""
        self._names = _names()
        return self._answer(request, self._read("index.html", self._names))

    async def file(self, request: Request) -> Response:
        """Return a file of the page."""
        name = request.path_params["path"]
        if name not in self._names:
            self._names = _names()
        if name not in self._names:
            raise HTTPException(404)
        return self._answer(request, self._read(name, ()))

    def _read(self, name: str, modules: tuple[str, ...]) -> _PageFile:
        """Return a file, read and compressed again only if it has changed."""
        path = _FOLDER / name
        try:
            changed = path.stat().st_mtime_ns
            known = self._files.get(name)
            if known is not None and known.changed == changed and not modules:
                return known
            content = path.read_bytes()
        except OSError:
            raise HTTPException(404) from None
        if modules:
            content = content.replace(_PRELOADS.encode(), _preloads(modules).encode())
            if known is not None and known.content == content:
                return known
        media = _media(name)
        tag = f'"{sha256(content).hexdigest()[:24]}"'
        file = _PageFile(changed, content, gzip.compress(content), media, tag)
        self._files[name] = file
        return file

    def _answer(self, request: Request, file: _PageFile) -> Response:
        """Return a file; a browser asks each time whether it has changed."""
        headers = {"cache-control": "no-cache", "etag": file.tag}
        headers["vary"] = "accept-encoding"
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = file.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = file.compressed, "gzip"
        return Response(content, headers=headers, media_type=file.media)


def _names() -> tuple[str, ...]:
    """Return the files of the page as paths within its folder."""
    found = (path for path in _FOLDER.rglob("*") if path.is_file())
    return tuple(sorted(path.relative_to(_FOLDER).as_posix() for path in found))


def _media(name: str) -> str:
    if name.endswith(".js"):
        return "text/javascript"  # some systems call it plain text
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _preloads(names: tuple[str, ...]) -> str:
    """Return a link for each module.

    >>> print(_preloads(("main.js", "index.html")), end="")
      <link rel="modulepreload" href="/static/main.js">
    """
    return "".join(
        f'  <link rel="modulepreload" href="/static/{escape(name)}">\n'
        for name in names
        if name.endswith(".js")
    )
