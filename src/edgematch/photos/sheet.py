"""The sheet of a photographed puzzle: where each piece is, and what its sides are.

It is kept as JSON beside the pictures of the pieces, a line for each piece, so that a
person can correct it, leave it half done, and have it read again.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from edgematch import formats
from edgematch.errors import PuzzleError
from edgematch.formats import Document, Source
from edgematch.formats.signs import Label, SignedColors
from edgematch.geometry import SIDE_NAMES, SIDES
from edgematch.puzzle import MAXIMUM_NAME, Puzzle

SHEET_FILE = "sheet.json"
UNKNOWN = "?"
"""The group of a side that nobody has named yet."""

_HELP = (
    "sides: clockwise from the top; red+ meets red-, plain red meets red, ? is not"
    " known yet. corners: right and down in pixels, clockwise from the top left. A"
    " piece without sides gets the groups that look most alike."
)
_PIECE = re.compile(r'"photo"\s*:')
_MOST_PIECES = 1024


@dataclass(frozen=True)
class PhotoPiece:
    """A piece in a photograph."""

    photo: str
    """The path of the photograph, relative to the folder of the sheet."""
    corners: tuple[tuple[float, float], ...]
    sides: tuple[str, ...] = ()
    """The groups of its four sides; empty if they are to be proposed."""


@dataclass(frozen=True)
class Sheet:
    """All pieces of a puzzle, as far as they are known."""

    rows: int
    columns: int
    pieces: tuple[PhotoPiece, ...]
    turnable: bool = True
    """Whether the pieces may be turned; else each photograph shows its top on top."""

    def groups(self) -> dict[str, list[tuple[int, int]]]:
        """Return the sides of each group as (piece, side), mates below each other."""
        found: dict[str, list[tuple[int, int]]] = {}
        for piece, side, group in self.sides():
            found.setdefault(group, []).append((piece, side))
        return {group: found[group] for group in sorted(found, key=_group_order)}

    def sides(self) -> Iterator[tuple[int, int, str]]:
        """Yield each side as piece, side and group."""
        for number, piece in enumerate(self.pieces):
            for side, group in zip(SIDES, piece.sides, strict=False):
                yield number, side, group

    def with_side(self, piece: int, side: int, group: str) -> "Sheet":
        """Return the sheet with one side in another group."""
        sides = list(self.pieces[piece].sides)
        sides[side] = group
        pieces = list(self.pieces)
        pieces[piece] = replace(pieces[piece], sides=tuple(sides))
        return replace(self, pieces=tuple(pieces))

    def missing(self) -> str | None:
        """Return what the sheet lacks to be a puzzle, or None."""
        cells = self.rows * self.columns
        if len(self.pieces) != cells:
            return (
                f"{len(self.pieces)} pieces do not fill a board of"
                f" {self.rows} × {self.columns}"
            )
        unknown = sum(group == UNKNOWN for _, _, group in self.sides())
        unknown += sum(4 - len(piece.sides) for piece in self.pieces)
        if unknown:
            return f"{unknown} {'sides are' if unknown > 1 else 'side is'} not known"
        return None

    def puzzle(self, name: str = "") -> Puzzle:
        """Return the puzzle; raise if the sheet is not complete."""
        missing = self.missing()
        if missing is not None:
            raise PuzzleError(missing)
        colors = SignedColors.of(label_of_group(group) for _, _, group in self.sides())
        pieces = [
            tuple(colors.numbers[label_of_group(group)] for group in piece.sides)
            for piece in self.pieces
        ]
        return Puzzle(
            self.rows,
            self.columns,
            pieces,
            framed=False,
            mates=colors.mates,
            turnable=self.turnable,
            name=name,
            color_names=colors.names,
        )

    def document(self, name: str, pictures: dict[int, bytes]) -> Document:
        """Return the puzzle with the pictures of its pieces."""
        return Document(self.puzzle(name), pictures=pictures)

    def tile_text(self) -> str:
        """Return the tile file, which cannot say whether pieces may be turned."""
        puzzle = replace(self, turnable=True).puzzle()
        return formats.write(Document(puzzle), "scramble-squares").text


def label_of_group(group: str) -> Label:
    """Return the name and the sign of a group.

    >>> label_of_group("red+"), label_of_group("red")
    (('red', '+'), ('red', ''))
    """
    return (group[:-1], group[-1]) if group[-1:] in ("+", "-") else (group, "")


def side_name(piece: int, side: int) -> str:
    """Return the name of a side in messages."""
    return f"{SIDE_NAMES[side]} of piece {piece + 1}"


def _group_order(group: str) -> tuple[int, str, str]:
    name, sign = label_of_group(group)
    if group == UNKNOWN:
        return 10**9, "", ""
    return (int(name) if name.isdecimal() and len(name) < 9 else 10**8), name, sign


def sheet_text(sheet: Sheet) -> str:
    """Write a sheet as JSON, a line for each piece."""
    facts: dict[str, Any]
    facts = {"help": _HELP, "rows": sheet.rows, "columns": sheet.columns}
    if not sheet.turnable:
        facts["turnable"] = False
    head = ",\n".join(f" {json.dumps(key)}: {json.dumps(facts[key])}" for key in facts)
    lines = []
    for piece in sheet.pieces:
        value: dict[str, Any] = {
            "photo": piece.photo,
            "corners": [[round(x, 1), round(y, 1)] for x, y in piece.corners],
        }
        if piece.sides:
            value["sides"] = list(piece.sides)
        lines.append("  " + json.dumps(value, ensure_ascii=False))
    pieces = ",\n".join(lines)
    return f'{{\n{head},\n "pieces": [\n{pieces}\n ]\n}}\n'


def read_sheet(source: Source) -> Sheet:
    """Read a sheet; what is wrong in it is named with its line."""
    try:
        facts = json.loads(source.text)
    except json.JSONDecodeError as error:
        source.fail(error.lineno, f"not JSON: {error.msg}")
    except (RecursionError, ValueError):
        source.fail(None, "not a sheet of photographed pieces")
    if not isinstance(facts, dict) or not isinstance(facts.get("pieces"), list):
        source.fail(1, 'not a sheet of photographed pieces: there is no "pieces"')
    for key in ("rows", "columns"):
        if not isinstance(facts.get(key), int) or not 1 <= facts[key] <= 32:
            source.fail(1, f'"{key}" must be a number from 1 to 32')
    if not isinstance(facts.get("turnable", True), bool):
        source.fail(1, '"turnable" must be true or false')
    if len(facts["pieces"]) > _MOST_PIECES:
        source.fail(None, f"more than {_MOST_PIECES} pieces")
    starts = [match.start() for match in _PIECE.finditer(source.text)]
    pieces = []
    for number, value in enumerate(facts["pieces"]):
        line = None
        if number < len(starts):
            line = source.text.count("\n", 0, starts[number]) + 1
        fault = _fault_of_piece(value)
        if fault is not None:
            source.fail(line, f"piece {number + 1}: {fault}")
        pieces.append(
            PhotoPiece(
                value["photo"],
                tuple((float(x), float(y)) for x, y in value["corners"]),
                tuple(value.get("sides", ())),
            )
        )
    turnable = facts.get("turnable", True)
    return Sheet(facts["rows"], facts["columns"], tuple(pieces), turnable)


def _fault_of_piece(value: Any) -> str | None:
    """Return what is wrong with a piece in a sheet, or None."""
    if not isinstance(value, dict) or not isinstance(value.get("photo"), str):
        return '"photo" must be the name of a picture'
    corners = value.get("corners")
    if not (
        isinstance(corners, list)
        and len(corners) == 4
        and all(isinstance(each, list) and len(each) == 2 for each in corners)
        and all(_is_place(number) for each in corners for number in each)
    ):
        return '"corners" must be four points such as [120, 85.5]'
    if not is_convex(corners):
        return "its corners must be clockwise, and none inside the others"
    sides = value.get("sides", [])
    if not isinstance(sides, list) or len(sides) not in (0, 4):
        return '"sides" must be four groups, such as ["red+", "blue-", "?", "red-"]'
    return fault_of_groups(sides)


def fault_of_groups(groups: Sequence[Any]) -> str | None:
    """Return what is wrong with the names of groups, or None."""
    for group in groups:
        if not isinstance(group, str) or not label_of_group(group)[0].strip():
            return "a group must be a name, such as red+, red- or red"
        if group != group.strip() or not group.isprintable():
            return "a group must not have spaces around it"
        if len(group) > MAXIMUM_NAME or label_of_group(group)[0][-1] in "+-":
            return f"a group must be a name of {MAXIMUM_NAME} letters at most, one sign"
    return None


def _is_place(number: Any) -> bool:
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    return is_number and isfinite(number) and abs(number) < 100_000


def is_convex(corners: Sequence[Sequence[float]]) -> bool:
    """Return whether four corners are clockwise, and none inside the others."""
    for at in range(4):
        (a, b), (c, d), (e, f) = corners[at - 2], corners[at - 1], corners[at]
        if (c - a) * (f - d) - (d - b) * (e - c) <= 0:
            return False
    return True
