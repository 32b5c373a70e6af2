"""`prepare()` compiles what a search will run and changes nothing of the search."""

import pytest

from children import PATIENCE, python
from depths import mostly_deep
from edgematch.board import Board
from edgematch.search import (
    Count,
    Optimize,
    Request,
    Solve,
    optimize,
    solve,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.measures import PIECES
from edgematch.search.technique import BoardSearch, Outcome
from planted import planted_board

_NODES = 2_000
_BOARD = planted_board(3, 3, 4, 8)
PUZZLES = {
    "framed": planted_board(4, 4, 4, 3).puzzle,
    "two hints": planted_board(3, 4, 4, 5, hints=2).puzzle,
    "signed, unframed": planted_board(3, 3, 9, 7, framed=False, signed=True).puzzle,
    "not turnable": planted_board(3, 3, 4, 7, turnable=False).puzzle,
    "a hint on every cell": _BOARD.puzzle.with_hints(_BOARD.placements),
}
INSIDE = [
    (name, goal)
    for goal in ("solve", "optimize")
    for name in technique_names(goal)
    if not technique_class(name, goal).outside
]
OUTSIDE = [
    (name, goal)
    for goal in ("solve", "optimize")
    for name in technique_names(goal)
    if technique_class(name, goal).outside
]
SMALL = {
    "beam": {"width": 4},
    "breaks": {"restart": 300},
    "anneal": {"restart": 300},
    "tabu": {"restart": 300},
    "auto": {"narrowest": 4, "widest": 8},
}
"""Options that make short searches go through several stages."""


def options_for(name, goal):
    return SMALL.get(name, {}) if goal == "optimize" else {}


def facts(search):
    """Return all that a search reports."""
    seen = [search.nodes, search.turns, search.copies, search.board().placements]
    if isinstance(search, BoardSearch):
        seen += [search.fewest_breaks, search.at_least, search.best().placements]
    return seen


def way(search):
    """Return all that a search reports on its way."""
    seen = [facts(search)]
    while search.nodes < _NODES and len(seen) < 200:
        outcome = search.advance(min(101, _NODES - search.nodes))
        seen.append((outcome, facts(search)))
        if outcome is Outcome.EXHAUSTED:
            break
    return seen


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize(("name", "goal"), INSIDE)
def test_a_search_that_was_prepared_goes_the_same_way(name, goal, puzzle):
    goals = [Solve(), Solve(None), Count()]
    if goal == "optimize":
        goals = [Optimize(), Optimize(PIECES)]
    for wanted in goals:
        engine = technique(name, goal, **options_for(name, goal))
        request = Request(PUZZLES[puzzle], wanted, seed=3)
        plain, prepared = engine.start(request), engine.start(request)
        prepared.prepare()
        prepared.prepare()
        assert way(prepared) == way(plain)


@pytest.mark.parametrize(
    ("name", "goal"), [each for each in INSIDE if each[0] != "sat"]
)
def test_a_search_may_be_prepared_on_its_way(name, goal):
    puzzle = PUZZLES["framed"]
    engine = technique(name, goal, **options_for(name, goal))
    request = Request(puzzle, Optimize() if goal == "optimize" else Solve(None), seed=3)
    plain, prepared = engine.start(request), engine.start(request)
    for search in (plain, prepared):
        search.advance(40)
    before = facts(prepared)
    prepared.prepare()
    assert facts(prepared) == before
    assert way(prepared) == way(plain)


@pytest.mark.parametrize("puzzle", mostly_deep(2, PUZZLES))
@pytest.mark.parametrize(("name", "goal"), INSIDE)
def test_a_technique_is_prepared_without_a_trace(name, goal, puzzle):
    run, nodes = (solve if goal == "solve" else optimize), {"nodes": 500, "seed": 2}
    options, given = options_for(name, goal), PUZZLES[puzzle]
    before = run(given, name, **nodes, **options)
    request = Request(given, Optimize() if goal == "optimize" else Solve(), 2)
    technique(name, goal, **options).prepare(request)
    after = run(given, name, **nodes, **options)
    assert (after.ended, after.best, after.count) == (
        before.ended,
        before.best,
        before.count,
    )
    assert after.statistics["nodes"] == before.statistics["nodes"]
    assert [(each.nodes, each.score) for each in after.curve] == [
        (each.nodes, each.score) for each in before.curve
    ]


@pytest.mark.parametrize(("name", "goal"), OUTSIDE)
def test_a_solver_is_not_started_by_being_prepared(name, goal):
    for package in ("pysat", "ortools"):
        pytest.importorskip(package)
    wanted = Optimize() if goal == "optimize" else Solve()
    search = technique(name, goal).start(Request(PUZZLES["framed"], wanted))
    search.prepare()
    assert search._messages._process is None
    assert search.nodes == 0


def test_a_hint_on_every_cell_is_found_after_preparing_too():
    puzzle = PUZZLES["a hint on every cell"]
    expected = Board(puzzle, puzzle.hints)
    for name, goal in INSIDE:
        run = solve if goal == "solve" else optimize
        if goal == "optimize" or technique_class(name, goal).proves:
            assert run(puzzle, name).best == expected


LATE_KERNELS = """
import sys
from numba.core.dispatcher import Dispatcher
from edgematch.inputs import load
from edgematch.search import Limits, Optimize, Request, Solve, run_request, technique

name, goal = sys.argv[1:3]
options = {key: int(value) for key, value in (each.split("=") for each in sys.argv[3:])}
has_begun, late, compiled = [], [], Dispatcher.compile

def compile(kernel, signature):
    if has_begun and signature not in kernel.overloads:
        late.append(kernel.py_func.__name__)
    return compiled(kernel, signature)

Dispatcher.compile = compile
puzzle = load("e2:8x8:6:4:seed=1").puzzle
request = Request(
    puzzle, Solve() if goal == "solve" else Optimize(), 1, Limits(nodes=100_000)
)
begin = lambda: has_begun.append(True)
result = run_request(technique(name, goal, **options), request, begin=begin)
assert has_begun and result.statistics["preparation_seconds"] > 0
print(late)
"""


@pytest.mark.deep
@pytest.mark.parametrize(("name", "goal"), INSIDE)
def test_every_kernel_is_compiled_before_the_clock_starts(name, goal):
    options = [f"{key}={value}" for key, value in options_for(name, goal).items()]
    words = ("-c", LATE_KERNELS, name, goal, *options)
    with python(*words, stdout=-1) as command:
        out, _ = command.communicate(timeout=PATIENCE)
    assert (command.returncode, out) == (0, b"[]\n")
