"""Colors of several words between commas or slashes: `light blue, red, gray, red`."""

import re

from edgematch.formats.side_names import order_of_names

_SEPARATOR = re.compile(r"[,;|\t]|\s/\s")
_LABEL = re.compile(r"\s*(?:[^\W\d_]+\s+)?[0-9]{1,4}\s*[:.)=|]?(?=\s)")
_AROUND = " []{}()\"'`"
_LEAST_LINES = 4
_MOST_WORDS = 3
_LONGEST_LINE = 200
_MOST_LINES = 10_000


def with_joined_phrases(text: str) -> str:
    r"""Join the words of each color by hyphens, where commas tell the colors apart.

    >>> print(with_joined_phrases("a, b, c, d" + 3 * "\n1: light blue, red, b, c"))
    a, b, c, d
    1: light-blue, red, b, c
    1: light-blue, red, b, c
    1: light-blue, red, b, c
    """
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        return text
    used = [number for number, line in enumerate(lines) if line.strip()]
    joined = {number: _joined(lines[number]) for number in used}
    pieces = {number: line for number, line in joined.items() if line is not None}
    if len(pieces) < _LEAST_LINES or len(pieces) * 5 < len(used) * 4:
        return text
    return "\n".join(pieces.get(number, line) for number, line in enumerate(lines))


def _joined(line: str) -> str | None:
    """Return a line with four colors, each as one word; None if it has not four."""
    if len(line) > _LONGEST_LINE:
        return None
    label = _LABEL.match(line)
    start = label.end() if label else 0
    colors = [each.strip(_AROUND) for each in _SEPARATOR.split(line[start:].strip())]
    words = [
        [word for word in color.split() if word != "of"]  # `head of bear`
        for color in (colors if colors[-1] else colors[:-1])
    ]
    order = order_of_names([each[0] for each in words if len(each) > 1])
    if order is not None and len(words) == 4:  # `top light blue, right red, …`
        words = [words[order.index(side)][1:] for side in "nesw"]
    is_piece = len(words) == 4 and all(
        0 < len(each) <= _MOST_WORDS and (len(each) == 1 or each[0][0].isalpha())
        for each in words
    )
    if not is_piece:
        return None
    return " ".join(filter(None, (line[:start], ", ".join(map("-".join, words)))))
