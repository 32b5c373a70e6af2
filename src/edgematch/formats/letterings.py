"""What the letters of a link stand for.

The viewer has several letterings of the colors, which a link names in `motifs_order`,
and people use their own.  The name is not trusted: many programs write one lettering
and name another.  A lettering is right if it makes every cell that the link shows a
piece of the puzzle.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NoReturn

from edgematch.formats.color_maps import color_maps
from edgematch.formats.document import Source
from edgematch.formats.link_syntax import LETTERS, ViewerLink, letters_of
from edgematch.geometry import RIM, Colors, turn_colors
from edgematch.puzzle import Puzzle

Lettering = Mapping[int, int]
"""The color of the puzzle for each letter of a link, `a` being 0."""

DEFAULT: Lettering = {number: number for number in range(len(LETTERS))}
"""The lettering that the viewer uses if a link names none, and that we write."""

_KNOWN = (
    DEFAULT,
    # `jblackwood`, as found by comparing links with the pieces of Eternity II.
    dict(enumerate(map(LETTERS.index, "abglqejotchmrfkpudinsvw"))),
)
"""Letterings that are tried before a search."""

_MOST_WRONG = 4
"""How many cells may show no piece for the others to say what the letters are."""


def translate(shown: Colors, lettering: Lettering) -> Colors:
    """Return the colors of the puzzle for what a cell shows.

    A letter that stands for nothing becomes -1.
    """
    north, east, south, west = shown
    get = lettering.get
    return get(north, -1), get(east, -1), get(south, -1), get(west, -1)


@lru_cache(maxsize=32)
def placements_by_colors(puzzle: Puzzle) -> Mapping[Colors, Sequence[tuple[int, int]]]:
    """Return the pieces and turns that show given colors."""
    stock: dict[Colors, list[tuple[int, int]]] = defaultdict(list)
    for piece, unturned in enumerate(puzzle.pieces):
        for turn in puzzle.turns:
            stock[turn_colors(unturned, turn)].append((piece, turn))
    return dict(stock)


def translation(puzzle: Puzzle, source: Source, link: ViewerLink) -> Lettering:
    """Return what the letters of a link stand for; fail unless that is certain."""
    shown = [colors for colors in link.cells if colors is not None]
    stock = placements_by_colors(puzzle)
    for lettering in _KNOWN:
        if all(translate(colors, lettering) in stock for colors in shown):
            return lettering
    numbers = [number - 1 for number in link.numbers if number]
    has_numbers = link.has_numbers and max(numbers) < puzzle.cells
    for given in (numbers, None) if has_numbers else (None,):
        found = color_maps(
            shown,
            puzzle.pieces,
            known={RIM: RIM} if puzzle.framed else None,
            numbers=given,
            turns=puzzle.turns,
            most_wrong=min(_MOST_WRONG, len(shown) // 10),
        )
        if found.maps:
            break
    if not found.maps:
        _fail_at_wrong_cell(puzzle, source, link, DEFAULT, found.is_complete)
    if len(found.maps) > 1 or not found.is_complete:
        source.fail(
            link.line,
            f"the letters are not those of the viewer, and {len(shown)} cells do not"
            " determine what they stand for; add piece numbers (board_pieces)",
        )
    (best,) = found.maps
    if best.wrong:
        _fail_at_wrong_cell(puzzle, source, link, best.colors, False)
    return best.colors


def _fail_at_wrong_cell(
    puzzle: Puzzle,
    source: Source,
    link: ViewerLink,
    lettering: Lettering,
    is_certain: bool,
) -> NoReturn:
    stock = placements_by_colors(puzzle)
    wrong = [
        cell
        for cell, colors in enumerate(link.cells)
        if colors is not None and translate(colors, lettering) not in stock
    ]
    colors = link.cells[wrong[0]]
    assert colors is not None
    others = f" (and {len(wrong) - 1} other cells)" if len(wrong) > 1 else ""
    what = ", whatever the letters stand for" if is_certain else ""
    source.fail(
        link.line,
        f"cell {puzzle.cell_name(wrong[0])} shows {letters_of(colors)}, which is not"
        f" a piece of the puzzle{others}{what}",
    )
