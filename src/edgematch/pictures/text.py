"""Boards and puzzles as text for terminals, with or without color.

A cell takes three lines: the north label; the west label, the piece's number and the
east label; the south label.  Facing labels stand on the two sides of a line, and a
break is a `!` in that line.  `[7]` is a hint, `<7>` a piece where a hint wants another,
and dots are an empty cell.

    >>> from edgematch.puzzle import Puzzle
    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 2, 0, 0)])
    >>> print(board_text(Board(puzzle, [(0, 0, 0), (1, 1, 2)]), color=False))
        1     2
     +-----+-----+
     |  -  |  -  |
    A|- 1 1!2 2 -|
     |  -  |  -  |
     +-----+-----+
"""

from collections.abc import Sequence
from typing import NamedTuple

from edgematch.board import Board
from edgematch.geometry import EAST, NORTH, RIM, SOUTH, WEST, Colors, row_name
from edgematch.pictures.palette import Look, color_signs, looks, rgb
from edgematch.puzzle import Puzzle

_RESET = "\x1b[0m"
_BREAK = "\x1b[1;97;41m"
_EMPTY = " · "
_RIM_LABEL = "-"
_LONGEST_LABEL = 3
_SIGNS = ("+", "-", "−")


def board_text(board: Board, color: bool) -> str:
    """Write a full or partial board, with marks for breaks and hints."""
    puzzle = board.puzzle
    brackets = {hint.cell: "[]" for hint in puzzle.hints}
    brackets |= {hint.cell: "<>" for hint in board.broken_hints()}
    tiles = [_Tile(None, ".", brackets.get(cell, "  ")) for cell in range(puzzle.cells)]
    for cell, piece, turn in board.placements:
        colors = puzzle.colors_of(piece, turn)
        tiles[cell] = _Tile(colors, str(piece + 1), brackets.get(cell, "  "))
    breaks = frozenset((join.cell, join.side) for join in board.breaks())
    return _Grid(puzzle, tiles, puzzle.columns, breaks, color).text(has_names=True)


def plain_text(shown: Puzzle | Board) -> str:
    """Write a puzzle or a board without colors."""
    if isinstance(shown, Board):
        return board_text(shown, color=False)
    return puzzle_text(shown, color=False)


def puzzle_text(puzzle: Puzzle, color: bool) -> str:
    """Write the pieces in order, unturned, with their numbers from 1."""
    return pieces_text(puzzle, range(puzzle.cells), puzzle.columns, color)


def pieces_text(
    puzzle: Puzzle,
    pieces: Sequence[int | None],
    columns: int,
    color: bool,
    marked: int | None = None,
) -> str:
    """Write some pieces, unturned, in full rows of `columns`; None is an empty cell.

    The number of the piece `marked` is in brackets.
    """
    tiles = [
        _Tile(None, ".")
        if piece is None
        else _Tile(
            puzzle.pieces[piece], str(piece + 1), "[]" if piece == marked else "  "
        )
        for piece in pieces
    ]
    return _Grid(puzzle, tiles, columns, frozenset(), color).text(has_names=False)


class _Tile(NamedTuple):
    """The text of one cell; `brackets` around the number mark a hint."""

    colors: Colors | None
    number: str
    brackets: str = "  "


class _Grid:
    """Tiles in rows, as lines of text with aligned columns."""

    def __init__(
        self,
        puzzle: Puzzle,
        tiles: Sequence[_Tile],
        columns: int,
        breaks: frozenset[tuple[int, int]],
        color: bool,
    ) -> None:
        labels = color_labels(puzzle)
        self._labels = [
            [labels[color] for color in tile.colors] if tile.colors else ["."] * 4
            for tile in tiles
        ]
        self._looks = looks(puzzle) if color else ()
        self._tiles, self._breaks = tiles, breaks
        self._rows, self._columns = len(tiles) // columns, columns
        self._middle = max(len(tile.number) for tile in tiles)
        # Each column is as wide as its longest label: the rim keeps its columns narrow.
        self._west, self._east = (
            [
                max(len(four[side]) for four in self._labels[column :: self._columns])
                for column in range(self._columns)
            ]
            for side in (WEST, EAST)
        )

    def text(self, has_names: bool) -> str:
        """Return all lines; with names, rows and columns are named at their ends."""
        names = [row_name(row) if has_names else "" for row in range(self._rows)]
        margin = len(names[-1])
        blank = " " * margin
        lines = []
        if has_names:
            numbers = range(self._columns)
            columns = [self._center(str(column + 1), column) for column in numbers]
            lines.append(f"{blank} {' '.join(columns)}")
        for row, name in enumerate(names):
            cells = range(row * self._columns, (row + 1) * self._columns)
            lines += [
                blank + self._line_above(cells),
                blank + self._label_line(cells, NORTH),
                name.rjust(margin) + self._middle_line(cells),
                blank + self._label_line(cells, SOUTH),
            ]
        lines.append(blank + self._line_above(range(0)))
        return "\n".join(line.rstrip() for line in lines)

    def _line_above(self, cells: range) -> str:
        parts = []
        for column in range(self._columns):
            is_break = bool(cells) and (
                (cells[column] - self._columns, SOUTH) in self._breaks
            )
            dashes = self._center("!" if is_break else "-", column)
            marked = dashes.replace(" ", "-")
            parts.append(marked.replace("!", self._mark()) if is_break else marked)
        return f"+{'+'.join(parts)}+"

    def _label_line(self, cells: range, side: int) -> str:
        parts = []
        for column, cell in enumerate(cells):
            label = self._center(self._labels[cell][side], column)
            parts.append(self._paint(label, self._tiles[cell], side))
        return f"|{'|'.join(parts)}|"

    def _middle_line(self, cells: range) -> str:
        parts = ["|"]
        for column, cell in enumerate(cells):
            tile = self._tiles[cell]
            west = self._labels[cell][WEST].ljust(self._west[column])
            east = self._labels[cell][EAST].rjust(self._east[column])
            parts += [
                self._paint(west, tile, WEST),
                tile.brackets[0] + tile.number.rjust(self._middle) + tile.brackets[1],
                self._paint(east, tile, EAST),
                self._mark() if (cell, EAST) in self._breaks else "|",
            ]
        return "".join(parts)

    def _center(self, text: str, column: int) -> str:
        """Center a label above the number, not above the cell, where these differ."""
        left = self._west[column] + 1 + (self._middle - len(text) + 1) // 2
        width = self._west[column] + self._middle + self._east[column] + 2
        return (" " * max(left, 0) + text).ljust(width)

    def _mark(self) -> str:
        return f"{_BREAK}!{_RESET}" if self._looks else "!"

    def _paint(self, text: str, tile: _Tile, side: int) -> str:
        if not self._looks or tile.colors is None:
            return text
        look: Look = self._looks[tile.colors[side]]
        ink = "#000000" if look.motif == look.ground else look.motif
        return f"\x1b[48;2;{_ansi(look.ground)};38;2;{_ansi(ink)}m{text}{_RESET}"


def piece_numbers_text(board: Board) -> str:
    """Write the numbers of the pieces, a line for each row, without any color.

    A `!` follows a piece with a break on its east or south side; dots are empty cells.
    """
    puzzle = board.puzzle
    numbers = {placement.cell: placement.piece + 1 for placement in board.placements}
    broken = {join.cell for join in board.breaks()}
    width = len(str(puzzle.cells))
    words = [
        str(numbers.get(cell, ".")).rjust(width) + (" ", "!")[cell in broken]
        for cell in range(puzzle.cells)
    ]
    starts = range(0, puzzle.cells, puzzle.columns)
    return "\n".join("".join(words[i : i + puzzle.columns]).rstrip() for i in starts)


def small_board_text(board: Board) -> str:
    """Write a board as colored blocks, a line for each row and three characters a cell.

    The left character has the color of the west side, the right one that of the east
    side, and the middle one is split into north above south, so that matching joins are
    spots of one color.  It shows the progress of a search, without labels and breaks.
    Empty cells are dots.  Eternity II takes 48 columns and 16 lines.
    """
    puzzle = board.puzzle
    grounds = [_ansi(look.ground) for look in looks(puzzle)]

    def block(cell: int) -> str:
        colors = board.colors_at(cell)
        if colors is None:
            return _RESET + _EMPTY
        north, east, south, west = (
            grounds[colors[side]] for side in (NORTH, EAST, SOUTH, WEST)
        )
        return f"\x1b[48;2;{west}m \x1b[38;2;{north};48;2;{south}m▀\x1b[48;2;{east}m "

    return "\n".join(
        "".join(
            block(row * puzzle.columns + column) for column in range(puzzle.columns)
        )
        + _RESET
        for row in range(puzzle.rows)
    )


def _ansi(color: str) -> str:
    """Return a color as the parameters of an escape sequence."""
    return ";".join(map(str, rgb(color)))


def color_labels(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a label for each color number, different for every color.

    Labels have at most 3 characters wherever that is possible.  Short names are their
    own labels.  In a signed puzzle names are shortened to what distinguishes them, and
    keep the sign: `bear+` becomes `b+`.

    >>> pieces = [(0, 1, 2, 3)]
    >>> color_labels(Puzzle(1, 1, pieces, framed=False))
    ('0', '1', '2', '3')
    >>> names = ("bear+", "bear-", "fox+", "fox-")
    >>> color_labels(Puzzle(1, 1, pieces, (), False, (1, 0, 3, 2), color_names=names))
    ('b+', 'b-', 'f+', 'f-')
    """
    signs = color_signs(puzzle)
    names = _short_names(puzzle, signs)
    if not _are_usable(puzzle, names):
        names = _numbers(puzzle, signs)
        if puzzle.framed:
            names[RIM] = _RIM_LABEL
    return tuple(names)


def _short_names(puzzle: Puzzle, signs: Sequence[str]) -> list[str]:
    """Shorten the names of signed colors to what distinguishes them, or to ""."""
    names = [puzzle.color_name(color).strip() for color in range(len(signs))]
    stems = {
        names[color][:-1].rstrip()
        for color in puzzle.colors
        if names[color].endswith(_SIGNS)
    }
    for color, sign in enumerate(signs):
        if puzzle.framed and color == RIM:
            names[color] = _RIM_LABEL
        elif sign:
            name = names[color]
            stem = name[:-1].rstrip() if name.endswith(_SIGNS) else ""
            shorter = (
                stem[:length] + sign
                for length in range(1, _LONGEST_LABEL)
                if sum(other[:length] == stem[:length] for other in stems) == 1
            )
            names[color] = next(shorter, "") if stem else ""
    return names


def _are_usable(puzzle: Puzzle, names: list[str]) -> bool:
    """Return whether the names of the colors in use are short, plain and different."""
    used = [names[color] for color in puzzle.colors]
    return len(set(used)) == len(used) and all(
        0 < len(name) <= _LONGEST_LABEL
        and name.isascii()
        and name.rstrip("+-").isalnum()
        for name in used
    )


def _numbers(puzzle: Puzzle, signs: Sequence[str]) -> list[str]:
    """Label colors by number, and pairs of mates a, b, c in order with their signs."""
    labels: list[str] = []
    pairs = 0
    for color, sign in enumerate(signs):
        mate = puzzle.mate(color)
        if mate == color:
            labels.append(str(color))
        elif mate < color:
            labels.append(labels[mate][:-1] + sign)
        else:
            labels.append(_letters(pairs) + sign)
            pairs += 1
    return labels


def _letters(index: int) -> str:
    tens, ones = divmod(index, 26)
    return (chr(ord("a") + tens - 1) if tens else "") + chr(ord("a") + ones)
