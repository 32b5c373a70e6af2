"""Line numbers in a TOML text: the line of every table and key.

The parser of the standard library does not report positions.  This module finds headers
and keys only, so that an error can name its line.
"""

import re
from collections.abc import Mapping

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*([A-Za-z0-9_.-]+|"[^"]*"|'[^']*')\s*=\s*(.*)$""")
_QUOTED = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|#.*""")

KeyPath = tuple[str | int, ...]
"""The path of keys and indices to a value."""


def lines_of(text: str) -> dict[KeyPath, int]:
    r"""Return the line of each table and key, by the path to it.

    >>> lines_of('[a]\nb = 1\n[[c]]\nd = [\n 2]\n[[c]]\n')
    {('a',): 1, ('a', 'b'): 2, ('c', 0): 3, ('c', 0, 'd'): 4, ('c', 1): 6}
    """
    found: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    depth = 0  # of brackets still open from an earlier line
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line) if depth == 0 else None
        if header is not None:
            table = _table(header[2], counts, is_array=header[1] == "[[")
            found.setdefault(table, number)
            continue
        key = _KEY.match(line) if depth == 0 else None
        if key is not None:
            found.setdefault((*table, *_names(key[1])), number)
        bare = _QUOTED.sub("", key[2] if key is not None else line)
        depth = max(0, depth + sum(map(bare.count, "[{")) - sum(map(bare.count, "]}")))
    return found


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """Return the line of a path, or of the innermost table around it."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def _names(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in key.split(".")]


def _table(name: str, counts: dict[KeyPath, int], is_array: bool) -> KeyPath:
    """Return the path of a header; tables of an array are numbered from 0."""
    path: KeyPath = ()
    names = _names(name)
    for place, part in enumerate(names):
        path = (*path, part)
        if is_array and place == len(names) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
