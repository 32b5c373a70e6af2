"""Random dives lay blocks that match, until none fits."""

from collections import Counter

import numpy as np

from edgematch.board import Board
from edgematch.kernels.block_dives import dive
from edgematch.tables.block_listing import block_places
from edgematch.tables.block_sampling import sampled
from edgematch.tables.block_search import all_blocks, block_tables, placements_of
from planted import planted_board


def dived(puzzle, dives, seed=1):
    places = block_places(puzzle, 2, 2)
    tables = block_tables(puzzle, places, all_blocks(puzzle, places))
    paths = np.zeros((dives, len(places)), np.uint32)
    depths = np.zeros(dives, np.uint32)
    draws = np.array([seed], np.uint64)
    dive(tables.steps, tables.candidates, tables.start, draws, paths, depths)
    return tables, paths, depths


def test_a_dive_is_a_lawful_board_and_frees_its_pieces():
    puzzle = planted_board(4, 4, 3, 2).puzzle
    tables, paths, depths = dived(puzzle, 50)
    for path, depth in zip(paths, depths.tolist(), strict=True):
        board = Board(puzzle, placements_of(tables, path, depth))
        assert board.is_legal()
        assert not board.breaks()
    assert not tables.start.used[:-1].any()


def test_dives_choose_evenly_among_all_words_of_a_group():
    puzzle = planted_board(2, 2, 1, 1, framed=False).puzzle
    tables, paths, depths = dived(puzzle, 1_000)
    choices = len(tables.candidates.way) - 1
    assert choices > 64
    assert set(depths.tolist()) == {1}
    assert 0 < max(Counter(paths[:, 0].tolist()).values()) < 10  # 0.16 expected
    assert paths[:, 0].max() > choices * 0.9
    assert paths[:, 0].min() < choices * 0.1


def test_the_sampled_metric_prefers_blocks_after_which_dives_come_far():
    board = planted_board(4, 4, 4, 2)
    puzzle = board.puzzle
    places = block_places(puzzle, 2, 2)
    blocks = all_blocks(puzzle, places)
    metrics = sampled(puzzle, places, blocks, 2_000, seed=0)
    again = sampled(puzzle, places, blocks, 2_000, seed=0)
    way_of = {cell: piece * 4 + turn for cell, piece, turn in board.placements}
    first = places[0].kind
    wanted = [way_of[cell] for cell in places[0].cells]
    (planted,) = np.flatnonzero((blocks[first].ways == wanted).all(axis=1))
    assert metrics[first][planted] > metrics[first].mean()
    assert all(np.array_equal(metrics[kind], again[kind]) for kind in blocks)
