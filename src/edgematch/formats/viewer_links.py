"""Links of the community's board viewer: a whole board in one address.

`…#puzzle=NAME&board_w=W&board_h=H&board_edges=…&board_pieces=…`: four letters a cell,
north east south west as placed, `a` is 0; `aaaa` is an empty cell.  Pieces are three
digits, from 001; `000` is an empty cell.

A link shows pieces as they lie.  With the puzzle at hand they are found in it; without,
they are the puzzle, every one of them unturned.
"""

import re
from collections import defaultdict
from urllib.parse import parse_qs, quote

from edgematch.board import Board
from edgematch.errors import CannotHold, PuzzleError
from edgematch.formats.document import Content, Document, Format, ReadOptions, Source
from edgematch.formats.lines import is_whole_number, shown
from edgematch.geometry import MAXIMUM_SIDE, RIM, Colors, turned
from edgematch.puzzle import Placement, Puzzle

VIEWER = "https://e2.bucas.name/"

_EMPTY = "aaaa"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LINK = re.compile(r"\S*[#?&]?board_(?:w|h|edges)=\S*")


def _recognizes(source: Source, options: ReadOptions) -> bool:
    return _LINK.search(source.text) is not None


def _read(source: Source, options: ReadOptions) -> Document:
    line, fields = _fields(source)
    rows = _whole_number(source, line, fields, "board_h")
    columns = _whole_number(source, line, fields, "board_w")
    cells = _cells(source, line, fields, rows, columns)
    numbers = _piece_numbers(source, line, fields, rows * columns)
    for cell, (colors, number) in enumerate(zip(cells, numbers, strict=True)):
        if (colors is None) != (number == 0) and "board_pieces" in fields:
            source.fail(
                line, f"cell {cell + 1} is empty in board_edges or board_pieces only"
            )
    name = fields.get("puzzle", "")
    notes: tuple[str, ...] = ()
    if options.puzzle is not None:
        puzzle = options.puzzle
        placements = _found_in(source, line, puzzle, (rows, columns), cells, numbers)
    else:
        puzzle = _puzzle_of_link(
            source, line, rows, columns, cells, numbers, name, options
        )
        placements = [
            Placement(cell, number - 1 if number else cell, 0)
            for cell, number in enumerate(numbers)
        ]
        notes = (
            "the pieces are those of the link itself; name the puzzle (--puzzle) to"
            " have them checked against it",
        )
    return Document(puzzle, Board(puzzle, placements), notes=notes)


def _fields(source: Source) -> tuple[int, dict[str, str]]:
    links = [
        (number, match[0])
        for number, text in enumerate(source.text.splitlines(), start=1)
        for match in _LINK.finditer(text)
    ]
    if len(links) > 1:
        source.fail(links[1][0], "a second link; give one link at a time")
    line, link = links[0]
    query = re.split(r"[#?]", link, maxsplit=1)[-1]
    fields = {}
    for key, values in parse_qs(query, keep_blank_values=True).items():
        if len(values) > 1:
            source.fail(line, f"{key} is in the link twice")
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
    source: Source, line: int, fields: dict[str, str], rows: int, columns: int
) -> list[Colors | None]:
    letters = fields["board_edges"]
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


def _piece_numbers(
    source: Source, line: int, fields: dict[str, str], count: int
) -> list[int]:
    """Return the piece number of each cell, 0 where the link gives none."""
    digits = fields.get("board_pieces", "")
    if "board_pieces" not in fields:
        return [0] * count
    if len(digits) != 3 * count or not (digits.isascii() and digits.isdigit()):
        source.fail(
            line,
            f"board_pieces is {3 * count} digits, got {len(digits)} characters"
            if len(digits) != 3 * count
            else "board_pieces is digits only",
        )
    return [int(digits[start : start + 3]) for start in range(0, len(digits), 3)]


def _found_in(
    source: Source,
    line: int,
    puzzle: Puzzle,
    size: tuple[int, int],
    cells: list[Colors | None],
    numbers: list[int],
) -> list[Placement]:
    """Find the pieces a link shows in the puzzle they are said to be of.

    Equal pieces are dealt out in order, hints before all.  A piece that is shown more
    often than the puzzle has it is placed again, for the referee to see.
    """
    if size != (puzzle.rows, puzzle.columns):
        source.fail(
            line,
            f"a board of {size[0]} × {size[1]}, the puzzle has"
            f" {puzzle.rows} × {puzzle.columns}",
        )
    stock: dict[Colors, list[tuple[int, int]]] = defaultdict(list)
    for piece, unturned in enumerate(puzzle.pieces):
        for turn in puzzle.turns:
            stock[turned(unturned, turn)].append((piece, turn))
    hints = {hint.cell: (hint.piece, hint.turn) for hint in puzzle.hints}
    used: set[int] = {hint.piece for hint in puzzle.hints}
    placements = []
    for cell, colors in enumerate(cells):
        if colors is None:
            continue
        choices = stock.get(colors, [])
        if not choices:
            source.fail(
                line,
                f"cell {puzzle.cell_name(cell)} shows {_letters_of(colors)},"
                " which is no piece of the puzzle",
            )
        given = [way for way in choices if way[0] == numbers[cell] - 1]
        if numbers[cell] and not given:
            source.fail(
                line,
                f"cell {puzzle.cell_name(cell)} shows {_letters_of(colors)},"
                f" which is not piece {numbers[cell]} of the puzzle",
            )
        hint = hints.get(cell)
        if hint is not None and hint in (given or choices):
            placements.append(Placement(cell, *hint))
            continue
        free = [way for way in given or choices if way[0] not in used]
        piece, turn = (free or given or choices)[0]
        used.add(piece)
        placements.append(Placement(cell, piece, turn))
    return placements


def _puzzle_of_link(
    source: Source,
    line: int,
    rows: int,
    columns: int,
    cells: list[Colors | None],
    numbers: list[int],
    name: str,
    options: ReadOptions,
) -> Puzzle:
    """Take the pieces that a full link shows as the pieces of its puzzle."""
    empty = cells.count(None)
    if empty:
        source.fail(
            line,
            f"the link leaves {empty} of {len(cells)} cells empty: name its puzzle"
            " (--puzzle)",
        )
    pieces: dict[int, Colors] = {}
    for cell, colors in enumerate(cells):
        number = numbers[cell] or cell + 1
        if number in pieces:
            source.fail(line, f"board_pieces has piece {number} twice")
        if colors is not None:
            pieces[number] = colors
    if sorted(pieces) != list(range(1, len(cells) + 1)):
        source.fail(line, f"board_pieces is not the numbers 1 to {len(cells)}")
    framed = any(RIM in piece for piece in pieces.values())
    try:
        return Puzzle(
            rows,
            columns,
            [pieces[number] for number in sorted(pieces)],
            framed=framed if options.framed is None else options.framed,
            turnable=options.turnable is not False,
            name=name,
        )
    except PuzzleError as error:
        source.fail_as(line, error)


def _letters_of(colors: Colors) -> str:
    return "".join(_LETTERS[color] for color in colors)


def _write(document: Document, options: ReadOptions) -> str:
    """Write the board; for a puzzle alone, its pieces in order, unturned."""
    puzzle = document.puzzle
    board = document.board or Board(
        puzzle, [(piece, piece, 0) for piece in range(puzzle.cells)]
    )
    if puzzle.is_signed:
        raise CannotHold("a viewer link has no room for signed colors")
    if puzzle.cells > 999:
        raise CannotHold("a viewer link has room for 999 pieces")
    edges, numbers = [], []
    for cell in range(puzzle.cells):
        placement, colors = board.at(cell), board.colors_at(cell)
        if placement is None or colors is None:
            edges.append(_EMPTY)
            numbers.append("000")
            continue
        if max(colors) >= len(_LETTERS):
            raise CannotHold(
                f"a viewer link has room for colors up to {len(_LETTERS) - 1}"
            )
        if not any(colors):
            raise CannotHold("a viewer link cannot show a piece of color 0 only")
        edges.append(_letters_of(colors))
        numbers.append(f"{placement.piece + 1:03d}")
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
)
