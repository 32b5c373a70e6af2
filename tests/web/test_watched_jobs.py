"""Jobs whose page was closed, all jobs of a studio, and figures that never fall."""

import asyncio
import http.client
import json
from contextlib import contextmanager
from types import SimpleNamespace

import msgspec
import pytest

from children import PATIENCE
from edgematch.web.grace import Grace
from edgematch.web.job_data import JobRecord
from edgematch.web.jobs import StudioJob
from edgematch.web.requests import JobRequest
from edgematch.web.settings import Settings
from edgematch.web.specs import job_specs
from studio_client import studio


@contextmanager
def watched(client, *names):
    """Watch jobs while the block lasts; yield the stream."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=PATIENCE)
    connection.request("GET", f"/api/events?jobs={','.join(names)}")
    response = connection.getresponse()
    assert response.readline().startswith(b"retry")
    try:
        yield response
    finally:
        response.close()
        connection.close()


class FakeJob:
    """As much of a job as `Grace` looks at."""

    def __init__(self, name, keep_running=False):
        self.id, self.is_over = name, False
        self.spec = SimpleNamespace(keep_running=keep_running)
        self.record = SimpleNamespace(was_watched=False)

    def save(self):
        pass


def test_only_jobs_that_the_last_watcher_has_left_are_ended():
    async def ended():
        found = asyncio.Queue()
        grace = Grace(0.01, found.put_nowait)
        left, _, again, seen, resumed, unwatched = jobs = [
            FakeJob(name, name == "kept")
            for name in ("left", "kept", "again", "seen", "resumed", "unwatched")
        ]
        grace.arrive(jobs[:-1])
        grace.arrive([seen])
        grace.leave(jobs[:-1])
        grace.arrive([again])
        grace.cancel(resumed)
        grace.begin(last := FakeJob("last"))
        assert (left.record.was_watched, unwatched.record.was_watched) == (True, False)
        assert not last.record.was_watched
        return [await found.get(), await found.get()], found.qsize()

    (first, second), more = asyncio.run(ended())
    assert [first.id, second.id, more] == ["left", "last", 0]


@pytest.mark.deep
def test_a_job_is_paused_some_time_after_its_page_was_closed(tmp_path, eternity):
    with studio(tmp_path, grace_seconds=0.5) as client:
        one, kept, program = (
            client.start(eternity, "row-scan", keep_running=keep)["id"]
            for keep in (False, True, False)
        )
        client.wait_for_nodes(one)
        with watched(client, one, kept):
            pass
        paused = client.wait_for(one, "paused")
        closed = "paused: its page had been closed for 0.5 seconds"
        assert paused["message"] == closed  # and so it is when the page comes back
        assert client.job(kept)["status"] in ("starting", "running")
        assert client.job(program)["status"] in ("starting", "running")
        nodes = paused["figures"]["nodes"]
        client.post(f"/api/jobs/{one}/resume")
        on = client.wait_for_nodes(one, nodes + 1)
        assert (on["status"], on["message"]) == ("running", "")
        with watched(client, one):
            pass  # and so it was watched before the studio ended
    with studio(tmp_path, grace_seconds=0.5) as client:
        assert "closed" in client.wait_for(one, "paused")["message"]
        assert client.job(kept)["status"] in ("starting", "running")


@pytest.mark.deep
def test_a_solver_without_checkpoints_is_stopped(tmp_path, eternity):
    with studio(tmp_path, grace_seconds=0.2) as client:
        job = client.start(eternity, "sat")["id"]
        with watched(client, job):
            client.wait_for(job, "running")
        message = client.wait_for(job, "finished")["message"]
        assert message.startswith("stopped: its page had been closed for 0.2 seconds")
        assert "saves no checkpoints" in message


@pytest.mark.deep
def test_the_rest_of_a_race_does_not_begin_when_its_page_was_closed(tmp_path, eternity):
    with studio(tmp_path, grace_seconds=0.2) as client:
        body = {"goal": "solve", "puzzle": eternity, "seeds": 2}
        body["engines"] = [{"engine": "row-scan"}, {"engine": "sat"}]
        jobs = client.post("/api/jobs", body).json["jobs"]
        names = [job["id"] for job in jobs]
        with watched(client, *names):
            client.wait_for(names[0], "running")
        for name in names[2:]:
            message = client.wait_for(name, "finished")["message"]
            assert message.startswith("stopped before it began: its page had been")
        client.wait_for(names[0], "paused")
        client.wait_for(names[1], "finished")


def test_all_jobs_are_listed_with_the_places_they_take(client, scramble):
    job = client.start(scramble, "row-scan", keep_running=True)
    listed = client.get("/api/jobs").json
    (found,) = (each for each in listed["jobs"] if each["id"] == job["id"])
    assert found["mine"] is True
    assert found["keep_running"] is True
    assert found["created"] > 0
    assert found["title"] == "A Scramble Squares puzzle, 3 × 3, signed"
    assert (listed["most_mine"], listed["most"]) == (4, 8)
    client.wait_for(job["id"], "finished")


@pytest.mark.parametrize("value", [1, "yes", None, []])
def test_keep_running_is_true_or_false(client, scramble, value):
    body = {"goal": "solve", "puzzle": scramble, "keep_running": value}
    refused = client.post("/api/jobs", body)
    assert (refused.status, refused.json["code"]) == (400, "invalid_request")
    assert "keep_running" in refused.json["error"]


@pytest.mark.deep
def test_preparing_is_told_apart_from_searching(client, scramble):
    job = client.start(scramble, "row-scan", solutions=None)
    figures = client.wait_for(job["id"], "finished")["figures"]
    assert figures["preparing"] > 0
    assert figures["seconds"] >= 0


@pytest.mark.deep
@pytest.mark.parametrize(
    ("goal", "engine", "options"),
    [
        ("optimize", "beam", {"width": 2000}),  # a pass is begun again
        ("optimize", "auto", {}),
        ("solve", "auto", {}),
    ],
)
def test_figures_do_not_fall_when_a_paused_job_goes_on(
    client, eternity, goal, engine, options
):
    job = client.start(eternity, engine, options, goal=goal)["id"]
    client.wait_for_nodes(job, 1000)
    with watched(client, job) as stream:
        for order in ("pause", "resume", "pause", "resume", "stop"):
            client.post(f"/api/jobs/{job}/{order}")
            status = {"pause": "paused", "stop": "finished"}.get(order, "running")
            before = client.wait_for(job, status)["figures"]["nodes"]
            if status == "running":
                client.wait_for_nodes(job, before + 1)
        states = [line[6:] for line in stream if b'"figures"' in line]
    shown = [json.loads(state)["figures"] for state in states]
    for name in ("nodes", "seconds", "preparing"):
        values = [figures[name] for figures in shown]
        assert values == sorted(values)
        assert values[0] < values[-1]


def test_compiling_does_not_count_against_the_time_limit(monkeypatch, tmp_path):
    limits = []

    def refuse(*facts, **settings):
        limits.append(settings["limits"])
        raise OSError("enough is known")

    puzzle = {"rows": 1, "columns": 1, "pieces": [[0, 0, 0, 0]]}
    asked = {"goal": "solve", "puzzle": puzzle, "seconds": 1}
    (spec,) = job_specs(msgspec.convert(asked, JobRequest), Settings(tmp_path))
    job = StudioJob(JobRecord(id="1", spec=spec), tmp_path / "1")
    monkeypatch.setattr("edgematch.web.job_work.ChildProcess", refuse)
    asyncio.run(job.start())
    assert job.status == "failed"
    assert limits[0].seconds > 600  # a race compiled for 80 s on a busy machine
