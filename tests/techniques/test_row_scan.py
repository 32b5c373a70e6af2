"""What row scan tries first, and how little of the tree one turn of the board is."""

from dataclasses import replace

import pytest

from depths import mostly_deep
from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.orders import PIECE_ORDERS
from edgematch.placements.ways import partners, piece_order, upright_piece
from edgematch.puzzle import Placement, Puzzle
from edgematch.search import Count, Request, Solve, count, solve
from edgematch.search.options import OptionError
from edgematch.search.technique import Outcome
from edgematch.symmetry import picture
from edgematch.techniques.row_scan import RowScan
from like_pieces import puzzle_of_like_pieces
from naive import naive_solutions
from planted import planted_board, random_puzzle

ALL = {"solutions": None, "keep": 10**6}


@pytest.mark.parametrize("values", PIECE_ORDERS)
@pytest.mark.parametrize("first", mostly_deep(1, range(0, 150, 10)))
def test_what_is_tried_first_changes_neither_solutions_nor_nodes(values, first):
    for seed in range(first, first + 10):
        puzzle = random_puzzle(seed)
        options = {"break_symmetry": seed % 2 == 1}
        plain = solve(puzzle, "row-scan", **ALL, **options)
        for draw in (0, 3):
            other = solve(
                puzzle, "row-scan", **ALL, values=values, seed=draw, **options
            )
            found = {board.placements for board in other.solutions}
            assert found == set(naive_solutions(puzzle))
            assert other.statistics["nodes"] == plain.statistics["nodes"]


def tried_on_the_first_cell(puzzle, seed=0, **options):
    """Return the pieces that the first step places, in their order."""
    search = RowScan(**options).start(Request(puzzle, seed=seed))
    search.stop_at(1)  # the beginnings only
    tried = []
    while search.advance(10**9) is Outcome.FOUND:
        (placement,) = search.board().placements
        if placement.piece not in tried:
            tried.append(placement.piece)
    return tried


@pytest.mark.parametrize("size", [4, 9])  # in masks and in lists
def test_rare_colors_come_first_and_common_ones_last(size):
    puzzle = planted_board(size, size, 6, 5, framed=False).puzzle
    common = partners(puzzle)
    rare_first = tried_on_the_first_cell(puzzle, values="rare")
    assert sorted(rare_first) == list(range(size * size))
    ranks = [common[piece] for piece in rare_first]
    assert ranks == sorted(ranks)
    assert ranks[0] < ranks[-1]
    common_first = tried_on_the_first_cell(puzzle, values="common")
    assert [common[piece] for piece in common_first] == ranks[::-1]
    drawn = tried_on_the_first_cell(puzzle, values="rare", seed=2)
    assert [common[piece] for piece in drawn] == ranks
    assert drawn != rare_first  # equals are shuffled


def test_partners_are_the_sides_of_the_mate():
    # Of the pair of colors 1 and 2 there are one side of 1 and seven of 2.
    pieces = [(1, 2, 2, 2), (2, 2, 2, 2)]
    puzzle = Puzzle(1, 2, pieces, framed=False, mates=(0, 2, 1))
    assert partners(puzzle) == [7 + 3 * 1, 4 * 1]


def test_an_unknown_order_of_pieces_is_named():
    puzzle = planted_board(3, 3, 2, 1).puzzle
    assert piece_order(puzzle, "numbered", Draws(1)) != list(range(9))
    with pytest.raises(OptionError, match="values must be one of numbered, "):
        solve(puzzle, "row-scan", values="blue")


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_one_turn_of_a_framed_square_is_the_tree_below_one_corner_piece(seed, signed):
    puzzle = planted_board(4, 4, 3, seed, signed=signed).puzzle
    piece, (turn,) = upright_piece(puzzle)
    corner = Placement(0, piece, turn)
    assert Board(puzzle, [corner]).is_legal()
    broken = solve(puzzle, "row-scan", **ALL, break_symmetry=True, seed=seed)
    hinted = solve(replace(puzzle, hints=(corner,)), "row-scan", **ALL)
    assert broken.statistics["nodes"] == hinted.statistics["nodes"] + 1
    assert broken.count == 4 * hinted.count


@pytest.mark.parametrize("seed", range(20))
def test_that_corner_piece_leaves_the_fewest_ways_beside_and_below_it(seed):
    puzzle = planted_board(4, 4, 3, seed).puzzle

    def fitting(corner, cell):
        """Count the ways to fill a cell beside the corner by trying all."""
        ways = [
            Board(puzzle, [corner, Placement(cell, piece, turn)])
            for piece in range(16)
            for turn in range(4)
            if piece != corner.piece
        ]
        return sum(board.is_legal() and not board.breaks() for board in ways)

    choices = {}
    for piece in range(16):
        for turn in range(4):
            corner = Placement(0, piece, turn)
            if Board(puzzle, [corner]).is_legal():
                choices[piece] = fitting(corner, 1) * fitting(corner, 4)
    piece, _ = upright_piece(puzzle)
    assert len(choices) == 4
    assert choices[piece] == min(choices.values())


@pytest.mark.parametrize("order", ["rows", "spiral-in", "chess"])
@pytest.mark.parametrize("first", mostly_deep(1, range(0, 60, 20)))
def test_one_board_is_found_of_those_that_show_the_same(order, first):
    for seed in range(first, first + 20):
        puzzle = puzzle_of_like_pieces(seed)
        boards = [Board(puzzle, placements) for placements in naive_solutions(puzzle)]
        request = Request(puzzle, Count(), seed % 3)
        search = RowScan(order=order).start(request)
        found, share = [], 0.0
        while (outcome := search.advance(1 + seed % 7)) is not Outcome.EXHAUSTED:
            assert search.share() >= share  # it knows which pieces wait for others
            share = search.share()
            if outcome is Outcome.FOUND:
                found.append(search.board())
        pictures = [picture(board) for board in found]
        assert len(set(pictures)) == len(pictures)
        assert set(pictures) == {picture(board) for board in boards}
        assert len(found) * search.copies == len(boards)


def test_where_bits_do_not_suffice_equal_pieces_are_told_apart():
    puzzle = Puzzle(5, 13, [(1, 1, 1, 1)] * 65, framed=False)
    search = RowScan().start(Request(puzzle, Count()))
    assert not search.tables.fits_masks
    assert search.copies == 4**65  # their turns look the same all the same


def test_boards_that_show_the_same_are_counted_not_listed():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    counted, listed = count(puzzle, "row-scan"), solve(puzzle, "row-scan", **ALL)
    assert counted.count == listed.count == len(listed.solutions) == 24
    assert not counted.solutions
    assert counted.statistics["nodes"] < listed.statistics["nodes"]


def visits(search, most=3_000, pause=None):
    """Return all that a search finds within so many nodes, and where it stands."""
    boards = []
    while search.nodes < most:
        outcome = search.advance(min(pause or most, most - search.nodes))
        if outcome is Outcome.EXHAUSTED:
            break
        if outcome is Outcome.FOUND:
            boards.append(search.board().placements)
        elif pause:
            search = restarted(search)
    return boards, search.nodes, search.fullest(), search.turns, search.copies


def restarted(search):
    """Return a search that was saved, and restored in place of a copy."""
    twin = search.fork()
    twin.advance(5)
    twin.restore(search.state())
    return twin


@pytest.mark.parametrize("goal", [Solve(None), Count()])
@pytest.mark.parametrize("order", ["rows", "spiral-in", "chess"])
@pytest.mark.parametrize("first", mostly_deep(1, range(0, 150, 25)))
def test_plain_python_walks_the_same_tree(goal, order, first):
    for seed in range(first, first + 25):
        puzzle = (random_puzzle if seed % 2 else puzzle_of_like_pieces)(seed)
        options = RowScan(order, PIECE_ORDERS[seed % 3], break_symmetry=seed % 4 > 1)
        plain = replace(options, compiled=False)
        request = Request(puzzle, goal, seed % 5)
        expected = visits(options.start(request))
        assert visits(plain.start(request)) == expected
        assert visits(plain.start(request), pause=1 + seed % 7) == expected


def test_the_share_of_a_plain_search_grows_to_the_whole():
    puzzle = planted_board(4, 4, 3, 1).puzzle
    search = RowScan(compiled=False).start(Request(puzzle, Solve(None)))
    share = 0.0
    while search.advance(10) is not Outcome.EXHAUSTED:
        assert share <= search.share() < 1
        share = search.share()
    assert share > 0.9
    assert search.share() == 1
