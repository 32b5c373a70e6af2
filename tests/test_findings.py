"""What cannot be solved for a plain reason is said; what can be solved never is."""

import pytest
from hypothesis import given

from edgematch.findings import findings, kind
from edgematch.puzzle import Puzzle
from edgematch.search import count, optimize, run_request, solve, technique
from edgematch.search.request import Request
from naive import naive_solutions
from planted import boards, planted_board, puzzles, random_puzzle


def messages(puzzle):
    return [finding.message for finding in findings(puzzle)]


@given(boards(colors=3))
def test_a_puzzle_with_a_solution_has_no_findings(board):
    assert findings(board.puzzle) == ()


@given(puzzles(largest=2, colors=3))
def test_a_puzzle_with_a_finding_has_no_solution(puzzle):
    if findings(puzzle):
        assert not naive_solutions(puzzle)


def test_findings_on_a_fixed_list_of_puzzles_are_right_and_not_rare():
    found = [puzzle for puzzle in map(random_puzzle, range(1500)) if findings(puzzle)]
    assert len(found) > 30
    assert not any(map(naive_solutions, found))


def test_a_fifth_corner_and_a_missing_border_are_found():
    puzzle = planted_board(3, 3, 2, 1).puzzle
    pieces = list(puzzle.pieces)
    border = next(i for i, piece in enumerate(pieces) if kind(piece) == "border")
    pieces[border] = (0, 1, 1, 0)
    found = messages(Puzzle(3, 3, pieces))
    assert "5 corner pieces, but the board has room for 4" in found
    assert "3 border pieces, but the board has room for 4" in found


def test_an_odd_color_is_found():
    puzzle = planted_board(3, 3, 2, 1).puzzle
    pieces = [list(piece) for piece in puzzle.pieces]
    inner = next(piece for piece in pieces if kind(tuple(piece)) == "inner")
    inner[0] = 9
    assert "color 9 occurs an odd number of times: 1" in messages(Puzzle(3, 3, pieces))


def test_a_signed_color_that_outnumbers_its_mate_is_found():
    pieces = [(0, 1, 0, 0), (0, 0, 0, 1)]
    puzzle = Puzzle(1, 2, pieces, mates=(0, 2, 1))
    assert messages(puzzle) == ["color 1 occurs 2 times and its mate 2 0 times"]


def test_without_a_frame_the_rim_takes_what_finds_no_mate():
    few = Puzzle(1, 2, [(1, 2, 3, 4), (5, 6, 7, 2)], framed=False)
    assert findings(few) == ()
    many = Puzzle(
        2, 2, [tuple(range(4 * n, 4 * n + 4)) for n in range(4)], framed=False
    )
    assert messages(many) == ["16 sides have no mate, but the rim has room for 8"]


def test_a_color_that_points_one_way_round_the_frame_is_found():
    pieces = [(0, 1, 2, 0), (0, 2, 1, 0), (0, 1, 1, 0), (0, 2, 2, 0)]
    assert findings(Puzzle(2, 2, pieces)) == ()
    # Both colors occur four times, but each points one way only.
    one_way = [(0, 1, 2, 0)] * 4
    found = messages(Puzzle(2, 2, one_way))
    assert found == [
        "along the frame, color 1 points clockwise 4 times, but 0 mates can face it",
        "along the frame, color 2 points clockwise 0 times, but 4 mates can face it",
    ]


def test_pieces_that_cannot_be_turned_to_their_places_are_found():
    upright = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    assert findings(upright) == ()
    fixed = Puzzle(1, 2, upright.pieces, turnable=False)
    assert (
        "0 pieces with the rim on north and east and south, but"
        " the board has room for 1"
    ) in messages(fixed)


def test_colors_that_cannot_face_each_other_unturned_are_found():
    pieces = [(1, 2, 1, 3), (1, 4, 1, 5), (1, 2, 1, 3)]
    assert findings(Puzzle(1, 3, pieces, framed=False)) == ()
    fixed = Puzzle(1, 3, pieces, framed=False, turnable=False)
    assert messages(fixed) == [
        "the colors on the east sides cannot all face those on the west sides"
    ]


def test_hints_that_do_not_match_are_found():
    puzzle = Puzzle(
        1, 2, [(1, 2, 1, 3), (1, 2, 1, 3)], [(0, 0, 0), (1, 1, 0)], framed=False
    )
    assert messages(puzzle) == ["the hints at A1 and A2 do not match"]


@pytest.mark.parametrize(
    ("piece", "name"),
    [
        ((0, 0, 1, 1), "corner"),
        ((1, 0, 0, 1), "corner"),
        ((1, 1, 0, 1), "border"),
        ((1, 1, 1, 1), "inner"),
        ((0, 1, 0, 1), "two opposite rim sides"),
        ((0, 1, 0, 0), "three rim sides"),
        ((0, 0, 0, 0), "four rim sides"),
    ],
)
def test_kinds_of_pieces(piece, name):
    assert kind(piece) == name


def test_what_counting_proves_is_not_searched():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 3 + [(0, 1, 2, 0)])
    reasons = tuple(messages(puzzle))
    for answer in (solve, count):
        begun = []
        found = answer(puzzle, "consistency", watch=begun.append)
        assert found.proves_unsolvable
        assert (found.findings, begun) == (reasons, [])
        assert found.statistics["nodes"] == 0
        assert set(found.counts.values()) == {0}
        assert reasons[0] in found.note
    request = Request(puzzle)
    searched = run_request(technique("row-scan"), request, counts_first=False)
    assert (searched.findings, searched.proves_unsolvable) == ((), True)
    assert searched.statistics["nodes"] > 0
    assert optimize(puzzle, "exact").score < puzzle.joins
