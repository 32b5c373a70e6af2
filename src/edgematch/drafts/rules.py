"""The kind of puzzle that is entered, and how its tiles are written.

A side is one word.  Halves are written in one of two ways: `bear+` and `bear-`, or
`BEAR` and `bear`.  In a framed puzzle `-`, `0` or `rim` is the rim.
"""

import re
from dataclasses import dataclass
from typing import Any

from edgematch.errors import PuzzleError
from edgematch.formats.lines import quote
from edgematch.formats.signs import Label
from edgematch.geometry import MAXIMUM_SIDE

Tile = tuple[str, str, str, str]
"""The words for the four sides, clockwise from the top."""

RIM_WORD = "-"
_RIM_WORDS = (RIM_WORD, "0", "rim")
_SEPARATORS = re.compile(r"[\s,;]+")
_SIZE = re.compile("([0-9]{1,3})[x×]([0-9]{1,3})")
_RULES: dict[str, dict[str, bool]] = {
    "halves": {"signed": True},
    "colors": {"signed": False},
    "tetravex": {"signed": False, "turnable": False},
    "framed": {"framed": True},
    "fixed": {"turnable": False},
}


@dataclass(frozen=True)
class DraftRules:
    """The size of the board, and what may face what."""

    rows: int
    columns: int
    signed: bool
    """Whether two halves of a picture face each other, instead of equal colors."""
    framed: bool = False
    turnable: bool = True

    @classmethod
    def read(cls, text: str) -> "DraftRules":
        """Read a size and a kind, in any order.

        >>> DraftRules.read("framed colors, 4 x 5")
        DraftRules(rows=4, columns=5, signed=False, framed=True, turnable=True)
        """
        text = re.sub("(?<=[0-9]) *[x×] *(?=[0-9])", "x", text.lower())
        values: dict[str, Any] = {}
        for word in filter(None, _SEPARATORS.split(text)):
            size = _SIZE.fullmatch(word)
            if size is not None:
                said = {"rows": int(size[1]), "columns": int(size[2])}
            elif word in _RULES:
                said = {**_RULES[word]}
            else:
                raise PuzzleError(
                    f"{quote(word)} is neither a size, such as 3x3, nor one of"
                    f" {', '.join(_RULES)}"
                )
            if any(values.get(name, value) != value for name, value in said.items()):
                raise PuzzleError(f"{quote(word)} contradicts the words before it")
            values |= said
        if "rows" not in values:
            raise PuzzleError("the size is missing; an example is 3x3 halves")
        if "signed" not in values:
            raise PuzzleError("say also whether it is halves, colors or tetravex")
        for name in ("rows", "columns"):
            if not 1 <= values[name] <= MAXIMUM_SIDE:
                raise PuzzleError(f"{name} must be 1 to {MAXIMUM_SIDE}")
        return cls(**values)

    @property
    def cells(self) -> int:
        """The number of tiles that fill the board."""
        return self.rows * self.columns

    def __str__(self) -> str:
        """Return the words that are read as these rules."""
        kinds = {
            (True, True): "halves",
            (True, False): "halves fixed",
            (False, True): "colors",
            (False, False): "tetravex",
        }
        frame = " framed" if self.framed else ""
        words = kinds[self.signed, self.turnable]
        return f"{self.rows}x{self.columns} {words}{frame}"


def words_of(line: str) -> list[str]:
    """Split a line at blanks, commas and semicolons."""
    return [word for word in _SEPARATORS.split(line) if word]


def read_tile(line: str, rules: DraftRules) -> Tile:
    """Read four sides, clockwise from the top; four digits may stand together."""
    words = words_of(line)
    if len(words) == 1 and not rules.signed and re.fullmatch("[0-9]{4}", words[0]):
        words = list(words[0])
    if len(words) != 4:
        raise PuzzleError(
            f"a tile needs 4 sides, clockwise from the top; got {len(words)}"
        )
    top, right, bottom, left = (_side(word, rules) for word in words)
    return top, right, bottom, left


def _side(word: str, rules: DraftRules) -> str:
    word = word.replace("−", "-")
    if rules.framed and word.lower() in _RIM_WORDS:
        return RIM_WORD
    name, sign = (word[:-1], word[-1]) if word[-1] in "+-" else (word, "")
    if not name or name[-1] in "+-":
        advice = "" if rules.framed else "; only a framed puzzle has a rim"
        raise PuzzleError(f"{quote(word)} is not the name of a color{advice}")
    if not rules.signed:
        if sign:
            raise PuzzleError(
                f"{quote(word)}: the colors of this puzzle have no halves"
            )
        return name
    if not sign and name.isupper() == name.islower():
        raise PuzzleError(
            f"{quote(word)}: which half? Write red+ and red-, or RED and red"
        )
    return word if sign else name.lower() + ("+" if name.isupper() else "-")


def label_of_word(word: str) -> Label:
    """Return the color and the sign of a side; the rim is color 0."""
    if word == RIM_WORD:
        return "0", ""
    return (word[:-1], word[-1]) if word[-1] in "+-" else (word, "")
