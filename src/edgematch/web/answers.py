"""What an endpoint answers, before anything is known of HTTP."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

import msgspec

from edgematch.web.refusals import REFUSALS, refusal_body


class Answer(NamedTuple):
    """A whole answer."""

    content: bytes | AsyncIterator[bytes]
    """As it is sent; what comes bit by bit goes on until the client leaves."""
    media: str = "application/json"
    status: int = 200
    headers: Mapping[str, str] = {}


def json_answer(answer: Any, status: int = 200) -> Answer:
    """Return an answer encoded as JSON."""
    return Answer(msgspec.json.encode(answer), status=status)


def refuse(code: str, message: str) -> Answer:
    """Return an answer that says in one line why a request is refused."""
    return json_answer(refusal_body(code, message), REFUSALS[code].status)
