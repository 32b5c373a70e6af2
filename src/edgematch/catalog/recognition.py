"""Recognize a puzzle of the catalog, whatever its colors and pieces are called.

Lists of the same pieces differ in the numbers of the colors, the order of the pieces
and how each piece is turned; some are mirrored, and some have typing errors.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from edgematch import catalog
from edgematch.formats.color_maps import ColorMap, color_maps
from edgematch.geometry import RIM, Colors, turn_colors
from edgematch.puzzle import Puzzle
from edgematch.symmetry import look

_MOST_WRONG = 4
_LEAST_PIECES_FOR_EACH = 9
"""A puzzle must have so many pieces for each wrong one to be recognized."""


@dataclass(frozen=True)
class WrongPiece:
    """A piece that the puzzle of the catalog does not have, or not so often."""

    piece: int
    reason: str

    def __str__(self) -> str:
        return f"piece {self.piece + 1} {self.reason}"


@dataclass(frozen=True)
class Recognition:
    """A puzzle of the catalog whose pieces a puzzle has, or nearly so."""

    name: str
    title: str
    pieces: int
    wrong: tuple[WrongPiece, ...]
    is_mirrored: bool
    """Whether the colors of all pieces are listed anticlockwise."""
    colors: Mapping[int, int] = field(compare=False)
    """What the colors of the puzzle stand for in that of the catalog."""

    def __str__(self) -> str:
        which = f"{self.title} ({self.name})" + ", mirrored" * self.is_mirrored
        if not self.wrong:
            return f"these are the pieces of {which}"
        matching = self.pieces - len(self.wrong)
        faults = "; ".join(map(str, self.wrong))
        return f"{matching} of {self.pieces} pieces match {which}; {faults}"


@lru_cache(maxsize=16)
def recognize(puzzle: Puzzle) -> Recognition | None:
    """Return the puzzle of the catalog that has the same pieces, if there is one.

    Up to four of them may be wrong.  Hints and the numbering do not matter.

    >>> clue = catalog.load("clue1").puzzle
    >>> renamed = [(w + 3, n + 3, e + 3, s + 3) for n, e, s, w in clue.pieces[::-1]]
    >>> str(recognize(Puzzle(6, 6, renamed, framed=False)))
    'these are the pieces of Clue puzzle 1 of Eternity II (clue1)'
    """
    mirrored = tuple(
        (north, west, south, east) for north, east, south, west in puzzle.pieces
    )
    for is_mirrored in (False, True):
        pieces = mirrored if is_mirrored else puzzle.pieces
        for name in _candidates(puzzle):
            found = _wrong_pieces(puzzle, pieces, catalog.load(name).puzzle)
            if found is not None:
                wrong, colors = found
                facts = name, _title(name), len(pieces), wrong, is_mirrored
                return Recognition(*facts, colors)
    return None


def _title(name: str) -> str:
    """Return what people call a puzzle, without its size and hints."""
    title = str(catalog.load(name).about.get("title", name))
    return re.split(",| with ", title)[0]


def _candidates(puzzle: Puzzle) -> Iterator[str]:
    """Yield the puzzles that have as many pieces, and colors about as often."""
    tried = set()
    for name in catalog.names():
        other = catalog.load(name).puzzle
        if other.pieces in tried or other.cells != puzzle.cells:
            continue
        tried.add(other.pieces)
        is_alike = other.turnable == puzzle.turnable
        if is_alike and other.is_signed == puzzle.is_signed:
            counts, others = _color_counts(puzzle), _color_counts(other)
            length = max(len(counts), len(others))
            counts += [0] * (length - len(counts))
            others += [0] * (length - len(others))
            distance = sum(abs(a - b) for a, b in zip(counts, others, strict=True))
            if distance <= 2 * 4 * _most_wrong(puzzle):
                yield name


def _color_counts(puzzle: Puzzle) -> list[int]:
    counts = Counter(color for piece in puzzle.pieces for color in piece)
    return sorted(counts.values(), reverse=True)


def _most_wrong(puzzle: Puzzle) -> int:
    return min(_MOST_WRONG, puzzle.cells // _LEAST_PIECES_FOR_EACH)


def _wrong_pieces(
    puzzle: Puzzle, given: tuple[Colors, ...], model: Puzzle
) -> tuple[tuple[WrongPiece, ...], Mapping[int, int]] | None:
    """Return the given pieces that the model does not have, and what colors mean.

    None if too many pieces are wrong.
    """
    found = color_maps(
        given,
        model.pieces,
        known={RIM: RIM} if puzzle.framed and model.framed else None,
        turns=model.turns,
        most_wrong=_most_wrong(puzzle),
        limit=1 if not model.is_signed else 100,
    )
    for colors in found.maps:
        if all(
            colors.colors.get(puzzle.mate(color)) in (model.mate(other), None)
            for color, other in colors.colors.items()
        ):
            surplus, missing = _differences(given, model, colors)
            if len(surplus) <= _most_wrong(puzzle):
                names = {color: given for given, color in colors.colors.items()}
                wrong = tuple(
                    WrongPiece(
                        piece,
                        _reason(
                            puzzle,
                            given[piece],
                            _expected(given[piece], missing, names),
                        ),
                    )
                    for piece in surplus
                )
                return wrong, colors.colors
    return None


def _differences(
    given: tuple[Colors, ...], model: Puzzle, colors: ColorMap
) -> tuple[list[int], list[Colors]]:
    """Return the given pieces that the model has no piece for, and the reverse."""
    stock: dict[Colors, int] = defaultdict(int)
    for piece in model.pieces:
        stock[look(piece, model.turnable)] += 1
    surplus = []
    for number, piece in enumerate(given):
        renamed = colors.rename(piece)
        shape = None if renamed is None else look(renamed, model.turnable)
        if shape is not None and stock[shape]:
            stock[shape] -= 1
        else:
            surplus.append(number)
    missing = [shape for shape, count in stock.items() for _ in range(count)]
    return surplus, missing


def _reason(puzzle: Puzzle, given: Colors, expected: Colors | None) -> str:
    if expected is None:
        return "is not one of them, or occurs too often"
    faults = [
        f"{puzzle.color_name(color)} where it should have {puzzle.color_name(right)}"
        for color, right in zip(given, expected, strict=True)
        if color != right
    ]
    return f"has {' and '.join(faults)}"


def _expected(
    given: Colors, missing: list[Colors], names: dict[int, int]
) -> Colors | None:
    """Return the missing piece that differs least, in the given colors and turn."""
    choices = []
    for piece in missing:
        if all(color in names for color in piece):
            north, east, south, west = (names[color] for color in piece)
            for turn in range(4):
                turned = turn_colors((north, east, south, west), turn)
                same = sum(a == b for a, b in zip(given, turned, strict=True))
                choices.append((same, turned))
    most = max((same for same, _ in choices), default=0)
    best = {turned for same, turned in choices if same == most}
    return best.pop() if most >= 2 and len(best) == 1 else None
