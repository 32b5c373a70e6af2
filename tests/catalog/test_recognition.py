"""Lists of pieces that are, or nearly are, those of a catalog puzzle."""

import random

import pytest

from edgematch import catalog
from edgematch.catalog.recognition import recognize
from edgematch.geometry import turn_colors
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from planted import planted_board
from shared_data import data_file


def another_list(name, seed=0, shift=0):
    """Return the pieces of a catalog puzzle in other colors, turns and order."""
    draw = random.Random(seed)
    pieces = catalog.load(name).puzzle.pieces
    used = sorted({color for piece in pieces for color in piece} - {0})
    names = [0, *draw.sample(used, len(used))]
    renamed = [
        turn_colors(tuple(names[c] + shift for c in piece), draw.randrange(4))
        for piece in pieces
    ]
    draw.shuffle(renamed)
    return renamed


def puzzle_like(name, pieces, framed=True):
    model = catalog.load(name).puzzle
    return Puzzle(model.rows, model.columns, pieces, framed=framed)


@pytest.mark.parametrize("name", ["eternity2", "clue1", "clue2", "clue3", "clue4"])
def test_other_colors_turns_and_numbers_do_not_matter(name):
    known = recognize(puzzle_like(name, another_list(name)))
    assert (known.name, known.wrong, known.is_mirrored) == (name, (), False)


def test_the_rim_may_have_any_color():
    pieces = another_list("eternity2", shift=4)
    assert recognize(puzzle_like("eternity2", pieces, framed=False)).wrong == ()


def test_typing_errors_are_named():
    pieces = another_list("eternity2", seed=1)
    inner = [piece for piece, colors in enumerate(pieces) if 0 not in colors][:4]
    for piece in inner:
        north, *others = pieces[piece]
        pieces[piece] = (77, *others)
        known = recognize(puzzle_like("eternity2", pieces))
        assert known.wrong[-1].piece == piece
        assert known.wrong[-1].reason == f"has 77 where it should have {north}"
    assert str(known).startswith("252 of 256 pieces match Eternity II (eternity2); ")


def test_five_errors_are_too_many():
    pieces = another_list("clue1")
    for piece in range(5):
        pieces[piece] = (77, 78, 79, 80)
    assert recognize(puzzle_like("clue1", pieces)) is None


def test_a_piece_that_is_there_twice_is_one_too_many():
    pieces = another_list("eternity2")
    pieces[10] = pieces[20]
    (wrong,) = recognize(puzzle_like("eternity2", pieces)).wrong
    assert wrong.piece == 20


def test_a_mirrored_list_is_recognized_as_such():
    mirrored = [(n, w, s, e) for n, e, s, w in another_list("eternity2")]
    assert recognize(puzzle_like("eternity2", mirrored)).is_mirrored


def test_other_puzzles_of_the_same_size_are_not_recognized():
    for seed in range(3):
        assert recognize(planted_board(6, 6, 7, seed).puzzle) is None


def test_signed_colors_keep_their_mates():
    puzzle = catalog.load("scramble-squares").puzzle
    turned = [turn_colors(piece, 1) for piece in puzzle.pieces[::-1]]
    again = Puzzle(3, 3, turned, framed=False, mates=puzzle.mates)
    assert recognize(again).name == "scramble-squares"
    loose = Puzzle(3, 3, turned, framed=False)
    assert recognize(loose) is None


def test_a_list_of_catalog_pieces_gets_a_note(tmp_path):
    path = tmp_path / "pieces.txt"
    lines = [" ".join(map(str, piece)) for piece in another_list("clue1")]
    path.write_text("6 6\n" + "\n".join(lines))
    assert any("clue1" in note for note in load(path).notes)


def test_anticlockwise_columns_are_found_out(tmp_path):
    path = tmp_path / "pieces.txt"
    pieces = another_list("eternity2")
    lines = [f"{n} {w} {s} {e}" for n, e, s, w in pieces]
    path.write_text("16 16\n" + "\n".join(lines))
    document = load(path)
    assert document.puzzle.pieces == tuple(pieces)
    assert any("columns taken as nwse" in note for note in document.notes)


def test_public_lists_with_typing_errors():
    for name, error in (
        ("10_BoardSize_16_-_Pattern_22.e2", "piece 208 has 20 where it should have 6"),
        ("23_eternity2-pieces.txt", "piece 256 has 1 where it should have 13"),
    ):
        notes = load(data_file(f"found/{name}")).notes
        assert any("255 of 256 pieces match" in n and error in n for n in notes)
