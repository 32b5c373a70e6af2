"""A small puzzle that somebody enters tile by tile: what is known of it so far.

A `Draft` is a value: each change returns a new draft that remembers the one before, so
that any change can be undone.  A tile that cannot be read raises `PuzzleError`; what is
merely suspicious is a warning, and never refused.

    >>> draft = Draft(DraftRules.read("1x2 halves")).with_tile("bear+ fox- owl+ fox+")
    >>> draft = draft.with_tile("BEAR fox OWL FOX")
    >>> draft.is_complete, draft.warnings()
    (True, ('tiles 1 and 2 are equal',))

A side is one word.  Halves are written in one of two ways: `bear+` and `bear-`, or
`BEAR` and `bear`.  In a framed puzzle `-`, `0` or `rim` is the rim.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from edgematch import formats
from edgematch.errors import PuzzleError
from edgematch.findings import findings, kind
from edgematch.formats import Document, Source
from edgematch.formats.lines import quote
from edgematch.formats.signs import Label, SignedColors, labels_of
from edgematch.geometry import MAXIMUM_SIDE, RIM, SIDES
from edgematch.puzzle import Puzzle
from edgematch.symmetry import look

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
_NO_COLOR = "[0, '']"
_UNFINISHED_TILE = re.compile(r"^([0-9]+): \[\]$", re.MULTILINE)


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
        values: dict[str, int] = {}
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
        return cls(**values)  # type: ignore[arg-type]

    @property
    def cells(self) -> int:
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


@dataclass(frozen=True)
class Draft:
    """The tiles of a puzzle, as far as they have been entered."""

    rules: DraftRules
    tiles: tuple[Tile, ...] = ()
    name: str = ""
    before: "Draft | None" = field(default=None, compare=False, repr=False)
    """The draft before the last change."""

    @property
    def is_complete(self) -> bool:
        return len(self.tiles) == self.rules.cells

    def with_tile(self, line: str, number: int | None = None) -> "Draft":
        """Return a draft with the tile that `line` describes.

        It is added to the end, or takes the place of tile `number`, counted from 1.
        """
        count = len(self.tiles)
        if number is None and self.is_complete:
            raise PuzzleError(
                f"all {count} tiles are entered; `tile 4` changes the fourth"
            )
        index = count if number is None else number - 1
        if not 0 <= index <= min(count, self.rules.cells - 1):
            raise PuzzleError(f"there is no tile {number}; {count} are entered")
        tile = read_tile(line, self.rules)
        tiles = (*self.tiles[:index], tile, *self.tiles[index + 1 :])
        changed = replace(self, tiles=tiles, before=self)
        changed.padded_puzzle()  # too many colors, or a name that is not printable
        return changed

    def undo(self) -> "Draft":
        """Return the draft before the last change."""
        if self.before is None:
            raise PuzzleError("there is nothing to undo")
        return self.before

    def padded_puzzle(self) -> Puzzle:
        """Return the puzzle; a missing tile has color 0 on all sides."""
        labels = [[_label(word) for word in tile] for tile in self.tiles]
        colors = SignedColors.of(label for tile in labels for label in tile)
        pieces = [[colors.numbers[label] for label in tile] for tile in labels]
        rules = self.rules
        return Puzzle(
            rules.rows,
            rules.columns,
            pieces + [[RIM] * 4] * (rules.cells - len(pieces)),
            framed=rules.framed,
            mates=colors.mates,
            turnable=rules.turnable,
            name=self.name,
            color_names=colors.names,
        )

    def counts(self) -> dict[str, int]:
        """Return how often each side occurs, without the rim; 0 for a missing half."""
        counts = Counter(word for tile in self.tiles for word in tile)
        del counts[RIM_WORD]
        names = sorted({_label(word) for word in counts})
        both = ((name, "+-" if sign else [""]) for name, sign in names)
        words = [name + sign for name, signs in both for sign in signs]
        return {word: counts[word] for word in words}

    def warnings(self) -> tuple[str, ...]:
        """Return what looks like a mistake, a sentence each."""
        return (
            *self._equal_tiles(),
            *self._similar_names(),
            *(self._findings() if self.is_complete else self._kind_warnings()),
            *(self._uneven_halves() if self.is_complete else ()),
        )

    def _equal_tiles(self) -> Iterator[str]:
        groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
        pieces = self.padded_puzzle().pieces[: len(self.tiles)]
        for number, piece in enumerate(pieces, start=1):
            groups[look(piece) if self.rules.turnable else piece].append(number)
        for numbers in groups.values():
            if len(numbers) > 1:
                *first, last = map(str, numbers)
                yield f"tiles {', '.join(first)} and {last} are equal"

    def _similar_names(self) -> Iterator[str]:
        """Find names that occur on one tile only and are spelled almost as another."""
        places: dict[str, set[int]] = defaultdict(set)
        for number, tile in enumerate(self.tiles, start=1):
            for word in tile:
                places[_label(word)[0]].add(number)
        for name, numbers in places.items():
            for other, others in places.items():
                is_rare = len(numbers) == 1 and min(others) < min(numbers)
                if is_rare and _are_similar(name, other):
                    place = f"tile {min(numbers)}: {name} occurs only there"
                    yield f"{place}; did you mean {other}?"

    def _kind_warnings(self) -> Iterator[str]:
        """Compare corner, border and inner tiles with the room for them."""
        rows, columns = self.rules.rows, self.rules.columns
        if not self.rules.framed or min(rows, columns) < 2:
            return
        room = {
            "corner": 4,
            "border": 2 * (rows + columns) - 8,
            "inner": (rows - 2) * (columns - 2),
        }
        counts: Counter[str] = Counter()
        for number, piece in enumerate(self.padded_puzzle().pieces, start=1):
            if number > len(self.tiles):
                break
            found = kind(piece)
            counts[found] += 1
            if found not in room:
                yield f"tile {number} has {found}, which fits nowhere"
            elif counts[found] == room[found] + 1:
                yield f"tile {number}: there is room for {room[found]} {found} tiles"

    def _findings(self) -> Iterator[str]:
        for finding in findings(self.padded_puzzle()):
            yield f"there is no solution: {finding.message}"

    def _uneven_halves(self) -> Iterator[str]:
        """Find halves that differ much in number; without a frame some may differ."""
        if not self.rules.signed or self.rules.framed:
            return
        counts = self.counts()
        rim = 2 * (self.rules.rows + self.rules.columns)
        for word, count in counts.items():
            other = word[:-1] + "-"
            if word.endswith("+") and 3 * abs(count - counts[other]) >= rim:
                yield f"{word} occurs {count} times, {other} {counts[other]} times"

    def text(self, format: str) -> str:
        """Write the draft as `record` or `scramble-squares`.

        Missing tiles are left out of a record, and are empty lists in a tile file, so
        that readers refuse an unfinished puzzle instead of taking it for a smaller one.
        """
        text = formats.write(Document(self.padded_puzzle()), format).text
        if self.is_complete:
            return text
        if format == "record":
            facts = json.loads(text)
            del facts["puzzle"]["pieces"][len(self.tiles) :]
            return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"
        lines = text.splitlines()[: len(self.tiles)]
        lines += [f"{i + 1}: []" for i in range(len(self.tiles), self.rules.cells)]
        return "\n".join(lines) + "\n"


def read_tile(line: str, rules: DraftRules) -> Tile:
    """Read four sides, clockwise from the top; four digits may stand together."""
    words = [word for word in _SEPARATORS.split(line) if word]
    if len(words) == 1 and not rules.signed and re.fullmatch("[0-9]{4}", words[0]):
        words = list(words[0])
    if len(words) != 4:
        raise PuzzleError(
            f"a tile needs 4 sides, clockwise from the top; got {len(words)}"
        )
    top, right, bottom, left = (_side(word, rules) for word in words)
    return top, right, bottom, left


def read_draft(source: Source) -> Draft:
    """Read a puzzle, finished or not, that `Draft.text` or another program wrote."""
    missing = 0
    format = None
    if source.suffix in (".yaml", ".yml"):
        text, missing = _UNFINISHED_TILE.subn(
            rf"\1: [{', '.join([_NO_COLOR] * len(SIDES))}]", source.text
        )
        source = replace(source, text=text)
    else:
        padded = _padded_record(source.text)
        if padded is not None:
            text, missing = padded
            source, format = replace(source, text=text), "record"
    document = formats.read(source, None, format)
    puzzle = document.puzzle
    if document.board is not None or puzzle.hints or document.pictures:
        source.fail(None, "only the tiles can be edited, not hints, boards or pictures")
    rules = DraftRules(
        puzzle.rows, puzzle.columns, puzzle.is_signed, puzzle.framed, puzzle.turnable
    )
    words = {color: "".join(label) for color, label in labels_of(puzzle).items()}
    if puzzle.framed:
        words[RIM] = RIM_WORD
    draft = Draft(rules, name=puzzle.name)
    for piece in puzzle.pieces[: puzzle.cells - missing]:
        top, right, bottom, left = (words[color] for color in piece)
        tiles = (*draft.tiles, (top, right, bottom, left))
        draft = replace(draft, tiles=tiles, before=draft)
    return draft


def _padded_record(text: str) -> tuple[str, int] | None:
    """Add the missing pieces of an unfinished record; return how many, too."""
    try:
        facts = json.loads(text)
        puzzle = facts["puzzle"]
        cells, pieces = puzzle["rows"] * puzzle["columns"], puzzle["pieces"]
        missing = cells - len(pieces)
        if not 0 < missing < MAXIMUM_SIDE**2 or not pieces:
            return None
        puzzle["pieces"] = pieces + [[RIM] * 4] * missing
    except (ValueError, TypeError, LookupError, RecursionError):
        return None  # the reader of records says what is wrong
    return json.dumps(facts), missing


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


def _label(word: str) -> Label:
    if word == RIM_WORD:
        return "0", ""
    return (word[:-1], word[-1]) if word[-1] in "+-" else (word, "")


def _are_similar(name: str, other: str) -> bool:
    """Return whether one name may be a misspelling of the other."""
    name, other = name.lower(), other.lower()
    if name == other or min(len(name), len(other)) < 3:
        return name == other
    if name.isdigit() or other.isdigit():
        return False
    return sorted(name) == sorted(other) or (
        SequenceMatcher(None, name, other).ratio() >= 0.8
    )
