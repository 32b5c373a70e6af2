"""The arrays of a search by color pairs that has placed only the hints."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.geometry import RIM, SIDES, opposite
from edgematch.kernels.tree import PHASE
from edgematch.placements.ways import upright_piece
from edgematch.puzzle import Placement, Puzzle

from ..kernel.candidates import CELL_SHIFT
from ..kernel.reasons import Reasons
from ..kernel.sets import (
    CELL_OF,
    COLORS,
    CROWDED,
    DEMANDS,
    FILLED,
    FIRST_SIDE,
    FRONT,
    KNOWN,
    LEVEL,
    MASK,
    NEAR,
    NO_LEVEL,
    NONE,
    NOW,
    OFFERS,
    REQUIRED,
    SECOND_SIDE,
    SLOT_COUNT,
    WAY,
    Sets,
)
from ..kernel.steps import OPEN_LEVEL, TRY_CANDIDATES
from ..kernel.supplies import Remains
from ..kernel.trial import Tree
from .candidates import SLOTS, is_balanced, offered_pairs, zero_bits
from .supplies import pair_remains, rim_bits


@dataclass(frozen=True)
class ColorPairTables:
    """The arguments of the kernel."""

    sets: Sets
    remains: Remains
    reasons: Reasons
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
    constant, members = offered_pairs(puzzle, opposite_pairs, pieces)
    rank = np.zeros(puzzle.cells, np.uint32)
    rank[cells] = np.arange(puzzle.cells)
    sets, is_wanting = _sets(puzzle, {**constant, "rank": rank}, members)
    count = len(members)
    words = -(-(puzzle.cells + 1) // 64)
    reasons = Reasons(
        latest=np.zeros(words, np.uint64),
        of_level=np.zeros((puzzle.cells + 1, words), np.uint64),
        of_pair=np.zeros((count, words), np.uint64),
    )
    is_hopeless = (
        is_wanting
        or bool(Board(puzzle, puzzle.hints).breaks())
        or not is_balanced(puzzle)
    )
    return ColorPairTables(
        sets, pair_remains(puzzle, sets), reasons, _tree(puzzle, upright), is_hopeless
    )


def _sets(
    puzzle: Puzzle, constant: dict[str, NDArray[Any]], members: list[list[int]]
) -> tuple[Sets, bool]:
    """Return the sets at the start, and whether a pair is short of pieces already."""
    cells, count = puzzle.cells, len(members)

    def numbers(*shape: int) -> NDArray[np.uint32]:
        return np.zeros(shape, np.uint32)

    sets = Sets(
        **constant,
        cell=numbers(cells + 1, 7),
        piece=numbers(cells, 2),
        pair=numbers(count, 4),
        front=numbers(cells),
        front_place=numbers(2, cells),
        slot_pair=numbers(cells, SLOTS),
        slot_place=numbers(2, cells * 8),
        demand=numbers(int(constant["first_demand"][-1])),
        piece_place=numbers(2, cells * 8),
        offer=np.array([m for each in members for m in each], np.uint32),
        reservations=numbers(count),
        counters=np.zeros(3, np.uint64),
        unused=np.ones(count),
    )
    sets.cell[:, LEVEL] = NO_LEVEL
    sets.piece[:, CELL_OF] = cells
    sets.pair[:, OFFERS] = [len(each) for each in members]
    for place, member in enumerate(sets.offer):
        sets.piece_place[NOW, member] = place
    sets.cell[cells, FILLED] = 1
    for hint in puzzle.hints:
        sets.cell[hint.cell, FILLED] = 1
        sets.cell[hint.cell, WAY] = hint.piece * 4 + hint.turn
        sets.piece[hint.piece, CELL_OF] = hint.cell
    _show_known_colors(puzzle, sets)
    asked: dict[int, list[int]] = defaultdict(list)
    for cell in range(cells):
        if sets.cell[cell, FILLED]:
            continue
        for slot, pair in enumerate(_asked_pairs(sets, cell)):
            if pair not in (NONE, *sets.slot_pair[cell]):
                sets.slot_pair[cell, slot] = pair
                asked[pair].append(cell * 8 + slot)
        if int(sets.cell[cell, KNOWN]).bit_count() >= 2:
            front = int(sets.counters[FRONT])
            sets.front[front], sets.front_place[NOW, cell] = cell, front
            sets.counters[FRONT] += np.uint64(1)
            sets.counters[CROWDED] += np.uint64(
                int(sets.cell[cell, KNOWN]).bit_count() > 2
            )
            np.add.at(sets.cell[:, NEAR], sets.neighbor[cell], np.uint32(1))
    is_wanting = any(
        len(slots) > sets.pair[pair, OFFERS] for pair, slots in asked.items()
    )
    if not is_wanting:
        for pair, slots in asked.items():
            sets.pair[pair, DEMANDS] = len(slots)
            for number, slot in enumerate(slots):
                place = int(sets.first_demand[pair]) + number
                sets.demand[place], sets.slot_place[NOW, slot] = slot, place
    return sets, is_wanting


def _show_known_colors(puzzle: Puzzle, sets: Sets) -> None:
    """Write the colors that the rim and the hints demand of the cells beside them."""
    hints = {hint.cell: hint for hint in puzzle.hints}
    for cell in range(puzzle.cells):
        for side in SIDES:
            beyond = int(sets.neighbor[cell, side])
            if beyond == puzzle.cells:
                if not puzzle.framed:
                    continue
                color = RIM
            elif beyond in hints:
                hint = hints[beyond]
                colors = puzzle.colors_of(hint.piece, hint.turn)
                color = puzzle.mate(colors[opposite(side)])
            else:
                continue
            sets.cell[cell, KNOWN] |= np.uint32(1 << side)
            sets.cell[cell, REQUIRED] |= np.uint32(color << 8 * side)
            sets.cell[cell, MASK] |= np.uint32(255 << 8 * side)


def _asked_pairs(sets: Sets, cell: int) -> list[int]:
    """Return the pair that each slot of a cell demands, or NONE."""
    found = []
    known, required = int(sets.cell[cell, KNOWN]), int(sets.cell[cell, REQUIRED])
    for slot in range(int(sets.sizes[SLOT_COUNT])):
        first, second = int(FIRST_SIDE[slot]), int(SECOND_SIDE[slot])
        if known >> first & 1 and known >> second & 1:
            one, other = required >> 8 * first & 255, required >> 8 * second & 255
            base = int(sets.slot_base[cell, slot])
            found.append(
                int(sets.pair_of[base + one * int(sets.sizes[COLORS]) + other])
            )
        else:
            found.append(int(NONE))
    return found


def _tree(puzzle: Puzzle, upright: bool) -> Tree:
    cells = puzzle.cells
    levels = cells - len(puzzle.hints)
    room = len(puzzle.turns) * cells * (cells + 1) // 2 + 4 * cells
    tree = Tree(
        at=np.array([0, 0, levels, OPEN_LEVEL], np.uint64),
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
    """Make the first level place the piece that fixes the turn of the whole board."""
    kept = upright_piece(puzzle)
    if kept is None:
        return
    piece, turns = kept
    number = 0
    for cell in range(puzzle.cells):
        for turn in sorted(turns):
            if zero_bits(puzzle, piece, turn) == rim_bits(puzzle, cell):
                tree.candidates[number] = (cell << int(CELL_SHIFT)) + piece * 4 + turn
                number += 1
    tree.end[0], tree.at[PHASE] = number, TRY_CANDIDATES


def placements_of(candidates: list[int]) -> list[Placement]:
    """Read candidates of the kernel as placements."""
    return [
        Placement(each >> int(CELL_SHIFT), (each & 0xFFF) >> 2, each & 3)
        for each in candidates
    ]
