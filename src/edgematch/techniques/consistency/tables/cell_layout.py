"""Which bit of a cell's domain stands for which piece and turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from edgematch.geometry import RIM, SIDES, is_on_rim
from edgematch.placements.ways import BITS
from edgematch.puzzle import Puzzle

Way = tuple[int, int]
"""A piece and a turn."""


@dataclass(frozen=True)
class CellClass:
    """Cells that can hold the same pieces; every piece has a slot of bits there."""

    pieces: tuple[int, ...]
    shift: int
    """A slot has 1 << shift bits."""
    cells: tuple[int, ...]

    @property
    def words(self) -> int:
        """Words of a domain."""
        return max(1, -(-(len(self.pieces) << self.shift) // BITS))

    @property
    def octets(self) -> int:
        """Bytes of a domain."""
        return -(-(len(self.pieces) << self.shift) // 8)


@dataclass(frozen=True)
class CellLayout:
    """Which bit of a cell's domain stands for which piece and turn."""

    classes: tuple[CellClass, ...]
    class_of: tuple[int, ...]
    """The class of each cell."""
    ways: tuple[tuple[Way | None, ...], ...]
    """For each cell the piece and turn of each bit; cells of a kind share theirs."""
    kind: tuple[int, ...]
    """Cells with the same ways have the same kind."""

    @property
    def width(self) -> int:
        """Words of the largest domain."""
        return max(each.words for each in self.classes)

    @property
    def is_balanced(self) -> bool:
        """Whether every class has as many pieces as cells, as any solution needs."""
        return all(len(each.pieces) == len(each.cells) for each in self.classes)


def cell_layout(puzzle: Puzzle, piece_order: Sequence[int]) -> CellLayout:
    """Give every piece its slot of bits, in this order, on each kind of cell."""
    rims = _rims_of_cells(puzzle.rows, puzzle.columns)
    fitting = _fitting_turns(puzzle, piece_order, set(rims))
    piece_sets = list(dict.fromkeys(tuple(fitting[rim]) for rim in rims))
    class_of_rim = {rim: piece_sets.index(tuple(fitting[rim])) for rim in fitting}
    class_of = tuple(class_of_rim[rim] for rim in rims)
    classes = []
    for number, pieces in enumerate(piece_sets):
        cells = tuple(c for c, at in enumerate(class_of) if at == number)
        alike = [fits for rim, fits in fitting.items() if class_of_rim[rim] == number]
        most = max((len(turns) for fits in alike for turns in fits.values()), default=1)
        classes.append(CellClass(pieces, (most - 1).bit_length(), cells))
    ways = {}
    for rim, fits in fitting.items():
        slot = 1 << classes[class_of_rim[rim]].shift
        bits: list[Way | None] = []
        for piece, turns in fits.items():
            bits += [(piece, turn) for turn in turns]
            bits += [None] * (slot - len(turns))
        ways[rim] = tuple(bits)
    kinds = list(dict.fromkeys(ways[rim] for rim in rims))
    kind_of_rim = {rim: kinds.index(each) for rim, each in ways.items()}
    return CellLayout(
        tuple(classes),
        class_of,
        tuple(ways[rim] for rim in rims),
        tuple(kind_of_rim[rim] for rim in rims),
    )


@lru_cache(maxsize=16)  # the same for all puzzles of a class
def _rims_of_cells(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the sides of each cell that are on the rim."""
    return tuple(
        tuple(side for side in SIDES if is_on_rim(cell, side, rows, columns))
        for cell in range(rows * columns)
    )


def _fitting_turns(
    puzzle: Puzzle, piece_order: Sequence[int], rims: set[tuple[int, ...]]
) -> dict[tuple[int, ...], dict[int, list[int]]]:
    """Return for each rim the pieces that fit cells there, with their turns."""
    fitting: dict[tuple[int, ...], dict[int, list[int]]] = {rim: {} for rim in rims}
    for piece in piece_order:
        for turn in puzzle.turns:
            if puzzle.framed:
                colors = puzzle.colors_of(piece, turn)
                rim = tuple(side for side in SIDES if colors[side] == RIM)
                if rim in fitting:
                    fitting[rim].setdefault(piece, []).append(turn)
            else:
                for fits in fitting.values():
                    fits.setdefault(piece, []).append(turn)
    return fitting
