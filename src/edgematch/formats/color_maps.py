"""Find out how the colors of some pieces must be renamed to be those of a puzzle.

Other people number or letter the colors in their own way, number the pieces
differently and turn them.  A *color map* gives every one of their colors the color of
the puzzle that it stands for, no two the same, so that the renamed pieces are pieces of
the puzzle in some turn.  A few of them may be wrong: mistyped, or of another puzzle.

The search guesses which piece one of the given pieces is, a *seed*, which fixes up to
four colors at once, and then takes one color after the other.  Each new color is
checked with the pieces that have three known sides: they must look like some piece of
the puzzle.  Among a few hundred pieces this refutes nearly every wrong guess within a
handful of checks.  Where up to *k* pieces may be wrong, one of *k* + 1 seeds is right.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from edgematch.geometry import Colors, turn_colors

Pattern = tuple[int, int, int, int]
"""Four colors, or `_ANY` for a side that is not known."""

_ANY = -1
_NO_COLOR = -2
"""What a color stands for that the puzzle does not have."""
_MOST_CHECKS = 200_000
"""The search gives up after so many checks: less than half a second."""


@dataclass(frozen=True)
class ColorMap:
    """What the given colors stand for."""

    colors: Mapping[int, int]
    """By given color; a color that stands for nothing is left out."""
    wrong: tuple[int, ...]
    """The given pieces that are no pieces of the puzzle, by their index."""

    def rename(self, piece: Colors) -> Colors | None:
        """Return a given piece in the colors of the puzzle, if it has them all."""
        if any(color not in self.colors for color in piece):
            return None
        north, east, south, west = (self.colors[color] for color in piece)
        return north, east, south, west


@dataclass(frozen=True)
class ColorMaps:
    """The color maps that were found, all with the fewest wrong pieces."""

    maps: tuple[ColorMap, ...]
    is_complete: bool
    """Whether there are no others: False if the search gave up, or had enough."""


def color_maps(
    given: Sequence[Colors],
    pieces: tuple[Colors, ...],
    known: Mapping[int, int] | None = None,
    numbers: Sequence[int | None] | None = None,
    turns: Collection[int] = (0, 1, 2, 3),
    most_wrong: int = 0,
    limit: int = 2,
) -> ColorMaps:
    """Return the maps that make pieces of the puzzle out of all the given pieces.

    `known` says what some colors stand for, such as the rim.  `numbers` says which
    piece of the puzzle each given piece is, None where that is open.  If there is no
    map without a wrong piece, maps with up to `most_wrong` of them are sought.

    >>> pieces = ((0, 1, 2, 0), (0, 0, 3, 1), (2, 1, 0, 0), (3, 0, 0, 1))
    >>> given = [(7, 8, 0, 0), (0, 0, 9, 7)]
    >>> color_maps(given, pieces, {0: 0}, numbers=[0, 1]).maps[0].colors
    {0: 0, 7: 1, 8: 2, 9: 3}
    """
    for most in sorted({0, most_wrong}):
        search = _Search(given, pieces, known or {}, numbers, tuple(turns))
        search.run(most, limit)
        if search.found or not search.is_complete:
            break
    return ColorMaps(tuple(search.found), search.is_complete)


class _Search:
    """One search, for maps with at most so many wrong pieces."""

    def __init__(
        self,
        given: Sequence[Colors],
        pieces: tuple[Colors, ...],
        known: Mapping[int, int],
        numbers: Sequence[int | None] | None,
        turns: tuple[int, ...],
    ) -> None:
        self.given, self.pieces, self.known = given, pieces, known
        self.numbers, self.turns = numbers, turns
        self.palette = sorted({color for piece in pieces for color in piece})
        counts = Counter(color for piece in given for color in piece)
        self.labels = [label for label, _ in counts.most_common()]
        any_piece = _patterns(pieces, turns)
        self.patterns = [
            any_piece if number is None else _patterns((pieces[number],), turns)
            for number in (numbers or [None] * len(given))
        ]
        self.found: list[ColorMap] = []
        self.is_complete = True
        self.checks = 0

    def run(self, most_wrong: int, limit: int) -> None:
        """Collect up to `limit` maps with the fewest wrong pieces."""
        self.most, self.limit = most_wrong, limit
        for seed in self._seeds()[: most_wrong + 1]:
            order, to_check = self._plan(seed)
            for colors in self._readings_of(seed):
                mapping = {**self.known, **colors}
                wrong = self._wrong_after(mapping, to_check[0], frozenset())
                if wrong is not None:
                    self._extend(mapping, wrong, order, to_check, 1)
                if not self.is_complete:
                    return

    def _extend(
        self,
        mapping: dict[int, int],
        wrong: frozenset[int],
        order: list[int],
        to_check: list[list[int]],
        level: int,
    ) -> None:
        """Try every color for the next label."""
        if level > len(order):
            self._record(mapping, wrong)
            return
        label = order[level - 1]
        taken = set(mapping.values())
        for color in (*self.palette, _NO_COLOR):
            if color in taken and color != _NO_COLOR:
                continue
            mapping[label] = color
            more = self._wrong_after(mapping, to_check[level], wrong)
            if more is not None:
                self._extend(mapping, more, order, to_check, level + 1)
            if not self.is_complete:
                break
        del mapping[label]

    def _wrong_after(
        self, mapping: dict[int, int], to_check: list[int], wrong: frozenset[int]
    ) -> frozenset[int] | None:
        """Return the wrong pieces, those to check included; None if too many."""
        if self.checks > _MOST_CHECKS:
            self.is_complete = False
            return None
        more: list[int] = []
        for index in to_check:
            if index in wrong:
                continue
            self.checks += 1
            north, east, south, west = self.given[index]
            pattern = (
                mapping.get(north, _ANY),
                mapping.get(east, _ANY),
                mapping.get(south, _ANY),
                mapping.get(west, _ANY),
            )
            if pattern not in self.patterns[index]:
                more.append(index)
                if len(wrong) + len(more) > self.most:
                    return None
        return wrong.union(more) if more else wrong

    def _record(self, mapping: dict[int, int], wrong: frozenset[int]) -> None:
        # A color of wrong pieces only may stand for anything.
        certain = {
            label
            for index, piece in enumerate(self.given)
            if index not in wrong
            for label in piece
        }
        colors = {label: mapping[label] for label in sorted(certain)}
        if len(wrong) < self.most:
            self.most = len(wrong)
            self.found.clear()
        found = ColorMap(colors, tuple(sorted(wrong)))
        if found not in self.found:
            self.found.append(found)
        if len(self.found) >= self.limit and self.most == 0:
            self.is_complete = False

    def _readings_of(self, seed: int) -> Iterator[dict[int, int]]:
        """Yield what the labels of a piece stand for if it is right."""
        number = None if self.numbers is None else self.numbers[seed]
        seen = set()
        for piece in self.pieces if number is None else (self.pieces[number],):
            for turn in self.turns:
                colors = turn_colors(piece, turn)
                if colors in seen:
                    continue
                seen.add(colors)
                pairs = set(zip(self.given[seed], colors, strict=True))
                pairs |= set(self.known.items())
                reading = dict(pairs)
                if len(reading) == len(pairs) == len(set(reading.values())):
                    yield reading

    def _seeds(self) -> list[int]:
        """Return the given pieces, those with the most new colors first.

        Among these, those whose colors let the most other pieces be checked come first.
        """

        def usefulness(index: int) -> tuple[int, int]:
            labels = set(self.given[index])
            known = labels | set(self.known)
            count = sum(_is_checkable(piece, known) for piece in self.given)
            return len(labels - set(self.known)), count

        best = sorted(
            range(len(self.given)), key=lambda index: -len(set(self.given[index]))
        )
        return sorted(best[:40], key=usefulness, reverse=True)

    def _plan(self, seed: int) -> tuple[list[int], list[list[int]]]:
        """Return the order of the labels, and which pieces to check after each.

        The first list of pieces is for the labels of the seed itself.
        """
        known = set(self.known) | set(self.given[seed])
        to_check = [
            [i for i, piece in enumerate(self.given) if _is_checkable(piece, known)]
        ]
        order: list[int] = []
        left = [label for label in self.labels if label not in known]
        while left:
            ready = Counter(
                label
                for piece in self.given
                for label in set(piece) - known
                if _is_checkable(piece, known | {label})
            )
            label = max(left, key=lambda each: ready[each])
            left.remove(label)
            known.add(label)
            order.append(label)
            to_check.append(
                [
                    i
                    for i, piece in enumerate(self.given)
                    if label in piece and _is_checkable(piece, known)
                ]
            )
        return order, to_check


def _is_checkable(piece: Colors, known: Collection[int]) -> bool:
    """Return whether at least three sides of a piece are known."""
    north, east, south, west = piece
    return (north in known) + (east in known) + (south in known) + (west in known) > 2


@lru_cache(maxsize=4096)
def _patterns(pieces: tuple[Colors, ...], turns: tuple[int, ...]) -> frozenset[Pattern]:
    """Return what the pieces can look like if at most one side is not known."""
    hidden = [
        tuple(side == unknown for side in range(4)) for unknown in (0, 1, 2, 3, None)
    ]
    patterns = set()
    for piece, turn in product(pieces, turns):
        colors = turn_colors(piece, turn)
        for mask in hidden:
            north, east, south, west = (
                _ANY if is_hidden else color
                for is_hidden, color in zip(mask, colors, strict=True)
            )
            patterns.add((north, east, south, west))
    return frozenset(patterns)
