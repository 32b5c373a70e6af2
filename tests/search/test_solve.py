"""What every engine owes its caller, whichever engine it is."""

from fractions import Fraction

import pytest

from depths import deep_if, mostly_deep
from edgematch.errors import UnknownName
from edgematch.formats import read
from edgematch.formats.sources import read_source
from edgematch.orders import ORDERS
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Interrupted, WrongAnswer
from edgematch.search import (
    Request,
    part,
    solve,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.run import run_to_the_end
from edgematch.search.solution_run import SolutionRun
from edgematch.search.technique import Outcome
from edgematch.techniques.row_scan.engine import RowScanSearch
from edgematch.techniques.row_scan.tables import row_scan_tables
from naive import naive_nodes, naive_solutions
from planted import planted_board, random_puzzle
from shared_data import data_file

ALL = {"solutions": None}
ENGINES = technique_names("solve")
COMPLETE = [name for name in ENGINES if technique_class(name).proves]
QUICK = [name for name in COMPLETE if not technique_class(name).runs_programs]
"""Without one that runs a program for every solution; it has tests of its own."""
RESUMABLE = [name for name in COMPLETE if technique_class(name).resumable]


@pytest.mark.parametrize(
    ("name", "first"),
    deep_if(
        lambda name, first: first > 0,
        [
            (name, first)
            for name in QUICK
            # Another process for each puzzle: the slower engines get fewer of them.
            # `python -m torture --kind agreement` compares them on thousands.
            for first in range(0, 400 if name in RESUMABLE else 100, 25)
        ],
    ),
)
def test_complete_engines_find_exactly_the_solutions_there_are(name, first):
    for seed in range(first, first + 25):
        puzzle = random_puzzle(seed)
        limits = {"solutions": None, "keep": 10**6}
        result = solve(puzzle, name, **limits)
        expected = naive_solutions(puzzle)
        assert result.ended is Ended.EXHAUSTED
        assert result.count == len(expected)
        found = [board.placements for board in result.solutions]
        assert sorted(found) == sorted(expected)
        assert result.proves_unsolvable == (not expected)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", mostly_deep(8, range(30)))
def test_the_fill_order_changes_the_way_and_not_the_solutions(order, seed):
    puzzle = random_puzzle(seed)
    result = solve(puzzle, "row-scan", **ALL, order=order)
    assert result.count == len(naive_solutions(puzzle))


@pytest.mark.parametrize("seed", mostly_deep(20, range(60)))
def test_row_order_places_as_many_pieces_as_the_definition(seed):
    puzzle = random_puzzle(seed)
    assert solve(puzzle, "row-scan", **ALL).statistics["nodes"] == naive_nodes(puzzle)


@pytest.mark.parametrize(
    ("size", "solutions", "nodes"),
    [
        *((3, 16, 132), (4, 36, 4_470), (5, 16, 113_211)),
        pytest.param(6, 260, 69_284_103, marks=pytest.mark.deep),
    ],
)
def test_the_known_node_counts_of_owens_puzzles(size, solutions, nodes):
    source = read_source(data_file(f"owen/pieces_{size:02}x{size:02}.txt"))
    result = solve(read(source).puzzle, "row-scan", **ALL)
    assert (result.count, result.statistics["nodes"]) == (solutions, nodes)


@pytest.mark.parametrize(
    "name", [name for name in ENGINES if technique_class(name).counts_nodes]
)
def test_the_same_node_limit_gives_the_same_result(name):
    side = 6 if technique_class(name).outside else 8  # models of 8 × 8 take seconds
    puzzle = planted_board(side, side, 5, 3).puzzle
    first, second = (solve(puzzle, name, nodes=200) for _ in range(2))
    assert first.ended is second.ended is Ended.NODES
    assert first.statistics["nodes"] == second.statistics["nodes"] == 200
    assert first.best == second.best
    assert first.best.is_legal()
    assert not first.best.breaks()


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("nodes", [1, 2, 7, 1_000])
def test_where_the_search_pauses_changes_nothing(name, nodes, monkeypatch):
    puzzle = planted_board(4, 4, 3, 7).puzzle
    expected = solve(puzzle, name, **ALL)
    monkeypatch.setattr(part, "_FIRST_SLICE", nodes)
    monkeypatch.setattr(part, "_SECONDS_PER_SLICE", 0)
    result = solve(puzzle, name, **ALL)
    assert result.count == expected.count > 0
    assert result.solutions == expected.solutions
    assert result.statistics["nodes"] == expected.statistics["nodes"]


def test_a_time_limit_of_nothing_ends_at_once():
    puzzle = planted_board(8, 8, 5, 3).puzzle
    result = solve(puzzle, "row-scan", seconds=0)
    assert (result.ended, result.statistics["nodes"]) == (Ended.SECONDS, 0)
    assert not result.proves_unsolvable


@pytest.mark.parametrize("name", ENGINES)
def test_as_many_solutions_as_were_asked_for(name):
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    result = solve(puzzle, name, solutions=5, keep=3)
    assert (result.ended, result.count, len(result.solutions)) == (Ended.FOUND, 5, 3)
    every = solve(puzzle, name, solutions=24)
    assert (every.ended, every.count, len(set(every.solutions))) == (
        Ended.FOUND,
        24,
        24,
    )


def test_ctrl_c_ends_the_search_with_what_was_found():
    puzzle = planted_board(8, 8, 3, 1).puzzle

    def press_ctrl_c(progress):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        solve(puzzle, "row-scan", **ALL, watch=press_ctrl_c)
    result = stop.value.result
    assert result.ended is Ended.INTERRUPTED
    assert result.statistics["nodes"] > 0


def test_a_board_that_the_referee_refuses_is_not_returned():
    puzzle = planted_board(3, 3, 2, 0).puzzle

    class Liar(RowScanSearch):
        def advance(self, node_budget):
            return Outcome.FOUND

    row_scan, request = technique("row-scan"), Request(puzzle)
    honest = row_scan.start(request)
    liar = Liar(puzzle, honest.tables, honest.tree)
    with pytest.raises(WrongAnswer, match="engine row-scan offered"):
        run_to_the_end(SolutionRun(row_scan, request, liar), request.limits)


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("seed", mostly_deep(2, range(20)))
def test_threads_change_nothing_but_the_time(name, threads, seed):
    puzzle = planted_board(*[(4, 4), (3, 5), (2, 6), (1, 5)][seed % 4], 3, seed).puzzle
    for limits in (ALL, {}, {"solutions": 3}, {"nodes": 50 + 13 * seed}):
        one = solve(puzzle, name, **limits)
        many = solve(puzzle, name, **limits, threads=threads)
        assert many.ended == one.ended
        assert many.count == one.count
        assert many.solutions == one.solutions
        if one.ended is not Ended.FOUND:  # some search beyond the last solution
            assert many.statistics["nodes"] == one.statistics["nodes"]


@pytest.mark.parametrize("name", ["row-scan", "consistency"])
@pytest.mark.parametrize("seed", mostly_deep(12, range(120)))
def test_breaking_the_symmetry_finds_every_solution_all_the_same(name, seed):
    puzzle = random_puzzle(seed)
    limits = {"solutions": None, "keep": 10**6}
    whole = solve(puzzle, name, **limits, break_symmetry=False)
    broken = solve(puzzle, name, **limits, break_symmetry=True)
    assert broken.count == whole.count
    assert set(broken.solutions) == set(whole.solutions)
    if name == "row-scan":  # in a fixed order the one tree is part of the other
        assert broken.statistics["nodes"] <= whole.statistics["nodes"]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_masks_and_lists_walk_the_same_tree(order, seed):
    puzzle = random_puzzle(seed)
    walked = []
    for with_masks in (True, False):
        tables = row_scan_tables(puzzle, order, with_masks)
        assert tables.fits_masks == with_masks
        search = RowScanSearch(puzzle, tables, tables.start)
        boards = []
        while (outcome := search.advance(10**9)) is Outcome.FOUND:
            boards.append(search.board())
        assert outcome is Outcome.EXHAUSTED
        assert search.advance(10) is Outcome.EXHAUSTED  # and stays so
        walked.append((boards, search.tree.nodes.tolist()))
    assert walked[0] == walked[1]


def test_a_group_of_more_than_64_candidates_is_searched_whole():
    # One color: all 81 pieces fit everywhere, four ways each.
    puzzle = Puzzle(9, 9, [(1, 1, 1, 1)] * 81, framed=False)
    search = technique("row-scan").start(Request(puzzle))
    assert not search.tables.fits_masks
    search.stop_at(1)  # the beginnings only
    beginnings = 0
    while search.advance(10**9) is Outcome.FOUND:
        beginnings += 1
    assert beginnings == 81 * 4


@pytest.mark.parametrize("name", RESUMABLE)
def test_the_share_of_the_tree_grows_to_the_end(name):
    puzzle = planted_board(4, 4, 3, 7).puzzle
    search = technique(name).start(Request(puzzle))
    shares = [0.0]
    while search.advance(7) is not Outcome.EXHAUSTED:
        shares.append(search.share())
    assert shares == pytest.approx(sorted(shares))
    assert 0.5 < shares[-1] <= 1


@pytest.mark.parametrize("name", sorted({*RESUMABLE} - {"auto"}))
def test_the_share_is_that_of_all_branchings_however_deep(name):
    puzzle = planted_board(12, 12, 9, 7).puzzle
    search = technique(name).start(Request(puzzle))
    search.advance(300)
    share, weight, steps = Fraction(0), Fraction(1), 0
    for tried, choices in search.branchings():
        weight /= choices
        share += weight * tried
        steps += 1
    assert steps > 9
    assert search.share() == pytest.approx(float(share), rel=1e-14)


@pytest.mark.parametrize("name", COMPLETE)
def test_a_board_of_hints_only_is_its_own_solution(name):
    board = planted_board(2, 2, 2, 1)
    full = solve(board.puzzle.with_hints(board.placements), name, **ALL)
    assert (full.count, full.ended) == (1, Ended.EXHAUSTED)
    assert full.solutions[0].is_solution()


@pytest.mark.parametrize("name", COMPLETE)
def test_hints_that_do_not_match_leave_no_solution(name):
    puzzle = Puzzle(
        1,
        3,
        [(1, 2, 1, 3), (1, 2, 1, 3), (1, 2, 1, 2)],
        [(0, 0, 0), (1, 1, 0)],
        framed=False,
    )
    assert solve(puzzle, name, **ALL).proves_unsolvable


def test_an_unknown_engine_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownName, match="no engine 'magic'"):
        technique_class("magic")


def test_ctrl_c_before_the_search_begins_is_an_answer_too(monkeypatch):
    def pressed(technique, request):
        raise KeyboardInterrupt

    monkeypatch.setattr(technique_class("consistency"), "start", pressed)
    with pytest.raises(Interrupted) as stop:
        solve(planted_board(3, 3, 3, 1).puzzle, "consistency")
    result = stop.value.result
    assert (result.ended, result.count) == (Ended.INTERRUPTED, 0)
    assert not result.proves_unsolvable
