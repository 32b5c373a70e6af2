"""Jobs: results, pausing, restarts, limits, races and event streams."""

import http.client
import json
import os
import runpy
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import msgspec
import pytest

from children import PATIENCE, wait_until
from edgematch import catalog, generators
from edgematch.formats import Document
from edgematch.reasoning.completions import Undecided
from edgematch.search import solve
from edgematch.web import runner
from edgematch.web.documents import edgematch_record
from edgematch.web.requests import JobRequest
from edgematch.web.settings import Settings
from edgematch.web.specs import job_specs
from studio_client import studio

LONG = "two-set:9x9:9:4:seed=3"
"""Far too large to be searched while a test runs."""


def puzzle_of(recipe):
    puzzle = generators.generate(generators.Recipe.read(recipe)).puzzle
    return edgematch_record(Document(puzzle))["puzzle"]


@pytest.fixture(scope="module")
def long_puzzle():
    return puzzle_of(LONG)


def test_a_job_finds_what_the_library_finds(client, scramble):
    job = client.start(scramble, "row-scan", solutions=None)
    assert job["status"] == "starting"
    done = client.wait_for(job["id"], "finished", "failed")
    result = solve(catalog.load("scramble-squares").puzzle, "row-scan", solutions=None)
    assert done["ended"] == "exhausted"
    assert done["counts"] == dict(result.counts)
    assert done["figures"]["nodes"] == result.statistics["nodes"]
    assert done["figures"]["depths"] == list(result.depths)
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


@pytest.mark.deep
def test_solutions_can_be_read_while_the_job_runs(client):
    puzzle = puzzle_of(MANY)
    name = client.start(puzzle, "row-scan", solutions=None)["id"]

    def are_solutions_kept():
        job = client.job(name)
        assert job["status"] in ("starting", "running"), job["message"]
        return job["solutions_kept"]

    wait_until(are_solutions_kept)
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


def test_a_job_shows_its_progress_and_can_be_stopped(client, long_puzzle):
    job = client.start(long_puzzle, "row-scan")
    running = client.wait_for_nodes(job["id"], 1000)
    assert running["figures"]["pieces"] > 10
    assert sum(way >= 0 for way in running["best"]) == running["figures"]["pieces"]
    assert len(running["current"]) == 81
    seconds, nodes, depth = running["history"][0]
    assert 0 <= seconds <= round(running["figures"]["seconds"], 3)
    assert 0 < nodes <= running["figures"]["nodes"]
    assert 0 < depth <= 81
    assert client.delete(f"/api/jobs/{job['id']}").status == 409
    assert client.post(f"/api/jobs/{job['id']}/stop").json["status"] == "stopping"
    done = client.wait_for(job["id"], "finished")
    assert done["ended"] == "interrupted"
    refused = client.post(f"/api/jobs/{job['id']}/pause")
    assert (refused.status, refused.json["code"]) == (409, "wrong_state")
    assert client.post(f"/api/jobs/{job['id']}/stop").status == 409
    assert client.delete(f"/api/jobs/{job['id']}").status == 200
    gone = client.get(f"/api/jobs/{job['id']}")
    assert (gone.status, gone.json["code"]) == (404, "no_such_job")


@pytest.mark.deep
def test_a_resumed_job_continues_from_its_node_count(client):
    puzzle = puzzle_of("two-set:6x6:4:3:seed=8")
    job = client.start(puzzle, "row-scan", solutions=None, seconds=600)["id"]
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
    """Return the ids of the job processes that this process started."""
    found = set()
    for listed in Path("/proc/self/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            words = Path(f"/proc/{child}/cmdline").read_bytes()
            found |= {child} if b"edgematch.web.runner" in words else set()
    return found


@pytest.mark.deep
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")
def test_a_job_whose_process_is_killed_can_be_resumed(client, long_puzzle):
    others = workers()
    job = client.start(long_puzzle, "row-scan")["id"]
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
    assert "it can be resumed" in lost["message"]
    client.post(f"/api/jobs/{job}/resume")
    assert client.wait_for_nodes(job, nodes)["message"] == ""
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


@pytest.mark.deep
def test_a_job_that_is_paused_at_once_can_be_resumed(client, long_puzzle):
    job = client.start(long_puzzle, "row-scan")["id"]
    client.post(f"/api/jobs/{job}/pause")
    client.wait_for(job, "paused")
    assert client.post(f"/api/jobs/{job}/resume").status == 200
    client.wait_for_nodes(job)
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


@pytest.mark.deep
def test_outside_solvers_can_be_stopped_but_not_paused(client, long_puzzle):
    job = client.start(long_puzzle, "sat")["id"]
    client.wait_for(job, "running")
    assert not client.job(job)["can_pause"]
    refused = client.post(f"/api/jobs/{job}/pause")
    assert refused.status == 409
    assert refused.json["code"] == "cannot_pause"
    client.post(f"/api/jobs/{job}/stop")
    client.wait_for(job, "finished")


@pytest.mark.deep
def test_after_a_restart_jobs_continue_or_are_lost(tmp_path, long_puzzle):
    with studio(tmp_path) as client:
        names = [
            client.start(long_puzzle, engine)["id"] for engine in ("row-scan", "sat")
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
        assert "lost: the studio ended while the job was running" in lost["message"]
        job = client.wait_for_nodes(names[0], before["figures"]["nodes"])
        assert job["message"].startswith("resumed from its checkpoint")
        client.post(f"/api/jobs/{names[0]}/stop")
        done = client.wait_for(names[0], "finished")
        assert done["figures"]["nodes"] >= before["figures"]["nodes"]
    with studio(tmp_path) as client:
        kept = client.job(names[0])
        assert kept["status"] == "finished"
        assert kept["figures"] == done["figures"]


def test_ctrl_c_ends_a_studio_with_open_streams_quietly(tmp_path, long_puzzle, capfd):
    with studio(tmp_path) as client:
        name = client.start(long_puzzle)["id"]
        watcher = http.client.HTTPConnection("127.0.0.1", client.port, timeout=PATIENCE)
        watcher.request("GET", f"/api/events?jobs={name}")
        assert watcher.getresponse().readline().startswith(b"retry")
    watcher.close()
    assert capfd.readouterr().err == ""


def test_two_studios_do_not_share_a_folder(tmp_path, edgematch):
    with studio(tmp_path):
        said = edgematch("serve", "--port", 0, "--no-browser", "--state", tmp_path)
    assert said.status == 2
    assert said.err.startswith(f"edgematch: {tmp_path}: another studio keeps its jobs")


def test_jobs_are_limited_for_each_client(tmp_path, long_puzzle):
    with studio(tmp_path, jobs_per_client=1) as client:
        job = client.start(long_puzzle, "row-scan")["id"]
        for engines in (1, 2):
            body = {"goal": "solve", "puzzle": long_puzzle}
            body["engines"] = [{"engine": "row-scan"}] * engines
            refused = client.post("/api/jobs", body)
            assert refused.status == 429
            assert refused.json["code"] == "too_many_jobs"
            assert "at most 1 jobs" in refused.json["error"]
        client.post(f"/api/jobs/{job}/stop")
        client.wait_for(job, "finished")


@pytest.mark.deep
def test_a_job_keeps_within_its_time_and_memory_limits(tmp_path, long_puzzle):
    with studio(tmp_path, most_seconds=0.5) as client:
        job = client.start(long_puzzle, "row-scan", seconds=10**6)["id"]
        assert client.wait_for(job, "finished")["ended"] == "seconds"
    with studio(tmp_path, most_megabytes=40) as client:
        job = client.start(long_puzzle, "row-scan")["id"]
        assert client.wait_for(job, "failed")["message"]


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ({"goal": "magic"}, "invalid_request", "goal: "),
        ({"seconds": -1}, "invalid_request", "seconds: expected float >= 0.1"),
        ({"threads": 0}, "invalid_request", "threads: expected int >= 1"),
        ({"seed": True}, "invalid_request", "seed: expected int"),
        ({"seed": -1}, "invalid_request", "seed: expected int >= 0"),
        ({"seeds": 0}, "invalid_request", "seeds: expected int >= 1"),
        ({"seeds": 11}, "invalid_request", "seeds: expected int <= 10"),
        ({"seeds": "3"}, "invalid_request", "seeds: expected int"),
        ({"target": 7}, "invalid_request", "unknown field target"),
        ({"puzzle": {"rows": 1}}, "invalid_request", "puzzle: "),
        ({"engines": []}, "invalid_request", "engines: "),
        ({"engines": [{}] * 5}, "invalid_request", "engines: "),
        ({"engines": [{"engine": 7}]}, "invalid_request", "engines[0].engine: "),
    ],
)
def test_jobs_that_do_not_fit_the_schema_are_refused(
    client, scramble, change, code, message
):
    answer = client.post("/api/jobs", {"goal": "solve", "puzzle": scramble, **change})
    assert (answer.status, answer.json["code"]) == (400, code)
    assert message in answer.json["error"]


@pytest.mark.parametrize(
    ("goal", "engine", "options", "message"),
    [
        (
            "solve",
            "magic",
            {},
            "no engine 'magic' to solve with; choose one",
        ),
        ("solve", "beam", {}, "no engine 'beam' to solve with"),
        ("count", "local-sat", {}, "engine local-sat cannot count"),
        ("optimize", "row-scan", {}, "no engine 'row-scan' to optimize with"),
        ("solve", "row-scan", {"order": "zigzag"}, "zigzag"),
        ("solve", "row-scan", {"order": 7}, "option order must be text"),
        ("solve", "row-scan", {"nothing": 7}, "has no option 'nothing'"),
        (
            "solve",
            "row-scan",
            {"break_symmetry": 1},
            "must be true or false",
        ),
        ("optimize", "beam", {"width": 0}, "width"),
        ("optimize", "beam", {"nothing": 7}, "has no option 'nothing'"),
        ("optimize", "cp-sat", {"encoding": "x"}, "primal, primal-dual"),
        ("optimize", "cp-sat", {"workers": 2}, "has no option 'workers'"),
    ],
)
def test_engines_and_options_are_checked_before_a_job_starts(
    client, scramble, goal, engine, options, message
):
    body = {"goal": goal, "puzzle": scramble}
    body["engines"] = [{"engine": engine, "options": options}]
    answer = client.post("/api/jobs", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid_content")
    assert message in answer.json["error"]


def finished(client, puzzle, **fields):
    """Find all solutions with row-scan; return the finished job."""
    job = client.start(puzzle, "row-scan", solutions=None, **fields)
    return client.wait_for(job["id"], "finished", "failed")


@pytest.mark.deep
def test_fixed_pieces_stay_and_a_conflict_of_them_is_named(client, scramble):
    name = finished(client, scramble)["id"]
    (solution,) = client.get(f"/api/jobs/{name}/solutions?count=1").json["boards"]
    right = [0, solution[0] // 4, solution[0] % 4]
    done = finished(client, scramble, fixed=[right])
    assert (done["counts"]["boards"], done["fixed"]) == (1, [right])
    assert done["puzzle"] == client.job(name)["puzzle"]  # its hints are its own
    assert done["fingerprint"] == client.job(name)["fingerprint"]
    wrong = [8, solution[8] // 4, (solution[8] + 1) % 4]
    done = finished(client, scramble, fixed=[right, wrong])
    assert done["proves_unsolvable"]
    assert done["message"].startswith("no solution with your pieces on A1 and C3. The")
    assert done["conflict"]["text"] in done["message"]
    assert done["conflict"]["is_smallest"]
    assert wrong in done["conflict"]["placements"]


def test_what_cannot_stay_may_not_be_found_in_time(tmp_path, scramble, monkeypatch):
    request = {"goal": "count", "puzzle": scramble, "fixed": [[0, 0, 0], [4, 1, 0]]}
    asked = msgspec.convert(request, JobRequest)
    (spec,) = job_specs(asked, Settings(tmp_path))
    for reason in (Undecided, KeyboardInterrupt):  # the time is up, or it is stopped
        said = []
        parent = SimpleNamespace(send=said.append)
        monkeypatch.setattr(runner, "board_conflict", Mock(side_effect=reason))
        assert runner._conflict(parent, spec) is None
        assert said == [
            "no solution with your pieces on A1 and B2; which of them cannot stay was"
            " not found in time"
        ]


def test_pieces_that_a_rule_forbids_cannot_be_fixed(client, scramble):
    body = {"goal": "count", "puzzle": scramble, "fixed": [[0, 0, 0], [1, 0, 0]]}
    answer = client.post("/api/jobs", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid_content")
    assert answer.json["error"].startswith("your pieces cannot stay: piece 1 is on 2")


def test_a_count_keeps_no_solutions(client, scramble):
    job = client.start(scramble, "row-scan", goal="count")
    done = client.wait_for(job["id"], "finished", "failed")
    assert (done["ended"], done["is_proved"]) == ("exhausted", True)
    assert (done["counts"]["boards"], done["figures"]["solutions"]) == (4, 4)
    assert done["solutions_kept"] == 0


def test_a_job_fails_with_the_message_of_its_engine(client):
    pieces = [[color, color, color, color] for color in range(1, 82)]
    puzzle = {"rows": 9, "columns": 9, "framed": False, "pieces": pieces}
    job = client.start(puzzle, "consistency")
    failed = client.wait_for(job["id"], "failed")
    assert "at most 64 colors" in failed["message"]


@pytest.mark.deep
def test_the_engines_of_a_race_begin_together(client, scramble):
    body = {"goal": "solve", "puzzle": scramble, "solutions": None}
    body["engines"] = [{"engine": "row-scan"}, {"engine": "consistency"}]
    jobs = client.post("/api/jobs", body).json["jobs"]
    assert len({job["race"] for job in jobs}) == 1
    for job in jobs:
        done = client.wait_for(job["id"], "finished")
        assert done["counts"]["boards"] == 4
    listed = [job["id"] for job in client.get("/api/jobs").json["jobs"]]
    assert {job["id"] for job in jobs} <= set(listed)


def events(client, names, until):
    """Return the events of jobs, read until `until` is true of them."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=PATIENCE)
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


@pytest.mark.deep
def test_a_stream_sends_at_most_ten_states_a_second(client, long_puzzle):
    job = client.start(long_puzzle, "row-scan")
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


@pytest.mark.deep
def test_many_watchers_are_all_served(client, long_puzzle):
    path = Path(__file__).parents[2] / "benchmarks" / "studio_watchers.py"
    watch_together = runpy.run_path(str(path))["watch_together"]
    job = client.start(long_puzzle, "row-scan")
    client.wait_for_nodes(job["id"])
    frames = watch_together(client.port, job["id"], 40, seconds=PATIENCE, enough=3)
    assert frames == [3] * 40
    client.post(f"/api/jobs/{job['id']}/stop")
    client.wait_for(job["id"], "finished")


@pytest.mark.deep
def test_a_race_over_seeds_runs_heat_after_heat(client, scramble):
    body = {"goal": "optimize", "puzzle": scramble, "seed": 7, "seeds": 3}
    body |= {"engines": [{"engine": "anneal"}, {"engine": "exact"}], "seconds": 60}
    jobs = client.post("/api/jobs", body).json["jobs"]
    runs = [(job["engine"], job["seed"], job["lane"], job["heat"]) for job in jobs]
    assert runs == [
        ("anneal", 7, 0, 0),
        ("exact", 7, 1, 0),
        ("anneal", 8, 0, 1),
        ("anneal", 9, 0, 2),
    ]
    assert [job["uses_seed"] for job in jobs] == [True, False, True, True]
    assert [job["status"] for job in jobs][2:] == ["waiting", "waiting"]
    assert len({job["race"] for job in jobs}) == 1
    order = [job["id"] for job in jobs]
    while (last := client.job(order[-1]))["status"] not in ("finished", "failed"):
        # Those that come last are asked first: a heat may begin in between.
        states = [client.job(name)["status"] for name in order[::-1]][::-1]
        for before, after in zip([states[0:2], states[2:3]], states[2:], strict=True):
            if after != "waiting":
                assert set(before) == {"finished"}
        time.sleep(0.1)
    assert last["figures"]["value"] == 12


@pytest.mark.deep
def test_a_race_over_seeds_goes_on_after_a_restart(tmp_path, scramble, long_puzzle):
    body = {"goal": "solve", "puzzle": long_puzzle, "seeds": 2}
    body["engines"] = [{"engine": "row-scan"}, {"engine": "consistency"}]
    with studio(tmp_path) as client:
        jobs = client.post("/api/jobs", body).json["jobs"]
        client.wait_for_nodes(jobs[0]["id"])
    with studio(tmp_path) as client:
        assert client.job(jobs[2]["id"])["status"] == "waiting"
        assert client.post(f"/api/jobs/{jobs[3]['id']}/stop").status == 200
        for job in jobs[:2]:
            client.wait_for(job["id"], "running")
            client.post(f"/api/jobs/{job['id']}/stop")
        client.wait_for(jobs[2]["id"], "running")
        assert client.job(jobs[3]["id"])["message"] == "stopped before it began"
        client.post(f"/api/jobs/{jobs[2]['id']}/stop")
        client.wait_for(jobs[2]["id"], "finished")


@pytest.mark.deep
def test_a_heat_waits_for_places_and_the_queue_is_limited(tmp_path, long_puzzle):
    with studio(tmp_path, jobs_per_client=2, jobs_waiting=2) as client:
        body = {"goal": "solve", "puzzle": long_puzzle, "seeds": 2}
        body["engines"] = [{"engine": "row-scan"}] * 2
        jobs = client.post("/api/jobs", body).json["jobs"]
        assert [job["lane"] for job in jobs] == [0, 1, 0, 1]
        for job in jobs[:2]:
            client.post(f"/api/jobs/{job['id']}/stop")
        for job in jobs[2:]:
            client.wait_for(job["id"], "running")
        assert client.post("/api/jobs", {**body, "seeds": 1}).status == 429
        for job in jobs[2:]:
            client.post(f"/api/jobs/{job['id']}/stop")
            client.wait_for(job["id"], "finished")
        refused = client.post("/api/jobs", {**body, "seeds": 3})
        assert (refused.status, refused.json["code"]) == (429, "too_many_jobs")
        assert "fewer seeds" in refused.json["error"]
