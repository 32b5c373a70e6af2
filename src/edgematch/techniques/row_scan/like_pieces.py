"""Pieces and turns that look the same, for a search that tries only one of them.

Of two turns that look the same the first is kept.  Equal pieces form a *chain*: each
piece is tried only when the one before it is on the board, so that of all permutations
of equal pieces on the same cells only one is found, the one in the order of the chain.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import factorial, prod

from edgematch.geometry import Colors
from edgematch.puzzle import Puzzle

Way = tuple[int, int]
"""A piece and a turn."""


def one_turn_of_each_look(puzzle: Puzzle, ways: Sequence[Way]) -> tuple[list[Way], int]:
    """Return the ways without turns of a piece that look like an earlier one.

    Also returns how many boards each board made of these ways stands for.

    >>> puzzle = Puzzle(1, 2, [(1, 2, 1, 2), (1, 1, 1, 1)], framed=False)
    >>> ways = [(piece, turn) for piece in (0, 1) for turn in puzzle.turns]
    >>> one_turn_of_each_look(puzzle, ways)
    ([(0, 0), (0, 1), (1, 0)], 8)
    """
    turns_of: dict[int, dict[Colors, list[int]]] = defaultdict(dict)
    for piece, turn in ways:
        looks = turns_of[piece]
        looks.setdefault(puzzle.colors_of(piece, turn), []).append(turn)
    kept: set[Way] = set()
    boards = 1
    for piece, looks in turns_of.items():
        times = {len(turns) for turns in looks.values()}
        if len(times) > 1:  # the number of boards would depend on its turn: keep all
            kept.update((piece, turn) for turns in looks.values() for turn in turns)
            continue
        boards *= times.pop()
        kept.update((piece, turns[0]) for turns in looks.values())
    return [way for way in ways if way in kept], boards


def chains_of_equal_pieces(
    puzzle: Puzzle, ways: Sequence[Way]
) -> list[tuple[int, ...]]:
    """Group the pieces that can look the same, in the order of the ways.

    A piece that may not have all its turns is not equal to one that may.

    >>> puzzle = Puzzle(1, 3, [(1, 2, 3, 4), (5, 5, 5, 5), (4, 1, 2, 3)], framed=False)
    >>> ways = [(piece, turn) for piece in (2, 1, 0) for turn in puzzle.turns]
    >>> chains_of_equal_pieces(puzzle, ways)
    [(2, 0)]
    """
    looks: dict[int, list[Colors]] = defaultdict(list)
    for piece, turn in ways:
        looks[piece].append(puzzle.colors_of(piece, turn))
    alike: dict[tuple[Colors, ...], list[int]] = defaultdict(list)
    for piece, shown in looks.items():
        alike[tuple(sorted(shown))].append(piece)
    return [tuple(pieces) for pieces in alike.values() if len(pieces) > 1]


def boards_of_chains(chains: Sequence[Sequence[int]]) -> int:
    """Return how many boards each board in the order of the chains stands for."""
    return prod(factorial(len(chain)) for chain in chains)
