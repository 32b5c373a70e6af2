"""Whether pieces fit together as they are written, without turning them.

A list does not say whether pieces may be turned.  Tetravex pieces may not, and a
random list hardly ever has a solution in the turns in which it is written: so a
solution without turning means that this is the rule.
"""

from collections import defaultdict
from functools import lru_cache
from math import factorial

from edgematch.findings import findings
from edgematch.puzzle import Puzzle

LARGEST_SIDE = 5
"""Boards up to this size are searched; larger ones are judged by counting colors."""
_TRIES = 60_000
"""Placements that are tried, well below half a second."""
_SMALL_CHANCE = 0.01
"""Where random lists have fewer solutions than this, a few are as good as one."""
_FEWEST_COLORS = 6
"""With fewer colors than this, counting says nothing about a large board."""


@lru_cache(maxsize=64)  # one list is interpreted several times
def is_fixed(puzzle: Puzzle) -> bool:
    """Return whether an unframed puzzle of unturned pieces is likely to be meant so.

    It has just one solution, or a few where random pieces would hardly have any.  A
    large board passes if its colors can face each other without turning.
    """
    if findings(puzzle):
        return False
    if max(puzzle.rows, puzzle.columns) <= LARGEST_SIDE:
        solutions = _solutions(puzzle, 2)
        if solutions is not None:
            by_chance = factorial(puzzle.cells) / len(puzzle.colors) ** puzzle.joins
            return solutions == 1 or (solutions > 1 and by_chance < _SMALL_CHANCE)
    return len(puzzle.colors) >= _FEWEST_COLORS


def _solutions(puzzle: Puzzle, most: int) -> int | None:
    """Count the pictures of unturned pieces, up to `most`; None if it takes too long.

    The board is filled row by row from the top left.
    """
    fits: dict[tuple[int | None, int | None], list[int]] = defaultdict(list)
    pieces = puzzle.pieces
    for number, (north, _, _, west) in enumerate(pieces):
        for key in ((north, west), (north, None), (None, west), (None, None)):
            fits[key].append(number)
    below = [puzzle.mate(south) for _, _, south, _ in pieces]
    beside = [puzzle.mate(east) for _, east, _, _ in pieces]
    placed: list[int] = []
    used = [False] * puzzle.cells
    found = tries = 0

    def place() -> None:
        nonlocal found, tries
        cell = len(placed)
        if cell == puzzle.cells:
            found += 1
            return
        above = placed[cell - puzzle.columns] if cell >= puzzle.columns else None
        left = placed[-1] if cell % puzzle.columns else None
        key = (
            None if above is None else below[above],
            None if left is None else beside[left],
        )
        tried = set()
        for number in fits[key]:
            if used[number] or pieces[number] in tried:
                continue
            tries += 1
            if tries > _TRIES or found >= most:
                return
            tried.add(pieces[number])
            used[number] = True
            placed.append(number)
            place()
            placed.pop()
            used[number] = False

    place()
    return None if tries > _TRIES else found
