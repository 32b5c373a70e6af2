"""Depth-first search of all boards on which one join at most does not match.

Cells are filled by rows.  If a single side has the wrong color, the board that was
meant is among these: either that side is on the rim, or its join is the broken one.  So
one search counts, for every side and every other color, the solutions that there would
be.  A turnable square board comes four times; of these the one counts that has the
first of its corner pieces at the top left.

A way is 4 × piece + turn.  Where no more joins may be broken, only the ways are tried
that match; where one may, first those that match above, then those that match beside.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.tree import EXHAUSTED, PAUSED

CELL, SOLUTIONS, NODES, BREAK_AT = range(4)
"""Slots of `NearState.at`: the cell to fill, solutions found, nodes, and 2 × cell of
the broken join, plus 1 if it is on the west of the cell."""


class NearTables(NamedTuple):
    """A puzzle whose rim may have any colors."""

    color: NDArray[np.int64]
    """Shape (ways, 4): the colors of a piece as it is turned."""
    mate: NDArray[np.int64]
    """Shape (colors,): the color that each color faces."""
    first: NDArray[np.int64]
    """Shape (colors + 1, colors + 1): where the ways with a color in the north and in
    the west begin in `way`; the last color is any."""
    end: NDArray[np.int64]
    """Shape (colors + 1, colors + 1)."""
    way: NDArray[np.int64]
    size: NDArray[np.int64]
    """Shape (3,): rows, columns and breaks allowed."""
    is_later_corner: NDArray[np.uint8]
    """Shape (cells,): 1 if the piece must come after that of the first cell."""


class NearState(NamedTuple):
    """The state of the search."""

    at: NDArray[np.int64]
    """Shape (4,): by the slots above."""
    cursor: NDArray[np.int64]
    """Shape (cells,): where the way to try next is in `NearTables.way`."""
    end: NDArray[np.int64]
    """Shape (cells,)."""
    second: NDArray[np.int64]
    """Shape (cells, 2): where the ways to try after those begin and end."""
    chosen: NDArray[np.int64]
    """Shape (cells,): the way on each cell."""
    breaks: NDArray[np.int64]
    """Shape (cells + 1,): broken joins before each cell."""
    used: NDArray[np.uint8]
    """Shape (pieces,)."""
    on_rim: NDArray[np.int64]
    """Shape (pieces × 4,): solutions with this side on the rim."""
    meeting: NDArray[np.int64]
    """Shape (pieces × 4, colors): boards with one break, which a side would heal if it
    had that color."""


@compiled
def enter_cell(tables: NearTables, state: NearState, cell: int) -> None:
    """Set which ways are tried on a cell; write the cell's part of the state."""
    columns = tables.size[1]
    any_color = tables.mate.shape[0]
    north = west = any_color
    if cell >= columns:
        north = tables.mate[tables.color[state.chosen[cell - columns], 2]]
    if cell % columns:
        west = tables.mate[tables.color[state.chosen[cell - 1], 1]]
    state.second[cell] = 0
    if state.breaks[cell] < tables.size[2]:
        if north != any_color and west != any_color:
            state.second[cell, 0] = tables.first[any_color, west]
            state.second[cell, 1] = tables.end[any_color, west]
        else:
            north = any_color
        west = any_color
    state.cursor[cell] = tables.first[north, west]
    state.end[cell] = tables.end[north, west]


@compiled
def count_solution(tables: NearTables, state: NearState) -> None:
    """Count the board for each of its sides on the rim; write `at` and `on_rim`."""
    columns = tables.size[1]
    cells = tables.size[0] * columns
    state.at[SOLUTIONS] += 1
    for cell in range(cells):
        way = state.chosen[cell]
        if cell < columns:
            state.on_rim[way // 4 * 4 + (4 - way % 4) % 4] += 1
        if cell % columns == columns - 1:
            state.on_rim[way // 4 * 4 + (5 - way % 4) % 4] += 1
        if cell >= cells - columns:
            state.on_rim[way // 4 * 4 + (6 - way % 4) % 4] += 1
        if cell % columns == 0:
            state.on_rim[way // 4 * 4 + (7 - way % 4) % 4] += 1


@compiled
def count_break(tables: NearTables, state: NearState) -> None:
    """Count the board for both sides of its broken join; write `meeting`."""
    cell = state.at[BREAK_AT] // 2
    is_west = state.at[BREAK_AT] % 2
    here = state.chosen[cell]
    there = state.chosen[cell - 1 if is_west else cell - tables.size[1]]
    near, far = (3, 1) if is_west else (0, 2)
    one = here // 4 * 4 + (4 + near - here % 4) % 4
    other = there // 4 * 4 + (4 + far - there % 4) % 4
    state.meeting[one, tables.mate[tables.color[there, far]]] += 1
    state.meeting[other, tables.mate[tables.color[here, near]]] += 1


@compiled
def near_solutions(tables: NearTables, state: NearState, nodes: int) -> int:
    """Search until `nodes` more pieces are placed; write all of the state.

    The caller has entered the first cell.
    """
    columns, allowed = tables.size[1], tables.size[2]
    cells = tables.size[0] * columns
    at = state.at
    last = at[NODES] + nodes
    while at[NODES] < last:
        cell = at[CELL]
        if state.cursor[cell] == state.end[cell]:
            if state.second[cell, 0] < state.second[cell, 1]:
                state.cursor[cell] = state.second[cell, 0]
                state.end[cell] = state.second[cell, 1]
                state.second[cell, 0] = state.second[cell, 1]
                continue
            if cell == 0:
                return EXHAUSTED
            at[CELL] = cell - 1
            state.used[state.chosen[cell - 1] // 4] = 0
            continue
        way = tables.way[state.cursor[cell]]
        state.cursor[cell] += 1
        piece = way // 4
        if state.used[piece]:
            continue
        if tables.is_later_corner[cell] and piece < state.chosen[0] // 4:
            continue
        breaks = state.breaks[cell]
        if cell >= columns:
            wanted = tables.mate[tables.color[state.chosen[cell - columns], 2]]
            if tables.color[way, 0] != wanted:
                breaks += 1
                at[BREAK_AT] = 2 * cell
            elif state.second[cell, 1] and state.end[cell] == state.second[cell, 1]:
                continue  # tried with the ways that match above
        if cell % columns:
            wanted = tables.mate[tables.color[state.chosen[cell - 1], 1]]
            if tables.color[way, 3] != wanted:
                breaks += 1
                at[BREAK_AT] = 2 * cell + 1
        if breaks > allowed:
            continue
        at[NODES] += 1
        state.chosen[cell] = way
        if cell + 1 < cells:
            state.used[piece] = 1
            state.breaks[cell + 1] = breaks
            at[CELL] = cell + 1
            enter_cell(tables, state, cell + 1)
        elif breaks:
            count_break(tables, state)
        else:
            count_solution(tables, state)
    return PAUSED
