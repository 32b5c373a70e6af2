"""The data set is what its script writes, and the referee agrees with it."""

import json
import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import edgematch as em
from edgematch import inputs
from edgematch.board import Board
from edgematch.cli.main import cli
from edgematch.formats import ReadOptions
from edgematch.puzzle import Placement
from edgematch.symmetry import Counting
from shared_data import data_file

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "dataset"
PUZZLES = {
    each["name"]: each for each in json.loads((FOLDER / "puzzles.json").read_text())
}
BOARDS = json.loads((FOLDER / "boards.json").read_text())
FILES = [each for each in PUZZLES.values() if "file" in each]
FIGURES = [(name, each) for name in PUZZLES for each in PUZZLES[name]["figures"]]
SOLVED = [each for each in BOARDS if each["is_solution"]]


def names(entries):
    return [each.get("name") or each["puzzle"] for each in entries]


@pytest.fixture(scope="module")
def make():
    return runpy.run_path(str(FOLDER / "make.py"))


@pytest.mark.parametrize("has_files", [True, False])
def test_puzzles_are_what_the_script_writes(make, has_files, tmp_path, monkeypatch):
    if not has_files:
        monkeypatch.setitem(make["puzzle_entries"].__globals__, "DATA", tmp_path)
    written = make["to_text"](make["puzzle_entries"]())
    assert (FOLDER / "puzzles.json").read_text() == written


@pytest.mark.parametrize("entry", BOARDS, ids=names(BOARDS))
def test_the_referee_agrees_with_a_board(entry):
    puzzle = em.load(entry["puzzle"]).puzzle
    board = Board(puzzle, [Placement(*each) for each in entry["board"]])
    assert board.problems() == ()
    assert entry["fingerprint"] == puzzle.fingerprint
    assert entry["score"] == board.score()
    assert entry["is_solution"] == board.is_solution()
    assert entry["pieces_without_break"] == board.pieces_without_break()
    assert entry["clean_prefix"] == board.clean_prefix()
    assert PUZZLES[entry["puzzle"]]["fingerprint"] == puzzle.fingerprint


@pytest.mark.parametrize("entry", SOLVED, ids=names(SOLVED))
def test_the_command_of_a_solution_finds_it_again(entry, tmp_path):
    assert run_again(entry, tmp_path) == entry["board"]


@pytest.mark.deep
def test_the_command_of_a_best_board_finds_it_again(tmp_path):
    entry = min(
        (each for each in BOARDS if not each["is_solution"]),
        key=lambda each: each["found"]["nodes"],
    )
    assert run_again(entry, tmp_path, "--no-store") == entry["board"]


def run_again(entry, folder, *more):
    name, *words = shlex.split(entry["command"])
    assert name == "edgematch"
    path = folder / "board.json"
    answer = CliRunner().invoke(cli, [*words, *more, "-o", str(path)])
    assert answer.exit_code == 0, answer.output
    return json.loads(path.read_text())["board"]


@pytest.mark.parametrize("entry", FILES, ids=names(FILES))
def test_a_file_that_is_not_shipped_has_its_fingerprint(entry):
    puzzle = puzzle_of(entry)
    assert puzzle.fingerprint == entry["fingerprint"]
    if "in the order of a solution" in entry["source"]:
        placements = [Placement(cell, cell, 0) for cell in range(puzzle.cells)]
        assert Board(puzzle, placements).is_solution()


def puzzle_of(entry):
    options = ReadOptions(columns=entry.get("column_order"))
    return inputs.load(data_file(entry["file"]), options).puzzle


@pytest.mark.parametrize("size", ["3x3", "4x4", "5x5", "6x6"])
def test_the_solutions_of_owens_small_puzzles_are_counted_again(size):
    entry = PUZZLES[f"owen-{size}"]
    (expected,) = (f["value"] for f in entry["figures"] if f["what"] == "solutions")
    assert em.count(puzzle_of(entry)).counts[Counting.BOARDS] == expected


@pytest.mark.parametrize(
    ("name", "hints"), [("eternity2", 1), ("eternity2-five-hints", 5)]
)
def test_the_records_of_eternity_2_are_boards(name, hints):
    best = max(figure["value"] for figure in PUZZLES[name]["figures"])
    puzzle = em.load("eternity2-no-hints").puzzle
    scores = []
    for record in json.loads(data_file("boards/eternity2_records.json").read_text()):
        link = "#board_w=16&board_h=16&board_edges=" + record["board_edges"]
        board = em.read(link, puzzle=puzzle, format="link").board
        kept = set(em.load(name).puzzle.hints) <= set(board.placements)
        scores += [board.score()] * kept
    assert max(scores) == best


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_a_figure_has_a_source_and_can_be(name, figure):
    kinds = ["solutions", "solutions_up_to_symmetry", "row_scan_nodes", "joins"]
    assert figure["what"] in kinds
    assert figure["source"]
    for path in re.findall(r"(?:benchmarks|docs)/\S+\.md", figure["source"]):
        assert (ROOT / path).exists() or "github.com" in figure["source"]
    if figure["what"] == "joins":
        assert str(figure["value"]) in (ROOT / "docs" / "field.md").read_text()
        assert 0 < figure["value"] <= PUZZLES[name]["joins"]
        assert figure["by"]
