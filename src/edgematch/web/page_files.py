"""The files of the page, compressed once and kept in memory.

Only what lies in the folder is ever sent: a path is looked up among its files, never
opened.  A file that has changed is read again, so that the page can be worked on.
"""

import gzip
import mimetypes
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from edgematch import catalog
from edgematch.web.documents import puzzle_view

_FOLDER = Path(__file__).parent / "static"
_PRELOADS = "  <!-- preloads -->\n"
"""Where the index names the modules to load at once, and those to load later."""
_FIRST_PUZZLE = "  <!-- first puzzle -->\n"
"""Where the index has the puzzle of somebody who was never here."""
_STYLE = "studio.css"
_STYLE_IMPORT = re.compile(rb'@import "([^"]+)";\n')
"""Where the style has one of its files."""


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
    imports: tuple[str, ...]
    """The modules that it imports, as paths within the folder."""


class PageFiles:
    """Answers requests for the page and its files."""

    def __init__(self) -> None:
        self._files: dict[str, _PageFile] = {}
        self._built: dict[str, _PageFile] = {}
        self._names = _names()

    async def index(self, request: Request) -> Response:
        """Return the page; it names the modules that a browser is to load at once."""
        return self._answer(request, self._build("index.html", self.page()))

    def page(self) -> bytes:
        """Return the page itself."""
        first = self._modules("main.js")
        later = tuple(set(self._modules("later.js")) - set(first))
        links = _preloads(first) + _for_later(_preloads(sorted(later)))
        content = self._read("index.html").content
        content = content.replace(_PRELOADS.encode(), links.encode())
        return content.replace(_FIRST_PUZZLE.encode(), _first_puzzle().encode())

    def contents(self) -> dict[str, bytes]:
        """Return all other files, by their paths within the folder."""
        names = sorted(self._names - {"index.html"})
        files = {name: self._read(name).content for name in names}
        return {**files, _STYLE: self._with_imports(files[_STYLE])}

    async def file(self, request: Request) -> Response:
        """Return a file of the page."""
        name = request.path_params["path"]
        if name not in self._names:
            self._names = _names()
        if name not in self._names:
            raise HTTPException(404)
        file = self._read(name)
        if name == _STYLE:
            file = self._build(name, self._with_imports(file.content))
        return self._answer(request, file)

    def _with_imports(self, style: bytes) -> bytes:
        """Return a style with its files in it: one request in place of many."""
        return _STYLE_IMPORT.sub(lambda at: self._read(at[1].decode()).content, style)

    def _build(self, name: str, content: bytes) -> _PageFile:
        """Return a file made of others, compressed again only if it has changed."""
        known = self._built.get(name)
        if known is None or known.content != content:
            known = self._built[name] = _page_file(name, 0, content)
        return known

    def _modules(self, first: str) -> tuple[str, ...]:
        """Return a module and all that are loaded with it.

        They are found by their imports, from the first module on.
        """
        found = dict.fromkeys([first])
        waiting = [first]
        while waiting:
            imports = self._read(waiting.pop(0)).imports
            new = [
                each for each in imports if each in self._names and each not in found
            ]
            found |= dict.fromkeys(new)
            waiting += new
        return tuple(found)

    def _read(self, name: str) -> _PageFile:
        """Return a file, read and compressed again only if it has changed."""
        path = _FOLDER / name
        try:
            changed = path.stat().st_mtime_ns
            known = self._files.get(name)
            if known is not None and known.changed == changed:
                return known
            content = path.read_bytes()
        except OSError:
            raise HTTPException(404) from None
        file = self._files[name] = _page_file(name, changed, content)
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


def _names() -> frozenset[str]:
    """Return the files of the page as paths within its folder."""
    found = (path for path in _FOLDER.rglob("*") if path.is_file())
    return frozenset(path.relative_to(_FOLDER).as_posix() for path in found)


def _page_file(name: str, changed: int, content: bytes) -> _PageFile:
    tag = f'"{sha256(content).hexdigest()[:24]}"'
    imports: tuple[str, ...] = ()
    if name.endswith(".js"):
        imports = tuple(dict.fromkeys(_imports(name, content.decode())))
    compressed = gzip.compress(content)
    return _PageFile(changed, content, compressed, _media(name), tag, imports)


def _imports(name: str, text: str) -> Iterator[str]:
    """Yield the modules that a module names after `from`, as paths within the folder.

    Comments name modules for their types only.

    >>> list(_imports("state/jobs.js", 'import { on } from "../store.js";'))
    ['store.js']
    >>> list(_imports("drop.js", '/** @import { Given } from "./files.js" */'))
    []
    """
    for path in re.findall(r'^[^/*\n]*\bfrom "(\.[^"]+)"', text, re.MULTILINE):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _media(name: str) -> str:
    if name.endswith(".js"):
        return "text/javascript"  # some systems call it plain text
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _preloads(names: Iterable[str]) -> str:
    """Return a link for each module.

    >>> print(_preloads(("main.js",)), end="")
      <link rel="modulepreload" href="static/main.js">
    """
    return "".join(
        f'  <link rel="modulepreload" href="static/{escape(name)}">\n' for name in names
    )


def _for_later(links: str) -> str:
    """Return links as a part of the page that does nothing until it is taken out."""
    return f'  <template id="later">\n{links}  </template>\n'


@cache
def _first_puzzle() -> str:
    """Return the first puzzle as a part of the page that a browser does not run."""
    view = msgspec.json.encode(puzzle_view(catalog.load("scramble-squares"))).decode()
    safe = view.replace("<", "\\u003c")
    kind = 'type="application/json" id="first-puzzle"'
    return f"  <script {kind}>{safe}</script>\n"
