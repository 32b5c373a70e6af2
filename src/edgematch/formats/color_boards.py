"""Boards that show the colors of each cell, whose pieces are found in a puzzle."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from edgematch.board import Board
from edgematch.formats.color_maps import color_maps
from edgematch.formats.column_order import KNOWN_ORDERS, clockwise
from edgematch.formats.document import Document, Source
from edgematch.formats.layouts import PieceListing
from edgematch.formats.letterings import placements_by_colors
from edgematch.formats.loose_boards import LEAST_SHARE, joins_of
from edgematch.puzzle import Placement, Puzzle


def board_of_colors(source: Source, puzzle: Puzzle, listing: PieceListing) -> Document:
    """Find the pieces that cells show in a puzzle; equal ones are used in order.

    Colors may have other names than in the puzzle, if the cells tell which is which.
    """
    if len(listing.words) != puzzle.cells:
        source.fail(
            None, f"{len(listing.words)} cells, but the puzzle has {puzzle.cells}"
        )
    numbers = {puzzle.color_name(color): color for color in (0, *puzzle.colors)}
    all_orders = dict.fromkeys([*KNOWN_ORDERS, *map("".join, permutations("nesw"))])
    orders = [listing.order] if listing.order else list(all_orders)
    cells = {
        cell: words
        for cell, words in enumerate(listing.words)
        if len(set(words)) > 1 or words[0] not in ("0", "-1", ".")
    }
    wrong, boards = _boards_of_colors(puzzle, cells, orders, numbers)
    notes: tuple[str, ...] = ()
    if not boards:
        renamed = _renamed_colors(puzzle, cells, orders[: len(KNOWN_ORDERS)])
        if renamed is not None:
            _, boards = _boards_of_colors(puzzle, cells, *renamed)
            notes = ("its colors are those of the puzzle under other names",)
    if not boards:
        source.fail(
            listing.lines[wrong],
            f"cell {puzzle.cell_name(wrong)} shows {' '.join(listing.words[wrong])},"
            " which is not a piece of the puzzle",
        )
    board = max(boards, key=Board.score)  # the first of equals
    if not listing.is_grid and board.score() < LEAST_SHARE * joins_of(board):
        source.fail(None, "a puzzle, not a board: few of its joins match")
    return Document(puzzle, board, notes=notes)


def _boards_of_colors(
    puzzle: Puzzle,
    cells: Mapping[int, Sequence[str]],
    orders: Sequence[str],
    numbers: Mapping[str, int],
) -> tuple[int, list[Board]]:
    """Return the boards that cells show if their sides are in one of the orders.

    The first cell that shows no piece in the first order is returned too.
    """
    stock = placements_by_colors(puzzle)
    boards: list[Board] = []
    wrong = -1
    for order in orders:
        used: set[int] = set()
        placements = []
        for cell, words in cells.items():
            row = [numbers.get(w, int(w) if w.isdecimal() else -1) for w in words]
            ways = stock.get(clockwise(row, order), ())
            if not ways:
                wrong = cell if wrong < 0 else wrong
                break
            way = next((way for way in ways if way[0] not in used), ways[0])
            used.add(way[0])
            placements.append(Placement(cell, *way))
        else:
            boards.append(Board(puzzle, placements))
    return wrong, boards


def _renamed_colors(
    puzzle: Puzzle, cells: Mapping[int, Sequence[str]], orders: Sequence[str]
) -> tuple[list[str], dict[str, int]] | None:
    """Return an order, and the colors that words stand for; None if that is open."""
    words = sorted({word for four in cells.values() for word in four})
    for order in orders:
        shown = [
            clockwise(list(map(words.index, four)), order) for four in cells.values()
        ]
        found = color_maps(shown, puzzle.pieces, turns=puzzle.turns)
        if len(found.maps) == 1 and found.is_complete:
            colors = found.maps[0].colors
            return [order], {words[index]: color for index, color in colors.items()}
    return None
