"""The documentation as pages of the studio, below /docs/: it needs no other address.

The Markdown files come with the package; in a clone they are read from where they are.
"""

import mimetypes
import posixpath
import re
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:
    from markdown_it.token import Token

_INSTALLED = Path(__file__).with_name("docs")
_IN_A_CLONE = Path(__file__).parents[3] / "docs"
_PARTS = ("*.md", "engines/*.md", "tutorials/*.md", "pictures/*")
_ONLY_ON_THE_SITE = ("notes.md", "results.md")
"""Lists of pages that do not come with the package."""
_DIRECTIVE = re.compile(r"^```\{.*?^```$", re.MULTILINE | re.DOTALL)
_DOWNLOAD = re.compile(r"\{download\}`(?P<text>[^`<]*?) *<[^`]*>`")
"""What only Sphinx understands."""


async def docs_page(request: Request) -> Response:
    """Return a page of the documentation, or one of its pictures."""
    name = request.path_params["path"] or "index.html"
    content = _contents(name)
    if content is None:
        raise HTTPException(404)
    return Response(content, media_type=mimetypes.guess_type(name)[0])


def docs_pages() -> dict[str, bytes]:
    """Return all pages and pictures by their paths."""
    names = (re.sub(r"\.md$", ".html", name) for name in _files())
    return {name: _contents(name) or b"" for name in names}


@cache
def _files() -> dict[str, Path]:
    """Return the files by their paths: only what is among them is ever sent."""
    folder = _INSTALLED if _INSTALLED.is_dir() else _IN_A_CLONE
    found = (path for part in _PARTS for path in sorted(folder.glob(part)))
    files = {path.relative_to(folder).as_posix(): path for path in found}
    return {name: files[name] for name in files if name not in _ONLY_ON_THE_SITE}


@cache
def _contents(name: str) -> bytes | None:
    """Return a page or picture; None if there is none of this name."""
    source = re.sub(r"\.html$", ".md", name)
    path = _files().get(source)
    if path is None or name.endswith(".md"):
        return None
    if source == name:
        return path.read_bytes()
    return html_page(source, path.read_text(encoding="utf-8")).encode()


def html_page(name: str, text: str) -> str:
    """Return a page of the documentation as HTML; `name` is its path.

    >>> '<h1 id="two-words">Two words</h1>' in html_page("a.md", "# Two words")
    True
    """
    from markdown_it import MarkdownIt  # only whoever reads the docs waits for it

    text = _DOWNLOAD.sub(r"\g<text>", _DIRECTIVE.sub("", text))
    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(text)
    title = name
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(content.content))
            title = content.content if token.tag == "h1" else title
    for token in tokens:
        token.children = token.children and _with_links(name, token.children)
    body = reader.renderer.render(tokens, reader.options, {})
    up = "../" * (name.count("/") + 1)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · edgematch</title>\n"
        f'<link rel="icon" href="{up}static/logo.svg" type="image/svg+xml">\n'
        f'<link rel="stylesheet" href="{up}static/styles/base.css">\n'
        f'<link rel="stylesheet" href="{up}static/docs.css">\n</head>\n<body>\n'
        f'<nav aria-label="Documentation"><a href="{up}docs/index.html">Documentation'
        f'</a> <a href="{up}">Studio</a></nav>\n<main>\n'
        f"{body}</main>\n</body>\n</html>\n"
    )


def _with_links(name: str, tokens: "list[Token]") -> "list[Token]":
    """Return the tokens of a line, linked to pages that are there and to no others."""
    kept = []
    is_linked = True
    for token in tokens:
        if token.type == "link_open":
            address = _address(name, str(token.attrGet("href")))
            is_linked = address is not None
            token.attrSet("href", address or "")
        if is_linked or token.type not in ("link_open", "link_close"):
            kept.append(token)
    return kept


def _address(name: str, target: str) -> str | None:
    """Return the address of what a page links to; None if it does not come with us."""
    if re.match(r"\w+:|#", target):
        return target
    path, mark, anchor = target.partition("#")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    if found not in _files():
        return None
    return re.sub(r"\.md$", ".html", path) + mark + anchor


def _anchor(heading: str) -> str:
    """Return what links call a heading, as GitHub does.

    >>> _anchor("Your own `technique`, *now*")
    'your-own-technique-now'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
