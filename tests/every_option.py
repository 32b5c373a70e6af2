"""Every combination of the options of `color-pairs`, each on a few small puzzles.

Too long for the suite, where combinations are drawn at random: `make options`.  Of each
combination four puzzles are compared with plain enumeration, board by board, and one
that takes more search with the count of a row scan.  The puzzles go round, so that all
of them meet all kinds of combinations.

    PYTHONPATH=tests python tests/every_option.py [--part 1/4]
"""

import sys
from argparse import ArgumentParser
from itertools import count, cycle, islice, product
from random import Random

from color_pair_options import RULES, SHAVING, puzzle_by_chance
from edgematch.search import solve
from edgematch.techniques.color_pairs import URGENCIES
from naive import naive_solutions
from planted import random_puzzle

ALL = {"solutions": None, "keep": 10**6}
SMALL, LARGER = 503, 211
"""How many puzzles go round: primes, so that every round is another one."""
MOST_SOLUTIONS = 100
"""Of a puzzle that is taken; those with more say no more and take longer."""


def small_puzzles():
    """Return puzzles of every kind and all of their solutions."""
    each = (
        (puzzle, sorted(naive_solutions(puzzle)))
        for puzzle in map(random_puzzle, count())
    )
    return list(islice((one for one in each if len(one[1]) <= MOST_SOLUTIONS), SMALL))


def larger_puzzles():
    """Return puzzles and the number of their solutions."""
    limits = {"solutions": MOST_SOLUTIONS, "nodes": 20_000, "keep": 0}
    puzzles = (puzzle_by_chance(Random(seed)) for seed in count())
    each = ((puzzle, solve(puzzle, "row-scan", **limits)) for puzzle in puzzles)
    done = ((one, found.count) for one, found in each if found.ended == "exhausted")
    return list(islice(done, LARGER))


def every_combination():
    """Yield all options: rules on and off, every urgency, four limits of shaving."""
    for switches in product((True, False), repeat=len(RULES)):
        for urgency, shaving in product(URGENCIES, SHAVING):
            rules = dict(zip(RULES, switches, strict=True))
            yield {**rules, "urgency": urgency, "shaving": shaving}


def main():
    """Compare, and tell how many."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="1/1", help="which part of how many")
    part, parts = map(int, parser.parse_args().part.split("/"))
    small, larger = cycle(small_puzzles()), cycle(larger_puzzles())
    combinations = compared = solutions = 0
    for number, options in enumerate(every_combination()):
        mine = [*islice(small, 4)], next(larger)
        if number % parts != part - 1:
            continue
        combinations += 1
        for puzzle, expected in mine[0]:
            found = solve(puzzle, "color-pairs", **ALL, **options)
            boards = sorted(board.placements for board in found.solutions)
            assert (found.ended, boards) == ("exhausted", expected), (puzzle, options)
            solutions += len(boards)
        puzzle, expected = mine[1]
        found = solve(puzzle, "color-pairs", **ALL, **options)
        assert (found.ended, found.count) == ("exhausted", expected), (puzzle, options)
        solutions += expected
        compared += 5
        if combinations % 100 == 0:
            print(f"\r{combinations} combinations", end="", file=sys.stderr)
    print(
        f"\r{combinations} combinations, {compared} runs on {SMALL + LARGER} puzzles:"
        f" {solutions} solutions, all as they should be"
    )


if __name__ == "__main__":
    main()
