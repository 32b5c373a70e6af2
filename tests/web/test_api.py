"""The API answers with what the library returns."""

import ast
import base64
import io
import json
import math
import re
import zipfile
from pathlib import Path
from typing import get_args
from urllib.parse import urldefrag, urljoin

import pytest

import edgematch
from edgematch import catalog
from edgematch.board import Board
from edgematch.formats import Document, Source, read, write
from edgematch.generators import Recipe
from edgematch.generators.models import MODELS
from edgematch.search import technique_class, technique_names
from edgematch.techniques.row_scan import RowScan
from edgematch.theory.estimate import estimates
from edgematch.theory.tree_size import tree_size
from edgematch.web.refusals import REFUSALS
from edgematch.web.requests import ExportKind
from edgematch.web.work import without_options


def solution(name="scramble-squares"):
    puzzle = catalog.load(name).puzzle
    return edgematch.solve(puzzle).solutions[0]


def test_the_catalog_is_that_of_the_library(client):
    listed = client.get("/api/catalog").json["puzzles"]
    assert {each["name"] for each in listed} == set(catalog.names())
    view = client.get("/api/catalog/eternity2").json
    puzzle = catalog.load("eternity2").puzzle
    assert view["facts"]["fingerprint"] == puzzle.fingerprint
    assert view["puzzle"]["pieces"] == [list(piece) for piece in puzzle.pieces]
    assert len(view["symbols"]["colors"]) == 23
    missing = client.get("/api/catalog/nothing")
    assert (missing.status, missing.json["code"]) == (404, "no_such_puzzle")


def test_the_menus_come_from_the_registries(client):
    engines = client.get("/api/engines").json["engines"]
    solvers = [each["name"] for each in engines if "solve" in each["goals"]]
    assert solvers == [
        name
        for name in technique_names("solve")
        if not technique_class(name).runs_programs
    ]
    row_scan = engines[1]
    order = next(each for each in row_scan["options"] if each["name"] == "order")
    assert "spiral-in" in order["choices"]
    assert order["meaning"].startswith("The fill order")
    names = {option["name"] for each in engines for option in each["options"]}
    assert names.isdisjoint({"proof", "all_solutions", "most_conflicts", "seed"})
    models = client.get("/api/models").json["models"]
    assert [each["name"] for each in models] == list(MODELS)


def test_a_request_can_name_the_color_of_the_rim(client):
    text = "9 1 2 9\n9 9 3 1\n2 4 9 9\n3 9 9 4\n"
    unframed = client.post("/api/read", {"text": text, "framed": False})
    assert unframed.json["puzzle"]["framed"] is False
    view = client.post("/api/read", {"text": text, "rim": "9"}).json
    assert view["puzzle"]["pieces"][0] == [0, 1, 2, 0]
    refused = client.post("/api/read", {"text": text, "rim": "red"})
    assert refused.status == 400
    assert refused.json["error"].endswith("no piece has the color red")


def test_options_of_the_command_line_do_not_reach_the_page(client):
    three = {"text": "1 2 3 4\n4 3 2 1\n1 1 2 2\n"}
    refused = client.post("/api/read", three)
    assert refused.json["error"].endswith(
        "give the size as rows x columns, such as 6x12"
    )
    told = client.post("/api/read", {**three, "size": [1, 3], "framed": False})
    assert (told.json["puzzle"]["rows"], told.json["puzzle"]["columns"]) == (1, 3)
    tiles = {"text": "1: [[a, +], [a, '-'], [a, +], [a, '-']]\n", "columns": "nesw"}
    said = client.post("/api/read", tiles).json["error"]
    assert said.endswith("itself says in which order the sides are")


@pytest.mark.parametrize("room", ["formats", "generators", "engines", "optimizers"])
def test_library_messages_make_sense_without_a_command_line(room):
    folder = Path(edgematch.__file__).parent / room
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise | ast.Yield) or _is_refusal(node):
                words = " ".join(_texts(node))
                assert not re.search("--[a-z]", without_options(words)), path


def _is_refusal(node):
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return is_call and node.func.attr == "fail"


def _texts(node):
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def test_the_price_of_a_recipe_comes_from_the_theory(client):
    answer = client.post("/api/price", {"recipe": "two-set:7x7:7:3:seed=5"}).json
    assert answer["transition"] == 6
    assert answer["distance"] == 1
    assert round(answer["log10_nodes"], 2) == 9.43
    assert [7, answer["class_log10"]] in answer["curve"]
    unframed = client.post("/api/price", {"recipe": "tetravex:4x4:6:seed=5"}).json
    assert unframed["transition"] is None
    refused = client.post("/api/price", {"recipe": "two-set:7x7:7:3:sneed=5"})
    assert refused.status == 400
    assert "unknown setting 'sneed=5'" in refused.json["error"]


def test_the_estimate_of_a_puzzle_comes_from_the_theory(client, scramble):
    found = estimates(catalog.load("scramble-squares").puzzle)
    answer = client.post("/api/estimate", {"puzzle": scramble}).json
    assert answer["log10_solutions"] == pytest.approx(found[0].log10_solutions)
    assert [each["order"] for each in answer["orders"]] == [e.order for e in found]
    profile = answer["orders"][0]["profile"]
    assert [depth for depth, _ in profile] == list(range(1, 10))
    assert profile[3][1] == pytest.approx(found[0].depths[3].log10_nodes)
    assert answer["sampled"] is None
    # Two pieces of one color that no side can meet.
    nothing = {"rows": 1, "columns": 2, "pieces": [[0, 1, 0, 0], [0, 2, 0, 0]]}
    answer = client.post("/api/estimate", {"puzzle": nothing}).json
    assert answer["log10_solutions"] is None
    assert answer["orders"][0]["profile"] == [[1, pytest.approx(math.log10(2))]]


@pytest.mark.deep
def test_a_tree_is_sampled_on_request(client, scramble):
    body = {"puzzle": scramble, "walks": 500, "order": "columns"}
    sampled = client.post("/api/estimate", body).json["sampled"]
    assert (sampled["order"], sampled["walks"]) == ("columns", 500)
    size = tree_size(
        RowScan(order="columns").walk(catalog.load("scramble-squares").puzzle), 500
    )
    assert sampled["log10_nodes"] == pytest.approx(size.log10_nodes)
    assert [n for _, n in sampled["profile"]] == list(size.log10_nodes_by_depth)


@pytest.mark.parametrize(
    "wrong",
    [
        {"walks": -1},
        {"walks": 10**9},
        {"walks": 1.5},
        {"order": "zigzag"},
        {"order": None},
        {"board": []},
        {"puzzle": None},
        {"puzzle": {"rows": 33, "columns": 1, "pieces": []}},
        {"puzzle": {"rows": 2, "columns": 2, "pieces": [[1, 1, 1, 1]]}},
    ],
    ids=str,
)
def test_an_estimate_that_makes_no_sense_is_refused(client, scramble, wrong):
    answer = client.post("/api/estimate", {"puzzle": scramble, **wrong})
    assert answer.status == 400
    assert answer.json["code"] in ("invalid_request", "invalid_content")


def test_models_have_titles_and_an_example_to_start_from(client):
    models = client.get("/api/models").json["models"]
    assert len({model["title"] for model in models}) == len(MODELS)
    for model in models:
        numbers = model["example"]
        recipe = Recipe(model["name"], **numbers, seed=1)
        assert client.post("/api/price", {"recipe": recipe.name}).status == 200
        assert bool(numbers["frame_colors"]) == model["two_sets"]


def test_a_generated_puzzle_hides_its_planted_solution(client):
    view = client.post("/api/generate", {"recipe": "two-set:6x6:5:3:seed=5"}).json
    assert view["board"] is None
    assert view["puzzle"]["name"] == "two-set:6x6:5:3:seed=5"
    assert view["facts"]["title"] == "Two-set 6 × 6, 5 and 3 colors, seed 5"


def test_a_title_is_that_of_the_catalog_of_the_recipe_or_the_name(client):
    def title(puzzle, **about):
        record = {"format": "edgematch", "version": 1, "puzzle": puzzle, **about}
        answer = client.post("/api/read", {"text": json.dumps(record)})
        return answer.json["facts"]["title"]

    clue = _puzzle("clue1")
    assert title(clue) == "Clue puzzle 1 of Eternity II, 6 × 6"
    assert title(clue, about={"title": "Mine\n"}) == "Mine?"
    assert title({**clue, "name": "two-set:nonsense"}) == "two-set:nonsense"
    assert title({**clue, "name": ""}) == ""
    recipe = "benoist:6x6:5:seed=2"
    about = {"recipe": recipe}
    words = title({**clue, "name": "E_6"}, about=about)
    assert words.startswith("Benoist's benchmark 6 × 6, 5 c")


def test_a_link_is_read_and_scored(client):
    board = solution("clue1")
    link = client.post(
        "/api/export/link",
        {"puzzle": _puzzle("clue1"), "board": list(map(list, board.placements))},
    )
    view = client.post("/api/read", {"text": link.data.decode()}).json
    answer = client.post(
        "/api/check", {"puzzle": view["puzzle"], "board": view["board"]}
    )
    assert answer.json["solved"]
    assert answer.json["score"] == board.puzzle.joins


def test_a_link_of_the_studio_is_read_and_a_damaged_one_is_refused(client):
    board = solution()
    text = write(Document(board.puzzle, board), "studio-link").text
    view = client.post("/api/read", {"text": f"<{text.strip()}>"}).json
    assert view["board"] == [list(each) for each in board.placements]
    assert view["facts"]["known_as"] == "scramble-squares"
    named = client.post("/api/read", {"text": "#puzzle=two-set:4x4:3:2:seed=1"}).json
    assert named["facts"]["known_as"] == "two-set:4x4:3:2:seed=1"
    for bad in (text[:-3], text.replace("#packed=", "#packed=AA"), "#puzzle=nothing"):
        refused = client.post("/api/read", {"text": bad})
        assert (refused.status, refused.json["code"]) == (400, "invalid_content")
        assert refused.json["error"].startswith("link: ")
        assert refused.json["error"].count("link") == 1


def test_a_puzzle_is_known_by_a_name_only_if_it_is_that_puzzle(client):
    puzzle = {"rows": 1, "columns": 1, "framed": False, "pieces": [[1, 1, 1, 1]]}
    for name in ("clue1", "two-set:4x4:3:2:seed=1"):
        record = {"format": "edgematch", "version": 1, "about": {"recipe": name}}
        record["puzzle"] = puzzle | {"name": name}
        view = client.post("/api/read", {"text": json.dumps(record)}).json
        assert view["facts"]["known_as"] == ""


def _puzzle(name):
    return json.loads(edgematch.formats.write(catalog.load(name), "record").text)[
        "puzzle"
    ]


def test_the_referee_names_breaks_and_faults(client):
    puzzle = _puzzle("clue1")
    answer = client.post("/api/check", {"puzzle": puzzle, "board": [[0, 0, 0]]}).json
    board = Board(catalog.load("clue1").puzzle, [(0, 0, 0)])
    faults = board.puzzle.rim_faults(board.placements[0])
    assert answer["faults"] == [[0, side] for side in faults]
    assert answer["problems"] == list(board.problems())
    assert not answer["solved"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"text": "hello"}, "pasted:1: no pieces found"),
        ({"name": "a/b/x.txt", "text": "1 2\n3"}, "x.txt:1: "),
        ({}, "there is nothing to read"),
        ({"base64": "%%"}, "pasted: not base64"),
        ({"text": "two-set:99x99:7:3"}, "rows must be 1 to 32"),
        ({"text": "x", "columns": "nope"}, "nope"),
    ],
)
def test_errors_quote_the_library(client, body, message):
    answer = client.post("/api/read", body)
    assert (answer.status, answer.json["code"]) == (400, "invalid_content")
    assert message in answer.json["error"]
    assert "\n" not in answer.json["error"]


def test_infinite_numbers_are_refused(client, scramble):
    engines = [{"engine": "local-sat", "options": {"base": 7}}]
    body = json.dumps({"goal": "solve", "puzzle": scramble, "engines": engines})
    kind = {"content-type": "application/json"}
    for number in ("1e400", "-1e400", "Infinity", "NaN"):
        said = client.raw("POST", "/api/jobs", body.replace("7}", number + "}"), kind)
        assert said.status == 400
    assert client.get("/api/jobs").status == 200


def test_a_name_never_opens_a_file(client, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("0 0 1 1\n" * 4)
    for text in (str(secret), f"file://{secret}", "/etc/passwd", "../../etc/passwd"):
        answer = client.post("/api/read", {"text": text, "name": text})
        assert answer.status == 400
    assert client.get("/static/../server.py").status == 404
    assert client.get("/static/%2e%2e/server.py").status == 404


def test_a_zipped_folder_of_tiles_keeps_its_pictures(client):
    from edgematch.pictures import piece_svg, svg_to_png

    document = catalog.load("scramble-squares")
    text = edgematch.formats.write(document, "scramble-squares").text
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("forest/input/tile_dict.yaml", text)
        for piece in range(9):
            picture = svg_to_png(piece_svg(document.puzzle, piece))
            archive.writestr(f"forest/input/{piece + 1}.png", picture)
    data = base64.b64encode(stream.getvalue()).decode()
    view = client.post("/api/read", {"name": "forest.zip", "base64": data}).json
    assert view["puzzle"]["name"] == "forest"
    assert len(view["pictures"]) == 9
    body = {"puzzle": view["puzzle"], "pictures": view["pictures"]}
    body["board"] = [list(each) for each in solution().placements]
    picture = client.post("/api/export/svg", body)
    assert picture.data.count(b"data:image/png") == 9
    assert client.post("/api/export/pdf", body).data.startswith(b"%PDF")


@pytest.mark.parametrize("kind", get_args(ExportKind))
def test_every_kind_of_file_can_be_downloaded(client, kind):
    board = solution("clue1")
    body = {
        "puzzle": {**_puzzle("clue1"), "name": '"><script>alert(1)</script>/../x'},
        "board": list(map(list, board.placements)),
    }
    answer = client.post(f"/api/export/{kind}", body)
    assert answer.status == 200
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="script-alert-1-script-x.')
    start = {
        "link": b"https://",
        "record": b"{",
        "svg": b"<svg",
        "png": b"\x89PNG",
        "pdf": b"%PDF",
        "cnf": b"c edgematch",
    }[kind]
    assert answer.data.startswith(start)
    assert kind != "svg" or b"<script>" not in answer.data
    if kind == "record":
        assert read(Source("r", answer.data.decode())).board.is_solution()


def test_help_solves_the_scramble_squares(client, scramble):
    board = []
    kinds = []
    while True:
        answer = client.post("/api/help", {"puzzle": scramble, "board": board}).json
        kinds.append(answer["kind"])
        if answer["kind"] == "solved":
            break
        board.append(answer["placement"])
    assert kinds == ["suggested", *["proved"] * 8, "solved"]


def test_steps_are_sent_in_pages_and_have_domains(client, scramble):
    steps, after = [], None
    while True:
        asked = {"puzzle": scramble, "count": 200, "after": after}
        answer = client.post("/api/steps", asked).json
        steps += answer["steps"]
        after = answer["next"]
        if len(answer["steps"]) < 200:
            break
    assert [step["event"] for step in steps].count("solution") == 4
    assert steps[-1]["event"] == "over"
    asked = {"puzzle": scramble, "board": steps[1]["placed"]}
    for cell, count in enumerate(steps[1]["counts"]):
        found = client.post("/api/candidates", {**asked, "cell": cell}).json
        assert len(found["surviving"]) == max(0, count)
        assert len(found["fitting"]) >= len(found["surviving"])
    answer = client.post("/api/candidates", {**asked, "cell": 9})
    assert (answer.status, answer.json["code"]) == (400, "invalid_content")


def test_steps_go_on_to_the_next_solution(client, scramble):
    asked = {"puzzle": scramble, "count": 3, "to_solution": True}
    found = client.post("/api/steps", asked).json
    assert found["steps"][-1]["event"] == found["next"]["event"] == "solution"
    assert len(found["steps"]) == 3
    assert found["skipped"] > 0
    over = {"event": "over", "nodes": 7, "path": []}
    end = client.post("/api/steps", {**asked, "after": over}).json
    assert end == {"skipped": 0, "next": None, "steps": []}


def test_steps_start_from_my_pieces_on_a_board_of_256_cells(client, eternity):
    corner = [0, 0, 1]  # piece 1 of Eternity II is a corner
    asked = {"puzzle": eternity, "board": [corner], "count": 2}
    start, first = client.post("/api/steps", asked).json["steps"]
    assert start["counts"][0] == -1
    assert first["event"] == "placed"
    assert corner not in first["placed"]


@pytest.mark.parametrize(
    "after",
    [
        {"event": "failed", "nodes": 1, "path": [[0, 0, 9]]},
        {"event": "placed", "nodes": 1, "path": [[0, 0, 0], [0, 1, 0]]},
        {"event": "placed", "nodes": 1, "path": [[0, 0, 0], [1, 0, 0]]},
        {"event": "back", "nodes": 1, "path": [[8, 8, 0]]},
        {"event": "sleep", "nodes": 1, "path": []},
        {"event": "placed", "nodes": 1, "path": [[10**6, 0, 0]]},
    ],
)
def test_steps_after_no_step_of_the_search_are_refused(client, scramble, after):
    answer = client.post("/api/steps", {"puzzle": scramble, "after": after})
    assert answer.status == 400
    assert answer.json["error"]


def test_the_description_names_every_endpoint(client):
    described = client.get("/api/openapi.json").json
    assert described["openapi"].startswith("3.1")
    docs, anchor = urldefrag(urljoin("/api/", described["externalDocs"]["url"]))
    assert f'id="{anchor}"' in client.get(docs).data.decode()
    for path, operations in described["paths"].items():
        assert path.startswith("/api/")
        for operation in operations.values():
            assert operation["summary"]
            assert "200" in operation["responses"]


def test_requests_and_refusals_are_documented(client):
    text = (Path(__file__).parents[2] / "docs" / "studio.md").read_text()
    schemas = client.get("/api/openapi.json").json["components"]["schemas"]
    goals = (schemas[name] for name in ("SolveRequest", "OptimizeRequest"))
    words = {word for goal in goals for word in goal["properties"]}
    assert not [word for word in {*words, *REFUSALS} if f"`{word}`" not in text]


def test_a_pdf_has_pieces_and_paper_of_the_size_asked_for(client, scramble):
    def exported(**more):
        return client.post("/api/export/pdf", {"puzzle": scramble, **more})

    letter = exported(paper="letter", piece_size=40.5).data
    assert letter.startswith(b"%PDF")
    assert b"/MediaBox [0 0 612.00 792.00]" in letter
    assert b"/MediaBox [0 0 595.28 841.89]" in exported().data
    assert len(exported(piece_size=10).data) != len(exported().data)
    wrong = (({"paper": "a0"}, "paper"), ({"piece_size": 4}, "at least 5 mm"))
    for fields, words in (*wrong, ({"piece_size": 250}, "does not fit on a4")):
        refused = exported(**fields)
        assert refused.status == 400
        assert words in refused.json["error"]
