"""A PDF of the pieces to print and cut out, with their numbers on the back.

Each page of pieces is followed by its back.  The grid is centered between the left and
right of the paper and the back is mirrored, so that printing on both sides and flipping
on the long edge puts the number of a piece behind it.  Numbers are underlined, to tell
a 6 from a 9.

fpdf2 is imported only when called.  It can read SVG, but warns of tags that it does not
know, such as <title>, so polygons are drawn directly.
"""

import io
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from edgematch.board import Board
from edgematch.errors import EdgematchError, MissingPackage, nearest_names
from edgematch.geometry import EAST
from edgematch.pictures.marks import BREAK
from edgematch.pictures.palette import Look, looks, rgb
from edgematch.pictures.shapes import Point
from edgematch.pictures.tiles import Tiles, check_tile
from edgematch.puzzle import Puzzle

if TYPE_CHECKING:
    from fpdf import FPDF

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm, upright."""

_MARGIN: Final = 10.0
_HEADER: Final = 9.0
_TICK: Final = 4.0
_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Written into every file, so that one puzzle always gives the same bytes."""

_INK: Final = (27, 31, 36)
_FAINT: Final = (120, 126, 133)


@dataclass(frozen=True)
class PageLayout:
    """The positions of the pieces on one page, in mm."""

    width: float
    height: float
    piece_size: float
    columns: int
    rows: int

    @property
    def left(self) -> float:
        """Where the grid begins; what is right of it is as wide."""
        return (self.width - self.columns * self.piece_size) / 2

    @property
    def top(self) -> float:
        """Where the grid begins below the title."""
        free = self.height - 2 * _MARGIN - _HEADER - self.rows * self.piece_size
        return _MARGIN + _HEADER + free / 2

    @property
    def pieces(self) -> int:
        """The number of pieces on one page."""
        return self.columns * self.rows

    def corner(self, place: int, is_back: bool) -> Point:
        """Return the top left of a place; the back is mirrored left to right."""
        row, column = divmod(place, self.columns)
        if is_back:
            column = self.columns - 1 - column
        return (
            self.left + column * self.piece_size,
            self.top + row * self.piece_size,
        )


def page_layout(paper: str, piece_size: float) -> PageLayout:
    """Return the layout of pieces of `piece_size` mm on `paper`."""
    if paper not in PAPERS:
        raise EdgematchError(
            f"unknown paper {paper!r}; choose one of"
            f" {nearest_names(paper, sorted(PAPERS))}"
        )
    width, height = PAPERS[paper]
    if not piece_size >= 5:
        raise EdgematchError(
            f"the piece size must be at least 5 mm, not {piece_size:g}"
        )
    columns = int((width - 2 * _MARGIN) // piece_size)
    rows = int((height - 2 * _MARGIN - _HEADER) // piece_size)
    if columns < 1 or rows < 1:
        raise EdgematchError(f"a piece of {piece_size:g} mm does not fit on {paper}")
    return PageLayout(width, height, piece_size, columns, rows)


def piece_sheet(
    puzzle: Puzzle,
    *,
    paper: str = "a4",
    piece_size: float = 30.0,
    tiles: Tiles | None = None,
    board: Board | None = None,
) -> bytes:
    """Return a PDF of all pieces, fronts and backs in turn, and of a board at the end.

    Pieces that have a picture among the tiles are shown by it.
    """
    tiles = tiles or {}
    for piece, picture in tiles.items():
        check_tile(picture, piece)
    page = page_layout(paper, piece_size)
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise MissingPackage(f"PDF needs the package fpdf2: {error}") from error
    pdf = FPDF(unit="mm", format=PAPERS[paper])
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(_DATE)
    pdf.set_title(_latin(puzzle.name or "Edge-matching puzzle"))
    pdf.set_creator("edgematch")
    shown = looks(puzzle)
    groups = list(_groups(len(puzzle.pieces), page))
    pages = 2 * len(groups) + (board is not None)
    page = replace(page, rows=-(-len(groups[0]) // page.columns))
    for number, group in enumerate(groups):
        for is_back in (False, True):
            pdf.add_page()
            _draw_header(pdf, puzzle, page, group, is_back)
            numbered = f"page {2 * number + is_back + 1} of {pages}"
            advice = f"{numbered}; print on both sides, flip on the long edge"
            _draw_line(pdf, page, page.height - _MARGIN - 1, advice, align="C")
            for place, piece in enumerate(group):
                corner = page.corner(place, is_back)
                if is_back:
                    _draw_number(pdf, piece + 1, corner, piece_size)
                elif piece in tiles:
                    _draw_tile(pdf, tiles, piece, corner, piece_size)
                else:
                    colors = puzzle.pieces[piece]
                    _draw_piece(pdf, [shown[c] for c in colors], corner, piece_size)
            if not is_back:
                _draw_cut_lines(pdf, page, len(group))
    if board is not None:
        _draw_board_page(pdf, board, page, tiles, shown)
        numbered = f"page {pages} of {pages}"
        _draw_line(pdf, page, page.height - _MARGIN - 1, numbered, align="C")
    return bytes(pdf.output())


def _draw_tile(
    pdf: "FPDF", tiles: Tiles, piece: int, corner: tuple[float, float], size: float
) -> None:
    """Draw the picture of a piece, which is opened here for the first time."""
    try:
        pdf.image(io.BytesIO(tiles[piece]), *corner, w=size, h=size)
    except (OSError, SyntaxError, ValueError, zlib.error) as error:
        raise EdgematchError(
            f"the picture of piece {piece + 1} is a PNG that cannot be read"
        ) from error


def _draw_board_page(
    pdf: "FPDF", board: Board, page: PageLayout, tiles: Tiles, shown: Sequence[Look]
) -> None:
    """Draw a board as large as the page allows, its breaks marked."""
    puzzle = board.puzzle
    size = min(
        (page.width - 2 * _MARGIN) / puzzle.columns,
        (page.height - 2 * _MARGIN - _HEADER) / puzzle.rows,
    )
    left, top = (page.width - size * puzzle.columns) / 2, _MARGIN + _HEADER
    pdf.add_page()
    words = f"the board: {len(board.placements)} of {puzzle.cells} pieces,"
    words += f" score {board.score()} of {puzzle.joins}"
    _draw_line(pdf, page, _MARGIN - 4, words)
    for cell in range(puzzle.cells):
        row, column = divmod(cell, puzzle.columns)
        corner = (left + column * size, top + row * size)
        placement, colors = board.at(cell), board.colors_at(cell)
        if placement is None or colors is None:
            pdf.set_draw_color(*_FAINT)
            pdf.set_line_width(0.1)
            pdf.rect(*corner, size, size)
        elif placement.piece in tiles:
            middle = (corner[0] + size / 2, corner[1] + size / 2)
            with pdf.rotation(-90 * placement.turn, *middle):
                _draw_tile(pdf, tiles, placement.piece, corner, size)
        else:
            _draw_piece(pdf, [shown[color] for color in colors], corner, size)
    pdf.set_draw_color(*rgb(BREAK))
    pdf.set_line_width(size / 12)
    for join in board.breaks():
        row, column = divmod(join.cell, puzzle.columns)
        x, y = left + column * size, top + row * size
        if join.side == EAST:
            pdf.line(x + size, y + size / 6, x + size, y + size * 5 / 6)
        else:
            pdf.line(x + size / 6, y + size, x + size * 5 / 6, y + size)


def _groups(pieces: int, page: PageLayout) -> Iterator[range]:
    """Yield the pieces of each page: as few pages as possible, equally full."""
    rows = -(-pieces // page.columns)
    pages = -(-rows // page.rows)
    first = 0
    for number in range(pages):
        here = rows // pages + (number < rows % pages)
        last = min(first + here * page.columns, pieces)
        yield range(first, last)
        first = last


def _draw_piece(pdf: "FPDF", sides: Sequence[Look], corner: Point, size: float) -> None:
    # A clip forgets colors when it ends; the context lets fpdf2 know, which leaves out
    # a color that it takes to be set already.
    with pdf.local_context(), pdf.rect_clip(*corner, size, size):
        for side, look in enumerate(sides):
            pdf.set_fill_color(*rgb(look.ground))
            triangle = [(-50, 0), (50, 0), (0, 50)]
            pdf.polygon(_on_paper(triangle, side, corner, size), style="F")
            for layer in look.layers:
                points = _on_paper(layer.points, side, corner, size)
                if layer.width is None:
                    pdf.set_fill_color(*rgb(look.ink(layer)))
                    pdf.polygon(points, style="F")
                else:
                    pdf.set_draw_color(*rgb(look.ink(layer)))
                    pdf.set_line_width(layer.width * size / 100)
                    pdf.polyline(points, polygon=layer.closed, style="D")
        pdf.set_draw_color(*_INK)
        pdf.set_line_width(0.15)
        left, top = corner
        pdf.line(left, top, left + size, top + size)
        pdf.line(left + size, top, left, top + size)


def _on_paper(
    points: Sequence[Point], side: int, corner: Point, size: float
) -> list[Point]:
    """Carry points from a side's triangle to the paper, turned about the center."""
    middle = (corner[0] + size / 2, corner[1] + size / 2)
    found = []
    for x, y in points:
        right, down = x * size / 100, (y - 50) * size / 100
        for _ in range(side):
            right, down = -down, right
        found.append((middle[0] + right, middle[1] + down))
    return found


def _draw_number(pdf: "FPDF", number: int, corner: Point, size: float) -> None:
    pdf.set_font("Helvetica", "BU", min(size * 0.9, 40))
    pdf.set_text_color(*_INK)
    pdf.set_xy(*corner)
    pdf.cell(size, size, str(number), align="C")


def _draw_cut_lines(pdf: "FPDF", page: PageLayout, pieces: int) -> None:
    """Draw a line around every piece, and ticks outside to lay a ruler against."""
    pdf.set_draw_color(*_INK)
    pdf.set_line_width(0.2)
    for place in range(pieces):
        pdf.rect(*page.corner(place, False), page.piece_size, page.piece_size)
    rows = -(-pieces // page.columns)
    columns = min(pieces, page.columns)
    right = page.left + columns * page.piece_size
    bottom = page.top + rows * page.piece_size
    for column in range(columns + 1):
        x = page.left + column * page.piece_size
        pdf.line(x, page.top - _TICK, x, page.top - 1)
        pdf.line(x, bottom + 1, x, bottom + _TICK)
    for row in range(rows + 1):
        y = page.top + row * page.piece_size
        pdf.line(page.left - _TICK, y, page.left - 1, y)
        pdf.line(right + 1, y, right + _TICK, y)


def _draw_header(
    pdf: "FPDF", puzzle: Puzzle, page: PageLayout, group: range, is_back: bool
) -> None:
    name = _latin(puzzle.name or f"Puzzle of {puzzle.rows} × {puzzle.columns}")
    last = "" if len(group) == 1 else f" to {group[-1] + 1}"
    words = "numbers" if is_back else "pieces"
    pdf.set_font("Helvetica", "", 9)
    while name and pdf.get_string_width(name) > (page.width - 2 * _MARGIN) * 0.6:
        name = name[:-1]
    _draw_line(pdf, page, _MARGIN - 4, f"{name}: {words} {group[0] + 1}{last}")


def _draw_line(
    pdf: "FPDF", page: PageLayout, top: float, text: str, align: str = "L"
) -> None:
    """Write a line of small, faint text between the margins."""
    pdf.set_text_color(*_FAINT)
    pdf.set_font("Helvetica", "", 9)
    pdf.set_xy(_MARGIN, top)
    pdf.cell(page.width - 2 * _MARGIN, 5, text, align=align)


def _latin(text: str) -> str:
    """Replace characters that the standard fonts of PDF do not have."""
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return printable.encode("latin-1", "replace").decode("latin-1")
