"""Puzzles and boards as pictures in notebooks."""

from typing import Final

from edgematch.board import Board
from edgematch.draw.svg import board_svg, puzzle_svg
from edgematch.puzzle import Puzzle

_WIDEST: Final = 960
_LARGEST_CELL: Final = 72


def picture(shown: Puzzle | Board) -> str:
    """Return an SVG of a size that fits a notebook: what `_repr_svg_` gives back."""
    puzzle = shown.puzzle if isinstance(shown, Board) else shown
    longest = max(puzzle.rows, puzzle.columns)
    cell_size = min(_LARGEST_CELL, _WIDEST // longest)
    if isinstance(shown, Board):
        return board_svg(shown, cell_size=cell_size)
    return puzzle_svg(shown, cell_size=cell_size * 5 // 6)  # the gaps take the rest
