"""SAT solvers that are programs: small ones made up here, and those installed."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from children import descendants, program, wait_for_end, wait_until
from edgematch.errors import EdgematchError, MissingPackage
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.scheduler import carry_out
from edgematch.experiments.store import RecordStore
from edgematch.files import work_folder
from edgematch.formats import Document
from edgematch.inputs import load
from edgematch.processes import child_process
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Interrupted, WrongAnswer
from edgematch.search import Count, Request, solve, technique
from edgematch.search.options import OptionError
from edgematch.techniques.external_sat import COMMANDS, ExternalSat
from edgematch.techniques.external_sat.answers import (
    Satisfiability,
    read_solver_output,
    seconds_reported,
)
from naive import naive_solutions
from planted import planted_board, random_puzzle
from rup import is_refutation

pytest.importorskip("pysat", reason="python-sat is not installed")

EASY = planted_board(3, 3, 2, 1).puzzle
NAME = "external-sat"
REAL_COMMANDS = [
    "minisat -verb=0 {cnf} {result}",
    "minisat -verb=0 -phase-saving=0 {cnf} {result}",
    "picosat {cnf}",
    "picosat -s {seed} {cnf}",
    "kissat -q {cnf}",
    "cadical -q {cnf}",
]
SOLVES = """
from pysat.solvers import Cadical195
from pysat.formula import CNF
import sys
solver = Cadical195(bootstrap_with=CNF(from_file=sys.argv[1]))
model = solver.get_model() if solver.solve() else None
"""
COMPETITION = """
print("c a comment\\ns", "SATISFIABLE" if model else "UNSATISFIABLE")
if model:
    print("v", *model, 0)
sys.exit(10 if model else 20)
"""
MINISAT = """
print("|  a table  | 1 2 3 |")
with open(sys.argv[2], "w") as stream:
    stream.write("SAT\\n" if model else "UNSAT\\n")
    stream.write(" ".join(map(str, [*model, 0])) if model else "")
"""
UBCSAT = """
print("# -alg ddfw\\n 1 1 0 33 33\\n#")
if not model:
    print("# No Solution found for -target 0\\n")
else:
    print("# Solution found for -target 0\\n")
    for first in range(0, len(model), 10):
        print("", *model[first : first + 10])
    print("\\nVariables = 33\\n")
"""


@pytest.fixture
def solver(tmp_path):
    """Write a solver in Python, and return how to call it."""

    def write(code):
        path = tmp_path / "fake-solver"
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)
        return f"{path} {{cnf}}"

    return write


@pytest.fixture
def unsolvable():
    """Return a puzzle that has no solution."""
    return Puzzle(1, 2, [(0, 1, 0, 0), (0, 2, 0, 0)])


@pytest.mark.parametrize(
    ("code", "rest"), [(COMPETITION, ""), (MINISAT, " {result}"), (UBCSAT, "")]
)
def test_the_model_is_read_as_each_solver_writes_it(solver, code, rest):
    command = solver(SOLVES + code) + rest
    for negated, seed in ((False, 4), (True, 0)):
        result = solve(EASY, NAME, command=command, negated=negated, seed=seed)
        assert result.ended is Ended.FOUND
        assert result.solutions[0].is_solution()


@pytest.mark.parametrize(("code", "rest"), [(COMPETITION, ""), (MINISAT, " {result}")])
def test_there_is_no_solution_if_the_solver_says_so(solver, unsolvable, code, rest):
    result = solve(unsolvable, NAME, command=solver(SOLVES + code) + rest)
    assert result.proves_unsolvable


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('tired')", r"no answer that can be read \(exit status 0\): tired"),
        ("import sys; sys.exit(20)", "no answer .* status 20.*: it printed nothing"),
        ("print('s SATISFIABLE\\ns UNSATISFIABLE')", "no answer that can be read"),
        ("print('s UNKNOWN')", "gave up; .* limit the seconds"),
        ("print('# No Solution found for -target 0')", "gave up"),
        ("print('s SATISFIABLE')", "says satisfiable, but not by which values"),
        (
            "import sys; print('s UNSATISFIABLE'); sys.exit(10)",
            "says unsatisfiable, but its exit status is 10",
        ),
        (
            "import os; print('s UNSATISFIABLE', flush=True); os.kill(os.getpid(), 11)",
            r"ended by signal 11 \(SIGSEGV\)",
        ),
        ("print('usage', *'abc', sep='\\n')", r"a \| b \| c"),
    ],
)
def test_anything_but_an_answer_is_one_line_and_no_proof(
    solver, edgematch, code, message
):
    option = f"command={solver(code)}"
    said = edgematch("solve", "clue1", "--engine", NAME, "--option", option)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert re.search(message, said.err)


@pytest.mark.parametrize(
    "model", ["1 2 3 4 5 0", "-1 -2 -3 0", "999999 0", "' '.join(map(str, range(99)))"]
)
def test_the_referee_rejects_a_wrong_model(solver, model):
    values = model if "join" in model else repr(model)
    code = f"print('s SATISFIABLE')\nprint('v', {values})"
    with pytest.raises(WrongAnswer, match=f"engine {NAME} offered a board"):
        solve(EASY, NAME, command=solver(code))


def test_a_solver_that_repeats_itself_is_caught(solver, tmp_path):
    kept = tmp_path / "model"
    code = SOLVES + (
        "from pathlib import Path\n"
        f"path = Path({str(kept)!r})\n"
        "if not path.exists(): path.write_text(' '.join(map(str, model)))\n"
        "print('s SATISFIABLE\\nv', path.read_text(), 0)\n"
    )
    with pytest.raises(WrongAnswer):
        solve(EASY, NAME, solutions=None, command=solver(code))


SLEEPS = """
import os, subprocess, sys, time
if "--version" in sys.argv:
    sys.exit(1)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open({path!r} + ".new", "w") as stream:
    print(os.getpid(), child.pid, os.path.dirname(sys.argv[1]), file=stream)
os.rename({path!r} + ".new", {path!r})
time.sleep(600)
"""


def ended(path):
    """Return whether a sleeping solver, its child and its files are gone."""
    solver, child, folder = path.read_text().split()
    gone = wait_for_end(int(solver)) and wait_for_end(int(child))
    deadline = time.monotonic() + 60
    while Path(folder).exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return gone and not Path(folder).exists()


def test_a_time_limit_ends_the_solver_its_children_and_its_files(solver, tmp_path):
    path = tmp_path / "pids"
    command = solver(SLEEPS.format(path=str(path)))
    result = solve(EASY, NAME, seconds=3, command=command)
    assert (result.ended, result.proves_unsolvable) == (Ended.SECONDS, False)
    assert ended(path)
    assert child_process.running_pids() == []


def test_ctrl_c_ends_the_solver_and_its_children(solver, tmp_path):
    path = tmp_path / "pids"
    command = solver(SLEEPS.format(path=str(path)))

    def press():
        wait_until(path.exists)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(Interrupted):
        solve(EASY, NAME, command=command)
    thread.join()
    assert ended(path)


def test_the_solver_does_not_outlive_a_killed_parent(solver, tmp_path):
    path = tmp_path / "pids"
    option = f"command={solver(SLEEPS.format(path=str(path)))}"
    with program("solve", "clue1", "--engine", NAME, "--option", option) as command:
        wait_until(path.exists, command)
        command.kill()
        command.wait()
    assert ended(path)


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Return an empty folder in which temporary files are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


GREEDY = """
import os, sys, time
if "--version" in sys.argv:
    sys.exit(1)
assert os.path.dirname(os.path.dirname(sys.argv[1])) == os.environ["TMPDIR"]
with open(os.path.dirname(sys.argv[1]) + "/result", "w") as stream:
    print(os.getppid(), file=stream)
text = bytearray(300_000_000)
time.sleep(600)
"""


def test_a_memory_limit_ends_the_solver_and_its_files(solver, temporary):
    with pytest.raises(EdgematchError, match="used more than 200 megabytes"):
        solve(EASY, NAME, command=solver(GREEDY), megabytes=200)
    assert list(temporary.iterdir()) == []
    wait_until(lambda: "fake-solver" not in {each.name() for each in descendants()})


def test_a_run_killed_for_memory_leaves_no_files(solver, temporary, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(
        "[limits]\nseconds = 60\nmegabytes = 200\n[[puzzles]]\ncatalog = 'clue1'\n"
        f"[[engines]]\nengine = '{NAME}'\n"
        f"options = {{ command = '{solver(GREEDY)}' }}\n"
    )
    plan = read_plan(path)
    with closing(RecordStore(plan.records)) as store:
        with closing(LocalPlace(1)) as place:
            carry_out(plan, store, place, lambda progress: None)
            (folder,) = temporary.iterdir()
            assert wait_for_end(int((folder / "result").read_text()))
        assert [status for _, status in store.columns(["status"])] == ["memory"]
    assert list(temporary.iterdir()) == []


def test_the_folder_of_a_killed_process_goes_with_the_next_search(solver, temporary):
    code = "import os\nfrom edgematch.files import work_folder\n"
    code += "with work_folder() as path:\n (path / 'a').touch()\n"
    code += " os.kill(os.getpid(), 9)\n"
    subprocess.run([sys.executable, "-c", code], timeout=60, check=False)
    assert [each.name for each in (*temporary.glob("*/*"),)] == ["a"]
    with work_folder() as used:
        assert solve(EASY, NAME, command=solver(SOLVES + COMPETITION)).count == 1
        assert [*temporary.iterdir()] == [used]
    assert [*temporary.iterdir()] == []


def test_the_seed_goes_to_a_solver_that_takes_it_and_else_into_the_formula(solver):
    code = SOLVES + COMPETITION.replace(
        "sys.exit", "print('c', open(sys.argv[1]).read(), file=sys.stderr)\nsys.exit"
    )
    check = "import sys\nassert sys.argv[2:] in ([], ['--seed=7'], ['--seed=0'])\n"
    for command in (solver(code), solver(check + code) + " --seed={seed}"):
        assert solve(EASY, NAME, seed=7, command=command).count == 1


def test_the_result_names_the_solver_and_its_version(solver):
    version = "import sys\nif '--version' in sys.argv: print('1.2.3'); sys.exit()\n"
    result = solve(EASY, NAME, command=solver(version + SOLVES + COMPETITION))
    assert result.note.startswith("fake-solver 1.2.3 on primal-dual, ")
    assert "seconds of processor time" in result.note
    assert result.solver == result["solver"] == "fake-solver 1.2.3"
    assert "solver_seconds" not in result.statistics


def test_the_result_has_the_time_that_the_solver_reports(solver, edgematch):
    code = SOLVES + "print('c CPU time   : 0.25 s')\n" + COMPETITION
    puzzle = random_puzzle(14)
    number = len(naive_solutions(puzzle))
    assert number > 1
    result = solve(puzzle, NAME, command=solver(code), solutions=None)
    runs = number + 1  # the last of them finds nothing more
    assert result.statistics["solver_seconds"] == pytest.approx(0.25 * runs)
    option = f"command={solver(code)}"
    said = edgematch("solve", "clue1", "--engine", NAME, "--option", option, "--json")
    facts = json.loads(said.out)
    assert facts["statistics"]["solver_seconds"] == 0.25
    assert facts["solver"] == "fake-solver"


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("CPU time              : 0.00163 s", 0.00163),
        ("c CPU time              : 12.5 s", 12.5),
        ("c 1.5 seconds total run time", 1.5),
        ("c total process time since initialization:         0.01    seconds", 0.01),
        ("c process-time:               1m 2s             62.17 seconds", 62.17),
        ("CPUTime_Mean = 3.25", 3.25),
        ("c 0.5 seconds in library", None),
    ],
)
def test_reported_times_are_read(line, seconds):
    assert seconds_reported(f"c a\n{line}\nc b\n") == seconds


@pytest.mark.parametrize("name", COMMANDS)
def test_installed_solvers_report_their_time(name):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    result = solve(EASY, NAME, command=COMMANDS[name])
    assert 0 <= result.statistics["solver_seconds"] < 60
    assert result.solver.startswith(name)


def test_a_program_that_is_not_there_is_one_line(edgematch, monkeypatch, tmp_path):
    said = edgematch("solve", "clue1", "--engine", NAME, "--option", "command=no {cnf}")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "no program 'no' on the PATH" in said.err
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingPackage, match=r"none of kissat, .* is on the PATH"):
        solve(EASY, NAME)
    assert child_process.running_pids() == []


@pytest.mark.parametrize("name", COMMANDS)
def test_without_a_command_an_installed_solver_is_run(name, monkeypatch, tmp_path):
    (tmp_path / name).write_text("#!/bin/sh\n")
    (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    search = technique(NAME).start(Request(EASY, Count()))
    assert search.note == f"{name} on primal-dual"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solver", r"must have \{cnf\}"),
        ("solver {cnf} {formula}", r"has \{formula\}; it may have \{cnf\}"),
        ("solver {cnf} {}", r"has \{\}"),
        ("solver {cnf", "expected '}'"),
        ("solver '{cnf}", "no closing quotation"),
    ],
)
def test_a_command_that_cannot_be_right_is_refused(command, message):
    with pytest.raises(OptionError, match=message):
        ExternalSat(command=command)


def test_a_proof_is_kept_as_the_solver_writes_it(solver, unsolvable, tmp_path):
    code = SOLVES + "open(sys.argv[2], 'w').write('0\\n')\n" + COMPETITION
    command = solver(code) + " {proof}"
    folder = tmp_path / "proofs"
    folder.mkdir()
    result = solve(unsolvable, NAME, command=command, proof=folder / "a.drat")
    assert result.proves_unsolvable
    assert (folder / "a.drat").read_text() == "0\n"
    assert (folder / "a.drat.cnf").read_text().startswith("p cnf ")
    assert solve(unsolvable, NAME, command=command).proves_unsolvable
    with pytest.raises(EdgematchError, match=r"\{proof\} is missing"):
        solve(unsolvable, NAME, command=solver(code), proof=folder / "b.drat")
    solve(EASY, NAME, command=command, proof=folder / "c.drat")
    assert len(list(folder.iterdir())) == 2


def test_the_studio_runs_no_programs(tmp_path):
    web = pytest.importorskip("edgematch.web.engines")
    names = {each.name for each in web.engine_entries()}
    assert "sat" in names
    assert NAME not in names
    import msgspec

    from edgematch.web.documents import edgematch_record
    from edgematch.web.requests import JobRequest
    from edgematch.web.settings import Settings
    from edgematch.web.specs import job_specs

    puzzle = edgematch_record(Document(EASY))["puzzle"]
    asked = {"goal": "solve", "puzzle": puzzle, "engines": [{"engine": NAME}]}
    request = msgspec.convert(asked, JobRequest)
    with pytest.raises(EdgematchError, match="the studio does not offer it"):
        job_specs(request, Settings(tmp_path))


@pytest.mark.parametrize("command", REAL_COMMANDS)
def test_installed_solvers_find_exactly_the_solutions(command):
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not installed")
    for seed in range(0, 40, 5):
        puzzle = random_puzzle(seed)
        expected = naive_solutions(puzzle)
        if len(expected) > 40:
            continue
        result = solve(puzzle, NAME, solutions=None, command=command, seed=seed % 3)
        assert result.ended is Ended.EXHAUSTED
        found = sorted(board.placements for board in result.solutions)
        assert found == sorted(expected)


PROVES = """
from pysat.solvers import Glucose42
from pysat.formula import CNF
import sys
solver = Glucose42(bootstrap_with=CNF(from_file=sys.argv[1]), with_proof=True)
assert not solver.solve()
print("s UNSATISFIABLE")
with open(sys.argv[2], "w") as stream:
    stream.write("\\n".join(solver.get_proof()))
"""


@pytest.mark.parametrize("seed", [0, 3])
def test_a_proof_is_of_the_formula_beside_it(solver, tmp_path, seed):
    puzzle = load("one-set:4x4:4:seed=1:random:balanced").puzzle
    path = tmp_path / "none.drat"
    command = solver(PROVES) + " {proof}"
    result = solve(puzzle, NAME, command=command, proof=path, seed=seed, negated=True)
    assert result.proves_unsolvable
    formula = (tmp_path / "none.drat.cnf").read_text()
    assert is_refutation(formula, path.read_text())


@pytest.mark.parametrize(
    ("text", "verdict", "model"),
    [
        ("s SATISFIABLE\nv 1 -2 0\n", Satisfiability.SATISFIABLE, (1, -2)),
        ("SAT\n1 -2 0\n", Satisfiability.SATISFIABLE, (1, -2)),
        ("UNSATISFIABLE\n", Satisfiability.UNSATISFIABLE, ()),
        ("INDET\n", Satisfiability.UNKNOWN, ()),
        ("3 4 5\nSATISFIABLE\nv -1 2 0\n7 8\n", Satisfiability.SATISFIABLE, (-1, 2)),
    ],
)
def test_answers_are_read(text, verdict, model):
    answer = read_solver_output(text)
    assert (answer.verdict, answer.model) == (verdict, model)


@pytest.mark.parametrize("text", ["", "c UNSATISFIABLE\n", "is it UNSATISFIABLE?", "0"])
def test_what_is_no_answer_is_not_read_as_one(text):
    assert read_solver_output(text) is None
