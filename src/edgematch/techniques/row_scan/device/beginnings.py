"""The beginnings of all boards: where the lanes of a GPU start to search.

The tree is cut at one depth, on the processor, step by step for all beginnings at once.
The same puzzle and order always give the same beginnings in the same order.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    arrays = tables.arrays
    ways = np.zeros((1, 0), np.uint32)
    candidates = ways.copy()
    weights = np.ones(1)
    fullest = ways[0]
    nodes = 0
    for step in range(len(tables.cells)):
        groups = _groups(tables, ways, step)
        is_enough = step > 0 and len(ways) >= wanted
        if not len(ways) or is_enough or step == len(tables.cells) - 1:
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
    for number in range(int(arrays.others[step])):
        neighbor, side, own = arrays.other_neighbors[step, number].tolist()
        demanded = demanded_colors(tables, ways, neighbor, side)
        fits &= arrays.shown[tried + np.uint32(own)] == demanded[rows]
    return fits


def demanded_colors(
    tables: RowScanTables, ways: NDArray[np.uint32], neighbor: int, side: int
) -> NDArray[np.uint32]:
    """Return the color that may face a side of a neighbor, on each of the boards."""
    reach = tables.arrays.reach
    demanded: NDArray[np.uint32]
    demanded = reach[len(reach) // 3 + _placed(tables, ways, neighbor) + side]
    return demanded


def _placed(
    tables: RowScanTables, ways: NDArray[np.uint32], neighbor: int
) -> NDArray[np.int64]:
    """Return the ways of a neighbor: a step before, or what is there from the start."""
    if neighbor < ways.shape[1]:
        return ways[:, neighbor].astype(np.int64)
    return np.full(len(ways), tables.start.chosen[neighbor], np.int64)


def _groups(
    tables: RowScanTables, ways: NDArray[np.uint32], step: int
) -> NDArray[np.int64]:
    """Return the group of a step on boards whose steps before it are filled."""
    arrays = tables.arrays
    one = _placed(tables, ways, int(arrays.first_neighbor[step]))
    first = arrays.reach[one + int(arrays.first_side[step])].astype(np.int64)
    neighbor, side = int(arrays.second_neighbor[step]), int(arrays.second_side[step])
    other = demanded_colors(tables, ways, neighbor, side)
    return first + other + int(arrays.group_base[step])
