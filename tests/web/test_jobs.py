"""Jobs: what they find, pausing, restarts, limits, races, and who watches."""

import http.client
import json
import os
import runpy
import signal
import time
from pathlib import Path

import pytest

from edgematch import catalog, generators
from edgematch.engines import solve
from edgematch.formats import Document
from edgematch.results import Limits
from edgematch.web.documents import record_of
from studio_client import studio

LONG = "two-set:9x9:9:4:seed=3"
"""Far too large to be searched while a test runs."""


def puzzle_of(recipe):
    puzzle = generators.generate(generators.Recipe.read(recipe)).puzzle
    return record_of(Document(puzzle))["puzzle"]


@pytest.fixture(scope="module")
def long_puzzle():
    return puzzle_of(LONG)


def test_a_job_finds_what_the_library_finds(client, scramble):
    body = {"puzzle": scramble, "engine": "row-scan", "solutions": None}
    job = client.post("/api/jobs", body).json
    assert job["status"] == "starting"
    done = client.wait_for(job["id"], "finished", "failed")
    result = solve(
        catalog.load("scramble-squares").puzzle, "row-scan", Limits(solutions=None)
    )
    assert done["ended"] == "exhausted"
    assert done["counts"] == dict(result.counts)
    assert done["figures"]["nodes"] == result.statistics["nodes"]
    assert done["curve"]
    path = f"/api/jobs/{job['id']}/solutions"
    every = client.get(path).json
    assert (every["count"], len(every["boards"])) == (4, 4)
    assert len(client.get(f"{path}?from=1&count=2").json["boards"]) == 2
    one = client.get(f"{path}?counting=boards-up-to-symmetry").json
    assert len(one["boards"]) == one["counts"]["boards-up-to-symmetry"] == 1
    for ways in every["boards"]:
        board = [[cell, way // 4, way % 4] for cell, way in enumerate(ways)]
        body = {"puzzle": scramble, "board": board}
        assert client.post("/api/check", body).json["solved"]


MANY = "two-set:6x6:2:2:seed=1"
"""Has far more solutions than are found while a test runs."""


def test_solutions_are_there_while_the_job_runs(client):
    puzzle = puzzle_of(MANY)
    body = {"puzzle": puzzle, "engine": "row-scan", "solutions": None}
    name = client.post("/api/jobs", body).json["id"]
    end = time.monotonic() + 100
    while not (job := client.job(name))["solutions_kept"]:
        assert job["status"] in ("starting", "running"), job["message"]
        assert time.monotonic() < end
        time.sleep(0.05)
    path = f"/api/jobs/{name}/solutions"
    early = client.get(f"{path}?count=20").json
    assert client.job(name)["status"] == "running"
    assert early["counts"] is None
    assert early["count"] >= early["kept"] >= len(early["boards"]) > 0
    for ways in early["boards"]:
        board = [[cell, way // 4, way % 4] for cell, way in enumerate(ways)]
        assert client.post("/api/check", {"puzzle": puzzle, "board": board}).json[
            "solved"
        ]
    assert client.get(f"{path}?counting=boards-up-to-symmetry").json["kept"] > 0
    client.post(f"/api/jobs/{name}/pause")
    paused = client.wait_for(name, "paused", "finished")
    assert paused["status"] == "paused"
    assert client.get(f"{path}?count=20").json["boards"] == early["boards"]
    client.post(f"/api/jobs/{name}/stop")
    done = client.wait_for(name, "finished")
    assert done["solutions_kept"] >= early["kept"]


def test_a_job_shows_where_it_stands_and_can_be_stopped(client, long_puzzle):
    job = client.post("/api/jobs", {"puzzle": long_puzzle, "engine": "row-scan"}).json
    running = client.wait_for_nodes(job["id"], 1000)
    assert running["figures"]["depth"] > 10
    assert sum(way >= 0 for way in running["best"]) == running["figures"]["depth"]
    assert len(running["current"]) == 81
    assert client.delete(f"/api/jobs/{job['id']}").status == 409
    assert client.post(f"/api/jobs/{job['id']}/stop").json["status"] == "stopping"
    done = client.wait_for(job["id"], "finished")
    assert done["ended"] == "interrupted"
    assert client.post(f"/api/jobs/{job['id']}/pause").status == 409
    assert client.post(f"/api/jobs/{job['id']}/stop").status == 409
    assert client.delete(f"/api/jobs/{job['id']}").status == 200
    assert client.get(f"/api/jobs/{job['id']}").status == 404


def test_a_paused_job_goes_on_to_the_same_totals(client):
    puzzle = puzzle_of("two-set:6x6:4:3:seed=8")
    body = {"puzzle": puzzle, "engine": "row-scan", "solutions": None, "seconds": 600}
    job = client.post("/api/jobs", body).json["id"]
    client.wait_for_nodes(job, 1000)
    told = client.post(f"/api/jobs/{job}/pause").json
    paused = client.wait_for(job, "paused", "finished")
    assert paused["status"] == "paused"
    assert paused["version"] > told["version"]  # the page keeps the newer of the two
    nodes = paused["figures"]["nodes"]
    time.sleep(0.3)
    assert client.job(job)["figures"]["nodes"] == nodes
    assert client.post(f"/api/jobs/{job}/resume").status == 200
    on = client.wait_for_nodes(job, nodes + 1)
    assert on["figures"]["nodes"] > nodes
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


def workers():
    """Return the processes that do the jobs of studios in this process."""
    found = set()
    for listed in Path("/proc/self/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            words = Path(f"/proc/{child}/cmdline").read_bytes()
            found |= {child} if b"edgematch.web.worker" in words else set()
    return found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")
def test_a_job_whose_process_is_killed_goes_on_from_its_checkpoint(client, long_puzzle):
    others = workers()
    body = {"puzzle": long_puzzle, "engine": "row-scan"}
    job = client.post("/api/jobs", body).json["id"]
    client.wait_for_nodes(job, 1000)
    client.post(f"/api/jobs/{job}/pause")
    nodes = client.wait_for(job, "paused")["figures"]["nodes"]
    client.post(f"/api/jobs/{job}/resume")
    client.wait_for_nodes(job, nodes + 1)
    (worker,) = workers() - others
    os.kill(worker, signal.SIGKILL)
    lost = client.wait_for(job, "paused", "failed")
    assert lost["status"] == "paused"
    assert "signal 9" in lost["message"]
    assert "it can go on from its last checkpoint" in lost["message"]
    client.post(f"/api/jobs/{job}/resume")
    assert client.wait_for_nodes(job, nodes)["message"] == ""
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


def test_a_job_that_is_paused_at_once_goes_on(client, long_puzzle):
    body = {"puzzle": long_puzzle, "engine": "row-scan"}
    job = client.post("/api/jobs", body).json["id"]
    client.post(f"/api/jobs/{job}/pause")
    client.wait_for(job, "paused")
    assert client.post(f"/api/jobs/{job}/resume").status == 200
    client.wait_for_nodes(job)
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


def test_solvers_of_others_can_be_stopped_but_not_paused(client, long_puzzle):
    job = client.post("/api/jobs", {"puzzle": long_puzzle, "engine": "sat"}).json["id"]
    client.wait_for(job, "running")
    assert not client.job(job)["can_pause"]
    refused = client.post(f"/api/jobs/{job}/pause")
    assert refused.status == 409
    assert "cannot be paused" in refused.json["error"]
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


def test_after_a_restart_jobs_go_on_or_say_that_they_are_lost(tmp_path, long_puzzle):
    with studio(tmp_path) as client:
        names = [
            client.post("/api/jobs", {"puzzle": long_puzzle, "engine": engine}).json[
                "id"
            ]
            for engine in ("row-scan", "sat")
        ]
        before = client.wait_for_nodes(names[0], 1000)
        client.wait_for(names[1], "running")
        client.post(f"/api/jobs/{names[0]}/pause")
        client.wait_for(names[0], "paused")
        client.post(f"/api/jobs/{names[0]}/resume")
        client.wait_for(names[0], "running")
    with studio(tmp_path) as client:
        lost = client.job(names[1])
        assert lost["status"] == "lost"
        assert "lost: the studio was ended while it ran" in lost["message"]
        job = client.wait_for_nodes(names[0], before["figures"]["nodes"])
        assert job["message"].startswith("taken up again from its checkpoint")
        client.post(f"/api/jobs/{names[0]}/stop")
        done = client.wait_for(names[0], "finished")
        assert done["figures"]["nodes"] >= before["figures"]["nodes"]
    with studio(tmp_path) as client:
        kept = client.job(names[0])
        assert kept["status"] == "finished"
        assert kept["figures"] == done["figures"]


def test_ctrl_c_ends_a_studio_that_is_watched_at_once_and_quietly(
    tmp_path, long_puzzle, capfd
):
    with studio(tmp_path) as client:
        name = client.post("/api/jobs", {"puzzle": long_puzzle}).json["id"]
        watcher = http.client.HTTPConnection("127.0.0.1", client.port, timeout=60)
        watcher.request("GET", f"/api/events?jobs={name}")
        assert watcher.getresponse().readline().startswith(b"retry")
    watcher.close()
    assert capfd.readouterr().err == ""


def test_two_studios_do_not_share_a_folder(tmp_path, edgematch):
    with studio(tmp_path):
        said = edgematch("serve", "--port", 0, "--no-browser", "--state", tmp_path)
    assert said.status == 2


def test_jobs_are_limited_for_each_client(tmp_path, long_puzzle):
    with studio(tmp_path, jobs_per_client=1) as client:
        body = {"puzzle": long_puzzle, "engine": "row-scan"}
        job = client.post("/api/jobs", body).json["id"]
        refused = client.post("/api/jobs", body)
        assert refused.status == 429
        assert "at most 1 jobs of yours" in refused.json["error"]
        race = {"puzzle": long_puzzle, "engines": [{"engine": "row-scan"}] * 2}
        assert client.post("/api/races", race).status == 429
        client.post(f"/api/jobs/{job}/stop")
        client.wait_for(job, "finished")


def test_a_job_is_held_to_its_time_and_its_memory(tmp_path, long_puzzle):
    with studio(tmp_path, most_seconds=0.5) as client:
        body = {"puzzle": long_puzzle, "engine": "row-scan", "seconds": 10**6}
        job = client.post("/api/jobs", body).json["id"]
        assert client.wait_for(job, "finished")["ended"] == "seconds"
    with studio(tmp_path, most_megabytes=40) as client:
        body = {"puzzle": long_puzzle, "engine": "row-scan"}
        job = client.post("/api/jobs", body).json["id"]
        assert client.wait_for(job, "failed")["message"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"engine": "magic"}, "expected one of auto, row-scan"),
        ({"options": {"order": "zigzag"}}, "zigzag"),
        ({"options": {"order": 7}}, "option order is a str"),
        ({"options": {"nothing": 7}}, "has no option 'nothing'"),
        ({"options": {"seed": True}}, "option seed is a int"),
        ({"seconds": -1}, "0.1 or more"),
        ({"threads": 0}, "1 or more"),
        ({"puzzle": {"rows": 1}}, "columns is missing"),
    ],
)
def test_jobs_that_make_no_sense_are_refused(client, scramble, change, message):
    answer = client.post(
        "/api/jobs", {"puzzle": scramble, "engine": "row-scan", **change}
    )
    assert answer.status == 400
    assert message in answer.json["error"]


def test_a_puzzle_that_an_engine_cannot_take_fails_in_its_words(client):
    pieces = [[color, color, color, color] for color in range(1, 82)]
    puzzle = {"rows": 9, "columns": 9, "framed": False, "pieces": pieces}
    job = client.post("/api/jobs", {"puzzle": puzzle, "engine": "consistency"}).json
    failed = client.wait_for(job["id"], "failed")
    assert "at most 64 colors" in failed["message"]


def test_the_engines_of_a_race_begin_together(client, scramble):
    body = {"puzzle": scramble, "solutions": None}
    body["engines"] = [{"engine": "row-scan"}, {"engine": "consistency"}]
    jobs = client.post("/api/races", body).json["jobs"]
    assert len({job["race"] for job in jobs}) == 1
    for job in jobs:
        done = client.wait_for(job["id"], "finished")
        assert done["counts"]["boards"] == 4
    listed = [job["id"] for job in client.get("/api/jobs").json["jobs"]]
    assert {job["id"] for job in jobs} <= set(listed)


def events(client, names, until, seconds=60):
    """Watch jobs until a function of the events so far is true."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=seconds)
    connection.request("GET", f"/api/events?jobs={','.join(names)}")
    response = connection.getresponse()
    assert response.getheader("content-type").startswith("text/event-stream")
    found, kind = [], None
    for line in response:
        text = line.decode().rstrip("\n")
        if text.startswith("event: "):
            kind = text.removeprefix("event: ")
        elif text.startswith("data: "):
            found.append((time.monotonic(), kind, json.loads(text[6:])))
            if until(found):
                break
    connection.close()
    return found


def test_whoever_watches_is_told_at_most_ten_times_a_second(client, long_puzzle):
    job = client.post("/api/jobs", {"puzzle": long_puzzle, "engine": "row-scan"}).json
    client.wait_for_nodes(job["id"])

    def is_enough(found):
        return sum(kind == "state" for _, kind, _ in found) >= 12

    found = events(client, [job["id"]], is_enough)
    states = [when for when, kind, _ in found if kind == "state"]
    assert states[-1] - states[0] > 0.9  # twelve of them: eleven tenths of a second
    assert {"state", "best", "curve"} <= {kind for _, kind, _ in found}
    client.post(f"/api/jobs/{job['id']}/stop")
    ended = events(client, [job["id"]], lambda found: found[-1][1] == "end")
    assert [each for _, kind, each in ended if kind == "state"][-1]["status"] == (
        "finished"
    )


def test_streams_of_unknown_jobs_are_refused(client):
    assert client.get("/api/events").status == 400
    assert client.get("/api/events?jobs=" + "0" * 24).status == 404


def test_many_watchers_are_all_served(client, long_puzzle):
    path = Path(__file__).parents[2] / "benchmarks" / "studio_watchers.py"
    watch_together = runpy.run_path(str(path))["watch_together"]
    job = client.post("/api/jobs", {"puzzle": long_puzzle, "engine": "row-scan"}).json
    client.wait_for_nodes(job["id"])
    frames = watch_together(client.port, job["id"], 40, seconds=100, enough=3)
    assert frames == [3] * 40
    client.post(f"/api/jobs/{job['id']}/stop")
    client.wait_for(job["id"], "finished")
