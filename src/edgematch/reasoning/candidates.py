"""What an empty cell of a board may show: what fits, and what is left of it."""

from dataclasses import dataclass

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Placement
from edgematch.reasoning.domains import Domains, Ways, fitting_ways, placement_of
from edgematch.reasoning.steps import complete_hints

__all__ = ["CellCandidates", "cell_candidates"]


@dataclass(frozen=True)
class CellCandidates:
    """The candidates of a cell.  Of pieces that look the same, the first stands."""

    fitting: tuple[Placement, ...]
    """The pieces not on the board that fit the neighbors and the rim."""
    surviving: tuple[Placement, ...]
    """Those of them that propagation does not refute."""


def cell_candidates(board: Board, cell: int) -> CellCandidates:
    """Return the candidates of a cell; none if it is filled.

    Nothing survives where propagation proves that the board cannot be completed.

    >>> from edgematch.puzzle import Puzzle
    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> cell_candidates(Board(puzzle, [(0, 0, 0)]), 1).surviving
    (Placement(cell=1, piece=1, turn=2),)
    """
    if not 0 <= cell < board.puzzle.cells:
        raise EdgematchError(f"cell {cell} is not on the board")
    board = complete_hints(board)
    if board.at(cell) is not None:
        return CellCandidates((), ())
    ways = Ways(board.puzzle)
    fitting = fitting_ways(board, cell, ways)
    domains = Domains.of(ways, board.placements)
    left = set() if domains.is_contradiction else set(domains.candidates(cell))

    def placements(some: list[int]) -> tuple[Placement, ...]:
        return tuple(placement_of(board, cell, way, ways) for way in some)

    return CellCandidates(
        placements(fitting), placements([way for way in fitting if way in left])
    )
