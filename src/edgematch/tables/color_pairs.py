"""Color pairs as arrays: who offers which pair, and who asks for it at the start.

Cells on the rim take other pieces than those inside, so a pair is told apart by the
kind of cell that asks: by its sides on the rim and, beside a rim or where pieces are
not turned, by the place of the two colors.  A pair inside a framed board is offered by
inner pieces only.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.geometry import RIM, SIDES, neighbor, opposite
from edgematch.kernels.color_pairs import OPENING, TRYING, Tree
from edgematch.kernels.pair_candidates import CELL
from edgematch.kernels.pair_choice import Estimates
from edgematch.kernels.pair_reasons import Reasons
from edgematch.kernels.pair_remains import Remains
from edgematch.kernels.pair_sets import (
    CELL_OF,
    COLORS,
    CROWDED,
    DEMANDS,
    FACING,
    FILLED,
    FIRST_SIDE,
    FRONT,
    KNOWN,
    LEVEL,
    MASK,
    NEAR,
    NO_LEVEL,
    NONE,
    OFFERS,
    REQUIRED,
    SECOND_SIDE,
    SHOWN,
    SLOT_COUNT,
    UNOFFERED,
    WAY,
    ZEROS,
    Pairs,
    Sets,
)
from edgematch.puzzle import Placement, Puzzle
from edgematch.tables.pair_remains import pair_remains, rim_bits
from edgematch.tables.ways import allowed_ways, color_count

_SLOTS = 6
_ROOM = 12
"""Cells that may ask for a pair beyond its offer before that is noticed."""

Kind = tuple[int, int, int]
"""The rim sides of a cell as bits, and the two sides of a slot."""


@dataclass(frozen=True)
class ColorPairTables:
    """What the kernel needs to know of a puzzle."""

    pairs: Pairs
    sets: Sets
    remains: Remains
    reasons: Reasons
    estimates: Estimates
    tree: Tree
    is_hopeless: bool
    """Whether counting shows that there is no solution."""


def color_pair_tables(
    puzzle: Puzzle, opposite_pairs: bool, upright: bool, seed: int
) -> ColorPairTables:
    """Build the tables of a search that has placed nothing but the hints."""
    pieces = list(range(puzzle.cells))
    cells = list(range(puzzle.cells))
    if seed:
        draws = Draws(seed)
        draws.shuffle(pieces)
        draws.shuffle(cells)
    pairs, members = _pairs(puzzle, opposite_pairs, pieces)
    rank = np.zeros(puzzle.cells, np.uint32)
    rank[cells] = np.arange(puzzle.cells)
    pairs = pairs._replace(rank=rank)
    sets, is_wanting = _sets(puzzle, pairs, members)
    count = len(pairs.first_offer) - 1
    words = -(-(puzzle.cells + 1) // 64)
    reasons = Reasons(
        latest=np.zeros(words, np.uint64),
        of_level=np.zeros((puzzle.cells + 1, words), np.uint64),
        of_pair=np.zeros((count, words), np.uint64),
    )
    is_hopeless = (
        is_wanting
        or bool(Board(puzzle, puzzle.hints).breaks())
        or not _is_balanced(puzzle)
    )
    return ColorPairTables(
        pairs,
        sets,
        pair_remains(puzzle, sets),
        reasons,
        Estimates(np.ones(count)),
        _tree(puzzle, upright),
        is_hopeless,
    )


def _zeros(puzzle: Puzzle, piece: int, turn: int) -> int:
    """Return the sides of a piece as it lies that show the rim color, as bits."""
    if not puzzle.framed:
        return 0
    colors = puzzle.colors_of(piece, turn)
    return sum((colors[side] == RIM) << side for side in SIDES)


def _turned_bits(bits: int, turn: int) -> int:
    return (bits << turn | bits >> (4 - turn)) & 15


def _is_balanced(puzzle: Puzzle) -> bool:
    """Say whether each kind of cell has as many pieces that fit the rim there."""

    def kind(bits: int) -> int:
        return min(_turned_bits(bits, turn) for turn in puzzle.turns)

    wanted = Counter(kind(rim_bits(puzzle, cell)) for cell in range(puzzle.cells))
    given = Counter(kind(_zeros(puzzle, piece, 0)) for piece in range(puzzle.cells))
    return wanted == given


def _key(puzzle: Puzzle, kind: Kind, one: int, other: int) -> tuple[int, ...]:
    """Return what two slots and their colors share if they ask for the same pair."""
    bits, first, second = kind
    keys = []
    for turn in puzzle.turns:
        rim = _turned_bits(bits, turn)
        keys.append((rim, (first + turn) % 4, (second + turn) % 4, one, other))
        if (second - first) % 4 == 2:
            keys.append((rim, (second + turn) % 4, (first + turn) % 4, other, one))
    return min(keys)


def _pairs(
    puzzle: Puzzle, opposite_pairs: bool, piece_order: list[int]
) -> tuple[Pairs, list[list[int]]]:
    """Number the pairs; return them with the pieces that offer each."""
    cells, colors = puzzle.cells, color_count(puzzle)
    slots = _SLOTS if opposite_pairs else 4
    rims = [rim_bits(puzzle, cell) for cell in range(cells)]
    bases = {
        (rim, slot): number * colors * colors
        for number, (rim, slot) in enumerate(
            (rim, slot) for rim in sorted(set(rims)) for slot in range(_SLOTS)
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
            rim = _zeros(puzzle, piece, turn)
            way_table[way, SHOWN] = _packed(sides)
            way_table[way, FACING] = _packed([puzzle.mate(color) for color in sides])
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
    piece_pairs = np.full((cells, _SLOTS), NONE, np.uint32)
    members: list[list[int]] = [[] for _ in range(len(numbers) + int(UNOFFERED) + 1)]
    for piece in piece_order:
        if piece in hinted:
            continue
        for number, pair in enumerate(sorted(shown_by[piece])):
            piece_pairs[piece, number] = pair
            members[pair].append(piece * 8 + number)
    sizes = [len(each) for each in members]
    pairs = Pairs(
        sizes=np.array([colors, slots, len(puzzle.turns)], np.uint64),
        neighbor=_neighbors(puzzle),
        rim=np.array(rims, np.uint32),
        slot_base=np.array(
            [[bases[rim, slot] for slot in range(_SLOTS)] for rim in rims], np.uint32
        ),
        pair_of=pair_of,
        piece_pairs=piece_pairs,
        way=way_table,
        first_offer=np.cumsum([0, *sizes]).astype(np.uint32),
        first_demand=np.cumsum([0, *(size + _ROOM for size in sizes)]).astype(
            np.uint32
        ),
        rank=np.zeros(cells, np.uint32),
    )
    return pairs, members


def _packed(colors: Sequence[int]) -> int:
    """Write four colors in eight bits each, the first in the lowest."""
    return sum(color << 8 * side for side, color in enumerate(colors))


def _neighbors(puzzle: Puzzle) -> NDArray[np.uint32]:
    table = np.full((puzzle.cells, 4), puzzle.cells, np.uint32)
    for cell in range(puzzle.cells):
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                table[cell, side] = beyond
    return table


def _sets(puzzle: Puzzle, pairs: Pairs, members: list[list[int]]) -> tuple[Sets, bool]:
    """Return the sets at the start, and whether some pair is in want already."""
    cells, count = puzzle.cells, len(members)

    def numbers(*shape: int) -> NDArray[np.uint32]:
        return np.zeros(shape, np.uint32)

    sets = Sets(
        cell=numbers(cells + 1, 7),
        piece=numbers(cells, 2),
        pair=numbers(count, 4),
        front=numbers(cells),
        front_place=numbers(2, cells),
        slot_pair=numbers(cells, _SLOTS),
        slot_place=numbers(2, cells * 8),
        demand=numbers(int(pairs.first_demand[-1])),
        piece_place=numbers(2, cells * 8),
        offer=np.array([m for each in members for m in each], np.uint32),
        reservations=numbers(count),
        counters=np.zeros(3, np.uint64),
    )
    sets.cell[:, LEVEL] = NO_LEVEL
    sets.piece[:, CELL_OF] = cells
    sets.pair[:, OFFERS] = [len(each) for each in members]
    for place, member in enumerate(sets.offer):
        sets.piece_place[0, member] = place
    sets.cell[cells, FILLED] = 1
    for hint in puzzle.hints:
        sets.cell[hint.cell, FILLED] = 1
        sets.cell[hint.cell, WAY] = hint.piece * 4 + hint.turn
        sets.piece[hint.piece, CELL_OF] = hint.cell
    _show_what_is_known(puzzle, pairs, sets)
    asked: dict[int, list[int]] = defaultdict(list)
    for cell in range(cells):
        if sets.cell[cell, FILLED]:
            continue
        for slot, pair in enumerate(_asked_pairs(pairs, sets, cell)):
            if pair not in (NONE, *sets.slot_pair[cell]):
                sets.slot_pair[cell, slot] = pair
                asked[pair].append(cell * 8 + slot)
        if int(sets.cell[cell, KNOWN]).bit_count() >= 2:
            front = int(sets.counters[FRONT])
            sets.front[front], sets.front_place[0, cell] = cell, front
            sets.counters[FRONT] += np.uint64(1)
            sets.counters[CROWDED] += np.uint64(
                int(sets.cell[cell, KNOWN]).bit_count() > 2
            )
            np.add.at(sets.cell[:, NEAR], pairs.neighbor[cell], np.uint32(1))
    is_wanting = any(
        len(slots) > sets.pair[pair, OFFERS] for pair, slots in asked.items()
    )
    if not is_wanting:
        for pair, slots in asked.items():
            sets.pair[pair, DEMANDS] = len(slots)
            for number, slot in enumerate(slots):
                place = int(pairs.first_demand[pair]) + number
                sets.demand[place], sets.slot_place[0, slot] = slot, place
    return sets, is_wanting


def _show_what_is_known(puzzle: Puzzle, pairs: Pairs, sets: Sets) -> None:
    """Write the colors that the rim and the hints demand of the cells beside them."""
    lying = {hint.cell: hint for hint in puzzle.hints}
    for cell in range(puzzle.cells):
        for side in SIDES:
            beyond = int(pairs.neighbor[cell, side])
            if beyond == puzzle.cells:
                if not puzzle.framed:
                    continue
                color = RIM
            elif beyond in lying:
                hint = lying[beyond]
                colors = puzzle.colors_of(hint.piece, hint.turn)
                color = puzzle.mate(colors[opposite(side)])
            else:
                continue
            sets.cell[cell, KNOWN] |= np.uint32(1 << side)
            sets.cell[cell, REQUIRED] |= np.uint32(color << 8 * side)
            sets.cell[cell, MASK] |= np.uint32(255 << 8 * side)


def _asked_pairs(pairs: Pairs, sets: Sets, cell: int) -> list[int]:
    """Return the pair that each slot of a cell asks for, or NONE."""
    found = []
    known, required = int(sets.cell[cell, KNOWN]), int(sets.cell[cell, REQUIRED])
    for slot in range(int(pairs.sizes[SLOT_COUNT])):
        first, second = int(FIRST_SIDE[slot]), int(SECOND_SIDE[slot])
        if known >> first & 1 and known >> second & 1:
            one, other = required >> 8 * first & 255, required >> 8 * second & 255
            base = int(pairs.slot_base[cell, slot])
            found.append(
                int(pairs.pair_of[base + one * int(pairs.sizes[COLORS]) + other])
            )
        else:
            found.append(int(NONE))
    return found


def _tree(puzzle: Puzzle, upright: bool) -> Tree:
    cells = puzzle.cells
    levels = cells - len(puzzle.hints)
    room = len(puzzle.turns) * cells * (cells + 1) // 2 + 4 * cells
    tree = Tree(
        at=np.array([0, 0, levels, OPENING], np.uint64),
        levels=np.array([levels], np.uint64),
        first=np.zeros(cells + 1, np.uint32),
        next=np.zeros(cells + 1, np.uint32),
        end=np.zeros(cells + 1, np.uint32),
        is_inferred=np.zeros(cells + 1, np.uint8),
        mark=np.zeros(cells + 1, np.uint64),
        chosen=np.zeros(cells + 1, np.uint32),
        candidates=np.zeros(room, np.uint32),
        nodes=np.zeros(1, np.int64),
        fullest=np.zeros(cells + 1, np.uint32),
    )
    if upright:
        _begin_with_one_piece(puzzle, tree)
    return tree


def _begin_with_one_piece(puzzle: Puzzle, tree: Tree) -> None:
    """Let the first level place the piece that tells the turns of the board apart."""
    turns: dict[int, list[int]] = defaultdict(list)
    for piece, turn in allowed_ways(puzzle, upright=True):
        turns[piece].append(turn)
    kept = [piece for piece in turns if len(turns[piece]) < len(puzzle.turns)]
    if not kept:
        return
    (piece,) = kept
    number = 0
    for cell in range(puzzle.cells):
        for turn in turns[piece]:
            if _zeros(puzzle, piece, turn) == rim_bits(puzzle, cell):
                tree.candidates[number] = (cell << int(CELL)) + piece * 4 + turn
                number += 1
    tree.end[0], tree.at[3] = number, TRYING


def placements_of(candidates: NDArray[np.uint32]) -> list[Placement]:
    """Read candidates of the kernel as placements."""
    return [
        Placement(int(each) >> int(CELL), (int(each) & 0xFFF) >> 2, int(each) & 3)
        for each in candidates
    ]
