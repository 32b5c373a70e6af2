"""Which placements are possible: by the rim, the hints and the symmetry of the board.

Placements that do not fit the rim have no variables.  Hints and symmetry breaking are
added by the encodings as unit clauses, so that a formula can have them or not.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from edgematch.geometry import RIM, SIDES, is_on_rim, turn_cell
from edgematch.puzzle import Placement, Puzzle
from edgematch.symmetry import board_symmetries


@dataclass(frozen=True)
class Choices:
    """The placements that break no rule by themselves."""

    puzzle: Puzzle
    turns: Mapping[tuple[int, int], tuple[int, ...]]
    """The turns that fit the rim, by cell and piece; pairs without any are left out."""
    breaks_symmetry: bool = False

    @classmethod
    def of(cls, puzzle: Puzzle, break_symmetry: bool = False) -> Self:
        """Return the choices of a puzzle."""
        ways: dict[tuple[bool, ...], dict[int, list[int]]]
        ways = defaultdict(lambda: defaultdict(list))
        for piece in range(puzzle.cells):
            for turn in puzzle.turns:
                colors = puzzle.colors_of(piece, turn)
                rim = tuple(puzzle.framed and color == RIM for color in colors)
                ways[rim][piece].append(turn)
        turns = {}
        for cell in range(puzzle.cells):
            rim = tuple(
                puzzle.framed and is_on_rim(cell, side, puzzle.rows, puzzle.columns)
                for side in SIDES
            )
            for piece, fitting in ways[rim].items():
                turns[cell, piece] = tuple(fitting)
        return cls(puzzle, turns, break_symmetry)

    def placements(self) -> Iterator[Placement]:
        """Yield every placement that fits the rim, cell by cell."""
        for (cell, piece), turns in self.turns.items():
            for turn in turns:
                yield Placement(cell, piece, turn)

    def is_allowed(self, placement: Placement) -> bool:
        """Return whether hints and symmetry breaking allow this placement."""
        cell, piece, _ = placement
        hint = self._hint_of_cell.get(cell) or self._hint_of_piece.get(piece)
        if hint is not None:
            return hint == placement
        if self.leading_piece == piece:
            return self._is_first_of_its_turns(placement)
        return True

    def allowed_turns(self, cell: int, piece: int) -> tuple[int, ...]:
        """Return the turns of a piece on a cell that hints and symmetry allow."""
        return tuple(
            turn
            for turn in self.turns.get((cell, piece), ())
            if self.is_allowed(Placement(cell, piece, turn))
        )

    def turns_shown(
        self, cell: int, piece: int, shown: Mapping[tuple[int, int], int]
    ) -> tuple[int, ...]:
        """Return the turns in which a piece shows the colors known of its cell."""
        return tuple(
            turn
            for turn in self.allowed_turns(cell, piece)
            if all(
                shown.get((cell, side), color) == color
                for side, color in enumerate(self.puzzle.colors_of(piece, turn))
            )
        )

    @cached_property
    def leading_piece(self) -> int | None:
        """The piece whose place decides which turn of the whole board is searched.

        Every turn of the board moves or turns it, so exactly one of the turns of any
        solution has it in the first of its places.  It is the piece with the fewest.
        """
        if not self.breaks_symmetry or len(board_symmetries(self.puzzle)) == 1:
            return None
        places = dict.fromkeys(range(self.puzzle.cells), 0)
        for (_, piece), turns in self.turns.items():
            places[piece] += len(turns)
        return min(places, key=lambda piece: places[piece])

    def _is_first_of_its_turns(self, placement: Placement) -> bool:
        rows, columns = self.puzzle.rows, self.puzzle.columns
        cell, _, turn = placement
        return (cell, turn) == min(
            (turn_cell(cell, each, rows, columns), (turn + each) % 4)
            for each in board_symmetries(self.puzzle)
        )

    @cached_property
    def _hint_of_cell(self) -> dict[int, Placement]:
        return {hint.cell: hint for hint in self.puzzle.hints}

    @cached_property
    def _hint_of_piece(self) -> dict[int, Placement]:
        return {hint.piece: hint for hint in self.puzzle.hints}
