"""Pieces on cells, and the one definition of what a correct board is.

This module is the referee.  It is written for reading, uses no compiled code, and
every engine's answer passes through it; nothing here is shared with the kernels.

A board is *legal* when every rule about single placements holds: no piece twice, no
forbidden turn, the rim whole where it is covered, no other piece on a hint's cell.
Joins that do not match are *breaks*; they cost score, they are not illegal.  A
*solution* is a full legal board without a break.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from edgematch.drawable import Drawable
from edgematch.errors import PuzzleError
from edgematch.geometry import (
    EAST,
    NORTH,
    RIM,
    SIDE_NAMES,
    SOUTH,
    WEST,
    Colors,
    neighbor,
    opposite,
)
from edgematch.puzzle import Placement, Puzzle, check_placement, check_placements


class Join(NamedTuple):
    """Two facing sides with a piece on both: the `side` of `cell` and its neighbor."""

    cell: int
    side: int
    other_cell: int
    color: int
    other_color: int
    matches: bool


@dataclass(frozen=True, repr=False)
class Board(Drawable):
    """A puzzle with some of its pieces placed; every method works on partial boards.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> board = Board(puzzle, [(0, 0, 0), (1, 1, 2)])
    >>> board.score(), board.is_solution()
    (1, True)
    """

    puzzle: Puzzle
    placements: tuple[Placement, ...]
    """In the order of the cells."""

    if TYPE_CHECKING:

        def __init__(
            self, puzzle: Puzzle, placements: Iterable[tuple[int, int, int]]
        ) -> None: ...

    def __post_init__(self) -> None:
        placements = check_placements(self.placements, "board")
        for placement in placements:
            check_placement(placement, self.puzzle, "", "board")
        for before, placement in pairwise(placements):
            if before.cell == placement.cell:
                name = self.puzzle.cell_name(placement.cell)
                raise PuzzleError(f"cell {name} has two pieces", "board")
        object.__setattr__(self, "placements", placements)

    def __repr__(self) -> str:
        placed = f"{len(self.placements)} of {self.puzzle.cells} pieces"
        score = f"score {self.score()} of {self.puzzle.joins}"
        return f"<Board of {self.puzzle.name or 'a puzzle'}: {placed}, {score}>"

    @cached_property
    def _by_cell(self) -> dict[int, Placement]:
        return {placement.cell: placement for placement in self.placements}

    def at(self, cell: int) -> Placement | None:
        """Return the placement on `cell`, or None where it is empty."""
        return self._by_cell.get(cell)

    def colors_at(self, cell: int) -> Colors | None:
        """Return the colors shown on `cell`, clockwise from north; None if empty."""
        placement = self.at(cell)
        if placement is None:
            return None
        return self.puzzle.colors_of(placement.piece, placement.turn)

    def joins(self) -> Iterator[Join]:
        """Yield every join whose two cells are both filled."""
        rows, columns = self.puzzle.rows, self.puzzle.columns
        for cell, _, _ in self.placements:
            here = self.colors_at(cell)
            for side in (EAST, SOUTH):
                beyond = neighbor(cell, side, rows, columns)
                there = None if beyond is None else self.colors_at(beyond)
                if here is None or there is None or beyond is None:
                    continue
                color, other_color = here[side], there[opposite(side)]
                matches = self._may_face(color, other_color)
                yield Join(cell, side, beyond, color, other_color, matches)

    def _may_face(self, color: int, other_color: int) -> bool:
        # Two rim colors never match: the rim color belongs on the rim only.
        if self.puzzle.framed and RIM in (color, other_color):
            return False
        return self.puzzle.mate(color) == other_color

    def score(self) -> int:
        """Return the number of joins that match."""
        return sum(join.matches for join in self.joins())

    def breaks(self) -> tuple[Join, ...]:
        """Return the joins that do not match."""
        return tuple(join for join in self.joins() if not join.matches)

    def empty_cells(self) -> tuple[int, ...]:
        """Return the cells without a piece."""
        return tuple(
            cell for cell in range(self.puzzle.cells) if cell not in self._by_cell
        )

    def missing_pieces(self) -> tuple[int, ...]:
        """Return the pieces that are not on the board."""
        placed = {placement.piece for placement in self.placements}
        return tuple(
            piece for piece in range(len(self.puzzle.pieces)) if piece not in placed
        )

    def repeated_pieces(self) -> tuple[int, ...]:
        """Return the pieces that are on more than one cell."""
        times = Counter(placement.piece for placement in self.placements)
        return tuple(sorted(piece for piece, count in times.items() if count > 1))

    def pieces_without_break(self) -> int:
        """Return how many pieces fit all their neighbors and the rim."""
        return len(self.placements) - len(self._cells_at_fault())

    def _cells_at_fault(self) -> set[int]:
        """Return the cells with a break or a fault at the rim."""
        cells = {
            cell for join in self.breaks() for cell in (join.cell, join.other_cell)
        }
        at_rim = (each.cell for each in self.placements if self._misfits_rim(each))
        return cells.union(at_rim)

    def clean_rows(self, side: int = NORTH) -> int:
        """Return how many rows in sequence, counted from a side, are full and clean.

        Clean rows have no break among them and no fault at the rim.  From east and
        west the columns are counted.

        >>> puzzle = Puzzle(2, 1, [(0, 0, 1, 0), (2, 0, 0, 0)])
        >>> board = Board(puzzle, [(0, 0, 0), (1, 1, 0)])
        >>> board.clean_rows(), board.clean_rows(SOUTH), board.clean_rows(EAST)
        (1, 1, 0)
        """
        rows, columns = self.puzzle.rows, self.puzzle.columns
        lines = [range(row * columns, (row + 1) * columns) for row in range(rows)]
        if side in (EAST, WEST):
            lines = [range(start, rows * columns, columns) for start in range(columns)]
        at_fault = {each.cell for each in self.placements if self._misfits_rim(each)}
        at_fault.update(self.empty_cells())
        breaks = self.breaks()
        inside: set[int] = set()
        for count, line in enumerate(lines[::-1] if side in (EAST, SOUTH) else lines):
            inside.update(line)
            if not inside.isdisjoint(at_fault) or any(
                inside >= {join.cell, join.other_cell} for join in breaks
            ):
                return count
        return len(lines)

    def clean_prefix(self) -> int:
        """Return how many pieces in sequence, counted from a corner, are clean.

        They are counted row after row or column after column up to the first empty
        cell, break with one of them, or fault at the rim; the best of all corners and
        both directions counts.

        >>> puzzle = Puzzle(1, 3, [(0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 1)])
        >>> Board(puzzle, [(0, 0, 0), (1, 1, 0), (2, 2, 0)]).clean_prefix()
        2
        """
        rows, columns = self.puzzle.rows, self.puzzle.columns
        faults = [{each.cell} for each in self.placements if self._misfits_rim(each)]
        faults += [{cell} for cell in self.empty_cells()]
        faults += [{join.cell, join.other_cell} for join in self.breaks()]
        longest = 0
        for from_south, from_east in product((False, True), repeat=2):
            by_rows, by_columns = [self.puzzle.cells], [self.puzzle.cells]
            for fault in faults:
                places = []
                for cell in fault:
                    row, column = divmod(cell, columns)
                    row = rows - 1 - row if from_south else row
                    column = columns - 1 - column if from_east else column
                    places.append((row, column))
                by_rows.append(max(row * columns + column for row, column in places))
                by_columns.append(max(column * rows + row for row, column in places))
            longest = max(longest, min(by_rows), min(by_columns))
        return longest

    def _misfits_rim(self, placement: Placement) -> bool:
        return bool(self.puzzle.rim_faults(placement))

    def kept_hints(self) -> tuple[Placement, ...]:
        """Return the hints that are placed on the board as given."""
        return tuple(hint for hint in self.puzzle.hints if self.at(hint.cell) == hint)

    def broken_hints(self) -> tuple[Placement, ...]:
        """Return the hints with another piece on their cell or their piece elsewhere.

        A hint that is not placed yet is neither kept nor broken.
        """
        placed = {placement.piece for placement in self.placements}
        return tuple(
            hint
            for hint in self.puzzle.hints
            if self.at(hint.cell) != hint
            and (self.at(hint.cell) is not None or hint.piece in placed)
        )

    def problems(self) -> tuple[str, ...]:
        """Return one line for each rule that a placement breaks; none if legal."""
        return tuple(self._problems())

    def _problems(self) -> Iterator[str]:
        puzzle = self.puzzle
        for piece in self.repeated_pieces():
            cells = [
                puzzle.cell_name(placement.cell)
                for placement in self.placements
                if placement.piece == piece
            ]
            yield f"piece {piece + 1} is on {len(cells)} cells: {', '.join(cells)}"
        for placement in self.placements:
            name = puzzle.cell_name(placement.cell)
            if placement.turn not in puzzle.turns:
                yield f"piece {placement.piece + 1} on {name} may not be turned"
            faults = puzzle.rim_faults(placement)
            if faults:
                sides = " and ".join(SIDE_NAMES[side] for side in faults)
                yield (
                    f"piece {placement.piece + 1} on {name} does not fit the rim"
                    f" ({sides})"
                )
        for hint in self.broken_hints():
            yield (
                f"the hint at {puzzle.cell_name(hint.cell)}, piece {hint.piece + 1}"
                f" turned by {hint.turn}, is broken"
            )

    def is_legal(self) -> bool:
        """Return whether no rule about single placements is broken."""
        return next(self._problems(), None) is None

    def is_complete(self) -> bool:
        """Return whether every cell is filled."""
        return len(self.placements) == self.puzzle.cells

    def is_solution(self) -> bool:
        """Return whether the board is full, legal and without a break."""
        return (
            self.is_complete()
            and self.is_legal()
            and all(join.matches for join in self.joins())
        )
