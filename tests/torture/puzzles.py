"""Random small puzzles of every kind whose solutions are all known."""

from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from edgematch.formats import Document, write
from edgematch.puzzle import Placement, Puzzle
from planted import planted_board
from torture.brute_force import enumerate_boards


class Solved(NamedTuple):
    """A puzzle and all of its solutions."""

    puzzle: Puzzle
    boards: tuple[tuple[Placement, ...], ...]
    nodes: int
    """Nodes of the plain enumeration."""


class PuzzleClass(NamedTuple):
    """Sizes and rules of puzzles, and how many solutions and nodes they have."""

    rows: int
    columns: int
    colors: tuple[int, int]
    framed: bool = True
    signed: bool = False
    turnable: bool = True
    solutions: tuple[int, int] = (1, 3000)
    nodes: tuple[int, int] = (0, 8_000_000)


BUSY = (
    # Many solutions, found all the time.
    PuzzleClass(5, 5, (4, 4), solutions=(500, 3000)),
    PuzzleClass(4, 4, (7, 8), framed=False, solutions=(200, 3000)),
    # Few solutions, a larger tree.
    PuzzleClass(6, 6, (5, 5), nodes=(2_000_000, 8_000_000)),
    PuzzleClass(5, 7, (5, 5), nodes=(1_000_000, 8_000_000)),
    PuzzleClass(4, 5, (8, 9), framed=False, nodes=(5_000_000, 8_000_000)),
    PuzzleClass(5, 5, (5, 6), framed=False, turnable=False, nodes=(500_000, 8_000_000)),
    PuzzleClass(4, 5, (4, 5), framed=False, signed=True, nodes=(2_000_000, 8_000_000)),
)  # fmt: skip
"""Puzzles that keep an engine busy for about a second."""


@cache
def busy_puzzle(number: int) -> Solved:
    """Return one of the puzzles that take about a second."""
    kind = BUSY[number % len(BUSY)]
    for seed in count(1000 * number):
        colors = Random(seed).randint(*kind.colors)
        rules = kind._asdict()
        puzzle = planted_board(
            kind.rows,
            kind.columns,
            colors,
            seed,
            **{name: rules[name] for name in ("framed", "signed", "turnable")},
        ).puzzle
        all_of_it = enumerate_boards(puzzle, kind.nodes[1], kind.solutions[1])
        if (
            all_of_it.is_complete
            and len(all_of_it.boards) >= kind.solutions[0]
            and all_of_it.nodes >= kind.nodes[0]
        ):
            return Solved(puzzle, all_of_it.boards, all_of_it.nodes)
    raise AssertionError


def quick_puzzle(chance: Random, most_nodes: int = 200_000) -> Solved:
    """Return a puzzle of any kind that is searched in no time; some have no solution.

    It may be unframed, signed, with fixed turns, hints, equal or symmetric pieces.
    """
    while True:
        framed = chance.random() < 0.6
        rows, columns = chance.choice(
            [(1, 1), (1, 5), (2, 2), (2, 4), (3, 3), (3, 4), (4, 3), (4, 4), (2, 6)]
        )
        puzzle = planted_board(
            rows,
            columns,
            chance.randint(2, 5) if framed else chance.randint(3, 9),
            chance.randrange(10**9),
            framed=framed,
            signed=chance.random() < 0.25,
            turnable=chance.random() < 0.75,
            hints=min(rows * columns, chance.choice([0, 0, 0, 1, 2])),
        ).puzzle
        puzzle = _spoiled(puzzle, chance)
        if len(puzzle.colors) < 2 and puzzle.cells > 4:
            continue
        all_of_it = enumerate_boards(puzzle, most_nodes, 1000)
        if all_of_it.is_complete:
            return Solved(puzzle, all_of_it.boards, all_of_it.nodes)


def _spoiled(puzzle: Puzzle, chance: Random) -> Puzzle:
    """Return the puzzle, sometimes with a piece twice or with another color."""
    pieces = [list(piece) for piece in puzzle.pieces]
    free = [i for i in range(len(pieces)) if all(i != h.piece for h in puzzle.hints)]
    if len(free) < 2:
        return puzzle
    here, there = chance.sample(free, 2)
    what = chance.random()
    if what < 0.2:
        pieces[here] = pieces[there]
    elif what < 0.35:
        sides = [side for side in range(4) if pieces[here][side]]
        others = [side for side in range(4) if pieces[there][side]]
        if sides and others:
            pieces[here][chance.choice(sides)] = pieces[there][chance.choice(others)]
    return replace(puzzle, pieces=tuple(map(tuple, pieces)))


def write_puzzle(puzzle: Puzzle, path: Path) -> Path:
    """Write a puzzle as a record, and return the path."""
    path.write_text(write(Document(puzzle), "record").text)
    return path
