"""The text of a link of the community's board viewer: its fields and letters.

`…#puzzle=NAME&board_w=W&board_h=H&board_edges=…&board_pieces=…`: four letters a cell,
north east south west as placed, `a` is the rim; `aaaa` is an empty cell.  Pieces are
three digits, from 001; `000` is an empty cell.  Other viewers write `puzzle_size=16`
instead of the width and height, or leave the size out.  `packed=…` is our own: the
puzzle, as a link of the studio has it; viewers ignore it.
"""

import re
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple
from urllib.parse import parse_qs, unquote
from urllib.parse import quote as quote_field

from edgematch.formats.document import Source
from edgematch.formats.lines import is_whole_number, quote
from edgematch.formats.wrapped_links import lines_with_whole_links
from edgematch.geometry import MAXIMUM_SIDE, Colors
from edgematch.puzzle import printable

VIEWER = "https://e2.bucas.name/"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_PIECES = 999

_EMPTY = "aaaa"
_EMPTY_CELLS = (_EMPTY, "0000")
_FIELD = re.compile(r"board_(?:w|h|edges)=")
_EDGES = re.compile(r"board_edges=[a-z0]{4}")
_MENTION = re.compile(r"board_(?:w|h|edges)(?:=|%3[Dd]|%253[Dd])")
_KEY = re.compile(r"""board_edges["']?\s*:\s*["']?(?=[a-z]{4})""")
"""How JSON and YAML begin a value that has only the letters of a link."""
_AMPERSAND = re.compile(r"&amp;|&#38;|&#x26;|\\u0026", re.IGNORECASE)
"""How HTML and JSON may write the `&` between two fields."""
_OUTSIDE = re.compile(r"""[\s"'<>`()\[\]{}|,;\\^]+|(?=https?://)""")
"""What may separate a link from the text around it."""
_COMMENT = re.compile(r"\s*(#(?!puzzle|board_)|[cC](omments?)?:?\s)")
"""How comments begin in piece lists, which may say where the pieces are from."""


class FoundLink(NamedTuple):
    """A link in a text, and the line where it is."""

    line: int
    text: str


@dataclass(frozen=True)
class ViewerLink:
    """What a link says, field by field."""

    line: int
    """The line of the text that it was found in."""
    name: str
    rows: int
    columns: int
    cells: list[Colors | None]
    """The colors that each cell shows; None where it is empty."""
    numbers: list[int]
    """The piece number of each cell, from 1; 0 where it is empty or not given."""
    packed: str = ""
    """The puzzle, as `studio_links.pack_puzzle` writes it; empty if it is not given."""

    @property
    def has_numbers(self) -> bool:
        """Whether the link says which pieces it shows."""
        return any(self.numbers)


def find_links(text: str) -> list[FoundLink]:
    """Return the links in a text: plain text, Markdown, HTML, YAML or JSON.

    Without any link, values of JSON or YAML called `board_edges` count as links.
    If there are only links in comments, they count only if there is nothing else: piece
    lists may cite a link.  A link that occurs twice in a line, as the text and the
    target of an HTML link do, counts once.
    """
    if _MENTION.search(text) is None:
        text = _KEY.sub("board_edges=", text)
        if _FIELD.search(text) is None:
            return []
    lines = lines_with_whole_links(text)
    content = [line for line in lines if line.strip() and not _COMMENT.match(line)]
    if content and not any(_MENTION.search(line) for line in content):
        return []
    found: list[FoundLink] = []
    for number, line in enumerate(lines, start=1):
        if _MENTION.search(line) is None:
            continue
        links = (_fields_of(word) for word in _words(line))
        unique = dict.fromkeys(link for link in links if _FIELD.search(link))
        found += [FoundLink(number, link) for link in unique]
    # Where there are real links, a mere mention of the fields is none.
    return [each for each in found if _EDGES.search(each.text)] or found


def link_name(text: str) -> str:
    """Return the name that the author of a link gave to the puzzle or board."""
    return printable(parse_qs(text).get("puzzle", [""])[0])


def parse_link(source: Source) -> ViewerLink:
    """Return the one link that a text contains."""
    links = find_links(source.text)
    if not links:
        source.fail(None, "no link with board_edges")
    if len(links) > 1:
        source.fail(
            links[1].line,
            f"the text has {len(links)} links, and only one can be used here"
            " (edgematch check prints the score of each)",
        )
    return _parse(source, *links[0])


def link_text(link: ViewerLink) -> str:
    """Write a link."""
    letters = (_EMPTY if four is None else letters_of(four) for four in link.cells)
    numbers = (f"{number:03d}" for number in link.numbers)
    packed = f"&packed={link.packed}" if link.packed else ""
    return (
        f"{VIEWER}#puzzle={quote_field(link.name or 'edgematch', safe='')}"
        f"&board_w={link.columns}&board_h={link.rows}{packed}"
        f"&board_edges={''.join(letters)}&board_pieces={''.join(numbers)}\n"
    )


def letters_of(colors: Colors) -> str:
    """Return the four letters of a cell.

    >>> letters_of((0, 1, 2, 25))
    'abcz'
    """
    return "".join(LETTERS[color] for color in colors)


def _words(line: str) -> list[str]:
    """Return the words of a line that may be links, with their escapes undone."""
    words = []
    for word in _OUTSIDE.split(_AMPERSAND.sub("&", line)):
        if _MENTION.search(word) and not _FIELD.search(word):
            word = unquote(unquote(word))  # it is part of the address of another page
        words.append(word.rstrip(".*_!?:~"))
    return words


def _fields_of(word: str) -> str:
    """Return the fields of a link: they come after the #, or else after the ?."""
    parts = re.split("[#?]", word)
    return next((part for part in reversed(parts) if _FIELD.search(part)), "")


def _parse(source: Source, line: int, text: str) -> ViewerLink:
    fields = {}
    for key, values in parse_qs(text, keep_blank_values=True).items():
        if len(values) > 1:
            source.fail(line, f"the link has {quote(key)} twice")
        fields[key] = values[0]
    if "board_edges" not in fields:
        source.fail(line, "the link has no board_edges")
    cells = _cells(source, line, fields["board_edges"])
    numbers = [0] * len(cells)
    if "board_pieces" in fields:
        numbers = _piece_numbers(source, line, fields["board_pieces"], len(cells))
        for cell, (colors, number) in enumerate(zip(cells, numbers, strict=True)):
            if (colors is None) != (number == 0):
                one, other = "board_edges", "board_pieces"
                if colors is not None:
                    one, other = other, one
                source.fail(
                    line, f"cell {cell + 1} is empty in {one}, but not in {other}"
                )
    rows, columns = _size(source, line, fields, len(cells))
    shown = _shown_cells(source, line, rows, columns, cells)
    return ViewerLink(
        line,
        link_name(text),
        rows,
        columns,
        [cells[cell] for cell in shown],
        [numbers[cell] for cell in shown],
        fields.get("packed", ""),
    )


def _size(
    source: Source, line: int, fields: dict[str, str], cells: int
) -> tuple[int, int]:
    """Return rows and columns; what the fields do not say follows from the letters."""
    sizes = {}
    for key in ("board_h", "board_w", "puzzle_size"):
        if key in fields:
            sizes[key] = _whole_number(source, line, key, fields[key])
    square = sizes.get("puzzle_size")
    rows = sizes.get("board_h", square)
    columns = sizes.get("board_w", square)
    if rows is None and columns is None and isqrt(cells) ** 2 != cells:
        source.fail(
            line,
            f"board_edges has {4 * cells} letters, which is not a square board, and the"
            " link does not give the size (board_w, board_h)",
        )
    rows = rows or (cells // columns if columns else isqrt(cells))
    columns = columns or cells // rows
    return rows, columns


def _shown_cells(
    source: Source,
    line: int,
    rows: int,
    columns: int,
    cells: list[Colors | None],
) -> list[int]:
    """Return which cells of a link are those of the board.

    Some viewers write a small board as the top left of a larger square.
    """
    side = isqrt(len(cells))
    if rows * columns == len(cells):
        return list(range(len(cells)))
    if side * side == len(cells) and rows <= side and columns <= side:
        inside = [
            row * side + column for row in range(rows) for column in range(columns)
        ]
        kept = set(inside)
        if not any(cells[cell] for cell in range(len(cells)) if cell not in kept):
            return inside
    source.fail(
        line,
        f"board_edges has {4 * len(cells)} letters, a board {columns} wide and"
        f" {rows} high needs {4 * rows * columns}",
    )


def _whole_number(source: Source, line: int, key: str, word: str) -> int:
    if not is_whole_number(word) or not 1 <= int(word) <= MAXIMUM_SIDE:
        source.fail(line, f"{key} must be 1 to {MAXIMUM_SIDE}, got {quote(word)}")
    return int(word)


def _cells(source: Source, line: int, letters: str) -> list[Colors | None]:
    if not letters or len(letters) % 4:
        source.fail(
            line,
            f"board_edges has {len(letters)} letters: it must have four for each cell",
        )
    if len(letters) > 4 * MAXIMUM_SIDE**2:
        source.fail(
            line,
            f"board_edges has {len(letters)} letters: boards have up to"
            f" {MAXIMUM_SIDE} rows and columns",
        )
    cells: list[Colors | None] = []
    for start in range(0, len(letters), 4):
        four = letters[start : start + 4]
        north, east, south, west = (LETTERS.find(letter) for letter in four)
        if four in _EMPTY_CELLS:
            cells.append(None)
            continue
        if min(north, east, south, west) < 0:
            source.fail(
                line,
                f"board_edges, cell {start // 4 + 1}: letters are a to z,"
                f" got {quote(four)}",
            )
        cells.append((north, east, south, west))
    return cells


def _piece_numbers(source: Source, line: int, digits: str, count: int) -> list[int]:
    if len(digits) != 3 * count:
        source.fail(
            line,
            f"board_pieces must be {3 * count} digits, got {len(digits)} characters",
        )
    if not (digits.isascii() and digits.isdigit()):
        source.fail(line, "board_pieces must be digits")
    return [int(digits[start : start + 3]) for start in range(0, len(digits), 3)]
