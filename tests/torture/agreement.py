"""Every engine and option against a brute force, and outside solvers on our formulas.

Random small puzzles of every kind: unframed, signed, with fixed turns, hints, equal
pieces, rectangles.  Outside solvers and checkers are used where they are installed.
"""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from edgematch.errors import EdgematchError, UnsupportedPuzzle
from edgematch.inputs import load
from edgematch.search import (
    count,
    optimize,
    solve,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.options import options_of
from naive_scores import naive_fewest_breaks
from rup import is_refutation
from torture.inputs import call
from torture.puzzles import Solved, quick_puzzle, write_puzzle
from torture.trial import Kind, check

_PATIENCE = 60.0
_LONGEST = 5.0
"""Seconds of one search."""
_FORMULAS = ("primal", "primal-dual", "compact")
_RARE = 0.03
"""The share of trials that start a solver in a process of its own."""


def trial(chance: Random, folder: Path) -> int:
    """Compare answers for one puzzle; return how many."""
    solved = quick_puzzle(chance, most_nodes=20_000)
    what = chance.random()
    if what < _RARE:
        return _outside(solved, chance, folder)
    if what < 2 * _RARE:
        return _proof(chance, folder)
    if what < 0.2:
        return _fewest_breaks(chance)
    if what < 0.6:
        return _engines(solved, chance)
    # Let engines search what counting proves unsolvable, too.
    with patch("edgematch.search.launch.findings", lambda puzzle: ()):
        return _engines(solved, chance)


def random_options(kind: Any, chance: Random) -> dict[str, Any]:
    """Return random values for some options of a technique."""
    options: dict[str, Any] = {}
    for option in options_of(kind):
        if chance.random() < 0.5:
            continue
        if option.choices:
            options[option.name] = chance.choice(option.choices)
            if options[option.name] == "gpu":
                options[option.name] = option.default  # there may be none
        elif isinstance(option.default, bool):
            options[option.name] = chance.random() < 0.5
        elif option.least is not None:
            least, default = option.least, option.default
            numbers = [least, default, least + 1, least + chance.randrange(9)]
            value = chance.choice(numbers)
            is_legal = least <= value <= (option.most or value)
            options[option.name] = type(default)(value if is_legal else default)
    return options


def _engines(solved: Solved, chance: Random) -> int:
    """Compare all solutions, the first one and the counts of some engines."""
    puzzle, truth = solved.puzzle, set(solved.boards)
    names = [
        name
        for name in technique_names("solve")
        if technique_class(name).proves
        and not technique_class(name).runs_programs
        and (not technique_class(name).outside or chance.random() < _RARE)
    ]
    for name in names:
        options = random_options(technique_class(name), chance)
        what = f"{name} {options} on {puzzle.fingerprint}"
        try:
            technique(name, "solve", **options)
        except EdgematchError:  # options that do not go together
            continue
        try:
            found = solve(puzzle, name, solutions=None, seconds=_LONGEST, **options)
            first = solve(puzzle, name, seconds=_LONGEST, **options)
            counted = count(puzzle, name, seconds=_LONGEST, **options)
        except UnsupportedPuzzle:
            continue
        if "seconds" in (found.ended, first.ended, counted.ended):
            continue  # with some options, what is quick for others takes hours
        boards = {board.placements for board in found.solutions}
        check(found.ended == "exhausted", "wrong", f"{what}: ended by {found.ended}")
        check(boards == truth, "wrong", f"{what}: {len(boards)} of {len(truth)} boards")
        check(counted.count == len(truth), "wrong", f"{what}: counts {counted.count}")
        is_first = first.count == min(1, len(truth))
        check(is_first, "wrong", f"{what}: first solution {first.count}")
    return 3 * len(names)


def _fewest_breaks(chance: Random) -> int:
    """Compare the proved optimum with a plain search."""
    while True:
        puzzle = quick_puzzle(chance, most_nodes=300).puzzle
        if puzzle.cells <= 6:
            break
    fewest = naive_fewest_breaks(puzzle)
    if fewest is None:  # no legal board
        return 0
    result = optimize(puzzle, "exact", **random_options(
        technique_class("exact", "optimize"), chance))  # fmt: skip
    breaks = len(result.best.breaks())
    is_right = result.is_proved and breaks == fewest
    check(is_right, "wrong", f"exact: {breaks} breaks, not {fewest}: {puzzle}")
    return 1


def _outside(solved: Solved, chance: Random, folder: Path) -> int:
    """Give a formula or a model to solvers of others, and decode what they say."""
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    solvers = [name for name in ("kissat", "cadical") if shutil.which(name)]
    commands = [([name, "-q"], "cnf") for name in solvers]
    if find_spec("clingo"):
        clasp = [sys.executable, "-m", "clingo", "--mode=clasp"]
        commands += [(clasp, "cnf"), (clasp, "opb")]
    tried = 0
    for command, kind in commands:
        formula = folder / f"f.{kind}"
        encoding = chance.choice(_FORMULAS)
        words = ["encode", str(folder / "puzzle.json"), "--encoding", encoding]
        encoded = call([*words, "-o", str(formula)])
        check(encoded.status == 0, "other", f"{encoded.command}: {encoded.tail}")
        done = subprocess.run(
            [*command, str(formula)], capture_output=True, text=True, timeout=_PATIENCE
        )
        (folder / "answer").write_text(done.stdout)
        board, target = folder / "board.json", str(folder / "answer")
        said = call(["decode", str(formula), target, "-o", str(board)])
        expected = 0 if solved.boards else 20
        what = f"{command[0]} on {encoding}.{kind}"
        check(said.status == expected, "wrong", f"{what}: {said.status} {said.tail}")
        if solved.boards:
            decoded = load(str(board)).board
            check(decoded and decoded.is_solution(), "wrong", f"{what}: no solution")
        tried += 1
    if shutil.which("minizinc"):
        tried += _minizinc(solved, chance, folder)
    return tried


def _minizinc(solved: Solved, chance: Random, folder: Path) -> int:
    """Let MiniZinc enumerate all solutions of a constraint model."""
    encoding = chance.choice(["cp-joins", "cp-table"])
    words = ["encode", str(folder / "puzzle.json"), "--encoding", encoding]
    encoded = call([*words, "-o", str(folder / "f.mzn")])
    check(encoded.status == 0, "other", f"{encoded.command}: {encoded.tail}")
    command = ["minizinc", "--solver", "gecode", "--all-solutions", "f.mzn", "f.dzn"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=_PATIENCE
    )
    found = done.stdout.count("----------")
    check(found == len(solved.boards), "wrong", f"minizinc on {encoding}: {found}")
    return 1


def _proof(chance: Random, folder: Path) -> int:
    """Check a proof that a puzzle has no solution."""
    if find_spec("pysat") is None:
        return 0
    while True:
        solved = quick_puzzle(chance, most_nodes=5000)
        if not solved.boards and solved.puzzle.cells > 4:
            break
    write_puzzle(solved.puzzle, folder / "puzzle.json")
    words = ["solve", str(folder / "puzzle.json"), "--engine", "sat", "--proof"]
    said = call([*words, str(folder / "p.drat")])
    check(said.status == 20, "wrong", f"{said.command}: {said.status} {said.tail}")
    formula, proof = folder / "p.drat.cnf", folder / "p.drat"
    if not proof.exists():  # counting has proved it
        return 0
    if shutil.which("drat-trim"):
        command = ["drat-trim", str(formula), str(proof)]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE
        )
        is_good = "s VERIFIED" in done.stdout
    else:
        is_good = is_refutation(formula.read_text(), proof.read_text())
    check(is_good, "wrong", f"{said.command}: the proof is not accepted")
    return 1


KIND = Kind("agreement", "answers", 3, trial)
