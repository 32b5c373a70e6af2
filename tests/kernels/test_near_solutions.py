"""Boards with one break at most: compared with plain search of every changed puzzle."""

import time

import pytest

from edgematch.generators import Recipe, generate
from edgematch.photos.proof_reading import NearSearch, proof_read
from edgematch.photos.sheet import PhotoPiece, Sheet
from edgematch.puzzle import Puzzle
from edgematch.symmetry import boards_per_picture
from naive import naive_solutions

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
RECIPES = [
    "scramble:2x2:2",
    "gemp:2x2:3",
    "scramble:2x3:3",
    "gemp:1x3:2",
    "tetravex:2x2:3",
]


def sheet_of(puzzle: Puzzle) -> Sheet:
    """Return a sheet whose groups are the colors of a puzzle."""
    pieces = [
        PhotoPiece(
            "table.jpg", CORNERS, tuple(group_of(puzzle, color) for color in each)
        )
        for each in puzzle.pieces
    ]
    return Sheet(puzzle.rows, puzzle.columns, tuple(pieces), puzzle.turnable)


def group_of(puzzle: Puzzle, color: int) -> str:
    mate = puzzle.mate(color)
    sign = "" if mate == color else "+" if color < mate else "-"
    return f"{min(color, mate)}{sign}"


def solutions(puzzle: Puzzle) -> int:
    """Count by the definition, without turns of the board or of equal pieces."""
    copies = 4 if puzzle.rows == puzzle.columns else 2
    copies = copies if puzzle.turnable else 1
    return len(naive_solutions(puzzle)) // copies // boards_per_picture(puzzle)


def generated(recipe: str, seed: int) -> Sheet:
    return sheet_of(generate(Recipe.read(f"{recipe}:seed={seed}")).puzzle)


@pytest.mark.small
@pytest.mark.parametrize("recipe", RECIPES)
def test_every_change_of_one_side_has_the_solutions_of_the_changed_puzzle(recipe):
    for seed in range(2):
        sheet = generated(recipe, seed)
        puzzle = sheet.puzzle()
        search = NearSearch(puzzle, 1)
        assert search.run(time.monotonic() + 60)
        assert search.solutions // boards_per_picture(puzzle) == solutions(puzzle)
        some = list(sheet.sides())[:: 1 if len(sheet.pieces) < 5 else 7]
        for piece, side, own in some:
            for group, members in sheet.groups().items():
                if group == own:
                    continue
                changed = sheet.with_side(piece, side, group).puzzle()
                color = puzzle.pieces[members[0][0]][members[0][1]]
                at = 4 * piece + side
                boards = search.state.on_rim[at] + search.state.meeting[at, color]
                assert boards // boards_per_picture(changed) == solutions(changed)


def test_where_it_pauses_changes_nothing(monkeypatch):
    sheet = generated("scramble:2x3:3", 5)
    whole = proof_read(sheet)
    monkeypatch.setattr("edgematch.photos.proof_reading._NODES_BETWEEN", 7)
    assert proof_read(sheet) == whole
