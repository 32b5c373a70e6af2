"""The fill order and the groups of candidates of a row scan, as arrays."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import RIM, SIDES, is_on_rim, neighbor, opposite
from edgematch.orders import order
from edgematch.placements.ways import BITS, allowed_ways, color_count
from edgematch.puzzle import Placement, Puzzle

from .kernel.search import RowScanArrays, RowScanState, open_step
from .like_pieces import boards_of_chains, chains_of_equal_pieces, one_turn_of_each_look

_PIECE_SIZE = 16
"""Entries of a piece in the tables: four turns of four sides."""

Kind = tuple[tuple[bool, ...], int, int]
"""A kind of step: its rim sides, and the two sides whose demands select a group."""

_NO_SIDE = -1


@dataclass(frozen=True)
class RowScanTables:
    """The arguments of the row-scan kernels."""

    cells: tuple[int, ...]
    """The cell of each step."""
    arrays: RowScanArrays
    start: RowScanState
    """The state of a search that has placed nothing yet."""
    fits_masks: bool
    """Whether the candidates of every class of cells fit in a word of bits."""
    boards_per_solution: int = 1
    """How many boards that look the same each solution stands for."""
    comes_after: Mapping[int, int] = field(default_factory=dict)
    """For each such piece, the equal piece that must be used before it."""


def row_scan_tables(
    puzzle: Puzzle,
    order_name: str,
    with_masks: bool = True,
    upright: bool = False,
    pieces: Sequence[int] = (),
    one_per_picture: bool = False,
) -> RowScanTables:
    """Return the tables of a search that fills the cells in the given order.

    Without `with_masks`, `advance_lists` is used even if masks would fit.  With
    `upright`, only one of the boards that are turns of each other is searched.  If
    several pieces fit, the first in `pieces` is tried first.  With `one_per_picture`,
    only one of the boards that look the same is searched, where the kernel can do that
    without being slower: lists distinguish equal pieces.
    """
    hinted = {hint.cell for hint in puzzle.hints}
    cells = [
        cell
        for cell in order(order_name, puzzle.rows, puzzle.columns)
        if cell not in hinted
    ]
    # What is filled before a step: earlier steps, and the hints, numbered after them.
    step_of = {hint.cell: len(cells) + i for i, hint in enumerate(puzzle.hints)}
    blank = len(cells) + len(puzzle.hints)
    kinds: dict[Kind, int] = {}
    classes: dict[tuple[bool, ...], int] = {}
    steps = _empty_steps(len(cells))
    for step, cell in enumerate(cells):
        rim = tuple(
            is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES
        )
        known: list[tuple[int, int, int]] = [
            (step_of[beyond], opposite(side), side)
            for side in SIDES
            if (beyond := neighbor(cell, side, puzzle.rows, puzzle.columns)) in step_of
        ]
        none = (blank, 0, _NO_SIDE)
        (one, facing, first), (other, other_facing, second) = (*known, none, none)[:2]
        steps["first_neighbor"][step], steps["first_side"][step] = one, facing
        steps["second_neighbor"][step], steps["second_side"][step] = other, other_facing
        steps["others"][step] = len(known[2:])
        for number, each in enumerate(known[2:]):
            steps["other_neighbors"][step, number] = each
        steps["group_base"][step] = kinds.setdefault((rim, first, second), len(kinds))
        place = _class_of(puzzle, rim)
        steps["piece_class"][step] = classes.setdefault(place, len(classes))
        step_of[cell] = step
        if step:
            _look_ahead(steps, step, blank, (len(puzzle.pieces) + 1) * _PIECE_SIZE)
    colors = color_count(puzzle)
    steps["group_base"][:] *= colors * colors
    ways = allowed_ways(puzzle, upright)
    rank = {piece: number for number, piece in enumerate(pieces)}
    ways.sort(key=lambda way: rank.get(way[0], 0))
    boards = 1
    if one_per_picture:
        ways, boards = one_turn_of_each_look(puzzle, ways)
    candidates, fits_masks = _candidates(puzzle, kinds, classes, colors, ways)
    fits_masks = fits_masks and with_masks
    used_bits = np.zeros(len(classes), np.uint64)
    comes_after: dict[int, int] = {}
    if one_per_picture and fits_masks:
        chains = chains_of_equal_pieces(puzzle, ways)
        boards *= boards_of_chains(chains)
        comes_after = {piece: one for each in chains for one, piece in pairwise(each)}
        _use_in_turn(comes_after, candidates["bits_of_piece"], used_bits)
    start = _start(puzzle, len(cells), used_bits)
    arrays = RowScanArrays(**steps, **candidates)
    tables = RowScanTables(tuple(cells), arrays, start, fits_masks, boards, comes_after)
    if cells:
        list_candidates(tables, start, 0)
    return tables


def _use_in_turn(
    comes_after: Mapping[int, int],
    bits_of_piece: NDArray[np.uint64],
    used_bits: NDArray[np.uint64],
) -> None:
    """Mark pieces as used until the equal piece before them is used."""
    own = bits_of_piece.copy()
    for piece, before in comes_after.items():
        bits_of_piece[:, before] ^= own[:, piece]
        used_bits ^= own[:, piece]


def _look_ahead(
    steps: dict[str, NDArray[Any]], step: int, blank: int, ways: int
) -> None:
    """Write what selects the group of a step, for the step before it."""
    neighbors = [
        (int(steps["first_neighbor"][step]), int(steps["first_side"][step])),
        (int(steps["second_neighbor"][step]), int(steps["second_side"][step])),
    ]
    steps["ahead_own"][step - 1] = ways * len(neighbors)
    for number, (beyond, side) in enumerate(neighbors):
        if beyond == step - 1:
            steps["ahead_own"][step - 1] = ways * number + side
            neighbors[number] = (blank, 0)
    steps["ahead"][step - 1] = [*neighbors[0], *neighbors[1]]


def _class_of(puzzle: Puzzle, rim: tuple[bool, ...]) -> tuple[bool, ...]:
    """Return a key that is equal for cells that can hold the same pieces."""
    if not puzzle.framed:
        return ()
    if not puzzle.turnable:
        return rim
    return min(rim[turn:] + rim[:turn] for turn in range(4))


def _empty_steps(count: int) -> dict[str, NDArray[Any]]:
    """Return space for the fields of `RowScanArrays` that describe the steps."""
    shapes = {"other_neighbors": (count, 2, 3), "ahead": (count, 4)}
    fields = RowScanArrays._fields[: RowScanArrays._fields.index("shown")]
    return {name: np.zeros(shapes.get(name, count), np.uint32) for name in fields}


def _candidates(
    puzzle: Puzzle,
    kinds: dict[Kind, int],
    classes: dict[tuple[bool, ...], int],
    colors: int,
    allowed: list[tuple[int, int]],
) -> tuple[dict[str, NDArray[Any]], bool]:
    """Group the ways by kind of step and by the two demanded colors."""
    # After the pieces comes the blank, of color 0.
    shown = np.zeros((len(puzzle.pieces) * 4 + 4, 4), np.uint8)
    for piece in range(len(puzzle.pieces)):
        for turn in range(4):
            shown[piece * 4 + turn] = puzzle.colors_of(piece, turn)
    mates = np.array([puzzle.mate(color) for color in range(colors)], np.uint8)
    groups: dict[int, list[int]] = defaultdict(list)
    class_of_group: dict[int, int] = {}
    sides_of = {(piece, turn): puzzle.colors_of(piece, turn) for piece, turn in allowed}
    rim_of = {way: tuple(c == RIM for c in sides) for way, sides in sides_of.items()}
    for (rim, first, second), number in kinds.items():
        for (piece, turn), sides in sides_of.items():
            if puzzle.framed and rim_of[piece, turn] != rim:
                continue
            one = sides[first] if first != _NO_SIDE else 0
            other = sides[second] if second != _NO_SIDE else 0
            group = (number * colors + one) * colors + other
            groups[group].append(piece * 4 + turn)
            class_of_group[group] = classes[_class_of(puzzle, rim)]
    count = len(kinds) * colors * colors
    # Groups are padded to multiples of four, which the kernel reads at a time.
    blank = len(puzzle.pieces) * 4
    first_of = np.zeros(count + 1, np.uint32)
    ways: list[int] = []
    for group in sorted(groups):
        filled_up = groups[group] + [blank] * (-len(groups[group]) % 4)
        first_of[group + 1] = len(filled_up)
        ways += filled_up
    np.cumsum(first_of, out=first_of)
    masks, way_of_bit, bits_of_piece, fits = _masks(
        groups,
        class_of_group,
        count,
        len(classes),
        list(dict.fromkeys(piece for piece, _ in allowed)),
        len(puzzle.pieces),
    )
    demanded = mates[shown].reshape(-1).astype(np.uint32)
    demanded[-_PIECE_SIZE:] = 0
    candidates: dict[str, NDArray[Any]] = {
        "shown": shown.reshape(-1),
        "reach": np.concatenate(
            [demanded * np.uint32(colors), demanded, np.zeros_like(demanded)]
        ),
        "first": first_of,
        "way": np.array(ways, np.uint32) * np.uint32(4),
        "mask": masks,
        "way_of_bit": way_of_bit * np.uint32(4),
        "bits_of_piece": bits_of_piece,
    }
    return candidates, fits


def _masks(
    groups: dict[int, list[int]],
    class_of_group: dict[int, int],
    count: int,
    classes: int,
    piece_order: list[int],
    pieces: int,
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint64], bool]:
    """Give every candidate of a class a bit; return whether the bits suffice.

    A piece takes as many bits as it has ways in any group of the class.  Bits are in
    the order of the pieces and then of the turns, so that both kernels try candidates
    in the same order.
    """
    needed: dict[tuple[int, int], int] = defaultdict(int)
    for group, members in groups.items():
        times: dict[int, int] = defaultdict(int)
        for way in members:
            times[way >> 2] += 1
        for piece, number in times.items():
            key = (class_of_group[group], piece)
            needed[key] = max(needed[key], number)
    first_bit: dict[tuple[int, int], int] = {}
    taken = [0] * classes
    rank = {piece: number for number, piece in enumerate(piece_order)}
    for kind, piece in sorted(needed, key=lambda key: (key[0], rank[key[1]])):
        first_bit[kind, piece] = taken[kind]
        taken[kind] += needed[kind, piece]
    bits_of_piece = np.zeros((classes, pieces), np.uint64)
    if max(taken, default=0) > BITS:
        return np.zeros(1, np.uint64), np.zeros(1, np.uint32), bits_of_piece, False
    for (kind, piece), bit in first_bit.items():
        bits = ((1 << needed[kind, piece]) - 1) << bit
        bits_of_piece[kind, piece] = np.uint64(bits)
    masks = np.zeros(count, np.uint64)
    way_of_bit = np.zeros(count * BITS, np.uint32)
    for group, members in groups.items():
        seen: dict[int, int] = defaultdict(int)
        for way in members:
            bit = first_bit[class_of_group[group], way >> 2] + seen[way >> 2]
            seen[way >> 2] += 1
            masks[group] |= np.uint64(1 << bit)
            way_of_bit[group * BITS + bit] = way
    return masks, way_of_bit, bits_of_piece, True


def _start(puzzle: Puzzle, count: int, used_bits: NDArray[np.uint64]) -> RowScanState:
    """Return the state of a search of `count` steps that has placed only the hints."""
    placed = [
        *((hint.piece, hint.turn) for hint in puzzle.hints),
        (len(puzzle.pieces), 0),
    ]
    fixed = [piece * _PIECE_SIZE + turn * 4 for piece, turn in placed]
    search = RowScanState(
        at=np.array([0, 0, count], np.uint64),
        chosen=np.array([0] * count + fixed, np.uint32),
        group=np.zeros(count, np.uint32),
        cursor=np.zeros(count, np.uint32),
        left=np.zeros(count, np.uint64),
        opened=np.zeros(count, np.uint64),
        ahead=np.zeros(count, np.uint32),
        used=np.array([0] * len(puzzle.pieces) + [1], np.uint8),
        used_bits=used_bits,
        nodes=np.zeros(count, np.int64),
        fullest=np.zeros(count + 1, np.uint32),
    )
    for hint in puzzle.hints:
        search.used[hint.piece] = 1
    return search


def list_candidates(
    tables: RowScanTables, search: RowScanState, step: int, cursor: int | None = None
) -> None:
    """Write the candidates of a step whose neighbors were not placed by the kernel.

    Of a long list they are the first 64, or those from a cursor on.
    """
    arrays = tables.arrays
    group = open_step(arrays, search, np.uint64(step))
    first, end = arrays.first[group : group + np.uint64(2)].tolist()
    search.group[step], search.cursor[step] = group, first
    if tables.fits_masks:
        used = search.used_bits[arrays.piece_class[step]]
        search.left[step] = arrays.mask[group] & ~used
    else:
        if cursor is not None and cursor != first:
            if (cursor - first) % BITS or not first < cursor < end:
                raise ValueError(f"tree.cursor is out of range on step {step}")
            search.cursor[step] = first = cursor
        pieces = arrays.way[first : min(end, first + BITS)] // _PIECE_SIZE
        is_left = (search.used[pieces] == 0).tolist()
        search.left[step] = sum(
            1 << place for place, left in enumerate(is_left) if left
        )


def placements_of(tables: RowScanTables, ways: list[int]) -> list[Placement]:
    """Return the placements of the first steps."""
    return [
        Placement(cell, way // _PIECE_SIZE, way // 4 % 4)
        for cell, way in zip(tables.cells, ways, strict=False)
    ]
