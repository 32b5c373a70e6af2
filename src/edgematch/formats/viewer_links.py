"""Links of the community's board viewer: a whole board in one address.

`…#puzzle=NAME&board_w=W&board_h=H&board_edges=…&board_pieces=…`: four letters a cell,
north east south west as placed, `a` is 0; `aaaa` is an empty cell.  Pieces are three
digits, from 001; `000` is an empty cell.

A link shows pieces as they lie.  With the puzzle at hand they are found in it; without,
they are the puzzle, every one of them unturned.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qs, quote

from edgematch.board import Board
from edgematch.errors import CannotHold, PuzzleError
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
    lost_rules,
)
from edgematch.formats.lines import is_whole_number, shown
from edgematch.geometry import MAXIMUM_SIDE, RIM, Colors, turned
from edgematch.puzzle import Placement, Puzzle, printable

VIEWER = "https://e2.bucas.name/"

_EMPTY = "aaaa"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST_PIECES = 999
_FIELD = re.compile(r"board_(?:w|h|edges)=")
_OUTSIDE = re.compile(r"""[\s"'<>]+""")
"""What a link may stand between in a text."""
_COMMENT = re.compile(r"\s*(#|[cC](omments?)?:?\s)")
"""How comments begin in piece lists, which may say where the pieces are from."""


def _recognizes(source: Source, options: ReadOptions) -> bool:
    return bool(_links(source))


@dataclass(frozen=True)
class _Link:
    """What a link says, taken apart."""

    line: int
    name: str
    rows: int
    columns: int
    cells: list[Colors | None]
    """What each cell shows, None where it is empty."""
    numbers: list[int]
    """The piece number of each cell, 0 where it is empty or the link gives none."""

    def placements_in_order(self) -> list[Placement]:
        """Return the pieces as they lie, for a puzzle made of them."""
        return [
            Placement(cell, number - 1 if number else cell, 0)
            for cell, number in enumerate(self.numbers)
        ]


def _read(source: Source, options: ReadOptions) -> Document:
    link = _taken_apart(source)
    if options.puzzle is not None:
        placements = _found_in(source, link, options.puzzle)
        return Document(options.puzzle, Board(options.puzzle, placements))
    puzzle = _puzzle_of_link(source, link, options)
    note = (
        "the pieces are those of the link itself; name the puzzle (--puzzle) to have"
        " them checked against it"
    )
    board = Board(puzzle, link.placements_in_order())
    return Document(puzzle, board, notes=(note,))


def _taken_apart(source: Source) -> _Link:
    line, fields = _fields(source)
    rows = _whole_number(source, line, fields, "board_h")
    columns = _whole_number(source, line, fields, "board_w")
    cells = _cells(source, line, fields["board_edges"], rows, columns)
    numbers = [0] * len(cells)
    if "board_pieces" in fields:
        numbers = _piece_numbers(source, line, fields["board_pieces"], len(cells))
        for cell, (colors, number) in enumerate(zip(cells, numbers, strict=True)):
            if (colors is None) != (number == 0):
                place = f"cell {cell + 1}"
                source.fail(
                    line, f"{place} is empty in board_edges or board_pieces only"
                )
    name = printable(fields.get("puzzle", ""))
    return _Link(line, name, rows, columns, cells, numbers)


def _links(source: Source) -> list[tuple[int, str]]:
    """Return the first two links in the text, with their lines.

    One in a comment counts only where there is nothing but comments.
    """
    found: list[tuple[int, str]] = []
    if _FIELD.search(source.text) is None:
        return found
    lines = source.text.split("\n")
    has_content = any(line.strip() and not _COMMENT.match(line) for line in lines)
    for number, line in enumerate(lines, start=1):
        if _FIELD.search(line) is None or (has_content and _COMMENT.match(line)):
            continue
        found += [(number, link) for link in _words_with_fields(line)]
        if len(found) > 1:
            break
    return found[:2]


def _words_with_fields(line: str) -> list[str]:
    """Return what may be links of a line: words, or what quotes and brackets hold."""
    return [word for word in _OUTSIDE.split(line) if _FIELD.search(word)]


def _fields(source: Source) -> tuple[int, dict[str, str]]:
    links = _links(source)
    if not links:
        source.fail(None, "there is no link with board_w, board_h and board_edges")
    if len(links) > 1:
        source.fail(links[1][0], "a second link; give one link at a time")
    line, link = links[0]
    # The fields stand behind the #, or else behind the ?, or else alone.
    parts = re.split("[#?]", link.replace("&amp;", "&"))
    query = next(part for part in reversed(parts) if _FIELD.search(part))
    fields = {}
    for key, values in parse_qs(query, keep_blank_values=True).items():
        if len(values) > 1:
            source.fail(line, f"{shown(key)} is in the link twice")
        fields[key] = values[0]
    for key in ("board_w", "board_h", "board_edges"):
        if key not in fields:
            source.fail(line, f"the link has no {key}")
    return line, fields


def _whole_number(source: Source, line: int, fields: dict[str, str], key: str) -> int:
    word = fields[key]
    if not is_whole_number(word) or not 1 <= int(word) <= MAXIMUM_SIDE:
        source.fail(line, f"{key} is 1 to {MAXIMUM_SIDE}, got {shown(word)}")
    return int(word)


def _cells(
    source: Source, line: int, letters: str, rows: int, columns: int
) -> list[Colors | None]:
    if len(letters) != 4 * rows * columns:
        source.fail(
            line,
            f"board_edges has {len(letters)} letters, a board of {columns} × {rows}"
            f" has {4 * rows * columns}",
        )
    cells: list[Colors | None] = []
    for start in range(0, len(letters), 4):
        four = letters[start : start + 4]
        north, east, south, west = (_LETTERS.find(letter) for letter in four)
        if min(north, east, south, west) < 0:
            source.fail(
                line,
                f"board_edges, cell {start // 4 + 1}: letters are a to z,"
                f" got {shown(four)}",
            )
        cells.append(None if four == _EMPTY else (north, east, south, west))
    return cells


def _piece_numbers(source: Source, line: int, digits: str, count: int) -> list[int]:
    if len(digits) != 3 * count:
        source.fail(
            line, f"board_pieces is {3 * count} digits, got {len(digits)} characters"
        )
    if not (digits.isascii() and digits.isdigit()):
        source.fail(line, "board_pieces is digits only")
    return [int(digits[start : start + 3]) for start in range(0, len(digits), 3)]


def _found_in(source: Source, link: _Link, puzzle: Puzzle) -> list[Placement]:
    """Find the pieces a link shows in the puzzle they are said to be of.

    Equal pieces are dealt out in order, hints before all.  A piece that is shown more
    often than the puzzle has it is placed again, for the referee to see.
    """
    if (link.rows, link.columns) != (puzzle.rows, puzzle.columns):
        source.fail(
            link.line,
            f"a board of {link.rows} × {link.columns}, the puzzle has"
            f" {puzzle.rows} × {puzzle.columns}",
        )
    stock: dict[Colors, list[tuple[int, int]]] = defaultdict(list)
    for piece, unturned in enumerate(puzzle.pieces):
        for turn in puzzle.turns:
            stock[turned(unturned, turn)].append((piece, turn))
    hints = {hint.cell: (hint.piece, hint.turn) for hint in puzzle.hints}
    used = {hint.piece for hint in puzzle.hints}
    placements = []
    for cell, colors in enumerate(link.cells):
        if colors is None:
            continue
        ways, number = stock.get(colors, []), link.numbers[cell]
        if number:
            ways = [way for way in ways if way[0] == number - 1]
        if not ways:
            what = f"not piece {number}" if number else "no piece"
            source.fail(
                link.line,
                f"cell {puzzle.cell_name(cell)} shows {_letters_of(colors)},"
                f" which is {what} of the puzzle",
            )
        free = [way for way in ways if way[0] not in used]
        way = (free or ways)[0]
        if hints.get(cell) in ways:
            way = hints[cell]
        used.add(way[0])
        placements.append(Placement(cell, *way))
    return placements


def _puzzle_of_link(source: Source, link: _Link, options: ReadOptions) -> Puzzle:
    """Take the pieces that a full link shows as the pieces of its puzzle."""
    empty = link.cells.count(None)
    if empty:
        source.fail(
            link.line,
            f"the link leaves {empty} of {len(link.cells)} cells empty: name its puzzle"
            " (--puzzle)",
        )
    pieces: dict[int, Colors] = {}
    for cell, colors in enumerate(link.cells):
        number = link.numbers[cell] or cell + 1
        if number in pieces:
            source.fail(link.line, f"board_pieces has piece {number} twice")
        if colors is not None:
            pieces[number] = colors
    if sorted(pieces) != list(range(1, len(link.cells) + 1)):
        source.fail(
            link.line, f"board_pieces is not the numbers 1 to {len(link.cells)}"
        )
    framed = options.framed
    try:
        return Puzzle(
            link.rows,
            link.columns,
            [pieces[number] for number in sorted(pieces)],
            framed=_looks_framed(pieces.values()) if framed is None else framed,
            turnable=options.turnable is not False,
            name=link.name,
        )
    except PuzzleError as error:
        source.fail_as(link.line, error)


def _letters_of(colors: Colors) -> str:
    return "".join(_LETTERS[color] for color in colors)


def _fit(document: Document, options: ReadOptions) -> Fit:
    """Say whether a link shows its puzzle, or else a board to those who have it."""
    puzzle, board = document.puzzle, document.board
    _check_letters(puzzle, board)
    lost = tuple(lost_rules(puzzle, _looks_framed(puzzle.pieces)))
    if board is None or (not lost and _shows_all_pieces(board)):
        return Fit(lost)
    # Turns that look alike are not told apart; rules about turns must not notice.
    hints = {(hint.cell, hint.piece): hint.turn for hint in puzzle.hints}
    for cell, piece, turn in board.placements:
        colors = puzzle.colors_of(piece, turn)
        wanted = hints.get((cell, piece), turn)
        is_mended = turn != wanted and colors == puzzle.colors_of(piece, wanted)
        if turn not in puzzle.turns or is_mended:
            return Fit(("this board",))
    return Fit(notes=("to read the board back, name its puzzle (--puzzle)",))


def _check_letters(puzzle: Puzzle, board: Board | None) -> None:
    """Raise unless letters and digits can show the pieces that are to be shown."""
    pieces: Iterable[Colors] = puzzle.pieces
    if board is not None:
        pieces = [puzzle.pieces[piece] for _, piece, _ in board.placements]
    if puzzle.is_signed:
        raise CannotHold("a viewer link has no room for signed colors")
    if puzzle.cells > _MOST_PIECES:
        raise CannotHold(f"a viewer link has room for {_MOST_PIECES} pieces")
    for piece in pieces:
        if max(piece) >= len(_LETTERS):
            most = len(_LETTERS) - 1
            raise CannotHold(f"a viewer link has room for colors up to {most}")
        if not any(piece):
            raise CannotHold("a viewer link has no room for a piece of color 0 only")


def _looks_framed(pieces: Iterable[Colors]) -> bool:
    """Say whether pieces that come without rules are taken for framed ones."""
    return any(RIM in piece for piece in pieces)


def _shows_all_pieces(board: Board) -> bool:
    """Say whether every piece lies on the board as it is in the puzzle."""
    return not board.missing_pieces() and all(
        board.colors_at(cell) == board.puzzle.pieces[piece]
        for cell, piece, _ in board.placements
    )


def _write(document: Document, options: ReadOptions) -> str:
    """Write the board; for a puzzle alone, its pieces in order, unturned."""
    puzzle = document.puzzle
    board = document.board or Board(
        puzzle, [(piece, piece, 0) for piece in range(puzzle.cells)]
    )
    edges, numbers = [_EMPTY] * puzzle.cells, ["000"] * puzzle.cells
    for cell, piece, turn in board.placements:
        edges[cell] = _letters_of(puzzle.colors_of(piece, turn))
        numbers[cell] = f"{piece + 1:03d}"
    name = quote(puzzle.name or "edgematch", safe="")
    return (
        f"{VIEWER}#puzzle={name}&board_w={puzzle.columns}&board_h={puzzle.rows}"
        f"&board_edges={''.join(edges)}&board_pieces={''.join(numbers)}"
        "&motifs_order=jblackwood\n"
    )


FORMAT = Format(
    name="link",
    summary="a link of the community viewer: `…#puzzle=…&board_w=…&board_edges=…`",
    content=Content.BOTH,
    suffixes=(".url",),
    recognizes=_recognizes,
    read=_read,
    write=_write,
    fit=_fit,
    takes=frozenset({"framed", "turnable"}),
)
