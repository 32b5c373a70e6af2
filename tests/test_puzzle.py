"""Building a puzzle checks it and says exactly what is wrong."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch.errors import PuzzleError
from edgematch.puzzle import Puzzle
from planted import boards, planted_board, puzzles

#     A -1- B
#     |     |
#     2     3
#     |     |
#     C -1- D
PIECES = [(0, 1, 2, 0), (0, 0, 3, 1), (2, 1, 0, 0), (3, 0, 0, 1)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pieces": PIECES[:3]}, "a board of 4 cells needs 4 pieces, got 3"),
        ({"pieces": [*PIECES[:3], (1, 2, 3)]}, "piece 4 has 3 colors, not 4"),
        ({"pieces": [(0, 256, 2, 0), *PIECES[1:]]}, "piece 1: color 256 is out of"),
        ({"pieces": [*PIECES[:3], (3, -1, 0, 1)]}, "piece 4: color -1 is out of"),
        ({"mates": (0, 1, 2)}, "piece 2: color 3 has no mate"),
        (
            {"mates": (0, 2, 3, 1)},
            "the mate of color 1 is 2, but the mate of 2 is not 1",
        ),
        ({"mates": (1, 0, 2, 3)}, "color 0 is the rim and cannot face color 1"),
        ({"mates": (0, 9, 2, 3)}, "the mate of color 1 is 9"),
        ({"rows": 0, "pieces": []}, "rows must be 1 to 32, not 0"),
        ({"columns": 33}, "columns must be 1 to 32, not 33"),
        ({"rows": 2.0}, "rows must be 1 to 32, not 2.0"),
        ({"pieces": [*PIECES[:3], (1.5, 2, 3, 4)]}, "piece 4: colors must be integers"),
        ({"pieces": [*PIECES[:3], "1234"]}, "piece 4: colors must be integers"),
        ({"hints": [(0.5, 0, 0)]}, "a placement must be three integers"),
        ({"hints": [(0, 0)]}, "a placement must be three integers"),
        ({"mates": range(300)}, "there are 300 mates, but colors are 0 to 255"),
        ({"mates": (0, 1.0, 2, 3)}, "mates must be integers"),
        ({"name": "two\nlines"}, "a name must be one line of printable text"),
        ({"name": "x" * 201}, "a name may have at most 200 characters"),
        ({"color_names": [1]}, "a name must be one line of printable text"),
        ({"hints": [(4, 0, 0)]}, "cell 4 is not on the 2 × 2 board"),
        ({"hints": [(-1, 0, 0)]}, "cell -1 is not on the"),
        ({"hints": [(0, 4, 0)]}, "cell A1: there is no piece 5; the puzzle has 4"),
        ({"hints": [(0, 0, 4)]}, "cell A1: a turn must be 0, 1, 2 or 3, not 4"),
        ({"hints": [(0, 0, 0), (0, 1, 3)]}, "hint at A1: another hint"),
        (
            {"hints": [(0, 0, 0), (1, 0, 1)]},
            "hint at A2: piece 1 is used twice, first at A1",
        ),
        (
            {"hints": [(0, 0, 1)]},
            "hint at A1: piece 1 turned by 1 does not fit the rim on its east side",
        ),
        (
            {"hints": [(1, 0, 1)], "turnable": False},
            "hint at A2: the pieces of this puzzle cannot be turned",
        ),
    ],
)
def test_what_makes_no_puzzle_is_refused_with_the_reason(change, message):
    parts = {"rows": 2, "columns": 2, "pieces": PIECES} | change
    with pytest.raises(PuzzleError) as caught:
        Puzzle(**parts)
    assert message in str(caught.value)


def test_the_largest_board_with_255_colors_is_a_puzzle():
    pieces = [
        tuple(1 + (4 * piece + side) % 255 for side in range(4))
        for piece in range(1024)
    ]
    assert len(Puzzle(32, 32, pieces, framed=False).colors) == 255


def test_two_hints_at_once_are_kept_in_the_order_of_their_cells():
    puzzle = Puzzle(2, 2, PIECES, [(3, 3, 0), (0, 0, 0)])
    assert [hint.cell for hint in puzzle.hints] == [0, 3]


def test_mates_that_say_nothing_are_dropped():
    assert Puzzle(2, 2, PIECES, mates=(0, 1, 2, 3)) == Puzzle(2, 2, PIECES)
    assert not Puzzle(2, 2, PIECES, mates=(0, 1, 2, 3, 5, 4)).is_signed


def test_signed_colors_know_their_mates():
    puzzle = Puzzle(1, 2, [(1, 1, 1, 1), (2, 2, 2, 2)], framed=False, mates=(0, 2, 1))
    assert puzzle.is_signed
    assert puzzle.mate(1) == 2


@given(puzzles())
def test_the_fingerprint_ignores_names_and_color_numbers(puzzle):
    shift = 0 if puzzle.framed else 7
    anew = {0: shift} | {color: 200 - color for color in range(1, 30)}
    colors = {color for piece in puzzle.pieces for color in piece}
    mates = list(range(256))
    for color in colors:
        mate = puzzle.mate(color)
        mates[anew[color]], mates[anew[mate]] = anew[mate], anew[color]
    other = replace(
        puzzle,
        name="another",
        color_names=("x",),
        pieces=tuple(tuple(anew[color] for color in piece) for piece in puzzle.pieces),
        mates=tuple(mates),
    )
    assert other.fingerprint == puzzle.fingerprint


@given(boards(largest=3), st.data())
def test_the_fingerprint_tells_every_rule_and_hint(board, data):
    puzzle = board.puzzle.with_hints(())
    others = [
        puzzle.with_hints([data.draw(st.sampled_from(board.placements))]),
        replace(puzzle, turnable=not puzzle.turnable),
    ]
    if not puzzle.is_signed and 0 not in {c for p in puzzle.pieces for c in p}:
        others.append(replace(puzzle, framed=not puzzle.framed))
    if puzzle.rows != puzzle.columns:
        others.append(replace(puzzle, rows=puzzle.columns, columns=puzzle.rows))
    prints = {other.fingerprint for other in (puzzle, *others)}
    assert len(prints) == len(others) + 1


def test_fingerprints_of_a_thousand_puzzles_are_a_thousand():
    prints = {planted_board(4, 4, 5, seed).puzzle.fingerprint for seed in range(1000)}
    assert len(prints) == 1000


def test_numbers_of_other_kinds_make_the_same_puzzle():
    import numpy as np

    pieces = np.array(PIECES, np.uint8)
    hints = [tuple(np.array((0, 0, 0)))]
    other = Puzzle(np.int64(2), 2, pieces, hints, framed=1, turnable=np.True_)
    assert other == Puzzle(2, 2, PIECES, [(0, 0, 0)])
    assert other.fingerprint == Puzzle(2, 2, PIECES, [(0, 0, 0)]).fingerprint
