"""The studio without a server: the same answers, and jobs that a worker does."""

import asyncio
import json
import threading
from contextlib import asynccontextmanager

import pytest

from children import PATIENCE
from edgematch.web.in_browser import BrowserStudio, crashed, do_call

SAME = (
    ("GET", "/api/catalog", None),
    ("GET", "/api/catalog/clue1", None),
    ("GET", "/api/catalog/nothing", None),
    ("GET", "/api/models", None),
    ("GET", "/api/formats", None),
    ("GET", "/api/engines", None),
    ("GET", "/api/openapi.json", None),
    ("GET", "/api/nothing", None),
    ("GET", "/api/boards", None),
    ("GET", "/api/jobs/123456789012345678901234", None),
    ("POST", "/api/generate", {"recipe": "two-set:4x4:3:2:seed=1"}),
    ("POST", "/api/generate", {"recipe": "nonsense"}),
    ("POST", "/api/price", {"recipe": "two-set:4x4:3:2:seed=1"}),
    ("POST", "/api/read", {"text": "clue1"}),
    ("POST", "/api/read", {"txt": "clue1"}),
    ("POST", "/api/check", {"board": [[0, 0, 0]]}),
    ("POST", "/api/help", {"board": []}),
    ("POST", "/api/candidates", {"board": [], "cell": 0}),
    ("POST", "/api/steps", {"count": 3}),
    ("POST", "/api/estimate", {}),
    ("POST", "/api/best", {}),
    ("POST", "/api/export/svg", {}),
    ("POST", "/api/export/record", {}),
)
WITH_PUZZLE = ("check", "help", "candidates", "steps", "estimate", "best", "export")


class Thread:
    """A worker that is a thread: it is not ended, but nobody listens any more."""

    def __init__(self, call, take):
        self._take = take
        threading.Thread(target=do_call, args=(call, self._post)).start()

    def _post(self, message):
        if self._take is not None:
            self._take(message)

    def terminate(self):
        self._take = None


class Idle:
    """A worker that never begins."""

    def __init__(self, call, take):
        self.take = take
        type(self).last = self

    def terminate(self):
        self.take = None


@asynccontextmanager
async def _studio(start_worker=Thread):
    studio = BrowserStudio(start_worker)
    await studio.open()
    try:
        async with asyncio.timeout(PATIENCE):
            yield studio
    finally:
        await studio.close()


async def _ask(studio, method, path, body=None):
    answer = await studio.answer(method, path, json.dumps(body).encode())
    return answer.status, answer.content


async def _start(studio, puzzle, **fields):
    body = {"goal": "solve", "puzzle": puzzle, **fields}
    status, content = await _ask(studio, "POST", "/api/jobs", body)
    assert status == 200, content
    return json.loads(content)["jobs"][0]["id"]


async def _events(studio, job):
    """Return the events of a job until it ends."""
    stream = await studio.answer("GET", f"/api/events?jobs={job}", b"")
    lines = [part async for part in stream.content]
    text = b"".join(lines).decode()
    return [each for each in text.split("\n\n") if each.startswith("event: ")]


@pytest.mark.parametrize(("method", "path", "body"), SAME)
def test_it_answers_what_the_server_answers(method, path, body, client, scramble):
    if any(word in path for word in WITH_PUZZLE) and body is not None:
        body = {"puzzle": scramble, **body}
    sent = None if body is None else json.dumps(body)
    headers = {"content-type": "application/json"}
    server = client.raw(method, path, sent, headers)

    async def ask():
        async with _studio() as studio:
            return await _ask(studio, method, path, body)

    assert asyncio.run(ask()) == (server.status, server.data)


def test_a_job_is_done_by_a_worker_and_watched(scramble):
    async def run():
        async with _studio() as studio:
            job = await _start(studio, scramble, solutions=None)
            events = await _events(studio, job)
            assert events[-1].startswith("event: end")
            names = [each.split("\n")[0] for each in events]
            assert {"event: best", "event: curve", "event: state"} <= set(names)
            _, content = await _ask(studio, "GET", f"/api/jobs/{job}/solutions")
            _, whole = await _ask(studio, "GET", f"/api/jobs/{job}")
            name, table = f"/api/jobs/{job}/files/solutions.csv", b"solution,cell"
            assert (await _ask(studio, "GET", name))[1].startswith(table)
            return json.loads(content), json.loads(whole)

    solutions, whole = asyncio.run(run())
    assert solutions["count"] == len(solutions["boards"]) == 4
    assert (whole["status"], whole["ended"]) == ("finished", "exhausted")
    assert whole["check"]["solved"]
    assert not whole["can_pause"]


def test_stop_ends_the_worker_and_keeps_what_was_found(scramble):
    async def run():
        async with _studio(Idle) as studio:
            job = await _start(studio, scramble)
            status, _ = await _ask(studio, "POST", f"/api/jobs/{job}/pause")
            assert status == 409
            status, _ = await _ask(studio, "POST", f"/api/jobs/{job}/stop")
            events = await _events(studio, job)
            assert events[-1].startswith("event: end")
            _, whole = await _ask(studio, "GET", f"/api/jobs/{job}")
            return status, json.loads(whole)

    status, whole = asyncio.run(run())
    assert status == 200
    assert Idle.last.take is None
    assert (whole["status"], whole["ended"]) == ("finished", "interrupted")


def test_a_worker_that_dies_is_a_job_that_failed(scramble):
    async def run():
        async with _studio(Idle) as studio:
            job = await _start(studio, scramble)
            Idle.last.take(crashed("out of memory"))
            await _events(studio, job)
            return json.loads((await _ask(studio, "GET", f"/api/jobs/{job}"))[1])

    whole = asyncio.run(run())
    assert (whole["status"], whole["message"]) == ("failed", "out of memory")


def test_two_searches_at_a_time(scramble):
    async def run():
        async with _studio(Idle) as studio:
            await _start(studio, scramble)
            await _start(studio, scramble)
            body = {"goal": "solve", "puzzle": scramble}
            return await _ask(studio, "POST", "/api/jobs", body)

    assert asyncio.run(run())[0] == 429


def test_an_answer_is_posted_in_parts():
    async def run():
        posted = []
        async with _studio() as studio:
            post = lambda *parts: posted.append(parts)  # noqa: E731  (one line)
            await studio.post_answer("GET", "/api/models", b"", post)
            return posted

    head, content, end = asyncio.run(run())
    assert head == (200, "application/json", {})
    assert json.loads(content[0])["models"]
    assert end == (None,)
