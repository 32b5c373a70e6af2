"""The memory of a pass: two buffers and desks; the history is in `history.py`.

While the next layer is chosen, its buffer has what the choice needs; then the layer is
written over that.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel.children import Children
from .kernel.layers import keep_children, mark_doubles
from .kernel.steps import BINS, BeamLayer
from .steps import BeamPlan

LEVELS = 24
"""Numbers of breaks that are told apart."""
AT_A_TIME = 16_384
"""Rows that are visited between two moments at which the search can be paused."""
_REST_OF_ROW = 22
"""Bytes a board in the history, and in parents and ways of the next layer."""
_COPIES_OF_ROW = 24
"""Bytes a row in copies of the children that are emitted at a time."""
_DESK = 420_000
"""Bytes of a desk."""


class Notes(NamedTuple):
    """What is known of each row while its children are chosen."""

    children: Children
    """Those chosen, and others while it is not known which."""
    best_of_row: NDArray[np.uint16]
    """Shape (width,): the bin of the best child."""
    ahead: NDArray[np.int8]
    """Shape (width, types): the look ahead."""
    table: NDArray[np.uint32]
    """Of the hashes of those chosen; in the memory of the look ahead."""


class Buffer:
    """Memory for a layer of `width` boards, or for the notes on another layer."""

    def __init__(self, plan: BeamPlan, width: int, types_ahead: int) -> None:
        uses = _uses(plan, width, types_ahead)
        memory = np.zeros(max(map(_size, uses)), np.uint8)
        layer, before, after = (_views(memory, each) for each in uses)
        used, breaks, demand = layer
        self.layer = BeamLayer(used, demand, breaks)
        """It as a layer."""
        rank, hashed, parent, way, best_of_row, ahead = before
        children = Children(parent, way, rank, hashed)
        self.notes = Notes(children, best_of_row, ahead, after[-1])
        """It as notes."""


_Parts = Sequence[tuple[tuple[int, ...], type[np.generic]]]
"""Shapes and types of arrays, those of the largest numbers first."""


def _uses(plan: BeamPlan, width: int, types_ahead: int) -> tuple[_Parts, ...]:
    """Return the arrays of a layer, and of notes before and after the choice."""
    pieces = plan.puzzle.cells
    room = width + width % 2 + room_of_desk(pieces)
    children = (
        ((room,), np.uint64),
        ((room,), np.uint64),
        ((room,), np.uint32),
        ((room,), np.uint16),
    )
    layer = (
        ((width, -(-pieces // 64)), np.uint64),
        ((width,), np.uint16),
        ((width, plan.slots), np.uint8 if plan.sides.count <= 256 else np.uint16),
    )
    before = *children, ((width,), np.uint16), ((width, types_ahead), np.int8)
    return layer, before, (*children, ((table_size(room),), np.uint32))


def pass_bytes(plan: BeamPlan, width: int, types_ahead: int, threads: int = 1) -> int:
    """Estimate the memory that a pass takes: buffers, history, temporary copies."""
    buffer = max(map(_size, _uses(plan, width, types_ahead)))
    copies = _COPIES_OF_ROW * min(width, AT_A_TIME)
    return 2 * buffer + _REST_OF_ROW * width + copies + _DESK * threads


def _size(parts: _Parts) -> int:
    return sum(math.prod(shape) * np.dtype(kind).itemsize for shape, kind in parts)


def _views(memory: NDArray[np.uint8], parts: _Parts) -> list[NDArray[Any]]:
    """Return the same memory as arrays, one after the other."""
    views, place = [], 0
    for shape, kind in parts:
        end = place + math.prod(shape) * np.dtype(kind).itemsize
        views.append(memory[place:end].view(kind).reshape(shape))
        place = end
    return views


def room_of_desk(pieces: int) -> int:
    """Return how many children a desk has room for: an even number."""
    return AT_A_TIME // 2 + 4 * pieces


def empty_children(count: int) -> Children:
    """Return space for children."""
    return Children(
        np.zeros(count, np.uint32),
        np.zeros(count, np.uint16),
        np.zeros(count, np.uint64),
        np.zeros(count, np.uint64),
    )


def first_of(children: Children, count: int) -> Children:
    """Return a copy of the first children."""
    return Children._make(each[:count].copy() for each in children)


def copy_to(children: Children, to: Children, at: int) -> int:
    """Copy children to a place; return where the next ones go."""
    end = at + len(children.parent)
    arrays: Iterable[tuple[NDArray[Any], NDArray[Any]]] = zip(children, to, strict=True)
    for source, target in arrays:
        target[at:end] = source
    return end


def drop_doubles(
    children: Children, count: int, table: NDArray[np.uint32], least_rank: int = 0
) -> int:
    """Of equivalent boards keep the best; return how many are left.

    Those with a rank below `least_rank` are all kept.
    """
    is_kept = np.empty(count, np.bool_)
    mark_doubles(children, count, table, np.uint64(least_rank), is_kept)
    return int(keep_children(children, count, is_kept))


def keep_lowest(
    children: Children, count: int, table: NDArray[np.uint32], last_bin: int, most: int
) -> int:
    """Of the last bin keep the children with the lowest hashes, each board once.

    Returns how many children there are, with those of the other bins.
    """
    least = last_bin << 48
    count = drop_doubles(children, count, table, least)
    is_kept = children.rank[:count] < np.uint64(least)
    hashes = children.hash[:count][~is_kept]
    if len(hashes) <= most:
        return count
    hashes.partition(most - 1)
    is_kept |= children.hash[:count] <= hashes[most - 1]
    return int(keep_children(children, count, is_kept))


def table_size(width: int) -> int:
    """Return the size of a table of hashes: a power of two, at most two thirds full."""
    return 1 << (width + width // 2).bit_length()


class Desk:
    """The arrays that one thread works with."""

    def __init__(self, types: int, pieces: int) -> None:
        self.counts = np.zeros(types, np.int32)
        self.demands = np.zeros(4, np.int32)
        self.shares = np.zeros(4, np.float32)
        self.numbers = np.zeros((2, types), np.float32)
        self.bits = self.numbers.view(np.int32)
        self.histogram = np.zeros(BINS * LEVELS, np.uint32)
        self.totals = np.zeros(2, np.int64)
        self.children = empty_children(room_of_desk(pieces))
