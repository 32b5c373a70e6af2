"""Short names of colors, for text: at most 3 characters wherever that is possible.

Names that are short enough stand for themselves.  A signed puzzle shortens its names to
what tells them apart and keeps the sign: `bear+` becomes `b+`.
"""

from collections.abc import Sequence
from typing import Final

from edgematch.geometry import RIM
from edgematch.puzzle import Puzzle

RIM_LABEL: Final = "-"
LONGEST_LABEL: Final = 3

_SIGNS: Final = ("+", "-", "−")


def color_signs(puzzle: Puzzle) -> tuple[str, ...]:
    """Return `+` or `-` for each color that faces another one, and nothing elsewhere.

    Of two mates the lower one is `+`, unless its name ends in a minus sign.
    """
    colors = 1 + max(max(puzzle.colors, default=0), len(puzzle.mates) - 1)
    signs = [""] * colors
    for color in range(colors):
        mate = puzzle.mate(color)
        if color < mate:
            is_minus = puzzle.color_name(color).rstrip().endswith(("-", "−"))
            signs[color], signs[mate] = "-+" if is_minus else "+-"
    return tuple(signs)


def color_labels(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a short label for each color number; no two colors share one.

    >>> pieces = [(0, 1, 2, 3)]
    >>> color_labels(Puzzle(1, 1, pieces, framed=False))
    ('0', '1', '2', '3')
    >>> names = ("bear+", "bear-", "fox+", "fox-")
    >>> color_labels(Puzzle(1, 1, pieces, (), False, (1, 0, 3, 2), color_names=names))
    ('b+', 'b-', 'f+', 'f-')
    """
    signs = color_signs(puzzle)
    names = [_name(puzzle, color, sign) for color, sign in enumerate(signs)]
    if not _are_usable(puzzle, names):
        names = _numbers(puzzle, signs)
        if puzzle.framed:
            names[RIM] = RIM_LABEL
    return tuple(names)


def _name(puzzle: Puzzle, color: int, sign: str) -> str:
    if puzzle.framed and color == RIM:
        return RIM_LABEL
    name = puzzle.color_name(color).strip()
    if sign:
        stem = name[:-1].rstrip() if name.endswith(_SIGNS) else ""
        return _shortest_prefix(puzzle, stem) + sign if stem else ""
    return name


def _shortest_prefix(puzzle: Puzzle, stem: str) -> str:
    stems = {
        puzzle.color_name(color).strip()[:-1].rstrip()
        for color in puzzle.colors
        if puzzle.color_name(color).strip().endswith(_SIGNS)
    }
    for length in range(1, LONGEST_LABEL):
        if sum(other[:length] == stem[:length] for other in stems) == 1:
            return stem[:length]
    return ""


def _are_usable(puzzle: Puzzle, names: list[str]) -> bool:
    """Return whether the names of the colors in use are short, plain and different."""
    used = [names[color] for color in puzzle.colors]
    return len(set(used)) == len(used) and all(
        0 < len(name) <= LONGEST_LABEL
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
