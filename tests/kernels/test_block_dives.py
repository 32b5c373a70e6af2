"""Random dives lay blocks that match, until none fits."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from edgematch.board import Board
from edgematch.puzzle import Puzzle
from edgematch.techniques.blocks.kernel.dives import dive
from edgematch.techniques.blocks.tables import samples as block_sampling
from edgematch.techniques.blocks.tables.places import block_places, kinds_of
from edgematch.techniques.blocks.tables.samples import Tally, excess_depths
from edgematch.techniques.blocks.tables.search import block_tables, placements_of
from edgematch.techniques.blocks.tables.sorted_blocks import sorted_blocks
from planted import planted_board


def dived(puzzle, dives, seed=1):
    places = block_places(puzzle, 2, 2)
    tables = block_tables(sorted_blocks(puzzle, places))
    paths = np.zeros((dives, len(places)), np.uint32)
    depths = np.zeros(dives, np.uint32)
    draws = np.array([seed], np.uint64)
    dive(tables.arrays, tables.start, draws, paths, depths)
    return tables, paths, depths


@pytest.mark.small
def test_a_dive_is_a_lawful_board_and_frees_its_pieces():
    puzzle = planted_board(4, 4, 3, 2).puzzle
    tables, paths, depths = dived(puzzle, 50)
    for path, depth in zip(paths, depths.tolist(), strict=True):
        board = Board(puzzle, placements_of(tables, path[:depth].tolist()))
        assert board.is_legal()
        assert not board.breaks()
    assert not tables.start.used[:-1].any()


def test_dives_choose_evenly_among_all_words_of_a_group():
    puzzle = planted_board(2, 2, 2, 1, framed=False).puzzle
    tables, paths, depths = dived(puzzle, 100)
    choices = len(tables.arrays.way) - 1
    assert choices > 64
    assert set(depths.tolist()) == {1}
    assert 0 < max(Counter(paths[:, 0].tolist()).values()) < 5  # 0.3 expected
    assert paths[:, 0].max() > choices * 0.9
    assert paths[:, 0].min() < choices * 0.1


def test_the_sampled_metric_prefers_blocks_after_which_dives_come_far():
    board = planted_board(4, 4, 4, 2)
    puzzle = board.puzzle
    places = block_places(puzzle, 2, 2)
    blocks = sorted_blocks(puzzle, places)
    kinds = kinds_of(places)
    metric = excess_depths(blocks, kinds, 500, seed=0)
    assert np.array_equal(metric, excess_depths(blocks, kinds, 500, seed=0))
    way_of = {cell: piece * 4 + turn for cell, piece, turn in board.placements}
    first = places[0].kind
    wanted = [way_of[cell] for cell in places[0].cells]
    (planted,) = np.flatnonzero((blocks.of_kind(first).ways == wanted).all(axis=1))
    of_first = metric[blocks.slices[first]]
    assert of_first[planted] > of_first.mean()
    others = excess_depths(blocks, kinds[1:], 500, seed=0)
    assert not others[blocks.slices[first]].any()
    assert others.any()


@pytest.mark.parametrize("most_waiting", [0, 3, 10**6])
def test_a_tally_is_the_mean_of_each_block_drawn_to_0(most_waiting, monkeypatch):
    monkeypatch.setattr(block_sampling, "_MOST_WAITING", most_waiting)
    random = np.random.default_rng(1)
    tally, further_of = Tally(), defaultdict(list)
    for _ in range(10):
        blocks = random.integers(0, 20, 6).astype(np.uint32)
        further = random.integers(-9, 9, 6).astype(float)
        tally.add(blocks, further)
        for block, each in zip(blocks.tolist(), further.tolist(), strict=True):
            further_of[block].append(each)
    met, means = tally.means()
    assert dict(zip(met.tolist(), means.tolist(), strict=True)) == {
        block: sum(each) / (len(each) + 1) for block, each in further_of.items()
    }


def test_dives_that_lay_nothing_prefer_nothing():
    puzzle = Puzzle(2, 2, [(0, 1, 2, 0), (0, 0, 3, 4), (5, 6, 0, 0), (7, 0, 0, 8)])
    places = block_places(puzzle, 2, 2)
    assert (
        len(excess_depths(sorted_blocks(puzzle, places), kinds_of(places), 5, 0)) == 0
    )
