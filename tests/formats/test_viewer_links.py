"""Links as people share them: letterings, sizes, and the text around them."""

import json
import random
import string
from itertools import pairwise
from urllib.parse import quote

import pytest

import edgematch
from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import FormatError
from edgematch.formats import Document, ReadOptions, Source, read, write
from edgematch.inputs import load, load_links, options_to_write, puzzle_by_name
from edgematch.puzzle import Puzzle
from shared_data import data_file

PIECES = ((0, 1, 2, 0), (0, 0, 3, 1), (2, 1, 0, 0), (3, 0, 0, 1))
SQUARE = Puzzle(2, 2, PIECES)
EDGES = "abcaaadbcbaadaab"
LINK = f"https://example.org/#puzzle=mine&board_w=2&board_h=2&board_edges={EDGES}"

ETERNITY = catalog.load("eternity2-no-hints").puzzle


def some_board(cells=256, seed=0):
    """Return a legal-looking board of Eternity II: every piece anywhere, any turn."""
    draw = random.Random(seed)
    pieces = draw.sample(range(256), cells)
    return Board(ETERNITY, [(c, p, draw.randrange(4)) for c, p in enumerate(pieces)])


def link_of(board, lettering=None, numbers=True):
    """Return the link of a board, in another lettering, with or without numbers."""
    options = ReadOptions(puzzle=board.puzzle)
    link = write(Document(board.puzzle, board), "link", options).text.strip()
    start, rest = link.split("board_edges=")
    edges, pieces = rest.split("&board_pieces=")
    if lettering is not None:
        edges = edges.translate(lettering)
    return f"{start}board_edges={edges}" + f"&board_pieces={pieces}" * numbers


def other_letters(seed):
    letters = list(string.ascii_lowercase[1:23])
    mixed = random.Random(seed).sample(letters, len(letters))
    return str.maketrans("".join(letters), "".join(mixed))


@pytest.mark.parametrize("cells", [256, 120, 50])
@pytest.mark.parametrize("numbers", [True, False])
def test_any_lettering_is_read(cells, numbers):
    board = some_board(cells)
    link = link_of(board, other_letters(cells), numbers)
    for document in (
        load(link, ReadOptions(puzzle=ETERNITY)),
        load(link),
        load(link + "&motifs_order=mine"),
    ):
        assert document.board == board


def test_what_we_write_is_the_default_lettering_and_says_no_other():
    link = write(Document(ETERNITY, some_board()), "link").text
    assert "motifs_order" not in link
    assert load(link).board == some_board()


def test_a_wrong_lettering_name_does_not_matter():
    link = link_of(some_board()) + "&motifs_order=jblackwood"
    assert load(link).board == some_board()


def test_few_cells_do_not_tell_the_letters_but_their_numbers_may():
    board = some_board(9)
    link = link_of(board, other_letters(3), numbers=False)
    with pytest.raises(FormatError, match="9 cells do not determine"):
        read(Source("x", link), ReadOptions(puzzle=ETERNITY))
    numbered = link_of(board, other_letters(3))
    assert read(Source("x", numbered), ReadOptions(puzzle=ETERNITY)).board == board


@pytest.mark.parametrize("seed", [None, 5])
def test_a_cell_that_shows_no_piece_is_named_in_any_lettering(seed):
    letters = other_letters(seed) if seed else None
    link = link_of(some_board(), letters, numbers=False)
    start, edges = link.split("board_edges=")
    for cell in (20, 30):
        edges = f"{edges[: 4 * cell]}zzzz{edges[4 * cell + 4 :]}"
    text = f"{start}board_edges={edges}"
    with pytest.raises(FormatError, match=r"B5 shows zzzz.*1 other cell"):
        read(Source("x", text), ReadOptions(puzzle=ETERNITY))


def test_letters_that_fit_no_puzzle_are_refused_with_the_cell():
    with pytest.raises(FormatError, match=r"A1 shows abca.*whatever the letters"):
        read(Source("x", LINK), ReadOptions(puzzle=Puzzle(2, 2, [(0, 1, 1, 0)] * 4)))


def test_numbers_of_another_numbering_give_way_to_the_letters():
    board = some_board()
    link = link_of(board)
    start, digits = link.split("board_pieces=")
    numbers = [int(digits[i : i + 3]) % 256 + 1 for i in range(0, 768, 3)]
    shifted = f"{start}board_pieces={''.join(f'{n:03}' for n in numbers)}"
    document = load(shifted, ReadOptions(puzzle=ETERNITY))
    assert document.board == board
    assert "256 of 256 piece numbers" in document.notes[0]


@pytest.mark.parametrize(
    "size",
    [
        "board_w=2&board_h=2",
        "puzzle_size=2",
        "board_w=2",
        "board_h=2",
        "board_size=2",
        "puzzle_size=2&board_w=2",
    ],
)
def test_the_size_may_be_given_in_several_ways(size):
    text = f"https://example.org/viewer?{size}&board_edges={EDGES}&hints=1.0"
    assert read(Source("x", text)).puzzle == SQUARE


def test_a_small_board_may_be_the_top_left_of_a_larger_square():
    rows = [EDGES[:8] + "aaaa", EDGES[8:] + "aaaa", "aaaa" * 3]
    text = f"?puzzle_size=2&board_edges={''.join(rows)}&board_pieces=001002000003004"
    assert read(Source("x", text + "000" * 4)).puzzle == SQUARE
    with pytest.raises(FormatError, match="36 letters"):
        read(Source("x", "?puzzle_size=2&board_edges=" + "abcd" * 9))
    with pytest.raises(FormatError, match="not a square board"):
        read(Source("x", "?board_edges=" + "abcd" * 6))


ENCODED = quote(LINK, safe="")


@pytest.mark.parametrize(
    "text",
    [
        f"[my board]({LINK}), at last!",
        f"| mine | {LINK} | 4 |\n| --- | --- | --- |",
        f"**{LINK}**.",
        f"See {LINK}.",
        f"<a href='{LINK}'>{LINK}</a>".replace("&", "&amp;"),
        json.dumps([{"link": LINK}]),
        json.dumps({"link": LINK, "score": 4}).replace("&", "\\u0026"),
        json.dumps([{"score": 4, "board_edges": EDGES}]),
        f"board:\n  url: {LINK}\n  score: 4\n",
        f"mine,{LINK},4\n",
        f"https://example.com/redirect?to={ENCODED}&x=1",
        f"https://example.com/redirect?to={quote(ENCODED, safe='')}",
        f"the field board_edges= of {LINK}",
    ],
)
def test_links_are_found_in_any_text(text):
    assert read(Source("x", text)).puzzle == SQUARE


@pytest.mark.parametrize("width", [31, 40, 76])
@pytest.mark.parametrize("mark", ["", "> ", "  "])
@pytest.mark.parametrize("with_numbers", [True, False])
def test_links_broken_over_lines_are_joined(width, mark, with_numbers):
    board = some_board(100)
    link = link_of(board, numbers=with_numbers).strip()
    start = link.index("board_w") + 8  # what is before it has no fields
    cuts = [0, *range(start, len(link), width), len(link)]
    pieces = [link[a:b] for a, b in pairwise(cuts)]
    broken = "".join(f"{mark}{piece}\r\n" for piece in pieces)
    text = f"Hello,\n{broken}\nThanks\n470\n{link}\nThanks\n"
    found = load_links(Source("x", text), ReadOptions(puzzle=ETERNITY))
    assert [each.document.board for each in found] == [board, board]
    assert [each.line for each in found] == [2, len(pieces) + 5]


def test_all_links_of_a_text_are_read_or_refused_one_by_one():
    text = f"# Boards\n\n- {LINK}\n- {LINK[:-4]}\n- {LINK[:-4]}aaaa and again {LINK}\n"
    boards = load_links(Source("x", text))
    assert [(each.line, each.name) for each in boards] == [
        (3, "mine"),
        (4, "mine"),
        (5, "mine"),
        (5, "mine"),
    ]
    assert boards[1].document is None
    assert boards[1].error.message.startswith("board_edges has 12 letters")
    scores = [each.document.board.score() for each in boards if each.document]
    assert scores == [4, 2, 4]  # the second has an empty cell and no known puzzle
    with pytest.raises(FormatError, match="4 links"):
        read(Source("x", text))


def test_links_in_headings_count_where_there_are_others():
    text = f"# best: {LINK}\n#puzzle=mine&board_edges={EDGES}\nold: {LINK}\n"
    assert [each.line for each in load_links(Source("x", text))] == [1, 2, 3]


@pytest.mark.parametrize("numbers", ["000001002003", "001001002003", "001002", "x"])
def test_a_board_is_scored_even_if_its_piece_numbers_are_useless(numbers):
    (found,) = load_links(Source("x", f"{LINK}&board_pieces={numbers}"))
    assert found.document.board.is_solution()
    assert "were ignored" in found.document.notes[-1]
    with pytest.raises(FormatError, match="board_pieces"):
        read(Source("x", f"{LINK}&board_pieces={numbers}"))


def test_what_has_no_links_has_no_boards(tmp_path):
    path = tmp_path / "pieces.txt"
    path.write_text(f"# from {LINK}\n2 2\n0 1 2 0\n0 0 3 1\n2 1 0 0\n3 0 0 1\n")
    assert load_links(path) == ()
    assert load_links("clue1") == ()


def test_partial_boards_of_the_catalog_are_recognized():
    document = load(link_of(some_board(40), numbers=False))
    assert document.puzzle == ETERNITY
    assert "eternity2-no-hints" in document.notes[0]


def test_published_links_score_as_their_authors_say():
    boards = load_links(data_file("found/links.json"))
    assert len(boards) == 114
    assert all(each.document for each in boards)
    scored = {each.name: each.document.board for each in boards}
    assert scored["Joshua_Blackwood_470_std"].score() == 470
    for name, pieces in (
        ("Joshua_Blackwood_230", 230),
        ("OSS_217", 217),
        ("Hegland_213_msg11320", 213),
        ("McGavin_221_msg11329", 221),
    ):
        assert (len(scored[name].placements), scored[name].breaks()) == (pieces, ())
        assert scored[name].puzzle == ETERNITY


def test_published_records_score_as_their_authors_say():
    five = catalog.load("eternity2-five-hints").puzzle
    path = data_file("boards/eternity2_records.json")
    records = json.loads(path.read_text())
    boards = load_links(path, ReadOptions(puzzle=five))
    found = [
        (each.document.board.score(), len(each.document.board.kept_hints()))
        for each in boards
    ]
    assert found == [(each["score"], each["hints_respected"]) for each in records]


@pytest.mark.parametrize("name", ["clue1", "eternity2", "two-set:5x4:4:2:seed=3"])
def test_a_partial_board_that_we_write_is_read_back_by_the_name_of_its_puzzle(name):
    puzzle = puzzle_by_name(name).puzzle
    taken = {hint.piece for hint in puzzle.hints}
    placements = [*puzzle.hints, (0, min({1, 2, 3} - taken), 0)]
    for placed in (placements, list(puzzle.hints)):
        board = Board(puzzle, placed)
        written = Document(puzzle, board)
        text = write(written, "link", options_to_write(written), allow_loss=True).text
        assert "packed=" not in text
        document = load(text)
        assert (document.puzzle, document.board) == (puzzle, board)
        (found,) = load_links(Source("x", text))
        assert found.document.board == board


def own_puzzle():
    """Return a puzzle of nobody else, with a hint, fixed turns and names."""
    pieces = [(1, 2, 3, 4), (1, 4, 2, 2), (3, 3, 1, 1), (2, 1, 4, 4)]
    names = ["", "red", "green", "blue", "white"]
    return Puzzle(
        2,
        2,
        pieces,
        [(3, 3, 0)],
        framed=False,
        turnable=False,
        name="Ann's own",
        color_names=names,
    )


@pytest.mark.parametrize("placed", [[], [(0, 1, 0)], [(c, 3 - c, 0) for c in range(4)]])
def test_a_board_of_ones_own_puzzle_is_read_back_with_its_puzzle(placed, tmp_path):
    board = Board(own_puzzle(), placed)
    path = tmp_path / "board.url"
    link = edgematch.write(board, path).strip()
    for back in (load(link), load(path), load_links(Source("x", link))[0].document):
        assert (back.puzzle, back.board) == (board.puzzle, board)
        assert back.puzzle.color_names == board.puzzle.color_names
        assert back.notes == ()
    lines = [f"> {link[at : at + 50]}" for at in range(0, len(link), 50)]
    (found,) = load_links(Source("x", "\n".join(lines)))
    assert found.document.board == board
    other = Puzzle(2, 2, [(1, 2, 3, 4)] * 4, framed=False)
    if placed:
        with pytest.raises(FormatError):
            load(link, ReadOptions(puzzle=other))  # the puzzle that is given counts


def test_a_damaged_puzzle_of_a_link_is_refused_in_one_line():
    link = edgematch.write(Board(own_puzzle(), [(0, 1, 0)]), format="link").strip()
    start = link.index("packed=") + 7
    cut = link[:start] + link[start + 4 :]
    with pytest.raises(FormatError, match="damaged"):
        load(cut)
    (found,) = load_links(Source("x", cut))
    assert found.document.notes[0].startswith("the puzzle is not known")


def test_a_board_that_keeps_no_hint_is_not_taken_for_the_puzzle_that_it_names():
    puzzle = catalog.load("eternity2").puzzle
    text = link_of(some_board()).replace(
        "puzzle=eternity2-no-hints", "puzzle=eternity2"
    )
    assert "puzzle=eternity2&" in text
    assert load(text).puzzle == puzzle.with_hints(())
