"""Colors as people write them: `7`, `X`, `red`, `-3`, `bear+`, `green/down`.

Words do not say whether a color faces itself.  Some are pairs by their form: `3` and
`-3`, `a` and `A`, `bear/head` and `bear/tail`.  Each way to take them is a `Coloring`;
the pieces decide between them (see `interpretation`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from edgematch.formats.lines import quote
from edgematch.formats.signs import Label, SignedColors
from edgematch.puzzle import MAXIMUM_COLOR

_NUMBER = re.compile(r"[+-]?[0-9]+")
_LONGEST = 40
_HALVES = (
    re.compile(r"(?P<name>.*[^+-])(?P<half>[+-])"),
    re.compile(r"(?P<half>[+-])(?P<name>[^+-].*)"),
    re.compile(r"(?P<name>[^\W\d]+)(?P<half>'?)"),
    re.compile(r"(?P<name>.+)[/_.:-](?P<half>\w+)"),
    re.compile(r"(?P<half>\w+)[/_.:-](?P<name>.+)"),
    re.compile(r"(?P<name>[^\W\d]+)(?P<half>[0-9])"),
    re.compile(r"(?P<name>[0-9]+)(?P<half>[^\W\d])"),
    re.compile(r"(?P<name>[^\W\d]{1,2})(?P<half>[^\W\d])"),
    re.compile(r"(?P<half>[^\W\d])(?P<name>[^\W\d]{1,2})"),
    re.compile(
        r"(?P<name>\w+?)(?P<half>head|tail|top|bottom|front|back|upper|lower)", re.I
    ),
)
"""How the name of a picture and which half of it are written in one word."""


@dataclass(frozen=True)
class Coloring:
    """One way to take the words of pieces as color numbers."""

    rows: Sequence[Sequence[int]]
    mates: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    numbers: dict[str, int] | None = None
    """The color that each word stands for; None where words are the numbers."""
    note: str = ""

    def color_of(self, word: str) -> int | None:
        """Return the color of a word, or None if no piece has it."""
        if self.numbers is not None:
            return self.numbers.get(_plain(word))
        used = {color for row in self.rows for color in row}
        return int(word) if word.isdecimal() and int(word) in used else None


def odd_word(rows: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """Return the piece and the word that is most likely a typing error, or None.

    Among numbers up to 255, a single word of another kind is no color.
    """
    counts = Counter(word for row in rows for word in row)
    odd = {word for word in counts if not _is_color_number(word)}
    if sum(counts[word] for word in odd) * 2 > counts.total():
        odd = {word for word in odd if len(word) > _LONGEST}
    for number, row in enumerate(rows):
        for word in row:
            if len(word) > _LONGEST or (word in odd and counts[word] == 1):
                return number, word
    return None


def expected_color(word: str) -> str:
    """Return the message for a word that is no color."""
    if _NUMBER.fullmatch(word):
        return f"colors must be 0 to {MAXIMUM_COLOR}, got {quote(word)}"
    return f"expected a whole number, got {quote(word)}"


def colorings(rows: Sequence[Sequence[str]]) -> list[Coloring]:
    """Return the ways to take words as colors, the likeliest first."""
    plain = [[_plain(word) for word in row] for row in rows]
    words = Counter(word for row in plain for word in row)
    found = [
        _coloring(plain, {word: split(word) for word in words}, note)
        for split, note in _ways(words)
    ]
    return [each for each in found if len(each.names) <= MAXIMUM_COLOR + 1] or found


def _plain(word: str) -> str:
    """Write numbers without leading zeros and plus signs."""
    return str(int(word)) if len(word) < _LONGEST and _NUMBER.fullmatch(word) else word


def _is_color_number(word: str) -> bool:
    return len(word) < 10 and word.isdecimal() and int(word) <= MAXIMUM_COLOR


def _ways(words: Counter[str]) -> Iterator[tuple[Callable[[str], Label], str]]:
    """Yield how a word may be split into a name and a sign, with a note."""
    others = Counter({word: words[word] for word in words if word != "0"})
    negative = sum(words[word] for word in others if word.startswith("-"))
    are_numbers = all(map(_NUMBER.fullmatch, words))
    if are_numbers and negative * 5 >= others.total():
        yield _signed_number, "a color and its negative face each other"
    cases = Counter(word.lower() for word in others if word.isalpha())
    pairs = {word for word in cases if word in others and cases[word] == 2}
    if len(pairs) * 4 >= len(others) > 1:
        yield _letter_case, "a small letter faces the same capital letter"
    for pattern in _HALVES:
        matches = {word: pattern.fullmatch(word) for word in others}
        halves = sorted({match["half"] for match in matches.values() if match})
        missing = [word for word, match in matches.items() if match is None]
        names = Counter(match["name"] for match in matches.values() if match)
        pairs_of_halves = sum(count == 2 for count in names.values())
        if are_numbers or len(halves) != 2 or len(missing) > 1:
            continue
        if pairs_of_halves * 2 >= len(names):
            note = f"{halves[1]} of a picture faces {halves[0] or 'the other half'}"
            yield _half(pattern, halves[1]), "" if halves == ["+", "-"] else note
    yield (lambda word: (word, "")), ""


def _signed_number(word: str) -> Label:
    number = int(word)
    sign = "" if not number else "+" if number > 0 else "-"
    return str(abs(number)), sign


def _letter_case(word: str) -> Label:
    if not word.isalpha():
        return word, ""
    return word.lower(), "+" if word.islower() else "-"


def _half(pattern: re.Pattern[str], second: str) -> Callable[[str], Label]:
    def split(word: str) -> Label:
        match = pattern.fullmatch(word)
        if match is None:
            return word, ""
        return match["name"], "-" if match["half"] == second else "+"

    return split


def _coloring(
    rows: Sequence[Sequence[str]], labels: dict[str, Label], note: str
) -> Coloring:
    colors = SignedColors.of(labels.values())
    numbers = {word: colors.numbers[label] for word, label in labels.items()}
    return Coloring(
        [[numbers[word] for word in row] for row in rows],
        colors.mates,
        colors.names,
        numbers,
        note,
    )
