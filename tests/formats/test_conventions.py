"""Each format's conventions, pinned by texts written by hand or by someone else."""

import json
import re

import pytest

from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import FormatError
from edgematch.formats import ReadOptions, Source, read, write
from edgematch.formats.document import Document
from edgematch.formats.sources import read_source
from edgematch.inputs import load
from edgematch.puzzle import Placement, Puzzle
from planted import planted_board
from shared_data import data_file

#     A -1- B
#     |     |
#     2     3
#     |     |
#     C -1- D
PIECES = ((0, 1, 2, 0), (0, 0, 3, 1), (2, 1, 0, 0), (3, 0, 0, 1))
SQUARE = Puzzle(2, 2, PIECES)


def puzzle_of(text, **options):
    return read(Source("x", text), ReadOptions(**options)).puzzle


def board_of(text, puzzle=SQUARE):
    return read(Source("x", text), ReadOptions(puzzle=puzzle)).board


CLOCKWISE = "0 1 2 0\n0 0 3 1\n2 1 0 0\n3 0 0 1\n"


@pytest.mark.parametrize(
    "text",
    [
        CLOCKWISE,
        "2 2\n" + CLOCKWISE,
        "2\n" + CLOCKWISE,
        "0\n" + CLOCKWISE,
        "4\n" + CLOCKWISE,
        "# a comment\n\n" + CLOCKWISE.replace("\n", "\r\n"),
        CLOCKWISE.replace(" ", ","),
        CLOCKWISE.replace(" ", "\t"),
        CLOCKWISE.replace(" ", " ; "),
        "north,east,south,west\n" + CLOCKWISE.replace(" ", ","),
        "piece north south west east\n1 0 2 0 1\n2 0 3 1 0\n3 2 0 0 1\n4 3 0 1 0\n",
        "4 3 0 0 1\n2 0 0 3 1\n1 0 1 2 0\n3 2 1 0 0\n",
        "0 0 1 2 0\n1 0 0 3 1\n3 3 0 0 1\n2 2 1 0 0\n",
        "bottom left top right\n2 0 0 1\n3 1 0 0\n0 0 2 1\n0 1 3 0\n",
        "c a comment\n2\n" + CLOCKWISE,
        "\ufeff2 2\n" + CLOCKWISE,
    ],
)
def test_plain_lists_of_the_same_four_pieces(text):
    assert puzzle_of(text.removeprefix("\ufeff")) == SQUARE


def test_a_list_that_can_only_be_north_south_west_east_is_taken_so():
    document = read(Source("x", "0 2 0 1\n0 3 1 0\n2 0 0 1\n3 0 1 0\n"))
    assert document.puzzle == SQUARE
    (note,) = document.notes
    assert note.startswith("columns taken as nswe (north, south, west, east)")
    assert "nesw is impossible: " in note
    assert "two opposite rim sides" in note


def test_columns_overrule_what_the_pieces_suggest():
    text = "0 2 0 1\n0 3 1 0\n2 0 0 1\n3 0 1 0\n"
    assert puzzle_of(text, columns="nesw").pieces[0] == (0, 2, 0, 1)
    assert puzzle_of(CLOCKWISE, columns="bltr").pieces[0] == (2, 0, 0, 1)


def test_an_order_that_only_turns_every_piece_is_not_worth_a_word():
    (note,) = read(Source("x", CLOCKWISE)).notes
    assert "swne" not in note


def test_a_rectangle_without_a_header_is_found_from_its_kinds_of_pieces():
    text = write(Document(catalog.load("clue2").puzzle), "bare-list").text
    document = read(Source("x", text))
    assert document.puzzle == catalog.load("clue2").puzzle
    assert "taken as 6 rows of 12" in document.notes[0]


def test_unframed_pieces_that_fill_no_square_need_a_size():
    text = "1 1 1 1\n" * 12
    with pytest.raises(FormatError, match="12 pieces do not fill a square board"):
        puzzle_of(text)
    assert puzzle_of(text, size=(3, 4)).rows == 3


def test_digits_from_0_that_are_no_rim_make_an_unframed_puzzle():
    document = read(Source("x", "0 5 3 7\n2 4 0 5\n3 1 9 8\n0 6 2 1\n"))
    assert not document.puzzle.framed
    assert "taken as unframed" in document.notes[-1]
    assert puzzle_of("0 5 3 7\n2 4 0 5\n3 1 9 8\n0 6 2 1\n", framed=True).framed


def test_255_pieces_of_eternity_2_are_no_puzzle():
    lines = write(catalog.load("eternity2-no-hints"), "bare-list").text.splitlines()
    with pytest.raises(
        FormatError, match="x:255: 255 pieces do not fill a square board"
    ):
        puzzle_of("\n".join(lines[:-1]))


@pytest.mark.parametrize("seed", range(20))
def test_a_list_that_lost_an_inner_piece_is_not_taken_for_another_board(seed):
    puzzle = planted_board(6, 6, 2, seed).puzzle
    inner = next(i for i, piece in enumerate(puzzle.pieces) if 0 not in piece)
    rest = [piece for i, piece in enumerate(puzzle.pieces) if i != inner]
    text = "".join(" ".join(map(str, piece)) + "\n" for piece in rest)
    with pytest.raises(FormatError, match="35 pieces do not fill a square board"):
        puzzle_of(text)


def test_a_damaged_framed_list_stays_framed_with_a_finding():
    puzzle = planted_board(5, 5, 3, 1).puzzle
    pieces = [list(piece) for piece in puzzle.pieces]
    border = next(piece for piece in pieces if piece.count(0) == 1)
    border[border.index(0)] = 2
    text = "".join(" ".join(map(str, piece)) + "\n" for piece in pieces)
    document = read(Source("x", text))
    assert document.puzzle.framed
    assert "taken as framed, though" in document.notes[-1]
    assert not puzzle_of(text, framed=False).framed


@pytest.mark.parametrize("seed", range(20))
def test_a_tetravex_with_color_0_is_not_taken_for_a_framed_puzzle(seed):
    board = planted_board(4, 4, 4, seed, framed=False, turnable=False)
    text = "".join(" ".join(map(str, piece)) + "\n" for piece in board.puzzle.pieces)
    assert puzzle_of(text, turnable=False) == board.puzzle


def test_pieces_that_are_not_turned_tell_a_rectangle_from_itself_turned():
    board = planted_board(5, 2, 3, 1, turnable=False)
    text = "".join(" ".join(map(str, piece)) + "\n" for piece in board.puzzle.pieces)
    assert puzzle_of(text, turnable=False) == board.puzzle


def test_the_number_of_a_piece_may_stand_in_any_named_column():
    text = "north,east,piece,south,west\n0,1,1,2,0\n0,0,2,3,1\n3,0,4,0,1\n2,1,3,0,0\n"
    assert puzzle_of(text) == SQUARE
    with pytest.raises(FormatError, match="x:2: expected a piece number and 4 colors"):
        puzzle_of("piece,north,east,south,west\n0,1,2,0\n")


def test_a_first_line_of_rubbish_is_refused_even_with_a_size():
    with pytest.raises(
        FormatError, match="x:1: expected a whole number, got 'rubbish'"
    ):
        puzzle_of("rubbish here\n" + CLOCKWISE, size=(2, 2))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1: [[a, +], [a, '-'], [a, +], [a, '-']]\n", {"columns": "nesw"}),
        ("c x\n2\n" + CLOCKWISE, {"size": (2, 2)}),
        ("1/0 2/0\n3/0 4/0\n", {"framed": True}),
    ],
)
def test_options_that_a_format_has_no_use_for_are_refused(text, options):
    with pytest.raises(FormatError, match=r"(itself says|puzzle to say) .* \(--"):
        puzzle_of(text, **options)


def test_a_puzzle_where_a_board_is_wanted_is_refused():
    with pytest.raises(FormatError, match=r"a puzzle .format list., not a board"):
        read(Source("x", "2 2\n" + CLOCKWISE), ReadOptions(puzzle=SQUARE))


def test_placements_with_a_fault_are_not_taken_for_pieces():
    with pytest.raises(FormatError, match="x:2: turns must be 0, 1, 2 or 3, got 4"):
        board_of("0 0 0 0\n1 1 0 4\n")


def test_board_text_by_hand():
    board = board_of("  1/0 ---/-\n3/0   4/0\n")
    assert board.placements == ((0, 0, 0), (2, 2, 0), (3, 3, 0))


def test_owens_y_counts_from_the_bottom():
    board = board_of("2 2\n0 1 0\n1 1 0\n0 0 0\n1 0 0\n")
    assert board.is_solution()
    assert board.at(0) == Placement(0, 0, 0)


def test_sol_lines_are_piece_column_row_and_anticlockwise_turns():
    # B on the top left: its rim sides must go from north and east to west and north.
    board = board_of("c comment\n1 0 0 1\n0 1 0 3\n")
    assert board.placements == (Placement(0, 1, 3), Placement(1, 0, 1))
    assert board.is_legal()


def test_puz_with_signs_by_hand():
    puzzle = puzzle_of("c two pieces\n2 1\n7 4+ 7 7\n7 7 7 4-\n")
    assert (puzzle.rows, puzzle.columns, puzzle.is_signed) == (1, 2, True)
    plus, minus = puzzle.pieces[0][1], puzzle.pieces[1][3]
    assert puzzle.mate(plus) == minus != plus
    assert puzzle.color_name(plus) == "4+"
    assert puzzle.mate(puzzle.pieces[0][0]) == puzzle.pieces[0][0]


def test_a_rim_in_a_puz_file_is_recognized():
    assert puzzle_of("c x\n2\n" + CLOCKWISE) == SQUARE


LINK = (
    "https://example.org/viewer#puzzle=a%20b&board_w=2&board_h=2"
    "&board_edges=abcaaadbcbaadaab&board_pieces=001002003004&motifs_order=x"
)


def test_a_link_shows_the_pieces_as_they_lie():
    document = read(Source("x", LINK))
    assert document.puzzle == SQUARE
    assert document.puzzle.name == "a b"
    assert document.board.is_solution()


def test_a_link_is_found_inside_a_text():
    assert read(Source("x", f"my board:\n  {LINK}\n")).puzzle == SQUARE


def test_a_link_without_piece_numbers_is_matched_with_its_puzzle():
    turned = Puzzle(2, 2, [(1, 3, 0, 0), (0, 0, 2, 1), (1, 2, 0, 0), (0, 0, 3, 1)])
    link = "?board_w=2&board_h=2&board_edges=abcaaadbcbaaaaaa"
    board = board_of(link, turned)
    assert board.placements == ((0, 2, 1), (1, 3, 0), (2, 1, 2))
    assert board.score() == 2


def test_equal_pieces_of_a_link_are_dealt_out():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    board = board_of("#board_w=2&board_h=2&board_edges=abbaaabbbbaabaab", puzzle)
    assert board.is_solution()


def test_a_piece_that_a_link_shows_too_often_is_left_to_the_referee():
    board = board_of("#board_w=2&board_h=2&board_edges=abcaaabccbaadaab")
    assert board.repeated_pieces() == (0,)
    assert not board.is_legal()


TILES = "1: [[red, +], [blu, '-'], [red, '-'], [blu, +]]\n"


def test_tiles_are_right_top_left_bottom():
    puzzle = puzzle_of(TILES)
    names = [puzzle.color_name(color) for color in puzzle.pieces[0]]
    assert names == ["blu-", "red+", "blu+", "red-"]  # north east south west
    assert not puzzle.framed


def test_scramble_solutions_turn_anticlockwise():
    puzzle = puzzle_of(TILES)
    board = board_of("=== Solution: 1 ===\n[t=1,r=1]\n", puzzle)
    assert board.placements == (Placement(0, 0, 3),)


def test_a_folder_of_tiles_reads_with_its_pictures(tmp_path):
    folder = tmp_path / "bears" / "input"
    folder.mkdir(parents=True)
    (folder / "tile_dict.yaml").write_text(TILES)
    (folder / "1.png").write_bytes(b"picture")
    for path in (folder, folder.parent):
        document = read(read_source(path))
        assert document.pictures == {0: b"picture"}
        assert document.puzzle.name == "bears"


@pytest.mark.parametrize("size", [10, 12, 14, 16])
def test_the_meta_puzzles_read_as_they_are(size):
    source = read_source(data_file(f"meta/meta_{size}x{size}.txt"))
    document = read(source, ReadOptions(columns="bltr"))
    assert (document.puzzle.rows, document.puzzle.columns) == (size, size)
    first = [int(word) for word in source.text.split()[:4]]
    assert document.puzzle.pieces[0] == (first[2], first[3], first[0], first[1])


@pytest.mark.parametrize(
    "name",
    ["11_3_4", "12_2_4", "14_7_3", "7_3_6", "7_4_8", "7_4_9", "8_4_5", "9_3_5"],
)
def test_heules_puzzles_have_the_size_and_colors_of_their_names(name):
    size, frame, inner = map(int, name.split("_"))
    puzzle = read(read_source(data_file(f"heule/em_{name}.txt"))).puzzle
    assert (puzzle.rows, puzzle.columns, puzzle.framed) == (size, size, True)
    assert len(puzzle.colors) == frame + inner


@pytest.mark.parametrize(("rows", "columns"), [(4, 6), (5, 8)])
def test_owens_rectangles_are_wider_than_high(rows, columns):
    source = read_source(data_file(f"owen/pieces_{columns:02}x{rows:02}.txt"))
    puzzle = read(source).puzzle
    assert (puzzle.rows, puzzle.columns) == (rows, columns)


@pytest.mark.parametrize(
    "text",
    [
        f'<a href="{LINK}">my board</a>'.replace("&", "&amp;"),
        LINK.replace("/viewer#", "/viewer?version=2#"),
        LINK.replace("#", "?"),
        LINK.split("#")[1],
        f"'{LINK}'",
    ],
)
def test_links_are_found_as_people_paste_them(text):
    assert read(Source("x", text)).puzzle == SQUARE


def test_hints_come_first_when_a_link_is_matched_with_its_puzzle():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4, [(3, 0, 2)])
    board = board_of("#board_w=2&board_h=2&board_edges=abbaaabbbbaabaab", puzzle)
    assert board.is_solution()


SMALL = "https://e2.bucas.name/#puzzle=x&board_w=1&board_h=1&board_edges=bbcc"


@pytest.mark.parametrize(
    "comment",
    [
        f"# seen at {SMALL}",
        f"c {SMALL}",
        f"#\t{SMALL}",
        f"#{SMALL}",
        f"c: {SMALL}",
        f"comment: from {SMALL}",
    ],
)
def test_a_list_may_cite_a_link(comment):
    assert puzzle_of(f"{comment}\n2 2\n{CLOCKWISE}") == SQUARE


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        f"# {SMALL}\n\n# mine",
        SMALL[22:],
        f"at {SMALL}",
        f"my best\nCheck it: {SMALL}",
    ],
)
def test_a_link_alone_is_a_link(text):
    assert puzzle_of(text).pieces == ((1, 1, 2, 2),)


def test_a_record_that_cites_a_link_keeps_its_board(tmp_path):
    puzzle = catalog.load("clue1").puzzle
    link = write(Document(puzzle, Board(puzzle, [(0, 5, 0)])), "link").text.strip()
    own = Board(puzzle, [(0, 1, 2), (3, 4, 1)])
    path = tmp_path / "record.json"
    path.write_text(write(Document(puzzle, own, found={"from": link}), "record").text)
    assert load(path).board == own


def test_rules_that_are_given_hold_for_links_of_the_catalog():
    board = Board(catalog.load("clue1").puzzle, [(c, 35 - c, 1) for c in range(36)])
    link = write(Document(board.puzzle, board), "link").text.strip()
    assert load(link).puzzle == board.puzzle
    loose = load(link, ReadOptions(framed=False, turnable=False)).puzzle
    assert (loose.framed, loose.turnable) == (False, False)


def test_comments_in_a_scramble_solution():
    text = "# mine\n[t=1,r=0] [t=2,r=0]\n# here too\n[t=3,r=0] [t=4,r=0]\n"
    assert [each.piece for each in board_of(text).placements] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.puz", "c\n33 1\n" + "1 1 1 1\n" * 33, "x.puz:2: columns must be 1 to 32"),
        ("x", "-2 -2\n" + CLOCKWISE, "x:1: columns must be 1 to 32, not -2"),
        ("x", "1 1 1 1\n" * 1089, "x:1089: 1089 pieces: boards have up to 32 rows"),
        ("x.puz", "2 2\n1 2 3\n", "x.puz:2: expected 4 colors, got 3"),
        ("x", '{"a": 1,\n "b": {},\n "a": 2}', "x:3: the key 'a' occurs twice"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path, monkeypatch, name, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text)
    with pytest.raises(FormatError, match="^" + re.escape(message)):
        load(name)


def test_a_name_of_a_color_is_not_the_name(tmp_path):
    record = json.loads(write(Document(SQUARE), "record").text)
    record["puzzle"] |= {"name": "good", "color_names": ["", "bad\nname"]}
    path = tmp_path / "x.json"
    path.write_text(json.dumps(record, indent=1))
    line = next(
        number
        for number, text in enumerate(path.read_text().splitlines(), 1)
        if "color_names" in text
    )
    with pytest.raises(FormatError, match=f"x.json:{line}: a name must be one line"):
        load(path)


def test_a_board_format_leaves_the_rules_to_its_puzzle():
    with pytest.raises(
        FormatError, match="board-text leaves the puzzle to say whether"
    ):
        read(Source("x", "1/0 2/0\n"), ReadOptions(framed=False), "board-text")


def test_columns_by_other_letters_are_written_in_a_table():
    text = write(Document(SQUARE), "table", ReadOptions(columns="bltr")).text
    assert text.startswith("piece,south,west,north,east\n")
