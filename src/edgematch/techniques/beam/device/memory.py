"""What a pass keeps in the memory of the machine, and how large it is."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course import Course

_HISTORY_OF_BOARD = 40
"""Bytes that the history takes for each board of a layer, tidied now and then."""
_SHARED = 48 * 1024
"""The bytes that the threads of a block can share."""
_MOST_THREADS = 256

Shapes = Mapping[str, tuple[tuple[int, ...], type[np.generic]]]


def bytes_of_pass(course: Course, width: int) -> int:
    """Return how much memory a pass takes, about."""
    memory = Memory(sizes_of(course), width)
    return 2 * memory.bytes_of_buffer + (2 * 8 + _HISTORY_OF_BOARD) * width


class Memory:
    """The arrays of a layer and of the notes on it.

    While the next layer is chosen, its buffer has what the choice needs: children, and
    first what is known of each row, later a table of the children's hashes.
    """

    def __init__(self, sizes: Mapping[str, int], width: int) -> None:
        types = sizes["TYPES"]
        self.room = width + width // 8 + 4096
        self.table_size = 1 << (self.room + self.room // 2).bit_length()
        left = np.uint8 if sizes["MOST_SIDES"] < 256 else np.uint16
        self.layer: Shapes = {
            "used": ((sizes["HALVES"], width), np.uint32),
            "breaks": ((width,), np.uint16),
            "demand": ((sizes["SLOTS"], width), np.uint8),
        }
        self.children: Shapes = {
            "rank": ((self.room,), np.uint64),
            "hash": ((self.room,), np.uint64),
            "parent": ((self.room,), np.uint32),
            "chosen_way": ((self.room,), np.uint16),
        }
        self.before: Shapes = {
            **self.children,
            "best_of_row": ((width,), np.uint16),
            "left": ((types, width), left),
            "ahead": ((types, width), np.int8),
        }
        self.after: Shapes = {
            **self.children,
            "table": ((self.table_size, 2), np.uint64),
        }
        self.bytes_of_buffer = max(map(_size, (self.layer, self.before, self.after)))


def sizes_of(course: Course) -> dict[str, int]:
    """Return the sizes that the loops are compiled for."""
    plan, keys = course.plan, course.keys
    of_piece, types = plan.arrays.of_piece, plan.sides.count
    counts = [(of_piece == kind).sum(axis=1).max(initial=1) for kind in range(1, types)]
    return {
        "HALVES": 2 * -(-plan.puzzle.cells // 64),
        "TYPES": types,
        "COPIES": int(max(counts, default=1)),
        "SLOTS": plan.slots,
        "COLORS": plan.sides.tables.colors,
        "STRIDE": keys.stride,
        "WORTHS": len(keys.rest),
        "MOST_SIDES": keys.sides,
        "JOINT": int(keys.are_paired),
        "HOLE": 4 * plan.puzzle.cells,
    }


def masks_of(
    of_piece: NDArray[np.uint16], sizes: Mapping[str, int]
) -> NDArray[np.uint32]:
    """Return for each type and n a bit for each piece with more than n of its sides."""
    shape = sizes["TYPES"], sizes["COPIES"], sizes["HALVES"]
    masks = np.zeros(shape, np.uint32)
    for piece, types in enumerate(of_piece.tolist()):
        for side, each in enumerate(types):
            bit = np.uint32(1 << piece % 32)
            if each:
                masks[each, types[:side].count(each), piece // 32] |= bit
    return masks


def _bytes(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    return math.prod(shape) * np.dtype(kind).itemsize


def _size(shapes: Shapes) -> int:
    return sum(-(-_bytes(*each) // 256) * 256 for each in shapes.values())


def views(buffer: Any, shapes: Shapes) -> dict[str, Any]:
    """Return arrays that share a buffer."""
    views, place = {}, 0
    for name, (shape, kind) in shapes.items():
        part = buffer[place : place + _bytes(shape, kind)]
        views[name] = part.view(kind).reshape(shape)
        place += _size({name: (shape, kind)})
    return views


def threads_of_block(sizes: Mapping[str, int]) -> int:
    """Return how many threads have enough memory to share."""
    tables = sizes["WORTHS"] + sizes["TYPES"] * sizes["COPIES"] * sizes["HALVES"]
    each = 2 * sizes["TYPES"] + sizes["HALVES"] + 8
    threads = _MOST_THREADS
    while threads > 32 and 4 * (tables + 2048 + threads * each) > _SHARED:
        threads //= 2
    return threads
