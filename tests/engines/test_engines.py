"""What every engine owes its caller, whichever engine it is."""

from dataclasses import replace

import pytest

from edgematch.engines import ENGINES, driver, engine_class, solve
from edgematch.errors import UnknownName
from edgematch.formats import read
from edgematch.formats.sources import read_source
from edgematch.orders import ORDERS
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Limits
from naive import naive_nodes, naive_solutions
from planted import planted_board
from shared_data import data_file

ALL = Limits(solutions=None)
COMPLETE = [name for name in ENGINES if engine_class(name).complete]


def random_puzzle(seed: int) -> Puzzle:
    """A small puzzle of some kind; every third has a piece exchanged."""
    puzzle = planted_board(
        *[(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)][seed % 6],
        colors=1 + seed // 6 % 3,
        seed=seed,
        framed=seed // 2 % 2 == 0 or seed % 6 == 5,
        signed=seed // 4 % 2 == 0,
        turnable=seed // 8 % 2 == 0 or seed % 6 > 3,
        hints=seed // 16 % 2,
    ).puzzle
    if seed % 3 == 0 and not puzzle.hints:
        pieces = list(puzzle.pieces)
        pieces[0] = pieces[-1]
        puzzle = replace(puzzle, pieces=tuple(pieces))
    # A 3 × 3 board of one color has millions of solutions: not for the naive solver.
    return (
        puzzle
        if len(puzzle.colors) > 2 or puzzle.cells < 6
        else random_puzzle(seed + 7)
    )


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_complete_engines_find_exactly_the_solutions_there_are(name, first):
    for seed in range(first, first + 100):
        puzzle = random_puzzle(seed)
        limits = Limits(solutions=None, keep=10**6)
        result = engine_class(name)().solve(puzzle, limits)
        expected = naive_solutions(puzzle)
        assert result.ended is Ended.EXHAUSTED
        assert result.count == len(expected)
        found = [board.placements for board in result.solutions]
        assert sorted(found) == sorted(expected)
        assert result.proves_unsolvable == (not expected)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(30))
def test_the_fill_order_changes_the_way_and_not_the_solutions(order, seed):
    puzzle = random_puzzle(seed)
    result = solve(puzzle, "plain", ALL, order=order)
    assert result.count == len(naive_solutions(puzzle))


@pytest.mark.parametrize("seed", range(60))
def test_row_order_places_as_many_pieces_as_the_definition(seed):
    puzzle = random_puzzle(seed)
    assert solve(puzzle, "plain", ALL).statistics["nodes"] == naive_nodes(puzzle)


@pytest.mark.parametrize(("size", "solutions", "nodes"), [(3, 16, 132), (4, 36, 4_470)])
def test_the_known_node_counts_of_owens_puzzles(size, solutions, nodes):
    source = read_source(data_file(f"owen/pieces_{size:02}x{size:02}.txt"))
    result = solve(read(source).puzzle, "plain", ALL)
    assert (result.count, result.statistics["nodes"]) == (solutions, nodes)


@pytest.mark.parametrize("name", ENGINES)
def test_the_same_node_limit_gives_the_same_result(name):
    puzzle = planted_board(8, 8, 5, 3).puzzle
    first, second = (
        engine_class(name)().solve(puzzle, Limits(nodes=2_000)) for _ in range(2)
    )
    assert first.ended is second.ended is Ended.NODES
    assert first.statistics["nodes"] == second.statistics["nodes"] == 2_000
    assert first.best == second.best
    assert first.best.is_legal()
    assert not first.best.breaks()


@pytest.mark.parametrize("slice_seconds", [1e-9, 1e-4, 10])
def test_where_the_search_pauses_changes_nothing(slice_seconds, monkeypatch):
    puzzle = planted_board(4, 4, 3, 7).puzzle
    expected = solve(puzzle, "plain", ALL)
    monkeypatch.setattr(driver, "_SECONDS_PER_SLICE", slice_seconds)
    result = solve(puzzle, "plain", ALL)
    assert result.count == expected.count > 0
    assert result.solutions == expected.solutions
    assert result.statistics["nodes"] == expected.statistics["nodes"]


def test_a_time_limit_of_nothing_ends_at_once():
    puzzle = planted_board(8, 8, 5, 3).puzzle
    result = solve(puzzle, "plain", Limits(seconds=0))
    assert (result.ended, result.statistics["nodes"]) == (Ended.SECONDS, 0)
    assert not result.proves_unsolvable


def test_as_many_solutions_as_were_asked_for():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    result = solve(puzzle, "plain", Limits(solutions=5, keep=3))
    assert (result.ended, result.count, len(result.solutions)) == (Ended.FOUND, 5, 3)


def test_ctrl_c_ends_the_search_with_what_was_found():
    puzzle = planted_board(6, 6, 3, 1).puzzle

    def press_ctrl_c(progress):
        raise KeyboardInterrupt

    result = engine_class("plain")().solve(puzzle, ALL, press_ctrl_c)
    assert result.ended is Ended.INTERRUPTED
    assert result.statistics["nodes"] > 0


def test_a_search_that_is_exhausted_stays_so():
    from edgematch.engines.plain import PlainSearch

    search = PlainSearch(planted_board(2, 2, 2, 0).puzzle, "rows")
    while search.advance(10) is not driver.Outcome.EXHAUSTED:
        pass
    assert search.advance(10) is driver.Outcome.EXHAUSTED


def test_the_driver_refuses_a_board_that_the_referee_refuses():
    from edgematch.engines.plain import PlainSearch

    class Liar(PlainSearch):
        def advance(self, node_budget):
            return driver.Outcome.FOUND

    puzzle = planted_board(2, 2, 2, 0).puzzle
    with pytest.raises(driver.WrongAnswer, match="engine liar offered"):
        driver.drive("liar", puzzle, Liar(puzzle, "rows"), Limits(), None)


def test_an_unknown_engine_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownName, match="no engine 'magic'"):
        engine_class("magic")
