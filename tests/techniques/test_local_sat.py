"""Local search finds solutions, says nothing of those it does not find."""

import re
from random import Random

import pytest

from edgematch.encoders import FORMULAS
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from edgematch.results import Ended
from edgematch.search import solve
from edgematch.search.options import OptionError
from edgematch.techniques.local_sat import ALGORITHMS, LocalSat
from naive import naive_solutions
from planted import planted_board, random_puzzle


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("encoding", FORMULAS)
def test_what_is_found_is_a_solution_under_every_rule(algorithm, encoding):
    random = Random(f"{algorithm} {encoding}")
    for seed in range(24):
        puzzle = random_puzzle(seed)
        options = {
            "explicit": random.random() < 0.5,
            "forbidden_colors": random.random() < 0.5,
            "break_symmetry": random.random() < 0.5,
            "restart_after": 2_000,  # small puzzles have deep holes
            "seed": seed,
        }
        solutions = naive_solutions(puzzle)
        result = solve(
            puzzle,
            "local-sat",
            nodes=200_000 if solutions else 500,
            algorithm=algorithm,
            encoding=encoding,
            **options,
        )
        assert not result.proves_unsolvable
        found = {board.placements for board in result.solutions}
        assert found <= set(solutions)
        assert bool(found) == bool(solutions), (seed, options)


def test_all_solutions_are_found_in_the_end_and_none_twice():
    puzzle = planted_board(2, 3, 2, 2).puzzle
    expected = naive_solutions(puzzle)
    result = solve(puzzle, "local-sat", solutions=len(expected))
    assert result.ended is Ended.FOUND
    assert sorted(b.placements for b in result.solutions) == sorted(expected)


def test_a_solution_with_many_like_pieces_is_found_at_once():
    # Each model stands for 4 to the power of 16 boards: nobody should list them.
    pieces = [(1, 1, 1, 1)] * 16
    puzzle = Puzzle(4, 4, pieces, framed=False)
    assert solve(puzzle, "local-sat", solutions=3).count == 3


def test_the_same_seed_is_the_same_walk_and_another_is_another():
    puzzle = load("clue1").puzzle
    flips = [
        solve(puzzle, "local-sat", seed=seed).statistics["nodes"] for seed in (1, 1, 2)
    ]
    assert flips[0] == flips[1] != flips[2]


def test_the_note_tells_flips_a_second():
    result = solve(load("clue1").puzzle, "local-sat", nodes=5_000, seed=3)
    assert re.search(r"ddfw on compact, .* [0-9,]+ flips/s, 0 restarts", result.note)


def test_a_walk_goes_on_from_a_checkpoint(tmp_path):
    puzzle, path = load("clue3").puzzle, tmp_path / "run.npz"
    whole = solve(puzzle, "local-sat", solutions=2, seed=4)
    flips = int(whole.statistics["nodes"])
    for part in (1, 2):
        solve(
            puzzle,
            "local-sat",
            solutions=2,
            nodes=flips * part // 3,
            seed=4,
            checkpoint=path,
            resume=path if part > 1 else None,
        )
    result = solve(puzzle, "local-sat", solutions=2, seed=4, resume=path)
    assert result.solutions == whole.solutions
    assert result.statistics["nodes"] == flips


def test_options_that_cannot_be_are_refused():
    with pytest.raises(OptionError, match="algorithm must be one of ddfw, "):
        LocalSat(algorithm="magic")
    with pytest.raises(OptionError, match=r"base must be from 1\.000001 "):
        LocalSat(base=1.0)


@pytest.mark.deep
def test_the_explicit_encoding_takes_fewer_flips_than_the_compact_one():
    # Table 3 of Heule, for the clue puzzles: explicit wins on each of them.
    for name in ("clue1", "clue3"):
        puzzle = load(name).puzzle.with_hints([])
        compact, explicit = (
            sum(
                solve(puzzle, "local-sat", seed=seed, explicit=is_explicit).statistics[
                    "nodes"
                ]
                for seed in range(1, 9)
            )
            for is_explicit in (False, True)
        )
        assert explicit < compact


def test_a_limit_is_met_where_a_known_board_comes_up_again():
    pieces = [(0, 1, 2, 0), (0, 2, 1, 0), (0, 1, 1, 0), (0, 2, 2, 0)]
    puzzle = Puzzle(2, 2, pieces)
    for nodes in range(1, 300, 7):
        result = solve(
            puzzle, "local-sat", solutions=None, nodes=nodes, algorithm="probsat"
        )
        assert result.statistics["nodes"] <= nodes
