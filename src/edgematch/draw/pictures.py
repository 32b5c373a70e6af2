"""A document as one picture: with the tiles' own pictures where it has some."""

from edgematch.draw.png import svg_to_png
from edgematch.draw.svg import board_svg, piece_svg, puzzle_svg
from edgematch.draw.tiles import board_tiles_svg, tiles_svg
from edgematch.formats.document import Document


def with_missing_drawn(document: Document) -> dict[int, bytes]:
    """Return a picture of every piece: its own, or one that is drawn."""
    puzzle = document.puzzle
    return {
        piece: document.pictures.get(piece) or svg_to_png(piece_svg(puzzle, piece))
        for piece in range(len(puzzle.pieces))
    }


def picture_svg(
    document: Document,
    pieces: bool = False,
    cell_size: int = 80,
    numbers: bool | None = None,
    labels: bool | None = None,
) -> str:
    """Draw with the tiles' own pictures where there are some; these need no marks."""
    tiles = with_missing_drawn(document) if document.pictures else {}
    if numbers is None:
        numbers = not tiles
    if labels is None:
        labels = not tiles
    if document.board is None or pieces:
        if tiles:
            return tiles_svg(
                document.puzzle, tiles, cell_size=cell_size, numbers=numbers
            )
        return puzzle_svg(document.puzzle, cell_size=cell_size, numbers=numbers)
    if tiles:
        return board_tiles_svg(
            document.board, tiles, cell_size=cell_size, numbers=numbers, labels=labels
        )
    return board_svg(
        document.board, cell_size=cell_size, numbers=numbers, labels=labels
    )
