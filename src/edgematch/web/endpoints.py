"""What an endpoint of the API is: a path, what it takes, what it answers, and the work.

The same table routes requests, checks them and describes them (`openapi`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, get_type_hints

import msgspec

from edgematch.errors import EdgematchError
from edgematch.web.answers import Answer, json_answer, refuse
from edgematch.web.events import Watchers
from edgematch.web.job_list import JobList
from edgematch.web.refusals import RequestError
from edgematch.web.settings import Settings
from edgematch.web.tasks import Tasks

_LONGEST_MESSAGE = 300


@dataclass(frozen=True)
class Studio:
    """What endpoints work with."""

    settings: Settings
    jobs: JobList
    tasks: Tasks
    watchers: Watchers


class Sent(NamedTuple):
    """A request as it came: its values are texts."""

    path_values: dict[str, str]
    query: dict[str, str]
    body: bytes
    client: str


@dataclass(frozen=True)
class Call:
    """A request that has been checked: its parts have the types of its endpoint."""

    studio: Studio
    path: Any
    query: Any
    body: Any
    client: str


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One thing that a client can ask for."""

    method: str
    path: str
    summary: str
    do: Handler
    """Returns what msgspec can encode as JSON, or a whole answer."""
    answer: Any
    """The type of the answer; `Answer` where it is not JSON."""
    body: Any = None
    """The type of the body, as msgspec checks it; None for no body."""
    query: type | None = None
    path_values: type | None = None
    media: str = "application/json"
    """The media type of the answer."""
    refusals: tuple[str, ...] = ()
    """Codes of `REFUSALS`, beyond those that any request can get."""

    async def handle(self, studio: Studio, sent: Sent) -> Answer:
        """Check a request, do the work and answer."""
        try:
            call = Call(
                studio,
                _convert(sent.path_values, self.path_values),
                _convert(sent.query, self.query),
                None if self.body is None else _decode(sent.body, self.body),
                sent.client,
            )
            answer = await self.do(call)
        except RequestError as error:
            return refuse(error.code, str(error))
        except EdgematchError as error:
            return refuse("invalid_content", str(error))
        except asyncio.CancelledError:  # the server is ending
            return refuse("closing", "the studio is shutting down")
        return answer if isinstance(answer, Answer) else json_answer(answer)


def endpoint(method: str, path: str, **settings: Any) -> Callable[[Handler], Endpoint]:
    """Return a decorator that makes an endpoint of a function.

    The docstring of the function is the summary, its return type the type of answer.
    """

    def make(do: Handler) -> Endpoint:
        summary = (do.__doc__ or "").strip().removesuffix(".")
        answer = get_type_hints(do)["return"]
        return Endpoint(method, path, summary, do, answer, **settings)

    return make


class _Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No values."""


def _convert(values: dict[str, Any], kind: type | None) -> Any:
    """Return the values of a path or a query, which are all texts, as a type."""
    try:
        return msgspec.convert(values, kind or _Nothing, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid(error) from None


def _decode(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise _invalid(error) from None
    except RecursionError:
        raise RequestError("invalid_request", "the body is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RequestError("invalid_request", "the body is not valid JSON") from None


def _invalid(error: msgspec.ValidationError) -> RequestError:
    """Return a refusal that begins with the field.

    >>> print(_invalid(msgspec.ValidationError("Expected `int` >= 1 - at `$.threads`")))
    threads: expected int >= 1
    """
    message, _, place = str(error).replace("`", "").partition(" - at $")
    message = message[:1].lower() + message[1:]
    text = f"{place.removeprefix('.')}: {message}" if place else message
    return RequestError("invalid_request", text[:_LONGEST_MESSAGE])
