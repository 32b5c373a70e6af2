"""Color pairs as arrays: which pairs there are, and which pieces offer them.

Cells on the rim hold other pieces than those inside, so pairs are distinguished by the
kind of cell that demands them: by its sides on the rim and, on the rim or if pieces may
not be turned, by the position of the two colors.  A pair inside a framed board is
offered by inner pieces only.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import RIM, SIDES, neighbor
from edgematch.placements.ways import color_count
from edgematch.puzzle import Puzzle

from ..kernel.sets import FACING, FIRST_SIDE, NONE, SECOND_SIDE, SHOWN, UNOFFERED, ZEROS
from .supplies import rim_bits

SLOTS = 6
ROOM = 12
"""How many cells more than its offer may demand a pair before that is noticed."""

Kind = tuple[int, int, int]
"""The rim sides of a cell as bits, and the two sides of a slot."""


def zero_bits(puzzle: Puzzle, piece: int, turn: int) -> int:
    """Return the sides of a piece in a turn that show the rim color, as bits."""
    if not puzzle.framed:
        return 0
    colors = puzzle.colors_of(piece, turn)
    return sum((colors[side] == RIM) << side for side in SIDES)


def _turned_bits(bits: int, turn: int) -> int:
    return (bits << turn | bits >> (4 - turn)) & 15


def is_balanced(puzzle: Puzzle) -> bool:
    """Return whether each kind of cell has as many pieces that fit the rim there."""

    def kind(bits: int) -> int:
        return min(_turned_bits(bits, turn) for turn in puzzle.turns)

    wanted = Counter(kind(rim_bits(puzzle, cell)) for cell in range(puzzle.cells))
    given = Counter(kind(zero_bits(puzzle, piece, 0)) for piece in range(puzzle.cells))
    return wanted == given


def _key(puzzle: Puzzle, kind: Kind, one: int, other: int) -> tuple[int, ...]:
    """Return a key that is equal for slots and colors that demand the same pair."""
    bits, first, second = kind
    keys = []
    for turn in puzzle.turns:
        rim = _turned_bits(bits, turn)
        keys.append((rim, (first + turn) % 4, (second + turn) % 4, one, other))
        if (second - first) % 4 == 2:
            keys.append((rim, (second + turn) % 4, (first + turn) % 4, other, one))
    return min(keys)


def offered_pairs(
    puzzle: Puzzle, opposite_pairs: bool, piece_order: list[int]
) -> tuple[dict[str, NDArray[Any]], list[list[int]]]:
    """Number the pairs; return the constant fields of `Sets`, and the offers."""
    cells, colors = puzzle.cells, color_count(puzzle)
    slots = SLOTS if opposite_pairs else 4
    rims = [rim_bits(puzzle, cell) for cell in range(cells)]
    bases = {
        (rim, slot): number * colors * colors
        for number, (rim, slot) in enumerate(
            (rim, slot) for rim in sorted(set(rims)) for slot in range(SLOTS)
        )
    }
    pair_of = np.full(len(bases) * colors * colors, UNOFFERED, np.uint32)
    numbers: dict[tuple[int, ...], int] = {}
    shown_by: dict[int, set[int]] = defaultdict(set)
    ways = cells * 4
    way_table = np.zeros((ways, 3), np.uint32)
    for piece in piece_order:
        for turn in SIDES:
            sides = puzzle.colors_of(piece, turn)
            way = piece * 4 + turn
            rim = zero_bits(puzzle, piece, turn)
            way_table[way, SHOWN] = _pack(sides)
            way_table[way, FACING] = _pack([puzzle.mate(color) for color in sides])
            way_table[way, ZEROS] = rim
            if turn not in puzzle.turns or (rim, 0) not in bases:
                continue
            for slot in range(slots):
                first, second = int(FIRST_SIDE[slot]), int(SECOND_SIDE[slot])
                one, other = sides[first], sides[second]
                key = _key(puzzle, (rim, first, second), one, other)
                pair = numbers.setdefault(key, len(numbers) + int(UNOFFERED) + 1)
                pair_of[bases[rim, slot] + one * colors + other] = pair
                shown_by[piece].add(pair)
    hinted = {hint.piece for hint in puzzle.hints}
    piece_pairs = np.full((cells, SLOTS), NONE, np.uint32)
    members: list[list[int]] = [[] for _ in range(len(numbers) + int(UNOFFERED) + 1)]
    for piece in piece_order:
        if piece in hinted:
            continue
        for number, pair in enumerate(sorted(shown_by[piece])):
            piece_pairs[piece, number] = pair
            members[pair].append(piece * 8 + number)
    sizes = [len(each) for each in members]
    constant: dict[str, NDArray[Any]] = {
        "sizes": np.array([colors, slots, len(puzzle.turns)], np.uint64),
        "neighbor": _neighbors(puzzle),
        "rim": np.array(rims, np.uint32),
        "slot_base": np.array(
            [[bases[rim, slot] for slot in range(SLOTS)] for rim in rims], np.uint32
        ),
        "pair_of": pair_of,
        "piece_pairs": piece_pairs,
        "way": way_table,
        "first_offer": np.cumsum([0, *sizes]).astype(np.uint32),
        "first_demand": np.cumsum([0, *(size + ROOM for size in sizes)]).astype(
            np.uint32
        ),
    }
    return constant, members


def _pack(colors: Sequence[int]) -> int:
    """Return four colors as one number, eight bits each, the first in the lowest."""
    return sum(color << 8 * side for side, color in enumerate(colors))


def _neighbors(puzzle: Puzzle) -> NDArray[np.uint32]:
    table = np.full((puzzle.cells, 4), puzzle.cells, np.uint32)
    for cell in range(puzzle.cells):
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                table[cell, side] = beyond
    return table
