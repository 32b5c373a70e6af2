"""What is said of a board of a catalog puzzle, whatever its pieces are called."""

import json
import random

from edgematch import catalog
from edgematch.board import Board
from edgematch.catalog.board_facts import board_facts, known_facts
from edgematch.formats import Source
from edgematch.geometry import turn_colors
from edgematch.inputs import load_links
from edgematch.puzzle import Puzzle
from planted import planted_board
from shared_data import data_file

FIVE = catalog.load("eternity2-five-hints").puzzle


def renamed(board):
    """Return a board in other colors, with its pieces in another order and turned."""
    draw = random.Random(1)
    puzzle = board.puzzle
    names = [0, *draw.sample(range(1, 23), 22)]
    order = draw.sample(range(puzzle.cells), puzzle.cells)
    pieces, placements = [None] * puzzle.cells, []
    for number, piece in enumerate(order):
        turn = draw.randrange(4)
        colors = tuple(names[color] for color in puzzle.pieces[piece])
        pieces[number] = turn_colors(colors, turn)
        at = [each for each in board.placements if each.piece == piece]
        placements += [(cell, number, (t - turn) % 4) for cell, _, t in at]
    return Board(Puzzle(puzzle.rows, puzzle.columns, pieces), placements)


def test_hints_are_counted_against_the_variant_with_the_most():
    four = Board(catalog.load("eternity2-no-hints").puzzle, FIVE.hints[:4])
    known = known_facts(four)
    assert (known["name"], known["is_official"]) == ("eternity2", True)
    assert known["hints"] == 5
    assert known["hints_kept"] == [FIVE.cell_name(hint.cell) for hint in FIVE.hints[:4]]


def test_other_colors_numbers_and_turns_keep_the_same_hints():
    board = renamed(Board(FIVE, FIVE.hints[1:3]))
    known = known_facts(board)
    assert known["is_official"]
    assert known["hints_kept"] == [
        FIVE.cell_name(hint.cell) for hint in FIVE.hints[1:3]
    ]


def test_pieces_that_are_not_official_are_named():
    pieces = list(FIVE.pieces)
    pieces[200] = (22, *pieces[200][1:])
    known = known_facts(Board(Puzzle(16, 16, pieces), []))
    assert not known["is_official"]
    assert "255 of 256 pieces match" in known["pieces"]
    assert "piece 201 has" in known["pieces"]


def test_a_puzzle_of_ones_own_is_not_known():
    facts = board_facts(planted_board(4, 4, 3, 2))
    assert facts["known"] is None
    assert facts["clean_rows"] == dict.fromkeys(("north", "east", "south", "west"), 4)
    assert facts["is_solution"]


def test_doubles_are_named_from_one():
    board = Board(FIVE, [(cell, piece, 0) for cell, piece in ((20, 7), (40, 7))])
    assert board_facts(board)["repeated_pieces"] == [8]


def test_published_boards_keep_the_hints_that_their_authors_say():
    text = data_file("boards/eternity2_records.json").read_text()
    published = json.loads(text)
    boards = load_links(Source("records.json", text))
    for link, record in zip(boards, published, strict=True):
        facts = board_facts(link.document.board)
        assert link.name == record["found_by"]
        assert facts["score"] == record["score"]
        assert facts["known"]["is_official"]
        assert facts["known"]["hints"] == 5
        assert len(facts["known"]["hints_kept"]) == record["hints_respected"]
        assert 240 > facts["pieces_without_break"] > 200
