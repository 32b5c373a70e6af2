"""Links that mail programs and terminals have broken over several lines.

A line goes on with the next one if the link at its end lacks letters, digits or the
rest of a field, and the next line is nothing but a piece of a link.
"""

import re
from math import isqrt

_FIELD = re.compile(r"board_(?:w|h|edges)=")
_SIZES = tuple(
    re.compile(f"(?:{key}|puzzle_size)=([0-9]{{1,3}})")
    for key in ("board_h", "board_w")
)
_LETTERS = re.compile("board_edges=([a-z0]*)")
_DIGITS = re.compile("board_pieces=([0-9]*)")
_PACKED = re.compile(r"&packed=[\w-]*$")
_CUT_FIELD = re.compile(r"&[a-z_]*=?$")
_CONTINUATION = re.compile(r"[>|\s]*([\w&=%.+-]+)[>)\]\"']*\s*")
"""A line with nothing but a piece of a link, perhaps quoted as in an e-mail."""
_MOST_LINES = 64


def lines_with_whole_links(text: str) -> list[str]:
    r"""Split a text into lines; a link is joined in its first one, the rest are empty.

    >>> lines_with_whole_links("#board_w=2&board_h=1&board_edges=aa\n> babaab\nBye")
    ['#board_w=2&board_h=1&board_edges=aababaab', '', 'Bye']
    """
    lines = text.split("\n")
    first = 0
    for number in range(1, len(lines)):
        more = _CONTINUATION.fullmatch(lines[number])
        if (
            more is not None
            and number - first <= _MOST_LINES
            and _is_cut(lines[first], more[1])
        ):
            lines[first] = lines[first].rstrip() + more[1]
            lines[number] = ""
        else:
            first = number
    return lines


def _is_cut(line: str, more: str) -> bool:
    """Return whether the link at the end of a line goes on with more of it."""
    link = line.split()[-1] if line and not line.isspace() else ""
    if _FIELD.search(link) is None:
        return False
    if more.startswith("&") or _CUT_FIELD.search(link):
        return True
    letters, digits = _LETTERS.search(link), _DIGITS.search(link)
    if letters is None:
        return "=" in more or "&" in more or _PACKED.search(link) is not None
    cells = len(letters[1]) // 4
    if digits is not None and digits.end() == len(link):
        return len(digits[1]) < 3 * cells
    return letters.end() == len(link) and len(letters[1]) < 4 * _cells(link, cells)


def _cells(link: str, shown: int) -> int:
    """Return how many cells a link has; without a size, a square number of them."""
    rows, columns = (size.search(link) for size in _SIZES)
    if rows is not None and columns is not None:
        return int(rows[1]) * int(columns[1])
    return (isqrt(max(0, shown - 1)) + 1) ** 2
