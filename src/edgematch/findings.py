"""Reasons, found by counting, why a well-formed puzzle has no solution.

Each check compares what the cells need with what the pieces have.  None of them
searches: a puzzle without findings may still be unsolvable.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from edgematch.board import Board
from edgematch.geometry import (
    EAST,
    NORTH,
    RIM,
    SIDE_NAMES,
    SIDES,
    SOUTH,
    WEST,
    Colors,
    is_on_rim,
    turn_colors,
)
from edgematch.puzzle import Puzzle

RimPattern = tuple[int, int, int, int]
"""Which sides are on the rim (1) and which are not (0), clockwise from north."""

_KINDS: dict[RimPattern, str] = {
    (0, 0, 0, 0): "inner",
    (0, 0, 0, 1): "border",
    (0, 0, 1, 1): "corner",
    (0, 1, 0, 1): "two opposite rim sides",
    (0, 1, 1, 1): "three rim sides",
    (1, 1, 1, 1): "four rim sides",
}


@dataclass(frozen=True)
class Finding:
    """One reason why a puzzle cannot be solved."""

    rule: str
    """`rim`, `colors`, `frame-colors` or `hints`."""
    message: str
    counts: tuple[int, int] = (0, 0)
    """For the rule `rim`: the number of pieces of a kind and of cells for them."""


def findings(puzzle: Puzzle) -> tuple[Finding, ...]:
    """Return every reason found by counting why `puzzle` has no solution.

    >>> [finding.message for finding in findings(Puzzle(1, 1, [(0, 0, 0, 1)]))]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['1 piece with three rim sides, but the board has room for 0',
     '0 pieces with four rim sides, but the board has room for 1',
     'color 1 occurs an odd number of times: 1']
    """
    found = list(_rim_findings(puzzle))
    found += [Finding("colors", message) for message in _color_findings(puzzle)]
    # Which sides are joined along the frame is clear only if the pieces fit the rim.
    if not any(finding.rule == "rim" for finding in found):
        found += [Finding("frame-colors", text) for text in _frame_findings(puzzle)]
    found += [Finding("hints", message) for message in _hint_findings(puzzle)]
    return tuple(found)


def kind(piece: Colors) -> str:
    """Name the kind of a framed piece: corner, border, inner, or what it is instead.

    >>> kind((0, 1, 2, 0)), kind((0, 1, 2, 3)), kind((1, 2, 3, 4))
    ('corner', 'border', 'inner')
    """
    return _KINDS[_least_pattern(_rim_pattern(piece))]


def _rim_pattern(piece: Colors) -> RimPattern:
    north, east, south, west = (int(color == RIM) for color in piece)
    return (north, east, south, west)


def _least_pattern(pattern: RimPattern) -> RimPattern:
    return min(turn_colors(pattern, turn) for turn in range(4))


def _rim_findings(puzzle: Puzzle) -> Iterator[Finding]:
    if not puzzle.framed:
        return
    needed: Counter[RimPattern] = Counter()
    for cell in range(puzzle.cells):
        north, east, south, west = (
            int(is_on_rim(cell, side, puzzle.rows, puzzle.columns)) for side in SIDES
        )
        needed[(north, east, south, west)] += 1
    offered = Counter(_rim_pattern(piece) for piece in puzzle.pieces)
    if puzzle.turnable:
        needed, offered = _count_up_to_turning(needed), _count_up_to_turning(offered)
    # Pieces of a kind that the board has no room for come first: they explain most.
    for pattern in sorted(needed | offered, key=lambda p: (needed[p] > 0, p)):
        if needed[pattern] != offered[pattern]:
            counts = offered[pattern], needed[pattern]
            pieces = _pieces(counts[0], pattern, puzzle.turnable)
            message = f"{pieces}, but the board has room for {counts[1]}"
            yield Finding("rim", message, counts)


def _count_up_to_turning(patterns: Counter[RimPattern]) -> Counter[RimPattern]:
    grouped: Counter[RimPattern] = Counter()
    for pattern, count in patterns.items():
        grouped[_least_pattern(pattern)] += count
    return grouped


def _pieces(count: int, pattern: RimPattern, turnable: bool) -> str:
    noun = "piece" if count == 1 else "pieces"
    if not turnable:
        sides = [SIDE_NAMES[side] for side in SIDES if pattern[side]]
        return f"{count} {noun} with the rim on {' and '.join(sides) or 'no side'}"
    words = _KINDS[pattern]
    return f"{count} {noun} with {words}" if " " in words else f"{count} {words} {noun}"


def _color_findings(puzzle: Puzzle) -> Iterator[str]:
    counts = Counter(color for piece in puzzle.pieces for color in piece)
    if puzzle.framed:
        del counts[RIM]
    unmatched = 0
    messages = []
    for color in sorted(counts | Counter(puzzle.mate(color) for color in counts)):
        mate = puzzle.mate(color)
        name = puzzle.color_name(color)
        if mate == color and counts[color] % 2:
            unmatched += 1
            messages.append(
                f"color {name} occurs an odd number of times: {counts[color]}"
            )
        elif mate > color and counts[color] != counts[mate]:
            unmatched += abs(counts[color] - counts[mate])
            messages.append(
                f"color {name} occurs {counts[color]} times and its mate"
                f" {puzzle.color_name(mate)} {counts[mate]} times"
            )
    if puzzle.framed:
        yield from messages
    else:
        # Without a frame, sides without a mate may be on the rim, as many as fit.
        places = 2 * (puzzle.rows + puzzle.columns)
        if unmatched > places:
            yield f"{unmatched} sides have no mate, but the rim has room for {places}"
    if not puzzle.turnable:
        yield from _fixed_turn_findings(puzzle)


def _fixed_turn_findings(puzzle: Puzzle) -> Iterator[str]:
    for side, facing, places in (
        (EAST, WEST, puzzle.rows),
        (SOUTH, NORTH, puzzle.columns),
    ):
        shown = Counter(piece[side] for piece in puzzle.pieces)
        wanted = Counter(puzzle.mate(piece[facing]) for piece in puzzle.pieces)
        if puzzle.framed:
            places = 0
            del shown[RIM], wanted[RIM]
        if (shown - wanted).total() > places or (wanted - shown).total() > places:
            yield (
                f"the colors on the {SIDE_NAMES[side]} sides cannot all face those on"
                f" the {SIDE_NAMES[facing]} sides"
            )


def _frame_findings(puzzle: Puzzle) -> Iterator[str]:
    """Along the frame a side that points clockwise meets one that points back."""
    if not puzzle.framed or min(puzzle.rows, puzzle.columns) < 2:
        return
    clockwise: Counter[int] = Counter()
    back: Counter[int] = Counter()
    for piece in puzzle.pieces:
        for side in SIDES:
            if piece[side] != RIM:
                continue
            after, before = piece[(side + 1) % 4], piece[(side + 3) % 4]
            if after != RIM:
                clockwise[after] += 1
            if before != RIM:
                back[puzzle.mate(before)] += 1
    for color in sorted(clockwise | back):
        if clockwise[color] != back[color]:
            yield (
                f"along the frame, color {puzzle.color_name(color)} points clockwise"
                f" {clockwise[color]} times, but {back[color]} mates can face it"
            )


def _hint_findings(puzzle: Puzzle) -> Iterable[str]:
    for broken in Board(puzzle, puzzle.hints).breaks():
        yield (
            f"the hints at {puzzle.cell_name(broken.cell)} and"
            f" {puzzle.cell_name(broken.other_cell)} do not match"
        )
