"""The sheet has a back for every front, and each number lies behind its piece."""

import re
import zlib
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.pictures import piece_sheet
from edgematch.pictures.palette import Look, looks
from edgematch.pictures.sheet import page_layout
from pictures.samples import HOSTILE, solved

POINTS_PER_MM = 72 / 25.4


def pages(pdf: bytes) -> list[str]:
    """Return what is drawn on each page, in the words of PDF."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    texts = [zlib.decompress(stream).decode("latin-1") for stream in streams]
    return [text for text in texts if " Tf" in text]


def numbers(page: str) -> dict[int, tuple[float, float]]:
    """Return where each number of a back begins, in mm from the bottom left."""
    found = re.findall(r"BT ([\d.]+) ([\d.]+) Td .*?\((\d+)\) Tj", page)
    return {
        int(text): (float(x) / POINTS_PER_MM, float(y) / POINTS_PER_MM)
        for x, y, text in found
    }


def cut_boxes(page: str) -> list[tuple[float, float]]:
    """Return the top left of each cut line around a piece, in mm."""
    found = re.findall(r"([\d.]+) ([\d.]+) [\d.]+ -?[\d.]+ re S", page)
    return [(float(x) / POINTS_PER_MM, float(y) / POINTS_PER_MM) for x, y in found]


def fills(page: str) -> Iterator[tuple[int, ...]]:
    """Yield the color of each filled shape, as a reader of the page has it."""
    kept: list[tuple[int, ...]] = []
    color: tuple[int, ...] = (0, 0, 0)
    for line in page.splitlines():
        words = line.split()
        if words[:1] == ["q"] and words[-1:] != ["Q"]:
            kept.append(color)
        elif words == ["Q"]:
            color = kept.pop()
        elif words[-1:] in (["rg"], ["g"]):
            given = [round(255 * float(word)) for word in words[:-1]]
            color = tuple(given * 3 if len(given) == 1 else given)
        elif words == ["f"]:
            yield color


def drawn(sides: Iterable[Look]) -> Iterator[tuple[int, ...]]:
    """Yield the color of each shape that a piece is to have."""
    for look in sides:
        layers = [look.ink(layer) for layer in look.layers if layer.width is None]
        for color in (look.ground, *layers):
            yield tuple(bytes.fromhex(color[1:]))


@pytest.mark.parametrize("name", ["scramble-squares", "clue1"])
def test_every_shape_is_printed_in_its_color(name: str) -> None:
    puzzle = catalog.load(name).puzzle
    shown = looks(puzzle)
    placements = [(each, each, 1) for each in range(puzzle.cells)]
    board = Board(puzzle, placements)
    found = pages(piece_sheet(puzzle, board=board))
    pieces = [[shown[color] for color in piece] for piece in puzzle.pieces]
    wanted = [color for sides in pieces for color in drawn(sides)]
    assert [color for page in found[:-1] for color in fills(page)] == wanted
    turned = [[shown[color] for color in board.colors_at(c)] for c, _, _ in placements]
    wanted = [color for sides in turned for color in drawn(sides)]
    assert list(fills(found[-1])) == wanted


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595.28, 841.89)), ("letter", (612.0, 792.0))]
)
def test_pages_come_in_pairs_of_the_size_of_the_paper(
    paper: str, size: tuple[float, float]
) -> None:
    pdf = piece_sheet(solved(8, 8).puzzle, paper=paper)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert {(float(w), float(h)) for w, h in boxes} == {size}
    assert len(pages(pdf)) == 4
    assert pdf.count(b"/Type /Page\n") == 4


@pytest.mark.parametrize(("rows", "has_board"), [(3, False), (3, True), (8, True)])
def test_every_page_knows_its_number_and_how_many_there_are(
    rows: int, has_board: bool
) -> None:
    board = solved(rows, rows)
    found = pages(piece_sheet(board.puzzle, board=board if has_board else None))
    for number, page in enumerate(found, 1):
        assert f"page {number} of {len(found)}" in page


def test_every_number_lies_behind_its_piece() -> None:
    size = 40.0
    puzzle = solved(6, 6).puzzle
    found = pages(piece_sheet(puzzle, piece_size=size))
    piece = 0
    for front, back in zip(found[::2], found[1::2], strict=True):
        behind = numbers(back)
        for left, top in cut_boxes(front):
            piece += 1
            x, y = behind[piece]
            mirrored = (
                210 - x
            )  # seen from the front, the paper flipped on its long edge
            assert left < mirrored < left + size
            assert top - size < y < top
    assert piece == 36


@pytest.mark.parametrize(
    ("rows", "columns", "fronts"),
    [(7, 7, [30, 19]), (6, 8, [48]), (10, 10, [36, 36, 28]), (1, 3, [3])],
)
def test_no_page_is_left_nearly_empty(
    rows: int, columns: int, fronts: list[int]
) -> None:
    found = pages(piece_sheet(solved(rows, columns).puzzle))
    assert [len(cut_boxes(front)) for front in found[::2]] == fronts
    assert [len(numbers(back)) for back in found[1::2]] == fronts


def test_numbers_of_a_row_run_from_right_to_left_on_the_back() -> None:
    back = numbers(pages(piece_sheet(solved(3, 3).puzzle))[1])
    assert back[1][0] > back[2][0] > back[3][0]


@given(st.sampled_from(["a4", "letter"]), st.floats(5, 180))
def test_pieces_stay_on_the_paper(paper: str, piece_size: float) -> None:
    page = page_layout(paper, piece_size)
    left, top = page.corner(0, is_back=False)
    right, bottom = (
        length + piece_size for length in page.corner(page.pieces - 1, is_back=False)
    )
    assert left >= 9.99
    assert top >= 18.99
    assert right <= page.width - 9.99
    assert bottom <= page.height - 9.99
    mirrored = page.corner(0, is_back=True)[0]
    assert mirrored + piece_size == pytest.approx(page.width - left)


def test_the_same_puzzle_gives_the_same_bytes() -> None:
    puzzle = solved(signed=True, framed=False).puzzle
    assert piece_sheet(puzzle) == piece_sheet(puzzle)


def test_a_sheet_needs_no_picture_and_no_font_file() -> None:
    pdf = piece_sheet(solved().puzzle)
    assert b"/Subtype /Image" not in pdf
    assert b"/FontFile" not in pdf


def test_hostile_names_are_written_as_far_as_the_font_goes() -> None:
    for name in (HOSTILE, "谜题 " * 60, ""):
        first = pages(piece_sheet(solved(name=name).puzzle))[0]
        assert "pieces 1 to 12" in first


@pytest.mark.parametrize("piece_size", [4.9, 0, -3, float("nan"), 191, 1e9])
def test_sizes_that_cannot_be_cut_out_are_refused(piece_size: float) -> None:
    with pytest.raises(EdgematchError, match="mm"):
        piece_sheet(solved().puzzle, piece_size=piece_size)


def test_paper_that_is_not_known_is_refused() -> None:
    with pytest.raises(EdgematchError, match="unknown paper 'a0'; choose one of a4"):
        piece_sheet(solved().puzzle, paper="a0")


def test_a_picture_that_cannot_be_read_is_named():
    puzzle = catalog.load("scramble-squares").puzzle
    start, end = b"\x89PNG\r\n\x1a\n", b"\0\0\0\x10\0\0\0\x10IEND"
    with pytest.raises(EdgematchError, match="piece 3 is a PNG that cannot be read"):
        piece_sheet(puzzle, tiles={2: start + bytes(8) + end})
