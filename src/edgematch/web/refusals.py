"""How the studio refuses requests: a status, a code for programs, a line of text."""

from collections.abc import Mapping
from typing import NamedTuple

from edgematch.errors import EdgematchError


class Refusal(NamedTuple):
    """One reason to refuse a request."""

    status: int
    meaning: str


REFUSALS: Mapping[str, Refusal] = {
    "invalid_request": Refusal(400, "the request does not fit its schema"),
    "invalid_content": Refusal(400, "a puzzle, board, file or option is not valid"),
    "several_boards": Refusal(400, "the text has several boards: ask /api/boards"),
    "missing_token": Refusal(401, "the token is missing or wrong"),
    "foreign_request": Refusal(403, "the request names another host or site"),
    "no_such_page": Refusal(404, "there is nothing at this address"),
    "no_such_job": Refusal(404, "no job has this id"),
    "no_such_puzzle": Refusal(404, "the catalog has no puzzle with this name"),
    "wrong_method": Refusal(405, "the address does not allow this method"),
    "wrong_state": Refusal(409, "the status of the job does not allow this"),
    "cannot_pause": Refusal(409, "the engine of the job cannot be paused"),
    "too_large": Refusal(413, "the body is too large"),
    "not_json": Refusal(415, "the content type is not application/json"),
    "too_many_jobs": Refusal(429, "too many jobs are running"),
    "internal_error": Refusal(500, "an error in the studio itself"),
    "busy": Refusal(503, "too many requests or streams"),
    "too_slow": Refusal(503, "the work takes longer than a request may take"),
    "work_failed": Refusal(503, "the process that did the work ended early"),
    "closing": Refusal(503, "the studio is shutting down"),
    "store_unreadable": Refusal(503, "the store of best boards cannot be read"),
}
"""Every code that the API answers with.  The description of the API reads this."""

REFUSALS_OF_WORK = ("busy", "too_slow", "work_failed", "closing")
"""Codes of requests whose work is done in another process."""


class RequestError(EdgematchError):
    """A request that is refused, with one of the codes in `REFUSALS`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def refusal_body(code: str, message: str) -> dict[str, str]:
    """Return the JSON body of a refusal; its message is one line."""
    return {"error": " ".join(message.split()), "code": code}
