"""Solvers of other people, in processes of their own."""

import os
import signal
import sys
import threading
from random import Random

import pytest

from children import PATIENCE, environment
from depths import mostly_deep
from edgematch.encoders import CONSTRAINT_MODELS, FORMULAS
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY
from edgematch.errors import EdgematchError, MissingPackage
from edgematch.formats import Document, write
from edgematch.inputs import load
from edgematch.processes import child_process
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.messages import ProcessError
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Interrupted
from edgematch.search import Request, solve
from edgematch.search.options import OptionError
from edgematch.search.outside import SEND_ALL
from edgematch.techniques.sat import PHASES, PROVERS, SOLVERS, Sat
from naive import naive_solutions
from planted import planted_board, random_puzzle
from rup import Checker, is_refutation

pytest.importorskip("pysat", reason="python-sat is not installed")
pytest.importorskip("ortools", reason="ortools is not installed")

ALL = {"solutions": None, "keep": 10**6}
OUTSIDE = ("sat", "cp-sat")
HARD = "one-set:9x9:8:seed=1"


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_finds_exactly_the_solutions(solver):
    random = Random(solver)
    for _ in range(12):
        puzzle = random_puzzle(random.randrange(200))
        expected = naive_solutions(puzzle)
        if len(expected) > 200:
            continue
        options = {
            "encoding": random.choice(FORMULAS),
            "at_most_one": random.choice([*AT_MOST_ONE]),
            "exactly": random.choice([*EXACTLY]),
            "phase": random.choice(PHASES if "kissat" not in solver else ["positive"]),
            "break_symmetry": random.random() < 0.5,
            "forbidden_colors": random.random() < 0.5,
            "explicit": random.random() < 0.5,
            "color_counts": random.random() < 0.5,
            "preprocessing": random.random() < 0.5,
            "seed": random.choice([0, 5]),
        }
        result = solve(puzzle, "sat", **ALL, solver=solver, **options)
        assert result.ended is Ended.EXHAUSTED
        found = sorted(board.placements for board in result.solutions)
        assert found == sorted(expected), options


@pytest.mark.parametrize("solver", ["cadical195", "minisat22", "kissat404"])
def test_a_formula_that_is_simplified_first_has_a_first_solution_if_any(solver):
    for puzzle, count in ((planted_board(3, 3, 2, 1).puzzle, 1), (unsolvable(), 0)):
        result = solve(puzzle, "sat", solver=solver, preprocessing=True, seed=1)
        assert result.count == count


def test_a_formula_that_is_simplified_first_has_no_proof(tmp_path):
    with pytest.raises(EdgematchError, match="preprocessing=false"):
        solve(unsolvable(), "sat", preprocessing=True, proof=tmp_path / "proof.drat")


@pytest.mark.parametrize("encoding", CONSTRAINT_MODELS)
@pytest.mark.parametrize("break_symmetry", [True, False])
def test_cp_sat_finds_exactly_the_solutions_with_every_model(encoding, break_symmetry):
    for seed in range(0, 60, 3):
        puzzle = random_puzzle(seed)
        expected = naive_solutions(puzzle)
        if len(expected) > 200:
            continue
        result = solve(
            puzzle, "cp-sat", **ALL, encoding=encoding, break_symmetry=break_symmetry
        )
        found = sorted(board.placements for board in result.solutions)
        assert found == sorted(expected), seed


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_time_limit_ends_a_solver_that_holds_the_lock(name):
    result = solve(load(HARD).puzzle, name, seconds=0.5)
    assert result.ended is Ended.SECONDS
    assert child_process.running_pids() == []


def test_a_time_limit_ends_kissat_which_knows_no_limits():
    result = solve(load(HARD).puzzle, "sat", seconds=0.5, solver="kissat404")
    assert result.ended is Ended.SECONDS
    assert child_process.running_pids() == []


def test_kissat_keeps_a_node_limit_where_it_can_and_refuses_it_elsewhere():
    puzzle = load("one-set:7x7:6:seed=1").puzzle
    result = solve(puzzle, "sat", nodes=500, solver="kissat404")
    assert (result.ended, result.statistics["nodes"]) == (Ended.NODES, 500)
    easy = planted_board(3, 3, 2, 1).puzzle
    found = solve(easy, "sat", nodes=10**6, solver="kissat404")
    assert found.ended is Ended.FOUND
    with pytest.raises(EdgematchError, match="limited for a first solution only"):
        solve(easy, "sat", solutions=None, nodes=9, solver="kissat404")


@pytest.mark.parametrize("name", OUTSIDE)
def test_ctrl_c_ends_a_solver_with_what_was_found(name):
    puzzle = load(HARD).puzzle
    press = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])

    def watch(progress):  # the solver is at work
        if not press.ident:
            press.start()

    with pytest.raises(Interrupted) as stop:
        solve(puzzle, name, watch=watch, watch_every=0.05)
    press.join()
    result = stop.value.result
    assert (result.ended, result.count) == (Ended.INTERRUPTED, 0)
    assert child_process.running_pids() == []


@pytest.mark.parametrize("name", OUTSIDE)
def test_the_same_seed_gives_the_same_solution(name):
    puzzle = load("two-set:5x5:4:2:seed=1").puzzle
    for seed in (0, 3):
        first, second = (solve(puzzle, name, seed=seed) for _ in range(2))
        assert first.solutions == second.solutions
        assert first.statistics["nodes"] == second.statistics["nodes"]


def test_another_seed_is_another_search():
    puzzle = load("two-set:5x5:4:2:seed=1").puzzle
    nodes = {solve(puzzle, "sat", seed=seed).statistics["nodes"] for seed in range(4)}
    assert len(nodes) > 1


@pytest.mark.deep
def test_progress_tells_conflicts_and_restarts():
    notes = []
    solve(
        load("two-set:7x7:7:3:seed=1").puzzle,
        "sat",
        nodes=1_500,
        watch=lambda progress: notes.append((progress.nodes, progress.note)),
    )
    assert any(nodes and "conflicts" in note for nodes, note in notes)
    assert "restarts" in notes[-1][1]


@pytest.mark.parametrize("name", OUTSIDE)
def test_checkpoints_are_refused_with_the_reason(name, tmp_path, edgematch):
    puzzle = planted_board(3, 3, 2, 1).puzzle
    with pytest.raises(EdgematchError, match=f"engine {name} has no checkpoints"):
        solve(puzzle, name, checkpoint=tmp_path / "run.npz")
    said = edgematch("count", "clue1", "--engine", name, "--resume", "run.npz")
    assert (said.status, said.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solver": "lingeling"}, "solver must be one of cadical153, "),
        ({"solver": "magic"}, "solver must be one of cadical153, .*not 'magic'"),
        ({"encoding": "cp-joins"}, "encoding must be one of primal, "),
        ({"phase": "sideways"}, "phase must be one of .*not 'sideways'"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        Sat(**options)


@pytest.mark.parametrize("solver", sorted({*SOLVERS} - {*PROVERS}))
def test_a_solver_that_writes_no_proofs_is_refused_for_one(solver, tmp_path):
    with pytest.raises(EdgematchError, match=f"{solver} writes no proofs"):
        solve(unsolvable(), "sat", solver=solver, proof=tmp_path / "proof.drat")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "package"), [("sat", "python-sat"), ("cp-sat", "ortools")]
)
def test_a_missing_package_is_one_line_that_says_what_to_install(
    name, package, monkeypatch, edgematch
):
    from edgematch.techniques import cp_sat, sat

    for module in (sat, cp_sat):
        monkeypatch.setattr(module, "find_spec", lambda _: None)
    said = edgematch("solve", "clue1", "--engine", name)
    assert said.status == 2
    assert said.err.count("\n") == 1
    assert f"this needs {package}" in said.err
    assert "pip install 'edgematch[" in said.err


def test_an_encoder_without_its_package_says_what_to_install(monkeypatch):

    from edgematch.encoders.optional import import_optional

    monkeypatch.setitem(sys.modules, "pysat.card", None)
    with pytest.raises(MissingPackage, match="this needs python-sat"):
        import_optional("pysat.card")


@pytest.mark.parametrize("solver", PROVERS)
@pytest.mark.parametrize("seed", mostly_deep(1, [7, 0]))
def test_no_solution_comes_with_a_proof_that_a_checker_accepts(tmp_path, solver, seed):
    puzzle = unsolvable()
    path = tmp_path / "proof.drat"
    result = solve(
        puzzle,
        "sat",
        **ALL,
        solver=solver,
        seed=seed,
        break_symmetry=False,
        proof=path,
    )
    assert result.proves_unsolvable
    formula, proof = (tmp_path / "proof.drat.cnf").read_text(), path.read_text()
    assert is_refutation(formula, proof)
    # Nor does the checker take a bare claim, or a proof of something else.
    assert not is_refutation(formula, "0")
    clauses = formula.splitlines()
    assert not is_refutation("\n".join(clauses[: len(clauses) // 2]), proof)


def unsolvable():
    """A 4 x 4 whose colors come out even, and which has no solution all the same."""
    for seed in range(100):
        puzzle = planted_board(4, 4, 3, seed).puzzle
        pieces = list(puzzle.pieces)
        inner = [number for number, piece in enumerate(pieces) if 0 not in piece]
        for number in inner:
            north, east, south, west = pieces[number]
            pieces[number] = (east, north, south, west)
        puzzle = Puzzle(4, 4, pieces)
        if solve(puzzle, "row-scan").proves_unsolvable:
            return puzzle
    raise AssertionError


def test_a_puzzle_with_solutions_gets_no_proof(tmp_path):
    path = tmp_path / "proof.drat"
    assert solve(load("clue1").puzzle, "sat", proof=path).count == 1
    assert not list(tmp_path.iterdir())


def test_the_checker_knows_right_from_wrong():
    square = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    assert Checker(square).may_be_added([2])
    assert not Checker(square[:3]).may_be_added([-1])
    text = "p cnf 2 4\n" + "".join(f"{a} {b} 0\n" for a, b in square)
    assert is_refutation(text, "2 0\n0\n")
    assert not is_refutation(text, "d 1 2 0\n0\n")
    assert not is_refutation(text, "d -1 -2 0\n2 0\n0\n")


def test_sat_needs_no_process_and_no_thread(monkeypatch):
    puzzle = load("two-set:4x4:4:3:seed=1").puzzle
    before = solve(puzzle, "sat", solutions=None)
    for module in ("edgematch.search.outside", "edgematch.processes.here"):
        monkeypatch.setattr(f"{module}.has_processes", lambda: False)
    monkeypatch.setattr("edgematch.search.outside.ChildProcess", None)
    monkeypatch.setattr("edgematch.processes.here.ThreadPoolExecutor", None)
    here = solve(puzzle, "sat", solutions=None)
    assert here.count == before.count > 1
    assert here.solutions == before.solutions
    assert here.statistics["nodes"] == before.statistics["nodes"]
    assert solve(puzzle, "row-scan").best.is_solution()


def test_a_job_that_fails_says_why():
    process = ChildProcess("edgematch.search.nowhere:nothing")
    with pytest.raises(ProcessError, match="No module named"):
        process.receive(PATIENCE)


def test_a_process_that_ends_by_itself_is_noticed():
    request = Request(load(HARD).puzzle)
    job = "edgematch.techniques.sat.job:search"
    process = ChildProcess(SEND_ALL, job, request, Sat())
    os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(ProcessError, match="ended with signal 9"):
        while process.result is None:
            process.receive(1)


def test_a_solver_that_aborts_is_one_line_on_the_command_line(edgematch, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    child_process.kill_all()  # a waiting process has another path
    monkeypatch.setattr(
        "edgematch.search.outside.ChildProcess",
        lambda *_, **__: ChildProcess("process_functions:abort"),
    )
    said = edgematch("solve", "clue1", "--engine", "sat")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "assertion failed" in said.err


def test_the_command_line_writes_proofs(tmp_path, edgematch):
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(write(Document(unsolvable()), "record").text)
    path = tmp_path / "none.drat"
    said = edgematch("solve", puzzle, "--engine", "sat", "--proof", path)
    assert said.status == 20
    formula = (tmp_path / "none.drat.cnf").read_text()
    assert is_refutation(formula, path.read_text())
    refused = edgematch("solve", puzzle, "--engine", "row-scan", "--proof", path)
    assert refused.status == 2
    assert (
        "--proof needs --engine sat or external-sat: row-scan writes none"
        in refused.err
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--proof", "puzzle.json"), "the input and --proof name the same file"),
        (
            ("--proof", "puzzle"),
            "the input and the formula of --proof name the same file",
        ),
        (("--proof", "-"), "--proof needs a file"),
        (("--proof", "folder"), "folder.cnf: is a folder"),
        (("--proof", "x", "-o", "x.cnf"), "--output and the formula of --proof name"),
        (("--proof", "x", "-o", "x"), "--output and --proof name the same file: x"),
    ],
)
def test_a_proof_never_takes_the_place_of_something_else(
    tmp_path, monkeypatch, edgematch, arguments, message
):
    monkeypatch.chdir(tmp_path)
    text = write(Document(unsolvable()), "record").text
    name = "puzzle.cnf" if arguments[1] == "puzzle" else "puzzle.json"
    (tmp_path / name).write_text(text)
    (tmp_path / "folder.cnf").mkdir()
    said = edgematch("solve", name, "--engine", "sat", *arguments)
    assert said.status == 2
    assert message in said.err
    assert (tmp_path / name).read_text() == text
    assert {each.name for each in tmp_path.iterdir()} == {name, "folder.cnf"}


def test_a_proof_is_written_where_a_link_leads(tmp_path, edgematch):
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(write(Document(unsolvable()), "record").text)
    link, real = tmp_path / "link.drat", tmp_path / "real.drat"
    real.write_text("old")
    link.symlink_to(real)
    said = edgematch("solve", puzzle, "--engine", "sat", "--proof", link)
    assert said.status == 20
    assert link.is_symlink()
    assert is_refutation((tmp_path / "link.drat.cnf").read_text(), real.read_text())
