"""The tiles of an unfinished puzzle as text that fits the width of a terminal."""

import re
from collections.abc import Iterator
from dataclasses import replace

from edgematch.drafts import Draft
from edgematch.pictures.text import color_labels, pieces_text
from edgematch.puzzle import Puzzle

_ESCAPE = re.compile("\x1b\\[[0-9;]*m")
_MOST_LINES = 20
"""A higher board is drawn only if all of it is asked for."""


def draft_text(draft: Draft, width: int, color: bool, whole: bool) -> str:
    """Draw the board of tiles, the last change in brackets and missing tiles as dots.

    Where the board is too wide, the tiles are drawn in shorter rows; where it is too
    high and not the `whole` is wanted, only the row with the last change.
    """
    puzzle = _with_short_names(draft.padded_puzzle())
    count, changed = len(draft.tiles), _changed_tile(draft)
    cells = [piece if piece < count else None for piece in range(puzzle.cells)]
    board = pieces_text(puzzle, cells, puzzle.columns, color, changed)
    if _width(board) < width and (whole or board.count("\n") < _MOST_LINES):
        return board
    for columns in range(puzzle.columns, 0, -1):
        rows = [range(i, min(i + columns, count)) for i in range(0, count, columns)]
        if not whole:
            last = count - 1 if changed is None else changed
            rows = [row for row in rows if last in row]
        texts = [pieces_text(puzzle, row, len(row), color, changed) for row in rows]
        if max(map(_width, texts)) < width:
            break
    return "\n".join(texts)


def draft_legend(draft: Draft) -> Iterator[str]:
    """Yield how often each side occurs, with its label if that is not its beginning."""
    puzzle = draft.padded_puzzle()
    labels = color_labels(_with_short_names(puzzle))
    label_of = {puzzle.color_name(color): labels[color] for color in puzzle.colors}
    for word, count in draft.counts().items():
        label = label_of.get(word, word)
        is_clear = word.startswith(label.rstrip("+-"))
        yield f"{word} {count}" if is_clear else f"{label} = {word} {count}"


def _width(text: str) -> int:
    return max(len(_ESCAPE.sub("", line)) for line in text.splitlines())


def _changed_tile(draft: Draft) -> int | None:
    """Return which tile, from 0, differs from the draft before."""
    before = draft.before.tiles if draft.before is not None else ()
    tiles = enumerate(draft.tiles)
    return next((i for i, tile in tiles if tile not in before[i : i + 1]), None)


def _with_short_names(puzzle: Puzzle) -> Puzzle:
    """Cut long names to three letters if that leaves them different."""
    names = puzzle.color_names
    short = tuple(name if name[-1:] in ("+", "-") else name[:3] for name in names)
    is_usable = len(set(short)) == len(set(names))
    return replace(puzzle, color_names=short) if is_usable else puzzle
