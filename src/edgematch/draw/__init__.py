"""Boards and puzzles to text, SVG, PNG and PDF: pure functions.

Each takes model objects and returns text or bytes; none writes a file or prints.  The
packages that make PNG and PDF are imported when a picture is asked for, not before.
"""

from edgematch.draw.labels import color_labels
from edgematch.draw.palette import Look, looks
from edgematch.draw.png import svg_to_png
from edgematch.draw.sheet import piece_sheet
from edgematch.draw.small import small_board_text
from edgematch.draw.svg import board_svg, piece_svg, puzzle_svg
from edgematch.draw.text import board_text, puzzle_text
from edgematch.draw.tiles import board_tiles_svg, tiles_svg

__all__ = [
    "Look",
    "board_svg",
    "board_text",
    "board_tiles_svg",
    "color_labels",
    "looks",
    "piece_sheet",
    "piece_svg",
    "puzzle_svg",
    "puzzle_text",
    "small_board_text",
    "svg_to_png",
    "tiles_svg",
]
