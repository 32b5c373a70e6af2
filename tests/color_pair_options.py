"""The options of `color-pairs`, and puzzles to try them on."""

from dataclasses import replace

from planted import planted_board

RULES = (
    "patterns",
    "opposite_pairs",
    "instantiation",
    "preemption",
    "shared_sides",
    "border_cycles",
    "backjumping",
    "break_symmetry",
)
SHAVING = ("0", "1", "3", "all")


def puzzle_by_chance(chance):
    """A puzzle that a row scan is soon done with, and that takes some thought."""
    framed = chance.random() < 0.75
    rows, columns = chance.choice([(4, 4), (4, 5), (3, 5), (2, 6), (1, 7), (5, 5)])
    colors = chance.randint(3, 6) if framed else chance.randint(5, 9)
    puzzle = planted_board(
        rows,
        columns,
        colors,
        chance.randrange(10**6),
        framed=framed,
        signed=chance.random() < 0.3,
        turnable=chance.random() < 0.8,
        hints=chance.choice([0, 0, 1, 3]),
    ).puzzle
    if chance.random() < 0.3 and not puzzle.hints:
        pieces = list(puzzle.pieces)
        here, there = chance.sample(range(len(pieces)), 2)
        pieces[here] = pieces[there]
        puzzle = replace(puzzle, pieces=tuple(pieces))
    return puzzle
