"""Outside programs as methods of a plan."""

import json
import sys

import pytest

from edgematch import load, solve
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Method, RunLimits
from edgematch.experiments.tasks import task_named
from edgematch.results import WrongAnswer

RECIPE = "one-set:3x3:3:seed=1"
LIMITS = RunLimits(20.0)
PLAN = """\
[limits]
seconds = 20

[[puzzles]]
recipe = "one-set:3x3:3"

[[programs]]
program = "{program}"
options = {{ fast = true, depth = 3 }}

[[programs]]
program = "{folder}/missing"

[[engines]]
engine = "row-scan"
"""


@pytest.fixture
def program(tmp_path):
    """Return a function that writes a program which prints an answer."""

    def write(**changes):
        board = solve(load(RECIPE).puzzle, "row-scan").solutions[0]
        numbers = [n for _, piece, turn in board.placements for n in (piece, turn)]
        answer = {"ended": "found", "count": 1, "nodes": 7, "seconds": 0.5}
        answer |= {"boards": [numbers], **changes}
        path = tmp_path / "solver"
        path.write_text(
            f"#!{sys.executable}\n"
            "import pathlib, sys\n"
            f"folder = pathlib.Path({str(tmp_path)!r})\n"
            "folder.joinpath('words').write_text(' '.join(sys.argv[1:]))\n"
            "folder.joinpath('input').write_text(sys.stdin.read())\n"
            "print('ready')\n"
            f"print({json.dumps(answer)!r})\n"
        )
        path.chmod(0o755)
        return str(path)

    return write


def run_program(puzzle, path, options=None):
    method = Method("solver", "program", path, options or {}, LIMITS)
    return task_named("program").run(puzzle, method)


def test_a_program_gets_the_puzzle_and_its_answer_is_recorded(program, tmp_path):
    puzzle = load(RECIPE).puzzle
    options = {"fast": True, "depth": 3}
    record = run_program(puzzle, program(), options)
    assert (record.ended, record.solutions, record.nodes) == ("found", 1, 7)
    assert len(record.boards) == 1
    assert (tmp_path / "words").read_text() == "fast depth=3 seconds=20"
    numbers = [int(word) for word in (tmp_path / "input").read_text().split()]
    assert numbers[:2] == [3, 3]
    assert tuple(numbers[2:6]) == puzzle.pieces[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"boards": [[0, 0] * 9]}, "not a solution"),
        ({"boards": [[0, 0, 1]]}, "no answer"),
        ({"ended": "tired"}, "tired"),
        ({"nodes": None}, "no answer"),
    ],
)
def test_a_wrong_answer_is_an_error(program, changes, words):
    with pytest.raises(WrongAnswer, match=words):
        run_program(load(RECIPE).puzzle, program(**changes))


def test_puzzles_that_a_program_cannot_be_given_are_refused(program):
    hinted = load("eternity2").puzzle
    with pytest.raises(EdgematchError, match="hints"):
        run_program(hinted, program())


def test_a_plan_runs_programs_beside_engines(edgematch, program, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN.format(program=program(), folder=tmp_path))
    assert edgematch("experiment", "run", path, "--quiet").status == 0
    said = edgematch("experiment", "status", path, "--verify", "--json")
    facts = json.loads(said.out)
    assert facts["verified"]["solutions"] == 2
    assert facts["methods"][f"{tmp_path}/missing"] == {"refused": 1}
