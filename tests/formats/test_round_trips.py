"""Every format gives back what it took, or says that it has no room for it."""

from dataclasses import replace

import pytest
from hypothesis import given

from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import CannotHold
from edgematch.formats import (
    FORMATS,
    Document,
    ReadOptions,
    Source,
    detect,
    format_for_suffix,
    read,
    write,
)
from edgematch.loading import load
from edgematch.puzzle import Puzzle
from planted import boards, partial_boards, planted_board, puzzles

PUZZLE_FORMATS = [name for name in FORMATS if FORMATS[name].content.has_pieces]
BOARD_FORMATS = [name for name in FORMATS if FORMATS[name].content.has_board]


def written(document, name):
    """Return the text, or None where the format says it has no room."""
    try:
        return write(document, name).text
    except CannotHold as error:
        assert str(error)
        return None


def seen(board):
    """What lies where: a link does not tell turns of a piece that look alike."""
    return [(cell, piece, board.colors_at(cell)) for cell, piece, _ in board.placements]


@pytest.mark.parametrize("name", PUZZLE_FORMATS)
@given(puzzle=puzzles())
def test_a_puzzle_comes_back_whole_or_is_refused(name, puzzle):
    text = written(Document(puzzle), name)
    if text is not None:
        source = Source("x", text)
        assert read(source, name=name).puzzle.fingerprint == puzzle.fingerprint
        assert read(source).puzzle.fingerprint == puzzle.fingerprint


@pytest.mark.parametrize("name", BOARD_FORMATS)
@given(board=partial_boards())
def test_a_board_comes_back_whole_or_is_refused(name, board):
    text = written(Document(board.puzzle, board), name)
    if text is not None:
        options = ReadOptions(puzzle=board.puzzle)
        back = read(Source("x", text), options, name).board
        assert seen(back) == seen(board)
        assert back.problems() == board.problems()
        assert back == board or name == "link"
        if board.placements or name != "sol":  # an empty .sol looks like nothing
            assert read(Source("x", text), options).board == back


@given(puzzles())
def test_the_record_holds_every_puzzle_with_its_names(puzzle):
    back = read(Source("x", write(Document(puzzle), "record").text)).puzzle
    assert back == puzzle
    assert (back.name, back.color_names) == (puzzle.name, puzzle.color_names)


@given(partial_boards())
def test_the_record_holds_every_board_and_how_it_was_found(board):
    document = Document(board.puzzle, board, {"engine": "é", "n": 1}, {"title": "<&>"})
    back = read(Source("x", write(document, "record").text))
    assert back == document


@pytest.mark.parametrize("name", PUZZLE_FORMATS)
def test_eternity_2_keeps_its_fingerprint_through_every_format(name):
    puzzle = catalog.load("eternity2-no-hints").puzzle
    if name == "scramble-squares":
        with pytest.raises(CannotHold, match="no room for a frame"):
            write(Document(puzzle), name)
        return
    text = write(Document(puzzle), name).text
    assert read(Source("x", text)).puzzle.fingerprint == puzzle.fingerprint
    assert read(Source("x", text)).puzzle.pieces == puzzle.pieces


@pytest.mark.parametrize("name", [n for n in PUZZLE_FORMATS if n != "record"])
def test_hints_are_refused_where_there_is_no_room(name):
    document = catalog.load("eternity2")
    with pytest.raises(CannotHold, match=r"1 hint|a frame"):
        write(document, name)


def test_what_is_lost_can_be_allowed():
    document = catalog.load("eternity2")
    text = write(document, "list", allow_loss=True).text
    assert read(Source("x", text)).puzzle == document.puzzle.with_hints(())


@pytest.mark.parametrize("name", BOARD_FORMATS)
@given(board=boards())
def test_solved_boards_go_through_every_board_format(name, board):
    text = written(Document(board.puzzle, board), name)
    if name in ("record", "board-text", "sol", "owen-solution", "scramble-solution"):
        assert text is not None
    if text is not None:
        back = read(Source("x", text), ReadOptions(puzzle=board.puzzle), name).board
        assert back.is_solution()


@pytest.mark.parametrize("order", ["nesw", "nswe", "swne", "wsen"])
@given(puzzle=puzzles(largest=4))
def test_lists_in_any_column_order_come_back_with_the_order_named(order, puzzle):
    options = ReadOptions(columns=order)
    for name in ("list", "bare-list", "table"):
        try:
            text = write(Document(puzzle), name, options).text
        except CannotHold:
            continue
        back = read(Source("x", text), options, name).puzzle
        assert back.fingerprint == puzzle.fingerprint


def test_a_signed_puzzle_needs_a_format_with_signs():
    document = catalog.load("scramble-squares")
    holding = [name for name in PUZZLE_FORMATS if written(document, name) is not None]
    assert holding == ["record", "scramble-squares", "puz"]


def test_an_unframed_color_0_that_would_read_as_a_rim_is_refused():
    puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)], framed=False)
    for name in ("list", "bare-list", "table", "link", "puz"):
        with pytest.raises(CannotHold, match="color 0 without a rim rule"):
            write(Document(puzzle), name)


def test_pieces_that_are_not_turned_need_the_record():
    pieces = [(1, 2, 3, 4), (1, 5, 3, 2), (3, 1, 4, 5), (3, 2, 4, 1)]
    puzzle = Puzzle(2, 2, pieces, framed=False, turnable=False)
    for name in ("list", "link", "puz", "scramble-squares"):
        with pytest.raises(CannotHold, match="the rule that pieces are not turned"):
            write(Document(puzzle), name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_recognized_in_what_it_writes(name):
    board = catalog.load("clue1")
    document = board if name != "scramble-squares" else catalog.load("scramble-squares")
    if not FORMATS[name].content.has_pieces:
        solved = planted_board(3, 3, 3, 1)
        document = Document(solved.puzzle, solved)
    text = FORMATS[name].write(document, ReadOptions())
    wanted = None if FORMATS[name].content.has_pieces else document.puzzle
    assert detect(Source("x", text), ReadOptions(puzzle=wanted)).name == name


def test_endings_name_their_formats():
    expected = {
        ".json": "record",
        ".url": "link",
        ".yaml": "scramble-squares",
        ".board": "board-text",
        ".sol": "sol",
        ".puz": "puz",
        ".csv": "table",
        ".TXT": "list",
    }
    assert {end: format_for_suffix(end).name for end in expected} == expected
    assert format_for_suffix(".exe") is None


@given(puzzles(largest=4))
def test_a_puzzle_with_any_names_goes_into_a_tile_file(puzzle):
    names = ["", "+", "a", "a", "red+", "0", "é", "a-", "x y", "'", "7", "b"] * 2
    hostile = replace(
        puzzle.with_hints(()), framed=False, turnable=True, color_names=tuple(names)
    )
    if puzzle.rows == puzzle.columns and not puzzle.framed:
        text = write(Document(hostile), "scramble-squares").text
        assert read(Source("x", text)).puzzle.fingerprint == hostile.fingerprint


def test_boards_need_a_board_and_pictures_a_folder():
    document = catalog.load("clue1")
    for name in ("sol", "board-text", "owen-solution", "scramble-solution"):
        with pytest.raises(CannotHold, match="a puzzle without a board"):
            write(document, name)
    tiles = replace(catalog.load("scramble-squares"), pictures={0: b"png"})
    with pytest.raises(CannotHold, match="the pictures of the tiles"):
        write(tiles, "record")
    assert write(tiles, "scramble-squares").text


def test_a_link_of_a_board_says_that_its_puzzle_is_needed():
    board = planted_board(3, 3, 4, 1)
    written_link = write(Document(board.puzzle, board), "link")
    assert written_link.notes == ("to read the board back, name its puzzle (--puzzle)",)


def test_a_link_does_not_mend_a_broken_hint():
    # The piece looks as it should, but the hint asks for another turn of it.
    puzzle = Puzzle(1, 1, [(1, 2, 1, 2)], [(0, 0, 0)], framed=False)
    board = Board(puzzle, [(0, 0, 2)])
    assert not board.is_legal()
    with pytest.raises(CannotHold, match="this board"):
        write(Document(puzzle, board), "link")


@pytest.mark.parametrize("name", ["clue1", "clue3"])
def test_a_puzzle_with_the_pieces_of_a_catalog_puzzle_survives_a_link(name, tmp_path):
    puzzle = catalog.load(name).puzzle
    turned = [(w, n, e, s) for n, e, s, w in puzzle.pieces]
    for other in (turned, turned[::-1], list(puzzle.pieces[::-1])):
        changed = replace(puzzle, pieces=tuple(other))
        path = tmp_path / "puzzle.url"
        path.write_text(write(Document(changed), "link").text)
        assert load(path).puzzle.fingerprint == changed.fingerprint
