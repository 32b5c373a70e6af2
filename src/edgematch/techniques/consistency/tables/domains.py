"""The domains of a search that propagates, before its first node, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import NORTH, SIDES, WEST, neighbor, opposite
from edgematch.placements.ways import BITS, allowed_ways
from edgematch.puzzle import Puzzle
from edgematch.symmetry import board_symmetries

from ..kernel.domains import FOUR_SIDES, FULL, PARTIAL, DomainState
from .cell_layout import CellLayout, cell_layout
from .color_counts import ColorCounts, color_counts

_LEVELS = {"full": FULL, "partial": PARTIAL, "sides": FOUR_SIDES}


@dataclass(frozen=True)
class ConsistencyTables:
    """The domains before the search, and their layout."""

    layout: CellLayout
    start: DomainState


def consistency_tables(
    puzzle: Puzzle,
    *,
    level: str = "full",
    counted: str = "none",
    piece_order: Sequence[int] | None = None,
    is_upright: bool = False,
    turned: Sequence[int] = (),
) -> ConsistencyTables:
    """Return the domains of a search that propagates.

    Candidates are tried in `piece_order`; `counted` says where colors are counted, as
    in `color_counts.py`.  The turn of the whole board is fixed by one piece if
    `is_upright`, or by the cells `turned`, which turns of the board map to each other:
    a single one has its piece in some turns only; of several, the first has the first
    of their pieces.
    """
    colors = sorted(
        {color for number in puzzle.colors for color in (number, puzzle.mate(number))}
    )
    if len(colors) > BITS:
        raise UnsupportedPuzzle(
            f"engine consistency handles at most {BITS} colors, counting"
            f" a color and its mate as two; this puzzle has {len(colors)}"
        )
    layout = cell_layout(puzzle, piece_order or range(len(puzzle.pieces)))
    joins = _join_numbers(puzzle)
    counts = color_counts(puzzle, colors, joins, counted)
    constant = _constants(puzzle, layout, colors, joins, counts)
    constant["level"] = np.array([_LEVELS[level]])
    constant["ring"] = _numbers(turned if len(turned) > 1 else ())
    start = _first_domains(puzzle, layout, constant, counts, len(colors), is_upright)
    if len(turned) == 1:
        _keep_center_upright(puzzle, layout, start, turned[0])
    return ConsistencyTables(layout, start)


def _keep_center_upright(
    puzzle: Puzzle, layout: CellLayout, start: DomainState, center: int
) -> None:
    """Restrict every piece on the center cell to one of the turns of the board."""
    kept = 4 // len(board_symmetries(puzzle))
    for bit, way in enumerate(layout.ways[center]):
        if way is not None and way[1] >= kept:
            place = center * layout.width + bit // BITS
            start.words[place] &= ~np.uint64(1 << bit % BITS)


def _constants(
    puzzle: Puzzle,
    layout: CellLayout,
    colors: Sequence[int],
    joins: dict[tuple[int, int], int],
    counts: ColorCounts,
) -> dict[str, NDArray[Any]]:
    """Return the fields of the domains that never change, except for the options."""
    width, classes = layout.width, layout.classes
    sizes = {
        "first_join": puzzle.cells * width,
        "first_taken": len(joins) // 2,
        "first_placed": -(-puzzle.cells // BITS),
        "first_count": len(classes) * width,
        "nothing": 2 * counts.regions * len(counts.hues),
    }
    places = dict(zip(sizes, accumulate(sizes.values()), strict=True))
    nothing = places.pop("nothing")
    shows = _shows(puzzle, layout, colors)
    size = 4 * len(colors) * width
    starts = np.array(layout.kind)[:, None] * size + np.arange(4) * (size // 4)
    return {
        **{name: _numbers([place]) for name, place in places.items()},
        **_join_fields(puzzle, joins, places["first_join"], nothing),
        **_class_fields(layout),
        **_count_fields(counts, places["first_join"]),
        "width": _numbers([width]),
        "word_count": _numbers([classes[k].words for k in layout.class_of]),
        "octets": _numbers([classes[k].octets for k in layout.class_of]),
        "columns": _numbers([puzzle.columns]),
        "shows": shows.ravel(),
        "shows_at": starts.astype(np.uint64),
        "seen": _colors_by_byte(shows).ravel(),
        "seen_at": _numbers(layout.kind) * np.uint64(width * 8 * 256),
        "spread": _numbers(
            [sum(0xFFFF << 16 * i for i in range(4) if s >> i & 1) for s in range(16)]
        ),
    }


def _join_fields(
    puzzle: Puzzle, joins: dict[tuple[int, int], int], first_join: int, nothing: int
) -> dict[str, NDArray[np.uint64]]:
    """Return the joins of the cells, and the cells of the joins."""
    cells = puzzle.cells
    sides = np.zeros(cells, np.uint64)
    join = np.full((cells, 4), nothing, np.uint64)
    beyond = np.zeros((cells, 4), np.uint64)
    join_ends = np.zeros((len(joins) // 2, 2, 2), np.uint64)
    for (cell, side), number in joins.items():
        sides[cell] |= np.uint64(1 << side)
        join[cell, side] = first_join + number
        beyond[cell, side] = cell + (-puzzle.columns, 1, puzzle.columns, -1)[side]
        join_ends[number, int(side in (NORTH, WEST))] = cell, side
    has_none = [[not each >> side & 1 for each in sides.tolist()] for side in SIDES]
    rim = np.array([_bits(each, -(-cells // BITS)) for each in has_none])
    return {
        "sides": sides,
        "join": join,
        "beyond": beyond,
        "join_ends": join_ends,
        "rim": rim,
    }


def _class_fields(layout: CellLayout) -> dict[str, NDArray[np.uint64]]:
    """Return the classes of cells, and the slots of pieces in their domains."""
    classes, width = layout.classes, layout.width
    slots = np.zeros((len(classes), width), np.uint64)
    for number, each in enumerate(classes):
        size = 1 << each.shift
        is_first = [bit % size == 0 for bit in range(size * len(each.pieces))]
        slots[number] = _bits(is_first, width)
    words = -(-len(layout.class_of) // BITS)
    numbers = range(len(classes))
    in_class = [[own == number for own in layout.class_of] for number in numbers]
    return {
        "class_of": _numbers(layout.class_of),
        "slot_shift": _numbers([each.shift for each in classes]),
        "slots": slots,
        "slot_lows": _numbers(
            [sum(1 << bit for bit in range(0, BITS, 1 << k.shift)) for k in classes]
        ),
        "class_start": _starts([len(each.cells) for each in classes]),
        "class_cells": _numbers([c for each in classes for c in each.cells]),
        "class_bits": np.array([_bits(each, words) for each in in_class]),
    }


def _count_fields(
    counts: ColorCounts, first_join: int
) -> dict[str, NDArray[np.uint64]]:
    """Return the numbers of joins of each color."""
    shape = (counts.regions, len(counts.hues))
    by_region = np.argsort(np.array(counts.region, np.int64), kind="stable")
    return {
        "region": _numbers(counts.region),
        "region_start": _starts([counts.region.count(r) for r in range(shape[0])]),
        "region_joins": (first_join + by_region).astype(np.uint64),
        "hues": _numbers(counts.hues),
        "hue_of": _numbers(counts.hue_of),
        "fewest": _numbers(counts.fewest).reshape(shape),
        "most": _numbers(counts.most).reshape(shape),
    }


def _numbers(values: Sequence[Any]) -> NDArray[np.uint64]:
    return np.array(values, np.uint64)


def _starts(sizes: Sequence[int]) -> NDArray[np.uint64]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64)


def _shows(
    puzzle: Puzzle, layout: CellLayout, colors: Sequence[int]
) -> NDArray[np.uint64]:
    """Return, for each kind of cells, side and color, the candidates that show it."""
    kinds = dict(zip(layout.kind, layout.ways, strict=True))
    place = {color: number for number, color in enumerate(colors)}
    found = [
        (kind, side, place[seen], bit)
        for kind, ways in kinds.items()
        for bit, way in enumerate(ways)
        if way is not None
        for side, color in enumerate(puzzle.colors_of(*way))
        if (seen := puzzle.mate(color) if side in (NORTH, WEST) else color) in place
    ]
    bits = np.zeros((len(kinds), 4, len(colors), layout.width * BITS), np.bool_)
    bits[tuple(np.array(found, np.intp).reshape(-1, 4).T)] = True
    return np.packbits(bits, axis=-1, bitorder="little").view(np.uint64)


def _colors_by_byte(shows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the colors shown, for each kind of cells, byte of a domain and its value.

    Empty if the colors of four sides do not fit a word.
    """
    kinds, sides, colors, width = shows.shape
    if sides * colors > BITS:
        return np.zeros(0, np.uint64)
    bits = np.unpackbits(shows.view(np.uint8), axis=-1, bitorder="little")
    seen = np.zeros((kinds, width * BITS), np.uint64)
    for side in range(sides):
        for color in range(colors):
            place = np.uint64(BITS // sides * side + color)
            seen |= bits[:, side, color].astype(np.uint64) << place
    table = np.zeros((kinds, width * 8, 256), np.uint64)
    for bit in range(8):
        half = 1 << bit
        table[:, :, half : 2 * half] = table[:, :, :half] | seen[:, bit::8, None]
    return table


def _first_domains(
    puzzle: Puzzle,
    layout: CellLayout,
    constant: dict[str, NDArray[Any]],
    counts: ColorCounts,
    colors: int,
    upright: bool,
) -> DomainState:
    """Return the domains that the hints and the symmetry leave."""
    cells, width = puzzle.cells, layout.width
    joins = len(constant["join_ends"])
    hints = {hint.cell: (hint.piece, hint.turn) for hint in puzzle.hints}
    allowed = set(allowed_ways(puzzle, upright))
    domains = np.zeros((cells, width), np.uint64)
    of_kind: dict[int, NDArray[np.uint64]] = {}
    for cell, ways in enumerate(layout.ways):
        kind = layout.kind[cell]
        if cell in hints:
            domains[cell] = _bits([way == hints[cell] for way in ways], width)
        else:
            if kind not in of_kind:
                of_kind[kind] = _bits([way in allowed for way in ways], width)
            domains[cell] = of_kind[kind]
    possible = [
        value
        for region in range(counts.regions)
        for hue in counts.hues
        for value in (
            counts.region.count(region),
            # The only hue there is has every join from the start.
            counts.region.count(region) if len(counts.hues) == 1 else 0,
        )
    ]
    words = np.concatenate(
        [
            domains.ravel(),
            np.full(joins, (1 << colors) - 1, np.uint64),
            np.zeros(-(-cells // BITS), np.uint64),
            np.zeros(len(layout.classes) * width, np.uint64),
            np.array(possible, np.uint64),
            np.zeros(1, np.uint64),  # the colors beyond the rim: none
        ]
    )
    # Every change takes at least a bit from a domain, or a color from a join, which
    # may change two counts, or marks a cell and its piece.
    candidates = int(np.bitwise_count(domains).sum())
    enough = candidates + (3 * colors + 1) * joins + 2 * cells + 1
    every_hue = (1 << len(counts.hues)) - 1
    return DomainState(
        **constant,
        words=words,
        trail_top=np.zeros(1, np.uint64),
        trail_place=np.zeros(enough, np.uint64),
        trail_word=np.zeros(enough, np.uint64),
        joined=np.zeros(-(-cells // BITS), np.uint64),
        robbed=np.zeros(-(-cells // BITS), np.uint64),
        stale=np.zeros(cells, np.uint64),
        tight=np.full(counts.regions, every_hue, np.uint64),
    )


def _bits(are_set: Sequence[bool], width: int) -> NDArray[np.uint64]:
    """Return truth values as the bits of words."""
    bits = np.zeros(width * BITS, np.bool_)
    bits[: len(are_set)] = are_set
    return np.packbits(bits, bitorder="little").view(np.uint64)


def _join_numbers(puzzle: Puzzle) -> dict[tuple[int, int], int]:
    """Number the joins from 0, by either of their two sides."""
    numbers: dict[tuple[int, int], int] = {}
    for cell in range(puzzle.cells):
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None and (cell, side) not in numbers:
                number = len(numbers) // 2
                numbers[cell, side] = numbers[beyond, opposite(side)] = number
    return numbers
