"""The pieces and cells of a puzzle as arrays, for searches on full boards."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import RIM, SIDE_NAMES, SIDES, is_on_rim, neighbor
from edgematch.placements.kernel.full_boards import PuzzleArrays, count_breaks
from edgematch.placements.ways import color_count
from edgematch.puzzle import Placement, Puzzle

_FORBIDDEN = 16
_SPREAD = 0x9E3779B97F4A7C15
"""Multiplier that spreads small seeds; a state of zero would stay zero."""


BoardWays = NDArray[np.uint32]
"""A board as an array: the way on each cell, see `placements.kernel.full_boards`."""


@dataclass(frozen=True)
class FullBoardTables:
    """A puzzle as the arrays that kernels take."""

    puzzle: Puzzle
    arrays: PuzzleArrays
    colors: int
    """Colors are smaller than this; as a demand, no color meets it."""

    @property
    def blank(self) -> int:
        """The way of a cell that is empty or off the board."""
        return self.puzzle.cells * 16

    @cached_property
    def ways_by_rim(self) -> dict[int, NDArray[np.uint32]]:
        """The ways of all pieces that are no hints, by their sides on the rim."""
        hinted = {hint.piece for hint in self.puzzle.hints}
        rims = self.arrays.rim_of_way
        return {
            rim: np.array(
                [
                    way * 4
                    for way in np.flatnonzero(rims == rim)
                    if way // 4 not in hinted
                ],
                np.uint32,
            )
            for rim in set(self.arrays.rim.tolist())
        }

    @cached_property
    def kind_of_piece(self) -> NDArray[np.uint8]:
        """The kind of cells that each piece fits on, see `PuzzleArrays.kind`."""
        rims = self.arrays.rim_of_way[::4]
        turnable = self.puzzle.turnable
        return np.array([_kind(int(rim), turnable) for rim in rims], np.uint8)

    @cached_property
    def around(self) -> NDArray[np.int64]:
        """The cells beyond the sides of each, shape (cells, 4)."""
        return self.arrays.neighbor.astype(np.int64)

    def empty(self) -> NDArray[np.uint32]:
        """Return a board of blanks, with one more for off the board."""
        return np.full(self.puzzle.cells + 1, self.blank, np.uint32)

    def ways_of(self, placements: Iterable[Placement]) -> NDArray[np.uint32]:
        """Return placements as ways by cell."""
        ways = self.empty()
        for cell, piece, turn in placements:
            ways[cell] = piece * 16 + turn * 4
        return ways

    def placements(self, ways: NDArray[np.uint32]) -> list[Placement]:
        """Return the ways on the cells as placements, blanks left out."""
        return [
            Placement(cell, int(way) // 16, int(way) // 4 % 4)
            for cell, way in enumerate(ways[: self.puzzle.cells])
            if way != self.blank
        ]

    def breaks_of(self, ways: NDArray[np.uint32]) -> int:
        """Count the breaks of a full board."""
        broken = np.zeros(2 * self.puzzle.joins + 2, np.uint32)
        return count_breaks(self.arrays, ways, broken)

    def board(self, ways: NDArray[np.uint32]) -> Board:
        """Return the ways on the cells as a board."""
        return Board(self.puzzle, self.placements(ways))


def full_board_tables(puzzle: Puzzle) -> FullBoardTables:
    """Return the arrays of a puzzle; refuse one that has no legal full board."""
    count, colors = puzzle.cells, color_count(puzzle)
    blank = count * 16
    shown = np.full(blank + 16, colors + 1, np.uint16)
    demanded = np.full(blank + 16, colors, np.uint16)
    demanded[blank + 4 :] = 0  # for steps without demands
    rim_of_way = np.full(count * 4, _FORBIDDEN, np.uint8)
    for piece in range(count):
        for turn in puzzle.turns:
            place = piece * 16 + turn * 4
            here = puzzle.colors_of(piece, turn)
            shown[place : place + 4] = here
            demanded[place : place + 4] = [
                colors if puzzle.framed and color == RIM else puzzle.mate(color)
                for color in here
            ]
            rim_of_way[place // 4] = _bits(
                puzzle.framed and color == RIM for color in here
            )
    rim = np.array([_rim(puzzle, cell) for cell in range(count)] + [0], np.uint8)
    kinds = {bits: _kind(bits, puzzle.turnable) for bits in range(16)}
    of_cells = Counter(kinds[int(bits)] for bits in rim[:-1])
    of_pieces = Counter(kinds[int(bits)] for bits in rim_of_way[::4])
    for kind in sorted(of_cells | of_pieces):
        if of_cells[kind] != of_pieces[kind]:
            there, room = of_pieces[kind], of_cells[kind]
            raise UnsupportedPuzzle(
                f"no full board fits the rim: {room} cell{'s' * (room != 1)} and"
                f" {there} piece{'s' * (there != 1)} have the rim on"
                f" {_sides_in_words(kind, puzzle.turnable)}"
            )
    beyond = np.array(
        [[_beyond(puzzle, cell, side) for side in SIDES] for cell in range(count)],
        np.uint32,
    )
    is_fixed = np.zeros(count + 1, np.uint8)
    is_fixed[[count, *(hint.cell for hint in puzzle.hints)]] = 1
    kind_of_cell = np.array([kinds[int(bits)] for bits in rim], np.uint8)
    arrays = PuzzleArrays(
        shown, demanded, rim_of_way, beyond, rim, kind_of_cell, is_fixed
    )
    return FullBoardTables(puzzle, arrays, colors)


def random_state(*seeds: int) -> NDArray[np.uint64]:
    """Return the state of a kernel's random numbers, from one or more seeds."""
    state = 0
    for seed in seeds:
        state = (state ^ (seed + 1)) * _SPREAD % 2**64
        state ^= state >> 29
    return np.array([state or 1], np.uint64)


def _beyond(puzzle: Puzzle, cell: int, side: int) -> int:
    beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
    return puzzle.cells if beyond is None else beyond


def _rim(puzzle: Puzzle, cell: int) -> int:
    return _bits(
        puzzle.framed and is_on_rim(cell, side, puzzle.rows, puzzle.columns)
        for side in SIDES
    )


def _bits(sides: Iterable[bool]) -> int:
    return sum(1 << side for side, is_there in enumerate(sides) if is_there)


def _sides_in_words(kind: int, turnable: bool) -> str:
    """Return the number or names of the rim sides of a kind of pieces.

    >>> _sides_in_words(0, True), _sides_in_words(3, True), _sides_in_words(9, False)
    ('no side', '2 sides', 'north and west')
    """
    sides = [SIDE_NAMES[side] for side in SIDES if kind >> side & 1]
    if not sides:
        return "no side"
    if not turnable:
        return " and ".join(sides)
    neighbors = " opposite" if kind == 5 else ""
    return f"{len(sides)}{neighbors} side{'s' * (len(sides) > 1)}"


def _kind(rim: int, turnable: bool) -> int:
    """Return what pieces and cells with these rim sides have in common."""
    if not turnable:
        return rim
    return min((rim << turn | rim >> (4 - turn)) & 15 for turn in range(4))
