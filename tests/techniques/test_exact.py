"""The fewest breaks that `exact` proves, against plain search up to 4 × 4."""

import pytest

from brute_scores import has_board
from naive_scores import naive_fewest_breaks
from planted import random_puzzle
from proofs import chosen_seeds, compared


def test_the_compiled_search_says_what_the_naive_one_says():
    for seed in range(36):
        puzzle = random_puzzle(seed)
        fewest = naive_fewest_breaks(puzzle)
        if fewest is None:
            assert not has_board(puzzle, puzzle.joins)[0], seed
        else:
            assert has_board(puzzle, fewest)[0], seed
            assert not has_board(puzzle, fewest - 1)[0], seed


@pytest.mark.deep
def test_hundreds_of_unsolvable_puzzles_of_4_by_4():
    # `make proofs` looks at thousands.
    found = [(breaks, puzzle) for breaks, puzzle, _ in compared(chosen_seeds(600))]
    unsolvable = [puzzle for breaks, puzzle in found if breaks]
    assert len(unsolvable) > 300
    assert sum(len(puzzle.hints) > 0 for puzzle in unsolvable) > 100
    assert sum(len(set(puzzle.pieces)) < 16 for puzzle in unsolvable) > 50
    assert max(breaks for breaks, _ in found) > 3
