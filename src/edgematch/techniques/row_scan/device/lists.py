"""The tables of a row scan by lists: candidates are entries side by side."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.puzzle import Puzzle

from ..tables import RowScanTables
from .tables import DeviceTables, TableBuilder

WINDOW = 4
"""How many candidates a lane looks at together."""
STEPS_BACK = 2
"""How many steps a lane goes back in a turn, at most."""
_BLANK, _LAST = 8, 9
"""Bits of an entry, behind its colors."""


def list_tables(puzzle: Puzzle, host: RowScanTables) -> DeviceTables:
    """Return the tables of lists."""
    builder, arrays, pieces = TableBuilder(puzzle, host), host.arrays, puzzle.pieces
    behind = 4 * builder.bits
    entry_bits = 32 if behind + _LAST < 31 else 64
    first = np.zeros(builder.groups + 1, np.uint32)
    entries = [1 << behind + _BLANK | 1 << behind + _LAST]
    ways = [0]
    places = np.zeros(len(arrays.way), np.uint32)
    bounds = arrays.first.tolist()
    for group in np.flatnonzero(np.diff(arrays.first)).tolist():
        first[group] = len(entries)
        for candidate in range(bounds[group], bounds[group + 1]):
            way = int(arrays.way[candidate])
            if way >> 4 < len(pieces):  # not a blank
                places[candidate] = len(entries)
                entries.append(int(builder.packed[way >> 2]) | (way >> 4) << behind)
                ways.append(way)
        entries[-1] |= 1 << behind + _LAST
    entries += [0] * WINDOW  # looked at, and ignored
    ways += [0] * WINDOW
    place_bits = 16 if len(entries) <= 1 << 16 else 32
    sizes = {
        "ENTRY_BITS": entry_bits,
        "CELL_BITS": 2 * place_bits,
        "PLACE_BITS": place_bits,
        "WINDOW": WINDOW,
        "STEPS_BACK": STEPS_BACK,
        "HEAD": 1,
        "HALVES": -(-len(pieces) // 32),
        "IS_SIMPLE": 1,
        "WORDS": 0,
        "SETS": 0,
    }
    tables: dict[str, NDArray[Any]] = {
        "entries": np.array(entries, f"u{entry_bits // 8}"),
        "first": first,
    }
    way_of_cell = np.array(ways, np.uint32)
    return builder.tables(sizes, tables, way_of_cell, places)
