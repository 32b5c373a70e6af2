"""Which bit of a cell's domain stands for which piece and turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.geometry import RIM, SIDES, is_on_rim
from edgematch.puzzle import Puzzle
from edgematch.tables.ways import BITS

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


@dataclass(frozen=True)
class Layout:
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


def cell_layout(puzzle: Puzzle, piece_order: Sequence[int]) -> Layout:
    """Give every piece its slot of bits, in this order, on each kind of cell."""
    by_rim: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = {}
    rim_of = {
        (piece, turn): tuple(
            side
            for side, color in enumerate(puzzle.colors_of(piece, turn))
            if color == RIM
        )
        for piece in piece_order
        for turn in puzzle.turns
    }
    fitting = []
    for cell in range(puzzle.cells):
        rim = tuple(
            side for side in SIDES if is_on_rim(cell, side, puzzle.rows, puzzle.columns)
        )
        if rim not in by_rim:
            turns = {
                piece: tuple(
                    turn
                    for turn in puzzle.turns
                    if not puzzle.framed or rim_of[piece, turn] == rim
                )
                for piece in piece_order
            }
            by_rim[rim] = {piece: some for piece, some in turns.items() if some}
        fitting.append(by_rim[rim])
    piece_sets = list(dict.fromkeys(tuple(fits) for fits in fitting))
    class_of = tuple(piece_sets.index(tuple(fits)) for fits in fitting)
    classes = []
    for number, pieces in enumerate(piece_sets):
        cells = tuple(c for c in range(puzzle.cells) if class_of[c] == number)
        most = max((len(fitting[c][p]) for c in cells for p in pieces), default=1)
        classes.append(CellClass(pieces, (most - 1).bit_length(), cells))
    ways: list[tuple[Way | None, ...]] = []
    for cell, fits in enumerate(fitting):
        bits: list[Way | None] = []
        for piece, fitting_turns in fits.items():
            slot = 1 << classes[class_of[cell]].shift
            bits += [(piece, turn) for turn in fitting_turns]
            bits += [None] * (slot - len(fitting_turns))
        ways.append(tuple(bits))
    kinds = list(dict.fromkeys(ways))
    return Layout(
        tuple(classes), class_of, tuple(ways), tuple(kinds.index(each) for each in ways)
    )
