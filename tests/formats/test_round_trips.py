"""Every format gives back what it took, or says that it has no room for it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import CannotHold, FormatError
from edgematch.formats import (
    FORMATS,
    Document,
    ReadOptions,
    Source,
    check_holds,
    check_holds_boards,
    detect,
    format_for_suffix,
    read,
    write,
)
from edgematch.inputs import load
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


def is_read_back(document, name, columns=None):
    """Say whether what a format writes, refusing nothing, is read back as it was."""
    format = FORMATS[name]
    if document.pictures and not format.file_in_folder:
        return False
    if name == "link" and document.puzzle.is_signed:
        return False  # we could read it, but the viewer would show matches as breaks
    try:
        text = format.write(document, ReadOptions(columns=columns))
    except (CannotHold, LookupError):
        return False
    known = [None] if format.content.has_pieces else []
    if format.content.has_board and document.board is not None:
        known.append(document.puzzle)
    for puzzle in known:
        try:
            options = ReadOptions(puzzle=puzzle, columns=columns)
            back = format.read(Source("x", text), options)
        except FormatError:
            continue
        if back.puzzle.fingerprint != document.puzzle.fingerprint:
            continue
        if document.board is None:
            return True
        board = back.board
        if board is not None and seen(board) == seen(document.board):
            return board.problems() == document.board.problems()
    return False


def assert_holds_what_is_read_back(document, name, columns=None):
    held = is_read_back(document, name, columns)
    options = ReadOptions(columns=columns)
    if held:
        check_holds(document, name, options)
    else:
        with pytest.raises(CannotHold):
            check_holds(document, name, options)
        with pytest.raises(CannotHold):
            write(document, name, options)


@pytest.mark.parametrize("name", FORMATS)
@given(puzzle=puzzles(), order=st.permutations("nesw"))
def test_a_format_holds_a_puzzle_if_it_is_read_back(name, puzzle, order):
    assert_holds_what_is_read_back(Document(puzzle), name)
    if "columns" in FORMATS[name].takes:
        assert_holds_what_is_read_back(Document(puzzle), name, "".join(order))


@pytest.mark.parametrize("name", FORMATS)
@given(board=partial_boards(), turn=st.integers(0, 3))
def test_a_format_holds_a_board_if_it_is_read_back(name, board, turn):
    listing = Board(board.puzzle, [(i, i, turn) for i in range(board.puzzle.cells)])
    for each in (board, listing):
        assert_holds_what_is_read_back(Document(board.puzzle, each), name)


@pytest.mark.parametrize("name", BOARD_FORMATS)
@given(board=partial_boards())
def test_a_format_with_room_for_boards_holds_every_legal_board(name, board):
    try:
        check_holds_boards(board.puzzle, name)
    except CannotHold:
        assert name in ("link", "owen-solution")
        return
    if board.is_legal():
        assert is_read_back(Document(board.puzzle, board), name)


COLOR_NAMES = st.sampled_from(
    ["", "a", "a+", "a-", "b", "1", "01", "255", "7+", "[[[[[[[[[", "x" * 200]
)


@given(
    names=st.lists(COLOR_NAMES, min_size=4, max_size=4),
    mates=st.sampled_from([(), (1, 0, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3)]),
)
def test_colors_of_any_name_and_sign_are_held_if_they_are_read_back(names, mates):
    puzzle = Puzzle(1, 1, [(0, 1, 2, 3)], framed=False, mates=mates, color_names=names)
    for name in PUZZLE_FORMATS:
        assert_holds_what_is_read_back(Document(puzzle), name)


@pytest.mark.parametrize("name", PUZZLE_FORMATS)
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("mates", [(), tuple(color ^ 1 for color in range(256))])
def test_256_colors_are_held_if_they_are_read_back(name, named, mates):
    pieces = [range(4 * i, 4 * i + 4) for i in range(64)]
    names = [f"color {number}" for number in range(256)] if named else []
    puzzle = Puzzle(8, 8, pieces, framed=False, mates=mates, color_names=names)
    assert_holds_what_is_read_back(Document(puzzle), name)


@pytest.mark.parametrize("name", PUZZLE_FORMATS)
def test_long_names_of_many_tiles_are_held_if_they_are_read_back(name):
    names = [f"{number:0>199}" for number in range(200)]
    pieces = [(i % 200,) * 4 for i in range(32 * 32)]
    puzzle = Puzzle(32, 32, pieces, framed=False, color_names=names)
    assert_holds_what_is_read_back(Document(puzzle), name)


@pytest.mark.parametrize("name", PUZZLE_FORMATS)
@given(puzzle=puzzles())
def test_a_puzzle_comes_back_whole_or_is_refused(name, puzzle):
    text = written(Document(puzzle), name)
    if text is not None:
        source = Source("x", text)
        assert read(source, format=name).puzzle.fingerprint == puzzle.fingerprint
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


@pytest.mark.parametrize(
    "name", [n for n in PUZZLE_FORMATS if n not in ("record", "studio-link")]
)
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
    if name not in ("link", "scramble-squares"):
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
    assert holding == ["record", "studio-link", "scramble-squares", "puz"]


def test_an_unframed_color_0_that_would_read_as_a_rim_is_refused():
    puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)], framed=False)
    for name in ("list", "bare-list", "table", "link", "puz"):
        with pytest.raises(CannotHold, match="color 0 without a rim rule"):
            write(Document(puzzle), name)


def test_pieces_that_are_not_turned_need_the_record():
    # Twelve colors: too many for Tetravex, which a list would be taken for.
    pieces = [(1, 2, 3, 4), (5, 6, 7, 2), (3, 8, 9, 10), (7, 11, 12, 8)]
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
        with pytest.raises(CannotHold, match="there is no board"):
            write(document, name)
    tiles = replace(catalog.load("scramble-squares"), pictures={0: b"png"})
    with pytest.raises(CannotHold, match="the pictures of the tiles"):
        write(tiles, "record")
    assert write(tiles, "scramble-squares").text


def test_a_link_without_its_puzzle_says_that_it_is_needed():
    board = planted_board(3, 3, 4, 1)
    options = ReadOptions(puzzle=board.puzzle)
    written_link = write(Document(board.puzzle, board), "link", options)
    assert written_link.notes == ("to read the board back, name its puzzle (--puzzle)",)


@given(board=partial_boards())
def test_a_link_that_is_said_to_hold_a_board_needs_nothing_else(board):
    text = written(Document(board.puzzle, board), "link")
    if text is not None:
        back = load(Source("x", text))
        assert back.puzzle.fingerprint == board.puzzle.fingerprint
        assert seen(back.board) == seen(board)
        assert back.board.problems() == board.problems()


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
