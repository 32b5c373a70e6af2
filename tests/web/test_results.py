"""What is taken away from jobs: commands and Python that run, records, tables."""

import csv
import io
import json
import shlex

import msgspec
import pytest

from edgematch import catalog, generators
from edgematch.board import Board
from edgematch.formats import Document, Source, read
from edgematch.version import __version__
from edgematch.web.documents import edgematch_record
from edgematch.web.repeat import repeat_texts
from edgematch.web.requests import JobRequest
from edgematch.web.settings import Settings
from edgematch.web.specs import job_specs

SMALL = "two-set:4x4:5:4:seed=1"


def puzzle_of(recipe):
    puzzle = generators.generate(generators.Recipe.read(recipe)).puzzle
    return edgematch_record(Document(puzzle))["puzzle"]


@pytest.fixture(scope="module")
def solved(client):
    """A job that found all solutions of a small puzzle, with some options."""
    job = client.start(
        puzzle_of(SMALL), "row-scan", {"order": "spiral-in"}, solutions=None, seed=3
    )
    return client.wait_for(job["id"], "finished")


def table(answer):
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.data.decode())))


def test_the_command_of_a_job_finds_the_same_with_as_many_nodes(
    client, solved, edgematch
):
    texts = client.get(f"/api/jobs/{solved['id']}/repeat").json
    program, *arguments = shlex.split(texts["command"])
    assert (program, texts["file"]) == ("edgematch", None)
    assert arguments[:2] == ["solve", SMALL]
    found = json.loads(edgematch(*arguments, "--json").out)
    assert found["nodes"] == solved["figures"]["nodes"]
    boards = client.get(f"/api/jobs/{solved['id']}/solutions?count=200").json
    cells = [[4 * piece + turn for _, piece, turn in each] for each in found["boards"]]
    assert cells == boards["boards"]


def test_the_python_of_a_job_runs_and_finds_the_same(client, solved):
    text = client.get(f"/api/jobs/{solved['id']}/repeat").json["python"]
    assert text.startswith(f"# edgematch {__version__}\n")
    names = {}
    exec(text, names)
    assert names["result"].statistics["nodes"] == solved["figures"]["nodes"]
    assert names["result"].count == solved["figures"]["solutions"]


@pytest.mark.deep
def test_a_puzzle_and_a_start_of_ones_own_are_read_from_a_file(
    client, edgematch, tmp_path, monkeypatch
):
    pieces = [[1, 2, 3, 1], [3, 1, 2, 2], [1, 1, 3, 2], [2, 3, 1, 1]]
    puzzle = {"rows": 2, "columns": 2, "framed": False, "pieces": pieces}
    puzzle["name"] = "it's mine; rm -rf *"
    start = [[cell, cell, 0] for cell in range(4)]
    options = {"hottest": 0.75}
    job = client.start(
        puzzle, "anneal", options, goal="optimize", start=start, target=4, seconds=1.5
    )
    done = client.wait_for(job["id"], "finished")
    texts = client.get(f"/api/jobs/{job['id']}/repeat").json
    assert texts["file"] == "it-s-mine-rm-rf.json"
    file = client.get(f"/api/jobs/{job['id']}/files/puzzle.json")
    assert texts["file"] in file.headers["content-disposition"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / texts["file"]).write_bytes(file.data)
    assert read(Source("p", file.data.decode())).board.placements[3] == (3, 3, 0)
    arguments = shlex.split(texts["command"])[1:]
    assert "hottest=0.75" in arguments
    found = json.loads(edgematch(*arguments, "--no-store", "--json").out)
    assert found["score"] == done["figures"]["score"]
    names = {}
    exec(texts["python"], names)
    assert names["result"].score == done["figures"]["score"]


def spec_of(tmp_path, **fields):
    record = edgematch_record(catalog.load("scramble-squares"))["puzzle"]
    request = msgspec.convert({"puzzle": record, **fields}, JobRequest)
    (spec,) = job_specs(request, Settings(tmp_path))
    return spec


def test_texts_of_options_are_quoted_for_the_shell(tmp_path):
    spec = spec_of(tmp_path, goal="solve", solutions=5, threads=2, seed=9)
    options = {"solver": "a b'c $(d)", "break_symmetry": True}
    texts = repeat_texts(msgspec.structs.replace(spec, engine="sat", options=options))
    words = shlex.split(texts.command)
    assert words[:5] == ["edgematch", "solve", "scramble-squares", "--solutions", "5"]
    assert {"solver=a b'c $(d)", "break_symmetry=true"} < set(words)
    assert words[words.index("--seed") + 1] == "9"
    compile(texts.python, "repeat.py", "exec")


def test_most_pieces_and_a_target_are_part_of_the_command(tmp_path):
    spec = spec_of(tmp_path, goal="optimize", measure="pieces", target=7)
    texts = repeat_texts(spec)
    assert texts.command.startswith(
        "edgematch optimize scramble-squares --pieces --target 7 --engine auto --seed 0"
    )
    assert "goal='pieces'" in texts.python
    assert "target=7" in texts.python


def test_other_hints_than_those_of_the_name_need_the_file(tmp_path):
    spec = spec_of(tmp_path, goal="count")
    assert repeat_texts(spec).file is None
    hinted = msgspec.structs.replace(spec.puzzle, hints=[(0, 0, 0)])
    spec = msgspec.structs.replace(spec, puzzle=hinted)
    assert repeat_texts(spec).file == "scramble-squares.json"


def test_figures_curves_and_solutions_are_tables(client, solved):
    path = f"/api/jobs/{solved['id']}/files"
    (row,) = table(client.get(f"{path}/figures.csv"))
    assert row["engine"] == "row-scan"
    assert json.loads(row["options"]) == {"order": "spiral-in"}
    assert int(row["nodes"]) == solved["figures"]["nodes"]
    assert (row["seed"], row["ended"], row["version"]) == (
        "3",
        "exhausted",
        __version__,
    )
    curve = table(client.get(f"{path}/curve.csv"))
    points = [[float(each["seconds"]), float(each["value"])] for each in curve]
    assert points == solved["curve"]
    rows = table(client.get(f"{path}/solutions.csv"))
    assert len(rows) == 16 * solved["solutions_kept"]
    first = [each for each in rows if each["solution"] == "0"]
    numbers = [[int(each[key]) for key in ("cell", "piece", "turn")] for each in first]
    puzzle = generators.generate(generators.Recipe.read(SMALL)).puzzle
    assert Board(puzzle, numbers).is_solution()


def test_the_whole_run_is_one_json_file(client, solved):
    run = client.get(f"/api/jobs/{solved['id']}/files/run.json").json
    assert run["edgematch"] == __version__
    assert run["figures"] == solved["figures"]
    assert run["curve"] == solved["curve"]
    assert len(run["solutions"]) == solved["solutions_kept"]
    assert run["board"] in run["solutions"]


def test_a_record_says_how_its_board_was_found(client, solved):
    path = f"/api/jobs/{solved['id']}"
    record = client.get(f"{path}/files/board.json").data.decode()
    document = read(Source("found", record))
    assert document.board.is_solution()
    assert document.found["engine"] == "row-scan"
    assert document.found["options"] == {"order": "spiral-in"}
    assert (document.found["seed"], document.found["version"]) == (3, __version__)
    assert document.found["seconds"] == solved["figures"]["seconds"]
    board = [list(each) for each in document.board.placements]
    body = {"puzzle": solved["puzzle"], "board": board, "job": solved["id"]}
    assert client.post("/api/export/record", body).json["found"] == document.found
    assert "found" not in client.post("/api/export/record", {**body, "job": None}).json


def test_a_job_takes_no_credit_for_the_boards_of_others(client, solved, scramble):
    mine = {"puzzle": solved["puzzle"], "board": [[0, 0, 0]], "job": solved["id"]}
    assert "found" not in client.post("/api/export/record", mine).json
    other = {"puzzle": scramble, "board": [[0, 0, 0]], "job": solved["id"]}
    assert "found" not in client.post("/api/export/record", other).json
    gone = client.post("/api/export/record", {**mine, "job": "0" * 24})
    assert (gone.status, "found" in gone.json) == (200, False)
    refused = client.post("/api/export/record", {**mine, "job": "../../etc"})
    assert (refused.status, refused.json["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("name", ["job.json", "..%2fjob.json", "checkpoint", "x.csv"])
def test_only_the_files_that_are_named_can_be_taken_away(client, solved, name):
    answer = client.get(f"/api/jobs/{solved['id']}/files/{name}")
    assert answer.status in (400, 404)
    assert answer.json["code"] in ("invalid_request", "no_such_page")


def test_files_of_a_job_that_is_gone_are_refused(client):
    for path in ("repeat", "files/figures.csv"):
        answer = client.get(f"/api/jobs/{'0' * 24}/{path}")
        assert (answer.status, answer.json["code"]) == (404, "no_such_job")


@pytest.mark.deep
def test_the_tables_of_a_race_have_all_of_its_runs(client):
    body = {"goal": "solve", "puzzle": puzzle_of(SMALL), "seeds": 2}
    body["engines"] = [{"engine": "row-scan"}, {"engine": "consistency"}]
    jobs = client.post("/api/jobs", body).json["jobs"]
    for job in jobs:
        client.wait_for(job["id"], "finished")
    rows = table(client.get(f"/api/jobs/{jobs[3]['id']}/files/figures.csv"))
    assert [(each["engine"], each["seed"]) for each in rows] == [
        ("row-scan", "0"),
        ("consistency", "0"),
        ("row-scan", "1"),
        ("consistency", "1"),
    ]


def test_the_card_of_a_board_has_the_facts_of_the_library(client, eternity):
    five = catalog.load("eternity2-five-hints").puzzle
    board = [list(hint) for hint in five.hints[:3]]
    body = {"puzzle": eternity, "board": [*board, [0, five.hints[0].piece, 0]]}
    facts = client.post("/api/check-card", body).json
    assert facts["known"]["title"] == "Eternity II"
    assert (facts["known"]["hints"], len(facts["known"]["hints_kept"])) == (5, 3)
    assert facts["repeated_pieces"] == [five.hints[0].piece + 1]
    assert facts["clean_rows"]["north"] == 0
    refused = client.post(
        "/api/check-card", {"puzzle": eternity, "board": [[999, 0, 0]]}
    )
    assert (refused.status, refused.json["code"]) == (400, "invalid_content")
