"""The fewest breaks that `exact` proves, against plain search up to 4 × 4."""

import os

import pytest

from brute_scores import has_board
from edgematch.errors import UnsupportedPuzzle
from edgematch.search import optimize
from naive_scores import naive_fewest_breaks
from planted import random_puzzle, unsolvable
from proofs import chosen_seeds, compared


@pytest.mark.deep
def test_exact_finds_the_fewest_breaks_there_are():
    # EDGEMATCH_EXACT=3000 looks at thousands.
    seeds = int(os.environ.get("EDGEMATCH_EXACT", "30"))
    checked = 0
    for seed in range(seeds):
        for puzzle in (random_puzzle(seed), unsolvable(seed)):
            try:
                result = optimize(puzzle, "exact")
            except UnsupportedPuzzle as error:
                assert "no full board fits the rim" in str(error)
                assert naive_fewest_breaks(puzzle) is None
                continue
            breaks = result.statistics["breaks"]
            assert result.is_proved
            assert result.statistics["at_least"] == breaks
            checked += breaks > 0
            if puzzle.cells > 12 and (breaks > 3 or (seeds < 500 and seed > 5)):
                continue  # too long for the naive search: see the solvers of others
            # The board is there; so what is left to see is that none is better.
            assert naive_fewest_breaks(puzzle, below=breaks) is None, seed
    assert checked > 20


@pytest.mark.deep
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
