"""Documents from the words of pieces, however the text was laid out."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.findings import findings
from edgematch.formats.color_boards import board_of_colors
from edgematch.formats.color_words import (
    Coloring,
    colorings,
    expected_color,
    odd_word,
)
from edgematch.formats.column_order import clockwise
from edgematch.formats.document import Document, Fit, ReadOptions, Source
from edgematch.formats.interpretation import fit_of_pieces, interpret
from edgematch.formats.layouts import PieceListing, RawHint
from edgematch.formats.loose_boards import placements_in
from edgematch.puzzle import Puzzle

_BOARD_SHARE = 0.6
"""At least this share of the joins of a grid match if it shows a board."""


def read_listing(
    source: Source, listing: PieceListing, given: ReadOptions, with_board: bool = True
) -> Document:
    """Return the puzzle, and perhaps the board, that a listing stands for."""
    if source.suffix == ".clue":
        source.fail(None, "hints of a puzzle, not its pieces")
    if given.puzzle is not None:
        return board_of_colors(source, given.puzzle, listing)
    fault = _fault(listing, is_certain=bool(given.columns or given.size))
    if fault is not None:
        source.fail(*fault)
    options = replace(
        given,
        columns=given.columns or listing.order,
        size=given.size or listing.size,
    )
    ways = colorings(listing.words)
    document = interpret(source, listing.lines, ways, options)
    if (
        listing.is_grid
        and options.columns is None
        and _board_as_listed(document.puzzle, True) is None
        and (order := _order_as_listed(ways[0], document.puzzle)) is not None
    ):
        note = f"columns taken as {order}, since the grid is a board then"
        noted = replace(listing, notes=(f"{note} (--columns overrides)",))
        return read_listing(source, noted, replace(given, columns=order), with_board)
    puzzle, notes = document.puzzle, list(listing.notes)
    if listing.name:
        puzzle = replace(puzzle, name=listing.name)
    if listing.hints:
        puzzle, note = _with_hints(puzzle, listing.hints)
        notes.append(note)
    board = _board_as_listed(puzzle, listing.is_grid) if with_board else None
    if with_board and (listing.is_grid or board is not None):
        score = (board or _as_listed(puzzle)).score()
        what = "a board" if board else "pieces in no order, not a board"
        notes.append(
            f"taken as {what}: {score} of {puzzle.joins} joins match as the pieces are"
            " listed"
        )
    return Document(puzzle, board, notes=(*notes, *document.notes))


def fit_of_listing(puzzle: Puzzle, listing: PieceListing, columns: str | None) -> Fit:
    """Return how much of a puzzle is read back from the words it is written as."""
    fault = _fault(listing)
    if fault is not None:
        return Fit((f"this puzzle ({fault[1]})",))
    known = ReadOptions(columns=listing.order, size=listing.size)
    return fit_of_pieces(puzzle, colorings(listing.words), known, columns)


def _fault(
    listing: PieceListing, is_certain: bool = False
) -> tuple[int | None, str] | None:
    """Return the line and the reason why words cannot be pieces, or None.

    It is certain that they are where an option says something about them.
    """
    is_list = not is_certain and listing.order is None and not listing.is_grid
    if is_list and placements_in(listing.words) is not None:
        return listing.lines[0], (
            "lines like row, column, piece and turn: for a board, name its puzzle"
            " (--puzzle); for pieces, the order of their sides (--columns)"
        )
    if _are_piece_numbers(listing.words):
        return None, "a board without its pieces: name its puzzle (--puzzle)"
    odd = odd_word(listing.words)
    return None if odd is None else (listing.lines[odd[0]], expected_color(odd[1]))


def _are_piece_numbers(words: Sequence[Sequence[str]]) -> bool:
    """Return whether all words are different numbers, as those of pieces on a board."""
    numbers = [word for four in words for word in four]
    if len(numbers) < 16 or not all(word.isdecimal() for word in numbers):
        return False
    values = sorted(map(int, numbers))
    return values == list(range(values[0], values[0] + len(values))) and values[0] < 2


def _with_hints(puzzle: Puzzle, hints: Sequence[RawHint]) -> tuple[Puzzle, str]:
    """Return a puzzle with hints, in the first way of numbering that is possible."""
    fault, found = "", []
    for base in (0, 1):
        for direction, words in ((1, "clockwise"), (-1, "anticlockwise")):
            try:
                hinted = puzzle.with_hints(
                    (cell, piece - base, direction * turn % 4)
                    for cell, piece, turn in hints
                )
            except PuzzleError as error:
                fault = fault or str(error)
                continue
            if not any(finding.rule == "hints" for finding in findings(hinted)):
                found.append((hinted, f"pieces counted from {base}, turns {words}"))
    if found:
        hinted, how = found[0]
        others = [other for puzzle, other in found[1:] if puzzle != hinted]
        also = f"; also possible: {' or '.join(others)}" if others else ""
        return hinted, f"{len(hints)} hints read: {how}{also}"
    return puzzle, f"{len(hints)} hints ignored: {fault or 'they do not match'}"


def _order_as_listed(way: Coloring, puzzle: Puzzle) -> str | None:
    """Return the order of sides in which a grid is a board, or None."""
    for order in map("".join, permutations("nesw")):
        pieces = tuple(clockwise(row, order) for row in way.rows)
        board = _as_listed(
            replace(puzzle, pieces=pieces, framed=False, mates=way.mates)
        )
        if board.score() >= _BOARD_SHARE * puzzle.joins:
            return order
    return None


def _as_listed(puzzle: Puzzle) -> Board:
    return Board(puzzle, [(cell, cell, 0) for cell in range(puzzle.cells)])


def _board_as_listed(puzzle: Puzzle, is_grid: bool) -> Board | None:
    """Return the pieces in their order as a board, if they fit well enough for one."""
    board = _as_listed(puzzle)
    enough = _BOARD_SHARE * puzzle.joins if is_grid else puzzle.joins
    is_board = (
        puzzle.joins > 0
        and board.score() >= enough
        and (puzzle.cells > 4 or is_grid or not puzzle.turnable)
    )
    return board if is_board else None
