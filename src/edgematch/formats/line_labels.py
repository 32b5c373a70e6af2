"""What people write before a piece: `1.`, `#1`, `Square 1`, `Tile A:`.

Numbers stay, since pieces may be listed in any order; letters and names of cells are
left out.  Lines stay where they are, for errors that name one.
"""

import re
from collections.abc import Iterable

_NUMBER_SIGN = re.compile(r"\s*#([0-9]{1,4})\b[.:)]?(?=\s*\S)")
_NUMBERED = re.compile(r"^(\s*[0-9]{1,4})[.)](?=\s)", re.MULTILINE)
_HEADING = re.compile(
    r"\s*(?:tile|piece|square|card)\s+#?([0-9]{1,4})\s*[.:]?\s*", re.I
)
_LETTER = re.compile(
    r"\s*(?:[^\W\d_]{2,}\s+)?([A-Za-z]{1,2}[0-9]{0,2})\s*[:.)]\s+(\S.*)"
)
_SEPARATORS = re.compile(r"[\s,;|]+")
_LEAST_LINES = 4
_LONGEST_LINE = 200
"""A line of one piece is shorter."""


def without_labels(text: str) -> str:
    r"""Return a text whose lines begin with the piece, or with its plain number.

    >>> without_labels("#1 a B c D\n#2 b A d C")
    '1 a B c D\n2 b A d C'
    """
    lines = _NUMBERED.sub(r"\1 ", text).splitlines()
    used = [number for number, line in enumerate(lines) if line.strip()]
    if any(len(lines[number]) > _LONGEST_LINE for number in used):
        return "\n".join(lines)
    signs = [_NUMBER_SIGN.match(lines[number]) for number in used]
    if _are_consecutive(int(sign[1]) if sign else -1 for sign in signs):
        for number, sign in zip(used, signs, strict=True):
            assert sign is not None
            lines[number] = f"{sign[1]} {lines[number][sign.end() :].lstrip()}"
        return "\n".join(lines)
    headings = {n: match for n in used if (match := _HEADING.fullmatch(lines[n]))}
    if _are_consecutive(int(match[1]) for match in headings.values()):
        return "\n".join("" if n in headings else line for n, line in enumerate(lines))
    letters = [_LETTER.fullmatch(lines[number]) for number in used]
    labels = {match[1] for match in letters if match}
    if len(used) >= _LEAST_LINES and len(labels) == len(used):
        rests = [match[2] for match in letters if match]
        if all(map(_is_piece, rests)):
            for number, rest in zip(used, rests, strict=True):
                lines[number] = rest
    return "\n".join(lines)


def _are_consecutive(numbers: Iterable[int]) -> bool:
    """Return whether at least two numbers count from 0 or 1."""
    found = list(numbers)
    return len(found) > 1 and found == list(range(found[0], found[0] + len(found)))


def _is_piece(text: str) -> bool:
    words = [word for word in _SEPARATORS.split(text) if word]
    return len(words) in (4, 8) or (len(words) == 1 and len(words[0]) == 4)
