"""The memory of a pass: two buffers, desks, and the history of the boards.

While the next layer is chosen, its buffer has what the choice needs; then the layer is
written over that.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel.children import Children
from .kernel.steps import BINS, BeamLayer
from .steps import BeamPlan

_LEVELS = 24
"""Numbers of breaks that are told apart."""
STRETCH = 1024
"""Rows that a thread visits at a time."""


class Notes(NamedTuple):
    """What is known of each row while its children are chosen."""

    ahead: NDArray[np.int8]
    """Shape (width, types): the look ahead."""
    best_of_row: NDArray[np.uint16]
    """Shape (width,): the bin of the best child."""
    children: Children
    """Those chosen."""
    table: NDArray[np.uint32]
    """Of their hashes."""


class Buffer:
    """Memory for a layer of `width` boards, or for the notes on another layer."""

    def __init__(self, plan: BeamPlan, width: int, types_ahead: int) -> None:
        pieces = plan.puzzle.cells
        type_kind = np.uint8 if plan.sides.count <= 256 else np.uint16
        layer = (
            ((width, -(-pieces // 64)), np.uint64),
            ((width,), np.uint16),
            ((width, plan.slots), type_kind),
        )
        notes = (
            ((width,), np.uint64),
            ((width,), np.uint64),
            ((width,), np.uint32),
            ((1 << (width + width // 2).bit_length(),), np.uint32),
            ((width,), np.uint16),
            ((width,), np.uint16),
            ((width, types_ahead), np.int8),
        )
        memory = np.zeros(max(_size(layer), _size(notes)), np.uint8)
        self.nbytes = memory.nbytes
        used, breaks, demand = _views(memory, layer)
        self.layer = BeamLayer(used, demand, breaks)
        """It as a layer."""
        rank, hashed, parent, table, way, best, ahead = _views(memory, notes)
        self.notes = Notes(ahead, best, Children(parent, way, rank, hashed), table)
        """It as notes."""


_Parts = Sequence[tuple[tuple[int, ...], type[np.generic]]]
"""Shapes and types of arrays, those of the largest numbers first."""


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


def empty_children(count: int) -> Children:
    """Return space for children."""
    return Children(
        np.zeros(count, np.uint32),
        np.zeros(count, np.uint16),
        np.zeros(count, np.uint64),
        np.zeros(count, np.uint64),
    )


def those(children: Children, which: NDArray[Any]) -> Children:
    """Return a copy of some of the children."""
    return Children._make(each[which] for each in children)


def together(parts: list[Children]) -> Children:
    """Return children as one."""
    if len(parts) == 1:
        return parts[0]
    return Children._make(map(np.concatenate, zip(*parts, strict=True)))


def copy_to(children: Children, to: Children, at: int) -> int:
    """Copy children to a place; return where the next ones go."""
    end = at + len(children.parent)
    arrays: Iterable[tuple[NDArray[Any], NDArray[Any]]] = zip(children, to, strict=True)
    for source, target in arrays:
        target[at:end] = source
    return end


class Desk:
    """The arrays that one thread works with."""

    def __init__(self, types: int, pieces: int) -> None:
        self.counts = np.zeros(types, np.int32)
        self.demands = np.zeros(4, np.int32)
        self.shares = np.zeros(4, np.float32)
        self.numbers = np.zeros((2, types), np.float32)
        self.bits = self.numbers.view(np.int32)
        self.histogram = np.zeros(BINS * _LEVELS, np.uint32)
        self.totals = np.zeros(2, np.int64)
        self.children = empty_children(8 * STRETCH + 4 * pieces)


class History:
    """The parent and the way of every board, layer by layer."""

    def __init__(self) -> None:
        self._parents: list[NDArray[np.uint32]] = []
        self._ways: list[NDArray[np.uint16]] = []

    def __len__(self) -> int:
        return len(self._ways)

    def add(
        self, children: Children, rows: int
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        """Add a layer; return its parents and ways."""
        self._parents.append(children.parent[:rows].copy())
        self._ways.append(children.way[:rows].copy())
        return self._parents[-1], self._ways[-1]

    def tidy(self) -> None:
        """Drop the boards without descendants: most of them, a few rows back."""
        for at in range(len(self) - 1, 0, -1):
            is_parent = np.zeros(len(self._ways[at - 1]), bool)
            is_parent[self._parents[at]] = True
            if is_parent.all():
                break
            number = np.cumsum(is_parent, dtype=np.uint32) - np.uint32(1)
            self._parents[at] = number[self._parents[at]]
            self._parents[at - 1] = self._parents[at - 1][is_parent]
            self._ways[at - 1] = self._ways[at - 1][is_parent]

    def ways_to(self, row: int) -> list[int]:
        """Return the ways of a board of the last layer, step by step."""
        ways = []
        for parents, numbers in zip(self._parents[::-1], self._ways[::-1], strict=True):
            ways.append(int(numbers[row]) * 4)
            row = int(parents[row])
        return ways[::-1]
