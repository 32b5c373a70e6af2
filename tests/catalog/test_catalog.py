"""The puzzles we ship, and their known numbers counted again."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product

import pytest

from edgematch import catalog, generators
from edgematch.errors import UnknownName
from edgematch.findings import findings, kind
from edgematch.geometry import turn_colors
from edgematch.search import solve
from edgematch.symmetry import Counting, equal_pieces, solution_key, symmetric_pieces


@pytest.fixture
def eternity2():
    return catalog.load("eternity2").puzzle


@pytest.fixture
def known():
    return catalog.load("eternity2").about["known"]


def test_the_catalog_has_what_it_promises():
    assert set(catalog.names()) == {
        "eternity2",
        "eternity2-five-hints",
        "eternity2-no-hints",
        "clue1",
        "clue2",
        "clue3",
        "clue4",
        "eternity-beginner",
        "scramble-squares",
        "tetravex",
    }


@pytest.mark.parametrize("name", catalog.names())
def test_every_puzzle_has_a_title_a_source_and_no_findings(name):
    document = catalog.load(name)
    assert document.puzzle.name == name
    assert document.about["title"]
    assert document.about["source"]
    assert findings(document.puzzle) == ()


def test_an_unknown_name_is_refused():
    with pytest.raises(UnknownName, match="no puzzle 'eternity3'"):
        catalog.load("eternity3")


def test_the_starter_reads_north_8_east_9_south_9_west_12(eternity2):
    (hint,) = eternity2.hints
    assert eternity2.cell_name(hint.cell) == "I8"
    assert hint.piece == 138
    assert eternity2.colors_of(hint.piece, hint.turn) == (8, 9, 9, 12)


def test_the_variants_differ_in_their_hints_only(eternity2):
    five = catalog.load("eternity2-five-hints").puzzle
    none = catalog.load("eternity2-no-hints").puzzle
    assert [five.cell_name(hint.cell) for hint in five.hints] == [
        "C3",
        "C14",
        "I8",
        "N3",
        "N14",
    ]
    assert set(eternity2.hints) < set(five.hints)
    assert none == eternity2.with_hints(())


def test_kinds_and_colors_of_eternity_2(eternity2, known):
    kinds = Counter(kind(piece) for piece in eternity2.pieces)
    assert kinds == {
        "corner": known["corners"],
        "border": known["borders"],
        "inner": known["inner"],
    }
    assert eternity2.joins == known["joins"]
    assert len(eternity2.colors) == known["frame_colors"] + known["inner_colors"]
    assert equal_pieces(eternity2) == symmetric_pieces(eternity2) == ()


def test_half_sides_of_eternity_2(eternity2, known):
    counts = Counter(color for piece in eternity2.pieces for color in piece)
    assert {str(c): counts[c] for c in eternity2.colors} == known["half_sides"]


def test_absent_clockwise_pairs_of_eternity_2(eternity2, known):
    inner = [piece for piece in eternity2.pieces if kind(piece) == "inner"]
    present = {
        (piece[side], piece[(side + 1) % 4]) for piece in inner for side in range(4)
    }
    possible = set(product(range(6, 23), repeat=2))
    assert present <= possible
    assert len(possible - present) == known["absent_clockwise_pairs_of_inner_colors"]


def blocks(cells):
    """Count the 2 × 2 blocks: ways to fill the four cells, given what may lie on each.

    `cells` lists, for top left, top right, bottom left and bottom right, the pieces as
    (number, colors).  Pairs in a row are joined first, then rows of four colors.
    """
    pairs = []
    for left, right in (cells[:2], cells[2:]):
        by_west = defaultdict(list)
        for number, colors in right:
            by_west[colors[3]].append((number, colors))
        pairs.append(
            [
                ((a, b), (one[0], two[0]), (one[2], two[2]))
                for a, one in left
                for b, two in by_west[one[1]]
                if a != b
            ]
        )
    above, below = pairs
    by_north = defaultdict(list)
    for pair, north, _ in below:
        by_north[north].append(pair)
    total = 0
    for (a, b), _, south in above:
        facing = by_north[south]
        total += sum(a != c and a != d and b != c and b != d for c, d in facing)
    return total


def ways_with_rim(puzzle, rim):
    """Return every piece in every turn whose rim sides are `rim`."""
    return [
        (number, turn_colors(piece, turn))
        for number, piece in enumerate(puzzle.pieces)
        for turn in range(4)
        if tuple(color == 0 for color in turn_colors(piece, turn)) == rim
    ]


@pytest.mark.deep
def test_blocks_of_two_by_two_of_eternity_2(eternity2, known):
    inner = ways_with_rim(eternity2, (False, False, False, False))
    north = ways_with_rim(eternity2, (True, False, False, False))
    west = ways_with_rim(eternity2, (False, False, False, True))
    corner = ways_with_rim(eternity2, (True, False, False, True))
    assert blocks([corner, north, west, inner]) == known["blocks_2x2_in_one_corner"]
    assert blocks([north, north, inner, inner]) == known["blocks_2x2_on_one_side"]
    at_inner_place = blocks([inner, inner, inner, inner])
    assert at_inner_place == known["blocks_2x2_at_one_inner_place"]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_clue_puzzles_have_their_colors_and_equal_pieces(number):
    document = catalog.load(f"clue{number}")
    puzzle, known = document.puzzle, document.about["known"]
    inner = {
        color for piece in puzzle.pieces if kind(piece) == "inner" for color in piece
    }
    assert len(inner) == known["inner_colors"]
    assert len(puzzle.colors) == known["frame_colors"] + known["inner_colors"]
    assert (puzzle.rows, puzzle.columns) == (6, 6 if number % 2 else 12)
    assert equal_pieces(puzzle) or symmetric_pieces(puzzle)


def test_the_scramble_squares_puzzle_has_four_solutions_and_one_up_to_symmetry():
    document = catalog.load("scramble-squares")
    known = document.about["known"]
    result = solve(document.puzzle, solutions=None)
    keys = {
        solution_key(board, Counting.BOARDS_UP_TO_SYMMETRY)
        for board in result.solutions
    }
    assert result.count == known["solutions"]
    assert len(keys) == known["solutions_up_to_symmetry"]


@pytest.mark.parametrize("name", ["eternity-beginner", "tetravex"])
def test_a_puzzle_that_we_generated_has_one_solution_and_is_that_of_its_recipe(name):
    document = catalog.load(name)
    result = solve(document.puzzle, solutions=None)
    assert result.count == document.about["known"]["solutions"] == 1
    assert result.is_proved
    recipe = generators.Recipe.read(document.about["source"].split(": ")[1])
    made = generators.generate(recipe).puzzle
    assert replace(made, name=name) == document.puzzle
