"""The studio in a browser, without a server: a web worker calls it.

One worker has the API and the list of jobs (`BrowserStudio`); each search runs in a
worker of its own (`do_call`), which is ended to stop it.  What needs other processes,
threads or compiled packages says that the installed program does it.
"""

import pickle
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from edgematch.errors import MissingPackage
from edgematch.processes.child import SECONDS_TO_SAVE, function_named, result_of
from edgematch.processes.child_process import Listener
from edgematch.processes.messages import CallEnd, CallResult, ProcessLimits
from edgematch.web import work
from edgematch.web.answers import Answer, json_answer, refuse
from edgematch.web.api import ENDPOINTS, find_endpoint
from edgematch.web.endpoints import Sent, Studio
from edgematch.web.events import Watchers
from edgematch.web.job_data import JobResult, JobSpec
from edgematch.web.job_list import JobList
from edgematch.web.job_work import RUN_JOB, JobWork
from edgematch.web.openapi import api_description
from edgematch.web.refusals import REFUSALS, RequestError
from edgematch.web.settings import Settings
from edgematch.web.tasks import Tasks

_CLIENT = "this browser"
_FOREVER = 1e7
"""Seconds; a page that is closed ends its workers."""
_INTERRUPTED = JobResult(
    ended="interrupted",
    is_proved=False,
    proves_unsolvable=False,
    counts=None,
    solutions=[],
)
_Answer = TypeVar("_Answer")


class Worker(Protocol):
    """A web worker at work on a call."""

    def terminate(self) -> None:
        """End it at once."""


StartWorker = Callable[[bytes, Callable[[bytes], None]], Worker]
"""Starts a worker on a call; what `do_call` posts there comes to the function."""


class BrowserStudio:
    """Answers requests as the server does."""

    def __init__(self, start_worker: StartWorker) -> None:
        self._folder = tempfile.TemporaryDirectory()
        settings = Settings(
            Path(self._folder.name),
            grace_seconds=_FOREVER,
            jobs_per_client=2,
            jobs_in_all=2,
            most_threads=1,
            saves_checkpoints=False,
        )

        async def start(
            arguments: tuple[JobSpec, Path], limits: ProcessLimits, listener: Listener
        ) -> JobWork:
            return _WorkInWorker(start_worker, arguments, listener)

        jobs = JobList(settings, start)
        watchers = Watchers(jobs.grace)
        self._studio = Studio(settings, jobs, _TasksHere(), watchers)

    async def open(self) -> None:
        """Begin; before any request."""
        await self._studio.jobs.open()

    async def close(self) -> None:
        """End all jobs."""
        self._studio.watchers.end()
        await self._studio.jobs.close()
        self._folder.cleanup()

    async def answer(self, method: str, address: str, body: bytes) -> Answer:
        """Answer a request to an address such as "/api/models"."""
        parts = urlsplit(address)
        if (method, parts.path) == ("GET", "/api/openapi.json"):
            return json_answer(api_description(ENDPOINTS))
        found = find_endpoint(method, parts.path)
        if found is None:
            return refuse("no_such_page", REFUSALS["no_such_page"].meaning)
        endpoint, values = found
        path_values = {name: unquote(value) for name, value in values.items()}
        sent = Sent(path_values, dict(parse_qsl(parts.query)), body, _CLIENT)
        return await endpoint.handle(self._studio, sent)

    async def post_answer(
        self, method: str, address: str, body: bytes, post: Callable[..., None]
    ) -> None:
        """Post an answer to the page: its head, its content, and None at the end."""
        answer = await self.answer(method, address, body)
        post(answer.status, answer.media, dict(answer.headers))
        async for part in _parts(answer.content):
            post(part)
        post(None)


async def _parts(content: bytes | AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    if isinstance(content, bytes):
        yield content
    else:
        async for part in content:
            yield part


class _TasksHere(Tasks):
    """Does the work of requests in this worker, one after the other."""

    async def do(
        self, work_of: work.Work, request: Any, seconds: float | None = None
    ) -> Any:
        kind, answer = work.do(None, partial(_with_packages, work_of), request)
        if kind != work.DONE:
            raise RequestError(kind, answer)
        return answer

    async def soon(self, work_of: Callable[..., _Answer], *arguments: Any) -> _Answer:
        return work_of(*arguments)


def _with_packages(work_of: work.Work, request: Any) -> Any:
    """Do some work; what it needs and a browser does not have, the program has."""
    try:
        return work_of(request)
    except ImportError as error:
        raise MissingPackage(needs_program(error)) from error


class _WorkInWorker(JobWork):
    """The work of a job, in a worker of its own."""

    def __init__(
        self,
        start_worker: StartWorker,
        arguments: tuple[JobSpec, Path],
        listener: Listener,
    ) -> None:
        self._listener = listener
        self._worker = start_worker(pickle.dumps((RUN_JOB, arguments)), self._take)

    def _take(self, message: bytes) -> None:
        self._listener(pickle.loads(message))

    def send(self, message: Any) -> None:
        """Do nothing: it has begun already."""

    def interrupt(self, seconds: float = SECONDS_TO_SAVE) -> None:
        self._worker.terminate()
        self._listener(CallResult(CallEnd.RETURNED, _INTERRUPTED))


@dataclass(frozen=True)
class _Page:
    """The worker that has started this one, as `run_job` sees its parent."""

    post: Callable[[bytes], None]

    def send(self, message: Any) -> None:
        self.post(pickle.dumps(message))

    def receive(self) -> None:
        """Return at once: searches do not wait for each other."""

    def check(self) -> None:
        """Return: whoever interrupts a worker ends it."""


def do_call(call: bytes, post: Callable[[bytes], None]) -> None:
    """Do a call in this worker; post its messages, and how it has ended."""
    function, arguments = pickle.loads(call)
    page = _Page(post)
    page.send(result_of(lambda: function_named(function)(page, *arguments)))


def crashed(reason: str) -> bytes:
    """Return the last message of a worker that has died."""
    return pickle.dumps(CallResult(CallEnd.CRASHED, error=reason))


def needs_program(error: ImportError) -> str:
    """Say what a browser does not have, and how to get it.

    >>> needs_program(ModuleNotFoundError(name="fpdf"))[:24]
    'a browser has no fpdf, t'
    """
    missing = error.name or getattr(error.__cause__, "name", None) or "such package"
    return (
        f"a browser has no {missing}, the installed program has it:"
        " pip install 'edgematch[web]' and run edgematch serve"
    )
