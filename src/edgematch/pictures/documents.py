"""Pictures of documents, with the pictures of their tiles if they have any."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from edgematch import formats
from edgematch.board import Board
from edgematch.formats.document import Document
from edgematch.pictures.png import svg_to_png
from edgematch.pictures.svg import board_svg, piece_svg, puzzle_svg

MOST_SOLUTION_FILES = 1_000


def pictures_of_pieces(document: Document) -> dict[int, bytes]:
    """Return a PNG file of every piece: its own picture, or else a drawing."""
    puzzle = document.puzzle
    return {
        piece: document.pictures.get(piece) or svg_to_png(piece_svg(puzzle, piece))
        for piece in range(len(puzzle.pieces))
    }


def solution_files(
    document: Document, boards: Sequence[Board]
) -> Iterator[tuple[str, bytes]]:
    """Yield `unsolved.png`, and `1.txt` and `1.png` … for the boards, with their names.

    These are the files that Austgen's program writes.
    """
    yield "unsolved.png", svg_to_png(picture_svg(replace(document, board=None)))
    for number, board in enumerate(boards[:MOST_SOLUTION_FILES], 1):
        solved = replace(document, board=board)
        text = formats.write(solved, "scramble-solution", allow_loss=True).text
        yield f"{number}.txt", text.encode()
        yield f"{number}.png", svg_to_png(picture_svg(solved))


def picture_svg(
    document: Document,
    pieces: bool = False,
    cell_size: int = 80,
    numbers: bool | None = None,
    labels: bool | None = None,
) -> str:
    """Draw a board, or the pieces of a puzzle.

    Pieces with pictures are drawn without numbers and labels, unless asked for.
    """
    tiles = pictures_of_pieces(document) if document.pictures else {}
    if numbers is None:
        numbers = not tiles
    if labels is None:
        labels = not tiles
    if document.board is None or pieces:
        return puzzle_svg(
            document.puzzle, cell_size=cell_size, numbers=numbers, tiles=tiles
        )
    return board_svg(
        document.board,
        cell_size=cell_size,
        numbers=numbers,
        labels=labels,
        tiles=tiles,
    )
