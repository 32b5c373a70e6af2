"""Boards and puzzles to text, SVG, PNG and PDF: pure functions.

Each takes model objects and returns text or bytes; none writes a file or prints.  The
packages that make PNG and PDF are imported only when they are needed.
"""

from edgematch.pictures.palette import Look, looks
from edgematch.pictures.png import svg_to_png
from edgematch.pictures.sheet import piece_sheet
from edgematch.pictures.svg import board_svg, piece_svg, puzzle_svg
from edgematch.pictures.text import (
    board_text,
    color_labels,
    puzzle_text,
    small_board_text,
)

__all__ = [
    "Look",
    "board_svg",
    "board_text",
    "color_labels",
    "looks",
    "piece_sheet",
    "piece_svg",
    "puzzle_svg",
    "puzzle_text",
    "small_board_text",
    "svg_to_png",
]
