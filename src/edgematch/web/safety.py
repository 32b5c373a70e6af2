"""Which requests are let in: host, origin, token, size; and the headers of answers.

A page of another site can make a browser send requests to this machine.  So a request
must name this server as its host, must not come from another site, and can change
something only if its body is JSON, which other sites cannot send without permission.
"""

import contextlib
import ipaddress
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
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

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                names = {name for name, _ in headers}
                headers += [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in names
                ]
                if b"cache-control" not in names:
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(send_guarded, scope["path"], *refusal)
            return
        if self.settings.token and not self._knows_token(headers):
            if self._brings_token(scope):
                await _welcome(send_guarded, self.settings.token)
            else:
                message = "open the studio with the link that it printed"
                await _refuse(send_guarded, scope["path"], "missing_token", message)
            return
        await self._with_limit(scope, receive, send_guarded)

    def _refusal(
        self, scope: Scope, headers: Mapping[str, str]
    ) -> tuple[str, str] | None:
        """Return the code and the message of a refusal; None where there is none."""
        host = headers.get("host", "")
        if not self.settings.token and not is_this_machine(_without_port(host)):
            return "foreign_request", "this studio answers this machine only"
        site = headers.get("sec-fetch-site", "none")
        is_visit = headers.get("sec-fetch-mode") == "navigate" and scope["path"] == "/"
        if site not in ("same-origin", "none") and not is_visit:
            return "foreign_request", "requests from other sites are refused"
        origin = headers.get("origin")
        if origin is not None and (_host_of_origin(origin) != host):
            return "foreign_request", "requests from other sites are refused"
        if scope["method"] in _CHANGING:
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

    def _knows_token(self, headers: Mapping[str, str]) -> bool:
        given = headers.get("authorization", "").removeprefix("Bearer ")
        # Other programs on this host may have set cookies that are not valid.
        pairs = [each.partition("=") for each in headers.get("cookie", "").split(";")]
        stored = [value.strip() for name, _, value in pairs if name.strip() == COOKIE]
        return any(_is_same(word, self.settings.token) for word in (given, *stored))

    def _brings_token(self, scope: Scope) -> bool:
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        return scope["path"] == "/" and _is_same(
            query.get("token", [""])[0], self.settings.token
        )

    async def _with_limit(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the body as it arrives, whatever its header says."""
        left = self.settings.most_body_bytes
        has_begun = False

        async def receive_limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise _TooLargeError
            return message

        async def send_noting(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive_limited, send_noting)
        except _TooLargeError:
            if not has_begun:
                await _refuse(send, scope["path"], "too_large", self._too_large)


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


async def _refuse(send: Send, path: str, code: str, message: str) -> None:
    """Refuse a request: in JSON under /api/, else as a text."""
    is_api = path.startswith("/api/")
    body = f"{message}\n".encode()
    if is_api:
        body = msgspec.json.encode(refusal_body(code, message))
    media = b"application/json" if is_api else b"text/plain; charset=utf-8"
    headers: list[Any] = [
        (b"content-type", media),
        (b"content-length", str(len(body)).encode()),
    ]
    status = REFUSALS[code].status
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _welcome(send: Send, token: str) -> None:
    """Store the token in a cookie, and remove it from the address."""
    cookie = f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
    headers = [(b"location", b"/"), (b"set-cookie", cookie.encode())]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
