"""What is written for other solvers is what their own readers take."""

import json
import re
import shutil
import subprocess
import sys
import warnings
from itertools import permutations, product
from xml.etree import ElementTree

import pytest

from children import PATIENCE
from edgematch.board import Board
from edgematch.encoders import CONSTRAINT_MODELS, FORMULAS, encoding
from edgematch.formats import Document, write
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from naive import naive_solutions
from planted import planted_board

KINDS = [
    planted_board(3, 3, 3, 1).puzzle,
    planted_board(2, 3, 2, 2, framed=False, signed=True).puzzle,
    planted_board(3, 2, 3, 3, turnable=False, hints=1).puzzle,
]


@pytest.fixture(params=range(len(KINDS)), ids=["framed", "signed", "fixed-turns"])
def puzzle_file(request, tmp_path):
    path = tmp_path / "puzzle.json"
    path.write_text(write(Document(KINDS[request.param]), "record").text)
    return path


def clasp(path):
    """The output of clasp, which comes with clingo, on a file in any of its formats."""
    pytest.importorskip("clingo", reason="clingo is not installed")
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert "ERROR" not in done.stderr, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("ending", ["cnf", "opb"])
def test_clasp_reads_formulas_and_its_answer_is_decoded(
    puzzle_file, tmp_path, edgematch, name, ending
):
    pytest.importorskip("pysat", reason="python-sat is not installed")
    formula, model, board = (
        tmp_path / file for file in (f"f.{ending}", "model.txt", "board.json")
    )
    said = edgematch("encode", puzzle_file, "--encoding", name, "-o", formula)
    assert (said.status, said.out, said.err) == (0, "", "")
    model.write_text(clasp(formula))
    said = edgematch("decode", formula, model, "-o", board)
    assert (said.status, said.err) == (0, "")
    decoded = load(str(board)).board
    assert decoded.is_solution()
    assert decoded.puzzle == load(str(puzzle_file)).puzzle
    facts = json.loads(edgematch("decode", formula, model, "--json").out)
    assert facts["is_solution"]
    assert "solution yes" in edgematch("decode", formula, model).out


@pytest.mark.parametrize("name", FORMULAS)
def test_the_reader_of_python_sat_finds_the_sizes_that_are_counted(
    tmp_path, edgematch, name
):
    formulas = pytest.importorskip("pysat.formula")
    path = tmp_path / "f.cnf"
    edgematch("encode", "clue1", "--encoding", name, "-o", path)
    cnf = formulas.CNF(from_file=str(path))
    said = edgematch("encode", "clue1", "--encoding", name, "--count-only", "--json")
    facts = json.loads(said.out)
    assert (facts["variables"], facts["clauses"]) == (cnf.nv, len(cnf.clauses))
    assert path.read_text().count("\nc v ") == len(
        encoding(name).encode(load("clue1").puzzle).meanings
    )


@pytest.mark.deep
def test_preprocessing_leaves_less_and_what_can_be_decoded(tmp_path, edgematch):
    pytest.importorskip("pysat", reason="python-sat is not installed")
    path, model = tmp_path / "f.cnf", tmp_path / "model.txt"
    plain, less = (
        json.loads(edgematch("encode", "clue1", "--count-only", "--json", *more).out)
        for more in ([], ["--preprocess"])
    )
    assert less["variables"] < plain["variables"]
    edgematch("encode", "clue1", "--preprocess", "-o", path)
    model.write_text(clasp(path))
    assert json.loads(edgematch("decode", path, model, "--json").out)["is_solution"]


def fewest_breaks(puzzle):
    """By trying all: the fewest breaks of a full board that keeps the rim."""
    fewest = puzzle.joins
    cells = range(puzzle.cells)
    for pieces in permutations(cells):
        for turns in product(puzzle.turns, repeat=puzzle.cells):
            board = Board(puzzle, list(zip(cells, pieces, turns, strict=True)))
            if board.is_legal():
                fewest = min(fewest, len(board.breaks()))
    return fewest


@pytest.mark.parametrize("name", ["primal", "primal-dual"])
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(1, 3, [(1, 2, 1, 3), (1, 2, 1, 4), (5, 5, 5, 5)], framed=False),
        Puzzle(2, 2, [(0, 1, 2, 0), (0, 1, 1, 0), (0, 2, 2, 0), (0, 3, 1, 0)]),
    ],
    ids=["unframed", "framed"],
)
def test_the_optimum_of_wcnf_is_the_fewest_breaks(tmp_path, edgematch, name, puzzle):
    formulas = pytest.importorskip("pysat.formula")
    from pysat.examples.rc2 import RC2

    source, path = tmp_path / "puzzle.json", tmp_path / "f.wcnf"
    source.write_text(write(Document(puzzle), "record").text)
    edgematch("encode", source, "--encoding", name, "-o", path)
    formula = formulas.WCNF(from_file=str(path))
    assert len(formula.soft) == puzzle.joins
    with RC2(formula) as solver:
        model = solver.compute()
        assert solver.cost == fewest_breaks(puzzle)
    bits = "".join("1" if value > 0 else "0" for value in model)
    answer = tmp_path / "model.txt"
    answer.write_text(f"o {solver.cost}\ns OPTIMUM FOUND\nv {bits}\n")
    facts = json.loads(edgematch("decode", path, answer, "--json").out)
    assert facts["best_score"] - facts["score"] == fewest_breaks(puzzle)
    assert not facts["problems"]


XCSP3_PROBE = """
import sys
from pycsp3.parser.xparser import ParserXCSP3
parsed = ParserXCSP3(sys.argv[1])
print("counted", len(parsed.vEntries), len(parsed.cEntries))
"""


@pytest.mark.parametrize("name", CONSTRAINT_MODELS)
def test_the_parser_of_pycsp3_reads_xcsp3(puzzle_file, tmp_path, edgematch, name):
    pytest.importorskip("lxml", reason="pycsp3 is not installed")
    path = tmp_path / "f.xml"
    said = edgematch("encode", puzzle_file, "--encoding", name, "-o", path)
    assert (said.status, said.err) == (0, "")
    command = [sys.executable, "-c", XCSP3_PROBE, str(path)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path
    )
    model = encoding(name).encode(load(str(puzzle_file)).puzzle)
    if "No module named 'pycsp3'" in done.stderr:
        pytest.skip("pycsp3 is not installed")
    # A group for every table, and one constraint that all are different.
    expected = f"counted {len(model.domains)} {len(model.tables) + 1}"
    assert expected in done.stdout, done.stderr


@pytest.mark.parametrize("name", CONSTRAINT_MODELS)
def test_the_python_package_of_minizinc_reads_the_data(
    puzzle_file, tmp_path, edgematch, name
):
    with warnings.catch_warnings():
        # It misses the compiler, which its grammar of data does without.
        warnings.simplefilter("ignore")
        dzn = pytest.importorskip("minizinc.dzn", reason="minizinc is not installed")
    edgematch("encode", puzzle_file, "--encoding", name, "-o", tmp_path / "f.mzn")
    read = dzn.parse_dzn(tmp_path / "f.dzn")
    model = encoding(name).encode(load(str(puzzle_file)).puzzle)
    assert read["variables"] == len(model.domains)
    possible = [set(values) for values in model.domains.values()]
    assert [set(each) for each in read["possible"]] == possible


@pytest.mark.parametrize("name", CONSTRAINT_MODELS)
def test_minizinc_takes_model_and_data(puzzle_file, tmp_path, edgematch, name):
    path = tmp_path / "f.mzn"
    said = edgematch("encode", puzzle_file, "--encoding", name, "-o", path)
    assert (said.status, said.err) == (0, "")
    data = (tmp_path / "f.dzn").read_text()
    assert data.count("% ") == 2
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    files = [str(path), str(tmp_path / "f.dzn")]
    command = ["minizinc", "--solver", "gecode", "--all-solutions", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    # Gecode finds as many as there are, and knows that there are no more.
    found = len(naive_solutions(load(str(puzzle_file)).puzzle))
    assert done.stdout.count("----------") == found
    assert "==========" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "f.txt"], "use one of .cnf, .wcnf, .opb, .xml, .mzn"),
        (["--encoding", "magic"], "'magic' is not one of 'primal'"),
        (["--explicit"], "--explicit does not apply to encoding primal-dual"),
        (["--encoding", "cp-joins"], "cp-joins cannot be written as cnf; primal"),
        (
            ["--encoding", "compact", "--to", "wcnf"],
            "compact cannot be written as",
        ),
        (["--encoding", "primal", "--to", "xcsp3"], "primal cannot be written as"),
        (["--to", "minizinc"], "MiniZinc output is two files"),
        (["--at-most-one", "fingers"], "unknown encoding of counts 'fingers'"),
        (["--preprocess", "--to", "opb"], "--preprocess needs --to cnf"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(edgematch, arguments, message):
    said = edgematch("encode", "clue1", *arguments)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert message in said.err


@pytest.mark.parametrize(
    ("model", "status", "message"),
    [
        ("s UNSATISFIABLE\n", 20, ""),
        ("UNSAT\n", 20, ""),
        ("", 2, "model.txt: expected the values of variables (v …)"),
        ("s SATISFIABLE\nv 1 two 0\n", 2, "model.txt:2: expected a literal, got 'two'"),
        ("v -1 -2 0\n", 2, "model.txt: the model places nothing on A1"),
    ],
)
def test_what_a_solver_says_is_read_with_care(
    tmp_path, edgematch, monkeypatch, model, status, message
):
    monkeypatch.chdir(tmp_path)
    edgematch("encode", "clue1", "--encoding", "compact", "-o", "f.cnf")
    (tmp_path / "model.txt").write_text(model)
    said = edgematch("decode", "f.cnf", "model.txt")
    assert said.status == status
    assert message in said.err


def test_a_formula_of_somebody_else_is_refused(tmp_path, edgematch):
    path = tmp_path / "f.cnf"
    path.write_text("c hello\np cnf 1 1\n1 0\n")
    said = edgematch("decode", path, path)
    assert said.status == 2
    assert "not written by edgematch encode" in said.err


def test_a_name_with_many_dashes_stays_in_its_comment(tmp_path, edgematch):
    puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 0, 0, 1)], name="a---b----c-")
    (tmp_path / "p.json").write_text(write(Document(puzzle), "record").text)
    path = tmp_path / "p.xml"
    assert edgematch("encode", tmp_path / "p.json", "-o", path).status == 0
    assert ElementTree.parse(path).getroot().tag == "instance"


def test_a_formula_without_variables_names_the_one_it_writes(tmp_path, edgematch):
    puzzle = Puzzle(2, 1, [(2, 1, 1, 1), (1, 2, 0, 1)])
    (tmp_path / "p.json").write_text(write(Document(puzzle), "record").text)
    path = tmp_path / "p.opb"
    assert (
        edgematch(
            "encode", tmp_path / "p.json", "--encoding", "primal", "-o", path
        ).status
        == 0
    )
    text = path.read_text()
    assert "+0 x1 = 1" in text
    assert text.startswith("* #variable= 1 ")


def test_a_minizinc_model_is_not_written_over_by_its_data(tmp_path, edgematch):
    path = tmp_path / "x.dzn"
    said = edgematch("encode", "clue1", "--to", "minizinc", "-o", path)
    assert said.status == 2
    assert "--output and the model's data name the same file" in said.err
    assert not path.exists()


@pytest.mark.parametrize(
    ("old", "new", "model", "message"),
    [
        ("", "", "v " + "7" * 5000, "model.txt:1: expected a literal, got '7777"),
        (
            "c v 1 ",
            "c v " + "1" * 5000 + " ",
            "v 1 0",
            "a variable, got '1111",
        ),
        (
            r"piece \d+ on",
            "piece 9999 on",
            "v 1 0",
            "variable, got 'piece",
        ),
        (
            r"colored \d+",
            "colored 999",
            "v 1 0",
            "variable, got 'side",
        ),
    ],
)
def test_damaged_answers_and_comments_are_told_in_a_line(
    tmp_path, edgematch, old, new, model, message
):
    formula, answer = tmp_path / "f.cnf", tmp_path / "model.txt"
    edgematch("encode", "scramble-squares", "--encoding", "primal-dual", "-o", formula)
    if old:
        text, changes = re.subn(old, new, formula.read_text(), count=1)
        assert changes
        formula.write_text(text)
    answer.write_text(model)
    said = edgematch("decode", formula, answer)
    assert said.status == 2
    assert message in said.err
    assert said.err.count("\n") == 1
