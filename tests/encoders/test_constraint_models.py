"""Both constraint models have exactly the solutions of the puzzle."""

from itertools import product

import pytest

from edgematch.encoders import CONSTRAINT_MODELS, encoding
from edgematch.symmetry import board_symmetries, turn_board
from naive import naive_solutions
from planted import random_puzzle


def solutions_of(model):
    """Every solution, by trying the rows of one table after the other."""
    partial = [{}]
    for variables, table in sorted(model.allowed, key=lambda each: each.variables[0]):
        grown = []
        for known, row in product(partial, model.tables[table]):
            values = dict(zip(variables, row, strict=True))
            if all(known.get(name, value) == value for name, value in values.items()):
                pieces = [
                    value
                    for name, value in {**known, **values}.items()
                    if name in model.all_different
                ]
                if len(set(pieces)) == len(pieces):
                    grown.append({**known, **values})
        partial = grown
    return partial


@pytest.mark.parametrize("name", CONSTRAINT_MODELS)
@pytest.mark.parametrize("break_symmetry", [False, True])
def test_the_solutions_of_the_model_are_those_of_the_puzzle(name, break_symmetry):
    for seed in range(24):
        puzzle = random_puzzle(seed)
        expected = naive_solutions(puzzle)
        if len(expected) > 100:
            continue
        model = encoding(name, break_symmetry=break_symmetry).encode(puzzle)
        solutions = solutions_of(model)
        for values in solutions:
            assert all(values[key] in model.domains[key] for key in values)
        boards = [model.decode(values) for values in solutions]
        if break_symmetry:
            turns = board_symmetries(puzzle)
            boards = [turn_board(board, turn) for board in boards for turn in turns]
        assert sorted(board.placements for board in boards) == sorted(expected)
