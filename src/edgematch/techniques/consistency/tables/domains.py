"""The rules and the first domains of a search that propagates, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import NORTH, SIDES, WEST, neighbor, opposite, turn_cell
from edgematch.placements.ways import BITS, allowed_ways
from edgematch.puzzle import Puzzle
from edgematch.symmetry import board_symmetries

from ..kernel.domains import FULL, PARTIAL, DomainState, Rules
from .cell_layout import CellLayout, cell_layout
from .color_counts import ColorCounts, color_counts


@dataclass(frozen=True)
class ConsistencyTables:
    """The arguments of the kernels, and the layout of the domains."""

    layout: CellLayout
    rules: Rules
    start: DomainState


def consistency_tables(
    puzzle: Puzzle,
    *,
    is_full: bool = True,
    counted: str = "none",
    piece_order: Sequence[int] | None = None,
    one_turn: str = "",
) -> ConsistencyTables:
    """Return the rules and the first domains of a search that propagates.

    Candidates are tried in `piece_order`; `counted` says where colors are counted, as
    in `tables.color_counts`.  `one_turn` says how the turn of the whole board is fixed:
    by a `corner`, by the `center`, or not at all if it is empty.
    """
    colors = sorted(
        {color for number in puzzle.colors for color in (number, puzzle.mate(number))}
    )
    if len(colors) > BITS:
        raise UnsupportedPuzzle(
            f"engine consistency takes puzzles of at most {BITS} colors, a color and"
            f" its mate counting as two; this one has {len(colors)}"
        )
    layout = cell_layout(puzzle, piece_order or range(len(puzzle.pieces)))
    joins = _join_numbers(puzzle)
    counts = color_counts(puzzle, colors, joins, counted)
    ring = center_ring(puzzle) if one_turn == "center" else ()
    rules = _rules(puzzle, layout, colors, joins, counts, is_full)
    if len(ring) > 1:
        rules = rules._replace(ring=np.array(ring, np.uint64))
    start = _first_domains(
        puzzle, layout, rules, colors, counts, upright=one_turn == "corner"
    )
    if len(ring) == 1:
        _keep_center_upright(puzzle, layout, start, ring[0])
    return ConsistencyTables(layout, rules, start)


def center_ring(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the cells to which turns of the board map the most central cell."""
    rows, columns = puzzle.rows, puzzle.columns
    cell = (rows - 1) // 2 * columns + (columns - 1) // 2
    return tuple(
        dict.fromkeys(
            turn_cell(cell, turn, rows, columns) for turn in board_symmetries(puzzle)
        )
    )


def _keep_center_upright(
    puzzle: Puzzle, layout: CellLayout, start: DomainState, center: int
) -> None:
    """Restrict every piece on the center cell to one of the turns of the board."""
    kept = 4 // len(board_symmetries(puzzle))
    for bit, way in enumerate(layout.ways[center]):
        if way is not None and way[1] >= kept:
            place = center * layout.width + bit // BITS
            start.words[place] &= ~np.uint64(1 << bit % BITS)


def _rules(
    puzzle: Puzzle,
    layout: CellLayout,
    colors: Sequence[int],
    joins: dict[tuple[int, int], int],
    counts: ColorCounts,
    is_full: bool,
) -> Rules:
    cells, width = puzzle.cells, layout.width
    first_join = cells * width
    first_taken = first_join + len(joins) // 2
    sides = np.zeros(cells, np.uint64)
    taken_words = -(-cells // BITS)
    classes = layout.classes
    first_placed = first_taken + taken_words
    first_count = first_placed + len(classes) * width
    nothing = first_count + 2 * counts.regions * len(counts.hues)
    join = np.full((cells, 4), nothing, np.uint64)
    beyond = np.zeros((cells, 4), np.uint64)
    join_ends = np.zeros((len(joins) // 2, 2, 2), np.uint64)
    for (cell, side), number in joins.items():
        sides[cell] |= np.uint64(1 << side)
        join[cell, side] = first_join + number
        beyond[cell, side] = cell + (-puzzle.columns, 1, puzzle.columns, -1)[side]
        join_ends[number, int(side in (NORTH, WEST))] = cell, side
    slots = np.zeros((len(classes), width), np.uint64)
    for number, each in enumerate(classes):
        size = 1 << each.shift
        is_first = [bit % size == 0 for bit in range(size * len(each.pieces))]
        slots[number] = _bits(is_first, width)
    shows = _shows(puzzle, layout, colors)
    size = 4 * len(colors) * width
    starts = np.array(layout.kind)[:, None] * size + np.arange(4) * (size // 4)
    return Rules(
        level=np.array([FULL if is_full else PARTIAL]),
        width=np.array([width], np.uint64),
        words=np.array([classes[k].words for k in layout.class_of], np.uint64),
        octets=np.array([classes[k].octets for k in layout.class_of], np.uint64),
        sides=sides,
        join=join,
        columns=np.array([puzzle.columns], np.uint64),
        rim=np.array(
            [
                _bits([not each >> side & 1 for each in sides.tolist()], taken_words)
                for side in SIDES
            ]
        ),
        beyond=beyond,
        shows=shows.ravel(),
        shows_at=starts.astype(np.uint64),
        seen=_colors_by_byte(shows).ravel(),
        seen_at=np.array(layout.kind, np.uint64) * np.uint64(width * 8 * 256),
        spread=np.array(
            [sum(0xFFFF << 16 * i for i in range(4) if s >> i & 1) for s in range(16)],
            np.uint64,
        ),
        class_of=np.array(layout.class_of, np.uint64),
        slot_shift=np.array([each.shift for each in classes], np.uint64),
        slots=slots,
        slot_lows=np.array(
            [sum(1 << bit for bit in range(0, BITS, 1 << k.shift)) for k in classes],
            np.uint64,
        ),
        class_start=_starts([len(each.cells) for each in classes]),
        class_cells=np.array([c for each in classes for c in each.cells], np.uint64),
        class_bits=np.array(
            [
                _bits([own == number for own in layout.class_of], taken_words)
                for number in range(len(classes))
            ]
        ),
        ring=np.zeros(0, np.uint64),
        join_ends=join_ends,
        first_join=np.array([first_join], np.uint64),
        first_taken=np.array([first_taken], np.uint64),
        first_placed=np.array([first_placed], np.uint64),
        first_count=np.array([first_count], np.uint64),
        region=np.array(counts.region, np.uint64),
        region_start=_starts([counts.region.count(r) for r in range(counts.regions)]),
        region_joins=np.array(
            [
                first_join + number
                for region in range(counts.regions)
                for number, own in enumerate(counts.region)
                if own == region
            ],
            np.uint64,
        ),
        hues=np.array(counts.hues, np.uint64),
        hue_of=np.array(counts.hue_of, np.uint64),
        fewest=np.array(counts.fewest, np.uint64).reshape(
            counts.regions, len(counts.hues)
        ),
        most=np.array(counts.most, np.uint64).reshape(counts.regions, len(counts.hues)),
    )


def _starts(sizes: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64)


def _shows(
    puzzle: Puzzle, layout: CellLayout, colors: Sequence[int]
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """For each kind of cells, side and color, the candidates that show it."""
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
    """For each kind of cells, byte of a domain and value of it, the colors shown.

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
    rules: Rules,
    colors: Sequence[int],
    counts: ColorCounts,
    upright: bool,
) -> DomainState:
    cells, width = puzzle.cells, layout.width
    joins = len(rules.join_ends)
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
            np.full(joins, (1 << len(colors)) - 1, np.uint64),
            np.zeros(-(-cells // BITS), np.uint64),
            np.zeros(len(layout.classes) * width, np.uint64),
            np.array(possible, np.uint64),
            np.zeros(1, np.uint64),  # the colors beyond the rim: none
        ]
    )
    # Every change takes at least a bit from a domain, or a color from a join, which
    # may change two counts, or marks a cell and its piece.
    candidates = int(np.bitwise_count(domains).sum())
    enough = candidates + (3 * len(colors) + 1) * joins + 2 * cells + 1
    every_hue = (1 << len(counts.hues)) - 1
    return DomainState(
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
