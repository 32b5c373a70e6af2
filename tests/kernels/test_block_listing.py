"""The list of blocks against all fillings of the same cells, one by one."""

from itertools import product

import numpy as np
import pytest

from edgematch.geometry import EAST, NORTH, SIDES, SOUTH, WEST
from edgematch.techniques.blocks.tables import enumeration as block_listing
from edgematch.techniques.blocks.tables.enumeration import all_blocks
from edgematch.techniques.blocks.tables.places import block_places
from naive import mate, shown
from planted import planted_board

KINDS = [
    {},
    {"framed": False},
    {"signed": True},
    {"turnable": False},
    {"hints": 2},
]


def naive_blocks(puzzle, place):
    """Every filling of the cells of a place that breaks no rule within it."""
    hinted = {hint.piece for hint in puzzle.hints}
    forced = {hint.cell: (hint.piece, hint.turn) for hint in puzzle.hints}
    free = [
        (piece, turn)
        for piece in range(len(puzzle.pieces))
        if piece not in hinted
        for turn in (range(4) if puzzle.turnable else (0,))
    ]
    found = [()]
    for cell in place.cells:
        ways = [forced[cell]] if cell in forced else free
        found = [
            (*before, way)
            for before, way in product(found, ways)
            if way[0] not in {piece for piece, _ in before}
            and fits(puzzle, place, before, way)
        ]
    return {tuple(piece * 4 + turn for piece, turn in block) for block in found}


def fits(puzzle, place, before, way):
    row, column = divmod(place.cells[len(before)], puzzle.columns)
    colors = shown(puzzle, *way)
    if puzzle.framed:
        last_row, last_column = puzzle.rows - 1, puzzle.columns - 1
        on_rim = (row == 0, column == last_column, row == last_row, column == 0)
        if tuple(color == 0 for color in colors) != on_rim:
            return False
    laid = dict(zip(place.cells, before, strict=False))
    above, west = laid.get((row - 1) * puzzle.columns + column), None
    if column:
        west = laid.get(row * puzzle.columns + column - 1)
    if above and mate(puzzle, shown(puzzle, *above)[SOUTH]) != colors[NORTH]:
        return False
    return not (west and mate(puzzle, shown(puzzle, *west)[EAST]) != colors[WEST])


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("board", "block"),
    [
        ((2, 4), (2, 2)),
        ((3, 3), (2, 2)),
        ((2, 3), (2, 3)),
        pytest.param((3, 2), (3, 1), marks=pytest.mark.small),
    ],
)
def test_the_list_of_blocks_is_that_of_the_definition(board, block, kind):
    puzzle = planted_board(*board, 3, 5, **kind).puzzle
    for place in block_places(puzzle, *block):
        ways = all_blocks(puzzle, place.kind).ways
        found = {tuple(block) for block in ways.tolist()}
        assert len(found) == len(ways)
        assert found == naive_blocks(puzzle, place)


def test_where_the_listing_pauses_changes_nothing(monkeypatch):
    puzzle = planted_board(4, 4, 3, 1).puzzle
    kind = block_places(puzzle, 2, 2)[0].kind
    whole = all_blocks(puzzle, kind)
    for chunk, budget in ((1, 1000), (1000, 1), (7, 5)):
        monkeypatch.setattr(block_listing, "_CHUNK", chunk)
        monkeypatch.setattr(block_listing, "_BUDGET", budget)
        assert np.array_equal(all_blocks(puzzle, kind).ways, whole.ways)


@pytest.mark.parametrize("signed", [True, False])
def test_neighbors_on_a_solved_board_show_what_the_other_demands(signed):
    board = planted_board(4, 6, 3, 2, signed=signed)
    puzzle = board.puzzle
    way_of = {cell: piece * 4 + turn for cell, piece, turn in board.placements}
    places = block_places(puzzle, 2, 2)
    for place in places:
        for other, here, there in (
            (place.above, NORTH, SOUTH),
            (place.before, WEST, EAST),
        ):
            if other is None:
                continue
            mine, block = row_of(puzzle, place, way_of)
            beyond, neighbor = row_of(puzzle, places[other], way_of)
            assert (
                block.shown_patterns(here)[mine]
                == neighbor.demanded_patterns(there)[beyond]
            )
            assert (
                neighbor.shown_patterns(there)[beyond]
                == block.demanded_patterns(here)[mine]
            )


def row_of(puzzle, place, way_of):
    blocks = all_blocks(puzzle, place.kind)
    wanted = [way_of[cell] for cell in place.cells]
    (found,) = np.flatnonzero((blocks.ways == wanted).all(axis=1))
    return found, blocks


def test_the_pattern_of_the_rim_is_nothing():
    puzzle = planted_board(4, 4, 3, 2).puzzle
    for place in block_places(puzzle, 2, 2):
        blocks = all_blocks(puzzle, place.kind)
        for side in SIDES:
            assert (blocks.shown_patterns(side) == 0).all() == place.kind.on_rim[side]
