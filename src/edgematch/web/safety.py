"""Which requests are let in: host, origin, token, size; and the headers of answers.

A page of another site can make a browser send requests to this machine.  So a request
must name this server as its host, must not come from another site, and can change
something only if its body is JSON, which other sites cannot send without permission.
"""

import contextlib
import ipaddress
import secrets
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edgematch.web.refusals import REFUSALS, refusal_body
from edgematch.web.settings import Settings

COOKIE = "edgematch-studio"
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")

HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
        " blob:; connect-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class _TooLargeError(Exception):
    """A body that is longer than the limit."""


class Guard:
    """Refuses requests that are not allowed, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        answer = self._answer(request)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
        else:
            await self._with_limit(request, receive, send_with_headers)

    def _answer(self, request: Request) -> Response | None:
        """Return the answer to a request that is not let in."""
        refusal = self._refusal(request)
        if refusal is not None:
            return _refuse(request, *refusal)
        token = self.settings.token
        if not token or self._knows_token(request):
            return None
        given = request.query_params.get("token", "")
        if _path(request) == "/" and _is_same(given, token):
            return _welcome(token)
        message = "open the studio with the link that it printed"
        stranger = _refuse(request, "missing_token", message)
        stranger.headers["connection"] = "close"  # no place for the next request
        return stranger

    def _refusal(self, request: Request) -> tuple[str, str] | None:
        """Return the code and the message of a refusal; None where there is none."""
        headers = request.headers
        host = headers.get("host", "")
        if not self.settings.token and not is_this_machine(_without_port(host)):
            return "foreign_request", "this studio answers this machine only"
        site = headers.get("sec-fetch-site", "none")
        is_visit = headers.get("sec-fetch-mode") == "navigate" and _path(request) == "/"
        if site not in ("same-origin", "none") and not is_visit:
            return "foreign_request", "requests from other sites are refused"
        origin = headers.get("origin")
        if origin is not None and (_host_of_origin(origin) != host):
            return "foreign_request", "requests from other sites are refused"
        if request.method in _CHANGING:
            kind = headers.get("content-type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                return "not_json", "the content type must be application/json"
        length = headers.get("content-length", "0")
        if not length.isdigit():
            return "invalid_request", "content-length: expected a number"
        if len(length) > 15 or int(length) > self.settings.most_body_bytes:
            return "too_large", self._too_large
        return None

    @property
    def _too_large(self) -> str:
        limit = self.settings.most_body_bytes // 2**20
        return f"the body is larger than the {limit} MB allowed"

    def _knows_token(self, request: Request) -> bool:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        stored = request.cookies.get(COOKIE, "")
        return any(_is_same(word, self.settings.token) for word in (given, stored))

    async def _with_limit(self, request: Request, receive: Receive, send: Send) -> None:
        """Count the body as it arrives, whatever its header says."""
        left = self.settings.most_body_bytes
        has_begun = False

        async def receive_within_limit() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise _TooLargeError
            return message

        async def send_and_note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(request.scope, receive_within_limit, send_and_note)
        except _TooLargeError:
            if not has_begun:
                answer = _refuse(request, "too_large", self._too_large)
                await answer(request.scope, receive, send)


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


def is_this_machine(host: str) -> bool:
    """Return whether a host, as in a link, can be reached from this machine only.

    >>> is_this_machine("127.0.0.2"), is_this_machine("[::1]"), is_this_machine("a.org")
    (True, True, False)
    """
    if host.lower() == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(
            host.removeprefix("[").removesuffix("]")
        ).is_loopback
    return False


def _path(request: Request) -> str:
    """Return the path; that of `request.url` depends on the host that is claimed."""
    return str(request.scope["path"])


def _is_same(word: str, token: str) -> bool:
    return secrets.compare_digest(word.encode(), token.encode())


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _host_of_origin(origin: str) -> str | None:
    """Return the host and port of an origin; None if it is not valid."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _refuse(request: Request, code: str, message: str) -> Response:
    """Refuse a request: in JSON under /api/, else as a text."""
    status = REFUSALS[code].status
    if _path(request).startswith("/api/"):
        return JSONResponse(refusal_body(code, message), status)
    return PlainTextResponse(f"{message}\n", status)


def _welcome(token: str) -> Response:
    """Store the token in a cookie, and remove it from the address."""
    answer = RedirectResponse("/", 303)
    month = 30 * 24 * 3600
    answer.set_cookie(COOKIE, token, max_age=month, httponly=True, samesite="strict")
    return answer
