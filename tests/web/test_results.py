"""What is taken away from jobs: commands and Python that run, records, tables."""

import base64
import csv
import io
import json
import shlex
from pathlib import Path

import msgspec
import pytest

import edgematch as edgematch_library
from edgematch import catalog, generators
from edgematch.board import Board
from edgematch.formats import Document, Source, read, write
from edgematch.version import __version__
from edgematch.web.documents import edgematch_record
from edgematch.web.repeat import repeat_texts
from edgematch.web.requests import JobRequest, ReadRequest
from edgematch.web.settings import Settings
from edgematch.web.specs import job_specs
from shared_data import data_file
from studio_client import studio

DATASET = Path(__file__).parents[2] / "dataset"
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
        "edgematch optimize scramble-squares --goal pieces --target 7 --engine auto"
    )
    assert "goal='pieces'" in texts.python
    assert "target=7" in texts.python


def test_other_hints_than_those_of_the_name_need_the_file(tmp_path):
    spec = spec_of(tmp_path, goal="count")
    assert repeat_texts(spec).file is None
    hinted = msgspec.structs.replace(spec.puzzle, hints=[(0, 0, 0)])
    spec = msgspec.structs.replace(spec, puzzle=hinted)
    assert repeat_texts(spec).file == "scramble-squares.json"


def test_pieces_that_stay_are_hints_of_the_file(client, edgematch, tmp_path):
    record = edgematch_record(catalog.load("scramble-squares"))["puzzle"]
    kept = edgematch_library.solve("scramble-squares").best.placements[4]
    job = client.start(record, "row-scan", solutions=None, fixed=[list(kept)])
    done = client.wait_for(job["id"], "finished")
    assert done["figures"]["solutions"] == 1
    texts = client.get(f"/api/jobs/{job['id']}/repeat").json
    file = client.get(f"/api/jobs/{job['id']}/files/puzzle.json")
    path = tmp_path / texts["file"]
    path.write_bytes(file.data)
    words = shlex.split(texts["command"])[1:]
    words[words.index(texts["file"])] = path
    found = json.loads(edgematch(*words, "--json").out)
    assert (found["solutions"], found["nodes"]) == (1, done["figures"]["nodes"])


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


def test_a_piece_that_a_link_shows_twice_is_a_double(client):
    puzzle = catalog.load("eternity2-no-hints").puzzle
    inner = [n for n, piece in enumerate(puzzle.pieces) if 0 not in piece][:3]
    shown = zip((40, 41, 60), (inner[0], inner[1], inner[0]), strict=True)
    board = Board(puzzle, [(cell, piece, 0) for cell, piece in shown])
    link = write(Document(puzzle, board), "link", allow_loss=True).text
    view = client.post("/api/read", {"text": link}).json
    assert view["facts"]["name"] == "eternity2-no-hints"
    asked = {"puzzle": view["puzzle"], "board": view["board"]}
    facts = client.post("/api/check-card", asked).json
    assert facts["repeated_pieces"] == [inner[0] + 1]
    assert not facts["is_legal"]
    assert facts["known"]["is_official"]


LINK = "#puzzle=tiny&board_w=2&board_h=2&board_edges=abcaaadbcbaadaab"
TORN = LINK[:-1]


def clue_link(name="clue"):
    puzzle = catalog.load("clue1").puzzle
    board = Board(puzzle, [(cell, 35 - cell, 0) for cell in range(36)])
    link = write(Document(puzzle, board), "link", allow_loss=True).text.strip()
    return link.replace("puzzle=clue1", f"puzzle={name}")


def test_many_links_are_a_gallery_sorted_by_score(client):
    text = f"{LINK}\n{clue_link()}\n{TORN}\n{LINK}\n"
    refused = client.post("/api/read", {"text": text})
    assert (refused.status, refused.json["code"]) == (400, "several_boards")
    shown = client.post("/api/boards", {"text": text}).json
    assert [board["name"] for board in shown["boards"]] == ["clue", "tiny"]
    clue, tiny = shown["boards"]
    assert shown["puzzles"][clue["puzzle"]]["facts"]["name"] == "clue1"
    assert shown["puzzles"][clue["puzzle"]]["about"]["title"]
    assert tiny["check"]["solved"]
    assert len(tiny["cells"]) == 4
    (unread,) = shown["unread"]
    assert (unread["line"], unread["name"]) == (3, "tiny")
    assert "15 letters" in unread["error"]
    data = base64.b64encode(text.encode()).decode()
    assert client.post("/api/boards", {"name": "a.md", "base64": data}).json == shown


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"text": "hello"}, "no viewer links"),
        ({}, "nothing to read"),
        ({"base64": "%"}, "not base64"),
        ({"text": "board_edges=" + "zz" * 4000, "name": "../../x"}, "x: no link"),
        ({"text": "[" * 100_000 + "board_edges=a"}, "no link can be read"),
    ],
)
def test_what_is_no_gallery_is_refused_in_one_line(client, body, message):
    answer = client.post("/api/boards", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid_content")
    assert message in answer.json["error"]


def test_a_gallery_has_no_more_boards_than_can_be_drawn(client):
    letters = [f"a{chr(98 + n % 25)}{chr(98 + n // 25)}a" for n in range(250)]
    links = [f"#board_w=1&board_h=1&board_edges={each}" for each in letters]
    shown = client.post("/api/boards", {"text": "\n".join(links)}).json
    assert len(shown["boards"]) == 200
    assert shown["left_out"] == 50


def test_the_studio_has_the_boards_of_a_file_at_hand(client, edgematch, tmp_path):
    assert client.get("/api/boards").json["boards"] == []
    request = ReadRequest(name="records.md", text=f"{LINK}\n{clue_link()}\n")
    with studio(tmp_path, boards=request) as own:
        given = own.get("/api/boards").json
    assert [board["name"] for board in given["boards"]] == ["clue", "tiny"]
    empty = tmp_path / "empty.md"
    empty.write_text("nothing here")
    words = ("serve", "--no-browser", "--port", 0, "--state", tmp_path / "s")
    for file, reason in ((empty, "no viewer links"), ("missing.md", "no such file")):
        said = edgematch(*words, "--no-store", "--boards", file)
        assert (said.status, reason in said.err) == (2, True)


def test_our_own_boards_are_a_gallery(client):
    shown = client.get("/api/own-boards").json
    data = json.loads((DATASET / "boards.json").read_text())
    assert len(shown["boards"]) == len(data) > 10
    prints = [puzzle["facts"]["fingerprint"] for puzzle in shown["puzzles"]]
    scores = {
        (prints[each["puzzle"]], each["check"]["score"]) for each in shown["boards"]
    }
    assert scores == {(each["fingerprint"], each["score"]) for each in data}
    assert not any(each["check"]["problems"] for each in shown["boards"])
    first = shown["boards"][0]
    assert (first["check"]["joins"], first["name"][:16]) == (480, "edgematch, beam,")


@pytest.mark.deep
@pytest.mark.parametrize("name", ["boards/eternity2_records.json", "found/links.json"])
def test_published_boards_are_a_gallery(client, name):
    text = data_file(name).read_text()
    shown = client.post("/api/boards", {"text": text}).json
    scores = [
        (board["check"]["joins"], board["check"]["score"]) for board in shown["boards"]
    ]
    assert scores == sorted(scores, reverse=True)
    assert shown["unread"] == []
    assert shown["boards"][0]["check"]["score"] >= 460
