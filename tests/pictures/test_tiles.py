"""Tile pictures are put in order, turned and checked."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from edgematch.errors import EdgematchError
from edgematch.pictures import (
    board_svg,
    piece_svg,
    puzzle_svg,
    svg_to_png,
)
from edgematch.puzzle import Puzzle
from pictures.samples import classes, shuffled, solved, without


def tiles_of(puzzle: Puzzle, cell_size: float = 100) -> dict[int, bytes]:
    return {
        piece: svg_to_png(piece_svg(puzzle, piece, cell_size=cell_size))
        for piece in range(len(puzzle.pieces))
    }


def difference(first: str, second: str) -> float:
    pictures = [
        Image.open(io.BytesIO(svg_to_png(svg))).convert("RGB")
        for svg in (first, second)
    ]
    assert pictures[0].size == pictures[1].size
    change = ImageChops.difference(*pictures)
    return max(ImageStat.Stat(change).mean) / 255


def test_a_board_of_tiles_is_the_board_that_is_drawn() -> None:
    board = without(shuffled(solved(3, 3, framed=False, signed=True)), [8])
    tiles = tiles_of(board.puzzle)
    plain = {"cell_size": 100, "numbers": False, "labels": False}
    drawn = board_svg(board, **plain)
    laid = board_svg(board, tiles=tiles, **plain)
    # Only the smoothing of lines may differ.
    assert difference(drawn, laid) < 0.01
    other = shuffled(board, seed=7)
    assert difference(drawn, board_svg(other, tiles=tiles, **plain)) > 0.05


def test_tiles_in_order_are_the_puzzle_that_is_drawn() -> None:
    puzzle = solved(3, 3, framed=False).puzzle
    drawn = puzzle_svg(puzzle, cell_size=100, numbers=False)
    tiles = tiles_of(puzzle)
    laid = puzzle_svg(puzzle, cell_size=100, numbers=False, tiles=tiles)
    assert difference(drawn, laid) < 0.01


def test_breaks_of_tiles_are_marked() -> None:
    board = shuffled(solved(3, 3, framed=False))
    tiles = tiles_of(board.puzzle, 20)
    marked = board_svg(board, tiles=tiles)
    assert len(classes(marked, "break")) == len(board.breaks()) > 0


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (b"", "piece 3 is not a PNG: it begins with nothing"),
        (b"GIF89a..", "piece 3 is not a PNG: it begins with 47 49 46"),
        (b"\x89PNG\r\n\x1a\n and no more", "piece 3 is incomplete"),
    ],
)
def test_pictures_that_are_no_png_are_refused(picture: bytes, message: str) -> None:
    puzzle = solved(3, 3, framed=False).puzzle
    tiles = tiles_of(puzzle, 20) | {2: picture}
    with pytest.raises(EdgematchError, match=message):
        puzzle_svg(puzzle, tiles=tiles)


def test_a_missing_picture_is_named() -> None:
    puzzle = solved(3, 3, framed=False).puzzle
    tiles = tiles_of(puzzle, 20)
    del tiles[4]
    with pytest.raises(EdgematchError, match="no picture of piece 5"):
        puzzle_svg(puzzle, tiles=tiles)


def test_a_damaged_tile_is_refused() -> None:
    puzzle = solved(2, 2, framed=False).puzzle
    tiles = tiles_of(puzzle, 20)
    middle = len(tiles[1]) // 2
    for damaged in (
        tiles[1][:middle] + b"?" + tiles[1][middle + 1 :],
        tiles[1][:8] + b"anything" + tiles[1][-12:],
    ):
        with pytest.raises(EdgematchError, match="piece 2 is a PNG that cannot be"):
            puzzle_svg(puzzle, tiles=tiles | {1: damaged})
