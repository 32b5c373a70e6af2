"""A formula: constraints on Boolean variables, and what each variable means.

Variables are numbered from 1.  Those with a meaning come first; the variables that a
translation to clauses adds (`cardinality`) come after them and have no meaning.
Constraints are generated each time they are needed and never stored: the formula of
Eternity II is written while it is generated.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import NamedTuple

from edgematch.board import Board
from edgematch.encoders.choices import Choices
from edgematch.geometry import SIDE_NAMES, cell_number, neighbor, opposite
from edgematch.puzzle import Placement, Puzzle


class Placed(NamedTuple):
    """A piece is on a cell, in a turn or, with None, in any turn."""

    cell: int
    piece: int
    turn: int | None = None


class Colored(NamedTuple):
    """A side of a cell shows a color; its join is the same variable seen from here."""

    cell: int
    side: int
    color: int


class Broken(NamedTuple):
    """The join at a side of a cell may be a break."""

    cell: int
    side: int


Meaning = Placed | Colored | Broken


class Exactly(NamedTuple):
    """Exactly `number` of these literals hold."""

    number: int
    literals: Sequence[int]


class AtMostOne(NamedTuple):
    """No two of these literals hold."""

    literals: Sequence[int]


Constraint = list[int] | Exactly | AtMostOne


@dataclass(frozen=True)
class Formula:
    """Constraints whose models are the solutions of a puzzle."""

    puzzle: Puzzle
    meanings: Sequence[Meaning]
    """Of the variables 1, 2, …"""
    constraints: Callable[[], Iterator[Constraint]]
    """Gives the constraints, in the same order each time."""
    soft: Callable[[], Iterator[list[int]]] = field(default=lambda: iter(()))
    """Clauses that cost 1 each where they do not hold."""
    choices: Choices | None = None
    """Which turns a piece may have where a variable does not say."""

    @cached_property
    def has_turns(self) -> bool:
        """Whether the placements alone say how every piece is turned."""
        return not any(
            isinstance(meaning, Placed) and meaning.turn is None
            for meaning in self.meanings
        )

    def decode(self, model: Iterable[int]) -> Board:
        """Return the first board that a model represents."""
        return next(self.boards(model))

    def boards(self, model: Iterable[int]) -> Iterator[Board]:
        """Yield every board that a model represents.

        There is more than one only if a piece looks the same in several turns and the
        formula does not distinguish them.
        """
        meant = [self.meanings[name - 1] for name in self._true(model)]
        return boards_with(self.puzzle, meant, self.choices)

    def blocking_clause(self, model: Iterable[int]) -> list[int]:
        """Return the clause that excludes a model, by its placements."""
        return [
            -name
            for name in self._true(model)
            if not self.has_turns or isinstance(self.meanings[name - 1], Placed)
        ]

    def _true(self, model: Iterable[int]) -> list[int]:
        return [name for name in model if 0 < name <= len(self.meanings)]


def boards_with(
    puzzle: Puzzle, meant: Iterable[Meaning], choices: Choices | None = None
) -> Iterator[Board]:
    """Yield the boards for which all of these meanings hold."""
    choices = choices or Choices.of(puzzle)
    meant = tuple(meant)
    shown = _side_colors(puzzle, meant)
    options = []
    for each in meant:
        if not isinstance(each, Placed):
            continue
        cell, piece, turn = each
        turns = choices.turns_shown(cell, piece, shown) if turn is None else (turn,)
        options.append([Placement(cell, piece, turn) for turn in turns])
    for placements in product(*options):
        yield Board(puzzle, placements)


def _side_colors(
    puzzle: Puzzle, meant: Iterable[Meaning]
) -> dict[tuple[int, int], int]:
    """Return the colors of sides of cells; the cell beyond shows the mate."""
    shown = {}
    for each in meant:
        if isinstance(each, Colored):
            cell, side, color = each
            shown[cell, side] = color
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                shown[beyond, opposite(side)] = puzzle.mate(color)
    return shown


def meaning_text(meaning: Meaning, puzzle: Puzzle) -> str:
    """Return a meaning as text; `read_meaning` reads it back.

    >>> meaning_text(Placed(1, 2, 3), Puzzle(1, 2, [(0, 1, 0, 0)] * 2))
    'piece 3 on A2 turned 3'
    """
    name = puzzle.cell_name(meaning.cell)
    match meaning:
        case Placed(_, piece, None):
            return f"piece {piece + 1} on {name}"
        case Placed(_, piece, turn):
            return f"piece {piece + 1} on {name} turned {turn}"
        case Colored(_, side, color):
            return f"side {name} {SIDE_NAMES[side]} colored {color}"
        case Broken(_, side):
            return f"join {name} {SIDE_NAMES[side]} broken"


_PLACED = re.compile(r"piece (\d{1,4}) on (\w{2,4})(?: turned ([0-3]))?")
_AT_SIDE = re.compile(
    rf"(?:side|join) (\w{{2,4}}) ({'|'.join(SIDE_NAMES)})"
    r" (?:colored (\d{1,3})|broken)"
)


def read_meaning(text: str, puzzle: Puzzle) -> Meaning | None:
    """Return the meaning that `meaning_text` wrote, or None if the text is not one."""
    if match := _PLACED.fullmatch(text):
        cell = cell_number(match[2], puzzle.rows, puzzle.columns)
        if cell is None or not 1 <= int(match[1]) <= len(puzzle.pieces):
            return None
        return Placed(cell, int(match[1]) - 1, int(match[3]) if match[3] else None)
    if match := _AT_SIDE.fullmatch(text):
        cell, side = cell_number(match[1], puzzle.rows, puzzle.columns), match[2]
        if cell is None:
            return None
        if match[3] is None:
            return Broken(cell, SIDE_NAMES.index(side))
        if puzzle.mates and int(match[3]) >= len(puzzle.mates):
            return None
        return Colored(cell, SIDE_NAMES.index(side), int(match[3]))
    return None
