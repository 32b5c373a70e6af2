"""Whether there is a board of so few breaks, by plain search: the rules, compiled.

Cells are filled row by row with every unused piece in every turn, while the breaks are
not too many.  No order, no bound, nothing of ours: what `naive_scores` does, a thousand
times as fast, so that 4 × 4 can be looked at.
"""

import numpy as np
from numba import njit

from edgematch.puzzle import Puzzle


def has_board(puzzle: Puzzle, breaks: int) -> tuple[bool, int]:
    """Say whether a full legal board has so many breaks or fewer; and the nodes."""
    hints = np.full((puzzle.cells, 2), -1)
    for cell, piece, turn in puzzle.hints:
        hints[cell] = piece, turn
    found, nodes = _search(
        puzzle.rows,
        puzzle.columns,
        np.array(puzzle.pieces),
        np.array(puzzle.mates or range(256)),
        hints,
        puzzle.framed,
        4 if puzzle.turnable else 1,
        breaks,
    )
    return bool(found), int(nodes)


@njit
def _search(rows, columns, pieces, mates, hints, framed, turns, allowed):
    cells = rows * columns
    place = np.zeros(cells, np.int64)  # the next piece and turn to try on each cell
    breaks = np.zeros(cells + 1, np.int64)
    lies = np.zeros((cells, 4), np.int64)
    is_used = np.zeros(cells, np.bool_)
    nodes = 0
    for cell in range(cells):
        if hints[cell, 0] >= 0:
            is_used[hints[cell, 0]] = True
    cell = 0
    place[0] = 0
    while cell >= 0:
        row, column = cell // columns, cell % columns
        if place[cell] > 0 and hints[cell, 0] < 0:
            # What was tried before is taken up again.
            is_used[(place[cell] - 1) // turns] = False
        is_down = False
        while place[cell] < cells * turns:
            piece, turn = place[cell] // turns, place[cell] % turns
            place[cell] += 1
            if hints[cell, 0] >= 0:
                if piece != hints[cell, 0] or turn != hints[cell, 1]:
                    continue
            elif is_used[piece]:
                continue
            for side in range(4):
                lies[cell, side] = pieces[piece, (side - turn) % 4]
            if framed and (
                (lies[cell, 0] == 0) != (row == 0)
                or (lies[cell, 1] == 0) != (column == columns - 1)
                or (lies[cell, 2] == 0) != (row == rows - 1)
                or (lies[cell, 3] == 0) != (column == 0)
            ):
                continue
            count = breaks[cell]
            if column and mates[lies[cell - 1, 1]] != lies[cell, 3]:
                count += 1
            if row and mates[lies[cell - columns, 2]] != lies[cell, 0]:
                count += 1
            if count > allowed:
                continue
            nodes += 1
            if cell == cells - 1:
                return True, nodes
            is_used[piece] = True
            breaks[cell + 1] = count
            cell += 1
            place[cell] = 0
            is_down = True
            break
        if not is_down:
            cell -= 1
    return False, nodes
