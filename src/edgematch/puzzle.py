"""The puzzle as it comes out of the box: a board size, pieces, hints and three rules.

The rules are the rim (a framed puzzle shows color 0 on all of the rim and nowhere
else), the mates (which color may face which) and whether pieces may be turned.
Building a `Puzzle` checks that it is well-formed.  A well-formed puzzle without a
solution is not an error; see `findings`.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING, NamedTuple, Self

from edgematch.drawable import Drawable
from edgematch.errors import PuzzleError
from edgematch.geometry import (
    MAXIMUM_SIDE,
    RIM,
    SIDE_NAMES,
    SIDES,
    Colors,
    cell_name,
    is_on_rim,
    turn_colors,
)

MAXIMUM_COLOR = 255
MAXIMUM_NAME = 200
"""Maximum length of a name, in characters."""


class Placement(NamedTuple):
    """One piece, turned, on one cell."""

    cell: int
    piece: int
    turn: int


@dataclass(frozen=True, repr=False)
class Puzzle(Drawable):
    """A board size, the pieces that must fill it, and the rules they follow.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> puzzle.pieces[0], puzzle.is_signed
    ((0, 1, 0, 0), False)
    """

    rows: int
    columns: int
    pieces: tuple[Colors, ...]
    """The four colors of each piece, unturned, clockwise from north."""
    hints: tuple[Placement, ...] = ()
    """Placements fixed in advance, in the order of their cells."""
    framed: bool = True
    mates: tuple[int, ...] = ()
    """The color that may face each color; empty where each faces itself."""
    turnable: bool = True
    name: str = field(default="", compare=False)
    color_names: tuple[str, ...] = field(default=(), compare=False)
    """What people call the colors, by number; empty for bare numbers."""

    if TYPE_CHECKING:
        # Anything that can be iterated may be passed in; it is kept as tuples.
        def __init__(
            self,
            rows: int,
            columns: int,
            pieces: Iterable[Sequence[int]],
            hints: Iterable[tuple[int, int, int]] = (),
            framed: bool = True,
            mates: Sequence[int] = (),
            turnable: bool = True,
            name: str = "",
            color_names: Sequence[str] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        keep = object.__setattr__  # how a frozen dataclass tidies up its own fields
        for field_name in ("framed", "turnable"):
            keep(self, field_name, bool(getattr(self, field_name)))
        for field_name in ("rows", "columns"):
            keep(self, field_name, _check_side(getattr(self, field_name), field_name))
        _check_names("name", self.name)
        _check_names("color_names", *self.color_names)
        keep(self, "pieces", _check_pieces(self.pieces, self.cells))
        keep(self, "mates", _check_mates(self.mates, self.pieces, self.framed))
        keep(self, "color_names", tuple(self.color_names))
        keep(self, "hints", check_placements(self.hints, "hints"))
        self._check_hints()

    @property
    def cells(self) -> int:
        """The number of cells, which is the number of pieces."""
        return self.rows * self.columns

    @property
    def joins(self) -> int:
        """The number of joins of the full board: the best possible score."""
        return self.rows * (self.columns - 1) + (self.rows - 1) * self.columns

    @property
    def is_signed(self) -> bool:
        """Whether some color faces another color instead of itself."""
        return bool(self.mates)

    @cached_property
    def colors(self) -> tuple[int, ...]:
        """The colors that occur on the pieces, in order; the rim is not one of them."""
        used = {color for piece in self.pieces for color in piece}
        return tuple(sorted(used - {RIM} if self.framed else used))

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns a piece may be placed in."""
        return (0, 1, 2, 3) if self.turnable else (0,)

    def __repr__(self) -> str:
        facts = [f"{self.rows} × {self.columns}"]
        facts.append("framed" if self.framed else "unframed")
        facts += ["signed"] * self.is_signed + ["not turnable"] * (not self.turnable)
        for kind, number in (("color", len(self.colors)), ("hint", len(self.hints))):
            facts += [f"{number} {kind}{'s' * (number > 1)}"] * (number > 0)
        return f"<Puzzle{' ' * bool(self.name)}{self.name}: {', '.join(facts)}>"

    def mate(self, color: int) -> int:
        """Return the color that may face `color`."""
        return self.mates[color] if self.mates else color

    def colors_of(self, piece: int, turn: int) -> Colors:
        """Return the colors `piece` shows after `turn`, clockwise from north."""
        return turn_colors(self.pieces[piece], turn)

    def color_name(self, color: int) -> str:
        """Return what people call `color`."""
        if color < len(self.color_names) and self.color_names[color]:
            return self.color_names[color]
        return "rim" if self.framed and color == RIM else str(color)

    def cell_name(self, cell: int) -> str:
        """Write `cell` as people do, `A1` being the top left."""
        return cell_name(cell, self.columns)

    def rim_faults(self, placement: Placement) -> tuple[int, ...]:
        """Return the sides with the rim color inside, or another color on the rim."""
        if not self.framed:
            return ()
        colors = self.colors_of(placement.piece, placement.turn)
        return tuple(
            side
            for side in SIDES
            if (colors[side] == RIM)
            != is_on_rim(placement.cell, side, self.rows, self.columns)
        )

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that name this puzzle: size, pieces, hints and rules.

        Names and color numbers do not matter, only which sides may face each other.
        The numbering and orientation of the pieces do matter: a placement means the
        same thing for two puzzles with the same fingerprint.
        """
        # Colors are renumbered in the order in which they first occur.
        renumbered = {RIM: RIM} if self.framed else {}
        for piece in self.pieces:
            for color in piece:
                renumbered.setdefault(color, len(renumbered))
        facts = {
            "rows": self.rows,
            "columns": self.columns,
            "pieces": [[renumbered[color] for color in piece] for piece in self.pieces],
            "hints": self.hints,
            "framed": self.framed,
            "mates": [renumbered.get(self.mate(color), -1) for color in renumbered],
            "turnable": self.turnable,
        }
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def with_hints(self, hints: Iterable[tuple[int, int, int]]) -> Self:
        """Return the same puzzle with these hints instead of its own."""
        return replace(self, hints=tuple(Placement(*hint) for hint in hints))

    def _check_hints(self) -> None:
        taken: dict[int, Placement] = {}
        used: dict[int, Placement] = {}
        for number, hint in enumerate(self.hints):
            place = ("hints", number)
            check_placement(hint, self, "hint: ", *place)
            where = f"hint at {self.cell_name(hint.cell)}"
            if hint.cell in taken:
                raise PuzzleError(f"{where}: another hint has the same cell", *place)
            if hint.piece in used:
                first = self.cell_name(used[hint.piece].cell)
                raise PuzzleError(
                    f"{where}: piece {hint.piece + 1} is used twice, first at {first}",
                    *place,
                )
            if hint.turn not in self.turns:
                raise PuzzleError(
                    f"{where}: the pieces of this puzzle cannot be turned, but the"
                    f" turn is {hint.turn}",
                    *place,
                )
            faults = self.rim_faults(hint)
            if faults:
                raise PuzzleError(
                    f"{where}: piece {hint.piece + 1} turned by {hint.turn} does not"
                    f" fit the rim on its {SIDE_NAMES[faults[0]]} side",
                    *place,
                )
            taken[hint.cell] = used[hint.piece] = hint


def check_placements(
    placements: Iterable[tuple[int, int, int]], what: str
) -> tuple[Placement, ...]:
    """Return the placements as plain integers, in cell order; raise if they are not."""
    checked = []
    for number, placement in enumerate(placements):
        try:
            cell, piece, turn = placement
            plain = Placement(index(cell), index(piece), index(turn))
        except (TypeError, ValueError):
            raise PuzzleError(
                "a placement must be three integers: cell, piece, turn", what, number
            ) from None
        checked.append(plain)
    return tuple(sorted(checked))


def check_placement(
    placement: Placement, puzzle: Puzzle, prefix: str = "", *where: str | int
) -> None:
    """Raise unless `placement` names a cell, a piece and a turn that exist."""
    cell, piece, turn = placement
    if not 0 <= cell < puzzle.cells:
        size = f"{puzzle.rows} × {puzzle.columns}"
        raise PuzzleError(f"{prefix}cell {cell} is not on the {size} board", *where)
    if 0 <= piece < len(puzzle.pieces) and 0 <= turn < 4:
        return
    fault = f"a turn must be 0, 1, 2 or 3, not {turn}"
    if not 0 <= piece < len(puzzle.pieces):
        count = len(puzzle.pieces)
        fault = f"there is no piece {piece + 1}; the puzzle has {count} pieces"
    raise PuzzleError(f"{prefix}cell {puzzle.cell_name(cell)}: {fault}", *where)


def _check_side(number: int, name: str) -> int:
    if not isinstance(number, Integral) or not 1 <= number <= MAXIMUM_SIDE:
        raise PuzzleError(f"{name} must be 1 to {MAXIMUM_SIDE}, not {number}", name)
    return index(number)


def _check_names(where: str, *names: str) -> None:
    for name in names:
        if not isinstance(name, str) or not name.isprintable():
            raise PuzzleError("a name must be one line of printable text", where)
        if len(name) > MAXIMUM_NAME:
            raise PuzzleError(
                f"a name may have at most {MAXIMUM_NAME} characters", where
            )


def printable(name: str) -> str:
    r"""Return `name`, cut and cleaned so that a puzzle can have it.

    >>> printable("two\nlines")
    'two?lines'
    """
    letters = (letter if letter.isprintable() else "?" for letter in name)
    return "".join(letters)[:MAXIMUM_NAME]


def _check_pieces(pieces: Iterable[Sequence[int]], cells: int) -> tuple[Colors, ...]:
    checked: list[Colors] = []
    for number, piece in enumerate(pieces):
        place = ("pieces", number)
        if len(piece) != 4:
            raise PuzzleError(
                f"piece {number + 1} has {len(piece)} colors, not 4", *place
            )
        try:
            north, east, south, west = map(index, piece)
        except TypeError:
            raise PuzzleError(
                f"piece {number + 1}: colors must be integers", *place
            ) from None
        for color in (north, east, south, west):
            if not 0 <= color <= MAXIMUM_COLOR:
                raise PuzzleError(
                    f"piece {number + 1}: color {color} is out of range;"
                    f" colors are 0 to {MAXIMUM_COLOR}",
                    *place,
                )
        checked.append((north, east, south, west))
    if len(checked) != cells:
        raise PuzzleError(
            f"a board of {cells} cells needs {cells} pieces, got {len(checked)}",
            "pieces",
        )
    return tuple(checked)


def _check_mates(
    mates: Sequence[int], pieces: tuple[Colors, ...], framed: bool
) -> tuple[int, ...]:
    """Return the mates of the colors in use; empty if every color is its own mate."""
    try:
        mates = [index(mate) for mate in mates]
    except TypeError:
        raise PuzzleError("mates must be integers", "mates") from None
    if not mates:
        return ()
    if len(mates) > MAXIMUM_COLOR + 1:
        raise PuzzleError(
            f"there are {len(mates)} mates, but colors are 0 to {MAXIMUM_COLOR}",
            "mates",
        )
    for number, piece in enumerate(pieces):
        for color in piece:
            if color >= len(mates):
                raise PuzzleError(
                    f"piece {number + 1}: color {color} has no mate", "pieces", number
                )
    for color, mate in enumerate(mates):
        if not 0 <= mate < len(mates) or mates[mate] != color:
            raise PuzzleError(
                f"the mate of color {color} is {mate}, but the mate of {mate} is not"
                f" {color}",
                "mates",
            )
    if framed and mates[RIM] != RIM:
        raise PuzzleError(
            f"color {RIM} is the rim and cannot face color {mates[RIM]}", "mates"
        )
    used = {color for piece in pieces for color in piece}
    used |= {mates[color] for color in used}
    kept = [
        mate if color in used else color
        for color, mate in enumerate(mates[: max(used, default=-1) + 1])
    ]
    return () if kept == list(range(len(kept))) else tuple(kept)
