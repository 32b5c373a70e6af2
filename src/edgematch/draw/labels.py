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
    names = _short_names(puzzle, signs)
    if not _are_usable(puzzle, names):
        names = _numbers(puzzle, signs)
        if puzzle.framed:
            names[RIM] = RIM_LABEL
    return tuple(names)


def _short_names(puzzle: Puzzle, signs: Sequence[str]) -> list[str]:
    """Shorten the names of signed colors to what tells them apart; "" if that fails."""
    names = [puzzle.color_name(color).strip() for color in range(len(signs))]
    stems = {
        names[color][:-1].rstrip()
        for color in puzzle.colors
        if names[color].endswith(_SIGNS)
    }
    for color, sign in enumerate(signs):
        if puzzle.framed and color == RIM:
            names[color] = RIM_LABEL
        elif sign:
            name = names[color]
            stem = name[:-1].rstrip() if name.endswith(_SIGNS) else ""
            shorter = (
                stem[:length] + sign
                for length in range(1, LONGEST_LABEL)
                if sum(other[:length] == stem[:length] for other in stems) == 1
            )
            names[color] = next(shorter, "") if stem else ""
    return names


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
