"""Jobs with the goal optimize: results, pausing, restarts, boards to start from."""

import pytest

from edgematch import catalog, generators
from edgematch.formats import Document
from edgematch.puzzle import Puzzle
from edgematch.search import optimize, solve, technique_names
from edgematch.web.documents import edgematch_record
from studio_client import studio

LONG = "two-set:9x9:9:4:seed=3"
"""Its best board is not found while a test runs."""


def generated(recipe):
    return generators.generate(generators.Recipe.read(recipe)).puzzle


def record(puzzle):
    return edgematch_record(Document(puzzle))["puzzle"]


@pytest.fixture(scope="module")
def long_puzzle():
    return record(generated(LONG))


def placements(ways):
    return [[cell, way // 4, way % 4] for cell, way in enumerate(ways)]


def start_job(client, puzzle, **others):
    return client.start(puzzle, goal="optimize", **others)["id"]


def stop_job(client, name):
    client.post(f"/api/jobs/{name}/stop")
    return client.wait_for(name, "finished")


@pytest.fixture(scope="module")
def unsolvable():
    """Return nine pieces, two of which match nothing."""
    pieces = [(1, 1, 2, 2)] * 4 + [(1, 2, 3, 3)] * 3 + [(4, 4, 4, 4), (5, 5, 5, 5)]
    return Puzzle(3, 3, pieces, framed=False)


@pytest.mark.deep
def test_an_optimize_job_proves_what_the_library_proves(client, unsolvable):
    puzzle = record(unsolvable)
    name = start_job(client, puzzle, engine="exact", threads=2)  # it takes one
    done = client.wait_for(name, "finished", "failed")
    best = optimize(unsolvable, "exact")
    assert best.is_proved
    assert best.score < unsolvable.joins
    assert (done["goal"], done["ended"]) == ("optimize", "exhausted")
    assert done["is_proved"]
    assert done["proves_unsolvable"]
    assert (done["measure"], done["most"]) == ("joins", unsolvable.joins)
    figures = done["figures"]
    assert figures["score"] == figures["value"] == figures["bound"] == best.score
    assert done["curve"][-1][1] == best.score
    assert figures["improved"] == pytest.approx(done["curve"][-1][0], abs=0.01)
    body = {"puzzle": puzzle, "board": placements(done["best"])}
    assert client.post("/api/check", body).json == done["check"]
    assert done["check"]["score"] == best.score
    assert client.get(f"/api/jobs/{name}/solutions").json["count"] == 0


@pytest.mark.deep
def test_an_optimize_job_can_find_a_solution(client, scramble):
    name = start_job(client, scramble, engine="exact")
    done = client.wait_for(name, "finished", "failed")
    assert done["check"]["solved"]
    assert not done["proves_unsolvable"]
    assert client.get(f"/api/jobs/{name}/solutions").json["count"] == 1


@pytest.mark.deep
def test_a_resumed_optimize_job_keeps_its_best_board(client, long_puzzle):
    name = start_job(client, long_puzzle, engine="anneal", seed=3)
    client.wait_for_nodes(name, 100_000)
    client.post(f"/api/jobs/{name}/pause")
    paused = client.wait_for(name, "paused", "finished")
    assert paused["status"] == "paused"
    values = [value for _, value in paused["curve"]]
    assert values == sorted(set(values))
    assert values[-1] == paused["figures"]["score"] == paused["check"]["score"]
    client.post(f"/api/jobs/{name}/resume")
    client.wait_for(name, "running")
    done = stop_job(client, name)
    assert done["ended"] in ("interrupted", None)  # None: it had not begun again
    assert done["figures"]["score"] >= paused["figures"]["score"]
    assert done["curve"][: len(values)] == paused["curve"]


@pytest.mark.deep
def test_a_job_that_is_resumed_at_once_can_be_stopped(client, long_puzzle):
    name = start_job(client, long_puzzle, engine="anneal")
    client.wait_for_nodes(name)
    for _ in range(3):
        client.post(f"/api/jobs/{name}/pause")
        while client.post(f"/api/jobs/{name}/resume").status != 200:
            assert client.job(name)["status"] in ("pausing", "paused")
    assert client.job(name)["status"] in ("starting", "running")
    stop_job(client, name)


@pytest.mark.deep
def test_a_seed_and_a_target_give_the_same_board_as_the_library(client):
    puzzle = generated("two-set:5x5:4:3:seed=2")
    found = optimize(puzzle, "anneal", target=34, seed=5, hottest=0.6)
    name = start_job(
        client,
        record(puzzle),
        engine="anneal",
        options={"hottest": 0.6},
        seed=5,
        target=34,
    )
    done = client.wait_for(name, "finished", "failed")
    assert done["ended"] == found.ended == "found"
    assert placements(done["best"]) == [list(each) for each in found.best.placements]


@pytest.mark.deep
def test_an_optimize_job_improves_a_given_board(client, long_puzzle):
    puzzle = generated(LONG)
    given = optimize(puzzle, "anneal", nodes=2_000_000, seed=1).best
    start = [list(each) for each in given.placements]
    name = start_job(client, long_puzzle, engine="anneal", start=start)
    client.wait_for_nodes(name)
    done = stop_job(client, name)
    assert done["curve"][0][1] == given.score()
    assert done["figures"]["score"] >= given.score()


@pytest.mark.deep
def test_every_engine_keeps_fixed_pieces(client, scramble):
    """Of all boards that are found, also in the store, all have the fixed piece."""
    given = solve(catalog.load("scramble-squares").puzzle, "row-scan").best
    right = list(given.at(0))
    wrong = [4, given.at(4).piece, (given.at(4).turn + 1) % 4]
    engines = client.get("/api/engines").json["engines"]
    for goal, seconds, fixed in (
        ("solve", 60, [right]),
        ("optimize", 1, [right, wrong]),
    ):
        body = {"goal": goal, "puzzle": scramble, "seconds": seconds, "fixed": fixed}
        names = [each["name"] for each in engines if each["goals"][0] == goal]
        for start in range(0, len(names), 4):  # as many as a client may run
            race = [{"engine": name} for name in names[start : start + 4]]
            for job in client.post("/api/jobs", {**body, "engines": race}).json["jobs"]:
                done = client.wait_for(job["id"], "finished", "failed")
                assert done["status"] == "finished", (job["engine"], done["message"])
                for cell, piece, turn in fixed:
                    assert done["best"][cell] == 4 * piece + turn, job["engine"]
                if goal == "solve":
                    assert done["check"]["solved"], job["engine"]
                elif done["is_proved"]:
                    assert done["message"].startswith(
                        "no solution with your pieces on A1 and"
                    )
    stored = client.post("/api/best", {"puzzle": scramble}).json["boards"]
    assert any(each["cells"][4] == 4 * wrong[1] + wrong[2] for each in stored)


@pytest.mark.deep
def test_after_a_restart_optimize_jobs_continue_or_are_lost(tmp_path, long_puzzle):
    with studio(tmp_path) as client:
        going = start_job(client, long_puzzle, engine="anneal")
        lost = start_job(client, long_puzzle, engine="max-sat")
        client.wait_for(lost, "running")
        before = client.wait_for_nodes(going, 100_000)
    with studio(tmp_path) as client:
        assert client.job(lost)["status"] == "lost"
        assert "saves no checkpoints" in client.job(lost)["message"]
        now = client.wait_for_nodes(going)
        assert now["message"].startswith("resumed from its checkpoint")
        done = stop_job(client, going)
        assert done["figures"]["score"] >= before["figures"]["score"]
        assert done["curve"][: len(before["curve"])] == before["curve"]


def test_a_board_to_start_from_must_be_legal(client, scramble):
    body = {"goal": "optimize", "puzzle": scramble, "start": [[0, 0, 0], [1, 0, 0]]}
    answer = client.post("/api/jobs", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid_content")
    assert "the board to start from: piece 1" in answer.json["error"]


def test_the_list_of_engines_has_those_that_optimize(client):
    engines = client.get("/api/engines").json["engines"]
    offered = {each["name"]: each for each in engines if "optimize" in each["goals"]}
    assert list(offered) == list(technique_names("optimize"))
    assert offered["exact"]["complete"]
    assert not offered["exact"]["threaded"]
    assert not offered["max-sat"]["resumable"]
    (width,) = (each for each in offered["beam"]["options"] if each["name"] == "width")
    assert width["default"] == 8192
    assert width["meaning"].endswith(".")
    assert all(each["summary"].endswith(".") for each in engines)


@pytest.mark.deep
def test_engines_race_and_their_boards_are_stored(client, long_puzzle):
    engines = [{"engine": "anneal", "options": {"hottest": 0.6}}, {"engine": "tabu"}]
    body = {"goal": "optimize", "puzzle": long_puzzle, "engines": engines, "seed": 3}
    jobs = client.post("/api/jobs", body).json["jobs"]
    assert len({job["race"] for job in jobs}) == 1
    for job in jobs:
        client.wait_for_nodes(job["id"])
    done = [stop_job(client, job["id"]) for job in jobs]
    assert [job["engine"] for job in done] == ["anneal", "tabu"]
    best = client.post("/api/best", {"puzzle": long_puzzle, "count": 3}).json
    boards = best["boards"]
    assert boards[0]["score"] >= max(job["figures"]["score"] for job in done)
    assert [each["score"] for each in boards] == sorted(
        (each["score"] for each in boards), reverse=True
    )
    (first, *_) = boards
    given = {"puzzle": long_puzzle, "board": placements(first["cells"])}
    assert client.post("/api/check", given).json == first["check"]


@pytest.mark.deep
def test_the_measure_can_be_pieces(client, long_puzzle):
    name = start_job(client, long_puzzle, engine="anneal", measure="pieces")
    client.wait_for_nodes(name)
    done = stop_job(client, name)
    assert (done["measure"], done["check"]["breaks"]) == ("pieces", [])
    assert (done["most"], done["figures"]["value"]) == (81, done["figures"]["pieces"])
    assert done["figures"]["pieces"] == done["check"]["placed"] < 81
    assert done["curve"][-1][1] == done["figures"]["pieces"]
    assert not done["proves_unsolvable"]
    best = client.post("/api/best", {"puzzle": long_puzzle, "measure": "pieces"}).json
    assert best["boards"][0]["pieces"] >= done["figures"]["pieces"]


@pytest.mark.deep
def test_an_unusable_store_does_not_end_a_search(tmp_path, long_puzzle):
    store = tmp_path / "best.sqlite"
    store.write_text("this is no store, and longer than the head of one" * 9)
    with studio(tmp_path / "state", store=store) as client:
        name = start_job(client, long_puzzle, engine="anneal")
        client.wait_for_nodes(name)
        done = stop_job(client, name)
        assert "cannot be saved in the store" in done["message"]
        assert done["figures"]["score"] > 0
        refused = client.post("/api/best", {"puzzle": long_puzzle})
        assert (refused.status, refused.json["code"]) == (503, "store_unreadable")
        assert str(tmp_path) not in refused.json["error"]


def test_without_a_store_there_are_no_best_boards(tmp_path, long_puzzle):
    with studio(tmp_path) as client:
        best = client.post("/api/best", {"puzzle": long_puzzle})
        assert best.json == {"boards": []}
