"""The smallest set of placements that contradict each other, found by a test.

The test returns whether a set is refuted; if it refutes a set, it refutes every larger
set too.  QuickXplain (Junker, "QuickXplain: Preferred Explanations and
Relaxations for Over-Constrained Problems", AAAI 2004) finds a conflict from which
nothing can be left out; implicit hitting sets (Ignatiev et al., "Smallest MUS
Extraction with Minimal Hitting Set Dualization", CP 2015) then find a smaller one or
prove that there is none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from edgematch.puzzle import Placement, Puzzle

Refuted = Callable[[Sequence[Placement]], bool]

_MOST_COMBINATIONS = 20_000
_COMBINATIONS_AT_A_TIME = 500
_MOST_NAMED = 8


class OutOfBudget(Exception):
    """The maximum number of tests was reached."""


@dataclass(frozen=True)
class Conflict:
    """Placements that contradict each other."""

    placements: tuple[Placement, ...]
    is_smallest: bool
    """Whether it is proved that the test refutes no smaller set."""


def smallest_conflict(
    placements: Sequence[Placement], is_refuted: Refuted, budget: int
) -> Conflict:
    """Return a conflict among placements that are refuted together.

    After `budget` tests it returns the smallest conflict known by then.
    """
    asked: dict[tuple[Placement, ...], bool] = {}

    def test(some: Sequence[Placement]) -> bool:
        key = tuple(sorted(some))
        if key not in asked:
            if len(asked) >= budget:
                raise OutOfBudget
            asked[key] = is_refuted(key)
        return asked[key]

    best = tuple(placements)
    try:
        if test(()):
            return Conflict((), True)
        best = tuple(sorted(_needed((), False, best, test)))
        while True:
            smaller = smaller_conflict(placements, len(best), test)
            if smaller is None:
                return Conflict(best, True)
            best = smaller
    except OutOfBudget:
        return Conflict(best, False)


def _needed(
    given: tuple[Placement, ...],
    has_grown: bool,
    some: tuple[Placement, ...],
    test: Refuted,
) -> tuple[Placement, ...]:
    """Return those of `some` that are needed, with `given`, for a conflict."""
    if has_grown and test(given):
        return ()
    if len(some) == 1:
        return some
    half = len(some) // 2
    first, second = some[:half], some[half:]
    needed = _needed(given + first, bool(first), second, test)
    return _needed(given + needed, bool(needed), first, test) + needed


def smaller_conflict(
    placements: Sequence[Placement],
    size: int,
    test: Refuted,
    check_time: Callable[[], None] = lambda: None,
) -> tuple[Placement, ...] | None:
    """Return a conflict of fewer than `size` placements, or None if there is none.

    `OutOfBudget` is raised where that would take too many sets.  `check_time` is called
    often, and may raise it too.
    """
    everything = frozenset(placements)
    corrections: list[frozenset[Placement]] = []
    while True:
        chosen = _hitting_set(corrections, size - 1, check_time)
        if chosen is None:
            return None
        if test(chosen):
            return tuple(sorted(chosen))
        standing = set(chosen)
        for placement in sorted(everything - standing):
            if not test([*standing, placement]):
                standing.add(placement)
        # Every conflict contains a placement outside the largest consistent set.
        corrections.append(everything - standing)


def _hitting_set(
    sets: Sequence[frozenset[Placement]], most: int, check_time: Callable[[], None]
) -> tuple[Placement, ...] | None:
    """Return the fewest placements that meet all sets; None if it takes too many."""
    pool = sorted(frozenset().union(*sets))
    tried = 0
    for size in range(most + 1):
        for chosen in combinations(pool, size):
            tried += 1
            if tried > _MOST_COMBINATIONS:
                raise OutOfBudget
            if tried % _COMBINATIONS_AT_A_TIME == 1:
                check_time()
            if all(not each.isdisjoint(chosen) for each in sets):
                return chosen
    return None


def pieces_on(puzzle: Puzzle, some: Sequence[Placement]) -> str:
    """Name pieces by their cells.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> pieces_on(puzzle, [Placement(0, 0, 0), Placement(1, 1, 2)])
    'pieces on A1 and A2'
    """
    names = [puzzle.cell_name(each.cell) for each in some]
    if len(names) == 1:
        return f"piece on {names[0]}"
    if len(names) > _MOST_NAMED:
        named = ", ".join(names[:_MOST_NAMED])
        return f"{len(names)} pieces on {named} and {len(names) - _MOST_NAMED} more"
    return f"pieces on {', '.join(names[:-1])} and {names[-1]}"
