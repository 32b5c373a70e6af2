"""What `make static` writes, and its Python under node."""

import gzip
import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from children import PATIENCE, environment
from edgematch import catalog, inputs
from edgematch.board import Board
from edgematch.formats import Document, Source
from edgematch.search import solve
from edgematch.web.documents import puzzle_view, referee_report

pytestmark = [pytest.mark.deep, pytest.mark.timeout(600)]
HERE = Path(__file__).parent
TILES = """\
1: [[a, +], [b, +], [a, -], [b, -]]
2: [[a, -], [b, +], [a, +], [b, -]]
3: [[a, +], [a, -], [b, +], [b, -]]
4: [[b, +], [b, +], [a, -], [a, -]]
"""


def _ask(node, script, built, lines):
    done = subprocess.run(
        [node, HERE / script, built],
        input="".join(json.dumps(line) + "\n" for line in lines),
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_folder_weighs_less_than_10_mb_and_names_no_other_place(built):
    files = [path for path in built.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 10_000_000
    index = (built / "index.html").read_text()
    assert 'src="static/load.js"' in index
    assert "modulepreload" in index
    assert '="/' not in index  # it may lie in any folder of a host


def test_the_service_worker_knows_every_file(built):
    text = (built / "offline.js").read_text()
    names = json.loads(text.split("const FILES = ")[1].split(";\n")[0])
    files = {p.relative_to(built).as_posix() for p in built.rglob("*") if p.is_file()}
    assert set(names) == files - {"index.html", "offline.js"} | {"./"}
    assert 'VERSION = "edgematch-' in text


def test_the_engines_that_a_browser_lacks_are_named(built):
    engines = json.loads((built / "api/engines.json").read_text())["engines"]
    here = {each["name"] for each in engines if not each["needs"]}
    assert here == {"auto", "row-scan", "sat"}


RECIPES = (*("two-set:5x5:5:3:seed=1", "tetravex:3x3:9:seed=1", "gemp:3x4:5:seed=1"),)


def test_the_page_draws_a_puzzle_as_the_library_does(built, node):
    puzzles = [inputs.load(name).puzzle for name in (*catalog.names(), *RECIPES)]
    views = [puzzle_view(Document(puzzle)) for puzzle in puzzles]
    records = [
        {"format": "edgematch", "version": 1, "puzzle": v["puzzle"]} for v in views
    ]
    texts = [json.dumps(record, separators=(",", ":")) for record in records]
    asked = [["/api/read", {"text": text}] for text in texts]
    answers = _ask(node, "quick_in_node.mjs", built, asked)
    known = 0
    for view, quick in zip(views, answers, strict=True):
        if quick is None:
            continue  # it waits for Python
        known += 1
        for key in ("fingerprint", "joins", "signed", "color_names", "name"):
            assert quick["facts"][key] == view["facts"][key], view["facts"]["name"]
        assert quick["symbols"] == json.loads(json.dumps(view["symbols"]))
        assert quick["puzzle"] == json.loads(json.dumps(view["puzzle"]))
    assert known > 0.9 * len(views)


def test_the_page_scores_a_board_as_the_library_does(built, node):
    draws = Random(29)
    boards = []
    for name in (*catalog.names(), *RECIPES):
        puzzle = inputs.load(name).puzzle
        fixed = {hint.cell: hint for hint in puzzle.hints}
        cells = [cell for cell in range(puzzle.cells) if cell not in fixed]
        pieces = set(range(puzzle.cells)) - {hint.piece for hint in puzzle.hints}
        drawn = zip(draws.sample(cells, len(cells)), pieces, strict=True)
        free = [(*each, draws.choice(puzzle.turns)) for each in drawn]
        count = draws.randrange(len(free) + 1)
        boards.append(Board(puzzle, [*puzzle.hints, *free[:count]]))
        boards.append(Board(puzzle, [*puzzle.hints, *free]))
    boards += solve(inputs.load("scramble-squares").puzzle, solutions=None).solutions
    records = [puzzle_view(Document(board.puzzle))["puzzle"] for board in boards]
    asked = [
        ["/api/check", {"puzzle": record, "board": board.placements}]
        for record, board in zip(records, boards, strict=True)
    ]
    answers = _ask(node, "quick_in_node.mjs", built, asked)
    assert answers == [json.loads(json.dumps(referee_report(b))) for b in boards]
    assert sum(answer["solved"] for answer in answers) == 4


def test_python_answers_under_node(built, node):
    scramble = puzzle_view(catalog.load("scramble-squares"))["puzzle"]
    search = {"goal": "solve", "puzzle": scramble, "solutions": None}
    sat = {**search, "engines": [{"engine": "sat"}]}
    lines = [
        ["POST", "/api/help", {"puzzle": scramble, "board": []}],
        ["POST", "/api/export/png", {"puzzle": scramble}],
        ["POST", "/api/read", {"text": TILES}],
        ["POST", "/api/jobs", search],
        ["POST", "/api/jobs", sat],
    ]
    help_, png, read, *started = _ask(node, "in_node.mjs", built, lines)
    assert help_["status"] == 200
    assert png["status"] == 400
    assert "the installed program has it" in json.loads(png["text"])["error"]
    puzzle = puzzle_view(inputs.load(Source("tiles.yaml", TILES)))["puzzle"]
    assert json.loads(read["text"])["puzzle"] == json.loads(json.dumps(puzzle))
    for answer in started:
        (job,) = json.loads(answer["text"])["jobs"]
        assert job["status"] in ("starting", "running")
    watched = [*lines[3:], ["WATCH", "", None]]
    *_, one, other = _ask(node, "in_node.mjs", built, watched)
    for job in (one, other):
        whole = json.loads(job["text"])
        assert (whole["status"], whole["ended"]) == ("finished", "exhausted")
        assert whole["solutions_kept"] == 4
