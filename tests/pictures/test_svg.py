"""Pictures are well-formed, say what they show and mark what they must."""

import io
import re
import subprocess
import sys
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from children import PATIENCE
from depths import deep_if
from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.pictures import board_svg, piece_svg, puzzle_svg, svg_to_png
from edgematch.pictures.document import number
from edgematch.pictures.glyphs import GLYPHS
from edgematch.pictures.palette import looks
from edgematch.pictures.svg import notebook_svg
from edgematch.puzzle import Puzzle
from pictures.samples import (
    HOSTILE,
    SVG,
    classes,
    shuffled,
    solved,
    with_hints,
    without,
)

BOARDS = {
    "framed": solved(),
    "unframed": solved(framed=False),
    "signed": solved(framed=False, signed=True),
    "signed and framed": solved(signed=True),
    "one row": solved(1, 7),
    "one column": solved(7, 1, framed=False),
    "one cell": solved(1, 1),
    "largest": solved(32, 32, colors=200),
    "partial": without(solved(), [0, 5, 11]),
    "empty": without(solved(), list(range(12))),
    "hinted": with_hints(solved(), [2, 7]),
    "broken": shuffled(solved()),
    "hostile names": shuffled(solved(name=HOSTILE)),
    "twice the same piece": Board(solved().puzzle, [(0, 0, 0), (1, 0, 2)]),
}
BOTH_WAYS = product(BOARDS, (True, False))
"""With numbers and labels, and without."""


@pytest.mark.parametrize(
    ("kind", "numbers"), deep_if(lambda *each: each == ("largest", False), BOTH_WAYS)
)
def test_boards_are_well_formed_and_mark_every_break(kind: str, numbers: bool) -> None:
    board = BOARDS[kind]
    svg = board_svg(board, numbers=numbers, labels=numbers)
    assert len(classes(svg, "piece")) == len(board.placements)
    assert len(classes(svg, "slot")) == len(board.empty_cells())
    assert len(classes(svg, "break")) == len(board.breaks())
    assert len(classes(svg, "hint")) == len(board.puzzle.hints)


@pytest.mark.parametrize("kind", BOARDS)
def test_puzzles_are_well_formed_and_show_every_piece(kind: str) -> None:
    puzzle = BOARDS[kind].puzzle
    assert len(classes(puzzle_svg(puzzle), "piece")) == len(puzzle.pieces)


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.deep
def test_pictures_use_plain_colors_refer_to_themselves_and_need_no_font(
    kind: str,
) -> None:
    root = ElementTree.fromstring(board_svg(BOARDS[kind]))
    identities = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(identities) == len(set(identities))
    for each in root.iter():
        assert each.tag != f"{SVG}text"
        for attribute in ("fill", "stroke"):
            value = each.get(attribute, "none")
            assert value == "none" or re.fullmatch("#[0-9a-f]{6}", value)
        if "href" in each.attrib:
            assert each.attrib["href"].removeprefix("#") in identities


def test_breaks_lie_on_the_joins_they_mark() -> None:
    puzzle = Puzzle(2, 1, [(0, 0, 1, 0), (2, 0, 0, 0)])
    (mark,) = classes(board_svg(Board(puzzle, [(0, 0, 0), (1, 1, 0)])), "break")
    assert mark.get("transform") == "translate(106 156)"
    puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 0, 0, 2)])
    (mark,) = classes(board_svg(Board(puzzle, [(0, 0, 0), (1, 1, 0)])), "break")
    assert mark.get("transform") == "translate(156 106)rotate(90)"


def test_a_break_is_seen_in_grey() -> None:
    # Two sides that show one look: only the mark tells the pictures apart.
    def middle_of_the_join(mates: tuple[int, ...]) -> list[int]:
        puzzle = Puzzle(1, 2, [(0, 0, 0, 0)] * 2, framed=False, mates=mates)
        board = Board(puzzle, [(0, 0, 0), (1, 1, 0)])
        svg = board_svg(board, cell_size=40, labels=False)
        grey = Image.open(io.BytesIO(svg_to_png(svg))).convert("L")
        across, down = round(112 * 0.4), round(62 * 0.4)
        return list(grey.crop((across - 6, down - 12, across + 6, down + 12)).tobytes())

    whole, broken = middle_of_the_join(()), middle_of_the_join((1, 0))
    assert max(broken) > 230 > max(whole)
    assert sum(value > 200 for value in broken) > 30


def test_hints_are_marked_as_kept_open_or_broken() -> None:
    board = with_hints(solved(), [1, 4, 7])
    others = [placement for placement in board.placements if placement.cell != 4]
    partial = without(Board(board.puzzle, others), [])
    states = [each.get("class") for each in classes(board_svg(partial), "hint")]
    assert states == ["hint kept", "hint open", "hint kept"]
    moved = Board(board.puzzle, [(4, board.placements[0].piece, 0)])
    states = [each.get("class") for each in classes(board_svg(moved), "hint")]
    assert states == ["hint open", "hint broken", "hint open"]


def test_a_turned_piece_is_turned_clockwise() -> None:
    board = Board(Puzzle(1, 1, [(1, 2, 3, 4)], framed=False), [(0, 0, 1)])
    shown = looks(board.puzzle)
    svg = board_svg(board, cell_size=200, numbers=False, labels=False)
    png = Image.open(io.BytesIO(svg_to_png(svg))).convert("RGB")
    middle = 62 * 2
    # Close to the center only the grounds show.
    for color, right, down in ((4, 0, -1), (1, 1, 0), (2, 0, 1), (3, -1, 0)):
        pixel = png.getpixel((middle + 20 * right, middle + 20 * down))
        ground = shown[color].ground
        assert "#{:02x}{:02x}{:02x}".format(*pixel) == ground


def test_names_are_escaped_and_kept_readable() -> None:
    svg = board_svg(BOARDS["hostile names"])
    assert "<script>" not in svg
    assert "\x1b" not in svg
    title = ElementTree.fromstring(svg).find(f"{SVG}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith("<script>alert('1')</script> & \"]]>")
    assert "12 of 12 cells filled, score" in title.text
    piece = piece_svg(BOARDS["hostile names"].puzzle, 0)
    assert "script" in (ElementTree.fromstring(piece).findtext(f"{SVG}desc") or "")
    svg.encode()


def test_a_picture_tells_who_cannot_see_it_what_it_shows() -> None:
    root = ElementTree.fromstring(board_svg(shuffled(solved(name="Small"))))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title")
    assert (root.get("aria-label") or "").startswith("Small: 12 of 12 cells filled")
    assert "Break between A1 and" in (root.findtext(f"{SVG}desc") or "")


def test_a_board_as_large_as_eternity_stays_small() -> None:
    board = shuffled(solved(16, 16, colors=22))
    assert len(board_svg(board)) < 300_000


def test_equal_names_in_two_pictures_mean_equal_things() -> None:
    def definitions(board: Board) -> dict[str, bytes]:
        root = ElementTree.fromstring(board_svg(board))
        return {
            each.attrib["id"]: ElementTree.tostring(each)
            for each in root.iter()
            if "id" in each.attrib
        }

    framed, unframed = definitions(solved()), definitions(solved(framed=False))
    shared = framed.keys() & unframed.keys()
    assert shared
    assert all(framed[name] == unframed[name] for name in shared)


def test_every_character_of_a_cell_name_or_number_has_a_glyph() -> None:
    puzzle = solved(32, 32, colors=9).puzzle
    names = {character for cell in range(1024) for character in puzzle.cell_name(cell)}
    assert names <= GLYPHS.keys()


def test_a_png_has_the_size_the_svg_says() -> None:
    svg = board_svg(solved(3, 4), cell_size=50, labels=False)
    assert Image.open(io.BytesIO(svg_to_png(svg))).size == (212, 162)


def test_a_png_is_the_same_every_time() -> None:
    svg = board_svg(solved())
    assert svg_to_png(svg) == svg_to_png(board_svg(solved()))


def test_a_picture_too_large_is_refused_before_it_is_drawn() -> None:
    with pytest.raises(EdgematchError, match="too large"):
        svg_to_png(board_svg(solved(), cell_size=10_000))


@pytest.mark.parametrize("text", ["", "no picture", "<svg"])
def test_what_is_no_svg_is_refused(text: str) -> None:
    with pytest.raises(EdgematchError, match="cannot be drawn"):
        svg_to_png(text)


@pytest.mark.parametrize("cell_size", [0, -5, float("nan"), 1e9])
def test_cells_of_no_size_are_refused(cell_size: float) -> None:
    with pytest.raises(EdgematchError, match="cell size"):
        board_svg(solved(), cell_size=cell_size)


def test_a_piece_that_is_not_there_is_refused() -> None:
    with pytest.raises(EdgematchError, match="there is no piece 13; the puzzle has 12"):
        piece_svg(solved().puzzle, 12)


def test_notebooks_show_puzzles_and_boards() -> None:
    board = solved(32, 32)
    for shown in (board, board.puzzle):
        root = ElementTree.fromstring(notebook_svg(shown))
        assert float(root.attrib["width"]) < 1100


def test_drawing_loads_neither_renderer_until_it_is_asked() -> None:
    code = (
        "import sys, edgematch.pictures; print({'fpdf', 'resvg_py'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout.strip() == "set()"


@given(st.floats(-1e4, 1e4))
def test_coordinates_are_short_and_close(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.00051
    assert len(number(value)) <= 9
    assert number(value) != "-0"


@settings(max_examples=25, deadline=None)
@given(
    st.text(st.characters(codec="utf-8").filter(str.isprintable), max_size=40),
    st.integers(1, 4),
    st.integers(1, 4),
    st.booleans(),
)
def test_any_name_gives_well_formed_xml(
    name: str, rows: int, columns: int, framed: bool
) -> None:
    board = solved(rows, columns, framed=framed, name=name)
    ElementTree.fromstring(board_svg(board).encode())
    ElementTree.fromstring(puzzle_svg(board.puzzle).encode())
