"""The beginnings of all boards: where the lanes of a GPU start to search.

The tree is cut at one depth, on the processor, step by step for all beginnings at once.
The same puzzle and order always give the same beginnings in the same order.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel.search import RowScanArrays
from ..tables import RowScanTables


@dataclass(frozen=True)
class Beginnings:
    """All ways to fill the first steps, in the order of the tree."""

    ways: NDArray[np.uint32]
    """Shape (beginnings, steps filled)."""
    candidates: NDArray[np.uint32]
    """The same, as places in `RowScanArrays.way`."""
    groups: NDArray[np.int64]
    """The group of the next step."""
    weights: NDArray[np.float64]
    """The share of the tree below each, estimated from the branching."""
    nodes: int
    """Pieces placed above and on the last of these steps."""
    fullest: NDArray[np.uint32]
    """The ways of one that fills the most steps."""


def beginnings(tables: RowScanTables, wanted: int) -> Beginnings:
    """Fill one step more until there are so many, or one step is left."""
    arrays, start = tables.arrays, tables.start.chosen
    ways = np.zeros((1, 0), np.uint32)
    candidates = ways.copy()
    weights = np.ones(1)
    fullest = ways[0]
    nodes = 0
    for step in range(len(tables.cells)):
        groups = _groups(arrays, start, ways, step)
        if not len(ways) or len(ways) >= wanted or step == len(tables.cells) - 1:
            break
        counts = (arrays.first[groups + 1] - arrays.first[groups]).astype(np.int64)
        rows = np.repeat(np.arange(len(ways)), counts)
        ends = np.cumsum(counts)
        within = np.arange(len(rows)) - np.repeat(ends - counts, counts)
        places = arrays.first[groups][rows].astype(np.int64) + within
        fits = _fits(tables, ways, rows, arrays.way[places], step)
        rows, places = rows[fits], places[fits]
        children = np.bincount(rows, minlength=len(ways))
        weights = (weights / np.maximum(children, 1))[rows]
        ways = np.column_stack([ways[rows], arrays.way[places]])
        candidates = np.column_stack([candidates[rows], places.astype(np.uint32)])
        nodes += len(ways)
        if len(ways):
            fullest = ways[0]
    return Beginnings(ways, candidates, groups, weights, nodes, fullest)


def _fits(
    tables: RowScanTables,
    ways: NDArray[np.uint32],
    rows: NDArray[np.int64],
    tried: NDArray[np.uint32],
    step: int,
) -> NDArray[np.bool_]:
    """Return which of the tried ways fit on a step of the boards in these rows."""
    arrays, start = tables.arrays, tables.start
    piece = tried >> 4
    fits: NDArray[np.bool_] = start.used[piece] == 0  # nor is it a blank
    before_of = np.full(len(start.used), -1, np.int64)
    for each, before in tables.comes_after.items():
        before_of[each] = before
    waits = before_of[piece] >= 0
    for column in range(step):
        placed = (ways[:, column] >> 4)[rows]
        fits &= placed != piece
        waits &= placed != before_of[piece]
    fits &= ~waits
    third = len(arrays.reach) // 3
    for number in range(int(arrays.others[step])):
        neighbor, side, own = arrays.other_neighbors[step, number].tolist()
        if neighbor < step:
            there = ways[rows, neighbor].astype(np.int64)
        else:
            there = np.full(len(rows), start.chosen[neighbor], np.int64)
        demanded = arrays.reach[third + there + side]
        fits &= arrays.shown[tried + np.uint32(own)] == demanded
    return fits


def _groups(
    arrays: RowScanArrays, start: NDArray[np.uint32], ways: NDArray[Any], step: int
) -> NDArray[np.int64]:
    """Return the group of a step on boards whose steps before it are filled."""
    third = len(arrays.reach) // 3

    def placed(neighbor: int) -> NDArray[np.int64]:
        if neighbor < ways.shape[1]:
            return ways[:, neighbor].astype(np.int64)
        return np.full(len(ways), start[neighbor], np.int64)

    one = placed(int(arrays.first_neighbor[step])) + int(arrays.first_side[step])
    other = placed(int(arrays.second_neighbor[step])) + int(arrays.second_side[step])
    groups = arrays.reach[one].astype(np.int64) + arrays.reach[third + other]
    return groups + int(arrays.group_base[step])
