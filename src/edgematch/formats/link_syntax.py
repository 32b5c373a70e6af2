"""The text of a link of the community's board viewer: its fields and letters.

`…#puzzle=NAME&board_w=W&board_h=H&board_edges=…&board_pieces=…`: four letters a cell,
north east south west as placed, `a` is 0; `aaaa` is an empty cell.  Pieces are three
digits, from 001; `000` is an empty cell.
"""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs
from urllib.parse import quote as quote_field

from edgematch.formats.document import Source
from edgematch.formats.lines import is_whole_number, quote
from edgematch.geometry import MAXIMUM_SIDE, Colors
from edgematch.puzzle import printable

VIEWER = "https://e2.bucas.name/"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_PIECES = 999

_EMPTY = "aaaa"
_FIELD = re.compile(r"board_(?:w|h|edges)=")
_OUTSIDE = re.compile(r"""[\s"'<>]+""")
"""What may separate a link from the text around it."""
_COMMENT = re.compile(r"\s*(#|[cC](omments?)?:?\s)")
"""How comments begin in piece lists, which may say where the pieces are from."""


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


def has_link(text: str) -> bool:
    """Return whether a text contains a link that is not in a comment."""
    return bool(_links(text))


def parse_link(source: Source) -> ViewerLink:
    """Return the one link that a text contains."""
    line, fields = _fields(source)
    rows = _whole_number(source, line, fields, "board_h")
    columns = _whole_number(source, line, fields, "board_w")
    cells = _cells(source, line, fields["board_edges"], rows, columns)
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
    name = printable(fields.get("puzzle", ""))
    return ViewerLink(line, name, rows, columns, cells, numbers)


def link_text(link: ViewerLink) -> str:
    """Write a link."""
    letters = (_EMPTY if four is None else letters_of(four) for four in link.cells)
    numbers = (f"{number:03d}" for number in link.numbers)
    return (
        f"{VIEWER}#puzzle={quote_field(link.name or 'edgematch', safe='')}"
        f"&board_w={link.columns}&board_h={link.rows}"
        f"&board_edges={''.join(letters)}&board_pieces={''.join(numbers)}"
        "&motifs_order=jblackwood\n"
    )


def letters_of(colors: Colors) -> str:
    """Return the four letters of a cell.

    >>> letters_of((0, 1, 2, 25))
    'abcz'
    """
    return "".join(LETTERS[color] for color in colors)


def _links(text: str) -> list[tuple[int, str]]:
    """Return the first two links in the text, with their lines.

    Links in comments count only if there is nothing but comments.
    """
    found: list[tuple[int, str]] = []
    if _FIELD.search(text) is None:
        return found
    lines = text.split("\n")
    has_content = any(line.strip() and not _COMMENT.match(line) for line in lines)
    for number, line in enumerate(lines, start=1):
        if _FIELD.search(line) is None or (has_content and _COMMENT.match(line)):
            continue
        words = _OUTSIDE.split(line)
        found += [(number, word) for word in words if _FIELD.search(word)]
        if len(found) > 1:
            break
    return found[:2]


def _fields(source: Source) -> tuple[int, dict[str, str]]:
    links = _links(source.text)
    if not links:
        source.fail(None, "no link with board_w, board_h and board_edges")
    if len(links) > 1:
        source.fail(links[1][0], "a second link; only one can be read at a time")
    line, link = links[0]
    # The fields come after the #, or else after the ?, or there is nothing else.
    parts = re.split("[#?]", link.replace("&amp;", "&"))
    query = next(part for part in reversed(parts) if _FIELD.search(part))
    fields = {}
    for key, values in parse_qs(query, keep_blank_values=True).items():
        if len(values) > 1:
            source.fail(line, f"the link has {quote(key)} twice")
        fields[key] = values[0]
    for key in ("board_w", "board_h", "board_edges"):
        if key not in fields:
            source.fail(line, f"the link has no {key}")
    return line, fields


def _whole_number(source: Source, line: int, fields: dict[str, str], key: str) -> int:
    word = fields[key]
    if not is_whole_number(word) or not 1 <= int(word) <= MAXIMUM_SIDE:
        source.fail(line, f"{key} must be 1 to {MAXIMUM_SIDE}, got {quote(word)}")
    return int(word)


def _cells(
    source: Source, line: int, letters: str, rows: int, columns: int
) -> list[Colors | None]:
    if len(letters) != 4 * rows * columns:
        source.fail(
            line,
            f"board_edges has {len(letters)} letters, a board {columns} wide and"
            f" {rows} high needs {4 * rows * columns}",
        )
    cells: list[Colors | None] = []
    for start in range(0, len(letters), 4):
        four = letters[start : start + 4]
        north, east, south, west = (LETTERS.find(letter) for letter in four)
        if min(north, east, south, west) < 0:
            source.fail(
                line,
                f"board_edges, cell {start // 4 + 1}: letters are a to z,"
                f" got {quote(four)}",
            )
        cells.append(None if four == _EMPTY else (north, east, south, west))
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
