"""Signed colors: names with `+` and `-` to color numbers and mates, and back."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from edgematch.puzzle import MAXIMUM_COLOR, MAXIMUM_NAME, Puzzle

Label = tuple[str, str]
"""A color's name and its sign: `+`, `-` or nothing."""


@dataclass(frozen=True)
class SignedColors:
    """The color numbers for a set of labels."""

    numbers: dict[Label, int]
    mates: tuple[int, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, labels: Iterable[Label]) -> "SignedColors":
        """Number the labels: bare numbers as they are, names and signs from 1.

        Color 0 is always color 0, since it may be a rim.

        >>> SignedColors.of([("red", "-"), ("blu", "+")]).names
        ('', 'blu+', 'blu-', 'red+', 'red-')
        """
        found = set(labels)
        signed = {name for name, sign in found if sign}
        found |= {(name, sign) for name in signed for sign in "+-"}
        if not signed and all(_is_color_number(name) for name, _ in found):
            return cls({label: int(label[0]) for label in found}, (), ())
        others = sorted(found - {("0", "")}, key=_sort_key)
        numbers = {label: number for number, label in enumerate(others, start=1)}
        names = ["", *(name + sign for name, sign in others)]
        mates = [0] * len(names)
        for (name, sign), number in numbers.items():
            opposite_sign = {"+": "-", "-": "+", "": ""}[sign]
            mates[number] = numbers[name, opposite_sign]
        numbers["0", ""] = 0
        return cls(numbers, tuple(mates) if signed else (), tuple(names))


def _is_color_number(name: str) -> bool:
    return re.fullmatch("[0-9]{1,3}", name) is not None and int(name) <= MAXIMUM_COLOR


def _sort_key(label: Label) -> tuple[int, str, str]:
    name, sign = label
    return (int(name) if _is_color_number(name) else -1, name, sign)


def label_of(puzzle: Puzzle, color: int) -> Label:
    """Return the name and sign of a color; of two mates the lower number is `+`."""
    mate = puzzle.mate(color)
    if mate == color:
        return puzzle.color_name(color), ""
    sign = "+" if color < mate else "-"
    name = puzzle.color_name(min(color, mate))
    other = puzzle.color_name(max(color, mate))
    if name.endswith("+") and other == name[:-1] + "-":
        return name[:-1], sign
    return name, sign


def labels_of(puzzle: Puzzle) -> dict[int, Label]:
    """Return a label for each color: its name, or its number if names are unsuitable.

    Names are unsuitable when two colors share one, or one ends in a sign or is empty.
    """
    labels = {color: label_of(puzzle, color) for color in puzzle.colors}
    signed = {name for name, sign in labels.values() if sign}
    unsigned = {name for name, sign in labels.values() if not sign}
    if are_told_apart(labels) and not signed & unsigned:
        return labels
    return {
        color: (str(min(color, puzzle.mate(color))), sign)
        for color, (_, sign) in labels.items()
    }


def are_told_apart(labels: dict[int, Label]) -> bool:
    """Return whether labels are read back as different colors."""
    for name, sign in labels.values():
        if not name or name[-1] in "+-" or len(name + sign) > MAXIMUM_NAME:
            return False
    numbers = SignedColors.of(labels.values()).numbers
    found = {numbers[label] for label in labels.values()}
    return len(found) == len(labels) and max(found, default=0) <= MAXIMUM_COLOR
